"""The plugin joins a site that exists, whatever its theme, and leaves the rest of it alone."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from posixpath import normpath

import pytest
import yaml
from htmlpages import Document, page, pages, parse
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.site.links import broken_links
from mcp_docs.sources.cachefile import NAME


def join(folder: Path, repo: Path, **settings: object) -> Path:
    """Build a user's site of two pages with the plugin in it."""
    docs = folder / "docs"
    docs.mkdir(parents=True, exist_ok=True)
    (docs / "index.md").write_text("# Mine\n\nHello, *reader*.\n")
    (docs / "guide.md").write_text("# Guide\n\nSee [the tools](interface/tools/index.md).\n")
    options = {"repo": str(repo), **settings.pop("options", {})}  # type: ignore[dict-item]
    config = {
        "site_name": "Mine",
        "site_url": "https://mine.example/docs/",
        "theme": {"name": "mkdocs"},
        "plugins": ["search", {"mcp-docs": options}],
        **settings,
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config))
    loaded = load_config(str(folder / "mkdocs.yml"))
    loaded.plugins.on_startup(command="build", dirty=False)
    try:
        mkdocs_build(loaded)
    finally:
        loaded.plugins.on_shutdown()
    return folder / "site"


def contents(site: Path) -> dict[str, str]:
    return {
        str(path.relative_to(site)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in site.rglob("*")
        # MkDocs writes the moment of the build into these.
        if path.is_file()
        and path.relative_to(site).as_posix() not in {"index.html", "sitemap.xml", "sitemap.xml.gz"}
    }


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
@pytest.mark.parametrize("directories", [True, False])
def test_all_links_hold_in_each_theme(
    harbour: Path, tmp_path: Path, theme: str, *, directories: bool
) -> None:
    look = {"name": theme, "font": False} if theme == "material" else {"name": theme}
    site = join(tmp_path, harbour, theme=look, use_directory_urls=directories)
    assert [fault for fault in broken_links(site) if "interface" in fault] == []
    assert "Breaks callers of 1.0.0" in page(site, "interface/1.1.0").text
    assert (site / "interface/1.0.0/tools/ships/index.html").is_file()


def _kept(cache: Path) -> set[bytes]:
    connection = sqlite3.connect(cache / NAME)
    keys = {key for (key,) in connection.execute("SELECT key FROM answer")}
    connection.close()
    return keys


def test_a_site_made_from_a_cache_is_the_one_made_without(
    git_repo: Callable[[], GitRepo], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MCP_DOCS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    repo, cache = git_repo(), tmp_path / "own" / "kept"
    for version, tools in (("1.0.0", ["berths", "ships"]), ("2.0.0", ["berths"])):
        repo.commit({"mcp-docs.lock": lockfile(*map(tool, tools), version=version)}, version)
        repo.tag(f"v{version}")
    own: dict[str, object] = {"cache": "kept"}
    first = contents(join(tmp_path / "own", repo.path, options=own))
    keys = _kept(cache)
    assert len(keys) > 20
    assert contents(join(tmp_path / "own", repo.path, options=own)) == first
    assert _kept(cache) == keys  # nothing was worked out again
    assert contents(join(tmp_path / "none", repo.path, options={"cache": False})) == first
    assert not (tmp_path / "user").exists()
    assert contents(join(tmp_path / "usual", repo.path)) == first
    assert _kept(tmp_path / "user" / "mcp-docs") == keys


def test_a_file_that_is_no_cache_fails_no_strict_build(
    harbour: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MCP_DOCS_CACHE")
    (tmp_path / NAME).write_text("mine")
    caplog.set_level("INFO", logger="mkdocs")
    join(tmp_path, harbour, strict=True, options={"cache": "."})
    assert [
        record.levelname
        for record in caplog.records
        if "it is not used" in record.message or NAME in record.message
    ] == ["INFO"]
    assert (tmp_path / NAME).read_text() == "mine"


def test_the_users_pages_stay_as_they_were(harbour: Path, tmp_path: Path) -> None:
    site = join(tmp_path, harbour)
    document = page(site, "")
    assert "Hello, reader ." in document.text
    assert ("em", {}) in document.elements
    assert "../interface/tools/" in page(site, "guide").links()


def test_a_navigation_of_the_users_gets_one_section(harbour: Path, tmp_path: Path) -> None:
    site = join(tmp_path, harbour, nav=[{"Home": "index.md"}, {"Guide": "guide.md"}])
    links = page(site, "guide").links()
    assert "../interface/changelog/" in links
    assert "../interface/tools/" in links


def test_a_section_of_another_name(harbour: Path, tmp_path: Path) -> None:
    site = join(tmp_path, harbour, options={"section": "reference/mcp"})
    assert "ships" in page(site, "reference/mcp/tools/ships").text
    assert (site / "reference/mcp/api/v1/index.json").is_file()
    stub = (site / "reference/mcp/latest/index.html").read_text()
    assert '<link rel="canonical" href="https://mine.example/docs/reference/mcp/2.0.0/">' in stub


def test_titles_are_escaped_in_a_theme_that_does_not(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.commit({"mcp-docs.lock": lockfile(tool("<img src=x onerror=alert(1)>"), name="</title><b>x</b>")})
    repo.tag("v1.0.0")
    site = join(tmp_path / "mine", repo.path, use_directory_urls=False)
    for path, document in pages(site):
        assert "onerror" not in {name for _, attributes in document.elements for name in attributes}, path
        assert ("b", {}) not in document.elements, path


def test_a_page_of_the_users_is_not_overwritten(
    harbour: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "docs" / "interface" / "tools").mkdir(parents=True)
    (tmp_path / "docs" / "interface" / "tools" / "index.md").write_text("# Mine\n")
    with pytest.raises(Abort):
        _join_existing(tmp_path, harbour)
    assert "mcp-docs: the site already has a page at interface/tools/index.md" in caplog.text


def test_a_page_of_the_users_at_the_same_address_is_not_overwritten(
    harbour: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Abort):
        join(tmp_path, harbour, options={"section": "guide"})
    told = "the site already has a page at guide.md, which has the address of our guide/index.md"
    assert told in caplog.text


def test_two_pages_that_share_a_name_and_no_address_are_both_there(harbour: Path, tmp_path: Path) -> None:
    site = join(tmp_path, harbour, options={"section": "guide"}, use_directory_urls=False)
    assert (site / "guide.html").is_file()
    assert (site / "guide/index.html").is_file()


def test_a_navigation_that_mkdocs_makes_has_our_order(harbour: Path, tmp_path: Path) -> None:
    site = join(tmp_path, harbour)
    seen = [link for link in page(site, "").links() if link.startswith("interface/")]
    names = [link.removeprefix("interface/").strip("/") for link in dict.fromkeys(seen)]
    assert names == [
        "", "tools", "prompts", "resources", "releases", "changelog", "compare", "deprecations", "audit",
        "rules", "server", "feeds",
    ]  # fmt: skip
    # What follows a page is what follows it in the list.
    following = re.search(
        r'rel="next" href="([^"]+)"', (site / "interface/tools/index.html").read_text("utf-8")
    )
    assert following
    assert following[1] == "../prompts/"


def test_what_is_wrong_with_the_repository_is_said_in_the_words_of_mkdocs(
    git_repo: Callable[[], GitRepo], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "docs").mkdir()
    with pytest.raises(Abort):
        _join_existing(tmp_path, tmp_path)
    assert "this is not a git repository" in caplog.text
    assert "Name a folder of a git repository in `repo:` of the plugin" in caplog.text
    repo = git_repo()
    repo.commit({"README.md": "hello"}, "first")
    with pytest.raises(Abort):
        _join_existing(tmp_path, repo.path)
    assert "Name it in `lockfile:` of the plugin, relative to `repo:`" in caplog.text
    assert not {"--lockfile", "REPO"} & {*caplog.text.split()}


def _join_existing(folder: Path, repo: Path) -> None:
    config = {
        "site_name": "Mine",
        "theme": {"name": "mkdocs"},
        "plugins": [{"mcp-docs": {"repo": str(repo)}}],
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config))
    mkdocs_build(load_config(str(folder / "mkdocs.yml")))


def test_parse_sees_what_a_browser_would() -> None:
    document = parse('<a href="x">y</a><script>z</script>')
    assert (document.links(), document.scripts, document.text) == (["x"], ["z"], "y")


def test_an_option_that_does_not_exist_is_told_and_no_traceback(
    git_repo: Callable[[], GitRepo], tmp_path: Path
) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "first")
    repo.tag("v1.0.0")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("hello\n")
    (tmp_path / "mkdocs.yml").write_text(
        f"site_name: mine\nplugins:\n  - mcp-docs:\n      repo: {repo.path}\n      sektion: other\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"], cwd=tmp_path, capture_output=True, check=False
    )
    told = done.stderr.decode()
    assert "sektion" in told
    assert "Traceback" not in told
    assert (done.returncode, (tmp_path / "site" / "interface" / "index.html").is_file()) == (0, True)


BLOCKS = """# Using it

```mcp-docs
tool: ships
```

As code it stays:

    ```mcp-docs
    tool: ships
    ```

````markdown
```mcp-docs
tool: nothing
```
````

```mcp-docs
changes: 2
```
"""


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
def test_a_written_page_shows_blocks_of_the_record(harbour: Path, tmp_path: Path, theme: str) -> None:
    (tmp_path / "docs").mkdir(parents=True)
    (tmp_path / "docs" / "use.md").write_text(BLOCKS)
    look = {"name": theme, "font": False} if theme == "material" else {"name": theme}
    site = join(tmp_path, harbour, theme=look)
    shown = page(site, "use")
    assert "flag string" in shown.text
    assert 'One of "red" "green"' in shown.text
    assert "berths" in shown.text  # its removal is the latest release's change
    assert "```mcp-docs tool: ships ```" in shown.text
    assert "tool: nothing" in shown.text
    assert [fault for fault in broken_links(site) if fault.startswith("use/")] == []
    assert len(shown.ids) == len(set(shown.ids))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("tool: shipz", "there is no tool 'shipz' Did you mean 'ships'?"),
        ("tools", "'tools' is none"),
    ],
)
def test_a_block_of_nothing_is_told_with_its_line(
    harbour: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, body: str, told: str
) -> None:
    (tmp_path / "docs").mkdir(parents=True)
    (tmp_path / "docs" / "use.md").write_text(f"# Use\n\n```mcp-docs\n{body}\n```\n")
    with pytest.raises(Abort) as raised:
        join(tmp_path, harbour)
    text = " ".join((str(raised.value) + caplog.text).split())
    assert told in text
    assert "use.md:3" in text


