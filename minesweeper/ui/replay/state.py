"""A replay at one of its steps, with its speed, and with what is known about the position and the guesses.

The methods of `ReplayState` go from step to step, run the clock, and say which cells to mark. `screen` adds keys and
jobs, and `draw` draws it.
"""

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
    """Stores the guesses of a game in the database.

    If that fails nothing is lost, because they are found again when the game is next shown.
    """
    set_guesses(saves.store, {game_id: guesses})


def if_small_enough(replay: Replay | None) -> Replay | None:
    """The replay if its guesses can be found. None if there is no replay, or if its board is too large for that."""
    return None if replay is None or replay.spec.grid.size > MAX_CELLS else replay


S = TypeVar("S", bound="ReplayState")
SPEEDS = (1, 2, 5, 0)
"""How many times as fast as the game was played. 0 stands for all moves at once."""


class ReplayState(Screen):
    """A replay at one of its steps. The board is shown before the next move."""

    game: FinishedGame
    film: Film
    moment: str = ""
    """When the game was played, in words."""
    is_kept: bool = False
    """Whether the game is in the database, so that its guesses can be stored there."""
    step: int = 0
    """How many moves have been made."""
    at_ms: float = 0.0
    """The time of the game at which the replay is, in milliseconds."""
    playing: bool = False
    speed: int = 0
    """The index of the speed in SPEEDS."""
    view: View = View()
    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = None
    """The last analysis for an overlay, perhaps of another step, or None if no overlay was shown yet."""
    review: Review | None = None
    """The review of the judged guess or of the move that lost a fair game, or None until it is made."""
    explained_at: int | None = None
    """Which step of the proof explains the position, counted from 1.

    0 is the whole proof, and None means that the player didn't ask for an explanation.
    """
    proof: Proof | None = None
    """The proof that explains the position, or None until it is found."""
    seeking: int | None = None
    """The step to which the player wants to go, while the moves up to it are still being played.

    The board shows the old step during this time. None at all other times.
    """
    examining: Replay | None = None
    """The replay if its guesses are still to be found, otherwise None."""
    message: Message = SILENCE

    @property
    def shown(self) -> Session:
        """The session at this step. While the replay runs, the clock shows the time of the replay."""
        session = self.film.session_at(self.step)
        return session._replace(elapsed=max(self.at_ms / 1000, 0.0)) if self.playing else session

    @property
    def is_at_end(self) -> bool:
        """Whether all moves have been made."""
        return self.step >= len(self.film)

    @property
    def next_move(self) -> Move | None:
        """The next move, or None at the end."""
        return None if self.is_at_end else self.film.replay.moves[self.step]

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """The guesses of the game. Empty if they aren't known yet."""
        return self.game.guesses or ()

    @property
    def judged_guess(self) -> Guess | None:
        """The guess that the screen judges, or None.

        It is the next move if that is a guess. At the end of a lost game it is the move that lost.
        """
        step = len(self.film) - 1 if self.is_at_end and self.game.result == "lost" else self.step
        return next((guess for guess in self.guesses if guess.move == step), None)

    @property
    def rating(self) -> GuessRating | None:
        """The rating of the judged guess, or None if there is no guess or no rating yet."""
        return self.judged_guess.rating if self.judged_guess else None

    @property
    def is_pending(self) -> bool:
        """Whether the judged guess is still to be rated. Until then, no other cell can be called better."""
        guess = self.judged_guess
        return guess is not None and not guess.is_mistake and guess.rating is None and self.judging is not None

    @property
    def judging(self) -> tuple[Replay, tuple[Guess, ...]] | None:
        """The replay and its guesses if some of the guesses are still to be rated, otherwise None."""
        replay, guesses = if_small_enough(self.game.replay), self.guesses
        return (replay, guesses) if replay and any(guess.rating is None for guess in guesses) else None

    @property
    def judged_move(self) -> FatalMove | None:
        """The move that is to be reviewed, or None: the judged guess or the move that lost. The move that lost is
        reviewed if its game was fair, because guesses of fair games aren't rated, or if the player asked about it.

        For the move that lost, it includes the cells that this move opened.
        """
        film, last = self.film, len(self.film) - 1
        is_lost = self.game.result == "lost" and self.step >= last
        is_asked = self.explained_at is not None or self.fair_risk(last)
        if self.judged_guess is None and not (is_lost and is_asked):
            return None
        step = self.judged_guess.move if self.judged_guess is not None else last
        before = film.session_at(step).game
        opened = film.session_at(step + 1).game.opened & ~before.opened if is_lost else 0
        return risky_move(before, film.replay.moves[step], film.replay.mines, opened)

    def fair_risk(self, step: int) -> CellSet:
        """The cells that the move after ``step`` moves risks under the rules of fair games.

        Empty if these rules don't apply to the move, for example because the board isn't fair or the cells were
        unlocked.
        """
        if not (0 <= step < len(self.film) and self.is_judged_at(step)):
            return 0
        move = self.film.replay.moves[step]
        return cells_risked_by(self.film.session_at(step).game, move) if move.assistant != UNLOCK else 0

    def is_judged_at(self, step: int) -> bool:
        """Whether this is a fair game whose moves were still judged after ``step`` moves."""
        return self.game.mode == FAIR and self.film.session_at(step)._replace(board_type=FAIR).is_judged

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The row and column of the cell of the next move.

        If that move has no cell, it is the last cell of the 20 moves before it, and None if these have no cell either.
        """
        moves, grid = self.film.replay.moves, self.film.replay.spec.grid
        for move in (*moves[self.step : self.step + 1], *reversed(moves[max(0, self.step - 20) : self.step])):
            if move.cell >= 0:
                return grid.row_col(move.cell)
        return None

    @property
    def moved_cells(self) -> CellSet:
        """The cells that the next move opens or flags.

        An explanation is about them if they can be proved. Empty at the end, and for a move that neither opens nor
        flags a cell.
        """
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
        """The analysis of the position for the overlay, or None if no overlay is shown or the analysis isn't ready."""
        if self.overlay is Overlay.OFF or self.analysis is None:
            return None
        game = self.film.session_at(self.step).game
        return self.analysis if not game.is_over and self.analysis.position == game.position else None

    def geometry(self, model: Model) -> Geometry:
        """Where the parts of the screen are. One row is left for the timeline."""
        spec = self.film.replay.spec
        rows = model.rows - 1
        if is_compact(rows, model.cols):
            rows = min(model.rows, 11)
        size, blocks = model.settings.text("cell_size"), model.looks.outlines
        return arrange(rows, model.cols, spec.width, spec.height, size, has_blocks=blocks, has_panel=True)

    def marks(self, geometry: Geometry) -> Marks:
        """The marks on the board: those of the proof, of the overlay or of the judged guess."""
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
        """The marks for the judged guess: the cell that was safe or better, marked as the game screen marks it after a
        loss.
        """
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
        """The speed in words, such as ``2x`` or ``instant``."""
        return f"{SPEEDS[self.speed]}x" if SPEEDS[self.speed] else "instant"

    def with_message(self: S, *texts: str, alarm: bool = False) -> S:
        """A copy with a message in several forms, the longest first.

        An ``alarm`` is shown in the colour of bad news.
        """
        return replace(self, message=say(*texts, alarm=alarm))

    def wait(self) -> float | None:
        """The seconds until the next move is due or the clock shows another second.

        None while the replay doesn't run.
        """
        if not self.playing:
            return None
        ms_left = min(self.film.time_at(self.step) - self.at_ms, 1000 - self.at_ms % 1000)
        return max(0.0, ms_left / 1000 / SPEEDS[self.speed])

    def at(self: S, model: Model, step: int) -> S:
        """Stops the replay and goes to another step.

        If many moves lie between, the replay first has to play them in slices, so the board changes later.
        """
        step = max(0, min(step, len(self.film)))
        stopped = replace(self, playing=False, message=SILENCE, seeking=None)
        if not self.film.is_near(step):
            return replace(stopped, seeking=step).with_message(f"Going to step {step:,}.")
        at_ms = float(self.film.replay.moves[step - 1].ms) if step else 0.0
        return replace(stopped, step=step, at_ms=at_ms, review=None).unexplained().followed(model)

    def unexplained(self: S) -> S:
        """A copy without an explanation of the position."""
        return self if self.explained_at is None else replace(self, explained_at=None, proof=None)

    def looking_at_proof(self: S, model: Model) -> S:
        """A copy with the view scrolled to a cell that the proof is about."""
        if self.proof is None:
            return self
        geometry, proof = self.geometry(model), self.proof
        row_col = proof.position.grid.row_col(first_cell(proof.safe or proof.mined))
        return replace(self, view=geometry.follow(geometry.clamp(self.view), *row_col))

    def followed(self: S, model: Model) -> S:
        """A copy with the view scrolled to the cursor."""
        geometry, cursor = self.geometry(model), self.cursor
        view = geometry.clamp(self.view)
        return replace(self, view=view if cursor is None else geometry.follow(view, *cursor))

    def switched(self: S, model: Model) -> S:
        """Starts or stops the replay. At the end of the game it starts from the beginning."""
        if self.playing:
            return replace(self, playing=False)
        state = self.at(model, 0) if self.is_at_end else self
        if not SPEEDS[state.speed]:
            return state.at(model, len(state.film))
        return replace(state, playing=not state.is_at_end, message=SILENCE, review=None)

    def ticked(self: S, model: Model, seconds: float) -> S:
        """Plays on for ``seconds``.

        If moves come faster than they can be played, the clock of the replay waits for them.
        """
        film, at_ms = self.film, self.at_ms + seconds * 1000 * SPEEDS[self.speed]
        step = max(self.step, film.step_at(at_ms))
        if step > self.step + film.slice_moves:
            step = self.step + film.slice_moves
            at_ms = float(film.time_at(step - 1))
        if step >= len(film):
            return self.at(model, step)
        # The moves are played now, while the step is near. Otherwise a replay that nobody watches would have to catch
        # up later.
        film.session_at(step)
        moved = replace(self, at_ms=at_ms, step=step)
        return moved if step == self.step else moved.followed(model)

    def with_speed(self: S, model: Model, by: int) -> S:
        """Changes the speed by ``by`` places in SPEEDS. If a running replay becomes instant, it goes to its end."""
        state = replace(self, speed=max(0, min(self.speed + by, len(SPEEDS) - 1)))
        if state.playing and not SPEEDS[state.speed]:
            return state.at(model, len(state.film))
        return state.with_message(f"Speed: {state.speed_text}.")


def _proof_marks(proof: Proof, at: int, game: Game) -> Marks:
    """The marks of a proof or, if ``at`` isn't 0, of its step with this number: the proved cells and the clues that
    prove them.
    """
    step = proof.steps[at - 1] if at else None
    safe, mined = (step.safe, step.mined) if step else (proof.safe, proof.mined | proof.mines_found_before)
    clues = step.clues if step else proof.last_clues
    earlier = 0 if step else proof.because & ~clues
    return Marks(safe=safe, danger=mined & ~game.flags, proof=clues, earlier=earlier, disproved=game.flags & safe)
