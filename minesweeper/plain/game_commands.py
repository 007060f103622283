"""The state of text mode, and the commands that play a game.

A command takes a `PlainState` and the rest of its line, and returns the next state and a `Reply`. Commands never print
and never read a clock, so people, screen readers and programs all play through them. `command_table` has the list of
commands, and `output` turns a reply into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from minesweeper.assist.loss import review_loss
from minesweeper.assist.tip import Proof
from minesweeper.core.boardspec import ADJUSTED, NO_GUESS, NORMAL
from minesweeper.core.cells import CellSet, contains, first_cell, place_text, short_place
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, plural, quote
from minesweeper.plain.coords import COLUMN_FIRST, FROM_0, read_typed, split_words
from minesweeper.play.assist_level import LEVEL_OFF, continues_automatically, follow_up
from minesweeper.play.game import Phase
from minesweeper.play.guesses import Guess, fatal_move
from minesweeper.play.replay import guess_news, same_board_text
from minesweeper.play.session import Move, MoveKind, Session, cells_risked_by
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.daily_games import FoundDay, unplayed_day
from minesweeper.storage.game_summary import GameEnd
from minesweeper.storage.lesson_scores import LessonBook
from minesweeper.storage.settings import Settings

if TYPE_CHECKING:
    from datetime import date

    from minesweeper.play.guided_game import GuidedGame
    from minesweeper.play.judging import Judgement, MarkedCells
    from minesweeper.play.lessons import Explanation, Lesson
    from minesweeper.solvers.exact import Analysis
    from minesweeper.solvers.win_chance import GuessComparison

_NOT_PURE = {
    NORMAL: "No no-guess board was found, so this is a random one.",
    ADJUSTED: "The board was changed until it needed no guess.",
}


class Refusal(ValueError):
    """A line that can't be followed. The message says why, and what to type instead."""


@dataclass(frozen=True, slots=True)
class LessonTurn:
    """A lesson, an example or a step of the guided game, with the game that waits behind it."""

    task: Lesson | GuidedGame
    """The lesson or the guided game."""
    behind: PlainState
    """The game to return to, with its clock stopped. The guided game may also return to a lesson."""
    reply: Reply = field(compare=False)
    """The board and the task, as they were shown at first, for the command ``repeat``."""
    is_answered: bool = False
    """Whether the answer was judged or shown, so that marks no longer count."""
    explained: Explanation | Judgement | None = None
    """What the command ``step`` walks through: the proof of an example or the explanation of an answer.

    None before that.
    """
    at: int = -1
    """The step of ``explained`` that was shown last, counted from 0; -1 before the first."""
    is_example: bool = False
    """Whether this is a worked example, which asks nothing."""
    marks: MarkedCells | None = None
    """The cells that the player has marked as the answer.

    None before the first mark, and in lessons that are played.
    """
    hints: int = 0
    """How many hints were read."""
    is_mixed: bool = False
    """Whether the lesson belongs to mixed practice, where the topic is named only after the answer."""


