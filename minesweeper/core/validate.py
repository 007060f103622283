"""Reads single entries of JSON that comes from files, and refuses values of the wrong kind or size.

Each function takes the object and the name of an entry. It returns the value or raises ``RecordError`` with a sentence
that names the entry. If a ``default`` is given, it stands for a missing entry. Sizes are checked before memory is
taken, because a damaged file may claim anything. Which entries a file has is decided where its format is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.text import quote_value

if TYPE_CHECKING:
    from minesweeper.core.cells import CellSet, Grid

# Keeps patterns as text, because compiling them takes time, and none is needed before the first frame.
_HEX = r"[0-9a-f]+"
_NAME = r"[a-z0-9](?:[a-z0-9 ,_-]{0,38}[a-z0-9])?"
_BOARD = r"([0-9]{1,7})x([0-9]{1,7})/([0-9]{1,7})"
_MISSING = object()


class RecordError(ValueError):
    """Raised if an entry is missing or isn't allowed. The message has its name, its value and what is allowed."""


class NestingError(RecordError):
    """Raised if JSON is nested too deeply to be read.

    It may be valid all the same, so its file doesn't count as damaged.
    """


def parse_json(text: str | bytes, max_length: int) -> dict[str, Any]:
    """Reads a JSON object.

    Raises ``RecordError`` if the text is longer than ``max_length``, isn't JSON or is another value.
    """
    if len(text) > max_length:
        raise RecordError(f"found {len(text):,} characters, but at most {max_length:,} can be read")
    try:
        data = json.loads(text)
    except RecursionError:
        raise NestingError("nested too deeply") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except UnicodeDecodeError:
        raise RecordError("not JSON: it isn't text in UTF-8") from None
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordError(f"expected a JSON object, but found {describe(data)}")
    return data


def describe(value: object) -> str:
    """Describes a value in a few words for a message.

    Of a list or an object it says only the length, because it may be large.
    """
    if isinstance(value, (dict, list, tuple)):
        return f"an object of {len(value)}" if isinstance(value, dict) else f"a list of {len(value)}"
    return quote_value(value)


def number(data: Mapping[str, Any], name: str, low: int, high: int, default: object = _MISSING) -> int:
    """Reads a whole number from ``low`` to ``high``."""
    value = data.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _refusal(name, value, f"a whole number from {low:,} to {high:,}")
    return value


def seconds(data: Mapping[str, Any], name: str, high: float) -> float:
    """Reads a time in seconds from 0 to ``high``."""
    value = data.get(name, _MISSING)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= high:
        raise _refusal(name, value, f"a number from 0 to {high:g}")
    return float(value)


def cell(data: Mapping[str, Any], name: str, grid: Grid) -> int | None:
    """Reads a cell of the board. Returns None if the entry is missing or null."""
    return None if data.get(name) is None else number(data, name, 0, grid.size - 1)


def text(data: Mapping[str, Any], name: str, max_length: int, default: object = _MISSING) -> str:
    """Reads a text with at most ``max_length`` characters, whatever they are."""
    value = data.get(name, default)
    if not isinstance(value, str) or len(value) > max_length:
        raise _refusal(name, value, f"a text of at most {max_length:,} characters")
    return value


def word(data: Mapping[str, Any], name: str, default: object = _MISSING) -> str:
    """Reads a short name of small letters and digits, such as ``no-guess``.

    The default is allowed even if it isn't like that.
    """
    value = data.get(name, default)
    if isinstance(value, str) and value == default:
        return value
    if not isinstance(value, str) or not re.fullmatch(_NAME, value):
        raise _refusal(name, value, "a short name in small letters")
    return value


def words(data: Mapping[str, Any], name: str, most: int) -> tuple[str, ...]:
    """Reads a list of at most ``most`` short names."""
    value = data.get(name, _MISSING)
    if not isinstance(value, list) or len(value) > most:
        raise _refusal(name, value, f"a list of at most {most} names")
    return tuple(word({name: entry}, name) for entry in value)


def choice(data: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> str:
    """Reads one of the ``allowed`` words."""
    value = data.get(name, _MISSING)
    if not isinstance(value, str) or value not in allowed:
        raise _refusal(name, value, f"one of {', '.join(allowed)}")
    return value


def truth(data: Mapping[str, Any], name: str, default: object = _MISSING) -> bool:
    """Reads true or false."""
    value = data.get(name, default)
    if not isinstance(value, bool):
        raise _refusal(name, value, "true or false")
    return value


def board(data: Mapping[str, Any], name: str) -> BoardSpec:
    """Reads a board spec such as ``30x16/99``."""
    value = data.get(name, _MISSING)
    match = re.fullmatch(_BOARD, value) if isinstance(value, str) else None
    if match is None:
        raise _refusal(name, value, "a board such as 30x16/99")
    try:
        return BoardSpec(int(match[1]), int(match[2]), int(match[3]))
    except ValueError as error:
        raise RecordError(f"{name}: {error}") from None


def to_hex(cells: CellSet) -> str:
    """A set of cells as text, which ``cells`` reads."""
    return format(cells, "x")


def cells(data: Mapping[str, Any], name: str, grid: Grid, default: object = _MISSING) -> CellSet:
    """Reads a set of cells of the board, written in hexadecimal digits."""
    value = data.get(name, default)
    if not isinstance(value, str) or len(value) > (grid.size + 3) // 4 or not re.fullmatch(_HEX, value):
        raise _refusal(name, value, f"a set of cells of {grid.width}x{grid.height} in hexadecimal digits")
    cell_set = int(value, 16)
    if cell_set > grid.all_cells:
        raise RecordError(f"{name}: cell {cell_set.bit_length() - 1} isn't on a {grid.width}x{grid.height} board")
    return cell_set


def _refusal(name: str, value: object, allowed: str) -> RecordError:
    """Makes the error for an entry that is missing or not allowed."""
    if value is _MISSING:
        return RecordError(f"{name} is missing. Add {allowed}")
    return RecordError(f"{name} {describe(value)} is not allowed. Use {allowed}")
