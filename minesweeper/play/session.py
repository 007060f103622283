"""Games as people play them: with a clock, a list of moves, undo, clicks and the assistants that were used.

A `Session` is one game from its start to its result. The full screen, text mode and replays all play by its methods, so
a move means the same everywhere. It deals the mines at the first open, and on a fair board it has every move judged
(`fair`). Sessions are immutable, like the `Game` that they contain.
"""

from __future__ import annotations

import os
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.boards.deal import deal, new_seed
from minesweeper.boards.layout import Board, Layout
from minesweeper.core.boardspec import FAIR, NORMAL, BoardSpec
from minesweeper.core.cells import CellSet, contains, first_cell
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.play.game import Game, Phase, begin_game

if TYPE_CHECKING:
    from minesweeper.boards import noguess
    from minesweeper.play import fair
    from minesweeper.solvers import deduction
    from minesweeper.solvers.exact import Analysis
else:
    fair = LateModule("minesweeper.play.fair")  # loads the solvers, and only fair games need it
    deduction = LateModule("minesweeper.solvers.deduction")
    noguess = LateModule("minesweeper.boards.noguess")  # it loads a solver


_MOST_UNDO = 1000
"""How many moves can be undone in a row at most."""
_UNDO_CELLS = 400_000_000
"""A limit for the memory of undo, about 100 MB: the cells of the board times the games that are kept."""


class MoveKind(Enum):
    """What kind of move the player or an assistant made. Replays contain the values, so never change them."""

    OPEN = "open"
    FLAG = "flag"
    MARK = "mark"
    """A press of the flag key with question marks on, which goes from no mark to flag, question mark and no mark."""
    CHORD = "chord"
    COMPLETE = "complete"
    ASSIST = "assist"
    """Several cells that an assistant has opened and flagged at once."""
    UNDO = "undo"
    GIVE_UP = "give up"


CHORDS = (MoveKind.CHORD, MoveKind.COMPLETE)
"""The kinds of moves that open cells because the flags say that these are safe."""
UNLOCK = "unlock"
"""The only assistant that looks at the mines."""
_FIXES_MINES = frozenset({"undo", UNLOCK})
"""The assistants after which the mines of a fair game stay where they are.

After these assistants the player knows more than the opened cells show, so moving the mines could be noticed.
"""


class Move(NamedTuple):
    """A move of the player or of an assistant."""

    ms: int
    """When the move was made, in milliseconds on the game's clock."""
    kind: MoveKind
    cell: int = -1
    """The cell of the move, or -1 if the kind has no single cell."""
    safe: CellSet = 0
    """The cells that an assistant opened because they were proved safe. Only moves of the kind ASSIST have them."""
    mined: CellSet = 0
    """The cells that an assistant flagged because they were proved to be mines."""
    assistant: str = ""
    """The assistant that made the move. Empty for the player's own moves."""

    @property
    def place(self) -> int | None:
        """The cell at which the move is shown. For an assistant's move, it is the first cell that it opened or flagged.

        None for undo and giving up.
        """
        cells = self.safe | self.mined
        return self.cell if self.cell >= 0 else first_cell(cells) if cells else None


class Clicks(NamedTuple):
    """How many moves of each kind the player has made, and how many of them changed the board (``effective``)."""

    opens: int = 0
    flags: int = 0
    chords: int = 0
    effective: int = 0

    @property
    def total(self) -> int:
        """The number of all moves."""
        return self.opens + self.flags + self.chords

    @property
    def text(self) -> str:
        """The moves by mouse button, such as ``20 left, 3 right, 5 chords``."""
        return f"{self.opens} left, {self.flags} right, {plural(self.chords, 'chord')}"

    def counted(self, kind: MoveKind, effective: bool) -> Clicks:
        """Adds a move. ``effective`` says whether it changed the board."""
        return Clicks(
            self.opens + (kind is MoveKind.OPEN),
            self.flags + (kind in (MoveKind.FLAG, MoveKind.MARK)),
            self.chords + (kind in (MoveKind.CHORD, MoveKind.COMPLETE)),
            self.effective + effective,
        )


