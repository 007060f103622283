"""Every reader gets hostile content, which it reads or refuses with its own error and a printable sentence.

Sizes are limited before memory is used, so that a small file never makes the program use much.
"""

from __future__ import annotations

import io
import json
import tempfile
import tracemalloc
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.codes import CodeError, from_code, to_code
from minesweeper.boards.formats import BoardLineError, read_board_lines
from minesweeper.boards.layout import Board, read_layout
from minesweeper.boards.rawvf import RawvfError, read_rawvf
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.core.position import read_position
from minesweeper.core.sizes import SpecError
from minesweeper.core.textboard import PictureError
from minesweeper.core.validate import RecordError, parse_json
from minesweeper.plain.command_table import COMMANDS
from minesweeper.plain.console import answer_lines
from minesweeper.plain.game_commands import PlainState
from minesweeper.play.rawvf_moves import to_moves
from minesweeper.play.replay import pack_replay, unpack_replay
from minesweeper.play.session import new_session
from minesweeper.storage.board_files import BoardFileError, from_mbf, from_mine, read_boards
from minesweeper.storage.games_table import game_to_data
from minesweeper.storage.records import RunningGame
from minesweeper.storage.replay_files import ReplayError, read_replay
from minesweeper.storage.saves_table import running_from_data, running_to_data
from minesweeper.storage.settings import Settings, read_settings
from minesweeper.storage.text_boards import PositionTextError, read_puzzle
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.terminal.decoder import Decoder
from tests.storage.storing import a_played_game, a_session, a_store, write_replay

PICTURE = "*1.\n11.\n..."
MEMORY = 48 << 20
EXAMPLES = 40


class Reader(NamedTuple):
    """A reader with a sample that it accepts, the function that reads, and the errors that it may raise."""

    sample: bytes
    read: Callable[[bytes], object]
    refusals: tuple[type[ValueError], ...]


def as_text(content: bytes) -> str:
    """The text that the program makes of the bytes of a file."""
    return content.decode("utf-8", "replace")


def _settings(content: bytes) -> None:
    result, problems = read_settings(content, Settings())
    _, refused = make_keymap(result.keys)
    for problem in [*problems, *refused]:
        check_sentence(problem)


@lru_cache(maxsize=1)
def readers() -> dict[str, Reader]:
    """All readers by name."""
    layout, game = read_layout(PICTURE), a_played_game()
    assert game.replay is not None
    packed = pack_replay(game.replay)
    assert packed is not None
    record, running = json.dumps(game_to_data(game)), json.dumps(running_to_data(RunningGame(a_session())))
    line = json.dumps({"w": 3, "h": 3, "start": 8, "mines": [0]})
    keys = json.dumps({"theme": "mono", "presets": {"beginner": "9x9/9"}, "keys": {"game": {"flag": ["f", "x"]}}})
    rawvf = write_replay(game, "rawvf")
    files = (BoardFileError, PictureError, CodeError, BoardLineError, RawvfError, SpecError)
    return {
        "picture": Reader(PICTURE.encode(), lambda c: read_layout(as_text(c)), (PictureError,)),
        "position": Reader(b"#1.\n11.\n...", lambda c: read_position(as_text(c), 1), (PictureError,)),
        "code": Reader(to_code(Board(layout, 8)).encode(), lambda c: from_code(as_text(c)), (CodeError,)),
        ".mbf": Reader(bytes((3, 3, 0, 1, 0, 0)), from_mbf, (BoardFileError,)),
        ".mine": Reader(b"3x3x1\nM10\n110\n000", lambda c: from_mine(as_text(c)), (BoardFileError, PictureError)),
        "board line": Reader(line.encode(), lambda c: list(read_board_lines([as_text(c)])), (BoardLineError,)),
        "any board": Reader(f"{line}\n{line}\n".encode(), lambda c: list(read_boards(c)), files),
        "RAWVF": Reader(rawvf.encode(), lambda c: to_moves(read_rawvf(as_text(c))), (RawvfError,)),
        "replay": Reader(record.encode(), lambda c: read_replay(as_text(c)), (ReplayError, RecordError, RawvfError)),
        "packed replay": Reader(packed, unpack_replay, (RecordError,)),
        "saved game": Reader(
            running.encode(), lambda c: running_from_data(parse_json(as_text(c), 1 << 20)), (RecordError,)
        ),
        "settings": Reader(keys.encode(), _settings, ()),
        "board spec": Reader(b"40x20/160", lambda c: read_spec(as_text(c)), (SpecError,)),
        "solve": Reader(b"#1.\n11.\n...", lambda c: read_puzzle(as_text(c), 1), (PositionTextError,)),
    }


