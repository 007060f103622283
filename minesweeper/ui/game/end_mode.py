"""The end of a game: its result, a sentence about it, the review of a loss, and the keys to go on.

`EndMode` is the lowest mode once a game is over. Three things are worked out afterwards, in this order: the review of
the losing move, the proofs that the player asks for, and the ratings of the guesses. Autosave records the game, and
`with_outcome` brings the result of that here. This module is loaded when the first game ends.
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
    """Everything that is known about a finished game, and which part of it the screen shows."""

    fatal: FatalMove | None = None
    """The losing move until its review is ready, then None."""
    telling: Literal["end", "proof"] = "end"
    """Whether the screen shows the result (*end*) or what the player asked to explain (*proof*).

    This matters on small screens, which explain only on request.
    """
    outcome: RecordingResult | None = None
    """How the game compares with earlier ones, or None until it has been recorded."""
    review: Review | None = None
    """The review of the losing move, or None until it's ready."""
    proof: Proof | None = None
    """The proof that is shown by itself, or None while the sentences of the review are shown."""
    at: int = 0
    """The step of the proof that is shown, counted from 1. 0 shows the whole proof."""
    shows_numbers: bool = False
    """Whether the cells that were never opened show their numbers."""
    review_seen: bool = False
    """Whether the player has seen the sentences of the review. The proofs follow only then."""
    proofs_shown: CellSet = 0
    """The safe cells whose proofs the player has seen."""
    next_proof_from: CellSet | None = None
    """The safe cells that the search for the next proof skips, because their proofs were shown.

    None if no search runs.
    """
    replay_to_analyse: Replay | None = None
    """The replay in which guesses must still be found and rated, or None if that is done or isn't wanted."""
    guesses: tuple[Guess, ...] | None = None
    """The guesses and mistakes of the game, or None until they are found. At first they have no ratings."""
    twinkle_s: float = 0.0
    """For how many more seconds the stars of a win twinkle."""

    def close_if_done(self, action: Action | None) -> Mode:
        return replace(self, telling="end", twinkle_s=0.0) if self.telling == "proof" or self.twinkle_s else self

    @property
    def _twinkles_left(self) -> int:
        """In how many more frames the stars of a win twinkle."""
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
        """A function that draws the picture of a win beside the board."""
        return lambda canvas: draw_win(canvas, state.geometry, state.env.looks, end, self._twinkles_left)

    def summary(self, state: GameState) -> GameEnd:
        """The result of the game with its review and its guesses, as far as they are known."""
        if self.guesses is None:
            return GameEnd(state.session, self.outcome, self.review, is_judging=self.replay_to_analyse is not None)
        counted = len(without_mistakes(self.guesses))
        is_judging = bool(counted and self.replay_to_analyse)
        return GameEnd(
            state.session, self.outcome, self.review, self._rating, counted, skill_of(self.guesses), is_judging
        )

    @property
    def _rating(self) -> GuessRating | None:
        """The rating of the guess that lost the game, or None if it isn't known."""
        return next((guess.rating for guess in reversed(self.guesses or ()) if not guess.survived), None)

    @property
    def _first_proof(self) -> Proof | None:
        """The first proof of the review.

        It's about the mistake if that could be proved, otherwise about a safe cell. None if nothing was provable or the
        review isn't ready.
        """
        return next(iter(self.review.proofs), None) if self.review else None

    @property
    def is_more(self) -> bool:
        """Whether another proof follows the shown one."""
        if self.review is None or self.proof is None:
            return False
        return len(self.review.proofs) > 1 or bool(self.review.safe & ~self.proof.safe)

    def _message(self, state: GameState, end: GameEnd) -> Message | None:
        """The sentence about the game, or None if the screen has no room for one.

        Small screens show it only on request, except that a problem with saving is always shown.
        """
        is_asked = self.telling == "proof"
        if end.problem and not is_asked:
            return say(end.problem, alarm=True)
        if not is_asked and is_small(state):
            return None
        if end.is_won:
            return say(end.figures() if is_asked else end.sentence())
        return say(end.sentence()) if self.review is None else self._about_loss(state, self.review)

    def _about_loss(self, state: GameState, review: Review) -> Message:
        """The sentences of the review or, after the player has asked for it, the shown proof.

        The review may change once the guess has been rated.
        """
        room, signs = room_of(state.env, is_over=True), signs_of(state.env.looks, is_over=True)
        if self.proof is not None:
            mine = room.exploded if self.proof is review.mistake else room.mine
            room = room._replace(mine=mine)
            return proof_message(self.proof, room, self.at, signs=signs, names_cells=state.is_detailed)
        marks, grid, view = self._marks(), state.game.grid, state.looks.view
        reviewed = state.game.exploded | (marks.safe | marks.guess if marks else 0)
        is_in_view = all(state.geometry.shows(view, grid.row_col(cell)) for cell in cells_of(reviewed))
        if state.is_detailed or not is_in_view:
            # If a sign isn't in view, a sentence can't point to it, so the cells are named by row and column.
            room = room._replace(exploded="", wrong_flag="", naming=Naming.SHORT)
        texts = review.texts(room, self._rating)
        if state.session.stopped_judging:
            texts = [*(f"{text} {ORDINARY_IN_THE_END}" for text in texts), *texts]
        message = say(*texts, names_cells=not room.exploded)
        return message._replace(signs=signs)

    def _marks(self) -> Marks | None:
        """The marks for what the sentences speak about: the safe cell with the clues of both proofs or, if nothing was
        provable, the better guess.

        None before the review is ready.
        """
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
        """The marks of the end.

        If the player wants to see them, they include the numbers of cells that were never opened. Flags stay, so that
        right and wrong flags can be told apart.
        """
        marks, game = self._marks(), state.game
        if not self.shows_numbers or game.layout is None:
            return marks
        return (marks or Marks())._replace(uncovered=game.layout.safe & ~(game.opened | game.flags))

    def hints(self, state: GameState, is_compact: bool = False, is_narrow: bool = False) -> list[KeyHint]:
        """The key hints after a game.

        A small screen (``is_compact``) has room for only three, and a narrow one shows a shorter word for the next
        proof.
        """
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
        """The hints of the keys that explain a loss. Empty if the reason is on the screen and has no proof."""
        if self.review is not None and self._first_proof is None:
            return [] if self.review_seen else [(Action.TIP, "why")]
        why: KeyHint = (Action.TIP, "next proof" if self.is_more else "why")
        return [why, *step_hints(self.at, last_step(self.proof or self._first_proof))]

    def _panel(self, state: GameState, end: GameEnd) -> list[PanelLine]:
        """The details of the finished game beside the board."""
        lines = figure_lines([*end.score(), *end.rating_figures()], names=_NAMES)
        if end.not_ranked:
            lines += record_lines(state, _NAMES)
        return [*lines, ("", ""), *figure_lines([("Seed", seed_words(state.session))], names=_NAMES)]


