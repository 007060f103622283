"""Defines all keys in one table: for each screen its actions, their default keys and their descriptions.

The help, the keys screen, docs/keys.md, the default settings.json and every title are made from this table.
"""

from __future__ import annotations

from enum import Enum


class Context(Enum):
    """Names a place where keys have their own meaning, with its name in settings.json and its titles."""

    GAME = "game", "Game"
    OVER = "over", "After a game", "At the end of a game"
    PAUSED = "paused", "Paused", "Pause"
    MENU = "menu", "Menu"
    FORM = "form", "Forms", "Custom game"
    BOT = "bot", "Bot", "Bot game"
    READER = "reader", "Help", "Reading the help"
    SETTINGS = "settings", "Settings"
    BINDINGS = "bindings", "Keys"
    GAMES = "games", "Lists of games"
    STATS = "stats", "Statistics"
    REPLAY = "replay", "Replay"
    LESSON = "lesson", "Lesson"
    ANALYSIS = "analysis", "Analysis", "Analysis board"
    WATCH = "watch", "Bot set-up", "Watch the bot"
    DAILY = "daily", "Daily", "Card of the daily"

    title: str
    """The name of the context in lists."""
    heading: str
    """The heading of its keys in the help, which lists the keys of the game by topic instead."""

    def __new__(cls, name: str, title: str, heading: str = "") -> Context:
        context = object.__new__(cls)
        context._value_ = name
        context.title, context.heading = title, heading or title
        return context


class Binding:
    """Holds an action's default keys in a context, its descriptions there and anywhere, its help topic and title."""

    __slots__ = ("assists", "counts_early", "description", "keys", "meaning", "title", "topic")

    def __init__(self, keys: str, description: str, meaning: str, topic: str = "", title: str = "") -> None:
        self.keys = tuple(keys.split())
        self.description = description
        self.meaning = meaning or description
        self.topic = topic
        self.title = title
        self.assists = ""
        self.counts_early = False


class _Table:
    """Collects the lines of the table below, in order. Each action belongs to the line that made it."""

    def __init__(self) -> None:
        self.contexts: dict[Context, dict[Binding, Binding]] = {}
        self.lines: dict[Binding, Binding] = {}

    def begin(self, context: Context) -> None:
        """Starts the lines of a context."""
        self.lines = self.contexts[context] = {}

    def new(self, keys: str, description: str, topic: str = "", here: str = "", title: str = "") -> Binding:
        """Makes an action from its keys, description, topic, description here (if different) and title."""
        binding = Binding(keys, description, here, topic, title)
        self.lines[binding] = binding
        return binding

    def assistant(
        self, assists: str, keys: str, description: str, title: str = "", topic: str = "aid", early: bool = False
    ) -> Binding:
        """Makes an action that assists the player. ``assists`` completes a sentence such as "T again shows a tip".

        An ``early`` assistant makes a game assisted before the first open too; the others only give advice then.
        """
        binding = self.new(keys, description, topic, title=title)
        binding.assists, binding.counts_early = assists, early
        return binding

    def also(self, action: Binding, keys: str, here: str = "") -> None:
        """Gives keys in this context to an action made above, with a description if it differs here."""
        self.lines[action] = Binding(keys, action.description, here)

    def same(self, context: Context, *actions: Binding) -> None:
        """Gives actions the keys and descriptions that they have in an earlier context."""
        self.lines.update((action, self.contexts[context][action]) for action in actions)


_table = _Table()
_begin, _new, _assistant, _also, _same = _table.begin, _table.new, _table.assistant, _table.also, _table.same
_ONE, _ALL = "makes a provable move", "makes all provable moves"


