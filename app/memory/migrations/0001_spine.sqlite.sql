-- Full text on SQLite: an index without a copy of the text. Words are already folded, so every character of one belongs to it.

CREATE VIRTUAL TABLE documents_words USING fts5 (
    scope, words, content = '', detail = column,
    tokenize = "porter unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);

CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO documents_words (rowid, scope, words) VALUES (new.id, new.scope, new.words);
END;

CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    INSERT INTO documents_words (documents_words, rowid, scope, words) VALUES ('delete', old.id, old.scope, old.words);
END;

CREATE TRIGGER documents_changed AFTER UPDATE ON documents BEGIN
    INSERT INTO documents_words (documents_words, rowid, scope, words) VALUES ('delete', old.id, old.scope, old.words);
    INSERT INTO documents_words (rowid, scope, words) VALUES (new.id, new.scope, new.words);
END;
