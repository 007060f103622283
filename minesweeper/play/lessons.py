"""Lessons: a position, its topic, and the cells to find. Some are drills, others are found in finished games.

The exact solver, which sees no mines, proves safe cells and mines. A position that it can't solve completely, or whose
easiest proof only counts all arrangements, doesn't become a lesson. ``judging`` judges the answers, except those about
clicks, which are judged here.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, TypeAlias

from minesweeper.assist.best_guess import (
    Safety,
    brief_win,
    guess_words,
    loss_words,
    safety_of,
    why_worse,
    win_words,
)
from minesweeper.assist.loss import FatalMove, missed_cells
from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Room, line_count, name_cell, name_cells
from minesweeper.assist.tip import Proof, ProofStep
from minesweeper.assist.topics import (
    MOST_CELLS,
    Topic,
    file_missed,
    file_position,
    find_pattern_proof,
    is_lesson,
)
from minesweeper.boards.measures import Click
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, first_cell, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, percent, plural
from minesweeper.play.game import Game, Phase
from minesweeper.play.guesses import Guess, fatal_move, find_guesses, risky_move
from minesweeper.play.replay import Replay, sessions_of
from minesweeper.play.session import MoveKind, Session
from minesweeper.solvers.deduction import Deduction, ProvedCells
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.win_chance import GuessComparison, GuessValue, compare_guesses

_MOST_IN_GAME = 8
"""The most lessons from one game: the next game may teach something else."""
_MOVES = 50
"""The number of moves played in one slice."""
_MOST_LAYOUTS = 60
"""The most layouts of a lesson in guessing: with more, nobody can weigh them."""
_SPARE_CLICKS = 2
"""How many clicks more than the fewest still count as right."""
_LINES = 2


class Answer(Enum):
    """How the player answered a lesson."""

    RIGHT = "right"
    WRONG = "wrong"
    SHOWN = "shown"
    """The player asked for the whole proof: that counts neither as right nor as wrong."""


class Lesson(NamedTuple):
    """A position, everything provable in it, and the proof of its topic, or the values of its guesses."""

    id: str
    """The id, which is the same for the same position in every sitting."""
    topic: Topic
    game: Game
    """The board as shown, with proved flags only."""
    analysis: Analysis
    proof: Deduction | None
    """The proof of the topic; None if nothing can be proved, or if the lesson is about clicks."""
    origin: str = ""
    """What the player did there, as a sentence; empty for a drill."""
    at: int | None = None
    """The cell of the player's move, in a lesson from a game."""
    values: GuessComparison | None = None
    """The exact win chances of all cells, in a lesson about guessing."""
    clicks: tuple[Click, ...] = ()
    """The fewest clicks known, in a lesson about clicks."""
    fifty: CellSet = 0
    """The cells of the 50/50, in a lesson about seeing one early."""
    turn: int = 0
    """How the position was mirrored or turned, from 0 to 7."""
    name: str = ""
    """The title of an example that belongs to no topic; otherwise empty."""

    @property
    def title(self) -> str:
        """The name of the topic, or of an example that belongs to none."""
        return self.name or self.topic.title

    @property
    def about(self) -> str:
        """The description of the topic; empty for an example that belongs to none."""
        return "" if self.name else self.topic.about

    @property
    def fewest(self) -> int:
        """The fewest clicks known, in a lesson about clicks."""
        return len(self.clicks)

    @property
    def most_moves(self) -> int:
        """The most moves that count as right, in a lesson about clicks."""
        return self.fewest + _SPARE_CLICKS

    def game_after(self, count: int) -> Game:
        """The board after the first clicks of the shortest sequence known."""
        game = self.game
        for click in self.clicks[:count]:
            if click.kind == "flag":
                game = game.set_flags(game.flags | 1 << click.cell)
            else:
                game = game.open_cell(click.cell) if click.kind == "open" else game.chord(click.cell)
        return game

    def clicks_left(self, game: Game) -> list[Click]:
        """The clicks of the shortest sequence that a board still needs."""
        grid, mines = game.grid, game.layout.mines if game.layout is not None else 0
        closed = game.hidden & ~mines
        chords = [click for click in self.clicks if click.kind == "chord" and grid.neighbours(click.cell) & closed]
        useful = grid.spread(to_cell_set(click.cell for click in chords)) & mines & ~game.flags
        opens = [click for click in self.clicks if click.kind == "open" and closed >> click.cell & 1]
        flags = [click for click in self.clicks if click.kind == "flag" and useful >> click.cell & 1]
        return [click for click in self.clicks if click in opens or click in flags or click in chords]

    @property
    def goal(self) -> str:
        """What to reach in a lesson about clicks."""
        return f"Clear the board. {self.fewest} moves are enough, up to {self.most_moves} count as right."

    @property
    def session(self) -> Session:
        """A session of the lesson. It has no id, so it isn't recorded."""
        grid = self.game.grid
        return Session(BoardSpec(grid.width, grid.height, self.game.mine_total), self.topic.value, "", self.game)

    @property
    def wants_all(self) -> bool:
        """Whether every wanted cell must be marked. On the large board of a game, one cell is enough."""
        return not self.origin

    @property
    def wanted(self) -> ProvedCells:
        """The cells that a right answer marks. Without flags, or in a game, only safe cells are asked if any exist."""
        safe, mined = self.analysis.safe, self.analysis.mined & ~self.game.flags
        only_safe = self.topic is Topic.NO_FLAGS or (safe and not self.wants_all)
        return ProvedCells(safe, 0 if only_safe else mined)

    @property
    def wants_proof(self) -> bool:
        """Whether the lesson asks for everything that can be proved, which may be nothing."""
        has_other_task = self.values is not None or self.topic is Topic.CHORDS or self.fifty
        return not has_other_task and self.wants_all

    @property
    def is_blank(self) -> bool:
        """Whether the right answer is that nothing can be proved."""
        return self.wants_proof and not self.wanted.safe | self.wanted.mined

    @property
    def known_mines(self) -> CellSet:
        """The mines that a proof may rely on: the flags, and those that easier reasoning proves."""
        return self.game.flags | (self.proof.assumes_mined if self.proof else 0)

    @property
    def uses_total(self) -> bool:
        """Whether the lesson is about the mine total."""
        return self.topic in (Topic.MINE_TOTAL, Topic.COUNT_EARLY)

    @property
    def task(self) -> str:
        """What to do, as a sentence."""
        if self.topic is Topic.CHORDS:
            how = "Flag all mines of a number, then open the number: its other cells open at once."
            return f"{how} {self.goal}"
        if self.topic is Topic.FIFTY:
            return "Mark the cells that no later number can tell apart, then choose Done."
        if self.values is not None:
            return "Nothing can be proved. Mark the cell with the best win chance, then choose Done."
        if self.topic is Topic.NO_FLAGS:
            return "No mine is flagged. Mark every cell that must be safe, then choose Done."
        if not self.wants_all:
            what = "be safe" if self.analysis.safe else "be a mine"
            return f"Mark a cell that must {what}, then choose Done."
        return "Find everything you can prove: mark the safe cells and the mines, then choose Done."

    @property
    def brief(self) -> str:
        """What to do in a few words."""
        if self.topic is Topic.CHORDS:
            return f"Clear it in {self.fewest} to {self.most_moves} moves."
        if self.topic is Topic.FIFTY:
            return "Mark the 50/50, then Done."
        if self.values is not None:
            return "Mark the best guess, then Done."
        only_safe = self.topic is Topic.NO_FLAGS or (self.analysis.safe and not self.wants_all)
        return f"Mark {'what is safe' if only_safe else 'all you can prove'}, then Done."


