"""Defines the tables of games.db, version by version. A released version never changes; the next one is added."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

Migration: TypeAlias = tuple[str, ...]

APPLICATION_ID = 0x4D537770
"""Marks the file as a game database, so that another program's database is never taken for one."""

_VERSION_1: Migration = (
    # ended_at counts milliseconds since 1970, UTC. result is 0 lost, 1 won, 2 abandoned. kin is a number that stands
    # for level, mode, standing and board together: games with the same kin are compared with each other.
    """
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        ended_at INTEGER NOT NULL,
        kin INTEGER NOT NULL,
        level TEXT NOT NULL,
        board TEXT NOT NULL,
        mode TEXT NOT NULL,
        standing TEXT NOT NULL,
        result INTEGER NOT NULL,
        time_ms INTEGER NOT NULL,
        three_bv INTEGER NOT NULL,
        opens INTEGER NOT NULL,
        flags INTEGER NOT NULL,
        chords INTEGER NOT NULL,
        effective INTEGER NOT NULL,
        no_flags INTEGER NOT NULL,
        guess_count INTEGER,
        guess_survived INTEGER,
        guess_expected REAL,
        helpers TEXT NOT NULL,
        known INTEGER NOT NULL,
        guesses TEXT,
        code TEXT NOT NULL,
        seed TEXT NOT NULL,
        program TEXT NOT NULL,
        CHECK (typeof(ended_at) = 'integer' AND typeof(kin) = 'integer' AND result IN (0, 1, 2)),
        CHECK (typeof(time_ms) = 'integer' AND typeof(three_bv) = 'integer' AND typeof(opens) = 'integer'),
        CHECK (typeof(flags) = 'integer' AND typeof(chords) = 'integer' AND typeof(no_flags) = 'integer')
    )
    """,
    # Replays are stored separately, so that a scan over the games never reads them.
    "CREATE TABLE replays (number INTEGER PRIMARY KEY, replay BLOB NOT NULL)",
    # These two indexes hold everything that the statistics read, in their order; the table isn't touched.
    "CREATE INDEX games_of_kin ON games (kin, ended_at, result, guess_count, guess_survived, guess_expected)",
    "CREATE INDEX wins_of_kin ON games (kin, time_ms, three_bv, opens, flags, chords, no_flags, result)"
    " WHERE result = 1",
    "CREATE INDEX games_by_date ON games (ended_at)",
    "CREATE INDEX games_to_examine ON games (number) WHERE guesses IS NULL",
    "CREATE TABLE saves (id TEXT PRIMARY KEY, saved_at TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL)",
)

_VERSION_2: Migration = (
    # Moves that were bound to lose were counted as guesses, and so were some chords that might have lost, which shows
    # where they were survived: such games are analysed again.
    "UPDATE games SET guesses = NULL, guess_count = NULL, guess_survived = NULL, guess_expected = NULL"
    " WHERE guesses LIKE '%,1.0,true%'",
    "UPDATE games SET guess_count = 1 + (length(guesses) - length(replace(guesses, '],[', ''))) / 3"
    " - (length(guesses) - length(replace(guesses, ',1.0,', ''))) / 5 WHERE guesses LIKE '%,1.0,%'",
    "CREATE VIEW mistakes AS SELECT number FROM games WHERE guesses LIKE '%,1.0,%'",
)

_VERSION_3: Migration = (
    # Every answer to a lesson: the lesson, its topic, and whether the answer was right.
    """
    CREATE TABLE answers (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        answered_at INTEGER NOT NULL,
        lesson TEXT NOT NULL,
        topic TEXT NOT NULL,
        is_right INTEGER NOT NULL,
        CHECK (typeof(answered_at) = 'integer' AND is_right IN (0, 1))
    )
    """,
)

_VERSION_4: Migration = (
    # How well the guesses of a game were chosen, under its number. worths is JSON with one entry per guess; skill is
    # NULL where none is judged. It is a separate table, so that older files that can't be written are still readable.
    """
    CREATE TABLE skills (
        number INTEGER PRIMARY KEY,
        kin INTEGER NOT NULL,
        skill REAL,
        given_away REAL NOT NULL,
        forced INTEGER NOT NULL,
        needless INTEGER NOT NULL,
        good INTEGER NOT NULL,
        worths TEXT NOT NULL,
        CHECK (typeof(kin) = 'integer' AND typeof(skill) IN ('real', 'null') AND typeof(given_away) = 'real'),
        CHECK (typeof(forced) = 'integer' AND typeof(needless) = 'integer' AND typeof(good) = 'integer')
    )
    """,
    "CREATE INDEX skills_of_kin ON skills (kin, skill, given_away, forced, needless, good)",
    "CREATE INDEX games_to_judge ON games (number) WHERE guess_count > 0",
)

MIGRATIONS: tuple[Migration, ...] = (_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4)
"""Step n migrates version n to n + 1; a new store takes all steps.

Each step leaves a mark in the schema, a table or an index. If the version number is damaged, the schema shows the
version, and the tables of a newer program aren't taken for damage. A further view or trigger would be: ``database``
accepts none from a newer version.
"""

_MAKES_TABLE = re.compile(r"\s*CREATE TABLE (\w+)")


def table_names(migrations: Iterable[Migration]) -> list[str]:
    """Lists the tables that some versions make, in the order of making."""
    made = (_MAKES_TABLE.match(statement) for migration in migrations for statement in migration)
    return [found[1] for found in made if found]
