"""The help: one screen that tells how to play; behind it a line for every key in force, signs, words and rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple

from minesweeper.core.text import begin
from minesweeper.play.assist_level import MEANINGS
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import Keymap, key_label
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect, is_compact
from minesweeper.ui.draw.glyphs import GlyphSet, Tile
from minesweeper.ui.draw.words import fit, wrap
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, Chrome, KeyHint, Message, lay_chrome, message_width, say
from minesweeper.ui.widgets.text_screen import COLUMN_GAP, Page, Pieces, TextPlace, TextScreen

# ------------------------------------------------------------------------------
# What the help says: the rules, and a line for every key, made from the key map in force.
# ------------------------------------------------------------------------------

Actions = tuple[Action, ...]


class Item(NamedTuple):
    """Keys and what they do, in two or three words; a click on it does the action."""

    keys: str
    words: str
    action: Action | None = None

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.keys) + 1 + len(self.words)


class HelpPart(Enum):
    """A part of the help, by its title; all of it is what is searched."""

    FIRST = ""
    KEYS = "all keys"
    SIGNS = "signs and colours"
    WORDS = "words"
    RULES = "rules and fair play"
    SCREEN = "this screen's keys"
    ALL = "search"


_PARTS = {
    Action.HELP_KEYS: HelpPart.KEYS,
    Action.HELP_SIGNS: HelpPart.SIGNS,
    Action.HELP_WORDS: HelpPart.WORDS,
    Action.HELP_RULES: HelpPart.RULES,
    Action.HELP_SCREEN: HelpPart.SCREEN,
}


@dataclass(frozen=True)
class Entry:
    """One thing the help says: a heading, a paragraph, or a sign or keys with what they mean."""

    text: str
    sign: str = ""
    sign_style: str = "key"
    heading: bool = False
    actions: Actions = ()
    column: int = 18
    """Where the text starts beside a sign."""
    items: tuple[Item, ...] = ()
    """Keys and what they do, side by side, in place of a text."""

    def holds(self, query: str) -> bool:
        """Whether a text occurs in the entry, in either case."""
        return query.lower() in f"{self.sign} {self.text}".lower()


_MOVES = (Action.MOVE_UP, Action.MOVE_LEFT, Action.MOVE_DOWN, Action.MOVE_RIGHT)
_SCROLLS = (Action.SCROLL_UP, Action.SCROLL_LEFT, Action.SCROLL_DOWN, Action.SCROLL_RIGHT)
_CLUES = tuple(action for action in Action if action.name.startswith("CLUE_"))
_GROUPS: dict[Actions, str] = {
    _MOVES: "move the cursor",
    _SCROLLS: "move the view; the cursor stays where it is",
    _CLUES: "a clue, and on to the next cell; 0 is an opened cell without a number",
}
GAME_TOPICS = {
    "MOVE AND OPEN": ("move", "open", "near", "far", "undo"),
    "ASSISTANTS": ("aid",),
    "VIEW": ("view",),
    "GAME": ("",),
}
"""What stands above the keys of the game, and the topics of the table of keys that come below it."""
_EVERYWHERE = (Action.HELP, Action.REDRAW, Action.QUIT)
_NOTES = {
    Context.FORM: "Digits are typed into the fields, mines also as a density such as 20%. The seed takes any text.",
    Context.ANALYSIS: "A picture that is pasted takes the place of the board. A click puts the cursor on a cell, one "
    "more goes through the clues there, the right button through flag, given mine and hidden. Size and mines are typed "
    "as 30x16/99, 30x16, 99 or expert; a board has at most 10,000 cells.",
}
_RULES = (
    "Open every cell that has no mine. A number says how many of the up to eight cells around it are mines; where "
    "there is none, the cells around open by themselves.",
    "The first cell is never a mine, and opens a region whenever the mines fit elsewhere. The clock starts with it.",
    "A flag is a note of your own: the cell can't be opened until the flag is gone. A game can be won without flags.",
    "A chord on a number that has all its flags opens the other cells around it; a wrong flag among them loses.",
    "A game that used an assistant, or undo of more than a mark, is assisted; a board from a seed, or the same board "
    "again, is known. Neither is ranked with the others. Assists in Settings asks before the first one, "
    "or blocks all.",
)
_FAIR_PLAY = (
    "Assistants see what you see: the opened numbers, which cells are hidden, and how many mines there are in all. "
    "They are never given the mines: tips, overlay and odds, solvers, best guess, what if, analysis board, bot, the "
    "help level Intelligent, the trace, and what is said about a loss.",
    "Your flags are claims, not evidence: no assistant believes them, and one that can be proved wrong is the first "
    "tip. Only what if takes them for mines, because it tells what would follow.",
    "{unlock} alone looks at the mines: it opens safe cells until a move can be proved. It says that it looked, and "
    "the game is assisted.",
    "A test comes with the program: the mines of random games are swapped for others that fit what is seen, and no "
    "answer but that of {unlock} may change.",
)
_SIGNS = (
    (Tile.HIDDEN, "a hidden cell"),
    (Tile.NUMBER, "mines around this cell"),
    (Tile.OVER, "more flags around it than the number says"),
    (Tile.FLAG, "a flag"),
    (Tile.FLAG_DISPROVED, "a flag that is proved wrong: a tip takes it away"),
    (Tile.PROOF, "a number that proves a solver's move"),
    (Tile.START, "the place to start: the board for it is made already"),
    (Tile.SAFE, "proved safe by a solver"),
    (Tile.DANGER, "proved to be a mine; at the end, or given: a mine"),
    (Tile.GUESS, "the best guess, or another one that is shown and as good"),
    (Tile.WORSE, "a guess that is shown and worse than the best one"),
    (Tile.BEST, "the best guess while another one is shown"),
    (Tile.PROPOSAL, "what if: your proposal of a mine"),
    (Tile.IF_MINE, "what if: then a mine"),
    (Tile.IF_SAFE, "what if: then safe"),
    (Tile.VIOLATED, "what if, analysis board: a number that can't be"),
    (Tile.PROPOSAL_DISPROVED, "what if: disproved, so safe to open"),
    (Tile.BOOM, "the mine that went off"),
    (Tile.FLAG_WRONG, "a wrong flag, at the end"),
)
_COLOURS = (
    (Tile.NUMBER, 1, "each number has its own colour, paler once it has all its flags"),
    (Tile.SAFE, 0, "the colour of what is safe: proved, or the better cell after a loss"),
    (Tile.DANGER, 0, "the colour of mines: proved, or shown at the end"),
    (Tile.GUESS, 0, "the colour of the best guess; odds have the steps that their legend shows"),
)
"""A tile that shows each, its number, and what the colour says."""
_NO_COLOURS = "Colours only help the signs: without any, all is still told."
_WORDS = (
    ("No-guess", "logic alone finishes the board"),
    ("Assisted", "an assist was used, or an open taken back"),
    ("Known board", "from a seed or a code, or played before"),
    ("Practice", "you keep playing after a loss; the loss stays"),
    ("Reduced", "the reduced view is on"),
    ("Left flags", "click mode is on: the left button flags; a click on the mine counter switches it"),
    ("Bot", "the bot plays"),
    ("Paused", "the clock is stopped"),
    ("Not saved", "the game can't be saved now; leaving would lose it"),
    *(
        (level.capitalize(), f"help level: {meaning.partition(': ')[2].rstrip('.')}")
        for level, meaning in MEANINGS.items()
    ),
    ("Lesson", "a position in which something is certain: you find it; no statistics count it"),
    ("3BV", "the fewest left clicks that open the board without a flag; 3BV/s is how fast it was done"),
    ("Efficiency", "the 3BV by the clicks that were made"),
    ("To win", "the chance that best play wins from here on, late in a game; with ~ or +- how often a bot wins"),
    ("Points", "by how much two chances in percent differ"),
    ("Skill", "the share of the chance to win that the choice of guesses kept; luck makes no difference"),
    ("Needless", "a guess while a cell was provably safe; forced: none was; good: and none was better"),
    ("Luck", "guesses survived, less those that their odds let expect"),
    ("Survival", "how likely all guesses so far were to go well"),
    ("Gamble", "to open what may be a mine though something else was sure, or better; forced: nothing was"),
    ("Rank", "the place of a time among the wins of its kind"),
    ("Counts as", "unassisted, assisted or known: games are compared with their like"),
    ("Adjusted", "a no-guess board whose mines were moved until logic alone finishes it"),
    ("Difficulty", "0 to 10, by size and mines alone: Beginner 2.0, Intermediate 4.5, Expert 7.9"),
)
"""What the header says in short, and the words of the statistics."""


def help_entries(
    about: Context, keymap: Keymap, settings: Settings, glyphs: GlyphSet, part: HelpPart = HelpPart.ALL
) -> list[Entry]:
    """The entries of a part; the keys of the context one came from are first."""
    if part is HelpPart.FIRST:
        return _first_entries(keymap)
    sections = {context: _key_sections(context, about, keymap, settings) for context in Context}
    sections[Context.GAME] += _mouse(settings)
    own = sections[about]
    keys = [own] if about is Context.GAME else [own, sections[Context.GAME]]
    others = [section for context, section in sections.items() if context not in (about, Context.GAME)]
    signs, words = _signs(settings, glyphs), [_heading("WORDS"), *(Entry(text, sign, "title") for sign, text in _WORDS)]
    rules = [_heading("THE GAME"), *(Entry(text) for text in _RULES), *_fair_play(keymap)]
    parts = {
        HelpPart.KEYS: [*keys, *others],
        HelpPart.SIGNS: [signs],
        HelpPart.WORDS: [words],
        HelpPart.RULES: [rules],
        HelpPart.SCREEN: [own],
        HelpPart.ALL: [*keys, rules, signs, words, *others],
    }
    return [entry for section in parts[part] for entry in section]


def _first_entries(keymap: Keymap) -> list[Entry]:
    """How to play, in five entries."""

    def item(words: str, *actions: Action) -> list[Item]:
        labels = [keymap.label(Context.GAME, action) for action in actions if keymap.keys(Context.GAME, action)]
        return [Item(", ".join(labels), words)] if labels else []

    moves = _group_label([keymap.keys(Context.GAME, move) for move in _MOVES]).replace(" ", " or ")
    keys = [Item(begin(moves), "move"), *item("opens", Action.OPEN), *item("flags", Action.FLAG)]
    keys += [*item("on a number with its flags opens the rest", Action.OPEN), *item("pauses", Action.PAUSE)]
    keys += item("takes back", Action.UNDO)
    mouse = [Item("left", "opens"), Item("right", "flags"), Item("middle, or both,", "opens the rest")]
    stuck = [
        *item("a tip and why", Action.TIP),
        *item("safe cells, then odds", Action.OVERLAY),
        *item("best guess", Action.GUESS),
    ]
    stuck += item("the simple solver", Action.SIMPLE_STEP, Action.SIMPLE_ALL)
    stuck += item("the smart one", Action.SMART_STEP, Action.SMART_ALL)
    parts = {**{action: part.value for action, part in _PARTS.items()}, Action.SEARCH: "search"}
    more = [
        Item(keymap.label(Context.READER, action), words, action)
        for action, words in parts.items()
        if keymap.keys(Context.READER, action)
    ]
    goal = (
        "Open every safe cell; to open a mine loses. A number tells how many of the eight cells around it are mines. A "
        "flag is your own note that there is a mine: it keeps the cell from being opened."
    )
    sections = (("KEYS", keys), ("MOUSE", mouse), ("STUCK?", stuck), ("MORE", more))
    return [
        Entry(goal, "GOAL", "title", column=_NAME_WIDTH),
        *(Entry("", name, "title", column=_NAME_WIDTH, items=tuple(items)) for name, items in sections),
    ]


_CARD_ACTIONS = {Action.OPEN: "open", Action.FLAG: "flag", Action.TIP: "tip", Action.PAUSE: "pause"}


def help_card(keymap: Keymap) -> list[Entry]:
    """What a new player has to know, in five lines of 18 columns: the first page of the smallest screen."""
    keys = [Entry(text, keymap.label(Context.GAME, action)) for action, text in _CARD_ACTIONS.items()]
    return [Entry("Open all but mines"), *keys]


def _signs(settings: Settings, glyphs: GlyphSet) -> list[Entry]:
    signs = [Entry(text, *glyphs.piece(tile, 3)) for tile, text in _SIGNS]
    if settings.is_on("question_marks"):
        mark = Entry("a question mark: it blocks nothing and counts for nothing", *glyphs.piece(Tile.QUESTION))
        signs.insert(4, mark)
    tenths = Entry("odds on a small screen, or without colours: in tenths, here about 30%", "%3", "text")
    colours = [Entry(text, *glyphs.piece(tile, number)) for tile, number, text in _COLOURS]
    return [_heading("SIGNS"), *signs, tenths, _heading("COLOURS"), *colours, Entry(_NO_COLOURS)]


def _fair_play(keymap: Keymap) -> list[Entry]:
    """What assistants can see and what they can't."""
    unlock = f"Unlock ({keymap.label(Context.GAME, Action.UNLOCK)})"
    return [_heading("FAIR PLAY"), *(Entry(text.format(unlock=unlock)) for text in _FAIR_PLAY)]


