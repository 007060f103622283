"""What-if in text mode: the commands ``propose`` and ``clear``, and ``flag``, which also tries mines at some assist
levels.

However a mine is tried or taken back, the reply is the same: what would follow, or which what-if mines can't be mines.
"""

from __future__ import annotations

from dataclasses import replace

from minesweeper.assist.naming import SPOKEN
from minesweeper.assist.what_if import WhatIfAnswer, answer_what_if
from minesweeper.core.cells import contains
from minesweeper.core.position import places
from minesweeper.core.text import plural
from minesweeper.plain.game_commands import (
    PlainState,
    Refusal,
    Reply,
    answer_move,
    example_cell,
    place,
    read_cell,
    typed,
)
from minesweeper.plain.output import BRIEF, say_cells
from minesweeper.play.assist_level import PROVED_FLAG_STAYS, FlagKey, press_flag
from minesweeper.solvers.deduction import run_to_end


def flag_cell(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Presses the flag key on a hidden cell.

    The assist level decides whether this sets or removes a flag, or tries a mine.
    """
    cell = read_cell(state, rest, "flag")
    session = state.session
    if contains(session.game.opened, cell):
        raise Refusal(f"{place(session, cell).capitalize()} is open. Only a hidden cell can have a flag.")
    question_marks = state.settings.is_on("question_marks")
    pressed = press_flag(state.assist, session, cell, state.what_if_mines, question_marks)
    where = place(session, cell)
    if pressed.does is FlagKey.STAY:
        raise Refusal(PROVED_FLAG_STAYS)
    if pressed.does is not FlagKey.MARK:
        turned = f"The flag at {where} is a proposal now. Remove it with 'flag {typed(state, cell)}'"
        state = replace(state.with_session(pressed.session), what_if_mines=pressed.what_if_mines)
        return state, _reply(state, cell, turned if pressed.does is FlagKey.TURN else "")
    state, reply = answer_move(state, pressed.session, cell)
    game = pressed.session.game
    mark = "Question mark" if contains(game.questions | session.game.questions, cell) else "Flag"
    change = "set" if contains(game.flags | game.questions, cell) else "removed"
    mines_left = f"{plural(game.mines_left, 'mine', ',')} left"
    return state, replace(reply, message=f"{mark} {change} at {where}, {mines_left}.", tells_cell=True)


def propose(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Tries a mine on a hidden cell, or takes it back, and says what would follow."""
    cell = read_cell(state, rest, "propose")
    session = state.session
    where = place(session, cell)
    if contains(session.game.opened, cell):
        raise Refusal(f"{where.capitalize()} is open. Only a hidden cell can be proposed as a mine.")
    if contains(session.game.flags, cell):
        raise Refusal(f"{where.capitalize()} has a flag already. Remove it with 'flag {typed(state, cell)}'.")
    what_if_mines = state.what_if_mines ^ 1 << cell
    state = replace(state, session=session.with_assistant("what-if"), what_if_mines=what_if_mines)
    return state, _reply(state, cell)


def _reply(state: PlainState, cell: int, change: str = "") -> Reply:
    """The reply after a mine was tried on a cell or taken back.

    ``change`` says what happened to the cell; if it is empty, the reply says so itself.
    """
    session, what_if_mines = state.session, state.what_if_mines
    if not change:
        change = f"{'Proposed' if contains(what_if_mines, cell) else 'Proposal removed at'} {place(session, cell)}"
    if not what_if_mines:
        return Reply(f"{change}.", board=True, near=cell, tells_cell=True)
    answer = run_to_end(answer_what_if(state.position, what_if_mines, session.game.flags))
    result = answer.result
    grid = session.game.grid
    facts = {
        "proposals": places(grid, what_if_mines),
        "implied_mines": places(grid, result.implied_mines),
        "implied_safe": places(grid, result.implied_safe),
        "violated": sorted(grid.row_col(violation.cell) for violation in result.violations),
        "complete": result.is_complete,
    }
    more = "" if result.is_complete else " There may be more, but the clues are too many to try all."
    text = f"{change}. {_what_follows(state, answer)}{more}"
    return Reply(text, board=True, near=cell, facts=facts, tells_cell=True)


def _what_follows(state: PlainState, answer: WhatIfAnswer) -> str:
    """Says what would follow from the what-if mines.

    In spoken mode it also says where, because no drawn board shows it.
    """
    text, result = answer.text(SPOKEN), answer.result
    if not state.is_spoken or result.is_broken or not result.from_what_if_mines:
        return text
    where = " ".join(say_cells(state, result.from_what_if_mines & (result.implied_mines | result.implied_safe)))
    return where if state.settings.text("verbosity") == BRIEF else f"{text} {where}"


def clear_what_if_mines(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Takes all what-if mines back."""
    if not state.what_if_mines:
        raise Refusal(f"You have no proposals. Make one with 'propose {example_cell(state)}'.")
    return replace(state, what_if_mines=0), Reply("All proposals removed.", board=True)
