"""The main menu: which game to play, and the running game that was left and waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.text import plural
from minesweeper.core.times import clock_text, milliseconds_text
from minesweeper.storage.records import Group, SavedGame
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.base.routes import Route
from minesweeper.ui.base.store_cache import StoreCache
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect, is_compact
from minesweeper.ui.draw.glyphs import Looks, Piece
from minesweeper.ui.screens.waiting import Taken, about_daily, about_waiting, find_saved, waiting_of
from minesweeper.ui.widgets.chrome import (
    MOST_LINES,
    SILENCE,
    Button,
    KeyHint,
    Message,
    first_words,
    lay_chrome,
    message_width,
    say,
)
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, draw_entry, place_in_list, rows_in_view

if TYPE_CHECKING:
    from minesweeper.play.session import Session
    from minesweeper.storage.saves_table import RunningGame

LEVELS = {
    Action.PLAY_BEGINNER: "beginner",
    Action.PLAY_INTERMEDIATE: "intermediate",
    Action.PLAY_EXPERT: "expert",
}
BOARDS = {**LEVELS, Action.CUSTOM_GAME: "custom"}
"""The boards that can be played, by the names that the settings remember."""
_GAMES = (Action.CONTINUE, *BOARDS, Action.DAILY)
_OPENED = {
    Action.CUSTOM_GAME: Route.CUSTOM,
    Action.DAILY: Route.DAILY,
    Action.LESSONS: Route.LESSONS,
    Action.ANALYSE: Route.ANALYSIS,
    Action.REPLAYS: Route.REPLAYS,
    Action.STATISTICS: Route.STATISTICS,
    Action.SETTINGS: Route.SETTINGS,
    Action.KEYBINDINGS: Route.BINDINGS,
}
_LEARNING = (Action.LESSONS, Action.ANALYSE, Action.REPLAYS, Action.STATISTICS, Action.BOT)
_OTHERS = (*_LEARNING, Action.SETTINGS, Action.KEYBINDINGS, Action.HELP, Action.QUIT)
_NAMES = {
    **{action: name.capitalize() for action, name in BOARDS.items()},
    Action.BOARDS: "Board type",
    Action.LEVEL: "Assist level",
    Action.ANALYSE: "Analysis",
    Action.KEYBINDINGS: "Keys",
}
"""What items are called that have not the names of their actions."""
_SHORT = {Action.BOARDS: "Boards", Action.LEVEL: "Assist"}
"""What switches are called in a list, beside their values."""
_SWITCHES = {
    Action.BOARDS: ("boards", {"normal": "random", "no-guess": "no-guess"}),
    Action.LEVEL: ("assist", {"single": "off", "dual": "what-if", "intelligent": "auto"}),
}
"""By the action: its setting, and the word for each of its values."""
_MEANINGS = {
    "normal": ("Random boards: every layout is equally likely, so some need a guess.", "Random: may need a guess."),
    "no-guess": ("No-guess boards: logic alone solves every one of them.", "No-guess: logic is enough."),
    "single": ("", "Off: nothing is done for you."),
    "dual": ("", "What-if: a flag can try a mine."),
    "intelligent": ("", "Auto: provable moves are made."),
}
"""What each value means; what is longest about the assist level stands with it."""
_ITEMS = (*_GAMES, *_SWITCHES, *_OTHERS)
_BLOCK = 60
_ROOMY = 40
"""From so many rows on items are two rows apart."""
_LOGO = "MINESWEEPER"
_CAP = 5
"""The columns of a key cap and the gap beside it."""
_TIME = len("best 00:00.000")
_MARK = 2
"""The columns before an item: the mark of the selected one, and a blank."""
_BELOW = 2
"""The rows below the block: a message and the hints."""


def _name(item: Action) -> str:
    return _NAMES.get(item, item.name.capitalize())


# ------------------------------------------------------------------------------
# Where everything stands: a function of the terminal's size alone, so that nothing moves when more is known.
# ------------------------------------------------------------------------------


_Line = dict[Action, int]
"""Items side by side, with their columns."""


class _Places(NamedTuple):
    """Where the parts of the menu stand."""

    items: dict[Action, Button]
    """The items in view; that of a game that waits has its place even if there is none."""
    block: Rect = Rect(0, 0, 0, 0)
    """All of it, from the logo on; a list has a title instead."""
    caps: bool = False
    """Whether the logo's letters are key caps, of three rows."""
    has_message: bool = False
    """Whether a row is kept for a message."""


