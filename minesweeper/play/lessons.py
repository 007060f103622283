"""Lessons: a position with its topic, and the cells that the player should find.

Drills come from a table (`lesson_drills`), and other lessons from finished games, where the player missed something.
The exact solver, which sees no mines, proves what can be proved. A position doesn't become a lesson if it can't be
solved completely, or if its easiest proof is only to count all layouts, because nobody can learn from that. `judging`
judges the answers, except those about clicks, which are judged here.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, reduce
from itertools import groupby
from operator import or_
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
    easiest_proof,
    file_missed,
    file_position,
    find_pattern_proof,
    is_lesson,
)
from minesweeper.boards.measures import Click, three_bv
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
"""How many lessons one game may give at most, because the next game may teach something else."""
_MOVES = 50
"""How many moves of a replay are played in one slice."""
_MOST_LAYOUTS = 60
"""How many layouts a lesson about guesses may have at most. Nobody could weigh more of them."""
_SPARE_CLICKS = 2
"""How many clicks more than the fewest known may still count as right."""
_LINES = 2
"""How many lines the text about the best guess may take."""
FEW_WORDS = Room(40, is_brief=True)
"""The room for a proof or an objection in a few words."""


class Answer(Enum):
    """How the player answered a lesson."""

    RIGHT = "right"
    WRONG = "wrong"
    SHOWN = "shown"
    """The player asked for the whole proof, which counts neither as right nor as wrong."""


class Lesson(NamedTuple):
    """A position to solve, with everything that can be proved in it.

    Depending on its topic, a lesson also has a proof, compared guesses, clicks or a 50/50.
    """

    id: str
    """The name under which answers are stored. It's the same for the same position, whenever the lesson is made."""
    topic: Topic
    game: Game
    """The board that the player sees. It has only flags that can be proved."""
    analysis: Analysis
    proof: Deduction | None
    """The proof of the topic. None if nothing can be proved, or if the topic doesn't need a proof."""
    origin: str = ""
    """What the player did in this position, as a sentence. Empty for a drill."""
    at: int | None = None
    """The cell of the player's move, or None for a drill."""
    values: GuessComparison | None = None
    """In a lesson about guesses, the exact win chances of all cells. Otherwise None."""
    clicks: tuple[Click, ...] = ()
    """In a lesson about clicks, the shortest sequence of clicks that is known. Otherwise empty."""
    fifty: CellSet = 0
    """In a lesson about a 50/50, its cells. Otherwise empty."""
    turn: int = 0
    """How the position was mirrored or turned, from 0 (not at all) to 7."""
    name: str = ""
    """The title of an example that doesn't belong to a topic. Otherwise empty."""

    @property
    def title(self) -> str:
        """The name of the topic. An example that doesn't belong to a topic has a name of its own."""
        return self.name or self.topic.title

    @property
    def about(self) -> str:
        """The description of the topic. Empty for an example that doesn't belong to a topic."""
        return "" if self.name else self.topic.about

    @property
    def fewest(self) -> int:
        """In a lesson about clicks, the smallest number of clicks known."""
        return len(self.clicks)

    @property
    def most_moves(self) -> int:
        """In a lesson about clicks, the largest number of moves that counts as right.

        It's smaller than the number of moves without any chord, which is the 3BV, so that a right answer needs a chord.
        """
        assert self.game.layout is not None
        return min(self.fewest + _SPARE_CLICKS, three_bv(self.game.layout) - 1)

    def game_after(self, count: int) -> Game:
        """The board after the first ``count`` clicks of the shortest sequence known."""
        game = self.game
        for click in self.clicks[:count]:
            if click.kind == "flag":
                game = game.set_flags(game.flags | 1 << click.cell)
            else:
                game = game.open_cell(click.cell) if click.kind == "open" else game.chord(click.cell)
        return game

    def clicks_left(self, game: Game) -> list[Click]:
        """The clicks of the shortest sequence known that are still needed on this board, in the order of the
        sequence.
        """
        grid, mines = game.grid, game.layout.mines if game.layout is not None else 0
        closed = game.hidden & ~mines
        chords = [click for click in self.clicks if click.kind == "chord" and grid.neighbours(click.cell) & closed]
        useful = grid.spread(to_cell_set(click.cell for click in chords)) & mines & ~game.flags
        opens = [click for click in self.clicks if click.kind == "open" and closed >> click.cell & 1]
        flags = [click for click in self.clicks if click.kind == "flag" and useful >> click.cell & 1]
        return [click for click in self.clicks if click in opens or click in flags or click in chords]

    @property
    def goal(self) -> str:
        """In a lesson about clicks, the sentence that says how many moves count as right."""
        return f"Clear the board. {self.fewest} moves are enough, up to {self.most_moves} count as right."

    @property
    def session(self) -> Session:
        """A session in which the lesson is played. It has no id, so it's never saved or recorded."""
        grid = self.game.grid
        return Session(BoardSpec(grid.width, grid.height, self.game.mine_total), self.topic.value, "", self.game)

    @property
    def wants_all(self) -> bool:
        """Whether the player must mark all wanted cells. On the large board of a real game, one of them is enough."""
        return not self.origin

    @property
    def wanted(self) -> ProvedCells:
        """The cells that a right answer marks.

        Mines aren't wanted in the topic without flags, nor in a position from a game that has a safe cell.
        """
        safe, mined = self.analysis.safe, self.analysis.mined & ~self.game.flags
        only_safe = self.topic is Topic.NO_FLAGS or (safe and not self.wants_all)
        return ProvedCells(safe, 0 if only_safe else mined)

    @property
    def wants_proof(self) -> bool:
        """Whether the lesson asks for everything that can be proved. This may be nothing at all."""
        has_other_task = self.values is not None or self.topic is Topic.CHORDS or self.fifty
        return not has_other_task and self.wants_all

    @property
    def is_blank(self) -> bool:
        """Whether the right answer is that nothing can be proved."""
        return self.wants_proof and not self.wanted.safe | self.wanted.mined

    @property
    def known_mines(self) -> CellSet:
        """The mines that a proof may use without proving them: the flags, and mines that easier reasoning proves."""
        return self.game.flags | (self.proof.assumes_mined if self.proof else 0)

    @property
    def uses_total(self) -> bool:
        """Whether the topic of the lesson is about the mine total."""
        return self.topic in (Topic.MINE_TOTAL, Topic.COUNT_EARLY)

    @property
    def task(self) -> str:
        """What the player has to do, in sentences."""
        if self.topic is Topic.CHORDS:
            how = "Flag all mines of a number, then open the number: its other cells open at once."
            return f"{how} {self.goal}"
        if self.topic is Topic.FIFTY:
            return "Mark each pair that must hold one mine and that no later number can tell apart, then choose Done."
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
        """What the player has to do, in a few words for small screens."""
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
    """Makes a lesson of a position from a game, as a generator.

    Its topic is what the player missed. If ``fatal``, the losing move, is given, the lesson teaches what the review of
    the loss proves first. ``origin`` says what the player did, and ``at`` is the cell of that move. Returns None if the
    position doesn't teach anything: it has no proof worth showing and no guesses worth comparing.
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
    """Makes a lesson about guesses, as a generator.

    Returns None if the exact win chances aren't known or don't differ.
    """
    if game.is_over or (analysis.layouts or _MOST_LAYOUTS + 1) > _MOST_LAYOUTS:
        return None
    values = yield from compare_guesses(analysis, also=game.hidden & ~analysis.mined)
    if not values.is_exact or not any(value.regret for value in values.ranked):
        return None
    return Lesson(lesson_id, Topic.GUESS, game, analysis, None, origin, at, values)


@dataclass(frozen=True)
class ComparedGuesses:
    """All guesses in a position with their win chances, the best first.

    This explains a lesson about guesses, and it has the same properties and methods as a `Proof`, so that screens show
    both in the same way.
    """

    values: GuessComparison

    mined = because = 0

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.values.position

    @cached_property
    def groups(self) -> tuple[tuple[GuessValue, CellSet], ...]:
        """The guesses grouped by equal chances, the best group first.

        Each group is one of its guesses with all its cells.
        """

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
        """The cells to which a screen moves the cursor, which are the best ones."""
        return self.safe

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """One step for each group of equal guesses, with its chances and the reason why it's worse than the best."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """The steps of the comparison, in which ``naming`` says how cells are called."""
        return tuple(
            ProofStep(self._sentence(value, cells, naming, LISTED), self._words(value), 0, cells)
            for value, cells in self.groups
        )

    def text(self, room: Room = UNMARKED) -> str:
        """The best guess with its chances.

        If ``room`` has no width, because no cells are marked, all other guesses follow.
        """
        if room.width is None:
            return " ".join(self._sentence(value, cells, room.naming, LISTED) for value, cells in self.groups)
        if room.is_brief:
            return f"Best: {self._words(self.groups[0][0])}."
        texts = [self._sentence(*self.groups[0], Naming.FULL, most) for most in (3, 0)]
        return next((text for text in texts if line_count(text, room.width) <= _LINES), texts[-1])

    def _sentence(self, value: GuessValue, cells: CellSet, naming: Naming, most: int) -> str:
        """The sentence about a group of equal guesses. At most ``most`` of its cells are named."""
        names = name_cells(self.position.grid, cells, most, naming)
        if not value.regret:
            return f"Best: {names}, {guess_words(value)}."
        return (
            f"{capitalise(names)}: {guess_words(value)}, {loss_words(value)}. {why_worse(self.values, value)}".strip()
        )

    def _words(self, value: GuessValue) -> str:
        """The chances of a guess in a few words."""
        why = f", {safety_of(self.values, value).value}" if value.regret else ""
        return f"{percent(*value.odds)} risk, {brief_win(value)}{why}"


