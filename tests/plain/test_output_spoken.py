"""Spoken boards: rows and changes at each verbosity, and a listener who knows the board from the words alone."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minesweeper.assist.naming import Naming, name_cells
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import make_grid, to_cell_set
from minesweeper.plain.command_table import act
from minesweeper.plain.game_commands import PlainState
from minesweeper.plain.output import board_rows, say_board, say_cells, say_odds, say_reply
from minesweeper.play.session import new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.storage.options import Value
from minesweeper.storage.settings import Settings
from tests.plain.hearing import Hearing
from tests.plain.lines import CORNERS, LINE, play, refusal, start


def spoken(game: PlainState, verbosity: str = "normal") -> PlainState:
    """The game for a player who hears it."""
    return replace(game, settings=Settings({"spoken": True, "verbosity": verbosity}))


def heard(game: PlainState, *lines: str) -> list[str]:
    """What is said after the last of some lines."""
    before, answer = game, None
    for line in lines:
        before = game
        game, answer = act(game, line)
    assert answer is not None
    return list(say_reply(game, answer, before))


def test_spoken_boards_are_words_row_by_row() -> None:
    game, _ = play(start(*CORNERS), "flag 1 1", "1 5")
    assert list(say_board(game)) == [
        "Row 1: column 1 flag; column 2 shows 1; columns 3 to 5 empty.",
        "Row 2: column 1 hidden; columns 2 to 4 show 2; column 5 shows 1.",
        "Row 3 hidden.",
        "2 of 3 mines left, 8 of 12 opened, 0 seconds.",
    ]
    assert list(say_cells(game, 0b11 << 5)) == ["Row 2: column 1 hidden; column 2 shows 2."]


BY_VERBOSITY = {
    "brief": ["Row 1, column 3: 1."],
    "normal": ["Row 1, column 3 shows 1."],
    "full": [
        "Row 1, column 3 shows 1.",
        "Row 1: columns 1 to 2 hidden; column 3 shows 1.",
        "1 of 1 mines left, 7 of 8 opened, 0 seconds.",
    ],
}


@pytest.mark.parametrize("verbosity", BY_VERBOSITY)
def test_the_verbosity_decides_how_an_opened_cell_is_spoken(verbosity: str) -> None:
    assert heard(spoken(start(*LINE), verbosity), "3 1", "1 3") == BY_VERBOSITY[verbosity]


def test_flags_and_undone_moves_are_spoken_with_their_cells() -> None:
    game = spoken(start(*CORNERS), "brief")
    assert heard(game, "flag 1 1") == ["Row 1, column 1: flag."]
    assert heard(game, "flag 1 1", "flag 1 1") == ["Row 1, column 1: hidden."]
    assert heard(game, "2 2", "flag 1 1", "undo") == ["Undone.", "Row 1, column 1: hidden."]
    # The message names no cell, so a further sentence must say where the flag is.
    assert heard(spoken(start("*..*", "....")), "1 2", "2 1", "2 2", "expand 2 1") == [
        "1 flag set.",
        "Row 1, column 1: flag.",
    ]


@pytest.mark.parametrize("verbosity", ["brief", "normal"])
def test_mines_after_a_loss_are_spoken_only_on_request(verbosity: str) -> None:
    game = spoken(start(*LINE), verbosity)
    (lost,) = heard(game, "3 1", "1 2")
    assert lost.startswith("Boom! Row 1, column 2 was a mine.")
    assert (
        heard(game, "3 1", "1 2", "board")[0]
        == "Row 1: column 1 hidden; column 2 the mine that went off; column 3 hidden."
    )
    *cell, won = " ".join(heard(game, "3 1", "1 1", "1 3")).split(". ")
    assert cell == ["Row 1, column 3: 1" if verbosity == "brief" else "Row 1, column 3 shows 1"]
    assert won.startswith("Won in")


@pytest.mark.parametrize("verbosity", ["brief", "normal"])
def test_cells_of_a_winning_cascade_are_spoken_too(verbosity: str) -> None:
    sentences = heard(spoken(start("*..", "..."), verbosity), "2 1", "1 2", "2 2", "2 3")
    assert [line for line in sentences if line.startswith("Row")] == ["Rows 1 to 2: column 3 empty."]
    assert "Won in" in " ".join(sentences)


@pytest.mark.parametrize("verbosity", ["brief", "normal"])
def test_giving_up_speaks_the_places_of_the_mines(verbosity: str) -> None:
    sentences = heard(spoken(start(*CORNERS), verbosity), "1 5", "flag 3 2", "propose 2 1", "giveup")
    assert sentences == [
        "Given up after 0 seconds. These are the mines.",
        "Row 1: column 1 mine.",
        "Row 3: column 2 wrong flag; columns 3 to 4 mine.",
    ]


def test_spoken_odds_join_neighbouring_cells() -> None:
    game, _ = play(start(*CORNERS), "1 5")
    assert (
        list(say_odds(run_to_end(analyse(game.position))))[-1]
        == "Row 3: columns 1 to 2 safe; columns 3 to 4 mines; column 5 safe."
    )


def cells_heard(text: str) -> set[tuple[int, int]]:
    """The cells that are named in words, counted from 1."""
    cells = set()
    for rows, cols in re.findall(r"rows? (\d[\d to]*), columns? (\d+(?:(?:, | and | to )\d+)*)", text):
        spans = [[int(number) for number in span.split(" to ")] for span in re.split(", | and ", cols)]
        first, last = int(rows.split()[0]), int(rows.split()[-1])
        cells |= {
            (row, col) for row in range(first, last + 1) for span in spans for col in range(span[0], span[-1] + 1)
        }
    return cells


@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 11)), min_size=1, max_size=12))
def test_every_spoken_list_of_cells_is_understood_as_these_cells(places: set[tuple[int, int]]) -> None:
    grid = make_grid(12, 4)
    names = name_cells(grid, to_cell_set(grid.cell(*place) for place in places), 12, Naming.SPOKEN)
    for rest in (" are safe.", ".", ", so 3 mines are left.", " would have 2 mines: 4 cells"):
        assert cells_heard(f"{names}{rest}") == {(row + 1, col + 1) for row, col in places}


def test_ranges_of_cells_are_spoken_without_a_dash() -> None:
    game = start("*....", "*....", "*....", ".....")
    for lines in (("1 5", "tip"), ("1 5", "check", "check"), ("1 5", "exact"), ("1 5", "1 1")):
        _, answer = play(game, *lines)
        assert not re.search(r"\d-\d", answer.message)


PLACES = st.tuples(st.integers(1, 5), st.integers(1, 4)).map(lambda place: f"r{place[1]}c{place[0]}")
MOVES = st.one_of(
    st.tuples(st.sampled_from(["open", "flag", "expand", "propose"]), PLACES).map(" ".join),
    st.sampled_from(
        ["undo", "tip", "simple", "exact all", "unlock", "guess", "clear", "same", "new seed y", "right", "odds"]
    ),
)


@settings(max_examples=60)
@given(
    st.lists(MOVES, max_size=25),
    st.sampled_from(["brief", "normal", "full"]),
    st.sampled_from(["single", "dual", "intelligent"]),
    st.booleans(),
)
@example(["open r1c5", "unlock"], "brief", "single", False)
@example(["open r1c4", "simple"], "normal", "single", False)
@example(["open r1c4", "propose r3c4", "flag r4c4", "propose r1c1"], "full", "single", False)
def test_a_listener_always_knows_the_whole_board(
    lines: list[str], verbosity: str, assist: str, question_marks: bool
) -> None:
    values: dict[str, Value] = {"spoken": True, "verbosity": verbosity, "question_marks": question_marks}
    game = PlainState(new_session(BoardSpec(5, 4, 5), "custom", "x"), Settings(values), assist)
    hearing = Hearing(5, 4)
    for line in lines:
        before = game
        game, answer = act(game, line)
        if game.session.game.is_over:
            return
        if game.session.id != before.session.id:
            hearing = Hearing(5, 4)
        if answer.board:
            for message in say_reply(game, answer, before):
                hearing.listen(message)
        assert hearing.rows() == board_rows(game), line


@pytest.mark.parametrize("order", ["spoken", "column", "row", "program"])
def test_commands_suggested_by_a_message_can_be_typed(order: str) -> None:
    values: dict[str, Value] = (
        {"spoken": True} if order == "spoken" else {} if order == "program" else {"typed_first": order}
    )
    game = replace(start(*CORNERS), settings=Settings(values), is_program=order == "program")
    game, _ = play(game, "flag r1c3")
    for line in ("r1c3", "expand r1c2", "tip", "nonsense", "open 99 99"):
        _, answer = act(game, line)
        for typed in re.findall("'([^']*)'", answer.message):
            if typed not in line:
                assert "is not on the board" not in act(game, typed)[1].message
                assert "needs a" not in act(game, typed)[1].message
    (typed,) = re.findall("'(flag .*)'", refusal(game, "r1c3"))
    assert act(game, typed)[1].message == "Flag removed at row 1, column 3, 3 mines left."
    assert typed == "flag row 1, column 3" if order == "spoken" else "flag r1c3"
