"""Offers boards and games to programs: boards made and read, players that play them, many positions, replays.

Cells are places, (row, col) from 0. Answers about positions are in ``assist/answers``, which knows nothing of mines;
see docs/api.md.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeAlias

from minesweeper.assist.answers import Solution, solve
from minesweeper.boards import layout as boards
from minesweeper.boards.codes import from_code, is_code, to_code
from minesweeper.boards.deal import BoardSeed, new_seed, usual_first
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import FAIR, NORMAL, read_spec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.files import read_input
from minesweeper.core.late import LateModule
from minesweeper.core.pool import work_all
from minesweeper.core.position import GivenPlace, Place, Position, places, to_cell
from minesweeper.core.text import JSON_VERSION, LONGEST_NAME, quote
from minesweeper.play.game import Game, Phase, begin_game
from minesweeper.play.guesses import MAX_CELLS, Guess, Skill, find_guesses, judge_guesses, skill_of
from minesweeper.play.replay import Replay, sessions_of
from minesweeper.play.session import Move, MoveKind
from minesweeper.solvers.deduction import Contradiction, run_to_end
from minesweeper.solvers.players import PLAYERS, AnswerError, PlayerAnswer, read_answer
from minesweeper.storage import board_files, replay_files
from minesweeper.storage.games_table import FinishedGame
from minesweeper.storage.replay_files import ReplayForm
from minesweeper.storage.settings import PRESETS

if TYPE_CHECKING:
    from minesweeper.boards import noguess
else:
    noguess = LateModule("minesweeper.boards.noguess")  # it brings a solver


Buffer: TypeAlias = bytes | bytearray | memoryview
BoardPlayer: TypeAlias = Callable[[Position], PlayerAnswer]
"""Plays one game: for each position in turn, it returns a cell to open, or several, or None to give up."""
PlayerName: TypeAlias = Literal["simple", "smart", "exact", "best", "deep"]
"""The players of the program, weakest first."""


class PlayError(ValueError):
    """Reports a board or a move that can't be played, with the value and what is allowed."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board: where the mines are, and the place to open first."""

    layout: Layout
    first: Place | None = None
    label: str = NORMAL
    """The board type: ``normal`` (random), ``no-guess``, or ``no-guess, adjusted`` where chance took too long."""

    @property
    def code(self) -> str:
        """Returns the board as a short text."""
        return to_code(_with_cell(self))

    def begin(self) -> Game:
        """Starts a game on this board, with its first cell opened if there is one."""
        return begin_game(_with_cell(self))


def _with_cell(board: Board) -> boards.Board:
    """Converts a board of the library to one of ``boards.layout``, whose first cell is a number."""
    first = None if board.first is None else to_cell(board.layout.grid, board.first)
    return boards.Board(board.layout, first, board.label)


