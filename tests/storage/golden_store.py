"""Makes the golden store and the golden saved games of version 1: ``python -m tests.storage.golden_store``.

They were written once, by the program of that time, and are never written again: they stand for what players have on
their disks, so every later program must read them. This module says how they came to be, and refuses to overwrite
them; where it would make something else today, the files are right. A new version of the store gets files of its own.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import date
from io import StringIO
from pathlib import Path
from random import Random
from sqlite3 import Connection
from typing import NamedTuple
from unittest.mock import patch

from minesweeper.boards.layout import Layout
from minesweeper.cli import main
from minesweeper.core.boardspec import read_spec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.play.game import Game
from minesweeper.play.guesses import find_guesses
from minesweeper.play.replay import Film
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver
from minesweeper.storage.daily import session_of_day
from minesweeper.storage.games_table import FinishedGame, finish_game, games_after, record_game, set_guesses
from minesweeper.storage.saves_table import RunningGame, Saves
from minesweeper.storage.store import FILE_NAME, Store, open_store
from tests.storage.storing import HOMES

GOLDEN = Path(__file__).parents[1] / "golden"
STORE = GOLDEN / "games-v1.db"
ENDS = GOLDEN / "games-v1-ends.txt"
OUTPUTS = {
    GOLDEN / "games-v1-stats.json": ["stats", "--json"],
    GOLDEN / "games-v1-export.jsonl": ["history", "export"],
    GOLDEN / "games-v1-export.csv": ["history", "export", "--csv"],
}
"""What the program prints about the golden store, and by which command."""
SAVED, SAVED_DAILY = GOLDEN / "saved-v1.json", GOLDEN / "saved-daily-v1.json"


class Plan(NamedTuple):
    """One game to play: on which board, how it ends, by whose help, and how it is kept."""

    name: str
    board: str
    mode: str
    end: str
    """``won``, ``lost`` by an open, ``chorded`` for a loss by a chord, ``left``, or ``given up``."""
    how: str = ""
    """``no flags``, ``marks`` for question marks, ``known``, or the name of an assistant."""
    kept: str = "examined"
    """``examined`` with its guesses, ``replay`` without them, or ``bare`` without a replay."""


PLANS = (
    Plan("beginner", "9x9/10", "normal", "won"),
    Plan("beginner", "9x9/10", "normal", "won", "no flags"),
    Plan("beginner", "9x9/10", "normal", "lost"),
    Plan("beginner", "9x9/10", "normal", "won", "marks"),
    Plan("beginner", "9x9/10", "normal", "won", kept="bare"),
    Plan("beginner", "9x9/10", "normal", "left"),
    Plan("beginner", "9x9/10", "normal", "won", kept="replay"),
    Plan("beginner", "9x9/10", "normal", "chorded"),
    Plan("beginner", "9x9/10", "normal", "won"),
    Plan("beginner", "9x9/10", "normal", "given up", kept="bare"),
    Plan("beginner", "9x9/10", "normal", "won", "exact"),
    Plan("beginner", "9x9/10", "normal", "won", "undo"),
    Plan("beginner", "9x9/10", "normal", "lost", "tip", "replay"),
    Plan("beginner", "9x9/10", "normal", "won", "known"),
    Plan("beginner", "9x9/10", "normal", "lost", "known", "bare"),
    Plan("beginner", "9x9/10", "no-guess", "won"),
    Plan("beginner", "9x9/10", "no-guess", "won", "no flags"),
    Plan("beginner", "9x9/10", "no-guess", "lost"),
    Plan("beginner", "9x9/10", "no-guess", "left", kept="replay"),
    Plan("intermediate", "16x16/40", "normal", "won"),
    Plan("intermediate", "16x16/40", "normal", "lost"),
    Plan("intermediate", "16x16/40", "normal", "lost", "bot"),
    Plan("intermediate", "16x16/40", "no-guess", "won", "intelligent"),
    Plan("intermediate", "16x16/40", "no-guess", "given up", "known"),
    Plan("expert", "30x16/99", "normal", "won", "exact"),
    Plan("expert", "30x16/99", "normal", "lost"),
    Plan("expert", "30x16/99", "normal", "chorded", kept="replay"),
    Plan("expert", "30x16/99", "no-guess", "left", "undo"),
    Plan("custom", "12x8/15", "normal", "won"),
    Plan("custom", "12x8/15", "normal", "lost", kept="bare"),
    Plan("custom", "5x7/6", "normal", "won", "marks"),
    Plan("custom", "5x7/6", "normal", "left"),
    Plan("custom", "18x6/20", "no-guess", "won", "tip"),
    Plan("custom", "18x6/20", "no-guess", "chorded"),
    Plan("daily", "30x16/99", "no-guess", "lost"),
    Plan("daily", "30x16/99", "no-guess", "won", "exact"),
    Plan("daily", "30x16/99", "no-guess", "left", "known", "replay"),
)
_DAILY = date(2026, 10, 1)
_STRANGE_SEEDS = {3: "=1+1", 8: 'Ärger, "ja"', 30: ""}
_MOST_MOVES, _CELLS_A_MOVE = 14, 16
"""After so many moves, fewer on small boards, a game is lost or left, if it is to be."""


def picture_of(game: Game) -> str:
    """A game as a picture, with the marks of the player and the mines that went off."""
    width = game.grid.width
    letters = list(game.position.to_picture().replace("\n", ""))
    for cells, letter in ((game.flags, "F"), (game.questions, "?"), (game.exploded, "*")):
        for cell in cells_of(cells):
            letters[cell] = letter
    return "\n".join("".join(letters[start : start + width]) for start in range(0, len(letters), width))


def ends_of(games: Iterable[FinishedGame]) -> str:
    """How the replays of games end: a few numbers and a picture each."""
    texts = []
    for game in games:
        if game.replay is None:
            texts.append(f"{game.id} {game.result}, no replay\n")
            continue
        film = Film(game.replay)
        last = film.session_at(len(film))
        clicks = last.clicks
        counts = f"clicks {clicks.opens} {clicks.flags} {clicks.chords} {clicks.effective}"
        line = f"{game.id} {last.game.phase.value}, {len(film)} moves, {last.milliseconds} ms, {counts}"
        texts.append(f"{line}\n{picture_of(last.game)}\n")
    return "\n".join(texts)


def all_games(store: Store) -> list[FinishedGame]:
    """The games of a store with their replays, in the order they were recorded."""
    found = games_after(store, 0, 1000, with_replays=True)
    return [one.game for one in found if one.game is not None]


def saved_text(store: Store, game_id: str) -> str:
    """A saved game as it stands in a store, or nothing if it is not there."""

    def work(connection: Connection) -> str:
        row = connection.execute("SELECT game FROM saves WHERE id = ?", (game_id,)).fetchone()
        return "" if row is None else str(row[0])

    return store.read(work, "")


def _id_of(number: int) -> str:
    return f"{number:08x}-0000-4000-8000-{number:012x}"


def _layout_of(session: Session) -> Layout:
    assert session.game.layout is not None
    return session.game.layout


def _one_of(cells: CellSet, random: Random) -> int:
    return random.choice(cells_of(cells))


def _start(plan: Plan, number: int) -> Session:
    """The session of a plan after its first open."""
    if plan.name == "daily":
        day = _DAILY.replace(day=1 + number % 2)
        return session_of_day(day, known=plan.how == "known")
    spec = read_spec(plan.board)
    seed = _STRANGE_SEEDS.get(number, f"golden {number}")
    session = new_session(spec, plan.name, seed, boards=plan.mode)._replace(known=False)
    session = session.open_cell(spec.grid.cell(spec.height // 2, spec.width // 2))
    return session.again() if plan.how == "known" else session


def _next_move(session: Session, how: str, random: Random) -> Session:
    """One move of a player who reasons without fault, and who is lucky where that is not enough."""
    game, session = session.game, session.tick(random.randrange(8, 96) / 64)
    safe, mined = run_to_end(ExactSolver().certain(game.position))
    if mined & ~game.flags and how != "no flags" and random.random() < 0.4:
        return session.mark(_one_of(mined & ~game.flags, random), question_marks=how == "marks")
    free = game.hidden & ~game.flags
    done = [
        cell
        for cell in cells_of(game.opened & game.grid.spread(free))
        if game.clue(cell) == game.flags_around(cell) and random.random() < 0.7
    ]
    if done:
        cell = random.choice(done)
        return session.chord(cell) if random.random() < 0.8 else session.complete(cell)
    lucky = _layout_of(session).safe & free
    return session.open_cell(_one_of(safe & free or game.position.frontier & lucky or lucky, random))


def _helped(session: Session, how: str) -> Session:
    """The session after an assistant, or undo, has done its part."""
    if how == "undo":
        return session.undo()
    if how in ("", "no flags", "marks", "known") or not session.is_running:
        return session
    safe, mined = run_to_end(ExactSolver().certain(session.game.position))
    return session.tick(0.25).apply(safe, mined, how) if safe or mined else session.helped(how)


def _lost(session: Session, random: Random) -> Session:
    """The session lost by an open, of a cell that is not known to be mined if there is one."""
    _, mined = run_to_end(ExactSolver().certain(session.game.position))
    left = _layout_of(session).mines & ~session.game.flags
    unknown = left & ~mined
    return session.tick(1.5).open_cell(_one_of(unknown & session.game.position.frontier or unknown or left, random))


def _chorded(session: Session, random: Random) -> Session:
    """The session lost by a chord on a number with a wrong flag."""
    game, layout = session.game, _layout_of(session)
    for cell in cells_of(game.opened):
        free = game.grid.neighbours(cell) & game.hidden & ~game.flags
        missing = game.clue(cell) - game.flags_around(cell)
        if missing > 0 and (free & layout.safe).bit_count() >= missing:
            for wrong in cells_of(free & layout.safe)[:missing]:
                session = session.tick(0.5).mark(wrong, question_marks=False)
            return session.tick(0.75).chord(cell)
    return _lost(session, random)


def _play(plan: Plan, number: int) -> Session:
    random = Random(f"golden {number}")
    session = _start(plan, number)
    moves, enough = 0, min(_MOST_MOVES, session.spec.grid.size // _CELLS_A_MOVE)
    while session.is_running and (plan.end == "won" or moves < enough):
        session = _next_move(session, plan.how, random)
        moves += 1
        if moves % 5 == 4:
            session = _helped(session, plan.how)
    if not session.is_running:
        return session
    if plan.end == "given up":
        return session.tick(2.0).give_up()
    return {"lost": _lost, "chorded": _chorded}.get(plan.end, lambda same, _: same.tick(3.25))(session, random)


def _record(store: Store, plan: Plan, number: int) -> None:
    session = _play(plan, number)._replace(id=_id_of(number))
    # One game is older than those before it, as after an import.
    moment = f"2026-{'09' if number == 12 else '10'}-{1 + number % 28:02}T{number % 24:02}:12:33.480Z"
    game = finish_game(RunningGame(session), ended_at=moment)
    assert game is not None
    assert record_game(store, replace(game, replay=None) if plan.kept == "bare" else game).saved
    if plan.kept == "examined" and game.replay is not None:
        assert set_guesses(store, game.id, run_to_end(find_guesses(game.replay))).saved


def _saved_game() -> RunningGame:
    """A running game with all that a game can have on its way."""
    random = Random("golden saved")
    session = _start(Plan("custom", "14x10/28", "no-guess", ""), 900)
    for _ in range(16):
        session = _next_move(session, "", random)
    safe, mined = run_to_end(ExactSolver().certain(session.game.position))
    session = session.tick(0.5).apply(safe & -safe, mined & -mined, "tip")
    for _ in range(4):
        session = _next_move(session, "", random)
    session = session.tick(0.25).undo().tick(1.125)
    unmarked = cells_of(session.game.hidden & ~session.game.flags)
    session = session.mark(unmarked[-1], question_marks=True).tick(0.25).mark(unmarked[-1], question_marks=True)
    session = session.helped("what-if").tick(2.375)
    return RunningGame(session, _id_of(900), 1 << unmarked[0] | 1 << unmarked[5])


def _saved_daily() -> RunningGame:
    random = Random("golden daily")
    session = session_of_day(date(2026, 11, 16), known=False)
    for _ in range(20):
        session = _next_move(session, "", random)
    return RunningGame(session._replace(id=_id_of(901)))


def _printed(command: list[str], data: Path) -> str:
    """What a command prints about the store in a folder."""
    output = StringIO()
    with patch.dict("os.environ", dict.fromkeys(HOMES, str(data))), redirect_stdout(output):
        assert main(command) == 0
    return output.getvalue()


def _make(data: Path) -> dict[Path, bytes]:
    """The golden files, made in a folder of data."""
    folder = data / "minesweeper"
    texts: dict[Path, str] = {}
    with open_store(folder) as store:
        for number, plan in enumerate(PLANS, 1):
            _record(store, plan, number)
        saves = Saves(store)
        for path, game in ((SAVED, _saved_game()), (SAVED_DAILY, _saved_daily())):
            assert saves.save(game).value == game.id
            texts[path] = saved_text(store, game.id) + "\n"
        texts[ENDS] = ends_of(all_games(store))
        saves.close()
    texts |= {path: _printed(command, data) for path, command in OUTPUTS.items()}
    assert not list(folder.glob("*-wal"))
    return {path: text.encode() for path, text in texts.items()} | {STORE: (folder / FILE_NAME).read_bytes()}


def write_golden_files() -> None:
    """Writes the golden files, unless one of them is there."""
    there = [path.name for path in (STORE, ENDS, SAVED, SAVED_DAILY, *OUTPUTS) if path.exists()]
    if there:
        sys.exit(f"{there[0]} is there already: golden files are written once and never again.")
    with tempfile.TemporaryDirectory() as data:
        for path, content in _make(Path(data)).items():
            with path.open("xb") as stream:
                stream.write(content)


if __name__ == "__main__":
    write_golden_files()
