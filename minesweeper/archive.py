"""The player's games as one program has them open: the store and this program's share of the saved games."""

from __future__ import annotations

from pathlib import Path

from minesweeper.saves import Saves
from minesweeper.store import open_store


class Archive:
    """An open store with its saved games; trouble with the disk is told by the store and never raised."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        """Where the games are kept, or None when there is no home folder."""
        self.store = open_store(folder)
        self.saves = Saves(self.store)

    def notices(self) -> list[str]:
        """What the player has to be told now, each sentence once."""
        told = list(self.store.notices)
        self.store.notices.clear()
        return told

    def close(self) -> None:
        """Leaves the saved games to the next program and closes the store."""
        self.saves.close()
        self.store.close()
