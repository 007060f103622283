"""Lists the commands of text mode, and runs the one that a typed line names."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from minesweeper.core.text import begin, quote
from minesweeper.plain import game, helpers, inspect, lessons
from minesweeper.plain.coords import is_number, means_cell, read_typed, split_words
from minesweeper.plain.game import (
    LineAction,
    LineCommand,
    PlainState,
    Refusal,
    Reply,
    Shows,
    changes,
    example_cell,
    read_cell,
)
from minesweeper.plain.output import manual_entry, set_option
from minesweeper.plain.start import LEARN, LESSON, start_new


def show_manual(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Lists the basic commands or all of them, or explains one."""
    if rest.strip().lower() == "all" or (state.is_program and not rest.strip()):
        return state, Reply("", shows=Shows.MANUAL)
    if not rest.strip():
        return state, Reply("Type help all for the other commands.", shows=Shows.MANUAL)
    command = _BY_NAME.get(rest.strip().lower())
    if command is None:
        raise Refusal(f"{quote(rest, typed=True)} isn't a command. Type help for the list.")
    return state, Reply(f"{begin(manual_entry(command, state))}.")


def _anywhere(name: str, aliases: tuple[str, ...], usage: str, about: str, action: LineAction) -> LineCommand:
    """Makes a command that also works in a lesson and after the end of a game."""
    return LineCommand(name, aliases, usage, about, action, while_over=True, in_lesson=action)


COMMANDS = (
    LineCommand(
        "open",
        ("try", "o"),
        "CELL, or open CELL",
        "open row 3, column 5; on a number with all its flags, open the other cells around it",
        game.open_cell,
        in_lesson=lessons.open_certain,
    ),
    LineCommand(
        "flag", ("f",), "flag CELL", "set a flag, or remove it", game.flag_cell, in_lesson=lessons.flag_certain
    ),
    LineCommand(
        "chord",
        ("e", "expand", "complete"),
        "chord CELL",
        "finish a number: open the cells around it if its flags are set, or flag them if all must be mines",
        game.expand_cell,
        in_lesson=lessons.expand_certain,
    ),
    LineCommand(
        "check",
        (),
        "check",
        "say whether a move can be proved; again: show which one and why, or unlock the board if there is none",
        helpers.check_moves,
        in_lesson=lessons.show_proof,
    ),
    LineCommand(
        "tip",
        ("t",),
        "tip",
        "show a provable move and why; again: play it",
        helpers.show_tip,
        in_lesson=lessons.show_proof,
    ),
    LineCommand("odds", (), "odds, or odds CELL", "show the odds of all cells, or of one", helpers.show_odds),
    LineCommand(
        "guess",
        ("g",),
        "guess, or guess all",
        "show the best guess and, late in a game, its win chance; again: play it; all: compare other guesses",
        helpers.show_guess,
    ),
    LineCommand(
        "unlock",
        (),
        "unlock",
        "look at the mines and open safe cells until a move can be proved",
        helpers.play_unlock,
    ),
    LineCommand(
        "propose",
        ("p",),
        "propose CELL",
        "try a mine on a cell and say what would follow; again: remove it",
        helpers.propose,
    ),
    LineCommand("clear", (), "clear", "remove all proposals", helpers.clear_proposals),
    *(
        LineCommand(
            name,
            (),
            f"{name}, or {name} all",
            f"let the {name} solver play one move, or all it finds",
            partial(helpers.play_solver, name),
        )
        for name in ("simple", "smart", "exact")
    ),
    LineCommand("bot", (), "bot", "let the bot finish the game", helpers.play_bot),
    _anywhere(
        "board",
        ("b", "look"),
        "board, or board CELL",
        "show the board, or the part of a large board near a cell",
        game.show_board,
    ),
    _anywhere("cell", (), "cell CELL, or cell", "say what a cell shows, or the cell where you are", inspect.show_cell),
    _anywhere(
        "around", ("a",), "around CELL, or around", "say what a cell and its neighbours show", inspect.show_around
    ),
    _anywhere("row", ("r",), "row 3", "say what a row shows", inspect.show_row),
    *(
        _anywhere(name, (), f"{name}, or {name} 3", f"move {name} and say what is there", move)
        for name, move in inspect.MOVES.items()
    ),
    *(
        LineCommand(name, (), name, about, inspect.SEARCHES[name], in_lesson=inspect.SEARCHES[name])
        for name, about in (
            ("next", "move to the next hidden cell that touches a number"),
            ("back", "move to the previous hidden cell that touches a number"),
        )
    ),
    LineCommand(
        "repeat",
        ("again",),
        "repeat",
        "repeat the last change; in a lesson, the board and the task",
        inspect.show_changes,
        in_lesson=lessons.repeat_task,
    ),
    _anywhere("what", ("changed",), "what changed", "repeat the last change", inspect.show_changes),
    _anywhere(
        "status", ("s",), "status", "say the mines left, cells opened, time, and where you are", inspect.show_status
    ),
    LineCommand(
        "skill",
        (),
        "skill",
        "after a game, rate your guesses and your luck",
        inspect.show_skill,
        while_over=True,
    ),
    LineCommand(
        "undo",
        ("u",),
        "undo",
        "take the last move back; after a loss, keep playing for practice",
        game.undo_move,
        while_over=True,
    ),
    LineCommand(
        "new",
        ("n", "play"),
        "new, or new expert, or new 20x10/30 no-guess seed my text, or new daily, or new daily 2026-11-01",
        "start a game like this one, another kind of game, or the board of a day",
        start_new,
        while_over=True,
    ),
    LineCommand("same", (), "same", "start the same board again", game.play_same_board, while_over=True),
    LineCommand("giveup", (), "giveup", "end the game and show the mines", game.give_up_game),
    _anywhere("set", (), "set, or set verbosity brief", "show or change how text mode speaks", set_option),
    _anywhere(
        LESSON,
        ("lessons",),
        "lesson, or lesson two clues",
        f"show a position with a provable move: open or flag it, or type tip for the proof; topics: {lessons.KINDS}",
        lessons.begin_lesson,
    ),
    _anywhere(
        "example",
        (),
        "example, or example two clues",
        "show a solved position of a topic",
        partial(lessons.begin_lesson, by_example=True),
    ),
    _anywhere(LEARN, (), LEARN, "learn the game in five short steps", lessons.learn),
    LineCommand(
        "practise",
        ("practice",),
        "practise",
        "after a loss, make a lesson of the position where you opened a mine",
        lessons.practise_loss,
        while_over=True,
    ),
    _anywhere(
        "step",
        (".",),
        "step, or step back",
        "walk through the proof of a lesson or an example",
        lessons.show_step,
    ),
    _anywhere("leave", (), "leave", "end the lesson and return to your game", lessons.leave_lesson),
    _anywhere(
        "help",
        ("man", "manual", "h", "?"),
        "help, or help flag, or help all",
        "show this list, explain one command, or list all",
        show_manual,
    ),
    _anywhere("quit", ("q", "exit", "bye"), "quit", "save a running game and leave", game.quit_game),
)
HELP_WORDS = next((command.name, *command.aliases) for command in COMMANDS if command.act is show_manual)
BASIC_COMMANDS = tuple(
    command
    for command in COMMANDS
    if command.name in (LEARN, LESSON, "open", "flag", "chord", "tip", "board", "around", "undo", "new", "help", "quit")
)
_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}


