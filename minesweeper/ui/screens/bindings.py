"""The keybindings screen: the keys of each action, screen by screen; a new key is bound by pressing it.

A change leaves every key with one meaning and every action with a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import Keymap, key_label, make_keymap
from minesweeper.ui.base.model import Model, SaveSettings, Screen
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, is_compact
from minesweeper.ui.draw.words import wrap_to
from minesweeper.ui.screens.help import meaning
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Hint, draw_hints, draw_message, hint_at
from minesweeper.ui.widgets.list_screen import first_shown, place_in_list

# ------------------------------------------------------------------------------
# Changes of the key map that leave every key with one meaning and every action with a key; and whole presets.
# ------------------------------------------------------------------------------

ALWAYS_QUITS = "ctrl+c"
"""This key is never taken from quit: it is what people press when all else fails."""

_VIM_REPLACED = {Action.HELP: "?", Action.REDUCED: "\\", Action.SIMPLE_STEP: "[", Action.SIMPLE_ALL: "]"}
_VIM_FIRST = {
    Action.MOVE_LEFT: "h",
    Action.MOVE_DOWN: "j",
    Action.MOVE_UP: "k",
    Action.MOVE_RIGHT: "l",
    Action.LEFT: "h",
    Action.DOWN: "j",
    Action.UP: "k",
    Action.RIGHT: "l",
}
_VIM_TOO = {Action.ROW_START: "0", Action.ROW_END: "$", Action.PAGE_UP: "ctrl+u", Action.PAGE_DOWN: "ctrl+d"}


@dataclass(frozen=True)
class KeyRefusal:
    """Why a change of keys is not made, as a sentence and in a few words; and the action that has the key, if any."""

    text: str
    short: str
    owner: Action | None = None


def action_name(action: Action) -> str:
    """What lists and sentences call an action: a few words."""
    words = action.id.replace("-", " ")
    return words[0].upper() + words[1:]


def owner_of(keymap: Keymap, context: Context, key: str) -> Action | None:
    """The action that has exactly this key; a capital is not its small letter."""
    return next((action for action, keys in keymap.bindings[context].items() if key in keys), None)


def add_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """The key map with one more key for an action."""
    label = key_label(key)
    if key == ALWAYS_QUITS and action is not Action.QUIT:
        return KeyRefusal(f"{label} always quits. Nothing was changed.", f"{label} always quits")
    if context is Context.FORM and (len(key) == 1 or key == "space"):
        return KeyRefusal(f"{label} is typed into the fields, so it can't be a key here.", f"{label} is typed here")
    owner = owner_of(keymap, context, key)
    if owner is action:
        return KeyRefusal(f"{label} is a key of '{action_name(action)}' already.", f"{label} is there already")
    if owner is not None:
        name = action_name(owner)
        return KeyRefusal(
            f"{label} is not free here: it means '{name}'. Nothing was changed.", f"{label} is '{name}'", owner
        )
    return _with_keys(keymap, context, {action: (*keymap.keys(context, action), key)})


def remove_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """The key map with a key taken from an action."""
    keys, name, label = keymap.keys(context, action), action_name(action), key_label(key)
    if key not in keys:
        return KeyRefusal(f"{label} is no key of '{name}'. Nothing was changed.", f"{label} is no key of it")
    if key == ALWAYS_QUITS and action is Action.QUIT:
        return KeyRefusal(f"{label} always quits. Nothing was changed.", f"{label} always quits")
    if len(keys) == 1:
        return KeyRefusal(f"{label} is the only key of '{name}'. Add another one first.", "It needs a key")
    return _with_keys(keymap, context, {action: tuple(own for own in keys if own != key)})


def given_key(keymap: Keymap, context: Context, action: Action) -> str | None:
    """The key that an action gives in a swap: its first one, if it may lose it."""
    return next((key for key in keymap.keys(context, action) if key != ALWAYS_QUITS), None)


def swap_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap:
    """The key map in which a key of the action and another action's key have changed places."""
    owner, keys = owner_of(keymap, context, key), keymap.keys(context, action)
    given = given_key(keymap, context, action)
    if owner is None or owner is action or given is None:
        return keymap
    theirs = keymap.keys(context, owner)
    return _with_keys(
        keymap,
        context,
        {
            action: tuple(key if own == given else own for own in keys),
            owner: tuple(given if own == key else own for own in theirs),
        },
    )


def reset_action(keymap: Keymap, standard: Keymap, context: Context, action: Action) -> Keymap | KeyRefusal:
    """The key map with the keys of one action as shipped, unless other actions have them now."""
    for key in standard.keys(context, action):
        owner = owner_of(keymap, context, key)
        if owner not in (None, action):
            assert owner is not None
            name, label = action_name(owner), key_label(key)
            text = f"{label} belongs to '{name}' now, so '{action_name(action)}' can't be as shipped."
            return KeyRefusal(text, f"{label} is '{name}'")
    return _with_keys(keymap, context, {action: standard.keys(context, action)})


