"""Saved games as the menu asks for them: which one goes on, which one is given up. Loads no storage by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from minesweeper.core.text import plural
from minesweeper.core.times import clock_text
from minesweeper.play.session import Session
from minesweeper.storage.values import SavedGame
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.draw.words import board_name_of

if TYPE_CHECKING:
    from datetime import date

    from minesweeper.storage.saves import Archive, RunningGame


@dataclass(frozen=True)
class Taken:
    """A saved game to go on with, or why there is none."""

    game: RunningGame | None
    problem: str | None = None
    day: date | None = None
    """The day whose board is to be played, if that was asked for."""
    was_tried: bool = False
    """Whether the board of that day was tried before."""


@dataclass(frozen=True)
class TakeSaved:
    """Go on with a saved game; without an id with the newest that no other program is playing."""

    id: str | None = None

    def put(self, archive: Archive) -> Taken:
        """The game, which is this program's from now on."""
        wanted = self.id
        if wanted is None:
            newest = archive.saves.newest()
            if newest is None:
                return Taken(None, archive.store.problem or "There is no saved game to continue.")
            wanted = newest.id
        written = archive.saves.take(wanted)
        return Taken(written.value, written.problem if written.value is None else None)


@dataclass(frozen=True)
class DropSaved:
    """Give a saved game up without playing on: it counts as abandoned."""

    id: str

    def put(self, archive: Archive) -> str | None:
        """Why it is still there, or None."""
        from minesweeper.storage.keeping import abandon

        return abandon(archive, self.id)


class GameHolder(Screen):
    """A screen that holds games that were left, and can go on with one or give it up."""

    def continue_game(self, model: Model, game: SavedGame) -> Model:
        """The model with one of the games that wait, this screen being on top."""
        raise NotImplementedError

    def drop_game(self, model: Model, game: SavedGame) -> Model:
        """The model with one of the games that wait given up, this screen being the first one."""
        raise NotImplementedError


def waiting_of(session: Session) -> SavedGame:
    """A game that waits in this program, as lists of saved games show it."""
    return SavedGame(
        session.id,
        name=session.name,
        board=str(session.spec),
        mode=session.label or session.boards,
        elapsed=session.elapsed,
        mines_left=session.game.mines_left,
        seed=session.seed,
    )


def about_waiting(waiting: SavedGame) -> list[str]:
    """What is said about a game that waits, the longest form first."""
    if waiting.problem is not None:
        return [waiting.problem, "can't be read", "-"]
    name, time = board_name_of(waiting.name, waiting.board), clock_text(waiting.elapsed)
    if not waiting.is_free:
        return [f"{name}, {time} played, in another program", f"{name}, in another program", f"{name} elsewhere", time]
    left = plural(waiting.mines_left, "mine")
    return [
        f"{name} {waiting.mode}, {time} played, {left} left",
        f"{name}, {time} played, {left} left",
        f"{name}, {time} played",
        f"{name} {time}",
        time,
    ]
