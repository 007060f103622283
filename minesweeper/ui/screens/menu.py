"""Shows the main menu: the games to play, the saved game to continue, and the ways to the other screens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.boardspec import NO_GUESS, board_name_of
from minesweeper.core.text import plural
from minesweeper.core.times import MONTHS, clock_text, milliseconds_text
from minesweeper.storage.options import option_of
from minesweeper.storage.records import DailyRecord, Group, RunningGame, SavedGame
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen, StoreCache
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect, is_compact
from minesweeper.ui.draw.glyphs import Looks, Piece
from minesweeper.ui.widgets.chrome import (
    MOST_LINES,
    SILENCE,
    Button,
    KeyHint,
    Message,
    lay_chrome,
    say,
)
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, draw_entry, place_in_list, rows_in_view

if TYPE_CHECKING:
    from datetime import date

    from minesweeper.play.session import Session
    from minesweeper.storage.saves_table import Archive

LEVELS = {
    Action.PLAY_BEGINNER: "beginner",
    Action.PLAY_INTERMEDIATE: "intermediate",
    Action.PLAY_EXPERT: "expert",
}
BOARDS = {**LEVELS, Action.CUSTOM_GAME: "custom"}
"""The boards that can be played, by the names that the settings remember."""
_GAMES = (Action.CONTINUE, *BOARDS, Action.DAILY)
_OPENED = {
    Action.LEARN: Route.LEARN,
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
_SWITCHES = {Action.BOARDS: option_of("boards"), Action.LEVEL: option_of("assist")}
_NAMES = {
    **{action: name.capitalize() for action, name in BOARDS.items()},
    **{action: option.title for action, option in _SWITCHES.items()},
    Action.LEARN: "Learn to play",
    Action.ANALYSE: "Analysis",
    Action.KEYBINDINGS: "Keys",
}
"""The names of items that differ from the names of their actions."""
_SHORT = {Action.BOARDS: "Boards", Action.LEVEL: "Assist"}
"""The names of switches in a list, where values stand next to them."""
_ITEMS = (*_GAMES, *_SWITCHES, *_OTHERS)
_BLOCK = 60
_ROOMY = 40
"""The least number of terminal rows for a blank row between items."""
_LOGO = "MINESWEEPER"
_CAP = 5
"""The columns of a key cap and its gap."""
_TIME = len("best 00:00.000")
_MARK = 2
"""The columns before an item: the mark of the selected item and a blank."""
_BELOW = 2
"""The rows below the block: a message and the hints."""


def _name(item: Action) -> str:
    return _NAMES.get(item, item.name.capitalize())


# ------------------------------------------------------------------------------
# Places: a function of the terminal size alone, so that nothing moves when more becomes known.
# ------------------------------------------------------------------------------


_Line = dict[Action, int]
"""Items side by side, each with its width."""


class _Places(NamedTuple):
    """The places of the parts of the menu."""

    items: dict[Action, Button]
    """The items in view. Continue has its place even if there is no saved game."""
    block: Rect = Rect(0, 0, 0, 0)
    """The whole menu from the logo on; a list has a title instead."""
    caps: bool = False
    """Whether the letters of the logo are key caps of three rows."""
    has_message: bool = False
    """Whether a row is reserved for a message."""


def _lay_list(model: Model, selected: Action, room: Rect) -> _Places:
    """Stacks the items; the first page doesn't scroll while one of its items is selected."""
    number = 0 if selected is Action.LEARN else _ITEMS.index(selected)
    rows = rows_in_view(number if number >= room.height else 0, len(_ITEMS), room.top, room.height)
    return _Places(_offered({_ITEMS[place]: Button(row, 0, model.cols, _ITEMS[place]) for place, row in rows.items()}))


def _lay_block(model: Model) -> _Places:
    """Spaces the menu out as far as it fits: key caps go first, then blank rows, then the row for messages."""
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
    return _Places(_offered(items), Rect(top, left, height, width), caps, height <= model.rows - _BELOW)


