"""Queries by kind that both engines read as they are: neither looks at more the more documents there are."""

# Which kinds of documents a user has: a few jumps through the index.
KINDS = """WITH RECURSIVE kinds (kind) AS (
        SELECT MIN(kind) FROM documents WHERE user_id = $1
        UNION ALL
        SELECT (SELECT MIN(kind) FROM documents WHERE user_id = $1 AND kind > kinds.kind) FROM kinds
        WHERE kinds.kind IS NOT NULL
    ) SELECT kind FROM kinds WHERE kind IS NOT NULL"""

# The vectors of the newest documents of a kind, as far as they are among the user's newest.
NEWEST_VECTORS = """SELECT vector FROM (
        SELECT kind, vector FROM embeddings WHERE user_id = $1 AND model = $2 ORDER BY id DESC LIMIT 2000
    ) newest WHERE kind = $3 LIMIT $4"""
