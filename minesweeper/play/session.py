"""Holds one sitting of a game: the game with its mines dealt at the first open, its clock, moves, undo and counters.

Everything here is immutable and knows nothing of screens; every front end plays through it.
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
"""The most moves that can be undone in a row."""
_UNDO_CELLS = 400_000_000
"""The limit of cells times games kept for undo: about 100 MB."""


class MoveKind(Enum):
    """The kinds of moves. The values are stored in replays, so they never change."""

    OPEN = "open"
    FLAG = "flag"
    MARK = "mark"
    """The flag key with question marks on: none, flag, question mark, none."""
    CHORD = "chord"
    COMPLETE = "complete"
    ASSIST = "assist"
    """Cells opened and flagged by an assistant."""
    UNDO = "undo"
    GIVE_UP = "give up"


CHORDS = (MoveKind.CHORD, MoveKind.COMPLETE)
"""The kinds of moves that trust flags, if they open cells."""
UNLOCK = "unlock"
"""The only assistant that looks at the mines."""
_FIXES_MINES = frozenset({"undo", UNLOCK})
"""The assistants after which a fair game has fixed mines, because the player knows more than the opened cells show."""


class Move(NamedTuple):
    """One move: its time, kind and cell."""

    ms: int
    """Milliseconds on the game's clock."""
    kind: MoveKind
    cell: int = -1
    """The cell it was made on, or -1."""
    safe: CellSet = 0
    mined: CellSet = 0
    """The cells that an assistant flagged as mines; ``safe`` has the cells that it opened."""
    assistant: str = ""
    """The assistant that made the move; empty for the player's own moves."""

    @property
    def place(self) -> int | None:
        """The cell of the move: the one it was made on, or the first that an assistant opened or flagged.

        Undo and giving up have none.
        """
        cells = self.safe | self.mined
        return self.cell if self.cell >= 0 else first_cell(cells) if cells else None


class Clicks(NamedTuple):
    """The number of the player's moves of each kind, and of all moves that changed the board."""

    opens: int = 0
    flags: int = 0
    chords: int = 0
    effective: int = 0

    @property
    def total(self) -> int:
        """Returns the number of all moves."""
        return self.opens + self.flags + self.chords

    @property
    def text(self) -> str:
        """Writes the moves by mouse button."""
        return f"{self.opens} left, {self.flags} right, {plural(self.chords, 'chord')}"

    def counted(self, kind: MoveKind, effective: bool) -> Clicks:
        return Clicks(
            self.opens + (kind is MoveKind.OPEN),
            self.flags + (kind in (MoveKind.FLAG, MoveKind.MARK)),
            self.chords + (kind in (MoveKind.CHORD, MoveKind.COMPLETE)),
            self.effective + effective,
        )


