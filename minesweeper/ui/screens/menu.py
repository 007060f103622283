"""The main menu, which is the first screen: the games to play, the saved game to continue, and the way to other
screens.

The menu stays at the bottom of the stack of screens until the program ends, so it also keeps the games that the player
left. It is drawn before the database was read. What is known only afterwards, such as best times, has its place from
the first frame on, so that nothing moves under the player's eyes.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.core.times import clock_text, milliseconds_text
from minesweeper.storage.options import option_of
from minesweeper.storage.settings import Settings
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, ScreenWithGames, StoreCache, replace
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect, is_compact
from minesweeper.ui.draw.glyphs import Piece, TerminalLooks
from minesweeper.ui.widgets.chrome import MOST_LINES, SILENCE, ChromeSpec, KeyHint, Message, arrange_chrome, say
from minesweeper.ui.widgets.page import (
    AIR,
    Form,
    Fragment,
    ListScreen,
    Page,
    Row,
    TableCell,
    arrange_rows,
    blank,
    entry,
    prose,
    spaced,
)

if TYPE_CHECKING:
    from minesweeper.play import assist_level
    from minesweeper.storage import records
    from minesweeper.storage.records import RunningGame, SavedGame
    from minesweeper.storage.saves_table import Saves
    from minesweeper.ui.draw import large
    from minesweeper.ui.screens import game_words
else:
    assist_level = LateModule("minesweeper.play.assist_level")
    # These words are needed only after the database was read.
    game_words = LateModule("minesweeper.ui.screens.game_words")
    large = LateModule("minesweeper.ui.draw.large")
    records = LateModule("minesweeper.storage.records")

LEVELS = {
    Action.PLAY_BEGINNER: "beginner",
    Action.PLAY_INTERMEDIATE: "intermediate",
    Action.PLAY_EXPERT: "expert",
}
"""The entries that start a game on a preset, with the name of the preset."""
PRESET_OF_ACTION = {**LEVELS, Action.CUSTOM_GAME: "custom"}
"""The entries that start a game on a preset or a custom board, with the name under which settings remember the
board.
"""
_GAMES = (*PRESET_OF_ACTION, Action.CONTINUE, Action.DAILY)
_OTHERS = (
    *(Action.LESSONS, Action.ANALYSE, Action.BOT),
    *(Action.REPLAYS, Action.STATISTICS, Action.KEYBINDINGS),
    *(Action.SETTINGS, Action.HELP, Action.QUIT),
)
"""The entries that stand side by side, row by row."""
_SIDE_BY_SIDE = 3
"""How many of these entries stand in a row."""
_BOARD_TYPES, _ASSIST_LEVELS = option_of("boards"), option_of("assist")
_NAMES = {
    **{action: name.capitalize() for action, name in PRESET_OF_ACTION.items()},
    Action.BOARDS: _BOARD_TYPES.title,
    Action.LEARN: "Learn to play",
    Action.ANALYSE: "Analysis",
    Action.KEYBINDINGS: "Keys",
}
"""The names of entries that differ from the names of their actions."""
_ITEMS = (*_GAMES, Action.BOARDS, *_OTHERS)
_BLOCK = 60
"""The columns of the block of entries, if the terminal is wide enough."""
_ROOMY = 40
"""The number of terminal rows from which entries have a blank row between them."""
_LOGO = "MINESWEEPER"
_WIDE_LOGO = 36, 100
"""The fewest rows and columns of a terminal on which the game's name is written in large tiles of 6x3."""
_BELOW = 2
"""The rows that are kept free below the entries, for a message and the key bar."""


def _name(item: Action) -> str:
    return _NAMES.get(item, item.name.capitalize())


def _key(model: Model, item: Action) -> str:
    """The key that is shown before an entry.

    If the entry has a digit among its keys, it is the digit, so that the games are numbered without gaps.
    """
    keys = model.keymap.keys(Context.MENU, item)
    return next((key for key in keys if key.isdigit()), model.keymap.label(Context.MENU, item))


