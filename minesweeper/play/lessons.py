"""Makes lessons: positions with something provable, from finished games or made, and checks answers.

The exact solver, which sees no mines, proves safe cells and mines. A position that it can't solve completely, or whose
easiest proof only counts all arrangements, doesn't become a lesson.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from itertools import count
from typing import NamedTuple

from minesweeper.assist.naming import name_cell
from minesweeper.assist.tip import Proof
from minesweeper.boards.deal import deal, proposed_first
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.core.cells import CellSet, first_cell
from minesweeper.core.text import begin, say_percent
from minesweeper.play.game import Game, Phase, begin_game
from minesweeper.play.guesses import Guess, find_guesses
from minesweeper.play.replay import Replay, first_session, opens, play_move
from minesweeper.play.session import MoveKind, Session
from minesweeper.solvers.deduction import Decided, Deduction, Kind
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.tips import easiest_deduction, tip

MOST_CELLS = 10_000
"""The largest board for lessons: proving everything on a larger one takes seconds."""
_MOST_IN_GAME = 8
"""The most lessons from one game: the next game may teach something else."""
_MOVES = 50
"""The number of moves played in one slice."""
_BOARDS = tuple(map(read_spec, ("7x7/9", "8x8/13", "9x9/18", "10x10/22", "12x11/30")))
_A_SIZE = 4
"""The number of made lessons per board size."""


class Topic(Enum):
    """The kind of reasoning that a lesson asks for, easiest first. The values are stored in files: they never
    change.
    """

    ONE_CLUE = "one clue"
    TWO_CLUES = "two clues"
    MORE_CLUES = "three clues and more"
    ASSUMPTION = "assumption"
    MINE_TOTAL = "mine total"

    @property
    def about(self) -> str:
        """Describes the topic in one sentence."""
        return _ABOUT[self.value]


_ABOUT = {
    "one clue": "A number by itself: it has all its mines, or just enough hidden cells.",
    "two clues": "Two numbers together: what one of them leaves to the other.",
    "three clues and more": "Several numbers, none of which can be left out.",
    "assumption": "Suppose a cell is a mine, or safe, and follow the clues until one of them breaks.",
    "mine total": "The clues and the number of mines on the whole board.",
}


def topic_of(deduction: Deduction) -> Topic | None:
    """Returns the topic of a deduction; None if only a count of all arrangements proves it."""
    if deduction.kind is Kind.MINE_TOTAL:
        return Topic.MINE_TOTAL
    if deduction.uses_total:
        return None
    if deduction.kind is Kind.TWO_CLUES:
        return Topic.TWO_CLUES if deduction.because.bit_count() == 2 else Topic.MORE_CLUES
    return {Kind.ONE_CLUE: Topic.ONE_CLUE, Kind.ASSUMPTION: Topic.ASSUMPTION}.get(deduction.kind, Topic.MORE_CLUES)


class Lesson(NamedTuple):
    """A position, everything provable in it, and the easiest proof."""

    id: str
    """The id, which is the same for the same position in every sitting."""
    topic: Topic
    game: Game
    """The board as shown, with proved flags only."""
    analysis: Analysis
    proof: Deduction
    origin: str
    """What the player did there, as a sentence; empty for a made lesson."""
    at: int | None = None
    """The cell of the player's move, in a lesson from a game."""

    @property
    def session(self) -> Session:
        """Starts a session of the lesson. It has no id, so it isn't recorded."""
        grid = self.game.grid
        return Session(BoardSpec(grid.width, grid.height, self.game.mine_total), self.topic.value, "", self.game)


def find_lesson(lesson_id: str, game: Game, origin: str, at: int | None = None) -> Generator[None, None, Lesson | None]:
    """Makes a lesson of a position, in slices; None if nothing is provable, or if there is no reason to show."""
    game = game._replace(questions=0)
    analysis = yield from analyse(game.position)
    if not (analysis.is_exact and analysis.is_complete):
        return None
    game = game.set_flags(game.flags & analysis.mined)
    found = yield from tip(game.position, game.flags, at, analysis)
    kind = None if found.deduction is None else topic_of(found.deduction)
    if found.deduction is None or kind is None:
        return None
    return Lesson(lesson_id, kind, game, analysis, found.deduction, origin, at)


# ------------------------------------------------------------------------------
# Answers: whether they are right, and why.
# ------------------------------------------------------------------------------


def answer_of(before: Game, session: Session) -> tuple[CellSet, CellSet]:
    """Returns the cells that the last move opened, without cascades, or flagged."""
    move = session.trail.move if session.trail else None
    opened = 0 if move is None else opens(before, move)
    return opened, 0 if opened else session.game.flags & ~before.flags


