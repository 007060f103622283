"""The one table of keys: for each screen what can be asked for there, by which keys as shipped, and what it does.

Help, keys screen, the README's table, the keys of the shipped settings.json and every title are made from it.
"""

from __future__ import annotations

from enum import Enum


class Context(Enum):
    """Where keys have a meaning of their own: its name in settings.json, and its titles."""

    GAME = "game", "Game", "", "In a game"
    OVER = "over", "After a game", "AT THE END OF A GAME"
    PAUSED = "paused", "Paused", "PAUSE"
    MENU = "menu", "Menu", "MENU", "In lists"
    FORM = "form", "Forms", "CUSTOM GAME", "In forms"
    BOT = "bot", "Bot", "BOT GAME", "Bot game"
    READER = "reader", "Help", "READING THE HELP", "Reading"
    SETTINGS = "settings", "Settings"
    BINDINGS = "bindings", "Keys", "KEYBINDINGS", "Keybindings"
    GAMES = "games", "Lists of games"
    STATS = "stats", "Statistics"
    REPLAY = "replay", "Replay"
    LESSON = "lesson", "Lesson"
    ANALYSIS = "analysis", "Analysis", "ANALYSIS BOARD", "Analysis board"
    TRACE = "trace", "Trace"
    WATCH = "watch", "Bot set-up", "WATCH THE BOT"

    title: str
    """What a list of contexts calls it."""
    heading: str
    """What stands above its keys in the help; those of the game stand there by topic."""
    table_title: str
    """What stands above its keys in the README."""

    def __new__(cls, name: str, title: str, heading: str = "", table_title: str = "") -> Context:
        context = object.__new__(cls)
        context._value_ = name
        context.title, context.heading, context.table_title = title, heading or title.upper(), table_title or title
        return context


class Binding:
    """The shipped keys of an action in a context, what it does there and anywhere, and its topic in the help."""

    __slots__ = ("description", "keys", "meaning", "topic")

    def __init__(self, keys: str, description: str, meaning: str, topic: str = "") -> None:
        self.keys = tuple(keys.split())
        self.description = description
        self.meaning = meaning or description
        self.topic = topic


class _Table:
    """The lines of the table below, in their order. An action is known by the line that made it."""

    def __init__(self) -> None:
        self.contexts: dict[Context, dict[Binding, Binding]] = {}
        self.lines: dict[Binding, Binding] = {}

    def begin(self, context: Context) -> None:
        """The lines that follow are about this context."""
        self.lines = self.contexts[context] = {}

    def new(self, keys: str, description: str, topic: str = "", here: str = "") -> Binding:
        """Makes an action: its keys, what it does anywhere, its topic, what it does here if that differs."""
        binding = Binding(keys, description, here, topic)
        self.lines[binding] = binding
        return binding

    def also(self, action: Binding, keys: str, here: str = "") -> None:
        """An action that was made above has keys here too: which, and what it does here if that differs."""
        self.lines[action] = Binding(keys, action.description, here)

    def same(self, context: Context, *actions: Binding) -> None:
        """Some actions have the same keys and meanings as in a context above."""
        self.lines.update((action, self.contexts[context][action]) for action in actions)


_table = _Table()
_begin, _new, _also, _same = _table.begin, _table.new, _table.also, _table.same


