"""Saves running games in the game database and gives them back, so that they can be continued.

Each saved game belongs to the program that plays it, which other programs recognise by a ``ProcessLock``. When that
program ends, any other may continue the game. A saved game is replaced only by a later state of the same game, and one
that can't be read stays in the database. Data is checked as a whole when it is read, so a board that no game could have
reached is refused. ``autosave`` decides when to save; ``games_table`` stores finished games.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minesweeper.boards.layout import Layout
from minesweeper.core import validate
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.times import timestamp
from minesweeper.core.validate import RecordError
from minesweeper.play.game import Game, Phase
from minesweeper.play.replay import (
    MAX_MOVES,
    check_version,
    first_session,
    moves_from_data,
    moves_to_data,
    play_move,
    read_mines,
    replay_of,
)
from minesweeper.play.session import Clicks, Session, new_id
from minesweeper.storage.file_changes import take_lock
from minesweeper.storage.options import option_of
from minesweeper.storage.records import RunningGame, SavedGame
from minesweeper.storage.store import Store, Written, open_store

if TYPE_CHECKING:
    from sqlite3 import Connection

MAX_LENGTH = 32 << 20
"""The limit in bytes for a saved game, when it is written and when it is read. A board with a million cells needs about
1 MB."""
MAX_ASSISTANTS = 32
MAX_SECONDS = 1e7
MAX_SEED = 200_000
_VERSION = 1
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_MAX_CLICKS = 10**9
_MAX_REBUILD = 5_000_000
"""Undo is rebuilt only if the number of cells times the number of moves is at most this. An Expert game of 1,000 moves
needs a tenth of it."""

_OWN = {"help_level": ("assist_level", "assist"), "help_keys": ("assist_permission", "help_keys")}
"""Settings that a game keeps for itself. Each key in the saved data leads to the session's field and to the option that
says which values are allowed."""
_GUESSES = ("forced_guesses", "undecided_guesses")
"""The keys under which a saved fair game has the numbers of its forced and undecided guesses. Other saved games
don't have them."""
_CELLS = ("opened", "flags", "questions", "exploded")
NOBODY = ""
_PLAYED_ELSEWHERE = "another program is playing it"
_TOKEN = re.compile(r"[0-9a-f]{16}")
_MAX_LISTED = 1000
SHORTEST_PAUSE, _LONGEST_PAUSE = 1.0, 10.0
_PAUSE_SHARE = 20
"""Saving takes at most 1/20 of the time that passes, even on a board so large that one save takes long."""
_CONTENT = f"CASE WHEN length(game) <= {MAX_LENGTH} THEN game END"


def running_to_data(running: RunningGame) -> dict[str, Any]:
    """Converts a running game to JSON values. Undo isn't stored, because it can be rebuilt from the moves.

    The keys are those of the first version, so that every version can read every saved game. Some differ from the names
    in the code: ``name`` is the preset, ``mode`` the board type that was asked for, ``label`` the one that was dealt,
    ``helpers`` the assistants, ``known`` whether the board is known, and ``proposals`` the what-if mines.
    """
    session = running.session
    game, moves = session.game, session.moves
    return {
        "version": _VERSION,
        "board": str(session.spec),
        "name": session.preset,
        "seed": session.seed,
        "mode": session.board_type,
        "label": session.dealt_type,
        "mines": None if game.layout is None else validate.to_hex(game.layout.mines),
        **{name: validate.to_hex(getattr(game, name)) for name in _CELLS},
        "gave_up": game.gave_up,
        "first": session.first,
        "elapsed": session.elapsed,
        "clicks": list(session.clicks),
        "helpers": sorted(session.assistants),
        "known": session.is_known_board,
        "cause": None,  # The cause of a loss, which a running game doesn't have.
        "last": session.last,
        "was_lost": session.was_lost,
        "moves": moves_to_data(moves if len(moves) <= MAX_MOVES else ()),
        **({"makers": True} if session.names_makers else {}),
        **{key: getattr(session, field) for key, (field, _) in _OWN.items() if getattr(session, field)},
        **({"allows_assists": True} if session.allows_assists else {}),
        **{name: getattr(session, name) for name in _GUESSES if getattr(session, name)},
        "id": session.id,
        "proposals": validate.to_hex(running.what_if_mines),
    }


