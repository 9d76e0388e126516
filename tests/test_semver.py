from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.change import Bump
from mcp_docs.semver import declared_bump, demanded_step, parse_version, version_of_tag


@pytest.mark.parametrize(
    ("text", "shown", "numbers", "prerelease"),
    [
        ("1.2.3", "1.2.3", (1, 2, 3), None),
        ("v1.2.3", "1.2.3", (1, 2, 3), None),
        ("1.2", "1.2", (1, 2, 0), None),
        ("2024.01.15", "2024.01.15", (2024, 1, 15), None),
        ("v0.23.0-gosdk", "0.23.0-gosdk", (0, 23, 0), "gosdk"),
        ("1.0.0-rc.1+linux", "1.0.0-rc.1+linux", (1, 0, 0), "rc.1"),
        ("1.0.0rc2", "1.0.0rc2", (1, 0, 0), "rc.2"),
        ("1.0.0.dev10", "1.0.0.dev10", (1, 0, 0), "dev.10"),
    ],
)
def test_versions_are_read(
    text: str, shown: str, numbers: tuple[int, int, int], prerelease: str | None
) -> None:
    version = parse_version(text)
    assert version is not None
    assert version.text == shown
    assert (version.version.major, version.version.minor, version.version.patch) == numbers
    assert version.version.prerelease == prerelease
    assert version.prerelease is (prerelease is not None)


@pytest.mark.parametrize(
    "text",
    ["", "1", "v1", "1.2.3.4", "1.2.x", "latest", "2024-01-15", "v\uff11.2.3", "1.2.3-", "9" * 5000 + ".1"],
)
def test_what_is_no_version_is_none(text: str) -> None:
    assert parse_version(text) is None
    assert version_of_tag(text) is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("harbour-v1.2.3-1", "1.2.3-1"),
        ("mcp-2025-06-18-v1.2.3", "1.2.3"),
        ("@acme/harbour@1.0.0", "1.0.0"),
        ("pkg/harbour/v0.1.0", "0.1.0"),
    ],
)
def test_a_tag_may_have_anything_before_its_version(name: str, shown: str) -> None:
    version = version_of_tag(name)
    assert version is not None
    assert version.text == shown


def test_versions_are_in_semvers_order() -> None:
    # semver.org, 11.4
    ordered = [
        "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
        "1.0.0-rc.1", "1.0.0", "1.0.1rc9", "1.0.1rc10", "1.0.1",
    ]  # fmt: skip
    versions = [version for version in map(parse_version, reversed(ordered)) if version]
    assert [version.text for version in sorted(versions)] == ordered


@given(st.text(alphabet="0123456789.-+vrcab@/", max_size=20))
def test_reading_never_fails_and_order_is_total(text: str) -> None:
    version = version_of_tag(text)
    if version is not None:
        other = parse_version("1.0.0-1.a")
        assert other is not None
        assert (version < other) + (version == other) + (other < version) == 1


@pytest.mark.parametrize(
    ("before", "after", "step"),
    [
        ("1.0.0", "2.0.0", Bump.MAJOR),
        ("1.9.0", "1.10.0", Bump.MINOR),
        ("1.0.0", "1.0.1", Bump.PATCH),
        ("1.0", "1.0.1", Bump.PATCH),
        ("1.0.0", "2.0.0-rc.1", Bump.MAJOR),
        ("2.0.0-rc.1", "2.0.0-rc.2", None),
        ("2.0.0", "1.9.9", None),
        ("1.0.0+a", "1.0.0+b", Bump.NONE),
    ],
)
def test_the_step_between_two_versions(before: str, after: str, step: Bump | None) -> None:
    old, new = parse_version(before), parse_version(after)
    assert old is not None
    assert new is not None
    assert declared_bump(old, new) is step


@pytest.mark.parametrize(
    ("bump", "before_one", "from_one_on"),
    [
        (Bump.MAJOR, Bump.MINOR, Bump.MAJOR),
        (Bump.MINOR, Bump.PATCH, Bump.MINOR),
        (Bump.PATCH, Bump.PATCH, Bump.PATCH),
        (Bump.NONE, Bump.NONE, Bump.NONE),
    ],
)
def test_below_one_a_smaller_step_will_do(bump: Bump, before_one: Bump, from_one_on: Bump) -> None:
    assert demanded_step(bump, parse_version("0.4.0")) is before_one
    assert demanded_step(bump, parse_version("1.0.0")) is from_one_on
    assert demanded_step(bump, None) is from_one_on
