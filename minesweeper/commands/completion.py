"""The completion command: a script for bash, zsh or fish, made from the parser that reads the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from minesweeper.commands.manual import Argument, Described, describe_program

_PROGRAMS = "minesweeper minesweeper-terminal"
"""The commands that pyproject.toml installs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("shell", choices=tuple(SHELLS), help="the shell that will read the script")


def run(arguments: argparse.Namespace) -> int:
    """Prints the script; the result is the exit status."""
    print(completion_script(arguments.shell), end="")
    return 0


def completion_script(shell: str) -> str:
    """The script for a shell of SHELLS."""
    return SHELLS[shell](describe_program())


def _quoted(text: str) -> str:
    """A text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _in_double_quotes(text: str) -> str:
    """A text as it stands between the double quotes of a shell."""
    return "".join(f"\\{letter}" if letter in '\\"$`' else letter for letter in text)


def _names(options: Iterable[Argument]) -> str:
    return " ".join(name for option in options for name in option.names)


def _bash(program: tuple[Described, ...]) -> str:
    top, *commands = program
    lines = [
        "# Completion of minesweeper for bash: source <(minesweeper completion bash)",
        "_minesweeper() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= each",
        '  for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
        f"    case $each in {'|'.join(command.name for command in commands)}) command=$each; break;; esac",
        "  done",
        '  case "$command $before" in',
    ]
    for command in commands:
        lines += [
            f"    {_quoted(f'{command.name} {name}')}) {_bash_values(option)}; return;;"
            for option in command.options
            if option.value
            for name in option.names
        ]
    lines += ["    *' --config') COMPREPLY=($(compgen -f -- \"$word\")); return;;", "  esac", "  case $command in"]
    for command in commands:
        words = " ".join([_names(command.options), *(word for place in command.places for word in place.words)])
        files = " -f" if any(place.takes_file for place in command.places) else ""
        lines.append(f'    {command.name}) COMPREPLY=($(compgen{files} -W {_quoted(words)} -- "$word"));;')
    words = " ".join([*(command.name for command in commands), _names(top.options)])
    lines += [f'    *) COMPREPLY=($(compgen -W {_quoted(words)} -- "$word"));;', "  esac", "}"]
    return "\n".join([*lines, f"complete -o filenames -F _minesweeper {_PROGRAMS}", ""])


def _bash_values(option: Argument) -> str:
    if option.words:
        return f'COMPREPLY=($(compgen -W {_quoted(" ".join(option.words))} -- "$word"))'
    return 'COMPREPLY=($(compgen -f -- "$word"))' if option.takes_file else "COMPREPLY=()"


def _zsh(program: tuple[Described, ...]) -> str:
    top, *commands = program
    lines = [
        f"#compdef {_PROGRAMS}",
        "# Completion of minesweeper for zsh: source <(minesweeper completion zsh),",
        "# or keep it as _minesweeper in a folder of your fpath",
        "_minesweeper() {",
        "  local context state line",
        "  typeset -A opt_args",
        "  _arguments -C \\",
        *(f"    {spec} \\" for option in top.options for spec in _zsh_option(option)),
        "    '1:command:->command' '*::argument:->argument' && return",
        "  case $state in",
        "    command) local -a commands=(",
        *(f"      {_quoted(f'{command.name}:{command.summary}')}" for command in commands),
        "      ); _describe command commands;;",
        "    argument) case $line[1] in",
    ]
    for command in commands:
        specs = [spec for option in command.options for spec in _zsh_option(option)]
        specs += [_zsh_place(place) for place in command.places]
        lines.append(f"      {command.name}) _arguments {' '.join(specs)};;")
    lines += ["    esac;;", "  esac", "}"]
    # The function is called by completion itself, which loads it from the fpath; a script that is sourced tells of it,
    # and where nothing has started completion yet there is nobody to tell.
    lines += [
        'if [[ ${funcstack[1]} == _minesweeper ]]; then _minesweeper "$@"; else',
        "  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }",
        f"  compdef _minesweeper {_PROGRAMS}",
        "fi",
    ]
    return "\n".join([*lines, ""])


def _zsh_option(option: Argument) -> list[str]:
    meaning = "".join(f"\\{letter}" if letter in "[]:\\" else letter for letter in option.meaning)
    return [_quoted(f"{name}[{meaning}]{_zsh_values(option)}") for name in option.names]


def _zsh_values(argument: Argument) -> str:
    if not argument.value:
        return ""
    name = argument.value.replace(":", " ")
    if argument.words:
        return f":{name}:({' '.join(argument.words)})"
    return f":{name}:{'_files' if argument.takes_file else ' '}"


def _zsh_place(place: Argument) -> str:
    before = "*" if place.several else "" if place.required else ":"
    return _quoted(before + (_zsh_values(place) or f":{place.value}: "))


def _fish(program: tuple[Described, ...]) -> str:
    top, *commands = program
    lines = [
        "# Completion of minesweeper for fish: keep it as ~/.config/fish/completions/minesweeper.fish",
        "# and sourced by minesweeper-terminal.fish beside it, if you call the program by that name",
        "complete -c minesweeper -f",
        "complete -c minesweeper-terminal -w minesweeper",
        *(f"complete -c minesweeper -n __fish_use_subcommand {_fish_option(option)}" for option in top.options),
    ]
    for command in commands:
        summary = _in_double_quotes(command.summary)
        lines.append(f'complete -c minesweeper -n __fish_use_subcommand -a {command.name} -d "{summary}"')
        within = f'complete -c minesweeper -n "__fish_seen_subcommand_from {command.name}"'
        lines += [f"{within} {_fish_option(option)}" for option in command.options]
        lines += [f"{within} -a {_quoted(' '.join(place.words))}" for place in command.places if place.words]
        lines += [f"{within} -F" for place in command.places if place.takes_file]
    return "\n".join([*lines, ""])


def _fish_option(option: Argument) -> str:
    parts = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    if option.words:
        parts.append(f"-x -a {_quoted(' '.join(option.words))}")
    elif option.value:
        parts.append("-r -F" if option.takes_file else "-x")
    return " ".join([*parts, f'-d "{_in_double_quotes(option.meaning)}"'])


SHELLS: dict[str, Callable[[tuple[Described, ...]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