def running_from_data(data: dict[str, Any]) -> RunningGame:
    """Reads a running game from JSON values. Raises RecordError if they aren't a game that could have been played.

    Undo is rebuilt from the moves. If that would take too long, or if the moves lead to another board than the saved
    one, the game continues without undo.
    """
    check_version(data, _VERSION)
    spec = validate.board(data, "board")
    grid = spec.grid
    session = Session(
        spec,
        validate.word(data, "name"),
        validate.text(data, "seed", MAX_SEED),
        _read_game(data, spec),
        validate.word(data, "mode"),
        validate.word(data, "label", ""),
        first=validate.cell(data, "first", grid),
        elapsed=validate.seconds(data, "elapsed", MAX_SECONDS),
        clicks=read_clicks(data),
        moves=moves_from_data(data.get("moves"), grid),
        names_makers=validate.truth(data, "makers", False),
        assistants=read_assistants(data),
        is_known_board=validate.truth(data, "known"),
        last=validate.cell(data, "last", grid),
        was_lost=validate.truth(data, "was_lost"),
        allows_assists=validate.truth(data, "allows_assists", False),  # Games saved by earlier versions lack this key.
        id=read_id(data),
    )
    own: dict[str, Any] = {
        field: validate.choice(data, key, option_of(option).choices)
        for key, (field, option) in _OWN.items()
        if key in data
    }
    own |= {name: validate.number(data, name, 0, _MAX_CLICKS) for name in _GUESSES if name in data}
    what_if_mines = validate.cells(data, "proposals", grid) & session.game.hidden
    return RunningGame(_with_past(session._replace(**own)), what_if_mines)


def _with_past(session: Session) -> Session:
    if len(session.moves) * session.spec.grid.size > _MAX_REBUILD:
        return session
    replay = replay_of(session)
    if replay is None:  # Before the first open the mines aren't dealt, so the moves only set marks.
        rebuilt = Session(session.spec, "", "", Game(session.spec.grid, session.spec.mines))
    else:
        rebuilt = first_session(replay)
    for move in session.moves:
        rebuilt = play_move(rebuilt, move, dealt=replay is not None and replay.dealt)
    return session._replace(past=rebuilt.past) if rebuilt.game == session.game else session


def _read_game(data: dict[str, Any], spec: BoardSpec) -> Game:
    grid = spec.grid
    game = Game(grid, spec.mines)
    mines = 0
    if data.get("mines") is not None:
        mines = read_mines(data, spec)
        game = game.with_layout(Layout(grid, mines))
    opened, flags, questions, exploded = (validate.cells(data, name, grid) for name in _CELLS)
    if game.layout is None and opened | exploded:
        raise RecordError("the game has opened cells but no mines")
    if opened & (mines | flags | questions) or flags & questions or exploded & ~mines:
        raise RecordError("some cells are in two states at once, such as opened and flagged")
    game = game._replace(opened=opened, flags=flags, questions=questions, exploded=exploded)
    if validate.truth(data, "gave_up"):
        if game.phase not in (Phase.READY, Phase.PLAYING):
            raise RecordError("a game that was over can't be given up")
        game = game._replace(gave_up=True)
    return game


def read_clicks(data: Mapping[str, Any], name: str = "clicks") -> Clicks:
    """Reads the number of clicks of each kind. Raises RecordError if there are more effective clicks than clicks."""
    value = data.get(name)
    if not isinstance(value, list) or len(value) != len(Clicks._fields):
        raise RecordError(f"{name} {validate.describe(value)} is not allowed. Use {', '.join(Clicks._fields)}")
    clicks = Clicks(*(validate.number({name: count}, name, 0, _MAX_CLICKS) for count in value))
    if clicks.effective > clicks.total:
        raise RecordError(f"{name}: found {clicks.effective} effective clicks, but only {clicks.total} in all")
    return clicks


def read_id(data: Mapping[str, Any], name: str = "id") -> str:
    """Reads the id of a game, which is a UUID in small letters."""
    value = data.get(name)
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise RecordError(f"{name} {validate.describe(value)} is not allowed. Use a UUID in small letters")
    return value


def read_assistants(data: Mapping[str, Any], name: str = "helpers") -> frozenset[str]:
    """Reads the names of the assistants that were used in a game."""
    return frozenset(validate.words(data, name, MAX_ASSISTANTS))