def is_right(lesson: Lesson, opened: CellSet, flagged: CellSet) -> bool:
    """Says whether cells were opened or flagged, and all of them are provable."""
    known = lesson.analysis
    return bool(opened | flagged) and not (opened & ~known.safe or flagged & ~known.mined)


def explain_answer(lesson: Lesson, opened: CellSet, flagged: CellSet) -> Generator[None, None, Proof]:
    """Proves a right answer. For a wrong one, it proves what could have been known."""
    deduction = lesson.proof
    if is_right(lesson, opened, flagged):
        deduction = yield from easiest_deduction(lesson.analysis, Decided(opened, flagged), Decided(0, 0))
    return Proof(lesson.game.position, deduction, lesson.game.flags)


def objection(lesson: Lesson, opened: CellSet, flagged: CellSet) -> str:
    """Says in one sentence what is wrong with an answer."""
    known = lesson.analysis
    lost = opened & known.mined or flagged & known.safe
    cell = first_cell(lost or opened & ~known.safe or flagged & ~known.mined)
    place = begin(name_cell(lesson.game.grid, cell))
    if lost:
        return f"{place} is certainly {'a mine' if opened & lost else 'safe'}."
    return f"{place} is not certain: {say_percent(*known.odds(cell))} mine risk."


# ------------------------------------------------------------------------------
# Sources of lessons: finished games, and boards made for them.
# ------------------------------------------------------------------------------


def find_lessons(
    game_id: str, replay: Replay, guesses: tuple[Guess, ...] | None
) -> Generator[None, None, tuple[Lesson, ...]]:
    """Finds the lessons of a game, in slices: where the player guessed, hit a mine or used a tip, and a move was
    provable.
    """
    if replay.spec.grid.size > MOST_CELLS:
        return ()
    if guesses is None:
        guesses = yield from find_guesses(replay)
    asked = {guess.move: "Here you guessed." if guess.survived else "Here you opened a mine." for guess in guesses}
    for number, move in enumerate(replay.moves):
        if move.kind is MoveKind.ASSIST:  # a risk of another solver or the bot wasn't the player's choice
            asked[number] = "Here you took a tip." if move.helper == "tip" else ""
    session, lessons, proofs = first_session(replay), list[Lesson](), set[tuple[CellSet, CellSet]]()
    for number, move in enumerate(replay.moves):
        if not number % _MOVES:
            yield
        if asked.get(number) and session.game.phase is Phase.PLAYING and len(lessons) < _MOST_IN_GAME:
            at = session.last if move.kind is MoveKind.ASSIST else move.cell
            lesson = yield from find_lesson(f"{game_id}/{number}", session.game, asked[number], at)
            if lesson is not None and (lesson.proof.safe, lesson.proof.mined) not in proofs:
                proofs.add((lesson.proof.safe, lesson.proof.mined))
                lessons.append(lesson)
        session = play_move(session, move, replay.dealt)
    return tuple(lessons)


def made_id(topic: Topic, number: int) -> str:
    """Returns the id of a made lesson."""
    return f"made/{topic.value}/{number}"


def make_lesson(topic: Topic, number: int) -> Generator[None, None, Lesson]:
    """Makes a lesson, in slices: the same for everyone. The numbers count from 0, and boards grow with them."""
    spec = _BOARDS[min(number // _A_SIZE, len(_BOARDS) - 1)]
    first = proposed_first(spec)
    for attempt in count():
        layout = deal(spec, first, f"lesson {topic.value} {number} {attempt}")
        lesson = yield from _first_of(begin_game(Board(layout, first)), topic, number)
        if lesson is not None:
            return lesson
    raise AssertionError("count() has no end")


def _first_of(game: Game, topic: Topic, number: int) -> Generator[None, None, Lesson | None]:
    """Finds the first position of a game that needs a topic, after making all easier moves."""
    analysis: Analysis | None = None
    while not game.is_over:
        position = game.position
        analysis = yield from analyse(position, analysis)
        found = (yield from tip(position, game.flags, None, analysis)).deduction
        if found is not None and topic_of(found) is topic:
            return (yield from find_lesson(made_id(topic, number), game, ""))
        if found is not None:
            game = game.set_flags(game.flags | found.mined).open_cells(found.safe)
        elif game.layout is not None:  # nothing is provable here, but there may be more behind it
            closed = game.layout.safe & ~game.opened
            game = game.open_cell(first_cell(closed & position.frontier or closed))
    return None
