"""A release as somebody names it, from a feed and from a history alike."""

from __future__ import annotations

import pytest

from mcp_docs.versions import find_version, near_versions

#: In release order: a maintenance line after the next major.
VERSIONS = ("1.0.0", "2.0.0", "1.0.1", "2024-05-01", "unreleased")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("1.0.1", "1.0.1"),
        ("v1.0.1", "1.0.1"),
        ("latest", "2.0.0"),
        ("unreleased", "unreleased"),
        ("2024-05-01", "2024-05-01"),
        ("1.0.2", None),
        ("", None),
    ],
)
def test_a_release_is_found_by_its_usual_names(asked: str, found: str | None) -> None:
    assert find_version(asked, VERSIONS, "2.0.0") == found


def test_where_nothing_is_unreleased_the_newest_release_is_meant() -> None:
    assert find_version("unreleased", VERSIONS[:3], "2.0.0") == "2.0.0"
    assert find_version("latest", (), None) is None


@pytest.mark.parametrize(
    ("asked", "versions", "told"),
    [
        ("1.0.2", VERSIONS, "The nearest are 1.0.0, 1.0.1, 2.0.0."),
        # Four on either side of what is between 1.3 and 1.4.
        (
            "1.3.1",
            tuple(f"1.{minor}.0" for minor in range(10)),
            "The nearest are 1.0.0, 1.1.0, 1.2.0, 1.3.0, 1.4.0, 1.5.0, 1.6.0, 1.7.0; the newest is 1.9.0.",
        ),
        ("9.9.9", ("1.0.0",), "The nearest is 1.0.0."),
        ("unrelaesed", VERSIONS, f"Did you mean 'unreleased'? The newest are {', '.join(VERSIONS)}."),
        ("nightly", VERSIONS, f"The newest are {', '.join(VERSIONS)}."),
        ("1.0.0", (), "There is none."),
    ],
)
def test_an_unknown_one_is_told_with_its_neighbours(asked: str, versions: tuple[str, ...], told: str) -> None:
    assert near_versions(asked, versions) == told
