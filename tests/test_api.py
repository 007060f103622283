"""The library: its names are loaded late, and it makes, reads and plays boards."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from itertools import islice, repeat
from pathlib import Path
from typing import Any, cast, get_args

import pytest

import minesweeper
from minesweeper import (
    Board,
    Place,
    PlayerName,
    PlayError,
    Position,
    RecordedGame,
    RecordedGuess,
    SizeError,
    Solution,
    SpecError,
    best_move,
    certain,
    clue_odds,
    generate_board,
    play_board,
    read_board,
    read_boards,
    read_position,
    read_replay,
    solve,
    solve_many,
)
from minesweeper.cli import main
from minesweeper.core.cells import cells_of
from minesweeper.solvers.players import PLAYERS
from minesweeper.storage.board_files import to_mbf
from minesweeper.storage.replay_files import ReplayForm
from tests.core.test_position import Whole

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"
FORMS: tuple[ReplayForm, ...] = ("rawvf", "json")


def test_the_api_page_names_every_exported_name() -> None:
    text = PAGE.read_text("utf-8")
    values = {"Solution", "Hint", "BestMove", "Played", "Board", "Phase", "Layout", "Position", "__version__"}
    assert [name for name in minesweeper.__all__ if name not in values and f"`{name}`" not in text] == []


def test_every_exported_name_of_the_library_exists() -> None:
    for name in minesweeper.__all__:
        assert getattr(minesweeper, name) is not None
        assert name in dir(minesweeper)
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        getattr(minesweeper, "solver")  # noqa: B009
    assert minesweeper.__version__


def test_no_exported_name_is_the_name_of_a_module() -> None:
    # Once loaded, a module of this name would replace the exported one.
    modules = {path.stem for path in (ROOT / "minesweeper").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(minesweeper.__all__)


def test_boards_games_and_positions_cannot_be_changed() -> None:
    board = generate_board("9x9/10", seed="x")
    game = board.begin()
    for value, name in ((game, "opened"), (game.position, "mine_total"), (board.layout, "mines")):
        with pytest.raises(AttributeError):
            setattr(value, name, 0)


def loaded_by(code: str) -> set[str]:
    """The modules of the package, and curses, that a fresh interpreter has loaded after some code."""
    report = (
        "import sys, json; print(json.dumps([m for m in sys.modules if m.split('.')[0] in ('minesweeper', 'curses')]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    data: list[str] = json.loads(done.stdout.splitlines()[-1])
    return {name.removeprefix("minesweeper.") for name in data}


def test_the_library_solves_without_loading_the_game_or_curses() -> None:
    code = (
        "import minesweeper as m; m.solve(m.read_position('1#', 1)); m.odds(m.read_position('1#', 1)); m.Contradiction"
    )
    loaded = loaded_by(code)
    assert "assist.answers" in loaded
    others = {name.partition(".")[0] for name in loaded} - {"version", "minesweeper"}
    assert others <= {"core", "solvers", "assist"}


def test_a_seed_and_first_cell_always_make_the_same_board() -> None:
    board = generate_board("16x16/40", first=(0, 0), seed="x")
    assert board == generate_board("Intermediate", first=(0, 0), seed="x")
    assert board != generate_board("intermediate", first=(0, 1), seed="x")
    assert board.begin().opened.bit_count() >= 4
    assert generate_board("9x9/10") != generate_board("9x9/10")


def test_generate_board_makes_the_same_boards_as_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for spec in ("expert", "3x9/5"):
        assert main(["generate", spec, "--seed", "x"]) == 0
        assert generate_board(spec, seed="x").code == capsys.readouterr().out.strip()
    assert generate_board("expert", seed="x").first == (3, 3)
    assert generate_board("3x9/5", seed="x").first == (3, 2)
    assert generate_board(seed=42) == generate_board(seed="42") == generate_board(seed=cast("int", Whole(42)))


def test_the_library_reads_boards_from_every_format(tmp_path: Path) -> None:
    board = generate_board("5x4/6", seed="x")
    fields = {"w": 5, "h": 4, "start": board.begin().grid.cell(3, 3), "mines": cells_of(board.layout.mines)}
    rows = ["*" if letter == "*" else "H" for letter in board.layout.to_picture() if letter != "\n"]
    mine = "\n".join(["5x4x6", *("".join(rows[start : start + 5]).replace("*", "M") for start in range(0, 20, 5))])
    bare, begun = Board(board.layout), Board(board.layout, (3, 3))
    texts = {"code": board.code, "picture": board.layout.to_picture(), "jsonl": json.dumps(fields), "mine": mine}
    texts["rawvf"] = RecordedGame.of(play_board(bare, lambda position: None if position.opened else (3, 3))).to_text()
    for form, text in texts.items():
        wanted = bare if form in ("picture", "mine") else begun
        assert read_board(text) == wanted, form
        assert read_board(text.encode()) == wanted, form
        path = tmp_path / f"board.{form}"
        path.write_text(text)
        assert list(read_boards(path)) == [wanted], form
    (tmp_path / "board.mbf").write_bytes(to_mbf(board.layout))
    assert read_board(tmp_path / "board.mbf") == bare
    assert read_board((tmp_path / "board.mbf").read_bytes()) == bare
    assert list(read_boards(f"{board.code}\n{board.code}\n")) == [board, board]


def test_an_error_in_one_of_many_boards_is_raised_at_its_turn() -> None:
    board = generate_board("5x4/6", seed="x")
    boards = read_boards(f"{board.code}\nms1-nothing\n")
    assert next(boards) == board
    with pytest.raises(ValueError, match="line 2"):
        next(boards)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("form", FORMS)
def test_a_game_played_by_the_library_is_written_and_read_back(seed: int, form: ReplayForm) -> None:
    played = play_board(generate_board("beginner", seed=seed), "best")
    recorded = RecordedGame.of(played)
    assert list(recorded.positions())[-1] == played.game.position
    back = read_replay(recorded.to_text(form))
    assert (back.moves, back.board, back.result) == (recorded.moves, recorded.board, recorded.result)
    assert list(back.positions()) == list(recorded.positions())
    assert "row" in recorded.to_text("txt")


def test_cells_that_a_player_names_after_the_end_are_not_moves() -> None:
    board = read_board("*1..\n1111\n..1*")
    recorded = RecordedGame.of(play_board(board, lambda position: [(0, 3), (2, 0), (2, 1), (2, 2)]))
    assert [move.cell for move in recorded.moves] == [(0, 3), (2, 0)]
    assert recorded.result == "won"


def test_the_library_rates_guesses_of_a_game_on_request() -> None:
    board = replace(read_board(".1....\n.*...*"), first=(0, 1))
    recorded = RecordedGame.of(play_board(board, lambda position: (1, 1)))
    assert (recorded.to_data()["guesses"], recorded.to_data()["skill"]) == (None, None)
    (guess,) = recorded.guesses
    assert guess == RecordedGuess(0, 0.2, False, True, "forced", 0.1, 0.3, 0.0, (1, 5))
    assert recorded.skill is not None
    assert recorded.skill.share == pytest.approx(2 / 3)
    data = json.loads(json.dumps(recorded.to_data()))
    assert data["guesses"] == [json.loads(json.dumps(guess._asdict()))]
    assert (data["skill"]["forced"], data["skill"]["survival"]) == (1, 0.8)
    assert read_replay(recorded.to_text("json")).guesses == (guess,)
    assert read_replay(recorded.to_text("json")).to_data()["guesses"] == recorded.to_data()["guesses"]


def test_the_library_replays_games_of_other_programs_by_moves(tmp_path: Path) -> None:
    path = ROOT / "tests" / "golden" / "other.rawvf"
    for source in (path, path.read_text(), path.read_bytes()):
        game = read_replay(source)
        assert (game.result, game.seconds, game.board.first) == ("won", 4.125, None)
        assert [tuple(move)[:3] for move in game.moves] == [
            (0.0, "open", (0, 7)),
            (1.25, "flag", (0, 0)),
            (4.125, "open", (7, 7)),
        ]
        assert [position.opened.bit_count() for position in game.positions()] == [0, 60, 60, 61]


def test_solve_many_keeps_the_order_with_any_number_of_processes() -> None:
    given = [read_position("1#\n##", 1), read_position("1#\n3#", 2), read_position("###\n121\n...", 2)]
    for jobs, sentences in ((1, False), (2, True), (2, False)):
        first, clash, last = solve_many(iter(given), jobs, sentences=sentences)
        assert isinstance(first, Solution)
        assert isinstance(last, Solution)
        assert [first.to_data(), last.to_data()] == [solve(given[0]).to_data(), solve(given[2]).to_data()]
        assert str(clash) == "the 3 at row 2, column 1 has only 2 hidden neighbours"


def test_solve_many_accepts_an_endless_series_of_positions() -> None:
    position = read_position("1#\n##", 1)
    answers = solve_many(repeat(position))
    assert [isinstance(answer, Solution) for answer in islice(answers, 3)] == [True] * 3


def test_the_library_accepts_any_whole_numbers_and_lists_as_cells() -> None:
    board = generate_board("beginner", first=(3, 4), seed="x")
    place: Any
    for place in ([3, 4], (Whole(3), Whole(4)), iter([3, 4])):
        assert generate_board("beginner", first=place, seed="x") == board
    position = read_position("1#\n##", cast("int", Whole(1)))
    assert position == read_position("1#\n##", 1)
    flags: Any = [[0, 1], (Whole(1), 1)]
    assert solve(position, flags).flags == 0b1010
    assert (SizeError, SpecError, Place) == (minesweeper.SizeError, minesweeper.SpecError, minesweeper.Place)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: generate_board("nope"), SpecError, "'nope' isn't a board. Use beginner, intermediate"),
        (
            lambda: generate_board(cast("str", 9)),
            TypeError,
            "generate_board() expects a text such as 'expert' or '9x9/10', got 9",
        ),
        (lambda: generate_board(seed=cast("str", 9.5)), TypeError, "'float' object cannot be interpreted as"),
        (
            lambda: generate_board(first=(16, 0)),
            SizeError,
            "row 16, column 0 isn't on a 30x16 board. Use rows 0 to 15 and",
        ),
        (lambda: generate_board(first=cast("Place", "a1")), TypeError, "'a1' isn't a place. Use (row, col)"),
        (lambda: generate_board(first=cast("Place", (1.5, 2))), TypeError, "(1.5, 2) isn't a place"),
        (lambda: read_board(cast("str", None)), TypeError, "read_board() expects a text, bytes or a Path, got None"),
        (lambda: read_boards(cast("str", 5)), TypeError, "read_board() expects a text, bytes or a Path, got 5"),
        (lambda: read_board(__file__), PlayError, "test_api.py' isn't a board. To read a file, pass a Path"),
        (lambda: read_board(""), ValueError, "the file is empty"),
        (
            lambda: read_board("*.\n\n*."),
            PlayError,
            "expected one board but found several. Use read_boards() to read any number",
        ),
        (lambda: read_board(Path("no such file")), ValueError, "'no such file' can't be read"),
        (lambda: read_replay(cast("str", 5)), TypeError, "read_replay() expects a text, bytes or a Path, got 5"),
        (lambda: read_replay("{}"), ValueError, "is missing"),
        (lambda: read_replay(Path("no such file")), ValueError, "'no such file' can't be read"),
        (lambda: next(solve_many([], 0)), PlayError, "solve_many() expects 1 or more jobs, got 0"),
        (lambda: certain(cast("Position", 5)), TypeError, "5 isn't a position"),
        (lambda: clue_odds(cast("Position", 5), (0, 0)), TypeError, "5 isn't a position"),
        (lambda: solve(cast("Position", "text")), TypeError, "'text' isn't a position. Make one with read_position()"),
        (lambda: solve(read_position("1#", 1), [(0, 2)]), SizeError, "row 0, column 2 isn't on a 2x1 board"),
        (lambda: solve(read_position("1#", 1), cast("list[Place]", [5])), TypeError, "5 isn't a place"),
        (lambda: read_position("1#", cast("int", "3")), ValueError, "a whole number of mines, got"),
        (lambda: read_position("1#", cast("int", 3.5)), ValueError, "got '1#' and '3.5'"),
        (lambda: read_position("1#", cast("int", None)), ValueError, "a whole number of mines"),
        (lambda: read_position("1#", -1), ValueError, "got '1#' and '-1'"),
        (lambda: read_position(cast("str", None), 1), ValueError, "a text board and"),
    ],
)
def test_the_library_refuses_invalid_arguments_in_one_sentence(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as refusal:
        call()
    assert message in str(refusal.value)
    assert str(refusal.value).isprintable()


def test_play_board_ends_a_game_or_gives_up() -> None:
    board = generate_board("expert", seed="api")
    assert play_board(board, "best").game.is_over
    given_up = play_board(board, "simple")
    assert given_up.won or not given_up.game.is_over
    with pytest.raises(PlayError, match=r"'strong' isn't a player\. Use simple, smart, exact, best, deep"):
        play_board(board, "strong")  # type: ignore[arg-type]  # a type checker finds it too
    assert get_args(PlayerName) == tuple(PLAYERS)


def test_type_hints_exist_for_exactly_the_exported_names() -> None:
    assert (ROOT / "minesweeper" / "py.typed").read_text() == ""
    stub = ast.parse((ROOT / "minesweeper" / "__init__.pyi").read_text("utf-8"))
    typed = {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    listed = [ast.literal_eval(node.value) for node in stub.body if isinstance(node, ast.Assign)]
    assert sorted(listed[0]) == sorted(minesweeper.__all__)
    assert typed | {"__version__"} == set(minesweeper.__all__)


STRANGER = """
from collections.abc import Iterator
from pathlib import Path