def _offered(items: dict[Action, Button]) -> dict[Action, Button]:
    """Gives the guided game the place of Continue, so that nothing moves: only one of them is shown."""
    return {Action.LEARN: items[Action.CONTINUE], **items} if Action.CONTINUE in items else items


def _stack(groups: Iterable[Sequence[_Line]], row: int, step: int, gap: int) -> Iterator[Button]:
    """Places lines ``step`` rows apart, with ``gap`` more rows before each group."""
    for group in groups:
        row += gap
        for line in group:
            col = 0
            for item, width in line.items():
                yield Button(row, col, width, item)
                col += width
            row += step


def _side_by_side(items: Iterable[Action], room: int) -> list[_Line]:
    """Puts items into equal columns, or packs them by width if that takes fewer lines."""
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
    """Counts the columns of an item that shares its line, a switch with its longest value."""
    option = _SWITCHES.get(item)
    values = option.choices if option else ()
    return len(_name(item)) + max((len(f" < {option.word(value)} >") for value in values if option), default=0)


def _draw_logo(canvas: Canvas, row: int, looks: Looks, caps: bool) -> None:
    """Draws the name of the game in the colours of the numbers, as key caps or in one row."""
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
    pieces = [(f"{sign} ", style) for sign, style in zip(_LOGO, styles[1:], strict=False)]
    pieces = [(f"{looks.glyphs.flag}  ", "title"), *pieces, (f" {looks.glyphs.mine}", "title")]
    canvas.write_pieces(row, (canvas.cols - sum(len(text) for text, _ in pieces)) // 2, pieces)


# ------------------------------------------------------------------------------
# The words about each item, in the longest form that fits.
# ------------------------------------------------------------------------------


def _block_lines(menu: MenuScreen, model: Model, width: int) -> dict[Action, list[Piece]]:
    """Writes the lines of the block; those of games have ``width`` columns."""
    labels = {item: model.keymap.label(Context.MENU, item) for item in _GAMES}
    key_width, name_width = max(map(len, labels.values())), max(len(_name(item)) for item in _GAMES)
    lines: dict[Action, list[Piece]] = {
        item: [(f"{label:{key_width}}  ", "key"), (f"{_name(item):{name_width}}   ", "text")]
        for item, label in labels.items()
    }
    room = width - _MARK - sum(len(text) for text, _ in lines[Action.CONTINUE])
    for item, pieces in _about_boards(model, room).items():
        lines[item] += pieces
    for item, forms in _about_others(menu, model).items():
        lines[item].append((_first_fitting(forms, room), "text" if item is Action.CONTINUE else "text.dim"))
    key, name = f"{model.keymap.label(Context.MENU, Action.LEARN):{key_width}}  ", f"{_name(Action.LEARN)}  "
    about = _first_fitting(("the rules in five short steps", "five short steps"), width - _MARK - len(key + name))
    lines[Action.LEARN] = [(key, "key"), (name, "text"), (about, "text.dim")]
    before, after = model.looks.glyphs.turn
    for item in _SWITCHES:
        lines[item] = [(f"{_name(item)} ", "text.dim"), (f"{before} {_value(model.settings, item)} {after}", "bar")]
    return lines | {item: [(_name(item), "text.dim")] for item in _OTHERS}


def _list_lines(menu: MenuScreen, model: Model) -> dict[Action, list[Piece]]:
    """Writes the lines of a list: key, name, and a few words at the right."""
    items = (Action.LEARN, *_ITEMS)
    labels = {item: "" if item in _SWITCHES else model.keymap.label(Context.MENU, item) for item in items}
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
    option = _SWITCHES[switch]
    return option.word(settings.text(option.name)).lower()


def _about_others(menu: MenuScreen, model: Model) -> dict[Action, list[str]]:
    """Describes the saved game and today's board as far as they are known, longest form first."""
    waiting, cache, texts = menu.waiting, model.cache, dict[Action, list[str]]()
    if cache.daily is not None:
        texts[Action.DAILY] = _about_daily(cache.daily, waiting)
    if waiting:
        forms = about_saved(waiting[0])
        if menu.kept and cache.problem:
            forms = [*(f"{text}, not saved" for text in forms[:-1]), "not saved", "unsaved"]
        several = [f"{text}, {len(waiting)} saved games" for text in forms if len(waiting) > 1]
        texts[Action.CONTINUE] = several + forms
    return texts


def about_saved(game: SavedGame) -> list[str]:
    """Describes a saved game, longest form first."""
    if game.problem is not None:
        return [game.problem, "can't be read", "-"]
    name, time = saved_name(game), clock_text(game.elapsed)
    if not game.is_free:
        texts = [f"{name}, {time} played, in another program", f"{name}, in another program", f"{name} elsewhere"]
        return [*texts, f"{board_name_of(game.name, game.board)} elsewhere", time]
    left = plural(game.mines_left, "mine")
    return [f"{name}, {time} played, {left} left", f"{name}, {time} played", f"{name} {time}", time]


def saved_name(game: SavedGame) -> str:
    """Names a saved game by its preset or size, and a daily board also by its day, since several can be saved."""
    from datetime import date

    from minesweeper.boards.daily import daily_board

    name, text = board_name_of(game.name, game.board), game.seed.rpartition(" ")[2]
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return name
    return f"{name} {day_text(day)}" if game.seed == daily_board(day).seed else name


def saved_game_of(session: Session) -> SavedGame:
    """Describes a session that was left in this program as lists of saved games do."""
    return SavedGame(
        session.id,
        name=session.name,
        board=str(session.spec),
        mode=session.label or session.boards,
        elapsed=session.elapsed,
        mines_left=session.game.mines_left,
        seed=session.seed,
        percent=100 * session.game.opened.bit_count() // session.game.safe_total,
        clicks=session.clicks.total,
    )


def day_text(day: date) -> str:
    """Names a day, such as ``17 Nov``."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def _about_daily(record: DailyRecord, waiting: Sequence[SavedGame]) -> list[str]:
    """Describes today's board, longest form first; one of the saved games may be on it."""
    from minesweeper.boards.daily import DAILY_SPEC, daily_board  # not needed for the first frame

    day = day_text(record.day)
    begun = any(game.seed == daily_board(record.day).seed for game in waiting)
    text, short = result_of_day(record, begun)
    row = f", {record.streak} days in a row" if record.streak > 1 else ""
    if not short:
        board = f"{DAILY_SPEC.width}x{DAILY_SPEC.height} {NO_GUESS}"
        forms = [f"{board}, {text}{row}", f"{text}{row}", *[f"new{row}"] * bool(row), f"{board}, {text}", text]
        return [*(f"{day}: {form}" for form in forms), day]
    return [f"{day}: {text}{row}", f"{day}: {text}", f"{day}: {short}", text, short]


def result_of_day(record: DailyRecord, begun: bool = False) -> tuple[str, str]:
    """Describes the result of a day's board in words, and shortly; the short form is empty before the first try."""
    if record.won_at is not None and record.won_ms is not None:
        time = clock_text(record.won_ms / 1000)
        return f"won in {time}" if record.won_at == 1 else f"won at try {record.won_at}", f"won {time}"
    if record.tries:
        return f"not won, tried {'once' if record.tries == 1 else f'{record.tries} times'}", "tried"
    return ("started; continues where you left off", "started") if begun else ("not played yet", "")


def _best_times(model: Model) -> dict[Action, int]:
    """Finds the best times of the presets in milliseconds, for the board type of the switch."""
    mode = model.settings.text("boards")
    groups = {action: Group(name, mode, board=str(model.settings.presets[name])) for action, name in LEVELS.items()}
    records = {action: model.cache.record(group) for action, group in groups.items()}
    return {action: record.best_ms for action, record in records.items() if record and record.best_ms is not None}


def _about_boards(model: Model, room: int) -> dict[Action, list[Piece]]:
    """Writes size, mines and best time of the boards in columns; times have their place before they are known."""
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
    """The state of the menu."""

    selected: Action = Action.PLAY_BEGINNER
    last: Action = Action.PLAY_BEGINNER
    """The preset last played."""
    kept: tuple[Screen, ...] = ()
    """The running games that were left in this program, newest last."""
    saved: tuple[SavedGame, ...] = ()
    """The games that other programs have left or are playing, newest first."""
    offers: bool = False
    """Whether the guided game is offered, until it was taken."""
    is_new: bool = False
    """Whether the player has won no game yet."""
    used: bool = False
    """Whether the player has pressed anything yet; before that the selection may move by itself."""
    message: Message = SILENCE
    asking: Action | None = None
    """Quit, while that waits for an answer."""


class MenuScreen(MenuFields, ListScreen):
    """The first screen. It is never left; other screens lie on top of it."""

    wraps = True
    context = Context.MENU

    @property
    def items(self) -> tuple[Action, ...]:
        """The items that can be chosen now, from top to bottom."""
        first = (Action.CONTINUE,) if self.waiting else (Action.LEARN,) if self.offers and self.is_new else ()
        return (*first, *_ITEMS[1:])

    @property
    def waiting(self) -> tuple[SavedGame, ...]:
        """All games that were left, first the one that Continue offers."""
        here = tuple(saved_game_of(session) for session in reversed(self.sessions()))
        return tuple(sorted((*here, *self.saved), key=lambda game: not game.can_continue))

    def has_running_game(self) -> bool:
        return bool(self.kept)

    def child_screens(self) -> tuple[Screen, ...]:
        return self.kept

    def sessions(self) -> tuple[Session, ...]:
        return tuple(session for screen in self.kept for session in screen.sessions())

    def on_settings(self, settings: Settings) -> MenuScreen:
        offers = settings.is_on("learn_row")
        message = say("Learn to play is in Lessons from now on.") if self.offers and not offers else self.message
        return self._replace(offers=offers, message=message)

    def on_store_change(self, cache: StoreCache) -> MenuScreen:
        has_won = any(record.best_ms is not None for record in cache.records.values())
        menu = self._replace(saved=cache.waiting, is_new=cache.replays is not None and not has_won)
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
            chrome = lay_chrome(model, self.context, hints, self._message(model), most=2)
            places = _lay_list(model, self.selected, chrome.body)
            chrome = chrome.titled([_LOGO], place_in_list(selected, total, len(places.items)))
        else:
            places = _lay_block(model)
            message, kept = self._message(model), (places.items[self.selected].row,)
            most = MOST_LINES if places.has_message else 2
            chrome = lay_chrome(model, self.context, hints, message, most=most, keeps=kept, frame=places.block)
        shown = {items.index(item): place for item, place in places.items.items() if item in items}
        rows = {number: place.row for number, place in shown.items() if not chrome.is_covered(place.row)}
        columns = {number: (place.col, place.width) for number, place in shown.items()}
        return Listing(chrome, total, selected, rows, 0, model.cols, columns=columns)

    def _hints(self) -> list[KeyHint]:
        past: list[KeyHint] = [(Action.DAYS, "past days")] if self.selected is Action.DAILY else []
        return [(Action.SELECT, "choose"), *past, (Action.HELP, "help"), (Action.QUIT, "quit")]

    def _message(self, model: Model) -> Message:
        problem = model.cache.problem
        if self.kept and problem and not self.asking:
            return say(" ".join((*self.message.texts, problem)), problem, alarm=True)
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
        return self._do(model, action) if action in (*self.items, Action.LEARN) else model

    def _step_aside(self, model: Model, step: int) -> Model:
        """Selects the item at the left or right among the other screens; on a game, changes the switch instead."""
        if self.selected in _OTHERS:
            number = max(0, min(_OTHERS.index(self.selected) + step, len(_OTHERS) - 1))
            return model.with_top(self._replace(selected=_OTHERS[number]))
        return self._turn(model, Action.LEVEL if self.selected is Action.LEVEL else Action.BOARDS, step)

    def _turn(self, model: Model, switch: Action, step: int) -> Model:
        """Sets a switch to its next value, saves that and says what it means."""
        from minesweeper.play.assist_level import MEANINGS

        option = _SWITCHES[switch]
        value = str(option.step(model.settings.text(option.name), step))
        said = say(MEANINGS.get(value, option.meaning), f"{option.word(value)}: {option.notes[value]}.")
        model = model.with_top(self._replace(message=said))
        if switch is Action.LEVEL:
            return model.with_settings(model.settings.with_level(value), option.name, "custom_assist")
        return model.with_settings(model.settings.with_value(option.name, value), option.name)

    def _do(self, model: Model, action: Action) -> Model:
        """Opens the screen of an item or starts its game."""
        if action is Action.QUIT:
            return self._quit(model)
        if action is Action.CONTINUE:
            return self._continue(model)
        board = BOARDS.get(self.selected)
        model = model.with_top(self._replace(selected=self.last if action is Action.LEARN else action))
        if action is Action.BOT:
            return model.open_screen(Route.BOT_SETUP, board)
        if action in _OPENED:
            return model.open_screen(_OPENED[action])
        if action not in LEVELS:
            return super().use(model, action)
        model = model.with_settings(model.settings.with_value("last_board", LEVELS[action]), "last_board")
        return model.open_screen(Route.NEW_GAME, LEVELS[action])

    def _continue(self, model: Model) -> Model:
        """Continues the saved game, or lists the saved games if there are several."""
        waiting = self.waiting
        if len(waiting) == 1 and waiting[0].can_continue:
            return self.continue_game(model, waiting[0])
        return model.open_screen(Route.SAVED, waiting)

    def continue_game(self, model: Model, game: SavedGame) -> Model:
        """Continues a game of the list of saved games; the menu must be on top."""
        for screen in self.kept:
            session = screen.session()
            if session is not None and session.id == game.id:
                rest = tuple(other for other in self.kept if other is not screen)
                model = model.with_top(self._replace(kept=rest, selected=self.last)).push(screen)
                return screen.fit(model)  # the terminal may have another size by now
        return take_saved(model, game.id)

    def drop_game(self, game: SavedGame) -> MenuScreen | None:
        """Returns the menu without a game that was left in this program; None if the game is not here."""
        rest = tuple(screen for screen in self.kept if game.id not in [found.id for found in screen.sessions()])
        return self._replace(kept=rest) if len(rest) < len(self.kept) else None

    def _take(self, model: Model, taken: _Taken) -> Model:
        if taken.game is None:
            return model.with_top(self._replace(message=say(taken.problem or "", alarm=True)))
        return self.continue_saved(model, taken.game)

    def continue_saved(self, model: Model, game: RunningGame) -> Model:
        """Continues a game that was read from the store."""
        rest = tuple(saved for saved in self.saved if saved.id != game.id)
        menu = self.calm()._replace(saved=rest, selected=self.last)
        return model.with_top(menu).open_screen(Route.CONTINUED_GAME, game)

    def _quit(self, model: Model) -> Model:
        if not self.kept or model.cache.problem is None:
            return model.quit()
        question = "Quit? Your game can't be saved."
        said = say(f"{question} {model.cache.problem}", question, alarm=True)
        return model.with_top(self._replace(selected=Action.QUIT, message=said, asking=Action.QUIT))


class _Taken(NamedTuple):
    """A saved game to continue, or the reason why there is none."""

    game: RunningGame | None
    problem: str | None = None


def _take_saved(archive: Archive, game_id: str | None) -> _Taken:
    if game_id is None:
        newest = archive.saves.newest()
        if newest is None:
            return _Taken(None, archive.store.problem or "There is no saved game to continue.")
        game_id = newest.id
    written = archive.saves.take(game_id)
    return _Taken(written.value, written.problem if written.value is None else None)


def take_saved(model: Model, game_id: str | None = None) -> Model:
    """Continues a saved game, by default the newest that no other program plays; the menu must be on top."""
    return model.query(_take_saved, game_id, then=MenuScreen._take)


def open_menu(settings: Settings | None = None) -> MenuScreen:
    """Creates the menu as the program starts, on the preset last played."""
    name = settings.text("last_board") if settings else ""
    last = next((action for action, level in BOARDS.items() if level == name), Action.PLAY_BEGINNER)
    return MenuScreen(last, last, offers=settings is not None and settings.is_on("learn_row"))
