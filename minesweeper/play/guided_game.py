"""The guided game, which teaches the rules in five steps on small boards: open a cell, find a safe cell, flag mines,
chord, and play a whole board.

The player does every step. A move that can't be proved is explained and not made, so nobody can lose. The screen and
text mode both play the game by `GuidedGame`, and each gives it the names of its keys (`MoveWords`).
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
"""The title of the guided game."""
CHORD_STEP = 3
"""The number of the step about chords, counted from 0."""
ASSISTED = "In your own games, a tip makes the game assisted, so its time isn't ranked."
"""What is added to the first tip, because a tip has a cost in the player's own games."""


class MoveWords(NamedTuple):
    """How a front end's keys and commands are called in the sentences of the guided game.

    The defaults are those of the full screen.
    """

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
    """Whether the board marks the cell that the sentence is about. If not, the sentence names the cell."""


class GuideStep(NamedTuple):
    """A step of the guided game: its board, its sentences and its goal.

    Sentences contain fields of `MoveWords` in braces, and ``{cell}`` for the cell to look at.
    """

    board: str
    """The rows of the board, separated by blanks.

    ``#`` is a hidden safe cell, ``*`` a hidden mine and ``F`` a flagged mine. All other cells are open.
    """
    task: str
    """What the player should do, and why."""
    brief: str
    """The task in a few words for the smallest screens."""
    hint: str
    """What the player should try. It follows the answer to a move that was wrong or didn't lead to the goal."""
    recap: str
    """What the player has learned in this step."""
    recap_brief: str
    """What the player has learned, in a few words for the smallest screens."""
    look: int
    """The cell that the sentences are about. It's marked, and the cursor starts there."""
    goal: Callable[[Game], bool]
    """A function that says whether the step is done."""
    flags: CellSet = 0
    """The cells that the player should flag. Empty if the step doesn't ask for flags."""


def _opened(*cells: int) -> Callable[[Game], bool]:
    """A goal that is reached once any of these cells is open."""
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
"""The five steps in order."""


def _game(step: GuideStep) -> Game:
    """The board of a step at its start."""
    board = read_text_board(step.board.replace(" ", "\n"), MINE + HIDDEN + FLAG + CLUES)
    layout = Layout(board.grid, board.where(MINE + FLAG))
    opened, flags = board.where(CLUES), board.where(FLAG)
    return Game(board.grid, layout.mine_count, layout, opened, flags)


class GuidedGame(NamedTuple):
    """The guided game in one of its steps."""

    number: int
    """The number of the step, counted from 0."""
    session: Session
    is_done: bool = False
    """Whether the goal of the step is reached, so that the next step can follow."""

    @property
    def step(self) -> GuideStep:
        return GUIDE_STEPS[self.number]

    @property
    def is_last(self) -> bool:
        """Whether this is the last step."""
        return self.number == len(GUIDE_STEPS) - 1

    @property
    def marked(self) -> tuple[CellSet, CellSet]:
        """The hidden cells and the numbers that the board marks for the player.

        Both are empty in the last step, and in every step once it's done.
        """
        bit = 1 << self.step.look
        if self.is_done or self.is_last:
            return 0, 0
        return (0, bit) if bit & self.session.game.opened else (bit, 0)

    def say(self, text: str, keys: MoveWords, naming: Naming = Naming.FULL) -> str:
        """Fills a sentence of the step with the names of the keys and of the cell to look at."""
        position, look = self.session.game.position, self.step.look
        if contains(position.opened, look):
            cell = f"the marked {position.clue(look)}" if keys.marked else name_clue(position, look, naming)
        else:
            cell = "the marked cell" if keys.marked else name_cell(position.grid, look, naming)
        return text.format(cell=cell, Cell=capitalise(cell), **keys._asdict())

    def next(self) -> GuidedGame:
        """The guided game at the start of its next step."""
        return begin_step(self.number + 1)

    def tip(self) -> Proof | None:
        """The easiest provable move.

        If the step asks for flags, it's about those mines. Returns None if nothing can be proved or the board is
        finished.
        """
        game = self.session.game
        if game.is_over:
            return None
        analysis, to_flag = run_to_end(analyse(game.position)), self.step.flags & ~game.flags
        # The step asks for these flags.
        if to_flag:
            wanted, given = ProvedCells(mined=to_flag), ProvedCells(mined=game.flags)
            deduction = run_to_end(easiest_deduction(analysis, wanted, given))
            return Proof(game.position, deduction, game.flags)
        filed = run_to_end(file_position(analysis, game.flags))
        return None if filed is None else Proof(game.position, filed.proof, game.flags)

    def play(self, session: Session, keys: MoveWords, naming: Naming = Naming.FULL) -> tuple[GuidedGame, str, str]:
        """Takes the move that led to ``session``, if it's provable and what the step is about. Otherwise the guided
        game stays as it is.

        Returns the guided game, the answer to the move, and a short form of the answer.
        """
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
        """Why a move can't be proved, in full and in short. Both are empty if it can be proved."""
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
    """The guided game at the start of a step, counted from 0. Its session has no id, so it's never recorded."""
    game = _game(GUIDE_STEPS[number])
    spec = BoardSpec(game.grid.width, game.grid.height, game.mine_total)
    return GuidedGame(
        number, Session(spec, f"step {number + 1} of {len(GUIDE_STEPS)}", "", game, last=GUIDE_STEPS[number].look)
    )
