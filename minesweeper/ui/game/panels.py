"""What the panels beside a board and the line below it say about a game."""

from __future__ import annotations

from minesweeper.boards.measures import opened_three_bv, three_bv
from minesweeper.core.cells import place_text
from minesweeper.core.text import percent, rough_percent
from minesweeper.core.times import exact_time
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.storage.values import group_of
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.keymap import key_label
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game.bot import BotRun
from minesweeper.ui.game.end import best_line, outcome_pairs, record_pairs, to_beat
from minesweeper.ui.game.state import GameState
from minesweeper.ui.widgets.status import PanelLine

LARGE = 40_000
"""Live measures are left out on larger boards: they take too long to count at every second."""


def right_panel(state: GameState, model: Model) -> list[PanelLine]:
    """The lines of the panel at the right."""
    if state.game.is_over:
        return _end_panel(state)
    if state.solver:
        return _solver_panel(state)
    if state.tip:
        return _tip_legend(state, model)
    if state.proposals:
        return _what_if_legend(state, model)
    if state.known:
        return _overlay_legend(state, model)
    if state.bot:
        return _bot_panel(state.bot)
    if state.reduced:
        return _reduced_legend(state, model)
    records = record_lines(state, model)
    return [*records, ("", "")] * bool(records) + [
        *_progress_lines(state, model),
        ("", ""),
        *_seed_lines(state.session),
    ]


def _pairs(pairs: list[tuple[str, str]], width: int = 10) -> list[PanelLine]:
    return [(f"{name:{width}}{value}", "text") for name, value in pairs]


def record_lines(state: GameState, model: Model) -> list[PanelLine]:
    """The time to beat, the streak and the wins of games like this one; nothing before the first was decided."""
    record = model.shelf.record(group_of(state.session))
    if record is None or not record.decided:
        return []
    lines = _pairs(record_pairs(record))
    if record.best_ms is not None and state.session.is_running:
        is_passed = state.session.milliseconds > record.best_ms
        style = "text.dim" if is_passed else "text"
        lines[:1] = [(lines[0][0], style), (f"{'':10}{to_beat(record, state.session.elapsed)}", style)]
    return lines


def _progress_lines(state: GameState, model: Model) -> list[PanelLine]:
    session, game = state.session, state.game
    pairs = [
        ("Board", f"{session.spec.width}x{session.spec.height}, {session.spec.mines} mines"),
        ("Opened", f"{game.opened.bit_count()} of {game.safe_total}"),
        ("Flags", str(game.flags.bit_count())),
        ("Cursor", place_text(*state.cursor)),
    ]
    if model.settings.is_on("live_counters"):
        pairs += _live_pairs(session)
    return _pairs(pairs)


def _live_pairs(session: Session) -> list[tuple[str, str]]:
    clicks = session.clicks
    pairs = [("Clicks", f"{clicks.opens} L {clicks.flags} R {clicks.chords} C")]
    if session.game.layout is not None and session.elapsed >= 1 and session.game.grid.size <= LARGE:
        done = opened_three_bv(session.game.layout, session.game.opened)
        pairs.append(("Live", f"~{done / session.elapsed:.2f} 3BV/s"))
    return pairs


def _seed_lines(session: Session) -> list[PanelLine]:
    return [(f"{'Seed':10}{session.seed}", "text.dim")]


def _end_panel(state: GameState) -> list[PanelLine]:
    session, game = state.session, state.game
    won = game.phase is Phase.WON
    title = {Phase.WON: "Won in", Phase.LOST: "Lost at", Phase.GIVEN_UP: "Given up"}[game.phase]
    lines: list[PanelLine] = [(f"{title:11}{exact_time(session.elapsed)}", "good" if won else "bad")]
    outcome = state.outcome
    best = best_line(outcome) if outcome else None
    lines += [(f"{best[0]:11}{best[1]}", "good"), ("", "")] if best else [("", "")]
    lines += _pairs(_score_pairs(session), 11) if won else _loss_lines(state)
    if state.guesses is not None:
        lines += _pairs([("Guesses", str(state.guesses))], 11)
    if outcome:
        lines += _pairs(outcome_pairs(session, outcome), 11)
        lines += [(outcome.problem, "bad")] if outcome.problem else []
    notes = [(session.is_assisted, "Assisted"), (session.known, "A known board")]
    for holds, text in notes:
        if holds:
            lines += [(f"{text}: not ranked.", "text.dim")]
    return [*lines, ("", ""), *_seed_lines(session)]


