"""One sitting of a game: the game with its mines dealt on the first open, its clock, undo, counters and marks.

Everything here is immutable and knows nothing of screens; each front end plays through it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.deal import deal, new_seed
from minesweeper.boards.layout import Board, Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of, contains, to_cell_set
from minesweeper.core.text import plural
from minesweeper.play.game import Game, Phase, new_game
from minesweeper.play.moves import Move, MoveKind, Trail, Why

if TYPE_CHECKING:
    from array import array

SNAPSHOT_CELLS = 10_000
"""Up to this size undo keeps whole games; above it only what a move changed."""


class Cause(Enum):
    """Which kind of move ended a lost game."""

    OPENED = "opened"
    CHORDED = "chorded"


class Clicks(NamedTuple):
    """How many moves of each kind the player made, and how many of all changed the board."""

    opens: int = 0
    flags: int = 0
    chords: int = 0
    effective: int = 0

    @property
    def total(self) -> int:
        """All moves."""
        return self.opens + self.flags + self.chords

    @property
    def text(self) -> str:
        """The moves by the buttons of a mouse that make them."""
        return f"{self.opens} left, {self.flags} right, {plural(self.chords, 'chord')}"

    def counted(self, kind: MoveKind, effective: bool) -> Clicks:
        """These counts with one more move."""
        return Clicks(
            self.opens + (kind is MoveKind.OPEN),
            self.flags + (kind in (MoveKind.FLAG, MoveKind.MARK)),
            self.chords + (kind in (MoveKind.CHORD, MoveKind.COMPLETE)),
            self.effective + effective,
        )


class Past:
    """One step of undo: the game as it was, whole or as the difference to the next one."""

    __slots__ = ("earlier", "restore")

    def __init__(self, restore: Callable[[Game], Game], earlier: Past | None) -> None:
        self.restore = restore
        self.earlier = earlier


class Session(NamedTuple):
    """A game in progress with all that belongs to this sitting; its name is no part of what two are compared by."""

    spec: BoardSpec
    name: str
    """The preset's name, or "custom"."""
    seed: str
    game: Game
    boards: str = "normal"
    """What kind of board was asked for: normal or no-guess."""
    label: str = ""
    """What kind of board was dealt: normal, no-guess, or no-guess, adjusted; empty before that."""
    first: int | None = None
    """The first cell opened."""
    elapsed: float = 0.0
    clicks: Clicks = Clicks()
    past: Past | None = None
    trail: Trail | None = None
    """The moves made so far, those taken back included."""
    helpers: frozenset[str] = frozenset()
    """Which assistants were used; with any, the game is assisted."""
    known: bool = False
    """Whether the board could be known beforehand: never ranked then."""
    cause: Cause | None = None
    last: int | None = None
    """The cell of the last move."""
    was_lost: bool = False
    """Whether this game was lost once and is carried on for practice; the loss stays."""
    help_level: str = ""
    help_keys: str = ""
    """The help level and what the help keys do, where the game has its own; empty: as in the settings."""
    id: str = ""
    """The name under which the game is saved and recorded; empty for one that is neither, such as a replay."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Session) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.seed, self.game))

    @property
    def is_assisted(self) -> bool:
        """Whether an assistant was used, or an open taken back."""
        return bool(self.helpers)

    @property
    def is_running(self) -> bool:
        """Whether the clock counts: from the first open to the end, and never beside a sketch."""
        return self.game.phase is Phase.PLAYING and self.game.sketch is None

    @property
    def is_kept(self) -> bool:
        """Whether it is saved for another time: it runs, or cells were marked before the first open."""
        game = self.game
        return self.is_running or (game.phase is Phase.READY and bool(game.flags | game.questions))

    @property
    def milliseconds(self) -> int:
        """The time on the game's clock."""
        return int(self.elapsed * 1000)

    @property
    def progress(self) -> int:
        """The share of safe cells that are open, in percent, rounded down."""
        return 100 * self.game.opened.bit_count() // self.game.safe_total

    def tick(self, seconds: float) -> Session:
        """The session after some time; the clock counts only while the game runs."""
        return self._replace(elapsed=self.elapsed + seconds) if self.is_running and seconds > 0 else self

    def open_cell(self, cell: int) -> Session:
        """The session after the player opens a cell; the first open deals the mines."""
        if self.deals_with(cell):
            # The open that dealt the mines can't be undone: the next first cell could be one of them.
            return self.open_first(self._board_for(cell))
        return self._moved(self.game.open_cell(cell), cell, MoveKind.OPEN)

    def open_first(self, board: Board) -> Session:
        """The session after the first open, on a board that was made for the cell opened."""
        layout, cell, label = board
        assert cell is not None
        dealt = self._replace(game=self.game.with_layout(layout), first=cell, label=label)
        return dealt._moved(dealt.game.open_cell(cell), cell, MoveKind.OPEN)._replace(past=None)

    def deals_with(self, cell: int) -> bool:
        """Whether opening this cell would deal the mines."""
        game = self.game
        return game.layout is None and game.sketch is None and not game.is_over and not contains(game.flags, cell)

    def chord(self, cell: int) -> Session:
        """The session after a chord on a number."""
        return self._moved(self.game.chord(cell), cell, MoveKind.CHORD)

    def complete(self, cell: int) -> Session:
        """The session after completing a number: a chord, or flags on all that must be mines."""
        return self._moved(self.game.expand(cell), cell, MoveKind.COMPLETE)

    def mark(self, cell: int, question_marks: bool) -> Session:
        """The session after the flag key on a cell."""
        kind = MoveKind.MARK if question_marks else MoveKind.FLAG
        return self._moved(self.game.mark(cell, question_marks), cell, kind)

    def helped(self, helper: str) -> Session:
        """The session with an assistant's name noted."""
        return self if helper in self.helpers else self._replace(helpers=self.helpers | {helper})

    def apply(self, safe: CellSet, mined: CellSet, helper: str, why: Why = None) -> Session:
        """The session after an assistant opens and flags what it has proved; wrong flags on safe cells are removed."""
        game = self.game.set_flags((self.game.flags & ~safe) | mined)
        game = game.open_cells(safe)
        if game is self.game:
            return self
        move = Move(self.milliseconds, MoveKind.ASSIST, safe=safe, mined=mined, helper=helper, why=why)
        return self._replace(
            game=game,
            past=_step_back(self.game, game, self.past),
            trail=Trail(move, self.trail),
            helpers=self.helpers | {helper},
        )

    def undo(self) -> Session:
        """The session with the last move taken back; after a loss this carries on, and the loss stays recorded.

        To take back a mark is no help: the flag key does it too. To take back an open is: one saw what it showed.
        """
        if self.past is None or self.game.phase in (Phase.WON, Phase.GIVEN_UP):
            return self
        before = self.past.restore(self.game)
        is_marks = before.opened == self.game.opened and before.exploded == self.game.exploded
        was_lost = self.was_lost or self.game.phase is Phase.LOST
        return self._replace(
            game=before,
            past=self.past.earlier,
            trail=Trail(Move(self.milliseconds, MoveKind.UNDO), self.trail),
            helpers=self.helpers if is_marks else self.helpers | {"undo"},
            cause=None,
            was_lost=was_lost,
        )

    def give_up(self) -> Session:
        """The session given up."""
        if self.game.is_over:
            return self
        return self._replace(
            game=self.game.give_up(), trail=Trail(Move(self.milliseconds, MoveKind.GIVE_UP), self.trail)
        )

    def again(self) -> Session:
        """A new session on the same board, its first cell opened as before; a known board."""
        game = new_game(self.spec.grid, self.spec.mines)
        start = Session(self.spec, self.name, self.seed, game, self.boards, known=True, id=new_id())
        start = start.with_help_of(self)
        if self.game.layout is None or self.first is None:
            return start
        start = start._replace(label=self.label)
        start = start._replace(game=start.game.with_layout(self.game.layout), first=self.first)
        return start._replace(game=start.game.open_cell(self.first))

    def with_help_of(self, other: Session) -> Session:
        """The session with the help that another one has for its own."""
        return self._replace(help_level=other.help_level, help_keys=other.help_keys)

    def _board_for(self, cell: int) -> Board:
        """The board of the seed for a first cell; a normal one where no other was found."""
        if self.boards == "no-guess":
            from minesweeper.boards.noguess import deal_no_guess  # loaded late: it brings a solver
            from minesweeper.solvers.deduction import run_to_end

            dealt = run_to_end(deal_no_guess(self.spec, cell, self.seed))
            if dealt.board is not None:
                return dealt.board
        return Board(deal(self.spec, cell, self.seed), cell)

    def _moved(self, game: Game, cell: int, kind: MoveKind) -> Session:
        if self.game.is_over:
            return self
        changed = game is not self.game
        moved = self._replace(clicks=self.clicks.counted(kind, changed))
        if not changed:
            return moved
        return moved._replace(
            game=game,
            past=_step_back(self.game, game, self.past),
            trail=Trail(Move(self.milliseconds, kind, cell), self.trail),
            cause=_CAUSES.get(kind) if game.exploded else None,
            last=cell,
        )


