"""Teaches the rules in five steps on small boards: open, a safe cell, a mine and its flag, a chord, a whole board.

Each step is done by the player. A move that isn't provable is explained and not played, so nothing can be lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from minesweeper.assist.naming import Naming, name_cell, name_cells, name_clue
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import file_position
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of, contains
from minesweeper.core.text import capitalise
from minesweeper.core.textboard import CLUES, FLAG, HIDDEN, MINE, read_text_board
from minesweeper.play.game import Game
from minesweeper.play.layout_change import find_two_layouts
from minesweeper.play.session import MoveKind, Session, cells_risked_by
from minesweeper.solvers.deduction import ProvedCells, run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.tips import easiest_deduction

NAME = "Learn to play"
CHORD_STEP = 3
ASSISTED = "In your own games, a tip makes the game assisted, so its time isn't ranked."
"""Follows the first tip, before a game of the player says that it is assisted."""


class MoveWords(NamedTuple):
    """Names the ways to make a move, for the sentences of a front end."""

    open: str = "press Space, or click it"
    flag: str = "go to each and press F, or right-click it"
    chord: str = "press Space on it, or click it"
    tip: str = "press T"
    open_key: str = "Space"
    flag_key: str = "F"
    afterwards: str = "Next: play Beginner, or practise in Lessons."
    header: str = "The line above shows the mines left and your time."
    move: str = "The arrow keys move."
    marked: bool = True
    """Whether the cell to look at is marked on the board; otherwise it is named."""


class GuideStep(NamedTuple):
    """One step of the guided game."""

    board: str
    """``#`` hidden and safe, ``*`` a hidden mine, ``F`` a flagged mine; every other cell is open."""
    task: str
    """Says what to do and why. MoveWords and the cell to look at stand in braces."""
    brief: str
    """The task for the smallest screens."""
    hint: str
    """Follows the explanation of a wrong move."""
    recap: str
    """Says what was learned."""
    recap_brief: str
    """The same for the smallest screens."""
    look: int
    """The cell to look at: where the cursor stands, and what is marked."""
    goal: Callable[[Game], bool]
    """Whether the step is done."""
    flags: CellSet = 0
    """The cells to flag, if the step asks for flags."""


def _opened(*cells: int) -> Callable[[Game], bool]:
    return lambda game: any(contains(game.opened, cell) for cell in cells)


GUIDE_STEPS = (
    GuideStep(
        board="###*# ##### #####",
        task="Some cells hide mines; open all the others. {header} {move} Begin with {cell}: {open}.",
        brief="Top: mines, time. Arrows, then {open_key}.",
        hint="Open {cell}: {open}.",
        recap="The 1 means that exactly one of the eight cells around it is a mine.",
        recap_brief="1 = one mine in the 8 cells around it.",
        look=7,
        goal=_opened(7),
    ),
    GuideStep(
        board="11### F1##* 11###",
        task="The flag marks a mine. It touches {cell}: that is its one mine, so open one of its other cells.",
        brief="The 1 has its mine: open a cell by it.",
        hint="Look at {cell}: the flag is its one mine, so all its other cells are safe.",
        recap="Its mine is known, so its other cells are safe. An empty cell touches no mine: it opens its neighbours.",
        recap_brief="The 1 has its mine, so the rest is safe.",
        look=6,
        goal=_opened(2, 7, 12),
    ),
    GuideStep(
        board="**1.1# 221.1* ....11",
        task="{Cell} touches only two hidden cells, so both are mines. Flag them: {flag}.",
        brief="2 hidden cells by the 2: {flag_key} on both.",
        hint="{Cell} touches two hidden cells and needs two mines: flag both.",
        recap="Right: a number with just enough hidden cells makes all of them mines. A flagged cell stays closed.",
        recap_brief="2 cells for 2 mines: both are mines.",
        look=7,
        goal=lambda game: game.flags & 0b11 == 0b11,
        flags=0b11,
    ),
    GuideStep(
        board="11### F1##* 11###",
        task="{Cell} has its flag, so you can open its other cells all at once, with a chord: {chord}.",
        brief="Chord: {open_key} on the 1 opens the rest.",
        hint="Try the chord on {cell}: {chord}.",
        recap="A chord: a number with all its flags opens its other cells. If a flag is wrong, a chord can hit a mine.",
        recap_brief="Chord: flags set, it opens the rest.",
        look=6,
        goal=lambda game: all(contains(game.opened, cell) for cell in (2, 7, 12)),
    ),
    GuideStep(
        board="*#*### 122*## ..112# ....1*",
        task="Now a whole board: open every cell that isn't a mine. If you are stuck, {tip} for a provable move.",
        brief="Open all safe cells. Stuck: {tip}.",
        hint="If you are stuck, {tip} for a provable move.",
        recap="You won: every safe cell is open. That is the whole game. {afterwards}",
        recap_brief="You won! All safe cells are open.",
        look=18,
        goal=lambda game: game.layout is not None and game.opened == game.layout.safe,
    ),
)


def _game(step: GuideStep) -> Game:
    board = read_text_board(step.board.replace(" ", "\n"), MINE + HIDDEN + FLAG + CLUES)
    layout = Layout(board.grid, board.where(MINE + FLAG))
    opened, flags = board.where(CLUES), board.where(FLAG)
    return Game(board.grid, layout.mine_count, layout, opened, flags)


