"""Replays of version 1, which every later version must play to the same end."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from minesweeper.core.cells import cells_of
from minesweeper.play.guesses import Guess, find_guesses
from minesweeper.play.replay import Film, unpack_replay
from minesweeper.play.session import Clicks, MoveKind, Session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame
from minesweeper.storage.replay_files import read_replay_file

GOLDEN = Path(__file__).parents[1] / "golden"
LOST = """
######11.
##2####1.
12#3##32.
.11223#1.
.....111.
.........
.........
...1221..
...1##1..
"""
GIVEN_UP = """
######11.
#######1.
12#####2.
.11223#1.
.....111.
.........
.........
...1221..
...1##1..
"""
WON = """
12#21211.
#324#4#1.
12#3##32.
.11223#1.
.....111.
.........
.........
...1221..
...1##1..
"""


def read(name: str) -> FinishedGame:
    return read_replay_file(GOLDEN / f"{name}-v1.json")


def end_of(game: FinishedGame) -> Session:
    assert game.replay is not None
    film = Film(game.replay)
    return film.session_at(len(film))


@pytest.mark.parametrize(
    ("name", "picture", "flags", "exploded", "ms", "clicks"),
    [
        ("lost", LOST, [20, 22, 33, 76, 77], [2], 6850, Clicks(4, 6, 3, 13)),
        ("given-up", GIVEN_UP, [2], [], 4000, Clicks(1, 1, 0, 2)),
        ("won", WON, [2, 9, 13, 15, 20, 22, 23, 33, 76, 77], [], 3996, Clicks(13, 0, 0, 13)),
    ],
)
def test_a_replay_of_version_1_ends_as_it_was_played(
    name: str, picture: str, flags: list[int], exploded: list[int], ms: int, clicks: Clicks
) -> None:
    game = read(name)
    last = end_of(game)
    assert last.game.position.to_picture() == picture.strip()
    assert cells_of(last.game.flags) == flags
    assert cells_of(last.game.exploded) == exploded
    assert last.milliseconds == ms == game.time_ms
    assert game.clicks == clicks


def test_facts_about_a_game_of_version_1_stay_the_same() -> None:
    lost, given_up, won = read("lost"), read("given-up"), read("won")
    assert [game.result for game in (lost, given_up, won)] == ["lost", "abandoned", "won"]
    assert [game.standing for game in (lost, given_up, won)] == ["assisted", "known", "unassisted"]
    assert (lost.helpers, lost.ended_at, lost.level, lost.seed) == (
        *(("exact", "undo"), "2026-11-16T09:12:33.480Z", "beginner", "golden"),
    )
    assert (won.three_bv, won.no_flags, won.program) == (13, True, "0.1.0")
    assert won.replay is not None
    assert run_to_end(find_guesses(won.replay)) == (Guess(7, 0.2, True),)


def test_a_packed_replay_of_version_1_is_read() -> None:
    packed = base64.decodebytes((GOLDEN / "packed-v1.txt").read_bytes())
    assert unpack_replay(packed) == read("won").replay


def test_the_games_of_version_1_contain_every_kind_of_move() -> None:
    games = [read(name) for name in ("lost", "given-up", "won")]
    kinds = {move.kind for game in games if game.replay is not None for move in game.replay.moves}
    assert kinds == set(MoveKind)
