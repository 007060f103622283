"""Finds, shows and plays the best guess, and compares other candidates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.assist.best_guess import BestGuess, chance_words, find_guess, win_figure
from minesweeper.core.cells import contains, short_place, to_cell_set
from minesweeper.core.text import percent, rough_percent
from minesweeper.play.game import Phase
from minesweeper.solvers.win_chance import GuessValue, GuessValues
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.game.cursor import move_to_cell
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import QUIET, GameState, Mode, ModeView, ShownCells
from minesweeper.ui.game.moves import open_at
from minesweeper.ui.game.overlay_state import with_chance
from minesweeper.ui.game.panels import signs
from minesweeper.ui.game.tip_mode import STEPS, next_step_of, walk_hints
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine


@dataclass(frozen=True)
class GuessMode(Mode):
    """Searches for the best guess, or shows it or another candidate; the same key plays it."""

    think: int = 0
    """The thinking time in seconds."""
    unproved: str = ""
    """The sentence of a tip that found no proof, if the guess replaces a tip."""
    found: GuessValues | None = None
    at: int | None = None
    """The number of the shown candidate; None shows the best guess."""

    @property
    def shown(self) -> GuessValue | None:
        """Returns the shown guess."""
        if self.found is None:
            return None
        return self.found.ranked[0 if self.at is None else self.at + 1]

    @property
    def is_walked(self) -> bool:
        """Whether there are other candidates to step through."""
        return self.found is not None and len(self.found.ranked) > 1

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | None:
        if key == "esc" or action is Action.BACK:
            return state.calm()
        if self.found is None or self.shown is None:
            return None
        if self.is_walked and action in STEPS:
            at = next_step_of(self.found.ranked[1:], self.at, STEPS[action])
            return _shown(state, model, replace(self, at=at))
        return take_guess(state, model, self.shown.cell) if action is Action.GUESS else None

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | None:
        """Shows the clicked candidate."""
        if event.kind != "press" or event.button != "left" or self.found is None or not self.is_walked:
            return None
        panel = state.geometry(model).panel_for(len(self._panel(state, model)))
        if panel is None or not panel.holds(event.row, event.col):
            return None
        number = event.row - panel.top - len(_LIST_HEAD)
        if not 0 <= number < len(self.found.ranked):
            return None
        return _shown(state, model, replace(self, at=number - 1 if number else None))

    def calm(self, action: Action | None) -> Mode | None:
        return self if self.found is None and action in QUIET else None

    def work(self, state: GameState, model: Model) -> Job | None:
        if self.found:
            return None
        return Job(find_guess, (state.game.position, self.think), self.show, hint=(state.aids.analysis,))

    def show(self, state: GameState, model: Model, best: BestGuess) -> GameState:
        """Shows the best guess and lets the overlay know its win chance."""
        found = best.found
        chance = chance_words(found.ranked[0]) if found.is_guess and not state.game.sketch else None
        state = state if chance is None else with_chance(state, model, chance)
        return _shown(state, model, replace(self, found=found))

    def view(self, state: GameState, model: Model) -> ModeView:
        if self.found is None:
            looking = "Thinking about the best guess... Esc stops." if self.think else "Looking for the best guess..."
            return ModeView(say(self.unproved or looking))
        take: KeyHint = (Action.GUESS, "best move" if state.game.sketch else "play it")
        hints = walk_hints(state, take, "next" if self.is_walked else "", self.at, len(self.found.ranked) - 1)
        panel = self._panel(state, model) if self.is_walked and state.geometry(model).right_panel else None
        return ModeView(self._message(state, model), hints, self._marks(), panel=panel, is_walked=self.is_walked)

    def _message(self, state: GameState, model: Model) -> Message:
        assert self.found is not None
        assert self.shown is not None
        first, *others = BestGuess(state.game.position, self.found).forms(0 if self.at is None else self.at + 1)
        unproved = [f"{self.unproved} {first}"] * (self.at is None and bool(self.unproved))
        said = say(*unproved, first, *others, names_cells=True)
        if not contains(state.game.flags, self.shown.cell):
            return said
        # The mark hides the flag. The analysis board can't play the guess.
        return _with_flag(said, "" if state.game.sketch else state.key(model, Action.GUESS))

    def _marks(self) -> ShownCells:
        assert self.found is not None
        assert self.shown is not None
        cell, best = 1 << self.shown.cell, to_cell_set(one.cell for one in self.found.ranked if one.regret == 0)
        worse = cell if self.shown.regret else 0
        return ShownCells(guess=cell & ~worse, worse=worse, best=(best | 1 << self.found.best.cell) & ~cell)

    def _panel(self, state: GameState, model: Model) -> list[PanelLine]:
        """Lists the candidates."""
        assert self.found is not None
        assert self.shown is not None
        glyphs, grid = model.looks.glyphs, state.game.grid
        same, worse = glyphs.tile(Tile.BEST)[1], glyphs.tile(Tile.WORSE)[1]
        lines = list(_LIST_HEAD)
        for one in self.found.ranked:
            sign = " " if one.regret is None else worse if one.regret else same
            name = f"{glyphs.pointer if one is self.shown else ' '}{sign} {short_place(*grid.row_col(one.cell))}"
            odds = percent(*one.odds) if self.found.best.is_exact else rough_percent(1 - one.safety, exact=False)
            row = f"{name:12}{odds:>6}{win_figure(one):>8}"
            lines.append((row, "title" if one is self.shown else "text.dim" if one.regret else "text"))
        if self.shown.chance is not None:
            lines += [("", ""), *signs([(same, "as good as the best"), (worse, "worse")])]
        return lines


_LIST_HEAD: tuple[PanelLine, ...] = (("Candidates", "title"), ("", ""), (f"{'mine':>18}{'to win':>8}", "text.dim"))
"""The head of the list of candidates."""


def _shown(state: GameState, model: Model, mode: GuessMode) -> GameState:
    """Shows the best guess or another candidate."""
    assert mode.shown is not None
    return move_to_cell(state.leave().enter(mode), model, mode.shown.cell)


def _with_flag(said: Message, key: str) -> Message:
    """Adds that the player's flag is on the cell; playing the guess removes it."""
    long = f" Your flag is there: {key} removes it and opens the cell." if key else " Your flag is there."
    *texts, last = said.texts
    brief = last.partition("\n")[0]  # On the smallest screens the flag matters more than the win chance.
    return said._replace(texts=(*(f"{text}{long}" for text in texts), f"{brief}\nYour flag is there."))


def ask_guess(state: GameState, model: Model) -> GameState:
    """Asks for the best guess."""
    if state.game.phase is Phase.READY:
        return advise_start(state, "Any first cell is as good as another: it is never a mine.")
    if state.game.is_over:
        return state
    return state._replace(session=state.session.helped("guess")).enter(GuessMode(model.settings.number("think")))


def take_guess(state: GameState, model: Model, cell: int) -> GameState:
    """Plays the shown guess."""
    state = state.calm()
    if state.game.sketch is not None:
        return state.say("Type what this cell shows.")
    if not contains(state.game.flags, cell):
        return open_at(state, model, cell)
    # The flag was only the player's claim.
    after = open_at(state._replace(session=state.session.mark(cell, question_marks=False)), model, cell)
    return after if after.game.is_over or after.said else after.say("Your flag was removed.")
