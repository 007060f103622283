"""The keys of the overlay and of what-if, and the mode that keeps both up to date while the game goes on.

The overlay marks proved cells or shows odds. With what-if, the player tries mines, and signs of their own show what
would follow, so that nobody takes it for proved. The data is in `GameState.aids` and not in a mode, because an overlay
must stay on when all modes close. This module is loaded when the overlay or what-if is first used, or after the first
frame.
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
    """The mode below all others while an overlay is on or a what-if mine is set.

    Its job goes on while other modes are open.
    """

    __slots__ = ()

    works_below = True

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if key == "esc" and state.aids.overlay is not Overlay.OFF and state.context is Context.GAME:
            return state.ready_for_input(Action.OVERLAY).with_overlay(overlay=Overlay.OFF)
        return None

    def on_change(self, state: GameState, before: GameState) -> GameState:
        """Removes what-if mines from cells that a move has opened or flagged, and counts a shown overlay as an
        assist.
        """
        game, old, aids = state.game, before.game, state.aids
        if aids.what_if_mines and (game.is_over or (game.position, game.flags) != (old.position, old.flags)):
            left = 0 if game.is_over else aids.what_if_mines & game.hidden & ~game.flags
            # The flag key can change the what-if mines and the flags at once. Then the player wants to know what
            # follows, so a message will say it.
            state = state.with_overlay(
                what_if_mines=left, what_if=None, tells=aids.what_if_mines != before.aids.what_if_mines
            )
        # Before the first open, the overlay shows nothing, so it isn't an assist yet.
        if state.aids.overlay is not Overlay.OFF and state.is_running and not state.is_unrecorded:
            return state._replace(session=state.session.with_assistant("overlay"))
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
            # The first cell is never a guess, and fair games have no win chance.
            if is_guess and aids.chance_of != wanted:
                return Job(best_guess.chance_to_show, wanted, with_chance, extra=(known,))
        return None


OVERLAY = OverlayMode()
"""The only instance of `OverlayMode`, because the mode has no data of its own."""


def with_chance(state: GameState, chance: tuple[str, str] | None) -> GameState:
    """Stores the win chance of the current position, as a sentence and a figure.

    None stores that no chance is known, so that it isn't computed again.
    """
    return state.with_overlay(chance=chance, chance_of=(state.game.position, state.env.settings.number("think")))


def switch_overlay(state: GameState) -> GameState:
    """Switches to the next overlay: proved cells, odds, and off. Fair games skip the odds."""
    return state.with_overlay(overlay=state.aids.overlay.next(state.session.is_judged))


def with_analysis(state: GameState, analysis: Analysis | None) -> GameState:
    """Stores an analysis for the overlay. If it's None, nothing changes."""
    return state if analysis is None else state.with_overlay(analysis=analysis)


def try_mine_here(state: GameState) -> GameState:
    """Tries a mine at the cursor or, if that cell is already a what-if mine, removes it.

    Opened and flagged cells can't be tried.
    """
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
    """Replaces the what-if mines. Unless the new set is empty, the game becomes assisted."""
    session = state.session.with_assistant("what-if") if what_if_mines else state.session
    return state._replace(session=session).with_overlay(what_if_mines=what_if_mines, what_if=None, tells=True)


def _with_what_if(state: GameState, answer: what_if.WhatIfAnswer) -> GameState:
    """Called with the result of the what-if job.

    Shows what follows on the board and, if the player has just changed the what-if mines, in a message.
    """
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
