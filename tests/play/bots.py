"""Bots that play whole games without flags but lack some topics, for tests and measurements of the coach."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from minesweeper.assist.topics import Topic, file_position
from minesweeper.boards.deal import deal, proposed_first
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.play.game import Game
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.bitrules import sweep_to_end
from minesweeper.solvers.deduction import ProvedCells, run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from tests.play.blind_players import densities_of

THINKS_MS = 500
"""How long a bot takes for a move by single clues."""


def known_safe(game: Game, analysis: Analysis, lacks: Collection[Topic]) -> tuple[CellSet, Topic | None]:
    """The safe cells that a bot without some topics can prove, and the hardest topic that it needed."""
    swept = run_to_end(sweep_to_end(game.position, 0))
    if swept.safe:
        return swept.safe, None
    known, hidden, hardest = swept.mined, 0, Topic.ONE_CLUE
    while True:
        wanted = ProvedCells(analysis.safe & ~hidden, analysis.mined & ~(known | hidden))
        filed = run_to_end(file_position(analysis, known, None, wanted)) if wanted.safe | wanted.mined else None
        if filed is None:
            return 0, None
        if filed.topic in lacks:
            hidden |= filed.proof.safe | filed.proof.mined
            continue
        hardest = max(hardest, filed.topic, key=list(Topic).index)
        if filed.proof.safe:
            return filed.proof.safe, hardest
        known |= filed.proof.mined


def likely_cell(game: Game, known_mines: CellSet, random: Random) -> int:
    """The cell that looks safest by densities, or any hidden cell."""
    densities = densities_of(game.set_flags(known_mines))
    lowest = min(densities, key=lambda cell: (max(densities[cell]), cell), default=None)
    return random.choice(cells_of(game.hidden & ~known_mines)) if lowest is None else lowest


def play_bot(spec: BoardSpec, seed: int, lacks: Collection[Topic], thinks: dict[Topic, int] | None = None) -> Session:
    """Plays a random board. ``thinks`` has the milliseconds that the bot needs to find a topic."""
    random, first = Random(f"bot {seed}"), proposed_first(spec)
    session = new_session(spec, "expert", layout=deal(spec, first, f"bot {seed}")).open_cell(first)
    while not session.game.is_over:
        game = session.game
        analysis = run_to_end(analyse(game.position))
        safe, topic = known_safe(game, analysis, lacks)
        wait = (thinks or {}).get(topic, THINKS_MS) if topic else THINKS_MS
        session = session.tick(wait / 1000)
        if safe:
            session = session.open_cell(next(iter(cells_of(safe))))
        else:
            swept = run_to_end(sweep_to_end(game.position, 0))
            session = session.open_cell(likely_cell(game, swept.mined, random))
    return session


def bot_games(
    spec: BoardSpec, games: int, lacks: Collection[Topic], thinks: dict[Topic, int] | None = None
) -> Iterator[Session]:
    """Plays the games of a bot one after the other."""
    for seed in range(games):
        yield play_bot(spec, seed, lacks, thinks)
