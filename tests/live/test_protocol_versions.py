"""The protocol versions that are spoken here are those of the SDK: a new one must not be missed."""

from __future__ import annotations

from mcp_types import version

from mcp_docs.sources.live.wire import HANDSHAKE_VERSIONS, MODERN_VERSIONS


def test_the_versions_of_both_eras_are_the_sdks() -> None:
    assert set(HANDSHAKE_VERSIONS) == set(version.HANDSHAKE_PROTOCOL_VERSIONS)
    assert set(MODERN_VERSIONS) == set(version.MODERN_PROTOCOL_VERSIONS)


def test_the_newest_stands_last_since_it_is_offered_first() -> None:
    assert HANDSHAKE_VERSIONS[-1] == version.LATEST_HANDSHAKE_VERSION
    assert MODERN_VERSIONS[-1] == version.LATEST_MODERN_VERSION
