"""The worked example of fair boards: a guess in a corner that is shut off survives, and a guess elsewhere hits a mine.

The judge of fair games (`fair.judge`) decides both guesses, as in a real game, so that the example can't contradict the
rules. The list of lessons shows the example, and so does text mode. Tested in tests/play/test_fair_example.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from minesweeper.assist.loss import FAIR_RULE
from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Room, name_cell, name_cells, name_clue, name_clues
from minesweeper.assist.tip import ProofStep
from minesweeper.assist.topics import Topic
from minesweeper.boards.layout import Layout
from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.text import capitalise
from minesweeper.core.textboard import CLUES, HIDDEN, MINE, read_text_board
from minesweeper.play.fair import judge
from minesweeper.play.game import Game
from minesweeper.play.lessons import Lesson, Walkthrough
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse

FAIR_TITLE = "Guesses on fair boards"
"""The title of the example."""
_BOARD = "*1....1# #31...1* **1...1# 221...1# ......1*"
"""The rows of the board, separated by blanks.

``#`` is a hidden safe cell and ``*`` a hidden mine. All other cells are open.
"""
CORNER, WALL = 0, 7
"""The cells of the two guesses: one in the corner that is shut off, the other in the last column."""


def _guess(game: Game, cell: int) -> Game:
    """The game after opening a cell without proof, on the layout that the judge chose."""
    ruling = judge(game, 1 << cell, 0, "example")
    return game.with_layout(ruling.layout).open_cell(cell)


@dataclass(frozen=True)
class FairExample(Walkthrough):
    """The explanation of both guesses, step by step. It shows the board after each step."""

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The board at the start and after each step."""
        start = self.lesson.game
        corner = _guess(start, CORNER)
        return start, start, corner, corner, _guess(corner, WALL)

    def game_after(self, at: int) -> Game:
        return self.games[at]

    @property
    def changes(self) -> CellSet:
        return 0

    because = changes

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        position = self.position
        grid = position.grid
        mines, shut_off = to_cell_set((16, 17)), to_cell_set((0, 8))
        proved, ones = 1 << 23, to_cell_set((6, 14))
        corner, wall = (name_cell(grid, cell, naming) for cell in (CORNER, WALL))
        shut, safe = (name_cells(grid, cells, LISTED, naming) for cells in (shut_off, proved))
        return (
            ProofStep(
                f"{capitalise(name_clue(position, 24, naming))} has only two hidden neighbours, so both are mines. They"
                f" shut {shut} off: this region has one mine, and no number will ever tell where.",
                "two mines shut the corner off",
                1 << 24,
                0,
                mines,
            ),
            ProofStep(
                f"Nothing in this region can be proved, so a guess here is forced. {capitalise(corner)} survives, like"
                f" any guess in the region.",
                "a guess in the corner survives",
            ),
            ProofStep(
                f"The last column is another region. {capitalise(safe)} can be proved safe there, because"
                f" {name_clues(position, ones, LISTED, naming)} share their only mine.",
                "a cell of the last column is provable",
                ones,
                proved,
            ),
            ProofStep(
                f"So a guess in the last column is needless while {safe} is hidden. {capitalise(wall)} isn't proved,"
                " and it hits a mine.",
                "a guess there hits a mine",
            ),
        )

    def text(self, room: Room = UNMARKED) -> str:
        """The rule of fair games, which the two guesses then show."""
        if room.is_brief:
            return "Forced guesses survive."
        return (
            f"{FAIR_RULE} If none is, the guess survives. The region is every hidden cell that you can reach from it"
            " without crossing opened cells or provable mines. Here are two regions."
        )


def fair_example() -> tuple[Lesson, FairExample]:
    """Makes the example, as a lesson that asks nothing and its explanation."""
    board = read_text_board(_BOARD.replace(" ", "\n"), MINE + HIDDEN + CLUES)
    layout = Layout(board.grid, board.where(MINE))
    game = Game(board.grid, layout.mine_count, layout, board.where(CLUES))
    analysis = run_to_end(analyse(game.position))
    lesson = Lesson("example/fair", Topic.GUESS, game, analysis, None, name=FAIR_TITLE)
    return lesson, FairExample(lesson)
