"""Shows the end of a game: the result, one sentence, the marked proof and the keys.

Loaded when the first game ends.
"""

from __future__ import annotations

from minesweeper.assist.loss import Review, Worth, find_next_proof, review_loss, rival_of
from minesweeper.assist.naming import Room
from minesweeper.assist.tip import Proof
from minesweeper.boards.daily import DAILY
from minesweeper.core.cells import first_cell
from minesweeper.core.text import plural
from minesweeper.play.game import Phase
from minesweeper.play.guesses import skill_of, without_mistakes
from minesweeper.storage.game_summary import GameEnd
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import Geometry
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.game.cursor import is_in_view, move_to_cell
from minesweeper.ui.game.end import with_end
from minesweeper.ui.game.game_state import Ended, GameState, ShownCells
from minesweeper.ui.game.panels import pairs, record_lines, seed_lines
from minesweeper.ui.game.post_game import examination
from minesweeper.ui.game.proof_view import look_at_step, next_step_of, room_of, show_marks, step_marks, step_message
from minesweeper.ui.widgets.chrome import SILENCE, Band, KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine


def end_of(state: GameState) -> GameEnd:
    """Collects everything known about the end of the game."""
    ended = state.ended or Ended()
    if ended.guesses is None:
        return GameEnd(state.session, ended.outcome, ended.review, is_judging=ended.replay_to_analyse is not None)
    found = ended.guesses
    counted = len(without_mistakes(found))
    worth = next((guess.worth for guess in reversed(found) if not guess.survived), None)
    is_judging = bool(counted and ended.replay_to_analyse)
    return GameEnd(state.session, ended.outcome, ended.review, worth, counted, skill_of(found), is_judging)


def is_told(state: GameState) -> bool:
    """Whether the game is over and its last animation has ended, so that the result can be shown."""
    is_moving = state.looks.rings or (state.looks.wave and state.game.phase is not Phase.WON)
    return state.ended is not None and not is_moving


def edge_of(state: GameState) -> str:
    """Returns the style of the frame around a finished board."""
    if not is_told(state):
        return "border"
    return "frame.won" if state.game.phase is Phase.WON else "frame.lost"


def band_of(state: GameState, model: Model, geometry: Geometry) -> Band | None:
    """Returns the result bar below the frame, or in its lower edge if room is short. The bot shows its own."""
    if not is_told(state) or state.mode.is_bot:
        return None
    end, star = end_of(state), model.looks.glyphs.star
    texts = end.card()
    if end.is_won:
        texts = [*(f"{star}  {text}  {star}" for text in texts), texts[-1]]
    in_edge = geometry.free_rows < (2 if end.is_won else 3)  # A sentence follows: a short one after a win.
    panel = geometry.right_panel
    style, room = "banner.won" if end.is_won else "banner.lost", panel.left - 1 if panel else model.cols
    return Band(tuple(texts), style, geometry.below - in_edge, room)


def end_panel(state: GameState, model: Model) -> list[PanelLine]:
    """Returns the details of a finished game."""
    session, end, game = state.session, end_of(state), state.game
    lines = pairs([*end.score(), *end.standing()], _WIDTH)
    if game.layout is not None and not end.is_won:
        mines, flags = game.layout.mines, game.flags
        counts = [
            ("Missed", plural((mines & ~flags).bit_count(), "mine")),
            ("Flags", f"{(flags & mines).bit_count()} right, {(flags & ~mines).bit_count()} wrong"),
        ]
        lines = [*pairs(counts, _WIDTH), *lines]
    if end.not_ranked:
        lines += record_lines(state, model, _WIDTH)
    return [*lines, ("", ""), *seed_lines(session, _WIDTH)]


_WIDTH = 11
"""The width of the names in the details; the longest is Efficiency."""


def is_small(state: GameState, model: Model) -> bool:
    """Whether there is no row for a sentence next to the result, so that it is shown on request only."""
    geometry = state.geometry(model)
    return geometry.is_compact or not geometry.free_rows


def words_at_end(state: GameState, model: Model | None = None) -> Message:
    """Returns the sentence below the result. Where room is short, it appears only on request or after a problem."""
    ended, end = state.ended, end_of(state)
    if ended is None or not ended.telling or not is_told(state):
        return SILENCE
    is_asked = ended.telling == "proof"
    if end.problem and not is_asked:
        return say(end.problem, alarm=True)
    if not is_asked and model is not None and is_small(state, model):
        return SILENCE
    if is_asked and end.is_won:
        return say(end.figures())
    return say(end.sentence()) if end.is_won else _told(ended) or say(end.sentence())


def shown_at_end(state: GameState) -> ShownCells:
    """Marks the safe cell that was missed with the clues that prove it, or a better guess."""
    ended = state.ended
    if ended is None or ended.review is None or not is_told(state):
        return ShownCells()
    if ended.proof is not None:
        if ended.at is not None and ended.telling:
            return step_marks(ended.proof.steps[ended.at])
        return ShownCells(ended.proof.safe, 0, ended.proof.because)
    other = rival_of(ended.review, _worth_of(ended)).cell
    return ShownCells(guess=0 if other is None else 1 << other)


