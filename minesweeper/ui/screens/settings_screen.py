"""The settings screen: groups of settings with their values, and a description of the selected one.

A change applies at once and is saved at once, so the screen needs no button for it. Next to the settings, a small board
shows the chosen look if the screen has room. The settings themselves are declared as `Option`s in `storage/options`;
those in the group ADVANCED have a screen of their own.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from minesweeper.boards.layout import read_layout
from minesweeper.play.game import Game
from minesweeper.storage.options import ADVANCED, GROUPS, OPTIONS, Option, Value, option_of
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, replace
from minesweeper.ui.draw.board import BoardPicture, draw_board
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import CELL_SIZES, COMPACT_COLS, Geometry, Rect, View, cell_size_in, is_compact
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.controls import heading, switch
from minesweeper.ui.widgets.page import (
    HIGH_ROWS,
    LIST_WIDTH,
    STATISTICS_WIDTH,
    Page,
    PageScreen,
    PageSpec,
    Row,
    TableCell,
    blank,
    entry,
)

SHOWN = tuple(option for option in OPTIONS if option.group)
"""The options that the screens show: those that have a group."""
_BOX = max(len(f"< {option.word(value)} >") for option in SHOWN for value in option.stops or option.choices)
"""The columns of the longest value. All values get them, so that nothing moves when a value changes."""
_LISTED = 4
"""How many values a description names if there are too many to name all, as there are of themes."""


def show_choices(option: Option) -> str:
    """The values that an option allows, as text, such as ``small, large`` or ``5 to 60``.

    Empty if the option is only on or off.
    """
    if option.stops:
        low, high = option.stops[0], option.stops[-1]
        return f"Off, {option.stops[1]} to {high}{option.unit}" if low == 0 else f"{low} to {high}{option.unit}"
    return ", ".join(map(option.word, option.choices))


def about(option: Option, model: Model) -> Message:
    """Describes a setting and what it does on this terminal.

    If the terminal can't show the chosen value, the message is an alarm that says what is used instead.
    """
    looks, compact, value, here = model.looks, is_compact(model.rows, model.cols), model.settings.value(option.name), ""
    shown = {"glyphs": looks.glyph_set, "frame": looks.frame_set}.get(option.name)
    if shown and value not in ("auto", shown):
        return say(f"{option.word(value)} can't be shown here, so it is {option.word(shown)}.", alarm=True)
    if shown and value == "auto":
        here = f" Here: {option.word(shown)}."
    if option.name == "theme" and looks.colours == 0 and value != "mono":
        return say("This terminal has no colours, so every theme is Mono.", alarm=True)
    if option.name == "cell_size":
        sizes = _sizes(model)
        smaller = [f"{name} is {size}" for name, size in sizes.items() if value not in ("auto", size)]
        if len(smaller) == len(sizes) and len(set(sizes.values())) == 1:
            return say(f"{value} doesn't fit here, so it is {min(sizes.values())}.", alarm=True)
        if smaller:
            return say(f"{value} doesn't fit here: {', '.join(smaller)}.", alarm=True)
        is_told = value == "auto" and not compact
        here = f" Here: {', '.join(f'{name} {size}' for name, size in sizes.items())}." if is_told else ""
    brief = f"{option.word(value)}: {option.notes[value]}." if value in option.notes else ""
    choices = "" if compact or _has_choices(option, model) else show_choices(option)
    # A description that explains every value needs no list of them.
    is_listed = all(option.word(choice) in option.meaning for choice in option.choices or option.stops)
    lists = [choices, _first_choices(option)] if choices and not is_listed else []
    listed = [f"{option.meaning} Choices: {text}.{here}" for text in lists if text]
    return say(*listed, f"{option.meaning}{here}", option.meaning, brief)


def _first_choices(option: Option) -> str:
    """The first values of an option that has too many to name all, and how many more there are. Empty if it has few."""
    first, rest = option.choices[:_LISTED], option.choices[_LISTED:]
    return f"{', '.join(map(option.word, first))} and {len(rest)} more" if len(rest) > 1 else ""


def _has_choices(option: Option, model: Model) -> bool:
    """Whether the row of a setting lists its values.

    Beside the sample they have no room, and there are too many themes.
    """
    return option.name != "theme" and not _sample_width(model)


def _sizes(model: Model) -> dict[str, str]:
    """The cell size that each preset gets on this terminal, by the name of the preset."""
    wish = model.settings.text("cell_size")
    return {
        name.capitalize(): cell_size_in(model.rows, model.cols, spec.width, spec.height, wish, model.looks.outlines)
        for name, spec in model.settings.presets.items()
    }


class SettingsScreen(PageScreen):
    """The settings that players change often, or the advanced ones."""

    is_advanced: bool = False
    focus: str = SHOWN[0].name
    """The name of the selected setting. ADVANCED is the entry that opens the advanced settings."""
    is_fresh: bool = True
    """Whether no key was pressed since the screen opened.

    Until then, a small screen shows more settings instead of a description.
    """

    wraps = True
    targets_per_page = 5
    context = Context.SETTINGS

    @property
    def targets(self) -> tuple[str, ...]:
        own = tuple(option.name for option in SHOWN if (option.group == ADVANCED) == self.is_advanced)
        return own if self.is_advanced else (*own, ADVANCED)

    @property
    def option(self) -> Option | None:
        """The selected setting, or None on the entry that opens the advanced settings."""
        return None if self.focus == ADVANCED else option_of(self.focus)

    def _rows(self, model: Model) -> list[Row]:
        rows: list[Row] = []
        for group in [ADVANCED] if self.is_advanced else GROUPS[:-1]:
            rows += [] if self.is_advanced else [heading(group)]
            rows += [_row(option, model) for option in SHOWN if option.group == group]
            rows.append(blank())
        return rows if self.is_advanced else [*rows, entry(ADVANCED, f"{ADVANCED} ...")]

    def page(self, model: Model) -> Page:
        compact = is_compact(model.rows, model.cols)
        return self.arrange_page(
            model,
            PageSpec(
                ("Advanced settings", ADVANCED) if self.is_advanced else ("Settings",),
                self._rows(model),
                self._hints(model.cols),
                SILENCE if compact and self.is_fresh else self._said(model),
                reserved_rows=0 if compact else 2,
                most_lines=model.rows if compact else 2,
                width=STATISTICS_WIDTH if _is_roomy(model) else LIST_WIDTH,
                beside=_sample_width(model),
            ),
        )

    def _said(self, model: Model) -> Message:
        return about(self.option, model) if self.option else say("Settings that most players never need.")

    def _hints(self, cols: int) -> list[KeyHint]:
        word = "open" if self.option is None else "change" if cols >= COMPACT_COLS else "next"
        default: list[KeyHint] = [] if self.option is None else [(Action.RESET, "default")]
        return [(Action.SELECT, word), *default, (Action.BACK, "back"), (Action.HELP, "help")]

    def draw(self, model: Model, canvas: Canvas) -> None:
        if _sample_width(model):
            page = self.page(model)
            _draw_sample(canvas, page.top, page.room.left + page.room.width + 1, model)
        # The page is drawn last, so that the terminal's cursor stands on the selected row and not in the sample.
        super().draw(model, canvas)

    def focused_on(self, target: Hashable) -> SettingsScreen:
        return replace(self, focus=str(target), is_fresh=False)

    def act_here(self, model: Model, action: Action) -> Model:
        if self.option is None:
            is_way_in = action in (Action.SELECT, Action.RIGHT)
            return open_settings(model, is_advanced=True) if is_way_in else super().act_here(model, action)
        if action in (Action.LEFT, Action.RIGHT, Action.SELECT):
            return self._step(model, -1 if action is Action.LEFT else 1, around=action is Action.SELECT)
        if action is Action.RESET:
            # The default is saved even if nothing changes, because the file may have a value that isn't allowed.
            return self._set(model, model.shipped.value(self.focus)).save_settings(self.focus)
        return super().act_here(model, action)

    def press(self, model: Model, target: Hashable) -> Model:
        model = super().press(model, target)
        return model.top.act(model, Action.SELECT) if target == ADVANCED else model

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        screen = self.focused_on(name)
        return screen._step(model.with_top(screen), by, around=True)

    def _step(self, model: Model, by: int, around: bool = False) -> Model:
        """Changes the selected setting by ``by`` values. If ``around`` is set, the first value follows the last one."""
        option = model.settings.option(self.focus)
        return self._set(model, option.step(model.settings.value(option.name), by, around))

    def _set(self, model: Model, value: Value) -> Model:
        """Applies and saves a value of the selected setting."""
        model = model.with_top(replace(self, is_fresh=False))
        return model.with_settings(model.settings.with_value(self.focus, value), self.focus)


def _row(option: Option, model: Model) -> Row:
    """The row of a setting: its name, its value, and the list of its values if it has room."""
    names = (option.title, option.short) if option.short else (option.title,)
    choices = show_choices(option) if _has_choices(option, model) else ""
    box = switch(model.looks, option.name, [option.word(model.settings.value(option.name))], _BOX)
    return entry(option.name, names, box, TableCell((choices, ""), "text.dim"))


# ------------------------------------------------------------------------------
# The sample
# ------------------------------------------------------------------------------

_MINES = """
.......*
........
.....*..
...**...
..*.....
*.....*.
"""
"""The mines of the board in the sample."""
_FLAGS = (21, 27, 34)
"""The cells of the sample that have a flag."""
_CURSOR = 3, 5
_ROWS, _COLS = 6, 8
_SAMPLE_SIZES = ("4x2", "3x1", "2x1")
"""The cell sizes that the sample can show. A larger one is shown as the first of them."""
_SIDES = 2
"""The columns of both sides of the sample's frame, and also the rows of its edges."""
_ROOMY_COLS = STATISTICS_WIDTH + 8
"""The least columns of a terminal on which the sample can have cells of 4x2."""


