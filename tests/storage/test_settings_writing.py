"""Writing settings.json: changes are merged into the file, which is replaced as a whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from minesweeper.storage.file_changes import replace_file
from minesweeper.storage.settings import MAX_FILE_BYTES, load_settings
from minesweeper.storage.settings_writing import keep_settings

posix_only = pytest.mark.posix("links and rights of this kind are POSIX")


def entries_of(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_first_change_creates_the_settings_file_and_folder(tmp_path: Path) -> None:
    path = tmp_path / "config" / "minesweeper" / "settings.json"
    kept = keep_settings(path, {"theme": "high"})
    assert kept.saved
    assert kept.problem is None
    assert entries_of(path) == {"theme": "high"}
    assert names_in(path.parent) == ["settings.json"]


@posix_only
def test_a_new_settings_file_is_private_and_an_old_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    keep_settings(path, {"theme": "high"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    keep_settings(path, {"theme": "mono"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_unknown_settings_are_kept_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"later": {"a": [1, null]}, "theme": "mono", "my note": "Grüße \\ud800"}', "utf-8")
    keep_settings(path, {"theme": "high", "bell": True})
    assert list(entries_of(path).items()) == [
        ("later", {"a": [1, None]}),
        ("theme", "high"),
        ("my note", "Grüße \ud800"),
        ("bell", True),
    ]


def test_a_setting_can_be_removed_and_key_bindings_are_merged(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "mono", "keys": {"game": {"flag": ["g"], "open": ["o"]}, "menu": {"up": ["k"]}}}')
    keep_settings(path, {"theme": None, "keys": {"game": {"flag": ["x"], "open": None}}})
    assert entries_of(path) == {"keys": {"game": {"flag": ["x"]}, "menu": {"up": ["k"]}}}


def test_an_empty_object_is_removed_from_the_settings_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"keys": {"game": {"flag": ["g"]}}, "theme": "mono"}')
    keep_settings(path, {"keys": {"game": {"flag": None}, "menu": {"up": None}}})
    assert entries_of(path) == {"theme": "mono"}


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b"{}" + b" " * MAX_FILE_BYTES])
def test_a_damaged_settings_file_is_set_aside_and_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    (problem,) = load_settings(path)[1]
    assert problem.endswith("The defaults are in force.")
    kept = keep_settings(path, {"theme": "high"})
    assert kept.saved
    assert kept.problem is not None
    (aside,) = (name for name in names_in(tmp_path) if "damaged" in name)
    assert kept.problem == f"settings.json can't be read. It is kept as {aside}."
    assert (tmp_path / aside).read_bytes() == content
    assert entries_of(path) == {"theme": "high"}


@pytest.mark.parametrize("levels", [101, 989, 995, 100_000])
def test_a_too_deeply_nested_settings_file_is_kept_and_reported(tmp_path: Path, levels: int) -> None:
    path = tmp_path / "settings.json"
    content = '{"theme": ' + "[" * (levels - 1) + "]" * (levels - 1) + "}"
    path.write_text(content)
    (problem,) = load_settings(path)[1]
    assert problem.startswith("settings.json: nested ")
    kept = keep_settings(path, {"bell": True})
    assert not kept.saved
    assert (kept.problem or "").startswith("settings.json: nested ")
    assert (path.read_text(), names_in(tmp_path)) == (content, ["settings.json"])


def test_settings_nested_to_the_limit_are_read_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": ' + "[" * 99 + "]" * 99 + "}")
    (problem,) = load_settings(path)[1]
    assert problem.startswith("settings.json: theme is [[[")
    assert keep_settings(path, {"bell": True}).saved
    assert "theme" in (entries_of(path) or {})


def test_after_damage_the_backup_of_the_settings_is_used(tmp_path: Path) -> None:
    path, backup = tmp_path / "settings.json", tmp_path / "settings.json.bak"
    keep_settings(path, {"theme": "high", "bell": True})
    keep_settings(path, {"bell": False})
    path.write_bytes(b'{"theme": "hi')
    settings, problems = load_settings(path)
    assert settings.text("theme") == "high"
    assert len(problems) == 1
    assert "last good copy" in problems[0]
    keep_settings(path, {"details": True})
    assert entries_of(path) == {"theme": "high", "bell": True, "details": True}
    assert entries_of(backup) == {"theme": "high", "bell": True}  # the backup is never a copy of a damaged file


@posix_only
def test_a_dangling_link_to_the_settings_creates_its_target(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.symlink_to(tmp_path / "dotfiles" / "mine.json")
    assert keep_settings(path, {"bell": True}).saved
    assert entries_of(tmp_path / "dotfiles" / "mine.json") == {"bell": True}


def test_old_temporary_settings_files_are_removed(tmp_path: Path) -> None:
    old, young, mine = (tmp_path / f"settings.json.new-{end}" for end in ("0000000a", "0000000b", "of-mine"))
    for path in (old, young, mine):
        path.write_text("{")
    os.utime(old, (0, 0))
    os.utime(mine, (0, 0))
    keep_settings(tmp_path / "settings.json", {"theme": "high"})
    assert names_in(tmp_path) == ["settings.json", young.name, mine.name]


json_values = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@hypothesis_settings(max_examples=30)
@given(
    before=st.dictionaries(st.text(max_size=5), json_values, max_size=4),
    changes=st.dictionaries(st.text(max_size=5), json_values | st.none(), max_size=4),
)
def test_any_change_of_settings_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, before: dict[str, Any], changes: dict[str, Any]
) -> None:
    path = tmp_path_factory.mktemp("home") / "settings.json"
    path.write_text(json.dumps(before))
    assert keep_settings(path, changes).saved
    expected = {name: value for name, value in {**before, **changes}.items() if value is not None}
    assert entries_of(path) == expected


@posix_only
def test_only_a_regular_settings_file_is_read_or_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "settings.json"
    os.mkfifo(pipe)
    assert load_settings(pipe)[1] == [
        "settings.json can't be read: it isn't a regular file. The defaults are in force."
    ]
    kept = keep_settings(pipe, {"bell": True})
    assert not kept.saved
    assert kept.problem == "settings.json can't be written (it isn't a regular file), so the settings are not saved."
    with pytest.raises(OSError, match="it isn't a regular file"):
        replace_file(pipe, b"{}")
    assert (names_in(tmp_path), pipe.is_fifo()) == (["settings.json"], True)
