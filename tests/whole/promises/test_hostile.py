"""Promise 25: hostile files, names and texts are refused, and no byte of them reaches the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.storage.test_database import with_a_game
from tests.tools.terminal.session import ROOT, Terminal
from tests.whole.promises.playing import PLAY, UNTOUCHED

PAYLOAD = "\x1b]0;owned\x07\x1b[2J\x1b[?1000h\u202egnp\u2066\x9b31m"
MARKS = (b"owned\x07", b"\x1b]0;", "\u202e".encode(), "\u2066".encode(), b"\xc2\x9b")
"""Parts of the payload that must not appear in any output."""
DEEP = "[" * 100_000
FILES = {
    "payload.txt": PAYLOAD.encode(),
    "payload.mine": f"3x3x1\n{PAYLOAD}\n".encode(),
    "payload.mbf": PAYLOAD.encode(),
    "payload.rawvf": f"RawVF_Version: {PAYLOAD}\nPlayer: {PAYLOAD}\nWidth: {PAYLOAD}\nBoard:\n".encode(),
    "payload.jsonl": json.dumps({"w": PAYLOAD, "h": 3, "start": 0, "mines": [PAYLOAD]}).encode(),
    "payload.json": json.dumps({"version": 1, "board": PAYLOAD, "moves": [[PAYLOAD]], PAYLOAD: 1}).encode(),
    "deep.json": f'{{"version": {DEEP}'.encode(),
    "huge.mine": b"9999999x9999999x1\nH\n",
    "huge.jsonl": b'{"w": 99999999, "h": 99999999, "start": 0, "mines": []}',
    "bomb.json": zlib.compress(b"[" * (32 << 20)),
    "nul.txt": b"\0" * 1000,
    "empty.txt": b"",
    f"name {PAYLOAD.replace('/', '')}.txt": b"no board",
}
MEMORY = 250 << 20


def clean(output: bytes) -> None:
    """Checks that nothing of the payload is in the output."""
    for mark in MARKS:
        assert mark not in output, output


PROGRAM = f"""
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
from minesweeper.cli import main
for argv in json.loads(sys.argv[1]):
    try:
        status = main(argv)
    except SystemExit as stop:
        status = stop.code
    print("STATUS", status, ascii(argv)[-60:], flush=True)
