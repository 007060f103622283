"""How the main menu looks: the items with what there is to say about each, as far as there is room."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.boards.measures import difficulty
from minesweeper.core.text import plural
from minesweeper.core.times import clock_text
from minesweeper.storage.values import Group, Record, SavedGame
from minesweeper.ui.actions import Action, Context
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import COMPACT_COLS, is_compact
from minesweeper.ui.hints import Hint, draw_hints, first_words
from minesweeper.ui.lists import first_shown, place_in_list
from minesweeper.ui.model import Looks, Model
from minesweeper.ui.screens.keeping import about_waiting
from minesweeper.ui.screens.status import draw_message
from minesweeper.ui.texts import wrap_to

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


@dataclass(frozen=True)
class MenuPicture:
    """What a drawn menu shows."""

    items: tuple[Action, ...]
    selected: Action
    waiting: tuple[SavedGame, ...]
    message: str = ""
    alarm: bool = False
    welcome: str = ""
    """What is said where there is room and nothing more important."""


@dataclass(frozen=True)
class _Places:
    """Where the parts of a menu stand."""

    compact: bool
    title_row: int
    rows: dict[Action, int]
    """The screen row of each item in view."""
    left: int
    width: int
    message: list[str]


def _places(picture: MenuPicture, model: Model) -> _Places:
    rows, cols, items = model.rows, model.cols, picture.items
    if is_compact(rows, cols):
        message = wrap_to(picture.message, cols, rows - 2)
        room = rows - 1 - max(1, len(message))
        first = first_shown(items.index(picture.selected), len(items), room)
        shown = {item: 1 + index for index, item in enumerate(items[first : first + room])}
        return _Places(True, 0, shown, 0, cols, message)
    greeting = first_words(model.keymap) if model.shelf.is_empty else ""
    message = wrap_to(picture.message or picture.welcome or greeting, cols - 2, 3)
    left, width = ((cols - _BLOCK) // 2 + 3, _BLOCK - 6) if cols >= _BLOCK else (1, cols - 2)
    step = 2 if rows >= _ROOMY else 1
    top, offsets = 0, {}
    for top, gap, blank in ((1, 2, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0)):
        offsets = _offsets(items, 1 + gap * step, step, blank * step)
        height = max(offsets.values()) + 1
        if rows >= _TALL:
            top = (rows - height) // 2 - 1
        if top + height <= rows - 1 - max(1, len(message)):
            break
    else:  # not even without blank rows
        room = rows - 2 - max(1, len(message))
        first = first_shown(items.index(picture.selected), len(items), room)
        offsets = _offsets(items[first : first + room], 1, 1, 0)
    return _Places(False, top, {item: top + offset for item, offset in offsets.items()}, left, width, message)


def _offsets(items: tuple[Action, ...], first: int, step: int, blank: int) -> dict[Action, int]:
    """How many rows below the title each item stands."""
    result, row = {}, first
    starts = [next((item for item in group if item in items), None) for group in _GROUPS]
    for item in items:
        row += blank if item in starts else 0
        result[item] = row
        row += step
    return result


def item_at(picture: MenuPicture, model: Model, row: int, col: int) -> Action | None:
    """The item under a place of the screen."""
    places = _places(picture, model)
    if not places.left <= col < places.left + places.width:
        return None
    return next((item for item, item_row in places.rows.items() if item_row == row), None)


def draw_menu(canvas: Canvas, picture: MenuPicture, model: Model, hints: list[Hint]) -> None:
    """Draws the whole menu."""
    places = _places(picture, model)
    if places.compact:
        canvas.write(0, 0, "MINESWEEPER", "title")
    else:
        _draw_title(canvas, places.title_row, model.looks)
    place = place_in_list(picture.items.index(picture.selected), len(picture.items), len(places.rows))
    canvas.write(places.title_row, canvas.cols - len(place), place, "text.dim")
    lines = _lines(picture, model, places.width)
    for item, row in places.rows.items():
        chosen = item is picture.selected
        mark = model.looks.glyphs.pointer if chosen else " "
        line = f"{mark} {lines[item]}"[: places.width].ljust(places.width)
        canvas.write(row, places.left, line, "selected" if chosen else "text")
        if chosen:
            canvas.place_cursor(row, places.left, visible=False)
    draw_message(canvas, places.message, canvas.rows - (1 if places.compact else 2), "bad" if picture.alarm else "text")
    if not (places.compact and places.message):
        draw_hints(canvas, hints, model.keymap, Context.MENU, canvas.rows - 1)


def _draw_title(canvas: Canvas, row: int, looks: Looks) -> None:
    """The name of the game, its letters in the colours of the numbers."""
    letters = " ".join("MINESWEEPER")
    left = (canvas.cols - len(letters)) // 2
    canvas.write(row, left - 3, looks.glyphs.flag, "title")
    for index, letter in enumerate("MINESWEEPER"):
        style = f"n{index % 8 + 1}" if looks.colours else "title"
        canvas.write(row, left + 2 * index, letter, style)
    canvas.write(row, left + len(letters) + 2, looks.glyphs.mine, "title")


def _lines(picture: MenuPicture, model: Model, width: int) -> dict[Action, str]:
    """The text of each item: its key, its name and what there is to say about it, in the form that has room."""
    labels = {item: model.keymap.label(Context.MENU, item) for item in picture.items}
    key_width = max(len(label) for label in labels.values())
    narrow = width < COMPACT_COLS
    names = {item: f"{label:{key_width}}{' ' if narrow else '  '}{_NAMES[item]}" for item, label in labels.items()}
    about_col = max(len(name) for name in names.values()) + 3
    rooms = {item: width - 3 - len(name) if narrow else width - 2 - about_col for item, name in names.items()}
    abouts = _about_levels(model, rooms)
    if model.shelf.daily is not None:
        from minesweeper.ui.screens.daily import about_daily  # the first frame is painted before that is known

        texts = about_daily(model.shelf.daily, picture.waiting)
        abouts[Action.DAILY] = next((text for text in texts if len(text) <= rooms[Action.DAILY]), "")
    if model.shelf.replays:
        abouts[Action.REPLAYS] = plural(model.shelf.replays, "game")
    if picture.waiting:
        room = rooms[Action.CONTINUE]
        others = len(picture.waiting) - 1
        texts = about_waiting(picture.waiting[0])
        texts = [f"{text}; {plural(others, 'other')}" for text in texts] * bool(others) + texts
        abouts[Action.CONTINUE] = next((text for text in texts if len(text) <= room), "")
    if narrow:
        return {item: name + abouts.get(item, "").rjust(width - 2 - len(name)) for item, name in names.items()}
    return {item: name.ljust(about_col) + abouts.get(item, "") for item, name in names.items()}


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
