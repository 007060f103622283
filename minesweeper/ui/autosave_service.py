"""The service that connects the full-screen game with the game database.

It records finished games, saves running ones, answers the queries of screens, and renews the cache of the model. It
watches the model from outside, so no screen has to know when something is written. Errors of the disk never end the
program; they become messages for the player. Before the first frame is painted, it neither loads a module of the
database nor opens a file.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from minesweeper.core.boardspec import BOARD_TYPES, board_name
from minesweeper.core.late import LateModule, load_now
from minesweeper.core.text import join_sentences
from minesweeper.core.times import clock_text
from minesweeper.storage.records import Group, RecordingResult, RunningGame, group_of, record_group
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model, Query, Quit, ScreenWithGames, Service
from minesweeper.ui.widgets.page import PageScreen

if TYPE_CHECKING:
    from pathlib import Path

    from minesweeper.boards import daily_seed
    from minesweeper.play.session import Session
    from minesweeper.storage import autosave, coaching, games_table, saves_table, statistics
else:
    autosave = LateModule("minesweeper.storage.autosave")  # not needed for the first frame
    coaching = LateModule("minesweeper.storage.coaching")
    daily_seed = LateModule("minesweeper.boards.daily_seed")
    games_table = LateModule("minesweeper.storage.games_table")  # loads the solvers
    saves_table = LateModule("minesweeper.storage.saves_table")
    statistics = LateModule("minesweeper.storage.statistics")

EXAMINE_SECONDS = 0.015
"""How many seconds one step of analysing old games may take. The pause after a step is as long."""
QUIET_SECONDS = 0.3
"""After how many seconds without any event old games are analysed."""


class AutosaveService(Service):
    """Saves and records the games of this program in ``folder``, the player's data folder."""

    def __init__(self, folder: str | Path | None) -> None:
        self._folder = folder
        self._steps: list[Callable[[Model], Model]] = []
        """What is still to be read from the database after the start, in parts, so that keys are handled in between."""
        self._was_away = False
        self._backlog: games_table.Backlog | None = None
        self._last_running: Session | None = None
        self.last_news: list[str] = []
        """Messages that came up when the database was closed. They are printed to the shell."""
        self._examine_at: float | None = None
        """The time of the next step of analysing old games, or None if none is planned."""
        self._last: Model | None = None
        """The model of the last call. If the model is the same again, nothing has happened since."""

    @cached_property
    def _autosave(self) -> autosave.Autosave:
        return autosave.Autosave(self._folder)

    def begin(self, model: Model) -> Model:
        # The saved games are read before the first key, because the key could otherwise start a new game where the
        # player wants to continue one.
        load_now(saves_table)
        load_now(statistics)  # the next steps need it, and loading it there could delay a key
        groups = [
            Group(name, mode, board=str(spec)) for mode in BOARD_TYPES for name, spec in model.settings.presets.items()
        ]
        self._steps = [partial(self._with_record, group=group) for group in groups]
        self._steps += [self._with_daily, self._with_replays, self._with_due_topics]
        return self._with_saved_games(self._follow(model))

    def watch(self, model: Model, now: float) -> Model:
        model = self._follow(model)
        self._autosave.save(_shown(model), None if _would_lose(model) else now)
        model = self._with_outcomes(model)
        if self._steps:
            model = self._steps.pop(0)(model)
        else:
            model = self._with_record_of_game(model)
            if len(model.screens) == 1 and self._was_away:  # back in the menu: other programs may have saved games
                model = self._with_due_topics(self._with_daily(self._with_saved_games(model)))
        self._was_away = len(model.screens) > 1
        after = self._tell(model)
        if _would_lose(model) and after.cache.problem:  # the game couldn't be saved, so the screen asks before quitting
            after = after._replace(effects=tuple(wish for wish in after.effects if not isinstance(wish, Quit)))
            after = after.top.act(after, Action.QUIT)
        return self._analyse_old_games(after, now)

    def wait(self, model: Model, now: float) -> float | None:
        if self._steps:
            return 0.0
        due = [moment for moment in (self._autosave.due, self._examine_at) if moment is not None]
        return max(0.0, min(due) - now) if due else None

    def answer(self, model: Model, query: Query) -> Model:
        result = query.find(self._autosave.saves, *query.about)
        return self._tell(model if query.then is None else query.then(model.top, model, result))

    def save_now(self, model: Model) -> None:
        # The program may be ending because of an error. An exception here would hide that error.
        with contextlib.suppress(Exception):
            self._follow(model)
            self._autosave.save(_shown(model))
            running = [game.session for game in _shown(model) if game.session.id and game.session.is_kept]
            self._last_running = running[-1] if running else None

    def close(self) -> None:
        self.last_news += self._autosave.close()

    @property
    def unsaved(self) -> str | None:
        """The reason why quitting now would lose a game, or None if every game is safe."""
        return self._autosave.unsaved

    @property
    def saved_game_notice(self) -> str | None:
        """What the shell shows about the game that was saved at the end, and how to continue it. None if none was."""
        session = self._last_running
        if session is None or self.unsaved is not None:
            return None
        name, time = board_name(session.preset, session.spec), clock_text(session.elapsed)
        return f"Game saved ({name}, {time}). Resume it with:\n  {started_by(sys.argv[0])} play --continue"

    def _with_saved_games(self, model: Model) -> Model:
        saved = self._autosave.saves.games()
        waiting = tuple(game for game in saved if game.id not in self._autosave.seen)
        return model.with_cache(model.cache._replace(waiting=waiting, problem=self._autosave.problem))

    def _with_replays(self, model: Model) -> Model:
        return model.with_cache(model.cache._replace(replays=games_table.count_replays(self._autosave.saves.store)))

    def _with_daily(self, model: Model) -> Model:
        record = statistics.daily_record(self._autosave.saves.store, daily_seed.today())
        return model.with_cache(model.cache._replace(daily=record))

    def _with_due_topics(self, model: Model) -> Model:
        due = statistics.count_due_topics(self._autosave.saves.store)
        return model.with_cache(model.cache._replace(due_topics=due))

    def _with_record(self, model: Model, group: Group) -> Model:
        record = statistics.group_record(self._autosave.saves.store, group)
        return model.with_cache(model.cache.with_record(group, record))

    def _with_record_of_game(self, model: Model) -> Model:
        session = model.session
        for group in () if session is None else {group_of(session), record_group(session)}:
            model = model if group in model.cache.records else self._with_record(model, group)
        return model

    def _follow(self, model: Model) -> Model:
        """Records every game that has ended or that the player has left."""
        self._autosave.record_ended_games(game.session for game in _shown(model))
        return self._with_outcomes(model)

    def _with_outcomes(self, model: Model) -> Model:
        """Passes on what came out of recording games, to the cache and to the screens that show these games."""
        while self._autosave.outcomes:
            session, group, outcome = self._autosave.outcomes.pop(0)
            if self._backlog:
                self._backlog.look_again()
            cache = model.cache.with_record(group, outcome.after)
            replays = None if cache.replays is None else cache.replays + outcome.saved
            waiting = tuple(game for game in cache.waiting if game.id != session.id)
            cache = cache._replace(replays=replays, waiting=waiting, problem=self._autosave.problem)
            model = model.change_games(partial(_recorded, game_id=session.id, outcome=outcome)).with_cache(cache)
            if session.preset == "daily":
                model = self._with_daily(model)
        return model

    def _analyse_old_games(self, model: Model, now: float) -> Model:
        """Analyses old games for a moment, if neither the player nor the program has anything else to do."""
        same, self._last = model is self._last, model
        top = model.top
        is_done = self._backlog is not None and self._backlog.is_done
        if is_done or self._steps or top.work(model) is not None or top.wait() is not None:
            self._examine_at = None
        elif not same or self._examine_at is None:
            self._examine_at = now + QUIET_SECONDS
        elif now >= self._examine_at:
            self._examine_at = now + EXAMINE_SECONDS * 2
            if self._backlog is None:
                store = self._autosave.saves.store
                self._backlog = games_table.Backlog(store, lambda store: coaching.coach_games(store))
            is_more_known = self._backlog.run(EXAMINE_SECONDS)
            query = top.refresh_query() if is_more_known and isinstance(top, PageScreen) else None
            model = self._tell(model) if query is None else self.answer(model, query)
        return model

    def _tell(self, model: Model) -> Model:
        """Shows the new messages of the database, each of them once."""
        problem, new = self._autosave.problem, self._autosave.new_messages()
        if problem != model.cache.problem:
            model = model.with_cache(model.cache._replace(problem=problem))
        return model._replace(notice=join_sentences(model.notice, *new)) if new else model


def started_by(program: str) -> str:
    """The command that started the program, in a form that can be typed again. ``program`` is the script's path."""
    name = os.path.basename(program)
    if name == "__main__.py":
        return "python3 -m minesweeper"
    return f"python3 {shlex.quote(program)}" if name.endswith(".py") else "minesweeper"


def _recorded(screen: ScreenWithGames, *, game_id: str, outcome: RecordingResult) -> ScreenWithGames:
    """Informs a screen that a game was recorded, if this game is on that screen."""
    return screen.on_recorded(outcome) if any(session.id == game_id for session in screen.sessions()) else screen


def _would_lose(model: Model) -> bool:
    """Whether the program is about to end although a game may not be saved and the player wasn't asked yet."""
    return model.cache.problem is None and any(isinstance(wish, Quit) and not wish.is_sure for wish in model.effects)


def _shown(model: Model) -> list[RunningGame]:
    """All sessions on the screens of the model. All but that of the top screen are in the background."""
    top = model.session
    return [
        RunningGame(session, owner.what_if_mines(), in_background=session is not top)
        for screen in model.screens
        if isinstance(screen, ScreenWithGames)
        for owner in screen.child_screens()
        for session in owner.sessions()
    ]