"""


def run(home: Path, *commands: list[str], stdin: bytes = b"") -> list[str]:
    """Runs commands one after the other in a process with limited memory. None may raise or print a payload."""
    environ = os.environ | {"HOME": str(home), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        environ.pop(name, None)
    command = [sys.executable, "-c", PROGRAM, json.dumps(commands)]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, env=environ, cwd=home)
    clean(done.stdout)
    clean(done.stderr)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert done.returncode == 0, done.stderr.decode()
    messages = [line for line in done.stdout.decode().splitlines() if line.startswith("STATUS")]
    assert len(messages) == len(commands)
    for line in messages:
        assert line.split()[1] in ("0", "1", "2"), line
    return done.stdout.decode().splitlines()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A home with all hostile files. No file may appear outside the folders of the program."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    before = set(os.listdir(tmp_path))
    yield tmp_path
    assert set(os.listdir(tmp_path)) - before <= {".local", ".config"}
    for name, content in FILES.items():
        assert (tmp_path / name).read_bytes() == content


COMMANDS = ["show", "solve --mines 1", "play --board", "replay", "history import", "plain --board"]
COMMANDS += ["bench --boards", "bench --merge"]
ARGUMENTS = [
    ["play", PAYLOAD],
    ["play", "--board", PAYLOAD],
    ["play", "--board", f"ms1-{PAYLOAD}"],
    ["replay", PAYLOAD],
    ["replay", "../../../../etc/passwd"],
    ["show", "/dev/zero"],
    ["solve", "/dev/zero", "--mines", "1"],
    ["replay", "/dev/zero"],
    ["show", "."],
    [PAYLOAD],
    ["bench", "--boards", PAYLOAD],
    ["generate", PAYLOAD],
    ["--config", PAYLOAD, "settings"],
    ["play", "9" * 50_000],
]


@pytest.mark.posix("needs limits")
def test_promise_25_hostile_files_and_arguments_get_one_sentence(home: Path) -> None:
    files = [str(path) for path in sorted(home.iterdir()) if path.is_file()]
    run(home, *([*command.split(), path] for command in COMMANDS for path in files), *ARGUMENTS)


@pytest.mark.posix("needs pipes with names")
@pytest.mark.parametrize("is_pipe", [True, False], ids=["named pipe", "terminal device"])
@pytest.mark.parametrize(
    ("folder", "name", "reason"),
    [
        (".config", "themes/mine.json", "can't be read: it isn't a regular file."),
        (".config", "settings.json", "can't be read: it isn't a regular file."),
        (".config", "settings.json.bak", "The defaults are in force."),
        (".local/share", "games.db", "isn't a regular file."),
        (".local/share", "games.db-journal", "games.db-journal isn't a regular file."),
        (".local/share", "games.db-wal", "games.db-wal isn't a regular file."),
        (".local/share", "games.db.backup-20260101-000000", "its games can't be counted"),
    ],
)
def test_promise_25_endless_files_are_refused_without_waiting(
    folder: str, name: str, reason: str, is_pipe: bool, tmp_path: Path
) -> None:
    path = tmp_path / folder / "minesweeper" / name
    path.parent.mkdir(parents=True)
    if folder == ".local/share" and name != "games.db":
        with_a_game(path.parent)
    elif name == "settings.json.bak":
        path.with_suffix("").write_text("damaged")
    if is_pipe:
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/tty")
    for words in (["settings"], ["history", "check"], ["plain", "beginner", "--seed", "x"], PLAY):
        with Terminal.program(words, tmp_path, cols=250) as terminal:
            if words[0] == "plain":
                terminal.wait_for("Beginner")
                terminal.send("quit\r")
            elif words is PLAY:
                terminal.wait_for(UNTOUCHED)
                terminal.quit()
            terminal.wait_exit()
            shown = terminal.screen.text()
        if words == (["settings"] if folder == ".config" else ["history", "check"]):
            assert any(reason in line for line in shown), shown


@pytest.mark.posix("needs limits")
def test_promise_25_endless_lines_are_refused_in_little_memory(tmp_path: Path) -> None:
    (tmp_path / "line.txt").write_bytes(b"." * 60_000_000)
    (tmp_path / "line.jsonl").write_bytes(b'{"w":9,"h":9,"start":0,"mines":[' + b"1," * 30_000_000)
    (tmp_path / "game.jsonl").write_bytes(b'{"version":1,"x":[' + b"[]," * 5_500_000 + b"[]]}\n")
    output = run(
        tmp_path,
        ["show", "line.txt"],
        ["show", "line.jsonl"],
        ["play", "--board", "line.txt"],
        ["bench", "--boards", "line.jsonl"],
        ["history", "import", "game.jsonl"],
        ["replay", "game.jsonl"],
    )
    assert [line.split()[1] for line in output if line.startswith("STATUS")] == ["2", "2", "2", "2", "1", "2"]


@pytest.mark.posix("needs limits")
@pytest.mark.parametrize("option", [[], ["--json"], ["--spoken"]])
def test_promise_25_text_mode_answers_hostile_lines(option: list[str], home: Path) -> None:
    lines = [PAYLOAD, f"open {PAYLOAD}", f"new {PAYLOAD}", "9" * 100_000, "\0", "open 1 1", "quit"]
    output = run(home, ["plain", "beginner", *option], stdin="\n".join(lines).encode())
    assert len(output) > len(lines)
    assert "\x1b" not in "".join(output)


@pytest.mark.posix("needs a pseudo-terminal")
def test_promise_25_hostile_settings_never_control_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "minesweeper"
    folder.mkdir(parents=True)
    hostile = {PAYLOAD: 1, "theme": PAYLOAD, "keys": {"game": {"flag": [PAYLOAD]}, PAYLOAD: {PAYLOAD: [PAYLOAD]}}}
    (folder / "settings.json").write_text(json.dumps(hostile))
    with Terminal.program([*PLAY[:3], PAYLOAD.replace("\x00", "")], tmp_path, cols=120) as terminal:
        terminal.wait_for(UNTOUCHED)
        for key in ("space", "x", "delete", "y", "y", "m", "0", "esc", "8", "esc", "9", "esc", "7", "enter"):
            terminal.settle()
            terminal.press(key)
        terminal.settle()
        terminal.quit()
        clean(terminal.output())
        assert all(text == "11;?" or text.startswith("52;") for text in terminal.screen.osc)  # ours: page and clipboard


@pytest.mark.posix("needs a pseudo-terminal")
def test_promise_25_a_hostile_database_never_controls_the_terminal(tmp_path: Path) -> None:
    import sqlite3

    from minesweeper.storage.games_table import record_game
    from minesweeper.storage.records import RunningGame
    from minesweeper.storage.saves_table import Saves
    from tests.storage.storing import a_played_game, a_session, a_store

    folder = tmp_path / ".local" / "share" / "minesweeper"
    with a_store(folder) as store:
        record_game(store, a_played_game())
        saves = Saves(store)
        saves.save(RunningGame(a_session()))
        saves.close()
    with closing(sqlite3.connect(folder / "games.db")) as connection:
        for column in ("level", "board", "mode", "standing", "helpers", "code", "seed", "program"):
            connection.execute(f"UPDATE games SET {column} = ?", (PAYLOAD,))
        connection.execute("UPDATE saves SET game = replace(game, 'beginner', ?)", (json.dumps(PAYLOAD)[1:-1],))
        connection.commit()
    for argv in ([], ["stats"], ["stats", "--csv"], ["history", "export", "-"]):
        with Terminal.program(argv, tmp_path, cols=120) as terminal:
            if not argv:
                terminal.wait_for("Intermediate")
                for key in ("5", "esc", "7", "enter", "esc", "esc", "9", "ctrl+c"):
                    terminal.settle()
                    terminal.press(key)
            terminal.wait_exit()
            clean(terminal.output())
            assert b"Traceback" not in terminal.output()


@pytest.mark.posix("links need a right on Windows")
def test_promise_25_settings_are_written_through_a_symbolic_link(tmp_path: Path) -> None:
    from minesweeper.storage.settings_writing import keep_settings

    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text("{}")
    link = tmp_path / "settings.json"
    link.symlink_to(real)
    assert keep_settings(link, {"theme": "mono"}).saved
    assert link.is_symlink()
    assert json.loads(real.read_text()) == {"theme": "mono"}