@dataclass(frozen=True)
class Walkthrough:
    """What explains a lesson about clicks or about a 50/50, which have no proof.

    It has the same properties and methods as a `Proof`, so that screens show both in the same way.
    """

    lesson: Lesson

    safe = mined = 0

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.lesson.game.position

    @property
    def changes(self) -> CellSet:
        """The cells to which a screen moves the cursor: those of the 50/50, or that of the first click."""
        return self.lesson.fifty or 1 << self.lesson.clicks[0].cell

    @property
    def because(self) -> CellSet:
        """The mines around the 50/50.

        If one of these cells were safe, its clue could tell the cells of the 50/50 apart.
        """
        return self.position.grid.spread(self.lesson.fifty) & self.lesson.analysis.mined

    def game_after(self, at: int) -> Game:
        """The board after step ``at``, counted from 1. 0 is the board at the start."""
        return self.lesson.game_after(at)

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """One step for each click of the shortest sequence known. Empty for a 50/50."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """The steps of the walkthrough, in which ``naming`` says how cells are called."""
        grid = self.position.grid
        return tuple(
            ProofStep(
                f"{capitalise(click.kind)} {name_cell(grid, click.cell, naming)}{self._opened_by(number, naming)}.",
                f"{click.kind} {name_cell(grid, click.cell, Naming.SHORT)}",
                safe=1 << click.cell,
            )
            for number, click in enumerate(self.lesson.clicks)
        )

    def _opened_by(self, number: int, naming: Naming) -> str:
        """A clause that names the cells which a click opens. Empty if it opens no other cell than its own.

        ``number`` counts the clicks from 0.
        """
        opened = (
            self.game_after(number + 1).opened
            & ~self.game_after(number).opened
            & ~(1 << self.lesson.clicks[number].cell)
        )
        return f", which opens {name_cells(self.position.grid, opened, LISTED, naming)}" if opened else ""

    def text(self, room: Room = UNMARKED) -> str:
        """Why nothing tells the cells of the 50/50 apart or, in a lesson about clicks, how many clicks are enough."""
        if self.lesson.clicks:
            return f"{plural(self.lesson.fewest, 'move')} clear this board, the fewest known. The steps show them."
        if room.is_brief:
            return "Only mines would tell them apart."
        names = name_cells(self.position.grid, self.lesson.fifty, LISTED, room.naming)
        some = "One of {} is a mine" if self.lesson.fifty.bit_count() == 2 else "Half of {} are mines"
        return (
            f"{some.format(names)}, and nothing will ever tell which: every cell that could is a mine. Guess at once."
        )


@dataclass(frozen=True)
class ProofWithMines(Proof):
    """A proof that builds on mines without a flag. It proves these mines first."""

    earlier: tuple[Proof, ...] = ()
    """The proofs of the mines, each of which may build on the ones before it."""

    @property
    def proved_mines(self) -> CellSet:
        """All mines that the proof shows, those that it proves first included."""
        return reduce(or_, (proof.proved_mines for proof in self.earlier), super().proved_mines)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """One step for each proof of a mine, then the steps of the proof itself."""
        return (*(whole_step(proof, naming) for proof in self.earlier), *super().steps_in(naming))

    def text(self, room: Room = UNMARKED) -> str:
        """The proof itself. If ``room`` has no width, the proofs of the mines stand in front of it."""
        texts = [proof.text(room) for proof in self.earlier] if room.width is None else []
        return " ".join([*texts, super().text(room)])


def whole_step(proof: Proof, naming: Naming) -> ProofStep:
    """A whole proof as one step of a longer explanation, with the cells named in this way."""
    words = proof.text(FEW_WORDS).rstrip(".")
    return ProofStep(proof.text(Room(naming=naming)), words, proof.because, proof.safe, proof.mined)


def prove_in_turn(lesson: Lesson, wanted: ProvedCells, known: ProvedCells) -> Generator[None, None, tuple[Proof, ...]]:
    """Proves all wanted cells one after another, the easiest first, as a generator.

    The proofs may use the ``known`` cells, and each may use the cells that the ones before it prove.
    """
    proofs = list[Proof]()
    while True:
        wanted = ProvedCells(wanted.safe & ~known.safe, wanted.mined & ~known.mined)
        if not wanted.safe | wanted.mined:
            return tuple(proofs)
        deduction = yield from easiest_proof(lesson.analysis, wanted, known)
        proofs.append(Proof(lesson.game.position, deduction, lesson.game.flags))
        known = ProvedCells(known.safe | deduction.safe, known.mined | deduction.mined)


Explanation: TypeAlias = "Proof | ComparedGuesses | Walkthrough"
"""What explains a lesson as a whole: a proof, compared guesses or a walkthrough."""


def explain_lesson(lesson: Lesson) -> Generator[None, None, Explanation | None]:
    """Finds what explains the lesson, as a generator: the compared guesses, a walkthrough, the proof of the topic, or
    the proof of a pattern with all its cells.

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
    pattern = find_pattern_proof(position, deduction, flags)
    if pattern is not None:
        return pattern
    mines = ProvedCells(mined=deduction.assumes_mined & ~position.given)
    earlier = yield from prove_in_turn(lesson, mines, ProvedCells(mined=flags))
    return ProofWithMines(position, deduction, flags, earlier=earlier) if earlier else Proof(position, deduction, flags)


