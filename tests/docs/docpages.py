"""The fenced blocks of README.md and the documentation, with what is noted before each for its test.

A note is a comment on the line before a block; it is left out of the published page:

- ``<!-- test: in STAGE -->``: from here on the page's blocks run in a new folder, made by ``stages.py``.
- ``<!-- test: exits 2:1 4:1 -->``: its second and fourth line end with exit code 1; the others with 0.
- ``<!-- test: shown -->``: what the block before it printed holds this.
- ``<!-- test: by FILE::NAME -->``: another test runs it, that one.
- ``<!-- test: not run, REASON -->``: it needs what tests have not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "site-example" / "docs").glob("*.md")),
)
_BLOCK = re.compile(
    r"(?P<notes>(?:^<!-- test: [^\n]+ -->\n)*)"
    r"(?:^`(?P<file>[\w./-]+)`:\n\n)?"
    r"^```(?P<kind>[\w-]*)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_LONGER = re.compile(r"^````.*?^````$", re.MULTILINE | re.DOTALL)
_NOTE = re.compile(r"<!-- test: (in|exits|shown|by|not run,) ?(.*?) -->")


@dataclass(frozen=True)
class Block:
    """One fenced block; ``notes`` maps each note's word to the rest, ``follows`` says that nothing stands before it."""

    kind: str
    text: str
    file: str
    notes: dict[str, str]
    follows: bool
    line: int

    @property
    def runs(self) -> bool:
        return self.kind in ("sh", "bash", "console", "python") and not self.file

    @property
    def exempt(self) -> bool:
        return "by" in self.notes or "not run," in self.notes


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    text = _LONGER.sub(lambda found: "\n" * found[0].count("\n"), page.read_text(encoding="utf-8"))
    found: list[Block] = []
    end = 0
    for match in _BLOCK.finditer(text):
        notes = [_NOTE.fullmatch(line) for line in match["notes"].splitlines()]
        assert all(notes), f"{page.name}: a note that no test knows: {match['notes']}"
        found.append(
            Block(
                match["kind"],
                match["text"],
                match["file"] or match["title"] or "",
                {note[1]: note[2] for note in notes if note},
                not text[end : match.start()].strip(),
                text.count("\n", 0, match.start()) + 1,
            )
        )
        end = match.end()
    assert text.count("\n```") + text.startswith("```") == 2 * len(found), (
        f"{page.name}: a fence that was not understood"
    )
    return found
