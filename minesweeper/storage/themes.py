"""Reads themes: JSON files in the package, and in the folder ``themes`` next to the player's settings.

A packaged theme has nineteen colours for dark terminals and nineteen for light ones, under ``"dark"`` and ``"light"``.
``ui.draw.theme`` mixes the look of every style from them. A theme of the player names the packaged theme that it is
based on and needs only the colours that differ.

A theme may also fix single looks, in a block for a number of colours (``"256"``) or for a number of colours and a
background (``"256 light"``). Such a look is used exactly as it is written: the number of a colour, ``on`` with the
number of the background, and attributes, as in ``"16 on 214 bold"``. A look without a colour uses the terminal's own.

Everything in a file of the player is checked here, so that drawing never meets a wrong value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from minesweeper.core.late import LateModule
from minesweeper.core.text import access_error, quote, quote_value
from minesweeper.core.validate import RecordError, parse_json
from minesweeper.storage.paths import open_regular

if TYPE_CHECKING:
    from importlib import resources
else:
    resources = LateModule("importlib.resources")


Theme: TypeAlias = Mapping[str, Any]
"""A theme file as it was read: its blocks by name and, if the file asks for one, the least ``contrast`` of its
colours."""
BASE = "classic"
FOLDER = "themes"
_SUFFIX = ".json"
_MOST_BYTES = 1 << 16
SIDES = ("dark", "light")
_BLOCKS = re.compile(r"(256|16|8|0)( dark| light| either)?")
_COLOUR = re.compile("[0-9a-fA-F]{6}")
OLDER_ROLES = frozenset(
    "heat.0.last heat.1.last heat.2.last heat.3.last heat.4.last pill pill.end logo logo.odd".split()
)
"""Names of styles that the looks for 8 colours don't have. Players' themes from earlier versions may name them,
although some aren't shown any more, so they must not be refused."""
_LOOK = re.compile(r"(?:(\d{1,3}) ?)?(?:on (\d{1,3}) ?)?((?:bold|dim|underline|reverse| )*)")
_PACKAGED = os.path.join(os.path.dirname(os.path.dirname(__file__)), FOLDER)


class ThemeError(ValueError):
    """A theme file can't be read or has a wrong value. The message names the file and the fault."""


@cache
def packaged_themes() -> tuple[str, ...]:
    """The names of the themes in the package, ``classic`` first and the others in alphabetical order."""
    try:
        files = os.listdir(_PACKAGED)
    except OSError:  # In a zip archive there is no folder to list.
        files = [file.name for file in resources.files("minesweeper").joinpath(FOLDER).iterdir()]
    names = sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX))
    return BASE, *(name for name in names if name != BASE)


def own_themes(settings_file: str | None) -> dict[str, str]:
    """Finds the player's themes in the folder ``themes`` next to the settings file. Returns their paths by name.

    A theme with the name of a packaged one is left out. Without a settings file or without the folder, the result is
    empty.
    """
    folder = os.path.join(os.path.dirname(settings_file or ""), FOLDER)
    try:
        files = sorted(os.listdir(folder)) if settings_file else []
    except OSError:
        return {}
    paths = {name.removesuffix(_SUFFIX): os.path.join(folder, name) for name in files if name.endswith(_SUFFIX)}
    return {name: path for name, path in paths.items() if name.isprintable() and name not in packaged_themes()}


@cache
def load_theme(name: str, path: str | None = None) -> tuple[Theme, ...]:
    """Loads a theme together with the themes that it is based on, the first base at the front.

    ``path`` is the file of a player's theme. Without it, the theme is one of the package. Raises ThemeError if the file
    can't be used.
    """
    if path is None:
        file = os.path.join(_PACKAGED, name + _SUFFIX)
        return _parse(__loader__.get_data(file), name)  # type: ignore[name-defined]
    source = f"{FOLDER}/{name}{_SUFFIX}"
    try:
        with open_regular(path) as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ThemeError(access_error("read", source, error)) from None
    return _parse(content, source)


def _parse(content: bytes, source: str) -> tuple[Theme, ...]:
    try:
        blocks = parse_json(content, _MOST_BYTES)
    except RecordError as error:
        raise ThemeError(f"{source}: {error}") from None
    base = blocks.pop("base", None)
    if base is None:
        if source != BASE:
            raise ThemeError(f'{source} has no base theme. Add, for example, "base": "{BASE}"')
        return (blocks,)
    if base not in packaged_themes():
        raise ThemeError(f"{source}: the base {quote_value(base)} isn't one of {', '.join(packaged_themes())}")
    contrast = blocks.pop("contrast", None)
    if contrast is not None and (type(contrast) not in (int, float) or not 1 <= contrast <= 21):
        raise ThemeError(f"{source}: contrast is {quote_value(contrast)}. Use a number from 1 to 21")
    below = load_theme(base)
    for block, content_of_block in blocks.items():
        if block in SIDES:
            _check_colours(source, block, content_of_block, below[0]["dark"])
        else:
            _check_block(source, block, content_of_block, below[0]["8"])
    if contrast is not None:
        blocks["contrast"] = contrast
    return (*below, blocks)


def _check_colours(source: str, side: str, colours: Any, names: Mapping[str, str]) -> None:
    """Raises ThemeError unless a block consists of known colour names, each with six hexadecimal digits.

    ``page`` may also be ``-``, which keeps the background of the terminal.
    """
    if not isinstance(colours, dict):
        raise ThemeError(f'{source}: {side} needs colours, for example {{"n1": "6cb6ff"}}')
    for name, colour in colours.items():
        if name not in names:
            raise ThemeError(f"{source}: {quote(name)} isn't a colour of a theme. They are {', '.join(names)}")
        is_own_page = name == "page" and colour == "-"
        if not is_own_page and not (isinstance(colour, str) and _COLOUR.fullmatch(colour)):
            raise ThemeError(f'{source}: {name} is {quote_value(colour)}. Use six hexadecimal digits, such as "6cb6ff"')


def _check_block(source: str, block: str, looks: Any, roles: Mapping[str, str]) -> None:
    if not _BLOCKS.fullmatch(block):
        raise ThemeError(
            f'{source}: {quote(block)} isn\'t a block. Use "dark" or "light" for colours. For looks, use "256", "16" or'
            ' "8", or one of these with a background, such as "256 light"'
        )
    if not isinstance(looks, dict):
        raise ThemeError(f'{source}: {block} needs looks, for example {{"n1": "26 bold"}}')
    colours = int(block.partition(" ")[0])
    for role, look in looks.items():
        if role not in roles and role not in OLDER_ROLES:
            raise ThemeError(f"{source}: {quote(role)} isn't a role. The roles are {', '.join(roles)}")
        match = _LOOK.fullmatch(look) if isinstance(look, str) else None
        if match is None or any(int(colour) >= colours for colour in match.group(1, 2) if colour):
            raise ThemeError(
                f"{source}: {role} is {quote_value(look)}. Use colours below {colours} and bold, dim, underline or"
                ' reverse, for example "16 on 214 bold"'
            )
