"""The bot on the game screen: it shows each move, makes it, and starts the next game.

The bot plays the game of the player, or games of its own if it was started from the menu. Games of its own follow each
other and are never saved or recorded. The bot sees a position and no mines, so it has to guess as a player has.
`solvers/players.py` finds its moves.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from minesweeper.assist.tip import forced_guess_text, no_proof_text
from minesweeper.core.cells import contains, first_cell, nearest_first, place_text, short_place
from minesweeper.core.position import Position
from minesweeper.core.text import join_sentences, percent, plural, rough_percent
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import new_session
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.guess import GuessKind
from minesweeper.solvers.players import BY_RULES, MoveMemory, MoveRequest, NextMove, next_move
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.options import option_of
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.end_mode import end_of
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_start import with_session
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.game.moves import hand_game_to_player, make_move, open_at
from minesweeper.ui.game.overlay_mode import with_analysis
from minesweeper.ui.game.pause import show_moves
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine, figure_lines

SPEEDS = option_of("bot_speed").stops
"""The speeds of the bot that the player can choose, in moves per second, the slowest first."""
NEXT_GAME_SECONDS = 3.0
"""The seconds between the end of a game and the next game, while the player watches the bot."""


def find_bot_move(
    position: Position, solver: str, depth: int, think: int, is_fair: bool, near: int, previous: Analysis | None
) -> Generator[None, None, tuple[NextMove, Analysis | None]]:
    """Finds the bot's next move: the nearest cell that the solver would open, and all mines that are proved so far.

    This is a generator, so that keys are handled in between. The solver ``best`` may think about a guess for ``think``
    seconds. The nearest cell is searched from the cell ``near``, and ``previous`` is an earlier analysis, which makes
    this one faster. The second part of the result is the analysis of this position, or None if the solver didn't need
    one.
    """
    memory = MoveMemory(previous)
    # With an analysis of the position, the bot can take the nearest safe cell, and the overlay can show all odds.
    if solver not in BY_RULES:
        yield from memory.analyse(position)
    budget = Budget(think) if think and solver == "best" else None
    request = MoveRequest(position, depth=depth, scope="look", guesses=True, is_fair=is_fair, budget=budget)
    move = yield from next_move(solver, request, near, memory)
    # With this request, a solver that is stuck always guesses, so there is a move.
    assert move is not None
    nearest = next(nearest_first(position.grid, move.safe, near))
    return move._replace(safe=1 << nearest, mined=move.mined | memory.mined), memory.analysis


def is_guess(move: NextMove) -> bool:
    """Whether a move wasn't proved: it may hit a mine, or it survives only by the rules of fair games."""
    return move.odds[0] > 0 or (move.guess is not None and move.guess.kind is GuessKind.FAIR)


