"""What is said of guesses side by side: the chance to win in words, what one gives away, and why.

Only what was computed is claimed: how safe each is now, and the chance to win after it, which make up its chance. An
exact one is that of best play; an estimate is how often a bot wins, and is told as such.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum

from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent, percent_within, points, rough_percent, whole_margin
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.win_chance import GuessValue, GuessValues, best_chance

_SAME = 1e-9
"""Chances that differ by less are the same, but for rounding."""


def win_words(value: GuessValue) -> str:
    """The chance to win, ``61.3% win chance``, or an estimate, ``a bot wins about 61% +- 3``; nothing if not known."""
    text = win_text(value)
    if value.wins is None:
        return text and f"a bot wins {text}"
    return f"{text} win chance"


def win_text(value: GuessValue) -> str:
    """The same as a figure."""
    if value.wins is not None:
        return percent(*value.wins)
    return "" if value.chance is None else percent_within(value.chance, value.margin)


def win_figure(value: GuessValue) -> str:
    """The same in a column; of an estimate without its margin."""
    if value.wins is not None:
        return percent(*value.wins)
    return "" if value.chance is None else rough_percent(value.chance, exact=False)


def brief_win(value: GuessValue) -> str:
    """The same in few columns, ``wins 61.3%`` or ``bot wins ~61% +-3``."""
    if value.wins is not None:
        return f"wins {percent(*value.wins)}"
    if value.chance is None:
        return ""
    return f"bot wins {win_figure(value)} +-{whole_margin(value.margin)}"


def chance_to_show(
    position: Position, seconds: float, analysis: Analysis
) -> Generator[None, None, tuple[str, str] | None]:
    """The chance to win in a position in words and as a figure, with pauses; None if it is not known.

    Where it is not searched it is an estimate, if there are seconds to think.
    """
    best = yield from best_chance(analysis, seconds)
    return best and chance_words(best)


def chance_words(best: GuessValue) -> tuple[str, str] | None:
    """The chance to win with the best guess in words and as a figure; None if it is not known."""
    text = win_text(best)
    return (f"{'Best play' if best.wins else 'A bot'} wins {text}", win_figure(best)) if text else None


def guess_words(value: GuessValue, is_exact: bool = True) -> str:
    """The chance of a mine, which may not be exact, and that to win, such as ``12.5% mine risk; 61.3% win chance``."""
    risk, win = f"{percent(*value.odds, is_exact)} mine risk", win_words(value)
    return f"{risk}; {win}" if win else risk


def loss_words(value: GuessValue) -> str:
    """What a guess gives away against the best one: ``as good``, ``8.2 points less``; nothing if it is not known."""
    regret = value.regret
    if regret is None:
        return ""
    return f"{points(regret, value.is_exact)} points less" if regret else "as good"


def brief_loss(value: GuessValue) -> str:
    """The same in few columns, ``=`` or ``-8.2``; nothing if it is not known."""
    if value.regret is None:
        return ""
    return f"-{points(value.regret, value.is_exact).removeprefix('about ')}" if value.regret else "="


class Safety(Enum):
    """How safe a guess is against the best one."""

    SAFER = "safer"
    SAME = "as safe"
    RISKIER = "riskier"


def safety_of(found: GuessValues, value: GuessValue) -> Safety:
    """Compares how safe a guess is now with the best one."""
    more = value.safety - found.ranked[0].safety
    return Safety.SAME if abs(more) < _SAME else Safety.SAFER if more > 0 else Safety.RISKIER


def why_worse(found: GuessValues, value: GuessValue) -> str:
    """Compares a guess with the best one in a sentence; says nothing about that one itself."""
    best = found.ranked[0]
    if value.cell == best.cell:
        return ""
    safety = safety_of(found, value)
    now = f"{begin(safety.value)} now"
    if value.regret is None:
        return _why_ranked_lower(safety, value, best)
    if not value.regret:
        return _why_as_good(safety, value)
    if not value.safety:
        return "It is a mine."
    if safety is not Safety.RISKIER:
        return f"{now}, but {'its clue tells nothing' if value.clues == 1 else f'then {_then(value, best)}'}."
    if not value.is_exact:
        return "Riskier, with no benefit later."
    before, after = best.win_if_safe or 0.0, value.win_if_safe or 0.0
    if after > before + _SAME:
        return f"Riskier now, which costs more than it gains: then {_then(value, best)}."
    return f"Riskier now, and then {'no better' if after > before - _SAME else _then(value, best)}."


def why_in_short(found: GuessValues, value: GuessValue) -> str:
    """Compares a guess in a few words, such as ``safer, then 55.6%``: what is left to win once it was safe."""
    safety, best = safety_of(found, value), found.ranked[0]
    now = safety.value
    if value.regret is None:
        if value.score is None or best.score is None or value.score >= best.score:
            return now
        if _is_decided_by_fifty(value, best):
            return f"{now}, best may be a 50/50"
        return f"{now}, promises less" if value.promise < best.promise else now
    if not value.regret:
        return "as good"
    if not value.safety:
        return "a mine"
    if value.clues == 1 and safety is not Safety.RISKIER:
        return f"{now}, tells nothing"
    return f"{now}, then {_after(value) if value.is_exact else rough_percent(value.win_if_safe or 0.0, exact=False)}"


def _why_as_good(safety: Safety, value: GuessValue) -> str:
    now = f"{begin(safety.value)} now"
    if value.gap is not None and value.gap < 0:  # it lost the race, which is run on other layouts
        is_close = -value.gap <= value.gap_margin
        return f"{now}; its estimate came out higher{', by less than its margin' if is_close else ''}."
    if not value.is_exact:
        return f"{now}; equally good, as far as the estimate can tell."
    return {
        Safety.SAME: "Equally good.",
        Safety.SAFER: "Equally good: safer now, worse chances later.",
        Safety.RISKIER: "Equally good: riskier now, better chances later.",
    }[safety]


def _why_ranked_lower(safety: Safety, value: GuessValue, best: GuessValue) -> str:
    """Says without chances how safe a guess is, what comes next, and whether the best one may be a 50/50."""
    now = f"{begin(safety.value)} now"
    if value.score is None or best.score is None or value.score > best.score:
        return f"{now}."
    if value.score == best.score:
        return f"{now}, and equally promising."
    joint = "and" if safety is Safety.RISKIER else "but"
    if _is_decided_by_fifty(value, best):
        return f"{now}, {joint} the best guess may become a 50/50 anyway."
    if value.promise < best.promise:
        return f"{now}, {joint} less promising for the next moves."
    return f"{now}, and the next moves don't make up for that."


def _is_decided_by_fifty(value: GuessValue, best: GuessValue) -> bool:
    """Whether a guess that is ranked lower would not be, but for the chance that the best one becomes a 50/50."""
    return value.safety * value.promise >= best.safety * best.promise


def _then(value: GuessValue, best: GuessValue) -> str:
    """The chances to win after both guesses."""
    one, other = value.win_if_safe or 0.0, best.win_if_safe or 0.0
    if value.is_exact and best.is_exact:
        return f"{_after(value)} to win, not {_after(best)}"
    return f"about {rough_percent(one)} to win, not about {rough_percent(other)}"


def _after(value: GuessValue) -> str:
    """The exact chance to win once the guess was safe."""
    assert value.wins is not None
    (wins, layouts), (mined, whole) = value.wins, value.odds
    return percent(wins * whole, layouts * (whole - mined))