def _with_place(board: boards.Board) -> Board:
    """Converts a board of ``boards.layout`` to one of the library, whose first cell is (row, col)."""
    layout, first, label = board
    return Board(layout, None if first is None else layout.grid.row_col(first), label)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game."""

    game: Game
    moves: int
    """The number of moves: how often the player opened something."""
    board: Board
    opened: tuple[CellSet, ...] = ()
    """The cells that the player asked to open, move by move, as the bits of an int."""

    @property
    def won(self) -> bool:
        """Says whether every safe cell was opened."""
        return self.game.phase is Phase.WON


def generate_board(
    board: str = "expert",
    *,
    first: GivenPlace | None = None,
    seed: str | SupportsIndex | None = None,
    no_guess: bool = False,
) -> Board:
    """Makes a board of a preset or a size such as ``40x20/160``, for a first cell, which opens a region.

    The same seed and first cell give the same board everywhere; a number is the same seed as its digits. The default
    first cell is row 3, column 3, as far as the board has them. Logic alone can finish a no-guess board; PlayError says
    if none is found.
    """
    if not isinstance(board, str):
        raise TypeError(f"generate_board() expects a text such as 'expert' or '9x9/10', got {quote(board)}")
    text = new_seed() if seed is None else seed if isinstance(seed, str) else str(index(seed))
    spec = PRESETS.get(board.lower()) or read_spec(board, PRESETS)
    cell = usual_first(spec) if first is None else to_cell(spec.grid, first)
    if not no_guess:
        return _with_place(BoardSeed(spec, cell, text).make())
    dealt = run_to_end(noguess.deal_no_guess(spec, cell, text))
    if dealt.board is None:
        raise PlayError(f"could not make a no-guess board of {spec} in {dealt.attempts:,} attempts. Try fewer mines")
    return _with_place(dealt.board)


def read_board(source: str | Buffer | PathLike[str]) -> Board:
    """Reads one board from a text, the bytes of a file, or a file by its Path.

    It may be a code (``ms1-``), a text board in which ``*`` is a mine, or any other form that ``show`` reads.
    """
    if isinstance(source, str) and is_code(source):
        return _with_place(from_code(source))
    boards = list(islice(read_boards(source), 2))
    if len(boards) != 1:
        raise PlayError(
            f"expected one board but found {'several' if boards else 'none'}. Use read_boards() to read any number"
        )
    return boards[0]


def read_boards(source: str | Buffer | PathLike[str]) -> Iterator[Board]:
    """Reads boards from a text, the bytes of a file, or a file by its Path, in any form that ``show`` reads.

    They are read one after the other. A bad one is reported when its turn comes.
    """
    if isinstance(source, PathLike):
        path = Path(source)
        return map(_with_place, board_files.read_boards(read_input(path, board_files.MAX_BYTES), path.name))
    return map(_with_place, board_files.read_boards(_content("board", source)))


def _content(what: str, given: object) -> bytes:
    """Returns the bytes of a text or of a buffer. Raises PlayError for the name of a file."""
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(given)
    if not isinstance(given, str):
        raise TypeError(f"read_{what}() expects a text, bytes or a Path, got {quote(given)}")
    if os.path.isfile(given):
        name = quote(given, LONGEST_NAME)
        raise PlayError(f"{name} isn't a {what}. To read a file, pass a Path: read_{what}(Path({name}))")
    return given.encode("utf-8", "replace")


def play_board(board: Board, player: PlayerName | BoardPlayer | Callable[[], BoardPlayer] = "best") -> Played:
    """Plays a board with a player: one of the program by its name, or a function.

    If you pass a class, ``play_board`` creates one instance per game.
    """
    if not isinstance(board, Board):
        raise TypeError(
            f"play_board() expects a Board, got {quote(board)}. Make one with generate_board() or read_board()"
        )
    choose = _chooser(player)
    game, opened = board.begin(), []
    _ = board.layout.spec  # a board without mines, or full of them, can't be played: it raises SpecError
    while not game.is_over:
        cells = choose(game.position)
        if cells is None:
            break
        game = game.open_cells(cells)
        opened.append(cells)
    return Played(game, len(opened), board, tuple(opened))


def _chooser(player: str | BoardPlayer | Callable[[], BoardPlayer]) -> Callable[[Position], CellSet | None]:
    """Returns the function that chooses the cells to open in one game."""
    if isinstance(player, str):
        if player not in PLAYERS:
            raise PlayError(f"{quote(player, 60)} isn't a player. Use {', '.join(PLAYERS)} or a function")
        named = PLAYERS[player]()
        return lambda position: None if (choice := named(position)) is None else choice.cells
    function: Callable[..., object] = player() if isinstance(player, type) else player

    def choose(position: Position) -> CellSet | None:
        try:
            answer = read_answer(position, function(position))
        except AnswerError as error:
            raise PlayError(f"the player {error}") from None
        return None if answer is None else answer[0]

    return choose


_BATCH = 10_000
"""The number of positions taken from an iterable at a time: it may be endless."""


def solve_many(
    positions: Iterable[Position], jobs: int = 1, *, sentences: bool = False
) -> Iterator[Solution | Contradiction]:
    """Solves many positions in order, with several processes if wanted, as results are asked for.

    A position that no layout fits gives its Contradiction instead of a solution. With ``sentences``, the processes make
    best moves and sentences too, which otherwise are made when they are read.
    """
    if index(jobs) < 1:
        raise PlayError(f"solve_many() expects 1 or more jobs, got {jobs}")
    given = iter(positions)
    while batch := list(islice(given, _BATCH if jobs > 1 else 1)):
        yield from work_all(partial(_solve, sentences=sentences), batch, jobs)


def _solve(position: Position, sentences: bool) -> Solution | Contradiction:
    try:
        solution = solve(position)
    except Contradiction as error:
        return error
    if sentences:
        _ = solution.best, solution.deductions
    return solution


class RecordedMove(NamedTuple):
    """One move of a recorded game."""

    seconds: float
    """The time on the game's clock."""
    kind: str
    """The kind: ``open``, ``flag``, ``mark``, ``chord``, ``complete``, ``assist``, ``undo`` or ``give up``."""
    cell: Place | None = None
    """The cell it was made on, if any."""
    safe: tuple[Place, ...] = ()
    mined: tuple[Place, ...] = ()
    """The cells that an assistant flagged as mines; ``safe`` has the cells that it opened."""
    helper: str = ""
    """The assistant that made the move; empty for the player's own moves."""


