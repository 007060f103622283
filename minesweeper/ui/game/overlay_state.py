"""Keeps the overlay and the what-if mines.

The player tries mines; their consequences are shown separately from known facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet, contains
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.overlay import Overlay, analyse_to_show
from minesweeper.ui.game.game_state import GameState

if TYPE_CHECKING:
    from minesweeper.assist.what_if import WhatIfAnswer
    from minesweeper.solvers.exact import Analysis


def with_chance(state: GameState, model: Model, chance: tuple[str, str] | None) -> GameState:
    """Stores the win chance of the position; None stores that it is unknown."""
    return state.aid(chance=chance, chance_of=(state.game.position, model.settings.number("think")))


def switch_overlay(state: GameState, model: Model) -> GameState:
    """Switches to the next overlay."""
    return state.aid(overlay=state.aids.overlay.next())


def with_analysis(state: GameState, model: Model, analysis: Analysis | None) -> GameState:
    """Stores an analysis, if there is one."""
    return state if analysis is None else state.aid(analysis=analysis)


def propose_here(state: GameState, model: Model) -> GameState:
    """Tries a mine under the cursor, or removes it again."""
    game, cell = state.game, state.cell
    if game.is_over:
        return state
    if contains(game.opened, cell) or contains(game.flags, cell):
        return state.say("Only a hidden cell without a flag can be tried as a mine.")
    return with_proposals(state, state.aids.proposals ^ (1 << cell))


def drop_proposals(state: GameState, model: Model) -> GameState:
    """Removes all what-if mines."""
    return with_proposals(state, 0).say("What-if cleared." if state.aids.proposals else "")


def with_proposals(state: GameState, proposals: CellSet) -> GameState:
    """Sets the what-if mines, which makes the game assisted."""
    session = state.session.helped("what-if") if proposals else state.session
    return state._replace(session=session).aid(proposals=proposals, what_if=None, tells=True)


def drop_decided(state: GameState, *, tells: bool) -> GameState:
    """Removes what-if mines from cells that are now opened or flagged, and lets what follows be found again.

    With ``tells``, what follows becomes a message, because the player has just tried a mine or taken one back. The flag
    key does this in the same move in which it removes a flag.
    """
    game = state.game
    left = 0 if game.is_over else state.aids.proposals & game.hidden & ~game.flags
    return state.aid(proposals=left, what_if=None, tells=tells)


def aids_work(state: GameState, model: Model) -> Job | None:
    """Returns the next background job of overlay and what-if."""
    aids, game = state.aids, state.game
    if game.is_over:
        return None
    if aids.proposals and aids.what_if is None:
        from minesweeper.assist.what_if import answer_what_if

        return Job(answer_what_if, (game.position, aids.proposals, game.flags), _with_what_if)
    if aids.overlay is not Overlay.OFF:
        known = state.known
        if known is None or not known.is_final:
            return Job(analyse_to_show, (game.position,), with_analysis, hint=(aids.analysis,), told=with_analysis)
        wanted = (game.position, model.settings.number("think"))
        if game.opened and not known.safe and aids.chance_of != wanted:  # The first cell is never a guess.
            from minesweeper.assist.best_guess import chance_to_show

            return Job(chance_to_show, wanted, with_chance, hint=(known,))
    return None


def _with_what_if(state: GameState, model: Model, found: WhatIfAnswer) -> GameState:
    """Shows the consequences of the what-if mines."""
    from minesweeper.assist.naming import Room

    state = state.aid(what_if=found.result)
    if not state.aids.tells or state.view(model).message:  # The message of a mode comes first.
        return state
    more = "" if found.result.is_complete else " (There may be more.)"
    brief = found.text(Room(is_brief=True, mine=model.looks.glyphs.tile(Tile.PROPOSAL)[1]))
    return state.say(f"{found.text()}{more}", brief, names_cells=True)