@dataclass(frozen=True, slots=True)
class PlainState:
    """A game in text mode, with everything that was asked about its position."""

    session: Session
    settings: Settings
    assist: str = LEVEL_OFF
    """The assist level."""
    what_if_mines: CellSet = 0
    """The cells where the player tries a mine, to see what would follow."""
    asked: Position | None = None
    """The position in which ``check`` was typed last, or ``tip`` in the guided game.

    If the same command is typed again there, it shows or plays the move. None before that, and after each move.
    """
    shown: Proof | GuessComparison | None = None
    """The tip or guess that was shown last. The same command plays it if it is typed again."""
    cursor: int | None = None
    """The cell where the player is: the last one that was named, moved to, or played by an assistant.

    None before that.
    """
    changed: CellSet = 0
    """The cells of the last change, for ``what changed``."""
    is_program: bool = False
    """Whether a program plays. It gets JSON, and the settings of its user change nothing for it."""
    book: LessonBook = field(default_factory=LessonBook, compare=False)
    """The lessons, and where their answers are stored."""
    find_day: Callable[[date], FoundDay] = field(default=unplayed_day, compare=False)
    """Finds the games on the daily board of a day."""
    lesson: LessonTurn | None = None
    """The lesson that is shown, or None while the game is played."""
    judged: tuple[Guess, ...] | None = None
    """The guesses of the finished game with their ratings from ``skill``, which are stored with the game.

    None before that.
    """

    @property
    def order(self) -> str:
        """How two bare numbers are read as a cell: one of COLUMN_FIRST, ROW_FIRST and, for programs, FROM_0."""
        return FROM_0 if self.is_program else self.settings.text("typed_first")

    @property
    def is_spoken(self) -> bool:
        """Whether the board is said in words instead of drawn."""
        return not self.is_program and self.settings.is_on("spoken")

    @property
    def here(self) -> int:
        """Where the player is: at the cursor, otherwise at the last move, at the first cell that is open from the
        start, or in the middle.
        """
        grid, first = self.session.game.grid, None if self.is_program else self.session.first
        middle = grid.cell(grid.height // 2, grid.width // 2)
        return next(cell for cell in (self.cursor, self.session.last, first, middle) if cell is not None)

    def at(self, cell: int) -> PlainState:
        """The state with the player at a cell.

        For a program nothing changes, because it moves only by its own commands.
        """
        return self if self.is_program else replace(self, cursor=cell)

    def begin(self, session: Session, assist: str) -> PlainState:
        """The state of a new game, with the same settings and lessons."""
        return PlainState(
            session, self.settings, assist, is_program=self.is_program, book=self.book, find_day=self.find_day
        )

    @property
    def position(self) -> Position:
        """What the player may know."""
        return self.session.game.position

    def with_session(self, session: Session) -> PlainState:
        """The state with another session, after a move.

        If the game has changed, answers about the earlier position are forgotten, and what-if mines stay only on hidden
        cells without a flag.
        """
        if session is self.session:
            return self
        if session.game is self.session.game:
            return replace(self, session=session)
        unmarked = 0 if session.game.is_over else session.game.hidden & ~session.game.flags
        return replace(self, session=session, what_if_mines=self.what_if_mines & unmarked, asked=None, shown=None)

    @property
    def game_to_save(self) -> PlainState:
        """The state to save and record. During a lesson, this is the game behind it."""
        return self if self.lesson is None else self.lesson.behind.game_to_save


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a command, before it is written as lines, speech or JSON."""

    message: str
    """The sentences of the reply."""
    head: tuple[str, ...] = ()
    """Lines that come before the board and the message: those of a lesson, of the odds or of the manual."""
    ok: bool = True
    """Whether the command was followed."""
    board: bool = False
    """Whether the board is shown before the message."""
    odds: Analysis | None = None
    """The analysis whose odds are drawn. None if no odds are."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The fields that JSON has besides the message."""
    near: int | None = None
    """The cell around which a large board or its odds are drawn. If it is None, the upper left part is drawn."""
    quits: bool = False
    """Whether the player leaves."""
    beyond: str | None = None
    """The part of the message that brief speech says after the changed cells.

    None if brief speech says the whole message.
    """
    tells_cell: bool = False
    """Whether the message names the only cell that changed and what it shows now, so that speech doesn't repeat
    this.
    """


LineAction = Callable[[PlainState, str], tuple[PlainState, Reply]]


@dataclass(frozen=True, slots=True)
class LineCommand:
    """A command of text mode: how it is typed, what it does, and its other names."""

    usage: str
    """What to type. CELL stands for a cell, which people and programs type differently."""
    about: str
    """What the command does, in a few words for the help."""
    act: LineAction
    """The function that runs the command in a game."""
    aliases: tuple[str, ...] = ()
    while_over: bool = False
    """Whether the command works after the end of a game."""
    in_lesson: LineAction | None = None
    """The function that runs the command in a lesson. If None, the command is refused there."""

    @property
    def name(self) -> str:
        """The word that names the command."""
        return self.usage.split()[0].rstrip(",")


def changes(before: PlainState | None, after: PlainState) -> CellSet:
    """The cells that look different after a command. In a new game, these are the cells that are opened or marked from
    the start.

    If the game has ended, the mines that are shown now belong to them, but the mines that ``undo`` hides again don't.
    """
    new = after.session.game
    if before is None or before.session.id != after.session.id:
        return new.opened | new.flags | new.questions | after.what_if_mines
    old = before.session.game
    marks = (old.flags ^ new.flags) | (old.questions ^ new.questions)
    changed = (old.opened ^ new.opened) | marks | (before.what_if_mines ^ after.what_if_mines)
    if new.is_over and not old.is_over and new.layout is not None:
        changed |= new.flags ^ new.layout.mines
    return changed


def place(session: Session, cell: int) -> str:
    """Names a cell in a sentence, such as ``row 3, column 5``."""
    return place_text(*session.game.grid.row_col(cell))


def typed(state: PlainState, cell: int) -> str:
    """A cell as the player can type it: ``r3c5`` or, in spoken mode, the words of sentences.

    Two bare numbers would be shorter. But players may count them from 0 or put the column first, so a sentence that
    also says *row 3, column 5* would number the same cell in two ways.
    """
    row, col = state.session.game.grid.row_col(cell)
    return place_text(row, col) if state.is_spoken else short_place(row, col)


def usage(command: LineCommand, state: PlainState) -> str:
    """What to type for a command, with row 3, column 5 as the cell."""
    return command.usage.replace("CELL", place_text(2, 4) if state.is_spoken else short_place(2, 4))


def example_cell(state: PlainState) -> str:
    """A cell in the middle of the board, as an example of what to type."""
    grid = state.session.game.grid
    return typed(state, grid.cell(grid.height // 2, grid.width // 2))


def read_cell(state: PlainState, rest: str, command: str) -> int:
    """Reads the cell that `rest` names.

    If it names none, the cell is the one where the player is. Raises Refusal if the text isn't a cell of the board.
    """
    # A program names every cell, unless it went to one by a command. Cells that it named in earlier commands mean
    # nothing.
    if not rest.strip() and not (state.is_program and state.cursor is None):
        return state.here
    grid, order, words = state.session.game.grid, state.order, split_words(rest)
    typed_cell = read_typed(rest, order)
    if typed_cell is None:
        why = f"{quote(' '.join(words), typed=True)} isn't a cell" if words else f"{capitalise(command)} needs a cell"
        raise Refusal(f"{why}. Type it like '{command} {example_cell(state)}'.")
    if not (0 <= typed_cell.row < grid.height and 0 <= typed_cell.col < grid.width):
        base = 0 if order == FROM_0 and not typed_cell.is_named else 1
        first = "" if typed_cell.is_named else f" The {'column' if order == COLUMN_FIRST else 'row'} comes first."
        raise Refusal(
            f"{quote(' '.join(words), typed=True)} isn't on the board. Rows go from {base} to"
            f" {grid.height - 1 + base}, columns from {base} to {grid.width - 1 + base}.{first}"
        )
    return grid.cell(typed_cell.row, typed_cell.col)


def open_cell(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Opens a hidden cell. On a number with all its flags, it opens the other cells around it."""
    cell = read_cell(state, rest, "open")
    session = state.session
    game = session.game
    if contains(game.flags, cell):
        raise Refusal(
            f"{place(session, cell).capitalize()} has a flag, so it can't be opened."
            f" Remove the flag with 'flag {typed(state, cell)}'."
        )
    if contains(game.opened, cell):
        _refuse_shown_mine(state, Move(0, MoveKind.CHORD, cell))
        return _chord(state, session.chord(cell), cell)
    _refuse_shown_mine(state, Move(0, MoveKind.OPEN, cell))
    return answer_move(state, session.open_cell(cell), cell)


def _refuse_shown_mine(state: PlainState, move: Move) -> None:
    """Raises Refusal for a move that would open a cell which the tip just shown has proved to be a mine."""
    if not isinstance(state.shown, Proof):
        return
    # A tip about a safe cell also names mines: those that its proof found on the way, and those that were proved
    # before.
    mined = cells_risked_by(state.session.game, move) & (state.shown.proved_mines | state.shown.known_mines)
    if mined:
        cell = first_cell(mined)
        raise Refusal(
            f"This would open {place(state.session, cell)}, which the tip has proved to be a mine."
            f" Type 'flag {typed(state, cell)}' to flag it."
        )


def _chord(state: PlainState, moved: Session, cell: int) -> tuple[PlainState, Reply]:
    """Replies to a chord.

    `moved` is the session after it. If the chord changed nothing, raises Refusal, which says how many flags the number
    needs.
    """
    session = state.session
    game = session.game
    if moved.game is not game:
        return answer_move(state, moved, cell)
    clue, flags = game.clue(cell), game.flags_around(cell)
    if not game.grid.neighbours(cell) & game.hidden & ~game.flags:
        raise Refusal(f"{place(session, cell).capitalize()} is open, and no hidden cell is left next to it.")
    raise Refusal(
        f"{place(session, cell).capitalize()} is open. Its {clue} has {plural(flags, 'flag')} next to it."
        f" Set exactly {clue} to open the other cells around it."
    )


def finish_number(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Finishes a number: opens its other cells if its flags are set, or flags its cells if all of them must be
    mines.
    """
    cell = read_cell(state, rest, "chord")
    session = state.session
    if not contains(session.game.opened, cell):
        raise Refusal(
            f"{place(session, cell).capitalize()} is hidden, and a chord works on an open number."
            f" Open the cell with 'open {typed(state, cell)}'."
        )
    _refuse_shown_mine(state, Move(0, MoveKind.COMPLETE, cell))
    return _chord(state, session.finish_number(cell), cell)


def undo_move(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Takes the last move back.

    After a loss, the player may play on for practice, but the loss still counts. Refuses if there is no move to take
    back, and after a win.
    """
    lost = state.session.game.phase is Phase.LOST
    session = state.session.undo()
    if session is state.session:
        if state.session.game.phase is Phase.WON:
            raise Refusal("The game is won, so moves can't be taken back. Type new for another one.")
        raise Refusal("You have no move to take back, because the first open stays.")
    is_news = session.is_assisted and not state.session.is_assisted
    undone = "Undone. The game now counts as assisted." if is_news else "Undone."
    text = "Keep playing for practice. The loss still counts." if lost else undone
    text = f"{text} {guess_news(state.session, session)}".rstrip()
    return state.with_session(session), Reply(text, board=True, near=state.session.last)


def give_up_game(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Ends the game and shows the mines."""
    session = state.session.give_up()
    return state.with_session(session), Reply(GameEnd(session).plain(), board=True)


def play_same_board(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Starts the same board again, as a known board. Refuses if its mines aren't dealt yet."""
    session = state.session.restart_board()
    if session.game.layout is None:
        raise Refusal("The board has no mines yet. Open a cell first, or type new.")
    began = state.begin(session, state.assist)
    text = same_board_text(session) or "You play the same board again."
    return began, Reply(f"{text} A known board isn't ranked.", board=True, near=session.first)


def show_board(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows the board.

    Of a large board, it shows the part around the cell that `rest` names, or around the last move.
    """
    near = read_cell(state, rest, "board") if rest.strip() else state.session.last
    return state, Reply("", board=True, near=near)


def quit_game(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Leaves the program. The loop saves a running game."""
    return state, Reply("Goodbye.", quits=True)


def answer_move(state: PlainState, session: Session, cell: int | None) -> tuple[PlainState, Reply]:
    """The state after a move, and the reply to it. At the assist level auto, all provable moves are made as well.

    `cell` is where the move was made, and `session` has the move already.
    """
    before = state.session.game
    text = ""
    opened = session.game.opened & ~before.opened
    # If the board is drawn, it shows the cell that ended the game, so the message doesn't say what this cell shows.
    if opened.bit_count() == 1 and (state.is_spoken or not session.game.is_over):
        only = first_cell(opened)
        clue = session.game.clue(only)
        text = f"{place(session, only).capitalize()} {f'shows {clue}' if clue else 'is empty'}."
    elif counts := count_moves(opened, 0 if opened else session.game.flags & ~before.flags):
        text = f"{counts}."
    if continues_automatically(state.assist, before, session):
        moved = session.game
        session = follow_up(session)
        counts = count_moves(session.game.opened & ~moved.opened, session.game.flags & ~moved.flags)
        text = f"{text} Assistant: {counts}.".strip() if counts else text
    beyond = []
    if before.layout is None and session.board_type == NO_GUESS and session.dealt_type in _NOT_PURE:
        beyond.append(_NOT_PURE[session.dealt_type])
    if news := guess_news(state.session, session):
        beyond.append(news)
    facts: dict[str, Any] = {}
    if session.game.is_over:
        beyond.append(GameEnd(session).plain())
    fatal = fatal_move(before, session)
    if fatal is not None:
        review = run_to_end(review_loss(fatal))
        beyond.append(GameEnd(session, review=review).why())
        chance, is_known = review.odds[0] / review.odds[1], review.is_exact or not review.was_forced
        if fatal.region:  # On a fair board the odds didn't decide, so the reply has none.
            facts = {"forced": False, "chance": None, "exact": True}
        else:
            facts = {"forced": review.was_forced if is_known else None, "chance": chance, "exact": review.is_exact}
        facts["topic"] = review.topic and review.topic.value
    full_text, rest = " ".join([text, *beyond] if text else beyond), " ".join(beyond)
    reply = Reply(full_text, board=True, near=cell, facts=facts, beyond=rest, tells_cell=opened.bit_count() == 1)
    return state.with_session(session), reply


def count_moves(opened: CellSet, flagged: CellSet) -> str:
    """Says how many cells were opened and flags set, such as ``3 cells opened, 1 flag set``. Empty if none were."""
    counts = ((opened, "cell", "opened"), (flagged, "flag", "set"))
    return ", ".join(f"{plural(cells.bit_count(), noun, ',')} {verb}" for cells, noun, verb in counts if cells)