def _mouse(settings: Settings) -> list[Entry]:
    when = "at once" if settings.text("mouse_opens_on") == "press" else "when released on the same cell"
    lines = (
        ("Left", f"open, on a number: chord; acts {when}"),
        ("Right", "flag, or take the flag away"),
        ("Middle", "chord; left and right together do the same"),
        ("Wheel", "scrolls, with Shift sideways; in lists it moves, on a number of the custom game it changes it"),
        (
            "Click",
            "on a hint, an entry of a list or the face does what it says; on the map it moves the view, and on a "
            "dashed edge, behind which the board goes on",
        ),
        ("", "where there is no face, on the smallest screens, a click on the status line pauses"),
    )
    return [_heading("MOUSE"), *(Entry(text, sign) for sign, text in lines)]


def _heading(title: str) -> Entry:
    return Entry(title, heading=True)


def _key_sections(context: Context, about: Context, keymap: Keymap, settings: Settings) -> list[Entry]:
    """The keys of a context: the game's by topic, all others in one section."""
    bound = [
        action
        for action in keymap.bindings[context]
        if context is about or action not in _EVERYWHERE or keymap.keys(context, action) != keymap.keys(about, action)
    ]
    if context is not Context.GAME:
        notes = [Entry(_NOTES[context])] if context in _NOTES else []
        return [*_section(context.heading, bound, context, keymap, settings), *notes]
    entries: list[Entry] = []
    for title, topics in GAME_TOPICS.items():
        actions = [action for topic in topics for action in bound if BINDINGS[context][action].topic == topic]
        entries += _section(title, actions, context, keymap, settings)
    return entries


