"""The keybindings screen: the keys of each action, screen by screen; a new key is bound by pressing it.

A change leaves every key with one meaning and every action with a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import ALWAYS_QUITS, Keymap, key_label, make_keymap
from minesweeper.ui.base.model import Model, SaveSettings
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, is_compact
from minesweeper.ui.draw.words import fit
from minesweeper.ui.screens.help import meaning
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, lay_chrome, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, draw_entry, place_in_list, rows_in_view

# ------------------------------------------------------------------------------
# Changes of the key map that leave every key with one meaning and every action with a key; and whole presets.
# ------------------------------------------------------------------------------


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
        return KeyRefusal(f"{label} is a key of '{action.title}' already.", f"{label} is there already")
    if owner is not None:
        name = owner.title
        return KeyRefusal(
            f"{label} is not free here: it means '{name}'. Nothing was changed.", f"{label} is '{name}'", owner
        )
    return _with_keys(keymap, context, {action: (*keymap.keys(context, action), key)})


def remove_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """The key map with a key taken from an action."""
    keys, name, label = keymap.keys(context, action), action.title, key_label(key)
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
            name, label = owner.title, key_label(key)
            text = f"{label} belongs to '{name}' now, so '{action.title}' can't be as shipped."
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
# How the keybindings screen looks: tabs of contexts, and actions with their keys.
# ------------------------------------------------------------------------------

WELCOME = "Changes work at once and are saved."
_BLOCK = 100
_KEYS_AT_LEAST = 7
"""Room for the keys that names of actions leave in any case."""
_MEANING_AT_LEAST = 24
_PRESET_ROOM = len("preset: standard") + 2
_NOTHING = ("Nothing was changed.", "Nothing changed")


def _tabs(about: Context, listing: Listing) -> dict[Context, tuple[int, str]]:
    """Column and text of each tab in view; where both have no room, the preset's name goes before the shown tab."""
    left, right = listing.left + 14, listing.left + listing.width
    return _tabs_between(about, left, right - _PRESET_ROOM) or _tabs_between(about, left, right)


def _tabs_between(about: Context, left: int, right: int) -> dict[Context, tuple[int, str]]:
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


def _labels(keys: tuple[str, ...], room: int | None = None) -> str:
    """The names of keys, as many as there is room for."""
    text = " ".join(key_label(key) for key in keys)
    if room is None or len(text) <= room:
        return text
    for count in range(len(keys) - 1, 0, -1):
        text = " ".join(key_label(key) for key in keys[:count]) + " .."
        if len(text) <= room:
            return text
    return key_label(keys[0])


def _preset_name(standard: Keymap, keymap: Keymap) -> str:
    return "standard" if keymap == standard else "vim" if keymap == vim_keymap(standard) else "own"


class _Columns(NamedTuple):
    """How the room of a row is shared."""

    name: int
    keys: int
    meaning: int
    """0: there is no room to say what an action does."""


_TURNS = {Action.LEFT: -1, Action.RIGHT: 1}
_PAGE = 10
_CONTEXTS = tuple(Context)
_WAITS = {Action.SELECT: "press a key ..", Action.REMOVE_KEY: "press its key .."}
_PRESETS = {Action.STANDARD_KEYS: "as shipped", Action.VIM_KEYS: "as in vim"}


