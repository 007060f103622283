"""The commands of text mode that describe a game in words: cells, rows, the last change, the counters and the quality
of guesses.

Players who listen use them to look around the board. None of them makes a move; only the cursor may move.
"""

from __future__ import annotations

from dataclasses import replace

from minesweeper.assist.loss import Necessity, review_loss
from minesweeper.assist.naming import SPOKEN
from minesweeper.core.boardspec import FAIR
from minesweeper.core.cells import contains
from minesweeper.core.text import plural, quote
from minesweeper.plain.coords import is_number, split_words
from minesweeper.plain.game_commands import PlainState, Refusal, Reply, place, read_cell
from minesweeper.plain.output import BRIEF, say_cell, say_cells, say_changes, say_place, status
from minesweeper.play.guesses import MAX_CELLS, Guess, Skill, fatal_move, find_guesses, judge_guesses, skill_of
from minesweeper.play.replay import replay_of
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import run_to_end

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The words that move the cursor, and how many rows and columns each adds."""


def show_cell(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Says what a cell shows. For a number, it also counts the flags and hidden cells around it."""
    return state, Reply(_look(state, read_cell(state, rest, "cell")))


def show_around(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Says what a cell and its neighbours show, in reading order."""
    cell = read_cell(state, rest, "around")
    around = say_cells(state, state.session.game.grid.neighbours(cell))
    return state, Reply(" ".join([f"{say_cell(state, cell)}.", *around]))


def show_row(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Says what a row shows. The row is a number from 1."""
    grid, text = state.session.game.grid, " ".join(split_words(rest))
    if not is_number(text) or len(text) > len(str(grid.height)) or not 1 <= int(text) <= grid.height:
        raise Refusal(f"Row needs a number from 1 to {grid.height}, for example 'row {(grid.height + 1) // 2}'.")
    row = ((1 << grid.width) - 1) << (int(text) - 1) * grid.width
    return state, Reply(" ".join(say_cells(state, row)))


def show_status(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Says the counters, and where the player is."""
    text = f"{status(state.session)}."
    # A program has no place on the board until it goes to a cell by a command.
    is_somewhere = not state.is_program or state.cursor is not None
    return state, Reply(f"{text} {say_place(state)}" if is_somewhere else text)


def show_skill(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Rates the guesses of a finished game, which may take some seconds.

    Refuses before the end of a game, and if its guesses can't be rated: on a fair board and on a very large one.
    """
    session = state.session
    if not session.game.is_over:
        raise Refusal("The game isn't over. Type skill after it to rate your guesses.")
    if session.board_type == FAIR:
        raise Refusal("On a fair board the odds of a guess decide nothing, so its guesses aren't rated.")
    if session.game.grid.size > MAX_CELLS:
        raise Refusal(f"The board is too large. Guesses are rated on boards of up to {MAX_CELLS:,} cells.")
    replay = replay_of(session)
    guesses = () if replay is None else run_to_end(judge_guesses(replay, run_to_end(find_guesses(replay))))
    skill = skill_of(guesses) or Skill()
    none = f"You took {plural(skill.guesses, 'guess')}. Their cost isn't known."
    text = skill.text or (none if skill.guesses else "You took no guess in this game.")
    text = " ".join([text, *_what_lost(session, guesses)])
    return replace(state, judged=guesses), Reply(text, facts={"skill": skill.to_data()})


def _what_lost(session: Session, guesses: tuple[Guess, ...]) -> list[str]:
    """Sentences about the move that lost the game. Empty if the game wasn't lost, or if an assistant made the move."""
    lost = next((guess for guess in reversed(guesses) if not guess.survived), None)
    fatal = fatal_move(session.past[-1], session) if session.game.exploded else None
    if lost is None or fatal is None or (lost.rating and lost.rating.need is Necessity.HELPED):
        return []
    text = run_to_end(review_loss(fatal)).what_lost(lost.rating, SPOKEN)
    return [text, "That was a mistake, not a guess."] if lost.is_mistake else [text]


def show_changes(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Repeats the last change."""
    if rest.strip().lower() not in ("", "changed"):
        raise Refusal(f"{quote(rest, typed=True)} can't follow what. Type 'what changed' to hear the last change.")
    return state, Reply(" ".join(say_changes(state, state.changed)) or "Nothing has changed yet.")


def move(direction: str, state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Moves the cursor by one cell, or by as many as `rest` says, and says what is there.

    It stops at the edge of the board, and refuses if the cursor is at the edge already.
    """
    text = " ".join(split_words(rest)) or "1"
    if not is_number(text) or not 1 <= len(text) <= 7 or not int(text):
        raise Refusal(f"{quote(rest, typed=True)} isn't a number of steps. Type '{direction} 2' to move two cells.")
    grid, here = state.session.game.grid, state.here
    row, col = grid.row_col(here)
    down, right = DIRECTIONS[direction]
    steps = int(text)
    cell = grid.cell(min(max(row + down * steps, 0), grid.height - 1), min(max(col + right * steps, 0), grid.width - 1))
    if cell == here:
        raise Refusal(f"{place(state.session, here).capitalize()} is at the edge. You can't move further {direction}.")
    return replace(state, cursor=cell), Reply(_look(state, cell))


def search(state: PlainState, rest: str, *, backwards: bool = False) -> tuple[PlainState, Reply]:
    """Moves the cursor to the next hidden cell that touches a number, or with `backwards` to the previous one.

    Refuses if no hidden cell touches a number yet.
    """
    cell = state.session.game.next_hidden(state.here, backwards=backwards)
    if cell is None:
        raise Refusal("No hidden cell touches a number yet. Open a cell first.")
    return replace(state, cursor=cell), Reply(_look(state, cell))


def _look(state: PlainState, cell: int) -> str:
    """Says what a cell shows.

    For a number it also counts the flags and hidden cells around it, unless speech is brief.
    """
    game, words = state.session.game, say_cell(state, cell)
    is_brief = state.is_spoken and state.settings.text("verbosity") == BRIEF
    if not contains(game.opened, cell) or not game.clue(cell) or is_brief:
        return f"{words}."
    flags = game.flags_around(cell)
    hidden = (game.grid.neighbours(cell) & game.hidden).bit_count() - flags
    return f"{words}, with {plural(flags, 'flag')} and {plural(hidden, 'other hidden cell')} next to it."
