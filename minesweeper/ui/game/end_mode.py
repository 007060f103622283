"""Shows the end of a game: the result, one sentence, the marked proof and the keys; finds and rates its guesses.

Loaded when the first game ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from minesweeper.assist.loss import FatalMove, GuessRating, Review, find_next_proof, review_loss, rival_of
from minesweeper.assist.naming import Naming
from minesweeper.assist.tip import Proof
from minesweeper.boards.codes import to_code
from minesweeper.boards.daily_seed import DAILY
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import FAIR
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.play.game import Game, Phase
from minesweeper.play.guesses import Guess, find_guesses, judge_guesses, skill_of, without_mistakes
from minesweeper.play.replay import Replay, replay_of
from minesweeper.storage.daily_games import share_text
from minesweeper.storage.game_summary import ORDINARY_IN_THE_END, GameEnd, WinGrade
from minesweeper.storage.games_table import finish_game
from minesweeper.storage.records import Group, RecordingResult, group_of
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Copy, Env, Job, Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.game_draw import reading_of
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.game.panels import record_lines, seed_words
from minesweeper.ui.game.tip_mode import (
    STEP_KEYS,
    WHOLE_PROOF,
    is_whole,
    last_step,
    look_at_proof,
    proof_marks,
    step_after,
    step_hints,
)
from minesweeper.ui.game.win_picture import TWINKLE_SECONDS, TWINKLES, draw_win, has_room, is_time_beside
from minesweeper.ui.replay.state import if_small_enough, keep_guesses
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, ResultBar, say
from minesweeper.ui.widgets.header import PanelLine, figure_lines
from minesweeper.ui.widgets.proof_text import proof_message, room_of
from minesweeper.ui.widgets.signs import signs_of


@dataclass(frozen=True)
class EndMode(Mode):
    """Holds everything known about the end of a game, and which part of it is shown."""

    fatal: FatalMove | None = None
    """The losing move, while its review is being worked out."""
    telling: Literal["end", "proof"] = "end"
    outcome: RecordingResult | None = None
    """The result of recording the game."""
    review: Review | None = None
    proof: Proof | None = None
    """The proof that is shown by itself; None while the whole review is shown."""
    at: int = 0
    """The shown step of the proof, from 1; 0 shows the whole proof."""
    shows_numbers: bool = False
    """Whether the cells that were never opened show their numbers."""
    review_seen: bool = False
    """Whether the player has seen the sentences of the review, so that its proofs may follow."""
    proofs_shown: CellSet = 0
    """The safe cells whose proofs have been shown."""
    next_proof_from: CellSet | None = None
    """The cells to skip while the next proof is searched; None if no search runs."""
    replay_to_analyse: Replay | None = None
    """The replay whose guesses are still to be found and rated; None when that is done."""
    guesses: tuple[Guess, ...] | None = None
    """The guesses and mistakes of the game: first as found, later with ratings."""
    twinkle_s: float = 0.0
    """The seconds for which the stars of a win still twinkle."""

    def close_if_done(self, action: Action | None) -> Mode:
        return replace(self, telling="end", twinkle_s=0.0) if self.telling == "proof" or self.twinkle_s else self

    @property
    def _twinkles_left(self) -> int:
        return ceil(round(self.twinkle_s / TWINKLE_SECONDS, 3))

    def wait(self, game: Game) -> float:
        frames = self._twinkles_left
        return max(self.twinkle_s - (frames - 1) * TWINKLE_SECONDS, 0.001) if frames else 0.0

    def tick(self, state: GameState, seconds: float) -> GameState:
        if not self.twinkle_s:
            return state
        return state.replace_mode(self, replace(self, twinkle_s=max(0.0, round(self.twinkle_s - seconds, 6))))

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if action is Action.TIP:
            return _next_proof(state.ready_for_input(action))
        if action not in STEP_KEYS:
            return None
        state, proof = state.ready_for_input(action), self.proof or self._first_proof
        if proof is None:
            return state
        is_shown = self.proof is not None and (self.telling == "proof" or not is_small(state))
        if is_shown and is_whole(proof, action):
            return state.say(*WHOLE_PROOF)
        return _show(state, proof, step_after(self.at, action, last_step(proof)))

    def work(self, state: GameState) -> Job | None:
        if self.fatal:
            return Job(review_loss, (self.fatal,), _reviewed)
        if self.next_proof_from is not None:
            return Job(find_next_proof, (self.review, self.next_proof_from), _show)
        if self.replay_to_analyse is None:
            return None
        if self.guesses is None:
            return Job(find_guesses, (self.replay_to_analyse,), _examined)
        return Job(judge_guesses, (self.replay_to_analyse, self.guesses), _examined)

    def view(self, state: GameState) -> ModeView:
        geometry, end = state.geometry, self.summary(state)
        is_narrow = state.env.cols < _NARROW
        hints, panel = self.hints(state, geometry.is_compact, is_narrow), self._panel(state, end)
        if not is_result_visible(state):
            return ModeView(hints=hints, panel=panel)
        return ModeView(
            message=self._message(state, end),
            hints=hints,
            marks=self._with_numbers(state),
            panel=panel,
            bar=None if state.is_bots else _result_bar(end, state.env, geometry),
            edge=("frame.record" if end.is_best else "frame.won") if end.is_won else "frame.lost",
            picture=self._picture(state, end) if end.is_won else None,
        )

    def _picture(self, state: GameState, end: GameEnd) -> Callable[[Canvas], None]:
        """Draws what a win has earned beside the board."""
        return lambda canvas: draw_win(canvas, state.geometry, state.env.looks, end, self._twinkles_left)

    def summary(self, state: GameState) -> GameEnd:
        """Collects everything known about the end of the game."""
        if self.guesses is None:
            return GameEnd(state.session, self.outcome, self.review, is_judging=self.replay_to_analyse is not None)
        counted = len(without_mistakes(self.guesses))
        is_judging = bool(counted and self.replay_to_analyse)
        return GameEnd(
            state.session, self.outcome, self.review, self._rating, counted, skill_of(self.guesses), is_judging
        )

    @property
    def _rating(self) -> GuessRating | None:
        """Returns the rating of the losing guess, once it is known."""
        return next((guess.rating for guess in reversed(self.guesses or ()) if not guess.survived), None)

    @property
    def _first_proof(self) -> Proof | None:
        """The proof that follows the sentences of the review: of the mistake or, otherwise, of the safe cell."""
        return next(iter(self.review.proofs), None) if self.review else None

    @property
    def is_more(self) -> bool:
        """Whether another proof follows the shown one."""
        if self.review is None or self.proof is None:
            return False
        return len(self.review.proofs) > 1 or bool(self.review.safe & ~self.proof.safe)

    def _message(self, state: GameState, end: GameEnd) -> Message | None:
        """Returns the sentence below the result. Where room is short, it appears only on request or after a problem."""
        is_asked = self.telling == "proof"
        if end.problem and not is_asked:
            return say(end.problem, alarm=True)
        if not is_asked and is_small(state):
            return None
        if end.is_won:
            return say(end.figures() if is_asked else end.sentence())
        return say(end.sentence()) if self.review is None else self._about_loss(state, self.review)

    def _about_loss(self, state: GameState, review: Review) -> Message:
        """Explains the losing move, which changes once a forced guess has been rated, or the shown proof."""
        room, signs = room_of(state.env, is_over=True), signs_of(state.env.looks, is_over=True)
        if self.proof is not None:
            mine = room.exploded if self.proof is review.mistake else room.mine
            room = room._replace(mine=mine)
            return proof_message(self.proof, room, self.at, signs=signs, names_cells=state.is_detailed)
        marks, grid, view = self._marks(), state.game.grid, state.looks.view
        reviewed = state.game.exploded | (marks.safe | marks.guess if marks else 0)
        is_in_view = all(state.geometry.shows(view, grid.row_col(cell)) for cell in cells_of(reviewed))
        if state.is_detailed or not is_in_view:
            # A sign out of view would name nothing.
            room = room._replace(exploded="", wrong_flag="", naming=Naming.SHORT)
        texts = review.texts(room, self._rating)
        if state.session.stopped_judging:
            texts = [*(f"{text} {ORDINARY_IN_THE_END}" for text in texts), *texts]
        message = say(*texts, names_cells=not room.exploded)
        return message._replace(signs=signs)

    def _marks(self) -> Marks | None:
        """Marks what the sentences are about: the safe cell with the clues of both proofs, or the better guess."""
        if self.review is None:
            return None
        if self.proof is not None:
            return proof_marks(self.proof, self.at)
        if not self.review.proofs:
            other = rival_of(self.review, self._rating).cell
            return Marks(guess=0 if other is None else 1 << other)
        safe, clues = self.review.marks
        return Marks(safe=safe, proof=clues, earlier=self.review.mistake_clues)

    def _with_numbers(self, state: GameState) -> Marks | None:
        """The marks of the end, with the numbers of the cells that were never opened if the player wants to see them.

        Flags stay in place, so that wrong ones can still be told from right ones.
        """
        marks, game = self._marks(), state.game
        if not self.shows_numbers or game.layout is None:
            return marks
        return (marks or Marks())._replace(uncovered=game.layout.safe & ~(game.opened | game.flags))

    def hints(self, state: GameState, is_compact: bool = False, is_narrow: bool = False) -> list[KeyHint]:
        """Returns the key hints after a game, with a shorter word for the next proof on narrow screens."""
        is_lost = state.game.phase is Phase.LOST
        if is_compact:
            why: list[KeyHint] = [(Action.TIP, "why")] if is_lost and self.proof_hints() else []
            return [(Action.NEW_GAME, "new" if why else "new game"), *why, (Action.MORE, "more")]
        share: list[KeyHint] = [(Action.COPY_CODE, "share")] if state.session.preset == DAILY else []
        hints: list[KeyHint] = [*share, (Action.NEW_GAME, "new game")]
        if is_lost:
            practise: list[KeyHint] = [(Action.PRACTISE, "practise this")] if self._first_proof is not None else []
            proofs = [(Action.TIP, "next")] if is_narrow and self.is_more else self.proof_hints()[:1]
            hints += [*proofs, *practise, (Action.UNDO, "keep playing")]
        else:
            hints.append((Action.WATCH, "replay"))
        return [*hints[:4], (Action.MORE, "more"), (Action.HELP, "help")]

    def proof_hints(self) -> list[KeyHint]:
        """Returns the hints of the keys that explain a loss, unless the reason is shown and no proof is left."""
        if self.review is not None and self._first_proof is None:
            return [] if self.review_seen else [(Action.TIP, "why")]
        why: KeyHint = (Action.TIP, "next proof" if self.is_more else "why")
        return [why, *step_hints(self.at, last_step(self.proof or self._first_proof))]

    def _panel(self, state: GameState, end: GameEnd) -> list[PanelLine]:
        """Returns the details of a finished game."""
        lines = figure_lines([*end.score(), *end.rating_figures()], names=_NAMES)
        if end.not_ranked:
            lines += record_lines(state, _NAMES)
        return [*lines, ("", ""), *figure_lines([("Seed", seed_words(state.session))], names=_NAMES)]


_NARROW = 60
"""With fewer columns, ``T next proof`` would be left out of the key bar."""
_NAMES = 11
"""The width of the names in the details; the longest is Efficiency."""


def end_of(state: GameState) -> EndMode:
    """Returns the EndMode of a finished game; an empty one while the game runs."""
    return state.find(EndMode) or EndMode()


def _changed(state: GameState, ended: EndMode) -> GameState:
    return state.replace_mode(end_of(state), ended)


def is_result_visible(state: GameState) -> bool:
    """Whether the last animation has ended, so that the result can be shown."""
    return not (state.looks.rings or (state.looks.wave and state.game.phase is not Phase.WON))


def is_small(state: GameState) -> bool:
    """Whether there is no row for a sentence next to the result, so that it is shown on request only."""
    geometry = state.geometry
    return geometry.is_compact or not geometry.free_rows


def _result_bar(end: GameEnd, env: Env, geometry: Geometry) -> ResultBar:
    """Returns the result bar below the frame, or in its lower edge if room is short."""
    star = env.looks.glyphs.star
    texts = end.card(is_time_beside(geometry, env.looks, end))
    in_edge = geometry.free_rows < (2 if end.is_won else 3)  # A sentence follows: a short one after a win.
    panel = geometry.right_panel
    kind = "lost" if not end.is_won else "record" if end.is_best else "won"
    # In the edge of a frame the result is a part of it. Only a small screen has no other row for a bar.
    style = f"frame.{kind}" if in_edge and not geometry.is_compact else f"banner.{kind}"
    room = panel.left - 1 if panel else env.cols
    width = room if geometry.is_compact else min(room, geometry.frame.width)
    if end.is_won:  # The stars give way before the bar gets wider than the board.
        starred = [f"{star}  {text}  {star}" for text in texts]
        texts = [*(starred if len(starred[0]) <= width else texts[:1]), *starred, texts[-1]]
    return ResultBar(tuple(texts), style, geometry.below - in_edge, room, width)


# ------------------------------------------------------------------------------
# Proofs of missed safe cells after a loss.
# ------------------------------------------------------------------------------


def _reviewed(state: GameState, review: Review) -> GameState:
    """Shows the review of the losing move and marks its proofs."""
    seen = not is_small(state)
    return _changed(state, replace(end_of(state), fatal=None, review=review, review_seen=seen, telling="end"))


def _next_proof(state: GameState) -> GameState:
    """Shows the review or, once the player has seen it, its proofs and those of the other safe cells, one by one."""
    ended = end_of(state)
    review, shown = ended.review, ended.proof
    if review is None and state.game.phase is Phase.LOST:
        return state
    if review is None or not review.proofs or not ended.review_seen:
        return _changed(state, replace(ended, telling="proof", review_seen=True))
    if shown is None or not ended.is_more:
        return _show(state, shown or review.proofs[0])
    if shown is review.mistake and review.proof is not None:
        return _show(state, review.proof)
    walked = ended.proofs_shown | shown.safe
    if review.safe & ~walked:
        return _changed(state, replace(ended, next_proof_from=walked))
    return _show(state, review.proofs[0])


def _show(state: GameState, proof: Proof, at: int = 0) -> GameState:
    """Marks and explains a proof or one of its steps."""
    ended = end_of(state)
    assert ended.review is not None
    walked = (ended.next_proof_from or ended.proofs_shown) | proof.safe
    if proof is ended.review.proofs[0]:
        walked = proof.safe  # The walk through all proofs starts here, also the second time.
    shown = replace(ended, next_proof_from=None, proofs_shown=walked, proof=proof, at=at)
    return look_at_proof(_changed(state, replace(shown, review_seen=True, telling="proof")), proof, at)


# ------------------------------------------------------------------------------
# The record of the game, its guesses and its replay.
# ------------------------------------------------------------------------------


def with_outcome(state: GameState, outcome: RecordingResult) -> GameState:
    """Stores the result of recording the game."""
    ended = replace(end_of(state), outcome=outcome)
    if outcome.problem is not None:
        return _changed(state, replace(ended, telling="end"))._replace(message=SILENCE)
    end, is_moving = ended.summary(state), state.env.settings.text("motion") == "full"
    if end.is_won and end.grade >= WinGrade.STREAK and is_moving and has_room(state.geometry, state.env.looks):
        ended = replace(ended, twinkle_s=TWINKLES * TWINKLE_SECONDS)
    is_judged = ended.guesses is not None and all(guess.rating for guess in ended.guesses)
    # The odds of a guess decide nothing on a fair board, so its guesses aren't looked for.
    is_rated = not is_judged and state.session.board_type != FAIR
    replay = if_small_enough(replay_of(state.session)) if is_rated else None
    return _changed(state, replace(ended, replay_to_analyse=replay))


def _examined(state: GameState, guesses: tuple[Guess, ...]) -> GameState:
    """Stores the found or rated guesses and saves them with the game."""
    ended = end_of(state)
    state = with_guesses(state, state.session.id, guesses)
    return state if ended.outcome is None else state.then(Model.query, keep_guesses, state.session.id, guesses)


def with_guesses(state: GameState, key: str, guesses: tuple[Guess, ...]) -> GameState:
    """Takes the guesses of a game, found on any screen, if they belong to this game."""
    ended = end_of(state)
    if key != state.session.id:
        return state
    replay = None if all(guess.rating for guess in guesses) else ended.replay_to_analyse
    return _changed(state, replace(ended, guesses=guesses, replay_to_analyse=replay))


def watch_game(state: GameState, step: int = 0) -> GameState:
    """Opens the replay of the finished game with its known guesses, before the move with the number ``step``."""
    session, ended = state.session, end_of(state)
    game = finish_game(session._replace(was_lost=False))
    if game is None or game.replay is None or not session.game.is_over:
        return state.say("There is nothing to watch: no cell was opened.")
    is_kept = ended.outcome is not None and ended.outcome.problem is None
    known = replace(game, guesses=ended.guesses)
    return state.then(routes.replay_screen.open_replay, known, "just now", is_kept=is_kept, step=step)


def practise(state: GameState) -> GameState:
    """Opens the position before the losing move as a lesson."""
    if not state.game.exploded:
        return state.say("You can practise a position after a loss.")
    return state.then(routes.lesson_list.open_lessons, missed=state.session)


def switch_numbers(state: GameState) -> GameState:
    """Shows the numbers of the cells that were never opened, or hides them again."""
    if state.game.phase is not Phase.LOST:
        return state.say("After a loss, this key shows the numbers of the cells that you never opened.")
    ended = end_of(state)
    return _changed(state, replace(ended, shows_numbers=not ended.shows_numbers))


def show_code(state: GameState) -> GameState:
    """Shows and copies the board code. The code contains the mines, so only after the end.

    A daily board gives a text to share instead.
    """
    if not state.game.is_over:
        return state
    if state.game.layout is None:
        return state.say("There is no board to copy: no mine was laid yet.")
    if state.session.preset == DAILY:
        text = share_text(state.session, state.env.cache.daily)
        return state.then(routes.code.open_code, text, "Text to share").then(Model.with_effect, Copy(text))
    code = to_code(Board(state.game.layout, state.session.first))
    with_code = state.say(f"Board code, copied if the terminal allows: {code}", f"Board code: {code}")
    # Text to copy must not be wrapped.
    shown = state.then(routes.code.open_code, code) if reading_of(with_code).line else with_code
    return shown.then(Model.with_effect, Copy(code))


def show_statistics(state: GameState) -> GameState:
    """Opens the statistics of games like this one."""
    group = group_of(state.session)
    return state.then(routes.stats_screen.open_stats, Group(group.level, group.mode))