@cache
def _sample_game() -> Game:
    """The game in the sample. It has bright and dim numbers, flags, and hidden cells."""
    layout = read_layout(_MINES.strip())
    game = Game(layout.grid, layout.mine_count).with_layout(layout).open_cells(1 << 0)
    for cell in _FLAGS:
        game = game._replace(flags=game.flags | 1 << cell)
    return game


def _draw_sample(canvas: Canvas, top: int, left: int, model: Model) -> None:
    """Draws the sample with the settings that are in force, at a row and a column of the screen."""
    wish = model.settings.text("cell_size")
    name = "2x1" if not _is_roomy(model) else wish if wish in _SAMPLE_SIZES else _SAMPLE_SIZES[0]
    high, wide = CELL_SIZES[name]
    pads = {"2x1": 2, "3x1": 0, "4x2": 1}[name]
    frame = Rect(top, left, _ROWS * high + _SIDES, _COLS * wide + _SIDES + pads)
    geometry = Geometry(
        True, canvas.rows, canvas.cols, _ROWS, _COLS, high, wide, frame, _ROWS, _COLS, frame, pad=min(pads, 1)
    )
    draw_board(canvas, geometry, BoardPicture(_sample_game(), View(), _CURSOR), model.settings, model.looks)
    canvas.write(top, left + 2, " Preview ", "text.dim")


def _sample_width(model: Model) -> int:
    """The columns of the sample with a gap beside it, or 0 if the screen has no room for it.

    If it has room, the sample is shown whichever setting is selected, so that nothing moves.
    """
    if _is_roomy(model):
        return 4 * _COLS + _SIDES + 2
    width, height = 2 * _COLS + _SIDES + 2, _ROWS + _SIDES
    return width + 1 if model.cols >= 3 * width and model.rows >= 2 * height else 0


def _is_roomy(model: Model) -> bool:
    """Whether the sample can have cells of 4x2."""
    return model.cols >= _ROOMY_COLS and model.rows >= HIGH_ROWS


def open_settings(model: Model, is_advanced: bool = False) -> Model:
    """Opens the settings, or the advanced ones if ``is_advanced`` is set, with the first of them selected."""
    screen = SettingsScreen(is_advanced)
    return model.push(replace(screen, focus=screen.targets[0]))
