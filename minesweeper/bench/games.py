"""Plays boards with one solver: the result of each, and the strength of the player with most of the luck removed.

The game decides whether a move was right; the solver only says whether it was certain. Other code may play differently,
even under the same version, so fingerprints of the code identify a run, and a cluster plays with this very code only.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from socket import gethostname
from typing import overload

from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.layout import Board, Layout
from minesweeper.core.boardspec import FAIR, BoardSpec
from minesweeper.core.cells import CellSet, Planes, cells_of
from minesweeper.core.pool import WorkerError, Workers, work_all
from minesweeper.core.position import Position
from minesweeper.play.game import Game, Phase, begin_game
from minesweeper.play.session import new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.players import PLAYERS, Choice, Player, find_player
from minesweeper.solvers.rollouts import Budget
from minesweeper.solvers.sampling import draw_with_safe

_LENGTH = 16
"""The number of hexadecimal digits of a fingerprint, which guards against accidents, not against forgers."""


def check_code(worker: str, code: str, expected: str) -> None:
    """Raises WorkerError if a worker has other code than expected."""
    if code != expected:
        raise WorkerError(
            f"{worker} has other code of this program (fingerprint {code}, expected {expected})."
            " Install the same version on all machines and start the workers again"
        )


def fingerprint(place: Path) -> str:
    """Returns the fingerprint of a module, of all modules below a folder, or of the archive that holds a package."""
    while not place.exists() and place != place.parent:
        place = place.parent
    total = hashlib.sha256()
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        code = path.read_bytes().replace(b"\r\n", b"\n")  # as some systems check them out
        total.update(f"{path.relative_to(place).as_posix()} {len(code)}\n".encode() + code)
    return total.hexdigest()[:_LENGTH]


CODE = fingerprint(Path(__file__).parents[1])
"""The fingerprint of this package, taken when it was loaded. A worker keeps the code that it loaded."""


def code_of_player(solver: str) -> str | None:
    """Returns the fingerprint of the module of a plug-in player; None for our own players, which CODE covers."""
    place = None if solver in PLAYERS else getattr(sys.modules.get(solver.partition(":")[0]), "__file__", None)
    return None if place is None else fingerprint(Path(place))


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What a player did on one board."""

    win: bool
    guesses: int
    ms: float
    """The CPU time of the game, solver and rules together, in milliseconds."""
    lost_on_certain_move: bool = False
    luck: float | None = 0.0
    """The sum over all guesses of (1 if safe, otherwise 0) minus the chance of being safe; None if a chance is unknown.
    """
    value: float | None = None
    """An estimate of the win chance, see ``estimate_value``."""

    def to_data(self, board: int) -> dict[str, object]:
        """Returns the fields of one board in files and reports."""
        return {
            "board": board,
            "win": self.win,
            "guesses": self.guesses,
            "ms": round(self.ms, 3),
            "luck": self.luck,
            **({"lost_on_certain_move": True} if self.lost_on_certain_move else {}),
            **({} if self.value is None else {"value": self.value}),
        }


def play(board: Board, player: Player) -> BoardResult:
    """Plays one board until it ends or the player gives up."""
    began = time.thread_time()
    game = begin_game(board)
    guesses, certain = 0, False
    luck: float | None = 0.0
    while not game.is_over:
        choice = player(game.position)
        if choice is None:
            break
        certain = choice.certain
        after = game.open_cells(choice.cells)
        if after is game:
            break  # a player that opens nothing would continue for ever
        game = after
        if not certain:
            guesses += 1
            luck = None if luck is None or choice.safety is None else luck + (not game.exploded) - choice.safety
    ms = (time.thread_time() - began) * 1000
    return BoardResult(game.phase is Phase.WON, guesses, ms, game.phase is Phase.LOST and certain, luck)


def play_fairly(seed: BoardSeed, player: Player) -> BoardResult:
    """Plays the fair game of a seed until it ends or the player gives up. The judge's time counts too.

    The cells of a choice are opened and judged one after the other, whether or not the player calls them certain.
    """
    began = time.thread_time()
    session = new_session(seed.spec, "custom", seed.seed, board_type=FAIR).open_first(seed.make())
    guesses, certain = 0, False
    while not session.game.is_over:
        choice = player(session.game.position)
        if choice is None:
            break
        before, certain = session.game, choice.certain
        for cell in cells_of(choice.cells):
            session = session.open_cell(cell)
        if session.game is before:
            break  # a player that opens nothing would continue for ever
        guesses += not certain
    ms, game = (time.thread_time() - began) * 1000, session.game
    return BoardResult(game.phase is Phase.WON, guesses, ms, game.phase is Phase.LOST and certain, luck=None)