class Session(NamedTuple):
    """A game in progress with everything about this sitting."""

    spec: BoardSpec
    preset: str
    """The name of the preset, or "custom"."""
    seed: str
    game: Game
    board_type: str = "normal"
    """The requested board type: normal (random), no-guess or fair."""
    dealt_type: str = ""
    """The board type that was dealt: normal, no-guess, or no-guess, adjusted, or fair; empty before that."""
    first: int | None = None
    """The first cell opened."""
    elapsed: float = 0.0
    clicks: Clicks = Clicks()
    past: tuple[Game, ...] = ()
    """The games before the last moves, for undo."""
    moves: tuple[Move, ...] = ()
    """The moves made so far, including undone ones."""
    names_makers: bool = True
    """Whether each of these moves that an assistant made names it. Games saved by earlier versions left some out."""
    assistants: frozenset[str] = frozenset()
    """The assistants that were used. With any, the game is assisted."""
    is_known_board: bool = False
    """Whether the player may have known the board beforehand: then it is never ranked."""
    last: int | None = None
    """The cell of the last move."""
    was_lost: bool = False
    """Whether this game was lost and is continued for practice. The loss stays."""
    assist_level: str = ""
    assist_permission: str = ""
    """Whether assists are allowed, ask first or are blocked, if the game has its own choice; empty: by the settings."""
    allows_assists: bool = False
    """Whether the player said yes when Minesweeper asked before the first assist. It holds for this game only."""
    id: str = ""
    """The id for saving and recording the game; empty if it is neither saved nor recorded, such as a replay."""

    forced_guesses: int = 0
    """The guesses of a fair game that survived because nothing in their region could be proved."""
    undecided_guesses: int = 0
    """The guesses of a fair game that luck decided, because the clues were too many to count."""
    analysis: Analysis | None = None
    """The analysis with which the last move of a fair game was judged. It only saves time."""

    @property
    def is_judged(self) -> bool:
        """Whether moves are judged by the rules of fair games, so that the mines aren't fixed yet."""
        return self.board_type == FAIR and not self.assistants & _FIXES_MINES

    @property
    def stopped_judging(self) -> bool:
        """Whether this is a fair game whose mines are fixed, because an open was undone or Unlock looked at the mines.

        From then on the board is an ordinary one, on which luck can decide.
        """
        return self.board_type == FAIR and not self.is_judged

    @property
    def is_assisted(self) -> bool:
        """Says whether an assistant was used, or an open was undone."""
        return bool(self.assistants)

    @property
    def is_running(self) -> bool:
        """Says whether the clock counts: from the first open to the end, and never on an analysis board."""
        return self.game.phase is Phase.PLAYING and self.game.typed_position is None

    @property
    def is_kept(self) -> bool:
        """Says whether the game is worth saving: it runs, or cells were marked before the first open."""
        game = self.game
        return self.is_running or (game.phase is Phase.READY and bool(game.flags | game.questions))

    @property
    def milliseconds(self) -> int:
        """Returns the time on the game's clock."""
        return int(self.elapsed * 1000)

    @property
    def progress(self) -> int:
        """Returns the share of opened safe cells in percent, rounded down."""
        return 100 * self.game.opened.bit_count() // self.game.safe_total

    def tick(self, seconds: float) -> Session:
        """Advances the clock, if the game runs."""
        return self._replace(elapsed=self.elapsed + seconds) if self.is_running and seconds > 0 else self

    def open_cell(self, cell: int, assistant: str = "") -> Session:
        """Opens a cell for the player, or for the assistant that ``assistant`` names.

        The first open deals the mines.
        """
        if self.would_deal(cell):
            # The open that dealt the mines can't be undone: the next first cell could be one of them.
            return self.open_first(self._board_for(cell), assistant)
        return self.move(MoveKind.OPEN, cell, assistant)

    def open_first(self, board: Board, assistant: str = "") -> Session:
        """Makes the first open, on a board that was made for the opened cell."""
        layout, cell, dealt_type = board
        assert cell is not None
        dealt = self._replace(game=self.game.with_layout(layout), first=cell, dealt_type=dealt_type)
        return dealt.move(MoveKind.OPEN, cell, assistant)._replace(past=())

    def would_deal(self, cell: int) -> bool:
        """Says whether opening this cell would deal the mines."""
        game = self.game
        return (
            game.layout is None and game.typed_position is None and not game.is_over and not contains(game.flags, cell)
        )

    def chord(self, cell: int) -> Session:
        return self.move(MoveKind.CHORD, cell)

    def finish_number(self, cell: int) -> Session:
        """Finishes a number: chords, or flags all cells that must be mines."""
        return self.move(MoveKind.COMPLETE, cell)

    def mark(self, cell: int, question_marks: bool, assistant: str = "") -> Session:
        """Presses the flag key on a cell."""
        return self.move(MoveKind.MARK if question_marks else MoveKind.FLAG, cell, assistant)

    def with_assistant(self, assistant: str) -> Session:
        """Notes that an assistant was used."""
        return self if assistant in self.assistants else self._replace(assistants=self.assistants | {assistant})

    def with_proved_mines(self, mined: CellSet) -> Session:
        """Remembers mines that an assistant has proved, except on an analysis board, where the clues may change."""
        game = self.game._replace(proved_mines=self.game.proved_mines | mined)
        return self if self.game.typed_position is not None or game == self.game else self._replace(game=game)

    def apply_assist(self, safe: CellSet, mined: CellSet, assistant: str) -> Session:
        """Opens and flags the cells that an assistant has proved. Removes wrong flags on safe cells."""
        move = Move(self.milliseconds, MoveKind.ASSIST, safe=safe, mined=mined, assistant=assistant)
        session = self._judged(move)
        game = session.game.set_flags((self.game.flags & ~safe) | mined).open_cells(safe)
        if game is session.game:
            return self
        return session._after(move, game, assistants=self.assistants | {assistant})

    def undo(self) -> Session:
        """Undoes the last move. After a loss, the game continues, and the loss stays recorded.

        Undoing a mark isn't an assist, because the flag key does it too. Undoing an open is: the player saw the cell.
        The mines of a fair game stay where they are now, because only this layout fits all that was ever shown.
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
        """Starts a new session on the same board, with its first cell opened as before. The board counts as known.

        A fair game starts on the layout that its seed deals. The replay of a fair game has no seed, so its last layout
        becomes an ordinary random board.
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
        """Takes over another session's own assist level and assist keys."""
        return self._replace(assist_level=other.assist_level, assist_permission=other.assist_permission)

    def _board_for(self, cell: int) -> Board:
        """Returns the board of the seed for a first cell; a random one if no no-guess board was found."""
        if self.board_type == "no-guess":
            dealt = deduction.run_to_end(noguess.deal_no_guess(self.spec, cell, self.seed))
            if dealt.board is not None:
                return dealt.board
        return Board(deal(self.spec, cell, self.seed), cell, FAIR if self.board_type == FAIR else NORMAL)

    def move(self, kind: MoveKind, cell: int, assistant: str = "") -> Session:
        """Makes a click of the player on a cell, on a board with its mines dealt.

        An assistant makes a click too if it isn't sure of the cell: the best guess, and the bot's first open. The
        clicks are counted alike, but the move names the assistant as its ``assistant``.
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
        """Judges a move of a fair game before it is made, which may move the mines. Other games stay as they are."""
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
        """Returns the session after a move that led to a game, with further changes."""
        most = min(_MOST_UNDO, _UNDO_CELLS // game.grid.size)
        return self._replace(game=game, past=(*self.past, self.game)[-most:], moves=(*self.moves, move), **changes)


def cells_risked_by(game: Game, move: Move) -> CellSet:
    """The hidden cells that a move opens by itself, without cascades. If one of them is a mine, the move loses."""
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
    """The flags that a chord relies on; empty for any other move."""
    return game.flags & game.grid.neighbours(move.cell) if move.kind in CHORDS else 0


def play_kind(game: Game, kind: MoveKind, cell: int) -> Game:
    """Plays a move of the player on a cell."""
    if kind is MoveKind.OPEN:
        return game.open_cell(cell)
    if kind is MoveKind.CHORD:
        return game.chord(cell)
    return game.finish_number(cell) if kind is MoveKind.COMPLETE else game.mark(cell, kind is MoveKind.MARK)


def new_session(
    spec: BoardSpec, preset: str, seed: str | None = None, layout: Layout | None = None, board_type: str = "normal"
) -> Session:
    """Makes a session before its first move. A board given by seed or layout is a known one."""
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
    """Makes a unique id for a game: a random UUID."""
    # Without the module uuid, which takes longer to load than reading a whole saved game.
    digits = f"{int.from_bytes(os.urandom(16), 'big') & ~(0xF << 76 | 3 << 62) | 4 << 76 | 2 << 62:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
