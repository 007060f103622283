"""Lists: moving, the wheel, clicks, questions and drawing, on a list that says only its lines and what picking does."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, handle
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.layout import ListScreen, Page, Row, entry
from tests.ui.driving import press, rows_of

HINTS: list[KeyHint] = [(Action.SELECT, "take"), (Action.DELETE, "drop"), (Action.BACK, "back")]
WIDE, SMALL = (80, 24), (20, 7)


@dataclass(frozen=True)
class Fruit(ListScreen):
    """A list of fruit; one is taken, or dropped after a question."""

    names: tuple[str, ...]
    selected: int = 0
    message: Message = SILENCE

    context = Context.GAMES

    @property
    def total(self) -> int:
        return len(self.names)

    def layout(self, model: Model) -> Page:
        return self.lay_list(model, HINTS, ("Fruit",), empty="There is none.")

    def row(self, model: Model, number: int, width: int) -> Row:
        return entry(number, self.names[number])

    def pick(self, model: Model) -> Model:
        return model.with_top(self.with_message(f"Took {self.names[self.selected]}."))

    def use(self, model: Model, action: Action) -> Model:
        return self.ask(model, action, "Drop it?") if action is Action.DELETE else super().use(model, action)

    def answer(self, model: Model, yes: bool) -> Model:
        return model.with_top(self.with_message("Dropped." if yes else "Kept."))


class RoundFruit(Fruit):
    """The same, in which the last entry is followed by the first."""

    wraps = True


def show(count: int = 5, size: tuple[int, int] = WIDE, kind: type[Fruit] = Fruit) -> Model:
    names = tuple(f"fruit {number}" for number in range(1, count + 1))
    return Model(size[1], size[0], (open_menu(), kind(names)))


def fruit(model: Model) -> Fruit:
    assert isinstance(model.top, Fruit)
    return model.top


def click(model: Model, text: str) -> Model:
    row = next(row for row, line in enumerate(rows_of(model)) if text in line)
    return handle(model, Mouse("press", "left", row, rows_of(model)[row].index(text)))


def wheel(model: Model, button: str) -> Model:
    return handle(model, Mouse("wheel", button, 3, 3))  # type: ignore[arg-type]


def test_a_list_that_ends_stops_there() -> None:
    model = press(show(), "up")
    assert fruit(model).selected == 0
    assert fruit(press(model, "end", "down")).selected == 4
    assert fruit(press(model, "end", "home")).selected == 0


def test_a_list_that_is_round_goes_on() -> None:
    model = press(show(kind=RoundFruit), "up")
    assert fruit(model).selected == 4
    assert fruit(press(model, "down")).selected == 0
    assert fruit(press(model, "pgdn", "pgup", "pgup")).selected == 0


def test_a_page_is_what_is_in_view_but_one() -> None:
    model = show(60, (80, 24))
    assert fruit(press(model, "pgdn")).selected == 19
    assert fruit(press(model, "pgdn", "pgdn", "pgup")).selected == 19
    assert fruit(press(model, "delete", "n", "pgdn")).selected == 19


def test_the_wheel_moves_and_never_goes_round() -> None:
    assert fruit(wheel(show(kind=RoundFruit), "up")).selected == 0
    assert fruit(wheel(show(), "down")).selected == 1
    assert fruit(wheel(show(), "wheel-left")).selected == 0


def test_enter_and_a_click_pick() -> None:
    assert fruit(press(show(), "down", "enter")).message == say("Took fruit 2.")
    assert fruit(click(show(), "fruit 3")).message == say("Took fruit 3.")
    assert fruit(click(show(), "Enter take")).message == say("Took fruit 1.")


@pytest.mark.parametrize("key", ["delete", "esc", "down", "q", "enter"])
def test_any_other_key_says_no_and_does_nothing_else(key: str) -> None:
    model = press(show(), "delete", key)
    assert fruit(model).message == say("Kept.")
    assert fruit(model).selected == 0


def test_a_question_is_confirmed_by_its_hint_and_refused_elsewhere() -> None:
    asked = press(show(), "delete")
    assert fruit(click(asked, "Y yes")).message == say("Dropped.")
    assert fruit(click(asked, "fruit 3")).message == say("Kept.")
    assert fruit(click(asked, "fruit 3")).selected == 0
    assert fruit(click(asked, "Esc cancel")).message == say("Kept.")


def test_only_the_drawn_row_is_clicked() -> None:
    model = show(size=(200, 60))
    assert fruit(handle(model, Mouse("press", "left", 3, 89))).message
    assert not fruit(handle(model, Mouse("press", "left", 3, 150))).message
    assert not fruit(handle(model, Mouse("press", "left", 12, 10))).message


def test_the_place_is_told_where_not_all_is_in_view() -> None:
    assert rows_of(show(5, SMALL))[0] == "Fruit"
    assert rows_of(press(show(12, SMALL), "down"))[0] == "Fruit           2/12"
    assert rows_of(show(0))[2] == " There is none."


def test_the_selected_entry_stays_in_the_middle_where_the_ends_allow_it() -> None:
    tops = [rows_of(press(show(10, SMALL), *["down"] * selected))[1].strip("▌ ") for selected in (0, 2, 5, 9)]
    assert tops == ["fruit 1", "fruit 1", "fruit 4", "fruit 6"]
