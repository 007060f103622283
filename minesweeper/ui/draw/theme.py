"""Turns the names of styles into colours and attributes, by the theme that the player chose.

A style is a role (``title``), or a role on the background of another one (``flag on hidden``). The background may be
lit by some percent, as the faces of large tiles are (``flag on hidden+8``). It may be that of every other cell
(``safe.odd``), or the text colour of a role (``mine on ink of cap``). This module doesn't use curses and asks the
terminal nothing.

A theme is nineteen colours for dark terminals and nineteen for light ones (`storage/themes`). The look of every role is
mixed from them in this module, so that nobody has to adjust single looks. A terminal with 256 colours gets the nearest
ones of the mixed colours. With 16, 8 or no colours, the terminal chooses the shades, so the theme file says how each
role looks. The tests compute the contrast of every style.

The board has its own background, which is the well with opened cells in it and the faces of hidden cells. So it looks
right on any terminal. If nobody knows whether the terminal is dark or light, words outside the board have colours of
medium brightness, which can be read on both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.late import LateModule
from minesweeper.storage.themes import load_theme
from minesweeper.ui.draw.rgb import (
    BLACK,
    DIRECT_COLOURS,
    GREYS,
    INDEXED,
    WHITE,
    contrast,
    from_hex,
    is_grey,
    lit,
    luminance,
    mix,
    nearest,
    readable,
)

if TYPE_CHECKING:
    from minesweeper.ui.draw import few_colours
else:
    # Most terminals have 256 colours, so the palettes with fewer are loaded late.
    few_colours = LateModule("minesweeper.ui.draw.few_colours")

BACKGROUNDS = ("dark", "light", "either")
"""The backgrounds that a terminal may have. ``either`` means that it isn't known."""
NUMBERS = tuple(f"n{clue}" for clue in range(1, 9))
"""The roles of the clues 1 to 8."""
_LEAST_CONTRAST = 4.5
"""The least contrast between a number and the well behind it. A theme may ask for more."""
_COLOURS_IN_THEME = 19
ODD = 22
"""How many percent of the well are mixed into the face of every other hidden cell, on cells too small for gaps between
their faces.
"""
_LEAST_QUIET = 3.0
"""The least contrast of a number that has nothing left to open around it, and of a number on the tinted background of a
proof.
"""


class Look(NamedTuple):
    """How a style is drawn: two colours as in `rgb` and attributes. A colour of None is the terminal's own."""

    fg: int | None = None
    bg: int | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


