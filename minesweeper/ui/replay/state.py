"""Holds the state of a replay on the screen: its step, its speed, and the facts about the position and its guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from minesweeper.assist.loss import FatalMove, GuessRating, Review, rival_of
from minesweeper.assist.tip import Proof
from minesweeper.core.boardspec import FAIR
from minesweeper.core.cells import CellSet, contains, first_cell
from minesweeper.play.game import Game, Phase
from minesweeper.play.guesses import MAX_CELLS, Guess, risky_move
from minesweeper.play.replay import Film, Replay
from minesweeper.play.session import UNLOCK, Move, MoveKind, Session, cells_risked_by
from minesweeper.solvers.exact import Analysis
from minesweeper.storage.games_table import FinishedGame, set_guesses
from minesweeper.ui.base.model import Model, Screen, replace
from minesweeper.ui.draw.geometry import Geometry, View, arrange, is_compact
from minesweeper.ui.draw.odds import lowest_risks, odds_in_view
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.widgets.chrome import SILENCE, Message, say

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Saves


def keep_guesses(saves: Saves, game_id: str, guesses: tuple[Guess, ...]) -> None:
    """Stores the guesses of a game; if that fails, they are looked for again another time."""
    set_guesses(saves.store, {game_id: guesses})


def if_small_enough(replay: Replay | None) -> Replay | None:
    """Returns the replay if its guesses can be looked for; None without a replay, or if its board is too large."""
    return None if replay is None or replay.spec.grid.size > MAX_CELLS else replay


S = TypeVar("S", bound="ReplayState")
SPEEDS = (1, 2, 5, 0)
"""How many times as fast as the game was played; 0 means instantly."""


class ReplayState(Screen):
    """A replay at one of its steps; the next move is shown before it is made."""

    game: FinishedGame
    film: Film
    moment: str = ""
    """When the game was played, in words."""
    is_kept: bool = False
    """Whether the game is in the store, so that its guesses can be stored there."""
    step: int = 0
    at_ms: float = 0.0
    playing: bool = False
    speed: int = 0
    view: View = View()
    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = None
    review: Review | None = None
    """The review of the judged guess, once it is made."""
    explained_at: int | None = None
    """The step of the proof that explains the position, from 1; 0 is the whole proof, and None explains nothing."""
    proof: Proof | None = None
    """The proof that explains the position, once it is found."""
    seeking: int | None = None
    """The distant step that is being sought while the board still shows another one."""
    examining: Replay | None = None
    """The replay in which guesses are being looked for."""
    message: Message = SILENCE

    @property
    def shown(self) -> Session:
        """The session at this step, with its clock at the time of the replay."""
        session = self.film.session_at(self.step)
        return session._replace(elapsed=max(self.at_ms / 1000, 0.0)) if self.playing else session

    @property
    def is_at_end(self) -> bool:
        """Whether all moves have been made."""
        return self.step >= len(self.film)

    @property
    def next_move(self) -> Move | None:
        """The next move; None at the end."""
        return None if self.is_at_end else self.film.replay.moves[self.step]

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """The guesses of the game that are known."""
        return self.game.guesses or ()

    @property
    def judged_guess(self) -> Guess | None:
        """The guess that the screen judges: the next move, or the last move at the end of a lost game."""
        step = len(self.film) - 1 if self.is_at_end and self.game.result == "lost" else self.step
        return next((guess for guess in self.guesses if guess.move == step), None)

    @property
    def rating(self) -> GuessRating | None:
        """The rating of the judged guess, once it is known."""
        return self.judged_guess.rating if self.judged_guess else None

    @property
    def is_pending(self) -> bool:
        """Whether the judged guess is still being rated, so that no other move can be called better."""
        guess = self.judged_guess
        return guess is not None and not guess.is_mistake and guess.rating is None and self.judging is not None

    @property
    def judging(self) -> tuple[Replay, tuple[Guess, ...]] | None:
        """The replay and its guesses, if some of them are still to be rated."""
        replay, guesses = if_small_enough(self.game.replay), self.guesses
        return (replay, guesses) if replay and any(guess.rating is None for guess in guesses) else None

    @property
    def judged_move(self) -> FatalMove | None:
        """The judged guess for its review, with the cells that it opened if the board shows the position after it.

        The guesses of a fair game aren't rated, but the move that lost it is reviewed.
        """
        film, last = self.film, len(self.film) - 1
        is_lost = self.game.result == "lost" and self.step >= last
        if self.judged_guess is None and not (is_lost and self.fair_risk(last)):
            return None
        step = self.judged_guess.move if self.judged_guess is not None else last
        before = film.session_at(step).game
        opened = film.session_at(self.step).game.opened & ~before.opened if self.is_at_end else 0
        return risky_move(before, film.replay.moves[step], film.replay.mines, opened)

    def fair_risk(self, step: int) -> CellSet:
        """The cells that a move risks, if it was judged by the rules of fair games; otherwise empty."""
        if self.game.mode != FAIR or not 0 <= step < len(self.film):
            return 0
        session, move = self.film.session_at(step), self.film.replay.moves[step]
        is_judged = session._replace(board_type=FAIR).is_judged and move.assistant != UNLOCK
        return cells_risked_by(session.game, move) if is_judged else 0

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The cell of the next move, or of the last move that had a cell."""
        moves, grid = self.film.replay.moves, self.film.replay.spec.grid
        for move in (*moves[self.step : self.step + 1], *reversed(moves[max(0, self.step - 20) : self.step])):
            if move.cell >= 0:
                return grid.row_col(move.cell)
        return None

    @property
    def moved_cells(self) -> CellSet:
        """The cells that the next move opens or flags, which a proof should be about."""
        move, game = self.next_move, self.film.session_at(self.step).game
        if move is None:
            return 0
        if move.kind is MoveKind.ASSIST:
            return game.hidden & (move.safe | move.mined & ~game.flags)
        if move.cell < 0:
            return 0
        around = game.grid.neighbours(move.cell) & ~game.flags
        return game.hidden & (around if contains(game.opened, move.cell) else 1 << move.cell)

    @property
    def current_analysis(self) -> Analysis | None:
        """The analysis of the current position, while an overlay shows it."""
        if self.overlay is Overlay.OFF or self.analysis is None:
            return None
        game = self.film.session_at(self.step).game
        return self.analysis if not game.is_over and self.analysis.position == game.position else None

    def geometry(self, model: Model) -> Geometry:
        """Arranges the screen, with one row left for the timeline."""
        spec = self.film.replay.spec
        rows = model.rows - 1
        if is_compact(rows, model.cols):
            rows = min(model.rows, 11)
        size, blocks = model.settings.text("cell_size"), model.looks.outlines
        return arrange(rows, model.cols, spec.width, spec.height, size, has_blocks=blocks, has_panel=True)

    def marks(self, geometry: Geometry) -> Marks:
        """Returns the marks on the board."""
        analysis, game = self.current_analysis, self.film.session_at(self.step).game
        if self.proof is not None:
            return _proof_marks(self.proof, self.explained_at or 0, game)
        if analysis is None:
            return self._judged_marks(game)
        marks = Marks(safe=analysis.safe, danger=analysis.mined & ~game.flags, disproved=game.flags & analysis.safe)
        if self.overlay is not Overlay.ODDS:
            return marks
        odds = odds_in_view(analysis, game, geometry, geometry.clamp(self.view))
        return marks._replace(odds=odds, lowest=lowest_risks(analysis, game))

    def _judged_marks(self, game: Game) -> Marks:
        """Marks the cell that was safe or better than the judged guess, as the game does after a loss."""
        cheered = game.flags if game.phase is Phase.WON else 0
        review = None if self.playing else self.review
        if review is None:
            return Marks(cheered=cheered)
        if review.proofs:
            safe, clues = review.marks
            veiled, disproved = safe & game.opened, game.flags & safe
            return Marks(safe=safe, proof=clues, earlier=review.mistake_clues, veiled=veiled, disproved=disproved)
        other = None if self.is_pending else rival_of(review, self.rating).cell
        return Marks(guess=0 if other is None else 1 << other)

    @property
    def speed_text(self) -> str:
        """Writes the speed."""
        return f"{SPEEDS[self.speed]}x" if SPEEDS[self.speed] else "instant"

    def with_message(self: S, *texts: str, alarm: bool = False) -> S:
        """Returns the replay with a message."""
        return replace(self, message=say(*texts, alarm=alarm))

    def wait(self) -> float | None:
        """Returns the seconds until the next move or the next second of the clock."""
        if not self.playing:
            return None
        ms_left = min(self.film.time_at(self.step) - self.at_ms, 1000 - self.at_ms % 1000)
        return max(0.0, ms_left / 1000 / SPEEDS[self.speed])

    def at(self: S, model: Model, step: int) -> S:
        """Stops the replay at another step; a distant one is sought in slices first."""
        step = max(0, min(step, len(self.film)))
        stopped = replace(self, playing=False, message=SILENCE, seeking=None)
        if not self.film.is_near(step):
            return replace(stopped, seeking=step).with_message(f"Going to step {step:,}.")
        at_ms = float(self.film.replay.moves[step - 1].ms) if step else 0.0
        return replace(stopped, step=step, at_ms=at_ms, review=None).unexplained().followed(model)

    def unexplained(self: S) -> S:
        """Forgets the proof that explains the position."""
        return self if self.explained_at is None else replace(self, explained_at=None, proof=None)

    def looking_at_proof(self: S, model: Model) -> S:
        """Scrolls the view to a cell that the proof is about."""
        if self.proof is None:
            return self
        geometry, proof = self.geometry(model), self.proof
        row_col = proof.position.grid.row_col(first_cell(proof.safe or proof.mined))
        return replace(self, view=geometry.follow(geometry.clamp(self.view), *row_col))

    def followed(self: S, model: Model) -> S:
        """Scrolls the view to the cursor."""
        geometry, cursor = self.geometry(model), self.cursor
        view = geometry.clamp(self.view)
        return replace(self, view=view if cursor is None else geometry.follow(view, *cursor))

    def switched(self: S, model: Model) -> S:
        """Plays or stops the replay; from the end it starts again."""
        if self.playing:
            return replace(self, playing=False)
        state = self.at(model, 0) if self.is_at_end else self
        if not SPEEDS[state.speed]:
            return state.at(model, len(state.film))
        return replace(state, playing=not state.is_at_end, message=SILENCE, review=None)

    def ticked(self: S, model: Model, seconds: float) -> S:
        """Plays on for some time; if moves can't be played as fast as they come, the clock falls behind."""
        film, at_ms = self.film, self.at_ms + seconds * 1000 * SPEEDS[self.speed]
        step = max(self.step, film.step_at(at_ms))
        if step > self.step + film.slice_moves:
            step = self.step + film.slice_moves
            at_ms = float(film.time_at(step - 1))
        if step >= len(film):
            return self.at(model, step)
        film.session_at(step)  # played now, while it is near, so that an unwatched replay keeps up
        moved = replace(self, at_ms=at_ms, step=step)
        return moved if step == self.step else moved.followed(model)

    def with_speed(self: S, model: Model, by: int) -> S:
        """Changes the speed by a step; an instant replay that runs is at its end at once."""
        state = replace(self, speed=max(0, min(self.speed + by, len(SPEEDS) - 1)))
        if state.playing and not SPEEDS[state.speed]:
            return state.at(model, len(state.film))
        return state.with_message(f"Speed: {state.speed_text}.")


def _proof_marks(proof: Proof, at: int, game: Game) -> Marks:
    """Marks a proof, or its step with the number ``at``: the proved cells, and the clues that prove them."""
    step = proof.steps[at - 1] if at else None
    safe, mined = (step.safe, step.mined) if step else (proof.safe, proof.mined | proof.mines_found_before)
    clues = step.clues if step else proof.last_clues
    earlier = 0 if step else proof.because & ~clues
    return Marks(safe=safe, danger=mined & ~game.flags, proof=clues, earlier=earlier, disproved=game.flags & safe)
