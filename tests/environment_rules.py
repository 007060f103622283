"""Ten rules that any Minesweeper environment should keep: ``python environment_rules.py MODULE:SUBJECT``.

This file needs nothing but Python, so copy it to check your own environment. SUBJECT is a class of yours that lets the
rules drive the environment, see ``Subject``. The rules open mines on purpose, so they ask where the mines are.
docs/environment.md explains why each rule matters.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

Cell = tuple[int, int]
HIDDEN = -1
SEEDS = range(40)


class View(NamedTuple):
    """What an environment gave after ``reset`` or a move."""

    board: Sequence[Sequence[int]]
    """The rows of the board: -1 is hidden, 0 to 8 a clue."""
    is_over: bool
    is_won: bool
    mine_total: int | None
    """The number of mines that the environment tells the program; None if it doesn't."""
    shown: Any
    """Everything that the program gets, unchanged: observation, info and picture."""


class Subject(Protocol):
    """One environment. Cells are (row, column) from 0."""

    def reset(self, seed: int) -> View: ...

    def open(self, cell: Cell) -> View: ...

    def mines(self) -> set[Cell]:
        """The mines of the current game, once a cell is opened. Only the rules use it."""


class RuleBroken(Exception):
    """The sentence says what the environment did."""


def hidden(view: View) -> list[Cell]:
    return [(row, col) for row, line in enumerate(view.board) for col, clue in enumerate(line) if clue == HIDDEN]