class Palette(dict[str, Look]):
    """The looks of all styles in one theme.

    A style made of two roles gets its look when it is first asked for, and an unknown role raises KeyError.
    """

    def __init__(self, roles: Mapping[str, Look], fixed: Mapping[str, Look], colours: int) -> None:
        """``roles`` are mixed looks.

        ``fixed`` are looks that a theme file gives itself, so their colours stay exactly as they are. ``colours`` is
        the number of colours that the terminal has.
        """
        super().__init__()
        self._fixed = fixed
        self._roles = {**roles, **fixed}
        self._is_shaded = colours >= INDEXED
        self._is_indexed = colours == INDEXED
        self._indices: dict[int, int] = {}
        if self._is_indexed:
            self._keep_apart()

    def roles(self) -> set[str]:
        """The names of all roles."""
        return set(self._roles)

    def _keep_apart(self) -> None:
        """Chooses the nearest indexed colours for the board first, so that its colours stay different and no two
        numbers look the same.

        The tinted background of a proof would often get the grey of hidden cells. So it gets the nearest colour that
        isn't grey, unless the theme itself made it grey.
        """
        plain = set()
        for ground in (self._ground(role).bg for role in ("opened", "hidden", "hidden.odd")):
            if ground is not None:
                plain.add(self._indices.setdefault(ground, nearest(ground)))
        tint = self._roles["proof"].bg
        if tint is not None and tint >= INDEXED:
            self._indices[tint] = nearest(tint, plain if is_grey(tint) else plain | GREYS)
        taken: list[int] = []
        for colour in dict.fromkeys(self._roles[number].fg for number in NUMBERS):
            if colour is not None and colour >= INDEXED:
                self._indices[colour] = nearest(colour, taken)
                taken.append(self._indices[colour])

    def __missing__(self, style: str) -> Look:
        look = self[style] = self._shown(self._look(style))
        return look

    def _shown(self, look: Look) -> Look:
        """The look with each colour replaced by the nearest one that the terminal can show."""
        return look._replace(fg=self._index(look.fg), bg=self._index(look.bg)) if self._is_indexed else look

    def _index(self, colour: int | None) -> int | None:
        """The index of the nearest of the 256 colours. None and indices stay as they are."""
        if colour is None or colour < INDEXED:
            return colour
        if colour not in self._indices:
            self._indices[colour] = nearest(colour)
        return self._indices[colour]

    def _look(self, style: str) -> Look:
        """Works out the look of a style, before its colours are reduced to those of the terminal. In ``flag on
        hidden``, text colour and attributes are those of ``flag``, and the background is that of ``hidden``.

        A role without a text colour of its own takes that of the background's role. Without colours, a background can
        only be shown by reversing the text.
        """
        role_name, _, ground_name = style.partition(" on ")
        if not ground_name:
            return self._ground(role_name)
        role, ground = self._ground(role_name), self._ground(ground_name)
        page = self._roles["page"]
        if role_name in self._fixed and role.bg != page.bg:
            return role
        if ground_name.startswith("proof") and "proof" in self._fixed:
            return ground
        fg = ground.fg if role.fg == page.fg else role.fg
        is_tinted = self._is_shaded and ground_name.startswith(("proof", "earlier"))
        if role_name in NUMBERS and is_tinted and fg is not None and ground.bg is not None:
            fg = readable(fg, self._shown(ground).bg or ground.bg, _LEAST_QUIET)
        return role._replace(fg=fg, bg=ground.bg, underline=role.underline or ground.underline, reverse=ground.reverse)

    def _ground(self, name: str) -> Look:
        """The look of a role, perhaps lit (``hidden+8``) or of every other cell (``safe.odd``).

        For ``ink of cap``, it is the text colour of ``cap`` used as a background.
        """
        if name in self._roles:
            return self._roles[name]
        kind, _, role = name.partition("ink of ")
        if not kind and role:
            return Look(bg=self._roles[role].fg)
        role, _, percent = name.replace("-", "+-").partition("+")
        if role and percent.lstrip("-").isdecimal():
            look = self._ground(role)._replace(underline=False)
            return look if look.bg is None or not self._is_shaded else look._replace(bg=lit(look.bg, int(percent)))
        role, _, odd = name.rpartition(".")
        if odd != "odd":
            raise KeyError(name)
        look, well = self._roles[role], self._roles["opened"].bg
        if not self._is_shaded or look.bg is None or well is None:
            return look
        return look._replace(bg=mix(look.bg, well, ODD))


class _Colours(NamedTuple):
    """The nineteen colours of a theme. ``page`` is None if the theme leaves the background to the terminal."""

    page: int | None
    ink: int
    dim: int
    well: int
    hidden: int
    numbers: tuple[int, ...]
    accent: int
    red: int
    green: int
    amber: int
    blue: int
    purple: int


def _colours_of(block: Mapping[str, str]) -> _Colours:
    """Reads the nineteen colours from the entries of a theme file.

    A page of ``-`` leaves the background to the terminal.
    """
    page = block["page"]
    own = {name: from_hex(block[name]) for name in _Colours._fields if name not in ("page", "numbers")}
    return _Colours(None if page == "-" else from_hex(page), numbers=tuple(from_hex(block[n]) for n in NUMBERS), **own)


