"""When a game is recorded and when it is saved: the decision by itself, and what it leaves in the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.moves import MoveKind
from minesweeper.play.session import Session, new_session
from minesweeper.storage.games_table import list_games, record_game
from minesweeper.storage.keeping import CLOCK_SECONDS, Keeping, Shown, abandon, ended_between, is_changed
from minesweeper.storage.records import Outcome
from minesweeper.storage.saves_table import Archive, RunningGame
from tests.storage.storing import a_session, fill_disk, free_disk, store_file

RUNNING = a_session()
ENDED = RUNNING.give_up()
OTHER = new_session(BoardSpec(9, 9, 10), "beginner", "a").open_cell(0)._replace(id="other")


def lost_on() -> Session:
    """A game whose mine went off and that is carried on."""
    session = new_session(BoardSpec(3, 1, 1), "custom", layout=read_layout("*.."))
    return session.open_cell(1).open_cell(0).undo()


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Keeping]:
    """The keeping of a program with a store of its own."""
    keeping = Keeping(tmp_path)
    yield keeping
    keeping.close()


def results(keeping: Keeping, *looks: list[Session]) -> list[str]:
    """How the games have ended that are to be recorded when a front end shows these sessions one after the other."""
    return [finished.result for sessions in looks for _, finished in keeping.ended(sessions)]


class TestEndedBetween:
    def test_a_game_that_is_over_has_ended_when_it_is_seen_so_for_the_first_time(self) -> None:
        assert ended_between({"1": RUNNING}, {"1": ENDED}) == [ENDED]
        assert ended_between({}, {"1": ENDED}) == [ENDED]
        assert ended_between({"1": ENDED}, {"1": ENDED}) == []

    def test_a_running_game_that_is_no_longer_there_has_been_left(self) -> None:
        assert ended_between({"1": RUNNING}, {}) == [RUNNING]
        assert ended_between({"1": RUNNING}, {"2": OTHER}) == [RUNNING]
        assert ended_between({"1": ENDED}, {}) == []
        assert ended_between({"1": RUNNING}, {"1": RUNNING, "2": OTHER}) == []


class TestIsChanged:
    def test_time_counts_only_when_enough_has_passed(self) -> None:
        later = Shown(RUNNING._replace(elapsed=RUNNING.elapsed + 5))
        assert not is_changed(Shown(RUNNING), later, 10)
        assert is_changed(Shown(RUNNING), later, 5)

    @pytest.mark.parametrize(
        "changed",
        [
            Shown(RUNNING.mark(0, question_marks=False)),
            Shown(RUNNING.helped("tip")),
            Shown(RUNNING.undo()),
            Shown(RUNNING._replace(clicks=RUNNING.clicks.counted(MoveKind.OPEN, effective=False))),
            Shown(RUNNING._replace(was_lost=True)),
            Shown(RUNNING._replace(help_level="dual")),
            Shown(RUNNING, proposals=1),
        ],
    )
    def test_anything_else_counts_at_once(self, changed: Shown) -> None:
        assert is_changed(Shown(RUNNING), changed, CLOCK_SECONDS)


class TestRecording:
    def test_a_game_is_recorded_once_when_it_ends(self, keeping: Keeping) -> None:
        assert results(keeping, [RUNNING], [ENDED], [ENDED], [ENDED._replace()], []) == ["abandoned"]

    def test_a_game_that_is_left_is_recorded_as_it_was_last_seen(self, keeping: Keeping) -> None:
        keeping.ended([RUNNING])
        ((session, finished),) = keeping.ended([OTHER])
        assert session is RUNNING
        assert (finished.id, finished.result, finished.time_ms) == (RUNNING.id, "abandoned", 13_500)

    def test_a_game_that_is_kept_aside_is_not_left(self, keeping: Keeping) -> None:
        assert results(keeping, [RUNNING], [RUNNING, OTHER], [OTHER, RUNNING]) == []

    def test_a_game_without_an_id_and_one_that_was_never_opened_are_not_recorded(self, keeping: Keeping) -> None:
        fresh = new_session(BoardSpec(9, 9, 10), "beginner")
        assert results(keeping, [RUNNING._replace(id=""), fresh], [ENDED._replace(id=""), fresh.give_up()], []) == []

    def test_a_loss_that_is_carried_on_is_recorded_once_and_leaves_no_saved_game(self, keeping: Keeping) -> None:
        session = lost_on()
        keeping.save([Shown(session)])
        assert len(keeping.archive.saves.games()) == 1
        assert results(keeping, [session], [session.open_cell(2)]) == []
        assert keeping.archive.saves.games() == []

    def test_what_is_recorded_is_no_longer_saved(self, keeping: Keeping) -> None:
        keeping.ended([RUNNING])
        keeping.save([Shown(RUNNING)])
        ((_, finished),) = keeping.ended([ENDED])
        assert record_game(keeping.archive.store, finished).saved
        assert keeping.archive.saves.games() == []
        assert [game.id for game in list_games(keeping.archive.store)] == [RUNNING.id]


class TestSaving:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """However slow the disk of the test is, the pause is a second."""
        monkeypatch.setattr("minesweeper.storage.saves_table._PAUSE_SHARE", 0)

    def saved(self, keeping: Keeping) -> list[tuple[float, int]]:
        """The time and the mines left of each saved game, the newest first."""
        return [(game.elapsed, game.mines_left) for game in keeping.archive.saves.games()]

    def test_the_game_in_play_is_saved_at_most_once_a_second(self, keeping: Keeping) -> None:
        keeping.save([Shown(RUNNING)], 100.0)
        assert (self.saved(keeping), keeping.due) == ([(13.5, 9)], None)
        marked = RUNNING.mark(0, question_marks=False)
        keeping.save([Shown(marked)], 100.5)
        assert (self.saved(keeping), keeping.due) == ([(13.5, 9)], 101.0)
        keeping.save([Shown(marked)], 101.0)
        assert (self.saved(keeping), keeping.due) == ([(13.5, 8)], None)

    def test_time_alone_is_saved_every_ten_seconds(self, keeping: Keeping) -> None:
        keeping.save([Shown(RUNNING)], 100.0)
        keeping.save([Shown(RUNNING.tick(9.5))], 109.5)
        assert (self.saved(keeping), keeping.due) == ([(13.5, 9)], None)
        keeping.save([Shown(RUNNING.tick(10.5))], 110.5)
        assert self.saved(keeping) == [(24.0, 9)]

    def test_a_game_that_is_set_aside_is_saved_at_once_to_its_last_second(self, keeping: Keeping) -> None:
        keeping.save([Shown(RUNNING)], 100.0)
        keeping.save([Shown(RUNNING.tick(0.25), is_aside=True)], 100.25)
        assert self.saved(keeping) == [(13.75, 9)]

    def test_without_a_moment_everything_is_saved_at_once(self, keeping: Keeping) -> None:
        keeping.save([Shown(RUNNING)], 100.0)
        keeping.save([Shown(RUNNING.tick(0.25)), Shown(OTHER)])
        assert sorted(elapsed for elapsed, _ in self.saved(keeping)) == [0.0, 13.75]

    def test_only_running_games_with_an_id_are_saved(self, tmp_path: Path) -> None:
        keeping = Keeping(tmp_path / "games")
        fresh = new_session(BoardSpec(9, 9, 10), "beginner")
        keeping.save([Shown(ENDED), Shown(fresh), Shown(RUNNING._replace(id=""))])
        assert not (tmp_path / "games").exists()

    def test_a_game_that_another_program_has_continued_is_saved_beside_it_once(
        self, keeping: Keeping, tmp_path: Path
    ) -> None:
        other = Archive(tmp_path)
        other.saves.save(RunningGame(RUNNING, RUNNING.id))
        keeping.ended([RUNNING])
        for seconds in (1, 2, 3):
            keeping.save([Shown(RUNNING.tick(seconds))])
        assert sorted(self.saved(keeping)) == [(13.5, 9), (16.5, 9)]
        assert keeping.here < {game.id for game in keeping.archive.saves.games()}
        assert keeping.here != {RUNNING.id}
        other.close()


def trouble(keeping: Keeping) -> str | None:
    """Why a running game is not saved, which is told in two places, or None."""
    assert keeping.problem == keeping.unsaved
    return keeping.unsaved


class TestTrouble:
    def test_it_is_told_once_and_tried_again_at_the_end(self, tmp_path: Path) -> None:
        (tmp_path / "games").write_text("in the way")
        keeping = Keeping(tmp_path / "games")
        assert (keeping.news(), keeping.problem) == ([], None)
        keeping.save([Shown(RUNNING)], 100.0)
        (told,) = keeping.news()
        assert [keeping.unsaved, keeping.problem] == [told, told]
        assert "not saved" in told
        assert keeping.news() == []
        (tmp_path / "games").unlink()
        keeping.archive.store._next_try = 0.0
        keeping.save([Shown(RUNNING)])
        assert (keeping.unsaved, len(keeping.archive.saves.games())) == (None, 1)
        keeping.close()

    def test_a_save_that_failed_is_tried_again_every_second_until_there_is_room(self, tmp_path: Path) -> None:
        keeping, full = Keeping(tmp_path), "The game is not saved: the disk is full."
        keeping.save([Shown(RUNNING)], 100.0)
        marked = Shown(RUNNING.mark(0, question_marks=False))
        fill_disk(tmp_path)
        keeping.save([marked], 101.0)
        assert (trouble(keeping), keeping.news()) == (full, [full])
        keeping.save([marked], 101.5)
        assert keeping.due == 102.0
        keeping.save([marked], 102.0)
        assert (trouble(keeping), keeping.news()) == (full, [])
        assert keeping.due == 103.0
        free_disk(tmp_path)
        keeping.save([marked], 103.0)
        assert trouble(keeping) is None
        assert [game.mines_left for game in keeping.archive.saves.games()] == [8]
        fill_disk(tmp_path)
        keeping.save([Shown(RUNNING)], 104.0)
        assert keeping.news() == [full]
        keeping.close()

    def test_turning_away_from_a_game_that_is_not_saved_tries_again_at_once_but_not_with_every_key(
        self, tmp_path: Path
    ) -> None:
        keeping = Keeping(tmp_path)
        keeping.save([Shown(OTHER)], 99.0)
        fill_disk(tmp_path)
        keeping.save([Shown(RUNNING)], 100.0)
        keeping.save([Shown(RUNNING, is_aside=True)], 100.1)
        free_disk(tmp_path)
        keeping.save([Shown(RUNNING, is_aside=True)], 100.2)
        assert (keeping.unsaved is None, keeping.due) == (False, 101.1)
        keeping.save([Shown(RUNNING)], 100.3)
        keeping.save([Shown(RUNNING, is_aside=True)], 100.4)
        assert (keeping.unsaved is None, keeping.due) == (False, 101.1)
        keeping.save([Shown(RUNNING, is_aside=True)], 101.1)
        assert keeping.unsaved is None
        keeping.close()

    def test_a_game_that_is_saved_says_nothing_about_another_that_is_not(self, tmp_path: Path) -> None:
        keeping = Keeping(tmp_path)
        keeping.save([Shown(OTHER)], 99.0)
        fill_disk(tmp_path)
        keeping.save([Shown(RUNNING), Shown(OTHER)], 100.0)
        free_disk(tmp_path)
        keeping.save([Shown(OTHER.helped("tip"))], 102.0)
        assert keeping.unsaved == "The game is not saved: the disk is full."
        keeping.close()

    def test_a_game_that_is_recorded_is_not_told_as_lost(self, tmp_path: Path) -> None:
        keeping = Keeping(tmp_path)
        keeping.save([Shown(OTHER)], 99.0)
        keeping.ended([RUNNING])
        fill_disk(tmp_path)
        keeping.save([Shown(RUNNING)], 100.0)
        assert trouble(keeping) is not None
        free_disk(tmp_path)
        ((_, finished),) = keeping.ended([ENDED])
        assert record_game(keeping.archive.store, finished).saved
        assert trouble(keeping) is None
        keeping.close()
        assert keeping.unsaved is None

    def test_a_game_that_could_not_be_recorded_is_recorded_as_soon_as_there_is_room(self, tmp_path: Path) -> None:
        keeping = Keeping(tmp_path)
        keeping.save([Shown(OTHER)], 99.0)
        keeping.ended([RUNNING])
        fill_disk(tmp_path)
        ((_, finished),) = keeping.ended([ENDED])
        assert not keeping.record(ENDED, finished).saved
        keeping.save([], 100.0)
        assert (keeping.due, keeping.unsaved) == (101.0, "The game is not saved: the disk is full.")
        free_disk(tmp_path)
        keeping.save([], 101.0)
        assert (keeping.due, keeping.unsaved) == (None, None)
        assert keeping.late == [(ENDED, finished.group, Outcome(RUNNING.id))]
        assert [game.id for game in list_games(keeping.archive.store)] == [RUNNING.id]
        keeping.close()

    def test_a_game_that_could_never_be_recorded_is_told_after_the_end(self, tmp_path: Path) -> None:
        keeping = Keeping(tmp_path)
        keeping.save([Shown(OTHER)], 99.0)
        fill_disk(tmp_path)
        keeping.ended([RUNNING])
        ((_, finished),) = keeping.ended([ENDED])
        record_game(keeping.archive.store, finished)
        keeping.close()
        assert keeping.unsaved == "The game is not saved: the disk is full."

    def test_another_program_that_holds_the_file_delays_a_save_by_a_second_and_no_key(self, tmp_path: Path) -> None:
        keeping = Keeping(tmp_path)
        keeping.save([Shown(OTHER)], 99.0)
        with closing(sqlite3.connect(store_file(tmp_path), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            keeping.save([Shown(RUNNING)], 100.0)
            assert trouble(keeping) == "The game is not saved: another program holds the file of games."
            wait = keeping.archive.store.read(lambda found: found.execute("PRAGMA busy_timeout").fetchone()[0], None)
            assert wait == 100
            other.execute("ROLLBACK")
        keeping.save([Shown(RUNNING)], 101.0)
        assert trouble(keeping) is None
        keeping.close()


class TestAbandon:
    def test_a_saved_game_counts_as_abandoned_and_is_gone(self, tmp_path: Path) -> None:
        archive = Archive(tmp_path)
        archive.saves.save(RunningGame(RUNNING, RUNNING.id))
        assert abandon(archive, RUNNING.id) is None
        assert [(game.id, game.result) for game in list_games(archive.store)] == [(RUNNING.id, "abandoned")]
        assert archive.saves.games() == []
        archive.close()

    def test_a_loss_that_was_carried_on_only_goes(self, tmp_path: Path) -> None:
        archive = Archive(tmp_path)
        session = lost_on()
        archive.saves.save(RunningGame(session, session.id))
        assert abandon(archive, session.id) is None
        assert (list_games(archive.store), archive.saves.games()) == ([], [])
        archive.close()