class Session(NamedTuple):
    """A game with everything around it, from its start to its result."""

    spec: BoardSpec
    preset: str
    """The name of the preset, or "custom"."""
    seed: str
    game: Game
    board_type: str = "normal"
    """The board type that the player asked for: ``normal`` (random), ``no-guess`` or ``fair``."""
    dealt_type: str = ""
    """The board type that was dealt, which may also be ``no-guess, adjusted``. Empty until the mines are dealt."""
    first: int | None = None
    """The cell that was opened first, or None before that."""
    elapsed: float = 0.0
    clicks: Clicks = Clicks()
    past: tuple[Game, ...] = ()
    """The games before the last moves, oldest first, so that these moves can be undone."""
    moves: tuple[Move, ...] = ()
    """All moves in order. Moves that were undone stay in the list."""
    names_makers: bool = True
    """Whether every move of an assistant has the assistant's name. Games saved by early versions lack some names."""
    assistants: frozenset[str] = frozenset()
    """The assistants that were used. If any was used, the game is assisted."""
    is_known_board: bool = False
    """Whether the player may have known the board beforehand. Such a game is never ranked."""
    last: int | None = None
    """The cell of the last move."""
    was_lost: bool = False
    """Whether the player lost this game and continues it for practice. The loss still counts."""
    assist_level: str = ""
    """The assist level of this game. Empty if the settings decide."""
    assist_permission: str = ""
    """Whether assists are allowed, ask first or are blocked in this game. Empty if the settings decide."""
    allows_assists: bool = False
    """Whether the player has answered yes in this game when Minesweeper asked before the first assist."""
    id: str = ""
    """The id under which the game is saved and recorded. Empty if it is neither, such as a replay."""

    forced_guesses: int = 0
    """How many guesses of a fair game survived because nothing in their region could be proved."""
    undecided_guesses: int = 0
    """How many guesses of a fair game were left to luck, because the clues were too many to count the layouts."""
    analysis: Analysis | None = None
    """The analysis by which the last move of a fair game was judged. The next judgement uses it to save time."""

    @property
    def is_judged(self) -> bool:
        """Whether the rules of fair boards judge the next move, so that the mines may still change their places."""
        return self.board_type == FAIR and not self.assistants & _FIXES_MINES

    @property
    def stopped_judging(self) -> bool:
        """Whether this is a fair game whose moves are no longer judged.

        This happens after an open was undone or Unlock looked at the mines. From then on the mines stay where they are,
        as on an ordinary board, so luck can decide.
        """
        return self.board_type == FAIR and not self.is_judged

    @property
    def is_assisted(self) -> bool:
        """Whether an assistant was used. Undoing an open counts as one."""
        return bool(self.assistants)

    @property
    def is_running(self) -> bool:
        """Whether the clock is running, which it does from the first open to the end, but not on an analysis board."""
        return self.game.phase is Phase.PLAYING and self.game.typed_position is None

    @property
    def is_kept(self) -> bool:
        """Whether the game is worth saving, because it is running or has marks that were set before the first open."""
        game = self.game
        return self.is_running or (game.phase is Phase.READY and bool(game.flags | game.questions))

    @property
    def milliseconds(self) -> int:
        """The time on the game's clock."""
        return int(self.elapsed * 1000)

    @property
    def progress(self) -> int:
        """How many percent of the safe cells are opened, rounded down."""
        return 100 * self.game.opened.bit_count() // self.game.safe_total

    def tick(self, seconds: float) -> Session:
        """Advances the clock if it is running."""
        return self._replace(elapsed=self.elapsed + seconds) if self.is_running and seconds > 0 else self

    def open_cell(self, cell: int, assistant: str = "") -> Session:
        """Opens a cell for the player, or for the assistant that ``assistant`` names.

        The first open deals the mines.
        """
        if self.would_deal(cell):
            # The open that deals the mines can't be undone, because the next first cell could then be a mine.
            return self.open_first(self._board_for(cell), assistant)
        return self.move(MoveKind.OPEN, cell, assistant)

    def open_first(self, board: Board, assistant: str = "") -> Session:
        """Makes the first open on a board that was dealt for it. The board's first cell is the one that is opened."""
        layout, cell, dealt_type = board
        assert cell is not None
        dealt = self._replace(game=self.game.with_layout(layout), first=cell, dealt_type=dealt_type)
        return dealt.move(MoveKind.OPEN, cell, assistant)._replace(past=())

    def would_deal(self, cell: int) -> bool:
        """Whether opening this cell would deal the mines."""
        game = self.game
        return (
            game.layout is None and game.typed_position is None and not game.is_over and not contains(game.flags, cell)
        )

    def chord(self, cell: int) -> Session:
        return self.move(MoveKind.CHORD, cell)

    def finish_number(self, cell: int) -> Session:
        """Chords on a number, or flags its hidden neighbours if all of them must be mines."""
        return self.move(MoveKind.COMPLETE, cell)

    def mark(self, cell: int, question_marks: bool, assistant: str = "") -> Session:
        """Does what the flag key does on a cell. With ``question_marks``, a question mark follows the flag."""
        return self.move(MoveKind.MARK if question_marks else MoveKind.FLAG, cell, assistant)

    def with_assistant(self, assistant: str) -> Session:
        """Remembers that an assistant was used, which makes the game assisted."""
        return self if assistant in self.assistants else self._replace(assistants=self.assistants | {assistant})

    def with_proved_mines(self, mined: CellSet) -> Session:
        """Remembers mines that an assistant has proved, so that later proofs can use them.

        Does nothing on an analysis board, because its clues may change.
        """
        game = self.game._replace(proved_mines=self.game.proved_mines | mined)
        return self if self.game.typed_position is not None or game == self.game else self._replace(game=game)

    def apply_assist(self, safe: CellSet, mined: CellSet, assistant: str) -> Session:
        """Opens the ``safe`` and flags the ``mined`` cells that an assistant proved. Removes flags on safe cells."""
        move = Move(self.milliseconds, MoveKind.ASSIST, safe=safe, mined=mined, assistant=assistant)
        session = self._judged(move)
        game = session.game.set_flags((self.game.flags & ~safe) | mined).open_cells(safe)
        if game is session.game:
            return self
        return session._after(move, game, assistants=self.assistants | {assistant})

    def undo(self) -> Session:
        """Undoes the last move. After a loss, the game goes on for practice, and the loss still counts.

        Undoing an open makes the game assisted, because the player has seen the cell. Undoing a mark doesn't, because
        the flag key does it too. The mines of a fair game stay where they are now, because only this layout fits all
        clues that were ever shown. Does nothing if no move can be undone, and after a win or giving up.
        """
        if not self.past or self.game.phase in (Phase.WON, Phase.GIVEN_UP):
            return self
        before = self.past[-1]._replace(layout=self.game.layout)
        is_marks = before.opened == self.game.opened and before.exploded == self.game.exploded
        return self._replace(
            game=before,
            past=self.past[:-1],
            moves=(*self.moves, Move(self.milliseconds, MoveKind.UNDO)),
            assistants=self.assistants if is_marks else self.assistants | {"undo"},
            was_lost=self.was_lost or self.game.phase is Phase.LOST,
        )

    def give_up(self) -> Session:
        if self.game.is_over:
            return self
        return self._after(Move(self.milliseconds, MoveKind.GIVE_UP), self.game.give_up())

    def restart_board(self) -> Session:
        """Starts a new session on the same board with the same first cell opened. The board counts as a known board.

        A fair game starts again with the layout that its seed deals. If the mines weren't dealt yet, the new session
        only has the same seed. For the replay of a fair game, which has no seed, the last layout becomes an ordinary
        random board.
        """
        start = new_session(self.spec, self.preset, self.seed, board_type=self.board_type).with_assists_of(self)
        layout, dealt_type = self.game.layout, self.dealt_type
        if layout is None or self.first is None:
            return start
        if self.board_type == FAIR:
            layout = deal(self.spec, self.first, self.seed)
        elif dealt_type == FAIR:
            dealt_type = NORMAL
        return start._replace(game=begin_game(Board(layout, self.first)), first=self.first, dealt_type=dealt_type)

    def with_assists_of(self, other: Session) -> Session:
        """Takes over the assist level and the permission of assists from another session."""
        return self._replace(assist_level=other.assist_level, assist_permission=other.assist_permission)

    def _board_for(self, cell: int) -> Board:
        """Deals the board that the seed gives for a first cell.

        If no no-guess board was found, the board is a random one.
        """
        if self.board_type == "no-guess":
            dealt = deduction.run_to_end(noguess.deal_no_guess(self.spec, cell, self.seed))
            if dealt.board is not None:
                return dealt.board
        return Board(deal(self.spec, cell, self.seed), cell, FAIR if self.board_type == FAIR else NORMAL)

    def move(self, kind: MoveKind, cell: int, assistant: str = "") -> Session:
        """Makes a move on one cell, as a click does. The mines must be dealt, unless the move only sets a mark.

        Assistants use this too for cells that they haven't proved: the best guess, and the first open of the bot. These
        clicks are counted as well, and the move has the name of the ``assistant``. Does nothing after the end.
        """
        if self.game.is_over:
            return self
        move = Move(self.milliseconds, kind, cell, assistant=assistant)
        session = self._judged(move)
        game = play_kind(session.game, kind, cell)
        changed = game is not session.game
        moved = session._replace(clicks=self.clicks.counted(kind, changed))
        return moved._after(move, game, last=cell) if changed else moved

    def _judged(self, move: Move) -> Session:
        """Judges a move of a fair game before it is made, which may change the layout. Other games don't change."""
        game = self.game
        risked = cells_risked_by(game, move) if self.is_judged and move.assistant != UNLOCK else 0
        if not risked or not game.opened or game.is_over:
            return self
        ruling = fair.judge(game, risked, trusted_flags(game, move), self.seed, self.analysis)
        return self._replace(
            game=game if ruling.layout is game.layout else game.with_layout(ruling.layout),
            forced_guesses=self.forced_guesses + (ruling.verdict is fair.Verdict.FORCED),
            undecided_guesses=self.undecided_guesses + (ruling.verdict is fair.Verdict.UNDECIDED),
            analysis=ruling.analysis,
        )

    def _after(self, move: Move, game: Game, **changes: Any) -> Session:
        """The session after a move, where ``game`` is the game after it. Keeps the game before it for undo."""
        most = min(_MOST_UNDO, _UNDO_CELLS // game.grid.size)
        return self._replace(game=game, past=(*self.past, self.game)[-most:], moves=(*self.moves, move), **changes)


def cells_risked_by(game: Game, move: Move) -> CellSet:
    """The hidden cells that a move opens, apart from those that a clue 0 opens. If one of them is a mine, it loses."""
    free = game.hidden & ~game.flags
    if move.kind is MoveKind.OPEN:
        return free & (1 << move.cell)
    if move.kind is MoveKind.ASSIST:
        return game.hidden & move.safe
    if move.kind in CHORDS and contains(game.opened, move.cell):
        around = game.grid.neighbours(move.cell)
        if game.flags_around(move.cell) == game.clue(move.cell):
            return free & around
    return 0


def trusted_flags(game: Game, move: Move) -> CellSet:
    """The flags around the number of a chord, on which the chord relies. Empty for other kinds of moves."""
    return game.flags & game.grid.neighbours(move.cell) if move.kind in CHORDS else 0


def play_kind(game: Game, kind: MoveKind, cell: int) -> Game:
    """Plays a move of a kind that has one cell."""
    if kind is MoveKind.OPEN:
        return game.open_cell(cell)
    if kind is MoveKind.CHORD:
        return game.chord(cell)
    return game.finish_number(cell) if kind is MoveKind.COMPLETE else game.mark(cell, kind is MoveKind.MARK)


def new_session(
    spec: BoardSpec, preset: str, seed: str | None = None, layout: Layout | None = None, board_type: str = "normal"
) -> Session:
    """Makes a session before its first move.

    If the seed or the layout is given, the player may know the board, so it counts as a known board. Otherwise the seed
    is a new one.
    """
    game = Game(spec.grid, spec.mines)
    if layout is not None:
        game = game.with_layout(layout)
    is_known_board = seed is not None or layout is not None
    return Session(
        spec,
        preset,
        seed if seed is not None else new_seed(),
        game,
        board_type,
        is_known_board=is_known_board,
        id=new_id(),
    )


def new_id() -> str:
    """Makes a random id for a game, in the form of a UUID of version 4."""
    # Doesn't use the module uuid, because loading it takes longer than reading a whole saved game.
    digits = f"{int.from_bytes(os.urandom(16), 'big') & ~(0xF << 76 | 3 << 62) | 4 << 76 | 2 << 62:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
