"""The table of all commands of text mode, and `act`, which runs the command that a typed line names.

The commands themselves are functions in the other modules of this package. Each takes the state and the rest of the
line after the command's name, and returns the next state and a `Reply`, or raises a `Refusal`. `console` reads the
lines.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from minesweeper.core.text import capitalise, quote
from minesweeper.plain import assistants, game_commands, inspect, lesson_commands, what_if_commands
from minesweeper.plain.coords import is_number, means_cell, read_typed, split_words
from minesweeper.plain.game_commands import (
    LineAction,
    LineCommand,
    PlainState,
    Refusal,
    Reply,
    changes,
    example_cell,
    read_cell,
    usage,
)
from minesweeper.plain.output import manual, manual_entry, set_option
from minesweeper.plain.start import start_new
from minesweeper.play.assist_level import read_level
from minesweeper.play.repetition import LESSON_RULES

_WHAT_IF = "what if"
_LESSON_WORDS = "mark", "review", "reviews", "topic", "topics"
"""Words that players look for in the help, although no command has this name. The help of ``lesson`` explains them."""


def show_manual(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Explains the command that `rest` names.

    Without a name it lists the basic commands, and with ``all`` every command.
    """
    name = " ".join(rest.lower().split())
    if name in ("", "all") and state.is_program:
        listed = [{"usage": usage(command, state), "about": command.about} for command in COMMANDS]
        return state, Reply("", facts={"commands": listed})
    if name == "all":
        return state, Reply("", tuple(manual(COMMANDS, state)))
    if not name:
        return state, Reply("Type help all for the other commands.", tuple(manual(BASIC_COMMANDS, state)))
    command = _BY_NAME.get("what-if" if name == _WHAT_IF else name)
    if name in _LESSON_WORDS:
        command = _BY_NAME["lesson"]
    if command is None and (name in ("assist", "assist level") or read_level(name) is not None):
        command = _BY_NAME["set"]
    if command is None:
        raise Refusal(f"{quote(rest, typed=True)} isn't a command. Type help for the list.")
    # Text mode has no *Done* to choose, but a command of this name.
    rules = tuple(rule.replace("choose Done", "type done").replace("Done", "done") for rule in LESSON_RULES)
    rules = rules if command.name in ("lesson", "mixed") else ()
    return state, Reply(f"{capitalise(manual_entry(command, state))}.", rules)


def _anywhere(usage: str, about: str, action: LineAction, *aliases: str) -> LineCommand:
    """Makes a command that also works in a lesson and after the end of a game."""
    return LineCommand(usage, about, action, aliases, while_over=True, in_lesson=action)


