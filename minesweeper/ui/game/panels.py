"""The panel beside the board, and the single line that replaces it on terminals without room for a panel.

The panel shows figures of the game or, while an overlay or what-if is on, explains the signs on the board. Modes such
as lessons have panels of their own and use `legend` and `signs_legend` for the signs. This module is loaded when
details are first shown, or when a fair game begins: it also has their rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from minesweeper.core.boardspec import FAIR, NORMAL
from minesweeper.core.cells import first_cell, short_place
from minesweeper.core.late import LateModule
from minesweeper.core.text import percent
from minesweeper.play.session import Session
from minesweeper.storage.records import record_group
from minesweeper.ui.draw.glyphs import FULL_BAR, Tile
from minesweeper.ui.draw.odds_tiles import ODDS_STEPS
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.cursor import fit_view
from minesweeper.ui.game.game_draw import game_header
from minesweeper.ui.game.game_state import GameState, ModeView
from minesweeper.ui.widgets.chrome import SILENCE, Message, message_width, say
from minesweeper.ui.widgets.header import NAMES, PanelLine, figure_lines

if TYPE_CHECKING:
    from minesweeper.boards import measures
    from minesweeper.solvers.exact import Analysis
    from minesweeper.storage import game_summary
    from minesweeper.ui.draw import odds
else:
    # Loaded late, because only players with results need it.
    game_summary = LateModule("minesweeper.storage.game_summary")
    odds = LateModule("minesweeper.ui.draw.odds")
    # Loaded late, because few players turn details on.
    measures = LateModule("minesweeper.boards.measures")

PROVED_SIGNS = {Tile.SAFE: "safe", Tile.DANGER: "a mine"}
"""What the signs on proved cells mean. Like the next tables, this one has an explanation for each sign."""
PROOF_SIGNS = {Tile.PROOF: "this number proves it", **PROVED_SIGNS}
"""What the signs of a tip mean."""
WHAT_IF_SIGNS = {
    Tile.PROPOSAL: "the mine that you try",
    Tile.IF_MINE: "then this is a mine",
    Tile.IF_SAFE: "then this is safe",
    Tile.VIOLATED: "then this number is impossible",
    Tile.PROPOSAL_DISPROVED: "this can't be a mine, so it is safe",
}
"""What the signs of what-if mean."""
REDUCED_SIGNS = {
    "1": "mines still to find around this number",
    "0": "all found: its other neighbours are safe",
    "-1": "one flag too many",
}
"""What the numbers of the reduced view mean. 1 stands for all numbers above 0, and -1 for all below."""
FAR_MEANING = "hidden, with no number around it"
"""What the sign of a hidden cell without opened neighbours means in the reduced view."""
MOST_LIVE = 40_000
"""The largest number of cells on which the panel shows the live 3BV per second.

