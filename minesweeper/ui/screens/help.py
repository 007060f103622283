"""The help: a first page on how to play, and parts with all keys, symbols, words and rules.

The keys are those that are in force, including the player's own. `help_entries` makes the texts of a part as a list of
`Entry`, and `HelpScreen` shows them and searches in them. The screen of keys (`bindings`) uses the same descriptions.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from minesweeper.play.repetition import LESSON_RULES
from minesweeper.storage.options import option_of
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import MOVES, Keymap, group_labels, key_label
from minesweeper.ui.base.model import Model, replace
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.glyphs import TerminalLooks, Tile
from minesweeper.ui.draw.odds_tiles import ODDS_STEPS, TENTHS_MEANING
from minesweeper.ui.game.panels import FAR_MEANING, REDUCED_SIGNS, WHAT_IF_SIGNS
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, column_width, message_width, say
from minesweeper.ui.widgets.controls import buttons, key_buttons
from minesweeper.ui.widgets.page import (
    KEPT,
    LIST_WIDTH,
    MORE,
    NOTE,
    Page,
    PageSpec,
    Row,
    TableCell,
    blank,
    prose,
)
from minesweeper.ui.widgets.text_screen import TextScreen

# ------------------------------------------------------------------------------
# The texts of the help
# ------------------------------------------------------------------------------

Actions = tuple[Action, ...]


class HelpPart(Enum):
    """A part of the help.

    The value is its title. FIRST is the first page, which has no title, and ALL has every entry, for a search.
    """

    FIRST = ""
    KEYS = "all keys"
    SIGNS = "symbols"
    WORDS = "words"
    RULES = "rules"
    SCREEN = "this screen"
    ALL = "search"


_PARTS = {
    Action.HELP_KEYS: HelpPart.KEYS,
    Action.HELP_SIGNS: HelpPart.SIGNS,
    Action.HELP_WORDS: HelpPart.WORDS,
    Action.HELP_RULES: HelpPart.RULES,
    Action.HELP_SCREEN: HelpPart.SCREEN,
}
"""The part that each action of the help opens."""


class Entry(NamedTuple):
    """One paragraph of the help, with a heading, keys or a symbol if it has one."""

    text: str
    """The paragraph, or the words of a heading."""
    sign: str = ""
    """The symbol, keys or word that the paragraph explains. Empty if it is plain text."""
    style: str = "key"
    """The style of the sign."""
    is_heading: bool = False
    actions: Actions = ()
    """The actions that the keys of this entry have."""

    def holds(self, query: str) -> bool:
        """Whether the entry contains a text. Capitals and small letters are the same."""
        return query.lower() in f"{self.sign} {self.text}".lower()

    def row(self, section: str, is_found: bool) -> Row:
        """The row of the entry.

        Rows of one section share their columns. The row that a search found is drawn as selected.
        """
        ground = "selected" if is_found else ""
        if self.is_heading or not self.sign:
            return Row((TableCell((self.text,), ground or ("title" if self.is_heading else "text")),))
        cells = TableCell((self.sign,), ground or self.style), TableCell((self.text,), ground or "text", wraps=True)
        return Row(cells, table=section)


_SCROLLS = (Action.SCROLL_UP, Action.SCROLL_LEFT, Action.SCROLL_DOWN, Action.SCROLL_RIGHT)
_CLUES = tuple(action for action in Action if action.name.startswith("CLUE_"))
_GROUPS: dict[Actions, str] = {
    tuple(MOVES): "move the cursor",
    _SCROLLS: "scroll the view; the cursor stays",
    _CLUES: "set a number, then move on; 0 is an empty cell",
}
"""Actions that share one entry, with their common meaning."""
GAME_TOPICS = {
    "Move and open": ("move", "open", "near", "far", "undo"),
    "View": ("view",),
    "Assistants": ("aid",),
    "Game": ("",),
}
"""The headings under which the keys of the game are listed, each with the topics that actions have for it."""
_EVERYWHERE = (Action.HELP, Action.REDRAW, Action.QUIT)
"""Actions that are the same on every screen, so they aren't listed for each of them."""
_NOTES = {
    Context.FORM: "Type digits into the fields. Mines can also be a density, such as 20%. The seed is any text.",
    Context.ANALYSIS: "Paste a text board to replace the position. Click a cell to go there, click again to change its "
    "number, right-click for flag, mine and hidden. Type size and mines as 30x16/99, 30x16, 99 or expert. A board has "
    "at most 10,000 cells.",
}
"""A paragraph below the keys of a context."""
_GOAL = "Open every safe cell. Open a mine and you lose. A number is how many of its eight neighbours are mines."
_RULES = (
    _GOAL,
    "A cell with no mine around it opens its neighbours by itself. The first cell is never a mine, and opens a region "
    "whenever the mines fit elsewhere. The clock starts with it.",
    "A flag is your own note. A flagged cell can't be opened until you remove the flag. You can win without flags.",
    "A chord on a number with all its flags opens its other neighbours. If one of the flags is wrong, you lose.",
    "On a fair board, a guess survives if nothing in its region can be proved, and otherwise it hits a mine. The "
    "region is every hidden cell that you can reach without crossing opened cells or provable mines.",
    "Using an assistant, or undoing an opened cell, makes a game assisted. A board from a seed, or one played before, "
    "is a known board. Neither is ranked. To avoid doing it by accident, set Unranked play to Ask first or Block in "
    "Settings.",
)
_FAIR_PLAY = (
    "Assistants see what you see: opened numbers, hidden cells and the number of mines. They never see where the mines "
    "are. This holds for tips, odds, solvers, best guess, what-if, analysis, bot, the assist level Auto, the "
    "explanations of a replay and the reason for a loss.",
    "Your flags are claims, not evidence. No assistant trusts them, and the first tip is a flag that is provably "
    "wrong. Only what-if takes them for mines, because it shows what would follow. A mine that a tip or a solver has "
    "proved is known to the next tips, until you undo a move before the proof.",
    "{unlock} is the exception: it looks at the mines and opens safe cells until a move is provable. It says so, and "
    "the game counts as assisted.",
    "A test checks this: it swaps the mines of random games for others that fit what you see. No answer except that of "
    "{unlock} may change.",
)
_SIGNS = (
    (Tile.HIDDEN, "a hidden cell"),
    (Tile.NUMBER, "the number of mines around this cell"),
    (Tile.OVER, "more flags around it than the number says"),
    (Tile.FLAG, "a flag"),
    (Tile.QUESTION, "a question mark: it blocks nothing and counts for nothing"),
    (Tile.FLAG_DISPROVED, "a flag that is provably wrong"),
    (Tile.PROOF, "a number that proves a move"),
    (Tile.SAFE, "safe (proved)"),
    (Tile.DANGER, "a mine (proved, given, or shown at the end)"),
    (Tile.GUESS, "the best guess, or one that is as good"),
    (Tile.WORSE, "a worse guess, which you are looking at"),
    (Tile.BEST, "the best guess while you look at another one"),
    (Tile.BOOM, "the mine that went off"),
    (Tile.FLAG_WRONG, "a wrong flag, at the end"),
)
_LEVEL = option_of("assist")
_WORDS = (
    ("Assisted", "you used an assistant, or undid an opened cell"),
    ("Known board", "from a seed or a code, or played before"),
    ("Unranked", "assisted games, known boards and practice: their times don't compete"),
    ("Practice", "you keep playing after a loss; the loss still counts"),
    ("No-guess", "a board type: logic alone can finish the board"),
    ("Fair", "a board type: a forced guess survives, and a needless one hits a mine"),
    ("Forced guess", "on a fair board, a guess while no safe cell of its region was provable"),
    ("Adjusted", "a no-guess board whose mines were moved until logic could finish it"),
    (
        "Left flags",
        "click mode, in small terminals L flags: the left button flags; a click on the mine counter switches it",
    ),
    ("Reduced", "the reduced view is on"),
    ("Bot", "the bot plays"),
    ("Paused", "the clock is stopped"),
    ("Not saved", "the game can't be saved now; leaving would lose it"),
    *((_LEVEL.word(level), f"an assist level: {text}") for level, text in _LEVEL.notes.items()),
    ("Tip", "a provable move with its proof"),
    ("Lesson", "a position with something to prove: you find it; no statistics count it"),
    ("Chord", "open the other neighbours of a number that has all its flags"),
    ("3BV", "the fewest left clicks that open the board without flags; 3BV/s is 3BV divided by the seconds"),
    ("Efficiency", "3BV divided by the number of clicks"),
    ("Odds", "the chance that a cell is a mine"),
    ("Win chance", "how often best play wins from here; with ~ or +- an estimate"),
    ("Points", "percentage points"),
    ("Skill", "how much of your win chance your guesses kept (100% = perfect)"),
    ("Needless", "a guess while a safe cell was provable; on a fair board, a safe cell of its region"),
    ("Forced", "a guess while no safe cell was provable; good: you had no better guess"),
    ("Luck", "guesses you survived, minus the number you'd expect from the odds"),
    ("Survival", "how likely it was to survive all your guesses"),
    ("Rank", "the place of a time among your wins of its kind"),
    ("Category", "unassisted, assisted or known board: games are compared within their category"),
    ("Difficulty", "0 to 10, by size and mines alone: Beginner 2.0, Intermediate 4.5, Expert 7.9"),
)
"""The words of the game with their meanings."""


