"""The settings screen: each setting with its value and its meaning; a change is in force and saved at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.storage.options import OPTIONS, Option, Value
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.draw.board import mark_tile
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, is_compact
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.draw.tiles import tile_look, tile_options
from minesweeper.ui.draw.words import wrap_to
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Hint, draw_hints, draw_message, hint_at
from minesweeper.ui.widgets.list_screen import first_shown, place_in_list

# ------------------------------------------------------------------------------
# How the settings screen looks: names, values, choices, a preview of the tiles, and what is under a place.
# ------------------------------------------------------------------------------

SHOWN = tuple(option for option in OPTIONS if option.shown)
WELCOME = "Changes work at once and are saved."
_WORDS = {"ascii": "ASCII", "unicode": "Unicode", "nerd": "Nerd Font"}
_BLOCK = 80
_TALL = 30
"""From so many rows on the list stands in the middle."""
_NUMBERS = ("ones", "twos", "ones twos", "fours", "ones fours", "twos fours", "ones twos fours", "eights")
_PREVIEW = (
    "",
    "flag",
    "question",
    *(f"opened {number}" for number in _NUMBERS),
    "opened ones done",
    "opened ones twos over",
    "wrong",
    "mine",
    "boom",
    "safe",
    "proposed",
    "if_mine",
    "if_safe",
)
"""What is true of the cells whose tiles are shown."""


@dataclass(frozen=True)
class OptionsPicture:
    """What a drawn list of settings shows."""

    selected: int
    fresh: bool
    """Whether nothing was done yet: then the meaning of the selected setting is not in the way."""


@dataclass(frozen=True)
class Spot:
    """What is under a place: a setting, and whether its value would go back, on, or stay."""

    index: int
    by: int


@dataclass(frozen=True)
class _Places:
    """Where the parts stand."""

    compact: bool
    left: int
    width: int
    title_row: int
    rows: dict[int, int]
    """The screen row of each setting in view, by its index."""
    value_col: int | None
    """Where values start; None: they end at the right."""
    choices_col: int | None
    preview_row: int | None
    message: list[str]
    trouble: bool


def show_value(option: Option, value: Value) -> str:
    """How a value is shown."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int):
        return "off" if value == 0 else f"{value}{option.unit}"
    return _WORDS.get(value, value)


def show_choices(option: Option) -> str:
    """What can be chosen; nothing for a switch."""
    if option.span:
        low, high = option.span
        return f"off, {option.stops[1]} to {high}{option.unit}" if low == 0 else f"{low} to {high}{option.unit}"
    return ", ".join(_WORDS.get(word, word) for word in option.choices)


def trouble(option: Option, settings: Settings, looks: Looks) -> str:
    """What this terminal can't do of what a setting asks for."""
    if option.name == "theme" and looks.colours == 0 and settings.text("theme") != "mono":
        return "There are no colours here, so every theme is mono."
    shown = {"glyphs": looks.glyph_set, "frame": looks.frame_set}.get(option.name)
    wanted = settings.text(option.name) if shown else ""
    if shown and wanted not in ("auto", shown):
        return f"{_WORDS.get(wanted, wanted)} can't be shown here, so it is {_WORDS.get(shown, shown)}."
    return ""


def about(option: Option, settings: Settings, looks: Looks) -> str:
    """What a setting is for, and what it comes to here."""
    problem = trouble(option, settings, looks)
    if problem:
        return problem
    shown = {"glyphs": looks.glyph_set, "frame": looks.frame_set}.get(option.name)
    here = f" Here: {_WORDS.get(shown, shown)}." if shown and settings.text(option.name) == "auto" else ""
    return f"{option.meaning[0].upper()}{option.meaning[1:]}.{here}"