@dataclass(frozen=True)
class BotMode(Mode):
    """The bot, playing at a steady speed.

    Its mode stays open after the end of a game, so that the next game can follow.
    """

    speed: int
    """The moves per second."""
    solver: str = "best"
    """The solver that finds the moves."""
    depth: int = 1
    """How many assumptions the smart solver may chain."""
    watched: bool = False
    """Whether the bot was started from the menu. Then its games follow each other and aren't recorded."""
    games: int = 0
    wins: int = 0
    """How many games the bot has won, of the ``games`` that it has finished."""
    paused: bool = False
    stepping: bool = False
    """Whether the bot makes a single move although it's paused."""
    moves: int = 0
    """How many moves the bot has made in this game. Of these, ``guesses`` were guesses."""
    guesses: int = 0
    survival: float = 1.0
    """The chance that all guesses of this game together hit no mine."""
    is_exact: bool = True
    """Whether the odds of all guesses in this game were exact."""
    shown: NextMove | None = None
    """The move that the bot is about to make, or None while it's thinking. It opens one cell."""
    seconds_left: float = 0.0
    """The seconds until the bot makes the shown move or, after a game, until the next game starts."""

    plays_itself = is_bot = True

    def anew(self) -> BotMode:
        """The bot at the start of its next game: the counts of moves and guesses begin again, those of games stay."""
        return BotMode(self.speed, self.solver, self.depth, self.watched, self.games, self.wins)

    def starts_next_game(self, game: Game) -> bool:
        """Whether the next game will start by itself. Any key stops that."""
        return game.is_over and self.watched and not self.paused and self.seconds_left > 0

    def context(self, game: Game) -> Context | None:
        return None if game.is_over else Context.BOT

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if state.game.is_over:
            return self._stay(state) if key and self.starts_next_game(state.game) else None
        state = state.ready_for_input(action)
        # A key without an action pauses too, because whoever wants to stop the bot presses any key.
        if action in (Action.BOT_PAUSE, None):
            return state.replace_mode(self, replace(self, paused=not self.paused))
        if action is Action.BOT_STEP:
            return _make_shown(state.replace_mode(self, replace(self, paused=True, stepping=self.shown is None)))
        if action in (Action.FASTER, Action.SLOWER):
            place = SPEEDS.index(self.speed) + (1 if action is Action.FASTER else -1)
            speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
            settings = state.env.settings.with_value("bot_speed", speed)
            return state.replace_mode(self, replace(self, speed=speed)).with_settings(settings, "bot_speed")
        if action is Action.TRACE:
            return show_moves(state.replace_mode(self, replace(self, paused=True)))
        if action is Action.BACK and self.watched:
            return state.then(Model.pop)
        if action in (Action.BACK, Action.BOT_STOP):
            return hand_game_to_player(state.close_modes()).say(
                f"Your turn. The bot made {plural(self.moves, 'move')}."
            )
        return None

    def _stay(self, state: GameState) -> GameState:
        """Stays at the finished game, so that no other game starts by itself."""
        return state.replace_mode(self, replace(self, seconds_left=0.0, paused=True))._replace(message=SILENCE)

    def click(self, state: GameState, event: Mouse) -> GameState | None:
        if self.starts_next_game(state.game):
            return self._stay(state) if event.kind == "press" else None
        if state.game.is_over or event.kind == "wheel":
            return None
        if event.kind != "press":
            return state
        hint = game_chrome(state).action_at(event.row, event.col)
        return state.then(lambda model: model.top.act(model, hint or Action.BOT_PAUSE))

    def on_game_end(self, game: Game) -> Mode:
        wins = self.wins + (game.phase is Phase.WON)
        seconds_left = NEXT_GAME_SECONDS if self.watched and not self.paused else 0.0
        return replace(self, games=self.games + 1, wins=wins, seconds_left=seconds_left)

    def work(self, state: GameState) -> Job | None:
        if state.game.is_over or self.shown or (self.paused and not self.stepping):
            return None
        think, is_fair = state.env.settings.number("think"), state.session.is_judged
        about = (state.game.position, self.solver, self.depth, think, is_fair)
        return Job(find_bot_move, about, self.show, extra=(state.cell, state.aids.analysis))

    def show(self, state: GameState, choice: tuple[NextMove, Analysis | None]) -> GameState:
        """Called with the move that the solver found.

        Shows it until the time for the next move has come, and gives the analysis to the overlay.
        """
        move, analysis = choice
        pause = 0.0 if self.stepping else 1 / self.speed
        shown = replace(self, shown=move, seconds_left=pause, stepping=False)
        state = with_analysis(state.pop_mode().push_mode(shown), analysis).move_to_cell(first_cell(move.safe))
        return _make_shown(state) if self.stepping else state

    def wait(self, game: Game) -> float:
        is_due = not game.is_over and self.shown is not None and not self.paused
        return max(self.seconds_left, 1e-9) if is_due or self.starts_next_game(game) else 0.0

    def tick(self, state: GameState, seconds: float) -> GameState:
        if not self.wait(state.game):
            return state
        state = state.replace_mode(self, replace(self, seconds_left=self.seconds_left - seconds))
        if self.seconds_left > seconds:
            return state
        return begin_bot(state) if state.game.is_over else _make_shown(state)

    def view(self, state: GameState) -> ModeView:
        if state.game.is_over:
            return self._view_at_end(state)
        shown = self.shown
        hints: list[KeyHint] = [
            (Action.BOT_PAUSE, "resume" if self.paused else "pause"),
            (Action.BOT_STEP, "one move"),
            (Action.MORE, "more"),
            (Action.BACK, "stop"),
            (Action.HELP, "help"),
        ]
        return ModeView(
            self._message(state.game),
            hints,
            Marks(guess=shown.safe) if shown and is_guess(shown) else None,
            panel=None if state.aids.what_if_mines or state.current_analysis else self._panel(state.session.is_judged),
        )

    def _view_at_end(self, state: GameState) -> ModeView:
        """What the bot shows above a finished game: its result, its guesses and how many games it has won.

        The other parts come from the result of the game below.
        """
        ended, game = end_of(state), state.game
        end = ended.summary(state)
        brief = f"The bot {'won' if game.phase is Phase.WON else 'lost'} after {plural(self.moves, 'move')}"
        tally = f"{self.wins} of {self.games} bot games won." if self.games > 1 else ""
        next_game = "The next game starts soon. Press any key to stop." if self.starts_next_game(game) else ""
        texts = (
            join_sentences(f"{brief}: {self._risk(state.session.is_judged)}.", tally, next_game, end.problem or ""),
            f"{brief}. {next_game}".rstrip(),
        )
        message = say(*texts, alarm=end.is_bad or not end.is_won) if ended.telling == "end" else None
        if state.geometry.is_compact:
            return ModeView(message)
        hints = [hint for hint in ended.hints(state) if hint[0] is not Action.UNDO]
        return ModeView(message, [(Action.BOT, "next bot game"), *hints])

    def _message(self, game: Game) -> Message:
        """What the bot is about to do and why, in a longer and a shorter form.

        During a pause it also says the speed.
        """
        paused = f"Paused, {plural(self.speed, 'move')} a second." if self.paused else ""
        if self.shown is None:
            return say(paused or "The bot is thinking...")
        row_col, guess = game.grid.row_col(first_cell(self.shown.safe)), self.shown.guess
        place, short = place_text(*row_col), short_place(*row_col)
        if guess is None:
            return say(
                join_sentences(paused, f"Safe: {place}."), join_sentences(paused, f"Safe: {short}."), names_cells=True
            )
        if guess.kind is GuessKind.FAIR:
            full, brief = forced_guess_text(place), f"Forced guess: {short}."
            return say(join_sentences(paused, full), join_sentences(paused, brief), names_cells=True)
        if not guess.odds[0] and guess.is_exact:
            full = f"The {self.solver} solver is stuck, but the odds show that {place} is safe."
            return say(
                join_sentences(paused, full), join_sentences(paused, f"Safe by the odds: {short}."), names_cells=True
            )
        risk = percent(*guess.odds, guess.is_exact)
        stuck = no_proof_text(guess.is_complete) if self.solver == "best" else f"The {self.solver} solver is stuck."
        what = "Best guess" if self.solver == "best" else "Lowest odds"
        full = f"{stuck} {what}: {place}, {risk} mine risk."
        return say(join_sentences(paused, full), join_sentences(paused, f"Guess {short}: {risk}."), names_cells=True)

    def _risk(self, is_fair: bool) -> str:
        """How many guesses the bot made in this game, with their risk together. Guesses in a fair game have no risk."""
        if not self.guesses:
            return "no guess"
        if is_fair:
            return plural(self.guesses, "forced guess")
        guesses = plural(self.guesses, "guess")
        risk = rough_percent(1 - self.survival, self.is_exact)
        return f"{guesses}, a risk of {risk}{' in all' if self.guesses > 1 else ''}"

    def _panel(self, is_fair: bool) -> list[PanelLine]:
        """The figures of the bot beside the board."""
        lines: list[PanelLine] = [(f"Bot game   {self.solver} solver", "title"), ("", "")]
        figures = [
            ("Moves", str(self.moves)),
            ("Proved", str(self.moves - self.guesses)),
            ("Guesses", str(self.guesses)),
            *([] if is_fair else [("Survival", rough_percent(self.survival, self.is_exact))]),
            ("Speed", f"{self.speed} a second"),
        ]
        if self.games:
            figures.append(("Won", f"{self.wins} of {self.games}"))
        return [*lines, *figure_lines(figures), ("", ""), ("Bot games are not ranked", "text.dim")]


