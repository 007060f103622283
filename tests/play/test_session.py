"""Sessions: dealing, clock, counters, undo, and what makes a game assisted or its board known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import (
    new_session,
)
from tests.ui.driving import board

SMALL = BoardSpec(9, 9, 10)


def test_the_first_open_deals_the_mines_and_shows_a_0() -> None:
    session = new_session(SMALL, "beginner").open_cell(40)
    assert session.game.layout is not None
    assert session.first == 40
    assert session.game.opened.bit_count() >= 9
    again = session.open_cell(0)
    assert again.game.layout is session.game.layout


def test_flags_before_the_first_open_stay_and_do_not_start_the_clock() -> None:
    session = new_session(SMALL, "beginner").mark(3, question_marks=False).tick(5.0)
    assert session.elapsed == 0
    assert session.game.layout is None
    session = session.open_cell(40)
    assert session.game.flags == 1 << 3


def test_opening_a_flagged_first_cell_deals_no_mines() -> None:
    session = new_session(SMALL, "beginner").mark(3, question_marks=False).open_cell(3)
    assert session.game.layout is None
    assert session.first is None


def test_a_random_seed_makes_an_unknown_board_that_can_be_repeated() -> None:
    session = new_session(SMALL, "beginner").open_cell(40)
    assert not session.is_known_board
    assert new_session(SMALL, "beginner", session.seed).open_cell(40).game == session.game


def test_the_clock_counts_only_while_the_game_runs() -> None:
    session = board("*..\n...").tick(1.0)
    assert session.elapsed == 0
    session = session.open_cell(2).tick(1.5).tick(0.25).tick(-3.0)
    assert session.elapsed == 1.75
    session = session.open_cell(3).tick(1.0)
    assert session.game.phase is Phase.WON
    assert session.elapsed == 1.75


def test_moves_are_counted_by_kind_and_effect() -> None:
    session = board("*2*\n...").open_cell(4).open_cell(4).mark(0, question_marks=False).chord(4)
    assert (session.clicks.opens, session.clicks.flags, session.clicks.chords) == (2, 1, 1)
    assert session.clicks.effective == 2
    assert session.clicks.total == 4


def test_undoing_a_mark_is_not_an_assist() -> None:
    opened = board("*2*\n...").open_cell(1)
    flagged = opened.mark(0, question_marks=True)
    doubtful = flagged.mark(0, question_marks=True)
    completed = board("*2*..").open_cell(1).finish_number(1)
    assert completed.game.flags == 0b101
    for session in (flagged, doubtful, doubtful.mark(0, question_marks=True), completed):
        assert not session.undo().is_assisted
    assert doubtful.undo().game == flagged.game
    assert flagged.open_cell(4).undo().is_assisted
    # A chord opens cells, so undoing it is an assist even though it also needed flags.
    assert board("*1..*.").open_cell(1).mark(0, question_marks=False).chord(1).undo().is_assisted


def test_the_open_that_dealt_the_mines_cannot_be_undone() -> None:
    session = new_session(SMALL, "beginner").open_cell(40)
    assert session.undo() is session


def test_undo_continues_a_lost_game_which_stays_marked_as_lost() -> None:
    session = board("*2*\n...").open_cell(1).open_cell(0)
    assert session.game.phase is Phase.LOST
    carried = session.undo()
    assert carried.game.phase is Phase.PLAYING
    assert carried.was_lost
    assert carried.is_assisted


def test_a_won_or_given_up_game_cannot_be_undone() -> None:
    won = board("*.").open_cell(1)
    assert won.game.phase is Phase.WON
    assert won.undo() is won
    given_up = board("*2*\n...").open_cell(1).give_up()
    assert given_up.game.phase is Phase.GIVEN_UP
    assert given_up.undo() is given_up


def test_opening_a_cell_after_giving_up_deals_no_mines() -> None:
    given_up = new_session(SMALL, "beginner").give_up()
    assert given_up.open_cell(40) is given_up


def test_a_restarted_board_begins_with_its_first_cell_and_is_known() -> None:
    session = new_session(SMALL, "beginner").open_cell(40)
    again = session.give_up().restart_board()
    assert again.game.layout == session.game.layout
    assert again.game.opened == session.game.opened
    assert again.is_known_board
    assert again.elapsed == 0
    assert again.clicks.total == 0


def test_an_assistants_move_opens_flags_and_removes_wrong_flags() -> None:
    session = board("*2*\n...").open_cell(1).mark(3, question_marks=False)
    moved = session.apply_assist(safe=0b111000, mined=0b000101, assistant="simple")
    assert moved.assistants == {"simple"}
    assert moved.game.phase is Phase.WON
    assert moved.undo() is moved


steps = st.lists(st.tuples(st.sampled_from(["open", "flag", "question", "chord", "complete"]), st.integers(0, 200)))


@given(moves=steps, seed=st.text(max_size=3))
def test_undo_restores_every_earlier_game(moves: list[tuple[str, int]], seed: str) -> None:
    session = new_session(SMALL, "custom", seed).open_cell(40)
    games = []
    for move, cell in moves:
        before = session
        cell %= 81
        if move == "open":
            session = session.open_cell(cell)
        elif move in ("flag", "question"):
            session = session.mark(cell, question_marks=move == "question")
        elif move == "chord":
            session = session.chord(cell)
        else:
            session = session.finish_number(cell)
        if session.game is not before.game:
            games.append(before.game)
    if session.game.phase is Phase.WON:
        return
    while games:
        session = session.undo()
        assert session.game == games.pop()


def test_undo_on_a_large_board_goes_back_as_far_as_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper.play.session._UNDO_CELLS", 3 * SMALL.grid.size)
    session = new_session(SMALL, "beginner")
    for cell in range(5):
        session = session.mark(cell, question_marks=False)
    for _ in range(5):
        session = session.undo()
    assert session.game.flags == 0b11


def test_every_game_has_its_own_id_which_its_moves_keep() -> None:
    session = new_session(SMALL, "beginner").open_cell(40)
    assert session.mark(0, question_marks=False).undo().id == session.id != ""
    assert len({session.id, session.restart_board().id, new_session(SMALL, "beginner").id}) == 3
