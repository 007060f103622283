"""Draws a replay: the board before the next move, the panel with facts about this move and the guesses, and the
timeline.

It draws a `ReplayState`, and says where the timeline and the hints are, so that `screen` can handle clicks on them.
"""

from __future__ import annotations

from collections.abc import Iterator

from minesweeper.assist.loss import Review
from minesweeper.assist.naming import Naming, Room
from minesweeper.core.boardspec import FAIR, NORMAL, board_name
from minesweeper.core.cells import first_cell, short_place
from minesweeper.core.text import capitalise, wrap_to
from minesweeper.core.times import clock_text, milliseconds_text
from minesweeper.play.game import Phase
from minesweeper.play.guesses import Guess, skill_of
from minesweeper.play.replay import described_move
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.board import BoardPicture, draw_board, position_text
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.odds import overlay_words
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.replay.state import ReplayState
from minesweeper.ui.widgets.chrome import SILENCE, Chrome, ChromeSpec, KeyHint, Message, arrange_chrome, say
from minesweeper.ui.widgets.header import GameHeader, PanelLine, draw_panel, draw_strip, figure_lines
from minesweeper.ui.widgets.proof_text import proof_message, room_of
from minesweeper.ui.widgets.signs import signs_of

_MOST_GUESSES = 6
"""The most guesses that the panel lists."""
_FEWEST_LINES = 2
"""The lines of the panel that are always kept for guesses: their title, and the guess at the current step."""
_JUDGING = "judging..."
UNRATED = "Guesses aren't rated on fair boards."
"""What is said instead of the guesses of a fair game."""
_PROOF_ROOM = 70
"""The columns for which a proof in the panel is written.

The proof then takes about two lines, so that the guesses below it have room.
"""
_BELOW = 3
"""The rows below the board: the timeline, the message and the key bar."""
_LONGEST_TIMELINE = 130
"""The most columns of the timeline."""
_START = " 0:00 "
"""The time at the left end of the timeline."""


def draw_replay(state: ReplayState, model: Model, canvas: Canvas) -> None:
    """Draws the whole screen of a replay."""
    geometry, session = state.geometry(model), state.shown
    phase = session.game.phase
    edge = {Phase.WON: "frame.won", Phase.LOST: "frame.lost"}.get(phase, "border")
    cursor = None if phase is Phase.WON else state.cursor
    picture = BoardPicture(session.game, state.view, cursor, state.marks(geometry), edge=edge, is_numbered=True)
    draw_board(canvas, geometry, picture, model.settings, model.looks)
    if geometry.is_compact:
        place = f"{min(state.step + 1, len(state.film))}/{len(state.film)}"
        time, speed = clock_text(state.at_ms / 1000), state.speed_text if state.playing else "||"
        texts = (f"{place} {time} {speed}", f"{place} {time}", place)
        fitting = next((text for text in texts if len(text) <= geometry.strip.width), "")
        canvas.write(geometry.strip.top, geometry.strip.left, fitting, "title")
    else:
        _draw_around(state, model, canvas, geometry)
    _draw_timeline(canvas, state, model)
    replay_chrome(state, model).draw(canvas)


def _draw_around(state: ReplayState, model: Model, canvas: Canvas, geometry: Geometry) -> None:
    """Draws the header, the place of the cursor if the board scrolls, and the panel."""
    header = GameHeader(state.shown)
    draw_strip(canvas, geometry, header, model.looks)
    if geometry.scrolls and state.cursor:
        frame = geometry.frame
        text = position_text(geometry, state.view, state.cursor, frame.width - 4)
        canvas.write(frame.top + frame.height - 1, frame.left + frame.width - 2 - len(text), text, "text")
    if geometry.right_panel:
        panel = geometry.right_panel
        room = panel._replace(height=canvas.rows - _BELOW - panel.top)
        draw_panel(canvas, room, _panel_lines(state, model, room.width, room.height))


def replay_chrome(state: ReplayState, model: Model) -> Chrome:
    """Arranges the message and the hints of a replay.

    A small screen has room for one hint only, because the timeline is in the same row.
    """
    geometry, message = state.geometry(model), state.message or _explanation(state, model)
    compact, tenths = geometry.is_compact, model.looks.sign_of_tenths(geometry.cell_width)
    shown_message = message or say(*_texts(state, tenths, brief=compact))
    most = 3 if message and compact else 2 if message else 1
    hints = [(Action.BACK, "back")] if compact else _hints(state)
    frame = None if compact else geometry.frame
    spec = ChromeSpec(
        hints, shown_message, most_lines=most, kept_rows=_proof_rows(state, model), frame=frame, is_low=True
    )
    return arrange_chrome(model, Context.REPLAY, spec)


def _explanation(state: ReplayState, model: Model) -> Message:
    """The message that explains the position, or the empty message if the player didn't ask for it."""
    if state.explained_at is None:
        return SILENCE
    if state.proof is None:
        return say("Looking for a proof...")
    signs = signs_of(model.looks)
    return proof_message(state.proof, room_of(model), state.explained_at, signs=signs, names_cells=False)


