"""Completes command lines in bash, zsh and fish.

The scripts themselves know no commands or options. They pass the typed words to ``minesweeper __complete``, which isn't
in the help, and which looks into the parser of the command line. It prints one offer per line, followed by a tab and
its meaning.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from minesweeper.commands.parser import make_parser, parts_of
from minesweeper.solvers.players import PLAYERS
from minesweeper.storage.settings import PRESETS

FILES = ":files"
"""The offer that makes the shell complete names of files by itself."""
_KNOWN_VALUES = {"BOARD": tuple(PRESETS), "SOLVER": tuple(PLAYERS)}

_BASH = """\
# Completion of minesweeper for bash: source <(minesweeper completion bash)
_minesweeper() {
  local offer file word=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS=$'\\t' read -r offer _; do
    if [[ $offer != :files ]]; then COMPREPLY+=("$offer"); continue; fi
    if [[ $word == = ]]; then word=; fi
    word=${word#[\\"\\']} word=${word//\\\\/}
    if [[ $word == '~/'* ]]; then word=$HOME/${word:2}; fi
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$word")
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _minesweeper minesweeper minesweeper-terminal
"""
_ZSH = """\
#compdef minesweeper minesweeper-terminal
# Completion of minesweeper for zsh: source <(minesweeper completion zsh),
# or keep it as _minesweeper in a folder of your fpath
_minesweeper() {
  local line found=1
  local -a offers
  for line in "${(@f)$($words[1] __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files$'\\t'* ]]; then _files && found=0
    elif [[ $line ]]; then offers+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}"); fi
  done
  (( $#offers )) && _describe minesweeper offers && found=0
  return found
}
# Completion calls the function when it loads this file from the fpath. A sourced script registers it.
if [[ ${funcstack[1]} == _minesweeper ]]; then _minesweeper "$@"; else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _minesweeper minesweeper minesweeper-terminal
fi
"""
_FISH = """\
# Completion of minesweeper for fish: keep it as ~/.config/fish/completions/minesweeper.fish
# and source it from minesweeper-terminal.fish next to it, if you use that name
function __minesweeper_offers
    set -l words (commandline -opc)
    for line in ($words[1] __complete $words[2..] (commandline -ct) 2>/dev/null)
        if string match -q :files\\t'*' -- $line
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c minesweeper -f -a '(__minesweeper_offers)'
complete -c minesweeper-terminal -w minesweeper
"""
SHELLS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(SHELLS), help="the shell that will read the script")


def run(arguments: argparse.Namespace) -> int:
    print(SHELLS[arguments.shell], end="")
    return 0


def complete(words: Sequence[str]) -> list[tuple[str, str]]:
    """What may stand in place of the last word of an unfinished command line, each with its meaning.

    ``words`` are what was typed after the name of the program. The last one may be empty, or the beginning of a word.
    """
    *typed, word = words or [""]
    before = ""
    if word.startswith("--") and "=" in word:
        option, _, word = word.partition("=")
        typed, before = [*typed, option], f"{option}="
    word = word.removeprefix("=")  # Bash treats the = in --option=value as a word of its own.
    parser: argparse.ArgumentParser = make_parser(typed)
    pending: argparse.Action | None = None
    """The option whose value comes next."""
    is_help, is_filled = typed[:1] == ["help"], False
    for each in typed[is_help:]:
        if each.startswith("-"):
            pending = parser._option_string_actions.get(each)
            pending = None if pending is not None and pending.nargs == 0 else pending
        elif pending is not None and each != "=":
            pending = pending if _takes_many(pending) else None
        elif each in parts_of(parser):
            parser = parts_of(parser)[each]
        elif each != "=":
            is_filled = True
    if is_help:
        offers = _part_offers(parser)
    elif pending is not None and not (word.startswith("-") and _takes_many(pending)):
        offers = dict.fromkeys(_values(pending), pending.help or "")
    else:
        offers = {} if word.startswith("-") else _place_offers(parser, is_filled)
        if not offers and (word.startswith("-") or not word):
            offers = {
                name: action.help or ""
                for name, action in parser._option_string_actions.items()
                if action.help != argparse.SUPPRESS
            }
    return [(before + offer, about) for offer, about in offers.items() if offer == FILES or offer.startswith(word)]


def _takes_many(action: argparse.Action) -> bool:
    return action.nargs in ("*", "+")


def _part_offers(parser: argparse.ArgumentParser) -> dict[str, str]:
    """The commands, or the parts of a command, with their summaries."""
    actions = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return {one.dest: one.help or "" for action in actions for one in action._choices_actions}


def _place_offers(parser: argparse.ArgumentParser, is_filled: bool) -> dict[str, str]:
    """What may stand in the place of an argument without a name. Every command has at most one such place.

    Empty if the place is filled already (``is_filled``) and takes one word only.
    """
    places = [action for action in parser._actions if not action.option_strings]
    if not places or (is_filled and not _takes_many(places[0])):
        return {}
    return _part_offers(parser) or dict.fromkeys(_values(places[0]), "")


def _values(action: argparse.Action) -> list[str]:
    """The known values of an argument. ``:files`` is among them if it may be the name of a file."""
    metavar = str(action.metavar)
    # The address of a cluster may be the name of a file that contains it.
    files = [FILES] if "FILE" in metavar or metavar == "ADDRESS" else []
    return [*map(str, action.choices or _KNOWN_VALUES.get(metavar, ())), *files]
