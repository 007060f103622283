"""Finds, shows and plays the best guess, and compares other candidates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.assist.best_guess import chance_words, find_guess, guess_forms, win_figure
from minesweeper.core.cells import contains, short_place, to_cell_set
from minesweeper.core.text import percent, rough_percent
from minesweeper.solvers.win_chance import GuessComparison
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import GameState, ModeView, SearchMode, ShownCells
from minesweeper.ui.game.moves import open_at
from minesweeper.ui.game.overlay_state import with_chance
from minesweeper.ui.game.tip_mode import STEPS, step_after, walk_hints
from minesweeper.ui.widgets.chrome import KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine


@dataclass(frozen=True)
class GuessMode(SearchMode):
    """Searches for the best guess, or shows it or another candidate; the same key plays it."""

    think: int = 0
    """The thinking time in seconds."""
    unproved: str = ""
    """The sentence of a tip that found no proof, if the guess replaces a tip."""
    found: GuessComparison | None = None
    number: int = 0
    """The rank of the shown guess; 0 is the best one."""

    @property
    def is_found(self) -> bool:
        return self.found is not None

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if self.found and len(self.found.ranked) > 1 and action in STEPS:
            number = step_after(self.number, action, len(self.found.ranked) - 1)
            return _shown(state, model, replace(self, number=number), self.found)
        if self.found and action is Action.GUESS:
            return take_guess(state, model, self.found.ranked[self.number].cell)
        return super().key(state, model, key, action)

    def work(self, state: GameState, model: Model) -> Job | None:
        if self.found:
            return None
        return Job(find_guess, (state.game.position, self.think), self.show, hint=(state.aids.analysis,))

    def show(self, state: GameState, model: Model, found: GuessComparison) -> GameState:
        """Shows the best guess and lets the overlay know its win chance."""
        state = state._replace(session=state.session.helped("tip" if self.unproved else "guess"))
        chance = chance_words(found.ranked[0]) if found.is_guess and not state.game.sketch else None
        state = state if chance is None else with_chance(state, model, chance)
        return _shown(state, model, self, found)

    def view(self, state: GameState, model: Model) -> ModeView:
        if self.found is None:
            looking = "Thinking about the best guess... Esc stops." if self.think else "Looking for the best guess..."
            return ModeView(say(self.unproved or looking))
        take: KeyHint = (Action.GUESS, "best move" if state.game.sketch else "play it")
        others = len(self.found.ranked) - 1
        return ModeView(
            self._message(state, self.found),
            walk_hints(state, take, "next", self.number, others),
            self._marks(self.found),
            panel=self._panel(state, model, self.found) if others and state.geometry(model).right_panel else None,
            is_walked=others > 0,
        )

    def _message(self, state: GameState, found: GuessComparison) -> Message:
        first, *others = guess_forms(found, self.number)
        unproved = [f"{self.unproved} {first}"] * bool(self.unproved and not self.number)
        # The mark hides a flag.
        flag = " Your flag is there." if contains(state.game.flags, found.ranked[self.number].cell) else ""
        return say(*(f"{text}{flag}" for text in (*unproved, first, *others)), names_cells=True)

    def _marks(self, found: GuessComparison) -> ShownCells:
        shown = found.ranked[self.number]
        cell, best = 1 << shown.cell, to_cell_set(one.cell for one in found.ranked if one.regret == 0)
        worse = cell if shown.regret else 0
        return ShownCells(guess=cell & ~worse, worse=worse, best=(best | 1 << found.best.cell) & ~cell)

    def _panel(self, state: GameState, model: Model, found: GuessComparison) -> list[PanelLine]:
        """Lists the candidates."""
        glyphs, grid = model.looks.glyphs, state.game.grid
        same, worse = glyphs.tile(Tile.BEST)[1], glyphs.tile(Tile.WORSE)[1]
        lines: list[PanelLine] = [("Candidates", "title"), ("", ""), (f"{'mine':>18}{'to win':>8}", "text.dim")]
        for number, one in enumerate(found.ranked):
            is_shown = number == self.number
            sign = " " if one.regret is None else worse if one.regret else same
            name = f"{glyphs.pointer if is_shown else ' '}{sign} {short_place(*grid.row_col(one.cell))}"
            odds = percent(*one.odds) if found.best.is_exact else rough_percent(1 - one.safety, exact=False)
            row = f"{name:12}{odds:>6}{win_figure(one):>8}"
            lines.append((row, "title" if is_shown else "text.dim" if one.regret else "text"))
        return lines


def _shown(state: GameState, model: Model, mode: GuessMode, found: GuessComparison) -> GameState:
    """Shows the best guess or another candidate."""
    return state.leave().enter(replace(mode, found=found)).move_to_cell(model, found.ranked[mode.number].cell)


def ask_guess(state: GameState, model: Model) -> GameState:
    """Asks for the best guess."""
    if not state.is_running:
        return advise_start(state)
    return state.enter(GuessMode(model.settings.number("think")))


def take_guess(state: GameState, model: Model, cell: int) -> GameState:
    """Plays the shown guess."""
    state = state.calm()
    if state.game.sketch is not None:
        return state.say("Type what this cell shows.")
    if not contains(state.game.flags, cell):
        return open_at(state, model, cell, "guess")
    # The flag was only the player's claim.
    unflagged = state.session.mark(cell, question_marks=False, helper="guess")
    after = open_at(state._replace(session=unflagged), model, cell, "guess")
    return after if after.game.is_over or after.said else after.say("Your flag was removed.")
