"""``affected``: what an upgrade breaks for a consumer, from what a feed publishes and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gitrepo import GitRepo
from mcp_docs import load_history, load_published
from mcp_docs.classifier.interfaces import classify
from mcp_docs.contracts.read import read_contracts
from mcp_docs.errors import FeedError
from mcp_docs.feed.affected import Question, affected_report
from mcp_docs.feed.files import feed_files
from mcp_docs.feed.read import read_feed
from mcp_docs.feed.source import FeedSource
from mcp_docs.interface import Interface
from mcp_docs.report.model import Report
from mcp_docs.sources.feeds import open_feed
from mcp_docs.writer import write
from run import mcp_docs
from walks import interface
from webservers import serving


def offering(most: int, **extra: dict[str, Any]) -> Interface:
    schema = {"type": "object", "properties": {"limit": {"type": "integer", "maximum": most}, **extra}}
    return interface(
        {"name": "find", "inputSchema": schema}, {"name": "other", "inputSchema": {"type": "object"}}
    )


CONTRACT = {"consumerName": "ship", "tools": [{"toolName": "find", "exampleInput": {"limit": 80}}]}


@pytest.fixture
def feed(git_repo: Callable[[], GitRepo], tmp_path: Path) -> Path:
    """A feed on disk: 1.0.0 takes 100, 1.1.0 takes 50 and drops a tool, 1.0.1 is a patch of 1.0.0."""
    repo = git_repo()
    repo.commit({"mcp-docs.lock": write(offering(100))})
    repo.tag("v1.0.0")
    repo.commit({"mcp-docs.lock": write(interface(offering(50).tools[0].data))})
    repo.tag("v1.1.0")
    repo.branch("fix", "v1.0.0")
    repo.commit({"mcp-docs.lock": write(offering(100, page={"type": "integer"}))})
    repo.tag("v1.0.1")
    folder = tmp_path / "site"
    for path, data in feed_files(load_history(repo.path)).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (tmp_path / "ship.json").write_text(json.dumps(CONTRACT))
    return folder


def asked(feed: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = mcp_docs(
        "affected",
        "--feed",
        str(feed),
        "--contract",
        str(feed.parent / "ship.json"),
        "--format",
        "json",
        *arguments,
    )
    return done.code, json.loads(done.out) if done.out else {}


def test_an_upgrade_that_breaks_a_call_fails_and_names_the_change(feed: Path) -> None:
    code, report = asked(feed, "--from", "1.0.0", "--to", "1.1.0")
    assert code == 1
    (finding,) = report["findings"]
    assert finding["data"]["value"] == {"limit": 80}
    assert (finding["data"]["broke_in"], finding["data"]["works_up_to"]) == ("1.1.0", "1.0.0")
    changes = json.loads((feed / "api/v1/releases/1.1.0.json").read_bytes())["changes"]
    (tightened,) = (change for change in changes if change["rule"] == "schema.range.tightened")
    assert finding["data"]["changes"] == [tightened["id"]]


def test_what_nobody_promised_is_not_passed_over_in_the_verdict(feed: Path) -> None:
    use = {"toolName": "find", "exampleInput": {"limit": 50}, "requiredOutputFields": ["name"]}
    (feed.parent / "ship.json").write_text(json.dumps({"consumerName": "ship", "tools": [use]}))
    code, report = asked(feed, "--from", "1.0.0", "--to", "1.1.0")
    assert code == 0
    assert report["verdict"] == "1.1.0 breaks nothing of the contract; 1 demand is not promised"


def test_an_upgrade_along_the_maintenance_line_is_fine(feed: Path) -> None:
    code, report = asked(feed, "--from", "v1.0.0", "--to", "1.0.1")
    assert (code, report["findings"]) == (0, [])
    assert [item["version"] for item in report["data"]["contracts"][0]["versions"]] == ["1.0.0", "1.0.1"]


def test_strict_tells_what_the_contract_does_not_use(feed: Path) -> None:
    code, report = asked(feed, "--from", "1.0.0", "--to", "1.1.0", "--strict")
    assert code == 1
    assert [(f["level"], f["rule"], f["element"]) for f in report["findings"]] == [
        ("broken", "contract.input", "tool:find"),
        ("unused", "tool.removed", "tool:other"),
    ]
    (feed.parent / "ship.json").write_text(json.dumps({**CONTRACT, "tools": [{"toolName": "find"}]}))
    assert asked(feed, "--from", "1.0.0", "--to", "1.1.0", "--strict")[0] == 0
    assert asked(feed, "--from", "1.0.0", "--to", "1.1.0", "--strict", "--fail-on", "unused")[0] == 1


def test_the_advice_on_what_is_not_used_is_for_the_consumer(feed: Path) -> None:
    _, report = asked(feed, "--from", "1.0.0", "--to", "1.1.0", "--strict")
    assert report["findings"][1]["advice"] == "Stop calling other before you upgrade."


def test_nothing_unreleased_is_an_answer_and_no_error(feed: Path) -> None:
    (feed.parent / "ship.json").write_text(json.dumps({**CONTRACT, "tools": [{"toolName": "find"}]}))
    code, report = asked(feed, "--to", "unreleased")
    assert (code, report["findings"]) == (0, [])
    assert report["verdict"] == "nothing is unreleased; 1.1.0 breaks nothing of the contract"
    assert load_published(feed, "unreleased").digest == load_published(feed, "1.1.0").digest


def test_a_tool_that_no_release_had_is_not_broken_by_one(feed: Path) -> None:
    uses = [{"toolName": "find"}, {"toolName": "othr"}]
    (feed.parent / "ship.json").write_text(json.dumps({**CONTRACT, "tools": uses}))
    code, report = asked(feed, "--from", "1.0.0", "--to", "1.1.0")
    [finding] = report["findings"]
    assert (code, finding["level"], finding["severity"]) == (0, "never-offered", "warning")
    assert finding["message"].startswith("never offered by any release: there is no tool")
    assert report["verdict"] == "1.1.0 breaks nothing of the contract; 1 demand is of what was never offered"
    assert [one["works"] for one in report["data"]["contracts"][0]["versions"]] == [True, True]
    assert asked(feed, "--from", "1.0.0", "--to", "1.1.0", "--fail-on", "never-offered")[0] == 1
    # What was offered once and is gone is broken.
    (feed.parent / "ship.json").write_text(json.dumps({**CONTRACT, "tools": [{"toolName": "other"}]}))
    assert asked(feed, "--from", "1.0.0", "--to", "1.1.0")[0] == 1


@pytest.mark.parametrize("shape", ["text", "markdown", "sarif", "junit", "github"])
def test_every_format_names_the_demand(feed: Path, shape: str) -> None:
    contract = str(feed.parent / "ship.json")
    done = mcp_docs(
        "affected", "--feed", str(feed), "--contract", contract, "--to", "1.1.0", "--format", shape
    )
    assert done.code == 1
    assert "80 is greater than the maximum of 50" in done.out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--to", "9.0.0"), 2, "the feed has no release '9.0.0'"),
        (("--to", "1.0.3"), 2, "The nearest are 1.0.0, 1.0.1, 1.1.0."),
        (("--to", "one"), 2, "The newest are 1.0.0, 1.1.0, 1.0.1."),
        (("--strict",), 2, "--strict compares two versions"),
    ],
)
def test_wrong_questions_are_told(feed: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    done = mcp_docs("affected", "--feed", str(feed), "--contract", str(feed.parent / "ship.json"), *arguments)
    assert done.code == code
    assert words in done.err


def test_a_state_that_was_tampered_with_is_not_believed(feed: Path) -> None:
    for state in (feed / "api/v1/states").iterdir():
        state.write_bytes(state.read_bytes().replace(b'"maximum":50', b'"maximum":99'))
    done = mcp_docs(
        "affected", "--feed", str(feed), "--contract", str(feed.parent / "ship.json"), "--to", "1.1.0"
    )
    assert done.code == 3
    assert "is not the file that the index lists" in done.err


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"schema_version": "1.0.0", "newest_release": "1", "interfaces": 3}']
)
def test_what_is_no_feed_is_told_and_not_guessed_at(tmp_path: Path, content: str) -> None:
    (tmp_path / "api/v1").mkdir(parents=True)
    for name in ("index", "interfaces"):
        (tmp_path / f"api/v1/{name}.json").write_text(content)
    (tmp_path / "c.json").write_text(json.dumps(CONTRACT))
    done = mcp_docs("affected", "--feed", str(tmp_path), "--contract", str(tmp_path / "c.json"))
    assert done.code == 3
    assert "Traceback" not in done.err


@pytest.fixture
def address(feed: Path) -> Iterator[str]:
    with serving(feed) as found:
        yield found


def test_a_feed_at_an_address_gives_the_same_answer(feed: Path, address: str) -> None:
    contract = str(feed.parent / "ship.json")
    answers = [
        json.loads(mcp_docs("affected", "--feed", name, "--contract", contract, "--format", "json").out)[
            "data"
        ]
        for name in (str(feed), address, f"{address}/api/v1/index.json")
    ]
    assert answers[0] == answers[1] == answers[2]
    done = mcp_docs("affected", "--feed", f"{address}/nowhere", "--contract", contract)
    assert f"There is a feed at {address}: give that" in done.err
    assert (done.code, "there is no api/v1/index.json" in done.err) == (3, True)


@pytest.mark.parametrize(
    "path",
    [
        "feeds/breaking.atom",
        "feeds/tools/find/all.json",
        "feeds/tools/feeds/breaking.atom",
        "api/v1/",
        "api/v1/releases/1.0.0.json",
        "changelog.md",
        "index.html?page=1#top",
    ],
)
def test_what_a_reader_has_at_hand_leads_to_the_feed(feed: Path, address: str, path: str) -> None:
    assert open_feed(f"{address}/{path}").name == address
    assert open_feed(str(feed / path.partition("?")[0])).name == str(feed)


def test_a_site_in_a_folder_named_as_its_own_is_its_own_root(feed: Path, tmp_path: Path) -> None:
    inner = tmp_path / "feeds" / "v1.2"
    inner.parent.mkdir()
    feed.rename(inner)
    assert open_feed(str(inner)).name == open_feed(str(inner / "feeds/all.atom")).name == str(inner)


def test_a_feed_above_is_named_and_not_taken(feed: Path) -> None:
    with pytest.raises(FeedError) as caught:
        open_feed(str(feed / "1.0.0"))
    assert caught.value.what == "there is no api/v1/index.json"
    assert caught.value.hint == f"There is a feed at {feed}: give that, if it is the one that you mean."


def test_a_site_of_several_servers_names_theirs(tmp_path: Path) -> None:
    listed = {"servers": [{"home": "one/"}, {"home": "https://example.org/two/"}]}
    (tmp_path / "servers.json").write_text(json.dumps(listed))
    with pytest.raises(FeedError) as caught:
        open_feed(str(tmp_path))
    assert caught.value.hint == (
        "It is a site of several servers; give the address of one of them: one/, https://example.org/two/"
    )


#: Written from the oldest release of github-mcp-server's history that has more than one tool, 0.6.0; "whoami" from
#: 0.5.0, the oldest of all.
GITHUB: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "whoami": [("get_me", {"reason": "to say hello"})],
    "triage": [
        ("list_issues", {"owner": "octo", "repo": "docs", "state": "open", "perPage": 30}),
        ("get_issue", {"owner": "octo", "repo": "docs", "issue_number": 7}),
        ("add_issue_comment", {"owner": "octo", "repo": "docs", "issue_number": 7, "body": "Thanks."}),
    ],
    "review": [
        ("get_pull_request", {"owner": "octo", "repo": "docs", "pullNumber": 3}),
        ("merge_pull_request", {"owner": "octo", "repo": "docs", "pullNumber": 3, "merge_method": "squash"}),
    ],
    "publish": [
        ("get_file_contents", {"owner": "octo", "repo": "docs", "path": "README.md"}),
        (
            "push_files",
            {
                "owner": "octo",
                "repo": "docs",
                "branch": "main",
                "message": "New words",
                "files": [{"path": "README.md", "content": "new"}],
            },
        ),
        ("search_code", {"q": "needle", "perPage": 5}),
    ],
}


@pytest.mark.shared
def test_the_answers_for_a_real_history_are_those_of_a_validator(history: Callable[[str], Path]) -> None:
    record = load_history(history("github-mcp-server"))
    feed = read_feed(FeedSource("feed", feed_files(record).get))
    oldest = record.releases[1]
    assert [rejected(calls, oldest.interface) for calls in GITHUB.values()] == [set()] * 4
    contracts = [
        read_contracts(
            json.dumps(
                {"consumerName": name, "tools": [{"toolName": t, "exampleInput": i} for t, i in calls]}
            ).encode(),
            f"{name}.json",
        )[0]
        for name, calls in GITHUB.items()
    ]
    told = set()
    for release in record.releases[2:]:
        for contract, calls in zip(contracts, GITHUB.values(), strict=True):
            report = affected_report(feed, Question((contract,), oldest.version, release.version), classify)
            assert failing(report) == rejected(calls, release.interface), (release.version, contract.consumer)
            told |= {(contract.consumer, bool(report.findings))}
    assert len(told) >= 5  # at least one contract is kept in some releases and broken in others


def failing(report: Report) -> set[str]:
    """Names of the tools of which a demand is broken."""
    return {finding.element.removeprefix("tool:") for finding in report.findings if finding.level == "broken"}


def rejected(calls: list[tuple[str, dict[str, Any]]], offered: Interface) -> set[str]:
    """The same by jsonschema alone: the tool is gone, has no schema, or one that rejects the input."""
    found = set()
    for tool, arguments in calls:
        element = offered.get("tool", tool)
        schema = element.data["inputSchema"] if element else False
        # 0.24.0 shipped a tool whose schema is null, and clients refuse such a tool.
        if schema is None or not Draft202012Validator(schema).is_valid(arguments):
            found.add(tool)
    return found
