"""How a replay looks: the board before the next move, what is known about that move, guesses, and the line of time."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from minesweeper.assist.loss import Need, Review
from minesweeper.assist.naming import Room
from minesweeper.boards.measures import opened_three_bv
from minesweeper.core.boardspec import board_name
from minesweeper.core.cells import place_text, short_place
from minesweeper.core.text import begin, percent, wrap_to
from minesweeper.core.times import clock_text, milliseconds_text
from minesweeper.play.game import Phase
from minesweeper.play.guesses import Guess, skill_of
from minesweeper.play.replay import move_words
from minesweeper.play.session import Move
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.board import BoardPicture, draw_board, position_text
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.overlay import Overlay, overlay_texts
from minesweeper.ui.replay.state import ReplayState, replay_speed_text
from minesweeper.ui.widgets.chrome import Chrome, KeyHint, lay_chrome, say
from minesweeper.ui.widgets.header import PanelLine, Status, draw_panel, draw_strip, face_of

_LARGE = 40_000
_MOST_GUESSES = 6
_FEWEST_LINES = 2
"""The title of the guesses and the one that is shown have room in any case."""
_JUDGING = "judging..."
_ROOM = 70
"""A proof takes about two lines of this width, so that the panel has room for the guesses below it."""


def draw_replay(state: ReplayState, model: Model, canvas: Canvas) -> None:
    """Draws everything."""
    geometry, session = state.geometry(model), state.session
    phase = session.game.phase
    edge = {Phase.WON: "frame.won", Phase.LOST: "frame.lost"}.get(phase, "border")
    cursor = None if phase is Phase.WON else state.cursor
    picture = BoardPicture(session.game, state.view, cursor, state.marks(geometry), edge=edge, is_numbered=True)
    draw_board(canvas, geometry, picture, model.settings, model.looks)
    if geometry.is_compact:
        _draw_compact(state, canvas, geometry)
    else:
        _draw_around(state, model, canvas, geometry)
    draw_timeline(canvas, state, model)
    replay_chrome(state, model).draw(canvas)


def _draw_around(state: ReplayState, model: Model, canvas: Canvas, geometry: Geometry) -> None:
    """The header, where one is on the board, and the panel."""
    status = Status(state.session, face_of(state.session, pressed=False), prefix="Replay  ")
    draw_strip(canvas, geometry, status, model.looks)
    if geometry.scrolls and state.cursor:
        frame = geometry.frame
        text = position_text(geometry, state.cursor, frame.width - 4)
        canvas.write(frame.top + frame.height - 1, frame.left + frame.width - 2 - len(text), text, "text")
    if geometry.right_panel:
        panel = geometry.right_panel
        room = Rect(panel.top, panel.left, canvas.rows - 3 - panel.top, panel.width)
        lines = panel_lines(state, model, room.width, room.height)
        draw_panel(canvas, room, lines)


def replay_chrome(state: ReplayState, model: Model) -> Chrome:
    """The message and the hints; in compact the line of time leaves room for the way out alone."""
    compact = state.geometry(model).is_compact
    told = state.message or say(*texts_of(state, brief=compact))
    most, hints = (3 if state.message else 1, [(Action.BACK, "back")]) if compact else (1, replay_hints(state))
    return lay_chrome(model, Context.REPLAY, hints, told, most=most)


def _draw_compact(state: ReplayState, canvas: Canvas, geometry: Geometry) -> None:
    strip = geometry.strip
    place = f"{min(state.step + 1, len(state.film))}/{len(state.film)}"
    time, speed = clock_text(state.at_ms / 1000), replay_speed_text(state) if state.playing else "||"
    texts = (f"{place} {time} {speed}", f"{place} {time}", place)
    canvas.write(strip.top, strip.left, next((text for text in texts if len(text) <= strip.width), ""), "title")


def panel_lines(state: ReplayState, model: Model, width: int, height: int) -> list[PanelLine]:
    """What the panel says in so many columns and rows; what has no room is the end, but the guesses are in view."""
    result = {"won": "good", "lost": "bad"}.get(state.game.result, "text")
    head = f"{state.moment}   {state.game.result} {clock_text(state.game.time_ms / 1000)}".strip()
    pairs = [("Step", f"{min(state.step + 1, len(state.film))} of {len(state.film)}")]
    move = state.next_move
    if move is not None:
        pairs.append(("Move", move_words(move, state.film.replay.spec.grid, short_place)))
    guess = state.guess
    if guess is not None:
        forced = "" if state.review is None else _judged(state.review)
        pairs.append(("Odds", "a mistake" if guess.is_mistake else f"{guess.chance}{forced}"))
        if state.review is not None:
            pairs += [*_best_pair(state), *_cost(state)]
    name = f"Replay  {board_name(state.session.name, state.session.spec)}"
    lines: list[PanelLine] = [(name, "title"), (head, result), ("", ""), *_pairs(pairs)]
    lines += [*_proof_lines(state, width, max(1, height - len(lines) - _FEWEST_LINES - 1)), ("", "")]
    lines += _guess_lines(state, model, width, height - len(lines))
    lines += [("", ""), *_pairs([*_speed_pairs(state), ("Speed", replay_speed_text(state))]), ("", "")]
    if state.is_kept:
        lines += [*_pairs([("Game id", state.game.id[:8])]), ("", "")]
    keys = [(Action.EXPORT, "export"), (Action.PLAY_BOARD, "play this board"), (Action.OVERLAY, "safe cells, odds")]
    keys += [(Action.MOVES, "list of moves"), (Action.FASTER, "faster")]
    keys += [(Action.ANALYSE, "analysis")]
    return [*lines, *((f"{model.keymap.label(Context.REPLAY, action):2} {text}", "text") for action, text in keys)]


def _proof_lines(state: ReplayState, width: int, most: int) -> list[PanelLine]:
    """Why another cell was safe, which is marked on the board, in so many lines."""
    review = state.review
    if review is None or review.proof is None:
        return []
    told = review.proof.text(Room(_ROOM))
    return [(line, "text") for line in wrap_to(told, width, most)]


def _judged(review: Review) -> str:
    if not review.was_forced:
        return ", needless"
    return ", forced" if review.is_exact else ""


def _pairs(pairs: list[tuple[str, str]]) -> list[PanelLine]:
    return [(f"{name:10}{value}", "text") for name, value in pairs]


def _best_pair(state: ReplayState) -> list[tuple[str, str]]:
    """The best move known, once that is known; where this one is it within the margin, that is said."""
    if state.is_pending and state.review is not None and state.review.spared is None:
        return [("Best was", _JUDGING)]
    best, rival = _best(state), state.rival
    if best:
        return [("Best was" if rival.is_judged or rival.cell is None else "Safer was", best)]
    if not rival.is_judged:
        return []
    return [("Best was", "this cell")] if rival.is_certain else [("As good", "as any known")]


def _best(state: ReplayState, name: Callable[[int, int], str] = short_place, safe: str = ", safe") -> str:
    """Names the cell that was safe, or the one that the guess is measured by; nothing if there was none."""
    review, rival, grid = state.review, state.rival, state.film.replay.spec.grid
    if review is not None and review.spared is not None:
        return f"{name(*grid.row_col(review.spared))}{safe}"
    if rival.cell is None:
        return ""
    return ", ".join(filter(None, (name(*grid.row_col(rival.cell)), rival.odds)))


def _cost(state: ReplayState) -> list[tuple[str, str]]:
    """What was given away; where that can't be known, how much more was risked than had to be."""
    review, worth = state.review, state.worth
    if worth is not None and worth.given_away is not None:
        return [("Gave away", worth.lost)]
    if state.is_pending:
        return [] if review is None or review.spared is None else [("Gave away", _JUDGING)]
    if review is None or (review.spared is None and review.better_odds is None):
        return []
    least = Fraction(0) if review.better_odds is None else Fraction(*review.better_odds)
    more = Fraction(*review.odds) - least
    if more <= 0:
        return []  # the best guess had higher odds, and promised more
    return [("Cost", f"{percent(*more.as_integer_ratio(), review.is_exact)} more risk")]