def begin(subject: Subject, seed: int) -> View:
    """Begins a game. If no cell is open yet, opens the middle one."""
    view = subject.reset(seed)
    if len(hidden(view)) == len(view.board) * len(view.board[0]):
        view = subject.open((len(view.board) // 2, len(view.board[0]) // 2))
    return view


def games(subject: Subject) -> Iterator[View]:
    """Begins games that aren't decided by their first cell."""
    for seed in SEEDS:
        view = begin(subject, seed)
        if not view.is_over:
            yield view


def play_safely(subject: Subject, view: View, leave: int) -> View:
    """Opens safe cells until only ``leave`` of them are hidden, or fewer if a zero opens several at once."""
    mines = subject.mines()
    while len(rest := [cell for cell in hidden(view) if cell not in mines]) > leave:
        view = subject.open(rest[0])
        need(not view.is_over or len(hidden(view)) == len(mines), "a safe cell ended the game")
    return view


def safe_cells(subject: Subject, view: View) -> list[Cell]:
    return [cell for cell in hidden(view) if cell not in subject.mines()]


def need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RuleBroken(otherwise)


def rule_1_a_mine_ends_the_game_as_a_loss(subject: Subject) -> None:
    for _ in games(subject):
        view = subject.open(min(subject.mines()))
        need(view.is_over, "the game went on after a mine")
        need(not view.is_won, "a mine won the game")


def rule_2_the_last_safe_cell_wins(subject: Subject) -> None:
    for begun in games(subject):
        view = play_safely(subject, begun, leave=0)
        need(view.is_over and view.is_won, "all safe cells were opened, and the game isn't won")


def rule_3_a_mine_loses_even_if_one_safe_cell_is_left(subject: Subject) -> None:
    tried = 0
    for begun in games(subject):
        view = play_safely(subject, begun, leave=1)
        if len(safe_cells(subject, view)) == 1 and not view.is_over:
            view, tried = subject.open(min(subject.mines())), tried + 1
            need(view.is_over and not view.is_won, "a mine won the game, because it was as good as a last safe cell")
    need(tried > 0, "no game came to its last safe cell: use boards with more mines")


def rule_4_the_first_cell_is_no_mine(subject: Subject) -> None:
    for seed in SEEDS:
        view = begin(subject, seed)
        need(not view.is_over or view.is_won, "the first cell was a mine")


def rule_5_the_mine_total_is_told(subject: Subject) -> None:
    for view in games(subject):
        need(view.mine_total == len(subject.mines()), f"the program is told {view.mine_total} as the mine total")


def rule_6_the_seed_alone_decides_the_board(subject: Subject) -> None:
    boards = list[set[Cell]]()
    for seed in (1, 2, 1):
        random.seed(len(boards))
        before = random.getstate()
        begin(subject, seed)
        boards.append(set(subject.mines()))
        need(random.getstate() == before, "a game changed Python's global random state")
    need(boards[0] == boards[2], "the same seed made two boards")
    need(boards[0] != boards[1], "two seeds made the same board")


def rule_7_nothing_shows_the_layout(subject: Subject) -> None:
    for view in games(subject):
        mines, closed, width = subject.mines(), hidden(view), len(view.board[0])
        numbers = {row * width + col for row, col in mines}
        for table in tables(view.shown):
            is_list = len(table) == len(mines) > 2 and (in_order(table) in (in_order(mines), in_order(numbers)))
            need(not is_list, "a list of the mines is shown")
            rows = as_rows(table, len(view.board), width)
            if rows:
                of_mines = {rows[row][col] for row, col in closed if (row, col) in mines}
                of_others = {rows[row][col] for row, col in closed if (row, col) not in mines}
                need(bool(of_mines & of_others), "hidden mines look other than hidden safe cells")


def rule_8_an_opened_cell_changes_nothing(subject: Subject) -> None:
    for view in games(subject):
        before = hidden(view)
        opened = next(
            (row, col) for row, line in enumerate(view.board) for col, clue in enumerate(line) if clue != HIDDEN
        )
        after = subject.open(opened)
        need(hidden(after) == before and not after.is_over, "opening an opened cell changed the game")


def rule_9_after_the_end_nothing_can_be_won(subject: Subject) -> None:
    for _ in games(subject):
        view = subject.open(min(subject.mines()))
        for cell in safe_cells(subject, view):
            need(not subject.open(cell).is_won, "a lost game was won")


def rule_10_views_stay_as_they_were_and_zeros_open_their_region(subject: Subject) -> None:
    for view in games(subject):
        kept, before = view.shown, repr(view.shown)
        after = subject.open(safe_cells(subject, view)[0])
        need(repr(kept) == before, "an observation changed after it was given")
        closed = set(hidden(after))
        for row, line in enumerate(after.board):
            for col, clue in enumerate(line):
                around = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
                need(clue != 0 or not around & closed, "a zero left a neighbour hidden")


def in_order(cells: Iterable[Any]) -> list[str]:
    """Cells in an order that doesn't depend on how a list has them."""
    return sorted(str(plain(cell)) for cell in cells)


def tables(shown: Any) -> Iterator[list[Any]]:
    """Yields every list in what a program is shown, arrays too, and texts as lists of rows."""
    shown = plain(shown)
    if isinstance(shown, str):
        yield [list(line.replace(" ", "")) for line in shown.splitlines()]
    elif isinstance(shown, list):
        yield shown
        for entry in shown:
            yield from tables(entry)


def plain(value: Any) -> Any:
    """Turns arrays and collections into lists, with the values of a dictionary only."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        value = list(value.values())
    return [plain(entry) for entry in value] if isinstance(value, list | tuple | set | frozenset) else value


def as_rows(table: list[Any], height: int, width: int) -> list[Any]:
    """A list as the rows of the board, if it has an entry for each cell; otherwise no rows."""
    if len(table) == height and all(isinstance(row, list) and len(row) == width for row in table):
        rows = table
    else:
        is_flat = len(table) == height * width
        rows = [table[start : start + width] for start in range(0, len(table), width)] if is_flat else []
    return [] if any(isinstance(entry, list) for row in rows for entry in row) else rows


RULES: tuple[Callable[[Subject], None], ...] = (
    rule_1_a_mine_ends_the_game_as_a_loss,
    rule_2_the_last_safe_cell_wins,
    rule_3_a_mine_loses_even_if_one_safe_cell_is_left,
    rule_4_the_first_cell_is_no_mine,
    rule_5_the_mine_total_is_told,
    rule_6_the_seed_alone_decides_the_board,
    rule_7_nothing_shows_the_layout,
    rule_8_an_opened_cell_changes_nothing,
    rule_9_after_the_end_nothing_can_be_won,
    rule_10_views_stay_as_they_were_and_zeros_open_their_region,
)


def main() -> None:
    """Checks the subject that the command line names. The exit status is 1 if it breaks a rule."""
    module, _, name = sys.argv[1].partition(":")
    sys.path.insert(0, "")
    make, broken = getattr(importlib.import_module(module), name), 0
    for rule in RULES:
        title = rule.__name__.replace("_", " ")
        try:
            rule(make())
        except RuleBroken as error:
            broken += 1
            print(f"{title}: BROKEN, {error}")
        else:
            print(f"{title}: holds")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