NAMES = list(readers())
TEXT = st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace"))
CONTENT = st.one_of(st.binary(max_size=300), TEXT)


def check_sentence(text: str) -> None:
    """Checks that a sentence for the player is a single short line without control characters."""
    assert text
    assert text.isprintable(), repr(text)
    assert len(text) < 3000, len(text)


def check(name: str, content: bytes) -> None:
    """Checks that the reader accepts the content or refuses it as it should."""
    reader = readers()[name]
    try:
        reader.read(content)
    except reader.refusals as error:
        check_sentence(str(error))


@pytest.mark.parametrize("name", NAMES)
def test_every_reader_of_files_reads_its_sample(name: str) -> None:
    readers()[name].read(readers()[name].sample)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES)
@given(content=CONTENT)
def test_every_reader_of_files_reads_or_refuses_any_bytes(name: str, content: bytes) -> None:
    check(name, content)


HOSTILE = [
    b"\x1b[2J",
    b"\x1b]0;owned\x07",
    "\u202egnp.exe\u2066".encode(),
    b"\x00",
    b"\x9b31m",
    b"\xc2\x9b31m",
    b"999999999999999999999",
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"[" * 500,
    b'{"a":' * 500,
    b"../../../etc/passwd",
    b"\r\n\r\n",
    b"\xff\xfe",
    "٣x٣/٣".encode(),
    b"9" * 5000,
]


@st.composite
def damaged(draw: st.DrawFn, sample: bytes) -> bytes:
    """Content that was valid before it was damaged."""
    content = sample
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = draw(st.integers(start, min(len(content), start + 20)))
        again = st.just(content[start:end] * 3)
        new = draw(st.one_of(st.sampled_from(HOSTILE), st.binary(max_size=4), st.just(b""), again))
        content = content[:start] + new + content[end:]
    return content


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES * 2)
@given(data=st.data())
def test_every_reader_of_files_accepts_or_refuses_damaged_samples(name: str, data: st.DataObject) -> None:
    check(name, data.draw(damaged(readers()[name].sample)))


@pytest.mark.parametrize("name", [name for name in NAMES if readers()[name].sample.startswith(b"{")])
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_every_reader_of_json_reads_or_refuses_any_values(name: str, data: st.DataObject) -> None:
    sample = json.loads(readers()[name].sample.split(b"\n")[0])
    values = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**25), 10**25),
        st.floats(),
        st.text(max_size=9),
        st.sampled_from(["\x1b[2J", "9" * 400, "\ud800", "1000x1000/1", "1000000x1/1", "f" * 3000]),
        st.lists(st.integers(-5, 100), max_size=3),
        st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
    )
    for key in data.draw(st.lists(st.sampled_from(sorted(sample)), min_size=1, max_size=3)):
        sample[key] = data.draw(values)
    check(name, json.dumps(sample).encode())


def taken_by(name: str, content: bytes) -> int:
    """The most memory that reading the content uses."""
    tracemalloc.start()
    try:
        check(name, content)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


