"""Search by words on Postgres: a bounded look at each word, as on SQLite, so that both rank alike."""

from app.memory.words import LONGEST_HIT

_LONGEST_WALK = 500  # documents of the rarest word that are looked through for the others

# $1 words, $2 scopes, $3 how many: for each word, in their order, the ids of the newest documents that hold it.
NEWEST = """SELECT ARRAY(
        SELECT newest.document_id FROM unnest(CAST($2 AS TEXT[])) AS filed (scope) CROSS JOIN LATERAL (
            SELECT document_id FROM document_words WHERE word = word_key(filed.scope, asked.word)
            ORDER BY document_id DESC LIMIT $3
        ) newest ORDER BY newest.document_id DESC LIMIT $3
    ) AS ids FROM unnest(CAST($1 AS TEXT[])) WITH ORDINALITY AS asked (word, place) ORDER BY asked.place"""

# $1 words, the rarest first, $2 scopes, $3 how many: ids of the newest documents that hold all of them. Each document of the first is looked
# up under the others one by one (hence the inner LIMIT): for a few hundred that beats any join the planner would think of.
TOGETHER = f"""WITH keys AS MATERIALIZED (
        SELECT filed.scope, asked.place, word_key(filed.scope, asked.word) AS key
        FROM unnest(CAST($2 AS TEXT[])) AS filed (scope), unnest(CAST($1 AS TEXT[])) WITH ORDINALITY AS asked (word, place)
    ), walked AS MATERIALIZED (
        SELECT keys.scope, newest.document_id FROM keys CROSS JOIN LATERAL (
            SELECT document_id FROM document_words WHERE word = keys.key
            ORDER BY document_id DESC LIMIT {_LONGEST_WALK}
        ) newest WHERE keys.place = 1
    )
    SELECT walked.document_id AS id FROM walked JOIN keys ON keys.scope = walked.scope AND keys.place > 1
    CROSS JOIN LATERAL (
        SELECT 1 FROM document_words held
        WHERE held.word = keys.key AND held.document_id = walked.document_id LIMIT 1
    ) held
    GROUP BY walked.document_id HAVING COUNT(*) = cardinality(CAST($1 AS TEXT[])) - 1
    ORDER BY walked.document_id DESC LIMIT $3"""

HITS = f"SELECT id, kind, owner_id, SUBSTR(text, 1, {LONGEST_HIT}) AS text, created_at FROM documents WHERE user_id = $1 AND id = ANY(CAST($2 AS BIGINT[]))"
