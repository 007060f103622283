"""The settings screen: each setting with its value and its meaning; a change is in force and saved at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from minesweeper.storage.options import OPTIONS, Option, Value, choices_of
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw import sample as sample_board
from minesweeper.ui.draw.board import mark_tile
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, Rect, cell_size_in, is_compact
from minesweeper.ui.draw.tiles import tile_look, tile_options
from minesweeper.ui.draw.words import fit
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, lay_chrome, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, draw_entry, place_in_list, rows_in_view

# ------------------------------------------------------------------------------
# How the settings look: names, values, choices, and a preview of the tiles.
# ------------------------------------------------------------------------------

SHOWN = tuple(option for option in OPTIONS if option.shown)
WELCOME = "Changes work at once and are saved."
_WORDS = {
    **{"ascii": "ASCII", "unicode": "Unicode", "nerd": "Nerd Font"},
    **{level: level.capitalize() for level in choices_of("assist")},
}
"""Values that are shown otherwise than files say them."""
_BLOCK = 80
_NUMBERS = ("ones", "twos", "ones twos", "fours", "ones fours", "twos fours", "ones twos fours", "eights")
_CURSOR_ROOM = 5
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


def trouble(option: Option, model: Model) -> str:
    """What this terminal can't do of what a setting asks for."""
    settings, looks = model.settings, model.looks
    if option.name == "theme" and looks.colours == 0 and settings.text("theme") != "mono":
        return "There are no colours here, so every theme is mono."
    if option.name == "cell_size":
        return _too_large(model, settings.text("cell_size"))
    shown = {"glyphs": looks.glyph_set, "frame": looks.frame_set}.get(option.name)
    wanted = settings.text(option.name) if shown else ""
    if shown and wanted not in ("auto", shown):
        return f"{_WORDS.get(wanted, wanted)} can't be shown here, so it is {_WORDS.get(shown, shown)}."
    return ""


def _sizes(model: Model) -> dict[str, str]:
    """The size that cells have here, by the name of the preset."""
    wish = model.settings.text("cell_size")
    return {
        name.capitalize(): cell_size_in(model.rows, model.cols, spec.width, spec.height, wish, model.looks.outlines)
        for name, spec in model.settings.presets.items()
    }


def _too_large(model: Model, wish: str) -> str:
    """What is shown smaller than wished for, and how."""
    sizes = _sizes(model)
    smaller = [f"{name} is {size}" for name, size in sizes.items() if wish not in ("auto", size)]
    if len(smaller) == len(sizes) and len(set(sizes.values())) == 1:
        return f"{wish} does not fit here, so it is {min(sizes.values())}."
    return f"{wish} does not fit here: {', '.join(smaller)}." if smaller else ""


def about(option: Option, model: Model) -> str:
    """What a setting is for, and what it comes to here."""
    problem = trouble(option, model)
    if problem:
        return problem
    looks, here = model.looks, ""
    if model.settings.value(option.name) == "auto":
        shown = {"glyphs": looks.glyph_set, "frame": looks.frame_set}.get(option.name)
        here = f" Here: {_WORDS.get(shown, shown)}." if shown else ""
        if option.name == "cell_size" and not is_compact(model.rows, model.cols):
            here = f" Here: {', '.join(f'{name} {size}' for name, size in _sizes(model).items())}."
    return f"{option.meaning[0].upper()}{option.meaning[1:]}.{here}"


class _Columns(NamedTuple):
    """Where values and choices start; None: values end at the right, or choices have no room.

    The themes are too many for their column: what is said about them names them.
    """

    values: int | None = None
    choices: int | None = None


def _columns(listing: Listing) -> _Columns:
    """The columns of a list: values end at the right where whole titles have no room beside them."""
    left, end = listing.left, listing.left + listing.width
    values = max(len(_boxed(show_value(option, value))) for option in SHOWN for value in _values(option))
    value_col = left + 2 + max(len(option.title) for option in SHOWN) + 2
    if value_col + values >= end:
        return _Columns()
    choices_col = value_col + values + 1
    longest = max(len(show_choices(option)) for option in SHOWN if option.name != "theme")
    return _Columns(value_col, choices_col if choices_col + longest <= end else None)


