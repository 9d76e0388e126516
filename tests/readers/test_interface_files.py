from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from mcp_docs import load_interface, writer
from mcp_docs.errors import LockfileError, OutputError
from mcp_docs.interface import Interface, Server, Tool
from mcp_docs.sources import files
from mcp_docs.sources.files import save_interface

ONE = Interface(Server({"name": "demo"}), (Tool({"name": "a", "inputSchema": {}}),))
OTHER = Interface(Server({"name": "demo"}), (Tool({"name": "b", "inputSchema": {}}),))


def failure(path: str | Path) -> LockfileError:
    with pytest.raises(LockfileError) as caught:
        load_interface(path)
    return caught.value


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_saved_interface_is_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "mcp-docs.lock"
    assert save_interface(ONE, path)
    assert path.read_bytes() == writer.write(ONE)
    assert load_interface(path).digest == ONE.digest
    assert load_interface(str(path)).tools == ONE.tools
    assert names_in(tmp_path) == ["mcp-docs.lock"]


def test_a_folder_is_loaded_with_its_subfolders(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub" / "a.snap").write_text('{"name": "a", "inputSchema": {}}')
    (tmp_path / "b.json").write_text('{"name": "b", "inputSchema": {}}')
    (tmp_path / ".git" / "c.json").write_text("no JSON")
    (tmp_path / "README.md").write_text("no JSON")
    interface = load_interface(tmp_path)
    assert ([tool.key for tool in interface.tools], interface.problems) == (["a", "b"], ())


def test_a_fault_names_the_file_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.lock").write_text('{\n  "tools": [,]\n}')
    error = failure("./bad.lock")
    assert str(error.where) == "./bad.lock:2:13"
    assert str(error).startswith("./bad.lock:2:13: the file is not JSON: ")


def test_a_fault_in_a_folder_names_the_file_within(tmp_path: Path) -> None:
    (tmp_path / "a.snap").write_text("[")
    assert str(failure(tmp_path).where) == f"{tmp_path / 'a.snap'}:1:2"


def test_a_path_that_cannot_be_read_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("[]")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, words in {
        "absent": "there is no such file or folder",
        "file/below": "a part of the path is a file",
        "loop": "the symbolic links lead in a circle",
        "dangling": "there is no such file or folder",
        "empty": "the folder holds no tool file",
        "pipe": "is neither a file nor a folder",
        "x" * 5_000: "the name is too long",
        "nul\0": "NUL",
    }.items():
        error = failure(f"{tmp_path}/{name}")
        assert words in error.what
        assert error.hint


def test_a_link_in_a_folder_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"name": "a", "inputSchema": {}}')
    (tmp_path / "b.json").symlink_to("b.json")
    error = failure(tmp_path)
    assert error.where is not None
    assert error.where.file == str(tmp_path / "b.json")


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"name": "a", "inputSchema": {}}')
    (tmp_path / "again").symlink_to(tmp_path)
    assert [tool.key for tool in load_interface(tmp_path).tools] == ["a"]
    assert load_interface(tmp_path).problems == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_a_file_without_permission_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "secret.lock"
    path.write_text("[]")
    path.chmod(0)
    assert "permission is denied" in failure(path).what


def test_more_than_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SIZE_LIMIT", 60)
    tool = '{"name": "a", "inputSchema": {}}'
    (tmp_path / "exact.json").write_text(f"[{tool}]".ljust(60))
    assert len(load_interface(tmp_path / "exact.json").tools) == 1
    (tmp_path / "large.json").write_text(f"[{tool}]".ljust(61))
    assert "is larger than" in failure(tmp_path / "large.json").what
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.json").write_text(tool)
    (tmp_path / "folder" / "b.json").write_text(tool)
    assert "is larger than" in failure(tmp_path / "folder").what


def test_an_unchanged_interface_does_not_touch_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    save_interface(ONE, path)
    os.utime(path, (5, 5))
    assert not save_interface(ONE, path)
    assert path.stat().st_mtime == 5
    assert save_interface(OTHER, path)
    assert load_interface(path).digest == OTHER.digest


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "real.lock", tmp_path / "link.lock"
    save_interface(ONE, path)
    path.chmod(0o640)
    link.symlink_to("real.lock")
    save_interface(OTHER, link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_bytes() == writer.write(OTHER)


def test_a_new_file_has_the_permissions_that_any_new_file_has(tmp_path: Path) -> None:
    save_interface(ONE, tmp_path / "a.lock")
    (tmp_path / "plain").touch()
    assert (tmp_path / "a.lock").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_what_cannot_be_written_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (
        tmp_path,
        tmp_path / "absent" / "a.lock",
        tmp_path / "file" / "a.lock",
        tmp_path / ("x" * 300),
    ):
        with pytest.raises(OutputError) as caught:
            save_interface(ONE, path)
        assert caught.value.where is not None
        assert caught.value.where.file == str(path)
        assert caught.value.hint
    assert names_in(tmp_path) == ["file"]


def test_an_old_file_survives_a_failure_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.lock"
    save_interface(ONE, path)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="the disk is full"):
        save_interface(OTHER, path)
    assert path.read_bytes() == writer.write(ONE)
    assert names_in(tmp_path) == ["a.lock"]