_CAUSES = {MoveKind.OPEN: Cause.OPENED, MoveKind.CHORD: Cause.CHORDED, MoveKind.COMPLETE: Cause.CHORDED}


def replay_move(session: Session, move: Move) -> Session:
    """The session after a recorded move, at the time it was made."""
    session = session._replace(elapsed=move.ms / 1000)
    if move.kind is MoveKind.ASSIST:
        return session.apply(move.safe, move.mined, move.helper, move.why)
    if move.kind is MoveKind.UNDO:
        return session.undo()
    if move.kind is MoveKind.GIVE_UP:
        return session.give_up()
    if move.kind in (MoveKind.FLAG, MoveKind.MARK):
        return session.mark(move.cell, move.kind is MoveKind.MARK)
    act = {
        MoveKind.OPEN: session.open_cell,
        MoveKind.CHORD: session.chord,
        MoveKind.COMPLETE: session.complete,
    }
    return act[move.kind](move.cell)


def new_session(
    spec: BoardSpec, name: str, seed: str | None = None, layout: Layout | None = None, boards: str = "normal"
) -> Session:
    """A session that has not begun; a board given by seed or layout is a known one."""
    game = new_game(spec.grid, spec.mines)
    if layout is not None:
        game = game.with_layout(layout)
    known = seed is not None or layout is not None
    return Session(spec, name, seed if seed is not None else new_seed(), game, boards, known=known, id=new_id())


