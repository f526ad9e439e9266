"""Search by words on Postgres: a bounded look at each word, as on SQLite, so that both rank alike.

Words stand in the statement itself and not in parameters: only then does the planner know whether one is common (walk the newest
documents) or rare (ask the index). They are folded, so none holds a quote.
"""

from collections.abc import Sequence

from app.memory.words import ENOUGH, scope, terms

HITS = (
    "SELECT id, kind, owner_id, text, created_at FROM documents WHERE user_id = $1 AND id = ANY(CAST($2 AS BIGINT[]))"
)


def conditions(user_id: str, query: str, kinds: Sequence[str]) -> list[str]:
    """For each term of the query, what a document of the user's of these kinds that holds it fulfils."""
    readable = [term for term in terms(query) if term[0].isalnum()] if kinds else []  # an emoji is no word to Postgres
    return [f"found_by @@ ({_any(user_id, term, kinds)})" for term in readable]


def _any(user_id: str, term: str, kinds: Sequence[str]) -> str:
    quoted = term.replace("'", "''")
    return " || ".join(f"plainto_tsquery('kwasi', '{scope(user_id, kind)}{quoted}')" for kind in kinds)


def newest(wheres: Sequence[str]) -> str:
    """A statement that yields (term, id) of the newest documents for each condition."""
    return " UNION ALL ".join(
        f"(SELECT {term} AS term, id FROM documents WHERE {where} ORDER BY id DESC LIMIT {ENOUGH})"
        for term, where in enumerate(wheres)
    )
