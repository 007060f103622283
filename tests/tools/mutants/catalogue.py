"""The mutants: what is replaced by what in which file, and which tests must notice it.

Those with a promise are how the test of that promise was seen to fail; `docs/promises.md` names them.
They stand in one file, long as it is: it is a list.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """One way to break the program."""

    name: str
    """What is wrong with the program then."""
    file: str
    old: str
    """A text that is in the file exactly once."""
    new: str
    tests: str
    """What pytest is to run."""
    promise: int | None = None


ENDINGS, TERMINALS = "tests/whole/promises/test_endings.py", "tests/whole/promises/test_terminals.py"
KEEPING, STORAGE = "tests/whole/promises/test_keeping.py", "tests/whole/promises/test_storage.py"
HOSTILE = "tests/whole/promises/test_hostile.py"
SCREEN, INPUT, DECODER = "ui/terminal/curses_terminal.py", "ui/terminal/posix.py", "ui/terminal/decoder.py"

LINES_STAY = """        del os.environ["LINES"], os.environ["COLUMNS"]


def _terminal_size() -> tuple[int, int]:
    \"\"\"Rows and columns, within bounds; 24 and 80 where the terminal does not know.\"\"\"
    try:
        cols, rows = os.get_terminal_size(STDOUT)
"""

PROMISES = [
    Mutant(
        "the mouse stays on",
        SCREEN,
        "            _send(MODES_OFF + ALL_ROWS_SCROLL)\n",
        "            pass\n",
        ENDINGS,
        1,
    ),
    Mutant(
        "only a clean end gives the terminal back",
        SCREEN,
        "        cleanup.callback(terminal._leave)\n        terminal._enter()\n        yield terminal\n",
        "        terminal._enter()\n        yield terminal\n        terminal._leave()\n",
        ENDINGS,
        2,
    ),
    Mutant(
        "a signal saves nothing",
        "ui/loop.py",
        "            endings.callback(service.rest, model)\n",
        "",
        KEEPING,
        3,
    ),
    Mutant(
        "Ctrl-C is left to the terminal",
        SCREEN,
        '("raw", "noecho", "nonl")',
        '("cbreak", "noecho", "nonl")',
        ENDINGS,
        4,
    ),
    Mutant(
        "Ctrl-Z keeps the terminal",
        SCREEN,
        "            self._leave()\n            self._source.stop_process()\n",
        "            self._source.stop_process()\n",
        ENDINGS,
        5,
    ),
    Mutant(
        "a closed terminal is a clean end",
        "ui/loop.py",
        "return HUNG_UP if isinstance(event, Closed) else 128 + event.number",
        "return 0",
        ENDINGS,
        6,
    ),
    Mutant(
        "the end of the input is no end",
        INPUT,
        "            self._queue.append(Closed())\n",
        "            pass\n",
        ENDINGS,
        7,
    ),
    Mutant("pipes are taken for terminals", SCREEN, "if not os.isatty(number):", "if os.isatty(9):", ENDINGS, 8),
    Mutant("dumb terminals are used", SCREEN, 'if not curses.tigetstr("cup"):', 'if not "cup":', ENDINGS, 9),
    Mutant(
        "every terminal has 256 colours",
        SCREEN,
        "self.colours = curses.COLORS if curses.has_colors() else 0",
        "self.colours = 256",
        TERMINALS,
        10,
    ),
    Mutant(
        "a tiny screen is drawn on",
        "ui/draw/geometry.py",
        "return rows < MIN_ROWS or cols < MIN_COLS",
        "return rows < 1",
        TERMINALS,
        11,
    ),
    Mutant(
        "a new size is not looked at",
        SCREEN,
        '            _optional("resizeterm", *_terminal_size())\n',
        "            pass\n",
        TERMINALS,
        12,
    ),
    Mutant("a redraw trusts the terminal", SCREEN, "        self._window.clearok(True)\n", "", TERMINALS, 13),
    Mutant(
        "LINES and COLUMNS are believed",
        SCREEN,
        LINES_STAY,
        LINES_STAY.replace('del os.environ["LINES"], os.environ["COLUMNS"]', "pass").replace(
            "os.get_terminal_size(STDOUT)", '(int(os.environ[name]) for name in ("COLUMNS", "LINES"))'
        ),
        TERMINALS,
        14,
    ),
    Mutant(
        "every locale is UTF-8",
        SCREEN,
        "charset = locale.nl_langinfo(locale.CODESET)",
        'charset = "utf-8"',
        TERMINALS,
        15,
    ),
    Mutant(
        "the newest click comes first", INPUT, "return self._queue.popleft()", "return self._queue.pop()", TERMINALS, 16
    ),
    Mutant(
        "side buttons are buttons",
        DECODER,
        "if row < 1 or col < 1 or code >= 128:",
        "if row < 1 or col < 1:",
        TERMINALS,
        16,
    ),
    Mutant("ESC takes half a second", DECODER, "ESC_PATIENCE = 0.025", "ESC_PATIENCE = 0.5", TERMINALS, 17),
    Mutant(
        "the rest of a split key is typed",
        DECODER,
        "self._is_told, self._is_old = True, False",
        'self._buffer, self._is_old = b"", False',
        TERMINALS,
        17,
    ),
    Mutant(
        "a paste is typed",
        DECODER,
        'if parameters == "200" and final == "~":',
        'if parameters == "2000":',
        TERMINALS,
        17,
    ),
    Mutant(
        "the cursor must be hideable",
        SCREEN,
        '_optional("curs_set", int(shown))',
        "curses.curs_set(int(shown))",
        TERMINALS,
        18,
    ),
    Mutant(
        "the loop wakes by itself",
        "ui/loop.py",
        "if seconds is not None), default=None)",
        "if seconds is not None), default=0.2)",
        TERMINALS,
        19,
    ),
    Mutant("the background is black", SCREEN, '_optional("use_default_colors")', "pass", TERMINALS, 19),
    Mutant(
        "a game is told as saved before it is", "storage/store.py", 'connection.execute("COMMIT")', "pass", STORAGE, 20
    ),
    Mutant(
        "what a full disk refused is forgotten",
        "storage/store.py",
        "self._waiting.append((work, what, later))",
        "pass",
        STORAGE,
        21,
    ),
    Mutant(
        "a missing home is not told",
        "storage/store.py",
        "There is no home folder: games are not saved.",
        "All is well.",
        STORAGE,
        22,
    ),
    Mutant(
        "a damaged file is thrown away",
        "storage/store_file.py",
        "            notices += set_aside_if_damaged(path, migrations)\n",
        "            path.unlink()\n",
        f"{STORAGE} {KEEPING}",
        23,
    ),
    Mutant(
        "a save that failed counts as one",
        "storage/keeping.py",
        """            self._unsaved[session.id] = written.problem or "The game is not saved."\n""",
        "            pass\n",
        KEEPING,
        21,
    ),
    Mutant(
        "programs do not wait for each other",
        "storage/store.py",
        "PATIENCE = 5.0",
        "PATIENCE = 0.0",
        STORAGE,
        24,
    ),
    Mutant(
        "frames hold any character",
        "ui/draw/canvas.py",
        '    return "".join([_clean_character(character) for character in text])',
        "    return text",
        f"{HOSTILE} tests/ui/draw/test_canvas.py",
        25,
    ),
    Mutant(
        "names in the statistics are printed as they are",
        "commands/stats.py",
        "        return clean(value)  #",
        "        return value  #",
        HOSTILE,
        25,
    ),
]

RULES = [
    Mutant(
        "a flagged cell can be opened",
        "play/game.py",
        "cells &= closed",
        "cells &= self.hidden",
        "tests/play/test_game.py",
    ),
    Mutant(
        "a cascade goes through flags",
        "core/cells.py",
        "self.flood(start, zeros & closed)",
        "self.flood(start, zeros)",
        "tests/play/test_game.py tests/play/test_game_laws.py tests/core/test_cells.py",
    ),
    Mutant(
        "a chord needs one flag only",
        "play/game.py",
        "if clue == 0 or self.flags_around(cell) != clue:",
        "if clue == 0 or not self.flags_around(cell):",
        "tests/play/test_game.py",
    ),
    Mutant(
        "a win leaves mines without flags",
        "play/game.py",
        "flags = layout.mines if won else self.flags",
        "flags = self.flags",
        "tests/play/test_game.py",
    ),
    Mutant(
        "opening goes on after the end",
        "play/game.py",
        "if not cells or self.is_over or self.sketch is not None:",
        "if not cells or self.sketch is not None:",
        "tests/play/test_game.py tests/play/test_game_laws.py",
    ),
    Mutant(
        "expand flags too eagerly",
        "play/game.py",
        "if hidden.bit_count() != self.clue(cell):",
        "if hidden.bit_count() < self.clue(cell):",
        "tests/play/test_game.py",
    ),
    Mutant(
        "the first open can be undone",
        "play/session.py",
        "cell, MoveKind.OPEN)._replace(past=None)",
        "cell, MoveKind.OPEN)",
        "tests/play/test_session.py",
    ),
    Mutant(
        "a loss that is carried on is forgotten",
        "play/session.py",
        "was_lost = self.was_lost or self.game.phase is Phase.LOST",
        "was_lost = False",
        "tests/play/test_session.py",
    ),
    Mutant(
        "the first cell may be beside a mine",
        "boards/deal.py",
        "return grid.neighbours(first) | 1 << first if opening else 1 << first",
        "return 1 << first",
        "tests/boards/test_deal.py",
    ),
    Mutant(
        "random numbers favour the small ones",
        "boards/deal.py",
        "if word < fair:",
        "if True:",
        "tests/boards/test_deal.py",
    ),
    Mutant(
        "mines are dealt one too few",
        "boards/deal.py",
        "missing = count - taken.bit_count()",
        "missing = count - 1 - taken.bit_count()",
        "tests/boards/test_deal.py",
    ),
    Mutant(
        "columns wrap around",
        "core/cells.py",
        "        left, right = max(col, 0), min(col + width, self.width)\n",
        "        left, right = max(col, 0), col + width\n",
        "tests/core/test_cells.py",
    ),
    Mutant(
        "neighbours of count 8 are 0",
        "core/cells.py",
        "eights = over_a & over_b",
        "eights = 0",
        "tests/core/test_cells.py",
    ),
    Mutant(
        "3BV counts every number",
        "boards/measures.py",
        "return layout.safe & ~layout.grid.spread(layout.zeros)",
        "return layout.safe & ~layout.zeros",
        "tests/boards/test_measures.py",
    ),
    Mutant(
        "efficiency leaves chords out",
        "play/session.py",
        "return self.opens + self.flags + self.chords",
        "return self.opens + self.flags",
        "tests/play/test_session.py",
    ),
    Mutant(
        "what a helper guessed is the player's",
        "play/skill.py",
        "if move.kind is MoveKind.ASSIST:",
        "if False:",
        "tests/play/test_skill.py",
    ),
    Mutant(
        "of several cells the least bad one is judged",
        "play/skill.py",
        "given, margin = max(",
        "given, margin = min(",
        "tests/play/test_skill.py",
    ),
    Mutant(
        "luck counts as skill",
        "play/skill.py",
        "kept=prod((worth.kept for worth in worths), start=1.0),",
        "kept=prod((1 - guess.odds for guess, _ in own), start=1.0),",
        "tests/play/test_skill.py",
    ),
]

SOLVERS = [
    Mutant(
        "given mines are no evidence for counting",
        "solvers/exact.py",
        "        self._mined |= position.given\n",
        "",
        "tests/solvers/test_exact.py",
    ),
    Mutant(
        "given mines that are taken back stay",
        "solvers/exact.py",
        "    if last.given & ~position.given:\n        return False\n",
        "",
        "tests/solvers/test_exact.py",
    ),
    Mutant(
        "a clue on a proved mine is believed",
        "solvers/exact.py",
        "if position.given & self._safe or position.opened & self._mined:",
        "if position.given & self._safe:",
        "tests/solvers/test_exact.py",
    ),
    Mutant(
        "roll-outs forget the given mines",
        "solvers/deep.py",
        "opened, self.mines.bit_count(), self.given)",
        "opened, self.mines.bit_count())",
        "tests/solvers/test_deep.py",
    ),
    Mutant(
        "a tip tells a given mine",
        "solvers/tips.py",
        "proved.mined & ~(flags | position.given)",
        "proved.mined & ~flags",
        "tests/solvers/test_tips.py",
    ),
    Mutant(
        "the simple solver frees too much",
        "solvers/rules.py",
        "full = opened & ~((k0 ^ a0) | (k1 ^ a1) | (k2 ^ a2) | (k3 ^ a3))",
        "full = opened & ~((k1 ^ a1) | (k2 ^ a2) | (k3 ^ a3))",
        "tests/solvers/test_simple.py",
    ),
    Mutant(
        "the mine total is one too many",
        "solvers/smart.py",
        "return inside - spared < self.mines_left < needed + outside",
        "return True",
        "tests/solvers/test_smart_mine_total.py tests/solvers/test_smart.py",
    ),
    Mutant(
        "dead states of a tree are counted",
        "solvers/tree.py",
        "            links[number] = [link for link in links[number] if after[link[2]]]\n",
        "            pass\n",
        "tests/solvers/test_tree.py",
    ),
    Mutant(
        "a join of a tree is weighed by one mine too many",
        "solvers/tree.py",
        "first = fewest[here] + fewest_there[there] - fewest_after[target]\n",
        "first = fewest[here] + fewest_there[there] - fewest_after[target] + 1\n",
        "tests/solvers/test_tree.py",
    ),
    Mutant(
        "rough odds are told as exact ones",
        "core/text.py",
        "    if not exact:\n",
        "    if not exact and whole < 0:\n",
        "tests/whole/test_exactness.py",
    ),
    Mutant(
        "a missing proof is told as none",
        "solvers/explain.py",
        'return "Nothing can be proved." if is_complete else',
        'return "Nothing can be proved." if True else',
        "tests/whole/test_exactness.py",
    ),
    Mutant(
        "an interior cell has wrong odds",
        "solvers/counting.py",
        "mined = sum(n * (inside - i) for i, n in enumerate(weighted))",
        "mined = sum(n * inside for i, n in enumerate(weighted))",
        "tests/solvers/test_exact.py",
    ),
    Mutant(
        "the best move is the worst guess",
        "solvers/guess.py",
        "cell = first_cell(analysis.safe)",
        "cell = first_cell(analysis.mined)",
        "tests/solvers/test_guess.py",
    ),
    Mutant(
        "the mine total ties nothing together",
        "solvers/endgame.py",
        "tied = [shore for shore in shores if len(shore.fitting) > 1]",
        "tied = [shore for shore in shores if len(shore.fitting) > 2]",
        "tests/solvers/test_endgame.py",
    ),
    Mutant(
        "the end game gives up guesses that are as good as needed",
        "solvers/endgame.py",
        "best, most, choice = need - 1, 0, cells[options[0][1]]",
        "best, most, choice = need, 0, cells[options[0][1]]",
        "tests/solvers/test_endgame.py",
    ),
    Mutant(
        "what followed on a layout counts twice",
        "solvers/deep.py",
        "self._tails[state] = value / before",
        "self._tails[state] = value",
        "tests/solvers/test_deep.py",
    ),
    Mutant(
        "known mines are not counted",
        "solvers/simple.py",
        "self.mines_left = position.mine_total - mined.bit_count()",
        "self.mines_left = position.mine_total",
        "tests/solvers/test_smart.py tests/solvers/test_simple.py tests/solvers/test_smart_mine_total.py",
    ),
]

STORING = [
    Mutant(
        "a dot is hidden where # is",
        "storage/found_signs.py",
        "    if signs.intersection(HIDDEN_SIGNS) - {QUESTION}:\n",
        "    if False:\n",
        "tests/storage/test_found_pictures.py",
    ),
    Mutant(
        "what would follow is read as known",
        "storage/found_pictures.py",
        "    return HIDDEN if text[0] == _IF else text[-1]\n",
        "    return text[-1]\n",
        "tests/storage/test_found_pictures.py",
    ),
    Mutant(
        "a part of a board is read as a whole one",
        "storage/found_pictures.py",
        "line[left] not in _SIDES and _DASHED.search",
        "False and _DASHED.search",
        "tests/storage/test_found_pictures.py",
    ),
    Mutant(
        "a game is recorded twice",
        "storage/finished.py",
        "ON CONFLICT (id) DO NOTHING",
        "ON CONFLICT (id) DO UPDATE SET result = 0",
        "tests/storage/test_finished_history.py",
    ),
    Mutant(
        "a finished game still waits",
        "storage/finished.py",
        '        connection.execute("DELETE FROM saves WHERE id = ?", (game.id,))\n',
        "",
        "tests/storage/test_finished_history.py",
    ),
    Mutant(
        "a game of another program is taken over",
        "storage/saves.py",
        'raise RecordError("another program is playing it")',
        "pass",
        "tests/storage/test_saves.py",
    ),
    Mutant(
        "a replay starts with another cell",
        "play/replay.py",
        "return Replay(session.spec, layout.mines, None if dealt else first, dealt, moves)",
        "return Replay(session.spec, layout.mines, None, dealt, moves)",
        "tests/play/test_replay.py",
    ),
    Mutant(
        "undo in a replay goes too far",
        "play/replay.py",
        "moved = moved._replace(past=None, first=move.cell)",
        "moved = moved._replace(first=move.cell)",
        "tests/play/test_replay.py tests/play/test_replay_film.py",
    ),
    Mutant(
        "packed replays have no bound",
        "play/replay.py",
        "content = unpacker.decompress(packed, MAX_BYTES + 1)",
        "content = unpacker.decompress(packed)",
        "tests/whole/test_hostile_readers.py::test_small_files_never_take_much_memory",
    ),
    Mutant(
        "settings are cut short",
        "storage/disk.py",
        "        temporary.replace(path)\n",
        "        temporary.replace(path)\n        path.write_bytes(content[:-1])\n",
        "tests/storage/test_settings_file.py",
    ),
    Mutant(
        "a checksum is not looked at",
        "boards/codes.py",
        "if not is_exact or crc32(body)",
        "if False and crc32(body)",
        "tests/boards/test_codes.py",
    ),
    Mutant(
        "keys that share bytes are split",
        DECODER,
        "        self._buffer = buffer[at:]\n",
        '        self._buffer = b""\n',
        "tests/ui/terminal/test_decoder.py",
    ),
    Mutant(
        "giving up before the first open fails",
        "ui/game/verdict.py",
        '        return [("No mine was laid yet.", "text")]',
        "        raise AssertionError",
        "tests/ui/game/test_screen.py",
    ),
    Mutant(
        "the board of a past day is ranked",
        "ui/screens/daily.py",
        "known=known or is_past",
        "known=known",
        "tests/ui/screens/test_daily.py",
    ),
    Mutant(
        "a size is set on Windows, which changes the window",
        SCREEN,
        '_optional("resize_term", 0, 0)',
        '_optional("resize_term", *_terminal_size())',
        "tests/ui/terminal/test_curses_terminal.py",
    ),
    Mutant(
        "what guesses were worth is forgotten",
        "storage/finished.py",
        "            _keep_skill(connection, game_id, guesses)\n",
        "",
        "tests/storage/test_finished.py",
    ),
]

BENCH = [
    Mutant(
        "a run that goes on plays its boards again",
        "bench/command.py",
        "    left = job.boards[tally.games :]\n",
        "    left = job.boards\n",
        "tests/bench/test_command_endings.py",
    ),
    Mutant(
        "half a line stays in a saved run",
        "bench/runs.py",
        "        self._cut(saved.whole)\n",
        "        os.lseek(self._file, 0, os.SEEK_END)\n",
        "tests/bench/test_runs.py",
    ),
    Mutant(
        "boards in several files count several times",
        "bench/runs.py",
        "                if board > done:\n",
        "                if True:\n",
        "tests/bench/test_runs.py",
    ),
    Mutant(
        "a second signal loses the report",
        "core/stops.py",
        "        if not stopped:\n",
        "        if True:\n",
        "tests/core/test_stops.py",
    ),
    Mutant(
        "intervals trust the few games there are",
        "bench/figures.py",
        "_COIN = 0.25\n",
        "_COIN = 1e-9\n",
        "tests/bench/test_figures_coverage.py",
    ),
    Mutant(
        "boards are played by any code",
        "bench/games.py",
        "    check_code(order.code)\n",
        "",
        "tests/bench/test_fingerprint.py",
    ),
    Mutant(
        "players of the same name mix on a cluster",
        "bench/sent.py",
        'full_name = f"{name}_{self.code}"',
        "full_name = name",
        "tests/bench/test_cluster_own.py",
    ),
    Mutant(
        "boards are played by any player of that name",
        "bench/games.py",
        "        check_player(solver, order.player_code)\n",
        "        pass\n",
        "tests/bench/test_fingerprint.py",
    ),
    Mutant(
        "a fault at a worker does not say at which",
        "core/pool.py",
        "    return _Done(results, seconds, error, place, WORKER.get())\n",
        "    return _Done(results, seconds, error, place)\n",
        "tests/bench/test_cluster_own.py",
    ),
    Mutant(
        "new workers get no boards",
        "bench/cluster.py",
        "            self._gone_since, self.width = None, width\n",
        "            self._gone_since = None\n",
        "tests/bench/test_cluster_own.py",
    ),
    Mutant(
        "a cluster gets chunks of a moment",
        "bench/cluster.py",
        "    chunk_seconds = 1.0\n",
        "    chunk_seconds = 0.01\n",
        "tests/bench/test_cluster.py",
    ),
    Mutant(
        "where there is no cluster what was saved is not told",
        "bench/command.py",
        "    except BenchError:\n        raise\n",
        "    except (BenchError, WorkerError):\n        raise\n",
        "tests/bench/test_cluster.py",
    ),
    Mutant(
        "there is no progress without a terminal",
        "bench/command.py",
        "ProgressLine(sys.stderr, elsewhere=True)",
        "ProgressLine(sys.stderr)",
        "tests/bench/test_command.py",
    ),
    Mutant(
        "there is no progress before the first board is done",
        "bench/command.py",
        "        line.keep_showing(progress)\n",
        "",
        "tests/bench/test_command.py::test_elsewhere_progress_is_lines_also_before_the_first_board_is_done",
    ),
    Mutant(
        "another player goes on with a saved run",
        "bench/command.py",
        "        player_code=code_of_player(solver),\n",
        "        player_code=None,\n",
        "tests/bench/test_command_endings.py::test_only_the_same_player_and_the_same_boards_go_on_with_a_saved_run",
    ),
    Mutant(
        "a saved run goes on with other boards",
        "bench/command.py",
        "    return total.hexdigest()\n",
        '    return "boards"\n',
        "tests/bench/test_command_endings.py::test_only_the_same_player_and_the_same_boards_go_on_with_a_saved_run",
    ),
    Mutant(
        "how long deep thinks is not saved",
        "bench/command.py",
        '    options = {"rollouts": args.rollouts, "budget": args.budget, "value"',
        '    options = {"value"',
        "tests/bench/test_command_endings.py::test_how_long_deep_thinks_is_told_and_saved",
    ),
    Mutant(
        "an interval is shown without a width",
        "bench/report.py",
        "        if is_true and not (apart and texts[-1] == texts[-2]):\n",
        "        if is_true:\n",
        "tests/bench/test_report.py",
    ),
    Mutant(
        "boards that no file has are hidden",
        "bench/runs.py",
        "                    self._miss(done + 1, board - 1)\n",
        "",
        "tests/bench/test_runs.py",
    ),
    Mutant(
        "a player's own kind of error is a fault of ours",
        "solvers/own.py",
        '        raise\n    except BaseException as error:\n        raise PlayerError(f"{quote(name, 60)} failed:',
        '        raise\n    except Exception as error:\n        raise PlayerError(f"{quote(name, 60)} failed:',
        "tests/solvers/test_own.py",
    ),
]

MUTANTS = [*PROMISES, *RULES, *SOLVERS, *STORING, *BENCH]