class GuidedGame(NamedTuple):
    """The guided game at one of its steps."""

    number: int
    session: Session
    is_done: bool = False
    """Whether the step is done, so that the next one can follow."""

    @property
    def step(self) -> GuideStep:
        """Returns the current step."""
        return GUIDE_STEPS[self.number]

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.number == len(GUIDE_STEPS) - 1

    @property
    def marked(self) -> tuple[CellSet, CellSet]:
        """Returns the marked hidden cells and numbers."""
        bit = 1 << self.step.look
        if self.is_done or self.is_last:
            return 0, 0
        return (0, bit) if bit & self.session.game.opened else (bit, 0)

    def say(self, text: str, keys: MoveWords, naming: Naming = Naming.FULL) -> str:
        """Fills in the keys and the cell to look at."""
        position, look = self.session.game.position, self.step.look
        if contains(position.opened, look):
            cell = f"the marked {position.clue(look)}" if keys.marked else name_clue(position, look, naming)
        else:
            cell = "the marked cell" if keys.marked else name_cell(position.grid, look, naming)
        return text.format(cell=cell, Cell=capitalise(cell), **keys._asdict())

    def next(self) -> GuidedGame:
        """Begins the next step."""
        return begin_step(self.number + 1)

    def tip(self) -> Proof | None:
        """Finds the easiest provable move."""
        game = self.session.game
        if game.is_over:
            return None
        analysis, to_flag = run_to_end(analyse(game.position)), self.step.flags & ~game.flags
        if to_flag:  # The step asks for these.
            wanted, given = ProvedCells(mined=to_flag), ProvedCells(mined=game.flags)
            deduction = run_to_end(easiest_deduction(analysis, wanted, given))
            return Proof(game.position, deduction, game.flags)
        filed = run_to_end(file_position(analysis, game.flags))
        return None if filed is None else Proof(game.position, filed.proof, game.flags)

    def play(self, session: Session, keys: MoveWords, naming: Naming = Naming.FULL) -> tuple[GuidedGame, str, str]:
        """Plays a move that led to a session, if it is provable. Returns what to say about it, and a short form."""
        before, hint = self.session.game, self.say(self.step.hint, keys, naming)
        opened = cells_risked_by(before, session.moves[-1]) if session.moves else 0
        flagged = 0 if opened else session.game.flags & ~before.flags
        if self.number == 0 and opened != 1 << self.step.look:
            return self, hint, self.say(self.step.brief, keys, naming)
        if not opened | flagged:
            return self, f"That flag is right, so it stays. {hint}", "That flag is right."
        wrong, brief = self._why_wrong(run_to_end(analyse(before.position)), opened, flagged, naming)
        if wrong and self.number:
            return self, f"{wrong} {hint}", brief
        kind = session.moves[-1].kind if session.moves else None
        if self.number < CHORD_STEP and kind is MoveKind.CHORD:
            return self, "This cell is open already. Open a hidden one next to it.", "This one is open already."
        if self.step.flags and opened:
            return self, f"That is safe, but flag the mines first. {hint}", "Safe, but flag the mines first."
        if self.number == CHORD_STEP and kind is MoveKind.OPEN:
            return self, f"That is safe, but one by one is slow. {hint}", "Safe, but try the chord on the 1."
        session = session._replace(moves=(), past=())
        after = self._replace(session=session, is_done=self.step.goal(session.game))
        if after.is_done:
            return after, self.say(self.step.recap, keys, naming), self.step.recap_brief
        if self.step.flags & session.game.flags:
            hint = self.say("One more: {cell} needs a second mine.", keys, naming)
        return after, "Right." if self.is_last else f"Right. {hint}", "Right."

    def _why_wrong(self, analysis: Analysis, opened: CellSet, flagged: CellSet, naming: Naming) -> tuple[str, str]:
        """Says why a move isn't provable, in full and in short; empty if it is."""
        for cell in cells_of(opened & ~analysis.safe | flagged & ~analysis.mined):
            place = capitalise(name_cell(analysis.position.grid, cell, naming))
            if contains(analysis.mined, cell):
                goal = ProvedCells(mined=1 << cell)
                deduction = run_to_end(easiest_deduction(analysis, goal, ProvedCells(mined=self.session.game.flags)))
                why = Proof(analysis.position, deduction, self.session.game.flags).why(naming)
                return f"{place} is a mine: opening it would lose the game. {why}", "That is a mine: it would lose."
            if contains(analysis.safe, cell):
                return f"{place} is safe, so it needs no flag.", "That cell is safe: no flag."
            proved, layouts = "safe" if opened else "a mine", find_two_layouts(self.session.game, analysis, cell)
            why = ""
            if self.is_last and layouts is not None and layouts.differences[1]:
                grid = analysis.position.grid
                one, other = (
                    f"{'a mine' if mines.bit_count() == 1 else 'mines'} at {name_cells(grid, mines, naming=naming)}"
                    for mines in layouts.differences
                )
                why = f" {capitalise(one)} would fit every number, and so would {other}."
            return f"{place} isn't proved {proved} yet.{why}", f"Not proved {proved} yet."
        return "", ""


def begin_step(number: int = 0) -> GuidedGame:
    """Begins a step of the guided game. Its session has no id, so it isn't recorded."""
    game = _game(GUIDE_STEPS[number])
    spec = BoardSpec(game.grid.width, game.grid.height, game.mine_total)
    return GuidedGame(
        number, Session(spec, f"step {number + 1} of {len(GUIDE_STEPS)}", "", game, last=GUIDE_STEPS[number].look)
    )
