"""The commands of the line-command mode by name, and how a line of text is understood."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from minesweeper.core.text import begin, quote
from minesweeper.plain import game, helpers, inspect, lessons, settings
from minesweeper.plain.coords import is_number, means_cell, read_typed, split_words
from minesweeper.plain.game import (
    LineCommand,
    PlainState,
    Refusal,
    Reply,
    Shows,
    changes,
    example_cell,
    read_cell,
    two_numbers,
)
from minesweeper.plain.output import manual_entry
from minesweeper.plain.start import start_new


def show_manual(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Lists the commands, or tells about one."""
    if not rest.strip() or state.version == 1:
        return state, Reply("", shows=Shows.MANUAL)
    command = _BY_NAME.get(rest.strip().lower())
    if command is None:
        raise Refusal(f"{quote(rest, typed=True)} is not a command: man lists all.")
    return state, Reply(f"{begin(manual_entry(command, state))}.")


COMMANDS = (
    LineCommand(
        "open",
        ("try", "o"),
        "CELL, or open CELL",
        "opens column 5, row 3; on a number with its flags set it opens the cells around it",
        game.open_cell,
        in_lesson=lessons.open_certain,
    ),
    LineCommand(
        "flag", ("f",), "flag CELL", "sets a flag, or removes it", game.flag_cell, in_lesson=lessons.flag_certain
    ),
    LineCommand(
        "expand",
        ("e", "chord", "complete"),
        "expand CELL",
        "completes a number: opens the cells around it when its flags are set, or flags them when all must be mines",
        game.expand_cell,
        in_lesson=lessons.expand_certain,
    ),
    LineCommand(
        "help",
        ("h", "?"),
        "help",
        "says whether a move is certain; asked again, which one and why, or unlocks the board if there is none",
        helpers.help_player,
        in_lesson=lessons.show_proof,
    ),
    LineCommand(
        "tip",
        ("t",),
        "tip",
        "shows a certain move and why; asked again, makes it",
        helpers.show_tip,
        in_lesson=lessons.show_proof,
    ),
    LineCommand(
        "odds", (), "odds, or odds CELL", "shows the chance of a mine of all cells, or of one", helpers.show_odds
    ),
    LineCommand(
        "guess",
        ("g",),
        "guess, or guess all",
        "shows the best guess and, late in a game, the chance to win; asked again, takes it; all: others too, and why"
        " they are worse",
        helpers.show_guess,
    ),
    LineCommand(
        "unlock", (), "unlock", "opens safe cells until a move is certain; it looks at the mines", helpers.play_unlock
    ),
    LineCommand(
        "propose",
        ("p",),
        "propose CELL",
        "takes a cell for a mine to see what would follow; asked again, no longer",
        helpers.propose,
    ),
    LineCommand("clear", (), "clear", "takes all proposals back", helpers.clear_proposals),
    LineCommand("simple", (), "simple, or simple all", "the simple solver makes one move, or all", helpers.play_simple),
    LineCommand("smart", (), "smart, or smart all", "the smart solver makes one move, or all", helpers.play_smart),
    LineCommand("exact", (), "exact, or exact all", "the exact solver makes one move, or all", helpers.play_exact),
    LineCommand("bot", (), "bot", "the computer plays to the end", helpers.play_bot),
    LineCommand(
        "board",
        ("b", "look"),
        "board, or board CELL",
        "shows the board, of a large one the part around a cell",
        game.show_board,
        while_over=True,
        in_lesson=game.show_board,
    ),
    LineCommand(
        "cell",
        (),
        "cell CELL, or cell",
        "tells what a cell shows; without one, where you are",
        inspect.show_cell,
        while_over=True,
        in_lesson=inspect.show_cell,
    ),
    LineCommand(
        "around",
        ("a",),
        "around CELL, or around",
        "tells a cell and those around it",
        inspect.show_around,
        while_over=True,
        in_lesson=inspect.show_around,
    ),
    LineCommand(
        "row",
        ("r",),
        "row 3",
        "tells one row in words",
        inspect.show_row,
        while_over=True,
        in_lesson=inspect.show_row,
    ),
    *(
        LineCommand(
            name,
            (),
            f"{name}, or {name} 3",
            f"goes {name} from where you are and tells the cell",
            move,
            while_over=True,
            in_lesson=move,
        )
        for name, move in inspect.MOVES.items()
    ),
    *(
        LineCommand(name, (), name, about, inspect.SEARCHES[name], in_lesson=inspect.SEARCHES[name])
        for name, about in (
            ("next", "goes to the next hidden cell beside a number"),
            ("back", "goes to the one before"),
        )
    ),
    LineCommand(
        "what",
        ("changed",),
        "what changed",
        "tells the last change again",
        inspect.show_changes,
        while_over=True,
        in_lesson=inspect.show_changes,
    ),
    LineCommand(
        "status",
        ("s",),
        "status",
        "tells mines left, cells opened, the time, and where you are",
        inspect.show_status,
        while_over=True,
        in_lesson=inspect.show_status,
    ),
    LineCommand(
        "skill",
        (),
        "skill",
        "tells after a game how well you guessed, and how lucky you were",
        inspect.show_skill,
        while_over=True,
    ),
    LineCommand(
        "undo",
        ("u",),
        "undo",
        "takes the last move back; after a loss, carries on for practice",
        game.undo_move,
        while_over=True,
    ),
    LineCommand(
        "new",
        ("n",),
        "new, or new expert, or new 20x10/30 no-guess seed my text, or new daily, or new daily 2026-11-01",
        "starts a game of the same kind, or of another, or the board of today or of another day",
        start_new,
        while_over=True,
    ),
    LineCommand("same", (), "same", "starts the same board again", game.play_same_board, while_over=True),
    LineCommand("giveup", (), "giveup", "ends the game and shows the mines", game.give_up_game),
    LineCommand(
        "set",
        (),
        "set, or set verbosity brief",
        "tells or changes how the game is told",
        settings.set_option,
        while_over=True,
        in_lesson=settings.set_option,
    ),
    LineCommand(
        "lesson",
        ("lessons",),
        "lesson, or lesson two clues",
        "shows a position in which something is certain, from your own games or made: open or flag it, tip tells why;"
        f" kinds: {lessons.KINDS}",
        lessons.begin_lesson,
        while_over=True,
        in_lesson=lessons.begin_lesson,
    ),
    LineCommand(
        "leave",
        (),
        "leave",
        "ends the lessons and goes back to the game",
        lessons.leave_lesson,
        while_over=True,
        in_lesson=lessons.leave_lesson,
    ),
    LineCommand(
        "man",
        ("manual",),
        "man, or man flag",
        "shows this list, or tells about one command",
        show_manual,
        while_over=True,
        in_lesson=show_manual,
    ),
    LineCommand(
        "quit",
        ("q", "exit", "bye"),
        "quit",
        "leaves; a running game is saved",
        game.quit_game,
        while_over=True,
        in_lesson=game.quit_game,
    ),
)
_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}


