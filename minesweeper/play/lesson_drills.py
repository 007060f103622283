"""Makes lessons: small boards that ask for one topic, mirrored and turned, from short proofs to long ones.

A drill is the same for everyone. Every position is checked by the exact solver before it becomes a lesson.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import count
from random import Random

from minesweeper.assist.topics import Topic, file_position, proof_length
from minesweeper.boards.deal import deal, proposed_first
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.measures import three_bv, zini
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of, make_grid, to_cell_set
from minesweeper.core.textboard import EMPTY, HIDDEN, MINE, draw_picture, read_picture
from minesweeper.play.game import Game, begin_game
from minesweeper.play.lessons import Lesson, find_lesson, guess_lesson
from minesweeper.solvers.bitrules import sweep_to_end
from minesweeper.solvers.deduction import Deduction
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.win_chance import GuessComparison

EXAMPLE = 0
"""The number of the drill that is shown as the worked example of its topic."""
_TURNS = 8
_SHORT = 8
"""The number of drills before proofs get longer, or boards larger."""
_PLAIN = 4
"""The number of drills that show a topic at its plainest."""
_DENSITY = 0.4
"""The share of mines around the opened cells: enough that single clues don't settle everything."""
_END_BOARDS = BoardSpec(5, 4, 6), BoardSpec(5, 5, 7), BoardSpec(6, 5, 8)
_CHORD_BOARDS = BoardSpec(5, 5, 4), BoardSpec(6, 6, 6), BoardSpec(7, 7, 9)
_WALLS = {Topic.ONE_ONE: ".*.", Topic.ONE_TWO: ".**", Topic.ONE_TWO_ONE: ".*.*.", Topic.ONE_TWO_TWO_ONE: "..**.."}
"""The mines of a pattern along a wall: the row of hidden cells above the opened ones."""


def drill_id(topic: Topic, number: int) -> str:
    """Returns the id of a drill."""
    return f"drill/{topic.value}/{number}"


def make_lesson(topic: Topic, number: int) -> Generator[None, None, Lesson]:
    """Makes a drill, in slices. Proofs get longer with the number, which counts from 0."""
    lesson, attempts = None, count()
    while lesson is None:
        random = Random(f"{topic.value} {number} {next(attempts)}")
        lesson = yield from _MAKERS.get(topic, _proof_drill)(topic, number, random)
    return lesson


# ------------------------------------------------------------------------------
# Boards.
# ------------------------------------------------------------------------------


def _turned(layout: Layout, opened: CellSet, turn: int) -> Game:
    """Mirrors and turns a board in one of eight ways."""
    rows = draw_picture(layout.grid, [(layout.mines, MINE), (opened, EMPTY)], HIDDEN).split("\n")
    if turn & 1:
        rows.reverse()
    if turn & 2:
        rows = [row[::-1] for row in rows]
    if turn & 4:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    picture = read_picture("\n".join(rows), MINE + EMPTY + HIDDEN)
    turned = Layout(picture.grid, picture.where(MINE))
    return Game(turned.grid, turned.mine_count, turned).open_cells(picture.where(EMPTY))


def _opened_rectangle(topic: Topic, number: int, random: Random) -> tuple[Layout, CellSet]:
    """Deals mines around a rectangle of opened cells, with the pattern of the topic along its upper side."""
    wall = _WALLS.get(topic, "")
    left = 2
    if wall:
        height, width, rows, left = 2, len(wall) + 1, 4, random.choice((0, 1))
    elif topic is Topic.ASSUMPTION:  # in the open: a row of three, or a square of four, which takes longer to prove
        height, width, rows = (1, 3, 5) if number < _SHORT else (2, 2, 6)
    else:
        height, width, left = *random.choice(((3, 3), (3, 2), (2, 4), (2, 3))), 1
        rows = height + random.choice((2, 4))
    grid = make_grid(left + width + (2 if left else 1), rows)
    top = 2 if wall else rows - height if topic is Topic.EDGE else (rows - height) // 2
    opened = grid.rectangle(top, left, height, width)
    mines = to_cell_set([cell for cell in cells_of(grid.all_cells & ~opened) if random.random() < _DENSITY])
    first = grid.cell(top - 1, left + random.randint(0, width - len(wall))) if wall else 0
    for place, sign in enumerate(wall, first):
        mines = mines | 1 << place if sign == "*" else mines & ~(1 << place)
    return Layout(grid, mines), opened


