"""When autosave records or saves a game, and what the game database contains afterwards."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.guesses import Guess
from minesweeper.play.session import Session, new_session
from minesweeper.storage.autosave import CLOCK_SECONDS, Autosave, abandon, is_changed
from minesweeper.storage.games_table import list_games
from minesweeper.storage.records import RunningGame
from minesweeper.storage.saves_table import open_saves
from tests.storage.storing import a_session, fill_disk, free_disk, store_file

RUNNING = a_session()
ENDED = RUNNING.give_up()
OTHER = new_session(BoardSpec(9, 9, 10), "beginner", "a").open_cell(0)._replace(id="other")


def lost_on() -> Session:
    """A session that was lost and then continued by undo."""
    session = new_session(BoardSpec(3, 1, 1), "custom", layout=read_layout("*.."))
    return session.open_cell(1).open_cell(0).undo()


@pytest.fixture
def autosave(tmp_path: Path) -> Iterator[Autosave]:
    """The autosave of a program with its own game database."""
    autosave = Autosave(tmp_path)
    yield autosave
    autosave.close()


def results(autosave: Autosave, *looks: list[Session]) -> list[str]:
    """Shows these lists of sessions to autosave, one after the other.

    Returns the results of all games that it recorded.
    """
    for sessions in looks:
        autosave.record_ended_games(sessions)
    assert all(outcome.saved for _, _, outcome in autosave.outcomes)
    return [game.result for game in list_games(autosave.saves.store)]


def test_autosave_notices_marks_assistants_levels_and_what_if_mines() -> None:
    same = RunningGame(RUNNING)
    others = (
        RUNNING.mark(0, question_marks=False),
        RUNNING.with_assistant("tip"),
        RUNNING._replace(assist_level="dual"),
    )
    for changed in (*map(RunningGame, others), same._replace(what_if_mines=1)):
        assert is_changed(same, changed, CLOCK_SECONDS)


class TestRecording:
    def test_a_game_is_recorded_once_when_it_ends(self, autosave: Autosave) -> None:
        assert results(autosave, [RUNNING], [ENDED], [ENDED], [ENDED._replace()], []) == ["abandoned"]

    def test_a_game_that_the_player_leaves_is_recorded_as_abandoned(self, autosave: Autosave) -> None:
        autosave.record_ended_games([RUNNING])
        autosave.record_ended_games([OTHER])
        ((session, _, outcome),) = autosave.outcomes
        assert session is RUNNING
        assert (outcome.saved, outcome.before.games, outcome.after.games) == (True, 0, 1)
        (game,) = list_games(autosave.saves.store)
        assert (game.id, game.result, game.time_ms) == (RUNNING.id, "abandoned", 13_500)

    def test_guesses_are_added_to_the_record_of_the_same_program(self, autosave: Autosave, tmp_path: Path) -> None:
        other, guesses = Autosave(tmp_path), (Guess(1, 0.5, True),)
        other.record_ended_games([ENDED])
        other.close()
        time.sleep(0.002)  # two ends in the same millisecond would count as one game
        autosave.record_ended_games([ENDED])
        autosave.keep_guesses(ENDED, guesses)
        matches = {game.id: game.guesses for game in list_games(autosave.saves.store)}
        assert matches.pop(ENDED.id) is None
        assert list(matches.values()) == [guesses]

    def test_background_and_unopened_games_and_replays_are_not_recorded(self, autosave: Autosave) -> None:
        assert results(autosave, [RUNNING], [RUNNING, OTHER], [OTHER, RUNNING]) == []
        fresh, replayed = new_session(BoardSpec(9, 9, 10), "beginner"), RUNNING._replace(id="")
        shown = [OTHER, RUNNING]
        assert results(autosave, [*shown, replayed, fresh], [*shown, replayed.give_up(), fresh.give_up()], shown) == []

    def test_a_loss_continued_after_undo_is_recorded_once_and_not_saved(self, autosave: Autosave) -> None:
        session = lost_on()
        autosave.save([RunningGame(session)])
        assert len(autosave.saves.games()) == 1
        assert results(autosave, [session], [session.open_cell(2)]) == []
        assert autosave.saves.games() == []


class TestSaving:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Removes the longer pause after slow saves, so that autosave waits one second even on a slow disk."""
        monkeypatch.setattr("minesweeper.storage.saves_table._PAUSE_SHARE", 0)

    def saved(self, autosave: Autosave) -> list[tuple[float, int]]:
        """The time and the mines left of each saved game, newest first."""
        return [(game.elapsed, game.mines_left) for game in autosave.saves.games()]

    def test_the_running_game_is_saved_at_most_once_a_second(self, autosave: Autosave) -> None:
        autosave.save([RunningGame(RUNNING)], 100.0)
        assert (self.saved(autosave), autosave.due) == ([(13.5, 9)], None)
        marked = RUNNING.mark(0, question_marks=False)
        autosave.save([RunningGame(marked)], 100.5)
        assert (self.saved(autosave), autosave.due) == ([(13.5, 9)], 101.0)
        autosave.save([RunningGame(marked)], 101.0)
        assert (self.saved(autosave), autosave.due) == ([(13.5, 8)], None)

    def test_a_game_where_only_time_passed_is_saved_every_ten_seconds(self, autosave: Autosave) -> None:
        for now, saved in ((100.0, 13.5), (109.5, 13.5), (110.5, 24.0)):
            autosave.save([RunningGame(RUNNING.tick(now - 100))], now)
            assert (self.saved(autosave), autosave.due) == ([(saved, 9)], None)

    def test_background_games_and_the_last_save_keep_the_exact_time(self, autosave: Autosave) -> None:
        autosave.save([RunningGame(RUNNING)], 100.0)
        autosave.save([RunningGame(RUNNING.tick(0.25), in_background=True)], 100.25)
        assert self.saved(autosave) == [(13.75, 9)]
        autosave.save([RunningGame(RUNNING.tick(0.5)), RunningGame(OTHER)])
        assert sorted(elapsed for elapsed, _ in self.saved(autosave)) == [0.0, 14.0]

    def test_only_running_games_with_an_id_are_saved(self, tmp_path: Path) -> None:
        autosave = Autosave(tmp_path / "games")
        fresh = new_session(BoardSpec(9, 9, 10), "beginner")
        autosave.save([RunningGame(ENDED), RunningGame(fresh), RunningGame(RUNNING._replace(id=""))])
        assert not (tmp_path / "games").exists()


