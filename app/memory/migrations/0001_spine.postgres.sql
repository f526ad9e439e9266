-- Full text on Postgres: English stems of the folded words, each behind its scope (no stop words: the query drops its own).

CREATE TEXT SEARCH DICTIONARY kwasi_stem (TEMPLATE = snowball, LANGUAGE = english);
CREATE TEXT SEARCH CONFIGURATION kwasi (COPY = pg_catalog.simple);
ALTER TEXT SEARCH CONFIGURATION kwasi ALTER MAPPING FOR asciiword, word, numword WITH kwasi_stem;

ALTER TABLE documents ADD COLUMN found_by TSVECTOR GENERATED ALWAYS AS (
    to_tsvector('kwasi', scope || replace(words, ' ', ' ' || scope))
) STORED;
CREATE INDEX documents_words ON documents USING gin (found_by) WITH (fastupdate = off);

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
