"""Styles -> colours and attributes, by two tables: a theme is a column, a role is a row.

A style is a role (``title``), or a role on the ground of another one (``flag on hidden``). Knows nothing of curses and
asks the terminal nothing; what a tile is made of is in `glyphs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

THEMES = ("classic", "high", "colour-blind", "gruvbox", "dracula", "solarized", "mono")
BACKGROUNDS = ("dark", "light", "either")

# An entry is foreground/background, then b(old) d(im) u(nderline) r(everse). What is left out is the
# terminal's own ("own": all of it), or the page's where a theme paints the page. "=" repeats the entry to
# its left; "*" in the head stands for any. The board paints its own ground, `opened` (the well) and `hidden`, so it
# has full colours on any background; what stands on the page of an unknown one has middle brightness, 3.6:1 on black
# and on white alike. `ruler.lit` is the cursor's colour on the page, `mark` the same on a ground (`mark on selected`),
# `cap` the gap between large tiles, `pill.end` the ground of the pill as a colour. Saturated are only numbers, flags,
# results and what a solver proves. The tests compute the contrast of every style.
MANY_COLOURS = """
theme        classic  colour-blind classic  classic colour-blind colour-blind high     gruvbox  dracula  solarized
background   light    light        dark     either  dark         either       *        *        *        *
colours      256      256          256      256     256          256          256      256      256      256
n1           26b      25b          75b      =       74b          =            117b     109b     117b     26b
n2           28b      23b          113b     =       43b          =            120b     142b     84b      28b
n3           160b     124b         203b     =       209b         =            217b     167b     203b     160b
n4           91b      90b          141b     =       175b         =            183b     175b     141b     61b
n5           130b     94b          215b     =       214b         =            222b     214b     215b     130b
n6           23b      24b          80b      =       227b         =            87b      108b     123b     23b
n7           16b      =            231b     =       =            =            =        230b     231b     235b
n8           240b     =            250b     =       249b         =            252b     248b     252b     241b
n1.done      67       =            =        =       =            =            75       66       67       =
n2.done      65       66           65       =       36           =            77       100      71       65
n3.done      131      =            =        =       =            =            174      131      =        =
n4.done      97       96           97       =       96           =            140      96       97       =
n5.done      137      136          137      =       136          =            179      136      137      =
n6.done      66       67           66       =       143          =            44       65       73       66
n7.done      243      =            246      =       =            =            250      245      247      243
n8.done      245      =            242      =       =            =            246      242      244      245
opened       236/231  =            252/232  =       =            =            231/16   223/233  255/234  235/230
hidden       247/251  =            241/237  =       =            =            246/237  242/238  103/60   144/187
hidden.odd   247/252  =            241/236  =       =            =            246/236  242/237  103/60   144/187
cap          231      =            232      =       =            =            16       233      234      230
page         own      =            =        =       =            =            231/16   223/235  255/236  240/230
pressed      243      =            245      =       =            =            252      246      146      242
near         16/248   =            255/241  =       =            =            16/250   230/241  231/61   235/180
flag         124b     16b          203b     =       222b         =            224b     203b     218b     124b
flag.won     22/157b  16/153b      120/22b  =       16/75b       =            16/120b  235/142b 236/84b  22/157b
question     19       =            153      =       =            =            230      152      195      19
flag.wrong   16/214b  16/208b      16/214b  =       16/208b      =            16/215b  16/208b  16/215b  16/214b
mine         236      =            252      =       =            =            230b     230      231      235
boom         231/160b 16/202b      231/160b =       16/202b      =            231/124b 230/124b 231/160b =
done         243      =            245      =       =            =            250      245      247      243
over         124b     =            210b     =       214b         =            217b     203b     210b     124b
proof        16/117b  =            =        =       =            =            16/123b  235/109b 236/117b 16/117b
safe         231/28b  231/25b      16/114b  =       16/75b       =            16/120b  235/142b 236/84b  231/28b
danger       231/124b 16/208b      231/124b =       16/208b      =            231/124b =        =        =
proposal     16/183b  =            =        =       =            =            16/219b  235/175b 16/141b  16/183b
if.mine      90       =            183      =       222          =            225      182      225      90
if.safe      22       =            120      =       117          =            157      149      157      22
violated     231/160b 16/202b      231/160b =       16/202b      =            231/124b 230/124b 231/160b =
guess        16/222b  =            =        =       =            =            16/228b  235/223b 16/222b  =
heat.0       16/157b  16/153b      194/22b  =       231/25b      =            16/114b  194/22b  =        16/157b
heat.1       16/229b  16/195b      230/58b  =       231/24b      =            16/150b  230/58b  =        16/229b
heat.2       16/222b  16/230b      231/94b  =       231/59b      =            16/222b  231/94b  =        16/222b
heat.3       16/215b  16/222b      231/130b =       16/136b      =            16/215b  231/130b =        16/215b
heat.4       16/210b  16/214b      231/88b  =       16/208b      =            16/210b  231/88b  =        16/210b
heat.0.last  22/157   16/153       120/22   =       195/25       =            16/114   120/22   =        22/157
heat.1.last  58/229   16/195       227/58   =       195/24       =            16/150   227/58   =        58/229
heat.2.last  58/222   16/230       229/94   =       230/59       =            16/222   229/94   =        58/222
heat.3.last  52/215   52/222       230/130  =       16/136       =            16/215   230/130  =        52/215
heat.4.last  52/210   52/214       217/88   =       16/208       =            16/210   217/88   =        52/210
cursor       16       =            220      =       227          =            226      214      228      125
cursor.full  231/16b  =            16/220b  =       16/227b      =            16/226b  16/214b  16/228b  231/125b
border       246      =            240      243     240          243          252      241      61       245
frame.won    28b      25b          114b     28b     117b         32b          120b     142b     84b      28b
frame.lost   124b     =            210b     196b    214b         130b         217b     203b     210b     124b
ruler        243      =            244      243     244          243          252      246      103      242
ruler.lit    16b      =            220b     b       227b         b            226b     214b     228b     125b
text.dim     242      =            245      243     245          243          252      246      146      242
text         own      =            =        =       =            =            =        =        =        =
title,key    b        =            =        =       =            =            =        230b     231b     235b
selected     16/253b  =            231/236b =       =            =            231/239b 230/237b 231/239b 235/187b
mark         16b      =            220b     =       227b         =            226b     214b     228b     125b
pill         16/253b  =            231/235b =       =            =            231/236b 230/237b 231/239b 235/187b
pill.end     253      =            235      =       =            =            236      237      239      187
bad          124b     =            210b     196b    214b         130b         217b     203b     210b     124b
good         22b      25b          114b     28b     117b         32b          120b     142b     84b      28b
banner.won   231/28b  231/25b      16/114b  =       16/75b       =            16/120b  235/142b 236/84b  231/28b
banner.lost  231/124b 16/208b      231/124b =       16/208b      =            231/124b 230/124b 231/160b 230/160b
bar          25       =            75       63      75           63           117      109      117      26
logo         251      =            237      =       =            =            =        238      60       187
logo.odd     252      =            236      =       =            =            =        237      60       187
"""

# Their shades are the terminal's choice, so: no grey tiles (8 differs too much between palettes), the own
# colour where green or cyan would be pale on white, and the eight bold on black, which most terminals brighten.
FEW_COLOURS = """
theme                                 high   *     *      high  *     *      mono
background                            *      dark  light  *     dark  light  *
colours                               16     16    16     8     8     8      0
n1                                    12b    =     4b     6b    =     4b     b
n2                                    10b    =     b      2b    =     b      b
n3                                    9b     =     1b     1b    =     1b     b
n4                                    13b    =     5b     5b    =     5b     b
n5                                    11b    =     1b     3b    =     1b     b
n6                                    14b    =     b      6b    =     b      b
n7                                    15b    =     0b     7b    =     0b     b
n8                                    7b     =     8b     7b    =     b      b
n1.done,n2.done,n3.done,n4.done       7      7d    8      own   d     =      d
n5.done,n6.done,n7.done,n8.done,done  7      7d    8      own   d     =      d
hidden,hidden.odd                     d      =     =      =     =     =      =
opened,page                           15/0   own   =      7/0   own   =      =
cap,pill.end                          own    =     =      =     =     =      =
pressed                               7      =     8      own   d     =      own
near                                  u      =     =      =     =     =      =
flag                                  9b     =     1b     =     =     =      b
flag.won                              10b    =     b      2b    =     b      b
question                              14     =     4      6     =     4      own
flag.wrong                            15/1b  =     =      7/1b  =     =      bu
mine                                  15b    =     0b     b     =     =      =
boom                                  15/1b  =     =      7/1b  =     =      bu
over                                  9b     =     1b     =     =     =      bu
proof                                 0/6    =     =      =     =     =      bu
safe                                  0/2    =     =      =     =     =      b
danger                                15/1   =     =      7/1b  =     =      b
proposal                              0/5    =     =      =     =     =      b
if.mine                               13     =     5      5b    =     5      u
if.safe                               10     =     u      2     =     u      =
violated                              15/1b  =     =      7/1b  =     =      bu
guess                                 0/3    =     =      =     =     =      bu
heat.0,heat.0.last                    0/2    =     =      =     =     =      own
heat.1,heat.1.last                    0/6    =     =      =     =     =      own
heat.2,heat.2.last                    0/3    =     =      =     =     =      own
heat.3,heat.3.last                    15/5   =     =      7/5b  =     =      own
heat.4,heat.4.last                    15/1   =     =      7/1b  =     =      own
cursor,cursor.full                    0/11   =     15/4   0/7   =     7/0    r
border,text.dim,ruler                 7      =     8      own   =     =      =
frame.won                             10b    =     2b     2b    =     =      b
frame.lost                            9b     =     1b     1b    =     =      b
text                                  own    =     =      =     =     =      =
title,key,ruler.lit,mark,pill         b      =     =      =     =     =      =
selected                              0/7    =     15/0   0/7   =     7/0    r
bad                                   9      =     1      1b    =     =      b
good                                  10     =     b      2b    =     b      =
banner.won                            0/2    =     =      =     =     =      br
banner.lost                           15/1b  =     =      7/1b  =     =      br
bar                                   12     =     4      6b    =     4      own
logo,logo.odd                         own    =     =      =     =     =      =
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
