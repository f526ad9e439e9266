-- The texts of pages that are kept to be read later, one an item. `look_at`: when to look at the page next, NULL for never again;
-- `note` says what is wrong with the text, or why there is none.
CREATE TABLE kept_pages (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    item_id BIGINT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    site TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    taint {{json}} NOT NULL DEFAULT '[]',
    attempts INTEGER NOT NULL DEFAULT 0,
    look_at {{time}},
    turn_id TEXT,
    created_at {{time}} NOT NULL,
    UNIQUE (user_id, item_id)
);
CREATE INDEX kept_pages_due ON kept_pages (look_at) WHERE look_at IS NOT NULL;