COMMANDS = (
    LineCommand(
        "open CELL, or CELL",
        "open row 3, column 5; on a number with all its flags, open the other cells around it",
        game_commands.open_cell,
        ("try", "o"),
        in_lesson=lesson_commands.marked_or_played(game_commands.open_cell, is_mine=False),
    ),
    LineCommand(
        "flag CELL",
        "set a flag, or remove it",
        what_if_commands.flag_cell,
        ("f",),
        in_lesson=lesson_commands.marked_or_played(what_if_commands.flag_cell, is_mine=True),
    ),
    LineCommand(
        "chord CELL",
        "finish a number: open the cells around it if its flags are set, or flag them if all must be mines",
        game_commands.finish_number,
        ("finish", "e", "expand", "complete"),
        in_lesson=lesson_commands.played(game_commands.finish_number),
    ),
    LineCommand(
        "check",
        "say whether a move can be proved; again: show which one and why, or unlock the board if there is none",
        assistants.check_moves,
        in_lesson=lesson_commands.show_proof,
    ),
    LineCommand(
        "tip",
        "show a provable move and why; again: play it; in a lesson, show the proof, which ends the question",
        assistants.show_tip,
        ("t",),
        in_lesson=lesson_commands.show_proof,
    ),
    LineCommand(
        "hint",
        "like tip; in a lesson, the next of four hints: the area, the numbers, the first step, the proof",
        assistants.show_tip,
        in_lesson=lesson_commands.show_hint,
    ),
    LineCommand("odds, or odds CELL", "show the odds of all cells, or of one", assistants.show_odds),
    LineCommand(
        "guess, or guess all",
        "show the best guess and, late in a game, its win chance; again: play it; all: compare other guesses",
        assistants.show_guess,
        ("g",),
    ),
    LineCommand("unlock", "look at the mines and open safe cells until a move can be proved", assistants.play_unlock),
    LineCommand(
        "propose CELL",
        "try a mine on a cell and say what would follow; again: remove it",
        what_if_commands.propose,
        ("p", "what-if"),
    ),
    LineCommand("clear", "remove all proposals", what_if_commands.clear_what_if_mines),
    *(
        LineCommand(
            f"{name}, or {name} all",
            f"let the {name} solver play one move, or all it finds",
            partial(assistants.play_solver, name),
        )
        for name in ("simple", "smart", "exact")
    ),
    LineCommand("bot", "let the bot finish the game", assistants.play_bot),
    _anywhere(
        "board, or board CELL",
        "show the board, or the part of a large board near a cell",
        game_commands.show_board,
        "b",
        "look",
    ),
    _anywhere("cell CELL, or cell", "say what a cell shows, or the cell where you are", inspect.show_cell),
    _anywhere("around CELL, or around", "say what a cell and its neighbours show", inspect.show_around, "a"),
    _anywhere("row 3", "say what a row shows", inspect.show_row, "r"),
    *(
        _anywhere(f"{name}, or {name} 3", f"move {name} and say what is there", partial(inspect.move, name))
        for name in inspect.DIRECTIONS
    ),
    *(
        LineCommand(name, about, action, in_lesson=action)
        for name, about, action in (
            ("next", "move to the next hidden cell that touches a number", inspect.search),
            ("back", "move to the previous hidden cell that touches a number", partial(inspect.search, backwards=True)),
        )
    ),
    LineCommand(
        "repeat",
        "repeat the last change; in a lesson, the board and the task",
        inspect.show_changes,
        ("again",),
        in_lesson=lesson_commands.repeat_task,
    ),
    _anywhere("what changed", "repeat the last change", inspect.show_changes, "changed"),
    _anywhere("status", "say the mines left, cells opened, time, and where you are", inspect.show_status, "s"),
    LineCommand("skill", "after a game, rate your guesses and your luck", inspect.show_skill, while_over=True),
    LineCommand(
        "undo",
        "take the last move back; after a loss, keep playing for practice",
        game_commands.undo_move,
        ("u",),
        while_over=True,
    ),
    LineCommand(
        "new, or new expert auto, or new fair, or new 20x10/30 no-guess seed my text, or new daily,"
        " or new daily 2026-11-01",
        "start a game like this one, another kind of game or assist level, or the board of a day; after fair, a forced"
        " guess survives and a needless one hits a mine",
        start_new,
        ("n", "play"),
        while_over=True,
    ),
    LineCommand(
        "same",
        "start the same board again, or a fair game from the same seed",
        game_commands.play_same_board,
        ("restart",),
        while_over=True,
    ),
    LineCommand("giveup", "end the game and show the mines", game_commands.give_up_game),
    _anywhere(
        "set, or set verbosity brief, or set assist level auto",
        "show or change how text mode speaks, and the assist level",
        set_option,
    ),
    _anywhere(
        "lesson, or lesson two clues",
        "show a position: mark what can be proved, then type done, or tip for the proof;"
        f" topics: {lesson_commands.KINDS}; lesson fair explains guesses on fair boards",
        lesson_commands.begin_lesson,
        "lessons",
    ),
    _anywhere(
        "mixed", "ten lessons of the topics that you have begun, without their names", lesson_commands.practise_mixed
    ),
    *(
        _anywhere(
            f"{word} CELL, or {word} 2 3, 2 4",
            f"in a lesson, mark cells as {word}; again: remove the mark",
            partial(lesson_commands.mark_cells, is_mine=is_mine),
            *aliases,
        )
        for word, is_mine, aliases in (("safe", False, ()), ("mine", True, ("mines",)))
    ),
    _anywhere("coach", "say what your last games show, and what to practise", lesson_commands.show_coach),
    _anywhere("marks", "in a lesson, read your marks", lesson_commands.read_marks),
    _anywhere("done", "in a lesson, judge your marks", lesson_commands.judge_marks),
    _anywhere(
        "example, or example two clues",
        "show a solved position of a topic",
        partial(lesson_commands.begin_lesson, by_example=True),
    ),
    _anywhere("learn", "learn the game in five short steps", lesson_commands.learn),
    LineCommand(
        "practise",
        "after a loss, make a lesson of the position where you opened a mine",
        lesson_commands.practise_loss,
        ("practice",),
        while_over=True,
    ),
    _anywhere("step, or step back", "walk through the proof of a lesson or an example", lesson_commands.show_step, "."),
    _anywhere("leave", "end the lesson and return to your game", lesson_commands.leave_lesson),
    _anywhere(
        "help, or help flag, or help all",
        "show this list, explain one command, or list all",
        show_manual,
        *("man", "manual", "h", "?"),
    ),
    _anywhere("quit", "save a running game and leave", game_commands.quit_game, "q", "exit", "bye"),
)
"""All commands, in the order in which help lists them."""
BASIC_COMMANDS = tuple(
    command
    for command in COMMANDS
    if command.name
    in ("learn", "lesson", "open", "flag", "chord", "tip", "board", "around", "undo", "new", "help", "quit")
)
"""The commands that a beginner needs, in the same order."""
_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}


