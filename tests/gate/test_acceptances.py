"""Acceptances: what the file may say, what it matches, and when it has had its day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from handmade import DAY, NEW_YEAR, RECORD, REMOVED, REQUIRED
from mcp_docs.acceptances import (
    Acceptance,
    acceptance_of,
    acceptance_problems,
    parse_acceptances,
    with_acceptance,
)
from mcp_docs.errors import ConfigError
from mcp_docs.history.build import _with_acceptances
from mcp_docs.views.changelog import to_json, to_markdown

BY_FINGERPRINT = Acceptance("meant so", fingerprint=REQUIRED.fingerprint)
BY_PLACE = Acceptance("meant so", rule="tool.removed", element="tool:berths")


def test_an_acceptance_matches_by_fingerprint_or_by_rule_and_element_and_place() -> None:
    assert BY_FINGERPRINT.matches(REQUIRED)
    assert not BY_FINGERPRINT.matches(REMOVED)
    assert BY_PLACE.matches(REMOVED)
    assert not BY_PLACE.matches(replace(REMOVED, key="ships"))
    placed = Acceptance(
        "r", rule=REQUIRED.rule, element="tool:ships", pointer="/inputSchema/properties/other"
    )
    assert not placed.matches(REQUIRED)
    assert replace(placed, pointer=REQUIRED.pointer).matches(REQUIRED)


def test_the_server_is_named_by_its_kind_with_or_without_a_colon() -> None:
    change = replace(REMOVED, kind="server", key="", rule="server.instructions.changed")
    for element in ("server", "server:"):
        assert Acceptance("r", rule=change.rule, element=element).matches(change)
    assert not Acceptance("r", rule=change.rule, element="tool:berths").matches(change)


def test_it_counts_through_its_last_day_and_not_longer() -> None:
    dated = replace(BY_PLACE, expires=date(2026, 1, 2))
    assert acceptance_of((dated,), REMOVED, NEW_YEAR) == dated
    assert acceptance_of((dated,), REMOVED, NEW_YEAR + 2 * DAY - 1) == dated
    assert acceptance_of((dated,), REMOVED, NEW_YEAR + 2 * DAY) is None


def test_a_released_change_stays_accepted_and_an_expired_one_that_waits_is_not() -> None:
    shipped = RECORD.releases[1]  # 2026-01-02
    dated = (replace(BY_PLACE, expires=date(2026, 1, 2)),)
    much_later = NEW_YEAR + 900 * DAY
    accepted = _with_acceptances(shipped, dated, much_later)
    assert [c.accepted is not None for c in accepted.changes] == [True, False]
    waiting = replace(shipped, version="unreleased")
    assert [c.accepted for c in _with_acceptances(waiting, dated, much_later).changes] == [None, None]


def test_views_show_an_accepted_break_as_a_break_with_its_reason() -> None:
    release = _with_acceptances(RECORD.releases[1], (BY_PLACE,), 0)
    record = replace(RECORD, releases=(RECORD.releases[0], release))
    text = to_markdown(record)
    assert "### Breaking (2)" in text
    assert "**Accepted**: meant so (approved)" in text
    changes = to_json(record)["releases"][0]["changes"]  # type: ignore[index,call-overload]
    assert [(c["level"], c["accepted"]) for c in changes] == [  # type: ignore[index,call-overload,union-attr]
        ("breaking", {"code": "approved", "reason": "meant so", "expires": None}),
        ("breaking", None),
    ]


def test_stale_and_expired_ones_are_named_and_past_ones_are_not() -> None:
    expired = replace(BY_FINGERPRINT, expires=date(2026, 1, 1))
    stale = Acceptance("r", rule="tool.removed", element="tool:gone")
    past = replace(BY_PLACE, expires=date(2026, 1, 1))
    found = acceptance_problems((expired, stale, past), [REQUIRED], [REMOVED], NEW_YEAR + 5 * DAY)
    assert [(problem.code, problem.acceptance) for problem in found] == [
        ("acceptance.expired", expired),
        ("acceptance.stale", stale),
    ]
    assert not list(acceptance_problems((expired,), [REQUIRED], [], NEW_YEAR))


def test_a_rule_that_does_not_exist_is_named_with_the_nearest() -> None:
    misspelt = Acceptance("r", rule="tool.remuved", element="tool:gone")
    (problem,) = acceptance_problems((misspelt,), [REMOVED], [], NEW_YEAR)
    assert (problem.code, problem.message) == (
        "acceptance.stale",
        "there is no rule 'tool.remuved'; did you mean 'tool.removed'?",
    )


def test_a_file_that_is_written_is_read_back_and_what_people_wrote_stays() -> None:
    first = replace(BY_FINGERPRINT, rule=REQUIRED.rule, element="tool:ships", pointer=REQUIRED.pointer)
    second = Acceptance(
        'says "no"\nand more', code="security", rule="a.b", element="x:y", expires=date(2027, 3, 31)
    )
    once = with_acceptance("", first)
    mine = once.replace("[[acceptances]]", "# Ours, agreed in March.\n[[acceptances]]")
    twice = with_acceptance(mine, second)
    assert twice.startswith(mine.rstrip("\n"))
    read = parse_acceptances(twice.encode(), "acceptances.toml")
    assert [replace(a, line=None) for a in read] == [first, second]
    assert [twice.splitlines()[(a.line or 0) - 1] for a in read] == ["[[acceptances]]"] * 2


def test_an_entry_about_the_same_is_replaced_where_it_stands_and_comments_stay() -> None:
    text = f"""# Ours.