class Action(Enum):
    """Names the actions of the player. The members are the table, screen by screen, in the order of lists and help.

    ``NAME = _new(keys, description, topic, description here if different)`` makes an action on the first screen that
    has it; ``_also`` and ``_same`` give it keys on later ones. Its id, which players' files contain, is made from its
    name: never rename one; give it a title. Topics are those of the game's help, which lists an action without a topic
    under GAME. ``_assistant`` makes an action that turns a game into an assisted one; its first words complete the
    question.
    """

    _begin(Context.GAME)
    MOVE_UP = _new("w up", "move up", "move")
    MOVE_DOWN = _new("s down", "move down", "move")
    MOVE_LEFT = _new("a left", "move left", "move")
    MOVE_RIGHT = _new("d right", "move right", "move")
    ROW_START = _new("home", "go to the first column", "far", title="Start of row")
    ROW_END = _new("end", "go to the last column", "far", title="End of row")
    PAGE_UP = _new("pgup", "go up one page", "far")
    PAGE_DOWN = _new("pgdn", "go down one page", "far")
    GO_TO = _new(":", "type a row and a column to go to", "far", title="Go to cell")
    SCROLL_UP = _new("W shift+up", "scroll the view up", "view")
    SCROLL_DOWN = _new("S shift+down", "scroll the view down", "view")
    SCROLL_LEFT = _new("A shift+left", "scroll the view left", "view")
    SCROLL_RIGHT = _new("D shift+right", "scroll the view right", "view")
    NEXT_HIDDEN = _new("tab", "go to the next hidden cell next to a number", "near")
    PREVIOUS_HIDDEN = _new("shift+tab", "go to the previous hidden cell next to a number", "near")
    OPEN = _new("space r enter", "open the cell; on a number with all its flags: chord", "open")
    FLAG = _new("f", "set or remove a flag", "open")
    COMPLETE = _new("c", "finish a number: flag what must be mines, open the rest", "open", title="Finish number")
    TIP = _assistant("shows a tip", "t", "show a provable move and its proof; again: play it")
    NEXT_STEP = _new(".", "show the next step of a proof, or the next guess", "aid")
    PREVIOUS_STEP = _new(",", "show the previous step of a proof, or the previous guess", "aid")
    SIMPLE_STEP = _assistant(_ONE, "k", "simple solver: play one provable move", title="Simple: one move")
    SIMPLE_ALL = _assistant(_ALL, "j", "simple solver: play all provable moves", title="Simple: all moves")
    SMART_STEP = _assistant(_ONE, "K", "smart solver: play one provable move", title="Smart: one move")
    SMART_ALL = _assistant(_ALL, "J u", "smart solver: play all provable moves", title="Smart: all moves")
    EXACT_STEP = _assistant(_ONE, "e", "exact solver: play one provable move", title="Exact: one move")
    EXACT_ALL = _assistant(_ALL, "E", "exact solver: play all provable moves", title="Exact: all moves")
    GUESS = _assistant(
        "shows the best guess",
        "g",
        "show the best guess, its odds and your win chance; again: play it",
        title="Best guess",
    )
    OVERLAY = _assistant(
        "shows what is safe",
        "v",
        "show safe cells and mines; again: show odds; again: hide",
        title="Safe cells, odds",
        early=True,
    )
    PROPOSE = _assistant("tries a mine", "p", "try a mine here, and show what follows", title="What-if", early=True)
    CLEAR_PROPOSALS = _new("P o", "clear all what-if mines", "aid", title="Clear what-if")
    UNLOCK = _assistant("looks at the mines", "!", "open safe cells until a move is provable; this looks at the mines")
    LEVEL = _new("f2", "change the assist level: off, what-if, auto", "aid", title="Assist level")
    BOT = _assistant("lets the bot play", "b", "let the bot finish this game", early=True)
    UNDO = _assistant("takes the move back", "z", "undo the last move; after a loss: keep playing", topic="undo")
    REDUCED = _new("l", "show only the frontier", "view", title="Reduced view")
    CLICK_MODE = _new("f5", "switch mouse buttons: left flags, right opens")
    COUNTERS = _new("i f3", "show figures, and the numbers of rows and columns", "view", title="Details")
    TRACE = _new("f4", "list the moves of this game, and who made each", "view", title="Moves so far")
    ANALYSE = _assistant("opens the analysis board", "f6", "copy this position to the analysis board", title="Analysis")
    NEW_GAME = _new("n", "start a new game of the same kind")
    PAUSE = _new("esc x m", "pause; the way to the menu")
    HELP = _new("h ? f1", "show help")
    REDRAW = _new("ctrl+l", "redraw the screen", "view")
    QUIT = _new("q ctrl+c", "save and quit")

    _begin(Context.OVER)
    _same(Context.GAME, MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, ROW_START, ROW_END, PAGE_UP, PAGE_DOWN, GO_TO)
    _same(Context.GAME, SCROLL_UP, SCROLL_DOWN, SCROLL_LEFT, SCROLL_RIGHT, NEW_GAME)
    SAME_BOARD = _new("R", "play the same board again")
    _also(UNDO, "z", "after a loss: keep playing for practice; the loss still counts")
    _also(TIP, "t", "after a loss: show why, and what was provable")
    COPY_CODE = _new("y", "copy the board code; of a daily board: a text to share")
    WATCH = _new("v", "watch the replay of this game", title="Replay")
    PRACTISE = _new("p", "after a loss: practise this position and others like it")
    NUMBERS = _new("c", "after a loss: show the numbers of unopened cells", title="Numbers")
    STATISTICS = _new("9", "show statistics")
    _same(Context.GAME, NEXT_STEP, PREVIOUS_STEP, REDUCED, COUNTERS, TRACE, ANALYSE)
    _also(BOT, "b", "let the bot play another board of this kind")
    MORE = _new("esc x enter", "show all choices")
    MAIN_MENU = _new("m", "go to the main menu")
    _same(Context.GAME, HELP, REDRAW, QUIT)

    _begin(Context.PAUSED)
    UP = _new("w up shift+tab", "go up one line")
    DOWN = _new("s down tab", "go down one line")
    SELECT = _new("enter space", "choose", title="Choose")
    _also(PAGE_UP, "pgup", "go to the first entry")
    _also(PAGE_DOWN, "pgdn", "go to the last entry")
    _also(ROW_START, "home", "go to the first entry")
    _also(ROW_END, "end", "go to the last entry")
    RESUME = _new("r", "resume the game")
    BACK = _new("esc x", "go back", here="resume the game")
    _same(Context.GAME, NEW_GAME)
    GIVE_UP = _new("delete backspace", "give up and show mines")
    _same(Context.GAME, TRACE)
    _also(MAIN_MENU, "m", "save the game and go to the main menu")
    _same(Context.GAME, HELP, REDRAW, QUIT)

    _begin(Context.MENU)
    _same(Context.PAUSED, UP, DOWN, SELECT, PAGE_UP, PAGE_DOWN, ROW_START, ROW_END)
    PLAY_BEGINNER = _new("1", "play Beginner")
    PLAY_INTERMEDIATE = _new("2", "play Intermediate")
    PLAY_EXPERT = _new("3", "play Expert")
    CUSTOM_GAME = _new("4", "set up a custom game: size, mines, seed")
    CONTINUE = _new("c 5", "continue the saved game")
    DAILY = _new("6", "play today's board, the same for everyone")
    DAYS = _new("p", "play the daily boards of past days", title="Past days")
    LEFT = _new("left a", "decrease, or go left", here="choose the previous value, or go left", title="Decrease")
    RIGHT = _new("right d", "increase, or go right", here="choose the next value, or go right", title="Increase")
    BOARDS = _new("m", "change the board type: random, no-guess", title="Board type")
    _same(Context.GAME, LEVEL)
    REPLAYS = _new("7", "watch replays of finished games")
    LESSONS = _new("t", "practise finding provable moves")
    LEARN = _new("n", "learn the rules in five short steps", title="Learn to play")
    _also(ANALYSE, "e", "build any position and see its odds, proofs and best move")
    KEYBINDINGS = _new("8", "see and change the keys", title="Keys")
    _same(Context.OVER, STATISTICS)
    SETTINGS = _new("0", "see and change the settings")
    _also(BOT, "b", "watch the bot: choose its solver, board and speed")
    _also(BACK, "esc", "go to the last entry: quit")
    _same(Context.GAME, HELP, REDRAW, QUIT)

    _begin(Context.FORM)
    PREVIOUS_FIELD = _new("up shift+tab", "go to the previous field")
    NEXT_FIELD = _new("down tab", "go to the next field")
    _also(LEFT, "left", "-1; on a button: go to the previous one")
    _also(RIGHT, "right", "+1; on a button: go to the next one")
    LESS_BY_TEN = _new("shift+left", "-10", title="-10")
    MORE_BY_TEN = _new("shift+right", "+10", title="+10")
    LESS_BY_HUNDRED = _new("ctrl+left", "-100", title="-100")
    MORE_BY_HUNDRED = _new("ctrl+right", "+100", title="+100")
    ERASE = _new("backspace", "erase a character")
    CLEAR = _new("delete ctrl+u", "erase the field")
    _also(SELECT, "enter", "start; on a preset: fill in its numbers")
    _also(BACK, "esc")
    _also(HELP, "? f1")
    _same(Context.GAME, REDRAW)
    _also(QUIT, "ctrl+c")

    _begin(Context.BOT)
    BOT_PAUSE = _new("space", "pause or resume the bot", title="Pause bot")
    BOT_STEP = _new(". right", "let the bot make one move", title="One bot move")
    FASTER = _new("+ = up", "go faster")
    SLOWER = _new("- down", "go slower")
    _same(Context.GAME, OVERLAY, REDUCED, TRACE)
    BOT_STOP = _new("g b", "stop the bot and play yourself", title="Stop bot")
    _also(MORE, "x", "show all choices")
    _also(BACK, "esc", "stop the bot: back to the menu, or to your own game")
    _same(Context.GAME, HELP, REDRAW, QUIT)

    _begin(Context.READER)
    _also(UP, "w up k")
    _also(DOWN, "s down j")
    _also(PAGE_UP, "pgup b")
    _also(PAGE_DOWN, "pgdn space")
    _also(ROW_START, "home", "go to the beginning")
    _also(ROW_END, "end", "go to the end")
    SEARCH = _new("/", "search: type a word, then Enter")
    SEARCH_AGAIN = _new("n", "go to the next match", title="Next match")
    HELP_KEYS = _new("1", "help: all keys", title="Help: all keys")
    HELP_SIGNS = _new("2", "help: symbols and colours", title="Help: symbols")
    HELP_WORDS = _new("3", "help: words", title="Help: words")
    HELP_RULES = _new("4", "help: rules and fair play", title="Help: rules")
    HELP_SCREEN = _new("5", "help: keys of the screen you came from", title="Help: this screen")
    _also(BACK, "esc q h ? enter x f1")
    _same(Context.GAME, REDRAW)
    _same(Context.FORM, QUIT)

    _begin(Context.SETTINGS)
    _same(Context.PAUSED, UP, DOWN)
    _also(SELECT, "enter space", "choose the next value")
    _also(PAGE_UP, "pgup", "go up several entries")
    _also(PAGE_DOWN, "pgdn", "go down several entries")
    _same(Context.PAUSED, ROW_START, ROW_END)
    _also(LEFT, "left a", "choose the previous value")
    _also(RIGHT, "right d", "choose the next value")
    RESET = _new("0", "reset to default")
    _also(BACK, "esc q x")
    _same(Context.GAME, HELP, REDRAW)
    _same(Context.FORM, QUIT)

    _begin(Context.DAILY)
    _also(COPY_CODE, "y", "copy a text to share")
    _also(NEW_GAME, "n", "play it again, unranked")
    _same(Context.MENU, DAYS)
    _same(Context.OVER, MAIN_MENU)
    _also(BACK, "esc q x enter")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.BINDINGS)
    _same(Context.PAUSED, UP, DOWN)
    _also(SELECT, "enter space", "add a key: press it next")
    _same(Context.SETTINGS, PAGE_UP, PAGE_DOWN, ROW_START, ROW_END)
    _also(LEFT, "left a", "show the keys of the previous screen")
    _also(RIGHT, "right d", "show the keys of the next screen")
    REMOVE_KEY = _new("delete backspace", "remove a key: press it next")
    _same(Context.SETTINGS, RESET)
    STANDARD_KEYS = _new("1", "reset all keys", title="Reset all keys")
    VIM_KEYS = _new("2", "set all keys as in Vim: H J K L move", title="Vim keys")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    _begin(Context.GAMES)
    _same(Context.PAUSED, UP, DOWN, SELECT)
    _same(Context.GAME, PAGE_UP, PAGE_DOWN)
    _same(Context.PAUSED, ROW_START, ROW_END)
    _also(LEFT, "left a", "show replays of the previous preset")
    _also(RIGHT, "right d", "show replays of the next preset")
    RESULT = _new("r", "show won, lost, abandoned or all games")
    SORT = _new("o", "sort by date, time or 3BV/s")
    EXPORT = _new("e", "export to a file")
    DELETE = _new("delete backspace", "delete the replay, or give up the saved game; asks first")
    TIDY = _new("c", "give up week-old saved games with a single move; asks first", title="Clean up")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    _begin(Context.REPLAY)
    PLAY = _new("space p", "play or pause")
    STEP_FORWARD = _new("right", "go forward one step")
    STEP_BACK = _new("left", "go back one step")
    PREVIOUS_GUESS = _new(",", "go to the previous guess")
    NEXT_GUESS = _new(".", "go to the next guess")
    _same(Context.READER, ROW_START, ROW_END)
    _same(Context.BOT, FASTER, SLOWER)
    _same(Context.GAME, OVERLAY)
    _also(TIP, "t", "explain the move, or what was provable; again: step by step")
    MOVES = _new("m f4", "list the moves, and who made each", title="List of moves")
    _also(EXPORT, "e")
    PLAY_BOARD = _new("r", "play this board; it counts as a known board")
    _same(Context.GAME, ANALYSE)
    _also(SCROLL_UP, "w shift+up")
    _also(SCROLL_DOWN, "s shift+down")
    _also(SCROLL_LEFT, "a shift+left")
    _also(SCROLL_RIGHT, "d shift+right")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    _begin(Context.LESSON)
    _same(Context.GAME, MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, ROW_START, ROW_END, PAGE_UP, PAGE_DOWN, GO_TO)
    _same(Context.GAME, SCROLL_UP, SCROLL_DOWN, SCROLL_LEFT, SCROLL_RIGHT, NEXT_HIDDEN, PREVIOUS_HIDDEN)
    _also(OPEN, "space r", "open a safe cell; on a number with all its flags: chord")
    _also(FLAG, "f", "flag a mine")
    _same(Context.GAME, COMPLETE, NEXT_STEP, PREVIOUS_STEP, REDUCED, CLICK_MODE)
    _also(TIP, "t", "show the proof")
    _also(SELECT, "enter", "open the cell; after the answer: next lesson")
    _also(NEW_GAME, "n", "go to the next lesson; in Learn to play: restart the step")
    _also(MORE, "x", "show all choices")
    _also(BACK, "esc q")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.ANALYSIS)
    CLUE_0 = _new("0", "set an empty cell, then move on")
    CLUE_1 = _new("1", "set a 1, then move on")
    CLUE_2 = _new("2", "set a 2, then move on")
    CLUE_3 = _new("3", "set a 3, then move on")
    CLUE_4 = _new("4", "set a 4, then move on")
    CLUE_5 = _new("5", "set a 5, then move on")
    CLUE_6 = _new("6", "set a 6, then move on")
    CLUE_7 = _new("7", "set a 7, then move on")
    CLUE_8 = _new("8", "set an 8, then move on")
    HIDE = _new("space #", "hide the cell, then move on")
    _also(FLAG, "f", "set a flag (a claim), then move on")
    GIVE_MINE = _new("*", "set a mine (a fact), then move on", title="Set mine")
    _also(ERASE, "backspace", "go back one cell and hide it")
    _also(CLEAR, "delete", "hide the cell and stay")
    _also(UNDO, "z", "undo")
    _also(NEW_GAME, "n", "hide all cells")
    BOARD_SIZE = _new("m", "type the size and the mines")
    MORE_MINES = _new("+ =", "add a mine", title="Add mine")
    FEWER_MINES = _new("-", "take a mine away", title="Take mine away")
    _same(Context.GAME, MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, ROW_START, ROW_END, PAGE_UP, PAGE_DOWN, GO_TO)
    _same(Context.GAME, SCROLL_UP, SCROLL_DOWN, SCROLL_LEFT, SCROLL_RIGHT)
    _also(NEXT_HIDDEN, "tab", "go to the next hidden cell")
    _also(PREVIOUS_HIDDEN, "shift+tab", "go to the previous hidden cell")
    _also(OVERLAY, "v", "show odds; again: hide; again: show safe cells and mines")
    _also(GUESS, "g", "show the best move and its odds; again: go there")
    _also(TIP, "t", "show a provable move and its proof; again: flag it or go there")
    _same(Context.GAME, NEXT_STEP, PREVIOUS_STEP, REDUCED)
    _also(COPY_CODE, "y", "copy the position as a text board")
    _also(MORE, "x", "show all choices")
    _also(BACK, "esc q", "hide what is shown, or go back; the position stays")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.WATCH)
    _same(Context.PAUSED, UP, DOWN)
    _also(SELECT, "enter space", "watch the bot play")
    _same(Context.PAUSED, PAGE_UP, PAGE_DOWN, ROW_START, ROW_END)
    _same(Context.SETTINGS, LEFT, RIGHT)
    _also(BACK, "esc q x")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.STATS)
    _also(LEFT, "left", "show the previous preset")
    _also(RIGHT, "right d", "show the next preset")
    _also(UP, "up w", "show the previous preset, or go up one line")
    _also(DOWN, "down s", "show the next preset, or go down one line")
    _also(PAGE_UP, "pgup", "go to the previous page")
    _also(PAGE_DOWN, "pgdn space enter", "go to the next page: all about this preset")
    _also(ROW_START, "home", "go to the first page")
    _also(ROW_END, "end", "go to the last page")
    _also(BOARDS, "m")
    STANDING = _new("a", "show unassisted games, assisted games, known boards", title="Category")
    _also(EXPORT, "e", "export all games to a file")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    def __init__(self, first: Binding) -> None:
        self.id = self.name.lower().replace("_", "-")
        self.description = first.description
        self.assists, self.counts_early = first.assists, first.counts_early
        self.title = first.title or self.name.capitalize().replace("_", " ")

    def __repr__(self) -> str:
        return str(self)


BINDINGS = {
    context: {Action(action): binding for action, binding in lines.items()}
    for context, lines in _table.contexts.items()
}
"""The actions that have keys in each context, in the order of the table."""
