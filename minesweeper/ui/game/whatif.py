"""What if? The player proposes mines, and what would follow from them is shown apart from what is known. And unlock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.core.cells import CellSet, contains, to_cell_set
from minesweeper.core.position import Position
from minesweeper.play.assist import Unlocked, unlock_in_slices, unlock_sentence
from minesweeper.play.game import Game, Phase
from minesweeper.solvers.whatif import WhatIf, what_if_in_slices, what_if_sentence, what_if_words
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.moves import after_move
from minesweeper.ui.game.state import GameState

MOST_CELLS = 10_000
"""On a larger board exact reasoning about proposals would make keys wait."""


@dataclass(frozen=True)
class WhatIfTask:
    """Find out what follows from proposed mines."""

    position: Position
    proposals: CellSet
    flags: CellSet
    exactly: bool

    def begin(self) -> Iterator[WhatIf | None]:
        """Yields None at the end of each slice, then what follows."""
        found = yield from what_if_in_slices(self.position, self.proposals, self.flags, self.exactly)
        yield found


@dataclass(frozen=True)
class UnlockTask:
    """Open safe cells until a move can be proved; the one helper that looks at the mines."""

    game: Game
    near: int

    def begin(self) -> Iterator[Unlocked | None]:
        """Yields None at the end of each slice, then what was opened."""
        unlocked = yield from unlock_in_slices(self.game, self.near)
        yield unlocked


def propose_at(state: GameState, model: Model, cell: int) -> GameState:
    """The state with a proposed mine on a hidden cell, or with it taken back."""
    game = state.game
    if game.is_over:
        return state
    if contains(game.opened, cell) or contains(game.flags, cell):
        return state.say("Only a hidden cell without a flag can be proposed as a mine.")
    return with_proposals(state, state.proposals ^ (1 << cell))


def with_proposals(state: GameState, proposals: CellSet) -> GameState:
    """The state with these cells proposed as mines; using them makes the game assisted."""
    session = state.session.helped("what-if") if proposals else state.session
    return replace(state, proposals=proposals, what_if=None, exactly=False, session=session)


def reason_exactly(state: GameState) -> GameState:
    """The state with all asked for that follows from the proposals."""
    if not state.proposals:
        return (
            state.say("First propose a mine: then this finds all that would follow.")
            if not state.game.is_over
            else state
        )
    if state.game.grid.size > MOST_CELLS:
        return state.say(f"Exact reasoning about proposals is for boards of up to {MOST_CELLS:,} cells.")
    return replace(state, exactly=True, what_if=None).say("Finding all that follows ..")


def still_proposed(state: GameState) -> GameState:
    """The state without the proposals that have been decided: opened or flagged cells drop theirs."""
    left = state.proposals & state.game.hidden & ~state.game.flags
    if state.game.is_over:
        left = 0
    now = (state.game.position, left, state.game.flags)
    if left == state.proposals and (state.what_if is None or state.what_if_of == now):
        return state
    return replace(state, proposals=left, what_if=None)


def receive_what_if(state: GameState, model: Model, task: WhatIfTask, found: WhatIf | None) -> GameState:
    """The state with what follows from the proposals."""
    if found is None or not state.proposals:
        return state
    key = state.key(model, Action.WHAT_IF_EXACT)
    if is_compact(model.rows, model.cols):
        text = what_if_words(task.position, found, model.looks.glyphs.tile(Tile.PROPOSAL)[1])
        text = f"{text} Exact." if task.exactly else text if found.is_broken else f"{text} {key}: all."
    else:
        text = what_if_sentence(task.position, found)
        single = f"{text} (By single clues; {key} finds all.)"
        text = f"Exactly: {text[:1].lower()}{text[1:]}" if task.exactly else single
    return replace(state, what_if=found, what_if_of=(task.position, task.proposals, task.flags)).say(text)


def ask_unlock(state: GameState) -> GameState:
    """The state with an unlock asked for."""
    if state.game.phase is not Phase.PLAYING:
        return state.say("Open a first cell: it opens a region by itself.") if not state.game.is_over else state
    return replace(state, unlocking=True).say("Unlock looks at the mines ..")


def receive_unlocked(state: GameState, model: Model, unlocked: Unlocked | None) -> GameState:
    """The state after an unlock."""
    state = replace(state, unlocking=False)
    if unlocked is None:
        return state
    text = unlock_sentence(unlocked)
    if not unlocked.cells:
        return state.say(text)
    session = state.session.apply(to_cell_set(unlocked.cells), 0, "unlock")
    state = move_to(state, model, *state.game.grid.row_col(unlocked.cells[0]))
    return after_move(state.say(text), model, session, unlocked.cells[0])