def act(state: PlainState, line: str) -> tuple[PlainState, Reply]:
    """The play after a line of text, and the answer to it; a line that can't be followed changes nothing.

    But it is heard: a cell that it names is where the player is from then on, also if nothing can be done there. Else
    the next line without a cell would be about another one than the player has in mind.
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
    """A line without what those who dictate or copy it add: quotes around it, a full stop at its end."""
    line = line.strip()
    # What follows new may be JSON, or a seed, which is any text.
    is_new = _BY_NAME.get(line.partition(" ")[0].lower()) is _BY_NAME["new"]
    return line if is_new else line.lstrip("'\"").rstrip(".'\"").strip() or line


def _read_line(state: PlainState, line: str) -> tuple[str, str]:
    """The word that names a command, and what follows it; a cell alone is opened."""
    numbers = split_words(line)
    if (numbers and is_number(numbers[0])) or read_typed(line, state.order) or means_cell(line):
        return "open", line
    word, rest = (*line.split(None, 1), "", "")[:2]
    return word, rest


def _act(state: PlainState, line: str, command: LineCommand | None, rest: str) -> tuple[PlainState, Reply]:
    if command is None:
        what = f"{quote(line, typed=True)} is not a command" if line else "Nothing was typed"
        raise Refusal(f"{what}: type {two_numbers(state)}, such as '{example_cell(state)}', or man for all commands.")
    # Programs may know by heart what the first version does not look at.
    if rest.strip() and command.usage == command.name and (state.version != 1 or command.name in inspect.SEARCHES):
        one = f"; 'man {rest.strip().lower()}' tells about it" if rest.strip().lower() in _BY_NAME else ""
        raise Refusal(
            f"{quote(rest, typed=True)} after {command.name} is not known: '{command.name}' is typed alone{one}."
        )
    if state.lesson is not None:
        if command.in_lesson is None:
            raise Refusal(f"This is a lesson: {lessons.HOW_TO}.")
        return command.in_lesson(state, rest)
    if state.session.game.is_over and not command.while_over:
        lost = state.session.game.exploded
        raise Refusal(f"The game is over: new starts another one{', undo carries on' if lost else ''}, quit leaves.")
    return command.act(state, rest)