class Saves:
    """The saved games in an open game database. Through ``store``, they also lead to everything else in the database.

    Disk errors are never raised: results and the notices of the store report them.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._owner: ProcessLock | None = None
        self.pause = SHORTEST_PAUSE
        """The seconds that autosave should wait between two saves of a running game. It grows if saving takes long."""
        self._cost = 0.0
        """The seconds that the last save took."""

    def save(self, game: RunningGame) -> Written[None]:
        """Saves a running game as it is now. Fails if another program has continued this game since."""
        start = time.monotonic()
        content = json.dumps(running_to_data(game), separators=(",", ":"))
        made = time.monotonic()

        def work(connection: Connection) -> None:
            if not self._is_free(_owner(connection, game.id)):
                raise OSError(_PLAYED_ELSEWHERE)
            connection.execute(
                "INSERT OR REPLACE INTO saves (id, saved_at, owner, game) VALUES (?, ?, ?, ?)",
                (game.id, timestamp(), self._me(), content),
            )

        written: Written[None] = Written(saved=False, problem="The game is not saved, because it has become too long.")
        if len(content) <= MAX_LENGTH:
            written = self.store.write(work)
        before, self._cost = self._cost, (time.monotonic() if written.saved else made) - start
        # The cheaper one of the last two saves counts, because a single save may have waited for the disk or another
        # program.
        self.pause = min(max(SHORTEST_PAUSE, _PAUSE_SHARE * min(before, self._cost)), _LONGEST_PAUSE)
        return written

    def drop(self, game_id: str) -> Written[None]:
        """Deletes a saved game. Does nothing if another running program is playing it."""

        def work(connection: Connection) -> None:
            if self._is_free(_owner(connection, game_id)):
                connection.execute("DELETE FROM saves WHERE id = ?", (game_id,))

        return self.store.write(work)

    def games(self) -> list[SavedGame]:
        """The saved games, newest first, including those that can't be read.

        They are sorted by row number, because times are wrong if the clock was set back.
        """

        def work(connection: Connection) -> list[SavedGame]:
            rows = connection.execute(
                f"SELECT id, saved_at, owner, {_CONTENT} FROM saves ORDER BY rowid DESC LIMIT ?",
                (_MAX_LISTED,),
            )
            return [_summary(str(row[0]), str(row[1]), self._is_free(str(row[2])), row[3]) for row in rows]

        return self.store.read(work, [])

    def newest(self) -> SavedGame | None:
        """The saved game that *Continue* offers: the newest one that can be read and that no other program is playing.

        None if there is none.
        """
        return next((game for game in self.games() if game.can_continue), None)

    def take(self, game_id: str) -> Written[RunningGame]:
        """Takes over a saved game, so that this program can continue it. Other programs then leave it alone.

        If the game can't be taken over, ``value`` of the result is None and ``problem`` says why. In a database that
        can't be written, the player gets a copy of the game with a new id. ``problem`` then says that it won't be
        saved.
        """

        def work(connection: Connection) -> RunningGame:
            data, token = _read_saved(connection, game_id)
            if not self._is_free(token):
                raise RecordError(_PLAYED_ELSEWHERE)
            connection.execute("UPDATE saves SET owner = ? WHERE id = ?", (self._me(), game_id))
            return running_from_data(data)

        try:
            if self.store.can_write:
                return self.store.write(work)
            # Even if the database can't be written, the player may continue the game. The next save reports the
            # problem.
            data = self.store.read(lambda connection: _read_saved(connection, game_id)[0], None)
            # The copy gets a new id, because another program may take over the original as soon as the database can be
            # written.
            copy = None if data is None else running_from_data({**data, "id": new_id()})
        except RecordError as error:
            return Written(saved=False, problem=f"This saved game can't be continued: {error}.")
        return Written(saved=False, value=copy, problem=self.store.problem)

    @property
    def folder(self) -> Path | None:
        """The folder of the game database, or None if the player has no home folder."""
        return None if self.store.path is None else self.store.path.parent

    def close(self) -> None:
        """Lets other programs continue this program's saved games, and closes the database."""
        if self._owner is not None:
            self._owner.leave()
            self._owner = None
        self.store.close()

    def _me(self) -> str:
        """The token by which saved games name this program as their owner. It is made with the first saved game."""
        if self._owner is None and self.store.can_write and self.store.path is not None:
            self._owner = ProcessLock(self.store.path.parent)
        return NOBODY if self._owner is None else self._owner.token

    def _is_free(self, token: str) -> bool:
        """Whether this program may take a saved game with this owner, because no other running program has it."""
        if self._owner is not None and token == self._owner.token:
            return True
        if self.store.path is None or not self.store.can_write:
            return True  # Without a writable folder no lock can be checked, but then nothing can be overwritten either.
        return owner_exited(self.store.path.parent, token)


def open_saves(folder: str | Path | None) -> Saves:
    """Opens the game database in a folder to use its saved games. See ``open_store`` for a folder that is None."""
    return Saves(open_store(folder))


def add_saved(store: Store, source: Store) -> int:
    """Copies the saved games of another database that this one doesn't have. Returns how many were added.

    They become the oldest ones, so *Continue* still offers the game that the player left last. Games that are already
    finished here aren't added.
    """
    nothing: list[tuple[str, str, str]] = []
    rows = source.read(
        lambda connection: connection.execute("SELECT id, saved_at, game FROM saves ORDER BY rowid DESC").fetchall(),
        nothing,
    )
    # The placeholders are plain "?", because Python 3.14 takes "?1" for a name and refuses a sequence of values.
    query = (
        "INSERT OR IGNORE INTO saves (rowid, id, saved_at, owner, game)"
        f" SELECT (SELECT coalesce(min(rowid), 1) - 1 FROM saves), ?, ?, '{NOBODY}', ?"
        " WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = ?)"
    )
    values = [(game_id, saved_at, game, game_id) for game_id, saved_at, game in rows]
    added = store.write(
        lambda connection: sum(connection.execute(query, each).rowcount for each in values), "saved game"
    )
    return added.value or 0


