"""The drills: lessons that don't come from a player's game, but from a table that is part of the package.

Each drill is a small position that was cut from a real board. Before it got into the table, it was checked that its
easiest proof belongs to its topic, that every flag in it can be proved, and that nobody can solve it by comparing
densities. ``tests/tools/drills.py`` makes the table, and tests/play/test_lesson_drills.py repeats the checks. A drill
can be mirrored and turned in eight ways, so that a player doesn't recognise it.
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
from minesweeper.solvers.guess import Lookahead

EXAMPLE = 0
"""The number of the drill that is the worked example of its topic, counted from 0."""
_OWN_EXAMPLES = {"hole": "44k7yts"}
"""For some topics, a drill that makes a better worked example than the first one."""
TURNS = 8
"""In how many ways a position can be mirrored and turned, including not at all."""
TABLE = "drills.txt"
"""The name of the file with the table of drills."""
_START = "crop"
"""The first word in the ids of drills.

Earlier programs had other boards, so the ids of their drills begin with another word.
"""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of base 36."""


def encode(game: Game) -> str:
    """Writes a position with its mines as one word, which `decode` reads: the width, the height, and the cells as one
    number.

    Each cell is a digit in base 4, and the first cell is the lowest digit. 0 is a hidden safe cell, 1 a hidden mine, 2
    an opened cell and 3 a flagged mine. The number is written in base 36, because ids contain only small letters and
    digits.
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
    """Reads a position that `encode` wrote."""
    grid = make_grid(int(code[0]), int(code[1]))
    number = int(code[2:], len(_DIGITS))
    signs = [number >> 2 * cell & 3 for cell in range(grid.size)]
    mines, opened, flags = (
        to_cell_set(cell for cell, sign in enumerate(signs) if sign in wanted) for wanted in ((1, 3), (2,), (3,))
    )
    layout = Layout(grid, mines)
    return Game(grid, layout.mine_count, layout, opened, flags)


def turned(game: Game, turn: int) -> Game:
    """Mirrors and turns a position. ``turn`` chooses one of eight ways, and 0 leaves the position unchanged."""
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
    """Where a cell is after its position was mirrored and turned.

    ``turn`` chooses the way as in `turned`, and ``grid`` is the grid before that.
    """
    row, col = grid.row_col(cell)
    row, col = grid.height - 1 - row if turn & 1 else row, grid.width - 1 - col if turn & 2 else col
    return col * grid.height + row if turn & 4 else grid.cell(row, col)


def turn_lesson(lesson: Lesson, times: int) -> Generator[None, None, Lesson]:
    """Mirrors or turns a lesson from a game that the player sees again, as a generator. ``times`` says how often the
    player has seen it, and the first time it isn't changed.

    Only square boards are turned, because a turned board might not fit the screen. The other ones are only mirrored.
    """
    grid = lesson.game.grid
    turn = times % (TURNS if grid.width == grid.height else TURNS // 2)
    if not turn:
        return lesson
    at = None if lesson.at is None else turned_cell(grid, lesson.at, turn)
    again = yield from find_lesson(lesson.id, turned(lesson.game, turn), lesson.origin, at)
    # In a turned position, another one of several equally easy proofs may come first. The topic must stay, because the
    # player chose it. Otherwise the lesson isn't turned.
    return again._replace(turn=turn) if again is not None and again.topic is lesson.topic else lesson


@cache
def drill_codes(topic: Topic) -> tuple[str, ...]:
    """The positions of a topic in the table, from easy to hard."""
    table = resources.files("minesweeper.play").joinpath(TABLE).read_text("ascii").splitlines()
    (line,) = (line for line in table if line.startswith(f"{topic.value}: "))
    return tuple(line.removeprefix(f"{topic.value}: ").split())


def drill_id(topic: Topic, code: str) -> str:
    """The id of a drill. It contains the position, so that it stays valid if the table is made again."""
    return f"{_START}/{topic.value}/{code}"


def drill_of_id(lesson_id: str) -> tuple[Topic, str] | None:
    """The topic and the position that the id of a drill names.

    Returns None if it isn't the id of a drill in the table.
    """
    start, _, rest = lesson_id.partition("/")
    name, _, code = rest.rpartition("/")
    topic = next((topic for topic in LEARNING_ORDER if topic.value == name), None)
    return (topic, code) if start == _START and topic is not None and code in drill_codes(topic) else None


def make_lesson(topic: Topic, number: int, turn: int = 0) -> Generator[None, None, Lesson]:
    """Makes a lesson from a drill of the table, as a generator.

    ``number`` counts from 0, and after the last drill the first one comes again.
    """
    codes = drill_codes(topic)
    return (yield from make_drill(topic, codes[number % len(codes)], turn))


def make_example(topic: Topic) -> Generator[None, None, tuple[Lesson, Explanation]]:
    """Makes the worked example of a topic, as a generator: a lesson with what explains it."""
    lesson = yield from make_drill(topic, _OWN_EXAMPLES.get(topic.value, drill_codes(topic)[EXAMPLE]))
    explanation = yield from explain_lesson(lesson)
    assert explanation is not None
    return lesson, explanation


def make_drill(topic: Topic, code: str, turn: int = 0) -> Generator[None, None, Lesson]:
    """Makes a lesson about a topic from a position, mirrored or turned, as a generator.

    Depending on the topic it adds the proof, the compared guesses, the clicks or the 50/50.
    """
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
        fifties = certain_fifties(game.grid, undecided, analysis.mined, Lookahead(analysis).share)
        return lesson._replace(fifty=reduce(or_, fifties))
    if topic is Topic.NO_FLAGS:
        filed = yield from file_missed(analysis, 0, None, ProvedCells(analysis.safe))
    else:
        filed = yield from file_position(analysis, game.flags)
    assert filed is not None
    return lesson._replace(proof=filed.proof)


def make_blank(code: str, turn: int) -> Generator[None, None, Lesson]:
    """Makes a lesson of a position without looking for a topic, as a generator.

    It asks for everything that can be proved. Mixed practice uses it for positions in which nothing can be proved, and
    `make_drill` adds a topic to it.
    """
    game = turned(decode(code), turn % TURNS)
    analysis = yield from analyse(game.position)
    return Lesson(f"{_START}/nothing/{code}", Topic.MID_GUESS, game, analysis, None, turn=turn % TURNS)
