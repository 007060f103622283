"""Saves and records the games of text mode with those of the full screen."""

from __future__ import annotations

import time
from dataclasses import replace

from minesweeper.plain.game_commands import PlainState
from minesweeper.storage.autosave import Autosave
from minesweeper.storage.records import RunningGame, SavedGame


class PlainAutosave(Autosave):
    """Saves the games of text mode. Trouble with the disk is reported, and never stops a game."""

    def take(self, saved: SavedGame, state: PlainState, assist: str | None) -> PlainState | str:
        """Takes a saved game to continue, or says why it can't. Without an assist level, the game keeps its own."""
        taken = self.saves.take(saved.id)
        if taken.value is None:
            return taken.problem or "The saved game is gone."
        session = taken.value.session
        level = assist or session.help_level or state.assist
        return replace(state.begin(session, level), proposals=taken.value.proposals)

    def follow_line(self, before: PlainState, after: PlainState) -> list[str]:
        """Records and saves the changes of a command, and returns sentences for the player."""
        # The game before counts too: the command may have left it, with the time until then.
        self.record_ended_games([before.kept.session])
        self.record_ended_games([after.kept.session])
        outcomes = [outcome for _, _, outcome in self.outcomes]
        self.outcomes.clear()
        said = [outcome.problem or "A new best time!" for outcome in outcomes if outcome.problem or outcome.is_best]
        if after.kept.judged is not None and after.kept.judged is not before.kept.judged:
            self.keep_guesses(after.kept.session, after.kept.judged)
        self.save([_shown(after.kept)], time.monotonic())
        return [*said, *self.new_messages()]

    def leave(self, state: PlainState | None) -> list[str]:
        """Saves a running game, closes the store, and returns sentences for the player."""
        said: list[str] = []
        state = None if state is None else state.kept
        if state is not None and state.session.is_kept:
            self.save([_shown(state)])
            saved = "Game saved. Continue it with: minesweeper plain --continue"
            said.append(self.problem or saved)
        said += [*self.new_messages(), *self.close()]
        return list(dict.fromkeys([*said, *([self.unsaved] if self.unsaved else [])]))


def _shown(state: PlainState) -> RunningGame:
    # The player may wait with the next line for as long as they like, so each line saves the game at once.
    return RunningGame(state.session, state.proposals, in_background=True)