class ValueEstimateError(ValueError):
    """Reports a game whose value can't be estimated."""


def estimate_value(board: Board, player: Player, random: Random | None = None) -> float:
    """Returns an unbiased estimate of the player's win chance on a random board like this one, from 0 to 1.

    It is the product of the exact chances that the guesses are safe. Where a guess hits a mine, the mines are dealt
    again, uniformly among the layouts that fit the position with that cell safe, and the game continues. Given a
    position, its next guess and that it is safe, all layouts that fit are still equally likely. So, by induction from
    the last guess to the first, the expected value is exactly the win chance. Counting wins takes three times as many
    boards.

    By default, the board itself seeds the random numbers, so that it has the same estimate each time.
    """
    if random is None:
        random = Random(board.layout.mines)
    game = begin_game(board)
    value = 1.0
    while game.phase is Phase.PLAYING:
        choice = player(game.position)
        if choice is None:
            return 0.0
        if choice.win_chance is not None:
            return value * choice.win_chance
        if not choice.certain:
            value *= _safety(game, choice.cells) if choice.safety is None else choice.safety
            if not value:
                return 0.0
            game = made_safe(game, choice.cells, random)
        after = game.open_cells(choice.cells)
        if after is game:
            return 0.0
        game = after
    return value if game.phase is Phase.WON else 0.0


def _safety(game: Game, cells: CellSet) -> float:
    """Returns the exact chance that a guess is safe."""
    if cells.bit_count() != 1:
        raise ValueEstimateError(
            "the chance that several cells are safe together is not known: guess one cell at a time"
        )
    mined, layouts = run_to_end(analyse(game.position)).odds(cells.bit_length() - 1)
    return 1 - mined / layouts


def made_safe(game: Game, cells: CellSet, random: Random, analysis: Analysis | None = None) -> Game:
    """Returns a game at this position with these cells safe: if one is a mine, with another layout that fits.

    Pass the analysis of the position if it is known already.
    """
    if game.layout is None or not cells & game.layout.mines:
        return game
    mines = draw_with_safe(analysis or run_to_end(analyse(game.position)), cells, random)
    return Game(game.grid, game.mine_total, Layout(game.grid, mines), opened=game.opened)


@dataclass(frozen=True)
class DealtBoards(Sequence[BoardSeed]):
    """A part of an endless series of dealt boards, numbered from 1. Its size in memory doesn't depend on its length."""

    spec: BoardSpec
    first: int
    seed: str
    opening: bool
    numbers: range

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> BoardSeed: ...
    @overload
    def __getitem__(self, index: slice) -> DealtBoards: ...
    def __getitem__(self, index: int | slice) -> BoardSeed | DealtBoards:
        if isinstance(index, slice):
            return replace(self, numbers=self.numbers[index])
        return BoardSeed(self.spec, self.first, f"{self.seed}/{self.numbers[index]}", self.opening)


def play_all(
    boards: Sequence[Board | BoardSeed],
    solver: str,
    jobs: int | Workers,
    *,
    value: bool = False,
    budget: Budget | None = None,
    is_fair: bool = False,
) -> Generator[BoardResult, None, None]:
    """Plays all boards and yields their results in order. The number and kind of workers changes no result.

    ``jobs`` is a number of processes, or the workers of a cluster. A budget is for ``deep``; if it is in seconds, its
    results depend on the machine. Fair games need boards that are named by their seeds.
    """
    find_player(solver, budget)
    work = partial(_play_board, solver=solver, value=value, budget=budget, is_fair=is_fair, code=CODE)
    return work_all(work, boards, jobs)


def _play_board(
    board: Board | BoardSeed, solver: str, value: bool, budget: Budget | None, is_fair: bool, code: str
) -> BoardResult:
    check_code(f"the worker on {gethostname()}", CODE, code)
    make_player = find_player(solver, budget, is_fair=is_fair)
    if is_fair and isinstance(board, BoardSeed):
        return play_fairly(board, make_player())
    board = board.make() if isinstance(board, BoardSeed) else board
    player = make_player()
    if not value:
        return play(board, player)
    if solver in PLAYERS:
        player = remember(player)  # both games are the same up to the first mine that is hit
    result = play(board, player)
    return replace(result, value=estimate_value(board, player if solver in PLAYERS else make_player()))


def remember(player: Player) -> Player:
    """Returns a player that remembers its answers, so that two games on a board don't think twice about a position."""
    choices: dict[tuple[CellSet, Planes], Choice | None] = {}

    def choose(position: Position) -> Choice | None:
        key = position.opened, position.clues
        if key not in choices:
            choices[key] = player(position)
        return choices[key]

    return choose