def _proof_rows(state: ReplayState, model: Model) -> tuple[int, ...]:
    """The screen row of a proved cell, which the message must not cover. Empty while no proof is shown."""
    if state.proof is None:
        return ()
    geometry, grid = state.geometry(model), state.proof.position.grid
    cell = first_cell(state.proof.safe or state.proof.mined)
    return (geometry.place(geometry.clamp(state.view), *grid.row_col(cell))[0],)


def _hints(state: ReplayState) -> list[KeyHint]:
    has_guesses = state.guesses or (state.game.guesses is None and state.game.mode != FAIR)
    return [
        (Action.PLAY, "pause" if state.playing else "play"),
        (Action.STEP_FORWARD, "step"),
        (Action.TIP, "explain"),
        *([(Action.NEXT_GUESS, "next guess")] if has_guesses else []),
        (Action.HELP, "help"),
        (Action.BACK, "back"),
    ]


# ------------------------------------------------------------------------------
# The panel
# ------------------------------------------------------------------------------


def _panel_lines(state: ReplayState, model: Model, width: int, height: int) -> list[PanelLine]:
    """The lines of the panel: the game, the next move, the guesses, and the speed."""
    result = {"won": "good", "lost": "bad"}.get(state.game.result, "text")
    head = f"{state.game.result} {clock_text(state.game.time_ms / 1000)}"
    pairs = [("Step", f"{min(state.step + 1, len(state.film))} of {len(state.film)}")]
    if state.next_move is not None:
        pairs.append(("Move", described_move(state.next_move, state.film.replay.spec.grid, short_place)))
    name = f"Replay  {board_name(state.shown.preset, state.shown.spec)}"
    lines: list[PanelLine] = [
        (name, "title"),
        (state.moment, "text.dim"),
        (head, result),
        *([] if state.game.mode == NORMAL else [(f"{state.game.mode} board", "text.dim")]),
        ("", ""),
        *figure_lines(pairs, width),
    ]
    if state.judged_guess is not None or state.review is not None:
        most = max(1, height - len(lines) - _FEWEST_LINES - 1)
        lines += [(line, "text") for line in wrap_to(_about_guess(state, state.judged_guess), width, most)]
    lines.append(("", ""))
    lines += _guess_lines(state, model, width, height - len(lines))
    about = [("Speed", state.speed_text)]
    if state.is_kept:
        about.append(("Game id", state.game.id[:8]))
    return [*lines, ("", ""), *figure_lines(about, width)]


def _about_guess(state: ReplayState, guess: Guess | None) -> str:
    """Explains a guess, a mistake, or the loss of a fair game in the words that the game uses after a loss.

    While the guess isn't rated yet, the text only says what kind it is. Empty if there is nothing to explain.
    """
    if guess is not None and (state.review is None or (state.is_pending and not state.review.proofs)):
        return f"{capitalise(guess.kind)}{f', {_JUDGING}' if state.is_pending else '.'}"
    return "" if state.review is None else state.review.text(Room(_PROOF_ROOM, naming=Naming.SHORT), state.rating)