def help_entries(
    about: Context, keymap: Keymap, settings: Settings, looks: TerminalLooks, part: HelpPart = HelpPart.ALL
) -> list[Entry]:
    """The entries of a part. ``about`` is the context of the screen from which the player came; its keys come first."""
    sections = {context: _key_sections(context, about, keymap, settings) for context in Context}
    sections[Context.GAME] += _mouse(settings)
    own = sections[about]
    keys = [own] if about is Context.GAME else [own, sections[Context.GAME]]
    others = [section for context, section in sections.items() if context not in (about, Context.GAME)]
    signs, words = _signs(settings, looks), [_heading("Words"), *(Entry(text, sign, "title") for sign, text in _WORDS)]
    unlock = f"Unlock ({keymap.label(Context.GAME, Action.UNLOCK)})"
    fair_play = [_heading("Fair play"), *(Entry(text.format(unlock=unlock)) for text in _FAIR_PLAY)]
    counts = [_heading("What counts"), *map(Entry, LESSON_RULES)] if about in (Context.LESSON, Context.LESSONS) else []
    rules = [_heading("Rules"), *(Entry(text) for text in _RULES), *fair_play]
    parts = {
        HelpPart.KEYS: [*keys, *others],
        HelpPart.SIGNS: [signs],
        HelpPart.WORDS: [words],
        HelpPart.RULES: [rules],
        HelpPart.SCREEN: [counts, own],
        HelpPart.ALL: [*keys, rules, signs, words, *others],
    }
    return [entry for section in parts[part] for entry in section]


