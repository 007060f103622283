"""The main menu: which game to play, and the running game that was left and waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.measures import difficulty
from minesweeper.core.specs import BoardSpec
from minesweeper.core.text import plural
from minesweeper.core.times import clock_text, milliseconds_text
from minesweeper.storage.settings import Settings
from minesweeper.storage.values import Group, Record, SavedGame
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.base.routes import Route
from minesweeper.ui.base.shelf import Shelf
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, Geometry, is_compact
from minesweeper.ui.draw.glyphs import Looks, Piece
from minesweeper.ui.draw.words import board_name, board_name_of
from minesweeper.ui.screens.waiting import Taken, about_daily, about_waiting, find_saved, waiting_of
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, Button, Chrome, KeyHint, Message, first_words, lay_chrome, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, draw_entry, place_in_list, rows_in_view

if TYPE_CHECKING:
    from minesweeper.play.game import Game
    from minesweeper.play.session import Session
    from minesweeper.storage.saves import RunningGame

LEVELS = {
    Action.PLAY_BEGINNER: "beginner",
    Action.PLAY_INTERMEDIATE: "intermediate",
    Action.PLAY_EXPERT: "expert",
}
_NAMES = {action: name.capitalize() for action, name in LEVELS.items()} | {
    Action.CUSTOM_GAME: "New custom game",
    Action.ANALYSE: "Analysis",
}
"""What items are called that have not the names of their actions."""
_GROUPS = ((Action.CONTINUE, Action.DAILY), (Action.KEYBINDINGS,))
"""A blank row stands before the first of each group that is there."""
_BLOCK = 80
_TALL, _ROOMY = 30, 40
"""From so many rows on the menu stands in the middle; from so many its items are two rows apart."""
_LOGO = "MINESWEEPER"
_CAP = 5
"""The columns of a key cap and the gap beside it."""


class _Places(NamedTuple):
    """Where the parts of the menu stand, if it is not compact."""

    top: int
    """The row of the logo."""
    caps: bool
    """Whether its letters are key caps, of three rows."""
    rows: dict[int, int]
    """The row of each item in view."""
    switches: int | None = None
    headings: int | None = None


# Blank rows above, whether the logo has caps, blank rows below the logo, the switches, and between groups, and whether
# there are headings: the loosest that fit are taken. One more row stays free below the loosest.
_LOOSE = (
    (1, True, 1, 1, 1, True),
    (0, True, 1, 1, 1, True),
    (0, True, 0, 0, 1, True),
    (0, True, 0, 0, 0, True),
    (0, False, 0, 0, 0, True),
    (0, False, 0, 0, 0, False),
)


def _lay_wide(chrome: Chrome, items: tuple[Action, ...], selected: int, looks: Looks) -> _Places:
    """The menu as far apart as there is room; the blank rows go first, then the logo is one row."""
    rows, end = chrome.rows, chrome.end
    step = 2 if rows >= _ROOMY else 1
    starts = [next((item for item in group if item in items), None) for group in _GROUPS]
    for top, caps, below_logo, below_switches, blank, headed in _LOOSE:
        caps = caps and looks.outlines and chrome.cols >= _CAP * (len(_LOGO) + 2)
        switches = (3 if caps else 1) + below_logo * step
        row = first = switches + 1 + below_switches * step + headed
        offsets = []
        for item in items:
            row += blank * step if item in starts else 0
            offsets.append(row)
            row += step
        if offsets[-1] + 2 * top < end:
            top = min((rows - offsets[-1]) // 2 - 1, end - 1 - offsets[-1]) if rows >= _TALL else top
            places = {number: top + offset for number, offset in enumerate(offsets)}
            return _Places(top, caps, places, top + switches, top + first - 1 if headed else None)
    # Not even without blank rows.
    return _Places(0, False, rows_in_view(selected, len(items), 1, end - 1))


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
# The two switches: which boards are dealt, and how much help there is.
# ------------------------------------------------------------------------------

_SWITCHES = {
    Action.BOARDS: ("Boards", "boards", {"normal": "any layout", "no-guess": "logic is enough"}),
    Action.LEVEL: (
        "Help",
        "assist",
        {"single": "flags only", "dual": "proposals", "intelligent": "sure moves"},
    ),
}
"""By the action: its name, its setting, and what each value means in a few words."""


class _Switch(NamedTuple):
    """A switch as it stands in its row."""

    button: Button
    name: str
    value: str
    meaning: str


def _lay_switches(settings: Settings, row: int, left: int, width: int) -> list[_Switch]:
    """The switches, each with room for its longest value: nothing moves when one is turned."""
    forms = [(f"< {{:{wide}}} >" if wide else "<{}>", told) for wide, told in ((1, True), (1, False), (0, False))]
    result: list[_Switch] = []
    for form, told in forms:
        result, col = [], left
        for action, (name, option, meanings) in _SWITCHES.items():
            words = {value: form.format(_word_of(action, value)) for value in meanings}
            room = len(name) + 1 + max(map(len, words.values()))
            room += 2 + max(map(len, meanings.values())) if told else 0
            value = settings.text(option)
            switch = _Switch(Button(row, col, room, action), name, words[value], meanings[value] if told else "")
            result.append(switch)
            col += room + (3 if form[1] == " " else 1)
        if result[-1].button.col + result[-1].button.width <= left + width:
            break
    return result


def _word_of(action: Action, value: str) -> str:
    return value.capitalize() if action is Action.LEVEL else value


def _draw_switches(canvas: Canvas, switches: list[_Switch]) -> None:
    for button, name, value, meaning in switches:
        col = canvas.write(button.row, button.col, name, "text.dim")
        col = canvas.write(button.row, col + 1, value, "bar")
        canvas.write(button.row, col + 2, meaning, "text.dim")


# ------------------------------------------------------------------------------
# The items: what there is to say about each, in the form that has room.
# ------------------------------------------------------------------------------


class _Column(NamedTuple):
    """A column of the presets: its heading, and a cell for each of them."""

    heading: str
    cells: dict[Action, list[Piece]]
    is_number: bool = False
    """Whether its cells are aligned at the right."""
    named: str = "{}"
    """What a cell says where there is no heading."""


class _Table(NamedTuple):
    """The headings of columns, and the lines below them."""

    heading: str
    lines: dict[Action, list[Piece]]

    @property
    def width(self) -> int:
        """The columns of the screen that the longest line takes."""
        return max(len(self.heading), *map(_length, self.lines.values()))


def _length(pieces: list[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)


def _table(columns: Sequence[_Column], actions: Iterable[Action], headed: bool) -> _Table:
    """Columns side by side; one without a heading belongs to the one before it."""
    heading, lines = "", {action: list[Piece]() for action in actions}
    for column in columns:
        before, _, after = ("", "", "") if headed else column.named.partition("{}")
        cells = {
            action: [(before, "text.dim"), *cell, (after, "text.dim")] for action, cell in column.cells.items() if cell
        }
        width = max(len(column.heading) * headed, *map(_length, cells.values())) if cells else 0
        gap = "" if not heading else " " if not column.heading else "   "
        title = column.heading if headed else ""
        heading += gap + (title.rjust(width) if column.is_number else title.ljust(width))
        for action, line in lines.items():
            cell = cells.get(action, [])
            pad = (" " * (width - _length(cell)), "text")
            line += [(gap, "text"), *((pad, *cell) if column.is_number else (*cell, pad))]
    return _Table(heading, lines)


def _entries(menu: MenuScreen, model: Model, width: int, rooms: dict[Action, int], headed: bool) -> _Table:
    """The line of each item, of which some have less room: its key, its name and what there is to say about it."""
    labels = {item: model.keymap.label(Context.MENU, item) for item in menu.items}
    key_width = max(len(label) for label in labels.values())
    narrow = width < COMPACT_COLS
    names = {item: (" " if narrow else "  ") + _NAMES.get(item, item.name.capitalize()) for item in labels}
    about_col = key_width + max(len(name) for name in names.values()) + 3
    starts = {item: key_width + len(name) + 1 if narrow else about_col for item, name in names.items()}
    rooms = {item: rooms.get(item, width - 2) - start for item, start in starts.items()}
    heading, abouts = _narrow_levels(model, rooms) if narrow else _level_columns(model, rooms, headed)
    abouts = abouts | {item: [(text, "text")] for item, text in _about_others(menu, model, rooms).items()}
    lines = {}
    for item, label in labels.items():
        about = abouts.get(item, [])
        blank = (width - 2 - _length(about) if narrow else about_col) - key_width - len(names[item])
        lines[item] = [(f"{label:{key_width}}", "key"), (names[item] + " " * blank, "text"), *about]
    return _Table(" " * (about_col + 2) + heading, lines)


def _about_others(menu: MenuScreen, model: Model, rooms: dict[Action, int]) -> dict[Action, str]:
    """What is said about the game that waits, today's board and the replays, as far as it is known."""
    waiting, shelf, texts = menu.waiting, model.shelf, dict[Action, list[str]]()
    if shelf.daily is not None:
        texts[Action.DAILY] = about_daily(shelf.daily, waiting)
    if shelf.replays:
        texts[Action.REPLAYS] = [plural(shelf.replays, "game")]
    if waiting:
        others = len(waiting) - 1
        forms = about_waiting(waiting[0])
        if menu.kept and shelf.problem:
            forms = [*(f"{text}, not saved" for text in forms[:-1]), "not saved", "unsaved"]
        texts[Action.CONTINUE] = [f"{text}; 1 of {others + 1}" for text in forms] * bool(others) + forms
    return {item: next((text for text in forms if len(text) <= rooms[item]), "") for item, forms in texts.items()}


