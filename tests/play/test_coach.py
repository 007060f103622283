"""The coach sees in replays which topic a bot lacks and how long it searched."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest

from minesweeper.assist.topics import MOST_CELLS, Topic
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.coach import Coached, coach_game
from minesweeper.play.guesses import find_guesses
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import run_to_end
from tests.play.bots import bot_games
from tests.play.test_lessons import GUESSED, a_guess, played

BOARD = BoardSpec(30, 16, 99)
GAMES = 8
LATE = Topic.MORE_CLUES, Topic.ASSUMPTION
UNNAMED = Topic.EDGE, Topic.TWO_CLUES
FAMILY = Topic.ONE_TWO, Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE
PAIRS = Topic.ONE_ONE, *FAMILY, Topic.HOLE, *UNNAMED


def coached(session: Session) -> Coached:
    replay = replay_of(session)
    assert replay is not None
    return run_to_end(coach_game(replay, run_to_end(find_guesses(replay))))


@pytest.mark.parametrize(
    ("lacks", "named"),
    [
        ((*PAIRS, *LATE), Topic.ONE_ONE),
        ((*FAMILY, *UNNAMED, *LATE), Topic.ONE_TWO),
        ((Topic.HOLE, *LATE), Topic.HOLE),
    ],
)
def test_the_coach_names_the_topic_that_a_bot_lacks(lacks: tuple[Topic, ...], named: Topic) -> None:
    misses = Counter(miss.topic for session in bot_games(BOARD, GAMES, lacks) for miss in coached(session).misses)
    assert set(misses) <= set(lacks)
    assert misses.most_common(1)[0][0] is named, misses


def test_the_coach_measures_how_long_a_bot_searches_for_each_topic() -> None:
    thinks = {Topic.ONE_ONE: 1200, Topic.ONE_TWO: 2500}
    times: dict[Topic, list[int]] = {}
    for session in bot_games(BOARD, GAMES, LATE, thinks):
        for topic, milliseconds in coached(session).times:
            times.setdefault(topic, []).append(milliseconds)
    for topic, expected in thinks.items():
        assert len(times[topic]) >= 3
        assert statistics.median(times[topic]) == expected


def test_the_coach_notes_whether_a_needless_guess_lost_the_game() -> None:
    survived, lost = coached(a_guess()), coached(a_guess().open_cell(5))
    assert [(miss.move, miss.topic, miss.lost) for miss in survived.misses] == [(1, Topic.ONE_ONE, False)]
    assert [miss.lost for miss in lost.misses] == [False, True]


def test_the_coach_ignores_moves_of_assistants_and_large_boards() -> None:
    begun = played(GUESSED).open_cell(20)
    assert coached(begun.apply_assist(1 << 4, 0, "bot")).misses == ()
    spec = BoardSpec(MOST_CELLS // 50 + 1, 50, 100)
    assert run_to_end(coach_game(Replay(spec, (1 << 100) - 1), ())) == Coached()
