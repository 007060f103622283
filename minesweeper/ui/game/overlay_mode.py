"""The overlay and the what-if mines: their keys, and the mode that keeps them true while the game goes on.

The player tries mines; their consequences are shown separately from known facts. What is shown is in `GameState.aids`,
because it outlives the other modes: closing all of them leaves an overlay on. Loaded when an overlay or what-if is
first used, or after the first frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet, contains
from minesweeper.core.late import LateModule
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.odds import analyse_to_show
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game.game_state import GameState, Mode
from minesweeper.ui.widgets.chrome import say

if TYPE_CHECKING:
    from minesweeper.assist import best_guess, what_if
    from minesweeper.solvers.exact import Analysis
    from minesweeper.ui.widgets import proof_text, signs
else:
    best_guess = LateModule("minesweeper.assist.best_guess")
    what_if = LateModule("minesweeper.assist.what_if")
    proof_text = LateModule("minesweeper.ui.widgets.proof_text")
    signs = LateModule("minesweeper.ui.widgets.signs")


class OverlayMode(Mode):
    """The mode below all others while an overlay is shown or a mine is tried. It works under questions and tips too."""

    __slots__ = ()

    works_below = True

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if key == "esc" and state.aids.overlay is not Overlay.OFF and state.context is Context.GAME:
            return state.ready_for_input(Action.OVERLAY).with_overlay(overlay=Overlay.OFF)
        return None

    def on_change(self, state: GameState, before: GameState) -> GameState:
        """Removes what-if mines that a move has settled, and counts a shown overlay as an assist."""
        game, old, aids = state.game, before.game, state.aids
        if aids.what_if_mines and (game.is_over or (game.position, game.flags) != (old.position, old.flags)):
            left = 0 if game.is_over else aids.what_if_mines & game.hidden & ~game.flags
            # If the same action has changed the what-if mines, as the flag key may, what follows becomes a message.
            state = state.with_overlay(
                what_if_mines=left, what_if=None, tells=aids.what_if_mines != before.aids.what_if_mines
            )
        if state.aids.overlay is not Overlay.OFF and state.is_running and not state.is_unrecorded:
            return state._replace(
                session=state.session.with_assistant("overlay")
            )  # Before the first open it shows nothing.
        return state

    def work(self, state: GameState) -> Job | None:
        aids, game = state.aids, state.game
        if game.is_over:
            return None
        if aids.what_if_mines and aids.what_if is None:
            return Job(what_if.answer_what_if, (game.position, aids.what_if_mines, game.flags), _with_what_if)
        if aids.overlay is not Overlay.OFF:
            known = state.current_analysis
            if known is None or not known.is_final:
                return Job(
                    analyse_to_show, (game.position,), with_analysis, extra=(aids.analysis,), on_progress=with_analysis
                )
            wanted = (game.position, state.env.settings.number("think"))
            is_guess = game.opened and not known.safe and not state.session.is_judged
            if is_guess and aids.chance_of != wanted:  # The first cell is never a guess.
                return Job(best_guess.chance_to_show, wanted, with_chance, extra=(known,))
        return None


OVERLAY = OverlayMode()
"""The one mode of this kind: it has no state of its own."""


def with_chance(state: GameState, chance: tuple[str, str] | None) -> GameState:
    """Stores the win chance of the position; None stores that it is unknown."""
    return state.with_overlay(chance=chance, chance_of=(state.game.position, state.env.settings.number("think")))


def switch_overlay(state: GameState) -> GameState:
    """Switches to the next overlay."""
    return state.with_overlay(overlay=state.aids.overlay.next(state.session.is_judged))


def with_analysis(state: GameState, analysis: Analysis | None) -> GameState:
    """Stores an analysis, if there is one."""
    return state if analysis is None else state.with_overlay(analysis=analysis)


def try_mine_here(state: GameState) -> GameState:
    """Tries a mine under the cursor, or removes it again."""
    game, cell = state.game, state.cell
    if game.is_over:
        return state
    if contains(game.opened, cell) or contains(game.flags, cell):
        return state.say("Only a hidden cell without a flag can be tried as a mine.")
    return with_what_if_mines(state, state.aids.what_if_mines ^ (1 << cell))


def drop_what_if_mines(state: GameState) -> GameState:
    """Removes all what-if mines."""
    return with_what_if_mines(state, 0).say("What-if cleared." if state.aids.what_if_mines else "")


def with_what_if_mines(state: GameState, what_if_mines: CellSet) -> GameState:
    """Sets the what-if mines, which makes the game assisted."""
    session = state.session.with_assistant("what-if") if what_if_mines else state.session
    return state._replace(session=session).with_overlay(what_if_mines=what_if_mines, what_if=None, tells=True)


def _with_what_if(state: GameState, answer: what_if.WhatIfAnswer) -> GameState:
    """Shows the consequences of the what-if mines."""
    state = state.with_overlay(what_if=answer.result)
    if not state.aids.tells or state.view().message:  # The message of a mode comes first.
        return state
    more = "" if answer.result.is_complete else " (There may be more.)"
    looks = state.env.looks
    tried, refuted = looks.glyphs.tile(Tile.PROPOSAL)[1], looks.glyphs.tile(Tile.PROPOSAL_DISPROVED)
    room = proof_text.room_of(state.env)._replace(is_brief=True, mine=tried, safe=refuted)
    brief = answer.text(room)
    texts = (f"{answer.text()}{more}", brief) if state.is_detailed else (f"{brief}{more}", brief)
    message = say(*texts, names_cells=state.is_detailed)
    return state._replace(message=message._replace(signs=signs.signs_of(looks)))
