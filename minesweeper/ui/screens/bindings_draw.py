"""How the keybindings screen looks: tabs of contexts, actions with their keys, and what is under a place."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.ui.actions import Action, Context
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import is_compact
from minesweeper.ui.hints import Hint, draw_hints
from minesweeper.ui.keymap import Keymap, key_label
from minesweeper.ui.lists import first_shown, place_in_list
from minesweeper.ui.model import Model
from minesweeper.ui.rebinding import action_name, vim_keymap
from minesweeper.ui.screens.help_text import meaning
from minesweeper.ui.screens.status import draw_message
from minesweeper.ui.texts import wrap_to

WELCOME = "Changes work at once and are saved."
_BLOCK = 100
_TALL = 30
"""From so many rows on the list stands in the middle."""
_KEYS_AT_LEAST = 7
"""Room for the keys that names of actions leave in any case."""
_MEANING_AT_LEAST = 24
_PRESET_ROOM = len("preset: standard") + 2


@dataclass(frozen=True)
class Told:
    """What the screen says of the last key, as a sentence and in a few words."""

    text: str
    short: str
    alarm: bool = False


@dataclass(frozen=True)
class BindingsPicture:
    """What a drawn list of keys shows."""

    standard: Keymap
    about: Context
    selected: int
    waits: str
    """What the selected action waits for, if it does."""
    told: Told | None
    fresh: bool

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are listed."""
        return tuple(self.standard.bindings[self.about])


@dataclass(frozen=True)
class _Places:
    """Where the parts stand."""

    compact: bool
    left: int
    width: int
    title_row: int
    rows: dict[int, int]
    """The screen row of each action in view, by its index."""
    tabs: dict[Context, tuple[int, str]]
    """Column and text of each tab in view."""
    message: list[str]


def _places(picture: BindingsPicture, model: Model) -> _Places:
    rows, cols, total = model.rows, model.cols, len(picture.actions)
    if is_compact(rows, cols):
        message = wrap_to(_compact_message(picture, model), cols, rows - 3)
        shown = _rows(picture.selected, total, 1, rows - 1 - max(1, len(message)))
        return _Places(True, 0, cols, 0, shown, {}, message)
    message = wrap_to(_message(picture, model), cols - 2, 3)
    width = min(cols - 2, _BLOCK - 2)
    left = (cols - width) // 2
    room = rows - 4 - len(message)
    top = (room - total) // 2 if rows >= _TALL and total <= room else 0
    # Where both have no room, the name of the preset goes before the tab that is shown.
    tabs = _tabs(picture.about, left + 14, left + width - _PRESET_ROOM) or _tabs(picture.about, left + 14, left + width)
    return _Places(False, left, width, top, _rows(picture.selected, total, top + 2, room), tabs, message)


def _rows(selected: int, total: int, top: int, room: int) -> dict[int, int]:
    first = first_shown(selected, total, room)
    return {index: top + index - first for index in range(first, min(first + room, total))}


def _tabs(about: Context, left: int, right: int) -> dict[Context, tuple[int, str]]:
    """The contexts that fit between two columns, the shown one among them."""
    texts = {context: f"< {context.title} >" if context is about else context.title for context in Context}
    order = list(texts)
    # One from the left goes for as long as the shown one is out of view.
    while order[0] is not about:
        before = order[: order.index(about) + 1]
        if sum(len(texts[context]) + 2 for context in before) - 2 <= right - left:
            break
        order.pop(0)
    result = {}
    for context in order:
        if left + len(texts[context]) > right:
            break
        result[context] = (left, texts[context])
        left += len(texts[context]) + 2
    return result


def _message(picture: BindingsPicture, model: Model) -> str:
    if picture.told:
        return picture.told.text
    if picture.waits:
        return f"Press the key for '{action_name(picture.actions[picture.selected])}'. Esc leaves it as it is."
    return WELCOME if picture.fresh else _about(picture, model)


def _compact_message(picture: BindingsPicture, model: Model) -> str:
    if picture.told:
        return picture.told.short
    return "" if picture.fresh or picture.waits else _about(picture, model)


def _about(picture: BindingsPicture, model: Model) -> str:
    """What the selected action does, with all its keys, and those that it is shipped with if they are others."""
    action = picture.actions[picture.selected]
    keys, before = model.keymap.keys(picture.about, action), picture.standard.keys(picture.about, action)
    shipped = "" if keys == before else f" Shipped: {_labels(before)}."
    return f"{_labels(keys)}: {meaning(action, picture.about, model.settings)}.{shipped}"


def _labels(keys: tuple[str, ...], room: int | None = None) -> str:
    """The names of keys, as many as there is room for."""
    text = " ".join(key_label(key) for key in keys)
    if room is None or len(text) <= room:
        return text
    for count in range(len(keys) - 1, 0, -1):
        text = " ".join(key_label(key) for key in keys[:count]) + " .."
        if len(text) <= room:
            return text
    return key_label(keys[0])[:room]