def _score_pairs(session: Session) -> list[tuple[str, str]]:
    layout, clicks = session.game.layout, session.clicks
    if layout is None:
        return []
    value = three_bv(layout)
    pairs = [("3BV", str(value))]
    if session.elapsed > 0:
        pairs.append(("3BV/s", f"{value / session.elapsed:.2f}"))
    pairs.append(("Clicks", f"{clicks.opens} L {clicks.flags} R {clicks.chords} C"))
    if clicks.total and not session.is_assisted:
        pairs.append(("Efficiency", f"{100 * value // clicks.total}%"))
    return pairs


def _loss_lines(state: GameState) -> list[PanelLine]:
    game = state.game
    if game.layout is None:  # given up before the first open
        return [("No mine was laid yet.", "text")]
    mines, flags = game.layout.mines, game.flags
    counts = [
        ("wrong flags", flags & ~mines),
        ("mines not flagged", mines & ~flags),
        ("right flags", flags & mines),
    ]
    return [(f"{cells.bit_count():4} {name}", "text") for name, cells in counts]


def _solver_panel(state: GameState) -> list[PanelLine]:
    run = state.solver
    assert run is not None
    lines: list[PanelLine] = [(f"{run.solver.capitalize()} solver", "title"), ("", "")]
    lines += _pairs([("Moves", str(run.moves)), ("Opened", f"{state.session.progress}%")])
    return [
        *lines,
        ("", ""),
        ("Any key stops it", "text"),
        ("", ""),
        ("This game now counts", "text.dim"),
        ("as assisted.", "text.dim"),
    ]


def _bot_panel(run: BotRun) -> list[PanelLine]:
    lines: list[PanelLine] = [(f"Bot game   {run.solver} solver", "title"), ("", "")]
    pairs = [
        ("Moves", str(run.moves)),
        ("Proved", str(run.moves - run.guesses)),
        ("Guesses", str(run.guesses)),
        ("Survival", rough_percent(run.survival)),
        ("Speed", f"{run.speed} a second"),
    ]
    if run.tally.games:
        pairs.append(("Won", f"{run.tally.wins} of {run.tally.games}"))
    lines += _pairs(pairs)
    lines += [("", ""), ("Last", "text")]
    lines += [(f"  {words}", "text.dim") for words in run.log]
    return [*lines, ("", ""), ("Bot games are not ranked", "text.dim")]


def _signs(rows: list[tuple[str, str]]) -> list[PanelLine]:
    return [(f"{sign:4}{text}", "text") for sign, text in rows]


def _tip_legend(state: GameState, model: Model) -> list[PanelLine]:
    glyphs = model.looks.glyphs
    lines: list[PanelLine] = [("Tip", "title"), ("", "")]
    lines += _signs([(glyphs.pointer, "clues that prove it"), _safe_sign(model), _mine_sign(model)])
    lines += [("", ""), (f"{state.key(model, Action.TIP):6}makes the move", "text"), ("Esc   hides it", "text")]
    return [*lines, ("", ""), ("This game now counts", "text.dim"), ("as assisted.", "text.dim")]


def _what_if_legend(state: GameState, model: Model) -> list[PanelLine]:
    glyphs = model.looks.glyphs
    title = "What if   all that follows" if state.exactly else "What if   by single clues"
    lines: list[PanelLine] = [(title, "title"), ("", "")]
    lines += _signs(
        [
            (glyphs.tile(Tile.PROPOSAL)[1], "proposal (yours)"),
            (glyphs.tile(Tile.IF_MINE), "then a mine"),
            (glyphs.tile(Tile.IF_SAFE), "then safe"),
            (glyphs.tile(Tile.VIOLATED, 1), "clue broken"),
            (glyphs.tile(Tile.PROPOSAL_DISPROVED), "disproved: safe"),
        ]
    )
    keys = [(Action.PROPOSE, "propose, take back"), (Action.CLEAR_PROPOSALS, "clear all"), (Action.OPEN, "open")]
    keys += [] if state.exactly else [(Action.WHAT_IF_EXACT, "find all that follows")]
    return [*lines, ("", ""), *_signs([(state.key(model, action), text) for action, text in keys])]


def _safe_sign(model: Model) -> tuple[str, str]:
    return model.looks.glyphs.tile(Tile.SAFE)[1], "safe to open"


def _mine_sign(model: Model) -> tuple[str, str]:
    return model.looks.glyphs.tile(Tile.DANGER)[1], "mine"


