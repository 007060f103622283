"""The rules of the game: random moves are compared with a second implementation by plain sets and loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, make_grid, to_cell_set
from minesweeper.play.game import Game, Phase
from tests.solvers.brute_force import clue_pairs, neighbours_by_loops
from tests.strategies import layouts, specs


class PlainGame:
    """A second implementation of the rules, cell by cell."""

    def __init__(self, width: int, height: int, mine_total: int) -> None:
        self.width, self.height, self.mine_total = width, height, mine_total
        self.mines: set[int] = set()
        self.opened: set[int] = set()
        self.flags: set[int] = set()
        self.questions: set[int] = set()
        self.exploded: set[int] = set()
        self.gave_up = False

    def beside(self, cell: int) -> list[int]:
        return neighbours_by_loops(make_grid(self.width, self.height), cell)

    def clue(self, cell: int) -> int:
        return len([other for other in self.beside(cell) if other in self.mines])

    @property
    def phase(self) -> Phase:
        if self.exploded:
            return Phase.LOST
        if len(self.opened) == self.width * self.height - self.mine_total:
            return Phase.WON
        if self.gave_up:
            return Phase.GIVEN_UP
        return Phase.PLAYING if self.opened else Phase.READY

    def is_running(self) -> bool:
        return self.phase in (Phase.READY, Phase.PLAYING)

    def open(self, cells: Iterable[int]) -> None:
        if not self.is_running():
            return
        waiting = [cell for cell in cells if cell not in self.flags]
        while waiting:
            cell = waiting.pop()
            if cell in self.opened or cell in self.flags:
                continue
            self.questions.discard(cell)
            if cell in self.mines:
                self.exploded.add(cell)
                continue
            self.opened.add(cell)
            if self.clue(cell) == 0:
                waiting += self.beside(cell)
        if self.phase is Phase.WON:
            self.flags, self.questions = set(self.mines), set()

    def flag(self, cell: int) -> None:
        if self.is_running() and cell not in self.opened:
            self.flags ^= {cell}
            self.questions.discard(cell)

    def mark(self, cell: int, question_marks: bool) -> None:
        if not self.is_running() or cell in self.opened:
            return
        if cell in self.questions:
            self.questions.remove(cell)
        elif cell not in self.flags:
            self.flags.add(cell)
        else:
            self.flags.remove(cell)
            self.questions |= {cell} if question_marks else set()

    def set_flags(self, cells: set[int]) -> None:
        if self.is_running():
            self.flags = cells - self.opened
            self.questions -= self.flags

    def chord(self, cell: int) -> None:
        if cell not in self.opened or self.clue(cell) == 0:
            return
        if len(self.flags.intersection(self.beside(cell))) == self.clue(cell):
            self.open(self.beside(cell))

    def expand(self, cell: int) -> None:
        before = self.snapshot()
        self.chord(cell)
        if self.snapshot() != before or cell not in self.opened or not self.is_running():
            return
        hidden = [other for other in self.beside(cell) if other not in self.opened]
        if len(hidden) == self.clue(cell):
            self.set_flags(self.flags.union(hidden))

    def give_up(self) -> None:
        self.gave_up = self.gave_up or self.is_running()

    def snapshot(self) -> tuple[list[int], ...]:
        """The state that a player can see, besides the phase."""
        return tuple(sorted(cells) for cells in (self.opened, self.flags, self.questions, self.exploded))


def snapshot(game: Game) -> tuple[list[int], ...]:
    """The same of a Game."""
    return tuple(cells_of(cells) for cells in (game.opened, game.flags, game.questions, game.exploded))


sparse_specs = st.builds(BoardSpec, st.integers(3, 7), st.integers(3, 6), st.integers(1, 3))
"""Boards with so few mines that cascades, chords and wins are frequent."""


class GameLaws(RuleBasedStateMachine):
    """Plays both implementations side by side and compares them after every move."""

    game: Game
    twin: PlainGame

    @initialize(spec=st.one_of(specs(max_side=6), sparse_specs))
    def start(self, spec: BoardSpec) -> None:
        self.spec = spec
        self.game = Game(spec.grid, spec.mines)
        self.twin = PlainGame(spec.width, spec.height, spec.mines)

    @precondition(lambda self: self.game.is_over)
    @rule(spec=sparse_specs)
    def start_again(self, spec: BoardSpec) -> None:
        self.start(spec)

    @precondition(lambda self: self.game.phase is Phase.READY and self.game.flags == 0)
    @rule(layout=layouts(max_side=6))
    def start_with_a_known_layout(self, layout: Layout) -> None:
        self.start(layout.spec)
        self.deal(layout)

    def deal(self, layout: Layout) -> None:
        before = snapshot(self.game)
        self.game = self.game.with_layout(layout)
        self.twin.mines = set(cells_of(layout.mines))
        assert snapshot(self.game) == before  # flags and question marks stay

    def cell(self, data: st.DataObject) -> int:
        return data.draw(st.integers(0, self.spec.width * self.spec.height - 1), label="cell")

    def play(self, after: Game, on_twin: Callable[[], None]) -> None:
        """Makes a move in both games.

        A move that changes nothing must return the same object, and any other a new game.
        """
        before = self.twin.snapshot(), self.twin.phase
        on_twin()
        unchanged = (self.twin.snapshot(), self.twin.phase) == before
        assert (after is self.game) == unchanged
        assert (after == self.game) == unchanged
        self.game = after

    @rule(data=st.data(), seed=st.text(max_size=3), opening=st.booleans())
    def open_any_cell(self, data: st.DataObject, seed: str, opening: bool) -> None:
        cell = self.cell(data)
        running = not self.game.is_over and not self.game.flags >> cell & 1
        if self.game.layout is None and running:
            self.deal(deal(self.spec, cell, seed, opening=opening))
            assert cell not in self.twin.mines
            has_room = len(self.twin.beside(cell)) + 1 + self.spec.mines <= self.spec.width * self.spec.height
            assert not (opening and has_room) or self.twin.clue(cell) == 0
        self.play(self.game.open_cell(cell), lambda: self.twin.open([cell]))

    @precondition(lambda self: self.game.phase is Phase.PLAYING)
    @rule()
    def open_every_safe_cell(self) -> None:
        safe = set(range(self.game.grid.size)) - self.twin.mines
        self.play(self.game.open_cells(to_cell_set(safe)), lambda: self.twin.open(safe))
        assert (self.game.phase is Phase.WON) == (not self.twin.flags & safe)

    @precondition(lambda self: self.game.layout is not None)
    @rule(data=st.data())
    def open_several_cells(self, data: st.DataObject) -> None:
        cells = {self.cell(data) for _ in range(3)}
        self.play(self.game.open_cells(to_cell_set(cells)), lambda: self.twin.open(cells))

    @rule(data=st.data(), question_marks=st.booleans(), times=st.integers(1, 2))
    def mark_any_cell(self, data: st.DataObject, question_marks: bool, times: int) -> None:
        cell = self.cell(data)
        for _ in range(times):
            self.play(self.game.mark(cell, question_marks), lambda: self.twin.mark(cell, question_marks))

    @rule(data=st.data())
    def flag_any_cell(self, data: st.DataObject) -> None:
        cell = self.cell(data)
        self.play(self.game.flag(cell), lambda: self.twin.flag(cell))

    @rule(data=st.data(), only_mines=st.booleans())
    def set_the_flags(self, data: st.DataObject, only_mines: bool) -> None:
        cells = {self.cell(data) for _ in range(4)}
        wanted = self.twin.flags | (self.twin.mines if only_mines else cells)
        self.play(self.game.set_flags(to_cell_set(wanted)), lambda: self.twin.set_flags(wanted))

    @rule(data=st.data(), expand=st.booleans(), on_number=st.booleans())
    def chord_or_expand(self, data: st.DataObject, expand: bool, on_number: bool) -> None:
        numbers = [cell for cell in sorted(self.twin.opened) if self.twin.clue(cell)]
        cell = data.draw(st.sampled_from(numbers), label="number") if on_number and numbers else self.cell(data)
        if expand:
            self.play(self.game.finish_number(cell), lambda: self.twin.expand(cell))
        else:
            self.play(self.game.chord(cell), lambda: self.twin.chord(cell))

    @precondition(lambda self: len(self.twin.opened) > 2)
    @rule(really=st.integers(0, 4))
    def give_up(self, really: int) -> None:
        if not really:
            self.play(self.game.give_up(), self.twin.give_up)

    @invariant()
    def the_game_and_its_twin_agree(self) -> None:
        assert snapshot(self.game) == self.twin.snapshot()
        assert self.game.phase is self.twin.phase
        assert self.game.is_over is not self.twin.is_running()
        assert self.game.mines_left == self.twin.mine_total - len(self.twin.flags)

    @invariant()
    def the_position_shows_the_opened_clues_and_nothing_else(self) -> None:
        position = self.game.position
        assert clue_pairs(position) == [(cell, self.twin.clue(cell)) for cell in sorted(self.twin.opened)]
        assert all(plane & ~self.game.opened == 0 for plane in position.clues)
        assert position.mine_total == self.twin.mine_total


TestGameLaws = GameLaws.TestCase
TestGameLaws.settings = settings(max_examples=50, stateful_step_count=40, deadline=None)
