"""The command line: how it reports errors, and which exit status each way to end has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from minesweeper.cli import main
from minesweeper.commands import show
from minesweeper.core.sizes import SpecError

ROOT = Path(__file__).parent.parent


def ends_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> int:
    """The exit status of a command that ends with an error."""

    def run(arguments: object) -> int:
        raise error

    monkeypatch.setattr(show, "run", run)
    return main(["show", "-"])


def test_bad_input_gets_one_sentence_but_program_errors_are_raised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends_with(monkeypatch, SpecError("'huge' is no board")) == 2
    assert capsys.readouterr().err == "minesweeper: 'huge' is no board.\n"
    for fault in (ValueError("a fault"), UnicodeDecodeError("ascii", b"\xff", 0, 1, "a fault")):
        with pytest.raises(ValueError, match="a fault"):
            ends_with(monkeypatch, fault)


@pytest.mark.parametrize(
    "command", ["play --board", "plain --board", "solve", "analyse", "show", "replay", "bench --boards"]
)
def test_an_unsuitable_file_is_named_by_every_command(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary,\ntoday I won.\n", "utf-8")
    assert main([*command.split(), str(diary)]) == 2
    assert f"minesweeper: '{diary}'" in capsys.readouterr().err


def test_a_closed_pipe_is_not_reported_as_an_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "minesweeper", "manual"]
    done = subprocess.run(command, cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def run(shell: str, **environ: str) -> tuple[int, str]:
    """Runs a command in a shell. Returns its exit status and its errors."""
    program = f'"{sys.executable}" -m minesweeper'
    command = ["sh", "-c", shell.replace("minesweeper", program, 1)]
    with TemporaryDirectory() as home:
        places = {"HOME": home, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", **environ}
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | places, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    return done.returncode, done.stderr.decode()


PRINTING = {"--version": "", "solve --help": "1", "stats": "", "plain beginner": "1"}
"""Commands, and whether Python keeps what they print until its end."""


@pytest.mark.posix("needs a shell and its devices")
@pytest.mark.parametrize("command", PRINTING)
def test_a_full_or_closed_output_is_reported_in_one_sentence(command: str) -> None:
    unbuffered = PRINTING[command]
    message = "minesweeper: the output can't be written: "
    if os.path.exists("/dev/full"):
        full = run(f"minesweeper {command} > /dev/full", PYTHONUNBUFFERED=unbuffered)
        assert full == (1, f"{message}No space left on device.\n")
    assert run(f"minesweeper {command} >&-", PYTHONUNBUFFERED=unbuffered) == (1, f"{message}it is closed.\n")


@pytest.mark.posix("needs a shell")
@pytest.mark.parametrize("command", ["solve - --mines 1", "history import -", "bench --boards -"])
def test_a_closed_input_is_reported_in_one_sentence(command: str) -> None:
    status, message = run(f"minesweeper {command} <&-")
    assert status == 2
    assert message.startswith("minesweeper: standard input can't be read: it is closed")
    assert message.count("\n") == 1


@pytest.mark.posix("needs a shell")
def test_commands_work_when_standard_error_is_closed() -> None:
    assert run("minesweeper generate beginner 2>&-") == (0, "")
    assert run("minesweeper generate nothing 2>&-") == (2, "")


@pytest.mark.parametrize("module", ["minesweeper.cli", "minesweeper.commands.table", "minesweeper.core.text"])
def test_ctrl_c_during_loading_shows_no_traceback(module: str) -> None:
    program = f"""
import runpy, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv[1:] = ["--version"]
runpy.run_module("minesweeper", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_package_loads_nothing_before_it_handles_ctrl_c() -> None:
    program = "import sys; before = set(sys.modules); import minesweeper.__main__; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"__future__", "minesweeper", "minesweeper.__main__"}
