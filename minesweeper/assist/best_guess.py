"""Finds the best guess of a position and guesses to compare with it, and explains them in words.

A sentence claims only what was computed: how safe a guess is now and the win chance after it. An exact win chance is
that of best play. An estimate is how often a bot wins, and the text says so.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum

from minesweeper.assist.naming import Naming, name_cell
from minesweeper.core.position import Position
from minesweeper.core.text import (
    capitalise,
    percent,
    percent_within,
    points,
    points_figure,
    rough_percent,
    say_percent,
    say_rough,
    whole_margin,
)
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import GuessKind
from minesweeper.solvers.win_chance import GuessComparison, GuessValue, best_chance, guess_to_show

_SAME = 1e-9
"""Chances that differ by less are equal except for rounding."""


def find_guess(
    position: Position, think: float, previous: Analysis | None = None, is_fair: bool = False, near: int | None = None
) -> Generator[None, None, GuessComparison]:
    """Finds the best move within ``think`` seconds, and the guesses to compare with it.

    On a fair board all guesses are equally good, and the best one is the nearest to the cell ``near``.
    """
    analysis = yield from analyse(position, previous)
    return (yield from guess_to_show(analysis, think, is_fair, near))


def guess_sentence(comparison: GuessComparison, number: int = 0) -> str:
    """Rates a candidate in a sentence, and explains why it ranks below the best guess, number 0."""
    shown = comparison.ranked[number]
    grid, is_exact = comparison.position.grid, comparison.best.is_exact
    place, words = name_cell(grid, shown.cell), guess_words(shown, is_exact)
    if comparison.best.kind is GuessKind.FAIR:
        return f"Nothing can be proved, so {_fair_forms(place)[0]}"
    if number:
        loss = f", {loss_words(shown)}" if shown.regret else ""
        return f"{capitalise(place)}: {words}{loss}. {why_worse(comparison, shown)}"
    return f"Best guess: {place}, {words}." if shown.odds[0] else f"No guess is needed: {place} is safe."


def marked_guess_forms(comparison: GuessComparison, mark: str) -> list[str]:
    """Rates the best guess in forms for a screen that marks its cell, longest first."""
    best, is_exact = comparison.ranked[0], comparison.best.is_exact
    if comparison.best.kind is GuessKind.FAIR:
        return [f"Nothing can be proved, so {_fair_forms(mark)[0]}", *_fair_forms(mark)]
    if not best.odds[0]:
        return [f"{mark} is safe: no guess is needed.", f"{mark} is safe."]
    verdict, odds, win = f"{mark} is the best guess", percent(*best.odds, is_exact), brief_win(best)
    forms = [f"{verdict}: {guess_words(best, is_exact)}.", f"{verdict}: {odds} risk, {win}." if win else ""]
    return [*filter(None, forms), f"{mark} best: {odds}\n{win}" if win else f"{mark} best: {odds}."]


def _fair_forms(cell: str) -> list[str]:
    """Says which guess is played on a fair board, where others are as good."""
    return [f"{cell} survives, like any cell that isn't proved a mine.", f"{cell} survives."]


def guess_forms(comparison: GuessComparison, number: int = 0) -> list[str]:
    """Rates a candidate in forms for a screen, longest first; the last forms fit the smallest screens.

    These have two lines, with the cell between them.
    """
    shown, is_exact = comparison.ranked[number], comparison.best.is_exact
    sentence, short = guess_sentence(comparison, number), name_cell(comparison.position.grid, shown.cell, Naming.SHORT)
    if comparison.best.kind is GuessKind.FAIR:
        return [sentence, *_fair_forms(short)]
    odds, words, win = percent(*shown.odds, is_exact), guess_words(shown, is_exact), brief_win(shown)
    if number:
        rank = f"{number + 1}/{len(comparison.ranked)}"
        name, safety = f"{rank} {short}", safety_of(comparison, shown).value
        loss = f", {loss_words(shown)}" if shown.regret is not None else ""
        return [
            f"{rank}  {sentence}",
            f"{name}: {words}{loss}; {safety}.",
            f"{name}: {words}{loss}.",
            f"{name} {odds} {brief_loss(shown)}".rstrip() + f"\n{win or safety}",
            f"{name}: {odds}\n{win or safety}",
        ]
    if not shown.odds[0]:
        return [sentence, f"{short} is safe."]
    if not win:
        return [sentence, f"Best guess: {short}, {odds}."]
    return [sentence, f"Best: {short}, {words}.", f"Best {short}: {odds}\n{win}"]


def win_words(value: GuessValue) -> str:
    """Writes the win chance, ``61.3% win chance`` or ``a bot wins about 61%, give or take 3``; empty if unknown."""
    text = win_text(value)
    if value.wins is None:
        return text and f"a bot wins {text}"
    return f"{text} win chance"


def win_text(value: GuessValue) -> str:
    """Writes the win chance for a sentence, with the margin of an estimate."""
    if value.wins is not None:
        return say_percent(*value.wins)
    return "" if value.chance is None else percent_within(value.chance, value.margin)


def win_figure(value: GuessValue) -> str:
    """Writes the win chance for a column, without the margin of an estimate."""
    if value.wins is not None:
        return percent(*value.wins)
    return "" if value.chance is None else rough_percent(value.chance, exact=False)


def brief_win(value: GuessValue) -> str:
    """Writes the win chance in few columns, ``wins 61.3%`` or ``bot wins ~61% +-3``."""
    if value.chance is None:
        return ""
    return f"{'wins' if value.wins else 'bot wins'} {win_range(value)}"


def win_range(value: GuessValue) -> str:
    """Writes the win chance for a column, with the margin of an estimate: ``61.3%`` or ``~61% +-3``."""
    figure = win_figure(value)
    return f"{figure} +-{whole_margin(value.margin)}" if figure and value.wins is None else figure


def chance_to_show(
    position: Position, seconds: float, analysis: Analysis
) -> Generator[None, None, tuple[str, str] | None]:
    """Finds the win chance of a position as a sentence and as a figure, step by step; None if unknown.

    Where no exact search is possible, the chance is estimated if ``seconds`` allows it.
    """
    best = yield from best_chance(analysis, seconds)
    return best and chance_words(best)


def chance_words(best: GuessValue) -> tuple[str, str] | None:
    """Writes the win chance of the best guess as a sentence and as a figure; None if unknown."""
    text = win_text(best)
    return (f"{'Best play' if best.wins else 'A bot'} wins {text}", win_figure(best)) if text else None


def guess_words(value: GuessValue, is_exact: bool = True) -> str:
    """Writes mine risk and win chance, such as ``12.5% mine risk; 61.3% win chance``."""
    risk, win = f"{say_percent(*value.odds, is_exact)} mine risk", win_words(value)
    return f"{risk}; {win}" if win else risk


def loss_words(value: GuessValue) -> str:
    """Writes how much a guess gives away: ``as good``, ``8.2 points less``; empty if unknown."""
    regret = value.regret
    if regret is None:
        return ""
    return f"{points(regret, value.is_exact)} points less" if regret else "as good"


def brief_loss(value: GuessValue) -> str:
    """Writes how much a guess gives away in few columns, ``=`` or ``-8.2``; empty if unknown."""
    if value.regret is None:
        return ""
    return f"-{points_figure(value.regret, value.is_exact)}" if value.regret else "="


class Safety(Enum):
    """How safe a guess is compared with the best guess."""

    SAFER = "safer"
    SAME = "as safe"
    RISKIER = "riskier"


def safety_of(comparison: GuessComparison, value: GuessValue) -> Safety:
    """Compares the safety of a guess with that of the best guess."""
    more = value.safety - comparison.ranked[0].safety
    return Safety.SAME if abs(more) < _SAME else Safety.SAFER if more > 0 else Safety.RISKIER


def why_worse(comparison: GuessComparison, value: GuessValue) -> str:
    """Compares a guess with the best guess in a sentence; empty for the best guess itself."""
    best = comparison.ranked[0]
    if value.cell == best.cell:
        return ""
    safety = safety_of(comparison, value)
    now = f"{capitalise(safety.value)} now"
    if value.regret is None:
        return _why_ranked_lower(safety, value, best)
    if not value.regret:
        return _why_as_good(safety, value)
    if not value.safety:
        return "It is a mine."
    if safety is not Safety.RISKIER:
        return f"{now}, but {'its clue reveals nothing' if value.clues == 1 else f'then {_then(value, best)}'}."
    if not value.is_exact:
        return "Riskier, with no benefit later."
    before, after = best.win_if_safe or 0.0, value.win_if_safe or 0.0
    if after > before + _SAME:
        return f"Riskier now, which costs more than it gains: then {_then(value, best)}."
    return f"Riskier now, and then {'no better' if after > before - _SAME else _then(value, best)}."


def _why_as_good(safety: Safety, value: GuessValue) -> str:
    now = f"{capitalise(safety.value)} now"
    if value.gap is not None and value.gap < 0:  # the guess lost the comparison, which runs on other layouts
        is_close = -value.gap <= value.gap_margin
        return f"{now}; its estimate came out higher{', by less than its margin' if is_close else ''}."
    if not value.is_exact:
        return f"{now}; equally good, as far as the estimate shows."
    return {
        Safety.SAME: "Equally good.",
        Safety.SAFER: "Equally good: safer now, worse chances later.",
        Safety.RISKIER: "Equally good: riskier now, better chances later.",
    }[safety]


def _why_ranked_lower(safety: Safety, value: GuessValue, best: GuessValue) -> str:
    """Explains a lower rank without win chances: safety, progress, and whether the best guess may become a 50/50."""
    now = f"{capitalise(safety.value)} now"
    if value.score is None or best.score is None or value.score > best.score:
        return f"{now}."
    if value.score == best.score:
        return f"{now}, and equally promising."
    joint = "and" if safety is Safety.RISKIER else "but"
    if value.safety * value.promise >= best.safety * best.promise:  # only the chance of a 50/50 decides
        return f"{now}, {joint} the best guess may become a 50/50 anyway."
    if value.promise < best.promise:
        return f"{now}, {joint} less promising for the next moves."
    return f"{now}, and the next moves don't make up for that."


def _then(value: GuessValue, best: GuessValue) -> str:
    """Writes the win chances after both guesses."""
    one, other = value.win_if_safe or 0.0, best.win_if_safe or 0.0
    if value.is_exact and best.is_exact:
        return f"{_after(value)} to win, not {_after(best)}"
    return f"{say_rough(one, exact=False)} to win, not {say_rough(other, exact=False)}"


def _after(value: GuessValue) -> str:
    """Writes the exact win chance once the guess was safe."""
    assert value.wins is not None
    (wins, layouts), (mined, whole) = value.wins, value.odds
    return say_percent(wins * whole, layouts * (whole - mined))
