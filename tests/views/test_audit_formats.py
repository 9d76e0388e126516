"""An audit's formats: nothing that a lockfile says is more than text in them."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from handmade import RECORD, REQUIRED, SECOND, released
from mcp_docs.views.audit import audit
from mcp_docs.views.auditformats import audit_csv, audit_markdown, audit_text


@pytest.mark.parametrize(
    "payload", ["=HYPERLINK(1)", "+1", "@SUM(1)", "\x1b[2J", "<b>", 'a\r\nb,"c', "- x\n# y"]
)
def test_hostile_text_stays_text(payload: str) -> None:
    change = replace(REQUIRED, key=payload, path=payload)
    first, second = RECORD.releases
    record = replace(
        RECORD, releases=(first, replace(second, changes=(released(change, 2, "1.1.0", SECOND),)))
    )
    found = audit(record)
    (row,) = csv.DictReader(io.StringIO(audit_csv(found), newline=""))
    assert row["path"][0] not in "=+-@\t\r"
    assert row["level"] == "breaking"
    for text in (audit_text(found), audit_markdown(found), audit_csv(found)):
        assert "\x1b" not in text
        assert "\n# y" not in text
    assert "<b>" not in audit_markdown(found)
