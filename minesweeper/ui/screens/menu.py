"""The main menu: which game to play, and the running game that was left and waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.measures import difficulty
from minesweeper.core.text import plural
from minesweeper.core.times import clock_text
from minesweeper.storage.settings import Settings
from minesweeper.storage.values import Group, Record, SavedGame
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.base.routes import Route
from minesweeper.ui.base.shelf import Shelf
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, is_compact
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.draw.words import board_name, board_name_of
from minesweeper.ui.screens.waiting import Taken, about_daily, about_waiting, find_saved, waiting_of
from minesweeper.ui.widgets.chrome import SILENCE, Chrome, KeyHint, Message, ask, first_words, lay_chrome, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, draw_entry, place_in_list, rows_in_view

if TYPE_CHECKING:
    from minesweeper.play.session import Session
    from minesweeper.storage.saves import RunningGame

LEVELS = {
    Action.PLAY_BEGINNER: "beginner",
    Action.PLAY_INTERMEDIATE: "intermediate",
    Action.PLAY_EXPERT: "expert",
}
_NAMES = {
    **{action: name.capitalize() for action, name in LEVELS.items()},
    Action.CUSTOM_GAME: "New custom game",
    Action.CONTINUE: "Continue",
    Action.DAILY: "Daily",
    Action.REPLAYS: "Replays",
    Action.KEYBINDINGS: "Keybindings",
    Action.STATISTICS: "Statistics",
    Action.SETTINGS: "Settings",
    Action.HELP: "Help",
    Action.QUIT: "Quit",
}
_GROUPS = ((Action.CONTINUE, Action.DAILY), (Action.KEYBINDINGS,))
"""A blank row stands before the first of each group that is there."""
_BLOCK = 80
_TALL, _ROOMY = 30, 40
"""From so many rows on the menu stands in the middle; from so many its items are two rows apart."""


def _lay_wide(chrome: Chrome, items: tuple[Action, ...], selected: int) -> tuple[Chrome, dict[int, int]]:
    """The chrome with its title where the menu begins, and the row of each item: as far apart as there is room."""
    rows, end = chrome.rows, chrome.body.top + chrome.body.height
    step = 2 if rows >= _ROOMY else 1
    for top, gap, blank in ((1, 2, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0)):
        offsets = _offsets(items, 1 + gap * step, step, blank * step)
        height = offsets[-1] + 1
        if rows >= _TALL:
            top = (rows - height) // 2 - 1
        if top + height <= end:
            return chrome._replace(top=top), {number: top + offset for number, offset in enumerate(offsets)}
    # Not even without blank rows.
    return chrome, rows_in_view(selected, len(items), 1, end - 1)


def _offsets(items: tuple[Action, ...], first: int, step: int, blank: int) -> list[int]:
    """How many rows below the title each item stands."""
    result, row = [], first
    starts = [next((item for item in group if item in items), None) for group in _GROUPS]
    for item in items:
        row += blank if item in starts else 0
        result.append(row)
        row += step
    return result


def _draw_title(canvas: Canvas, row: int, looks: Looks) -> None:
    """The name of the game, its letters in the colours of the numbers."""
    letters = " ".join("MINESWEEPER")
    left = (canvas.cols - len(letters)) // 2
    canvas.write(row, left - 3, looks.glyphs.flag, "title")
    for index, letter in enumerate("MINESWEEPER"):
        style = f"n{index % 8 + 1}" if looks.colours else "title"
        canvas.write(row, left + 2 * index, letter, style)
    canvas.write(row, left + len(letters) + 2, looks.glyphs.mine, "title")


def _lines(menu: MenuScreen, model: Model, width: int) -> list[str]:
    """The text of each item: its key, its name and what there is to say about it, in the form that has room."""
    waiting = menu.waiting
    labels = {item: model.keymap.label(Context.MENU, item) for item in menu.items}
    key_width = max(len(label) for label in labels.values())
    narrow = width < COMPACT_COLS
    names = {item: f"{label:{key_width}}{' ' if narrow else '  '}{_NAMES[item]}" for item, label in labels.items()}
    about_col = max(len(name) for name in names.values()) + 3
    rooms = {item: width - 3 - len(name) if narrow else width - 2 - about_col for item, name in names.items()}
    abouts = _about_levels(model, rooms)
    if model.shelf.daily is not None:
        texts = about_daily(model.shelf.daily, waiting)
        abouts[Action.DAILY] = next((text for text in texts if len(text) <= rooms[Action.DAILY]), "")
    if model.shelf.replays:
        abouts[Action.REPLAYS] = plural(model.shelf.replays, "game")
    if waiting:
        room = rooms[Action.CONTINUE]
        others = len(waiting) - 1
        texts = about_waiting(waiting[0])
        if menu.kept and model.shelf.problem:
            texts = [*(f"{text}, not saved" for text in texts[:-1]), "not saved", "unsaved"]
        texts = [f"{text}; {plural(others, 'other')}" for text in texts] * bool(others) + texts
        abouts[Action.CONTINUE] = next((text for text in texts if len(text) <= room), "")
    if narrow:
        return [name + abouts.get(item, "").rjust(width - 2 - len(name)) for item, name in names.items()]
    return [name.ljust(about_col) + abouts.get(item, "") for item, name in names.items()]


def _about_levels(model: Model, rooms: dict[Action, int]) -> dict[Action, str]:
    """What is said about the levels: the longest form for which all of them have room, else the best times."""
    settings = model.settings
    specs = {action: settings.presets[name] for action, name in LEVELS.items()} | {Action.CUSTOM_GAME: settings.custom}
    sizes = {action: f"{spec.width}x{spec.height}" for action, spec in specs.items()}
    size_width = max(map(len, sizes.values()))
    mine_width = max(len(str(spec.mines)) for spec in specs.values())
    boards = {
        action: f"{sizes[action]:{size_width}}  {spec.mines:{mine_width}} mines" for action, spec in specs.items()
    }
    records = _record_columns(model)
    marks = {action: f"   difficulty {difficulty(spec):.1f}" for action, spec in specs.items()}
    forms = [
        {action: text + records.get(action, (marks[action],) * 3)[kept] for action, text in boards.items()}
        for kept in range(3)
    ]
    forms += [boards, {action: sizes[action] for action in LEVELS}]
    if records and min(rooms.values()) < size_width:
        forms = []
    fitting = (form for form in forms if all(len(text) <= rooms[action] for action, text in form.items()))
    best = {action: texts[3] for action, texts in records.items() if len(texts[3]) <= rooms[action]}
    return next(fitting, best)


def _record_columns(model: Model) -> dict[Action, tuple[str, ...]]:
    """For each level with decided games its record: best time, wins and streak, without streak, without wins, bare."""
    mode, found = model.settings.text("boards"), dict[Action, Record]()
    for action, name in LEVELS.items():
        record = model.shelf.record(Group(name, mode, board=str(model.settings.presets[name])))
        if record is not None and record.decided:
            found[action] = record
    best_times = {action: record.best_ms for action, record in found.items()}
    times = {action: "" if best is None else clock_text(best / 1000) for action, best in best_times.items()}
    width = max((len(time) for time in times.values()), default=0)
    share = max((len(f"   won {record.percent}%") for record in found.values()), default=0)
    columns: dict[Action, tuple[str, ...]] = {}
    for action, record in found.items():
        best = f"   best {times[action]:{width}}" if times[action] else " " * (width + 8)
        won = f"   won {record.percent}%".ljust(share)
        streak = f"   streak {record.streak}" if record.streak else ""
        columns[action] = ((best + won + streak).rstrip(), (best + won).rstrip(), best.rstrip(), times[action])
    return columns


# ------------------------------------------------------------------------------
# What its items do.
# ------------------------------------------------------------------------------

BOARDS = {**LEVELS, Action.CUSTOM_GAME: "custom"}
"""The boards that can be played, by the names that the settings remember."""
_OPENED = {
    Action.CUSTOM_GAME: Route.CUSTOM,
    Action.DAILY: Route.DAILY,
    Action.REPLAYS: Route.REPLAYS,
    Action.KEYBINDINGS: Route.BINDINGS,
    Action.STATISTICS: Route.STATISTICS,
    Action.SETTINGS: Route.SETTINGS,
}
_PLAYED = {**LEVELS, Action.DAILY: "daily"}


class MenuFields(NamedTuple):
    """What the menu remembers."""

    selected: Action = Action.PLAY_BEGINNER
    last: Action = Action.PLAY_BEGINNER
    """The level last played."""
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
        others = (Action.KEYBINDINGS, Action.STATISTICS, Action.SETTINGS, Action.HELP, Action.QUIT)
        return (*LEVELS, Action.CUSTOM_GAME, *waiting, Action.DAILY, Action.REPLAYS, *others)

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
        items, hints = self.items, self.hints_of(menu_hints(model.settings))
        selected, total = items.index(self.selected), len(items)
        if is_compact(model.rows, model.cols):
            chrome = lay_chrome(model, self.context, hints, self.message, most=2)
            rows = rows_in_view(selected, total, 1, chrome.body.height)
            chrome = chrome.titled(["MINESWEEPER"], place_in_list(selected, total, len(rows)))
            return Listing(chrome, total, selected, rows, 0, model.cols)
        told = self.message or say(self._greeting(model))
        if self.kept and model.shelf.problem and not self.asking:
            told = say(" ".join((*self.message.texts, model.shelf.problem)), model.shelf.problem, alarm=True)
        chrome, rows = _lay_wide(lay_chrome(model, self.context, hints, told, left=0, gap=0), items, selected)
        chrome = chrome.titled([], place_in_list(selected, total, len(rows)))
        cols = model.cols
        left, width = ((cols - _BLOCK) // 2 + 3, _BLOCK - 6) if cols >= _BLOCK else (1, cols - 2)
        return Listing(chrome, total, selected, rows, left, width)

    def _greeting(self, model: Model) -> str:
        if self.welcome:
            key = model.keymap.label(self.context, Action.SELECT)
            return f"Welcome back: your {self.welcome} game is waiting, {key} continues it."
        return first_words(model.keymap) if model.shelf.is_empty else ""

    def draw_rows(self, model: Model, canvas: Canvas, listing: Listing) -> None:
        if not is_compact(model.rows, model.cols):
            _draw_title(canvas, listing.chrome.top, model.looks)
        lines = _lines(self, model, listing.width)
        for number in listing.rows:
            draw_entry(canvas, listing, number, lines[number], model)

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
        key = model.keymap.label(self.context, Action.QUIT)
        short = "Quit? Your game can't be kept."
        said = ask(key, f"{short} {model.shelf.problem}", short)
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
    """The model with the next assistant level for games, which is kept in the settings."""
    from minesweeper.play.assist import MEANINGS, next_help_level

    level = next_help_level(model.settings.text("assist"))
    model = model.with_top(menu._replace(message=say(MEANINGS[level])))
    return model.with_settings(model.settings.with_value("assist", level), "assist")


def menu_hints(settings: Settings) -> list[KeyHint]:
    """The keys of the menu, most important first."""
    return [
        (Action.SELECT, "choose"),
        (Action.HELP, "help"),
        (Action.BOARDS, f"boards: {settings.text('boards')}"),
        (Action.BOT, "bot"),
        (Action.LEVEL, f"level: {settings.text('assist').capitalize()}"),
        (Action.QUIT, "quit"),
        (Action.UP, "up"),
        (Action.DOWN, "down"),
    ]


def _name(session: Session) -> str:
    return board_name(session.name, session.spec)


def open_menu(settings: Settings | None = None) -> MenuScreen:
    """The menu as the program starts: on the level last played."""
    name = settings.text("last_board") if settings else ""
    last = next((action for action, level in BOARDS.items() if level == name), Action.PLAY_BEGINNER)
    return MenuScreen(last, last)