class RecordedGuess(NamedTuple):
    """A guess or mistake of a recorded game, and its value; docs/playing.md explains it."""

    move: int
    """Its place among the moves, from 0."""
    odds: float
    """The chance that it would lose; 1 for a mistake."""
    survived: bool
    exact: bool = True
    """Whether the odds are exact."""
    need: str | None = None
    """Whether a guess was needed: ``forced``, ``needless``, ``unclear``, ``helped`` or ``mistake``; None if unknown."""
    given_away: float | None = None
    """The win chance that it gave away; None if not known."""
    win_chance: float | None = None
    """The win chance with the best move, where something was given away."""
    margin: float | None = None
    """Half of the 95% interval of an estimate; 0 where it is exact."""
    best: Place | None = None
    """The best move, where something was given away."""


class RecordedGame:
    """A recorded game that can be replayed."""

    __slots__ = ("_game", "_replay")

    def __init__(self, game: FinishedGame, replay: Replay) -> None:
        self._game, self._replay = game, replay

    @classmethod
    def of(cls, played: Played) -> RecordedGame:
        """Records what a player did on a board. Each cell it opened is a move; its clock isn't known."""
        board = _with_cell(played.board)
        moves, game = [], begin_game(board)
        for cell in (cell for cells in played.opened for cell in cells_of(cells)):
            if game.is_over:  # its last answer may name more cells than were left to open
                break
            game = game.open_cell(cell)
            moves.append(Move(0, MoveKind.OPEN, cell))
        replay = Replay(board.layout.spec, board.layout.mines, board.first, dealt=False, moves=tuple(moves))
        return cls(replay_files.game_of_replay(replay), replay)

    @property
    def board(self) -> Board:
        """Returns the board. Its first cell is the one that was opened before the first move."""
        return _with_place(self._replay.board)

    @property
    def moves(self) -> tuple[RecordedMove, ...]:
        """Lists all moves in order."""
        return tuple(map(self._public_move, self._replay.moves))

    def _public_move(self, move: Move) -> RecordedMove:
        grid = self._replay.spec.grid
        cell = grid.row_col(move.cell) if move.cell >= 0 else None
        safe, mined = places(grid, move.safe), places(grid, move.mined)
        return RecordedMove(move.ms / 1000, move.kind.value, cell, safe, mined, move.assistant)

    @property
    def result(self) -> str:
        """Returns how the game ended: ``won``, ``lost`` or ``abandoned``."""
        return self._game.result

    @property
    def seconds(self) -> float:
        """Returns the seconds it took."""
        return self._game.time_ms / 1000

    @property
    def guesses(self) -> tuple[RecordedGuess, ...]:
        """Lists the guesses and mistakes, judged at first use, which takes a few seconds each at most.

        Empty for a fair game, whose guesses had no odds that decided them.
        """
        return tuple(map(self._public_guess, self._judged()))

    @property
    def skill(self) -> Skill | None:
        """Says how well the guesses were chosen; None where they aren't judged: above 40,000 cells, and if fair."""
        is_judged = self._game.mode != FAIR and self._replay.spec.grid.size <= MAX_CELLS
        return skill_of(self._judged()) if is_judged else None

    def _judged(self) -> tuple[Guess, ...]:
        if self._game.mode == FAIR or self._replay.spec.grid.size > MAX_CELLS:
            return ()
        guesses = self._game.guesses
        if guesses is None:
            guesses = run_to_end(find_guesses(self._replay))
        if any(guess.rating is None for guess in guesses):
            guesses = run_to_end(judge_guesses(self._replay, guesses))
        self._game = replace(self._game, guesses=guesses)
        return guesses

    def _public_guess(self, guess: Guess) -> RecordedGuess:
        rating, grid = guess.rating, self._replay.spec.grid
        recorded = RecordedGuess(guess.move, guess.odds, guess.survived, guess.is_exact)
        if rating is None:
            return recorded
        best = None if rating.best is None else grid.row_col(rating.best)
        return recorded._replace(
            need=rating.need.value,
            given_away=rating.given_away,
            win_chance=rating.chance,
            margin=rating.margin,
            best=best,
        )

    def positions(self) -> Iterator[Position]:
        """Yields what the player saw before the first move and after each move."""
        return (session.game.position for session in sessions_of(self._replay))

    def to_data(self) -> dict[str, Any]:
        """Returns the game as JSON values, as ``minesweeper replay --json`` prints it."""
        game, replay = self._game, self._replay
        grid = replay.spec.grid
        skill = None if game.guesses is None else skill_of(game.guesses)  # None until all are judged
        about = ("id", "ended_at", "level", "board", "mode", "standing", "result")
        return {
            "version": JSON_VERSION,
            **{name: getattr(game, name) for name in about},
            "w": grid.width,
            "h": grid.height,
            "time_ms": game.time_ms,
            "three_bv": game.three_bv,
            "clicks": game.clicks._asdict(),
            "helpers": game.helpers,
            "first": self.board.first,
            "mines": places(grid, replay.mines),
            "moves": [_move_data(move) for move in self.moves],
            "guesses": None if game.guesses is None else [self._public_guess(one)._asdict() for one in game.guesses],
            "skill": None if skill is None else skill.to_data(),
        }

    def to_text(self, form: ReplayForm = "rawvf") -> str:
        """Writes the replay as RAWVF or JSON, which can be read back, or as a list of moves for people (``txt``)."""
        return run_to_end(replay_files.replay_text(self._game, form))


def _move_data(move: RecordedMove) -> dict[str, Any]:
    data: dict[str, Any] = {"ms": round(1000 * move.seconds), "kind": move.kind, "cell": move.cell}
    if move.kind == MoveKind.ASSIST.value:
        data |= {"safe": move.safe, "mined": move.mined}
    return {**data, "helper": move.helper} if move.helper else data


def read_replay(source: str | Buffer | PathLike[str]) -> RecordedGame:
    """Reads a replay from a text, the bytes of a file, or a file by its Path: RAWVF, or the JSON of one game."""
    if isinstance(source, PathLike):
        game = replay_files.read_replay_file(Path(source))
    else:
        game = replay_files.read_replay(_content("replay", source).decode("utf-8-sig", "replace"))
    assert game.replay is not None  # otherwise its reader has refused it
    return RecordedGame(game, game.replay)