_NARROW = 60
"""With fewer columns, the key bar has no room for the hint *T next proof*."""
_NAMES = 11
"""The number of columns for the names of the details, of which *Efficiency* is the longest."""


def end_of(state: GameState) -> EndMode:
    """The `EndMode` of this game, or an empty one if the game isn't over."""
    return state.find(EndMode) or EndMode()


def _changed(state: GameState, ended: EndMode) -> GameState:
    """Puts a changed copy of the `EndMode` in its place."""
    return state.replace_mode(end_of(state), ended)


def is_result_visible(state: GameState) -> bool:
    """Whether the animation of the last move is over, so that the result can be shown.

    It isn't necessary to wait for the flags of a win.
    """
    return not (state.looks.rings or (state.looks.wave and state.game.phase is not Phase.WON))


def is_small(state: GameState) -> bool:
    """Whether the screen has no row for a sentence next to the result, so that sentences appear only on request."""
    geometry = state.geometry
    return geometry.is_compact or not geometry.free_rows


def _result_bar(end: GameEnd, env: Env, geometry: Geometry) -> ResultBar:
    """The bar with the result, below the frame of the board or, if the screen has no row for it there, on the lower
    edge of the frame.
    """
    star = env.looks.glyphs.star
    texts = end.card(is_time_beside(geometry, env.looks, end))
    # A sentence follows below the bar. It is short after a win and longer after a loss.
    in_edge = geometry.free_rows < (2 if end.is_won else 3)
    panel = geometry.right_panel
    kind = "lost" if not end.is_won else "record" if end.is_best else "won"
    # On the edge, the result looks like a part of the frame. A small screen has only this row, so there it looks like a
    # bar.
    style = f"frame.{kind}" if in_edge and not geometry.is_compact else f"banner.{kind}"
    room = panel.left - 1 if panel else env.cols
    width = room if geometry.is_compact else min(room, geometry.frame.width)
    # Rather than making the bar wider than the board, the stars are left out.
    if end.is_won:
        starred = [f"{star}  {text}  {star}" for text in texts]
        texts = [*(starred if len(starred[0]) <= width else texts[:1]), *starred, texts[-1]]
    return ResultBar(tuple(texts), style, geometry.below - in_edge, room, width)


# ------------------------------------------------------------------------------
# Proofs after a loss
# ------------------------------------------------------------------------------


def _reviewed(state: GameState, review: Review) -> GameState:
    """Called when the review of the losing move is ready, and shows it."""
    seen = not is_small(state)
    return _changed(state, replace(end_of(state), fatal=None, review=review, review_seen=seen, telling="end"))


