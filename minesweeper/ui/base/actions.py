"""Everything that a player can do by a key in the full-screen game.

An `Action` is one of these things, with a description and the keys that it usually has. A `Context` is a screen or a
situation, such as a paused game, in which keys have their own meaning. `BINDINGS` says for each context which actions
it offers; there an action may have other keys or do something slightly different. The help, the keys screen,
docs/keys.md and the default settings.json are made from these tables. `keymap` adds the player's own keys.
"""

from __future__ import annotations

from enum import Enum, unique


class Context(Enum):
    """A screen or situation in which keys have their own meaning. The value is its name in settings.json."""

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
    COACH = "coach", "Coach"
    LESSONS = "lessons", "Lessons"
    ANALYSIS = "analysis", "Analysis", "Analysis board"
    WATCH = "watch", "Bot set-up", "Watch the bot"
    DAILY = "daily", "Daily", "Card of the daily"

    title: str
    """The name of the context in lists."""
    heading: str
    """The heading above the keys of this context in the help. The keys of a running game stand under topics instead."""

    def __new__(cls, name: str, title: str, heading: str = "") -> Context:
        context = object.__new__(cls)
        context._value_ = name
        context.title, context.heading = title, heading or title
        return context


def _define(
    keys: str, description: str, topic: str = "", title: str = "", assists: str = "", early: bool = False
) -> tuple[str, str, str, str, str, bool]:
    """Names the parts of an action's value. `Action.__init__` explains what they mean."""
    return keys, description, topic, title, assists, early


_ONE, _ALL = "makes a provable move", "makes all provable moves"