def _section(
    title: str, actions: Sequence[Action], context: Context, keymap: Keymap, settings: Settings
) -> list[Entry]:
    entries, told = [_heading(title)], set[Action]()
    for action in actions:
        if action in told:
            continue
        group = next((group for group in _GROUPS if action in group), (action,))
        sign = _group_label([keymap.keys(context, member) for member in group])
        entries.append(Entry(_GROUPS.get(group) or meaning(action, context, settings), sign, actions=group))
        told.update(group)
    return entries


def meaning(action: Action, context: Context, settings: Settings) -> str:
    """What an action does in a context."""
    if action is Action.FLAG and context is not Context.ANALYSIS and settings.is_on("question_marks"):
        return "flag, question mark and none in turn"
    return BINDINGS[context][action].meaning


def _group_label(keys: list[tuple[str, ...]]) -> str:
    """How the keys of an action are named, or of several: four of them may be up, left, down and right."""
    if len(keys) == 1:
        return " ".join(key_label(key) for key in keys[0])
    labels = []
    rest = [list(names) for names in keys]
    for modifier in ("", "shift+", "ctrl+", "alt+"):
        arrows = [modifier + name for name in ("up", "left", "down", "right")]
        if len(rest) == len(arrows) and all(arrow in names for arrow, names in zip(arrows, rest, strict=True)):
            labels.append(key_label(modifier + "x").replace("X", "arrows"))
            rest = [[name for name in names if name != arrow] for arrow, names in zip(arrows, rest, strict=True)]
    if len({len(names) for names in rest}) == 1:
        labels += [_four_label(list(names)) for names in zip(*rest, strict=True)]
    else:
        labels += [key_label(name) for names in rest for name in names]
    return " ".join(labels)


