"""Autosave for text mode: its games are saved and recorded in the same game database as those of the full screen, and
by the same rules, which are in `storage/autosave.py`. `console` calls it after each line and at the end.
"""

from __future__ import annotations

import time
from dataclasses import replace

from minesweeper.plain.game_commands import PlainState
from minesweeper.storage.autosave import Autosave
from minesweeper.storage.records import RunningGame, SavedGame


class PlainAutosave(Autosave):
    """Autosave for a run of text mode.

    Trouble with the disk becomes a sentence for the player, and never stops a game.
    """

    def take(self, saved: SavedGame, state: PlainState, assist: str | None) -> PlainState | str:
        """Takes a saved game to continue it. If it can't be taken, returns a sentence that says why.

        `assist` is the assist level that the command line names. If it is None, the game keeps its own level.
        """
        taken = self.saves.take(saved.id)
        if taken.value is None:
            return taken.problem or "The saved game is gone."
        session = taken.value.session
        level = assist or session.assist_level or state.assist
        return replace(state.begin(session, level), what_if_mines=taken.value.what_if_mines)

    def follow_line(self, before: PlainState, after: PlainState) -> list[str]:
        """Records and saves what a command has changed.

        The loop calls it after each line, and prints the sentences that it returns.
        """
        # The game before counts too, because the command may have left it, and its time until then has to be recorded.
        self.record_ended_games([before.game_to_save.session])
        self.record_ended_games([after.game_to_save.session])
        outcomes = [outcome for _, _, outcome in self.outcomes]
        self.outcomes.clear()
        messages = [outcome.problem or "A new best time!" for outcome in outcomes if outcome.problem or outcome.is_best]
        if after.game_to_save.judged is not None and after.game_to_save.judged is not before.game_to_save.judged:
            self.keep_guesses(after.game_to_save.session, after.game_to_save.judged)
        self.save([_shown(after.game_to_save)], time.monotonic())
        return [*messages, *self.new_messages()]

    def leave(self, state: PlainState | None) -> list[str]:
        """Saves a running game and closes the store.

        The loop calls it at the end, and prints the sentences that it returns.
        """
        messages: list[str] = []
        state = None if state is None else state.game_to_save
        if state is not None and state.session.is_kept:
            self.save([_shown(state)])
            saved = "Game saved. Continue it with: minesweeper plain --continue"
            messages.append(self.problem or saved)
        messages += [*self.new_messages(), *self.close()]
        return list(dict.fromkeys([*messages, *([self.unsaved] if self.unsaved else [])]))


def _shown(state: PlainState) -> RunningGame:
    # The player may wait with the next line for as long as they like, so the game is saved at once after each line.
    return RunningGame(state.session, state.what_if_mines, in_background=True)
