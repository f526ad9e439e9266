"""Search by words on Postgres: a bounded look at each word, as on SQLite, so that both rank alike."""

from app.memory.words import ENOUGH

_LONGEST_WALK = 1000  # documents of the rarest word that are looked through for the others

# $1 words, $2 scopes: (term, id) of the newest documents that hold each word.
NEWEST = f"""SELECT CAST(asked.place - 1 AS INTEGER) AS term, held.document_id AS id
    FROM unnest(CAST($1 AS TEXT[])) WITH ORDINALITY AS asked (word, place) CROSS JOIN LATERAL (
        SELECT newest.document_id FROM unnest(CAST($2 AS TEXT[])) AS filed (scope) CROSS JOIN LATERAL (
            SELECT document_id FROM document_words WHERE word = word_key(filed.scope, asked.word)
            ORDER BY document_id DESC LIMIT {ENOUGH}
        ) newest ORDER BY newest.document_id DESC LIMIT {ENOUGH}
    ) held"""

# $1 words, the rarest first, $2 scopes: ids of the newest documents that hold all of them.
TOGETHER = f"""SELECT first.document_id AS id
    FROM unnest(CAST($2 AS TEXT[])) AS filed (scope) CROSS JOIN LATERAL (
        SELECT document_id FROM document_words WHERE word = word_key(filed.scope, (CAST($1 AS TEXT[]))[1])
        ORDER BY document_id DESC LIMIT {_LONGEST_WALK}
    ) first
    WHERE NOT EXISTS (
        SELECT 1 FROM unnest((CAST($1 AS TEXT[]))[2:]) AS other (word) WHERE NOT EXISTS (
            SELECT 1 FROM document_words held
            WHERE held.word = word_key(filed.scope, other.word) AND held.document_id = first.document_id
        )
    ) ORDER BY first.document_id DESC LIMIT {ENOUGH}"""

HITS = (
    "SELECT id, kind, owner_id, text, created_at FROM documents WHERE user_id = $1 AND id = ANY(CAST($2 AS BIGINT[]))"
)
