"""The screen of the coach: what the player missed in the last games, and the next step to take.

It shows at most three lines, and each of them starts what would help, such as lessons about a topic. The report comes
from `storage/coaching`, which reads games in the background. So this screen only has to read the very last games before
it can show the report.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from minesweeper.assist.topics import Topic
from minesweeper.core.times import moment_text, now_ms, to_milliseconds
from minesweeper.storage.coaching import BEGIN, LADDER, PRACTISE, SEE, CoachLine, CoachReport, coach_games, coach_report
from minesweeper.storage.coaching import own_positions as find_own_positions
from minesweeper.storage.games_table import FinishedGame, get_game
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, replace
from minesweeper.ui.draw.geometry import STRIP_ROWS, is_compact
from minesweeper.ui.draw.glyphs import TerminalLooks, Tile
from minesweeper.ui.draw.rgb import INDEXED
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.page import NOTE, Page, PageScreen, PageSpec, Row, TableCell, blank, entry, prose

if TYPE_CHECKING:
    from minesweeper.play.lessons import Lesson
    from minesweeper.storage.saves_table import Saves

_HINTS: list[KeyHint] = [(Action.SELECT, "start"), (Action.BACK, "back"), (Action.HELP, "help")]
_LINE_KEYS = {Action.FIRST_LINE: 0, Action.SECOND_LINE: 1, Action.THIRD_LINE: 2}
"""The actions that start a line, with the number of the line."""
_AT_ONCE = 3
"""How many games are read while the player waits, so that the report includes those that were played just now."""


class CoachScreen(PageScreen):
    """What the player missed in the last games, with an offer for each line."""

    report: CoachReport | None = None
    """The report, or None until the database was read."""
    focus: int = 0
    """The number of the selected line."""
    message: Message = SILENCE

    context = Context.COACH

    @property
    def _lines(self) -> tuple[CoachLine, ...]:
        return () if self.report is None else self.report.lines

    @property
    def targets(self) -> Sequence[int]:
        return range(len(self._lines))

    def focused_on(self, target: object) -> CoachScreen:
        return replace(self, focus=target if isinstance(target, int) else 0)

    def page(self, model: Model) -> Page:
        rows, is_low = list[Row](), is_compact(model.rows, model.cols) or model.rows < STRIP_ROWS
        for number, line in enumerate(self._lines):
            key = model.keymap.label(self.context, list(_LINE_KEYS)[number])
            words, offer = TableCell((line.text, line.brief)), TableCell((line.offer, ""), "text.dim")
            if is_low:
                rows += [entry(number, TableCell((key,), "key"), words, offer), blank()]
            # The offer of a line stands below it.
            else:
                rows += [entry(number, TableCell((key,), "key"), words), entry(number, "", offer), blank()]
        if self.report is not None:
            rows += [prose(self.report.remark)] if self.report.remark else []
            rows += [blank(), prose(self.report.next_step, self.report.next_step.partition(" It also")[0])]
            rows += [] if is_low else _ladder(self.report.next_step, model.looks)
        title = self.report.title if self.report is not None else ""
        titles = (f"Coach: {title}", "Coach") if title else ("Coach",)
        return self.arrange_page(model, PageSpec(titles, rows, _HINTS, self.message))

    def act_here(self, model: Model, action: Action) -> Model:
        number = _LINE_KEYS.get(action, self.focus if action is Action.SELECT else -1)
        return self._start(model, number) if number in self.targets else super().act_here(model, action)

    def press(self, model: Model, target: object) -> Model:
        return self._start(model, target) if isinstance(target, int) and target in self.targets else model

    def _start(self, model: Model, number: int) -> Model:
        """Starts what a line offers: lessons about a topic, or the replay of a game at the moment of a mistake."""
        assert self.report is not None
        line, course = self._lines[number], self.report.course
        model = model.with_top(self.focused_on(number))
        if line.act == PRACTISE and line.topic is not None:
            return model.query(_own_positions, line.topic, then=CoachScreen._practise)
        if line.act == SEE and self.report.worst is not None:
            return model.query(_find_game, self.report.worst[0], then=CoachScreen._see)
        return routes.lesson_list.open_practice(model, course, Topic.ONE_CLUE if line.act == BEGIN else None)

    def _practise(self, model: Model, found: tuple[Topic, tuple[Lesson, ...]]) -> Model:
        """Opens lessons about a topic. The first ones are positions of the player's own games, and drills follow."""
        assert self.report is not None
        topic, lessons = found
        course = self.report.course
        for lesson in reversed(lessons):
            course = course.with_first(lesson)
        return routes.lesson_list.open_practice(model, course, topic)

    def _see(self, model: Model, game: FinishedGame | None) -> Model:
        """Opens the replay of a game at the guess that cost the most."""
        assert self.report is not None
        assert self.report.worst is not None
        if game is None or game.replay is None:
            return model.with_top(replace(self, message=say("The replay of this game was deleted.")))
        moment = moment_text(to_milliseconds(game.ended_at), now_ms() / 1000)
        return routes.replay_screen.open_replay(model, game, moment, is_kept=True, step=self.report.worst[1])

    def _found(self, model: Model, report: CoachReport) -> Model:
        return model.with_top(replace(self, report=report, focus=0))


def _ladder(next_step: str, looks: TerminalLooks) -> list[Row]:
    """The rows of the ladder: each kind of games with its state, passed, next or later.

    They are left out if the screen has too few rows.
    """
    at = next(number for number, step in enumerate(LADDER) if next_step.startswith(f"Next step: {step.name},"))
    rows = [blank(NOTE)]
    for number, step in enumerate(LADDER):
        tile, word, style = (Tile.HIDDEN, "later", "text.dim") if number > at else (Tile.FLAG, "next", "text")
        tile, word, style = (Tile.SAFE, "passed", "good") if number < at else (tile, word, style)
        text, tile_style = looks.glyphs.piece(tile, odd=number % 2 == 1)
        text = "  " if tile is Tile.HIDDEN and looks.colours >= INDEXED else text
        cells = TableCell((text,), tile_style), TableCell((step.name,)), TableCell((word,), style)
        rows.append(Row(cells, rank=NOTE, table="ladder"))
    return rows


def _find_report(saves: Saves) -> CoachReport:
    for _ in coach_games(saves.store, _AT_ONCE):
        pass
    return coach_report(saves.store)


def _find_game(saves: Saves, game_id: str) -> FinishedGame | None:
    return get_game(saves.store, game_id)


def _own_positions(saves: Saves, topic: Topic) -> tuple[Topic, tuple[Lesson, ...]]:
    return topic, find_own_positions(saves.store, topic)


def open_coach(model: Model) -> Model:
    """Opens the coach. Games that have just ended are read first, so that the report includes them."""
    return model.push(CoachScreen()).query(_find_report, then=CoachScreen._found)
