"""The laws that must hold after any input: the rules of the game, and a database that misses no game."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from minesweeper.core.cells import contains
from minesweeper.play.game import Game, Phase
from minesweeper.play.replay import sessions_of
from minesweeper.play.session import Session
from minesweeper.storage.games_table import games_after
from minesweeper.storage.saves_table import open_saves
from minesweeper.storage.store import FILE_NAME
from minesweeper.ui.base.model import Model, ScreenWithGames
from minesweeper.ui.game.game_screen import GameScreen

_RESULTS = {Phase.WON: "won", Phase.LOST: "lost", Phase.GIVEN_UP: "abandoned"}


def check_game(game: Game) -> None:
    """Asserts that a game doesn't contradict the rules."""
    layout = game.layout
    assert not game.flags & game.opened
    assert not game.questions & (game.opened | game.flags | game.exploded)
    assert not (game.opened | game.flags | game.questions | game.exploded) & ~game.grid.all_cells
    if layout is None:
        assert not game.opened | game.exploded
        return
    assert layout.mine_count == game.mine_total
    assert not game.opened & layout.mines, "a mine is open"
    assert not game.exploded & ~layout.mines, "a safe cell went off"
    assert (game.phase is Phase.WON) == (game.opened == layout.safe and not game.exploded)
    if game.phase is Phase.WON:
        assert game.flags == layout.mines
    assert game.position.opened == game.opened


class Book:
    """A record of all games that were seen, to compare with what the program stored."""

    def __init__(self) -> None:
        self._last: dict[str, Session] = {}
        self._results: dict[str, str] = {}
        self._screen: object = None
        self._checked = 0
        self.finished = 0
        self.seen: set[str] = set()
        self.top = ""

    def look(self, model: Model) -> None:
        """Notes all games of a model. Each must follow the laws and must fit what was noted of it before."""
        if model.top is self._screen:
            return
        self._screen = model.top
        self.top = type(model.top).__name__
        self.seen.add(self.top)
        for screen in model.screens:
            for session in screen.sessions() if isinstance(screen, ScreenWithGames) else ():
                if session.id:
                    self._note(session)
            if isinstance(screen, GameScreen):
                grid, (row, col) = screen.state.game.grid, screen.state.cursor
                assert 0 <= row < grid.height, "the cursor is off the board"
                assert 0 <= col < grid.width, "the cursor is off the board"

    def _note(self, session: Session) -> None:
        before = self._last.get(session.id)
        if before is session:
            return
        self._last[session.id] = session
        if before is None or before.game is not session.game:
            check_game(session.game)
        if session.first is not None and session.game.layout is not None:
            assert not contains(session.game.layout.mines, session.first), "the first cell was a mine"
        if before is not None:
            assert session.elapsed >= before.elapsed, "the clock went back"
            assert session.assistants >= before.assistants, "an assistant was forgotten"
            assert session.is_known_board >= before.is_known_board, "a known board is unknown again"
            assert session.was_lost >= before.was_lost, "a loss was forgotten"
        if session.game.is_over and _was_played(session) and not session.was_lost:
            self._results.setdefault(session.id, _RESULTS[session.game.phase])

    def audit(self, folder: Path) -> None:
        """Asserts that the database is intact and has every game that was seen, none of them twice."""
        path = folder / FILE_NAME
        begun = {key for key, session in self._last.items() if self._counts(session)}
        if not path.exists():
            assert not begun, "games were played and there is no store"
            return
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            results = dict(connection.execute("SELECT id, result FROM games").fetchall())
            saved = {key for (key,) in connection.execute("SELECT id FROM saves")}
        names = ("lost", "won", "abandoned")
        for key, result in self._results.items():
            assert names[results[key]] == result, f"game {key} was {result}"
        missing = begun - results.keys() - saved
        assert not missing, f"games are lost: {[self._last[key] for key in missing]}"
        twice = {key for key in saved & results.keys() if key in self._last and not self._last[key].was_lost}
        assert not twice, f"games are finished and still wait: {twice}"
        self._replay(folder)

    def _counts(self, session: Session) -> bool:
        """Whether a game must be stored. A loss of the bot that the player continued under a new id need not be."""
        return _was_played(session) and (not session.was_lost or session.id in self._results)

    def _replay(self, folder: Path) -> None:
        """Replays the games recorded since the last call. Each must end as it was recorded."""
        saves = open_saves(folder)
        try:
            for number, game, _ in games_after(saves.store, self._checked, 1000, with_replays=True):
                self._checked = number
                self.finished += 1
                assert game is not None, f"game {number} can't be read"
                if game.replay is not None:
                    *_, last = sessions_of(game.replay)
                    expected = {"won": Phase.WON, "lost": Phase.LOST}.get(game.result)
                    assert expected in (None, last.game.phase), f"{game.id}: {game.result}, replayed: {last.game.phase}"
        finally:
            saves.close()


def _was_played(session: Session) -> bool:
    """Whether a game must be stored. If its first cell alone won on a known board, it wasn't played."""
    has_begun = bool(session.game.opened | session.game.exploded)
    return has_begun and not (session.game.phase is Phase.WON and not session.moves)
