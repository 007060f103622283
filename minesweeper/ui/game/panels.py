"""What the panels beside a board and the line below it say about a game. Tested in tests/ui/game/test_draw.py."""

from __future__ import annotations

from minesweeper.boards.measures import opened_three_bv
from minesweeper.core.cells import place_text
from minesweeper.core.text import percent, plural
from minesweeper.play.session import Session
from minesweeper.storage.values import group_of
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.keymap import key_label
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import PANEL
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.game.aids import known_of
from minesweeper.ui.game.end import end_of
from minesweeper.ui.game.state import GameState
from minesweeper.ui.widgets.chrome import message_width
from minesweeper.ui.widgets.status import PanelLine

ASSISTED: tuple[PanelLine, ...] = (("This game now counts", "text.dim"), ("as assisted.", "text.dim"))
LARGE = 40_000
"""Live measures are left out on larger boards: they take too long to count at every second."""


def right_panel(state: GameState, model: Model) -> list[PanelLine]:
    """The lines of the panel at the right."""
    if state.game.is_over:
        return _end_panel(state, model)
    own = state.mode.panel(state, model)
    if own is not None:
        return own
    if state.aids.proposals:
        return _what_if_legend(state, model)
    if known_of(state):
        return _overlay_legend(state, model)
    if state.looks.reduced:
        return _reduced_legend(state, model)
    records = record_lines(state, model)
    return [*records, ("", "")] * bool(records) + [
        *pairs(_progress(state, model)),
        ("", ""),
        *_seed_lines(state.session),
    ]


_NAME_WIDTH = 10


def pairs(figures: list[tuple[str, str]], width: int = _NAME_WIDTH) -> list[PanelLine]:
    """Lines of names and their figures; a list that is wider than the panel goes on below."""
    lines: list[PanelLine] = []
    for name, value in figures:
        first, *more = _folded(value, PANEL - width)
        lines += [(f"{name:{width}}{first}", "text"), *((f"{'':{width}}{part}", "text") for part in more)]
    return lines


def _folded(value: str, width: int) -> list[str]:
    """A list of words and commas in lines that are no wider than this."""
    lines: list[str] = []
    for part in value.split(", "):
        if lines and len(lines[-1]) + 2 + len(part) <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def record_lines(state: GameState, model: Model) -> list[PanelLine]:
    """The time to beat, the streak and the wins of games like this one; nothing before the first was decided."""
    record = model.shelf.record(group_of(state.session))
    if record is None or not record.decided:
        return []
    from minesweeper.storage.ending import record_figures, to_beat  # loaded late: only who has played needs them

    lines = pairs(record_figures(record))
    if record.best_ms is not None and state.session.is_running and not state.session.was_lost:
        is_passed = state.session.milliseconds > record.best_ms
        style = "text.dim" if is_passed else "text"
        lines[:1] = [(lines[0][0], style), (f"{'':10}{to_beat(record, state.session.elapsed)}", style)]
    return lines


def _progress(state: GameState, model: Model) -> list[tuple[str, str]]:
    session, game = state.session, state.game
    board = f"{session.spec.width}x{session.spec.height}, {plural(session.spec.mines, 'mine')}"
    figures = [
        ("Board", board if len(board) <= PANEL - _NAME_WIDTH else str(session.spec)),
        ("Opened", f"{game.opened.bit_count()} of {game.safe_total}"),
        ("Flags", str(game.flags.bit_count())),
        ("Cursor", place_text(*state.cursor)),
    ]
    if model.settings.is_on("live_counters"):
        figures += _live_figures(session)
    return figures


def _live_figures(session: Session) -> list[tuple[str, str]]:
    figures = [("Clicks", session.clicks.text)]
    if session.game.layout is not None and session.elapsed >= 1 and session.game.grid.size <= LARGE:
        done = opened_three_bv(session.game.layout, session.game.opened)
        figures.append(("Live", f"~{done / session.elapsed:.2f} 3BV/s"))
    return figures


def _seed_lines(session: Session) -> list[PanelLine]:
    return [(f"{'Seed':10}{session.seed}", "text.dim")]


def _end_panel(state: GameState, model: Model) -> list[PanelLine]:
    session, end = state.session, end_of(state)
    title, time = end.heading()
    lines: list[PanelLine] = [(f"{title:11}{time}", "good" if end.is_won else "bad")]
    best = end.best()
    lines += [(f"{best[0]:11}{best[1]}", "good"), ("", "")] if best else [("", "")]
    lines += pairs(end.score(), 11) if end.is_won else _loss_lines(state, model)
    lines += pairs(end.standing(), 11)
    lines += [(end.problem, "bad")] if end.problem else []
    notes = [(session.is_assisted, "Assisted"), (session.known, "A known board")]
    lines += [(f"{text}: not ranked.", "text.dim") for holds, text in notes if holds]
    return [*lines, ("", ""), *_seed_lines(session)]


def _why_lines(state: GameState, model: Model) -> list[PanelLine]:
    """Why a game was lost, where only one line is left for it below the board and it needs more."""
    told = state.ended.told.texts if state.ended else ()
    geometry = state.geometry(model)
    free = model.rows - 2 - geometry.frame.top - geometry.frame.height
    if geometry.right_panel is None or not told or free > 1 or len(told[0]) <= message_width(model.cols):
        return []
    return [(line, "text") for line in wrap(told[0], geometry.right_panel.width)]


def _loss_lines(state: GameState, model: Model) -> list[PanelLine]:
    game, why = state.game, _why_lines(state, model)
    if game.layout is None:  # given up before the first open
        return [("No mine was laid yet.", "text")]
    mines, flags = game.layout.mines, game.flags
    counts = [
        ("wrong flags", flags & ~mines),
        ("mines not flagged", mines & ~flags),
        ("right flags", flags & mines),
    ]
    lines: list[PanelLine] = [(f"{cells.bit_count():4} {name}", "text") for name, cells in counts]
    if why and state.geometry(model).scrolls:  # the map would cover some of them
        return why
    return [*why, ("", ""), *lines] if why else lines