def _overlay_legend(state: GameState, model: Model) -> list[PanelLine]:
    title = "Odds of a mine" if state.overlay is Overlay.ODDS else "What can be proved"
    lines: list[PanelLine] = [(title, "title"), ("", ""), *_signs([_safe_sign(model), _mine_sign(model)])]
    if state.overlay is Overlay.ODDS:
        steps = ("to 10%", "to 20%", "to 35%", "to 60%", "over")
        if model.looks.colours:
            lines += [(f"    {text}", f"heat.{step}") for step, text in enumerate(steps)]
        else:
            lines += _signs([(".3", "a chance in tenths")])
        known = state.known
        if known and known.interior_odds is not None:
            sign = model.looks.glyphs.tile(Tile.HIDDEN)[1]
            lines += [("", ""), (f"{sign:4}elsewhere {percent(*known.interior_odds)}", "text")]
    return [*lines, ("", ""), (f"{state.key(model, Action.OVERLAY):4}next overlay", "text")]


def _reduced_legend(state: GameState, model: Model) -> list[PanelLine]:
    glyphs = model.looks.glyphs
    rows = [
        ("1", "mines still to find"),
        ("", "around this number"),
        ("0", "the rest is free:"),
        ("", f"{state.key(model, Action.OPEN)} on it opens them"),
        ("-1", "one flag too many"),
        (glyphs.flag, "flag, dimmed"),
    ]
    lines: list[PanelLine] = [("Reduced view", "title"), ("", "")]
    lines += [(f"{sign:5}{text}", "text") for sign, text in rows]
    return [*lines, ("", ""), (f"{state.key(model, Action.REDUCED):5}full view", "text")]


def left_panel(state: GameState, model: Model) -> list[PanelLine]:
    """The keys of the game, for terminals with room to spare."""
    lines: list[PanelLine] = [("Keys", "title"), ("", "")]
    for actions, text in _KEY_ROWS:
        keys = [key for action in actions for key in model.keymap.keys(state.context, action)[:1]]
        if keys:
            lines.append((f"{' '.join(key_label(key) for key in keys):11}{text}", "text"))
    return lines


_KEY_ROWS: list[tuple[tuple[Action, ...], str]] = [
    ((Action.OPEN,), "open, chord"),
    ((Action.FLAG,), "flag"),
    ((Action.COMPLETE,), "complete"),
    ((Action.NEXT_HIDDEN,), "next hidden"),
    ((Action.SCROLL_UP,), "scroll (W A S D)"),
    ((Action.TIP,), "tip: why"),
    ((Action.SIMPLE_STEP, Action.SIMPLE_ALL), "simple solver"),
    ((Action.SMART_STEP,), "smart solver, one"),
    ((Action.SMART_ALL,), "smart solver, all"),
    ((Action.EXACT_STEP,), "exact solver, one"),
    ((Action.EXACT_ALL,), "exact solver, all"),
    ((Action.GUESS,), "best guess"),
    ((Action.OVERLAY,), "overlay, odds"),
    ((Action.PROPOSE, Action.CLEAR_PROPOSALS, Action.WHAT_IF_EXACT), "what if"),
    ((Action.UNLOCK,), "unlock"),
    ((Action.BOT,), "bot"),
    ((Action.TRACE,), "trace: why"),
    ((Action.REDUCED,), "reduced view"),
    ((Action.CLICK_MODE,), "click mode"),
    ((Action.COUNTERS,), "counters"),
    ((Action.SAME_BOARD,), "same board again"),
    ((Action.UNDO,), "undo"),
    ((Action.NEW_GAME,), "new game"),
    ((Action.PAUSE,), "pause"),
    ((Action.MORE,), "more"),
    ((Action.MAIN_MENU,), "menu"),
    ((Action.HELP,), "help"),
    ((Action.QUIT,), "quit"),
]


def info_line(state: GameState, model: Model, room: int) -> str:
    """One line about the game where there is no panel, cut off between its parts."""
    panel = right_panel(state, model)
    if not (state.game.is_over or state.solver or state.bot):
        records = [line for line in record_lines(state, model) if line[0].strip() and line[0][0] != " "]
        live = _pairs(_live_pairs(state.session)) if records and model.settings.is_on("live_counters") else []
        panel = [*records, *live, *_progress_lines(state, model), *_seed_lines(state.session)]
    lines = [text for text, style in panel if text and (style != "text.dim" or not state.solver)]
    result = ""
    for part in dict.fromkeys(" ".join(line.split()) for line in lines):
        if len(result) + 3 + len(part) > room:
            break
        result = f"{result}   {part}" if result else part
    return result
