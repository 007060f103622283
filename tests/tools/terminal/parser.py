"""Cuts the bytes a program writes into text and control sequences, as a terminal does.

It knows the grammar of the sequences alone; what they mean is the emulator's business.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias


class Text(NamedTuple):
    """Printable characters."""

    data: str


class Control(NamedTuple):
    """One C0 control character."""

    char: str


class Escape(NamedTuple):
    """`ESC`, intermediates, final; the C1 controls come in this form too."""

    intermediates: str
    final: str


class Csi(NamedTuple):
    """`CSI`, private prefix, parameters, intermediates, final."""

    prefix: str
    params: str
    intermediates: str
    final: str


class String(NamedTuple):
    """An OSC, DCS, APC, PM or SOS string and what it carries."""

    kind: str
    payload: str


class Malformed(NamedTuple):
    """What no terminal can make sense of."""

    data: str


Token: TypeAlias = "Text | Control | Escape | Csi | String | Malformed"

_STRING_KINDS = {"]": "OSC", "P": "DCS", "_": "APC", "^": "PM", "X": "SOS"}

# A string ends at ST. BEL ends an OSC only; CAN, SUB and an ESC that begins something else break any string off.
_OSC_START = r"(?:\x1b\]|\x9d)"
_OTHER_START = r"(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])"
_OSC_BODY = r"[^\x07\x18\x1a\x1b\x9c]*"
_OTHER_BODY = r"[^\x18\x1a\x1b\x9c]*"
_STRING_END = r"(?:\x1b\\|\x9c|[\x18\x1a]|(?=\x1b[^\\]))"
_CSI_START = r"(?:\x1b\[|\x9b)"

_TOKEN = re.compile(
    rf"""
    (?P<text>[^\x00-\x1f\x7f-\x9f]+)
  | {_CSI_START}(?P<params>[0-?]*)(?P<csi_intermediates>[ -/]*)(?P<csi_final>[@-~])
  | {_OSC_START}(?P<osc>{_OSC_BODY})(?:\x07|{_STRING_END})
  | (?P<string>{_OTHER_START})(?P<payload>{_OTHER_BODY}){_STRING_END}
  | \x1b(?P<intermediates>[ -/]*)(?P<final>[0-OQ-WYZ\\`-~])
  | (?P<control>[\x00-\x1a\x1c-\x1f\x7f])
  | (?P<c1>[\x80-\x8f\x91-\x97\x99\x9a\x9c])
    """,
    re.VERBOSE,
)

_UNFINISHED = re.compile(
    rf"""
    (?: {_CSI_START}[0-?]*[ -/]*
      | {_OSC_START}{_OSC_BODY}\x1b?
      | {_OTHER_START}{_OTHER_BODY}\x1b?
      | \x1b[ -/]*
    )\Z
    """,
    re.VERBOSE,
)

_MALFORMED = re.compile(rf"{_CSI_START}[0-?]*[ -/]*|\x1b[ -/]*|.", re.DOTALL)


class Parser:
    """Turns chunks of output into tokens; a sequence may be split over any number of chunks."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.unfinished = ""

    def feed(self, data: bytes) -> Iterator[Token]:
        """Yields the tokens that `data` completes."""
        text = self.unfinished + self._decoder.decode(data)
        self.unfinished = ""
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None and _UNFINISHED.match(text, place):
                self.unfinished = text[place:]
                return
            if match is None:
                wrong = _MALFORMED.match(text, place)
                assert wrong is not None
                place = wrong.end()
                yield Malformed(wrong.group())
            else:
                place = match.end()
                yield _token(match)


def _token(match: re.Match[str]) -> Token:
    group = match.groupdict()
    if group["text"] is not None:
        return Text(group["text"])
    if group["csi_final"] is not None:
        params = group["params"]
        prefix = params[:1] if params[:1] in tuple("<=>?") else ""
        return Csi(prefix, params[len(prefix) :], group["csi_intermediates"], group["csi_final"])
    if group["osc"] is not None:
        return String("OSC", group["osc"])
    if group["string"] is not None:
        start = group["string"]
        letter = start[1] if len(start) == 2 else chr(ord(start) - 0x40)
        return String(_STRING_KINDS[letter], group["payload"])
    if group["final"] is not None:
        return Escape(group["intermediates"], group["final"])
    if group["c1"] is not None:
        return Escape("", chr(ord(group["c1"]) - 0x40))
    return Control(group["control"])