def _values(option: Option) -> tuple[Value, ...]:
    return (True, False) if isinstance(option.default, bool) else option.stops or option.choices


def _boxed(text: str) -> str:
    return f"< {text} >"


def _value_place(option: Option, value: Value, listing: Listing, columns: _Columns) -> tuple[int, str]:
    """Where a value starts and how it stands there: at the right it has only the room that its name leaves."""
    text = show_value(option, value)
    if columns.values is not None:
        return columns.values, _boxed(text)
    name = len(option.short or option.title)
    shown = f"<{text}>" if 2 + name + 1 + len(text) + 2 <= listing.width else text
    return listing.left + listing.width - len(shown), shown


def _draw_preview(canvas: Canvas, row: int, left: int, model: Model) -> None:
    """The tiles as they look now, as many as there is room for; the last one has the cursor."""
    options = tile_options(model.settings, model.looks)
    col = canvas.write(row, left + 2, "Preview ", "text.dim")
    for truths in _PREVIEW:
        if truths == "question" and not model.settings.is_on("question_marks"):
            continue
        text, style = tile_look(truths.split(), options)
        col += 0 if text[0] == " " else 1  # a mark stands apart from the tile before it
        if col + len(text) + _CURSOR_ROOM > canvas.cols:
            break
        col = canvas.write(row, col, text, style)
    mark_tile(canvas, row, col + 2, tile_look((), options), model.looks)


_PAGE = 5
_SEEN_ON_BOARDS = frozenset({"theme", "background", "glyphs", "frame", "dim_done", "mark_over_flagged"})


