"""A game that the computer plays: what it knows of its run, and its next move as it is shown. It sees no mines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.core.cells import CellSet, nearest_first, place_text
from minesweeper.core.position import Position
from minesweeper.core.text import percent, plural, rough_percent
from minesweeper.play.game import Game, Phase
from minesweeper.solvers import smart
from minesweeper.solvers.deep import Budget
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.players import BY_RULES, MoveMemory, next_move
from minesweeper.storage.options import OPTIONS
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.words import short_place

# ------------------------------------------------------------------------------
# The bot's next move as it is shown: of the cells that its solver would open the nearest one. It sees no mines.
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class BotMove:
    """The bot's next move: a cell to open, the mines proved so far, and the odds of a mine."""

    cell: int
    mined: CellSet
    analysis: Analysis | None
    odds: tuple[int, int]
    is_stuck: bool = False
    """Whether the solver could not prove the cell safe."""

    @property
    def is_guess(self) -> bool:
        """Whether the cell may be a mine, as far as anybody can know."""
        return self.odds[0] > 0


@dataclass(frozen=True)
class BotTask:
    """Find the bot's next move."""

    position: Position
    near: int
    previous: Analysis | None
    solver: str = "best"
    depth: int = smart.DEPTH
    think: int = 0
    """For how many seconds ``best`` thinks about a guess."""

    def begin(self) -> Iterator[BotMove | None]:
        """Yields None at the end of each slice, then the move."""
        position, memory = self.position, MoveMemory(self.previous)
        if self.solver not in BY_RULES:  # of all safe cells the nearest is taken, and the odds of all can be shown
            yield from memory.analyse(position)
        budget = Budget(self.think) if self.think and self.solver == "best" else None
        move = yield from next_move(
            self.solver, position, None, self.near, self.depth, memory, "look", guesses=True, budget=budget
        )
        assert move is not None  # it guesses
        yield BotMove(
            next(nearest_first(position.grid, move.safe, self.near)),
            move.mined | memory.mined,
            memory.analysis,
            move.guess.odds if move.guess else (0, 1),
            is_stuck=move.guess is not None,
        )


# ------------------------------------------------------------------------------
# A game that the computer plays: it proves what can be proved and takes the best guess when it must.
# ------------------------------------------------------------------------------

SPEEDS = next(option.stops for option in OPTIONS if option.name == "bot_speed")
"""Moves a second."""
NEXT_GAME_SECONDS = 3.0
"""So long the end of a watched game is shown before the next one begins."""


@dataclass(frozen=True)
class Tally:
    """The bot's games so far, one after the other."""

    games: int = 0
    wins: int = 0

    def counted(self, won: bool) -> Tally:
        """The tally with one more game."""
        return Tally(self.games + 1, self.wins + won)


@dataclass(frozen=True)
class BotRun:
    """A bot at work."""

    speed: int
    tally: Tally
    solver: str = "best"
    depth: int = 1
    """How many assumptions the smart solver makes on top of each other."""
    watched: bool = False
    """Whether it was started from the menu: then one game follows the other, and none of them is recorded."""
    paused: bool = False
    stepping: bool = False
    """Whether one move is to be made although it is paused."""
    moves: int = 0
    guesses: int = 0
    survival: float = 1.0
    """The chance of having come so far: the product of the safety of all guesses."""
    shown: BotMove | None = None
    left: float = 0.0
    """Seconds until the shown move is made."""
    log: tuple[str, ...] = ()
    """The last moves in words, newest first."""

    def anew(self) -> BotRun:
        """The same bot at the beginning of another game."""
        return BotRun(self.speed, self.tally, self.solver, self.depth, self.watched)

    @property
    def is_waiting(self) -> bool:
        """Whether a shown move waits for its time."""
        return self.shown is not None and not self.paused

    @property
    def wants_move(self) -> bool:
        """Whether the next move is to be found."""
        return self.shown is None and (self.stepping or not self.paused)

    def follows(self, game: Game) -> bool:
        """Whether another game is about to begin by itself."""
        return game.is_over and self.watched and not self.paused and self.left > 0

    def with_speed(self, step: int) -> BotRun:
        """The run at the next higher or lower speed."""
        place = SPEEDS.index(self.speed) + step
        return replace(self, speed=SPEEDS[max(0, min(place, len(SPEEDS) - 1))])

    def show(self, move: BotMove, place: str) -> BotRun:
        """The run with its next move shown."""
        words = f"guess {place}, {percent(*move.odds)}" if move.is_stuck else f"safe  {place}"
        pause = 0.0 if self.stepping else 1 / self.speed
        return replace(self, shown=move, left=pause, stepping=False, log=(words, *self.log[:5]))

    def made(self, move: BotMove) -> BotRun:
        """The run after its shown move was made."""
        mined, layouts = move.odds
        return replace(
            self,
            shown=None,
            moves=self.moves + 1,
            guesses=self.guesses + move.is_guess,
            survival=self.survival * (layouts - mined) / layouts if move.is_guess else self.survival,
        )


def start_bot(settings: Settings, *, watched: bool = False) -> BotRun:
    """A bot that begins as the settings have it, at the speed of those it has that is next to the wish."""
    wish, solver = settings.number("bot_speed"), settings.text("bot_solver")
    speed = min(SPEEDS, key=lambda speed: abs(speed - wish))
    return BotRun(speed, Tally(), solver, settings.number("solver_depth"), watched)


def first_move(game: Game) -> int:
    """Where the bot opens a new board: not at the very edge, where an opening is smaller."""
    return game.grid.cell(min(3, game.grid.height - 1), min(3, game.grid.width - 1))


def bot_sentence(run: BotRun, game: Game) -> str:
    """What the bot does now, or how its game ended."""
    if game.is_over:
        won = game.phase is Phase.WON
        end = "The bot won" if won else "The bot lost"
        tally = f" {run.tally.wins} of {run.tally.games} bot games won." if run.tally.games > 1 else ""
        return f"{end} after {plural(run.moves, 'move')}: {_risk_words(run)}.{tally}"
    if run.shown is None:
        return "The bot waits." if run.paused else "The bot thinks .."
    place = place_text(*game.grid.row_col(run.shown.cell))
    if not run.shown.is_stuck:
        return f"Safe: {place}."
    odds = f"{place}, {percent(*run.shown.odds)} a mine"
    if run.solver == "best":
        return f"Nothing can be proved. Best guess: {odds}."
    return f"The {run.solver} solver is stuck. Lowest odds: {odds}."


def bot_words(run: BotRun, game: Game) -> str:
    """What the bot does now in 20 characters."""
    if run.shown is None:
        return "waiting" if run.paused else "thinking .."
    place = short_place(*game.grid.row_col(run.shown.cell))
    return f"guess {place}: {percent(*run.shown.odds)}" if run.shown.is_stuck else f"safe {place}"


def _risk_words(run: BotRun) -> str:
    """How many guesses were taken, and what they risked together."""
    if not run.guesses:
        return "no guess"
    guesses = plural(run.guesses, "guess")
    return f"{guesses}, a risk of {rough_percent(1 - run.survival)}{' in all' if run.guesses > 1 else ''}"
