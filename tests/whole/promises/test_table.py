"""The page of promises is complete: each of the 25 promises has tests and a mutant that they notice."""

from __future__ import annotations

import re

from tests.tools.mutants.__main__ import ROOT, is_stale
from tests.tools.mutants.catalogue import MUTANTS
from tests.whole.promises.table import HERE, PAGE, PROMISES, page


def test_promises_tests_and_mutants_have_the_same_numbers() -> None:
    tests = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    tested = {int(number) for number in re.findall(r"^def test_promise_(\d\d)_", tests, re.MULTILINE)}
    assert sorted(PROMISES) == list(range(1, 26))
    assert tested == set(PROMISES)
    assert {mutant.promise for mutant in MUTANTS if mutant.promise} == set(PROMISES)


def test_the_page_of_promises_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.whole.promises.table"


def test_every_mutant_can_be_made_and_names_existing_tests() -> None:
    for mutant in MUTANTS:
        assert not is_stale(mutant)
        for name in mutant.tests.split():
            path, _, test = name.partition("::")
            assert (ROOT / path).is_file(), name
            assert f"def {test}" in (ROOT / path).read_text("utf-8"), name


def test_a_mutant_of_code_that_is_gone_is_reported() -> None:
    gone = MUTANTS[0]._replace(code="NO_SUCH_NAME = 1")
    assert "NO_SUCH_NAME" in is_stale(gone)