def _guess_lines(state: ReplayState, model: Model, width: int, height: int) -> list[PanelLine]:
    """The guesses around the step that is shown, as many as there is room for, and how good all of them were."""
    if state.game.guesses is None:
        return [("Looking for guesses..." if state.examining else "Guesses: unknown", "text.dim")]
    if not state.guesses:
        return [("No guess in this game", "text")]
    has_mistakes = any(guess.is_mistake for guess in state.guesses)
    lines: list[PanelLine] = [("Guesses and mistakes" if has_mistakes else "Guesses in this game", "text")]
    place, skill = sum(guess.move < state.step for guess in state.guesses), _skill_lines(state)
    most = max(1, min(_MOST_GUESSES, height - len(lines) - len(skill)))
    first = max(0, min(place - most // 2, len(state.guesses) - most))
    parts = [
        (
            model.looks.glyphs.pointer if guess.move == state.step else " ",
            f"{guess.move + 1}",
            "mine" if guess.is_mistake else guess.chance,
            f"{guess.loss}{'' if guess.survived else '  boom'}",
        )
        for guess in state.guesses[first : first + most]
    ]
    forms = (
        [f"{mark} step {step:4} {odds:>4}{end}" for mark, step, odds, end in parts],
        [f"{mark} step {step:3} {odds:>4}{end.replace('  ', ' ')}" for mark, step, odds, end in parts],
        [f"{mark} {step:4} {odds:>4}{end.replace('  ', ' ')}" for mark, step, odds, end in parts],
    )
    texts = next((form for form in forms if all(len(text) <= width for text in form)), forms[-1])
    return [*lines, *((text, "text") for text in texts), *skill]


def _skill_lines(state: ReplayState) -> list[PanelLine]:
    """How well was guessed in the whole game."""
    skill = skill_of(state.guesses)
    if skill is None:
        return [("Judging them...", "text.dim")] if state.judging else []
    return [(f"Skill {skill.percent}   survival {skill.luck}", "text")] if skill.judged else []


def _speed_pairs(state: ReplayState) -> list[tuple[str, str]]:
    session = state.film.session_at(state.step)
    layout = session.game.layout
    if layout is None or not state.at_ms or layout.grid.size > _LARGE:
        return []
    done = opened_three_bv(layout, session.game.opened)
    return [("3BV/s", f"{done / (state.at_ms / 1000):.2f} so far")]


def texts_of(state: ReplayState, *, brief: bool) -> tuple[str, ...]:
    """What is said about the next move, or where there is room about what is laid over the board, longest first."""
    if state.known is not None and not state.playing and not brief:
        return overlay_texts(state.known, state.session.game, state.cursor or (0, 0), state.overlay is Overlay.ODDS)
    told, short, worth, guess = _sentences(state), _brief(state), state.worth, state.guess
    if worth is None or not worth.given_away or state.review is None:
        return *told, *short
    sentences = [f"{sentence} It gave away {worth.lost}." for sentence in told]
    if guess is not None:
        was = f"a needless guess, gave away {worth.lost}: {_best(state, place_text, ' was safe')}"
        if state.review.spared is None:
            was = f"a guess that gave away {worth.lost}; best was {_best(state, place_text)}"
        sentences.append(f"Step {state.step + 1}: {was}.")
    return *sentences, *told, *short


def _sentences(state: ReplayState) -> list[str]:
    """What is said about the next move, or the end, longest first."""
    move = state.next_move
    return _end_sentences(state) if move is None else [_sentence(state, move)]


def _sentence(state: ReplayState, move: Move) -> str:
    guess, words = state.guess, f"Step {state.step + 1}"
    if guess is None:
        return f"{words}: {move_words(move, state.film.replay.spec.grid)}."
    odds, review = guess.chance, state.review
    if guess.is_mistake:
        is_chord = review is not None and review.chord is not None
        lost = "a chord that could only lose" if is_chord else "provably a mine"
        safe = f" {begin(_best(state, place_text, ' was safe'))}." if review and review.spared is not None else ""
        return f"{words}: {lost}.{safe}"
    if review is None:
        return f"{words}: a guess, {odds} mine risk."
    if review.spared is not None:
        return f"{words}: a guess, {odds} mine risk, and none was needed: {_best(state, place_text)}."
    if not review.is_exact:
        return f"{words}: a guess, {odds} mine risk; the clues are too many to tell whether it was needed."
    if state.is_pending:
        return f"{words}: a forced guess. {odds} mine risk, {_JUDGING}"
    return f"{words}: a forced guess. {odds} mine risk{_tail(state)}."


def _end_sentences(state: ReplayState) -> list[str]:
    """How it ended; of a game that a guess has lost, what the odds were and which cell was better."""
    after, how = f"{state.game.result} after {milliseconds_text(state.game.time_ms)}", _how_lost(state)
    if not how:
        return [f"The end: {after}."]
    return [f"The end: {after} by {how}", f"{begin(state.game.result)} by {how}"]


def _how_lost(state: ReplayState) -> str:
    """What has lost a game; nothing where no guess and no mistake did, or that is not known yet."""
    review, judged = state.review, state.judged
    guess = next((guess for guess in state.guesses if guess.move == judged), None)
    if guess is None or review is None:
        return ""
    if guess.is_mistake:
        return "opening what was provably a mine." if review.chord is None else "a chord that could only lose."
    if review.spared is not None:
        return f"a needless guess, {guess.chance}: {_best(state, place_text)}."
    return f"a guess, {guess.chance} mine risk{f'; {_JUDGING}' if state.is_pending else f'{_tail(state)}.'}"


def _tail(state: ReplayState) -> str:
    """What the guess is measured by, as the end of the game says it too."""
    rival, grid = state.rival, state.film.replay.spec.grid
    return rival.tail(grid)


def _brief(state: ReplayState) -> list[str]:
    """The same in few columns, longest first; the shortest ones fit into 20."""
    move = state.next_move
    guess = next((guess for guess in state.guesses if guess.move == state.judged), None)
    if move is None:
        name, short = f"{state.game.result} {milliseconds_text(state.game.time_ms)}", state.game.result
    else:
        name = move_words(move, state.film.replay.spec.grid, short_place)
        short = name.removeprefix("open ")
    if guess is None:
        return [name]
    if guess.is_mistake:
        return [f"{name}: mine"]
    # How much was given away comes before the place, where the cursor is.
    end = " ".join(filter(None, (guess.chance, guess.loss.strip())))
    kind = _brief_kind(state, guess)
    forms = [f"{name}: {kind} {end}", f"{short}: {kind} {end}", f"{kind} {end}"] if kind else []
    return [*forms, f"{name}: {end}", f"{short}: {end}", f"{name}: {guess.chance}"]


def _brief_kind(state: ReplayState, guess: Guess) -> str:
    """What a guess was in one word, as far as it is known."""
    if guess.worth is not None:
        needs = {Need.FORCED: "forced", Need.NEEDLESS: "needless"}
        return "good" if guess.worth.is_good else needs.get(guess.worth.need, "")
    return "" if state.review is None else _judged(state.review).removeprefix(", ")


def timeline_place(state: ReplayState, model: Model) -> Rect:
    """Where the line of time is, without the times at its ends."""
    if state.geometry(model).is_compact:
        leave = replay_chrome(state, model).buttons[0][0]
        left = leave.col + leave.width + 1
        return Rect(model.rows - 1, left, 1, model.cols - left)
    end = len(clock_text(state.film.total_ms / 1000))
    return Rect(model.rows - 3, 6, 1, max(1, min(model.cols, 130) - 8 - end))


def draw_timeline(canvas: Canvas, state: ReplayState, model: Model) -> None:
    """Draws the line of time: what is over, now, what is to come, the guesses and the end."""
    place = timeline_place(state, model)
    canvas.write(place.top, 0, " " * canvas.cols, "text")
    if not state.geometry(model).is_compact:
        canvas.write(place.top, 1, "0:00", "text.dim")
        canvas.write(place.top, place.left + place.width + 1, clock_text(state.film.total_ms / 1000), "text.dim")
    now = column_of(state, place.width, state.at_ms)
    glyphs = model.looks.glyphs
    line = [glyphs.full if col < now else glyphs.rest for col in range(place.width)]
    styles = ["bar" if col < now else "text.dim" for col in range(place.width)]
    for guess in state.guesses:
        col = column_of(state, place.width, state.film.time_at(guess.move))
        line[col], styles[col] = "?", "bad" if not guess.survived else "guess"
    ends = {"won": glyphs.tile(Tile.SAFE)[1], "lost": glyphs.tile(Tile.BOOM)[-1]}
    line[-1] = ends.get(state.game.result, "x") if glyphs.braille or state.game.result != "lost" else "!"
    line[now], styles[now] = model.looks.frame.solid_side, "title"
    canvas.write_pieces(place.top, place.left, list(zip(line, styles, strict=True)))


def column_of(state: ReplayState, width: int, ms: float) -> int:
    """The column of a time on the line."""
    total = state.film.total_ms
    return max(0, min(round(ms / total * (width - 1)), width - 1)) if total else 0


def replay_hints(state: ReplayState) -> list[KeyHint]:
    """The keys of the screen, most important first."""
    return [
        (Action.PLAY, "pause" if state.playing else "play"),
        (Action.STEP_FORWARD, "step"),
        *[(Action.NEXT_GUESS, "next guess")] * bool(state.guesses or state.game.guesses is None),
        (Action.HELP, "help"),
        (Action.BACK, "back"),
    ]
