"""Replays lead to the same game again. Whatever is read from a file is checked and limited."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.validate import RecordError
from minesweeper.play.replay import (
    MAX_BYTES,
    MAX_MOVES,
    MOST_SIGNS,
    Replay,
    are_makers_known,
    first_session,
    maker_words,
    moves_to_data,
    pack_replay,
    parse_record,
    replay_from_data,
    replay_of,
    replay_to_data,
    sessions_of,
    unpack_replay,
)
from minesweeper.play.session import Move, MoveKind, Session
from tests.storage.storing import refusal_of
from tests.strategies import sessions
from tests.ui.driving import board

LONGEST_TEXTS = 250_000
"""A seed may be as long, and of any signs."""


def replay_in(session: Session) -> Replay:
    replay = replay_of(session)
    assert replay is not None
    return replay


@given(sessions())
def test_a_packed_replay_leads_to_the_same_game_and_undo_steps(session: Session) -> None:
    replay = replay_of(session)
    if replay is None:
        assert session.game.layout is None
        return
    packed = pack_replay(replay)
    assert packed is not None
    assert unpack_replay(packed) == replay
    *_, last = sessions_of(replay)
    assert last.game == session.game
    assert last.assistants == session.assistants
    while session.past:
        session, last = session.undo(), last.undo()
        assert last.game == session.game
        if session.game.is_over:
            break


def test_moves_of_a_replay_name_the_assistant_that_made_them() -> None:
    session = board("*2*.\n....").open_cell(7, "bot").mark(0, False, "guess").mark(2, False)
    replay = replay_in(session)
    stored = replay_to_data(replay)
    assert stored["moves"] == [[0, "open", 7, "bot"], [0, "flag", 0, "guess"], [0, "flag", 2]]
    assert replay_from_data(stored) == replay
    assert [one.moves for one in sessions_of(replay)][-1] == session.moves
    assert [maker_words(move, is_known=True) for move in replay.moves] == [("bot",), ("best guess", "guess"), ("you",)]


@pytest.mark.parametrize(("assistants", "is_known"), [([], True), (["undo", "overlay"], True), (["guess"], False)])
def test_replays_of_older_versions_name_the_player_if_unassisted(assistants: list[str], is_known: bool) -> None:
    stored = data()
    assert are_makers_known(replay_from_data(stored), assistants)
    del stored["makers"]
    assert are_makers_known(replay_from_data(stored), assistants) is is_known
    assert maker_words(Move(0, MoveKind.OPEN, 0), is_known=False) == ("",)


def test_a_replay_of_a_restarted_board_begins_with_its_open_cell() -> None:
    session = board("*2*.\n....").open_cell(7)
    again = session._replace(first=7).restart_board()
    replay = replay_in(again)
    assert replay.start == 7
    assert not replay.dealt
    assert first_session(replay).game == again.game


def data(**changes: Any) -> dict[str, Any]:
    session = board("*1..\n11..").open_cell(3)
    return {**replay_to_data(replay_in(session)), **changes}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 2}, "version 2 is from a newer Minesweeper, but this one reads only versions up to 1"),
        ({"board": "9999999x9999999/1"}, "board: width 9999999 is not allowed. Use 1 to 1,000,000"),
        ({"board": "4x2"}, 'board "4x2" is not allowed. Use a board such as 30x16/99'),
        ({"board": "4x2/8"}, "board: 8 mines don't fit on 4x2. Use 1 to 7"),
        ({"mines": "3"}, "mines: found 2, but 4x2/1 has 1"),
        ({"mines": "100"}, 'mines "100" is not allowed. Use a set of cells of 4x2 in hexadecimal digits'),
        ({"start": 0}, "start: cell 0 is a mine"),
        ({"moves": [[0, "open", 1], [0, "jump", 1]]}, 'move 2: "jump" is not one of'),
        ({"moves": [[-1, "open", 1]]}, "move 1: ms -1 is not allowed"),
        ({"moves": [[0, "open", 8]]}, "move 1: cell 8 is not allowed. Use a whole number from 0 to 7"),
        ({"moves": [[0, "open"]]}, "move 1: 'open' needs time, kind and cell, but the move has 2 values"),
        ({"moves": [[0, "undo", 1]]}, "move 1: 'undo' needs time and kind, but the move has 3 values"),
        ({"moves": [[0, "assist", [9], [], "exact"]]}, "move 1: cell 9 is not allowed. Use a whole number from 0 to 7"),
        ({"moves": [[0, "assist", [1], [], "\x1b[31m"]]}, 'move 1: helper "\\u001b[31m" is not allowed'),
        ({"moves": ["open"]}, 'move 1: expected a list such as [40, "open", 12], but found "open"'),
    ],
)
def test_an_invalid_replay_is_refused_with_the_allowed_values(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecordError) as error:
        replay_from_data(data(**changes))
    assert str(error.value).startswith(sentence)


def test_a_replay_with_too_many_moves_is_neither_written_nor_read() -> None:
    replay = replay_from_data(data())
    long = replay._replace(moves=replay.moves * (MAX_MOVES + 1))
    assert pack_replay(long) is None
    with pytest.raises(RecordError, match="a list of at most 500,000"):
        replay_from_data(data(moves=[[0, "undo"]] * (MAX_MOVES + 1)))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"text",
        zlib.compress(b""),
        zlib.compress(b"[]"),
        zlib.compress(b"[" * 100_000),
        zlib.compress(b'{"version": 1' + b" " * MAX_BYTES),
        zlib.compress(json.dumps(data()).encode())[:-9],
    ],
)
def test_data_that_is_not_a_packed_replay_is_refused(content: bytes) -> None:
    with pytest.raises(RecordError):
        unpack_replay(content)


def test_a_replay_that_unpacks_to_too_much_is_refused_early() -> None:
    bomb = zlib.compress(b" " * (2 * MAX_BYTES))
    assert (
        refusal_of(unpack_replay, bomb) == f"found {MAX_BYTES + 1:,} characters, but at most {MAX_BYTES:,} can be read"
    )


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["open", "assist"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from(["version", "board", "mines", "start", "dealt", "moves"]), json_values))
def test_a_replay_with_any_values_is_read_or_refused(changes: dict[str, Any]) -> None:
    assert refusal_of(replay_from_data, data(**changes)).isprintable()


@pytest.mark.parametrize(("value", "sign"), [("1,", ","), ("[]", "["), ("{}", "{")])
def test_a_replay_with_too_many_values_is_refused_early(value: str, sign: str) -> None:
    text = '{"x": [' + value * 5_000_001
    message = f"found '{sign}' "
    assert message in refusal_of(lambda content: parse_record(content, 1 << 24), text)
    assert message in refusal_of(lambda content: parse_record(content, 1 << 24), text.encode())


@pytest.mark.parametrize("sign", MOST_SIGNS)
@pytest.mark.parametrize("cells", [0, 0b1, 0b1111111111])
def test_no_recorded_game_has_more_values_than_can_be_read(cells: int, sign: str) -> None:
    # This needs the most values per byte: an assistant opens a few cells, and undo takes them back, again and again.
    again = (Move(0, MoveKind.ASSIST, safe=cells, assistant="x"), Move(0, MoveKind.UNDO))
    text = json.dumps(moves_to_data(again * 1000), separators=(",", ":"))
    assert text.count(sign) / len(text) * MAX_BYTES + LONGEST_TEXTS < MOST_SIGNS[sign]