def _mixed(colours: _Colours, least: float, *, is_light: bool) -> Iterator[tuple[str, Look]]:
    """Mixes the look of every role from the nineteen colours.

    ``least`` is the least contrast of a number and its background, and ``is_light`` says whether the board is lighter
    than the words on it.
    """
    yield from _page_roles(colours)
    yield from _number_roles(colours, least)
    _, ink, dim, well, hidden, _, accent, red, green, amber, blue, purple = colours
    strong = BLACK if is_light else WHITE
    # Signs are hardest to read on this row of a face, so their contrast is measured there.
    face = lit(hidden, -9 if is_light else 9)
    dot = mix(hidden, ink, 20)
    mined = mix(hidden, red, 20)
    # No tile has a face in this colour, so that a cell filled by the cursor always stands out.
    full = ink if accent in (red, green, amber, purple) else accent
    yield from {
        "opened": Look(ink, well),
        "hidden": Look(dot, hidden),
        "near": Look(ink, mix(hidden, BLACK, 12) if is_light else mix(hidden, WHITE, 16)),
        "cap": Look(well),
        "pressed": Look(dim),
        "done": Look(readable(mix(ink, well, 45), well, least)),
        "flag": Look(readable(red, hidden, 3.0), bold=True),
        "pole": Look(mix(hidden, ink, 75)),
        "flag.won": Look(green, mix(well, green, 28), bold=True),
        "flag.wrong": Look(_ink_on(amber), amber, bold=True),
        "question": Look(readable(mix(blue, ink, 30), hidden, 3.0), bold=True),
        "mine": Look(readable(mix(hidden, ink, 50), face, _LEAST_QUIET), bold=True),
        "mine.glint": Look(WHITE),
        "boom": Look(WHITE if contrast(WHITE, red) >= 2.5 else BLACK, red, bold=True),
        "boom.ray": Look(mix(red, WHITE, 60)),
        "over": Look(readable(red, well, least), bold=True),
        "proof": Look(ink, mix(well, blue, 28), underline=True),
        "proof.bar": Look(blue),
        "earlier": Look(ink, mix(well, blue, 14)),
        "safe": Look(readable(green, mix(hidden, green, 20), _LEAST_CONTRAST), mix(hidden, green, 20), bold=True),
        "danger": Look(readable(red, lit(mined, -9 if is_light else 9), _LEAST_QUIET), bold=True),
        "mined": Look(ink, mined),
        "missed": Look(_ink_on(green), green, bold=True),
        "proposal": Look(_ink_on(purple), purple, bold=True),
        "if.mine": Look(readable(purple, hidden, 3.0), bold=True),
        "if.safe": Look(readable(blue, hidden, 3.0), bold=True),
        "guess": Look(_ink_on(amber), amber, bold=True),
        "odds": Look(ink, mix(hidden, well, 50)),
        # Large digits reach to the edge of their face, so their ink must not be that of the well.
        "lowest": Look(strong, readable(green, strong, _LEAST_CONTRAST), bold=True),
        "violated": Look(strong, readable(red, strong, _LEAST_CONTRAST), bold=True),
        "cursor": Look(accent),
        "cursor.full": Look(_ink_on(full), full, bold=True),
    }.items()
    for step, ink_of_step in enumerate(
        (mix(green, ink, 35), mix(green, amber, 60), amber, mix(amber, red, 60), red),
    ):
        yield f"heat.{step}", Look(readable(mix(ink_of_step, strong, 12), hidden, _LEAST_QUIET), hidden, bold=True)


def _ink_on(ground: int) -> int:
    """Black or white, whichever is easier to read on a bright background."""
    return BLACK if luminance(ground) > 0.18 else WHITE


def _number_roles(colours: _Colours, least: float) -> Iterator[tuple[str, Look]]:
    """The looks of the clues.

    Each clue also has a dim look, for a number with nothing left to open around it. ``least`` is the least contrast of
    the bright ones and the well.
    """
    well = colours.well
    for number, colour in zip(NUMBERS, colours.numbers, strict=True):
        shown = readable(colour, well, least)
        yield number, Look(shown, bold=True)
        yield f"{number}.done", Look(readable(mix(shown, well, 52), well, max(_LEAST_QUIET, least - 2.5)))


def _page_roles(colours: _Colours) -> Iterator[tuple[str, Look]]:
    """The looks of words outside the board.

    If the theme leaves the background to the terminal, mixtures use the colour of the well instead, because the
    background isn't known.
    """
    own, ink, dim, well = colours.page, colours.ink, colours.dim, colours.well
    page = well if own is None else own
    text = None if own is None else ink
    yield from {
        "page": Look(text, own),
        "text": Look(text),
        "title": Look(text, bold=True),
        "key": Look(text, bold=True),
        "text.dim": Look(dim),
        "ruler": Look(dim),
        "ruler.lit": Look(colours.accent, bold=True),
        "mark": Look(colours.accent, bold=True),
        "border": Look(mix(page, ink, 35)),
        "selected": Look(ink, mix(page, ink, 16), bold=True),
        "frame.won": Look(colours.green, bold=True),
        "frame.lost": Look(colours.red, bold=True),
        "frame.record": Look(colours.amber, bold=True),
        "banner.won": Look(_ink_on(colours.green), colours.green, bold=True),
        "banner.lost": Look(WHITE, mix(colours.red, BLACK, 28), bold=True),
        "banner.record": Look(_ink_on(colours.amber), colours.amber, bold=True),
        "good": Look(colours.green, bold=True),
        "bad": Look(colours.red, bold=True),
        "star": Look(colours.amber, bold=True),
        "bar": Look(colours.blue),
        "pill": Look(ink, mix(page, ink, 16), bold=True),
        "chart.rate": Look(mix(page, colours.green, 55)),
        "chart.now": Look(colours.green, bold=True),
        "chart.time": Look(mix(page, colours.blue, 62)),
        "chart.best": Look(colours.amber, bold=True),
    }.items()


def _on_any_page(roles: dict[str, Look], colours: _Colours) -> dict[str, Look]:
    """Replaces the looks of words outside the board by some that can be read on a dark and on a light background.

    The board looks as on a dark terminal.
    """
    middle = colours._replace(dim=0x7A828E, red=0xE5484D, green=0x2F9E44, amber=0xB78103, blue=0x3B82F6)
    words = dict(_page_roles(middle))
    grey = Look(middle.dim)
    return roles | {
        **{role: look for role, look in words.items() if look.bg is None},
        **{"border": grey, "ruler.lit": Look(bold=True), "mark": Look(middle.amber, bold=True)},
    }