def _heading(title: str) -> Entry:
    return Entry(title, is_heading=True)


def _signs(settings: Settings, looks: TerminalLooks) -> list[Entry]:
    """The entries that explain every symbol on the board."""
    glyphs = looks.glyphs
    shown = [sign for sign in _SIGNS if sign[0] is not Tile.QUESTION or settings.is_on("question_marks")]
    steps = [Entry("chance of a mine", f" {step} ", f"heat.{number}") for number, step in enumerate(ODDS_STEPS)]
    far = Entry(FAR_MEANING, glyphs.tile(Tile.FAR)[1], "text")
    return [
        _heading("Symbols"),
        *(Entry(text, *glyphs.piece(tile, 3)) for tile, text in shown),
        _heading("Odds"),
        *(steps if looks.colours else []),
        Entry(*TENTHS_MEANING[looks.sign_of_tenths(2)], "text"),
        _heading("What-if"),
        *(Entry(text, *glyphs.piece(tile, 3)) for tile, text in WHAT_IF_SIGNS.items()),
        _heading("Reduced view"),
        *(Entry(text, sign, "text") for sign, text in REDUCED_SIGNS.items()),
        far,
        _heading("Colours"),
        Entry("Each number has its own colour, paler once it has all its flags. Every colour also has a symbol."),
    ]


