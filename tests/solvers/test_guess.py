"""The strongest move: look-ahead against a full analysis of every outcome, and the promises of the policy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.deal import deal
from minesweeper.core.cells import cells_of, make_grid
from minesweeper.core.position import Position, make_position, read_position
from minesweeper.core.specs import BoardSpec
from minesweeper.play.game import Game, Phase
from minesweeper.solvers import endgame
from minesweeper.solvers.deduction import Contradiction, finish
from minesweeper.solvers.endgame import find_islands
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import OPENING_WORTH, GuessKind, Lookahead, best_guess, strongest_move
from minesweeper.solvers.players import PLAYERS
from tests.solvers.brute_force import clue_pairs, neighbours_by_loops
from tests.solvers.test_endgame import stuck, stuck_positions
from tests.strategies import wide_positions


def test_an_end_game_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = stuck(read_position("#1#\n###\n###", 3))
    assert best_guess(analysis).kind is GuessKind.END_GAME
    monkeypatch.setattr(endgame, "SETS_A_SLICE", 1)
    monkeypatch.setattr(endgame, "MOST_SETS", 2)
    assert finish(endgame.best_end_move_in_slices(analysis, find_islands(analysis))) is None
    assert best_guess(analysis).kind is GuessKind.LOOK_AHEAD


def survival_by_analysis(analysis: Analysis, cell: int) -> tuple[float, int]:
    """The chance to survive opening the cell and the best move after it, from a fresh analysis for each clue.

    The first opening counts for more.
    """
    position = analysis.position
    _, layouts = analysis.odds(cell)
    chance, clues = 0.0, 0
    for clue in range(9):
        try:
            shown = make_position(position.grid, [*clue_pairs(position), (cell, clue)], position.mine_total)
            after = analyse(shown._replace(given=position.given))
        except Contradiction:
            continue
        clues += 1
        unknown = position.hidden & ~(after.mined | 1 << cell)
        risks = {c: after.odds(c)[0] / after.odds(c)[1] for c in cells_of(unknown)}
        living = [c for c in risks if any(unknown >> other & 1 for other in neighbours_by_loops(position.grid, c))]
        risk = 0.0 if after.safe or not risks else min(risks[c] for c in living or risks)
        is_first_opening = clue == 0 and all(shown for _, shown in clue_pairs(position))
        chance += (after.layouts or 0) / layouts * (1 - risk) * (OPENING_WORTH if is_first_opening else 1)
    return chance, clues


def test_the_first_opening_counts_for_more() -> None:
    # The clue of a corner leaves the other corners as they were: the safest way to a 0.
    position = make_position(make_grid(30, 16), [(0, 1)], 99)
    assert strongest_move(position).cell in (29, 450, 479)


@settings(max_examples=60, deadline=None)
@given(stuck_positions(max_side=7, mines_in_ten=3), st.data())
def test_looking_ahead_is_the_same_as_analysing_every_outcome(position: Position, data: st.DataObject) -> None:
    analysis = stuck(position)
    ahead = Lookahead(analysis)
    cell = data.draw(st.sampled_from(cells_of(position.hidden & ~analysis.mined)))
    chance, clues = survival_by_analysis(analysis, cell)
    outlook = ahead.outlook(cell)
    assert outlook.clues == clues
    # Of the untouched parts only the safest cell as of now is looked at; another may be safer after the move.
    assert outlook.score <= chance + 1e-9
    if len(analysis.parts) == 1 and not analysis.interior:
        assert outlook.score == pytest.approx(chance)


def test_a_certain_cell_is_taken_first() -> None:
    move = strongest_move(read_position("#1.\n#1.\n#1.", 1))
    assert move.kind is GuessKind.CERTAIN
    assert move.odds[0] == 0


@settings(max_examples=80, deadline=None)
@given(wide_positions())
def test_a_move_is_never_a_proved_mine_and_tells_its_odds(position: Position) -> None:
    analysis = analyse(position)
    if not position.hidden & ~analysis.mined:
        with pytest.raises(ValueError, match="no move left"):
            strongest_move(position)
        return
    move = strongest_move(position, analysis)
    assert analysis.mined >> move.cell & 1 == 0
    assert move.odds == analysis.odds(move.cell)
    if analysis.safe:
        assert analysis.safe >> move.cell & 1
    assert strongest_move(position) == move


def test_a_cell_that_tells_nothing_is_not_guessed_while_others_live() -> None:
    # At both ends of the clues is a fifty-fifty; the left one tells nothing, and all other cells are more likely mines.
    position = read_position("#1.1" + "#" * 20 + "\n#1.1" + "#" * 20, 28)
    analysis = stuck(position)
    assert Lookahead(analysis).outlook(0).clues == 1
    assert Fraction(*analysis.odds(0)) == Fraction(1, 2)
    assert best_guess(analysis).cell in (4, 28)


def test_a_game_is_played_to_its_end_without_losing_on_a_certain_move() -> None:
    spec = BoardSpec(16, 16, 40)
    results = []
    for number in range(12):
        game = Game(spec.grid, spec.mines, deal(spec, 51, f"best {number}")).open_cell(51)
        player = PLAYERS["best"]()
        while game.phase is Phase.PLAYING:
            choice = player(game.position)
            assert choice is not None
            game = game.open_cells(choice.cells)
            assert not (choice.certain and game.exploded)
        results.append(game.phase)
    assert results.count(Phase.WON) >= 6
