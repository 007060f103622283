"""The completion command: a script for bash, zsh or fish, made from the parser that reads the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

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


def _kinds(program: tuple[Described, ...]) -> Iterator[tuple[str, Described]]:
    """Every command that has no parts and every part, by what a script calls it: ``play/``, ``history/export``.

    The program without a command is ``/``, and a command with parts stands for the choice of one.
    """
    for command in program:
        own = tuple(option for option in command.options if not command.parts or "--help" in option.names)
        yield f"{command.name}/", replace(command, options=own, places=command.places[: 1 if command.parts else None])
        yield from ((f"{command.name}/{part.name}", part) for part in command.parts)


# What has been typed is read word by word, so that the value of an option is no place, and a place not another one.
_BASH = """\
_minesweeper() {
  local word=${COMP_WORDS[COMP_CWORD]} command= part= option= takes= places=0 each i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    each=${COMP_WORDS[i]}
    if [[ $takes && $each == = ]]; then continue; fi
    if [[ $takes == one ]]; then takes=; continue; fi
    case $each in
      -*) option=$each takes=
        case $command/$part:$option in
          %(several)s) takes=many;;
          %(valued)s) takes=one;;
        esac;;
      *)
        if [[ $takes ]]; then continue; fi
        if [[ ! $command ]]; then command=$each
        else case $command/$part in
          %(choosing)s) part=$each;;
          *) places=$((places + 1));;
        esac; fi;;
    esac
  done
  if [[ $takes && $word == = ]]; then word=; fi
  if [[ $takes == one || ( $takes == many && $word != -* ) ]]; then
    case $command/$part:$option in
%(values)s
    esac
    return
  fi
  if [[ $word != -* ]]; then
    case $command/$part:$places in
%(places)s
    esac
    if [[ $word || ${COMPREPLY[*]} ]]; then return; fi
  fi
  case $command/$part in
