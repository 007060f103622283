"""Replays on the screen: steps, speeds, guesses and odds, the list of games, export, and playing the board again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from minesweeper.archive import Archive
from minesweeper.cli import main
from minesweeper.finished import FinishedGame, Guess, finish_game
from minesweeper.history import count_games, get_game, list_games, record_game
from minesweeper.replay_files import ReplayError
from minesweeper.running import RunningGame, new_id
from minesweeper.session import Session
from minesweeper.ui.events import Focus, Mouse
from minesweeper.ui.model import Ask, Looks, Model, handle, resize, tick, wait
from minesweeper.ui.screens.game import GameScreen, start_game
from minesweeper.ui.screens.menu import MenuScreen, open_menu
from minesweeper.ui.screens.replay import ReplayScreen, open_replay
from minesweeper.ui.screens.replay_moves import MovesScreen
from minesweeper.ui.screens.replay_state import ReplayState
from minesweeper.ui.screens.replays_list import WINDOW, Filter, GamesLike, Part, ReplaysScreen, game_line
from minesweeper.ui.watch import find_replay
from tests.fake_screen import Wait
from tests.slices import write_replay
from tests.terminal.session import Terminal
from tests.ui.driving import ASCII, CALM, board, press, rows_of, state_of, text_of, work
from tests.ui.test_keeper import LOSE, Program
from tests.ui.test_stats import serve
from tests.ui.watching import SIZES, Step, click_text, framed, steps, style_of, trimmed, wander, wheel

KEYS = "space p left right , . home end + - = up down v m e r j t w s a d esc h q x y enter delete pgdn".split()
PICTURE = "*1\n11"


def finished(session: Session) -> FinishedGame:
    game = finish_game(RunningGame(session, session.id or new_id()))
    assert game is not None
    return game


def lost_game() -> FinishedGame:
    """The lower right is opened, a wrong flag after 1.25 s, then the mine after 2.25 s: a guess, one of three."""
    session = replace(board(PICTURE, "beginner"), known=False, first=None)
    session = session.open_cell(3).tick(1.25).mark(1, question_marks=False).tick(1.0).open_cell(0)
    game = finished(session)
    assert game.replay is not None
    return replace(game, replay=replace(game.replay, dealt=True), ended_at="2026-11-14T21:07:00.000Z")


def watching(cols: int = 80, rows: int = 24, game: FinishedGame | None = None, looks: Looks | None = None) -> Model:
    """A replay over the menu, its guesses known."""
    model = Model(rows, cols, (open_menu(),), CALM, looks=looks or Looks())
    return work(model.push(open_replay(game or lost_game(), model, "14 Nov 21:07", start_game, is_kept=False)))


def replay_of(model: Model) -> ReplayState:
    assert isinstance(model.top, ReplayScreen)
    return model.top.state


class TestSteps:
    def test_the_first_step_shows_the_move_that_comes(self) -> None:
        rows = rows_of(watching())
        assert rows[0].startswith(" Replay  Beginner  normal")
        assert rows[22] == " Step 1: open row 2 col 2."
        text = "\n".join(rows)
        for line in ("14 Nov 21:07   lost 0:02", "Step      1 of 3", "Guesses in this game", "  step 3     33%  boom"):
            assert line in text

    def test_steps_forward_and_back_show_the_same_board(self) -> None:
        model = watching()
        frames = []
        for _ in range(4):
            frames.append(text_of(work(model)))
            model = press(model, "right")
        assert len(set(frames)) == 4
        assert press(model, "right") == model
        for frame in reversed(frames):
            assert text_of(work(model)) == frame
            model = press(model, "left")

    def test_home_and_end(self) -> None:
        model = press(watching(), "end")
        assert replay_of(model).is_at_end
        assert rows_of(model)[22] == " The end: lost after 0:02.250."
        judged = " The end: lost after 0:02.250 by a guess, 33% a mine; no cell was better."
        assert rows_of(work(model))[22] == judged
        assert "!✸" in text_of(model)
        assert replay_of(press(model, "home")).step == 0

    def test_guesses_are_jumped_to_and_judged(self) -> None:
        model = work(press(watching(), "."))
        assert replay_of(model).step == 2
        assert rows_of(model)[22] == " Step 3: a guess that had to be made. 33% a mine, no cell was better."
        assert "Odds      33%, forced" in text_of(model)
        assert "Best was  this cell" in text_of(model)
        assert "There is no later guess." in text_of(press(model, "."))
        assert "There is no earlier guess." in text_of(press(model, ","))
        assert replay_of(press(model, "end", ",")).step == 2

    def test_a_guess_that_was_not_needed_says_what_was_safe(self) -> None:
        session = replace(board("1*1..\n111..\n.....\n111..\n1*1.*"), known=False)
        session = session.open_cell(10).open_cell(24)
        game = finished(session)
        assert game.replay is not None
        model = work(press(watching(game=replace(game, replay=replace(game.replay, dealt=True))), "."))
        assert "none was needed" in rows_of(model)[22]
        assert ", needless" in text_of(model)
        assert "% more risk" in text_of(model)
        assert " by a needless guess, " in text_of(work(press(model, "end")))

    def test_a_game_without_a_guess_says_so(self) -> None:
        game = replace(lost_game(), guesses=())
        assert "No guess in this game" in text_of(watching(game=game))
        assert "There is no guess in this game." in text_of(press(watching(game=game), "."))


class TestTime:
    def test_it_runs_as_fast_as_it_was_played(self) -> None:
        model = press(watching(), "space")
        assert replay_of(model).playing
        model = tick(model, 0.5)
        assert replay_of(model).step == 1
        assert wait(model) == pytest.approx(0.5)
        model = tick(model, 0.5)
        assert wait(model) == pytest.approx(0.25)
        assert replay_of(tick(model, 0.3)).step == 2
        ended = tick(tick(model, 0.3), 5.0)
        assert replay_of(ended).is_at_end
        assert wait(ended) is None

    @pytest.mark.parametrize(("pluses", "seconds"), [(0, 2.25), (1, 1.125), (2, 0.45)])
    def test_speeds(self, pluses: int, seconds: float) -> None:
        model = press(watching(), *["+"] * pluses, "space")
        assert not replay_of(tick(model, seconds - 0.01)).is_at_end
        assert replay_of(tick(model, seconds + 0.01)).is_at_end

    def test_a_running_replay_that_is_made_instant_is_at_its_end(self) -> None:
        model = press(watching(), "space", "+", "+", "+", "+")
        assert replay_of(model).is_at_end
        assert not replay_of(model).playing
        assert wait(model) is None

    def test_without_waiting_it_is_at_the_end_at_once(self) -> None:
        model = press(watching(), "+", "+", "+", "+", "space")
        assert replay_of(model).is_at_end
        assert "Speed     instant" in text_of(model)
        assert "Speed     5x" in text_of(press(model, "-"))
        assert "Speed: 5x." in text_of(press(model, "-"))

    def test_space_pauses_and_begins_anew_at_the_end(self) -> None:
        model = tick(press(watching(), "space"), 0.6)
        paused = press(model, "space")
        assert not replay_of(paused).playing
        assert tick(paused, 99) == paused
        again = press(paused, "end", "space")
        assert (replay_of(again).step, replay_of(again).playing) == (0, True)

    def test_who_goes_away_does_not_miss_the_end(self) -> None:
        assert not replay_of(handle(press(watching(), "space"), Focus(False))).playing

    def test_the_line_of_time_can_be_clicked(self) -> None:
        model = watching()
        row = rows_of(model)[21]
        assert row.startswith(" 0:00 |--")
        assert row.endswith("✸ 0:02")
        assert "?" not in row  # the guess is the end itself
        assert replay_of(handle(model, Mouse("press", "left", 21, row.index("✸")))).is_at_end
        middle = handle(model, Mouse("press", "left", 21, len(row) // 2))
        assert replay_of(middle).step == 1

    def test_the_wheel_steps(self) -> None:
        assert replay_of(wheel(watching(), "down")).step == 1


class TestOverlay:
    def test_odds_are_laid_over_the_board(self) -> None:
        model = work(press(watching(), "right", "v", "v"))
        assert "33" in text_of(model)
        assert "Row 1 col 2: 33.3% a mine." in rows_of(model)[22]
        assert "Row 1 col 2: undecided. No cell is safe." in text_of(work(press(watching(), "right", "v")))

    def test_odds_are_shown_while_it_runs_too(self) -> None:
        model = work(tick(press(watching(), "v", "v", "space"), 1.0))
        assert replay_of(model).playing
        assert replay_of(model).known is not None

    def test_the_end_has_none(self) -> None:
        model = work(press(watching(), "v", "end"))
        assert model.top.task() is None


class TestScreen:
    def test_a_replay_at_20x7(self) -> None:
        picture = "\n".join(["*" + "." * 8, *["." * 9] * 8])
        session = replace(board(picture, "beginner"), known=False).mark(40, question_marks=False).mark(0, False)
        session = session.open_cell(80)
        model = watching(20, 7, finished(session), ASCII)
        assert framed(press(model, "right")) == trimmed(
            """
            |+2/3 0:00 ||-------+|
            ||[.]. . . . . . . .||
            || . . . . . . . . .||
            || . . . . . . . . .||
            || . . . . . . . . .||
            |flag r1 c1          |
            ||------------------x|
            """
        )

    def test_the_list_of_moves_leads_to_a_step(self) -> None:
        model = press(watching(), "m")
        assert isinstance(model.top, MovesScreen)
        assert rows_of(model)[2:5] == [
            " ▸    1   0:00.000  open row 2 col 2             0.0 cells",
            "      2   0:01.250  flag row 1 col 2             1.0 cells",
            "      3   0:02.250  open row 1 col 1             1.0 cells  guess 33%",
        ]
        small = resize(press(model, "end"), 7, 20)
        assert rows_of(small)[3:] == ["▸ 3   open r1 c1 ?", "", "", "0:02.250 1.0 cells"]
        assert replay_of(press(model, "end", "enter")).step == 2
        assert replay_of(press(model, "esc")).step == 0
        assert replay_of(click_text(model, "flag row 1")).step == 1

    def test_the_board_can_be_played_and_is_then_known(self) -> None:
        model = press(watching(), "r")
        assert isinstance(model.top, GameScreen)
        session = state_of(model).session
        assert session.known
        assert session.id
        assert session.game.layout is not None
        assert session.game.opened

    def test_escape_leads_back_and_hints_are_buttons(self) -> None:
        assert isinstance(press(watching(), "esc").top, MenuScreen)
        assert replay_of(click_text(watching(), "Right step")).step == 1
        assert press(watching(), "q").exit_status == 0
        assert "REPLAY" in text_of(press(watching(), "h"))

    def test_another_size_keeps_the_step(self) -> None:
        model = resize(press(watching(), "right", "right"), 7, 20)
        assert replay_of(model).step == 2
        text_of(model)

    @given(SIZES, steps(KEYS))
    def test_every_frame_fits(self, size: tuple[int, int], script: list[Step]) -> None:
        wander(watching(size[1], size[0]), script)


class TestGuessesAreKept:
    def test_the_end_of_a_game_finds_them_and_keeps_them(self, tmp_path: Path) -> None:
        screen = Program(tmp_path).play(*LOSE, Wait(5))
        assert "Guesses    1" in screen.text or "Guesses    2" in screen.text
        archive = Archive(tmp_path)
        (game,) = list_games(archive.store)
        assert game.guesses
        assert game.guesses[-1].survived is False
        archive.close()

    def test_watching_a_game_keeps_them_too(self, tmp_path: Path) -> None:
        archive = Archive(tmp_path)
        game = lost_game()
        record_game(archive.store, game)
        model = Model(24, 80, (open_menu(),), CALM)
        model = work(model.push(open_replay(game, model, "", start_game, is_kept=True)))
        assert any(isinstance(effect, Ask) for effect in model.effects)
        serve(model, archive)
        found = get_game(archive.store, game.id)
        assert found is not None
        assert found.guesses == (Guess(2, 1 / 3, False),)
        archive.close()

    def test_a_finished_game_can_be_watched_at_once(self, tmp_path: Path) -> None:
        screen = Program(tmp_path).play(*LOSE, Wait(5), "v", Wait(1))
        assert screen.text.startswith(" Replay  Beginner")
        assert "just now" in screen.text
        screen = Program(tmp_path).play(*LOSE, Wait(5), "x", "down", "down", "down", "enter", Wait(1))
        assert screen.text.startswith(" Replay  Beginner")


class TestList:
    @pytest.fixture
    def archive(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
        monkeypatch.chdir(tmp_path)
        archive = Archive(tmp_path / "games")
        lost = lost_game()
        for day, (level, result) in enumerate(
            (("beginner", "won"), ("expert", "lost"), ("beginner", "lost"), ("custom", "abandoned")), 10
        ):
            game = replace(lost, id=new_id(), level=level, result=result, ended_at=f"2026-11-{day}T21:07:00.000Z")
            assert record_game(archive.store, game).saved
        yield archive
        archive.close()

    def shown(self, archive: Archive, cols: int = 80, rows: int = 24, looks: Looks | None = None) -> Model:
        model = Model(rows, cols, (open_menu(),), CALM, looks=looks or Looks())
        return serve(press(model, "7"), archive)

    def names(self, model: Model) -> list[str]:
        return [row.split()[-3:][0] for row in rows_of(model)[2:8] if row]

    def test_the_newest_game_is_first(self, archive: Archive) -> None:
        rows = rows_of(self.shown(archive))
        assert rows[0] == " Replays  < all levels >  all results"
        assert [row[17:39].split()[0] for row in rows[2:6]] == ["2x2", "Beginner", "Expert", "Beginner"]
        assert rows[23] == " Enter watch  Right level  R result  E export  Delete delete  Esc back  H help"

    def test_the_list_at_20x7(self, archive: Archive) -> None:
        text = framed(self.shown(archive, 20, 7, ASCII)).split("\n")
        assert text[1][:18] == "|> 13 Nov 2x2 A 0:"
        assert text[2][:18] == "|  12 Nov Beg L 0:"

    def test_the_filter_is_shown_at_20x7(self, archive: Archive) -> None:
        model = serve(press(self.shown(archive, 20, 7), "r"), archive)
        assert rows_of(model)[0] == "all lost"
        assert rows_of(serve(press(model, "right"), archive))[0] == "Beginn lost"

    def test_filters_by_level_and_result(self, archive: Archive) -> None:
        model = serve(press(self.shown(archive), "right"), archive)
        assert "< Beginner >" in rows_of(model)[0]
        assert text_of(model).count("Beginner  ") == 2
        model = serve(press(model, "r"), archive)
        assert "lost" in rows_of(model)[0]
        assert text_of(model).count("Beginner  ") == 1
        model = serve(press(serve(press(model, "left"), archive), "left"), archive)
        assert "No such game can be watched yet." in text_of(model)

    def test_a_game_is_watched_from_the_list_and_back(self, archive: Archive) -> None:
        model = serve(press(self.shown(archive), "down", "enter"), archive)
        assert rows_of(model)[0].startswith(" Replay  Beginner")
        assert isinstance(press(model, "esc").top, ReplaysScreen)
        assert isinstance(serve(click_text(self.shown(archive), "Expert"), archive).top, ReplayScreen)

    def test_a_replay_is_deleted_after_a_question_and_its_game_still_counts(self, archive: Archive) -> None:
        model = press(self.shown(archive), "delete")
        assert "Delete this replay?" in text_of(model)
        kept = serve(press(model, "down"), archive)
        assert "Nothing was deleted." in text_of(kept)
        gone = serve(press(model, "delete"), archive)
        assert "Deleted." in text_of(gone)
        assert "2x2" not in text_of(gone)
        assert count_games(archive.store) == 4
        assert count_games(archive.store, with_replay=True) == 3

    @pytest.mark.parametrize(("key", "extension"), [("r", "rawvf"), ("j", "json"), ("t", "txt")])
    def test_a_replay_is_exported_in_three_forms(
        self, key: str, extension: str, archive: Archive, tmp_path: Path
    ) -> None:
        model = serve(press(self.shown(archive), "e", key), archive)
        (path,) = tmp_path.glob(f"*.{extension}")
        assert f"Written to {path.name} in this folder." in text_of(model)
        model = serve(press(model, "e", key), archive)
        assert len(list(tmp_path.glob(f"*.{extension}"))) == 2

    def test_nothing_is_exported_by_another_key(self, archive: Archive, tmp_path: Path) -> None:
        model = serve(press(self.shown(archive), "e", "x"), archive)
        assert "Nothing was exported." in text_of(model)
        assert [path.name for path in tmp_path.iterdir()] == ["games"]

    def test_a_long_list_is_read_as_it_is_scrolled(self, archive: Archive) -> None:
        game = lost_game()
        for number in range(WINDOW + 50):
            ended = f"2025-{1 + number // 28 % 12:02}-{1 + number % 28:02}T00:00:00.000Z"
            record_game(archive.store, replace(game, id=new_id(), ended_at=ended))
        model = self.shown(archive)
        assert f"1/{WINDOW + 54}" in rows_of(model)[0]
        model = serve(press(model, "end"), archive)
        assert ".." not in "\n".join(rows_of(model)[2:22])
        assert f"{WINDOW + 54}/{WINDOW + 54}" in rows_of(model)[0]
        model = serve(press(model, "home"), archive)
        assert "2x2" in rows_of(model)[2]
        asked = [effect.question for effect in press(model, "end").effects if isinstance(effect, Ask)]
        assert asked == [GamesLike(Filter(), WINDOW + 53 - WINDOW // 2, WINDOW + 54)]  # and nothing is counted again

    def test_without_games_it_says_so(self, tmp_path: Path) -> None:
        archive = Archive(tmp_path / "empty")
        assert "No game was finished yet." in text_of(self.shown(archive))
        assert press(self.shown(archive), "enter", "delete", "e").effects == ()
        archive.close()

    @given(SIZES, steps(KEYS))
    def test_every_frame_fits(self, size: tuple[int, int], script: list[Step]) -> None:
        part = Part(Filter(), 300, 0, tuple(replace(lost_game(), replay=None) for _ in range(20)), 0.0)
        model = Model(size[0], size[1], (open_menu(), ReplaysScreen(part)), CALM)
        wander(model, script)


def test_a_line_of_the_list_is_cut_at_whole_columns() -> None:
    now = 1_794_820_353.0
    game = replace(lost_game(), helpers=("tip",), guesses=())
    assert game_line(game, 76, now).endswith("lost       0:02.250  normal   assisted guesses 0")
    assert game_line(game, 70, now).endswith("lost       0:02.250  normal   assisted")
    assert game_line(game, 50, now).endswith("lost       0:02.250")
    assert all(len(game_line(game, width, now)) <= max(width, 48) for width in range(18, 100))


class TestCommand:
    def test_a_file_is_watched_in_the_terminal(self, tmp_path: Path) -> None:
        path = tmp_path / "game.rawvf"
        path.write_text(write_replay(lost_game(), "rawvf"))
        with Terminal.program(["replay", str(path)], tmp_path) as terminal:
            terminal.wait_for("Replay  2x2")
            terminal.press("end")
            terminal.wait_for("The end: lost after 0:02.250 by a guess")
            terminal.press("q")
            assert terminal.wait_exit() == 0
            terminal.assert_restored()

    def test_a_game_is_watched_by_its_id(self, tmp_path: Path) -> None:
        game = lost_game()
        archive = Archive(tmp_path / ".local" / "share" / "minesweeper")
        record_game(archive.store, game)
        archive.close()
        with Terminal.program(["replay", game.id[:8]], tmp_path) as terminal:
            terminal.wait_for("Replay  Beginner")

    @pytest.mark.parametrize("text", ["nowhere.rawvf", "12345678", "../../x", "\x1b[31m", "a" * 5000])
    def test_what_is_no_replay_gets_one_sentence(
        self, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert main(["replay", text]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "neither a file nor the id" in error
        assert "\x1b" not in error

    def test_the_beginning_of_an_id_must_be_that_of_one_game(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        archive = Archive(tmp_path / "minesweeper")
        for end in ("1", "2"):
            record_game(archive.store, replace(lost_game(), id=f"abcd0000-0000-4000-8000-00000000000{end}"))
        archive.close()
        with pytest.raises(ReplayError, match="that no other has"):
            find_replay("abcd")
        found, is_kept = find_replay("abcd0000-0000-4000-8000-000000000002")
        assert is_kept
        assert found.id.endswith("2")

    def test_a_file_that_is_no_replay_is_told(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "notes.json"
        path.write_text(json.dumps({"version": 1}))
        assert main(["replay", str(path)]) == 2
        assert "notes.json" in capsys.readouterr().err


def test_a_lost_replay_has_the_mine_that_went_off_in_its_style() -> None:
    assert style_of(press(watching(), "end"), "!✸") in ("boom", "cursor")