def _look(text: str, page: Look) -> Look:
    """Reads a look from a theme file, such as ``16 on 214 bold``. Colours that are left out are those of ``page``."""
    words = text.split()
    fg = int(words[0]) if words and words[0].isdecimal() else page.fg
    bg = int(words[words.index("on") + 1]) if "on" in words else page.bg
    return Look(fg, bg, *(name in words for name in ("bold", "dim", "underline", "reverse")))


@cache
def palette(theme: str, background: str, colours: int, path: str | None = None) -> Palette:
    """The looks of all styles in a theme. ``background`` is one of BACKGROUNDS, and ``colours`` is 0, 8, 16, 256 or
    `DIRECT_COLOURS`.

    A theme that the player wrote has a path. Raises ThemeError if its file can't be used.
    """
    blocks = load_theme(theme, path)
    if colours < INDEXED:
        texts = few_colours.looks_of(blocks, "dark" if background == "either" else background, colours)
        page = _look(texts["page"], Look())
        return Palette({}, {role: _look(text, page) for role, text in texts.items()}, colours)
    side = "light" if background == "light" else "dark"
    named: dict[str, str] = {}
    least = _LEAST_CONTRAST
    for block in blocks:
        least = float(block.get("contrast", least))
        is_for_both = "light" not in block and len(block.get("dark", ())) == _COLOURS_IN_THEME
        named |= block.get("dark" if is_for_both else side, {})
    shades = _colours_of(named)
    roles = dict(_mixed(shades, least, is_light=luminance(shades.well) > luminance(shades.ink)))
    if background == "either" and shades.page is None:
        roles = _on_any_page(roles, shades)
    page = roles["page"]
    roles = {role: look if look.bg is not None else look._replace(bg=page.bg) for role, look in roles.items()}
    fixed: dict[str, Look] = {}
    for block in blocks:
        looks = {**block.get("256", {}), **block.get(f"256 {background}", {})}
        page = _look(looks["page"], page) if "page" in looks else page
        fixed |= {role: _look(look, page) for role, look in looks.items()}
    return Palette(roles, fixed, colours)


def background_from(environ: Mapping[str, str]) -> str:
    """Whether the terminal is ``light`` or ``dark`` by the variable ``COLORFGBG``, or ``either`` if this isn't set or
    isn't understood.
    """
    last = environ.get("COLORFGBG", "").rpartition(";")[2]
    if not last.isdecimal():
        return "either"
    return "light" if last in ("7", "9", "10", "11", "12", "13", "14", "15") else "dark"


def colours_from(environ: Mapping[str, str], reported: int, wish: str = "auto", *, is_direct: bool = False) -> int:
    """How many colours to use: 0, 8, 16, 256 or `DIRECT_COLOURS`. ``reported`` is how many curses could send, and
    ``wish`` is the setting for 24-bit colours: ``on``, ``off`` or ``auto``. If the variable ``NO_COLOR`` is set, no
    colours are used.

    Curses can send 24-bit colours to any terminal with 256 colours, but not every such terminal understands them. So
    with ``auto`` they are used only if the environment or the terminal's own terminfo entry (``is_direct``) says so.
    """
    if environ.get("NO_COLOR"):
        return 0
    if reported == DIRECT_COLOURS:
        is_wanted = wish == "on" or (wish == "auto" and knows_direct_colours(environ, is_direct=is_direct))
        return DIRECT_COLOURS if is_wanted else 256
    # Old terminals with 88 colours arrange them in another way. Only the first 16 are the same.
    return next((count for count in (256, 16, 8) if reported >= count), 0)


def knows_direct_colours(environ: Mapping[str, str], *, is_direct: bool = False) -> bool:
    """Whether the environment or the terminal's own terminfo entry (``is_direct``) says that the terminal shows 24-bit
    colours.

    GNU screen and macOS Terminal don't show them. A program around them may have set the variable that promises them,
    so the variable isn't believed there.
    """
    term, is_tmux = environ.get("TERM", ""), bool(environ.get("TMUX"))
    if environ.get("STY") or environ.get("TERM_PROGRAM") == "Apple_Terminal" or term.startswith(("linux", "eterm")):
        return False
    if term.startswith("screen") and not is_tmux:
        return False
    is_named = environ.get("COLORTERM") in ("truecolor", "24bit")
    return is_direct or is_named or (is_tmux and term.startswith(("tmux", "screen")))
