"""The values that the storage hands to screens: what they derive, and that loading them is cheap."""

from __future__ import annotations

import pytest

from minesweeper.play.session import Session, new_session
from minesweeper.storage.games_table import finish_game
from minesweeper.storage.records import CATEGORIES, Group, Record, group_of
from tests.storage.storing import a_session
from tests.test_imports import newly_loaded

ADJUSTED = a_session()._replace(dealt_type="no-guess, adjusted")


@pytest.mark.parametrize(
    ("session", "group"),
    [
        (a_session(), Group("beginner", "normal", "unassisted", "9x9/10")),
        (
            a_session().with_assistant("tip")._replace(is_known_board=True),
            Group("beginner", "normal", "known", "9x9/10"),
        ),
        (ADJUSTED, Group("beginner", "no-guess", "unassisted", "9x9/10")),
        (
            a_session()._replace(board_type="no-guess", dealt_type="normal"),
            Group("beginner", "normal", "unassisted", "9x9/10"),
        ),
    ],
)
def test_a_session_belongs_to_the_same_group_before_and_after_its_end(session: Session, group: Group) -> None:
    finished = finish_game(session)
    assert finished is not None
    assert group_of(session) == finished.group == group
    assert group.standing in CATEGORIES
    undealt = new_session(session.spec, session.preset, board_type="no-guess")
    assert group_of(undealt).mode == "no-guess"


def test_only_a_record_without_losses_shows_100_percent() -> None:
    assert [Record(9, wins, losses).percent for wins, losses in ((0, 0), (0, 9), (2, 1), (999, 1), (3, 0))] == [
        *(None, 0, 66, 99, 100)
    ]


def test_importing_records_loads_neither_solvers_nor_sqlite() -> None:
    loaded = newly_loaded(["storage.records", "storage.saves_table", "storage.statistics", "storage.import_export"])
    assert not any("sqlite3" in names for names in loaded.values())
    values = loaded["storage.records"]
    assert "minesweeper.solvers" not in values
    assert {name for name in values if name.startswith("minesweeper.storage.")} == {"minesweeper.storage.records"}
