-- Full text on SQLite: an index without a copy of the text. Words are already folded, so every character of one belongs to it.

CREATE VIRTUAL TABLE documents_words USING fts5 (
    words, content = '', detail = column,
    tokenize = "porter unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);

CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO documents_words (rowid, words) VALUES (new.id, new.scope || replace(new.words, ' ', ' ' || new.scope));
END;

CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    INSERT INTO documents_words (documents_words, rowid, words)
    VALUES ('delete', old.id, old.scope || replace(old.words, ' ', ' ' || old.scope));
END;

CREATE TRIGGER documents_changed AFTER UPDATE ON documents BEGIN
    INSERT INTO documents_words (documents_words, rowid, words)
    VALUES ('delete', old.id, old.scope || replace(old.words, ' ', ' ' || old.scope));
    INSERT INTO documents_words (rowid, words) VALUES (new.id, new.scope || replace(new.words, ' ', ' ' || new.scope));
END;