%(options)s
  esac
}
_minesweeper_words() { COMPREPLY+=($(compgen -W "$1" -- "$word")); }
_minesweeper_files() {
  local file
  word=${word#[\\"\\']} word=${word//\\\\/}
  if [[ $word == '~/'* ]]; then word=$HOME/${word:2}; fi
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$word")
}"""


def _bash(program: tuple[Described, ...]) -> str:
    kinds = list(_kinds(program))
    valued = [(kind, option) for kind, one in kinds for option in one.options if option.value]
    values = [
        f"      {_patterns([(kind, option)])}) {offer};;" for kind, option in valued if (offer := _bash_offer(option))
    ]
    options = [f"    {kind}) _minesweeper_words {_quoted(_names(one.options))};;" for kind, one in kinds]
    places = [f"      /:0) _minesweeper_words {_quoted(' '.join(command.name for command in program[1:]))};;"]
    for kind, one in kinds:
        for number, place in enumerate(one.places):
            if offer := _bash_offer(place):
                places.append(f"      {kind}:{'*' if place.several else number}) {offer};;")
    script = _BASH % {
        "several": _patterns((kind, option) for kind, option in valued if option.several),
        "valued": _patterns(valued),
        "choosing": "|".join(f"{command.name}/" for command in program if command.parts),
        "values": "\n".join(values),
        "options": "\n".join(options),
        "places": "\n".join(places),
    }
    head = "# Completion of minesweeper for bash: source <(minesweeper completion bash)"
    return "\n".join([head, script, f"complete -o filenames -F _minesweeper {_PROGRAMS}", ""])


def _patterns(options: Iterable[tuple[str, Argument]]) -> str:
    """The names of options as a case of bash, each after the command that has it."""
    return "|".join(f"{kind}:{name}" for kind, option in options for name in option.names)


def _bash_offer(argument: Argument) -> str:
    words = f"_minesweeper_words {_quoted(' '.join(argument.words))}" if argument.words else ""
    return "; ".join(filter(None, [words, "_minesweeper_files" if argument.takes_file else ""]))


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
        *_zsh_choice("command", commands, "    "),
        "    argument) case $line[1] in",
    ]
    for command in commands:
        if not command.parts:
            lines.append(f"      {command.name}) _arguments {_zsh_specs(command)};;")
            continue
        own = " ".join(spec for option in command.options if "--help" in option.names for spec in _zsh_option(option))
        lines += [
            f"      {command.name}) _arguments -C {own} '1:part:->part' '*::argument:->within' && return",
            "        case $state in",
            *_zsh_choice("part", command.parts, "          "),
            "          within) case $line[1] in",
            *(f"            {part.name}) _arguments {_zsh_specs(part)};;" for part in command.parts),
            "          esac;;",
            "        esac;;",
        ]
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


def _zsh_choice(state: str, commands: Iterable[Described], indent: str) -> list[str]:
    """What is offered where a command, or a part of one, is to be chosen."""
    return [
        f"{indent}{state}) local -a {state}s=(",
        *(f"{indent}  {_quoted(f'{command.name}:{command.summary}')}" for command in commands),
        f"{indent}  ); _describe {state} {state}s;;",
    ]


def _zsh_specs(command: Described) -> str:
    specs = [spec for option in command.options for spec in _zsh_option(option)]
    return " ".join([*specs, *(_zsh_place(place) for place in command.places)])


def _zsh_option(option: Argument) -> list[str]:
    meaning = "".join(f"\\{letter}" if letter in "[]:\\" else letter for letter in option.meaning)
    # The sign of equality says that a value may also follow one.
    names = [f"{name}=" if option.value and name.startswith("--") else name for name in option.names]
    return [_quoted(f"{name}[{meaning}]{_zsh_values(option)}") for name in names]


def _zsh_values(argument: Argument) -> str:
    if not argument.value:
        return ""
    name = argument.value.replace(":", " ")
    many = ":*-*" if argument.names and argument.several else ""  # as many as come before the next option
    if argument.words:
        return f"{many}:{name}:({' '.join(argument.words)})"
    return f"{many}:{name}:{'_files' if argument.takes_file else ' '}"


def _zsh_place(place: Argument) -> str:
    before = "*" if place.several else "" if place.required else ":"
    return _quoted(before + (_zsh_values(place) or f":{place.value}: "))


_FISH = """\
# The command and its part, then how many places are filled: of the words before the one that is typed.
function __minesweeper_typed
    set -l command
    set -l part
    set -l places 0
    set -l takes
    for word in (commandline -opc)[2..]
        if test "$takes" = one
            set takes
            continue
        end
        switch $word
            case '--*=*'
                set takes
            case '-*'
                set takes
                switch "$command/$part:$word"
                    case %(several)s
                        set takes many
                    case %(valued)s
                        set takes one
                end
            case '*'
                if test -n "$takes"
                    continue
                else if test -z "$command"
                    set command $word
                else
                    switch "$command/$part"
                        case %(choosing)s
                            set part $word
                        case '*'
                            set places (math $places + 1)
                    end
                end
        end
    end
    echo "$command/$part"
    if test "$takes" = many
        echo many
    else
        echo $places
    end
end
function __minesweeper_at
    set -l typed (__minesweeper_typed)
    test "$typed[1]" = "$argv[1]"; or return 1
    if test (count $argv) -eq 1 -o "$argv[2]" = "$typed[2]"
        return 0
    end
    test "$argv[2]" = any -a "$typed[2]" != many
end"""


def _fish(program: tuple[Described, ...]) -> str:
    kinds = list(_kinds(program))
    valued = [(kind, option) for kind, one in kinds for option in one.options if option.value]
    names = [f"{kind}:{name}" for kind, option in valued for name in option.names]
    several = [f"{kind}:{name}" for kind, option in valued if option.several for name in option.names]
    lines = [
        "# Completion of minesweeper for fish: keep it as ~/.config/fish/completions/minesweeper.fish",
        "# and sourced by minesweeper-terminal.fish beside it, if you call the program by that name",
        _FISH
        % {
            "several": " ".join(several),
            "valued": " ".join(names),
            "choosing": " ".join(f"{command.name}/" for command in program if command.parts),
        },
        "complete -c minesweeper -f",
        "complete -c minesweeper-terminal -w minesweeper",
    ]
    for kind, one in kinds:
        lines += [f"{_fish_at(kind)} {_fish_option(option)}" for option in one.options]
        lines += [f"{_fish_at(kind, 'many')} -F" for option in one.options if option.several and option.takes_file]
        for number, place in enumerate(one.places):
            at = _fish_at(kind, "any" if place.several else str(number))
            within = {part.name: part for part in one.parts}
            lines += [f"{at} -a {word}{_fish_about(within.get(word))}" for word in place.words]
            lines += [f"{at} -F"] * place.takes_file
    lines += [f"{_fish_at('/', '0')} -a {command.name}{_fish_about(command)}" for command in program[1:]]
    return "\n".join([*lines, ""])


def _fish_at(kind: str, place: str = "") -> str:
    return f"complete -c minesweeper -n {_quoted(f'__minesweeper_at {kind} {place}'.strip())}"


def _fish_about(command: Described | None) -> str:
    return "" if command is None else f' -d "{_in_double_quotes(command.summary)}"'


def _fish_option(option: Argument) -> str:
    parts = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    if option.words:
        parts.append(f"-x -a {_quoted(' '.join(option.words))}")
    elif option.value:
        parts.append("-r -F" if option.takes_file else "-x")
    return " ".join([*parts, f'-d "{_in_double_quotes(option.meaning)}"'])


SHELLS: dict[str, Callable[[tuple[Described, ...]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