def _specs(settings: Settings) -> dict[Action, BoardSpec]:
    return {action: settings.presets[name] for action, name in LEVELS.items()} | {Action.CUSTOM_GAME: settings.custom}


def _records(model: Model) -> dict[Action, Record]:
    """The records of the presets that were played, on the boards that are switched on."""
    mode = model.settings.text("boards")
    groups = {action: Group(name, mode, board=str(model.settings.presets[name])) for action, name in LEVELS.items()}
    found = {action: model.shelf.record(group) for action, group in groups.items()}
    return {action: record for action, record in found.items() if record is not None}


def _narrow_levels(model: Model, rooms: dict[Action, int]) -> _Table:
    """In few columns: the best times, or for who has none the sizes if all of them have room."""
    times = {action: record.best_ms for action, record in _records(model).items()}
    best = {action: clock_text(time / 1000) for action, time in times.items() if time is not None}
    sizes = {action: f"{spec.width}x{spec.height}" for action, spec in _specs(model.settings).items()}
    del sizes[Action.CUSTOM_GAME]
    texts = best or (sizes if all(len(text) <= rooms[action] for action, text in sizes.items()) else {})
    return _Table("", {action: [(text, "text")] for action, text in texts.items() if len(text) <= rooms[action]})


def _level_columns(model: Model, rooms: dict[Action, int], headed: bool) -> _Table:
    """The boards in columns, as many as have room; quiet words for a board without a win."""
    specs, records = _specs(model.settings), _records(model)
    room = min(rooms[action] for action in specs)
    boards = [
        _Column("board", {action: [(f"{spec.width}x{spec.height}", "text")] for action, spec in specs.items()}),
        _Column("mines", {action: [(str(spec.mines), "text")] for action, spec in specs.items()}, True, "{} mines"),
    ]
    best, won, bar, streak = _record_columns(records, model.looks)
    forms = [[*boards, best, won, bar, streak], [*boards, best, won, streak], [*boards, best, won], [*boards, best]]
    forms += [boards, boards[:1]]
    tables = [_table([column for column in form if column.cells], specs, headed) for form in forms]
    table = next((table for table in tables if table.width <= room), _Table("", {}))
    short = tables[-2]
    if short.width > room:
        return table
    lines = dict(table.lines)
    for action in specs.keys() - best.cells.keys():
        texts = [f"difficulty {difficulty(specs[action]):.1f}"]
        if action in records:
            texts = [f"no win yet, {plural(records[action].games, 'game')}", "no win yet"]
        text = next((text for text in texts if short.width + 3 + len(text) <= room), "")
        lines[action] = [*short.lines[action], ("   ", "text"), (text, "text.dim")] if text else short.lines[action]
    return table._replace(lines=lines)


