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
from app.memory.words import ENOUGH, LONGEST_HIT, Postings, rarest, scope, terms

# All ids in one row: handing over row by row would give up and win back the interpreter's lock hundreds of times.
_BY_WORD = """SELECT group_concat(rowid) FROM
    (SELECT rowid FROM documents_words WHERE documents_words MATCH ? ORDER BY rowid DESC LIMIT ?)"""

# A removed document's words stay in the index, marked as removed, until its parts are merged into one.
TIDY = "INSERT INTO documents_words (documents_words) VALUES ('optimize')"


def search(connection: sqlite3.Connection, *, user_id: str, query: str, kinds: Sequence[str], limit: int) -> list[Hit]:
    """The user's documents that hold the words of `query`, best first."""
    postings = find(connection, user_id=user_id, query=query, kinds=kinds, enough=ENOUGH)
    return _hits(connection, user_id, postings.best(limit))


def find(connection: sqlite3.Connection, user_id: str, query: str, kinds: Sequence[str], enough: int) -> Postings:
    """Where the words of `query` stand among the user's documents."""
    among = kinds or [row["kind"] for row in rows(connection, KINDS, {"1": user_id})]
    matches = [_match(user_id, word, among) for word in terms(query)] if among else []
    found = [_newest(connection, match, enough) for match in matches]
    rare = rarest(found, enough)
    together = _newest(connection, " AND ".join(matches[term] for term in rare), enough) if rare else []
    return Postings(found, rare, together, enough)


def _hits(connection: sqlite3.Connection, user_id: str, scores: dict[int, float]) -> list[Hit]:
    """The user's documents of these ids with their scores, in that order."""
    sql = (  # the plus keeps SQLite from walking all of the user's documents instead of these few
        f"SELECT id, kind, owner_id, SUBSTR(text, 1, {LONGEST_HIT}) AS text, created_at FROM documents"
        f" WHERE +user_id = $user AND id IN ({', '.join(map(str, scores))})"
    )
    found = {row["id"]: row for row in rows(connection, sql, {"user": user_id})}
    return [record(Hit, {**found[number], "score": score}) for number, score in scores.items() if number in found]


def _match(user_id: str, word: str, kinds: Sequence[str]) -> str:
    """The word among the user's own of these kinds. It is folded, so it holds no quote."""
    alternatives = (f'"{scope(user_id, kind)}{word}"' for kind in kinds)
    return f"({' OR '.join(alternatives)})"


def _newest(connection: sqlite3.Connection, match: str, enough: int) -> list[int]:
    [(ids,)] = connection.execute(_BY_WORD, (match, enough)).fetchall()
    return [int(number) for number in ids.split(",")] if ids else []