@dataclass(frozen=True)
class SettingsScreen(ListScreen):
    """The list of settings, and which of them is selected."""

    selected: int = 0
    fresh: bool = True
    """Whether no key was pressed yet: then the meaning of the selected setting is not in the way."""

    wraps = True

    @property
    def context(self) -> Context:
        return Context.SETTINGS

    @property
    def option(self) -> Option:
        """The setting that is selected."""
        return SHOWN[self.selected]

    def listing(self, model: Model) -> Listing:
        rows, cols, total, hints = model.rows, model.cols, len(SHOWN), options_hints(model.cols)
        told = say(about(self.option, model), alarm=bool(trouble(self.option, model)))
        if is_compact(rows, cols):
            chrome = lay_chrome(model, self.context, hints, SILENCE if self.fresh else told, most=rows - 3)
            shown = rows_in_view(self.selected, total, 1, chrome.body.height)
            chrome = chrome.titled(["Settings"], place_in_list(self.selected, total, len(shown)))
            return Listing(chrome, total, self.selected, shown, 0, cols)
        if self.option.name == "theme" and not trouble(self.option, model):  # they are too many for their column
            told = say(f"{about(self.option, model)} Choices: {show_choices(self.option)}.", *told.texts)
        chrome = lay_chrome(model, self.context, hints, say(WELCOME) if self.fresh else told)
        left, width = ((cols - _BLOCK) // 2 + 1, _BLOCK - 2) if cols >= _BLOCK else (1, cols - 2)
        room = chrome.body.height - 2  # the preview, and a blank row before it
        step = 2 if 2 * total <= room - 4 else 1
        shown = rows_in_view(self.selected, total, 2, room, step)
        place = f"{min(shown) + 1}-{max(shown) + 1} of {total}" if len(shown) < total else ""
        chrome = chrome._replace(left=left, width=width).titled(["Settings"], place)
        return Listing(chrome, total, self.selected, shown, left, width)

    def draw_rows(self, model: Model, canvas: Canvas, listing: Listing) -> None:
        columns = _columns(listing)
        end = columns.choices or listing.left + listing.width
        width = listing.width if columns.values is None else end - 1 - listing.left
        sample = self._sample_place(listing) if columns.choices is not None else None
        if sample is not None:
            sample_board.draw_sample(canvas, sample.top, sample.left, model.settings, model.looks)
        for number, row in listing.rows.items():
            option = SHOWN[number]
            value_col, value = _value_place(option, model.settings.value(option.name), listing, columns)
            name = option.title if columns.values is not None else option.short or option.title
            room = value_col - listing.left - 2
            draw_entry(canvas, listing, number, fit(name, room - 1).ljust(room) + value, model, width)
            if columns.choices is not None:
                covered = sample is not None and sample.top <= row < sample.top + sample.height
                room = (sample.left - 1 if sample and covered else listing.left + listing.width) - columns.choices
                choices = show_choices(option)
                canvas.write(row, columns.choices, choices if len(choices) <= room else "", "text.dim")
        if not is_compact(model.rows, model.cols):
            _draw_preview(canvas, max(listing.rows.values()) + 2, listing.left, model)

    def _sample_place(self, listing: Listing) -> Rect | None:
        """Where a small board stands that shows what is chosen: right of the list, below the row of the setting."""
        if self.option.name not in _SEEN_ON_BOARDS or self.selected not in listing.rows:
            return None
        below, last = listing.rows[self.selected] + 1, max(listing.rows.values())
        top = below if below + sample_board.HEIGHT <= last + 1 else listing.rows[self.selected] - sample_board.HEIGHT
        left = listing.left + listing.width - sample_board.WIDTH
        return Rect(top, left, sample_board.HEIGHT, sample_board.WIDTH) if top >= min(listing.rows.values()) else None

    def on(self, number: int) -> SettingsScreen:
        return replace(self, selected=number, fresh=False)

    def page(self, listing: Listing) -> int:
        return _PAGE

    def pick(self, model: Model) -> Model:
        return self._step(model, 1, around=True)

    def press(self, model: Model, number: int, col: int) -> Model:
        """The model with a setting selected; a press on its value changes it, back on the left end of its box."""
        return self._press(model, number, col, 1)

    def press_back(self, model: Model, number: int, col: int) -> Model:
        return self._press(model, number, col, -1)

    def _press(self, model: Model, number: int, col: int, by: int) -> Model:
        screen, listing = self.on(number), self.listing(model)
        value = model.settings.value(screen.option.name)
        start, text = _value_place(screen.option, value, listing, _columns(listing))
        model = model.with_top(screen)
        if not start <= col < start + len(text):
            return model
        return screen._step(model, -1 if text.startswith("<") and col < start + 2 else by, around=True)

    def use(self, model: Model, action: Action) -> Model:
        if action in (Action.LEFT, Action.RIGHT):
            return self._step(model, -1 if action is Action.LEFT else 1)
        if action is Action.RESET:
            # Saved even if nothing changes: the file may hold a value that is not allowed.
            return self._set(model, model.shipped.value(self.option.name)).save_settings(self.option.name)
        return super().use(model, action)

    def _step(self, model: Model, by: int, around: bool = False) -> Model:
        return self._set(model, self.option.step(model.settings.value(self.option.name), by, around))

    def _set(self, model: Model, value: Value) -> Model:
        model = model.with_top(replace(self, fresh=False))
        return model.with_settings(model.settings.with_value(self.option.name, value), self.option.name)


def options_hints(cols: int) -> list[KeyHint]:
    """The keys of the settings, most important first."""
    hints: list[KeyHint] = [(Action.SELECT, "next"), (Action.BACK, "back")]
    if cols < COMPACT_COLS:
        return hints
    hints += [(Action.LEFT, "less"), (Action.RIGHT, "more"), (Action.RESET, "default"), (Action.HELP, "help")]
    return [*hints, (Action.UP, "up"), (Action.DOWN, "down")]


def open_settings(model: Model) -> Model:
    """The model with the settings on top, from the first one on."""
    return model.push(SettingsScreen())
