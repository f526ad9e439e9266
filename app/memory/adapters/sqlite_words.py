"""Search by words on SQLite: a bounded look at each word, never a score over everything.

FTS5's own `bm25` counts every document that holds a word, all users' together (130 ms for a common one among 100,000). Here
a word brings at most its newest documents, read off the index backwards, and how many it brings is its weight. In the index
every word begins with its owner's mark, so other people's documents are not even looked at.
"""

import sqlite3
from collections.abc import Sequence

from app.memory.adapters.kinds import KINDS
from app.memory.adapters.sqlite_connection import rows
from app.memory.records import Hit
from app.memory.rows import record
from app.memory.words import ENOUGH, rank, rarest, scope, terms

# All ids in one row: handing over row by row would give up and win back the interpreter's lock hundreds of times.
_BY_WORD = """SELECT group_concat(rowid) FROM
    (SELECT rowid FROM documents_words WHERE documents_words MATCH ? ORDER BY rowid DESC LIMIT ?)"""


def search(connection: sqlite3.Connection, *, user_id: str, query: str, kinds: Sequence[str], limit: int) -> list[Hit]:
    """The user's documents that hold the words of `query`, best first."""
    among = kinds or [row["kind"] for row in rows(connection, KINDS, {"1": user_id})]
    matches = [_match(user_id, word, among) for word in terms(query)] if among else []
    found = [_newest(connection, match) for match in matches]
    rare = rarest(found)
    together = _newest(connection, " AND ".join(matches[term] for term in rare)) if rare else []
    return _hits(connection, user_id, rank(found, together, rare, limit))


def _hits(connection: sqlite3.Connection, user_id: str, scores: dict[int, float]) -> list[Hit]:
    """The user's documents of these ids with their scores, in that order."""
    sql = (  # the plus keeps SQLite from walking all of the user's documents instead of these few
        "SELECT id, kind, owner_id, text, created_at FROM documents"
        f" WHERE +user_id = $user AND id IN ({', '.join(map(str, scores))})"
    )
    found = {row["id"]: row for row in rows(connection, sql, {"user": user_id})}
    return [record(Hit, {**found[number], "score": score}) for number, score in scores.items() if number in found]


def _match(user_id: str, word: str, kinds: Sequence[str]) -> str:
    """The word among the user's own of these kinds. It is folded, so it holds no quote."""
    alternatives = (f'"{scope(user_id, kind)}{word}"' for kind in kinds)
    return f"({' OR '.join(alternatives)})"


def _newest(connection: sqlite3.Connection, match: str) -> list[int]:
    [(ids,)] = connection.execute(_BY_WORD, (match, ENOUGH)).fetchall()
    return [int(number) for number in ids.split(",")] if ids else []