BOMBS = {
    "picture": [b"#" * 100_000, b"*\n" * 50_000],
    "position": [b"#" * 100_000],
    "code": [b"ms1-" + b"z" * 240_000, b"ms1-" + b"z" * 300_000],
    ".mbf": [b"\xff\xff\xff\xff" + b"\0" * 60_000],
    ".mine": [b"1000x1000x5\n", b"9999999x9999999x9\n", b"1000000x1x5\nH"],
    "board line": [b'{"w":1000000,"h":1,"start":0,"mines":[]}', b'{"w":99999999,"h":99999999,"start":0,"mines":[]}'],
    "any board": [b"\xff\xff\xff\xff", b"RawVF\nWidth: 99999999\nHeight: 99999999\nBoard:\n"],
    "RAWVF": [b"RawVF_Version: Rev5\nWidth: 1000\nHeight: 1000\nMines: 1\nBoard:\n*"],
    "replay": [b'{"version":1,"board":"1000000x1000000/1","mines":"1","start":null,"dealt":true,"moves":[]}'],
    "packed replay": [zlib.compress(b"0" * (64 << 20)), zlib.compress(b"[" * (16 << 20))],
    "saved game": [b'{"version":1,"board":"1000000x1000000/1"}'],
    "settings": [b"[" * 900_000, b'{"a":' * 200_000, b'"' + b"x" * 2_000_000 + b'"'],
    "board spec": [b"1000000x1000000/1", b"9" * 100_000 + b"x1/1"],
}


@pytest.mark.parametrize("name", BOMBS)
def test_small_files_never_take_much_memory(name: str) -> None:
    for content in BOMBS[name]:
        assert taken_by(name, content) < MEMORY, content[:60]


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_imported_lines_are_games_or_refused_and_no_game_is_lost(data: st.DataObject) -> None:
    from minesweeper.storage.games_table import count_games
    from minesweeper.storage.import_export import import_lines

    sample = json.dumps(game_to_data(a_played_game())).encode()
    lines = [data.draw(damaged(sample)) for _ in range(2)] + [sample]
    with tempfile.TemporaryDirectory() as folder, a_store(Path(folder)) as store:
        result = import_lines(store, lines)
        assert result.problem is None
        for refusal in result.refusals:
            check_sentence(refusal)
        assert 1 <= result.added == count_games(store)


WORDS = st.one_of(
    st.sampled_from([name for command in COMMANDS for name in (command.name, *command.aliases)]),
    st.sampled_from(["0", "1", "5", "9", "-3", "9" * 20, "5,5", "\x1b[2J", "\u202e", "٣", "ms1-", "/", "9x9/10"]),
    st.text(max_size=8),
)
LINES = st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=8)


@settings(max_examples=EXAMPLES, deadline=None)
@given(lines=LINES)
def test_text_mode_answers_each_json_line_with_one_line_of_ascii(lines: list[str]) -> None:
    play = PlainState(new_session(BoardSpec(5, 4, 4), "custom", "hostile"), Settings())
    out, source = io.StringIO(), iter(lines)
    answer_lines(play, lambda: next(source, None), out, lambda: 0.0)
    output = out.getvalue().split("\n")[:-1]
    assert len(output) <= len(lines)
    for line in output:
        assert line.isascii()
        assert line.isprintable()
        answer = json.loads(line)
        assert isinstance(answer["ok"], bool)
        assert all(part.isprintable() for part in answer["message"].split("\n")), repr(answer["message"])


@pytest.mark.parametrize(
    ("start", "sent", "most"),
    [(b"\x1b[200~", 160_000, 100_000), (b"\x1b[", 8000, 4000), (b"\x1b]", 8000, 4000), (b"\x1bP", 8000, 4000)],
)
def test_long_pastes_and_key_sequences_are_kept_only_in_part(start: bytes, sent: int, most: int) -> None:
    decoder = Decoder()
    decoder.feed(start)
    digits = b"0123456789" * 400
    tracemalloc.start()
    for _ in range(sent // len(digits)):
        decoder.feed(digits)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < most
