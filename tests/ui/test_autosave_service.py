"""Autosave on the full screen: when games are saved and recorded, and what the player sees if that fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import Session, new_session
from minesweeper.storage.records import RunningGame
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.store import Written
from minesweeper.ui.autosave_service import AutosaveService, started_by
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.loop import run
from minesweeper.ui.screens.menu import take_saved
from minesweeper.ui.terminal.events import Change, Key
from tests.storage.storing import fill_disk, free_disk, games_in
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Meanwhile, Step, Wait
from tests.ui.driving import board, menu

EASY = "*2*\n..."
"""`WIN` opens the 2, flags both mines and chords."""
WIN: list[Step] = ["up", "space", "left", "f", "right", "right", "f", "left", "space"]
LOSE: list[Step] = ["up", "space", "left", "space"]


class Program:
    """One run of the program with a script. Only the database is real."""

    def __init__(self, folder: Path | None, session: Session | None = None) -> None:
        self.clock = FakeClock()
        self.autosave = AutosaveService(folder)
        self.screen = FakeTerminal(24, 80, clock=self.clock)
        self.session = session or fresh(EASY)

    def play(self, *script: Step) -> FakeTerminal:
        """Plays the script. At its end, the terminal closes."""
        self.screen.add(*script, Wait(0.01))
        model = menu()
        run(open_game(model, self.session), self.screen, self.clock, services=lambda: (self.autosave,))
        self.problem = self.autosave.unsaved
        return self.screen


def fresh(picture: str) -> Session:
    """A session on the board of a text board, counted as a random board that the player doesn't know."""
    return board(picture, "beginner")._replace(is_known_board=False)


def results_in(folder: Path) -> list[str]:
    """The results of the recorded games, the newest first."""
    return [game.result for game in games_in(folder)]


class TestKeysTypedAhead:
    """Keys typed before the program could read them mean the same as keys typed a moment later."""

    @pytest.fixture(autouse=True)
    def saved(self, tmp_path: Path) -> None:
        Program(tmp_path).play("up", "space", "left", "f")

    def type_ahead(self, folder: Path, model: Model, *script: Step) -> FakeTerminal:
        clock = FakeClock()
        screen, autosave = FakeTerminal(24, 80, [*script, Wait(0.01)], clock=clock), AutosaveService(folder)
        run(model, screen, clock, services=lambda: (autosave,))
        return screen

    def test_enter_typed_before_the_menu_appears_continues_the_saved_game(self, tmp_path: Path) -> None:
        screen = self.type_ahead(tmp_path, menu(), "enter")
        assert "✱ 1" in screen.text

    def test_keys_typed_before_play_continue_loads_reach_the_saved_game(self, tmp_path: Path) -> None:
        model = take_saved(menu())
        screen = self.type_ahead(tmp_path, model, "right", "right", "f")
        assert "✱ 0" in screen.text


class TestRecording:
    def test_a_game_given_up_or_replaced_is_recorded_as_abandoned(self, tmp_path: Path) -> None:
        Program(tmp_path).play("up", "space", "x", "delete", "y", Wait(1))
        Program(tmp_path).play("up", "space", "n", "y", Wait(1))
        assert results_in(tmp_path) == ["abandoned", "abandoned"]

    def test_games_replaced_within_one_burst_of_keys_are_all_recorded(self, tmp_path: Path) -> None:
        Program(tmp_path).play("up", "space", "n", "y", "space", "n", "y")
        assert results_in(tmp_path) == ["abandoned", "abandoned"]

    @pytest.mark.parametrize("way", [["q"], ["x", "m", Wait(1), "q"], ["x", "q"]])
    def test_flags_set_before_the_first_open_are_saved(self, way: list[Step], tmp_path: Path, saves: Saves) -> None:
        Program(tmp_path, new_session(BoardSpec(9, 9, 10), "beginner")).play("f", "right", "f", *way)
        (saved,) = saves.games()
        taken = saves.take(saved.id).value
        assert taken is not None
        assert taken.session.game.flags.bit_count() == 2
        assert taken.session.undo().game.flags.bit_count() == 1

    def test_a_game_whose_only_flag_was_removed_isnt_saved(self, tmp_path: Path, saves: Saves) -> None:
        Program(tmp_path).play("f", Wait(3), "f", "q")
        assert saves.games() == []

    def test_a_board_that_is_played_again_is_recorded_as_a_known_board(self, tmp_path: Path) -> None:
        Program(tmp_path).play(*LOSE, Wait(1), "R", Wait(1), "n", "y", Wait(1))
        assert [(game.result, game.standing) for game in games_in(tmp_path)] == [
            ("lost", "unassisted"),
        ]
        given_up = ("space", "x", "delete", "y", Wait(1))
        Program(tmp_path, new_session(BoardSpec(9, 9, 10), "beginner")).play(*given_up, "R", "n", "y")
        assert ("abandoned", "known") in [(game.result, game.standing) for game in games_in(tmp_path)]