def find_lesson(
    lesson_id: str, game: Game, origin: str, at: int | None = None, fatal: FatalMove | None = None
) -> Generator[None, None, Lesson | None]:
    """Makes a lesson of a position, in slices; None if there is no reason to show, and no guess to compare.

    It is about the topic that the player missed. If the next move was fatal, the lesson teaches what the review of the
    loss proves first.
    """
    game = game._replace(questions=0)
    analysis = yield from analyse(game.position)
    if not is_lesson(analysis):
        return None
    game = game.set_flags(game.flags & analysis.mined)
    filed = None
    if fatal is not None:
        missed = missed_cells(analysis, fatal)
        if missed.mistake.safe | missed.mistake.mined:
            filed = yield from file_position(analysis, game.flags, fatal.cell, missed.mistake)
        else:
            filed = yield from file_missed(analysis, game.flags, fatal.cell, ProvedCells(missed.safe))
    if filed is None:
        filed = yield from file_missed(analysis, game.flags, at, ProvedCells(analysis.safe))
    if filed is None:
        filed = yield from file_position(analysis, game.flags, at)
    if filed is not None:
        return Lesson(lesson_id, filed.topic, game, analysis, filed.proof, origin, at)
    if analysis.safe or analysis.mined & ~game.flags:
        return None
    return (yield from guess_lesson(lesson_id, game, analysis, origin, at))