def _owner(connection: Connection, game_id: str) -> str:
    """The token of the program that a saved game belongs to. NOBODY if this game isn't saved."""
    row = connection.execute("SELECT owner FROM saves WHERE id = ?", (game_id,)).fetchone()
    return NOBODY if row is None else str(row[0])


def _read_saved(connection: Connection, game_id: str) -> tuple[dict[str, Any], str]:
    """Reads a saved game's JSON values and the token of its owner.

    Raises RecordError if it is missing or isn't JSON.
    """
    row = connection.execute(f"SELECT {_CONTENT}, owner FROM saves WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise RecordError("it was deleted meanwhile")
    return _parse(row[0]), str(row[1])


def _parse(content: object) -> dict[str, Any]:
    if not isinstance(content, str):
        raise RecordError("its content isn't a text, or is too long")
    return validate.parse_json(content, MAX_LENGTH)


def _summary(game_id: str, saved_at: str, is_free: bool, content: object) -> SavedGame:
    try:
        data = _parse(content)
        if read_id(data) != game_id:
            raise RecordError("its content has another id")
        spec = validate.board(data, "board")
        flags, opened = validate.cells(data, "flags", spec.grid), validate.cells(data, "opened", spec.grid)
        return SavedGame(
            game_id,
            saved_at,
            is_free,
            validate.word(data, "name"),
            str(spec),
            validate.word(data, "mode"),
            validate.seconds(data, "elapsed", MAX_SECONDS),
            spec.mines - flags.bit_count(),
            seed=validate.text(data, "seed", MAX_SEED),
            percent=100 * opened.bit_count() // (spec.grid.size - spec.mines),
            clicks=read_clicks(data).total,
        )
    except RecordError as error:
        return SavedGame(game_id, saved_at, is_free, problem=f"This saved game can't be read: {error}.")


class ProcessLock:
    """Shows other programs that this program is still running.

    It exists from the program's first saved game until its end. The program locks a file whose name contains its token.
    The system drops the lock when the program ends, even if it is killed. A process number couldn't show that, because
    numbers are used again and mean something else in a container.
    """

    def __init__(self, folder: Path) -> None:
        _remove_left_locks(folder)
        token = os.urandom(8).hex()
        """The token of this program in the saved games. It is NOBODY if the file system doesn't support locks."""
        self._path = _lock_file(folder, token)
        self._lock: int | None = None
        self.token = NOBODY
        """The token of this program; NOBODY where the file system has no locks."""
        with contextlib.suppress(OSError):
            self._lock = take_lock(self._path)
            # Between creating and locking the file, another program may have taken it for a leftover and deleted it.
            # Then the lock would be invisible.
            self.token = token if os.path.lexists(self._path) else NOBODY

    def leave(self) -> None:
        """Releases the lock and deletes its file. Called when the program ends."""
        if self._lock is not None:
            os.close(self._lock)
        _remove_lock(self._path)


def owner_exited(folder: Path, token: str) -> bool:
    """Whether the program with this token has ended. It must not be called for this program's own token.

    A token that isn't in the right form counts as ended. If the program has ended, its lock file is deleted.
    """
    if not _TOKEN.fullmatch(token):
        return True
    path = _lock_file(folder, token)
    # Minesweeper never makes a link, so a link isn't a lock of a running program.
    if not os.path.lexists(path) or path.is_symlink():
        return True
    try:
        lock = take_lock(path)
    except OSError:
        return False
    # The file is deleted while it is locked. A program that is just about to lock it will notice that its file is gone.
    _remove_lock(path)
    os.close(lock)
    if os.name == "nt":  # Windows can't delete an open file, so the first attempt has failed.
        _remove_lock(path)
    return True


def _remove_left_locks(folder: Path) -> None:
    """Deletes the lock files of programs that were killed.

    Otherwise such a file could stay for ever, because other programs look only at owners that a saved game still names.
    """
    with contextlib.suppress(OSError):
        for path in folder.glob(_lock_file(folder, "*").name):
            owner_exited(folder, path.name.removeprefix("running-").removesuffix(".lock"))


def _remove_lock(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _lock_file(folder: Path, token: str) -> Path:
    return folder / f"running-{token}.lock"