def _lay_list(model: Model, selected: Action, room: Rect) -> _Places:
    """The items below each other; those of the first page stand still while one of them is selected."""
    number = _ITEMS.index(selected)
    rows = rows_in_view(number if number >= room.height else 0, len(_ITEMS), room.top, room.height)
    return _Places({_ITEMS[number]: Button(row, 0, model.cols, _ITEMS[number]) for number, row in rows.items()})


def _lay_block(model: Model) -> _Places:
    """The menu as far apart as there is room: the key caps go first, then the blank rows, then the row for messages."""
    width, step = min(_BLOCK, model.cols), 2 if model.rows >= _ROOMY else 1
    has_caps = model.looks.outlines and model.cols >= _CAP * (len(_LOGO) + 2)
    groups = [[{item: width} for item in _GAMES], _side_by_side(_SWITCHES, width), _side_by_side(_OTHERS, width)]
    for caps, gap in ((has_caps, step), (False, step), (False, 0)):
        items = {place.action: place for place in _stack(groups, 3 if caps else 1, step, gap)}
        height = items[Action.QUIT].row + 1
        if height <= model.rows - _BELOW:
            break
    top, left = max(0, (model.rows - _BELOW - height) // 2), (model.cols - width) // 2
    items = {item: place._replace(row=top + place.row, col=left + place.col) for item, place in items.items()}
    return _Places(items, Rect(top, left, height, width), caps, height <= model.rows - _BELOW)


def _stack(groups: Iterable[Sequence[_Line]], row: int, step: int, gap: int) -> Iterator[Button]:
    """The places of items from a row on, lines some rows apart, and blank rows before each group."""
    for group in groups:
        row += gap
        for line in group:
            col = 0
            for item, width in line.items():
                yield Button(row, col, width, item)
                col += width
            row += step


def _side_by_side(items: Iterable[Action], room: int) -> list[_Line]:
    """Items in equal columns, or each as wide as it is if that takes fewer lines."""
    widths = {item: _MARK + _width(item) for item in items}
    count = min(len(widths), room // max(widths.values()))
    names = list(widths)
    equal = [dict.fromkeys(names[first : first + count], room // count) for first in range(0, len(names), count)]
    ragged: list[_Line] = [{}]
    for item, width in widths.items():
        if sum(ragged[-1].values()) + width > room:
            ragged.append({})
        ragged[-1][item] = width
    return min(equal, ragged, key=len)


def _width(item: Action) -> int:
    """The columns of an item that shares its line, a switch with the longest of its values."""
    values = _SWITCHES[item][1].values() if item in _SWITCHES else ()
    return len(_name(item)) + max((len(f" < {value} >") for value in values), default=0)


def _draw_logo(canvas: Canvas, row: int, looks: Looks, caps: bool) -> None:
    """The name of the game, its letters in the colours of the numbers, as key caps or in one row."""
    signs = (looks.glyphs.flag, *_LOGO, looks.glyphs.mine)
    numbers = (f"n{index % 8 + 1}" if looks.colours else "title" for index in range(len(_LOGO)))
    styles = ("flag", *numbers, "text")
    if caps:
        left = (canvas.cols - _CAP * len(signs)) // 2
        for index, (sign, style) in enumerate(zip(signs, styles, strict=True)):
            col, odd = left + _CAP * index, ".odd" if index % 2 else ""
            canvas.write(row, col, "▗▄▄▄▖", f"logo{odd}")
            pieces = [("▐", f"logo{odd}"), (f" {sign} ", f"{style} on hidden{odd}"), ("▌", f"logo{odd}")]
            canvas.write_pieces(row + 1, col, pieces)
            canvas.write(row + 2, col, "▝▀▀▀▘", f"logo{odd}")
        return
    left = (canvas.cols - 2 * len(_LOGO) + 1) // 2
    canvas.write(row, left - 3, looks.glyphs.flag, "title")
    for index, letter in enumerate(_LOGO):
        canvas.write(row, left + 2 * index, letter, styles[1 + index])
    canvas.write(row, left + 2 * len(_LOGO) + 1, looks.glyphs.mine, "title")


# ------------------------------------------------------------------------------
# What is said about each item, in the form that has room.
# ------------------------------------------------------------------------------


def _block_lines(menu: MenuScreen, model: Model, width: int) -> dict[Action, list[Piece]]:
    """The lines of the items of the block, of which games have so many columns."""
    labels = {item: model.keymap.label(Context.MENU, item) for item in _GAMES}
    key_width, name_width = max(map(len, labels.values())), max(len(_name(item)) for item in _GAMES)
    room = width - _MARK - key_width - name_width - 5
    abouts = _about_boards(model, room) | {
        item: [(_first_fitting(forms, room), "text" if item is Action.CONTINUE else "text.dim")]
        for item, forms in _about_others(menu, model).items()
    }
    lines: dict[Action, list[Piece]] = {
        item: [(f"{label:{key_width}}  ", "key"), (f"{_name(item):{name_width}}   ", "text"), *abouts.get(item, ())]
        for item, label in labels.items()
    }
    before, after = model.looks.glyphs.turn
    for item in _SWITCHES:
        lines[item] = [(f"{_name(item)} ", "text.dim"), (f"{before} {_value(model.settings, item)} {after}", "bar")]
    return lines | {item: [(_name(item), "text.dim")] for item in _OTHERS}


def _list_lines(menu: MenuScreen, model: Model) -> dict[Action, list[Piece]]:
    """The lines of all items below each other: key, name, and a few words at the right."""
    labels = {item: "" if item in _SWITCHES else model.keymap.label(Context.MENU, item) for item in _ITEMS}
    key_width = max(map(len, labels.values()))
    times = {item: [clock_text(best / 1000)] for item, best in _best_times(model).items()}
    abouts = times | _about_others(menu, model) | {item: [_value(model.settings, item)] for item in _SWITCHES}
    lines = {}
    for item, label in labels.items():
        name = f"{label:{key_width}} {_SHORT.get(item) or _name(item)}"
        room = model.cols - _MARK - len(name) - 1
        about = _first_fitting(abouts.get(item, ()), room)
        style = "good" if item in times else "text"
        lines[item] = [(name[:key_width], "key"), (name[key_width:], "text"), (about.rjust(room + 1), style)]
    return lines


def _first_fitting(forms: Iterable[str], room: int) -> str:
    return next((text for text in forms if len(text) <= room), "")


def _value(settings: Settings, switch: Action) -> str:
    option, words = _SWITCHES[switch]
    return words[settings.text(option)]


def _about_others(menu: MenuScreen, model: Model) -> dict[Action, list[str]]:
    """What is said about the game that waits and today's board, as far as it is known, longest form first."""
    waiting, cache, texts = menu.waiting, model.cache, dict[Action, list[str]]()
    if cache.daily is not None:
        texts[Action.DAILY] = about_daily(cache.daily, waiting)
    if waiting:
        forms = about_waiting(waiting[0])
        if menu.kept and cache.problem:
            forms = [*(f"{text}, not saved" for text in forms[:-1]), "not saved", "unsaved"]
        several = [f"{text}, {len(waiting)} saved games" for text in forms if len(waiting) > 1]
        texts[Action.CONTINUE] = several + forms
    return texts


def _best_times(model: Model) -> dict[Action, int]:
    """The best times in milliseconds of the presets, on the boards that are switched on."""
    mode = model.settings.text("boards")
    groups = {action: Group(name, mode, board=str(model.settings.presets[name])) for action, name in LEVELS.items()}
    records = {action: model.cache.record(group) for action, group in groups.items()}
    return {action: record.best_ms for action, record in records.items() if record and record.best_ms is not None}


def _about_boards(model: Model, room: int) -> dict[Action, list[Piece]]:
    """Size, mines and best time of the boards in columns; the time has its place before it is known."""
    specs = {action: model.settings.presets[name] for action, name in LEVELS.items()}
    specs[Action.CUSTOM_GAME] = model.settings.custom
    sizes = {action: f"{spec.width}x{spec.height}" for action, spec in specs.items()}
    size_width = max(map(len, sizes.values()))
    digits = max(len(str(spec.mines)) for spec in specs.values())
    both = {
        action: f"{sizes[action]:{size_width}}   {plural(spec.mines, 'mine', str(digits))}"
        for action, spec in specs.items()
    }
    columns = next((texts for texts in (both, sizes) if max(map(len, texts.values())) + _TIME < room), {})
    lines: dict[Action, list[Piece]] = {action: [(text, "text.dim")] for action, text in columns.items()}
    for action, best in _best_times(model).items():
        time, line = milliseconds_text(best), lines.setdefault(action, [])
        pad = room - len(columns.get(action, "")) - len(time)
        if pad > 0:
            label = "best ".rjust(pad) if pad > len("best ") and columns is both else " " * pad
            line += [(label, "text.dim"), (time, "good")]
    return lines


# ------------------------------------------------------------------------------
# The screen.
# ------------------------------------------------------------------------------

_PLAYED = {**LEVELS, Action.DAILY: "daily"}


class MenuFields(NamedTuple):
    """What the menu remembers."""

    selected: Action = Action.PLAY_BEGINNER
    last: Action = Action.PLAY_BEGINNER
    """The preset last played."""
    kept: tuple[Screen, ...] = ()
    """The running games that were left in this program and can be continued, the newest last."""
    saved: tuple[SavedGame, ...] = ()
    """The games that other programs have left, or are playing, the newest first."""
    used: bool = False
    """Whether the player has pressed anything yet; before that the selection may move by itself."""
    message: Message = SILENCE
    asking: Action | None = None
    """Quit, when that was asked for and waits to be confirmed."""


class MenuScreen(MenuFields, ListScreen):
    """The first screen; it is never left, other screens lie on top of it."""

    wraps = True

    @property
    def context(self) -> Context:
        return Context.MENU

    @property
    def items(self) -> tuple[Action, ...]:
        """What can be chosen now, from top to bottom."""
        return _ITEMS if self.waiting else tuple(item for item in _ITEMS if item is not Action.CONTINUE)

    @property
    def waiting(self) -> tuple[SavedGame, ...]:
        """All games that were left, the one that Continue offers first."""
        here = tuple(waiting_of(session) for session in reversed(self.sessions()))
        return tuple(sorted((*here, *self.saved), key=lambda game: not game.can_continue))

    def has_running_game(self) -> bool:
        return bool(self.kept)

    def child_screens(self) -> tuple[Screen, ...]:
        return self.kept

    def sessions(self) -> tuple[Session, ...]:
        return tuple(session for screen in self.kept for session in screen.sessions())

    def on_store_change(self, cache: StoreCache) -> MenuScreen:
        menu = self._replace(saved=cache.waiting)
        offered = next((game for game in menu.waiting if game.can_continue), None)
        if menu.selected not in menu.items:
            return menu._replace(selected=menu.last)
        if self.used or offered is None or self.waiting:
            return menu
        return menu._replace(selected=Action.CONTINUE)

    def adopt(self, screen: Screen) -> MenuScreen:
        session = screen.session()
        if session is None:
            return self
        level = next((action for action, name in _PLAYED.items() if name == session.name), None)
        menu = self.calm()._replace(last=level or Action.CUSTOM_GAME)
        if not screen.has_running_game():
            return menu._replace(selected=Action.CONTINUE if menu.kept else menu.last)
        return menu._replace(kept=(*self.kept, screen), selected=Action.CONTINUE)

    def listing(self, model: Model) -> Listing:
        items, hints = self.items, self.hints_of(self._hints())
        selected, total = items.index(self.selected), len(items)
        if is_compact(model.rows, model.cols):
            chrome = lay_chrome(model, self.context, hints, self._told(model), most=2)
            places = _lay_list(model, self.selected, chrome.body)
            chrome = chrome.titled([_LOGO], place_in_list(selected, total, len(places.items)))
        else:
            places = _lay_block(model)
            told, kept = self._told(model, places.has_message), (places.items[self.selected].row,)
            most = MOST_LINES if places.has_message else 2
            chrome = lay_chrome(model, self.context, hints, told, most=most, keeps=kept, frame=places.block)
        shown = {items.index(item): place for item, place in places.items.items() if item in items}
        rows = {number: place.row for number, place in shown.items() if not chrome.is_covered(place.row)}
        columns = {number: (place.col, place.width) for number, place in shown.items()}
        return Listing(chrome, total, selected, rows, 0, model.cols, columns=columns)

    def _hints(self) -> list[KeyHint]:
        past: list[KeyHint] = [(Action.DAYS, "past days")] if self.selected is Action.DAILY else []
        return [(Action.SELECT, "choose"), *past, (Action.HELP, "help"), (Action.QUIT, "quit")]

    def _told(self, model: Model, has_row: bool = False) -> Message:
        """What is said, where a greeting has a row of its own."""
        problem = model.cache.problem
        if self.kept and problem and not self.asking:
            return say(" ".join((*self.message.texts, problem)), problem, alarm=True)
        words = first_words(model.keymap)
        if not self.message and model.cache.is_empty and has_row and len(words) <= message_width(model.cols):
            return say(words)
        return self.message

    def draw_rows(self, model: Model, canvas: Canvas, listing: Listing) -> None:
        if is_compact(model.rows, model.cols):
            lines = _list_lines(self, model)
        else:
            places = _lay_block(model)
            _draw_logo(canvas, places.block.top, model.looks, places.caps)
            lines = _block_lines(self, model, places.block.width)
        for number in listing.rows:
            draw_entry(canvas, listing, number, lines[self.items[number]], model)

    def on(self, number: int) -> MenuScreen:
        return self._replace(selected=self.items[number])

    def _moved(self, listing: Listing, action: Action) -> int | None:
        number = super()._moved(listing, action)
        if number is None or action not in (Action.UP, Action.DOWN) or self.selected not in _OTHERS:
            return number
        step, row, items = 1 if action is Action.DOWN else -1, listing.rows.get, self.items
        while row(number) == row(listing.selected):
            number = (number + step) % listing.total
        beside = [other for other in listing.rows if row(other) == row(number) and items[other] in _OTHERS]
        col = listing.columns_of(listing.selected)[0]
        return min(beside, key=lambda other: abs(listing.columns_of(other)[0] - col), default=number)

    def page(self, listing: Listing) -> int:
        return listing.total

    def action_of(self, number: int) -> Action:
        return self.items[number]

    def calm(self) -> MenuScreen:
        return self._replace(message=SILENCE, asking=None, used=True)

    def answer(self, model: Model, yes: bool) -> Model:
        return model.quit() if yes else model.with_top(self.calm()._replace(message=say("The game is still here.")))

    def press(self, model: Model, number: int, col: int) -> Model:
        return self.use(model.with_top(self), self.items[number])

    def pick(self, model: Model) -> Model:
        return self.use(model, self.selected)

    def use(self, model: Model, action: Action) -> Model:
        if action is Action.BACK:
            return model.with_top(self.on(len(self.items) - 1))
        if action in (Action.LEFT, Action.RIGHT):
            return self._step_aside(model, 1 if action is Action.RIGHT else -1)
        if action in _SWITCHES:
            return self._turn(model, action, 1)
        if action is Action.DAYS:
            return model.open_screen(Route.DAYS)
        return self._do(model, action) if action in self.items else model

    def _step_aside(self, model: Model, step: int) -> Model:
        """The model after a step to the left or right: among the others, or else of a switch."""
        if self.selected in _OTHERS:
            number = max(0, min(_OTHERS.index(self.selected) + step, len(_OTHERS) - 1))
            return model.with_top(self._replace(selected=_OTHERS[number]))
        return self._turn(model, Action.LEVEL if self.selected is Action.LEVEL else Action.BOARDS, step)

    def _turn(self, model: Model, switch: Action, step: int) -> Model:
        """The model with the next value of a switch, which is kept in the settings, and what it means."""
        from minesweeper.play.assist_level import MEANINGS

        option, words = _SWITCHES[switch]
        values = list(words)
        value = values[(values.index(model.settings.text(option)) + step) % len(values)]
        model = model.with_top(self._replace(message=say(MEANINGS.get(value, ""), *_MEANINGS[value])))
        if switch is Action.LEVEL:
            return model.with_settings(model.settings.with_level(value), option, "custom_assist")
        return model.with_settings(model.settings.with_value(option, value), option)

    def _do(self, model: Model, action: Action) -> Model:
        """The model after an item was chosen."""
        if action is Action.QUIT:
            return self._quit(model)
        if action is Action.CONTINUE:
            return self._continue(model)
        board = BOARDS.get(self.selected)
        model = model.with_top(self._replace(selected=action))
        if action is Action.BOT:
            return model.open_screen(Route.BOT_SETUP, board)
        if action in _OPENED:
            return model.open_screen(_OPENED[action])
        if action not in LEVELS:
            return super().use(model, action)
        model = model.with_settings(model.settings.with_value("last_board", LEVELS[action]), "last_board")
        return model.open_screen(Route.NEW_GAME, LEVELS[action])

    def _continue(self, model: Model) -> Model:
        """The model with the game that waits, or with a list when there are several."""
        waiting = self.waiting
        if len(waiting) == 1 and waiting[0].can_continue:
            return self.continue_game(model, waiting[0])
        return model.open_screen(Route.SAVED, waiting)

    def continue_game(self, model: Model, game: SavedGame) -> Model:
        """The model with one of the games that wait, the menu being on top."""
        for screen in self.kept:
            session = screen.session()
            if session is not None and session.id == game.id:
                rest = tuple(other for other in self.kept if other is not screen)
                model = model.with_top(self._replace(kept=rest, selected=self.last)).push(screen)
                return screen.fit(model)  # the terminal may have another size by now
        return take_saved(model, game.id)

    def drop_game(self, game: SavedGame) -> MenuScreen | None:
        """The menu without a game that waits in this program; None for one that is not here."""
        rest = tuple(screen for screen in self.kept if game.id not in [found.id for found in screen.sessions()])
        return self._replace(kept=rest) if len(rest) < len(self.kept) else None

    def _take(self, model: Model, taken: Taken) -> Model:
        if taken.game is None:
            return model.with_top(self._replace(message=say(taken.problem or "", alarm=True)))
        return self.play_on(model, taken.game)

    def play_on(self, model: Model, game: RunningGame) -> Model:
        """The model with a game that was saved on top."""
        rest = tuple(saved for saved in self.saved if saved.id != game.id)
        menu = self.calm()._replace(saved=rest, selected=self.last)
        return model.with_top(menu).open_screen(Route.CONTINUED_GAME, game)

    def _quit(self, model: Model) -> Model:
        if not self.kept or model.cache.problem is None:
            return model.quit()
        question = "Quit? Your game can't be saved."
        said = say(f"{question} {model.cache.problem} (Y/N)", f"{question} (Y/N)", alarm=True)
        return model.with_top(self._replace(selected=Action.QUIT, message=said, asking=Action.QUIT))


def take_saved(model: Model, game_id: str | None = None) -> Model:
    """The model with the wish to go on with a saved game, the menu being on top; without an id with the newest."""
    return model.query(find_saved, game_id, then=MenuScreen._take)


def open_menu(settings: Settings | None = None) -> MenuScreen:
    """The menu as the program starts: on the preset last played."""
    name = settings.text("last_board") if settings else ""
    last = next((action for action, level in BOARDS.items() if level == name), Action.PLAY_BEGINNER)
    return MenuScreen(last, last)
