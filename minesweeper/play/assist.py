"""Who helps in a game: the help levels, which see what the player sees, and unlock, which looks at the mines.

Unlock opens safe cells until a move can be proved, so that a hopeless board stays playable. It is the one helper that
looks at the mines, and it says so; hence it lives with the game and not among the solvers. These are loaded by whoever
asks for help: the levels are known when the first frame of a game is painted.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from enum import Enum
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.layout import Layout
from minesweeper.core.cells import CellSet, contains, nearest_first
from minesweeper.core.text import plural
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import Session
from minesweeper.play.trail import MoveKind, moves_of

if TYPE_CHECKING:
    from minesweeper.solvers.exact import Analysis

SINGLE, DUAL, INTELLIGENT = "single", "dual", "intelligent"
HELP_LEVELS = (SINGLE, DUAL, INTELLIGENT)
"""The help levels: what the program does for the player after each move."""
MEANINGS = {
    SINGLE: "Level Single: the flag key sets flags, and nothing is done for you.",
    DUAL: "Level Dual: the flag key goes on to a proposal.",
    INTELLIGENT: "Level Intelligent: what is certain is done for you after each move.",
}
_MOST_TRIED = 400
"""So many cells are tried out; on large boards these are the nearest ones."""


def next_help_level(level: str) -> str:
    """The level after one, and the first after the last."""
    return HELP_LEVELS[(HELP_LEVELS.index(level) + 1) % len(HELP_LEVELS)]


def follows(level: str, before: Game, session: Session) -> bool:
    """Whether the program goes on by itself after a move that led from a game to a session."""
    return level == INTELLIGENT and session.is_running and session.game.opened != before.opened


def follow_up(session: Session) -> Session:
    """The session with all certain mines flagged and all certainly safe cells opened, until nothing is certain."""
    from minesweeper.solvers.deduction import finish
    from minesweeper.solvers.players import MoveMemory, next_move

    memory = MoveMemory()
    while session.is_running:
        game = session.game
        move = finish(next_move("exact", game.position, game.flags, memory=memory, extent="look"))
        if move is None:
            break
        session = session.apply(move.safe, move.mined, INTELLIGENT)
    return session


class FlagKey(Enum):
    """What the flag key does on a hidden cell."""

    MARK = "the mark goes on: a flag is set or taken away"
    TURN = "the flag becomes a proposal"
    PROPOSE = "the cell is proposed as a mine"
    WITHDRAW = "the proposal is taken away"
    STAY = "the flag is the assistant's, and it stays"


def flag_key(level: str, session: Session, cell: int, proposals: CellSet) -> FlagKey:
    """What the flag key does on a hidden cell at a help level; at Intelligent only the assistant sets flags."""
    is_flagged = contains(session.game.flags, cell)
    if level == INTELLIGENT and is_flagged:
        return FlagKey.MARK if _is_players_flag(session, cell) else FlagKey.STAY
    if contains(proposals, cell):
        return FlagKey.WITHDRAW
    if level == INTELLIGENT:
        return FlagKey.PROPOSE
    return FlagKey.TURN if level == DUAL and is_flagged else FlagKey.MARK


def _is_players_flag(session: Session, cell: int) -> bool:
    """Whether a flag was not set by an assistant."""
    return not any(move.kind is MoveKind.ASSIST and contains(move.mined, cell) for move in moves_of(session.trail))


class Unlocked(NamedTuple):
    """The game after an unlock."""

    game: Game
    cells: tuple[int, ...]
    """The cells that were opened, in order; none if a move could be proved already."""


def unlock(game: Game, near: int | None = None) -> Unlocked:
    """The game with safe cells opened, the nearest first, until a safe cell can be proved or the game is over."""
    from minesweeper.solvers.deduction import finish

    return finish(unlock_in_slices(game, near))


def unlock_in_slices(game: Game, near: int | None = None) -> Generator[None, None, Unlocked]:
    """The same in slices of a few milliseconds."""
    from minesweeper.solvers.exact import analyse_in_slices

    cells: list[int] = []
    analysis = None
    while game.layout is not None and game.phase is Phase.PLAYING:
        analysis = yield from analyse_in_slices(game.position, analysis)
        if analysis.safe:
            break
        cell = yield from _choose(game, game.layout, analysis, near)
        cells.append(cell)
        game = _open(game, cell)
    return Unlocked(game, tuple(cells))


def _choose(game: Game, layout: Layout, analysis: Analysis, near: int | None) -> Generator[None, None, int]:
    """The first safe cell that makes a move provable or ends the game; else the one that opens most."""
    from minesweeper.solvers.exact import Reasoner

    most, choice = -1, -1
    for cell in islice(_candidates(game, layout, near), _MOST_TRIED):
        after = _open(game, cell)
        if after.is_over or Reasoner(analysis.memory).certain(after.position)[0]:
            return cell
        opened = after.opened.bit_count()
        if opened > most:
            most, choice = opened, cell
        yield
    return choice


def _candidates(game: Game, layout: Layout, near: int | None) -> Iterator[int]:
    """The safe cells: those beside clues, which tell more than they give away, then all others, wrong flags last."""
    safe = game.hidden & layout.safe
    frontier = game.position.frontier
    flagged = safe & game.flags
    parts = (safe & frontier & ~flagged, safe & ~frontier & ~flagged, flagged)
    return chain.from_iterable(nearest_first(game.grid, part, near) for part in parts)


def _open(game: Game, cell: int) -> Game:
    """The game with a cell opened, even if it is flagged: the flag is wrong."""
    if contains(game.flags, cell):
        game = game.flag(cell)
    return game.open_cell(cell)


def unlock_sentence(unlocked: Unlocked) -> str:
    """What an unlock did, in a sentence."""
    cells, grid = unlocked.cells, unlocked.game.grid
    if not cells:
        return "No need to unlock: a move can be proved. A tip shows it."
    from minesweeper.solvers.explain import name_cell

    what = name_cell(grid, cells[0]) if len(cells) == 1 else plural(len(cells), "cell")
    then = "The game is over" if unlocked.game.is_over else "Now a move can be proved"
    return f"Unlock looked at the mines and opened {what}. {then}."
