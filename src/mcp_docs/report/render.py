"""The one way from a report to text in any format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mcp_docs.report import github, jsonreport, junit, markdown, sarif, text
from mcp_docs.report.model import Report

_WRITERS: Mapping[str, Callable[[Report], str]] = {
    "text": text.to_text,
    "json": jsonreport.to_text,
    "markdown": markdown.to_text,
    "sarif": sarif.to_text,
    "junit": junit.to_text,
    "github": github.to_text,
}

#: Names of the formats, the default first.
FORMATS: Final = tuple(_WRITERS)


def render(report: Report, shape: str, *, colour: bool = False) -> str:
    """Return ``report`` in a format of ``FORMATS``, with a newline at the end.

    Args:
        report: the report.
        shape: name of the format.
        colour: whether ``text`` is coloured; no other format ever is.

    Raises:
        KeyError: there is no such format.
    """
    if colour and shape == "text":
        return text.to_text(report, colour=True)
    return _WRITERS[shape](report)
