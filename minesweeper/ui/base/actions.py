"""What a player can ask for, by name, and where. Help, key table, README and keybindings are made from this list."""

from __future__ import annotations

from enum import Enum


class Context(Enum):
    """Where keys have a meaning of their own."""

    GAME = "game"
    OVER = "over"
    PAUSED = "paused"
    MENU = "menu"
    FORM = "form"
    BOT = "bot"
    READER = "reader"
    SETTINGS = "settings"
    BINDINGS = "bindings"
    GAMES = "games"
    STATS = "stats"
    REPLAY = "replay"
    TRACE = "trace"
    WATCH = "watch"

    @property
    def title(self) -> str:
        """What a list of contexts calls it."""
        return {
            "over": "After a game",
            "form": "Forms",
            "reader": "Help",
            "bindings": "Keys",
            "games": "Lists of games",
            "stats": "Statistics",
            "watch": "Bot set-up",
        }.get(self.value, self.value.capitalize())


class Action(Enum):
    """A thing the player can ask for: its name in settings.json and what it does."""

    MOVE_UP = ("move-up", "move up")
    MOVE_DOWN = ("move-down", "move down")
    MOVE_LEFT = ("move-left", "move left")
    MOVE_RIGHT = ("move-right", "move right")
    ROW_START = ("row-start", "to the first column, or the first line")
    ROW_END = ("row-end", "to the last column, or the last line")
    PAGE_UP = ("page-up", "a screen up")
    PAGE_DOWN = ("page-down", "a screen down")
    NEXT_HIDDEN = ("next-hidden", "next hidden cell beside a number")
    PREVIOUS_HIDDEN = ("previous-hidden", "previous hidden cell beside a number")
    SCROLL_UP = ("scroll-up", "move the view up")
    SCROLL_DOWN = ("scroll-down", "move the view down")
    SCROLL_LEFT = ("scroll-left", "move the view left")
    SCROLL_RIGHT = ("scroll-right", "move the view right")
    OPEN = ("open", "open; on a number whose flags match: chord")
    FLAG = ("flag", "flag, or take the flag away")
    COMPLETE = ("complete", "complete a number: chord, and flag what must be mines")
    TIP = ("tip", "tip: one deduction and why; once more makes the move")
    SIMPLE_STEP = ("simple-step", "simple solver: one move")
    SIMPLE_ALL = ("simple-all", "simple solver: all moves")
    SMART_STEP = ("smart-step", "smart solver: one move")
    SMART_ALL = ("smart-all", "smart solver: all moves")
    EXACT_STEP = ("exact-step", "exact solver: one move")
    EXACT_ALL = ("exact-all", "exact solver: all moves that can be proved")
    GUESS = ("guess", "best guess with its odds; once more takes it")
    OVERLAY = ("overlay", "overlay: off, safe and mined cells, odds in %")
    PROPOSE = ("propose", "what if: propose a mine, or take it back")
    WHAT_IF_EXACT = ("what-if-exact", "what if: find all that follows, not only by single clues")
    CLEAR_PROPOSALS = ("clear-proposals", "what if: clear all proposals")
    LEVEL = ("level", "assistant level: Single, Dual, Intelligent")
    UNLOCK = ("unlock", "unlock: open safe cells until a move can be proved; looks at the mines")
    UNDO = ("undo", "undo; after a loss: carry on, for practice")
    REDUCED = ("reduced", "reduced view: only the frontier")
    CLICK_MODE = ("click-mode", "click mode: the left button flags, the right one opens")
    COUNTERS = ("counters", "live counters: 3BV/s and clicks")
    NEW_GAME = ("new-game", "new game of the same kind")
    SAME_BOARD = ("same-board", "the same board again")
    COPY_CODE = ("copy-code", "copy the board code, which makes this board again")
    PAUSE = ("pause", "pause")
    RESUME = ("resume", "resume")
    GIVE_UP = ("give-up", "give up and show the mines")
    MAIN_MENU = ("main-menu", "main menu")
    MORE = ("more", "all choices")
    PLAY_BEGINNER = ("play-beginner", "play Beginner")
    PLAY_INTERMEDIATE = ("play-intermediate", "play Intermediate")
    PLAY_EXPERT = ("play-expert", "play Expert")
    CUSTOM_GAME = ("custom-game", "new custom game: size, mines and seed")
    CONTINUE = ("continue", "continue the game that waits, if there is one")
    DAILY = ("daily", "today's board, the same for everyone")
    BOARDS = ("boards", "kind of boards: normal, or no-guess")
    KEYBINDINGS = ("keybindings", "keybindings: see and change the keys")
    SETTINGS = ("settings", "settings: see and change them")
    TRACE = ("trace", "trace: what assistants did in this game, and why")
    BOT = ("bot", "bot: the computer plays on to the end")
    BOT_PAUSE = ("bot-pause", "bot: pause, go on")
    BOT_STEP = ("bot-step", "bot: one move")
    FASTER = ("faster", "faster")
    SLOWER = ("slower", "slower")
    BOT_STOP = ("bot-stop", "bot: stop, you play on")
    UP = ("up", "up")
    DOWN = ("down", "down")
    LEFT = ("left", "change to the left, or less")
    RIGHT = ("right", "change to the right, or more")
    SELECT = ("select", "choose")
    RESET = ("reset", "as shipped")
    REMOVE_KEY = ("remove-key", "remove a key: press it next")
    STANDARD_KEYS = ("standard-keys", "all keys as shipped")
    VIM_KEYS = ("vim-keys", "all keys as in vim: H J K L move")
    NEXT_FIELD = ("next-field", "next field")
    PREVIOUS_FIELD = ("previous-field", "previous field")
    ERASE = ("erase", "erase a character")
    CLEAR = ("clear", "erase the field")
    SEARCH = ("search", "search")
    SEARCH_AGAIN = ("search-again", "search on")
    STATISTICS = ("statistics", "statistics")
    STANDING = ("standing", "unassisted games, assisted ones, known boards")
    RESULT = ("result", "only won, lost or abandoned games, or all")
    REPLAYS = ("replays", "replays of finished games")
    WATCH = ("watch", "watch the replay of this game")
    EXPORT = ("export", "export to a file")
    PLAY = ("play", "play, pause")
    STEP_FORWARD = ("step-forward", "a step on")
    STEP_BACK = ("step-back", "a step back")
    PREVIOUS_GUESS = ("previous-guess", "the previous guess")
    NEXT_GUESS = ("next-guess", "the next guess")
    PLAY_BOARD = ("play-board", "play this board, which is then known")
    MOVES = ("moves", "the list of moves")
    DELETE = ("delete", "delete the selected entry, after a question")
    BACK = ("back", "back")
    HELP = ("help", "help")
    REDRAW = ("redraw", "draw the screen anew")
    QUIT = ("quit", "quit; a running game is kept")

    def __init__(self, name: str, description: str) -> None:
        self.id = name
        self.description = description
