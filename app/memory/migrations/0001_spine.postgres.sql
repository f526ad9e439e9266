-- Full text on Postgres: which documents hold which word, newest first, straight off one index. (A GIN index knows no order: the
-- newest few hundred of a common word would cost a visit to all that hold it.) A word is kept as a number made of its English
-- stem behind the document's scope; there are no stop words, the query drops its own.

CREATE TEXT SEARCH DICTIONARY kwasi_stem (TEMPLATE = snowball, LANGUAGE = english);

CREATE TABLE document_words (
    word BIGINT NOT NULL,
    document_id BIGINT NOT NULL,
    PRIMARY KEY (word, document_id)
);

CREATE FUNCTION word_key(scope TEXT, word TEXT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
    SELECT hashtextextended(scope || COALESCE((ts_lexize('kwasi_stem', word))[1], word), 0)
$$;

CREATE FUNCTION word_keys(scope TEXT, words TEXT) RETURNS SETOF BIGINT LANGUAGE sql STABLE AS $$
    SELECT DISTINCT word_key(scope, word) FROM unnest(string_to_array(words, ' ')) AS word WHERE word <> ''
$$;

CREATE FUNCTION documents_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM document_words USING word_keys(OLD.scope, OLD.words) AS key
        WHERE word = key AND document_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO document_words SELECT key, NEW.id FROM word_keys(NEW.scope, NEW.words) AS key;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER documents_words AFTER INSERT OR UPDATE OR DELETE ON documents
    FOR EACH ROW EXECUTE FUNCTION documents_words();

-- A reader asks the outbox for what is after the id it saw last, so ids of one user must become visible in their order:
-- the number is drawn under a lock that lasts until commit.
CREATE FUNCTION outbox_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('outbox ' || NEW.user_id, 0));
    NEW.id := nextval(pg_get_serial_sequence('outbox', 'id'));
    RETURN NEW;
END
$$;
CREATE TRIGGER outbox_in_order BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION outbox_in_order();
