"""Runs the bot: shows each move, makes it, and starts the next game. The bot doesn't see the mines."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from minesweeper.assist.tip import NoProof
from minesweeper.core.cells import CellSet, contains, nearest_first, place_text, short_place
from minesweeper.core.position import Position
from minesweeper.core.text import join_sentences, percent, plural, rough_percent
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import new_session
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.guess import GuessMove
from minesweeper.solvers.players import BY_RULES, MoveMemory, next_move
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.options import option_of
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.game.end_mode import end_of
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_start import with_session
from minesweeper.ui.game.game_state import GameState, Mode, ModeView, ShownCells, put
from minesweeper.ui.game.moves import make_move, open_at, to_player
from minesweeper.ui.game.overlay_state import with_analysis
from minesweeper.ui.game.pause import show_moves
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine, figure_lines

SPEEDS = option_of("bot_speed").stops
"""The speeds of the bot in moves per second."""
NEXT_GAME_SECONDS = 3.0
"""The seconds before the next game starts while you watch the bot."""


@dataclass(frozen=True)
class BotMove:
    """Holds the bot's next move: a cell to open, the mines proved so far, and the odds."""

    cell: int
    mined: CellSet
    analysis: Analysis | None
    odds: tuple[int, int]
    guess: GuessMove | None = None
    """The guess, if the solver could not prove the cell safe."""

    @property
    def chance(self) -> str:
        """Returns the odds as text."""
        return percent(*self.odds, self.guess is None or self.guess.is_exact)

    @property
    def is_guess(self) -> bool:
        """Whether the cell may be a mine."""
        return self.odds[0] > 0


def find_bot_move(
    position: Position, solver: str, depth: int, think: int, near: int, previous: Analysis | None
) -> Generator[None, None, BotMove]:
    """Finds the nearest cell that the solver would open; ``best`` may think about a guess for some seconds."""
    memory = MoveMemory(previous)
    if solver not in BY_RULES:  # The bot takes the nearest safe cell, and the overlay can show all odds.
        yield from memory.analyse(position)
    budget = Budget(think) if think and solver == "best" else None
    move = yield from next_move(solver, position, None, near, depth, memory, "look", guesses=True, budget=budget)
    assert move is not None  # The solver always guesses here.
    return BotMove(
        next(nearest_first(position.grid, move.safe, near)),
        move.mined | memory.mined,
        memory.analysis,
        move.guess.odds if move.guess else (0, 1),
        move.guess,
    )


