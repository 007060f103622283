"""The folders for settings and data on each system. New folders can be entered only by their owner."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from minesweeper.storage.file_changes import make_private
from minesweeper.storage.paths import config_folder, data_folder


@pytest.mark.parametrize(
    ("platform", "environ", "config", "data"),
    [
        ("linux", {"HOME": "/home/a"}, "/home/a/.config/minesweeper", "/home/a/.local/share/minesweeper"),
        ("linux", {"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c/minesweeper", "/d/minesweeper"),
        ("linux", {"HOME": "/a", "XDG_CONFIG_HOME": "c"}, "/a/.config/minesweeper", "/a/.local/share/minesweeper"),
        ("darwin", {"HOME": "/a"}, *["/a/Library/Application Support/minesweeper"] * 2),
    ],
)
def test_settings_and_data_folders_follow_the_system(
    platform: str, environ: dict[str, str], config: str, data: str
) -> None:
    assert Path(config_folder(environ, platform) or "") == Path(config)
    assert Path(data_folder(environ, platform) or "") == Path(data)


@pytest.mark.parametrize(
    "environ",
    [{"LOCALAPPDATA": r"C:\Users\a\AppData\Local"}, {"LOCALAPPDATA": "Local", "USERPROFILE": r"C:\Users\a"}],
)
def test_windows_keeps_settings_and_data_in_one_folder(environ: dict[str, str]) -> None:
    folder = config_folder(environ, "win32")
    assert folder == data_folder(environ, "win32")
    assert (folder or "").replace("/", "\\") == r"C:\Users\a\AppData\Local\minesweeper"


@pytest.mark.parametrize(
    ("platform", "environ"),
    [
        ("linux", {}),
        ("linux", {"HOME": ""}),
        ("linux", {"HOME": "home/a"}),
        ("linux", {"HOME": "/home/\0a"}),
        ("win32", {"HOME": "/home/a"}),
    ],
)
def test_without_a_home_there_are_no_settings_and_data_folders(platform: str, environ: dict[str, str]) -> None:
    assert config_folder(environ, platform) is None
    assert data_folder(environ, platform) is None


@pytest.mark.posix("rights of this kind are POSIX")
def test_an_existing_folder_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
