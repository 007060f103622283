"""Boards and games for programs: make a board, read one, let a player play it. Cells are places, (row, col) from 0.

The answers about positions are in ``solution``, which knows nothing of mines; see docs/api.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from minesweeper.boards import layout as boards
from minesweeper.boards.codes import from_code, is_code, to_code
from minesweeper.boards.deal import BoardSeed, new_seed
from minesweeper.boards.layout import Layout, read_layout
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.specs import NORMAL, read_spec
from minesweeper.core.text import quote, quote_object
from minesweeper.play.game import Game, Phase, begin_game
from minesweeper.solvers.own import AnswerError, PlayerAnswer, read_answer
from minesweeper.solvers.players import PLAYERS
from minesweeper.solvers.solution import Place, to_cell
from minesweeper.storage.settings import PRESETS

BoardPlayer: TypeAlias = Callable[[Position], PlayerAnswer]
"""Plays one game: given each position in turn, it answers a cell to open, or several, or None to give up."""


class PlayError(ValueError):
    """A board or a move that can't be played, with the value and what is allowed."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where the mines are, and the cell to open first: a board of the program, whose cell is told as a place."""

    layout: Layout
    first: Place | None = None
    label: str = NORMAL
    """``normal``, ``no-guess``, or ``no-guess, adjusted`` where chance would have taken too long."""

    @property
    def code(self) -> str:
        """The board as a short text."""
        return to_code(self._with_cell())

    def begin(self) -> Game:
        """A game on this board, its first cell opened if there is one."""
        return begin_game(self._with_cell())

    def _with_cell(self) -> boards.Board:
        first = None if self.first is None else to_cell(self.layout.grid, self.first)
        return boards.Board(self.layout, first, self.label)


def _with_place(board: boards.Board) -> Board:
    layout, first, label = board
    return Board(layout, None if first is None else layout.grid.row_col(first), label)


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a game."""

    game: Game
    moves: int
    """How often the player was asked and opened something."""

    @property
    def won(self) -> bool:
        """Whether every safe cell was opened."""
        return self.game.phase is Phase.WON


def generate_board(
    board: str = "expert", *, first: Place | None = None, seed: str | None = None, no_guess: bool = False
) -> Board:
    """A board of a preset or a size such as ``40x20/160``, made for a first cell, which opens a region.

    The same seed and first cell give the same board everywhere. Without a first cell the middle is taken. A no-guess
    board can be finished by logic alone; where none is found PlayError says so.
    """
    _need_text("board", board)
    _need_text("seed", "" if seed is None else seed)
    spec = PRESETS.get(board.lower()) or read_spec(board, PRESETS)
    place = first if first is not None else (spec.height // 2, spec.width // 2)
    cell, text = to_cell(spec.grid, place), new_seed() if seed is None else seed
    if not no_guess:
        return _with_place(BoardSeed(spec, cell, text).make())
    from minesweeper.boards.noguess import deal_no_guess  # loaded late: it brings a solver

    dealt = deal_no_guess(spec, cell, text)
    if dealt.board is None:
        raise PlayError(f"no board of {spec} without guesses was found in {dealt.attempts:,} attempts: try fewer mines")
    return _with_place(dealt.board)


def read_board(text: str) -> Board:
    """The board of a code (``ms1-``) or of a picture, in which ``*`` is a mine."""
    _need_text("board", text)
    return _with_place(from_code(text)) if is_code(text) else Board(read_layout(text))


def _need_text(what: str, given: object) -> None:
    if not isinstance(given, str):
        raise TypeError(f"the {what} {quote_object(given)} is no text")


def play_board(board: Board, player: str | BoardPlayer | Callable[[], BoardPlayer] = "best") -> Played:
    """What becomes of a board when a player plays it: one by name (simple, smart, exact, best, deep) or a function.

    Of a class, one is made for the game.
    """
    if not isinstance(board, Board):
        raise TypeError(f"{quote_object(board)} is no board: generate_board makes one, read_board reads one of a code")
    choose = _choose_by_name(player) if isinstance(player, str) else _choose_by_asking(player)
    game, moves = board.begin(), 0
    _ = board.layout.spec  # a board without mines, or full of them, is no game: it raises SpecError
    while not game.is_over:
        cells = choose(game.position)
        if cells is None:
            break
        game, moves = game.open_cells(cells), moves + 1
    return Played(game, moves)


def _choose_by_name(name: str) -> Callable[[Position], CellSet | None]:
    if name not in PLAYERS:
        raise PlayError(f"{quote(name, 60)} is no player: {', '.join(PLAYERS)} or a function")
    player = PLAYERS[name]()

    def choose(position: Position) -> CellSet | None:
        choice = player(position)
        return None if choice is None else choice.cells

    return choose


def _choose_by_asking(player: BoardPlayer | Callable[[], BoardPlayer]) -> Callable[[Position], CellSet | None]:
    function: Callable[..., object] = player() if isinstance(player, type) else player

    def choose(position: Position) -> CellSet | None:
        try:
            answer = read_answer(position, function(position))
        except AnswerError as error:
            raise PlayError(f"the player {error}") from None
        return None if answer is None else answer[0]

    return choose
