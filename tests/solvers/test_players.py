"""The next move of each solver: how much one move contains, what flags mean, and when it guesses.

Plug-ins are tested with the bench, in tests/bench/test_games.py.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import get_args

import pytest

from minesweeper.boards.deal import deal
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.play.game import Game
from minesweeper.solvers import players
from minesweeper.solvers.deduction import Kind, run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver, analyse
from minesweeper.solvers.guess import RecommendedMove, best_guess
from minesweeper.solvers.players import (
    PLAYERS,
    SOLVERS,
    MoveMemory,
    MoveRequest,
    MoveScope,
    NextMove,
    PlayerError,
    next_move,
)
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.options import OPTIONS
from minesweeper.ui.screens import bot_setup

SCOPES: Sequence[MoveScope] = get_args(MoveScope)
SPEC = BoardSpec(16, 16, 45)

TWO_ENDS = read_position("#1..1#\n11..11", 2)
"""Each end has a mine that one clue proves."""
TWO_CLUES = read_position("####\n1111", 2)
"""Single clues prove nothing; pairs of them prove the inner two cells safe, and then the outer two are mines."""
BOTH = read_position("#1..\n11..\n1111\n####", 3)
"""One clue proves the mine at the top, and the cells below need two clues."""
DEEP = read_position("####\n2#53\n1###", mine_total=5)
"""A proof needs an assumption within an assumption."""
HALF = read_position("#1\n#1", 1)
"""Nothing can be proved."""


def move_of(
    solver: str, position: Position, flags: CellSet | None = 0, near: int | None = None, scope: MoveScope = "one"
) -> NextMove:
    move = run_to_end(next_move(solver, MoveRequest(position, flags, scope=scope), near))
    assert move is not None
    return move


def cells(*numbers: int) -> CellSet:
    return to_cell_set(numbers)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("near", "mine"), [(0, 0), (11, 5)])
def test_a_single_deduction_is_the_nearest_one_with_its_reason(solver: str, near: int, mine: int) -> None:
    move = move_of(solver, TWO_ENDS, near=near)
    assert (move.safe, move.mined, move.guess) == (0, 1 << mine, None)
    assert move.deduction is not None
    assert move.deduction.kind is Kind.ONE_CLUE
    assert move.deduction.because


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scope", ["look", "all"])
def test_cells_proved_at_once_form_one_move_without_a_reason(solver: str, scope: MoveScope) -> None:
    assert move_of(solver, TWO_ENDS, scope=scope) == NextMove(0, cells(0, 5))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scope", SCOPES)
def test_a_flagged_mine_is_not_proposed_as_a_move_again(solver: str, scope: MoveScope) -> None:
    assert move_of(solver, TWO_ENDS, flags=1, near=0, scope=scope).mined & ~1 == 1 << 5
    for flags in (cells(0, 5), None):
        assert run_to_end(next_move(solver, MoveRequest(TWO_ENDS, flags, scope=scope))) is None


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scope", SCOPES)
def test_a_given_mine_is_not_proposed_as_a_move(solver: str, scope: MoveScope) -> None:
    one, both = read_position("*1..1#\n11..11", 2), read_position("*1..1*\n11..11", 2)
    assert move_of(solver, one, near=0, scope=scope).mined & ~1 == 1 << 5
    assert run_to_end(next_move(solver, MoveRequest(both, 0, scope=scope))) is None
    assert move_of(solver, read_position("*1#", 1), scope=scope).safe == 0b100


@pytest.mark.parametrize("solver", ["smart", "exact", "best", "deep"])
@pytest.mark.parametrize("scope", SCOPES)
def test_a_wrong_flag_proves_nothing_and_its_cell_is_opened(solver: str, scope: MoveScope) -> None:
    move = move_of(solver, TWO_CLUES, flags=cells(0, 1, 2, 3), near=0, scope=scope)
    assert move.safe & cells(1, 2)
    assert not move.safe & cells(0, 3)


def test_assumptions_follow_single_clues_and_come_one_at_a_time() -> None:
    assert move_of("smart", BOTH, scope="look") == NextMove(0, cells(0))
    first = move_of("smart", BOTH, flags=1, scope="look")
    assert first.deduction is not None
    assert (first.safe | first.mined).bit_count() == 1
    everything = move_of("smart", BOTH, flags=1, scope="all")
    assert everything == NextMove(cells(13, 14), cells(0, 12, 15))


@pytest.mark.parametrize("scope", SCOPES)
def test_the_depth_of_a_solver_limits_how_assumptions_are_nested(scope: MoveScope) -> None:
    assert run_to_end(next_move("smart", MoveRequest(DEEP, 0, 1, scope))) is None
    assert run_to_end(next_move("smart", MoveRequest(DEEP, 0, 2, scope))) is not None


def test_the_exact_solver_tries_single_clues_first_if_asked_for_all() -> None:
    assert move_of("exact", BOTH, scope="all") == NextMove(0, cells(0))
    assert move_of("exact", BOTH, scope="look") == NextMove(*run_to_end(ExactSolver().certain(BOTH)))
    assert run_to_end(ExactSolver().certain(BOTH))[0]


@pytest.mark.parametrize("solver", ["exact", "best", "deep"])
def test_a_remembered_analysis_is_used_only_for_its_own_position(solver: str) -> None:
    memory = MoveMemory()
    analysis = memory.analysis = run_to_end(analyse(BOTH))
    assert (analysis.safe, analysis.mined) != run_to_end(ExactSolver().certain(BOTH))
    analysed = run_to_end(next_move(solver, MoveRequest(BOTH, scope="look"), memory=memory))
    assert analysed == NextMove(analysis.safe, analysis.mined)
    proved = NextMove(*run_to_end(ExactSolver().certain(TWO_CLUES)))
    assert run_to_end(next_move(solver, MoveRequest(TWO_CLUES, scope="look"), memory=memory)) == proved
    assert run_to_end(memory.analyse(BOTH)) is analysis
    assert run_to_end(memory.analyse(HALF)).position == HALF


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("scope", SCOPES)
def test_a_solver_that_can_prove_nothing_is_stuck_or_guesses(solver: str, scope: MoveScope) -> None:
    assert run_to_end(next_move(solver, MoveRequest(HALF, scope=scope))) is None
    move = run_to_end(next_move(solver, MoveRequest(HALF, scope=scope, guesses=True), near=2))
    assert move is not None
    assert move.guess is not None
    assert (move.safe, move.mined) == (1 << move.guess.cell, 0)
    assert 2 * move.guess.odds[0] == move.guess.odds[1]


@pytest.mark.parametrize("solver", ["simple", "smart", "exact"])
@pytest.mark.parametrize(
    ("picture", "mines", "near", "cell"), [("#1 #1", 1, 0, 0), ("#1 #1", 1, 2, 2), ("#1###", 2, 4, 2)]
)
def test_the_nearest_cell_beside_a_clue_wins_among_equal_guesses(
    solver: str, picture: str, mines: int, near: int, cell: int
) -> None:
    position = read_position(picture.replace(" ", "\n"), mines)
    move = run_to_end(next_move(solver, MoveRequest(position, guesses=True), near))
    assert move is not None
    assert move.safe == 1 << cell


def test_a_stuck_simple_solver_guesses_a_cell_with_zero_risk() -> None:
    move = run_to_end(next_move("simple", MoveRequest(BOTH, scope="look", guesses=True), near=15))
    assert move is not None
    assert move.guess is not None
    assert (move.safe, move.mined) == (cells(14), cells(0))
    assert move.guess.odds[0] == 0


@pytest.mark.parametrize(
    ("solver", "budget", "used"),
    [("deep", None, Budget()), ("deep", Budget(3), Budget(3)), ("best", Budget(2), Budget(2)), ("best", None, None)],
)
def test_a_solver_with_a_budget_compares_guesses_by_roll_outs(
    monkeypatch: pytest.MonkeyPatch, solver: str, budget: Budget | None, used: Budget | None
) -> None:
    budgets = []

    def think(analysis: Analysis, budget: Budget) -> Generator[None, None, RecommendedMove]:
        budgets.append(budget)
        return (yield from best_guess(analysis))

    monkeypatch.setattr(players, "deep_guess", think)
    move = run_to_end(next_move(solver, MoveRequest(HALF, guesses=True, budget=budget)))
    assert move is not None
    assert move.guess == run_to_end(best_guess(run_to_end(analyse(HALF))))
    assert budgets == ([] if used is None else [used])


def test_every_solver_is_a_player_and_the_bot_offers_all_but_deep() -> None:
    assert list(PLAYERS) == list(SOLVERS)
    # Deep is best with time to think, which the bot has as a setting of its own. The choices stand apart from the
    # table, so that settings can be read without loading a solver.
    bot = next(option for option in OPTIONS if option.name == "bot_solver")
    assert list(bot.choices) == [solver for solver in SOLVERS if solver != "deep"]
    assert list(bot_setup._SOLVERS) == list(bot.choices)


def test_an_unknown_solver_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PlayerError, match=rf"'exat' isn't a solver\. Use {', '.join(SOLVERS)}"):
        run_to_end(next_move("exat", MoveRequest(HALF)))


def play_on(seed: str, solver: str, scope: MoveScope, *, remembers: bool, flags: bool) -> Game:
    """Plays a game until the solver is stuck or the game ends, and checks whatever it proves against the mines."""
    game = Game(SPEC.grid, SPEC.mines, deal(SPEC, 136, seed)).open_cell(136)
    memory = MoveMemory()
    while not game.is_over:
        memory = memory if remembers else MoveMemory()
        claims = game.flags if flags else None
        move = run_to_end(next_move(solver, MoveRequest(game.position, claims, scope=scope), 136, memory))
        if move is None:
            break
        assert game.layout is not None
        assert not move.safe & game.layout.mines
        assert not move.mined & ~game.layout.mines
        assert move.safe or (flags and move.mined & ~game.flags)
        game = game.set_flags(game.flags | move.mined).open_cells(move.safe)
    return game


@pytest.mark.parametrize("solver", ["simple", "smart", "exact"])
def test_a_solver_proves_the_same_however_many_cells_a_move_has(solver: str) -> None:
    games = [
        play_on("far 0", solver, scope, remembers=remembers, flags=flags)
        for scope in SCOPES
        for remembers in (False, True)
        for flags in (False, True)
    ]
    assert len({game.opened for game in games}) == 1
    assert len({game.flags for game in games[1::2]}) == 1