@unique
class Action(Enum):
    """Something that a key does.

    Never rename an action: its id is made from its name, and players' settings contain the id.
    """

    MOVE_UP = _define("w up", "move up", "move")
    MOVE_DOWN = _define("s down", "move down", "move")
    MOVE_LEFT = _define("a left", "move left", "move")
    MOVE_RIGHT = _define("d right", "move right", "move")
    ROW_START = _define("home", "go to the first column", "far", title="Start of row")
    ROW_END = _define("end", "go to the last column", "far", title="End of row")
    PAGE_UP = _define("pgup", "go up one page", "far")
    PAGE_DOWN = _define("pgdn", "go down one page", "far")
    GO_TO = _define(":", "type a row and a column to go to", "far", title="Go to cell")
    SCROLL_UP = _define("W shift+up", "scroll the view up", "view")
    SCROLL_DOWN = _define("S shift+down", "scroll the view down", "view")
    SCROLL_LEFT = _define("A shift+left", "scroll the view left", "view")
    SCROLL_RIGHT = _define("D shift+right", "scroll the view right", "view")
    NEXT_HIDDEN = _define("tab", "go to the next hidden cell next to a number", "near")
    PREVIOUS_HIDDEN = _define("shift+tab", "go to the previous hidden cell next to a number", "near")
    OPEN = _define("space r enter", "open the cell; on a number with all its flags: chord", "open")
    FLAG = _define("f", "set or remove a flag", "open")
    COMPLETE = _define("c", "finish a number: flag what must be mines, open the rest", "open", title="Finish number")
    TIP = _define("t", "show a provable move and its proof; again: play it", "aid", assists="shows a tip")
    NEXT_STEP = _define(".", "show the next step of a proof, or the next guess", "aid")
    PREVIOUS_STEP = _define(",", "show the previous step of a proof, or the previous guess", "aid")
    SIMPLE_STEP = _define("k", "simple solver: play one provable move", "aid", title="Simple: one move", assists=_ONE)
    SIMPLE_ALL = _define("j", "simple solver: play all provable moves", "aid", title="Simple: all moves", assists=_ALL)
    SMART_STEP = _define("K", "smart solver: play one provable move", "aid", title="Smart: one move", assists=_ONE)
    SMART_ALL = _define("J u", "smart solver: play all provable moves", "aid", title="Smart: all moves", assists=_ALL)
    EXACT_STEP = _define("e", "exact solver: play one provable move", "aid", title="Exact: one move", assists=_ONE)
    EXACT_ALL = _define("E", "exact solver: play all provable moves", "aid", title="Exact: all moves", assists=_ALL)
    GUESS = _define(
        "g",
        "show the best guess, its odds and your win chance; again: play it",
        "aid",
        title="Best guess",
        assists="shows the best guess",
    )
    OVERLAY = _define(
        "v",
        "show safe cells and mines; again: show odds; again: hide",
        "aid",
        title="Safe cells, odds",
        assists="shows what is safe",
        early=True,
    )
    PROPOSE = _define(
        "p", "try a mine here, and show what follows", "aid", title="What-if", assists="tries a mine", early=True
    )
    CLEAR_PROPOSALS = _define("P o", "clear all what-if mines", "aid", title="Clear what-if")
    UNLOCK = _define(
        "!", "open safe cells until a move is provable; this looks at the mines", "aid", assists="looks at the mines"
    )
    LEVEL = _define("f2", "change the assist level: off, what-if, auto", "aid", title="Assist level")
    BOT = _define("b", "let the bot finish this game", "aid", assists="lets the bot play", early=True)
    UNDO = _define("z", "undo the last move; after a loss: keep playing", "undo", assists="takes the move back")
    REDUCED = _define("l", "show only the frontier", "view", title="Reduced view")
    CLICK_MODE = _define("f5", "switch mouse buttons: left flags, right opens")
    COUNTERS = _define("i f3", "show figures, and the numbers of rows and columns", "view", title="Details")
    TRACE = _define("f4", "list the moves of this game, and who made each", "view", title="Moves so far")
    ANALYSE = _define(
        "f6", "copy this position to the analysis board", "aid", title="Analysis", assists="opens the analysis board"
    )
    NEW_GAME = _define("n", "start a new game of the same kind")
    PAUSE = _define("esc x m", "pause; the way to the menu")
    HELP = _define("h ? f1", "show help")
    REDRAW = _define("ctrl+l", "redraw the screen", "view")
    QUIT = _define("q ctrl+c", "save and quit")
    SAME_BOARD = _define("R", "play the same board again")
    COPY_CODE = _define("y", "copy the board code; of a daily board: a text to share")
    WATCH = _define("v", "watch the replay of this game", title="Replay")
    PRACTISE = _define("p", "after a loss: practise this position and others like it")
    NUMBERS = _define("c", "after a loss: show the numbers of unopened cells", title="Numbers")
    STATISTICS = _define("9", "show statistics")
    MORE = _define("esc x enter", "show all choices")
    MAIN_MENU = _define("m", "go to the main menu")
    UP = _define("w up shift+tab", "go up one line")
    DOWN = _define("s down tab", "go down one line")
    SELECT = _define("enter space", "choose", title="Choose")
    RESUME = _define("r", "resume the game")
    BACK = _define("esc x", "go back")
    GIVE_UP = _define("delete backspace", "give up and show mines")
    ASSISTANTS = _define("a", "list the assistants: tip, best guess, odds, solvers, bot")
    PLAY_BEGINNER = _define("1", "play Beginner")
    PLAY_INTERMEDIATE = _define("2", "play Intermediate")
    PLAY_EXPERT = _define("3", "play Expert")
    CUSTOM_GAME = _define("4", "set up a custom game: size, mines, seed")
    CONTINUE = _define("c 5", "continue the saved game")
    DAILY = _define("6", "play today's board, the same for everyone")
    DAYS = _define("p", "play the daily boards of past days", title="Past days")
    LEFT = _define("left a", "decrease, or go left", title="Decrease")
    RIGHT = _define("right d", "increase, or go right", title="Increase")
    BOARDS = _define("m", "change the board type: random, no-guess, fair", title="Board type")
    REPLAYS = _define("7", "watch replays of finished games")
    LESSONS = _define("t", "practise finding provable moves")
    LEARN = _define("n", "learn the rules in five short steps", title="Learn to play")
    KEYBINDINGS = _define("8", "see and change the keys", title="Keys")
    SETTINGS = _define("0", "see and change the settings")
    PREVIOUS_FIELD = _define("up shift+tab", "go to the previous field")
    NEXT_FIELD = _define("down tab", "go to the next field")
    LESS_BY_TEN = _define("shift+left", "-10", title="-10")
    MORE_BY_TEN = _define("shift+right", "+10", title="+10")
    LESS_BY_HUNDRED = _define("ctrl+left", "-100", title="-100")
    MORE_BY_HUNDRED = _define("ctrl+right", "+100", title="+100")
    ERASE = _define("backspace", "erase a character")
    CLEAR = _define("delete ctrl+u", "erase the field")
    BOT_PAUSE = _define("space", "pause or resume the bot", title="Pause bot")
    BOT_STEP = _define(". right", "let the bot make one move", title="One bot move")
    FASTER = _define("+ = up", "go faster")
    SLOWER = _define("- down", "go slower")
    BOT_STOP = _define("g b", "stop the bot and play yourself", title="Stop bot")
    SEARCH = _define("/", "search: type a word, then Enter")
    SEARCH_AGAIN = _define("n", "go to the next match", title="Next match")
    HELP_KEYS = _define("1", "help: all keys", title="Help: all keys")
    HELP_SIGNS = _define("2", "help: symbols and colours", title="Help: symbols")
    HELP_WORDS = _define("3", "help: words", title="Help: words")
    HELP_RULES = _define("4", "help: rules and fair play", title="Help: rules")
    HELP_SCREEN = _define("5", "help: keys of the screen you came from", title="Help: this screen")
    RESET = _define("0", "reset to default")
    REMOVE_KEY = _define("delete backspace", "remove a key: press it next")
    STANDARD_KEYS = _define("1", "reset all keys", title="Reset all keys")
    VIM_KEYS = _define("2", "set all keys as in Vim: H J K L move", title="Vim keys")
    RESULT = _define("r", "show won, lost, abandoned or all games")
    SORT = _define("o", "sort by date, time or 3BV/s")
    EXPORT = _define("e", "export to a file")
    DELETE = _define("delete backspace", "delete the replay, or give up the saved game; asks first")
    TIDY = _define("c", "give up week-old saved games with a single move; asks first", title="Clean up")
    PLAY = _define("space p", "play or pause")
    STEP_FORWARD = _define("right", "go forward one step")
    STEP_BACK = _define("left", "go back one step")
    PREVIOUS_GUESS = _define(",", "go to the previous guess")
    NEXT_GUESS = _define(".", "go to the next guess")
    MOVES = _define("m f4", "list the moves, and who made each", title="List of moves")
    PLAY_BOARD = _define("r", "play this board; it counts as a known board")
    CLUE_0 = _define("0", "set an empty cell, then move on")
    CLUE_1 = _define("1", "set a 1, then move on")
    CLUE_2 = _define("2", "set a 2, then move on")
    CLUE_3 = _define("3", "set a 3, then move on")
    CLUE_4 = _define("4", "set a 4, then move on")
    CLUE_5 = _define("5", "set a 5, then move on")
    CLUE_6 = _define("6", "set a 6, then move on")
    CLUE_7 = _define("7", "set a 7, then move on")
    CLUE_8 = _define("8", "set an 8, then move on")
    HIDE = _define("space #", "hide the cell, then move on")
    GIVE_MINE = _define("*", "set a mine (a fact), then move on", title="Set mine")
    BOARD_SIZE = _define("m", "type the size and the mines")
    MORE_MINES = _define("+ =", "add a mine", title="Add mine")
    FEWER_MINES = _define("-", "take a mine away", title="Take mine away")
    FIRST_LINE = _define("1", "start what the first line offers")
    SECOND_LINE = _define("2", "start what the second line offers")
    THIRD_LINE = _define("3", "start what the third line offers")
    STANDING = _define("a", "show unassisted games, assisted games, known boards", title="Category")

    def __init__(self, keys: str, description: str, topic: str, title: str, assists: str, early: bool) -> None:
        self.id = self.name.lower().replace("_", "-")
        self.keys = keys
        """The default keys in most contexts, separated by blanks."""
        self.description = description
        self.topic = topic
        """The topic under which the help of the game lists the action. Without a topic, it is listed under Game."""
        self.title = title or self.name.capitalize().replace("_", " ")
        self.assists = assists
        """The end of a sentence such as "T again shows a tip". Empty if the action doesn't call an assistant."""
        self.counts_early = early
        """Whether this assistant makes a game assisted even before the first cell is opened.

        The other assistants can only give general advice at that time, which doesn't count.
        """

    def __repr__(self) -> str:
        return str(self)