def _next_proof(state: GameState) -> GameState:
    """Called for the tip key.

    After a loss, the first press shows the review, unless it is on the screen. Further presses show its proofs and then
    those of the other safe cells, one by one, and begin again after the last. After a win, the key shows the figures of
    the game.
    """
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
    """Shows a proof or one of its steps. ``at`` counts from 1, and 0 is the whole proof."""
    ended = end_of(state)
    assert ended.review is not None
    walked = (ended.next_proof_from or ended.proofs_shown) | proof.safe
    if proof is ended.review.proofs[0]:
        # With the first proof, the walk through all proofs begins again.
        walked = proof.safe
    shown = replace(ended, next_proof_from=None, proofs_shown=walked, proof=proof, at=at)
    return look_at_proof(_changed(state, replace(shown, review_seen=True, telling="proof")), proof, at)


# ------------------------------------------------------------------------------
# The record, the guesses and the replay
# ------------------------------------------------------------------------------


def with_outcome(state: GameState, outcome: RecordingResult) -> GameState:
    """Called when the game has been recorded.

    Stores the result, and starts the search for guesses and, for a good win, the twinkling stars. If recording failed,
    the problem is shown instead.
    """
    ended = replace(end_of(state), outcome=outcome)
    if outcome.problem is not None:
        return _changed(state, replace(ended, telling="end"))._replace(message=SILENCE)
    end, is_moving = ended.summary(state), state.env.settings.text("motion") == "full"
    if end.is_won and end.grade >= WinGrade.STREAK and is_moving and has_room(state.geometry, state.env.looks):
        ended = replace(ended, twinkle_s=TWINKLES * TWINKLE_SECONDS)
    is_judged = ended.guesses is not None and all(guess.rating for guess in ended.guesses)
    # On a fair board the odds of a guess decide nothing, so its guesses aren't rated.
    is_rated = not is_judged and state.session.board_type != FAIR
    replay = if_small_enough(replay_of(state.session)) if is_rated else None
    return _changed(state, replace(ended, replay_to_analyse=replay))


def _examined(state: GameState, guesses: tuple[Guess, ...]) -> GameState:
    """Called when the guesses of the game are found or rated.

    Shows them and, if the game was recorded, saves them with it.
    """
    ended = end_of(state)
    state = with_guesses(state, state.session.id, guesses)
    return state if ended.outcome is None else state.then(Model.query, keep_guesses, state.session.id, guesses)


def with_guesses(state: GameState, key: str, guesses: tuple[Guess, ...]) -> GameState:
    """Stores the guesses of the game with the id ``key``, which any screen may have found.

    If this is another game, nothing changes.
    """
    ended = end_of(state)
    if key != state.session.id:
        return state
    replay = None if all(guess.rating for guess in guesses) else ended.replay_to_analyse
    return _changed(state, replace(ended, guesses=guesses, replay_to_analyse=replay))


def watch_game(state: GameState, step: int = 0) -> GameState:
    """Opens the replay of the finished game, together with its guesses if they are known.

    ``step`` is the number of the move that comes next. If the game has no replay, a message says so.
    """
    session, ended = state.session, end_of(state)
    game = finish_game(session._replace(was_lost=False))
    if game is None or game.replay is None or not session.game.is_over:
        return state.say("You can't replay this game, because you didn't open a cell.")
    is_kept = ended.outcome is not None and ended.outcome.problem is None
    known = replace(game, guesses=ended.guesses)
    return state.then(routes.replay_screen.open_replay, known, "just now", is_kept=is_kept, step=step)


def practise(state: GameState) -> GameState:
    """Opens the position before the losing move as a lesson.

    If no mine exploded, a message says that this needs a loss.
    """
    if not state.game.exploded:
        return state.say("You can practise a position after a loss.")
    return state.then(routes.lesson_list.open_lessons, missed=state.session)


def switch_numbers(state: GameState) -> GameState:
    """Shows the numbers of the cells that were never opened, or hides them again. This works only after a loss."""
    if state.game.phase is not Phase.LOST:
        return state.say("After a loss, this key shows the numbers of the cells that you never opened.")
    ended = end_of(state)
    return _changed(state, replace(ended, shows_numbers=not ended.shows_numbers))


def show_code(state: GameState) -> GameState:
    """Shows the board code and copies it; for a daily board, a text to share takes its place.

    Since a board code contains the mines, nothing happens before the game is over. If no mines were dealt, a message
    says so.
    """
    if not state.game.is_over:
        return state
    if state.game.layout is None:
        return state.say("You can't copy this board, because its mines weren't dealt.")
    if state.session.preset == DAILY:
        text = share_text(state.session, state.env.cache.daily)
        return state.then(routes.code.open_code, text, "Text to share").then(Model.with_effect, Copy(text))
    code = to_code(Board(state.game.layout, state.session.first))
    with_code = state.say(f"Board code, copied if the terminal allows: {code}", f"Board code: {code}")
    # A code that is broken over two lines couldn't be copied by hand, so a long one gets a screen of its own.
    shown = state.then(routes.code.open_code, code) if reading_of(with_code).line else with_code
    return shown.then(Model.with_effect, Copy(code))


def show_statistics(state: GameState) -> GameState:
    """Opens the statistics of games of this preset and board type."""
    group = group_of(state.session)
    return state.then(routes.stats_screen.open_stats, Group(group.level, group.mode))