def _guess_lines(state: ReplayState, model: Model, width: int, height: int) -> list[PanelLine]:
    """The lines with the guesses around the current step, as many as have room, and the skill of all guesses."""
    if state.game.guesses is None:
        unknown = UNRATED if state.game.mode == FAIR else "Guesses: unknown"
        return [
            (line, "text.dim") for line in wrap_to("Looking for guesses..." if state.examining else unknown, width, 2)
        ]
    if not state.guesses:
        return [("No guess in this game", "text")]
    has_mistakes = any(guess.is_mistake for guess in state.guesses)
    title: PanelLine = ("Guesses, mistakes by step" if has_mistakes else "Guesses by step", "text")
    skill, end = skill_of(state.guesses), list[PanelLine]()
    if skill is None:
        end = [("Judging them...", "text.dim")] if state.judging else []
    elif skill.judged:
        end = [(f"Skill {skill.percent}   survival {skill.luck}", "text")]
    most = max(1, min(_MOST_GUESSES, height - 1 - len(end)))
    place = sum(guess.move < state.step for guess in state.guesses)
    first = max(0, min(place - most // 2, len(state.guesses) - most))
    texts = []
    for guess in state.guesses[first : first + most]:
        mark, odds = (
            model.looks.glyphs.pointer if guess.move == state.step else " ",
            "mine" if guess.is_mistake else guess.chance,
        )
        texts.append(f"{mark} {guess.move + 1:4} {odds:>5}{guess.loss}{'' if guess.survived else ' boom'}")
    return [title, *((text, "text") for text in texts), *end]


# ------------------------------------------------------------------------------
# The message
# ------------------------------------------------------------------------------


def _texts(state: ReplayState, tenths: str, *, brief: bool) -> tuple[str, ...]:
    """Describes the next move, or the end of the game, in several forms, the longest first.

    While an overlay is shown, the overlay is described instead, unless the screen has no room for it (``brief``).
    ``tenths`` is the sign before odds in tenths.
    """
    if state.current_analysis is not None and not state.playing and not brief:
        odds = state.overlay is Overlay.ODDS
        cursor, is_fair = state.cursor or (0, 0), state.is_judged_at(state.step)
        return overlay_words(state.current_analysis, state.shown.game, cursor, odds, is_fair=is_fair, tenths=tenths)
    move, guess, review = state.next_move, state.judged_guess, state.review
    after = f"{capitalise(state.game.result)} after {milliseconds_text(state.game.time_ms)}"
    head = after if move is None else f"Step {state.step + 1}"
    if guess is None and review is not None:
        head = f"{head}, needless guess" if review.was_needless else head
        texts = [f"{head}. {review.text(Room(naming=naming))}" for naming in (Naming.FULL, Naming.SHORT)]
    elif guess is None:
        # If an assistant made the move, the description has a colon already: "Step 2, tip: open row 4, column 2."
        colon = "," if move is not None and move.assistant else ":"
        words = "" if move is None else f"{colon} {described_move(move, state.film.replay.spec.grid)}"
        texts = [f"{head}{words}."]
    elif review is None or (state.is_pending and not review.proofs):
        what = "a move that could only lose" if guess.is_mistake else f"a guess, {guess.chance} mine risk"
        texts = [f"{head}: {what}{f', {_JUDGING}' if review else '.'}"]
    else:
        *longer, short = _guess_texts(state, review)
        texts = [*(f"{head}. {sentence}" for sentence in (*longer, short)), short]
    return *texts, *_brief(state)


def _guess_texts(state: ReplayState, review: Review) -> Iterator[str]:
    """What a guess or mistake was, which cell was safe, and what the guess gave away, in several forms, the longest
    first.

    The last form leaves out what it gave away.
    """
    rating = state.rating
    lost = f" It gave away {rating.lost}." if rating is not None and rating.given_away else ""
    for naming in (Naming.FULL, Naming.SHORT):
        room = Room(naming=naming)
        text = f"{review.what_lost(rating, room)} {review.what_was_missed(room)}".rstrip()
        yield f"{text}{lost}"
    yield text


def _brief(state: ReplayState) -> list[str]:
    """Describes the next move or the end of the game in few columns, in several forms, the longest first.

    The shortest form fits into 20 columns.
    """
    move, guess = state.next_move, state.judged_guess
    if move is None:
        name = f"{state.game.result} {milliseconds_text(state.game.time_ms)}"
    else:
        name = described_move(move, state.film.replay.spec.grid, short_place)
    if guess is None:
        needless = state.review is not None and state.review.was_needless
        return [f"{name}, needless guess", name] if needless else [name]
    if guess.is_mistake:
        return [f"{name}: mine"]
    # What the guess gave away comes before its place, because the cursor already shows the place.
    kind = guess.rating.word if guess.rating else ""
    end = " ".join(filter(None, (kind, guess.chance, guess.loss.strip())))
    return [f"{name}: {end}", end, f"{name}: {guess.chance}"]


# ------------------------------------------------------------------------------
# The timeline
# ------------------------------------------------------------------------------


def timeline_place(state: ReplayState, model: Model) -> Rect:
    """The place of the timeline on the screen, without the times at its ends. Clicks there lead to another step."""
    if state.geometry(model).is_compact:
        leave = replay_chrome(state, model).buttons[0]
        left = leave.col + leave.width + 1
        return Rect(model.rows - 1, left, 1, model.cols - left)
    end = len(f" {clock_text(state.film.total_ms / 1000)} ")
    width = min(model.cols, _LONGEST_TIMELINE) - len(_START) - end
    return Rect(model.rows - _BELOW, len(_START), 1, max(1, width))


def _draw_timeline(canvas: Canvas, state: ReplayState, model: Model) -> None:
    """Draws the timeline with the current step, a mark for each guess, and the result at its end."""
    place = timeline_place(state, model)
    canvas.write(place.top, 0, " " * canvas.cols, "text")
    if not state.geometry(model).is_compact:
        canvas.write(place.top, 0, _START, "text.dim")
        canvas.write(place.top, place.left + place.width + 1, clock_text(state.film.total_ms / 1000), "text.dim")

    def column(ms: float) -> int:
        total = state.film.total_ms
        return max(0, min(round(ms / total * (place.width - 1)), place.width - 1)) if total else 0

    now, glyphs = column(state.at_ms), model.looks.glyphs
    line = [glyphs.full if col < now else glyphs.rest for col in range(place.width)]
    styles = ["bar" if col < now else "text.dim" for col in range(place.width)]
    for guess in state.guesses:
        col = column(state.film.time_at(guess.move))
        line[col], styles[col] = "?", "bad" if not guess.survived else "guess"
    ends = {"won": glyphs.tile(Tile.SAFE)[1], "lost": glyphs.tile(Tile.BOOM)[-1]}
    line[-1] = ends.get(state.game.result, "x") if glyphs.braille or state.game.result != "lost" else "!"
    line[now], styles[now] = model.looks.frame.solid_side, "title"
    canvas.write_pieces(place.top, place.left, list(zip(line, styles, strict=True)))