def _record_columns(records: dict[Action, Record], looks: Looks) -> tuple[_Column, _Column, _Column, _Column]:
    """Best time, share of wins, a bar of it, and streak of the presets that were won."""
    won = {action: record for action, record in records.items() if record.best_ms is not None}
    bars = {action: looks.glyphs.bar(record.wins, record.decided, 8) for action, record in won.items()}
    streaks = {action: [(str(record.streak), "text")] for action, record in won.items() if record.streak}
    return (
        _Column("best", {a: [(milliseconds_text(r.best_ms or 0), "good")] for a, r in won.items()}, True, "best {}"),
        _Column("won", {a: [(f"{r.percent}%", "text")] for a, r in won.items()}, True, "won {}"),
        _Column("", {a: [(done, "good"), (rest, "text.dim")] for a, (done, rest) in bars.items()}),
        _Column("streak", streaks, named="streak {}"),
    )


# ------------------------------------------------------------------------------
# The corner of a board at the lower right.
# ------------------------------------------------------------------------------


def _lay_corner(menu: MenuScreen, model: Model, places: _Places, chrome: Chrome, right: int) -> _Corner | None:
    """Where a corner of a board has room below the presets; not before the store is read, for it loads the game."""
    if model.cols < _BLOCK or model.shelf.replays is None or len(places.rows) < len(menu.items):
        return None
    from minesweeper.ui.draw.corner import CORNER_ROWS, lay_corner, sample_game

    sessions = menu.sessions()
    game = sessions[-1].game if sessions else model.shelf.corner or sample_game()
    items = menu.items
    bottom = min(chrome.end - 1, places.rows[len(items) - 1] + 1)
    top = bottom - CORNER_ROWS - 1
    if top <= places.rows[items.index(Action.CUSTOM_GAME)]:
        return None
    geometry = lay_corner(game, top, right)
    # A game that waits is told in full.
    if Action.CONTINUE in items and top <= places.rows[items.index(Action.CONTINUE)]:
        return None
    return _Corner(geometry, game)


