"""Owns the store of games while the full screen runs: records games that end, saves those that run, answers screens.

It watches the model from outside: no screen knows when something is written. Nothing here raises for trouble with the
disk, which is told in a sentence, and nothing is loaded or opened before the first frame is painted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from minesweeper.core.cells import CellSet
from minesweeper.core.specs import MODES
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.storage.values import DailyRecord, Group, Record, group_of
from minesweeper.ui.model import Model, Question
from minesweeper.ui.notices import joined

if TYPE_CHECKING:
    from minesweeper.storage.backlog import Backlog
    from minesweeper.storage.saves import Archive

CLOCK_SECONDS = 10.0
"""A game in which only time passes is saved this often."""
EXAMINE_SECONDS = 0.015
"""So long games are examined at a time, and so long nothing is done after it."""
QUIET_SECONDS = 0.3
"""Games are examined once nothing has happened for so long."""


class Keeper(Protocol):
    """What the loop asks of whoever keeps the games."""

    def watch(self, model: Model, now: float) -> Model:
        """The model after what has happened since the last time was recorded and saved."""

    def wait(self, now: float) -> float | None:
        """Seconds until there is something to do; None: only a change of the model."""

    def answer(self, model: Model, question: Question) -> Model:
        """The model after the top screen got the answer to a question."""

    def keep(self, model: Model) -> None:
        """Saves all running games now; never raises."""


class NoKeeper:
    """Keeps nothing."""

    def watch(self, model: Model, now: float) -> Model:
        """The model as it is."""
        return model

    def wait(self, now: float) -> float | None:
        """There is never anything to do."""
        return None

    def answer(self, model: Model, question: Question) -> Model:
        """The model as it is: there is no answer."""
        return model

    def keep(self, model: Model) -> None:
        """Does nothing."""


class GameKeeper:
    """Keeps the games of one program in its folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._archive: Archive | None = None
        self._steps: Iterator[Callable[[Model], Model]] | None = None
        self._is_ready = self._was_away = False
        self._seen: dict[str, Session] = {}
        """The sessions of the model when it was last looked at."""
        self._recorded: set[str] = set()
        self._saved: dict[str, tuple[Session, CellSet]] = {}
        """What was saved last of each game that is saved."""
        self._names: dict[str, str] = {}
        """Under which name a game is saved, where another program has its own."""
        self._next_save = 0.0
        self._due: float | None = None
        self._told: set[str] = set()
        self._unsaved: str | None = None
        """Why the last attempt to save a running game failed."""
        self._backlog: Backlog | None = None
        self._examine_at: float | None = None
        """When games are examined next; None: not now."""
        self._last: Model | None = None
        """The model when it was last looked at: while it stays the same, nothing happens."""

    def watch(self, model: Model, now: float) -> Model:
        """The model after what has happened since the last time was recorded and saved."""
        model = self._follow(model)
        self._due = None
        for screen in model.screens:
            for session in screen.sessions():
                self._save_when_due(session, screen.proposals(), now, at_once=session is not model.top.session())
        if not self._is_ready:
            model = self._prepare(model)
        elif self._archive is not None:
            model = self._with_record_of_game(model)
            if len(model.screens) == 1 and self._was_away:  # other programs may have left games meanwhile
                model = self._with_daily(self._with_saved_games(model))
        self._was_away = len(model.screens) > 1
        return self._examine(self._tell(model), now)

    def wait(self, now: float) -> float | None:
        """Seconds until there is something to do; None: only a change of the model."""
        if not self._is_ready:
            return 0.0
        due = [moment for moment in (self._due, self._examine_at) if moment is not None]
        return max(0.0, min(due) - now) if due else None

    def answer(self, model: Model, question: Question) -> Model:
        """The model after the top screen got the answer to a question."""
        return self._tell(model.top.answer(model, question, question.put(self._open())))

    def keep(self, model: Model) -> None:
        """Saves all running games now; never raises."""
        # This may run while a fault of the program itself is on its way out, which must be the one that is told.
        with contextlib.suppress(Exception):
            self._follow(model)
            for screen in model.screens:
                for session in screen.sessions():
                    self._save_when_due(session, screen.proposals(), self._next_save, at_once=True)

    def close(self) -> str | None:
        """Closes the store at the end of the program; the result is why the running game is not saved, if so."""
        if self._archive is not None:
            with contextlib.suppress(Exception):
                self._archive.close()
            self._archive = None
        return self._unsaved

    def _open(self) -> Archive:
        if self._archive is None:
            from minesweeper.storage.saves import Archive  # SQLite and all that belongs to it loads here

            self._archive = Archive(self._folder)
        return self._archive

    def _prepare(self, model: Model) -> Model:
        """One step of what is read at the start; keys are answered between the steps."""
        if self._steps is None:
            self._steps = self._first_steps(model)
        step = next(self._steps, None)
        if step is None:
            self._is_ready = True
            return model
        return step(model)

    def _first_steps(self, model: Model) -> Iterator[Callable[[Model], Model]]:
        yield _load_storage
        yield self._with_saved_games
        for mode in MODES:
            for name, spec in model.settings.presets.items():
                group = Group(name, mode, board=str(spec))
                yield lambda model, group=group: self._with_record(model, group)  # type: ignore[misc]
        yield self._with_daily
        yield self._with_replays

    def _with_saved_games(self, model: Model) -> Model:
        archive = self._open()
        here = {self._name(session) for session in self._seen.values()}
        waiting = tuple(saved for saved in archive.saves.games() if saved.id not in here)
        return model.with_shelf(replace(model.shelf, waiting=waiting, problem=archive.store.problem))

    def _with_replays(self, model: Model) -> Model:
        from minesweeper.storage.finished import count_replays

        return model.with_shelf(replace(model.shelf, replays=count_replays(self._open().store)))

    def _with_daily(self, model: Model) -> Model:
        from minesweeper.boards.daily import today
        from minesweeper.storage.finished import daily_record

        found, before = daily_record(self._open().store, today()), model.shelf.daily
        if before is not None and before.day == found.day and before.tries > found.tries:
            return model  # what could not be saved was tried all the same
        return model.with_shelf(replace(model.shelf, daily=found))

    def _with_try(self, model: Model, session: Session) -> Model:
        """The model after one more try of a daily board."""
        from minesweeper.boards.daily import daily_board, today

        day = today()
        if session.seed != daily_board(day).seed:
            return model
        before = model.shelf.daily
        record = before if before is not None and before.day == day else DailyRecord(day)
        tried = record.after(session.game.phase is Phase.WON, session.milliseconds)
        return model.with_shelf(replace(model.shelf, daily=tried))

    def _with_record(self, model: Model, group: Group) -> Model:
        return model.with_shelf(model.shelf.with_record(group, self._record_of(group)))

    def _with_record_of_game(self, model: Model) -> Model:
        session = model.top.session()
        group = None if session is None else group_of(session)
        return model if group is None or group in model.shelf.records else self._with_record(model, group)

    def _record_of(self, group: Group) -> Record:
        from minesweeper.storage.statistics import group_record

        return group_record(self._open().store, group)

    def _follow(self, model: Model) -> Model:
        """The model after each game that has ended or was left since the last time is recorded."""
        now = {session.id: session for screen in model.screens for session in screen.sessions() if session.id}
        before, self._seen = self._seen, now
        for key, session in now.items():
            if session.game.is_over and session is not before.get(key):
                model = self._end(model, session)
        for key, session in before.items():
            if key not in now and not session.game.is_over:
                model = self._end(model, session)
        return model

    def _end(self, model: Model, session: Session) -> Model:
        if session.id not in self._recorded and session.game.opened | session.game.exploded and not session.was_lost:
            self._recorded.add(session.id)
            model = self._record(model, session)
            if session.name == "daily":
                model = self._with_try(model, session)
        elif session.id in self._saved:
            self._open().saves.drop(self._name(session))
        self._saved.pop(session.id, None)
        return model

    def _record(self, model: Model, session: Session) -> Model:
        from minesweeper.storage.finished import finish_game, record_game
        from minesweeper.storage.saves import RunningGame

        store = self._open().store
        finished = finish_game(RunningGame(session, self._name(session)))
        if finished is None:
            return model
        group = finished.group
        before = model.shelf.records.get(group) or self._record_of(group)
        outcome = record_game(store, finished)
        outcome = outcome._replace(before=before, after=self._record_of(group) if outcome.saved else before)
        if self._backlog:
            self._backlog.look_again()
        replays = None if model.shelf.replays is None else model.shelf.replays + outcome.saved
        shelf = replace(model.shelf.with_record(group, outcome.after), replays=replays, problem=store.problem)
        shelf = replace(shelf, waiting=tuple(game for game in shelf.waiting if game.id != self._name(session)))
        screens = tuple(
            screen.hear(outcome) if any(found.id == session.id for found in screen.sessions()) else screen
            for screen in model.screens
        )
        return replace(model, screens=screens).with_shelf(shelf)

    def _examine(self, model: Model, now: float) -> Model:
        """The model after a slice of the search for guesses in earlier games, if nothing else is to do."""
        same, self._last = model is self._last, model
        top = model.top
        is_done = self._backlog is not None and self._backlog.is_done
        if is_done or not self._is_ready or top.task() is not None or top.wait() is not None:
            self._examine_at = None
        elif not same or self._examine_at is None:
            self._examine_at = now + QUIET_SECONDS
        elif now >= self._examine_at:
            self._examine_at = now + EXAMINE_SECONDS * 2
            if self._backlog is None:
                from minesweeper.storage.backlog import Backlog  # it brings the solvers

                self._backlog = Backlog(self._open().store)
            question = top.renewal() if self._backlog.run(EXAMINE_SECONDS) else None
            model = self._tell(model) if question is None else self.answer(model, question)
        return model

    def _name(self, session: Session) -> str:
        return self._names.get(session.id, session.id)

    def _save_when_due(self, session: Session, proposals: CellSet, now: float, *, at_once: bool) -> None:
        """Saves a running game that has changed, at most once a second, unless the player turns away from it."""
        if not session.id or not session.is_running:
            return
        last = self._saved.get(session.id)
        longest = 0.001 if at_once else CLOCK_SECONDS
        if last and _is_same(last[0], session) and last[1] == proposals and session.elapsed - last[0].elapsed < longest:
            return
        if not at_once and now < self._next_save:
            self._due = self._next_save
            return
        self._save(session, proposals)
        self._next_save = now + self._open().saves.pause

    def _save(self, session: Session, proposals: CellSet) -> None:
        from minesweeper.storage.saves import RunningGame

        written = self._open().saves.save(RunningGame(session, self._name(session), proposals))
        self._saved[session.id] = (session, proposals)
        self._unsaved = None if written.saved else written.problem
        if written.value is not None and written.value != session.id:
            self._names[session.id] = written.value

    def _tell(self, model: Model) -> Model:
        """The model with what the store has to tell, each sentence once."""
        if self._archive is None:
            return model
        problem = self._archive.store.problem
        if problem != model.shelf.problem:
            model = model.with_shelf(replace(model.shelf, problem=problem))
        found = [*self._archive.notices(), *(text for text in (problem, self._unsaved) if text)]
        new = [text for text in dict.fromkeys(found) if text not in self._told]
        self._told.update(new)
        return replace(model, notice=joined(model.notice, *new)) if new else model


def _load_storage(model: Model) -> Model:
    import minesweeper.storage.saves
    import minesweeper.storage.statistics  # noqa: F401 - both are needed in a moment, and a key may come in between

    return model


def _is_same(one: Session, other: Session) -> bool:
    """Whether nothing but time has passed between two states of a game."""
    return one is other or (
        one.game is other.game
        and one.trail is other.trail
        and one.clicks == other.clicks
        and one.helpers == other.helpers
        and one.was_lost == other.was_lost
    )
