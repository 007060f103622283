"""The fingerprint of code: it changes with any module, and boards are played by no other code."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from minesweeper.bench import fingerprint as subject
from minesweeper.bench.fingerprint import CODE, OtherCodeError, check_code, code_of_player, fingerprint
from minesweeper.bench.games import play_all
from minesweeper.boards.layout import Board, read_layout


def test_it_changes_with_any_module_and_with_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.py").write_bytes(b"x = 1\ny = 2\n")
    (tmp_path / "inner" / "b.py").write_bytes(b"")
    first = fingerprint(tmp_path)
    (tmp_path / "a.py").write_bytes(b"x = 1\r\ny = 2\r\n")
    (tmp_path / "notes.txt").write_text("nothing that is run")
    assert fingerprint(tmp_path) == first
    (tmp_path / "inner" / "b.py").write_bytes(b"x = 1\n")
    second = fingerprint(tmp_path)
    (tmp_path / "inner" / "b.py").rename(tmp_path / "inner" / "c.py")
    assert len({first, second, fingerprint(tmp_path)}) == 3


def test_a_package_in_an_archive_has_that_of_the_archive(tmp_path: Path) -> None:
    archive = tmp_path / "package.zip"
    archive.write_bytes(b"PK")
    assert fingerprint(archive / "minesweeper" / "bench") == fingerprint(archive)


def test_boards_from_other_code_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [Board(read_layout("*1."), 1)]
    games = play_all(boards, "best", 1)  # given out by this code
    monkeypatch.setattr(subject, "CODE", "other")  # and come to other code
    with pytest.raises(OtherCodeError, match=f"fingerprint other and not {CODE}"):
        list(games)
    monkeypatch.undo()
    check_code(CODE)


def load_anew(path: Path) -> None:
    sys.modules.pop(path.stem, None)
    importlib.invalidate_caches()
    importlib.import_module(path.stem)


def test_a_player_of_ones_own_has_the_fingerprint_of_what_is_loaded_and_ours_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "own_player_of_fingerprints.py"
    place.write_text("def play(position):\n    return None\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    load_anew(place)
    before = code_of_player(f"{place.stem}:play")
    place.write_text("def play(position):\n    return 1, False\n")
    still = code_of_player(f"{place.stem}:play")
    load_anew(place)
    after = code_of_player(f"{place.stem}:play")
    del sys.modules[place.stem]
    assert None not in (before, after)
    assert before == still != after
    assert code_of_player("best") is None
