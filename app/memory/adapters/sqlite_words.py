"""Search by words on SQLite: a bounded look at each word, never a score over everything.

FTS5's own `bm25` counts every document that holds a word, all users' together (130 ms for a common one among 100,000). Here a word
brings at most its newest documents of this user, read off the index backwards, and how many it brings is its weight. The user
is a word of the index, so other people's documents are skipped and not filtered.
"""

import sqlite3
from collections.abc import Sequence

from app.memory.adapters.sqlite_connection import rows
from app.memory.records import Hit
from app.memory.rows import record
from app.memory.words import ENOUGH, rank, scopes, terms

_BY_WORD = "SELECT rowid FROM documents_words WHERE documents_words MATCH ? ORDER BY rowid DESC LIMIT ?"


def search(connection: sqlite3.Connection, user_id: str, query: str, kinds: Sequence[str], limit: int) -> list[Hit]:
    """The user's documents that hold the words of `query`, best first."""
    words = [f'"{word}"' for word in terms(query)]
    filed = f"scope : ({' OR '.join(scopes(user_id, kinds))})"
    found = [_newest(connection, f"{filed} AND words : {word}") for word in words]
    together = len(words) > 1 and all(found)
    complete = _newest(connection, f"{filed} AND words : ({' AND '.join(words)})") if together else []
    best = rank(found, complete)[:limit]
    return hits(connection, user_id, dict(best))


def hits(connection: sqlite3.Connection, user_id: str, scores: dict[int, float]) -> list[Hit]:
    """The user's documents of these ids with their scores, in that order."""
    sql = (
        "SELECT id, kind, owner_id, text, created_at FROM documents"
        f" WHERE user_id = $user AND id IN ({', '.join(map(str, scores))})"
    )
    found = {row["id"]: row for row in rows(connection, sql, {"user": user_id})}
    return [record(Hit, {**found[number], "score": score}) for number, score in scores.items() if number in found]


def _newest(connection: sqlite3.Connection, match: str) -> list[int]:
    return [number for (number,) in connection.execute(_BY_WORD, (match, ENOUGH))]