def _logo_heights(model: Model) -> tuple[int, ...]:
    """The numbers of rows that the game's name may take on this terminal, the largest first. 0 leaves the name out."""
    if not model.looks.outlines or model.cols < _BLOCK:
        return 1, 0
    is_wide = model.rows >= _WIDE_LOGO[0] and model.cols >= _WIDE_LOGO[1]
    return (4, 3, 1, 0) if is_wide else (3, 1, 0)


def _draw_logo(canvas: Canvas, row: int, looks: TerminalLooks, height: int) -> None:
    """Writes the game's name in the colours of the numbers, as tiles in a well or, if ``height`` is 1, as plain
    letters.

    The first of the rows is the upper edge of the well, so tiles on 4x2 cells need a height of 3, and those on 6x3
    cells need 4.
    """
    numbers = [f"n{index % 8 + 1}" if looks.colours else "title" for index in range(len(_LOGO))]
    signs = [(looks.glyphs.flag, "flag"), *zip(_LOGO, numbers, strict=True), (looks.glyphs.mine, "mine")]
    if height == 1:
        pieces = [(f"{sign} ", style) for sign, style in signs[1:-1]]
        pieces = [(f"{looks.glyphs.flag}  ", "title"), *pieces, (f" {looks.glyphs.mine}", "title")]
        canvas.write_pieces(row, (canvas.cols - sum(len(text) for text, _ in pieces)) // 2, pieces)
        return
    width = {3: 4, 4: 6}[height]
    left = (canvas.cols - width * len(signs) - 1) // 2
    canvas.write(row, left, "▄" * (width * len(signs) + 1), "cap")
    for index, (sign, style) in enumerate(signs):
        ground = f"{style} on hidden"
        is_small = height == 3
        rows = _small_tile(sign, ground) if is_small else large.large_tile((f" {sign}", ground), height - 1, width)
        for below, pieces in enumerate(rows, 1):
            canvas.write_pieces(row + below, left + 1 + width * index, pieces)
    for below in range(1, height):
        canvas.write(row + below, left, "█", "cap")


def _small_tile(sign: str, style: str) -> list[list[Piece]]:
    """A tile for a 4x2 cell, as boards have it.

    It is drawn without the module `large`, because most menus show such tiles and their first frame shouldn't wait
    until this module is loaded.
    """
    return [[(" ", "cap on hidden+7"), (sign, f"{style}+7"), (" █", "cap on hidden+7")], [("▄▄▄█", "cap on hidden-5")]]


# ------------------------------------------------------------------------------
# Rows of the menu
# ------------------------------------------------------------------------------


def _game_rows(menu: MenuScreen, model: Model) -> list[Row]:
    """The rows of the games. Each entry has its board or a few words beside it."""
    boards, others = _about_boards(model), _about_others(menu, model)
    rows = []
    for item in menu.entries[: menu.entries.index(Action.DAILY) + 1]:
        style = "text" if item is Action.CONTINUE and item in menu.targets else "text.dim"
        about = boards[item] if item in boards else [TableCell((*others.get(item, ()), ""), style)]
        rows.append(_entry(menu, model, item, *about))
    return rows


def _entry(menu: MenuScreen, model: Model, item: Action, *about: TableCell) -> Row:
    """A row with key, name and further cells. An entry that can't be chosen now is dim and doesn't react to clicks."""
    is_open = item in menu.targets
    key = TableCell((_key(model, item),), "key" if is_open else "text.dim")
    name = TableCell((_name(item),), "text" if is_open else "text.dim", least=len("Intermediate "))
    return entry(item if is_open else None, key, name, *about)


def _board_type_row(menu: MenuScreen, model: Model) -> Row:
    """The row of the board type. The player changes its value with a click or with Left and Right."""
    word, note = _board_type(model.settings), _BOARD_TYPES.notes[model.settings.text(_BOARD_TYPES.name)]
    least = max(len(_BOARD_TYPES.word(value)) for value in _BOARD_TYPES.choices) + len("<  >")
    value = Fragment(model.looks.glyphs.turning(word).ljust(least), "bar")
    return _entry(menu, model, Action.BOARDS, TableCell(((value, Fragment(f" {note}", "text.dim")), (value,))))


def _other_rows(model: Model) -> list[Row]:
    """The rows of the entries that open other screens, several side by side."""
    rows = []
    for start in range(0, len(_OTHERS), _SIDE_BY_SIDE):
        cells = []
        for item in _OTHERS[start : start + _SIDE_BY_SIDE]:
            due = f" {model.cache.due_topics} due" if item is Action.LESSONS and model.cache.due_topics else ""
            texts = (f"{_key(model, item)}  ", "key"), (_name(item), "text"), (due, "mark")
            cells.append(TableCell((tuple(Fragment(*text, item) for text in texts),), target=item, least=16))
        rows.append(Row(tuple(cells), table="others"))
    return rows


def _list_rows(menu: MenuScreen, model: Model) -> list[Row]:
    """The rows of the menu on a small screen: key, name, and at the right the longest words that fit."""
    keys = {item: _key(model, item) for item in menu.entries}
    times = {item: [clock_text(best / 1000)] for item, best in _best_times(model).items()}
    abouts = times | _about_others(menu, model) | {Action.BOARDS: [_board_type(model.settings)]}
    rows = []
    for item, label in keys.items():
        key = f"{label:{max(map(len, keys.values()))}} "
        name = _BOARD_TYPES.short if item is Action.BOARDS else _name(item)
        room = model.cols - len(f"  {key}{name} ")
        about = next((text for text in abouts.get(item, ()) if len(text) <= room), "").rjust(room + 1)
        if item in menu.targets:
            end = Fragment(about, "good" if item in times else "text")
            rows.append(entry(item, ((Fragment(key, "key"), Fragment(name), end),)))
        else:
            rows.append(prose(f"{key}{name}{about}", style="text.dim"))
    return rows


def _board_type(settings: Settings) -> str:
    return _BOARD_TYPES.word(settings.text(_BOARD_TYPES.name)).lower()


def _about_others(menu: MenuScreen, model: Model) -> dict[Action, list[str]]:
    """Words about the entries that aren't boards, by entry and in several forms, the longest first.

    An entry that isn't known before the database was read has no words until then.
    """
    waiting, cache = menu.waiting, model.cache
    texts = {Action.LEARN: ["the rules in five short steps", "five short steps"]}
    texts |= {Action.LESSONS: [f"{cache.due_topics} due"]} if cache.due_topics else {}
    if cache.daily is not None:
        texts[Action.DAILY] = game_words.about_daily(cache.daily, waiting)
    if waiting:
        forms = game_words.about_saved(waiting[0])
        if menu.open_games and cache.problem:
            forms = [*(f"{text}, not saved" for text in forms[:-1]), "not saved", "unsaved"]
        several = [f"{text}, {len(waiting)} saved games" for text in forms if len(waiting) > 1]
        texts[Action.CONTINUE] = several + forms
    # The number of replays is read after the saved games. While it is unknown, there may be saved games that aren't
    # known yet.
    elif cache.replays is not None:
        texts[Action.CONTINUE] = ["no saved game", "none"]
    return texts


def _best_times(model: Model) -> dict[Action, int]:
    """The best times of the presets in milliseconds, for the board type that is selected.

    Presets without a win are missing, and all of them are until the database was read.
    """
    if not model.cache.records:
        # The database hasn't been read yet.
        return {}
    mode, presets = model.settings.text("boards"), model.settings.presets
    groups = {action: records.Group(name, mode, board=str(presets[name])) for action, name in LEVELS.items()}
    known = {action: model.cache.record(group) for action, group in groups.items()}
    return {action: record.best_ms for action, record in known.items() if record and record.best_ms is not None}


def _about_boards(model: Model) -> dict[Action, list[TableCell]]:
    """The cells beside each board: its size, its mines and the best time."""
    specs = {action: model.settings.presets[name] for action, name in LEVELS.items()}
    specs[Action.CUSTOM_GAME] = model.settings.custom
    digits = max(len(str(spec.mines)) for spec in specs.values())
    times, cells = _best_times(model), {}
    for action, spec in specs.items():
        size, mines = f"{spec.width}x{spec.height}", plural(spec.mines, "mine", str(digits))
        # The row keeps room for the best time before it is known, so that nothing moves.
        best: tuple[Form, ...] = (" " * len("0:00.000"),)
        if action in times:
            time = Fragment(milliseconds_text(times[action]), "good")
            best = (Fragment("best ", "text.dim"), time), (time,)
        cells[action] = [
            TableCell((size, ""), "text.dim", least=len("30x16 ")),
            TableCell((mines, ""), "text.dim", least=len("99 mines") + 9),
            TableCell(best, is_right=True),
        ]
    return cells


# ------------------------------------------------------------------------------
# The screen
# ------------------------------------------------------------------------------

_PLAYED = {**LEVELS, Action.DAILY: "daily"}
"""The entries that start a game, with the name that the game has as its preset.

The entry of the game that the player leaves is selected in the menu.
"""


class MenuScreen(ListScreen, ScreenWithGames):
    """The first screen. It stays below all others until the program ends."""

    selected: Action = Action.PLAY_BEGINNER
    last: Action = Action.PLAY_BEGINNER
    """The entry of the board that was played last. It is selected if no game waits to be continued."""
    open_games: tuple[ScreenWithGames, ...] = ()
    """The screens of running games that the player left in this program, the newest last."""
    saved: tuple[SavedGame, ...] = ()
    """The saved games of earlier programs and of programs that still run, the newest first."""
    offers: bool = False
    """Whether the menu has the entry Learn to play. It disappears when the player has finished the guided game."""
    used: bool = False
    """Whether the player has pressed a key or clicked yet.

    Before that, the selection moves to Continue when a saved game becomes known.
    """
    message: Message = SILENCE

    wraps = True
    targets_per_page = len(_ITEMS)
    context = Context.MENU

    @property
    def entries(self) -> tuple[Action, ...]:
        """All entries from top to bottom, including Continue while no game is saved."""
        return (Action.LEARN, *_ITEMS) if self.offers else _ITEMS

    @property
    def targets(self) -> tuple[Action, ...]:
        return self.entries if self.waiting else tuple(item for item in self.entries if item is not Action.CONTINUE)

    @property
    def waiting(self) -> tuple[SavedGame, ...]:
        """All games that the player left or that are saved, beginning with the one that Continue offers.

        Games with a single move come after the others, because players rarely want them back. Games that can't be
        continued come last.
        """
        here = tuple(game_words.saved_game_of(session) for session in reversed(self.sessions()))
        return tuple(sorted((*here, *self.saved), key=lambda game: (not game.can_continue, game.is_barely_begun)))

    def has_running_game(self) -> bool:
        return bool(self.open_games)

    def child_screens(self) -> tuple[ScreenWithGames, ...]:
        return self.open_games

    def on_settings(self, settings: Settings) -> MenuScreen:
        offers = settings.is_on("learn_row")
        message = say("Learn to play is in Lessons from now on.") if self.offers and not offers else self.message
        return replace(self, offers=offers, message=message)

    def on_store_change(self, cache: StoreCache) -> MenuScreen:
        menu = replace(self, saved=cache.waiting)
        offered = next((game for game in menu.waiting if game.can_continue), None)
        if menu.selected not in menu.targets:
            return replace(menu, selected=menu.last)
        if self.used or offered is None or self.waiting:
            return menu
        return replace(menu, selected=Action.CONTINUE)

    def adopt(self, screen: ScreenWithGames) -> MenuScreen:
        session = screen.session()
        if session is None:
            return self
        level = next((action for action, name in _PLAYED.items() if name == session.preset), None)
        menu = replace(self.without_message(), last=level or Action.CUSTOM_GAME)
        if not screen.has_running_game():
            return replace(menu, selected=Action.CONTINUE if menu.open_games else menu.last)
        return replace(menu, open_games=(*self.open_games, screen), selected=Action.CONTINUE)

    def page(self, model: Model) -> Page:
        hints, message = self.hints_of(self._hints()), self._said(model)
        if is_compact(model.rows, model.cols):
            chrome = arrange_chrome(model, self.context, ChromeSpec(hints, message, most_lines=2))
            # The first page doesn't scroll, so that nothing moves when a saved game becomes known.
            first = 0 if self.selected in self.entries[: chrome.body.height] else None
            page = arrange_rows(chrome, _list_rows(self, model), chrome.body, self.selected, first=first)
            return page._replace(chrome=chrome.titled([_LOGO], "" if page.is_whole else self.place(page)))
        page, logo = self._block(model)
        row = next(row for row, line in enumerate(page.shown, page.top) if line.has(self.selected))
        frame = Rect(page.top - logo, page.room.left, logo + len(page.shown), page.room.width)
        most = MOST_LINES if frame.height <= model.rows - _BELOW else 2
        spec = ChromeSpec(hints, message, most_lines=most, kept_rows=(row,), frame=frame)
        return page._replace(chrome=arrange_chrome(model, self.context, spec))

    def _block(self, model: Model) -> tuple[Page, int]:
        """Arranges the entries in the middle of the screen. The second value is the number of rows for the game's name
        above them.

        If the terminal has too few rows, the name becomes smaller first. Next, the blank rows are left out, then the
        row for messages, and finally the name.
        """
        width = min(_BLOCK, model.cols)
        groups = (_game_rows(self, model), [_board_type_row(self, model)], _other_rows(model))
        gap = [blank(), blank(AIR)] if model.rows >= _ROOMY else [blank()]
        rows = [row for group in groups for row in (*gap, *(spaced(group) if len(gap) > 1 else group))]
        chrome = arrange_chrome(model, self.context, ChromeSpec())
        for logo in _logo_heights(model):
            room = Rect(logo, (model.cols - width) // 2, model.rows - (_BELOW if logo > 1 else 1) - logo, width)
            page = arrange_rows(chrome, rows, room, self.selected, above=1 / 2)
            if page.is_whole and (logo <= 1 or not page.lines[0].spots):
                break
        return page, logo

    def draw(self, model: Model, canvas: Canvas) -> None:
        page = self.page(model)
        # These are the rows above the entries. A small screen has a title instead.
        logo = page.room.top
        if logo and not is_compact(model.rows, model.cols):
            _draw_logo(canvas, page.top - logo, model.looks, logo)
        page.draw(canvas, model.looks)

    def _hints(self) -> list[KeyHint]:
        past: list[KeyHint] = [(Action.DAYS, "past days")] if self.selected is Action.DAILY else []
        word = "change" if self.selected is Action.BOARDS else "choose"
        return [(Action.SELECT, word), *past, (Action.HELP, "help"), (Action.QUIT, "quit")]

    def _said(self, model: Model) -> Message:
        problem = model.cache.problem
        if self.open_games and problem and not self.asks():
            return say(" ".join((*self.message.texts, problem)), problem, alarm=True)
        return self.message

    def moved(self, model: Model, action: Action) -> Hashable:
        # Where entries stand side by side, Up and Down go to the entry above or below.
        lines = [[spot for spot in line.spots if spot.part.target in _OTHERS] for line in self.page(model).lines]
        lines = [spots for spots in lines if spots]
        own = [
            (row, spot.col) for row, spots in enumerate(lines) for spot in spots if spot.part.target is self.selected
        ]
        if action not in (Action.UP, Action.DOWN) or not own:
            return super().moved(model, action)
        row, col = own[0][0] + (1 if action is Action.DOWN else -1), own[0][1]
        if not 0 <= row < len(lines):
            return self.targets[0] if row > 0 else self.targets[self.targets.index(_OTHERS[0]) - 1]
        return min(lines[row], key=lambda spot: abs(spot.col - col)).part.target

    def without_message(self) -> MenuScreen:
        return replace(self, message=SILENCE, used=True)

    def answer(self, model: Model, yes: bool) -> Model:
        return model.quit() if yes else model.with_top(self.without_message().with_message("The game is still open."))

    def press(self, model: Model, target: Hashable) -> Model:
        assert isinstance(target, Action)
        return self.act_here(model.with_top(self), target)

    def pick(self, model: Model) -> Model:
        return self.act_here(model, self.selected)

    def act_here(self, model: Model, action: Action) -> Model:
        if action is Action.SELECT:
            return self.pick(model)
        if action is Action.BACK:
            return model.with_top(self.focused_on(Action.QUIT))
        if action in (Action.LEFT, Action.RIGHT):
            return self._step_aside(model, 1 if action is Action.RIGHT else -1)
        if action in (Action.BOARDS, Action.LEVEL):
            return self._turn(model, action, 1)
        if action is Action.DAYS:
            return routes.daily_screens.open_days(model)
        if action is Action.CONTINUE and not self.waiting:
            texts = "No game is saved. If you leave one with M, it waits here.", "No game is saved."
            return model.with_top(self.with_message(*texts))
        return self._do(model, action) if action in (*self.targets, Action.LEARN) else model

    def _step_aside(self, model: Model, step: int) -> Model:
        """Called for Left (-1) and Right (1).

        If several entries stand side by side, it selects the next one. Otherwise it changes the board type.
        """
        if self.selected in _OTHERS:
            number = max(0, min(_OTHERS.index(self.selected) + step, len(_OTHERS) - 1))
            return model.with_top(replace(self, selected=_OTHERS[number]))
        return self._turn(model, Action.BOARDS, step)

    def _turn(self, model: Model, switch: Action, step: int) -> Model:
        """Changes the board type or the assist level, whichever ``switch`` says, by ``step`` values.

        Saves the choice and shows a message that explains it.
        """
        option = _BOARD_TYPES if switch is Action.BOARDS else _ASSIST_LEVELS
        value = str(option.step(model.settings.text(option.name), step))
        message = say(assist_level.MEANINGS.get(value, option.meaning), f"{option.word(value)}: {option.notes[value]}.")
        model = model.with_top(replace(self, message=message))
        if switch is Action.LEVEL:
            return model.with_settings(model.settings.with_level(value), option.name, "custom_assist")
        return model.with_settings(model.settings.with_value(option.name, value), option.name)

    def _do(self, model: Model, action: Action) -> Model:
        """Opens the screen of an entry, or starts its game."""
        if action is Action.QUIT:
            return self._quit(model)
        if action is Action.CONTINUE:
            return self._continue(model)
        board = PRESET_OF_ACTION.get(self.selected)
        model = model.with_top(replace(self, selected=self.last if action is Action.LEARN else action))
        if action is Action.BOT:
            return routes.bot_setup.open_bot_setup(model, board)
        if action not in LEVELS:
            return _open(model, action) or super().act_here(model, action)
        model = model.with_settings(model.settings.with_value("last_board", LEVELS[action]), "last_board")
        return routes.game_screen.open_new(model, LEVELS[action])

    def _continue(self, model: Model) -> Model:
        """Continues the saved game.

        If there are several, or if it can't be continued, the list of saved games opens instead.
        """
        waiting = self.waiting
        if len(waiting) == 1 and waiting[0].can_continue:
            return self.continue_game(model, waiting[0])
        return routes.saved.open_saved(model, waiting)

    def continue_game(self, model: Model, game: SavedGame) -> Model:
        """Continues a game, whether its screen is kept in this program or it is saved in the database.

        Called for the menu when it is on top, also by the list of saved games.
        """
        for screen in self.open_games:
            session = screen.session()
            if session is not None and session.id == game.id:
                rest = tuple(other for other in self.open_games if other is not screen)
                model = model.with_top(replace(self, open_games=rest, selected=self.last)).push(screen)
                # The terminal may have another size by now.
                return screen.fit(model)
        return take_saved(model, game.id)

    def drop_game(self, game: SavedGame) -> MenuScreen | None:
        """The menu without a game that the player left earlier, or None if that game isn't open in this program.

        The list of saved games calls it when the player gives a game up.
        """
        rest = tuple(
            screen for screen in self.open_games if game.id not in [session.id for session in screen.sessions()]
        )
        return replace(self, open_games=rest) if len(rest) < len(self.open_games) else None

    def _take(self, model: Model, taken: RunningGame | str) -> Model:
        if isinstance(taken, str):
            return model.with_top(self.with_message(taken, alarm=True))
        return self.continue_saved(model, taken)

    def continue_saved(self, model: Model, game: RunningGame) -> Model:
        """Continues a game that was read from the database."""
        rest = tuple(saved for saved in self.saved if saved.id != game.id)
        menu = replace(self.without_message(), saved=rest, selected=self.last)
        return routes.game_screen.open_continued(model.with_top(menu), game)

    def _quit(self, model: Model) -> Model:
        if not self.open_games or model.cache.problem is None:
            return model.quit()
        question = "Quit? Your game can't be saved."
        return self.focused_on(Action.QUIT).ask(model, Action.QUIT, f"{question} {model.cache.problem}", question)


def _open(model: Model, action: Action) -> Model | None:
    """Opens the screen of an entry, or returns None if the entry has no screen that can be opened without further
    choices.
    """
    match action:
        case Action.LEARN:
            return routes.lesson_mode.open_guided(model)
        case Action.CUSTOM_GAME:
            return routes.custom.open_custom(model)
        case Action.DAILY:
            return routes.daily_screens.open_daily(model)
        case Action.LESSONS:
            return routes.lesson_list.open_lessons(model)
        case Action.ANALYSE:
            return routes.analysis_mode.open_board(model)
        case Action.REPLAYS:
            return routes.replay_list.open_replays(model)
        case Action.STATISTICS:
            return routes.stats_screen.open_stats(model)
        case Action.SETTINGS:
            return routes.settings_screen.open_settings(model)
        case Action.KEYBINDINGS:
            return routes.bindings.open_bindings(model)
    return None


def _take_saved(saves: Saves, game_id: str | None) -> RunningGame | str:
    """Takes a saved game out of the database so that no other program can continue it: the game with this id or, for
    None, the newest one.

    Returns the game, or the reason why it can't be continued.
    """
    newest = saves.newest() if game_id is None else None
    if game_id is None and newest is None:
        return saves.store.problem or "There is no saved game to continue."
    taken = saves.take(newest.id if newest else str(game_id))
    return taken.problem or "" if taken.value is None else taken.value


def take_saved(model: Model, game_id: str | None = None) -> Model:
    """Continues the saved game with this id, or by default the newest that no other program is playing.

    The menu must be on top, and it shows a message if that fails.
    """
    return model.query(_take_saved, game_id, then=MenuScreen._take)


def open_menu(settings: Settings | None = None) -> MenuScreen:
    """The menu for the start of the program, with the board selected that was played last."""
    name = settings.text("last_board") if settings else ""
    last = next((action for action, level in PRESET_OF_ACTION.items() if level == name), Action.PLAY_BEGINNER)
    return MenuScreen(last, last, offers=settings is not None and settings.is_on("learn_row"))
