"""Turns styles into colours and attributes.

A style is a role (``title``), or a role on the ground of another one (``flag on hidden``). The ground may be lit by
some percent, as the faces of large tiles are (``flag on hidden+8``), it may be that of an odd cell (``safe.odd``), or
it may be the ink of a role (``mine on ink of cap``). This module knows no curses and asks the terminal nothing.

A theme is nineteen colours for dark terminals, and nineteen for light ones (`storage/themes`). Every role is mixed from
them here, so that nobody has to tune a look. A terminal with 256 colours gets the nearest ones of the mixed colours.
With 16, 8 or no colours, shades are the terminal's choice, so the looks of all roles stand in the theme file as they
are. The tests compute the contrast of every style.

The board paints its own ground: the well, in which opened cells lie, and the faces of hidden ones. So it has full
colours on any background. On a page of unknown brightness, words have colours of middle brightness, which can be read
on black and on white.
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
    few_colours = LateModule("minesweeper.ui.draw.few_colours")  # most terminals have 256 colours

BACKGROUNDS = ("dark", "light", "either")
NUMBERS = tuple(f"n{clue}" for clue in range(1, 9))
_LEAST_CONTRAST = 4.5
"""The least contrast of a number on the well. A theme may ask for more."""
_COLOURS_IN_THEME = 19
ODD = 22
"""The percentage of the well in the faces of every other cell, where no gap parts them."""
_LEAST_QUIET = 3.0
"""The least contrast of a number with nothing left to open around it, and of one on the tinted ground of a proof."""


class Look(NamedTuple):
    """How a style is drawn: two colours as in `rgb` (None for the terminal's own) and attributes."""

    fg: int | None = None
    bg: int | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


class Palette(dict[str, Look]):
    """The looks of all roles. A style made of two roles gets its look when it is first asked for."""

    def __init__(self, roles: Mapping[str, Look], fixed: Mapping[str, Look], colours: int) -> None:
        """`fixed` are the looks that keep their exact colours, because a theme file names them one by one."""
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
        """Gives the colours of the board indices first, and every number one of its own.

        The tinted ground of a proof would often get the grey of hidden cells. So it gets a colour instead, unless the
        theme has only greys.
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
        return look._replace(fg=self._index(look.fg), bg=self._index(look.bg)) if self._is_indexed else look

    def _index(self, colour: int | None) -> int | None:
        if colour is None or colour < INDEXED:
            return colour
        if colour not in self._indices:
            self._indices[colour] = nearest(colour)
        return self._indices[colour]

    def _look(self, style: str) -> Look:
        """Combines the colour and attributes of a role with the background of a ground.

        A role without a colour of its own takes the ground's. Without colours, a ground is reversed.
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
        """The look of a role, perhaps lit (``hidden+8``), of an odd cell (``safe.odd``), or of an ink as a ground."""
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
    """The nineteen colours of a theme. The page is None if the terminal keeps its own."""

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
    page = block["page"]
    own = {name: from_hex(block[name]) for name in _Colours._fields if name not in ("page", "numbers")}
    return _Colours(None if page == "-" else from_hex(page), numbers=tuple(from_hex(block[n]) for n in NUMBERS), **own)


def _mixed(colours: _Colours, least: float, *, is_light: bool) -> Iterator[tuple[str, Look]]:
    """Mixes the look of every role from the nineteen colours."""
    yield from _page_roles(colours)
    yield from _number_roles(colours, least)
    _, ink, dim, well, hidden, _, accent, red, green, amber, blue, purple = colours
    strong = BLACK if is_light else WHITE
    face = lit(hidden, -9 if is_light else 9)  # the row of a face on which signs are hardest to read
    dot = mix(hidden, ink, 20)
    mined = mix(hidden, red, 20)
    full = ink if accent in (red, green, amber, purple) else accent  # no tile has a face in this colour
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
    """Black or white, whichever can be read better on a bright ground."""
    return BLACK if luminance(ground) > 0.18 else WHITE


def _number_roles(colours: _Colours, least: float) -> Iterator[tuple[str, Look]]:
    well = colours.well
    for number, colour in zip(NUMBERS, colours.numbers, strict=True):
        shown = readable(colour, well, least)
        yield number, Look(shown, bold=True)
        yield f"{number}.done", Look(readable(mix(shown, well, 52), well, max(_LEAST_QUIET, least - 2.5)))


def _page_roles(colours: _Colours) -> Iterator[tuple[str, Look]]:
    """The roles outside the board. Where the terminal keeps its own page, the well is taken for it in mixtures."""
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
    """Replaces the looks of words on the page, whose brightness is unknown. The board stays as on a dark page."""
    middle = colours._replace(dim=0x7A828E, red=0xE5484D, green=0x2F9E44, amber=0xB78103, blue=0x3B82F6)
    words = dict(_page_roles(middle))
    grey = Look(middle.dim)
    return roles | {
        **{role: look for role, look in words.items() if look.bg is None},
        **{"border": grey, "ruler.lit": Look(bold=True), "mark": Look(middle.amber, bold=True)},
    }


def _look(text: str, page: Look) -> Look:
    """Reads a look such as ``16 on 214 bold``. The page gives the colours that are left out."""
    words = text.split()
    fg = int(words[0]) if words and words[0].isdecimal() else page.fg
    bg = int(words[words.index("on") + 1]) if "on" in words else page.bg
    return Look(fg, bg, *(name in words for name in ("bold", "dim", "underline", "reverse")))


@cache
def palette(theme: str, background: str, colours: int, path: str | None = None) -> Palette:
    """Makes the look of every style in a theme, on one of BACKGROUNDS, with 0, 8, 16, 256 or `DIRECT_COLOURS`.

    A player's own theme has a path. Raises ThemeError for a bad file.
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
    """Reads the background from COLORFGBG: light, dark, or either if it says nothing."""
    last = environ.get("COLORFGBG", "").rpartition(";")[2]
    if not last.isdecimal():
        return "either"
    return "light" if last in ("7", "9", "10", "11", "12", "13", "14", "15") else "dark"


def colours_from(environ: Mapping[str, str], reported: int, wish: str = "auto", *, is_direct: bool = False) -> int:
    """Chooses how many of the reported colours to use: 0, 8, 16, 256 or `DIRECT_COLOURS`.

    The wish is the setting for 24-bit colours. Curses can send them to any terminal with 256 colours, but not every
    such terminal knows them. So without a wish they need a sign in the environment, or in the terminal's own entry
    (`is_direct`).
    """
    if environ.get("NO_COLOR"):
        return 0
    if reported == DIRECT_COLOURS:
        is_wanted = wish == "on" or (wish == "auto" and knows_direct_colours(environ, is_direct=is_direct))
        return DIRECT_COLOURS if is_wanted else 256
    # The 88 colours of old terminals have a cube of their own: only the first 16 are the same.
    return next((count for count in (256, 16, 8) if reported >= count), 0)


def knows_direct_colours(environ: Mapping[str, str], *, is_direct: bool = False) -> bool:
    """Whether the environment or the terminal's own entry says that the terminal shows 24-bit colours.

    GNU screen and Terminal of macOS don't, although programs around them may have left the variable that says so.
    """
    term, is_tmux = environ.get("TERM", ""), bool(environ.get("TMUX"))
    if environ.get("STY") or environ.get("TERM_PROGRAM") == "Apple_Terminal" or term.startswith(("linux", "eterm")):
        return False
    if term.startswith("screen") and not is_tmux:
        return False
    is_named = environ.get("COLORTERM") in ("truecolor", "24bit")
    return is_direct or is_named or (is_tmux and term.startswith(("tmux", "screen")))
