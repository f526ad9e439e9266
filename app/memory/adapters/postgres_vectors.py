"""Search by meaning on Postgres: exactly where a user has few vectors, through the model's HNSW index where they have many.

Vectors of all models share a column of half precision; each model gets indexes of its own when its first vector comes.
Invariant: a search finds as many as there are. The HNSW index knows neither users nor kinds, so a walk of it may give up among
what belongs to others: then all that could be meant is compared instead, as it is at once where that is little.
"""

from collections.abc import Sequence
from hashlib import blake2b

from pgvector import HalfVector

from app.memory.words import LONGEST_HIT

MOST_INDEXED = 4000  # dimensions that an HNSW index of halfvec can hold
# Walking costs the more the fewer of the vectors it meets are meant: it pays for whoever has many and a fair share of all.
EXACT_BELOW = 10_000  # that many are compared in some ten milliseconds
_SHARE, _MOST_COMPARED = 0.05, 50_000
_MOST_COVERED = 1_000  # dimensions of a vector that fits into a row of an ordinary index
LEAST_WIDTH, _MOST_WIDTH = 100, 1_000  # the first is what a session starts with, the second pgvector's limit
_STORED_FOR_ONE = 1_600  # measured: 600 candidates find 95 of 100 among a million, 100 candidates among 100,000
WIDEN = "SELECT set_config('hnsw.ef_search', $1, TRUE)"  # until the transaction ends

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('kwasi vector index', 0))"
PUT = """INSERT INTO embeddings (document_id, user_id, kind, model, dimensions, vector)
    SELECT id, user_id, kind, CAST($4 AS TEXT), CAST($5 AS INTEGER), CAST($6 AS HALFVEC) FROM documents
    WHERE user_id = $1 AND kind = $2 AND owner_id = $3 AND (CAST($7 AS TEXT) IS NULL OR text = $7) FOR NO KEY UPDATE
    ON CONFLICT (document_id, model) DO UPDATE SET vector = EXCLUDED.vector, dimensions = EXCLUDED.dimensions"""

OF_OWNERS = """SELECT d.owner_id, e.vector FROM documents d JOIN embeddings e ON e.document_id = d.id
    WHERE d.user_id = $1 AND d.kind = $2 AND e.model = $3 AND d.owner_id = ANY(CAST($4 AS TEXT[]))"""


def packed(vector: HalfVector) -> bytes:
    """A vector as the driver reads it, as little-endian bytes."""
    return vector.to_numpy().astype("<f2").tobytes()


def indexes(model: str, dimensions: int) -> list[str]:
    """The statements that make a model's indexes where they are not there yet: to count what could be meant, to compare it, to walk."""
    made = [_by_kind(model, dimensions, "kind", "")]
    if dimensions <= _MOST_COVERED:
        made.append(_by_kind(model, dimensions, "near", " INCLUDE (document_id, vector)"))
    if dimensions <= MOST_INDEXED:
        made.append(index(model, dimensions))
    return made


def index(model: str, dimensions: int) -> str:
    """The index that is walked from a vector to what is near it."""
    return (
        f"CREATE INDEX IF NOT EXISTS {_name(model, dimensions)} ON embeddings USING hnsw"
        f" ((CAST(vector AS HALFVEC({dimensions}))) halfvec_cosine_ops) WHERE {_of(model, dimensions)}"
    )


def _by_kind(model: str, dimensions: int, name: str, beside: str) -> str:
    """With the vectors beside it, a person's lie together: in the table they lie among everybody's, each on a page of its own."""
    return (
        f"CREATE INDEX IF NOT EXISTS {_name(model, dimensions)}_{name} ON embeddings (user_id, kind){beside}"
        f" WHERE {_of(model, dimensions)}"
    )


def count(model: str, dimensions: int, kinds: Sequence[str]) -> str:
    """How many `vectors` could be meant, counted up to what is `many` ($1 user, $2 kinds, $3 the least that is many), and how many
    of the model are `stored`, about, for all users."""
    mine = f"SELECT 1 FROM embeddings WHERE user_id = $1 AND {_of(model, dimensions)}{_only(kinds, '$2')}"
    known = f"SELECT reltuples FROM pg_class WHERE oid = to_regclass('{_name(model, dimensions)}')"
    return (
        f"WITH store AS MATERIALIZED (SELECT COALESCE(({known}), 0) AS stored), bound AS MATERIALIZED (SELECT stored,"
        f" CAST(GREATEST($3, LEAST(stored * {_SHARE}, {_MOST_COMPARED})) AS BIGINT) AS many FROM store)"
        f" SELECT (SELECT COUNT(*) FROM ({mine} LIMIT (SELECT many FROM bound)) few) AS vectors, many, stored FROM bound"
    )


def width(stored: float) -> int:
    """How many candidates a walk keeps in view. Too few of a large store, and it settles in the wrong neighbourhood."""
    return int(min(max(stored / _STORED_FOR_ONE, LEAST_WIDTH), _MOST_WIDTH))


def exact(model: str, dimensions: int, kinds: Sequence[str]) -> str:
    """Compare all that could be meant ($1 user, $2 vector, $3 limit, $4 kinds)."""
    return _nearest(model, dimensions, kinds, order=f"({_distance(dimensions)}) + 0")  # no index is in this order


def indexed(model: str, dimensions: int, kinds: Sequence[str]) -> str:
    """Walk the model's index ($1 user, $2 vector, $3 limit, $4 kinds)."""
    return _nearest(model, dimensions, kinds, order=_distance(dimensions))


def _nearest(model: str, dimensions: int, kinds: Sequence[str], *, order: str) -> str:
    mine = f"user_id = $1 AND {_of(model, dimensions)}{_only(kinds, '$4')}"
    return (
        f"SELECT d.kind, d.owner_id, SUBSTR(d.text, 1, {LONGEST_HIT}) AS text, d.created_at, 1 - near.distance AS score"
        f" FROM (SELECT document_id, {_distance(dimensions)} AS distance FROM embeddings WHERE {mine}"
        f" ORDER BY {order} LIMIT $3) near"
        " JOIN documents d ON d.id = near.document_id ORDER BY near.distance, d.id DESC"
    )


def _distance(dimensions: int) -> str:
    return f"CAST(vector AS HALFVEC({dimensions})) <=> CAST($2 AS HALFVEC({dimensions}))"


def _name(model: str, dimensions: int) -> str:
    return f"embeddings_{blake2b(f'{model} {dimensions}'.encode(), digest_size=8).hexdigest()}"


def _of(model: str, dimensions: int) -> str:
    """Written out, not as parameters: the planner must see that the index is the model's."""
    return f"model = '{model.replace(chr(39), chr(39) * 2)}' AND dimensions = {int(dimensions)}"


def _only(kinds: Sequence[str], place: str) -> str:
    return f" AND kind = ANY(CAST({place} AS TEXT[]))" if kinds else f" AND CAST({place} AS TEXT[]) IS NOT NULL"