def _four_label(names: list[str]) -> str:
    letters = "".join(names)
    if letters.lower() == "khjl":  # how people who use them say it
        letters = "hjkl" if letters.islower() else "HJKL"
    if len(letters) == len(names) and letters.isalpha() and (letters.islower() or letters.isupper()):
        return letters.upper() if letters.islower() else f"Shift+{letters}"
    return " ".join(key_label(name) for name in names)


# ------------------------------------------------------------------------------
# The help on the screen: its first screen, and long texts that are scrolled and searched.
# ------------------------------------------------------------------------------

TWO_COLUMNS = 140
"""From so many columns of the terminal on the text has two columns."""
_WIDEST = 90
_WIDEST_FIRST = 110
_NAME_WIDTH, _ITEM_GAP = 8, 3
_NARROWEST = 10
"""The columns of what stands before the entries of the first screen, and between their items."""
_STACKED = 44
"""In less room than this what keys mean stands below them, not beside them."""
_LONGEST_QUERY = 40


@dataclass(frozen=True)
class HelpScreen(TextScreen):
    """The help, and which part of it is in view."""

    about: Context
    part: HelpPart = HelpPart.FIRST
    top: TextPlace = (0, 0)
    typing: str | None = None
    """The text to search for, while it is being typed."""
    query: str = ""
    found: int | None = None
    """The entry that was found."""
    message: Message = SILENCE
    card: int = 0
    """So many entries of a card come before all others."""

    has_bar = True

    @property
    def context(self) -> Context:
        return Context.READER

    def at(self, top: TextPlace) -> HelpScreen:
        return replace(self, top=top)

    def fit(self, model: Model) -> Model:
        """The model with the same entry in view, whether or not the card is there."""
        card = _card_size(model, self.part)
        more, (entry, line) = card - self.card, self.top
        found = None if self.found is None else max(0, self.found + more)
        return TextScreen.fit(replace(self, card=card, found=found, top=(max(0, entry + more), line)), model)

    def calm(self) -> HelpScreen:
        return replace(self, message=SILENCE, typing=None)

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.typing is None:
            return None
        character = " " if key == "space" else key
        if len(character) == 1 and character.isprintable():
            return model.with_top(replace(self, typing=(self.typing + character)[:_LONGEST_QUERY]))
        if key == "backspace" and self.typing:
            return model.with_top(replace(self, typing=self.typing[:-1]))
        if key == "enter" and self.typing:
            screen = replace(self, typing=None, query=self.typing)
            return screen._search(model, self.top[0])
        if key in ("enter", "esc", "backspace"):
            return model.with_top(replace(self, typing=None))
        return None if key.startswith("ctrl+") else model

    def act(self, model: Model, action: Action) -> Model:
        # A click on a hint of the search is its key.
        key = {Action.SELECT: "enter", Action.BACK: "esc"}.get(action)
        typed = None if key is None else self.type_key(model, key)
        return super().act(model, action) if typed is None else typed

    def use(self, model: Model, action: Action) -> Model:
        if action is Action.SEARCH:
            return model.with_top(replace(self, typing=""))
        if action in _PARTS:
            other = HelpScreen(self.about, _PARTS[action])
            # Parts lie beside each other, behind the first screen.
            return model.push(other) if self.part is HelpPart.FIRST else model.with_top(other)
        return self._search_again(model) if action is Action.SEARCH_AGAIN else super().use(model, action)

    def _search_again(self, model: Model) -> Model:
        if not self.query:
            key = model.keymap.label(self.context, Action.SEARCH)
            return model.with_top(replace(self, message=say(f"{key} starts a search.")))
        return self._search(model, self.top[0] if self.found is None else self.found + 1)

    def _search(self, model: Model, start: int) -> Model:
        """The model with the next entry that holds the query in view, from an entry on and round the end."""
        entries = _entries(model, self.about, HelpPart.ALL)
        matches = [number for number, entry in enumerate(entries) if entry.holds(self.query)]
        if not matches:
            told = say(f"not found: {self.query}", alarm=True)
            return model.with_top(replace(self, message=told, found=None))
        if self.part is not HelpPart.ALL:
            other = HelpScreen(self.about, HelpPart.ALL, query=self.query)
            return other._search(model.with_top(self).push(other), 0)
        entry = next((number for number in matches if number >= start), matches[0])
        told = say(f"{matches.index(entry) + 1} of {len(matches)}: {self.query}")
        return model.with_top(replace(self, message=told, found=entry, top=min((entry, 0), self.page(model).end)))

    def page(self, model: Model) -> Page:
        cols, compact = model.cols, is_compact(model.rows, model.cols)
        is_first = self.part is HelpPart.FIRST
        columns = 2 if cols >= TWO_COLUMNS and not is_first else 1
        # One column at the right is the scroll bar's, and one before it is blank.
        room = cols - (2 if compact else 4) - (columns - 1) * COLUMN_GAP
        width = min(_WIDEST_FIRST if is_first else _WIDEST, room // columns)
        body, entries = lay_chrome(model, self.context).body, _entries(model, self.about, self.part)
        if is_first and not compact:  # its lines are short: what they take stands in the middle
            drawn = [line for entry in entries for line in _entry_lines(entry, width)]
            width = min(width, max(sum(len(text) for text, _ in line) for line in drawn))
        left = max(0, (cols - 2 - columns * width - (columns - 1) * COLUMN_GAP) // 2)

        def lines(number: int) -> list[Pieces]:
            """An entry; before a heading there is a blank line, and on the first screen, where there is room."""
            ends = number + 1 < len(entries) and (entries[number + 1].heading or (is_first and not compact))
            return [*_entry_lines(entries[number], width), *([[]] if ends else [])]

        page = Page(len(entries), lines, Rect(body.top, left, body.height, width), columns)
        if columns == 2 and page.total <= page.height:
            page.room = page.room._replace(height=(page.total + 1) // 2)
        return page

    def paint(self, entry: int, pieces: Pieces) -> Pieces:
        return [(text, "selected") for text, _ in pieces] if entry == self.found else pieces

    def chrome(self, model: Model, page: Page) -> Chrome:
        hints, keys = self.hints_of(reader_hints(self), page), self.context
        if self.typing is not None:  # all other keys are text
            hints, keys = [(Action.SELECT, "search"), (Action.BACK, "not")], Context.FORM
        chrome = lay_chrome(model, keys, hints, self._words(model), most=1)
        first = page.number(*min(self.top, page.end)) + 1
        last, total = min(first - 1 + page.height, page.total), page.total
        if is_compact(model.rows, model.cols):
            return chrome.titled(["Help"], f"{first}-{last}/{total}")
        width = page.columns * (page.room.width + COLUMN_GAP) - COLUMN_GAP + 2
        title = f"Help: {self.part.value}" if self.part.value else "How to play"
        place = f"lines {first}-{last} of {total}" if last < total or first > 1 else ""
        return chrome._replace(left=page.room.left, width=width).titled([title, "Help"], place)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        is_click = event.kind == "press" and event.button == "left"
        action = self._item_at(model, event.row, event.col) if is_click else None
        return self.act(model, action) if action else super().use_mouse(model, event)

    def _item_at(self, model: Model, row: int, col: int) -> Action | None:
        """The action of what stands at a place of the first screen."""
        page = self.page(model)
        lines = list(page.from_top(min(self.top, page.end)))
        number, left = row - page.room.top, col - page.room.left
        if not 0 <= number < len(lines):
            return None
        entry = lines[number][0]
        line = sum(earlier == entry for earlier, _ in lines[:number]) + (self.top[1] if entry == self.top[0] else 0)
        found = _entries(model, self.about, self.part)[entry]
        rows = item_lines(found, page.room.width) if found.items else []
        return rows[line].action_at(left) if line < len(rows) else None

    def _words(self, model: Model) -> Message:
        """What is said, or what is typed: of a text that is too long the end, where characters are typed."""
        if self.typing is None:
            compact = is_compact(model.rows, model.cols)
            return self.message if self.message or compact else Message(("",))
        return Message((f"/{self.typing}"[-message_width(model.cols) :],))

    def draw_chrome(self, canvas: Canvas, chrome: Chrome) -> None:
        chrome.draw(canvas)
        if self.typing is not None:
            canvas.place_cursor(*chrome.message_end)


_PART_HINTS = {
    Action.HELP_KEYS: "all keys",
    Action.HELP_SIGNS: "signs",
    Action.HELP_WORDS: "words",
    Action.HELP_RULES: "rules",
    Action.HELP_SCREEN: "this screen",
}


def reader_hints(screen: HelpScreen) -> list[KeyHint]:
    """The keys of the help, most important first."""
    hints: list[KeyHint] = [(Action.PAGE_DOWN, "more"), (Action.BACK, "back")]
    search: list[KeyHint] = [(Action.SEARCH, "search"), *([(Action.SEARCH_AGAIN, "next")] if screen.query else [])]
    parts = [(action, word) for action, word in _PART_HINTS.items() if _PARTS[action] is not screen.part]
    return [*hints, *parts, *search] if screen.part is HelpPart.FIRST else [*hints, *search, *parts]


def _entries(model: Model, about: Context, part: HelpPart) -> list[Entry]:
    entries = help_entries(about, model.keymap, model.settings, model.looks.glyphs, part)
    if not _card_size(model, part):
        return entries
    # The card tells goal and keys: what lies behind it comes next.
    _, _, *others, more = entries
    return [*help_card(model.keymap), more, *others]


def _card_size(model: Model, part: HelpPart) -> int:
    """On a small screen the first screen begins with a card of one page."""
    return 1 + len(_CARD_ACTIONS) if is_compact(model.rows, model.cols) and part is HelpPart.FIRST else 0


class ItemLine(NamedTuple):
    """A line of items: what is drawn, and from where to where which action can be clicked."""

    pieces: Pieces
    spans: tuple[tuple[int, int, Action | None], ...] = ()

    def action_at(self, col: int) -> Action | None:
        """The action of the item at a column."""
        return next((action for start, end, action in self.spans if start <= col < end), None)


def item_lines(entry: Entry, width: int) -> list[ItemLine]:
    """The items of an entry side by side after its name; below it and below each other where there is little room."""
    name: Pieces = [(entry.sign, entry.sign_style)]
    if width < _STACKED:
        rows = [(line, item) for item in entry.items for line in _entry_lines(Entry(item.words, item.keys), width)]
        return [ItemLine(name), *(ItemLine(line, ((0, width, item.action),)) for line, item in rows)]
    lines: list[ItemLine] = []
    spans: list[tuple[int, int, Action | None]] = []
    pieces, col = name, entry.column
    for item in entry.items:
        if spans and col + item.width > width:
            lines.append(ItemLine(pieces, tuple(spans)))
            pieces, spans, col = [], [], entry.column
        blank = " " * (col - sum(len(text) for text, _ in pieces))
        words, *more = wrap(item.words, max(width - col - len(item.keys) - 1, _NARROWEST))
        pieces = [*pieces, (blank, "text"), (item.keys, "key"), (f" {words}", "text")]
        spans.append((col, col + len(item.keys) + 1 + len(words), item.action))
        col = spans[-1][1] + _ITEM_GAP
        for words in more:  # it has no room in one line
            lines.append(ItemLine(pieces, tuple(spans)))
            pieces, spans = [(" " * entry.column, "text"), (words, "text")], [(entry.column, width, item.action)]
            col = entry.column + len(words) + _ITEM_GAP
    return [*lines, ItemLine(pieces, tuple(spans))]


def _entry_lines(entry: Entry, width: int) -> list[Pieces]:
    if entry.heading:
        return [[(fit(entry.text, width), "title")]]
    if entry.items:
        return [line.pieces for line in item_lines(entry, width)]
    if not entry.sign:
        return [[(line, "text")] for line in wrap(entry.text, width)]
    if width >= _STACKED:
        signs = wrap(entry.sign, entry.column - 2) if entry.sign.strip() == entry.sign else [entry.sign]
        texts = wrap(entry.text, width - entry.column)
        rows = zip_longest(signs, texts, fillvalue="")
        return [
            [(sign, entry.sign_style), (" " * (entry.column - len(sign)), "text"), (text, "text")]
            for sign, text in rows
        ]
    sign_lines = wrap(entry.sign, width)
    if len(sign_lines) == 1 and len(entry.sign) + 2 + len(entry.text) <= width:
        gap = width - len(entry.sign) - len(entry.text)
        return [[(entry.sign, entry.sign_style), (" " * gap, "text"), (entry.text, "text")]]
    return [
        *([(sign, entry.sign_style)] for sign in sign_lines),
        *([("  " + line, "text")] for line in wrap(entry.text, width - 2)),
    ]


def open_help(model: Model, about: Context) -> Model:
    """The model with the help on top: how to play, and behind it all else, the keys of a context too.

    On the analysis board nothing is played: its own keys come first.
    """
    part = HelpPart.SCREEN if about is Context.ANALYSIS else HelpPart.FIRST
    return model.push(HelpScreen(about, part, card=_card_size(model, part)))