def new_id() -> str:
    """A name for a game that no other game anywhere has: a random UUID."""
    # The module for them loads longer than all of a saved game takes to read.
    digits = f"{int.from_bytes(os.urandom(16), 'big') & ~(0xF << 76 | 3 << 62) | 4 << 76 | 2 << 62:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _step_back(before: Game, after: Game, earlier: Past | None) -> Past:
    if before.grid.size <= SNAPSHOT_CELLS:
        return Past(lambda _: before, earlier)
    opened, flags, questions, exploded = (
        _packed(getattr(before, name) ^ getattr(after, name)) for name in ("opened", "flags", "questions", "exploded")
    )

    def restore(game: Game) -> Game:
        return game._replace(
            opened=game.opened ^ _unpacked(opened),
            flags=game.flags ^ _unpacked(flags),
            questions=game.questions ^ _unpacked(questions),
            exploded=game.exploded ^ _unpacked(exploded),
        )

    return Past(restore, earlier)


def _packed(cells: CellSet) -> CellSet | array[int]:
    """A set in the smaller of two forms: its bits, or a list of its members."""
    if cells.bit_count() * 32 >= cells.bit_length():
        return cells
    from array import array  # loaded late: only large boards need it

    return array("I", cells_of(cells))


def _unpacked(cells: CellSet | array[int]) -> CellSet:
    return cells if isinstance(cells, int) else to_cell_set(cells)