def act(state: PlainState, line: str) -> tuple[PlainState, Reply]:
    """Runs a typed line and returns the next state and the reply. A refused line changes nothing but the cursor.

    The player is at a named cell even if nothing can be done there. Otherwise the next line without a cell would act on
    a cell that the player doesn't have in mind.
    """
    line = _tidy(line)
    word, rest = _read_line(state, line)
    command = _BY_NAME.get(word.lower())
    if command is not None and "CELL" in command.usage and rest.strip():
        with suppress(Refusal):
            state = state.at(read_cell(state, rest, word))
    try:
        after, reply = _act(state, line, command, rest)
    except Refusal as refusal:
        return state, Reply(str(refusal), ok=False)
    came_back = state.lesson is not None and after.lesson is None  # to a game in which nothing has changed since
    changed = 0 if came_back else changes(state, after)
    return (replace(after, changed=changed) if changed else after), reply


def _tidy(line: str) -> str:
    """Removes the quotes and the full stop that dictated or copied lines have."""
    line = line.strip()
    # The text after new may be JSON, or a seed, which is any text.
    is_new = _BY_NAME.get(line.partition(" ")[0].lower()) is _BY_NAME["new"]
    return line if is_new else line.lstrip("'\"").rstrip(".'\"").strip() or line


def _read_line(state: PlainState, line: str) -> tuple[str, str]:
    """Splits a line into the name of a command and the rest; a cell alone is opened."""
    numbers = split_words(line)
    if (numbers and is_number(numbers[0])) or read_typed(line, state.order) or means_cell(line):
        return "open", line
    word, rest = (*line.split(None, 1), "", "")[:2]
    return word, rest


def _act(state: PlainState, line: str, command: LineCommand | None, rest: str) -> tuple[PlainState, Reply]:
    if command is None:
        what = f"{quote(line, typed=True)} isn't a command" if line else "You typed nothing"
        raise Refusal(f"{what}. Type a cell to open it, such as '{example_cell(state)}', or help for the commands.")
    if rest.strip() and command.usage == command.name:
        one = f" 'help {rest.strip().lower()}' explains that command." if rest.strip().lower() in _BY_NAME else ""
        raise Refusal(f"{quote(rest, typed=True)} isn't expected. Type '{command.name}' alone.{one}")
    if state.lesson is not None:
        if command.in_lesson is None:
            raise Refusal("That doesn't work in a lesson. Type leave to return to your game.")
        return command.in_lesson(state, rest)
    if state.session.game.is_over and not command.while_over:
        undo = ", undo to keep playing" if state.session.game.exploded else ""
        raise Refusal(f"The game is over. Type new for another one{undo}, or quit.")
    return command.act(state, rest)