def objection_to_guess(lesson: Lesson, values: GuessComparison, opened: CellSet) -> str:
    """The sentence that says what is wrong with the cell that the player would open.

    If no cell is marked (``opened`` is empty), it asks the player to mark one.
    """
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
    """Judges a cleared board by the number of moves that it took. Returns the result and a sentence about it."""
    # A refused chord changes nothing, so it doesn't count.
    moves = session.clicks.effective
    # The fewest clicks known come from a simple method that a player may beat.
    rest = "No better way is known." if moves <= lesson.fewest else f"{lesson.fewest} are enough."
    if moves <= lesson.most_moves:
        return Answer.RIGHT, f"Right. Cleared in {plural(moves, 'move')}. {rest}"
    return Answer.WRONG, f"Too many: {plural(moves, 'move')}. {rest[:-1]}, up to {lesson.most_moves} count as right."


# ------------------------------------------------------------------------------
# Lessons from finished games
# ------------------------------------------------------------------------------


def missed_lesson(session: Session) -> Generator[None, None, Lesson | None]:
    """Makes a lesson of the position before the losing move, as a generator.

    Returns None if no mine exploded, the board is too large, or the position doesn't teach anything.
    """
    before = session.undo().game
    if not session.game.exploded or not before.opened or before.grid.size > MOST_CELLS:
        return None
    lesson_id, fatal = f"{session.id}/{len(session.moves) - 1}", fatal_move(before, session)
    return (yield from find_lesson(lesson_id, before, "Here you opened a mine.", session.last, fatal))


def find_lessons(
    game_id: str, replay: Replay, guesses: tuple[Guess, ...] | None
) -> Generator[None, None, tuple[Lesson, ...]]:
    """Finds the lessons in a finished game, as a generator.

    It looks at the positions in which the player guessed, opened a mine or took a tip, and leaves out those that teach
    nothing or only repeat a lesson. If ``guesses`` is None, they are found first.
    """
    if replay.spec.grid.size > MOST_CELLS:
        return ()
    if guesses is None:
        guesses = yield from find_guesses(replay)
    asked = {guess.move: "Here you guessed." if guess.survived else "Here you opened a mine." for guess in guesses}
    lost = {guess.move for guess in guesses if not guess.survived}
    for number, move in enumerate(replay.moves):
        # A guess of the bot or of another assistant wasn't the player's choice.
        if move.kind is MoveKind.ASSIST:
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
