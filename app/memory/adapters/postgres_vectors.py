"""Search by meaning on Postgres: exactly where a user has few vectors, through the model's HNSW index where they have many.

Vectors of all models share a column of half precision; each model gets an index of its own dimensions when its first vector
comes. An index over all users may miss somebody who has little among much, hence the exact way for those.
"""

from collections.abc import Sequence
from hashlib import blake2b

MOST_INDEXED = 4000  # dimensions that an HNSW index of halfvec can hold
EXACT_BELOW = 5000  # vectors of one user and model: comparing that many takes a few milliseconds

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('kwasi vector index', 0))"
PUT = """INSERT INTO embeddings (document_id, user_id, kind, model, dimensions, vector)
    SELECT id, user_id, kind, CAST($4 AS TEXT), CAST($5 AS INTEGER), CAST($6 AS HALFVEC) FROM documents
    WHERE user_id = $1 AND kind = $2 AND owner_id = $3
    ON CONFLICT (document_id, model) DO UPDATE SET vector = EXCLUDED.vector, dimensions = EXCLUDED.dimensions"""
COUNT = f"""SELECT COUNT(*) AS vectors FROM
    (SELECT 1 FROM embeddings WHERE user_id = $1 AND model = $2 LIMIT {EXACT_BELOW}) few"""


def index(model: str, dimensions: int) -> str:
    """The statement that makes a model's index where it is not there yet."""
    name = blake2b(f"{model} {dimensions}".encode(), digest_size=8).hexdigest()
    return (
        f"CREATE INDEX IF NOT EXISTS embeddings_{name} ON embeddings USING hnsw"
        f" ((CAST(vector AS HALFVEC({dimensions}))) halfvec_cosine_ops) WHERE {_of(model, dimensions)}"
    )


def exact(model: str, dimensions: int, kinds: Sequence[str]) -> str:
    """Compare all of the user's vectors ($1 user, $2 vector, $3 limit, $4 kinds)."""
    mine = f"SELECT * FROM embeddings WHERE user_id = $1 AND {_of(model, dimensions)}{_only(kinds)}"
    return f"WITH mine AS MATERIALIZED ({mine}) {_nearest('mine', dimensions)}"


def indexed(model: str, dimensions: int, kinds: Sequence[str]) -> str:
    """Walk the model's index ($1 user, $2 vector, $3 limit, $4 kinds)."""
    mine = f"SELECT * FROM embeddings WHERE user_id = $1 AND {_of(model, dimensions)}{_only(kinds)}"
    return _nearest(f"({mine})", dimensions)


def _nearest(mine: str, dimensions: int) -> str:
    distance = f"CAST(vector AS HALFVEC({dimensions})) <=> CAST($2 AS HALFVEC({dimensions}))"
    return (
        "SELECT d.kind, d.owner_id, d.text, d.created_at, 1 - near.distance AS score FROM"
        f" (SELECT document_id, {distance} AS distance FROM {mine} mine ORDER BY {distance} LIMIT $3) near"
        " JOIN documents d ON d.id = near.document_id ORDER BY near.distance, d.id DESC"
    )


def _of(model: str, dimensions: int) -> str:
    """Written out, not as parameters: the planner must see that the index is the model's."""
    return f"model = '{model.replace(chr(39), chr(39) * 2)}' AND dimensions = {int(dimensions)}"


def _only(kinds: Sequence[str]) -> str:
    return " AND kind = ANY(CAST($4 AS TEXT[]))" if kinds else " AND CAST($4 AS TEXT[]) IS NOT NULL"