def _dealt(spec: BoardSpec, random: Random) -> Game:
    first = proposed_first(spec)
    return begin_game(Board(deal(spec, first, str(random.random())), first))


# ------------------------------------------------------------------------------
# Drills by kind of topic.
# ------------------------------------------------------------------------------


def _length(topic: Topic, number: int) -> int:
    """Returns the length of the proof that a drill should have."""
    if topic is Topic.MINE_TOTAL:
        return 1 + min(number // _SHORT, 2)
    if topic is Topic.ASSUMPTION:
        return 7 if number < _SHORT else 9
    return {Topic.ONE_CLUE: 1, Topic.KNOWN_MINES: 1, Topic.MORE_CLUES: 3}.get(topic, 2)


def _is_wanted(topic: Topic, number: int, game: Game, proof: Deduction) -> bool:
    """Whether a proof has the right length. The first drills also show patterns without known mines, and safe cells."""
    if proof_length(proof) != _length(topic, number):
        return False
    if topic is Topic.KNOWN_MINES:
        return bool(proof.safe) or number >= _PLAIN
    known = game.grid.spread(proof.because) & game.flags
    return number >= _PLAIN or topic is Topic.MINE_TOTAL or not known


def _proof_drill(topic: Topic, number: int, random: Random) -> Generator[None, None, Lesson | None]:
    """Plays easier moves on a board until its easiest proof is the one wanted; None if that never happens."""
    if topic is Topic.MINE_TOTAL:
        game = _dealt(random.choice(_END_BOARDS), random)
    else:
        layout, opened = _opened_rectangle(topic, number, random)
        game = _turned(layout, opened, number % _TURNS)
    is_first = topic in (Topic.ONE_CLUE, Topic.KNOWN_MINES)
    while not game.is_over:
        swept = yield from sweep_to_end(game.position, game.flags)
        if not is_first and (swept.safe | swept.mined) & ~game.flags:  # single clues, all at once: that is quick
            game = game.set_flags(swept.mined).open_cells(swept.safe)
            continue
        analysis = yield from analyse(game.position)
        filed = yield from file_position(analysis, game.flags)
        if filed is None:
            return None
        if filed.topic is topic:
            is_wanted = _is_wanted(topic, number, game, filed.proof)
            return (yield from find_lesson(drill_id(topic, number), game, "")) if is_wanted else None
        game = game.set_flags(game.flags | filed.proof.mined).open_cells(filed.proof.safe)
    return None


def _guess_drill(topic: Topic, number: int, random: Random) -> Generator[None, None, Lesson | None]:
    """Plays everything provable; in turn, the safest cell is the best, a 50/50 is, or neither."""
    game = _dealt(random.choice(_END_BOARDS), random)
    while not game.is_over:
        analysis = yield from analyse(game.position)
        if not (analysis.safe or analysis.mined & ~game.flags):
            lesson = yield from guess_lesson(drill_id(topic, number), game, analysis)
            is_wanted = lesson is not None and lesson.values is not None and _guess_kind(lesson.values) == number % 3
            return lesson if is_wanted else None
        game = game.set_flags(analysis.mined).open_cells(analysis.safe)
    return None


def _guess_kind(values: GuessComparison) -> int:
    """Returns 0 if the safest cell is a best guess, 1 if a 50/50 is better than the safest, otherwise 2."""
    best = [value for value in values.ranked if not value.regret]
    if max(value.safety for value in best) >= max(value.safety for value in values.ranked):
        return 0
    return 1 if any(2 * mined == layouts for mined, layouts in (value.odds for value in best)) else 2


def _chord_drill(topic: Topic, number: int, random: Random) -> Generator[None, None, Lesson | None]:
    """Makes a board that chords clear with fewer clicks than single opens."""
    game = _dealt(_CHORD_BOARDS[min(number // _SHORT, len(_CHORD_BOARDS) - 1)], random)
    assert game.layout is not None
    fewest = zini(game.layout)
    if fewest > three_bv(game.layout) - 2:
        return None
    game = Game(game.grid, game.mine_total).with_layout(game.layout)
    analysis = yield from analyse(game.position)
    return Lesson(drill_id(topic, number), topic, game, analysis, None, "", fewest=fewest)


_MAKERS = {Topic.GUESS: _guess_drill, Topic.CHORDS: _chord_drill}
