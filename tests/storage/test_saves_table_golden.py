"""Saved games of version 1, which every later version must continue unchanged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection

import pytest

from minesweeper.core.cells import cells_of
from minesweeper.play.game import Phase
from minesweeper.play.replay import Film
from minesweeper.play.session import Clicks, MoveKind, Session
from minesweeper.storage.games_table import finish_game, get_game, record_game
from minesweeper.storage.records import RunningGame, SavedGame
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.store import Store
from tests.storage.golden_store import SAVED, SAVED_DAILY, STORE, picture_of, saved_text
from tests.storage.storing import a_store, store_file

MOMENT = "2026-11-16T09:12:33.480Z"
BOARD = """
####1..1######
####2..12#####
####222112####
####2FF1.1####
####232111####
####F2..2F####
####F2.13FF1##
####21.2F4212#
####2112F2..2#
####2F1111..1?
"""


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def id_in(path: Path) -> str:
    return str(json.loads(text_of(path))["id"])


@pytest.fixture(name="store")
def store_with_saved_games(tmp_path: Path) -> Iterator[Store]:
    """A new game database with the saved games of version 1, as a program that has ended leaves them."""

    def work(connection: Connection) -> None:
        for path in (SAVED, SAVED_DAILY):
            connection.execute(
                "INSERT INTO saves (id, saved_at, owner, game) VALUES (?, ?, ?, ?)",
                (id_in(path), MOMENT, "0123456789abcdef", text_of(path)),
            )

    with a_store(tmp_path) as store:
        assert store.write(work).saved
        yield store


@pytest.fixture(name="saves")
def saved_games(store: Store) -> Iterator[Saves]:
    saves = Saves(store)
    yield saves
    saves.close()


def taken(saves: Saves, path: Path) -> RunningGame:
    game = saves.take(id_in(path)).value
    assert game is not None
    return game


def won(session: Session) -> Session:
    """The session after all its safe cells were opened one by one."""
    assert session.game.layout is not None
    for cell in cells_of(session.game.layout.safe):
        session = session.tick(0.5).open_cell(cell)
    return session


def taken_back(session: Session) -> list[str]:
    """The text boards of a game while its moves are undone one by one."""
    pictures = []
    while session.past:
        session = session.undo()
        pictures.append(picture_of(session.game))
    return pictures


def test_saved_games_of_version_1_are_listed(saves: Saves) -> None:
    assert saves.games() == [
        SavedGame(
            *(id_in(SAVED_DAILY), MOMENT, True, "daily", "30x16/99", "no-guess", 19.078125, 93),
            seed="daily 2026-11-16",
            percent=26,
            clicks=20,
        ),
        SavedGame(
            *(id_in(SAVED), MOMENT, True, "custom", "14x10/28", "no-guess", 18.609375, 18),
            seed="golden 900",
            percent=51,
            clicks=23,
        ),
    ]


def test_a_saved_game_of_version_1_continues_unchanged(saves: Saves) -> None:
    game = taken(saves, SAVED)
    session, moves = game.session, game.session.moves
    assert picture_of(session.game) == BOARD.strip()
    assert (session.elapsed, session.clicks, session.first, session.last) == (18.609375, Clicks(2, 12, 9, 23), 77, 139)
    assert session.assistants == {"tip", "undo", "what-if"}
    assert cells_of(game.what_if_mines) == [0, 9]
    assert len(moves) == 25
    assert {move.kind for move in moves} == set(MoveKind) - {MoveKind.GIVE_UP}
    (tip,) = (move for move in moves if move.kind is MoveKind.ASSIST)
    assert (tip.ms, cells_of(tip.safe), cells_of(tip.mined), tip.assistant) == (10_953, [20], [47], "tip")


def test_moves_of_a_saved_game_of_version_1_can_be_undone(saves: Saves) -> None:
    pictures = taken_back(taken(saves, SAVED).session)
    assert len(pictures) == 22
    assert pictures[:2] == [BOARD.strip().replace("?", "F"), BOARD.strip().replace("?", "#")]
    assert len(taken_back(taken(saves, SAVED_DAILY).session)) == 20


@pytest.mark.parametrize(("path", "standing"), [(SAVED, "assisted"), (SAVED_DAILY, "unassisted")])
def test_a_saved_game_of_version_1_can_be_won_and_recorded(
    path: Path, standing: str, store: Store, saves: Saves
) -> None:
    last = won(taken(saves, path).session)
    assert last.game.phase is Phase.WON
    finished = finish_game(last, ended_at=MOMENT)
    assert finished is not None
    assert record_game(store, finished).saved
    assert id_in(path) not in [saved.id for saved in saves.games()]
    recorded = get_game(store, id_in(path))
    assert recorded == finished
    assert (recorded.result, recorded.standing, recorded.mode) == ("won", standing, "no-guess")
    assert recorded.replay is not None
    film = Film(recorded.replay)
    assert film.session_at(len(film)).game == last.game


@pytest.mark.parametrize("path", [SAVED, SAVED_DAILY], ids=lambda path: path.stem)
def test_saving_a_game_of_version_1_again_writes_the_same_text(path: Path, store: Store, saves: Saves) -> None:
    assert saves.save(taken(saves, path)).saved
    assert saved_text(store, id_in(path)) == text_of(path)


def test_a_version_1_database_offers_its_saved_games_unchanged(tmp_path: Path) -> None:
    shutil.copyfile(STORE, store_file(tmp_path))
    with a_store(tmp_path) as store:
        saves = Saves(store)
        assert [(saved.id, saved.is_free, saved.problem) for saved in saves.games()] == [
            (id_in(SAVED_DAILY), True, None),
            (id_in(SAVED), True, None),
        ]
        for path in (SAVED, SAVED_DAILY):
            assert saved_text(store, id_in(path)) == text_of(path)
