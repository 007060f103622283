"""Plays many boards with one player, and says how it did on each.

The rules alone decide whether a game is won; the player only says whether it considered a move certain.
`estimate_value` estimates how strong a player is with most of the luck removed. Code that has changed may play
differently even under the same version number, so fingerprints of the code identify a run. `command` runs this for
`bench`, and `referee` for `referee`.
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
"""How many hexadecimal digits a fingerprint has. So many protect from accidents, but not from forgers."""


def check_code(worker: str, code: str, expected: str) -> None:
    """Raises WorkerError if a worker's fingerprint isn't the expected one."""
    if code != expected:
        raise WorkerError(
            f"{worker} has other code of this program (fingerprint {code}, expected {expected})."
            " Install the same version on all machines and start the workers again"
        )


def fingerprint(place: Path) -> str:
    """The fingerprint of a module, of all modules below a folder or, if a package lies in an archive, of this
    archive.
    """
    while not place.exists() and place != place.parent:
        place = place.parent
    total = hashlib.sha256()
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        # All line ends count as the same, because some systems write CR LF when they check the files out.
        code = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(place).as_posix()} {len(code)}\n".encode() + code)
    return total.hexdigest()[:_LENGTH]


CODE = fingerprint(Path(__file__).parents[1])
"""The fingerprint of this package.

It is taken when the package is loaded, because a worker keeps the code that it has loaded.
"""


def code_of_player(solver: str) -> str | None:
    """The fingerprint of the module of a plug-in player.

    None for the players of this program, because CODE covers them.
    """
    place = None if solver in PLAYERS else getattr(sys.modules.get(solver.partition(":")[0]), "__file__", None)
    return None if place is None else fingerprint(Path(place))


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What a player did on one board."""

    win: bool
    """Whether the player won. Giving up counts as not winning."""
    guesses: int
    """How many moves the player didn't call certain."""
    ms: float
    """The CPU time of the game in milliseconds, for the player and the rules together."""
    lost_on_certain_move: bool = False
    """Whether the player lost with a move that it called certain, which shows a fault of the player."""
    luck: float | None = 0.0
    """How lucky the guesses were.

    Each guess adds 1 if its cell was safe, and subtracts the chance that it was. None if the player didn't say one of
    these chances, and for a fair game.
    """
    value: float | None = None
    """The estimated win chance from ``estimate_value``, or None if it wasn't estimated."""

    def to_data(self, board: int) -> dict[str, object]:
        """The fields of the result for files and reports, with the number of the board.

        `lost_on_certain_move` and `value` are left out if they say nothing.
        """
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
            break  # A player that opens no new cell would otherwise go on for ever, so this counts as giving up.
        game = after
        if not certain:
            guesses += 1
            luck = None if luck is None or choice.safety is None else luck + (not game.exploded) - choice.safety
    ms = (time.thread_time() - began) * 1000
    return BoardResult(game.phase is Phase.WON, guesses, ms, game.phase is Phase.LOST and certain, luck)


def play_fairly(seed: BoardSeed, player: Player) -> BoardResult:
    """Plays the fair game of a seed until it ends or the player gives up.

    The cells of a choice are opened and judged one after the other, even if the player calls them certain. The time of
    the judge counts too.
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
            break  # A player that opens no new cell would otherwise go on for ever, so this counts as giving up.
        guesses += not certain
    ms, game = (time.thread_time() - began) * 1000, session.game
    return BoardResult(game.phase is Phase.WON, guesses, ms, game.phase is Phase.LOST and certain, luck=None)


class ValueEstimateError(ValueError):
    """A game whose win chance can't be estimated, because the player guessed several cells at once."""


def estimate_value(board: Board, player: Player, random: Random | None = None) -> float:
    """An unbiased estimate of how often the player wins random boards like this one, from 0 to 1.

    It is the product of the exact chances that the player's guesses are safe, and 0 if the player gives up. If a guess
    hits a mine, the mines are dealt again, uniformly among the layouts that fit the position and have this cell safe,
    and the game goes on. Given a position, the player's next guess and that this guess is safe, all layouts that fit
    are still equally likely. So, by induction from the last guess to the first, the expected value is exactly the win
    chance. Counting wins instead would take three times as many boards.

    If the player names the exact win chance of its position, the game isn't played further. By default, the board
    itself seeds the random numbers, so a board always gives the same estimate. Raises ValueEstimateError if the player
    guesses several cells at once.
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
    """The exact chance that a guess is safe. Raises ValueEstimateError if it opens several cells."""
    if cells.bit_count() != 1:
        raise ValueEstimateError(
            "the chance that several cells are safe together is not known: guess one cell at a time"
        )
    mined, layouts = run_to_end(analyse(game.position)).odds(cells.bit_length() - 1)
    return 1 - mined / layouts


def made_safe(game: Game, cells: CellSet, random: Random, analysis: Analysis | None = None) -> Game:
    """The game with these cells safe: unchanged if they are, otherwise with another layout that fits the position.

    `analysis` is that of the position, if the caller has it already.
    """
    if game.layout is None or not cells & game.layout.mines:
        return game
    mines = draw_with_safe(analysis or run_to_end(analyse(game.position)), cells, random)
    return Game(game.grid, game.mine_total, Layout(game.grid, mines), opened=game.opened)


@dataclass(frozen=True)
class DealtBoards(Sequence[BoardSeed]):
    """A part of an endless series of random boards.

    `numbers` are the boards' numbers, counted from 1. It takes the same memory for any number of boards, because a
    board is dealt when a worker plays it.
    """

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
    """Plays all boards, and yields their results in order.

    ``jobs`` is a number of processes, or the workers of a cluster; the results are the same for any of them. A
    ``budget`` limits the thinking of ``deep``. If it is in seconds, the results depend on the machine. With ``value``,
    the win chance on each board is estimated too. With ``is_fair``, the boards must be seeds, because the judge deals
    the mines.
    """
    find_player(solver, budget)
    work = partial(_play_board, solver=solver, value=value, budget=budget, is_fair=is_fair, code=CODE)
    return work_all(work, boards, jobs)


def _play_board(
    board: Board | BoardSeed, solver: str, value: bool, budget: Budget | None, is_fair: bool, code: str
) -> BoardResult:
    """Plays one board, in a worker. Raises WorkerError if the worker's code isn't `code`."""
    check_code(f"the worker on {gethostname()}", CODE, code)
    make_player = find_player(solver, budget, is_fair=is_fair)
    if is_fair and isinstance(board, BoardSeed):
        return play_fairly(board, make_player())
    board = board.make() if isinstance(board, BoardSeed) else board
    player = make_player()
    if not value:
        return play(board, player)
    if solver in PLAYERS:
        player = remember(
            player
        )  # Both games on the board are the same up to the first mine that is hit, so the player remembers.
    result = play(board, player)
    return replace(result, value=estimate_value(board, player if solver in PLAYERS else make_player()))


def remember(player: Player) -> Player:
    """Wraps a player so that it remembers its answers.

    Then two games on one board don't make it think twice about a position.
    """
    choices: dict[tuple[CellSet, Planes], Choice | None] = {}

    def choose(position: Position) -> Choice | None:
        key = position.opened, position.clues
        if key not in choices:
            choices[key] = player(position)
        return choices[key]

    return choose
