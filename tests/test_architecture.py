"""Arrows go one way: what each part may import, read from the source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "mcp_docs"
MODULES = {
    ".".join(("mcp_docs", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

#: Parts of the shell; everything else is core, does no I/O and imports none of these.
SHELL = ("mcp_docs.cli", "mcp_docs.sources", "mcp_docs.site", "mcp_docs.pipeline", "mcp_docs.testing")
#: The way in: names for what stands elsewhere, no code of their own.
FACADE = ("mcp_docs", "mcp_docs.__main__")
#: Third-party packages that each have one home.
HOMES = {
    "click": ("mcp_docs.cli",),
    "feedgen": ("mcp_docs.feed.atom",),
    "git": ("mcp_docs.sources",),
    "icalendar": ("mcp_docs.feed.calendar",),
    "httpx2": ("mcp_docs.sources.live",),
    "jinja2": ("mcp_docs.site.render", "mcp_docs.site.compiled"),
    "jsonschema": ("mcp_docs.schema",),
    "markdown_it": ("mcp_docs.site.text",),
    "markupsafe": ("mcp_docs.site",),
    "mcp": ("mcp_docs.sources",),
    "mkdocs": ("mcp_docs.site",),
    "platformdirs": ("mcp_docs.sources.caching",),
    "nh3": ("mcp_docs.site.text",),
    "pytest": ("mcp_docs.testing",),
    "referencing": ("mcp_docs.schema",),
    "semver": ("mcp_docs.semver",),
    "yaml": ("mcp_docs.contracts.yamltext",),
    "tomlkit": ("mcp_docs.tomltext",),
}
#: What does I/O in the standard library.
IO_MODULES = {
    "os",
    "pathlib",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "urllib",
    "http",
    "asyncio",
    "time",
}


#: What says of itself what it is.
OBVIOUS = {"version"}


def imports(path: Path, *, top_level_only: bool = False) -> Iterator[str]:
    """Yield the dotted name of everything that a module imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if top_level_only else list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in MODULES else str(node.module)


def is_under(module: str, roots: tuple[str, ...]) -> bool:
    return any(module == root or module.startswith(root + ".") for root in roots)


@pytest.mark.parametrize("module", MODULES)
def test_core_does_no_io_and_does_not_know_the_shell(module: str) -> None:
    if is_under(module, SHELL) or module in FACADE:
        return
    for name in imports(MODULES[module]):
        assert not is_under(name, SHELL), f"{module} (core) imports {name} (shell)"
        assert name.partition(".")[0] not in IO_MODULES, f"{module} (core) imports {name}"


@pytest.mark.parametrize("module", MODULES)
def test_each_library_has_one_home(module: str) -> None:
    for name in imports(MODULES[module]):
        package = name.partition(".")[0]
        if package not in sys.stdlib_module_names and package != "mcp_docs":
            homes = HOMES.get(package, ())
            assert is_under(module, homes), f"{module} imports {name}, whose home is {homes or 'nowhere yet'}"


@pytest.mark.parametrize("module", MODULES)
def test_nothing_imports_the_command_line(module: str) -> None:
    if not is_under(module, ("mcp_docs.cli",)) and module not in FACADE:
        assert not any(is_under(name, ("mcp_docs.cli",)) for name in imports(MODULES[module]))


def test_there_is_no_import_cycle() -> None:
    graph = {
        module: {name for name in imports(path, top_level_only=True) if name in MODULES}
        for module, path in MODULES.items()
    }
    done: set[str] = set()
    while ready := [module for module in graph if module not in done and graph[module] <= done | {module}]:
        done.update(ready)
    assert set(graph) - done == set()


def test_no_module_and_no_function_is_too_long() -> None:
    long = []
    for module, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        if len(text.splitlines()) > 400:
            long.append(f"{module}: {len(text.splitlines())} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > 40:
                    long.append(f"{module}.{node.name}: {length} lines")
    assert long == []


def test_every_part_has_its_place_in_the_map() -> None:
    table = (PACKAGE.parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n| part |")[2]
    parts = {module.split(".")[1] for module in MODULES if module not in FACADE} - OBVIOUS
    assert {part for part in parts if f"`{part}`" not in table.partition("\n\n")[0]} == set()


def test_no_two_modules_of_tests_share_a_name() -> None:
    """Python imports them by their name alone: the second of a run would not be run."""
    names = [path.name for path in Path(__file__).parent.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