class Action(Enum):
    """What a player can ask for: the table itself, screen by screen, in the order in which lists and help show it.

    ``NAME = _new(keys, what it does, topic, what it does here if that differs)`` makes an action on the first screen
    that has it; ``_also`` and ``_same`` give it keys on later ones. Its id, which players' files hold, is made from
    its name: never rename one. Topics are those of the game's help, without one it is listed under GAME there.
    """

    _begin(Context.GAME)
    MOVE_UP = _new("w up", "move up", "move")
    MOVE_DOWN = _new("s down", "move down", "move")
    MOVE_LEFT = _new("a left", "move left", "move")
    MOVE_RIGHT = _new("d right", "move right", "move")
    ROW_START = _new("home", "to the first column, or the first line", "far", "to the first column")
    ROW_END = _new("end", "to the last column, or the last line", "far", "to the last column")
    PAGE_UP = _new("pgup", "a screen up", "far")
    PAGE_DOWN = _new("pgdn", "a screen down", "far")
    GO_TO = _new(":", "go to a row and column, which are typed", "far")
    SCROLL_UP = _new("W shift+up", "move the view up", "view")
    SCROLL_DOWN = _new("S shift+down", "move the view down", "view")
    SCROLL_LEFT = _new("A shift+left", "move the view left", "view")
    SCROLL_RIGHT = _new("D shift+right", "move the view right", "view")
    NEXT_HIDDEN = _new("tab", "next hidden cell beside a number", "near")
    PREVIOUS_HIDDEN = _new("shift+tab", "previous hidden cell beside a number", "near")
    OPEN = _new("space r enter", "open; on a number whose flags match: chord", "open")
    FLAG = _new("f", "flag, or take the flag away", "open")
    COMPLETE = _new("c", "complete a number: chord, and flag what must be mines", "open")
    TIP = _new("t", "tip: one deduction and why; once more makes the move", "aid")
    NEXT_STEP = _new(".", "the next step of a proof, or the next candidate", "aid")
    PREVIOUS_STEP = _new(",", "the step or the candidate before", "aid")
    SIMPLE_STEP = _new("k", "simple solver: one move", "aid")
    SIMPLE_ALL = _new("j", "simple solver: all moves", "aid")
    SMART_STEP = _new("K i", "smart solver: one move", "aid")
    SMART_ALL = _new("J u", "smart solver: all moves", "aid")
    EXACT_STEP = _new("e", "exact solver: one move", "aid")
    EXACT_ALL = _new("E", "exact solver: all moves that can be proved", "aid")
    GUESS = _new("g", "best guess with its odds and the chance to win; once more takes the one shown", "aid")
    OVERLAY = _new("v", "overlay: what is proved safe or a mine; again: odds in %; again: off", "aid")
    PROPOSE = _new("p", "what if: propose a mine, or take it back; all that follows is shown", "aid")
    CLEAR_PROPOSALS = _new("P o", "what if: clear all proposals", "aid")
    UNLOCK = _new("!", "unlock: open safe cells until a move can be proved; looks at the mines", "aid")
    LEVEL = _new("f2", "help level: Single, Dual, Intelligent", "aid")
    BOT = _new("b", "bot: the computer plays on to the end", "aid")
    UNDO = _new("z", "undo; after a loss: practise on", "undo")
    REDUCED = _new("l", "reduced view: only the frontier", "view")
    CLICK_MODE = _new("f5", "click mode: the left button flags, the right one opens")
    COUNTERS = _new("f3", "live counters: 3BV/s and clicks", "view")
    TRACE = _new("f4", "trace: what assistants did in this game, and why", "aid")
    ANALYSE = _new("f6", "analysis: this position on a board where it can be changed", "aid")
    NEW_GAME = _new("n", "new game of the same kind")
    PAUSE = _new("esc x m", "pause, and the way to the menu")
    HELP = _new("h ? f1", "help")
    REDRAW = _new("ctrl+l", "draw the screen anew", "view")
    QUIT = _new("q ctrl+c", "quit; a running game is kept")

    _begin(Context.OVER)
    _same(Context.GAME, MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, ROW_START, ROW_END, PAGE_UP, PAGE_DOWN, GO_TO)
    _same(Context.GAME, SCROLL_UP, SCROLL_DOWN, SCROLL_LEFT, SCROLL_RIGHT, NEW_GAME)
    SAME_BOARD = _new("R", "the same board again")
    _also(UNDO, "z", "after a loss: practise on; the loss stays")
    _also(TIP, "t", "after a loss: why, and what could be known")
    COPY_CODE = _new("y", "copy the board code, which makes this board again; of a daily: a text to share")
    WATCH = _new("v", "watch the replay of this game")
    STATISTICS = _new("9", "statistics")
    _same(Context.GAME, NEXT_STEP, PREVIOUS_STEP, REDUCED, TRACE, ANALYSE)
    _also(BOT, "b", "the bot plays another board of this kind")
    MORE = _new("esc x enter", "all choices")
    MAIN_MENU = _new("m", "main menu")
    _same(Context.GAME, HELP, REDRAW, QUIT)

    _begin(Context.PAUSED)
    UP = _new("w up shift+tab", "up", here="the entry above")
    DOWN = _new("s down tab", "down", here="the entry below")
    SELECT = _new("enter space", "choose")
    _also(PAGE_UP, "pgup", "the first entry")
    _also(PAGE_DOWN, "pgdn", "the last entry")
    _also(ROW_START, "home", "the first entry")
    _also(ROW_END, "end", "the last entry")
    RESUME = _new("r", "resume")
    BACK = _new("esc", "back", here="resume")
    _same(Context.GAME, NEW_GAME)
    GIVE_UP = _new("b", "give up and show the mines")
    _also(TRACE, "f4 t")
    _same(Context.OVER, MAIN_MENU)
    _same(Context.GAME, HELP, REDRAW)
    _also(QUIT, "x q ctrl+c")

    _begin(Context.MENU)
    _same(Context.PAUSED, UP, DOWN, SELECT, PAGE_UP, PAGE_DOWN, ROW_START, ROW_END)
    PLAY_BEGINNER = _new("1", "play Beginner")
    PLAY_INTERMEDIATE = _new("2", "play Intermediate")
    PLAY_EXPERT = _new("3", "play Expert")
    CUSTOM_GAME = _new("4", "new custom game: size, mines and seed")
    CONTINUE = _new("5", "continue the game that waits, if there is one")
    DAILY = _new("6", "today's board, the same for everyone")
    DAYS = _new("p", "the daily boards of past days")
    BOARDS = _new("right left d a", "kind of boards: normal, or no-guess")
    _same(Context.GAME, LEVEL)
    REPLAYS = _new("7", "replays of finished games")
    LESSONS = _new("t", "lessons: find what is certain, in your own games or on boards made for it")
    _also(ANALYSE, "e", "analysis: put any position together, with odds, proofs and the best move")
    KEYBINDINGS = _new("8", "keybindings: see and change the keys")
    _same(Context.OVER, STATISTICS)
    SETTINGS = _new("0", "settings: see and change them")
    _also(BOT, "b", "watch the bot: solver, board and speed are chosen first")
    _also(BACK, "esc", "the last entry: quit")
    _same(Context.GAME, HELP, REDRAW, QUIT)

    _begin(Context.FORM)
    PREVIOUS_FIELD = _new("up shift+tab", "previous field")
    NEXT_FIELD = _new("down tab", "next field")
    LEFT = _new("left", "change to the left, or less", here="less by one; on a button: the one before")
    RIGHT = _new("right", "change to the right, or more", here="more by one; on a button: the next one")
    LESS_BY_TEN = _new("shift+left", "less by ten")
    MORE_BY_TEN = _new("shift+right", "more by ten")
    LESS_BY_HUNDRED = _new("ctrl+left", "less by a hundred")
    MORE_BY_HUNDRED = _new("ctrl+right", "more by a hundred")
    ERASE = _new("backspace", "erase a character")
    CLEAR = _new("delete ctrl+u", "erase the field")
    _also(SELECT, "enter", "start; on a preset: fill in its numbers")
    _also(BACK, "esc", "back to the menu")
    _also(HELP, "? f1")
    _same(Context.GAME, REDRAW)
    _also(QUIT, "ctrl+c")

    _begin(Context.BOT)
    BOT_PAUSE = _new("space", "bot: pause, go on")
    BOT_STEP = _new(". right", "bot: one move")
    FASTER = _new("+ = up", "faster")
    SLOWER = _new("- down", "slower")
    _same(Context.GAME, OVERLAY, REDUCED, TRACE)
    BOT_STOP = _new("g b", "bot: stop, you play on")
    _also(BACK, "esc x", "stop: back to the menu, or you play on if it was your game")
    _same(Context.GAME, HELP, REDRAW, QUIT)

    _begin(Context.READER)
    _also(UP, "w up k", "a line up")
    _also(DOWN, "s down j", "a line down")
    _also(PAGE_UP, "pgup b")
    _also(PAGE_DOWN, "pgdn space")
    _also(ROW_START, "home", "to the beginning")
    _also(ROW_END, "end", "to the end")
    SEARCH = _new("/", "search", here="search: type a text, then Enter")
    SEARCH_AGAIN = _new("n", "search on", here="the next place that was searched for")
    HELP_KEYS = _new("1", "help: all keys")
    HELP_SIGNS = _new("2", "help: signs and colours")
    HELP_WORDS = _new("3", "help: words")
    HELP_RULES = _new("4", "help: rules and fair play")
    HELP_SCREEN = _new("5", "help: the keys of the screen one came from")
    _also(BACK, "esc q h ? enter x f1", "back to where you came from")
    _same(Context.GAME, REDRAW)
    _same(Context.FORM, QUIT)

    _begin(Context.SETTINGS)
    _same(Context.PAUSED, UP, DOWN)
    _also(SELECT, "enter space", "the next value; after the last the first")
    _also(PAGE_UP, "pgup", "several entries up")
    _also(PAGE_DOWN, "pgdn", "several entries down")
    _same(Context.PAUSED, ROW_START, ROW_END)
    _also(LEFT, "left a", "the value before, or less")
    _also(RIGHT, "right d", "the next value, or more")
    RESET = _new("0", "as shipped", here="the value as shipped")
    _also(BACK, "esc q x")
    _same(Context.GAME, HELP, REDRAW)
    _same(Context.FORM, QUIT)

    _begin(Context.BINDINGS)
    _same(Context.PAUSED, UP, DOWN)
    _also(SELECT, "enter space", "add a key: press it next; once more swaps it with the action that has it")
    _same(Context.SETTINGS, PAGE_UP, PAGE_DOWN, ROW_START, ROW_END)
    _also(LEFT, "left a", "the keys of the screen before")
    _also(RIGHT, "right d", "the keys of the next screen")
    REMOVE_KEY = _new("delete backspace", "remove a key: press it next")
    _also(RESET, "0", "the keys of this action as shipped")
    STANDARD_KEYS = _new("1", "all keys as shipped")
    VIM_KEYS = _new("2", "all keys as in vim: H J K L move")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    _begin(Context.GAMES)
    _same(Context.PAUSED, UP, DOWN, SELECT)
    _same(Context.GAME, PAGE_UP, PAGE_DOWN)
    _same(Context.PAUSED, ROW_START, ROW_END)
    _also(LEFT, "left a", "replays: of the preset before")
    _also(RIGHT, "right d", "replays: of the next preset")
    RESULT = _new(
        "r", "only won, lost or abandoned games, or all", here="replays: only won, lost or abandoned games, or all"
    )
    SORT = _new("o", "sort by date, time or 3BV/s", here="replays: sort by date, time or 3BV/s")
    EXPORT = _new("e", "export to a file", here="a replay to a file: RAWVF, JSON or a list of moves")
    DELETE = _new(
        "delete backspace",
        "delete the selected entry, after a question",
        here="delete; a saved game: give it up. It asks first",
    )
    TIDY = _new("c", "saved games: give up those with nothing but the first open, older than a week; asks first")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    _begin(Context.REPLAY)
    PLAY = _new("space p", "play, pause")
    STEP_FORWARD = _new("right", "a step on")
    STEP_BACK = _new("left", "a step back")
    PREVIOUS_GUESS = _new(",", "the previous guess")
    NEXT_GUESS = _new(".", "the next guess")
    _same(Context.READER, ROW_START, ROW_END)
    _same(Context.BOT, FASTER, SLOWER)
    _same(Context.GAME, OVERLAY)
    MOVES = _new("m", "the list of moves", here="the moves: kind, time, and distance from the cell of the one before")
    _also(EXPORT, "e", "to a file: RAWVF, JSON or a list of moves")
    PLAY_BOARD = _new("r", "play this board, which is then known")
    _same(Context.GAME, ANALYSE)
    _also(SCROLL_UP, "w shift+up")
    _also(SCROLL_DOWN, "s shift+down")
    _also(SCROLL_LEFT, "a shift+left")
    _also(SCROLL_RIGHT, "d shift+right")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    _begin(Context.LESSON)
    _same(Context.GAME, MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, ROW_START, ROW_END, PAGE_UP, PAGE_DOWN, GO_TO)
    _same(Context.GAME, SCROLL_UP, SCROLL_DOWN, SCROLL_LEFT, SCROLL_RIGHT, NEXT_HIDDEN, PREVIOUS_HIDDEN)
    _also(OPEN, "space r", "open a cell that is certainly safe; on a number whose flags match: chord")
    _also(FLAG, "f", "flag a cell that is certainly a mine")
    _same(Context.GAME, COMPLETE, NEXT_STEP, PREVIOUS_STEP, REDUCED, CLICK_MODE)
    _also(TIP, "t", "show the proof")
    _also(SELECT, "enter", "open; after the answer: the next lesson")
    _also(NEW_GAME, "n", "the next lesson")
    _also(BACK, "esc q x", "back to the kinds of lessons")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.ANALYSIS)
    CLUE_0 = _new("0", "an opened cell without a number, and on to the next cell")
    CLUE_1 = _new("1", "the clue 1, and on to the next cell")
    CLUE_2 = _new("2", "the clue 2, and on to the next cell")
    CLUE_3 = _new("3", "the clue 3, and on to the next cell")
    CLUE_4 = _new("4", "the clue 4, and on to the next cell")
    CLUE_5 = _new("5", "the clue 5, and on to the next cell")
    CLUE_6 = _new("6", "the clue 6, and on to the next cell")
    CLUE_7 = _new("7", "the clue 7, and on to the next cell")
    CLUE_8 = _new("8", "the clue 8, and on to the next cell")
    HIDE = _new("space #", "a hidden cell, and on to the next one")
    _also(FLAG, "f", "a flag, which is a claim, and on to the next cell")
    GIVE_MINE = _new("*", "a given mine, which is evidence, and on to the next cell")
    _also(ERASE, "backspace", "a cell back, which is hidden again")
    _also(CLEAR, "delete", "hide this cell and stay on it")
    _also(UNDO, "z", "undo")
    _also(NEW_GAME, "n", "hide all cells")
    BOARD_SIZE = _new("m", "size and mines, which are typed")
    MORE_MINES = _new("+ =", "one mine more")
    FEWER_MINES = _new("-", "one mine less")
    _same(Context.GAME, MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, ROW_START, ROW_END, PAGE_UP, PAGE_DOWN, GO_TO)
    _same(Context.GAME, SCROLL_UP, SCROLL_DOWN, SCROLL_LEFT, SCROLL_RIGHT)
    _also(NEXT_HIDDEN, "tab", "next hidden cell")
    _also(PREVIOUS_HIDDEN, "shift+tab", "previous hidden cell")
    _also(OVERLAY, "v", "overlay: odds in %; again: off; again: what is proved safe or a mine")
    _also(GUESS, "g", "best move with its odds; once more goes there")
    _also(TIP, "t", "tip: one deduction and why; once more sets its flags and goes to its safe cell")
    _also(NEXT_STEP, ".", "the next step of a proof that is shown; else as 0, an empty cell as in pictures")
    _same(Context.GAME, PREVIOUS_STEP, REDUCED)
    _also(COPY_CODE, "y", "copy the position as a picture, which the command solve reads")
    _also(BACK, "esc q x", "hide what is shown, else back; the position is there again when you return")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.TRACE)
    _also(UP, "w up k", "the step above")
    _also(DOWN, "s down j", "the step below")
    _also(SELECT, "enter", "the position of the selected step")
    _same(Context.READER, PAGE_UP, PAGE_DOWN, ROW_START, ROW_END)
    _also(BACK, "esc q x f4", "back to the game")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.WATCH)
    _same(Context.PAUSED, UP, DOWN)
    _also(SELECT, "enter space", "watch the bot play")
    _same(Context.PAUSED, PAGE_UP, PAGE_DOWN, ROW_START, ROW_END)
    _same(Context.SETTINGS, LEFT, RIGHT)
    _also(BACK, "esc q x", "back to the menu")
    _same(Context.SETTINGS, HELP, REDRAW, QUIT)

    _begin(Context.STATS)
    _also(LEFT, "left", "the preset before")
    _also(RIGHT, "right d", "the next preset")
    _also(UP, "up w", "the preset before, or a line up where it scrolls")
    _also(DOWN, "down s", "the next preset, or a line down")
    _also(PAGE_UP, "pgup", "the page before")
    _also(PAGE_DOWN, "pgdn space enter", "the next page: all about the selected preset")
    _also(ROW_START, "home", "the first page")
    _also(ROW_END, "end", "the last page")
    _also(BOARDS, "m")
    STANDING = _new("a", "unassisted games, assisted ones, known boards")
    _also(EXPORT, "e", "all games to a file: a table, or with replays to import elsewhere")
    _same(Context.SETTINGS, BACK, HELP, REDRAW, QUIT)

    def __init__(self, first: Binding) -> None:
        self.id = self.name.lower().replace("_", "-")
        self.description = first.description

    def __repr__(self) -> str:
        return str(self)


BINDINGS = {
    context: {Action(action): binding for action, binding in lines.items()}
    for context, lines in _table.contexts.items()
}
"""Context by context the actions that have keys there, in the order of the table."""