@dataclass(frozen=True)
class BotMode(Mode):
    """Plays moves at a steady speed; stays after the end, so that the next game can follow."""

    speed: int
    solver: str = "best"
    depth: int = 1
    """The number of assumptions the smart solver may chain."""
    watched: bool = False
    """Whether the bot was started from the menu: games then follow each other and aren't recorded."""
    games: int = 0
    wins: int = 0
    """The bot's finished and won games."""
    paused: bool = False
    stepping: bool = False
    """Whether to make a single move during a pause."""
    moves: int = 0
    guesses: int = 0
    survival: float = 1.0
    """The chance to have survived so far: the product of all guesses' safety."""
    is_exact: bool = True
    """Whether the odds of all guesses were exact."""
    shown: BotMove | None = None
    left: float = 0.0
    """The seconds until the shown move is made, or the next game starts."""

    plays_itself = is_bot = True

    def anew(self) -> BotMode:
        """Returns the bot for another game."""
        return BotMode(self.speed, self.solver, self.depth, self.watched, self.games, self.wins)

    def follows(self, game: Game) -> bool:
        """Whether another game starts soon."""
        return game.is_over and self.watched and not self.paused and self.left > 0

    def context(self, game: Game) -> Context | None:
        return None if game.is_over else Context.BOT

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if state.game.is_over:
            return self._stay(state) if key and self.follows(state.game) else None
        state = state.calm(action)
        if action in (Action.BOT_PAUSE, None):  # A key without an action pauses too.
            return state.swap(self, replace(self, paused=not self.paused))
        if action is Action.BOT_STEP:
            return _make_shown(state.swap(self, replace(self, paused=True, stepping=self.shown is None)), model)
        if action in (Action.FASTER, Action.SLOWER):
            place = SPEEDS.index(self.speed) + (1 if action is Action.FASTER else -1)
            speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
            settings = model.settings.with_value("bot_speed", speed)
            return put(model, state.swap(self, replace(self, speed=speed))).with_settings(settings, "bot_speed")
        if action is Action.TRACE:
            return show_moves(state.swap(self, replace(self, paused=True)), model)
        if action is Action.BACK and self.watched:
            return model.pop()
        if action in (Action.BACK, Action.BOT_STOP):
            return to_player(state.idle()).say(f"Your turn. The bot made {plural(self.moves, 'move')}.")
        return None

    def _stay(self, state: GameState) -> GameState:
        """Stays at the finished game: no other game follows."""
        return state.swap(self, replace(self, left=0.0, paused=True))._replace(said=SILENCE)

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | Model | None:
        if self.follows(state.game):
            return self._stay(state) if event.kind == "press" else None
        if state.game.is_over or event.kind == "wheel":
            return None
        if event.kind != "press":
            return state
        hint = game_chrome(state, model).action_at(event.row, event.col)
        return model.top.act(model, hint or Action.BOT_PAUSE)

    def after_end(self, game: Game) -> Mode:
        wins = self.wins + (game.phase is Phase.WON)
        left = NEXT_GAME_SECONDS if self.watched and not self.paused else 0.0
        return replace(self, games=self.games + 1, wins=wins, left=left)

    def work(self, state: GameState, model: Model) -> Job | None:
        if state.game.is_over or self.shown or (self.paused and not self.stepping):
            return None
        about = (state.game.position, self.solver, self.depth, model.settings.number("think"))
        return Job(find_bot_move, about, self.show, hint=(state.cell, state.aids.analysis))

    def show(self, state: GameState, model: Model, move: BotMove) -> GameState:
        """Shows the bot's next move."""
        pause = 0.0 if self.stepping else 1 / self.speed
        shown = replace(self, shown=move, left=pause, stepping=False)
        state = with_analysis(state.leave().enter(shown), model, move.analysis).move_to_cell(model, move.cell)
        return _make_shown(state, model) if self.stepping else state

    def wait(self, game: Game) -> float:
        is_due = not game.is_over and self.shown is not None and not self.paused
        return max(self.left, 1e-9) if is_due or self.follows(game) else 0.0

    def tick(self, state: GameState, model: Model, seconds: float) -> GameState:
        if not self.wait(state.game):
            return state
        state = state.swap(self, replace(self, left=self.left - seconds))
        if self.left > seconds:
            return state
        return begin_bot(state, model) if state.game.is_over else _make_shown(state, model)

    def view(self, state: GameState, model: Model) -> ModeView:
        if state.game.is_over:
            return self._view_at_end(state, model)
        shown = self.shown
        hints: list[KeyHint] = [
            (Action.BOT_PAUSE, "resume" if self.paused else "pause"),
            (Action.BOT_STEP, "one move"),
            (Action.MORE, "more"),
            (Action.BACK, "stop"),
            (Action.HELP, "help"),
        ]
        return ModeView(
            self._message(state.game),
            hints,
            ShownCells(guess=1 << shown.cell) if shown and shown.is_guess else None,
            panel=None if state.aids.proposals or state.known else self._panel(),
        )

    def _view_at_end(self, state: GameState, model: Model) -> ModeView:
        """Shows how the bot's game ended; the marks and the details are those of any end."""
        ended, game = end_of(state), state.game
        end = ended.summary(state)
        brief = f"The bot {'won' if game.phase is Phase.WON else 'lost'} after {plural(self.moves, 'move')}"
        tally = f"{self.wins} of {self.games} bot games won." if self.games > 1 else ""
        follows = "The next game follows; any key stops that." if self.follows(game) else ""
        texts = (
            join_sentences(f"{brief}: {self._risk()}.", tally, follows, end.problem or ""),
            f"{brief}. {follows}".rstrip(),
        )
        said = say(*texts, alarm=end.is_bad or not end.is_won) if ended.telling == "end" else None
        if state.geometry(model).is_compact:
            return ModeView(said)
        hints = [hint for hint in ended.hints(state) if hint[0] is not Action.UNDO]
        return ModeView(said, [(Action.BOT, "next bot game"), *hints])

    def _message(self, game: Game) -> Message:
        """Says what the bot does, also in a few words; during a pause its speed too."""
        paused = f"Paused, {plural(self.speed, 'move')} a second." if self.paused else ""
        if self.shown is None:
            return say(paused or "The bot is thinking...")
        row_col, move = game.grid.row_col(self.shown.cell), self.shown
        place, short = place_text(*row_col), short_place(*row_col)
        if move.guess is None:
            return say(
                join_sentences(paused, f"Safe: {place}."), join_sentences(paused, f"Safe: {short}."), names_cells=True
            )
        if not move.is_guess and move.guess.is_exact:
            full = f"The {self.solver} solver is stuck, but the odds show that {place} is safe."
            return say(
                join_sentences(paused, full), join_sentences(paused, f"Safe by the odds: {short}."), names_cells=True
            )
        no_proof = NoProof(move.guess.is_complete).text
        stuck = no_proof if self.solver == "best" else f"The {self.solver} solver is stuck."
        what = "Best guess" if self.solver == "best" else "Lowest odds"
        full = f"{stuck} {what}: {place}, {move.chance} mine risk."
        return say(
            join_sentences(paused, full), join_sentences(paused, f"Guess {short}: {move.chance}."), names_cells=True
        )

    def _risk(self) -> str:
        """Says how many guesses the bot took and their combined risk."""
        if not self.guesses:
            return "no guess"
        guesses = plural(self.guesses, "guess")
        risk = rough_percent(1 - self.survival, self.is_exact)
        return f"{guesses}, a risk of {risk}{' in all' if self.guesses > 1 else ''}"

    def _panel(self) -> list[PanelLine]:
        lines: list[PanelLine] = [(f"Bot game   {self.solver} solver", "title"), ("", "")]
        figures = [
            ("Moves", str(self.moves)),
            ("Proved", str(self.moves - self.guesses)),
            ("Guesses", str(self.guesses)),
            ("Survival", rough_percent(self.survival, self.is_exact)),
            ("Speed", f"{self.speed} a second"),
        ]
        if self.games:
            figures.append(("Won", f"{self.wins} of {self.games}"))
        return [*lines, *figure_lines(figures), ("", ""), ("Bot games are not ranked", "text.dim")]