def _told(ended: Ended) -> Message:
    """Returns the message about the losing move. It changes once a forced guess has been rated."""
    worth = _worth_of(ended)
    if ended.review is None or ended.proof is not None or worth is None:
        return ended.told
    review, brief = ended.review, Room(is_brief=True)
    return say(review.text(Room(90), worth), review.text(brief, worth), names_cells=True)


def _worth_of(ended: Ended) -> Worth | None:
    """Returns the rating of the losing guess, once it is known."""
    return next((guess.worth for guess in reversed(ended.guesses or ()) if not guess.survived), None)


def end_hints(state: GameState) -> list[KeyHint]:
    """Returns the key hints after a game."""
    share: list[KeyHint] = [(Action.COPY_CODE, "share")] * (state.session.name == DAILY)
    hints: list[KeyHint] = [*share, (Action.NEW_GAME, "new game")]
    if state.game.phase is Phase.LOST:
        hints += [*proof_hint(state)[:1], (Action.UNDO, "keep playing")]
    else:
        hints.append((Action.WATCH, "replay"))
    return [*hints[:3], (Action.MORE, "more"), (Action.HELP, "help")]


def proof_hint(state: GameState) -> list[KeyHint]:
    """Returns the hint of the key that explains the loss, unless the reason is shown and no proof is left."""
    ended = state.ended
    if ended is None or ended.review is None or ended.proof is not None:
        hints: list[KeyHint] = [(Action.TIP, "next proof" if _is_more(ended) else "why")]
        is_walked = ended and ended.proof and ended.telling and ended.proof.because.bit_count() > 1
        hints += [(Action.NEXT_STEP, "step")] * bool(is_walked)
        return [*hints, (Action.PREVIOUS_STEP, "back")] if is_walked and ended and ended.at is not None else hints
    return [] if ended.proof_seen and ended.telling else [(Action.TIP, "why")]


def _is_more(ended: Ended | None) -> bool:
    """Whether another safe cell was missed than those of the shown proof."""
    review, proof = (ended.review, ended.proof) if ended else (None, None)
    return bool(review and proof and review.safe & ~proof.safe)


# ------------------------------------------------------------------------------
# Proofs of missed safe cells after a loss.
# ------------------------------------------------------------------------------


def reviewed(state: GameState, model: Model, review: Review) -> GameState:
    """Shows the review of the losing move and marks its proof."""

    assert state.ended is not None
    room = room_of(model)._replace(colour=_mark(model))
    told = say(review.text(room), review.text(room._replace(is_brief=True)), names_cells=True)
    proof, seen = review.proof, not is_small(state, model)
    if proof is not None and seen:
        place = state.game.grid.row_col(first_cell(proof.safe))
        seen = is_in_view(state.geometry(model), state.looks.view, place)
    ended = state.ended._replace(fatal=None, review=review, proof=proof, told=told, proof_seen=seen, telling="end")
    return with_end(state, ended)


def next_proof(state: GameState, model: Model) -> GameState:
    """Moves on to the next missed safe cell; the first time to the marked one."""
    ended = state.ended
    if ended is None or (ended.review is None and state.game.phase is Phase.LOST):
        return state
    if ended.proof is None:
        return with_end(state, ended._replace(telling="proof"))
    if ended.proof_seen and _is_more(ended):
        return with_end(state, ended._replace(next_proof_from=ended.proofs_shown | ended.proof.safe))
    return _show(state, model, ended.proof)


def _show(state: GameState, model: Model, proof: Proof) -> GameState:
    """Marks and explains a proof, with the cursor on its cell."""
    ended, room = state.ended, room_of(model)
    assert ended is not None
    assert ended.review is not None
    told, brief = proof.text(room._replace(colour=_mark(model))), proof.text(room._replace(is_brief=True))
    said = say(told, brief, names_cells=True)
    walked = (ended.next_proof_from or 0) | proof.safe
    if not ended.review.safe & ~walked:
        walked = 0  # All proofs were shown: start over.
    ended = ended._replace(
        next_proof_from=None, proofs_shown=walked, proof=proof, at=None, told=said, proof_seen=True, telling="proof"
    )
    return show_marks(move_to_cell(with_end(state, ended), model, first_cell(proof.safe)), model)


def walk_proof(state: GameState, model: Model, by: int) -> GameState:
    """Shows another step of the proof; the whole proof comes before the first step."""
    ended = state.ended
    if ended is None or ended.proof is None:
        return state
    steps = ended.proof.steps
    at = next_step_of(steps, ended.at, by)
    if at is None:
        return _show(state, model, ended.proof)
    ended = ended._replace(at=at, told=step_message(steps, at), proof_seen=True, telling="proof")
    return look_at_step(with_end(state, ended), model, steps, at)


def _mark(model: Model) -> str:
    """Names the mark of safe cells: green where they are, otherwise their symbol."""
    is_green = model.looks.colours and model.settings.text("theme") not in ("colour-blind", "mono")
    return "green" if is_green else model.looks.glyphs.tile(Tile.SAFE)[1]


def end_work(state: GameState) -> Job | None:
    """Returns the next background job about a finished game."""
    ended = state.ended
    if ended is None:
        return None
    if ended.fatal:
        return Job(review_loss, ended.fatal, reviewed)
    if ended.next_proof_from is not None:
        return Job(find_next_proof, (ended.review, ended.next_proof_from), _show)
    if ended.replay_to_analyse:
        return examination(ended)
    return None
