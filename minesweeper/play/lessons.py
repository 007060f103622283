"""Holds lessons: a position, its topic, and the right answers; finds them in finished games, and checks answers.

The exact solver, which sees no mines, proves safe cells and mines. A position that it can't solve completely, or whose
easiest proof only counts all arrangements, doesn't become a lesson.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

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
from minesweeper.assist.topics import MOST_CELLS, Topic, easiest_proof, file_position, find_pattern_proof, is_lesson
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, first_cell, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, percent, plural, say_percent
from minesweeper.play.game import Game, Phase
from minesweeper.play.guesses import Guess, fatal_move, find_guesses, risky_move
from minesweeper.play.replay import Replay, sessions_of
from minesweeper.play.session import MoveKind, Session, cells_risked_by
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
    """The player asked for the proof: that counts neither as right nor as wrong."""


class Lesson(NamedTuple):
    """A position, everything provable in it, and the easiest proof, or the values of its guesses."""

    id: str
    """The id, which is the same for the same position in every sitting."""
    topic: Topic
    game: Game
    """The board as shown, with proved flags only."""
    analysis: Analysis
    proof: Deduction | None
    """The easiest proof; None if nothing can be proved, or if the lesson is about clicks."""
    origin: str
    """What the player did there, as a sentence; empty for a drill."""
    at: int | None = None
    """The cell of the player's move, in a lesson from a game."""
    values: GuessComparison | None = None
    """The exact win chances of all cells, in a lesson about guessing."""
    fewest: int = 0
    """The fewest clicks known, in a lesson about clicks."""

    @property
    def most_moves(self) -> int:
        """The most moves that count as right, in a lesson about clicks."""
        return self.fewest + _SPARE_CLICKS

    @property
    def goal(self) -> str:
        """Says what to reach in a lesson about clicks."""
        return f"Clear the board. {self.fewest} moves are enough, up to {self.most_moves} count as right."

    @property
    def session(self) -> Session:
        """Starts a session of the lesson. It has no id, so it isn't recorded."""
        grid = self.game.grid
        return Session(BoardSpec(grid.width, grid.height, self.game.mine_total), self.topic.value, "", self.game)

    @property
    def task(self) -> str:
        """Says what to do."""
        if self.topic is Topic.GUESS:
            return "Nothing can be proved. Open the cell with the best win chance."
        if self.topic is Topic.CHORDS:
            how = "Flag all mines of a number, then open the number: its other cells open at once."
            return f"{how} {self.goal}"
        return "Open a cell that must be safe, or flag one that must be a mine."


def find_lesson(
    lesson_id: str, game: Game, origin: str, at: int | None = None, fatal: FatalMove | None = None
) -> Generator[None, None, Lesson | None]:
    """Makes a lesson of a position, in slices; None if there is no reason to show, and no guess to compare.

    If the next move was fatal, the lesson teaches what the review of the loss proves first.
    """
    game = game._replace(questions=0)
    analysis = yield from analyse(game.position)
    if not is_lesson(analysis):
        return None
    game = game.set_flags(game.flags & analysis.mined)
    filed = None
    if fatal is not None:
        filed = yield from file_position(analysis, game.flags, fatal.cell, missed_cells(analysis, fatal).first)
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


# ------------------------------------------------------------------------------
# Answers: whether they are right, and why.
# ------------------------------------------------------------------------------


def answer_of(before: Game, session: Session) -> tuple[CellSet, CellSet]:
    """Returns the cells that the last move opened, without cascades, or flagged."""
    opened = cells_risked_by(before, session.moves[-1]) if session.moves else 0
    return opened, 0 if opened else session.game.flags & ~before.flags


def is_right(lesson: Lesson, opened: CellSet, flagged: CellSet) -> bool:
    """Says whether cells were opened or flagged, and all of them are provable, or a best guess."""
    if lesson.values is not None:
        best = sum(1 << value.cell for value in lesson.values.ranked if not value.regret)
        return bool(opened) and not (opened & ~best or flagged)
    analysis = lesson.analysis
    return bool(opened | flagged) and not (opened & ~analysis.safe or flagged & ~analysis.mined)


def explain_answer(
    lesson: Lesson, opened: CellSet, flagged: CellSet
) -> Generator[None, None, Proof | ComparedGuesses | None]:
    """Proves a right answer. For a wrong one, it proves what could have been known.

    The proof is that of the lesson if it proves the answer, because it shows the reasoning that the lesson is about;
    otherwise it is the easiest one. In a lesson about guessing it compares all guesses; in one about clicks there is
    nothing to prove.
    """
    deduction, flags, position = lesson.proof, lesson.game.flags, lesson.game.position
    if lesson.values is not None:
        return ComparedGuesses(lesson.values)
    if deduction is None:
        return None
    proof = find_pattern_proof(position, deduction, flags) or Proof(position, deduction, flags)
    if is_right(lesson, opened, flagged) and (opened | flagged) & ~(proof.safe | proof.mined):
        deduction = yield from easiest_proof(lesson.analysis, ProvedCells(opened, flagged), ProvedCells(mined=flags))
        proof = find_pattern_proof(position, deduction, flags) or Proof(position, deduction, flags)
    return proof


def objection(lesson: Lesson, opened: CellSet, flagged: CellSet) -> str:
    """Says in one sentence what is wrong with an answer."""
    analysis = lesson.analysis
    if lesson.values is not None:
        flag = "Not right: a flag isn't a guess. Open a cell."
        return _worse_guess(lesson, lesson.values, opened) if opened else flag
    lost = opened & analysis.mined or flagged & analysis.safe
    cell = first_cell(lost or opened & ~analysis.safe or flagged & ~analysis.mined)
    place = name_cell(lesson.game.grid, cell)
    if lost and lesson.proof is not None and (lesson.proof.safe | lesson.proof.mined) >> cell & 1:
        return "Wrong."  # the proof begins with its cells
    if lost:
        return f"Wrong: {place} is {'a mine' if opened & lost else 'safe, so it needs no flag'}."
    return f"Not proved: {place} has a mine risk of {say_percent(*analysis.odds(cell))}."


def _worse_guess(lesson: Lesson, values: GuessComparison, opened: CellSet) -> str:
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