import minesweeper
from minesweeper import (
    Board, Contradiction, Grid, Place, PlayerAnswer, Position, RecordedGame, Solution, best_move, certain, clue_odds,
    deductions, generate_board, odds, places, play_board, read_board, read_boards, read_position, read_replay, solve,
    solve_many,
)


def first(position: Position) -> Place:
    return places(position.grid, position.hidden)[0]


def proved(position: Position) -> PlayerAnswer:
    found = certain(position, quick=True)
    return (found.safe, True) if found.safe else None


def corner(position: Position) -> list[int]:
    return [0, 0]


class Patient:
    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, position: Position) -> list[Place] | None:
        self.asked += 1
        return [first(position)] if self.asked < 3 else None


def run(folder: Path) -> Iterator[str]:
    board: Board = generate_board("expert", seed=7)
    position = Position.from_rows([[1, None], [-1, -1]], 1)
    grid: Grid = position.grid
    rows: list[list[int | None]] = position.to_rows()
    numbers: list[list[int]] = position.to_rows(hidden=-1)
    signs: list[list[int | str]] = position.to_rows(hidden="#")
    yield f"{numbers[0]} {signs[0]} {clue_odds(position, [1, 1])} {solve(position, flags=[[0, 1]]).layouts}"
    yield generate_board("beginner", first=[3, 3]).code + read_board(bytearray(b"*.")).code
    for player in (first, proved):
        yield str(play_board(board, player).won)
    yield str(play_board(board, corner).won)
    yield str(play_board(board, Patient).moves)
    yield RecordedGame.of(play_board(board)).to_text("json")
    for other in read_boards(folder / "boards.mbf"):
        yield other.code
    for answer in solve_many([position], jobs=2):
        yield str(answer) if isinstance(answer, Contradiction) else answer.layouts
    solution: Solution = solve(position)
    move = best_move(position)
    chances = [float(chance) for row in odds(position) for chance in row if chance is not None]
    yield from (hint.text for hint in deductions(position))
    yield f"{move.cell if move else None} {sum(chances)} {solution.best} {clue_odds(position, (0, 1))[1] + 1}"
    yield f"{read_board(b'*.').first} {read_replay('').seconds} {grid.cell(0, 0)} {rows[0][0]}"
    yield minesweeper.__version__ + str(read_position("1#", 1))
