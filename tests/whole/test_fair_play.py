"""Fair play: the answer of an assistant depends on the position alone, whatever the layout is.

A random game is stopped, and its layout is replaced by another one that fits what the player sees. Every assistant must
give the same answer. Only unlock may give another one, because it looks at the mines and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.answers import certain, odds_grid
from minesweeper.assist.loss import FatalMove, review_loss
from minesweeper.assist.naming import Room
from minesweeper.assist.tip import Proof
from minesweeper.assist.what_if import WhatIfAnswer
from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.play.analysis_board import analysis_board
from minesweeper.play.game import Game
from minesweeper.play.unlock import unlock
from minesweeper.solvers import assumptions, exact, guess, simple
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.players import PLAYERS, MoveRequest, MoveScope, next_move
from minesweeper.solvers.sampling import Sampler
from minesweeper.solvers.tips import tip
from minesweeper.solvers.whatif import what_if
from tests.solvers.brute_force import fitting_layouts
from tests.strategies import begun_games

Answer = Callable[[Game], object]


def _analysis(game: Game) -> object:
    analysis = run_to_end(exact.analyse(game.position))
    return analysis.safe, analysis.mined, analysis.layouts, odds_grid(analysis)


def _tip(game: Game) -> object:
    advice = run_to_end(tip(game.position, game.flags, near=0))
    return advice, isinstance(advice, Deduction) and Proof(game.position, advice, game.flags).text()


def _what_if(game: Game) -> object:
    what_if_mines = game.hidden & 0b1011_0110_1101
    answer = run_to_end(what_if(game.position, what_if_mines, game.flags))
    return answer, WhatIfAnswer(game.position, answer).text()


def _review(game: Game) -> object:
    results = [run_to_end(review_loss(FatalMove(game.position, cell))) for cell in cells_of(game.hidden)[:3]]
    return results, [(one.text(), one.text(Room(is_brief=True))) for one in results]


def _players(game: Game) -> object:
    solvers = [solver for solver in PLAYERS if solver != "deep"]
    return [
        run_to_end(next_move(solver, MoveRequest(game.position, game.flags, scope=scope, guesses=True), 0))
        for solver in solvers
        for scope in get_args(MoveScope)
    ]


ASSISTANTS: dict[str, Answer] = {
    "simple": lambda game: list(simple.deductions(game.position)),
    "smart": lambda game: list(assumptions.deductions(game.position)),
    "certain": lambda game: [certain(game.position), run_to_end(exact.ExactSolver().certain(game.position))],
    "exact": _analysis,
    "best": lambda game: run_to_end(guess.strongest_move(run_to_end(exact.analyse(game.position)))),
    "tip": _tip,
    "what-if": _what_if,
    "analysis": lambda game: analysis_board(game.position, game.flags),
    "review": _review,
    "players": _players,
}


def swapped(game: Game, mines: CellSet) -> Game:
    """The same game on another layout."""
    return game._replace(layout=Layout(game.grid, mines))


@settings(max_examples=25)
@given(begun_games(max_side=4), st.data())
def test_no_assistant_answers_differently_on_another_fitting_layout(game: Game, data: st.DataObject) -> None:
    mines = data.draw(st.sampled_from(list(fitting_layouts(game.position))))
    other = swapped(game, mines)
    assert other.position == game.position
    for name, answer in ASSISTANTS.items():
        assert answer(other) == answer(game), name


@pytest.mark.parametrize("seed", range(4))
def test_no_assistant_looks_at_the_layout_of_a_16x16_board(seed: int) -> None:
    random = Random(seed)
    spec = BoardSpec(16, 16, 40)
    layout = deal(spec, 100, f"fair {seed}")
    game = Game(spec.grid, spec.mines, layout).open_cell(100)
    for _ in range(random.randrange(8)):
        game = game.open_cell(random.choice(cells_of(game.hidden & layout.safe)))
    game = game.set_flags(sum(1 << cell for cell in random.sample(cells_of(game.hidden), 5)))
    other = swapped(game, Sampler(run_to_end(exact.analyse(game.position))).draw(random))
    assert other.layout != game.layout
    assert other.position == game.position
    for name, answer in ASSISTANTS.items():
        assert answer(other) == answer(game), name


def test_the_fair_play_test_would_notice_an_assistant_that_cheats() -> None:
    spec = BoardSpec(10, 10, 50)
    random = Random(1)
    game = Game(spec.grid, spec.mines, deal(spec, 44, "seen")).open_cell(44)
    while safe := run_to_end(exact.ExactSolver().certain(game.position))[0]:
        game = game.open_cells(safe)
    layouts = [Sampler(run_to_end(exact.analyse(game.position))).draw(random) for _ in range(20)]
    others = [swapped(game, mines) for mines in layouts]
    assert {other.position for other in others} == {game.position}
    assert len({run_to_end(unlock(other)).cells for other in others}) > 1
