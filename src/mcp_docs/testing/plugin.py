"""The pytest plugin: the fixture ``mcp_interface``, and ``--mcp-docs-record``.

Loaded by every run of pytest where mcp-docs is installed, so it imports nothing of ours before a
test asks for the fixture.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from mcp_docs.testing.checked import CheckedInterface, Recorder

_LOCKFILE = "mcp_docs_lockfile"
_FEED = "mcp_docs_feed"
_VERSION = "mcp_docs_version"
_CONSUMER = "mcp_docs_consumer"
_OUTPUT = "mcp_docs_uses"
_RECORDERS: pytest.StashKey[dict[str, Recorder]] = pytest.StashKey()
_SAID: pytest.StashKey[str] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and their keys in the configuration file."""
    group = parser.getgroup("mcp-docs", "contracts with MCP servers")
    group.addoption("--mcp-docs-lockfile", metavar="PATH", help="lockfile that mcp_interface loads")
    group.addoption("--mcp-docs-feed", metavar="DIR|URL", help="published site that it loads instead")
    group.addoption("--mcp-docs-version", metavar="VERSION", help="release of the site (default: latest)")
    group.addoption("--mcp-docs-consumer", metavar="NAME", help="consumerName of the contract recorded")
    group.addoption(
        "--mcp-docs-record",
        metavar="FILE",
        help="write what the tests used of the server there, as a contract",
    )
    parser.addini(_LOCKFILE, "lockfile that the fixture mcp_interface loads, relative to this file")
    parser.addini(_FEED, "published site, a folder or an address, that mcp_interface loads instead")
    parser.addini(_VERSION, "release of the site that mcp_interface loads", default="latest")
    parser.addini(_CONSUMER, "consumerName of the contract that --mcp-docs-record writes")


def pytest_configure(config: pytest.Config) -> None:
    """Begin with nothing recorded."""
    config.stash[_RECORDERS] = {}


class LoadInterface(Protocol):
    """Loads an interface for a consumer's tests."""

    def __call__(self, source: str | Path, version: str | None = None) -> CheckedInterface:
        """Load a lockfile, or with a version that release of a published site."""


@pytest.fixture(scope="session")
def mcp_interface_of(pytestconfig: pytest.Config) -> LoadInterface:
    """Return a function that loads an interface: for consumers of several servers."""

    def load(source: str | Path, version: str | None = None) -> CheckedInterface:
        from mcp_docs import load_interface, load_published  # noqa: PLC0415 - nothing is loaded unused
        from mcp_docs.errors import McpDocsError  # noqa: PLC0415
        from mcp_docs.testing.checked import CheckedInterface, Recorder  # noqa: PLC0415

        try:
            interface = load_published(source, version) if version else load_interface(source)
        except McpDocsError as error:
            pytest.fail(f"mcp-docs: {error}", pytrace=False)
        name = interface.server.key
        recorder = pytestconfig.stash[_RECORDERS].setdefault(name, Recorder(name))
        return CheckedInterface(interface, recorder)

    return load


@pytest.fixture(scope="session")
def mcp_interface(pytestconfig: pytest.Config, mcp_interface_of: LoadInterface) -> CheckedInterface:
    """Return the interface that the configuration names, ready to check calls by.

    It is the one in the lockfile ``mcp_docs_lockfile``, or a release of the site ``mcp_docs_feed``. What
    is given on the command line comes before what stands in the configuration file.
    """
    option = pytestconfig.getoption
    given = (option("--mcp-docs-lockfile"), option("--mcp-docs-feed"))
    lockfile, feed = given if any(given) else (_named(pytestconfig, _LOCKFILE), _named(pytestconfig, _FEED))
    if bool(lockfile) == bool(feed):
        pytest.fail(
            "mcp_interface needs a lockfile or a published site, and one of them: set mcp_docs_lockfile "
            "or mcp_docs_feed in pytest's configuration, or give --mcp-docs-lockfile or --mcp-docs-feed",
            pytrace=False,
        )
    if lockfile:
        return mcp_interface_of(lockfile)
    return mcp_interface_of(feed, option("--mcp-docs-version") or pytestconfig.getini(_VERSION))


def _named(config: pytest.Config, key: str) -> str:
    """Return the path or address that a key of the configuration file names, relative to that file."""
    given = str(config.getini(key))
    if not given or "://" in given:
        return given
    return str((config.inipath.parent if config.inipath else config.rootpath) / given)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the contract, or hand what a worker recorded to the process that writes it."""
    config = session.config
    recorders = config.stash.get(_RECORDERS, {})
    output = getattr(config, "workeroutput", None)
    if output is not None:
        output[_OUTPUT] = json.dumps({name: recorder.uses() for name, recorder in recorders.items()})
        return
    file = config.getoption("--mcp-docs-record")
    if not file:
        return
    used = [recorders[name] for name in sorted(recorders) if recorders[name].uses()]
    if exitstatus != pytest.ExitCode.OK:
        config.stash[_SAID] = f"{file} was not written: only a run without failures records a contract"
    elif not used:
        config.stash[_SAID] = f"{file} was not written: no test checked a call or a result by mcp_interface"
    else:
        config.stash[_SAID] = _write(config, file, used)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:  # noqa: ARG001 - the hook's signature
    """Take in what a worker of pytest-xdist recorded."""
    found = json.loads(getattr(node, "workeroutput", {}).get(_OUTPUT, "{}"))
    for name, uses in found.items():
        from mcp_docs.testing.checked import Recorder  # noqa: PLC0415 - only where there is something

        node.config.stash[_RECORDERS].setdefault(name, Recorder(name)).absorb(uses)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what became of the record."""
    said = config.stash.get(_SAID, "")
    if said:
        terminalreporter.write_line(f"mcp-docs: {said}")


def _write(config: pytest.Config, file: str, used: list[Recorder]) -> str:
    from mcp_docs.errors import McpDocsError  # noqa: PLC0415 - only where something is written
    from mcp_docs.sources.files import save  # noqa: PLC0415
    from mcp_docs.testing.checked import spelled_uses  # noqa: PLC0415

    consumer = config.getoption("--mcp-docs-consumer") or config.getini(_CONSUMER) or config.rootpath.name
    contracts = [recorder.contract(consumer) for recorder in used]
    for contract in contracts:
        contract["tools"] = spelled_uses(contract["tools"])
    value = contracts[0] if len(contracts) == 1 else contracts
    path = config.invocation_params.dir / file
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        changed = save((json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(), path)
    except (McpDocsError, OSError) as error:
        raise pytest.UsageError(f"mcp-docs: {error}") from None
    tools = sum(len(contract["tools"]) for contract in contracts)
    return f"{file} {'written' if changed else 'is unchanged'}: {tools} uses of tools"