"""


WITH_NUMPY = """
import numpy as np

from minesweeper import Position, clue_odds, generate_board, play_board, read_position, solve


def first_hidden(position: Position) -> tuple[np.intp, ...]:
    rows = np.array(position.to_rows(hidden=-1))
    return np.unravel_index(int(np.argmax(rows < 0)), rows.shape)


rows = np.array([[1, -1], [-1, -1]])
position = Position.from_rows(rows, np.int64(1))
same = Position.from_rows(rows.astype(float), 1)
cell = np.int64(1), np.int64(0)
board = generate_board("beginner", first=cell, seed=np.int64(4))
print(position == same, clue_odds(position, cell), solve(position, flags=[cell]).layouts, position.grid.cell(*cell))
print(play_board(board, first_hidden).won, read_position("1#", np.int64(1)))
"""


def test_scripts_of_other_people_pass_mypy_in_strict_mode(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    page = PAGE.read_text("utf-8") + PAGE.with_name("players.md").read_text("utf-8")
    examples = re.findall(r"^```python\n((?!>>>).*?)^```$", page, re.DOTALL | re.MULTILINE)
    texts = [text for text in (STRANGER, WITH_NUMPY, *examples) if "numpy" not in text or find_spec("numpy")]
    for number, text in enumerate(texts):
        (tmp_path / f"script{number}.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "."]
    environment = {**os.environ, "MYPYPATH": "", "PYTHONPATH": str(ROOT)}  # the package need not be installed
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"Success: no issues found in {len(texts)} source files\n")


@pytest.mark.skipif(find_spec("numpy") is None, reason="there is no numpy")
def test_a_script_that_uses_numpy_with_the_library_runs() -> None:
    done = subprocess.run([sys.executable, "-c", WITH_NUMPY], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("True ")


def test_the_library_distinguishes_names_and_texts_of_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = RecordedGame.of(play_board(generate_board("beginner", seed=1))).to_text()
    Path("game.rawvf").write_text(text)
    with pytest.raises(PlayError, match=r"'game\.rawvf' isn't a replay\. To read a file, pass a Path"):
        read_replay("game.rawvf")
    for source in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode()), Path("game.rawvf")):
        assert read_replay(source).to_text() == text


@pytest.mark.parametrize("ask", [best_move, minesweeper.candidates, solve])
def test_the_functions_of_the_library_accept_the_same_times(ask: Callable[..., object]) -> None:
    position = read_position("1#\n##", 1)
    for given in (10**400, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="isn't a valid time to think: use 0 or more"):
            ask(position, think=given)
    for other in (None, "1", [1]):
        with pytest.raises(TypeError, match="must be a number of seconds"):
            ask(position, think=other)
    assert ask(position, think=Fraction(0))
