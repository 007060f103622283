"""The best guess on the game screen: asking for it, showing it, taking it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass

from minesweeper.core.cells import contains, place_text, short_place
from minesweeper.core.position import Position
from minesweeper.core.text import percent
from minesweeper.play.game import Game, Phase
from minesweeper.solvers.deep import Budget
from minesweeper.solvers.exact import Analysis, analyse_in_slices
from minesweeper.solvers.guess import GuessMove, strongest_move
from minesweeper.solvers.players import choose_guess
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.work import Work
from minesweeper.ui.game.cursor import move_to_cell
from minesweeper.ui.game.moves import open_at
from minesweeper.ui.game.start import advise_start
from minesweeper.ui.game.state import QUIET, GameState, Mode, ShownCells
from minesweeper.ui.widgets.chrome import SILENCE, Message, say


@dataclass(frozen=True)
class Guessing(Mode):
    """A guess that is looked for, or shown; once more takes it."""

    think: int = 0
    """For how many seconds it is thought about."""
    unproved: str = ""
    """What a tip found, if it is looked for because nothing was proved."""
    shown: GuessMove | None = None
    said: Message = SILENCE

    def key(self, state: GameState, model: Model, key: str) -> GameState | None:
        return state.calm() if key == "esc" else None

    def act(self, state: GameState, model: Model, action: Action) -> GameState | None:
        return take_guess(state, model, self.shown) if action is Action.GUESS and self.shown else None

    def goes_on(self, action: Action | None) -> bool:
        return self.shown is None and action in QUIET

    def work(self, state: GameState, model: Model) -> Work | None:
        if self.shown:
            return None
        return Work(find_guess, (state.game.position, self.think), self.show, hint=(state.aids.analysis,))

    def show(self, state: GameState, model: Model, move: GuessMove) -> GameState:
        """The state with the best guess shown."""
        at, key = state.game.grid.row_col(move.cell), state.key(model, Action.GUESS)
        place, short, odds = place_text(*at), short_place(*at), percent(*move.odds, move.is_exact)
        if move.odds[0]:
            best = f"Best guess: {place}, {odds} a mine. {key} takes it."
            said = say(f"{self.unproved} {best}".lstrip(), best, f"Best guess: {short}, {odds}. {key} takes it.")
        else:
            said = say(f"No guess is needed: {place} is safe. {key} opens it.", f"{short} is safe. {key} opens it.")
        return move_to_cell(state.enter(Guessing(shown=move, said=said)), model, move.cell)

    def marks(self, game: Game) -> ShownCells:
        return ShownCells(guess=1 << self.shown.cell) if self.shown else ShownCells()

    def renamed(self) -> Mapping[Action, str]:
        return {Action.GUESS: "take it" if self.shown.odds[0] else "open it"} if self.shown else {}

    def words(self, state: GameState) -> Message:
        if self.shown:
            return self.said
        if self.unproved:
            return say(self.unproved)
        return say("Thinking about the best guess .. Esc stops." if self.think else "Looking for the best guess ..")


def find_guess(position: Position, think: int, previous: Analysis | None) -> Generator[None, None, GuessMove]:
    """The best move of a position, in slices."""
    analysis = yield from analyse_in_slices(position, previous)
    if analysis.safe:
        return strongest_move(position, analysis)
    return (yield from choose_guess("best", analysis, budget=Budget(think) if think else None))


def ask_guess(state: GameState, model: Model) -> GameState:
    """The state with the best guess asked for."""
    if state.game.phase is Phase.READY:
        return advise_start(state, "Any first cell is as good as another: it is never a mine.")
    if state.game.is_over:
        return state
    return state._replace(session=state.session.helped("guess")).enter(Guessing(model.settings.number("think")))


def take_guess(state: GameState, model: Model, guess: GuessMove) -> GameState:
    """The state after the shown guess is taken."""
    state = state.calm()
    if contains(state.game.flags, guess.cell):  # the flag was only a claim
        state = state._replace(session=state.session.mark(guess.cell, question_marks=False))
    return open_at(state, model, guess.cell)