def _places(picture: OptionsPicture, model: Model) -> _Places:
    rows, cols = model.rows, model.cols
    option = SHOWN[picture.selected]
    bad = bool(trouble(option, model.settings, model.looks)) and not picture.fresh
    if is_compact(rows, cols):
        text = "" if picture.fresh else about(option, model.settings, model.looks)
        message = wrap_to(text, cols, rows - 3)
        shown = _rows(picture.selected, 1, rows - 1 - max(1, len(message)), 1)
        return _Places(True, 0, cols, 0, shown, None, None, None, message, bad)
    text = WELCOME if picture.fresh else about(option, model.settings, model.looks)
    message = wrap_to(text, cols - 2, 3)
    left, width = ((cols - _BLOCK) // 2 + 1, _BLOCK - 2) if cols >= _BLOCK else (1, cols - 2)
    room = rows - 5 - len(message)
    step = 2 if 2 * len(SHOWN) <= room - 4 else 1
    top = (room - len(SHOWN) * step) // 2 if rows >= _TALL and len(SHOWN) * step <= room else 0
    shown = _rows(picture.selected, top + 2, room, step)
    value_col, choices_col = _columns(left, width)
    preview_row = max(shown.values()) + 2
    return _Places(False, left, width, top, shown, value_col, choices_col, preview_row, message, bad)


def _rows(selected: int, top: int, room: int, step: int) -> dict[int, int]:
    """The screen rows of the settings in view."""
    count = min(len(SHOWN), -(-room // step))
    first = first_shown(selected, len(SHOWN), count)
    return {first + index: top + index * step for index in range(count)}


def _columns(left: int, width: int) -> tuple[int | None, int | None]:
    """Where values and choices start: values end at the right where whole titles have no room beside them."""
    values = max(len(_boxed(show_value(option, value))) for option in SHOWN for value in _values(option))
    value_col = left + 2 + max(len(option.title) for option in SHOWN) + 2
    if value_col + values > left + width:
        return None, None
    choices_col = value_col + values + 1
    longest = max(len(show_choices(option)) for option in SHOWN)
    return value_col, choices_col if choices_col + longest <= left + width else None


def _values(option: Option) -> tuple[Value, ...]:
    return (True, False) if isinstance(option.default, bool) else option.stops or option.choices


def _boxed(text: str) -> str:
    return f"< {text} >"


def _value_place(option: Option, value: Value, places: _Places) -> tuple[int, str]:
    """Where a value starts and how it stands there: at the right it has only the room that its name leaves."""
    text = show_value(option, value)
    if places.value_col is not None:
        return places.value_col, _boxed(text)
    name = len(option.short or option.title)
    end = places.left + places.width
    shown = f"<{text}>" if 2 + name + 1 + len(text) + 2 <= places.width else text
    return end - len(shown), shown


def spot_at(picture: OptionsPicture, model: Model, row: int, col: int) -> Spot | None:
    """What is under a place of the screen."""
    places = _places(picture, model)
    index = next((index for index, own in places.rows.items() if own == row), None)
    if index is None or not places.left <= col < places.left + places.width:
        return None
    start, text = _value_place(SHOWN[index], model.settings.value(SHOWN[index].name), places)
    if not start <= col < start + len(text):
        return Spot(index, 0)
    return Spot(index, -1 if text.startswith("<") and col < start + 2 else 1)


def draw_options(canvas: Canvas, picture: OptionsPicture, model: Model, hints: list[Hint]) -> None:
    """Draws the whole screen."""
    places = _places(picture, model)
    _draw_header(canvas, picture, places)
    for index, row in places.rows.items():
        _draw_row(canvas, index, row, index == picture.selected, places, model)
    if places.preview_row is not None:
        _draw_preview(canvas, places.preview_row, places.left, model)
    style = "bad" if places.trouble else "text"
    draw_message(canvas, places.message, canvas.rows - (1 if places.compact else 2), style)
    if not (places.compact and places.message):
        draw_hints(canvas, hints, model.keymap, Context.SETTINGS, canvas.rows - 1)


def _draw_header(canvas: Canvas, picture: OptionsPicture, places: _Places) -> None:
    canvas.write(places.title_row, places.left, "Settings", "title")
    if places.compact:
        place = place_in_list(picture.selected, len(SHOWN), len(places.rows))
    else:
        first, last = min(places.rows) + 1, max(places.rows) + 1
        place = f"{first}-{last} of {len(SHOWN)}" if len(places.rows) < len(SHOWN) else ""
    canvas.write(places.title_row, places.left + places.width - len(place), place, "text.dim")


def _draw_row(canvas: Canvas, index: int, row: int, chosen: bool, places: _Places, model: Model) -> None:
    option = SHOWN[index]
    value_col, text = _value_place(option, model.settings.value(option.name), places)
    name = option.title if places.value_col is not None else option.short or option.title
    mark = model.looks.glyphs.pointer if chosen else " "
    line = f"{mark} {name}"[: value_col - places.left].ljust(value_col - places.left) + text
    end = places.choices_col or places.left + places.width
    style = "selected" if chosen else "text"
    canvas.write(row, places.left, line.ljust(end - 1 - places.left), style)
    if places.choices_col is not None:
        canvas.write(row, places.choices_col, show_choices(option), "text.dim")
    if chosen:
        canvas.place_cursor(row, places.left, visible=False)


def _draw_preview(canvas: Canvas, row: int, left: int, model: Model) -> None:
    """The tiles as they look now; the last one has the cursor."""
    options = tile_options(model.settings, model.looks)
    col = canvas.write(row, left + 2, "Preview ", "text.dim")
    for truths in _PREVIEW:
        if truths == "question" and not model.settings.is_on("question_marks"):
            continue
        text, style = tile_look(truths.split(), options)
        col += 0 if text[0] == " " else 1  # a mark stands apart from the tile before it
        col = canvas.write(row, col, text, style)
    mark_tile(canvas, row, col + 2, tile_look((), options), model.looks)


_MOVES = {Action.UP: -1, Action.DOWN: 1}
_PAGE = 5


@dataclass(frozen=True)
class SettingsScreen(Screen):
    """The list of settings, and which of them is selected."""

    selected: int = 0
    fresh: bool = True
    """Whether no key was pressed yet."""

    @property
    def context(self) -> Context:
        return Context.SETTINGS

    @property
    def option(self) -> Option:
        """The setting that is selected."""
        return SHOWN[self.selected]

    def act(self, model: Model, action: Action) -> Model:
        last = len(SHOWN) - 1
        if action in _MOVES:
            return model.with_top(self._on((self.selected + _MOVES[action]) % (last + 1)))
        places = {
            Action.ROW_START: 0,
            Action.ROW_END: last,
            Action.PAGE_UP: max(0, self.selected - _PAGE),
            Action.PAGE_DOWN: min(last, self.selected + _PAGE),
        }
        if action in places:
            return model.with_top(self._on(places[action]))
        value = model.settings.value(self.option.name)
        if action in (Action.LEFT, Action.RIGHT):
            return self._set(model, self.option.step(value, -1 if action is Action.LEFT else 1))
        if action is Action.SELECT:
            return self._set(model, self.option.step(value, 1, around=True))
        if action is Action.RESET:
            # Saved even if nothing changes: the file may hold a value that is not allowed.
            return self._set(model, model.shipped.value(self.option.name)).save_settings(self.option.name)
        return super().act(model, action)

    def _on(self, place: int) -> SettingsScreen:
        return SettingsScreen(place, fresh=False)

    def _set(self, model: Model, value: Value) -> Model:
        model = model.with_top(replace(self, fresh=False))
        return model.with_settings(model.settings.with_value(self.option.name, value), self.option.name)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            place = self.selected + {"up": -1, "down": 1}.get(event.button, 0)
            return model.with_top(self._on(max(0, min(place, len(SHOWN) - 1))))
        if event.kind != "press" or event.button != "left":
            return model
        spot = spot_at(self._picture(), model, event.row, event.col)
        if spot is None:
            hints = options_hints(model.cols)
            action = hint_at(hints, model.keymap, self.context, model.rows - 1, model.cols, (event.row, event.col))
            return self.act(model, action) if action else model
        screen = self._on(spot.index)
        if not spot.by:
            return model.with_top(screen)
        option = screen.option
        return screen._set(model, option.step(model.settings.value(option.name), spot.by, around=True))

    def _picture(self) -> OptionsPicture:
        return OptionsPicture(self.selected, self.fresh)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_options(canvas, self._picture(), model, options_hints(model.cols))


def options_hints(cols: int) -> list[Hint]:
    """The keys of the settings, most important first."""
    hints: list[Hint] = [(Action.SELECT, "next"), (Action.BACK, "back")]
    if cols < COMPACT_COLS:
        return hints
    hints += [(Action.LEFT, "less"), (Action.RIGHT, "more"), (Action.RESET, "default"), (Action.HELP, "help")]
    return [*hints, (Action.UP, "up"), (Action.DOWN, "down")]


def open_settings(model: Model) -> Model:
    """The model with the settings on top, from the first one on."""
    return model.push(SettingsScreen())