def _mouse(settings: Settings) -> list[Entry]:
    """The entries that explain the mouse."""
    when = "at once" if settings.text("mouse_opens_on") == "press" else "when you release it on the same cell"
    lines = (
        ("Left", f"open; on a number: chord; acts {when}"),
        ("Right", "set or remove a flag"),
        ("Middle", "chord; left and right together do the same"),
        ("Wheel", "scroll, with Shift sideways; in lists: move; on a number of the custom game: change it"),
        (
            "Click",
            "a hint, a list entry or the face: does what it says; the map or a dashed edge: moves the view",
        ),
        ("", "On the smallest screens a click on the status line pauses."),
    )
    return [_heading("Mouse"), *(Entry(text, sign) for sign, text in lines)]


def by_task(context: Context, keymap: Keymap) -> dict[str, list[Action]]:
    """The actions of a context by heading. Only the keys of the game have several headings; all others are under ""."""
    bound = keymap.bindings[context]
    if context is not Context.GAME:
        return {"": list(bound)}
    return {
        task: [action for topic in topics for action in bound if action.topic == topic]
        for task, topics in GAME_TOPICS.items()
    }


def _key_sections(context: Context, about: Context, keymap: Keymap, settings: Settings) -> list[Entry]:
    """The entries for the keys of a context.

    Keys that are the same on every screen are listed only for the screen from which the player came.
    """
    entries, listed = [], set[Action]()
    for task, actions in by_task(context, keymap).items():
        entries.append(_heading(task or context.heading))
        for action in actions:
            is_same = context is not about and keymap.keys(context, action) == keymap.keys(about, action)
            if action in listed or (is_same and action in _EVERYWHERE):
                continue
            group = next((group for group in _GROUPS if action in group), (action,))
            sign = " ".join(group_labels([keymap.keys(context, member) for member in group]))
            entries.append(Entry(_GROUPS.get(group) or meaning(action, context, settings), sign, actions=group))
            listed.update(group)
    return [*entries, *([Entry(_NOTES[context])] if context in _NOTES else [])]


def meaning(action: Action, context: Context, settings: Settings) -> str:
    """What an action does in a context. If question marks are on, the flag key sets them too."""
    if action is Action.FLAG and context is not Context.ANALYSIS and settings.is_on("question_marks"):
        return "set a flag, a question mark or nothing, in turn"
    return BINDINGS[context][action].meaning


# ------------------------------------------------------------------------------
# The help on the screen
# ------------------------------------------------------------------------------

_FIRST: tuple[tuple[Action | None, str, str], ...] = (
    (Action.MOVE_UP, "move", "move"),
    (Action.OPEN, "open; a number with all its flags opens its neighbours", "open"),
    (Action.FLAG, "flag", "flag"),
    (Action.TIP, "tip: a safe move, and why", "tip"),
    (Action.UNDO, "undo", "undo"),
    (None, "", ""),
    (Action.SIMPLE_STEP, "simple solver: one move", "solve one"),
    (Action.SIMPLE_ALL, "simple solver: all moves", "all"),
    (Action.SMART_STEP, "smart solver: one move", "smart one"),
    (Action.SMART_ALL, "smart solver: all moves", "smart all"),
    (None, "", ""),
    (Action.OVERLAY, "show safe cells, then odds", "odds"),
    (Action.GUESS, "best guess", "guess"),
    (Action.PAUSE, "pause", "pause"),
)
"""The keys of the first page with a long and a short description each.

None separates groups. There can't be more of them, because the page must fit into 80x24.
"""
_MOUSE = "left opens, right flags, middle or left+right: chord"
_LONGEST_QUERY = 40
"""The most characters of a search."""