# Agreed in March.
[[acceptances]]
reason = "first"  # as the minutes say
fingerprint = "{REQUIRED.fingerprint}"
expires = 2027-01-31

# Somebody else's.
[[acceptances]]
reason = "other"
rule = "tool.removed"
element = "tool:berths"
"""
    after = Acceptance("second", code="never-worked", fingerprint=REQUIRED.fingerprint, element="tool:ships")
    assert (
        with_acceptance(text, after)
        == f"""# Ours.

# Agreed in March.
[[acceptances]]
reason = "second"  # as the minutes say
fingerprint = "{REQUIRED.fingerprint}"
code = "never-worked"
element = "tool:ships"

# Somebody else's.
[[acceptances]]
reason = "other"
rule = "tool.removed"
element = "tool:berths"
"""
    )


def test_an_acceptance_of_the_very_change_goes_before_one_of_its_place() -> None:
    placed = Acceptance("r", rule=REQUIRED.rule, element="tool:ships")
    assert acceptance_of((placed, BY_FINGERPRINT), REQUIRED, NEW_YEAR) == BY_FINGERPRINT
    assert acceptance_of((placed,), REQUIRED, NEW_YEAR) == placed


def test_a_second_one_about_the_same_is_named_unless_it_counts_when_the_first_no_longer_does() -> None:
    dated = replace(BY_FINGERPRINT, expires=date(2027, 1, 1), line=2)
    forgotten = replace(BY_FINGERPRINT, code="never-worked", expires=date(2026, 12, 31), line=9)
    [problem] = acceptance_problems((dated, forgotten), [REQUIRED], [], NEW_YEAR)
    assert (problem.code, problem.acceptance) == ("acceptance.duplicate", forgotten)
    assert problem.message == "has no effect: another in line 2 is about the same, and the first counts"
    renewed = replace(BY_FINGERPRINT, expires=date(2027, 1, 2))
    assert not list(acceptance_problems((dated, renewed, BY_PLACE), [REQUIRED, REMOVED], [], NEW_YEAR))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("acceptances = 1", "[[acceptances]]"),
        ("other = 1", "unknown key 'other'"),
        ("[[acceptances]]\nreson = 'x'", "did you mean 'reason'"),
        ("[[acceptances]]\nrule = 'a'\nelement = 'b'", "needs a reason"),
        ("[[acceptances]]\nreason = 'x'", "needs a fingerprint, or a rule and an element"),
        ("[[acceptances]]\nreason = 'x'\nfingerprint = 'abc'", "64 hexadecimal digits"),
        ("[[acceptances]]\nreason = 'x'\nrule='a'\nelement='b'\ncode = 'because'", "is none of bugfix"),
        ("[[acceptances]]\nreason = 'x'\nrule='a'\nelement='b'\nexpires = 'soon'", "is no day"),
        ("[[acceptances]\n", "is not TOML"),
        ("a = " + "[" * 100_000, "nested too deeply"),
    ],
)
def test_a_wrong_file_is_named_with_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_acceptances(text.encode(), "acceptances.toml")
    assert words in caught.value.what
    assert caught.value.where is not None
    assert caught.value.where.file == "acceptances.toml"