class TestSaving:
    def saved(self, saves: Saves) -> RunningGame:
        """The only saved game, opened for playing."""
        (game,) = saves.games()
        taken = saves.take(game.id).value
        assert taken is not None
        return taken

    def test_leaving_a_game_for_the_menu_saves_its_what_if_mines(self, tmp_path: Path, saves: Saves) -> None:
        Program(tmp_path).play("up", "space", Wait(2), "home", "p", Wait(2), "x", "m", Wait(2), "q")
        assert self.saved(saves).what_if_mines

    def test_a_crash_saves_the_running_game(
        self, tmp_path: Path, saves: Saves, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = Program(tmp_path)
        monkeypatch.setattr("minesweeper.ui.game.overlay_mode.switch_overlay", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            program.play("up", "space", "left", "f", "v")
        program.autosave.close()
        assert self.saved(saves).session.game.flags == 1

    def test_a_suspended_program_has_saved_its_game(self, tmp_path: Path, saves: Saves) -> None:
        program = Program(tmp_path)
        stops: list[float] = []
        program.screen.suspend = lambda: stops.extend(  # type: ignore[method-assign]
            game.elapsed for game in saves.games()
        )
        program.play("up", "space", Wait(3.5), Change.SUSPEND)
        assert stops == [pytest.approx(3.5)]

    def test_a_paused_game_is_saved_only_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        program = Program(tmp_path)
        moments: list[float] = []
        monkeypatch.setattr(Saves, "save", spy(Saves.save, lambda: moments.append(program.clock.now)))
        program.play("up", "space", Wait(0.2), "x", "down", Wait(5), "down", Wait(5), "q")
        assert len(moments) == 2


def spy(save: Callable[[Saves, RunningGame], Written[None]], tell: Callable[[], None]) -> object:
    """Wraps `Saves.save` so that `tell` is called before each save."""

    def wrapped(saves: Saves, game: RunningGame) -> Written[None]:
        tell()
        return save(saves, game)

    return wrapped


class TestTrouble:
    def test_a_notice_that_games_arent_saved_goes_with_the_next_key(self) -> None:
        screen = Program(None).play(Wait(0.1), Key("right"), Wait(5), "right", Wait(5))
        assert "not saved" not in screen.text


class TestFullDisk:
    """The disk becomes full in the middle of a game."""

    @pytest.fixture
    def full(self, tmp_path: Path) -> list[Step]:
        """Keys that set a flag just after the disk became full. The flag can't be saved, and more keys follow."""
        fill = Meanwhile(lambda: fill_disk(tmp_path))
        return ["up", "space", Wait(2), fill, "left", "f", Wait(2), "right", "left", Wait(2)]

    @pytest.mark.parametrize("keys", [["q"], ["x", "q"], ["x", "m", "q"]])
    def test_quitting_asks_first_if_the_game_cant_be_saved(
        self, keys: list[Step], tmp_path: Path, full: list[Step]
    ) -> None:
        program = Program(tmp_path)
        screen = program.play(*full, *keys, Wait(0.1))
        assert "Quit? " in screen.text
        assert "can't be saved" in screen.text
        assert program.problem == "The game is not saved: the disk is full."

    @pytest.mark.parametrize("keys", [["q"], ["x", "q"], ["x", "m", "q"]])
    def test_quitting_saves_the_game_once_more_and_asks_if_that_fails(self, keys: list[Step], tmp_path: Path) -> None:
        fill = Meanwhile(lambda: fill_disk(tmp_path))
        screen = Program(tmp_path).play("up", "space", "left", Wait(2), fill, "f", *keys, Wait(0.1))
        assert "Quit? " in screen.text

    def test_the_menu_reports_an_unsaved_game_until_the_disk_has_room(self, tmp_path: Path, full: list[Step]) -> None:
        notice = "The game is not saved: the disk is full."
        screen = Program(tmp_path).play(*full, "x", "m", Wait(5), "up", "down", Wait(5))
        assert notice in screen.text
        assert "Beginner, 0:06 played, not saved" in screen.text
        free_disk(tmp_path)
        screen = Program(tmp_path).play(*full, "x", "m", Wait(5), Meanwhile(lambda: free_disk(tmp_path)), Wait(1.5))
        assert "not saved" not in screen.text

    def test_a_won_game_is_recorded_once_the_disk_has_room_again(self, tmp_path: Path) -> None:
        fill, free = Meanwhile(lambda: fill_disk(tmp_path)), Meanwhile(lambda: free_disk(tmp_path))
        ended = Program(tmp_path).play(*WIN[:-1], Wait(2), fill, WIN[-1], Wait(2))
        assert "The game is not saved: the disk is full." in ended.text
        free_disk(tmp_path)
        program = Program(tmp_path)
        screen = program.play(*WIN[:-1], Wait(2), fill, WIN[-1], Wait(2), free, Wait(2), "left", Wait(1))
        assert "FIRST WIN" in screen.text
        assert "not saved" not in screen.text
        assert program.problem is None
        assert results_in(tmp_path) == ["won"]


def test_autosave_opens_the_database_only_after_the_first_frame(tmp_path: Path) -> None:
    program = Program(tmp_path / "games")
    paint = program.screen.paint
    exists: list[bool] = []

    def watch_paint(frame: Frame) -> None:
        exists.append((tmp_path / "games").exists())
        paint(frame)

    program.screen.paint = watch_paint  # type: ignore[method-assign]
    program.play(Wait(1))
    assert exists[0] is False
    assert exists[-1] is True


@pytest.mark.parametrize(
    ("program", "command"),
    [
        ("/usr/local/bin/minesweeper", "minesweeper"),
        ("minesweeper.py", "python3 minesweeper.py"),
        ("/home/me/my games/minesweeper.py", "python3 '/home/me/my games/minesweeper.py'"),
        ("/lib/minesweeper/__main__.py", "python3 -m minesweeper"),
    ],
)
def test_the_command_to_resume_is_the_one_that_started_the_program(program: str, command: str) -> None:
    assert started_by(program) == command