def vim_keymap(standard: Keymap) -> Keymap:
    """The shipped keys with those of vim: h j k l move; what they meant before has other keys."""
    bindings: dict[Context, Mapping[Action, tuple[str, ...]]] = {}
    for context, actions in standard.bindings.items():
        bindings[context] = actions if context is Context.FORM else _vim_actions(actions)
    return Keymap(bindings)


def _vim_actions(actions: Mapping[Action, tuple[str, ...]]) -> dict[Action, tuple[str, ...]]:
    result = dict(actions)
    for action, key in _VIM_REPLACED.items():
        if action in result and _is_free(result, action, key):
            result[action] = (key,)
    for action, key in (*_VIM_FIRST.items(), *_VIM_TOO.items()):
        if action in result and _is_free(result, action, key):
            others = tuple(own for own in result[action] if own != key)
            result[action] = (key, *others) if action in _VIM_FIRST else (*others, key)
    return result


def _is_free(actions: Mapping[Action, tuple[str, ...]], action: Action, key: str) -> bool:
    return not any(key in keys for other, keys in actions.items() if other is not action)


def _with_keys(keymap: Keymap, context: Context, changed: Mapping[Action, tuple[str, ...]]) -> Keymap:
    return Keymap({**keymap.bindings, context: {**keymap.bindings[context], **changed}})


def key_changes(said: Keys, keymap: Keymap, shipped: Keymap) -> dict[str, dict[str, Any]]:
    """What has to be written so that files that say this give the key map; None takes out what is as shipped.

    What the files say may differ from what was in force, where it was refused: then it goes, or a later change could
    bring it to life.
    """
    changes: dict[str, dict[str, Any]] = {}
    for context, actions in keymap.bindings.items():
        for action, keys in actions.items():
            before = shipped.keys(context, action)
            if keys != said.get(context.value, {}).get(action.id, before):
                changes.setdefault(context.value, {})[action.id] = None if keys == before else list(keys)
    return changes


def to_keys(said: Keys, keymap: Keymap) -> Keys:
    """The key map as settings hold it; what the files say of other contexts and actions stays."""
    own = {
        context.value: {action.id: keys for action, keys in actions.items()}
        for context, actions in keymap.bindings.items()
    }
    return {**said, **{context: {**said.get(context, {}), **actions} for context, actions in own.items()}}


# ------------------------------------------------------------------------------
# How the keybindings screen looks: tabs of contexts, actions with their keys, and what is under a place.
# ------------------------------------------------------------------------------

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


_TURNS = {Action.LEFT: -1, Action.RIGHT: 1}
_PAGE = 10
_CONTEXTS = tuple(Context)
_WAITS = {Action.SELECT: "press a key ..", Action.REMOVE_KEY: "press its key .."}