def guess_lesson(
    lesson_id: str, game: Game, analysis: Analysis, origin: str = "", at: int | None = None
) -> Generator[None, None, Lesson | None]:
    """Makes a lesson about guessing; None if the exact win chances are unknown, or all equal."""
    if game.is_over or (analysis.layouts or _MOST_LAYOUTS + 1) > _MOST_LAYOUTS:
        return None
    values = yield from compare_guesses(analysis, also=game.hidden & ~analysis.mined)
    if not values.is_exact or not any(value.regret for value in values.ranked):
        return None
    return Lesson(lesson_id, Topic.GUESS, game, analysis, None, origin, at, values)


@dataclass(frozen=True)
class ComparedGuesses:
    """The guesses of a position, the best first. It explains itself like a proof."""

    values: GuessComparison

    mined = because = 0

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.values.position

    @cached_property
    def groups(self) -> tuple[tuple[GuessValue, CellSet], ...]:
        """The guesses with equal chances, as one of them and all their cells; the best first."""

        def rank(value: GuessValue) -> tuple[float, float]:
            return value.regret or 0.0, value.odds[0] / value.odds[1]

        ordered = sorted(self.values.ranked, key=rank)
        same = [list(group) for _, group in groupby(ordered, key=rank)]
        return tuple((group[0], to_cell_set(value.cell for value in group)) for group in same)

    @property
    def safe(self) -> CellSet:
        """The best cells to open."""
        return to_cell_set(value.cell for value in self.values.ranked if not value.regret)

    @property
    def changes(self) -> CellSet:
        """The best cells to open."""
        return self.safe

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """Every group of guesses, with its chances and why it is worse."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """Lists the groups with another way to name cells."""
        return tuple(
            ProofStep(self._sentence(value, cells, naming, LISTED), self._words(value), 0, cells)
            for value, cells in self.groups
        )

    def text(self, room: Room = UNMARKED) -> str:
        """Names the best guess with its chances; where nothing is marked, every other one too."""
        if room.width is None:
            return " ".join(self._sentence(value, cells, room.naming, LISTED) for value, cells in self.groups)
        if room.is_brief:
            return f"Best: {self._words(self.groups[0][0])}."
        texts = [self._sentence(*self.groups[0], Naming.FULL, most) for most in (3, 0)]
        return next((text for text in texts if line_count(text, room.width) <= _LINES), texts[-1])

    def _sentence(self, value: GuessValue, cells: CellSet, naming: Naming, most: int) -> str:
        names = name_cells(self.position.grid, cells, most, naming)
        if not value.regret:
            return f"Best: {names}, {guess_words(value)}."
        return (
            f"{capitalise(names)}: {guess_words(value)}, {loss_words(value)}. {why_worse(self.values, value)}".strip()
        )

    def _words(self, value: GuessValue) -> str:
        why = f", {safety_of(self.values, value).value}" if value.regret else ""
        return f"{percent(*value.odds)} risk, {brief_win(value)}{why}"


@dataclass(frozen=True)
class Walkthrough:
    """The answer to a lesson about clicks or a 50/50, which has no proof. It explains itself like one."""

    lesson: Lesson

    safe = mined = 0

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.lesson.game.position

    @property
    def changes(self) -> CellSet:
        """The cells of the 50/50, or the cell of the first click."""
        return self.lesson.fifty or 1 << self.lesson.clicks[0].cell

    @property
    def because(self) -> CellSet:
        """The cells around the 50/50 that would tell its cells apart if they weren't mines."""
        return self.position.grid.spread(self.lesson.fifty) & self.lesson.analysis.mined

    def game_after(self, at: int) -> Game:
        """The board at a step, from 1; 0 stands for the beginning."""
        return self.lesson.game_after(at)

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """Every click of the shortest sequence known."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """Lists the clicks with another way to name cells."""
        grid = self.position.grid
        return tuple(
            ProofStep(
                f"{capitalise(click.kind)} {name_cell(grid, click.cell, naming)}.",
                f"{click.kind} {name_cell(grid, click.cell, Naming.SHORT)}",
                safe=1 << click.cell,
            )
            for click in self.lesson.clicks
        )

    def text(self, room: Room = UNMARKED) -> str:
        """Says why nothing tells the cells apart, or how many clicks are known to be enough."""
        if self.lesson.clicks:
            return f"{plural(self.lesson.fewest, 'move')} clear this board, the fewest known. The steps show them."
        if room.is_brief:
            return "Only mines would tell them apart."
        names = name_cells(self.position.grid, self.lesson.fifty, LISTED, room.naming)
        return f"Nothing will ever tell {names} apart: every cell that could is a mine. Guess at once."


Explanation: TypeAlias = "Proof | ComparedGuesses | Walkthrough"
"""What explains a lesson as a whole. All have a text, steps and cells."""


def explain_lesson(lesson: Lesson) -> Generator[None, None, Explanation | None]:
    """Explains a lesson: the proof of its topic, a pattern with all its cells, compared guesses, or a walkthrough.

    Returns None if nothing can be proved.
    """
    deduction, flags, position = lesson.proof, lesson.game.flags, lesson.game.position
    yield
    if lesson.values is not None:
        return ComparedGuesses(lesson.values)
    if lesson.clicks or lesson.fifty:
        return Walkthrough(lesson)
    if deduction is None:
        return None
    return find_pattern_proof(position, deduction, flags) or Proof(position, deduction, flags)


def objection_to_guess(lesson: Lesson, values: GuessComparison, opened: CellSet) -> str:
    """Says in one sentence what is wrong with a guess, or with a flag instead of one (no cell)."""
    if not opened:
        return "Not right: mark the cell that you would open."
    value = next((one for one in values.ranked if opened >> one.cell & 1 and one.regret), None)
    cell = first_cell(opened) if value is None else value.cell
    place = name_cell(lesson.game.grid, cell)
    if value is None:
        return f"Wrong: {place} is a mine."
    safety = safety_of(values, value)
    later = ", and later that gains too little" if safety is Safety.RISKIER else ", but leaves more to chance later"
    return f"Not the best: {place}, {win_words(value)}, {loss_words(value)}. It is {safety.value} now{later}."


def judge_clicks(lesson: Lesson, session: Session) -> tuple[Answer, str]:
    """Judges a cleared board by the number of clicks."""
    moves = session.clicks.effective  # a refused chord costs nothing
    # The fewest come from a greedy solve, which a player can beat.
    rest = "No better way is known." if moves <= lesson.fewest else f"{lesson.fewest} are enough."
    if moves <= lesson.most_moves:
        return Answer.RIGHT, f"Right. Cleared in {plural(moves, 'move')}. {rest}"
    return Answer.WRONG, f"Too many: {plural(moves, 'move')}. {rest[:-1]}, up to {lesson.most_moves} count as right."


# ------------------------------------------------------------------------------
# Lessons from finished games.
# ------------------------------------------------------------------------------


def missed_lesson(session: Session) -> Generator[None, None, Lesson | None]:
    """Makes a lesson of the position before the losing move; None if nothing was missed there."""
    before = session.undo().game
    if not session.game.exploded or not before.opened or before.grid.size > MOST_CELLS:
        return None
    lesson_id, fatal = f"{session.id}/{len(session.moves) - 1}", fatal_move(before, session)
    return (yield from find_lesson(lesson_id, before, "Here you opened a mine.", session.last, fatal))


def find_lessons(
    game_id: str, replay: Replay, guesses: tuple[Guess, ...] | None
) -> Generator[None, None, tuple[Lesson, ...]]:
    """Finds the lessons of a game, in slices: where the player guessed, hit a mine or used a tip, and there was a
    better move.
    """
    if replay.spec.grid.size > MOST_CELLS:
        return ()
    if guesses is None:
        guesses = yield from find_guesses(replay)
    asked = {guess.move: "Here you guessed." if guess.survived else "Here you opened a mine." for guess in guesses}
    lost = {guess.move for guess in guesses if not guess.survived}
    for number, move in enumerate(replay.moves):
        if move.kind is MoveKind.ASSIST:  # a risk of another solver or the bot wasn't the player's choice
            asked[number] = "Here you took a tip." if move.assistant == "tip" else ""
    lessons, proofs = list[Lesson](), set[tuple[CellSet, CellSet]]()
    for number, (move, session) in enumerate(zip(replay.moves, sessions_of(replay), strict=False)):
        if not number % _MOVES:
            yield
        if asked.get(number) and session.game.phase is Phase.PLAYING and len(lessons) < _MOST_IN_GAME:
            at = session.last if move.kind is MoveKind.ASSIST else move.cell
            fatal = risky_move(session.game, move, replay.mines) if number in lost else None
            lesson = yield from find_lesson(f"{game_id}/{number}", session.game, asked[number], at, fatal)
            if lesson is not None:
                proved = (lesson.proof.safe, lesson.proof.mined) if lesson.proof else (lesson.game.opened, 0)
                lessons += [] if proved in proofs else [lesson]
                proofs.add(proved)
    return tuple(lessons)