@dataclass(frozen=True)
class BindingsScreen(ListScreen):
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
    told: Message = SILENCE
    """What the last key did or why it did nothing."""
    fresh: bool = True

    wraps = True

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

    def listing(self, model: Model) -> Listing:
        rows, cols, total = model.rows, model.cols, len(self.actions)
        hints = self.hints_of(bindings_hints(self, model.cols))
        if is_compact(rows, cols):
            told = self.told or (SILENCE if self.fresh or self.waiting else self._about(model))
            chrome = lay_chrome(model, self.context, hints, told, most=3 if self.told else rows - 3)
            shown = rows_in_view(self.selected, total, 1, chrome.body.height)
            title = self.about.title
            titles = (f"Keys < {title} >", f"< {title} >", f"<{title}>", title)
            chrome = chrome.titled(titles, place_in_list(self.selected, total, len(shown)))
            return Listing(chrome, total, self.selected, shown, 0, cols)
        chrome = lay_chrome(model, self.context, hints, self.told or self._words(model))
        width = min(cols - 2, _BLOCK - 2)
        left, room = (cols - width) // 2, chrome.body.height - 1
        shown = rows_in_view(self.selected, total, 2, room)
        chrome = chrome._replace(left=left, width=width).titled(["Keybindings"], "")
        return Listing(chrome, total, self.selected, shown, left, width)

    def _words(self, model: Model) -> Message:
        """What is said where there is room, as long as the last key needs no words."""
        if self.waiting:
            what = "to take away from" if self.waiting is Action.REMOVE_KEY else "for"
            return say(f"Press the key {what} '{self.action.title}'. Esc leaves it as it is.")
        return say(WELCOME) if self.fresh else self._about(model)

    def _about(self, model: Model) -> Message:
        """What the selected action does, with all its keys, and those that it is shipped with if they are others."""
        keys, before = model.keymap.keys(self.about, self.action), self.standard.keys(self.about, self.action)
        shipped = "" if keys == before else f" Shipped: {_labels(before)}."
        return say(f"{_labels(keys)}: {meaning(self.action, self.about, model.settings)}.{shipped}")

    def _columns(self, model: Model, listing: Listing) -> _Columns:
        room = listing.width - 2
        name = min(max(len(action.title) for action in self.actions) + 2, room - _KEYS_AT_LEAST)
        longest = max(len(_labels(model.keymap.keys(self.about, action))) for action in self.actions) + 2
        keys = min(longest, room - name)
        rest = room - name - keys
        return _Columns(name, keys, rest) if rest >= _MEANING_AT_LEAST else _Columns(name, room - name, 0)

    def draw_rows(self, model: Model, canvas: Canvas, listing: Listing) -> None:
        columns = self._columns(model, listing)
        if not is_compact(model.rows, model.cols):
            self._draw_tabs(model, canvas, listing)
        for number, row in listing.rows.items():
            text = self._row_text(model, number, columns, listing)
            draw_entry(canvas, listing, number, text, model)
            if columns.meaning and number != self.selected:
                start = columns.name + columns.keys
                what = text[start:].ljust(listing.width - 2 - start)
                canvas.write(row, listing.left + 2 + start, what, "text.dim")

    def _row_text(self, model: Model, number: int, columns: _Columns, listing: Listing) -> str:
        """An action's name, its keys and what it does, as far as there is room; or that a key is waited for."""
        action, name_room = self.actions[number], columns.name
        keys = _labels(model.keymap.keys(self.about, action), columns.keys)
        waits = _WAITS[self.waiting] if self.waiting and number == self.selected else ""
        if is_compact(model.rows, model.cols) and waits:
            keys = "remove .." if self.waiting is Action.REMOVE_KEY else "press key.."
            name_room = listing.width - 2 - len(keys)
        elif waits:
            keys = f"{keys}  {waits}"
        elif columns.meaning:
            what = meaning(action, self.about, model.settings)
            keys = keys.ljust(columns.keys) + fit(what, columns.meaning)
        # A key is never cut: half of its name would be another key.
        room = min(name_room, listing.width - 2 - len(keys)) - 1
        return fit(action.title, room).ljust(room + 1) + keys

    def _draw_tabs(self, model: Model, canvas: Canvas, listing: Listing) -> None:
        """The screens that have keys, which preset is in force, and where one is."""
        row, right, tabs = listing.chrome.top, listing.left + listing.width, _tabs(self.about, listing)
        for context, (col, text) in tabs.items():
            canvas.write(row, col, text, "title" if context is self.about else "text.dim")
        end = max(col + len(text) for col, text in tabs.values())
        if end + _PRESET_ROOM <= right:
            preset = f"preset: {_preset_name(self.standard, model.keymap)}"
            canvas.write(row, right - len(preset), preset, "text.dim")
        if len(listing.rows) < listing.total:
            place = f"{self.selected + 1} of {listing.total}"
            canvas.write(row + 1, right - len(place), place, "text.dim")

    def on(self, number: int) -> BindingsScreen:
        return replace(self, selected=number, fresh=False)

    def page(self, listing: Listing) -> int:
        return _PAGE

    def calm(self) -> BindingsScreen:
        return replace(self, waiting=None, clash=None, asking=None, told=SILENCE)

    def _say(self, *texts: str, alarm: bool = False) -> BindingsScreen:
        return replace(self.calm(), told=say(*texts, alarm=alarm), fresh=False)

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.waiting is None:
            return super().type_key(model, key)
        if key == "esc":
            return model.with_top(self._say(*_NOTHING))
        label, name = key_label(key), self.action.title
        if self.waiting is Action.REMOVE_KEY:
            done = remove_key(model.keymap, self.about, self.action, key)
            return self._done(model, done, f"{label} is no key of '{name}' any more.", f"{label} removed")
        done = add_key(model.keymap, self.about, self.action, key)
        given = given_key(model.keymap, self.about, self.action)
        if isinstance(done, KeyRefusal) and done.owner is not None and given is not None:
            return model.with_top(self._offer_swap(model, done, key, given))
        # With Caps Lock a letter comes as its capital, which is another key.
        asks = " Without Shift? Then Caps Lock is on." if len(key) == 1 and key.isupper() else ""
        return self._done(model, done, f"{label} means '{name}' now.{asks}", f"{label} is bound")

    def _offer_swap(self, model: Model, refusal: KeyRefusal, key: str, given: str) -> BindingsScreen:
        enter = model.keymap.label(self.context, Action.SELECT)
        text = f"{refusal.text} {enter} swaps {key_label(key)} and {key_label(given)}."
        return replace(self._say(text, f"{refusal.short}. {enter}: swap", alarm=True), clash=key)

    def _done(self, model: Model, done: Keymap | KeyRefusal, *texts: str) -> Model:
        """The model with a change in force and saved, or with the reason why there is none."""
        if isinstance(done, KeyRefusal):
            return model.with_top(self._say(done.text, done.short, alarm=True))
        model = model.with_top(self._say(*texts))
        changes = key_changes(model.settings.keys, done, self.standard)
        if changes:
            model = model.with_effect(SaveSettings({"keys": changes}))
        settings = model.settings._replace(keys=to_keys(model.settings.keys, done))
        return model._replace(keymap=done, settings=settings)

    def act(self, model: Model, action: Action) -> Model:
        if self.clash is not None and action in (Action.SELECT, Action.BACK):
            return self._swap(model, self.clash) if action is Action.SELECT else model.with_top(self.calm())
        return super().act(model, action)

    def pick(self, model: Model) -> Model:
        return model.with_top(replace(self, waiting=Action.SELECT, fresh=False))

    def use(self, model: Model, action: Action) -> Model:
        if action in _TURNS:
            place = (_CONTEXTS.index(self.about) + _TURNS[action]) % len(_CONTEXTS)
            return model.with_top(self._turned(_CONTEXTS[place]))
        if action is Action.REMOVE_KEY:
            return model.with_top(replace(self, waiting=action, fresh=False))
        if action is Action.RESET:
            done = reset_action(model.keymap, self.standard, self.about, self.action)
            return self._done(model, done, f"'{self.action.title}' is as shipped.", "As shipped")
        return self._preset(model, action) if action in _PRESETS else super().use(model, action)

    def _turned(self, about: Context) -> BindingsScreen:
        return replace(self, about=about, selected=0, fresh=False)

    def _swap(self, model: Model, key: str) -> Model:
        given = given_key(model.keymap, self.about, self.action) or key
        taken, lost = key_label(key), key_label(given)
        done = swap_key(model.keymap, self.about, self.action, key)
        text = f"{taken} means '{self.action.title}' now, and {lost} what {taken} meant."
        return self._done(model, done, text, f"{taken}, {lost} swapped")

    def _preset(self, model: Model, action: Action) -> Model:
        """The model with all keys as in a preset, or with the question whether own keys may go for it."""
        if model.keymap in (vim_keymap(self.standard), self.standard):
            return self._take_preset(model, action)
        name = _PRESETS[action]
        said = say(f"All keys {name}, instead of your own?", f"All {name}?", alarm=True)
        return model.with_top(replace(self.calm(), told=said, fresh=False, asking=action))

    def _take_preset(self, model: Model, action: Action) -> Model:
        done = vim_keymap(self.standard) if action is Action.VIM_KEYS else self.standard
        return self._done(model, done, f"All keys are {_PRESETS[action]}.", f"All {_PRESETS[action]}")

    def answer(self, model: Model, yes: bool) -> Model:
        if yes and self.asking:
            return self._take_preset(model, self.asking)
        return model.with_top(self._say(*_NOTHING))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "press" and event.button == "left":
            if self.waiting is not None:
                return model.with_top(self._say(*_NOTHING))
            tab = None if self.asking else self._tab_at(model, event.row, event.col)
            if tab is not None:
                return model.with_top(self.calm()._turned(tab))
        return super().use_mouse(model, event)

    def _tab_at(self, model: Model, row: int, col: int) -> Context | None:
        listing = self.listing(model)
        if row != listing.chrome.top or is_compact(model.rows, model.cols):
            return None
        tabs = _tabs(self.about, listing).items()
        return next((context for context, (start, text) in tabs if start <= col < start + len(text)), None)

    def press(self, model: Model, number: int, col: int) -> Model:
        """The model with an action selected; a press on its keys is the wish to add one."""
        listing, screen = self.listing(model), self.on(number)
        model = model.with_top(screen)
        on_keys = col >= listing.left + 2 + self._columns(model, listing).name
        return screen.pick(model) if on_keys else model


def bindings_hints(screen: BindingsScreen, cols: int) -> list[KeyHint]:
    """The keys of the keybindings, most important first; none while a key is waited for, because any may be meant."""
    if screen.waiting is not None:
        return [(Action.BACK, "leave it")]
    hints: list[KeyHint] = [(Action.SELECT, "swap" if screen.clash else "add"), (Action.BACK, "back")]
    if cols < COMPACT_COLS:
        return hints
    hints += [(Action.REMOVE_KEY, "remove"), (Action.RESET, "as shipped"), (Action.STANDARD_KEYS, "standard")]
    return [*hints, (Action.VIM_KEYS, "vim"), (Action.HELP, "help"), (Action.RIGHT, "next screen")]


def open_bindings(model: Model) -> Model:
    """The model with the keys of the game on top, from the first action on."""
    return model.push(BindingsScreen(make_keymap(model.shipped.keys)[0]))