def first_rows(keymap: Keymap) -> list[Row]:
    """The first page: the goal of the game, the most important keys, and buttons for the other parts."""
    rows = [prose(_GOAL, rank=NOTE), blank()]
    for action, words, _ in _FIRST:
        keys = " or ".join(_first_labels(keymap, action)) if action else ""
        rows.append(Row((TableCell((keys,), "key"), TableCell((words,), wraps=True))) if keys else blank())
    return [*rows, Row((TableCell(("Mouse",), "key"), TableCell((_MOUSE,), wraps=True))), blank(), _ways(keymap)]


def brief_rows(keymap: Keymap) -> list[Row]:
    """The first page for a small screen: keys side by side, and buttons for the other parts."""
    labels = [(action, _first_labels(keymap, action), word) for action, _, word in _FIRST if action]
    return [Row((buttons([(action, f"{keys[0]} {word}") for action, keys, word in labels if keys]),)), _ways(keymap)]


def _first_labels(keymap: Keymap, action: Action) -> list[str]:
    """The keys of an action on the first page. Only one key is named, except for moving the cursor."""
    if action is Action.MOVE_UP:
        return group_labels([keymap.keys(Context.GAME, move) for move in MOVES])
    return [key_label(key) for key in keymap.keys(Context.GAME, action)[:1]]


def _ways(keymap: Keymap) -> Row:
    """The row of buttons that open the other parts of the help and the search."""
    parts = {**{action: part.value for action, part in _PARTS.items()}, Action.SEARCH: "search"}
    shown = [(action, word) for action, word in parts.items() if keymap.keys(Context.READER, action)]
    return Row((key_buttons([(action, keymap.label(Context.READER, action), word) for action, word in shown]),))


