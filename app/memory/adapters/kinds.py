"""Which kinds of documents a user has: a few jumps through the index, however many documents there are."""

KINDS = """WITH RECURSIVE kinds (kind) AS (
        SELECT MIN(kind) FROM documents WHERE user_id = $1
        UNION ALL
        SELECT (SELECT MIN(kind) FROM documents WHERE user_id = $1 AND kind > kinds.kind) FROM kinds
        WHERE kinds.kind IS NOT NULL
    ) SELECT kind FROM kinds WHERE kind IS NOT NULL"""