def _with_block(folder: Path, repo: Path, body: str) -> Document:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "use.md").write_text(f"# Use\n\n```mcp-docs\n{body}\n```\n")
    return page(join(folder, repo), "use")


def test_a_block_of_what_is_gone_says_so_and_warns(
    harbour: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert "Removed in 2.0.0" in _with_block(tmp_path, harbour, "tool: berths").text
    warned = [
        record.getMessage()
        for record in caplog.records
        if record.name.startswith("mkdocs.") and record.levelname == "WARNING"
    ]
    assert any("use.md:3" in line and "tool berths was removed in 2.0.0" in line for line in warned), warned


def test_a_strict_build_fails_for_a_block_of_what_is_gone(harbour: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for body, code in (("tool: ships", 0), ("tool: berths", 1)):
        (tmp_path / "docs" / "index.md").write_text(f"```mcp-docs\n{body}\n```\n")
        (tmp_path / "mkdocs.yml").write_text(
            yaml.safe_dump({"site_name": "Mine", "plugins": [{"mcp-docs": {"repo": str(harbour)}}]})
        )
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == code, done.stderr.decode()


def test_a_block_of_a_prompt_shows_its_arguments(harbour: Path, tmp_path: Path) -> None:
    assert "Arguments who required Whom." in _with_block(tmp_path, harbour, "prompt: greet").text


@pytest.mark.parametrize(
    ("path", "way"),
    [
        ("interface/tools/ships", {"harbour": "interface", "Tools": "interface/tools"}),
        ("interface/1.1.0/tools/ships", {"harbour": "interface", "Tools": "interface/tools"}),
        ("interface/1.1.0", {"harbour": "interface", "Releases": "interface/releases"}),
        ("interface/changelog", {"harbour": "interface"}),
        ("interface/rules/tool.removed", {"harbour": "interface", "Rules": "interface/rules"}),
    ],
)
def test_each_page_leads_back(joined: Path, path: str, way: dict[str, str]) -> None:
    html = (joined / path / "index.html").read_text("utf-8")
    found = re.search(r'<nav class="mcp mcp-way".*?</nav>', html, re.DOTALL)
    assert found
    links = re.findall(r'<a href="([^"]+)">([^<]+)</a>', found[0])
    assert {title: normpath(f"{path}/{address}") for address, title in links} == way


@pytest.fixture(scope="module")
def joined(harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose own navigation names three of our pages in a section, in a theme with tabs."""
    ours = ["interface/index.md", {"Tools": "interface/tools/index.md"}, "interface/changelog/index.md"]
    return join(
        tmp_path_factory.mktemp("named"),
        harbour,
        theme={"name": "material", "font": False, "features": ["navigation.tabs"]},
        nav=[{"Home": "index.md"}, {"Guide": "guide.md"}, {"The server": ours}],
    )


@pytest.mark.parametrize("path", ["tools/ships", "1.1.0/tools/ships", "1.1.0", "audit", "tools", "changelog"])
def test_a_page_that_the_users_navigation_leaves_out_belongs_to_the_section(joined: Path, path: str) -> None:
    html = (joined / "interface" / path / "index.html").read_text("utf-8")
    tab = re.search(r'<li class="md-tabs__item md-tabs__item--active">.*?</li>', html, re.DOTALL)
    assert tab
    assert "The server" in tab[0]