def signs(rows: list[tuple[str, str]]) -> list[PanelLine]:
    """Lines of signs and what they mean."""
    return [(f"{sign:4}{text}", "text") for sign, text in rows]


def _what_if_legend(state: GameState, model: Model) -> list[PanelLine]:
    glyphs = model.looks.glyphs
    found = state.aids.what_if
    title = "What if   all that follows" if found and found.is_complete else "What if   by single clues"
    lines: list[PanelLine] = [(title, "title"), ("", "")]
    lines += signs(
        [
            (glyphs.tile(Tile.PROPOSAL)[1], "proposal (yours)"),
            (glyphs.tile(Tile.IF_MINE), "then a mine"),
            (glyphs.tile(Tile.IF_SAFE), "then safe"),
            (glyphs.tile(Tile.VIOLATED, 1), "clue broken"),
            (glyphs.tile(Tile.PROPOSAL_DISPROVED), "disproved: safe"),
        ]
    )
    keys = [(Action.PROPOSE, "propose, take back"), (Action.CLEAR_PROPOSALS, "clear all"), (Action.OPEN, "open")]
    return [*lines, ("", ""), *((f"{state.key(model, action):9}{text}", "text") for action, text in keys)]


def safe_sign(model: Model) -> tuple[str, str]:
    """The sign of a cell that is proved safe, and its meaning."""
    return model.looks.glyphs.tile(Tile.SAFE)[1], "safe to open"


def mine_sign(model: Model) -> tuple[str, str]:
    """The sign of a cell that is proved to be a mine, and its meaning."""
    return model.looks.glyphs.tile(Tile.DANGER)[1], "mine"


_NEXT_OVERLAY = {Overlay.HELP: "shows the odds", Overlay.ODDS: "shows no more"}


def _overlay_legend(state: GameState, model: Model) -> list[PanelLine]:
    title = "Odds of a mine" if state.aids.overlay is Overlay.ODDS else "What can be proved"
    lines: list[PanelLine] = [(title, "title"), ("", ""), *signs([safe_sign(model), mine_sign(model)])]
    if state.aids.overlay is Overlay.ODDS:
        steps = ("to 10%", "to 20%", "to 35%", "to 60%", "over")
        if model.looks.colours:
            lines += [(f"    {text}", f"heat.{step}") for step, text in enumerate(steps)]
        else:
            lines += signs([("%3", "a chance in tenths")])
        known = known_of(state)
        if known and known.interior_odds is not None:
            sign = model.looks.glyphs.tile(Tile.HIDDEN)[1]
            lines += [("", ""), (f"{sign:4}elsewhere {percent(*known.interior_odds, known.is_exact)}", "text")]
        if known and not known.is_exact:
            lines.append(("    odds not exact", "text.dim"))
    return [*lines, ("", ""), (f"{state.key(model, Action.OVERLAY):3} {_NEXT_OVERLAY[state.aids.overlay]}", "text")]


def _reduced_legend(state: GameState, model: Model) -> list[PanelLine]:
    glyphs = model.looks.glyphs
    rows = [
        ("1", "mines still to find"),
        ("", "around this number"),
        ("0", "the rest is free:"),
        ("", f"{state.key(model, Action.OPEN)} opens them"),
        ("-1", "one flag too many"),
        (glyphs.flag, "flag, dimmed"),
        (glyphs.tile(Tile.FAR)[1], "hidden, far off"),
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
    ((Action.MOVE_UP, Action.MOVE_LEFT, Action.MOVE_DOWN, Action.MOVE_RIGHT), "move"),
    ((Action.OPEN,), "open, chord"),
    ((Action.FLAG,), "flag"),
    ((Action.COMPLETE,), "complete"),
    ((Action.NEXT_HIDDEN,), "next hidden"),
    ((Action.SCROLL_UP,), "scroll up"),
    ((Action.TIP,), "tip"),
    ((Action.SIMPLE_STEP, Action.SIMPLE_ALL), "simple solver"),
    ((Action.SMART_STEP,), "smart solver, one"),
    ((Action.SMART_ALL,), "smart solver, all"),
    ((Action.EXACT_STEP,), "exact solver, one"),
    ((Action.EXACT_ALL,), "exact solver, all"),
    ((Action.GUESS,), "best guess"),
    ((Action.OVERLAY,), "safe cells, odds"),
    ((Action.PROPOSE, Action.CLEAR_PROPOSALS), "what if"),
    ((Action.UNLOCK,), "unlock"),
    ((Action.BOT,), "bot"),
    ((Action.TRACE,), "trace"),
    ((Action.REDUCED,), "reduced view"),
    ((Action.CLICK_MODE,), "click mode"),
    ((Action.COUNTERS,), "counters"),
    ((Action.SAME_BOARD,), "same board"),
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
    panel = right_panel(state, model) if state.game.is_over else state.mode.line(state, model)
    if panel is None:
        records = [line for line in record_lines(state, model) if line[0].strip() and line[0][0] != " "]
        live = _live_figures(state.session) if model.settings.is_on("live_counters") else []
        figures = [(f"{name} {value}", "text") for name, value in [*live, *_progress(state, model)]]
        panel = [*records, *figures, *_seed_lines(state.session)]
    lines = [text for text, _ in panel if text]
    result = ""
    for part in dict.fromkeys(" ".join(line.split()) for line in lines):
        if len(result) + 3 + len(part) > room:
            break
        result = f"{result}   {part}" if result else part
    return result
