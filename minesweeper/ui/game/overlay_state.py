"""What is laid over the board at the player's wish: the overlay, and what if?

The player proposes mines, and what would follow from them is shown apart from what is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet, contains, to_cell_set
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.overlay import Overlay, analyse_to_show
from minesweeper.ui.game.game_state import Aids, GameState

if TYPE_CHECKING:
    from minesweeper.assist.consequences import Consequences
    from minesweeper.solvers.exact import Analysis

MOST_CELLS = 10_000
"""On a larger board exact reasoning about proposals would make keys wait."""


def known_of(state: GameState) -> Analysis | None:
    """The analysis of the position as it is, while an overlay shows it."""
    aids, game = state.aids, state.game
    if aids.overlay is Overlay.OFF or game.is_over or aids.analysis is None:
        return None
    return aids.analysis if aids.analysis.position == game.position else None


def chance_of(state: GameState) -> tuple[str, str] | None:
    """The chance to win in words and as a figure, while an overlay is shown; None if it is not known."""
    about = state.aids.chance_of
    return state.aids.chance if known_of(state) and about and about[0] == state.game.position else None


def with_chance(state: GameState, model: Model, chance: tuple[str, str] | None) -> GameState:
    """The state with the chance to win of its position known, or known not to be known."""
    about = (state.game.position, model.settings.number("think"))
    return state._replace(aids=state.aids._replace(chance=chance, chance_of=about))


def switch_overlay(state: GameState, model: Model) -> GameState:
    """The state with the next overlay."""
    return with_overlay(state, state.aids.overlay.next())


def with_overlay(state: GameState, overlay: Overlay) -> GameState:
    """The state with another overlay."""
    return state._replace(aids=state.aids._replace(overlay=overlay))


def with_analysis(state: GameState, analysis: Analysis | None) -> GameState:
    """The state with more known of the position, if there is more."""
    return state if analysis is None else state._replace(aids=state.aids._replace(analysis=analysis))


def with_saved_proposals(state: GameState, proposals: CellSet) -> GameState:
    """The state of a saved game with the proposals that it had."""
    return state._replace(aids=state.aids._replace(proposals=proposals))


def propose_here(state: GameState, model: Model) -> GameState:
    """The state with a proposed mine on the hidden cell under the cursor, or with it taken back."""
    game, cell = state.game, state.cell
    if game.is_over:
        return state
    if contains(game.opened, cell) or contains(game.flags, cell):
        return state.say("Only a hidden cell without a flag can be proposed as a mine.")
    return with_proposals(state, state.aids.proposals ^ (1 << cell))


def drop_proposals(state: GameState, model: Model) -> GameState:
    """The state without proposals."""
    return with_proposals(state, 0).say("All proposals are gone." if state.aids.proposals else "")


def with_proposals(state: GameState, proposals: CellSet) -> GameState:
    """The state with these cells proposed as mines; using them makes the game assisted."""
    session = state.session.helped("what-if") if proposals else state.session
    aids = state.aids._replace(proposals=proposals, what_if=None, is_settled=False)
    return state._replace(session=session, aids=aids)


def drop_decided(state: GameState) -> GameState:
    """The state without the proposals that have been decided: opened or flagged cells drop theirs."""
    aids, game = state.aids, state.game
    left = 0 if game.is_over else aids.proposals & game.hidden & ~game.flags
    now = (game.position, left, game.flags)
    if left == aids.proposals and (aids.what_if is None or aids.what_if_of == now):
        return state
    return state._replace(aids=aids._replace(proposals=left, what_if=None, is_settled=False))


def aids_work(state: GameState, model: Model) -> Job | None:
    """What the aids still have to find out."""
    aids, game = state.aids, state.game
    if game.is_over:
        return None
    if aids.proposals and not aids.is_settled:
        from minesweeper.assist.consequences import find_consequences

        about = (game.position, aids.proposals, game.flags, game.grid.size <= MOST_CELLS)
        return Job(find_consequences, about, _settle_what_if, told=_tell_what_if)
    if aids.overlay is not Overlay.OFF:
        known = known_of(state)
        if known is None or not known.is_final:
            receive = _receive_analysis
            return Job(analyse_to_show, (game.position,), receive, hint=(aids.analysis,), told=receive)
        wanted = (game.position, model.settings.number("think"))
        if game.opened and not known.safe and aids.chance_of != wanted:  # the first cell is no guess
            from minesweeper.assist.guess_words import chance_to_show

            return Job(chance_to_show, wanted, with_chance, hint=(known,))
    return None


def _receive_analysis(state: GameState, model: Model, analysis: Analysis) -> GameState:
    return with_analysis(state, analysis)


def _tell_what_if(state: GameState, model: Model, found: Consequences) -> GameState:
    """The state with what single clues show of the proposals, while the rest is looked for."""
    return _with_what_if(state, model, found, is_settled=False)


def _settle_what_if(state: GameState, model: Model, found: Consequences) -> GameState:
    """The state with all that was looked for."""
    return _with_what_if(state, model, found, is_settled=True)


def _with_what_if(state: GameState, model: Model, found: Consequences, *, is_settled: bool) -> GameState:
    from minesweeper.assist.naming import Room

    aids, position = state.aids, state.game.position
    about = (position, aids.proposals, state.game.flags)
    state = state._replace(aids=aids._replace(what_if=found.found, what_if_of=about, is_settled=is_settled))
    if state.mode.words(state):  # a mode has the word
        return state
    text = found.text()
    brief = found.text(Room(is_brief=True, mine=model.looks.glyphs.tile(Tile.PROPOSAL)[1]))
    if found.found.is_complete:
        return state.say(text, brief, names_cells=True)
    how_far = "(There may be more.)" if is_settled else "(By single clues; looking further ..)"
    return state.say(f"{text} {how_far}", brief, names_cells=True)


def what_if_marks(aids: Aids) -> dict[str, CellSet]:
    """What the proposals and all that follows from them show on the board."""
    found = aids.what_if
    if found is None:
        return {"proposed": aids.proposals}
    implied = found.from_proposals
    return {
        "proposed": aids.proposals,
        "if_mine": found.implied_mines & implied,
        "if_safe": found.implied_safe & implied,
        "violated": to_cell_set(violation.cell for violation in found.violations) | found.conflict,
        "refuted": found.refuted | (0 if found.culprit is None else 1 << found.culprit),
    }