@dataclass(frozen=True)
class Spot:
    """A row under a place of the screen: the number of its action, and whether the place is on its keys."""

    index: int
    on_keys: bool


def spot_at(picture: BindingsPicture, model: Model, row: int, col: int) -> Context | Spot | None:
    """The tab or the row under a place of the screen."""
    places = _places(picture, model)
    if row == places.title_row:
        tabs = places.tabs.items()
        return next((context for context, (start, text) in tabs if start <= col < start + len(text)), None)
    if not places.left <= col < places.left + places.width:
        return None
    index = next((index for index, own in places.rows.items() if own == row), None)
    name_end = places.left + 2 + _columns(picture, model, places).name
    return None if index is None else Spot(index, col >= name_end)


def draw_bindings(canvas: Canvas, picture: BindingsPicture, model: Model, hints: list[Hint]) -> None:
    """Draws the whole screen."""
    places = _places(picture, model)
    if places.compact:
        _draw_compact_header(canvas, picture, places)
    else:
        _draw_header(canvas, picture, places, model)
    columns = _columns(picture, model, places)
    for index, row in places.rows.items():
        _draw_row(canvas, picture, index, row, places, model, columns)
    style = "bad" if picture.told and picture.told.alarm else "text"
    draw_message(canvas, places.message, canvas.rows - (1 if places.compact else 2), style)
    if not (places.compact and places.message):
        draw_hints(canvas, hints, model.keymap, Context.BINDINGS, canvas.rows - 1)


def _draw_compact_header(canvas: Canvas, picture: BindingsPicture, places: _Places) -> None:
    title = picture.about.title
    place = place_in_list(picture.selected, len(picture.actions), len(places.rows))
    forms = (f"Keys < {title} >", f"< {title} >", f"<{title}>", title)
    text = next((form for form in forms if len(form) + 1 + len(place) <= canvas.cols), title)
    canvas.write(0, 0, text, "title")
    canvas.write(0, canvas.cols - len(place), place, "text.dim")


def _draw_header(canvas: Canvas, picture: BindingsPicture, places: _Places, model: Model) -> None:
    row, right = places.title_row, places.left + places.width
    canvas.write(row, places.left, "Keybindings", "title")
    for context, (col, text) in places.tabs.items():
        canvas.write(row, col, text, "title" if context is picture.about else "text.dim")
    end = max(col + len(text) for col, text in places.tabs.values())
    if end + _PRESET_ROOM <= right:
        preset = f"preset: {_preset(picture.standard, model.keymap)}"
        canvas.write(row, right - len(preset), preset, "text.dim")
    if len(places.rows) < len(picture.actions):
        place = f"{picture.selected + 1} of {len(picture.actions)}"
        canvas.write(row + 1, right - len(place), place, "text.dim")


def _preset(standard: Keymap, keymap: Keymap) -> str:
    return "standard" if keymap == standard else "vim" if keymap == vim_keymap(standard) else "own"


@dataclass(frozen=True)
class _Columns:
    """How the room of a row is shared."""

    name: int
    keys: int
    meaning: int
    """0: there is no room to say what an action does."""


def _columns(picture: BindingsPicture, model: Model, places: _Places) -> _Columns:
    room = places.width - 2
    name = min(max(len(action_name(action)) for action in picture.actions) + 2, room - _KEYS_AT_LEAST)
    longest = max(len(_labels(model.keymap.keys(picture.about, action))) for action in picture.actions) + 2
    keys = min(longest, room - name)
    rest = room - name - keys
    return _Columns(name, keys, rest) if rest >= _MEANING_AT_LEAST else _Columns(name, room - name, 0)


def _draw_row(
    canvas: Canvas, picture: BindingsPicture, index: int, row: int, places: _Places, model: Model, columns: _Columns
) -> None:
    action, chosen = picture.actions[index], index == picture.selected
    keys, name_room = _labels(model.keymap.keys(picture.about, action), columns.keys), columns.name
    waits = picture.waits if chosen else ""
    if places.compact and waits:
        keys = "press key.."
        name_room = places.width - 2 - len(keys)
    elif waits:
        keys = f"{keys}  {waits}"
    elif columns.meaning:
        what = meaning(action, picture.about, model.settings)
        what = what if len(what) <= columns.meaning else what[: columns.meaning - 2].rstrip() + ".."
        keys = keys.ljust(columns.keys) + what
    # The name ends before the keys begin, whatever is cut.
    name = action_name(action)[: name_room - 1].ljust(name_room)
    mark = model.looks.glyphs.pointer if chosen else " "
    line = f"{mark} {name}{keys}"[: places.width].ljust(places.width)
    canvas.write(row, places.left, line, "selected" if chosen else "text")
    if columns.meaning and not chosen:
        start = 2 + columns.name + columns.keys
        canvas.write(row, places.left + start, line[start:], "text.dim")
    if chosen:
        canvas.place_cursor(row, places.left, visible=False)
