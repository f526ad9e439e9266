"""Search by words on Postgres: a bounded look at each word, as on SQLite, so that both rank alike.

Words stand in the statement itself and not in parameters: only then does the planner know whether one is common (walk the newest
documents) or rare (ask the index). They are folded, so none holds a quote. The user is a word of the index.
"""

from collections.abc import Sequence

from app.memory.words import ENOUGH, scopes, terms

HITS = (
    "SELECT id, kind, owner_id, text, created_at FROM documents WHERE user_id = $1 AND id = ANY(CAST($2 AS BIGINT[]))"
)


def statement(user_id: str, query: str, kinds: Sequence[str]) -> tuple[str, int]:
    """A statement that yields (term, id), and how many terms there are; the term after the last is all of them together."""
    filed = f"CAST('{' | '.join(scopes(user_id, kinds))}' AS tsquery)"
    asked = [f"plainto_tsquery('kwasi', '{_quoted(term)}')" for term in terms(query)]
    together = [f"({' && '.join(asked)})"] if len(asked) > 1 else []
    selects = [
        f"(SELECT {number} AS term, id FROM documents WHERE numnode({words}) > 0 AND found_by @@ ({filed} && {words})"
        f" ORDER BY id DESC LIMIT {ENOUGH})"
        for number, words in enumerate([*asked, *together])
    ]
    return " UNION ALL ".join(selects), len(asked)


def _quoted(text: str) -> str:
    return text.replace("'", "''")
