"""Bad input: each kind ends with its message, its exit code, and nothing half-written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import mcp_docs

Make = Callable[[], GitRepo]


def build(repo: Path, site: Path, *arguments: str) -> tuple[int, str]:
    done = mcp_docs("build", repo, "--output", site, *arguments)
    assert "Traceback" not in done.err
    return done.code, done.err


def sound(make: Make) -> GitRepo:
    repo = make()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "first")
    repo.tag("v1.0.0")
    return repo


def test_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    code, message = build(tmp_path / "plain", tmp_path / "site")
    assert code == 3
    assert "not a git repository" in message
    assert not (tmp_path / "site").exists()


def test_a_path_that_does_not_exist(tmp_path: Path) -> None:
    code, message = build(tmp_path / "nowhere", tmp_path / "site")
    assert code in (2, 3)
    assert "nowhere" in message


def test_a_repository_without_a_commit(git_repo: Make, tmp_path: Path) -> None:
    code, message = build(git_repo().path, tmp_path / "site")
    assert code == 3
    assert "no commit" in message


def test_a_repository_without_a_lockfile_names_what_was_looked_for(git_repo: Make, tmp_path: Path) -> None:
    repo = git_repo()
    repo.commit({"README": "hello"}, "first")
    code, message = build(repo.path, tmp_path / "site")
    assert code == 3
    assert "mcp-docs.lock" in message
    assert "mcp-covenant.lock" in message
    assert "--lockfile" in message


def test_a_named_lockfile_that_was_never_committed(git_repo: Make, tmp_path: Path) -> None:
    code, message = build(sound(git_repo).path, tmp_path / "site", "--lockfile", "other.lock")
    assert code == 3
    assert "other.lock" in message


def test_a_lockfile_path_outside_the_repository(git_repo: Make, tmp_path: Path) -> None:
    code, message = build(sound(git_repo).path, tmp_path / "site", "--lockfile", "../secret.lock")
    assert code in (2, 3)
    assert "../secret.lock" in message


def test_a_shallow_clone_says_how_to_mend_it(git_repo: Make, tmp_path: Path) -> None:
    repo = sound(git_repo)
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("ships"))}, "second")
    host = git_repo()
    host.git("clone", "--quiet", "--depth=1", f"file://{repo.path}", "shallow")
    code, message = build(host.path / "shallow", tmp_path / "site")
    assert code == 3
    assert "git fetch --unshallow" in message


def test_a_partial_clone_says_how_to_mend_it(git_repo: Make, tmp_path: Path) -> None:
    repo = sound(git_repo)
    repo.git("config", "uploadpack.allowFilter", "true")
    host = git_repo()
    host.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", "partial")
    code, message = build(host.path / "partial", tmp_path / "site")
    assert code == 3
    assert "partial" in message
    assert "git " in message


def test_an_output_folder_that_holds_something_else_is_left_alone(git_repo: Make, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "thesis.txt").write_text("years of work")
    code, message = build(sound(git_repo).path, site)
    assert code == 3
    assert "site" in message
    assert [path.name for path in site.iterdir()] == ["thesis.txt"]
    assert (site / "thesis.txt").read_text() == "years of work"


def test_a_bad_configuration_names_the_nearest_key(git_repo: Make, tmp_path: Path) -> None:
    repo = sound(git_repo)
    (repo.path / "mcp-docs.toml").write_text('lockfil = "mcp-docs.lock"\n')
    code, message = build(repo.path, tmp_path / "site")
    assert code == 2
    assert "'lockfil'" in message
    assert "'lockfile'" in message
    assert "mcp-docs.toml" in message


def test_every_command_refuses_a_rule_of_lint_that_there_is_not(git_repo: Make) -> None:
    repo = sound(git_repo)
    (repo.path / "mcp-docs.toml").write_text('[lint.rules]\n"text.hiden" = "off"\n')
    for command in (("check",), ("build", "."), ("lint",)):
        done = mcp_docs(*command, cwd=repo.path)
        assert (done.code, "did you mean 'text.hidden'?" in done.err) == (2, True), command


def test_an_unknown_command_and_a_bad_date_are_usage_errors(git_repo: Make) -> None:
    unknown = mcp_docs("biuld")
    assert (unknown.code, "Did you mean 'build'" in unknown.err) == (2, True)
    bad = mcp_docs("changelog", sound(git_repo).path, "--as-of", "yesterday")
    assert (bad.code, "yesterday" in bad.err) == (2, True)


ODD = {
    "conflict-k8s-kiali.json": "conflict",
    "notjson-registry-database-server.json": None,
    "notjson-registry-microsoft-learn.json": None,
    "template-kintone-broken.json": None,
}


@pytest.mark.shared
@pytest.mark.parametrize("name", ODD)
def test_an_unreadable_revision_is_a_gap_and_its_neighbours_are_compared(
    name: str, git_repo: Make, shared: Path, tmp_path: Path
) -> None:
    repo = sound(git_repo)
    bad = repo.commit({"mcp-docs.lock": (shared / "histories" / "odd" / name).read_bytes()}, "broken")
    repo.commit({"mcp-docs.lock": lockfile(tool("ships"))}, "mended")
    repo.tag("v2.0.0")
    log = mcp_docs("log", repo.path)
    assert log.code == 0
    assert "not readable" in log.out
    assert (ODD[name] or "") in log.out
    head = log.out.split("commit ")[1]
    assert "berths" in head  # removed by the mended revision, against the one before the broken one
    assert "tool.removed" in head
    code, message = build(repo.path, tmp_path / "site")
    assert (code, message) == (0, message)
    gaps = (tmp_path / "site" / "gaps" / "index.html").read_text()
    assert bad[:7] in gaps


@pytest.mark.shared
@pytest.mark.parametrize("name", ["dup-tools-registry-ag-bash.json", "null-schema-github-get_me.snap"])
def test_a_malformed_part_is_marked_and_the_rest_works(
    name: str, git_repo: Make, shared: Path, tmp_path: Path
) -> None:
    repo = git_repo()
    data = (shared / "histories" / "odd" / name).read_bytes()
    if name.endswith(".snap"):
        data = b"[" + data + b"]"
    repo.commit({"mcp-docs.lock": data}, "odd")
    repo.tag("v1.0.0")
    code, message = build(repo.path, tmp_path / "site")
    assert (code, message) == (0, message)
    assert list((tmp_path / "site" / "tools").iterdir())
    assert (tmp_path / "site" / "gaps" / "index.html").is_file()


@pytest.mark.shared
@pytest.mark.parametrize("name", ["crlf-registry-helidon.json", "empty-list-k8s-kubevirt.json"])
def test_odd_but_sound_files_are_read(name: str, git_repo: Make, shared: Path, tmp_path: Path) -> None:
    repo = sound(git_repo)
    repo.commit({"mcp-docs.lock": (shared / "histories" / "odd" / name).read_bytes()}, "odd")
    repo.tag("v2.0.0")
    code, message = build(repo.path, tmp_path / "site")
    assert (code, message) == (0, message)
    assert (tmp_path / "site" / "2.0.0" / "index.html").is_file()


NAMES = [
    "..",
    "README",
    "a/b",
    "CON",
    "X",
    "x",
    "index",
    ".hidden",
    "q?",
    "h#",
    "%2e%2e",
    "tools",
    "a" * 300,
    "ünï",
]


def test_names_that_are_no_good_paths_each_get_their_own_page(git_repo: Make, tmp_path: Path) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(*(tool(name) for name in NAMES))}, "names")
    repo.tag("v1.0.0")
    code, message = build(repo.path, tmp_path / "site")
    assert (code, message) == (0, message)
    folders = sorted(path.name for path in (tmp_path / "site" / "tools").iterdir() if path.is_dir())
    assert len(folders) == len(NAMES)
    assert len({name.casefold() for name in folders}) == len(NAMES)  # also on disks that ignore case
    inside = {path.resolve() for path in (tmp_path / "site").rglob("*")}
    assert all(path.is_relative_to((tmp_path / "site").resolve()) for path in inside)


def test_strict_fails_for_faults_and_not_for_what_is_left_out_by_custom(
    git_repo: Make, tmp_path: Path
) -> None:
    repo = sound(git_repo)
    repo.tag("latest")
    strict = ("--strict", "--base-url", "https://example.org/")
    code, message = build(repo.path, tmp_path / "site", *strict)
    assert (code, message) == (0, "")
    bad = repo.commit({"mcp-docs.lock": "{"}, "broken")
    repo.commit({"mcp-docs.lock": lockfile(tool("ships"))}, "mended")
    code, message = build(repo.path, tmp_path / "site", "--strict")
    assert code == 1
    assert bad[:10] in message