def start_bot(settings: Settings, *, watched: bool = False) -> BotMode:
    """A bot as the settings want it, at the speed nearest to the setting.

    ``watched`` means that it plays games of its own.
    """
    wish, solver = settings.number("bot_speed"), settings.text("bot_solver")
    speed = min(SPEEDS, key=lambda speed: abs(speed - wish))
    return BotMode(speed, solver, settings.number("solver_depth"), watched)


def begin_bot(state: GameState) -> GameState:
    """Starts the bot in this game or, if this game is over, in a new one of the same kind.

    If the bot played the last game too, it goes on counting games.
    """
    old = state.find(BotMode)
    bot = old.anew() if old else start_bot(state.env.settings)
    if state.game.is_over:
        old_session = state.session
        new = new_session(old_session.spec, old_session.preset, board_type=old_session.board_type)
        state = with_session(state, new._replace(id="") if bot.watched else new)
    state = state.ready_for_input()._replace(modes=(bot,), session=state.session.with_assistant("bot"))
    return _open_first(state) if state.game.phase is Phase.READY else state


def _open_first(state: GameState) -> GameState:
    """Opens the first cell for the bot, in row 4, column 4. Nearer to the edge, a 0 opens fewer cells."""
    state = state.move_to(3, 3)
    first = state.cell
    if contains(state.game.flags, first):
        state = state._replace(session=state.session.mark(first, question_marks=False, assistant="bot"))
    return open_at(state, first, "bot")


def _make_shown(state: GameState) -> GameState:
    """Makes the move that the bot shows, and counts it. Without a shown move, nothing changes."""
    old = state.get(BotMode)
    move = old.shown
    if move is None:
        return state
    mined, layouts = move.odds
    bot = replace(
        old,
        shown=None,
        moves=old.moves + 1,
        guesses=old.guesses + is_guess(move),
        survival=old.survival * (layouts - mined) / layouts if mined else old.survival,
        is_exact=old.is_exact and (move.guess is None or move.guess.is_exact),
    )
    # Mines that already have a flag aren't part of the move, so that the list of moves doesn't count them again.
    new_mines = move.mined & ~state.game.flags
    return make_move(state.replace_mode(old, bot), move.safe, new_mines, "bot", cell=first_cell(move.safe))