class _Corner(NamedTuple):
    """The corner of a board, and where it stands."""

    geometry: Geometry
    game: Game


# ------------------------------------------------------------------------------
# What its items do.
# ------------------------------------------------------------------------------

BOARDS = {**LEVELS, Action.CUSTOM_GAME: "custom"}
"""The boards that can be played, by the names that the settings remember."""
_OPENED = {
    Action.CUSTOM_GAME: Route.CUSTOM,
    Action.DAILY: Route.DAILY,
    Action.REPLAYS: Route.REPLAYS,
    Action.LESSONS: Route.LESSONS,
    Action.ANALYSE: Route.ANALYSIS,
    Action.KEYBINDINGS: Route.BINDINGS,
    Action.STATISTICS: Route.STATISTICS,
    Action.SETTINGS: Route.SETTINGS,
}
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
    welcome: str = ""
    """The game that is told to be waiting at the start, where there is room and nothing more important."""
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
        waiting = (Action.CONTINUE,) if self.waiting else ()
        learning = (Action.REPLAYS, Action.LESSONS, Action.ANALYSE)
        others = (Action.KEYBINDINGS, Action.STATISTICS, Action.SETTINGS, Action.HELP, Action.QUIT)
        return (*LEVELS, Action.CUSTOM_GAME, *waiting, Action.DAILY, *learning, *others)

    @property
    def waiting(self) -> tuple[SavedGame, ...]:
        """All games that were left, the one that Continue offers first."""
        here = tuple(waiting_of(session) for session in reversed(self.sessions()))
        return tuple(sorted((*here, *self.saved), key=lambda game: not game.can_continue))

    def keeps_game(self) -> bool:
        return bool(self.kept)

    def owners(self) -> tuple[Screen, ...]:
        return self.kept

    def sessions(self) -> tuple[Session, ...]:
        return tuple(session for screen in self.kept for session in screen.sessions())

    def stock(self, shelf: Shelf) -> MenuScreen:
        menu = self._replace(saved=shelf.waiting)
        offered = next((game for game in menu.waiting if game.can_continue), None)
        if menu.selected not in menu.items:
            return menu._replace(selected=menu.last)
        if self.used or offered is None or self.waiting:
            return menu
        return menu._replace(selected=Action.CONTINUE, welcome=board_name_of(offered.name, offered.board))

    def keep(self, screen: Screen) -> MenuScreen:
        session = screen.session()
        if session is None:
            return self
        level = next((action for action, name in _PLAYED.items() if name == session.name), None)
        menu = self.calm()._replace(last=level or Action.CUSTOM_GAME)
        if not screen.keeps_game():
            return menu._replace(selected=Action.CONTINUE if menu.kept else menu.last)
        text = f"Your {_name(session)} game is waiting."
        if before := len(self.waiting):
            text = f"Your {_name(session)} game is waiting, and {plural(before, 'other')}."
        return menu._replace(kept=(*self.kept, screen), selected=Action.CONTINUE, message=say(text))

    def listing(self, model: Model) -> Listing:
        items, hints = self.items, self.hints_of(_menu_hints(model.settings))
        selected, total = items.index(self.selected), len(items)
        if is_compact(model.rows, model.cols):
            chrome = lay_chrome(model, self.context, hints, self.message, most=2)
            rows = rows_in_view(selected, total, 1, chrome.body.height)
            chrome = chrome.titled(["MINESWEEPER"], place_in_list(selected, total, len(rows)))
            return Listing(chrome, total, selected, rows, 0, model.cols)
        told = self.message or say(self._greeting(model))
        if self.kept and model.shelf.problem and not self.asking:
            told = say(" ".join((*self.message.texts, model.shelf.problem)), model.shelf.problem, alarm=True)
        chrome = lay_chrome(model, self.context, hints, told, left=0, gap=0)
        places = _lay_wide(chrome, items, selected, model.looks)
        if places.switches is not None:
            chrome = lay_chrome(model, self.context, self.hints_of(_menu_hints()), told, left=0, gap=0)
        chrome = chrome._replace(top=places.top).titled([], place_in_list(selected, total, len(places.rows)))
        cols = model.cols
        left, width = ((cols - _BLOCK) // 2 + 3, _BLOCK - 6) if cols >= _BLOCK else (1, cols - 2)
        return Listing(chrome, total, selected, places.rows, left, width)

    def _greeting(self, model: Model) -> str:
        if self.welcome:
            key = model.keymap.label(self.context, Action.SELECT)
            others = len(self.waiting) - 1
            does = f"and {plural(others, 'other')}: {key} lists them." if others else f"{key} continues it."
            return f"Welcome back: your {self.welcome} game is waiting, {does}"
        if self.selected is Action.DAILY:
            return f"{model.keymap.label(self.context, Action.DAYS)} lists the boards of past days."
        return first_words(model.keymap) if model.shelf.is_empty else ""

    def draw_rows(self, model: Model, canvas: Canvas, listing: Listing) -> None:
        corner, rooms, headings = None, dict[Action, int](), None
        if not is_compact(model.rows, model.cols):
            places = _lay_wide(listing.chrome, self.items, listing.selected, model.looks)
            headings = places.headings
            _draw_logo(canvas, places.top, model.looks, places.caps)
            _draw_switches(canvas, self._switches(model, listing))
            corner = _lay_corner(self, model, places, listing.chrome, listing.left + listing.width)
        if corner is not None:
            frame = corner.geometry.frame
            under = [number for number, row in listing.rows.items() if row >= frame.top]
            rooms = {self.items[number]: frame.left - listing.left - 3 for number in under}
        table = _entries(self, model, listing.width, rooms, headings is not None)
        for number in listing.rows:
            draw_entry(canvas, listing, number, table.lines[self.items[number]], model)
        if headings is not None:
            canvas.write(headings, listing.left, table.heading, "text.dim")
        if corner is not None:
            from minesweeper.ui.draw.corner import draw_corner

            draw_corner(canvas, *corner, model.settings, model.looks)

    def _switches(self, model: Model, listing: Listing) -> list[_Switch]:
        """The switches, where they have a row."""
        if is_compact(model.rows, model.cols):
            return []
        row = _lay_wide(listing.chrome, self.items, listing.selected, model.looks).switches
        return [] if row is None else _lay_switches(model.settings, row, listing.left + 2, listing.width - 2)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "press" and event.button == "left" and self.asking is None:
            for switch in self._switches(model, self.listing(model)):
                if switch.button.holds(event.row, event.col):
                    return self.act(model, switch.button.action)
        return super().use_mouse(model, event)

    def on(self, number: int) -> MenuScreen:
        return self._replace(selected=self.items[number])

    def page(self, listing: Listing) -> int:
        return listing.total

    def action_of(self, number: int) -> Action:
        return self.items[number]

    def calm(self) -> MenuScreen:
        return self._replace(message=SILENCE, asking=None, welcome="", used=True)

    def answer(self, model: Model, yes: bool) -> Model:
        return model.quit() if yes else model.with_top(self.calm()._replace(message=say("The game is still here.")))

    def press(self, model: Model, number: int, col: int) -> Model:
        return self.use(model.with_top(self), self.items[number])

    def pick(self, model: Model) -> Model:
        return self.use(model, self.selected)

    def use(self, model: Model, action: Action) -> Model:
        if action is Action.BACK:
            return model.with_top(self.on(len(self.items) - 1))
        if action is Action.BOARDS:
            return _switch_boards(model, self)
        if action is Action.BOT:
            return model.go(Route.BOT_SETUP, BOARDS.get(self.selected))
        if action is Action.LEVEL:
            return _switch_level(model, self)
        if action is Action.DAYS:
            return model.go(Route.DAYS)
        return self._do(model, action) if action in self.items else model

    def _do(self, model: Model, action: Action) -> Model:
        """The model after an item was chosen."""
        if action is Action.QUIT:
            return self._quit(model)
        if action is Action.CONTINUE:
            return self._continue(model)
        model = model.with_top(self._replace(selected=action))
        if action in _OPENED:
            return model.go(_OPENED[action])
        if action not in LEVELS:
            return super().use(model, action)
        model = model.with_settings(model.settings.with_value("last_board", LEVELS[action]), "last_board")
        return model.go(Route.NEW_GAME, LEVELS[action])

    def _continue(self, model: Model) -> Model:
        """The model with the game that waits, or with a list when there are several."""
        waiting = self.waiting
        if len(waiting) == 1 and waiting[0].can_continue:
            return self.continue_game(model, waiting[0])
        return model.go(Route.SAVED, waiting)

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
        return model.with_top(menu).go(Route.CONTINUED_GAME, game)

    def _quit(self, model: Model) -> Model:
        if not self.kept or model.shelf.problem is None:
            return model.quit()
        question = "Quit? Your game can't be saved."
        said = say(f"{question} {model.shelf.problem} (Y/N)", f"{question} (Y/N)", alarm=True)
        return model.with_top(self._replace(selected=Action.QUIT, message=said, asking=Action.QUIT))


def take_saved(model: Model, game_id: str | None = None) -> Model:
    """The model with the wish to go on with a saved game, the menu being on top; without an id with the newest."""
    return model.ask(find_saved, game_id, then=MenuScreen._take)


def _switch_boards(model: Model, menu: MenuScreen) -> Model:
    """The model with the other kind of boards for new games, which is kept in the settings."""
    kind = "normal" if model.settings.text("boards") == "no-guess" else "no-guess"
    said = {
        "no-guess": ("No-guess boards: every one can be finished by logic alone.", "No-guess boards: logic is enough."),
        "normal": ("Normal boards: every layout is equally likely.", "Normal boards: any layout."),
    }
    model = model.with_top(menu._replace(message=say(*said[kind])))
    return model.with_settings(model.settings.with_value("boards", kind), "boards")


def _switch_level(model: Model, menu: MenuScreen) -> Model:
    """The model with the next help level for games, which is kept in the settings."""
    from minesweeper.play.assist_level import MEANINGS, next_help_level

    level = next_help_level(model.settings.text("assist"))
    model = model.with_top(menu._replace(message=say(MEANINGS[level])))
    return model.with_settings(model.settings.with_value("assist", level), "assist")


def _menu_hints(settings: Settings | None = None) -> list[KeyHint]:
    """The keys of the menu, most important first; with settings where nothing else shows what is switched on."""
    boards, level = ("boards", "help level")
    if settings is not None:
        boards, level = f"boards: {settings.text('boards')}", f"help: {settings.text('assist').capitalize()}"
    return [
        (Action.SELECT, "choose"),
        (Action.HELP, "help"),
        (Action.BOARDS, boards),
        (Action.LEVEL, level),
        (Action.BOT, "bot"),
        (Action.QUIT, "quit"),
        (Action.UP, "up"),
        (Action.DOWN, "down"),
    ]


def _name(session: Session) -> str:
    return board_name(session.name, session.spec)


def open_menu(settings: Settings | None = None) -> MenuScreen:
    """The menu as the program starts: on the preset last played."""
    name = settings.text("last_board") if settings else ""
    last = next((action for action, level in BOARDS.items() if level == name), Action.PLAY_BEGINNER)
    return MenuScreen(last, last)