@dataclass(frozen=True)
class BindingsScreen(Screen):
    """The actions of one context, and what is being done to one of them."""

    standard: Keymap
    about: Context = Context.GAME
    selected: int = 0
    waiting: Action | None = None
    """Whether the next key is to be added (SELECT) or removed (REMOVE_KEY)."""
    clash: str | None = None
    """The key that another action has and that can be swapped."""
    asking: Action | None = None
    """The preset that was asked for and would replace the player's own keys."""
    told: Told | None = None
    """What the last key did or why it did nothing."""
    fresh: bool = True

    @property
    def context(self) -> Context:
        return Context.BINDINGS

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are listed."""
        return tuple(self.standard.bindings[self.about])

    @property
    def action(self) -> Action:
        """The action that is selected."""
        return self.actions[self.selected]

    def _calm(self) -> BindingsScreen:
        return replace(self, waiting=None, clash=None, asking=None, told=None, fresh=False)

    def _say(self, text: str, short: str, alarm: bool = False) -> BindingsScreen:
        return replace(self._calm(), told=Told(text, short, alarm))

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.waiting is None or key == ALWAYS_QUITS:
            return None
        if key == "esc":
            return model.with_top(self._say("Nothing was changed.", "Nothing changed"))
        label, name = key_label(key), action_name(self.action)
        if self.waiting is Action.REMOVE_KEY:
            done = remove_key(model.keymap, self.about, self.action, key)
            return self._done(model, done, f"{label} is no key of '{name}' any more.", f"{label} removed")
        done = add_key(model.keymap, self.about, self.action, key)
        given = given_key(model.keymap, self.about, self.action)
        if isinstance(done, KeyRefusal) and done.owner is not None and given is not None:
            return model.with_top(self._offer_swap(model, done, key, given))
        return self._done(model, done, f"{label} means '{name}' now.", f"{label} is bound")

    def _offer_swap(self, model: Model, refusal: KeyRefusal, key: str, given: str) -> BindingsScreen:
        enter = model.keymap.label(self.context, Action.SELECT)
        text = f"{refusal.text} {enter} swaps {key_label(key)} and {key_label(given)}."
        return replace(self._say(text, f"{refusal.short}. {enter}: swap", True), clash=key)

    def _done(self, model: Model, done: Keymap | KeyRefusal, text: str, short: str) -> Model:
        """The model with a change in force and saved, or with the reason why there is none."""
        if isinstance(done, KeyRefusal):
            return model.with_top(self._say(done.text, done.short, alarm=True))
        model = model.with_top(self._say(text, short))
        changes = key_changes(model.settings.keys, done, self.standard)
        if changes:
            model = model.with_effect(SaveSettings({"keys": changes}))
        settings = model.settings._replace(keys=to_keys(model.settings.keys, done))
        return model._replace(keymap=done, settings=settings)

    def act(self, model: Model, action: Action) -> Model:
        screen = self._calm()
        last = len(self.actions) - 1
        places = {
            Action.UP: (self.selected - 1) % (last + 1),
            Action.DOWN: (self.selected + 1) % (last + 1),
            Action.ROW_START: 0,
            Action.ROW_END: last,
            Action.PAGE_UP: max(0, self.selected - _PAGE),
            Action.PAGE_DOWN: min(last, self.selected + _PAGE),
        }
        if action in places:
            return model.with_top(replace(screen, selected=places[action]))
        if action in _TURNS:
            place = (_CONTEXTS.index(self.about) + _TURNS[action]) % len(_CONTEXTS)
            return model.with_top(screen._turned(_CONTEXTS[place]))
        if action is Action.SELECT and self.clash is not None:
            return self._swap(model, self.clash)
        if action in _WAITS:
            return model.with_top(replace(screen, waiting=action))
        if action is Action.RESET:
            done = reset_action(model.keymap, self.standard, self.about, self.action)
            return self._done(model, done, f"'{action_name(self.action)}' is as shipped.", "As shipped")
        if action in (Action.STANDARD_KEYS, Action.VIM_KEYS):
            return self._preset(model, action)
        return self._leave(model, action)

    def _leave(self, model: Model, action: Action) -> Model:
        if action is Action.BACK and (self.clash or self.asking):
            return model.with_top(self._calm())
        return super().act(model, action)

    def _turned(self, about: Context) -> BindingsScreen:
        return replace(self, about=about, selected=0)

    def _swap(self, model: Model, key: str) -> Model:
        given = given_key(model.keymap, self.about, self.action) or key
        taken, lost = key_label(key), key_label(given)
        done = swap_key(model.keymap, self.about, self.action, key)
        text = f"{taken} means '{action_name(self.action)}' now, and {lost} what {taken} meant."
        return self._done(model, done, text, f"{taken}, {lost} swapped")

    def _preset(self, model: Model, action: Action) -> Model:
        vim = vim_keymap(self.standard)
        done, name = (vim, "as in vim") if action is Action.VIM_KEYS else (self.standard, "as shipped")
        if self.asking is not action and model.keymap not in (vim, self.standard):
            key = model.keymap.label(self.context, action)
            text = f"All keys {name}, in place of your own? {key} again: yes, other keys: no."
            return model.with_top(replace(self._say(text, f"{key} again: all {name}", True), asking=action))
        return self._done(model, done, f"All keys are {name}.", f"All {name}")

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            place = self.selected + {"up": -1, "down": 1}.get(event.button, 0)
            return model.with_top(replace(self._calm(), selected=max(0, min(place, len(self.actions) - 1))))
        if event.kind != "press" or event.button != "left":
            return model
        if self.waiting is not None:
            return model.with_top(self._say("Nothing was changed.", "Nothing changed"))
        spot = spot_at(self._picture(), model, event.row, event.col)
        if isinstance(spot, Context):
            return model.with_top(self._calm()._turned(spot))
        if spot is None:
            hints = bindings_hints(self, model.cols)
            action = hint_at(hints, model.keymap, self.context, model.rows - 1, model.cols, (event.row, event.col))
            return self.act(model, action) if action else model
        screen = replace(self._calm(), selected=spot.index)
        return screen.act(model, Action.SELECT) if spot.on_keys else model.with_top(screen)

    def _picture(self) -> BindingsPicture:
        waits = _WAITS[self.waiting] if self.waiting else ""
        return BindingsPicture(self.standard, self.about, self.selected, waits, self.told, self.fresh)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_bindings(canvas, self._picture(), model, bindings_hints(self, model.cols))


def bindings_hints(screen: BindingsScreen, cols: int) -> list[Hint]:
    """The keys of the keybindings, most important first; none while a key is waited for, because any may be meant."""
    if screen.waiting is not None:
        return [(Action.BACK, "leave it")]
    hints: list[Hint] = [(Action.SELECT, "swap" if screen.clash else "add"), (Action.BACK, "back")]
    if cols < COMPACT_COLS:
        return hints
    hints += [(Action.REMOVE_KEY, "remove"), (Action.RESET, "as shipped"), (Action.STANDARD_KEYS, "standard")]
    return [*hints, (Action.VIM_KEYS, "vim"), (Action.HELP, "help"), (Action.RIGHT, "next screen")]


def open_bindings(model: Model) -> Model:
    """The model with the keys of the game on top, from the first action on."""
    return model.push(BindingsScreen(make_keymap(model.shipped.keys)[0]))