def start_bot(settings: Settings, *, watched: bool = False) -> BotMode:
    """Creates the bot of the settings, at the nearest available speed."""
    wish, solver = settings.number("bot_speed"), settings.text("bot_solver")
    speed = min(SPEEDS, key=lambda speed: abs(speed - wish))
    return BotMode(speed, solver, settings.number("solver_depth"), watched)


def begin_bot(state: GameState, model: Model) -> GameState:
    """Starts the bot, on a new board if this game is over."""
    old = state.find(BotMode)
    bot = old.anew() if old else start_bot(model.settings)
    if state.game.is_over:
        old_session = state.session
        new = new_session(old_session.spec, old_session.name, boards=old_session.boards)
        state = with_session(state, model, new._replace(id="") if bot.watched else new)
    state = state.calm()._replace(modes=(bot,), session=state.session.helped("bot"))
    return _open_first(state, model) if state.game.phase is Phase.READY else state


def _open_first(state: GameState, model: Model) -> GameState:
    """Opens the bot's first cell, away from the edge, where openings are smaller."""
    state = state.move_to(model, 3, 3)
    first = state.cell
    if contains(state.game.flags, first):
        state = state._replace(session=state.session.mark(first, question_marks=False, helper="bot"))
    return open_at(state, model, first, "bot")


def _make_shown(state: GameState, model: Model) -> GameState:
    """Makes the move that the bot shows."""
    old = state.get(BotMode)
    move = old.shown
    if move is None:
        return state
    mined, layouts = move.odds
    bot = replace(
        old,
        shown=None,
        moves=old.moves + 1,
        guesses=old.guesses + move.is_guess,
        survival=old.survival * (layouts - mined) / layouts if move.is_guess else old.survival,
        is_exact=old.is_exact and (move.guess is None or move.guess.is_exact),
    )
    # The mines that already have a flag aren't part of the move, so the list of moves doesn't count them again.
    new_mines = move.mined & ~state.game.flags
    return make_move(state.swap(old, bot), model, 1 << move.cell, new_mines, "bot", cell=move.cell)
