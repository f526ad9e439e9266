-- Who is signed in to the page: one row a browser. The cookie holds a random token, the row its digest; ending a session removes the row.

CREATE TABLE page_sessions (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    digest TEXT NOT NULL UNIQUE,
    -- A fingerprint of how one signed in then: another password is another one, and ends what stands under the old.
    door TEXT NOT NULL,
    browser TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    used_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL
);
CREATE INDEX page_sessions_by_user ON page_sessions (user_id, id);
