"""The best guess on the game screen, and the other candidates, which the step keys compare with it.

The guess key searches for the best guess and, pressed again, opens it. If a tip finds nothing provable, its search goes
on here, so the guess is shown as part of that tip. `assist/best_guess.py` does the search and writes the sentences.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.assist.best_guess import chance_words, find_guess, guess_forms, marked_guess_forms, win_figure
from minesweeper.core.cells import contains, short_place, to_cell_set
from minesweeper.core.text import percent, rough_percent
from minesweeper.solvers.guess import GuessKind
from minesweeper.solvers.win_chance import GuessComparison
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import GameState, ModeView, SearchMode
from minesweeper.ui.game.moves import open_at
from minesweeper.ui.game.overlay_mode import with_chance
from minesweeper.ui.game.tip_mode import STEP_KEYS, step_after, walk_hints
from minesweeper.ui.widgets.chrome import KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine
from minesweeper.ui.widgets.signs import signs_of


@dataclass(frozen=True)
class GuessMode(SearchMode):
    """A search for the best guess. When the search has ended, the mode shows the best guess or another candidate."""

    think: int = 0
    """How many seconds the search may take. 0 means that it looks for a quick answer."""
    unproved: str = ""
    """What the tip said when it found no proof, if this search follows a tip. Otherwise empty."""
    comparison: GuessComparison | None = None
    """The result of the search, or None while it runs."""
    number: int = 0
    """Which candidate is shown, counted from 0. 0 is the best guess."""

    @property
    def is_found(self) -> bool:
        return self.comparison is not None

    @property
    def _survives(self) -> bool:
        """Whether the guess can't hit a mine by the rules of fair games.

        Then it's as good as a tip, so the tip key makes it too.
        """
        return self.comparison is not None and self.comparison.best.kind is GuessKind.FAIR

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if self.comparison and len(self.comparison.ranked) > 1 and action in STEP_KEYS:
            number = step_after(self.number, action, len(self.comparison.ranked) - 1)
            return _shown(state, replace(self, number=number), self.comparison)
        if self.comparison and (action is Action.GUESS or (action is Action.TIP and self._survives)):
            return take_guess(state, self.comparison.ranked[self.number].cell)
        return super().key(state, key, action)

    def work(self, state: GameState) -> Job | None:
        if self.comparison:
            return None
        about, is_fair = (state.game.position, self.think), state.session.is_judged
        return Job(find_guess, about, self.show, extra=(state.aids.analysis, is_fair, state.cell))

    def show(self, state: GameState, comparison: GuessComparison) -> GameState:
        """Called with the result of the search.

        Shows the best guess, counts it as an assist, and stores the win chance for the overlay.
        """
        state = state._replace(session=state.session.with_assistant("tip" if self.unproved else "guess"))
        chance = chance_words(comparison.ranked[0]) if comparison.is_guess and not state.game.typed_position else None
        state = state if chance is None else with_chance(state, chance)
        return _shown(state, self, comparison)

    def view(self, state: GameState) -> ModeView:
        if self.comparison is None:
            looking = "Thinking about the best guess... Esc stops." if self.think else "Looking for the best guess..."
            return ModeView(say(self.unproved or looking))
        take: KeyHint = (Action.GUESS, "best move" if state.game.typed_position else "play it")
        if self.unproved and self._survives:
            take = (Action.TIP, "play it")
        others = len(self.comparison.ranked) - 1
        return ModeView(
            self._message(state, self.comparison),
            walk_hints(state, take, "next", self.number, others),
            self._marks(self.comparison),
            panel=self._panel(state, self.comparison) if others and state.geometry.right_panel else None,
            is_walked=others > 0,
        )

    def _message(self, state: GameState, comparison: GuessComparison) -> Message:
        """The sentence about the shown candidate.

        It says what the tip found first if this guess follows a tip, and mentions a flag that the mark hides.
        """
        looks = state.env.looks
        is_marked = not (self.number or state.is_detailed)
        mark = looks.glyphs.tile(Tile.GUESS)[0]
        first, *others = marked_guess_forms(comparison, mark) if is_marked else guess_forms(comparison, self.number)
        # The sentence of a guess in a fair game already says that nothing can be proved.
        is_after_tip = self.unproved and not self.number and not self._survives
        unproved = [f"{self.unproved} {first}"] if is_after_tip else []
        # The mark of the guess hides the flag on the board, so the sentence mentions it.
        flag = " You flagged this cell." if contains(state.game.flags, comparison.ranked[self.number].cell) else ""
        message = say(*(f"{text}{flag}" for text in (*unproved, first, *others)), names_cells=not is_marked)
        return message._replace(signs=signs_of(looks))

    def _marks(self, comparison: GuessComparison) -> Marks:
        """The marks of the shown candidate and of the best ones.

        A worse candidate has another mark than the best guess.
        """
        shown = comparison.ranked[self.number]
        cell, best = 1 << shown.cell, to_cell_set(one.cell for one in comparison.ranked if one.regret == 0)
        worse = cell if shown.regret else 0
        return Marks(guess=cell & ~worse, worse=worse, best=(best | 1 << comparison.best.cell) & ~cell)

    def _panel(self, state: GameState, comparison: GuessComparison) -> list[PanelLine]:
        """The list of candidates beside the board, with mine risk and win chance of each."""
        glyphs, grid = state.env.looks.glyphs, state.game.grid
        same, worse = glyphs.tile(Tile.BEST)[1], glyphs.tile(Tile.WORSE)[1]
        lines: list[PanelLine] = [("Candidates", "title"), ("", ""), (f"{'mine':>18}{'to win':>8}", "text.dim")]
        for number, one in enumerate(comparison.ranked):
            is_shown = number == self.number
            sign = " " if one.regret is None else worse if one.regret else same
            name = f"{glyphs.pointer if is_shown else ' '}{sign} {short_place(*grid.row_col(one.cell))}"
            odds = percent(*one.odds) if comparison.best.is_exact else rough_percent(1 - one.safety, exact=False)
            row = f"{name:12}{odds:>6}{win_figure(one):>8}"
            lines.append((row, "title" if is_shown else "text.dim" if one.regret else "text"))
        return lines


def _shown(state: GameState, mode: GuessMode, comparison: GuessComparison) -> GameState:
    """Shows the candidate whose number the mode has, and moves the cursor there."""
    return (
        state.pop_mode()
        .push_mode(replace(mode, comparison=comparison))
        .move_to_cell(comparison.ranked[mode.number].cell)
    )


def ask_guess(state: GameState) -> GameState:
    """Starts the search for the best guess. Before the first cell is opened, a message says how to begin instead."""
    if not state.is_running:
        return advise_start(state)
    return state.push_mode(GuessMode(state.env.settings.number("think")))


def take_guess(state: GameState, cell: int) -> GameState:
    """Opens the cell of the guess, even if the player has flagged it.

    On an analysis board, a message asks the player to type the clue.
    """
    state = state.ready_for_input()
    if state.game.typed_position is not None:
        return state.say("Type what this cell shows.")
    if not contains(state.game.flags, cell):
        return open_at(state, cell, "guess")
    # A flag is only what the player believes, so the assistant removes it.
    unflagged = state.session.mark(cell, question_marks=False, assistant="guess")
    after = open_at(state._replace(session=unflagged), cell, "guess")
    return after if after.game.is_over or after.message else after.say("Your flag was removed.")
