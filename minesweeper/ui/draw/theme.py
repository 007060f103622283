"""Styles -> colours and attributes, by two tables: a theme is a column, a role is a row.

A style is a role (``title``), or a role on the ground of another one (``flag on hidden``). Knows nothing of curses and
asks the terminal nothing; what a tile is made of is in `glyphs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

THEMES = ("classic", "high", "colour-blind", "mono")
BACKGROUNDS = ("dark", "light", "either")

# An entry is foreground/background, then b(old) d(im) u(nderline) r(everse). What is left out is the
# terminal's own ("own": all of it), or the page's where a theme paints the page. "=" repeats the entry to
# its left; "*" in the head stands for any. Colours for either background have middle brightness, 4:1 on black
# and on white alike; there the numbers of classic serve the colour-blind too: they lie no closer than those
# of the other columns. The tests compute the contrast of every style.
MANY_COLOURS = """
theme            classic   colour-blind  classic   classic  colour-blind  colour-blind  high
background       light     light         dark      either   dark          either        *
colours          256       256           256       256      256           256           256
n1               21        25            75        63       74            63            117
n2               22        23            77        28       43            28            120
n3               124       =             210       196      209           196           217
n4               18        90            141       98       175           98            183
n5               88        94            179       130      214           130           222
n6               23        24            44        30       227           30            87
n7               16        =             255       b        231           b             231
n8               240       =             248       243      249           243           252
hidden           240/252   =             250/239   =        =             =             16/250
hidden.odd       /253      =             /238      =        =             =             /251
opened,page      own       =             =         =        =             =             231/16
pressed          243       =             245       243      245           243           252
near             16/248    =             255/241   =        =             =             16/255
flag             124b      =             217b      =        222b          =             52b
question         19        =             153       =        =             =             16
flag.wrong       231/124b  16/208b       231/124b  =        16/208b       =             16/215b
mine             16/250    =             255/242   =        =             =             231/16b
boom             231/160b  16/202b       231/160b  =        16/202b       =             231/124b
done             242       =             245       243      245           243           250
over             124b      =             210b      196b     214b          130b          217b
proof            16/117    =             =         =        =             =             16/123
safe             16/114    16/75         16/114    =        16/75         =             16/120
danger           16/210    16/208        16/210    =        16/208        =             231/124
proposal         16/183b   =             =         =        =             =             16/219b
if.mine          90/252    =             183/239   =        222/239       =             16/183
if.safe          22/252    =             120/239   =        117/239       =             16/157
violated         231/160b  16/202b       231/160b  =        16/202b       =             231/124b
guess            16/222    =             =         =        =             =             16/228
heat.0           16/114    16/75         16/114    =        16/75         =             16/114
heat.1           16/150    16/153        16/150    =        16/153        =             16/150
heat.2           16/222    16/255        16/222    =        16/255        =             16/222
heat.3           16/215    16/222        16/215    =        16/222        =             16/215
heat.4           16/210    16/214        16/210    =        16/214        =             16/210
heat.0.odd       /108      /74           /108      =        /74           =             /108
heat.1.odd       /144      /152          /144      =        /152          =             /144
heat.2.odd       /186      /253          /186      =        /253          =             /186
heat.3.odd       /179      /221          /179      =        /221          =             /179
heat.4.odd       /174      /208          /174      =        /208          =             /174
cursor           231/19b   =             16/226b   =        16/227b       =             16/226b
border,text.dim  242       =             245       243      245           243           252
text             own       =             =         =        =             =             =
title,key        b         =             =         =        =             =             =
selected         231/240   =             16/250    =        =             =             16/226
bad              124       =             210       196      214           130           217
good             22        25            114       28       117           27            120
bar              25        =             75        63       75            63            117
mark             16b       =             220b      =        227b          =             226b
logo             252       =             239       =        =             =             250
logo.odd         253       =             238       =        =             =             251
"""

# Their shades are the terminal's choice, so: no grey tiles (8 differs too much between palettes), the own
# colour where green or cyan would be pale on white, and the eight bold on black, which most terminals brighten.
FEW_COLOURS = """
theme              high   *     *      high  *     *      mono
background         *      dark  light  *     dark  light  *
colours            16     16    16     8     8     8      0
n1                 12     =     4      6b    =     4      own
n2                 10     =     own    2b    =     own    own
n3                 9      =     1      1b    =     1      own
n4                 13     =     5      5b    =     5      own
n5                 11     =     1      3b    =     1      own
n6                 14     =     own    6b    =     own    own
n7                 15     =     0      7b    =     0      own
n8                 7      =     8      7b    =     own    own
hidden,hidden.odd  own    =     =      =     =     =      =
opened,page        15/0   own   =      7/0   own   =      =
pressed            7      =     8      own   d     =      own
near               u      =     =      =     =     =      =
flag               9b     =     1b     =     =     =      b
question           14     =     4      6     =     4      own
flag.wrong         15/1b  =     =      7/1b  =     =      bu
mine               15b    =     0b     b     =     =      =
boom               15/1b  =     =      7/1b  =     =      bu
done               7      7d    8      own   d     =      d
over               9b     =     1b     =     =     =      bu
proof              0/6    =     =      =     =     =      bu
safe               0/2    =     =      =     =     =      b
danger             15/1   =     =      7/1b  =     =      b
proposal           0/5    =     =      =     =     =      b
if.mine            13     =     5      5b    =     5      u
if.safe            10     =     u      2     =     u      =
violated           15/1b  =     =      7/1b  =     =      bu
guess              0/3    =     =      =     =     =      bu
heat.0,heat.0.odd  0/2    =     =      =     =     =      own
heat.1,heat.1.odd  0/2    =     =      =     =     =      own
heat.2,heat.2.odd  0/3    =     =      =     =     =      own
heat.3,heat.3.odd  0/3    =     =      =     =     =      own
heat.4,heat.4.odd  15/1   =     =      7/1b  =     =      own
cursor             0/11   =     15/4   0/7   =     7/0    r
border,text.dim    7      =     8      own   =     =      =
text               own    =     =      =     =     =      =
title,key          b      =     =      =     =     =      =
selected           0/7    =     15/0   0/7   =     7/0    r
bad                9      =     1      1b    =     =      b
good               10     =     b      2b    =     b      =
bar                12     =     4      6b    =     4      own
mark               b      =     =      =     =     =      =
logo,logo.odd      own    =     =      =     =     =      =
"""


class Look(NamedTuple):
    """How a style is drawn: colour indices (None: the terminal's own) and attributes."""

    fg: int | None = None
    bg: int | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


class Palette(dict[str, Look]):
    """The look of every role; that of a role on the ground of another one is made of both."""

    def __missing__(self, style: str) -> Look:
        """The colour and the attributes of the role, on the background of the ground.

        A role without a colour of its own takes the ground's. To reverse is what a ground does without colours.
        """
        role_name, _, ground_name = style.partition(" on ")
        if not ground_name:
            raise KeyError(style)
        role, ground, page = self[role_name], self[ground_name], self["page"]
        fg = ground.fg if role.fg == page.fg else role.fg
        return role._replace(fg=fg, bg=ground.bg, reverse=ground.reverse)


def read_column(table: str, wanted: tuple[str, str, str]) -> dict[str, str]:
    """The entry of every role in the first column of a table that is meant for what is wanted."""
    rows = [line.split() for line in table.strip().splitlines()]
    for row in rows:
        if len(row) != len(rows[0]):
            raise ValueError(f"the row {row[0]!r} of a theme table has {len(row)} words, not {len(rows[0])}")
    heads = list(zip(*rows[:3], strict=True))
    place = next(
        place
        for place, head in enumerate(heads)
        if place and all(have in ("*", want) for have, want in zip(head, wanted, strict=True))
    )
    column: dict[str, str] = {}
    for names, *entries in rows[3:]:
        entry = next(entry for entry in reversed(entries[:place]) if entry != "=")
        column |= dict.fromkeys(names.split(","), entry)
    return column


def _look(entry: str, page: Look) -> Look:
    """An entry of a table, on a page."""
    colours = entry.rstrip("bdur")
    marks = entry[len(colours) :]
    fg, _, bg = colours.removeprefix("own").partition("/")
    return Look(
        int(fg) if fg else page.fg,
        int(bg) if bg else page.bg,
        *(mark in marks for mark in "bdur"),
    )


@cache
def palette(theme: str, background: str, colours: int) -> Mapping[str, Look]:
    """The look of every style, in a theme of THEMES, on one of BACKGROUNDS, with 0, 8, 16 or 256 colours."""
    for value, allowed in ((theme, THEMES), (background, BACKGROUNDS), (colours, (0, 8, 16, 256))):
        if value not in allowed:
            raise ValueError(f"{value!r} is none of {', '.join(map(str, allowed))}")
    if colours < 256 and background == "either":
        background = "dark"  # few colours have no shades of middle brightness, and most terminals are dark
    if colours == 0 or theme == "mono":
        theme, colours = "mono", 0
    column = read_column(MANY_COLOURS if colours == 256 else FEW_COLOURS, (theme, background, str(colours)))
    page = _look(column["page"], Look())
    return MappingProxyType(Palette({role: _look(entry, page) for role, entry in column.items()}))


def background_from(environ: Mapping[str, str]) -> str:
    """The background that COLORFGBG tells of: light, dark, or either when it says nothing."""
    last = environ.get("COLORFGBG", "").rpartition(";")[2]
    if not last.isdecimal():
        return "either"
    return "light" if last in ("7", "9", "10", "11", "12", "13", "14", "15") else "dark"


def colours_from(environ: Mapping[str, str], reported: int) -> int:
    """How many colours to use, 0, 8, 16 or 256, of those the terminal reports."""
    if environ.get("NO_COLOR"):
        return 0
    if reported > 32767:
        return 8  # direct colour: from 8 up an index is red, green and blue, not an entry of the palette
    # The 88 colours of old terminals have a cube of their own: only the first 16 are the same.
    return next((count for count in (256, 16, 8) if reported >= count), 0)
