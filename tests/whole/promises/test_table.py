"""The page of promises is complete and true: 25 promises, each with tests that exist and a mutant that they notice."""

from __future__ import annotations

from tests.tools.mutants.__main__ import ROOT, is_stale
from tests.tools.mutants.catalogue import MUTANTS
from tests.whole.promises.table import PAGE, PROMISES, names_of, page


def test_every_promise_has_a_test_and_was_broken_once() -> None:
    assert sorted(PROMISES) == list(range(1, 26))
    for number in PROMISES:
        assert names_of(number), f"promise {number} has no test"
        assert any(mutant.promise == number for mutant in MUTANTS), f"promise {number} was never broken"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.whole.promises.table"


def test_every_mutant_can_be_made_and_names_tests_that_exist() -> None:
    for mutant in MUTANTS:
        assert not is_stale(mutant)
        for name in mutant.tests.split():
            path, _, test = name.partition("::")
            assert (ROOT / path).is_file(), name
            assert f"def {test}" in (ROOT / path).read_text("utf-8"), name


def test_a_mutant_whose_name_is_gone_is_reported() -> None:
    gone = MUTANTS[0]._replace(code="NO_SUCH_NAME = 1")
    assert "NO_SUCH_NAME" in is_stale(gone)
