"""The page of each rule, with its occurrences in this history."""

from __future__ import annotations

from mcp_docs.record import Record
from mcp_docs.site.changes import ChangeViews
from mcp_docs.site.page import Page


def rule_pages(record: Record, views: ChangeViews) -> tuple[Page, ...]:
    """Return the catalogue of rules and a page for each."""
    del record, views
    return ()