def is_command(line: str) -> bool:
    """Whether a line begins with the name of a command."""
    return line.strip().partition(" ")[0].lower() in _BY_NAME


def act(state: PlainState, line: str) -> tuple[PlainState, Reply]:
    """Runs a typed line, and returns the next state and the reply. Anything that can't be followed becomes a reply that
    isn't ok.

    A refused line changes nothing except the cursor, which moves to the cell that the line named. Otherwise a following
    line without a cell would act on a cell that the player no longer has in mind.
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
    # The player has returned from a lesson to the game, in which nothing has changed.
    came_back = state.lesson is not None and after.session is state.lesson.behind.session
    changed = 0 if came_back else changes(state, after)
    return (replace(after, changed=changed) if changed else after), reply


def _tidy(line: str) -> str:
    """A line without the quotes and the full stop that dictated or copied lines have."""
    line = line.strip()
    # The text after ``new`` stays as it is, because it may be JSON, or a seed, which can be any text.
    is_new = _BY_NAME.get(line.partition(" ")[0].lower()) is _BY_NAME["new"]
    return line if is_new else line.lstrip("'\"").rstrip(".'\"").strip() or line


def _read_line(state: PlainState, line: str) -> tuple[str, str]:
    """Splits a line into the name of a command and the rest. A line that is only a cell means to open the cell."""
    numbers = split_words(line)
    if (numbers and is_number(numbers[0])) or read_typed(line, state.order) or means_cell(line):
        return "open", line
    word, rest = (*line.split(None, 1), "", "")[:2]
    # Players may type *what if* as two words, although *what* alone is another command.
    if f"{line.lower()} ".startswith(f"{_WHAT_IF} "):
        return "what-if", rest[len("if") :].strip()
    return word, rest


def _act(state: PlainState, line: str, command: LineCommand | None, rest: str) -> tuple[PlainState, Reply]:
    """Runs a command, after checking that it works in the present state."""
    if command is None:
        what = f"{quote(line, typed=True)} isn't a command" if line else "You typed nothing"
        raise Refusal(f"{what}. Type a cell to open it, such as '{example_cell(state)}', or help for the commands.")
    if rest.strip() and command.usage == command.name:
        one = f" 'help {rest.strip().lower()}' explains that command." if rest.strip().lower() in _BY_NAME else ""
        raise Refusal(f"{quote(rest, typed=True)} can't follow {command.name}. Type '{command.name}' alone.{one}")
    if state.lesson is not None:
        if command.in_lesson is None:
            raise Refusal("That doesn't work in a lesson. Type leave to return to your game.")
        return command.in_lesson(state, rest)
    if state.session.game.is_over and not command.while_over:
        undo = ", undo to keep playing" if state.session.game.exploded else ""
        raise Refusal(f"The game is over. Type new for another one{undo}, or quit.")
    return command.act(state, rest)
