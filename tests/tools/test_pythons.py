"""The tool that runs the tests with every Python: which runs it plans, and how it reports their results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tools import pythons
from tests.tools.pythons import Suite, suites_for
from tests.tools.release import answers

OLD, OWN, NEW = Path("old"), Path("own"), Path("new")


def test_every_python_runs_all_tests_the_newest_in_development_mode() -> None:
    assert suites_for({"3.12": NEW, "3.11": OWN, "3.9": OLD}, "3.11") == [
        Suite("3.9", OLD),
        Suite("3.12", NEW, is_development=True),
    ]


def test_a_single_python_runs_the_tests_again_in_development_mode() -> None:
    assert suites_for({"3.11": OWN}, "3.11") == [Suite("3.11", OWN, needs_environment=False, is_development=True)]


@pytest.mark.posix("writes a program for the shell")
def test_a_python_that_cannot_make_virtual_environments_is_not_used(tmp_path: Path) -> None:
    python, minor = tmp_path / "python", sys.version_info[1]
    for missing, is_used in (("ensurepip", False), ("venv", False), ("nothing", True)):
        python.write_text(
            f"""#!/bin/sh\nexec {sys.executable} -c "import sys; sys.modules['{missing}'] = None; $2"\n"""
        )
        python.chmod(0o755)
        assert answers(python, minor) is is_used
        assert not answers(python, minor + 1)


def test_a_failure_in_one_python_is_reported_after_the_other_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = f"3.{sys.version_info[1]}"
    monkeypatch.setattr(pythons, "pythons", lambda: {"3.8": OLD, "3.9": OLD, own: OWN})

    def run_suite(suite: Suite, arguments: Sequence[str], folder: Path) -> bool:
        return suite.version != "3.8"

    monkeypatch.setattr(pythons, "run_suite", run_suite)
    assert pythons.main([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:4] == ["FAILED Python 3.8", "ok     Python 3.9 -X dev"]
    assert lines[4].startswith("Not found here, or unable to make an environment: 3.1")
    assert own not in lines[4]
