"""``mcp-docs affected``."""

from __future__ import annotations

from pathlib import Path

import click

from mcp_docs.cli.asides import quiet_option
from mcp_docs.cli.cache import Caching, cache_options
from mcp_docs.cli.options import Reporting, open_source, read_record, report_options
from mcp_docs.errors import UsageError
from mcp_docs.feed.source import FeedSource


@click.command("affected")
@click.option(
    "--feed", metavar="DIR|URL", envvar="MCP_DOCS_FEED", help="A published site, or a copy of its feed."
)
@click.option("--repo", type=click.Path(path_type=Path), help="A repository instead, read as build reads it.")
@click.option(
    "--contract",
    "contracts",
    metavar="FILE",
    multiple=True,
    required=True,
    help="Contract, folder, pattern or address; more than one may be given.",
)
@click.option(
    "--from", "first", metavar="VERSION", help="The version in use, to say where each demand broke."
)
@click.option(
    "--to", "last", metavar="VERSION", default="latest", show_default=True, help="The version wanted."
)
@click.option(
    "--strict", is_flag=True, help="Tell every break from one to the other, also of what is not used."
)
@cache_options
@quiet_option
@report_options("affected")
def command(
    feed: str | None,
    repo: Path | None,
    contracts: tuple[str, ...],
    first: str | None,
    last: str,
    *,
    caching: Caching,
    strict: bool,
    reporting: Reporting,
) -> int:
    """Tell whether an upgrade breaks a consumer: its contract against what a feed publishes.

    A feed that was downloaded is enough; neither the network nor the repository is needed then. Without
    --from every release before --to is looked at, to say where each demand first broke.

    \b
    Examples:
      mcp-docs affected --feed https://example.org/mcp/ --contract my.contract.json
      mcp-docs affected --feed public --contract contracts --from 1.4.0 --to 2.0.0 --format markdown
      mcp-docs affected --repo ../server --contract my.contract.json --to unreleased
      mcp-docs affected --feed public --contract my.contract.json --from 1.4.0 --strict --fail-on unused
    """  # noqa: D301 - click reads the character, not its name
    from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # long to load; arguments come first
    from mcp_docs.feed.affected import Question, affected_report  # noqa: PLC0415  # with it
    from mcp_docs.feed.read import read_feed  # noqa: PLC0415  # with it
    from mcp_docs.sources.contractfiles import read_demands  # noqa: PLC0415  # with it

    if strict and first is None:
        raise UsageError("--strict compares two versions", hint="Say which is in use: --from VERSION.")
    demands = read_demands(contracts)
    if not demands.contracts:
        raise UsageError("no contract is named, only cases", hint="Cases are judged by mcp-docs verify.")
    question = Question(demands.contracts, first, last, strict, reporting.fatal())
    report = affected_report(read_feed(_source(feed, repo, caching)), question, classify)
    return reporting.put(report)


def _source(feed: str | None, repo: Path | None, caching: Caching) -> FeedSource:
    if (feed is None) == (repo is None):
        raise UsageError(
            "either --feed or --repo is needed", hint="mcp-docs affected --feed DIR --contract FILE"
        )
    if repo is None:
        from mcp_docs.sources.feeds import open_feed  # noqa: PLC0415  # only for a feed

        return open_feed(feed or "")
    from mcp_docs.feed.files import feed_files  # noqa: PLC0415  # only for a repository

    record = read_record(open_source(repo, None, None, None), caching)
    return FeedSource(str(repo), feed_files(record).get)
