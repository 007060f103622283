"""The game database and the saved games that version 1 wrote, with helpers that read them.

They were written once and are never written again, because they stand for the files that players have on their disks:
every later version must read them. A new version of the database gets files of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from sqlite3 import Connection

from minesweeper.core.cells import cells_of
from minesweeper.play.game import Game
from minesweeper.play.replay import Film
from minesweeper.storage.games_table import FinishedGame, games_after
from minesweeper.storage.store import Store

GOLDEN = Path(__file__).parents[1] / "golden"
STORE = GOLDEN / "games-v1.db"
ENDS = GOLDEN / "games-v1-ends.txt"
OUTPUTS = {
    GOLDEN / "games-v1-stats.json": ["stats", "--json"],
    GOLDEN / "games-v1-export.jsonl": ["history", "export"],
    GOLDEN / "games-v1-export.csv": ["history", "export", "--csv"],
}
"""The output about the golden store, and the command that prints it."""
SAVED, SAVED_DAILY = GOLDEN / "saved-v1.json", GOLDEN / "saved-daily-v1.json"


def picture_of(game: Game) -> str:
    """Draws a game as a text board, with the player's flags and the mines that exploded."""
    width = game.grid.width
    letters = list(game.position.to_picture().replace("\n", ""))
    for cells, letter in ((game.flags, "F"), (game.questions, "?"), (game.exploded, "*")):
        for cell in cells_of(cells):
            letters[cell] = letter
    return "\n".join("".join(letters[start : start + width]) for start in range(0, len(letters), width))


def ends_of(games: Iterable[FinishedGame]) -> str:
    """Describes how each replay ends, by a few figures and a text board."""
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
    """Lists the games of a database with their replays, in the order in which they were recorded."""
    games = games_after(store, 0, 1000, with_replays=True)
    return [one.game for one in games if one.game is not None]


def saved_text(store: Store, game_id: str) -> str:
    """The stored text of a saved game. Empty if the database doesn't have the game."""

    def work(connection: Connection) -> str:
        row = connection.execute("SELECT game FROM saves WHERE id = ?", (game_id,)).fetchone()
        return "" if row is None else str(row[0])

    return store.read(work, "")