def trouble(autosave: Autosave) -> str | None:
    """Why a running game could not be saved. Checks that both places that report it agree."""
    assert autosave.problem == autosave.unsaved
    return autosave.unsaved


class TestTrouble:
    def test_a_failed_save_is_reported_once_and_tried_again_on_exit(self, tmp_path: Path) -> None:
        (tmp_path / "games").write_text("in the way")
        autosave = Autosave(tmp_path / "games")
        assert (autosave.new_messages(), autosave.problem) == ([], None)
        autosave.save([RunningGame(RUNNING)], 100.0)
        (message,) = autosave.new_messages()
        assert [autosave.unsaved, autosave.problem] == [message, message]
        assert "not saved" in message
        assert autosave.new_messages() == []
        (tmp_path / "games").unlink()
        autosave.save([RunningGame(RUNNING)])
        assert (autosave.unsaved, len(autosave.saves.games())) == (None, 1)
        autosave.close()

    def test_a_failed_save_is_tried_again_every_second_until_it_works(self, tmp_path: Path) -> None:
        autosave, full = Autosave(tmp_path), "The game is not saved: the disk is full."
        autosave.save([RunningGame(RUNNING)], 100.0)
        marked = RunningGame(RUNNING.mark(0, question_marks=False))
        fill_disk(tmp_path)
        autosave.save([marked], 101.0)
        assert (trouble(autosave), autosave.new_messages()) == (full, [full])
        autosave.save([marked], 101.5)
        assert autosave.due == 102.0
        autosave.save([marked], 102.0)
        assert (trouble(autosave), autosave.new_messages()) == (full, [])
        assert autosave.due == 103.0
        free_disk(tmp_path)
        autosave.save([marked], 103.0)
        assert trouble(autosave) is None
        assert [game.mines_left for game in autosave.saves.games()] == [8]
        fill_disk(tmp_path)
        autosave.save([RunningGame(RUNNING)], 104.0)
        assert autosave.new_messages() == [full]
        autosave.close()

    def test_a_game_stays_reported_as_unsaved_until_it_is_saved(self, autosave: Autosave, tmp_path: Path) -> None:
        autosave.save([RunningGame(OTHER)], 99.0)
        autosave.record_ended_games([RUNNING, OTHER])
        fill_disk(tmp_path)
        autosave.save([RunningGame(RUNNING), RunningGame(OTHER)], 100.0)
        free_disk(tmp_path)
        autosave.save([RunningGame(OTHER.with_assistant("tip"))], 102.0)
        assert trouble(autosave) == "The game is not saved: the disk is full."
        autosave.record_ended_games([ENDED, OTHER])
        assert [outcome.saved for _, _, outcome in autosave.outcomes] == [True]
        assert trouble(autosave) is None

    def test_an_unrecorded_game_is_recorded_once_the_disk_has_room(self, autosave: Autosave, tmp_path: Path) -> None:
        autosave.save([RunningGame(OTHER)], 99.0)
        autosave.record_ended_games([RUNNING])
        fill_disk(tmp_path)
        autosave.record_ended_games([ENDED])
        assert [outcome.saved for _, _, outcome in autosave.outcomes] == [False]
        autosave.save([], 100.0)
        assert (autosave.due, autosave.unsaved) == (101.0, "The game is not saved: the disk is full.")
        free_disk(tmp_path)
        autosave.save([], 101.0)
        assert (autosave.due, autosave.unsaved) == (None, None)
        assert [outcome.saved for _, _, outcome in autosave.outcomes] == [False, True]
        assert [game.id for game in list_games(autosave.saves.store)] == [RUNNING.id]
        fill_disk(tmp_path)
        autosave.record_ended_games([OTHER])
        autosave.record_ended_games([])
        autosave.close()
        assert autosave.unsaved == "The game is not saved: the disk is full."

    def test_a_locked_database_delays_a_save_by_one_second(self, autosave: Autosave, tmp_path: Path) -> None:
        autosave.save([RunningGame(OTHER)], 99.0)
        with closing(sqlite3.connect(store_file(tmp_path), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            autosave.save([RunningGame(RUNNING)], 100.0)
            # The other program may soon release its lock, so there is no message yet.
            assert (autosave.problem, autosave.new_messages(), autosave.due) == (None, [], 101.0)
            assert autosave.unsaved is not None
            autosave.save([RunningGame(RUNNING)], 101.0)
            assert trouble(autosave) == "The game is not saved: another program is using the game database."
            wait = autosave.saves.store.read(lambda result: result.execute("PRAGMA busy_timeout").fetchone()[0], None)
            assert wait == 100
            other.execute("ROLLBACK")
        autosave.save([RunningGame(RUNNING)], 102.0)
        assert trouble(autosave) is None

    def test_recording_waits_up_to_a_second_for_other_programs(self, autosave: Autosave) -> None:
        waits: list[str] = []
        connection = autosave.saves.store._connection
        assert connection is not None
        connection.set_trace_callback(waits.append)
        autosave.record_ended_games([RUNNING])
        autosave.record_ended_games([])
        assert waits[waits.index("BEGIN IMMEDIATE") - 1] == "PRAGMA busy_timeout = 1000"


def test_abandoned_saved_games_are_recorded_unless_lost_before(tmp_path: Path) -> None:
    saves = open_saves(tmp_path)
    for session in (RUNNING, lost_on()):
        saves.save(RunningGame(session))
        assert abandon(saves, session.id) is None
    assert [(game.id, game.result) for game in list_games(saves.store)] == [(RUNNING.id, "abandoned")]
    assert saves.games() == []
    saves.close()