On larger boards, counting takes too long.
"""


def play_panel(state: GameState) -> list[PanelLine]:
    """The lines of the panel while no mode has its own.

    If a what-if mine is set, the panel explains what-if. Otherwise it explains the overlay or the reduced view, which
    shows only the frontier, while one of them is on. Otherwise it has the records and figures of the game.
    """
    if state.aids.what_if_mines:
        return legend("What-if", WHAT_IF_SIGNS, state)
    if state.current_analysis:
        is_odds = state.aids.overlay is Overlay.ODDS
        return (
            odds_panel(state, state.current_analysis) if is_odds else legend("What can be proved", PROVED_SIGNS, state)
        )
    if state.looks.reduced:
        far = (state.env.looks.glyphs.tile(Tile.FAR)[1], FAR_MEANING)
        return [("Reduced view", "title"), ("", ""), *figure_lines([*REDUCED_SIGNS.items(), far], names=_SIGN)]
    header, records = game_header(state), record_lines(state)
    head: list[PanelLine] = [(header.name, "title"), *((word, "text.dim") for word in header.unusual), ("", "")]
    if records:
        records.append(("", ""))
    return [*head, *records, *figure_lines(_progress(state))]


def record_lines(state: GameState, names: int = NAMES) -> list[PanelLine]:
    """The best time, streak and wins in unassisted games like this.

    Empty before the first result. ``names`` is the number of columns for the names of the figures.
    """
    record = state.env.cache.record(record_group(state.session))
    if record is None or not record.decided:
        return []
    return figure_lines(game_summary.record_figures(record), names=names)


def _progress(state: GameState) -> list[tuple[str, str]]:
    """The figures of the running game, each as a name and a text.

    The live 3BV per second is missing in the first second and on large boards.
    """
    session, game = state.session, state.game
    speed = []
    if game.layout is not None and session.elapsed >= 1 and game.grid.size <= MOST_LIVE:
        speed = [("Live", f"~{measures.opened_three_bv(game.layout, game.opened) / session.elapsed:.2f} 3BV/s")]
    return [
        ("Opened", f"{game.opened.bit_count()} of {game.safe_total}, {session.progress}%"),
        ("Flags", str(game.flags.bit_count())),
        ("Clicks", session.clicks.text),
        *speed,
        ("Seed", seed_words(session)),
        ("Board", str(session.spec)),
        ("Cursor", short_place(*state.cursor)),
    ]


def seed_words(session: Session) -> str:
    """The seed as it's given to the program on the command line.

    The option for the board type follows, because the same seed makes other boards of another type.
    """
    return session.seed if session.board_type == NORMAL else f"{session.seed} --{session.board_type}"


def info_line(state: GameState, view: ModeView, room: int, between: str = "   ") -> str:
    """The details in one line of at most ``room`` columns, for screens without a panel.

    It ends after the last part that fits. ``between`` separates the parts.
    """
    panel = view.panel
    if panel is None:
        # While details are off, the frame shows these words, so the line leaves them out.
        header = game_header(state)
        words = [(word, "text") for word in header.in_frame if state.is_detailed]
        others = [(word, "text") for word in header.unusual if word not in header.in_frame]
        panel = [*words, *record_lines(state), *figure_lines(_progress(state)), *others]
    lines = [line[0] for line in panel if line[0]]
    result = ""
    for part in dict.fromkeys(" ".join(line.split()) for line in lines):
        if len(result) + len(between) + len(part) > room:
            break
        result = f"{result}{between}{part}" if result else part
    return result


def switch_details(state: GameState) -> GameState:
    """Turns the details on or off for this game and later ones.

    On a screen without room for details, a message shows them once.
    """
    is_on = not state.env.settings.is_on("details")
    switched = state.with_settings(state.env.settings.with_value("details", is_on), "details")
    geometry = switched.geometry
    if geometry.is_compact or (is_on and geometry.right_panel is None and geometry.info_row is None):
        room = (2 if geometry.is_compact else 1) * message_width(state.env.cols)
        return state.say(info_line(state, state.view(), room, "; "))
    return fit_view(switched)


_SIGN = 4
"""The number of columns for the sign in a legend."""


def legend(title: str, signs: Mapping[Tile, str], state: GameState, clue: int = 3) -> list[PanelLine]:
    """Explains signs on the board, in lines below a title.

    The signs look as they do on the board at the current cell size. Some signs are drawn around a clue; they are shown
    with the number ``clue``.
    """
    lines: list[PanelLine] = [(title, "title"), ("", "")]
    looks, has_faces = state.env.looks, state.env.looks.has_faces(state.geometry.cell_width)
    for tile, meaning in signs.items():
        text, style = looks.glyphs.piece(tile, clue)
        if tile is Tile.PROOF and has_faces:
            text = text.removeprefix(looks.glyphs.pointer)
        first, *more = figure_lines([(text.strip(), meaning)], names=_SIGN)
        lines += [(first[0], first[1], (text.strip(), style)), *more]
    return lines


_CELLS = {Tile.PROOF: "proof", Tile.SAFE: "safe", Tile.DANGER: "danger", Tile.GUESS: "guess"}
"""The field of `Marks` with the cells that show each sign."""


def signs_legend(signs: Mapping[Tile, str], marks: Marks, state: GameState) -> list[PanelLine]:
    """Explains the signs that are on the board now, without a title.

    The sign for the clues of a proof shows the first of these clues.
    """
    shown = {tile: meaning for tile, meaning in signs.items() if getattr(marks, _CELLS[tile])}
    clue = state.game.position.clue(first_cell(marks.proof)) if marks.proof else 0
    if marks.proof.bit_count() > 1 and shown.get(Tile.PROOF) == PROOF_SIGNS[Tile.PROOF]:
        shown[Tile.PROOF] = "these numbers prove it"
    return legend("", shown, state, clue)[2:]


def odds_panel(state: GameState, analysis: Analysis) -> list[PanelLine]:
    """Explains the colours of the odds overlay.

    Below stand the mine risk of cells away from all numbers, and the win chance if it's known.
    """
    lines = legend("Odds of a mine", PROVED_SIGNS, state)
    tenths = state.env.looks.sign_of_tenths(state.geometry.cell_width)
    if tenths:
        meaning = (tenths, "higher: more risk") if tenths == FULL_BAR else (f"{tenths}2", "15 to 24%, in tenths")
        lines += figure_lines([meaning], names=_SIGN)
    if state.env.looks.colours:
        lines += [(f"    {text}", f"heat.{step}") for step, text in enumerate(ODDS_STEPS)]
        lines += [("    lowest", "lowest")] if odds.lowest_risks(analysis, state.game) else []
    if analysis.interior_odds is not None:
        sign = state.env.looks.glyphs.tile(Tile.HIDDEN)[1]
        lines += [("", ""), (f"{sign:4}elsewhere {percent(*analysis.interior_odds, analysis.is_exact)}", "text")]
    if not analysis.is_exact:
        lines.append(("    odds not exact", "text.dim"))
    return lines if state.chance is None else [*lines, ("", ""), (state.chance[0], "text")]


_FAIR_RULE = (
    "Guess only when nothing can be proved: then you survive. Otherwise you hit a mine.",
    "Guess only when nothing can be proved.",
    "Guess only if you must.",
)
"""The rule of fair boards for players who haven't finished a fair game yet, the longest form first."""


def fair_rule(state: GameState) -> Message:
    """The rule of fair boards for a fair game before its first open. It is empty after that, and unless the player is
    known to have finished no fair game so far.
    """
    records = [record for group, record in state.env.cache.records.items() if group.mode == FAIR]
    is_new = bool(records) and not any(record.games for record in records)
    return say(*_FAIR_RULE) if is_new and not state.game.opened else SILENCE
