"""A game that the computer plays: it proves what can be proved and takes the best guess when it must."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.cells import CellSet, nearest_first
from minesweeper.game import Game, Phase
from minesweeper.position import Position
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.best import best_guess
from minesweeper.solvers.exact import analyse_in_slices
from minesweeper.ui.screens.overlay import percent
from minesweeper.ui.texts import place_text, plural

SPEEDS = (1, 2, 4, 8, 12, 20, 40, 100)
"""Moves a second."""


@dataclass(frozen=True)
class BotMove:
    """The bot's next move: a cell to open, the mines proved so far, and the risk if it is a guess."""

    cell: int
    mined: CellSet
    analysis: Analysis
    odds: tuple[int, int]

    @property
    def is_guess(self) -> bool:
        """Whether the cell is not proved safe."""
        return self.odds[0] > 0


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

    @property
    def is_waiting(self) -> bool:
        """Whether a shown move waits for its time."""
        return self.shown is not None and not self.paused

    @property
    def wants_move(self) -> bool:
        """Whether the next move is to be found."""
        return self.shown is None and (self.stepping or not self.paused)

    def with_speed(self, step: int) -> BotRun:
        """The run at the next higher or lower speed."""
        place = SPEEDS.index(self.speed) + step
        return replace(self, speed=SPEEDS[max(0, min(place, len(SPEEDS) - 1))])

    def show(self, move: BotMove, place: str) -> BotRun:
        """The run with its next move shown."""
        words = f"guess {place}, {percent(*move.odds)}" if move.is_guess else f"safe  {place}"
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


@dataclass(frozen=True)
class BotTask:
    """Find the bot's next move."""

    position: Position
    near: int
    previous: Analysis | None

    def begin(self) -> Iterator[BotMove | None]:
        """Yields None at the end of each slice, then the move."""
        analysis = yield from analyse_in_slices(self.position, self.previous)
        if analysis.safe:
            cell = next(nearest_first(self.position.grid, analysis.safe, self.near))
            yield BotMove(cell, analysis.mined, analysis, (0, 1))
        else:
            guess = best_guess(analysis)
            yield BotMove(guess.cell, analysis.mined, analysis, guess.odds)


def start_bot(speed: int, tally: Tally) -> BotRun:
    """A bot that begins, at the allowed speed next to the wish."""
    return BotRun(min(SPEEDS, key=lambda allowed: abs(allowed - speed)), tally)


def first_move(game: Game) -> int:
    """Where the bot opens a new board: not at the very edge, where an opening is smaller."""
    return game.grid.cell(min(3, game.grid.height - 1), min(3, game.grid.width - 1))


def bot_sentence(run: BotRun, game: Game) -> str:
    """What the bot does now, or how its game ended."""
    if game.is_over:
        won = game.phase is Phase.WON
        end = "The bot won" if won else "The bot lost"
        tally = f" {run.tally.wins} of {run.tally.games} bot games won." if run.tally.games > 1 else ""
        risk = f", {percent_of(run.survival)} to come so far" if run.guesses else ""
        return f"{end} after {plural(run.moves, 'move')}: {_guesses(run)}{risk}.{tally}"
    if run.shown is None:
        return "The bot thinks .."
    place = place_text(*game.grid.row_col(run.shown.cell))
    if run.shown.is_guess:
        return f"Nothing can be proved. Best guess: {place}, {percent(*run.shown.odds)} a mine."
    return f"Safe: {place}."


def _guesses(run: BotRun) -> str:
    if not run.guesses:
        return "no guess"
    return plural(run.guesses, "guess") if run.guesses == 1 else f"{run.guesses} guesses"


def percent_of(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.0f}%"