class HelpScreen(TextScreen):
    """A part of the help on the screen, perhaps with a search that is being typed."""

    about: Context
    """The context of the screen from which the player came."""
    part: HelpPart = HelpPart.FIRST
    top: int = 0
    """The first line in view."""
    typing: str | None = None
    """The text of a search while the player types it, otherwise None."""
    query: str = ""
    """The text that was searched last."""
    match: int | None = None
    """The index of the entry that the search found, or None."""
    message: Message = SILENCE

    @property
    def context(self) -> Context:
        return Context.READER if self.typing is None else Context.FORM

    def without_message(self) -> HelpScreen:
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
            return screen._search(model, 0)
        if key in ("enter", "esc", "backspace"):
            return model.with_top(replace(self, typing=None))
        return None if key.startswith("ctrl+") else model

    def act(self, model: Model, action: Action) -> Model:
        # A click on a hint below the search text acts as its key.
        key = {Action.SELECT: "enter", Action.BACK: "esc"}.get(action)
        typed = None if key is None else self.type_key(model, key)
        return super().act(model, action) if typed is None else typed

    def act_here(self, model: Model, action: Action) -> Model:
        if action is Action.SEARCH:
            return model.with_top(replace(self, typing=""))
        if action in _PARTS:
            other = HelpScreen(self.about, _PARTS[action])
            # The other parts replace each other, so that Esc always leads back to the first page.
            return model.push(other) if self.part is HelpPart.FIRST else model.with_top(other)
        if action is not Action.SEARCH_AGAIN:
            return super().act_here(model, action)
        if not self.query:
            key = model.keymap.label(self.context, Action.SEARCH)
            return model.with_top(replace(self, message=say(f"{key} starts a search.")))
        return self._search(model, 0 if self.match is None else self.match + 1)

    def _search(self, model: Model, start: int) -> Model:
        """Shows the next entry that contains the search text, beginning with the entry at the index ``start``.

        After the last match comes the first one again. If the screen shows one part, a screen with all entries opens
        for it.
        """
        entries = help_entries(self.about, model.keymap, model.settings, model.looks)
        matches = [number for number, entry in enumerate(entries) if entry.holds(self.query)]
        if not matches:
            message = say(f"Not found: {self.query}", alarm=True)
            return model.with_top(replace(self, message=message, match=None))
        if self.part is not HelpPart.ALL:
            other = HelpScreen(self.about, HelpPart.ALL, query=self.query)
            return other._search(model.with_top(self).push(other), 0)
        match = next((number for number in matches if number >= start), matches[0])
        message = say(f"{matches.index(match) + 1} of {len(matches)}: {self.query}")
        screen = replace(self, message=message, match=match)
        lines = enumerate(screen.page(model).lines)
        top = next(number for number, line in lines if line.row.cells and line.row.cells[0].style == "selected")
        return replace(screen, top=top).scrolled(model, 0)

    def page(self, model: Model) -> Page:
        hints: list[KeyHint] = [
            MORE,
            *([] if self.part is HelpPart.FIRST else [(Action.SEARCH, "search")]),
            *([(Action.SEARCH_AGAIN, "next match")] if self.query else []),
            (Action.BACK, "back"),
        ]
        message = self.message
        # While the player types, all other keys are text, so only these two hints are true.
        if self.typing is not None:
            hints = [(Action.SELECT, "search"), (Action.BACK, "cancel")]
            width = min(column_width(model, LIST_WIDTH), message_width(model.cols))
            message = Message((self._search_field(width),))
        titles = ([f"Help: {self.part.value}"] if self.part.value else []) + ["Help"]
        rows = first_rows(model.keymap) if self.part is HelpPart.FIRST else self._rows(model)
        page = self.arrange_page(model, PageSpec(titles, rows, hints, message, first=self.top, most_lines=1))
        if self.part is HelpPart.FIRST and not page.is_whole:
            return self.arrange_page(
                model, PageSpec(titles, brief_rows(model.keymap), hints, message, first=self.top, most_lines=1)
            )
        return page

    def _search_field(self, width: int) -> str:
        """The search text as it is shown while the player types.

        A long one shows its end. It is filled up with blanks so that it doesn't move.
        """
        return f"/{self.typing}"[1 - width :].ljust(width)

    def _rows(self, model: Model) -> list[Row]:
        rows, section = list[Row](), ""
        entries = help_entries(self.about, model.keymap, model.settings, model.looks, self.part)
        for number, entry in enumerate(entries):
            if entry.is_heading:
                if rows:
                    rows.append(blank(KEPT))
                section = entry.text
            rows.append(entry.row(section, number == self.match))
        return [*rows, blank(KEPT), _ways(model.keymap)] if self.part is HelpPart.SCREEN else rows

    def draw(self, model: Model, canvas: Canvas) -> None:
        page = self.page(model)
        page.draw(canvas, model.looks)
        if self.typing is not None:
            (field,) = page.chrome.message
            canvas.place_cursor(field.row, field.col + min(len(self.typing) + 1, len(field.text) - 1))


_PLAYED = (Context.MENU, Context.GAME, Context.PAUSED, Context.OVER, Context.BOT)
"""The screens on which help opens the first page, because they are about playing."""


def open_help(model: Model, about: Context) -> Model:
    """Opens the help for a player who comes from a screen with the context ``about``.

    If nothing is played on that screen, the help begins with the keys of that screen, and otherwise with the first
    page.
    """
    return model.push(HelpScreen(about, HelpPart.FIRST if about in _PLAYED else HelpPart.SCREEN))
