"""A replay on the screen: where it is, how fast it runs, what is known of the position; and its guesses, looked for."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from minesweeper.assist.loss import Review, Rival, Worth, rival_of
from minesweeper.core.cells import CellSet, first_cell
from minesweeper.play.game import Game, Phase
from minesweeper.play.guesses import MAX_CELLS, Guess
from minesweeper.play.replay import Film, Replay, opens
from minesweeper.play.session import Move, Session
from minesweeper.solvers.exact import Analysis
from minesweeper.storage.games_table import FinishedGame
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import Geometry, View, arrange, is_compact
from minesweeper.ui.draw.overlay import Overlay, odds_in_view
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.widgets.chrome import SILENCE, Message, say

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Archive

# ------------------------------------------------------------------------------
# The search for the guesses of a finished game, in slices, and keeping them with it.
# ------------------------------------------------------------------------------


def keep_guesses(archive: Archive, game_id: str, guesses: tuple[Guess, ...]) -> None:
    """Keeps the guesses of a game with it; where that fails, the game is examined again another time."""
    from minesweeper.storage.games_table import set_guesses

    set_guesses(archive.store, game_id, guesses)


def examinable(replay: Replay | None) -> Replay | None:
    """The replay whose guesses are looked for; None for a board that is too large, or without a replay."""
    return None if replay is None or replay.spec.grid.size > MAX_CELLS else replay


# ------------------------------------------------------------------------------
# A replay on the screen: where it is, how fast it runs, what is known of the position; and how time moves it on.
# ------------------------------------------------------------------------------

SPEEDS = (1, 2, 5, 0)
"""How many times as fast as it was played; 0 is without any waiting."""


def seek(film: Film, step: int) -> Generator[int, None, None]:
    """Plays a film up to a step that is too far away to be shown at once, telling how far it has come."""
    yield from film.seek(step)


@dataclass(frozen=True)
class ReplayState:
    """A replay at one of its steps: the next move is shown before it is made."""

    game: FinishedGame
    film: Film = field(compare=False)
    moment: str = ""
    """When it was played, in words."""
    is_kept: bool = False
    """Whether the game is in the store, so that what is found out about it can be kept there."""
    step: int = 0
    at_ms: float = 0.0
    playing: bool = False
    speed: int = 0
    view: View = field(default_factory=View)
    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = field(default=None, compare=False)
    review: Review | None = None
    """What can be said about the guess that is next."""
    seeking: int | None = None
    """A step that is far away, while the board still shows the one before."""
    examining: Replay | None = field(default=None, compare=False)
    """What is searched for guesses, while that goes on."""
    message: Message = SILENCE

    @property
    def session(self) -> Session:
        """The game at this step, its clock at the replay's time."""
        session = self.film.session_at(self.step)
        return session._replace(elapsed=max(self.at_ms / 1000, 0.0)) if self.playing else session

    @property
    def is_at_end(self) -> bool:
        """Whether all moves are made."""
        return self.step >= len(self.film)

    @property
    def next_move(self) -> Move | None:
        """The move that comes next."""
        return None if self.is_at_end else self.film.replay.moves[self.step]

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """The guesses of the game, as far as they are known."""
        return self.game.guesses or ()

    @property
    def guess(self) -> Guess | None:
        """The next move as a guess, if it is one."""
        return next((guess for guess in self.guesses if guess.move == self.step), None)

    @property
    def judged(self) -> int | None:
        """The step of the guess that is judged: the next move, or the last one at the end of a lost game."""
        step = len(self.film) - 1 if self.is_at_end and self.game.result == "lost" else self.step
        return step if any(guess.move == step for guess in self.guesses) else None

    @property
    def worth(self) -> Worth | None:
        """What the guess that is judged was worth, once that is known."""
        return next((guess.worth for guess in self.guesses if guess.move == self.judged), None)

    @property
    def is_pending(self) -> bool:
        """Whether it is still being found out what the guess that is judged was worth: no move is called better yet."""
        waiting = any(guess.move == self.judged and not guess.is_mistake for guess in self.guesses)
        return waiting and self.worth is None and self.judging is not None

    @property
    def rival(self) -> Rival:
        """What the guess that is judged is measured by, as far as is known; nothing where a cell was safe."""
        if self.is_pending or self.review is None or self.review.spared is not None:
            return Rival()
        return rival_of(self.review, self.worth)

    @property
    def judging(self) -> tuple[Replay, tuple[Guess, ...]] | None:
        """The guesses whose worth is to be found out, once they are known."""
        replay, guesses = examinable(self.game.replay), self.guesses
        return (replay, guesses) if replay and any(guess.worth is None for guess in guesses) else None

    @property
    def risked(self) -> int | None:
        """The cell for which the move that is judged is a guess."""
        step = self.judged
        if step is None or step >= len(self.film):
            return None
        cells = opens(self.film.session_at(step).game, self.film.replay.moves[step])
        return first_cell(cells & self.film.replay.mines or cells) if cells else None

    @property
    def opened(self) -> CellSet:
        """What the move that is judged has opened, where the board shows it."""
        if not self.is_at_end or self.judged is None:
            return 0
        return self.film.session_at(self.step).game.opened & ~self.film.session_at(self.judged).game.opened

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The cell of the next move, else of the last one that had a place."""
        moves, grid = self.film.replay.moves, self.film.replay.spec.grid
        for move in (*moves[self.step : self.step + 1], *reversed(moves[max(0, self.step - 20) : self.step])):
            if move.cell >= 0:
                return grid.row_col(move.cell)
        return None

    @property
    def known(self) -> Analysis | None:
        """The analysis of the position as it is, while an overlay shows it."""
        if self.overlay is Overlay.OFF or self.analysis is None:
            return None
        game = self.film.session_at(self.step).game
        return self.analysis if not game.is_over and self.analysis.position == game.position else None

    def geometry(self, model: Model) -> Geometry:
        """Where things stand; a row is left for the line of time."""
        spec = self.film.replay.spec
        rows = model.rows - 1
        if is_compact(rows, model.cols):
            rows = min(model.rows, 11)
        size, blocks = model.settings.text("cell_size"), model.looks.outlines
        return arrange(rows, model.cols, spec.width, spec.height, size, has_blocks=blocks, has_panel=True)

    def marks(self, geometry: Geometry) -> Marks:
        """What is laid over the board."""
        known, game = self.known, self.film.session_at(self.step).game
        if known is None:
            return self._judged_marks(game)
        odds = odds_in_view(known, game, geometry, geometry.clamp(self.view)) if self.overlay is Overlay.ODDS else {}
        return Marks(safe=known.safe, danger=known.mined & ~game.flags, disproved=game.flags & known.safe, odds=odds)

    def _judged_marks(self, game: Game) -> Marks:
        """What was safe or better instead of the guess that is judged, as the game marks it after a loss."""
        cheered = game.flags if game.phase is Phase.WON else 0
        review = None if self.playing else self.review
        if review is None:
            return Marks(cheered=cheered)
        if review.proof is not None:
            safe = review.proof.safe
            flags = game.flags & safe
            return Marks(safe=safe, proof=review.proof.because, veiled=safe & game.opened, disproved=flags)
        return Marks(guess=0 if self.rival.cell is None else 1 << self.rival.cell)

    def say(self, *texts: str, alarm: bool = False) -> ReplayState:
        """The state with a message."""
        return replace(self, message=say(*texts, alarm=alarm))

    def wait(self) -> float | None:
        """Seconds until the next move or the next second of the clock."""
        if not self.playing:
            return None
        left = min(self.film.time_at(self.step) - self.at_ms, 1000 - self.at_ms % 1000)
        return max(0.0, left / 1000 / SPEEDS[self.speed])


def go_to(state: ReplayState, model: Model, step: int) -> ReplayState:
    """The state at another step, stopped; one that is far away is sought in slices first."""
    step = max(0, min(step, len(state.film)))
    state = replace(state, playing=False, message=SILENCE, seeking=None)
    if not state.film.is_near(step):
        return replace(state, seeking=step).say(f"Going to step {step:,}.")
    moves = state.film.replay.moves
    at_ms = float(moves[step - 1].ms) if step else 0.0
    return follow(replace(state, step=step, at_ms=at_ms, review=None), model)


def follow(state: ReplayState, model: Model) -> ReplayState:
    """The state with the cursor in view."""
    geometry, cursor = state.geometry(model), state.cursor
    view = geometry.clamp(state.view)
    return replace(state, view=view if cursor is None else geometry.follow(view, *cursor))


def switch_playing(state: ReplayState, model: Model) -> ReplayState:
    """The state running, or stopped; at the end it begins anew, and without waiting it is at the end at once."""
    if state.playing:
        return replace(state, playing=False)
    if state.is_at_end:
        state = go_to(state, model, 0)
    if not SPEEDS[state.speed]:
        return go_to(state, model, len(state.film))
    return replace(state, playing=not state.is_at_end, message=SILENCE, review=None)


def tick_replay(state: ReplayState, model: Model, seconds: float) -> ReplayState:
    """The state after some time; where moves come faster than they can be played, the replay's clock falls behind."""
    if not state.playing:
        return state
    film, at_ms = state.film, state.at_ms + seconds * 1000 * SPEEDS[state.speed]
    step = max(state.step, film.step_at(at_ms))
    if step > state.step + film.slice_moves:
        step = state.step + film.slice_moves
        at_ms = float(film.time_at(step - 1))
    if step >= len(film):
        return go_to(state, model, step)
    film.session_at(step)  # played now, while it is near: who does not look must not fall behind
    moved = replace(state, at_ms=at_ms, step=step)
    return moved if step == state.step else follow(moved, model)


def with_speed(state: ReplayState, model: Model, by: int) -> ReplayState:
    """The state at the next speed, faster or slower; a replay that runs without waiting is at its end at once."""
    state = replace(state, speed=max(0, min(state.speed + by, len(SPEEDS) - 1)))
    if state.playing and not SPEEDS[state.speed]:
        return go_to(state, model, len(state.film))
    return state.say(f"Speed: {replay_speed_text(state)}.")


def replay_speed_text(state: ReplayState) -> str:
    """How fast it runs."""
    return f"{SPEEDS[state.speed]}x" if SPEEDS[state.speed] else "instant"


def guess_step(state: ReplayState, forward: bool) -> int | None:
    """The step of the next or the previous guess."""
    steps = [guess.move for guess in state.guesses]
    if forward:
        return next((step for step in steps if step > state.step), None)
    return next((step for step in reversed(steps) if step < state.step), None)
