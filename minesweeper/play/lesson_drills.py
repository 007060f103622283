"""The drills of the program: small positions cut from real boards, in a table that is part of the package.

Every drill of the table was checked before it was shipped: its easiest proof is of its topic, every flag that it shows
can be proved, and nobody passes it by comparing densities. ``tests/tools/drills.py`` makes the table and
tests/play/test_lesson_drills.py checks it again. A drill is shown in one of eight mirrored or turned forms.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cache, reduce
from importlib import resources
from operator import or_

from minesweeper.assist.topics import LEARNING_ORDER, Topic, file_missed, file_position
from minesweeper.boards.layout import Layout
from minesweeper.boards.measures import fewest_clicks
from minesweeper.core.cells import Grid, cells_of, make_grid, to_cell_set
from minesweeper.play.game import Game
from minesweeper.play.lessons import Explanation, Lesson, explain_lesson, find_lesson, guess_lesson
from minesweeper.solvers.deduction import ProvedCells
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.fifty import certain_fifties

EXAMPLE = 0
"""The number of the drill that is the worked example of its topic, if the topic has none of its own."""
_OWN_EXAMPLES = {"hole": "44k7yts"}
"""Worked examples that show their topic better than the first drill."""
TURNS = 8
TABLE = "drills.txt"
_START = "crop"
"""The first word of a drill's id. Drills of earlier programs had another, because their boards were others."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def encode(game: Game) -> str:
    """Writes a position with its mines in one word that ``decode`` reads: width, height, and the cells as one number.

    Each cell is a digit of base 4 (hidden and safe, hidden mine, open, flagged mine), the first cell the lowest. The
    number is written in base 36, because ids have small letters only.
    """
    mines = game.layout.mines if game.layout is not None else 0
    number = 0
    for cell in range(game.grid.size):
        sign = 2 if game.opened >> cell & 1 else (mines >> cell & 1) * (3 if game.flags >> cell & 1 else 1)
        number |= sign << 2 * cell
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return f"{game.grid.width}{game.grid.height}{digits}"


def decode(code: str) -> Game:
    """Reads a position that ``encode`` wrote."""
    grid = make_grid(int(code[0]), int(code[1]))
    number = int(code[2:], len(_DIGITS))
    signs = [number >> 2 * cell & 3 for cell in range(grid.size)]
    mines, opened, flags = (
        to_cell_set(cell for cell, sign in enumerate(signs) if sign in wanted) for wanted in ((1, 3), (2,), (3,))
    )
    layout = Layout(grid, mines)
    return Game(grid, layout.mine_count, layout, opened, flags)


def turned(game: Game, turn: int) -> Game:
    """Mirrors and turns a position in one of eight ways. Turn 0 leaves it as it is."""
    if not turn:
        return game
    assert game.layout is not None
    grid = make_grid(game.grid.height, game.grid.width) if turn & 4 else game.grid
    mines, opened, flags = (
        to_cell_set(turned_cell(game.grid, cell, turn) for cell in cells_of(cells))
        for cells in (game.layout.mines, game.opened, game.flags)
    )
    return Game(grid, game.mine_total, Layout(grid, mines), opened, flags)


def turned_cell(grid: Grid, cell: int, turn: int) -> int:
    """Returns where a cell of a board is after its position was mirrored and turned."""
    row, col = grid.row_col(cell)
    row, col = grid.height - 1 - row if turn & 1 else row, grid.width - 1 - col if turn & 2 else col
    return col * grid.height + row if turn & 4 else grid.cell(row, col)


def turn_lesson(lesson: Lesson, times: int) -> Generator[None, None, Lesson]:
    """Mirrors and turns a position of a player's game that comes again, in slices; the first time it stays as it was.

    A board that is wider than high is only mirrored, because it may not fit the screen if it is turned.
    """
    grid = lesson.game.grid
    turn = times % (TURNS if grid.width == grid.height else TURNS // 2)
    if not turn:
        return lesson
    at = None if lesson.at is None else turned_cell(grid, lesson.at, turn)
    again = yield from find_lesson(lesson.id, turned(lesson.game, turn), lesson.origin, at)
    # Of equally easy proofs another one may be the first now. The topic must stay, because the player chose it.
    return again._replace(turn=turn) if again is not None and again.topic is lesson.topic else lesson


@cache
def drill_codes(topic: Topic) -> tuple[str, ...]:
    """The positions of a topic in the table, from plain ones to harder ones."""
    table = resources.files("minesweeper.play").joinpath(TABLE).read_text("ascii").splitlines()
    (line,) = (line for line in table if line.startswith(f"{topic.value}: "))
    return tuple(line.removeprefix(f"{topic.value}: ").split())


def drill_id(topic: Topic, code: str) -> str:
    """The id of a drill, which contains its position, so that it stays the same if the table is made anew."""
    return f"{_START}/{topic.value}/{code}"


def drill_of_id(lesson_id: str) -> tuple[Topic, str] | None:
    """The topic and the position that the id of a drill names. Returns None for other ids."""
    start, _, rest = lesson_id.partition("/")
    name, _, code = rest.rpartition("/")
    topic = next((topic for topic in LEARNING_ORDER if topic.value == name), None)
    return (topic, code) if start == _START and topic is not None and code in drill_codes(topic) else None


def make_lesson(topic: Topic, number: int, turn: int = 0) -> Generator[None, None, Lesson]:
    """Makes a lesson of a drill of the table, in slices. ``number`` counts from 0 and starts over after the last."""
    codes = drill_codes(topic)
    return (yield from make_drill(topic, codes[number % len(codes)], turn))


def make_example(topic: Topic) -> Generator[None, None, tuple[Lesson, Explanation]]:
    """Makes the worked example of a topic: a lesson and what explains it, in slices."""
    lesson = yield from make_drill(topic, _OWN_EXAMPLES.get(topic.value, drill_codes(topic)[EXAMPLE]))
    explanation = yield from explain_lesson(lesson)
    assert explanation is not None
    return lesson, explanation


def make_drill(topic: Topic, code: str, turn: int = 0) -> Generator[None, None, Lesson]:
    """Makes a lesson of a position, mirrored or turned."""
    lesson = yield from make_blank(code, turn)
    lesson = lesson._replace(id=drill_id(topic, code), topic=topic)
    game, analysis = lesson.game, lesson.analysis
    if topic in (Topic.GUESS, Topic.MID_GUESS):
        about_guess = yield from guess_lesson(lesson.id, game, analysis)
        assert about_guess is not None
        return lesson._replace(values=about_guess.values)
    if topic is Topic.CHORDS:
        assert game.layout is not None
        return lesson._replace(clicks=fewest_clicks(game.layout))
    if topic is Topic.FIFTY:
        undecided = game.hidden & ~(analysis.safe | analysis.mined)
        fifties = certain_fifties(game.grid, undecided, analysis.mined)
        return lesson._replace(fifty=reduce(or_, fifties))
    if topic is Topic.NO_FLAGS:
        filed = yield from file_missed(analysis, 0, None, ProvedCells(analysis.safe))
    else:
        filed = yield from file_position(analysis, game.flags)
    assert filed is not None
    return lesson._replace(proof=filed.proof)


def make_blank(code: str, turn: int) -> Generator[None, None, Lesson]:
    """Makes a lesson that asks for everything provable, of a position in which nothing can be proved."""
    game = turned(decode(code), turn % TURNS)
    analysis = yield from analyse(game.position)
    return Lesson(f"{_START}/nothing/{code}", Topic.MID_GUESS, game, analysis, None, turn=turn % TURNS)
