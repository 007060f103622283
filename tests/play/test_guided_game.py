"""The guided game: every step can be finished, shows true clues, and explains a wrong move without playing it."""

from __future__ import annotations

import pytest

from minesweeper.core.cells import cells_of, contains
from minesweeper.core.textboard import CLUES, read_text_board
from minesweeper.play.guided_game import GUIDE_STEPS, GuidedGame, MoveWords, begin_step
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse

KEYS = MoveWords()


def played(guided: GuidedGame, *moves: str) -> tuple[GuidedGame, str]:
    message = ""
    for move in moves:
        kind, place = move.split()
        session, cell = guided.session, int(place)
        if kind == "flag":
            moved = session.mark(cell, question_marks=False)
        else:
            moved = session.open_cell(cell) if kind == "open" else session.chord(cell)
        guided, message, _ = guided.play(moved, KEYS)
    return guided, message


DONE = [("open 7",), ("open 2",), ("flag 0", "flag 1"), ("chord 6",)]


@pytest.mark.parametrize("number", range(len(GUIDE_STEPS)))
def test_the_boards_of_the_guided_game_show_true_clues(number: int) -> None:
    game = begin_step(number).session.game
    assert game.layout is not None
    picture = read_text_board(GUIDE_STEPS[number].board.replace(" ", "\n"), "*#F" + CLUES)
    assert all(game.clue(cell) == clue for cell, clue in picture.clues())
    assert not game.is_over
    # An open empty cell has no hidden neighbour, as in any game.
    zeros = game.layout.zeros & game.opened
    assert not game.grid.spread(zeros) & game.hidden


@pytest.mark.parametrize("number", range(4))
def test_each_step_of_the_guided_game_is_finished_by_its_own_moves(number: int) -> None:
    guided, message = played(begin_step(number), *DONE[number])
    assert guided.is_done
    assert message == GUIDE_STEPS[number].recap
    assert guided.next().number == number + 1


def test_tips_win_the_last_step_of_the_guided_game() -> None:
    guided, message = begin_step(4), ""
    while not guided.is_done:
        proof = guided.tip()
        assert proof is not None
        cell = cells_of(proof.changes)[0]
        guided, message = played(guided, f"{'open' if contains(proof.safe, cell) else 'flag'} {cell}")
    assert guided.is_last
    assert message == guided.say(GUIDE_STEPS[4].recap, KEYS)


def test_a_tip_in_the_guided_game_mentions_flagged_neighbours() -> None:
    proof = played(begin_step(4), "flag 9", "open 10", "open 5", "open 3")[0].tip()
    assert proof is not None
    assert (
        proof.why()
        == "The 2 at row 1, column 4 has only two unopened neighbours, one of them flagged, so both are mines."
    )


def test_after_the_first_flag_the_guided_game_asks_for_a_second_one() -> None:
    assert (
        played(begin_step(2), "flag 11")[1]
        == "Right. The marked 2 touches two hidden cells and needs two mines: flag both."
    )
    assert played(begin_step(2), "flag 1")[1] == "Right. One more: the marked 2 needs a second mine."


@pytest.mark.parametrize("number", range(1, 5))
def test_the_guided_game_explains_unproved_moves_and_refuses_them(number: int) -> None:
    guided = begin_step(number)
    known = run_to_end(analyse(guided.session.game.position))
    free = guided.session.game.hidden & ~guided.session.game.flags
    for cell in cells_of(free & ~known.safe):
        after, message = played(guided, f"open {cell}")
        assert after == guided
        assert "mine" in message or "proved" in message
    for cell in cells_of(free & ~known.mined):
        after, message = played(guided, f"flag {cell}")
        assert after == guided
        assert "no flag" in message or "proved" in message


def test_the_first_step_of_the_guided_game_wants_the_marked_cell() -> None:
    assert played(begin_step(), "open 0") == (begin_step(), "Open the marked cell: press Space, or click it.")


def test_the_guided_game_teaches_flags_and_chords_in_their_own_steps() -> None:
    guided, message = played(begin_step(1), "chord 6")
    assert (guided, message) == (begin_step(1), "This cell is open already. Open a hidden one next to it.")
    guided, message = played(begin_step(2), "open 5")
    assert guided == begin_step(2)
    assert message.startswith("That is safe, but flag the mines first.")