class Binding:
    """The default keys of an action in one context, and what the action does there.

    Without ``keys`` or ``meaning``, those of the action apply.
    """

    __slots__ = ("action", "keys", "meaning")

    def __init__(self, action: Action, keys: str = "", meaning: str = "") -> None:
        self.action = action
        self.keys = tuple((keys or action.keys).split())
        self.meaning = meaning or action.description


def _usual(*actions: Action) -> list[Binding]:
    """Bindings of actions that have their usual keys and meaning."""
    return [Binding(action) for action in actions]


_ON_BOARD = _usual(
    *(Action.MOVE_UP, Action.MOVE_DOWN, Action.MOVE_LEFT, Action.MOVE_RIGHT),
    *(Action.ROW_START, Action.ROW_END, Action.PAGE_UP, Action.PAGE_DOWN, Action.GO_TO),
    *(Action.SCROLL_UP, Action.SCROLL_DOWN, Action.SCROLL_LEFT, Action.SCROLL_RIGHT),
)
_LIST_ENDS = [
    Binding(Action.ROW_START, "home", "go to the first entry"),
    Binding(Action.ROW_END, "end", "go to the last entry"),
]
_TEXT_ENDS = [Binding(Action.ROW_START, "home", "go to the beginning"), Binding(Action.ROW_END, "end", "go to the end")]
_IN_GAMES = _usual(Action.HELP, Action.REDRAW, Action.QUIT)
_QUIT = Binding(Action.QUIT, "ctrl+c")
_ELSEWHERE = [*_usual(Action.HELP, Action.REDRAW), _QUIT]
_BACK = Binding(Action.BACK, "esc q x")

