"""Explains the signs on the board in the panel of details."""

from __future__ import annotations

from minesweeper.core.text import percent
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import ODDS_STEPS, Tile
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.game.overlay_state import chance_of, known_of
from minesweeper.ui.widgets.header import PanelLine


def legend_of(state: GameState, model: Model) -> list[PanelLine]:
    """Returns the legend of the what-if mines, the overlay or the reduced view."""
    if state.aids.proposals:
        return _what_if_legend(state, model)
    return overlay_legend(state, model) if known_of(state) else _reduced_legend(state, model)


def signs(rows: list[tuple[str, str]]) -> list[PanelLine]:
    """Formats signs and their meanings as lines."""
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


_NEXT_OVERLAY = {Overlay.HELP: "shows the odds", Overlay.ODDS: "shows no more"}


def overlay_legend(state: GameState, model: Model) -> list[PanelLine]:
    """Explains the signs and tints of the overlay."""
    title = "Odds of a mine" if state.aids.overlay is Overlay.ODDS else "What can be proved"
    lines: list[PanelLine] = [(title, "title"), ("", ""), *signs([model.looks.safe_sign, model.looks.mine_sign])]
    if state.aids.overlay is Overlay.ODDS:
        if model.looks.colours:
            lines += [(f"    {text}", f"heat.{step}") for step, text in enumerate(ODDS_STEPS)]
        else:
            lines += signs([("%3", "a chance in tenths")])
        known = known_of(state)
        if known and known.interior_odds is not None:
            sign = model.looks.glyphs.tile(Tile.HIDDEN)[1]
            lines += [("", ""), (f"{sign:4}elsewhere {percent(*known.interior_odds, known.is_exact)}", "text")]
        if known and not known.is_exact:
            lines.append(("    odds not exact", "text.dim"))
    chance = chance_of(state)
    if chance is not None:
        lines += [("", ""), (chance[0], "text")]
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
