"""The screen that shows a finished game again, step by step or at the speed at which it was played.

Keys and clicks change a `ReplayState`, and `draw` draws it. Because the game is over, everything can be explained: the
next move, the guesses and what they gave away, and the move that lost. These searches run as jobs while the player
watches.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from minesweeper.assist.loss import FatalMove, Review, review_loss
from minesweeper.assist.tip import Proof, find_proof_about, no_proof_text
from minesweeper.core.boardspec import FAIR
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.sizes import SpecError
from minesweeper.core.text import capitalise
from minesweeper.play.analysis_board import analysis_board
from minesweeper.play.fair import region_of
from minesweeper.play.game import Phase
from minesweeper.play.guesses import Guess, find_guesses, judge_guesses
from minesweeper.play.replay import FORCED_GUESS, Film
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.tips import NoProof
from minesweeper.storage.games_table import FinishedGame
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, MessageView, Model, replace
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.draw.odds import analyse_to_show
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.replay.draw import UNRATED, draw_replay, replay_chrome, timeline_place
from minesweeper.ui.replay.export import ask_to_export, replay_plan
from minesweeper.ui.replay.state import ReplayState, if_small_enough, keep_guesses
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE

if TYPE_CHECKING:
    from minesweeper.solvers.exact import Analysis

_SCROLLS = {
    Action.SCROLL_UP: (-2, 0),
    Action.SCROLL_DOWN: (2, 0),
    Action.SCROLL_LEFT: (0, -2),
    Action.SCROLL_RIGHT: (0, 2),
}
"""By how many rows and columns of the board each key scrolls."""


class ReplayScreen(ReplayState):
    """A finished game at one of its steps."""

    context = Context.REPLAY

    def act(self, model: Model, action: Action) -> Model:
        if self.seeking is not None and action is Action.BACK:
            return model.with_top(replace(self, seeking=None).with_message("Stopped."))
        shown = self if action is Action.TIP or action in _SCROLLS else self.unexplained()
        moved = replace(shown, message=SILENCE, seeking=None)._moved(model, action)
        if moved is not None:
            return model.with_top(moved)
        stopped = replace(self, message=SILENCE, seeking=None, playing=False)
        return stopped._leave(model.with_top(stopped), action)

    def _moved(self, model: Model, action: Action) -> ReplayScreen | None:
        """The replay after an action that stays on this screen, or None if the action leads to another screen or isn't
        known.
        """
        steps = {
            Action.STEP_BACK: self.step - 1,
            Action.STEP_FORWARD: self.step + 1,
            Action.ROW_START: 0,
            Action.ROW_END: len(self.film),
        }
        if action in steps:
            return self.at(model, steps[action])
        if action in (Action.PREVIOUS_GUESS, Action.NEXT_GUESS):
            return self._to_guess(model, action is Action.NEXT_GUESS)
        if action is Action.PLAY:
            return self.switched(model)
        if action in (Action.FASTER, Action.SLOWER):
            return self.with_speed(model, 1 if action is Action.FASTER else -1)
        if action is Action.TIP:
            return self._explain(model)
        if action is Action.OVERLAY:
            return replace(self, overlay=self.overlay.next(self.game.mode == FAIR))
        if action in _SCROLLS:
            rows, cols = _SCROLLS[action]
            return replace(self, view=self.geometry(model).clamp(View(self.view.row + rows, self.view.col + cols)))
        return None

    def _explain(self, model: Model) -> ReplayScreen:
        """Starts to explain the position: what the review of the next move proves or, if it wasn't reviewed, the next
        move. If that can't be proved, it explains the easiest provable move.

        Each further press of the key shows the next step of the proof. After the last step, the next proof of the
        review follows, or the explanation ends.
        """
        game, stopped = self.film.session_at(self.step).game, replace(self, playing=False)
        if game.is_over:
            return stopped.with_message("The game is over here. Step back to explain a move.", "Step back first.")
        if game.phase is Phase.READY:
            return stopped.with_message("Before the first open, nothing can be proved.", "Nothing is open yet.")
        if self.proof is None or self.explained_at is None:
            proofs = self.review.proofs if self.review is not None else ()
            return replace(stopped, explained_at=0, proof=proofs[0] if proofs else None).looking_at_proof(model)
        if len(self.proof.steps) > 1 and self.explained_at < len(self.proof.steps):
            return replace(stopped, explained_at=self.explained_at + 1)
        if self.review is not None and self.proof is self.review.mistake and self.review.proof is not None:
            return replace(stopped, explained_at=0, proof=self.review.proof).looking_at_proof(model)
        return stopped.unexplained()

    def _explained(self, model: Model, proof: Proof | NoProof | None) -> Model:
        """Shows the proof, or says that nothing can be proved.

        If ``proof`` is None, the next move is a forced guess on a fair board.
        """
        if proof is None:
            return model.with_top(self.unexplained().with_message(*FORCED_GUESS))
        if isinstance(proof, NoProof):
            return model.with_top(self.unexplained().with_message(no_proof_text(proof.is_complete)))
        return model.with_top(replace(self, proof=proof).looking_at_proof(model))

    def _to_guess(self, model: Model, forward: bool) -> ReplayScreen:
        """Goes to the next guess if ``forward`` is set, otherwise to the previous one.

        If there is none, a message says so.
        """
        steps = [guess.move for guess in self.guesses]
        later, earlier = [step for step in steps if step > self.step], [step for step in steps if step < self.step]
        if later if forward else earlier:
            return self.at(model, later[0] if forward else earlier[-1])
        if self.game.guesses is None:
            unknown = UNRATED if self.game.mode == FAIR else "The guesses are unknown."
            return self.with_message("Still looking for guesses." if self.examining else unknown)
        where = "later" if forward else "earlier"
        return self.with_message(f"This game has no {where} guess." if self.guesses else "This game has no guess.")

    def _leave(self, model: Model, action: Action) -> Model:
        """Handles the actions that lead to another screen."""
        if action is Action.EXPORT:
            return ask_to_export(model, replay_plan(self.game, model.settings))
        if action is Action.PLAY_BOARD:
            return routes.game_screen.open_game(model.pop(), self.film.opened_session().restart_board())
        if action is Action.MOVES:
            return self._list_moves(model)
        return self._analyse(model) if action is Action.ANALYSE else super().act(model, action)

    def _list_moves(self, model: Model) -> Model:
        """Opens the list of moves, with the next move selected."""

        def go(below: Model, step: int) -> Model:
            assert isinstance(below.top, ReplayScreen)
            return below.with_top(below.top.at(below, step))

        played, assistants = self.film.replay, self.game.helpers
        return routes.move_list.open_moves(model, played, assistants, go, at=self.step, guesses=self.guesses)

    def _analyse(self, model: Model) -> Model:
        """Opens the current position on the analysis board. If the board is too large for that, a message says so."""
        game = self.shown.game
        try:
            board = analysis_board(game.position, game.flags)
        except SpecError as error:
            return model.with_top(self.with_message(f"{capitalise(str(error))}."))
        return routes.analysis_mode.open_board(model, board, self.cursor or (0, 0))

    def tick(self, model: Model, seconds: float) -> Model:
        return model.with_top(self.ticked(model, seconds)) if self.playing else model

    def work(self, model: Model) -> Job | None:
        if self.seeking is not None:
            return Job(self.film.seek, (self.seeking,), self._arrive, on_progress=self._come_closer)
        game = self.film.session_at(self.step).game
        is_explaining = self.explained_at is not None and self.proof is None
        if is_explaining and (self.review is not None or self.judged_move is None):
            about = (game.position, self.moved_cells, game.flags)
            guess = self.fair_risk(self.step)
            if guess:
                return Job(_explain_fair, (*about, guess, self.analysis), self._explained)
            return Job(find_proof_about, about, self._explained, extra=(None, self.analysis))
        is_shown = self.overlay is not Overlay.OFF and not game.is_over
        if is_shown and (self.current_analysis is None or not self.current_analysis.is_final):
            receive = self._analysed
            return Job(analyse_to_show, (game.position,), receive, extra=(self.analysis,), on_progress=receive)
        if not self.playing and self.review is None and (move := self.judged_move) is not None:
            previous = self.analysis if self.current_analysis else None
            is_fair = self.judged_guess is None and self.fair_risk(len(self.film) - 1)
            review = _review_fair_loss if is_fair else review_loss
            return Job(review, (move,), self._judge, extra=(previous,))
        if self.examining:
            return Job(find_guesses, (self.examining,), self._examined)
        return Job(judge_guesses, self.judging, self._examined) if self.judging else None

    def _come_closer(self, model: Model, played: int) -> Model:
        text = f"Going to step {self.seeking:,}: {played:,} played. Any key stops."
        return model.with_top(self.with_message(text))

    def _arrive(self, model: Model, _: None) -> Model:
        return model.with_top(self.at(model, self.seeking or 0))

    def _analysed(self, model: Model, analysis: Analysis) -> Model:
        return model.with_top(replace(self, analysis=analysis))

    def _judge(self, model: Model, review: Review) -> Model:
        reviewed = replace(self, review=review)
        return model.with_top(reviewed if self.explained_at is None else reviewed._explain(model))

    def _examined(self, model: Model, guesses: tuple[Guess, ...]) -> Model:
        key = self.game.id
        model = model.with_top(replace(self, game=replace(self.game, guesses=guesses), examining=None))
        # The game whose guesses were found may lie on a screen below, such as the game screen after its end.
        model = model.change_games(lambda screen: screen.on_guesses(key, guesses))
        return model.query(keep_guesses, key, guesses) if self.is_kept else model

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            step = {"up": Action.STEP_BACK, "down": Action.STEP_FORWARD}.get(event.button)
            return self.act(model, step) if step else model
        if event.button != "left" or event.kind not in ("press", "drag"):
            return model
        place = timeline_place(self, model)
        # A long explanation may cover the timeline. Clicks then don't reach the timeline.
        if place.holds(event.row, event.col) and not replay_chrome(self, model).is_covered(event.row):
            ms = self.film.total_ms * (event.col - place.left) / max(1, place.width - 1)
            return model.with_top(self.at(model, self.film.step_at(ms)))
        action = replay_chrome(self, model).action_at(event.row, event.col) if event.kind == "press" else None
        return self.act(model, action) if action else model

    def reading(self, model: Model) -> MessageView:
        return MessageView() if self.playing else replay_chrome(self, model).reading

    def interrupt(self, model: Model, reason: str) -> Model:
        return model.with_top(replace(self, playing=False))

    def fit(self, model: Model) -> Model:
        return model.with_top(self.followed(model))

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_replay(self, model, canvas)


def _review_fair_loss(move: FatalMove, previous: Analysis | None = None) -> Generator[None, None, Review]:
    """Reviews the move that lost a fair game.

    The review needs the region of the move, because only what could be proved in the region counts.
    """
    known = yield from analyse(move.position, previous)
    region = region_of(known, move.risked & ~known.safe) if known.is_exact else 0
    return (yield from review_loss(move._replace(region=region), known))


def _explain_fair(
    position: Position, cells: CellSet, flags: CellSet, risked: CellSet, previous: Analysis | None
) -> Generator[None, None, Proof | NoProof | None]:
    """Finds a proof of a move on a fair board, as `find_proof_about` does.

    Returns None if the move was a forced guess.
    """
    known = yield from analyse(position, previous)
    region = region_of(known, risked & ~known.safe)
    if region and known.is_exact and not region & known.safe:
        return None
    return (yield from find_proof_about(position, cells, flags, None, known))


def open_replay(model: Model, game: FinishedGame, moment: str, *, is_kept: bool, step: int = 0) -> Model:
    """Opens the replay of a game after its first ``step`` moves.

    ``moment`` says in words when the game was played, and ``is_kept`` whether the game is in the database.
    """
    assert game.replay is not None
    film = Film(game.replay, game.level, game.mode)
    examining = if_small_enough(game.replay) if game.guesses is None and game.mode != FAIR else None
    return model.push(ReplayScreen(game, film, moment, is_kept, examining=examining).at(model, step))