_LISTS = {
    Context.GAME: [
        *_ON_BOARD,
        *_usual(Action.NEXT_HIDDEN, Action.PREVIOUS_HIDDEN, Action.OPEN, Action.FLAG, Action.COMPLETE),
        *_usual(Action.TIP, Action.NEXT_STEP, Action.PREVIOUS_STEP, Action.SIMPLE_STEP, Action.SIMPLE_ALL),
        *_usual(Action.SMART_STEP, Action.SMART_ALL, Action.EXACT_STEP, Action.EXACT_ALL, Action.GUESS),
        *_usual(Action.OVERLAY, Action.PROPOSE, Action.CLEAR_PROPOSALS, Action.UNLOCK, Action.LEVEL, Action.BOT),
        *_usual(Action.UNDO, Action.REDUCED, Action.CLICK_MODE, Action.COUNTERS, Action.TRACE, Action.ANALYSE),
        *_usual(Action.NEW_GAME, Action.PAUSE, Action.HELP, Action.REDRAW, Action.QUIT),
    ],
    Context.OVER: [
        *_ON_BOARD,
        *_usual(Action.NEW_GAME, Action.SAME_BOARD),
        Binding(Action.UNDO, "z", "after a loss: keep playing for practice; the loss still counts"),
        Binding(Action.TIP, "t", "after a loss: show why, and what was provable"),
        *_usual(Action.COPY_CODE, Action.WATCH, Action.PRACTISE, Action.NUMBERS, Action.STATISTICS),
        *_usual(Action.NEXT_STEP, Action.PREVIOUS_STEP, Action.REDUCED, Action.COUNTERS, Action.TRACE, Action.ANALYSE),
        Binding(Action.BOT, "b", "let the bot play another board of this kind"),
        *_usual(Action.MORE, Action.MAIN_MENU),
        *_IN_GAMES,
    ],
    Context.PAUSED: [
        *_usual(Action.UP, Action.DOWN, Action.SELECT),
        Binding(Action.PAGE_UP, "pgup", "go to the first entry"),
        Binding(Action.PAGE_DOWN, "pgdn", "go to the last entry"),
        *_LIST_ENDS,
        Binding(Action.RESUME),
        Binding(Action.BACK, "esc x", "resume the game"),
        *_usual(Action.NEW_GAME, Action.GIVE_UP, Action.ASSISTANTS, Action.TRACE),
        Binding(Action.MAIN_MENU, "m", "save the game and go to the main menu"),
        *_IN_GAMES,
    ],
    Context.MENU: [
        *_usual(Action.UP, Action.DOWN, Action.SELECT),
        Binding(Action.PAGE_UP, "pgup", "go to the first entry; in the calendar, to the previous month"),
        Binding(Action.PAGE_DOWN, "pgdn", "go to the last entry; in the calendar, to the next month"),
        *_LIST_ENDS,
        *_usual(Action.PLAY_BEGINNER, Action.PLAY_INTERMEDIATE, Action.PLAY_EXPERT, Action.CUSTOM_GAME),
        *_usual(Action.CONTINUE, Action.DAILY, Action.DAYS),
        Binding(Action.LEFT, "left a", "choose the previous value, or go left"),
        Binding(Action.RIGHT, "right d", "choose the next value, or go right"),
        *_usual(Action.BOARDS, Action.LEVEL, Action.REPLAYS, Action.LESSONS, Action.LEARN),
        Binding(Action.ANALYSE, "e", "build any position and see its odds, proofs and best move"),
        *_usual(Action.KEYBINDINGS, Action.STATISTICS, Action.SETTINGS),
        Binding(Action.BOT, "b", "watch the bot: choose its solver, board and speed"),
        Binding(Action.BACK, "esc", "go to the last entry: quit"),
        *_IN_GAMES,
    ],
    Context.FORM: [
        *_usual(Action.PREVIOUS_FIELD, Action.NEXT_FIELD),
        Binding(Action.LEFT, "left", "-1; on a button: go to the previous one"),
        Binding(Action.RIGHT, "right", "+1; on a button: go to the next one"),
        *_usual(Action.LESS_BY_TEN, Action.MORE_BY_TEN, Action.LESS_BY_HUNDRED, Action.MORE_BY_HUNDRED),
        *_usual(Action.ERASE, Action.CLEAR),
        Binding(Action.SELECT, "enter", "start; on a preset: fill in its numbers"),
        Binding(Action.BACK, "esc"),
        Binding(Action.HELP, "? f1"),
        Binding(Action.REDRAW),
        _QUIT,
    ],
    Context.BOT: [
        *_usual(Action.BOT_PAUSE, Action.BOT_STEP, Action.FASTER, Action.SLOWER),
        *_usual(Action.OVERLAY, Action.REDUCED, Action.TRACE, Action.BOT_STOP),
        Binding(Action.MORE, "x"),
        Binding(Action.BACK, "esc", "stop the bot: back to the menu, or to your own game"),
        *_IN_GAMES,
    ],
    Context.READER: [
        Binding(Action.UP, "w up k"),
        Binding(Action.DOWN, "s down j"),
        Binding(Action.PAGE_UP, "pgup b"),
        Binding(Action.PAGE_DOWN, "pgdn space"),
        *_TEXT_ENDS,
        *_usual(Action.SEARCH, Action.SEARCH_AGAIN),
        *_usual(Action.HELP_KEYS, Action.HELP_SIGNS, Action.HELP_WORDS, Action.HELP_RULES, Action.HELP_SCREEN),
        Binding(Action.BACK, "esc q h ? enter x f1"),
        Binding(Action.REDRAW),
        _QUIT,
    ],
    Context.SETTINGS: [
        *_usual(Action.UP, Action.DOWN),
        Binding(Action.SELECT, "enter space", "choose the next value"),
        Binding(Action.PAGE_UP, "pgup", "go up several entries"),
        Binding(Action.PAGE_DOWN, "pgdn", "go down several entries"),
        *_LIST_ENDS,
        Binding(Action.LEFT, "left a", "choose the previous value"),
        Binding(Action.RIGHT, "right d", "choose the next value"),
        Binding(Action.RESET),
        _BACK,
        *_ELSEWHERE,
    ],
    Context.DAILY: [
        Binding(Action.COPY_CODE, "y", "copy a text to share"),
        Binding(Action.NEW_GAME, "n", "play it again, unranked"),
        *_usual(Action.DAYS, Action.MAIN_MENU),
        Binding(Action.BACK, "esc q x enter"),
        *_ELSEWHERE,
    ],
    Context.BINDINGS: [
        *_usual(Action.UP, Action.DOWN),
        Binding(Action.SELECT, "enter space", "add a key: press it next"),
        Binding(Action.PAGE_UP, "pgup", "go up several entries"),
        Binding(Action.PAGE_DOWN, "pgdn", "go down several entries"),
        *_LIST_ENDS,
        Binding(Action.LEFT, "left a", "show the keys of the previous screen"),
        Binding(Action.RIGHT, "right d", "show the keys of the next screen"),
        *_usual(Action.REMOVE_KEY, Action.RESET, Action.STANDARD_KEYS, Action.VIM_KEYS),
        _BACK,
        *_ELSEWHERE,
    ],
    Context.GAMES: [
        *_usual(Action.UP, Action.DOWN, Action.SELECT, Action.PAGE_UP, Action.PAGE_DOWN),
        *_LIST_ENDS,
        Binding(Action.LEFT, "left a", "show replays of the previous preset"),
        Binding(Action.RIGHT, "right d", "show replays of the next preset"),
        *_usual(Action.RESULT, Action.SORT, Action.EXPORT, Action.DELETE, Action.TIDY),
        _BACK,
        *_ELSEWHERE,
    ],
    Context.REPLAY: [
        *_usual(Action.PLAY, Action.STEP_FORWARD, Action.STEP_BACK, Action.PREVIOUS_GUESS, Action.NEXT_GUESS),
        *_TEXT_ENDS,
        *_usual(Action.FASTER, Action.SLOWER, Action.OVERLAY),
        Binding(Action.TIP, "t", "explain the move, or what was provable; again: step by step"),
        *_usual(Action.MOVES, Action.EXPORT, Action.PLAY_BOARD, Action.ANALYSE),
        Binding(Action.SCROLL_UP, "w shift+up"),
        Binding(Action.SCROLL_DOWN, "s shift+down"),
        Binding(Action.SCROLL_LEFT, "a shift+left"),
        Binding(Action.SCROLL_RIGHT, "d shift+right"),
        _BACK,
        *_ELSEWHERE,
    ],
    Context.LESSON: [
        *_ON_BOARD,
        *_usual(Action.NEXT_HIDDEN, Action.PREVIOUS_HIDDEN),
        Binding(Action.OPEN, "space r", "mark the cell as safe; in a lesson about clicks: open it"),
        Binding(Action.FLAG, "f", "mark the cell as a mine; in a lesson about clicks: flag it"),
        *_usual(Action.COMPLETE, Action.NEXT_STEP, Action.PREVIOUS_STEP, Action.REDUCED, Action.CLICK_MODE),
        Binding(Action.TIP, "t", "give a hint; the fourth is the proof"),
        Binding(Action.SELECT, "enter", "done: judge the marks, then go on; in Learn to play: open the cell"),
        Binding(Action.NEW_GAME, "n", "go to the next lesson; in Learn to play: restart the step"),
        Binding(Action.MORE, "x"),
        Binding(Action.BACK, "esc q"),
        *_ELSEWHERE,
    ],
    Context.COACH: [
        *_usual(Action.UP, Action.DOWN, Action.SELECT, Action.FIRST_LINE, Action.SECOND_LINE, Action.THIRD_LINE),
        _BACK,
        *_ELSEWHERE,
    ],
    Context.LESSONS: [
        *_usual(Action.UP, Action.DOWN, Action.SELECT, Action.PAGE_UP, Action.PAGE_DOWN),
        Binding(Action.LEFT, "left a", "go to the left column"),
        Binding(Action.RIGHT, "right d", "go to the right column"),
        *(*_LIST_ENDS, _BACK, *_ELSEWHERE),
    ],
    Context.ANALYSIS: [
        *_usual(Action.CLUE_0, Action.CLUE_1, Action.CLUE_2, Action.CLUE_3, Action.CLUE_4),
        *_usual(Action.CLUE_5, Action.CLUE_6, Action.CLUE_7, Action.CLUE_8, Action.HIDE),
        Binding(Action.FLAG, "f", "set a flag (a claim), then move on"),
        Binding(Action.GIVE_MINE),
        Binding(Action.ERASE, "backspace", "go back one cell and hide it"),
        Binding(Action.CLEAR, "delete", "hide the cell and stay"),
        Binding(Action.UNDO, "z", "undo"),
        Binding(Action.NEW_GAME, "n", "hide all cells"),
        *_usual(Action.BOARD_SIZE, Action.MORE_MINES, Action.FEWER_MINES),
        *_ON_BOARD,
        Binding(Action.NEXT_HIDDEN, "tab", "go to the next hidden cell"),
        Binding(Action.PREVIOUS_HIDDEN, "shift+tab", "go to the previous hidden cell"),
        Binding(Action.OVERLAY, "v", "show odds; again: hide; again: show safe cells and mines"),
        Binding(Action.GUESS, "g", "show the best move and its odds; again: go there"),
        Binding(Action.TIP, "t", "show a provable move and its proof; again: flag it or go there"),
        *_usual(Action.NEXT_STEP, Action.PREVIOUS_STEP, Action.REDUCED),
        Binding(Action.COPY_CODE, "y", "copy the position as a text board"),
        Binding(Action.MORE, "x"),
        Binding(Action.BACK, "esc q", "hide what is shown, or go back; the position stays"),
        *_ELSEWHERE,
    ],
    Context.WATCH: [
        *_usual(Action.UP, Action.DOWN),
        Binding(Action.SELECT, "enter space", "watch the bot play"),
        Binding(Action.PAGE_UP, "pgup", "go to the first entry"),
        Binding(Action.PAGE_DOWN, "pgdn", "go to the last entry"),
        *_LIST_ENDS,
        Binding(Action.LEFT, "left a", "choose the previous value"),
        Binding(Action.RIGHT, "right d", "choose the next value"),
        _BACK,
        *_ELSEWHERE,
    ],
    Context.STATS: [
        Binding(Action.LEFT, "left", "show the previous preset"),
        Binding(Action.RIGHT, "right d", "show the next preset"),
        Binding(Action.UP, "up w", "show the previous preset, or go up one line"),
        Binding(Action.DOWN, "down s", "show the next preset, or go down one line"),
        Binding(Action.PAGE_UP, "pgup", "go to the previous page"),
        Binding(Action.PAGE_DOWN, "pgdn space enter", "go to the next page: all about this preset"),
        Binding(Action.ROW_START, "home", "go to the first page"),
        Binding(Action.ROW_END, "end", "go to the last page"),
        *_usual(Action.BOARDS, Action.STANDING),
        Binding(Action.EXPORT, "e", "export all games to a file"),
        _BACK,
        *_ELSEWHERE,
    ],
}
BINDINGS = {context: {binding.action: binding for binding in bindings} for context, bindings in _LISTS.items()}
"""The bindings of each context by action, in the order in which the keys screen and the help list them."""
