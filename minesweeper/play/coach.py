"""The coach, which learns from finished games what the player should practise.

For each needless guess it finds the topic that would have avoided it, and it measures how long the player took to find
a topic. It only counts what a replay shows for sure. A move that opened a provable cell shows nothing, because it may
have been luck. So the misses are a lower bound, and the player is never told which share of the cells they found. Moves
of assistants and games on known boards don't count. `storage/coaching` stores the results and puts them into words.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from minesweeper.assist.topics import MOST_CELLS, Topic, file_missed, is_lesson
from minesweeper.play.game import Game, Phase
from minesweeper.play.guesses import Guess
from minesweeper.play.replay import Replay, sessions_of
from minesweeper.play.session import Move, MoveKind, cells_risked_by
from minesweeper.solvers.bitrules import sweep_to_end
from minesweeper.solvers.count_linear import THOROUGH
from minesweeper.solvers.deduction import ProvedCells
from minesweeper.solvers.exact import ExactSolver

_LONGEST_MS = 60_000
"""If a move took longer than this, the player made a pause, so the time says nothing."""
_MOVES = 20
"""How many moves of the replay are played in one slice."""


class Miss(NamedTuple):
    """A needless guess of a game: the number of its move, the topic that would have avoided it, and whether it lost."""

    move: int
    topic: Topic
    lost: bool


class Coached(NamedTuple):
    """What the coach has learned from one game."""

    misses: tuple[Miss, ...] = ()
    times: tuple[tuple[Topic, int], ...] = ()
    """How many milliseconds the player took to use a topic, in positions where single clues had just run out."""


def coach_game(replay: Replay, guesses: tuple[Guess, ...]) -> Generator[None, None, Coached]:
    """Finds the missed topics of a game, and the times that the player took to find topics. Works in slices.

    ``guesses`` are the guesses of this game. The result is empty for boards that are too large for lessons.
    """
    if replay.spec.grid.size > MOST_CELLS:
        return Coached()
    survived = {guess.move: guess.survived for guess in guesses}
    solver, misses, times = ExactSolver(effort=THOROUGH), list[Miss](), list[tuple[Topic, int]]()
    had_clues = False
    for number, (move, session) in enumerate(zip(replay.moves, sessions_of(replay), strict=False)):
        if not number % _MOVES:
            yield
        game = session.game
        risked = cells_risked_by(game, move) if game.phase is Phase.PLAYING else 0
        if not risked:
            # The player used time for a flag or a click without effect, so the time of the next move says nothing.
            had_clues = had_clues and game.phase is Phase.READY
            continue
        swept = yield from sweep_to_end(game.position, 0)
        is_own = move.kind is not MoveKind.ASSIST and not move.assistant
        has_clues = bool(swept.safe)
        if is_own and number in survived:
            topic = yield from _missing_topic(game, move, solver)
            misses += [] if topic is None else [Miss(number, topic, not survived[number])]
        elif is_own and had_clues and not has_clues:
            times += yield from _time_to_find(game, move, replay.moves[number - 1], solver)
        had_clues = has_clues
    return Coached(tuple(misses), tuple(times))


def _missing_topic(game: Game, move: Move, solver: ExactSolver) -> Generator[None, None, Topic | None]:
    """The topic that would have opened a safe cell instead of this move.

    None if no cell was provably safe, or only by counting layouts, which isn't a topic.
    """
    safe, _ = yield from solver.certain(game.position)
    if not safe:
        return None
    analysis = yield from solver.analyse(game.position)
    if not is_lesson(analysis):
        return None
    filed = yield from file_missed(analysis, game.flags, move.cell, ProvedCells(analysis.safe))
    return filed.topic if filed else None


def _time_to_find(
    game: Game, move: Move, before: Move, solver: ExactSolver
) -> Generator[None, None, list[tuple[Topic, int]]]:
    """The topic and the time of a move, if the time says something; otherwise an empty list.

    The caller makes sure that single clues had just run out. The move must have opened provable cells only.
    """
    milliseconds = move.ms - before.ms
    if not 0 < milliseconds <= _LONGEST_MS:
        return []
    analysis = yield from solver.analyse(game.position)
    risked = cells_risked_by(game, move)
    if risked & ~analysis.safe or not is_lesson(analysis):
        return []
    filed = yield from file_missed(analysis, game.flags, move.cell, ProvedCells(risked))
    return [] if filed is None else [(filed.topic, milliseconds)]
