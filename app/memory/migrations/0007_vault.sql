-- What opens a person's accounts elsewhere (mail, calendars), sealed: nobody reads a value without the key, which is not in this database.
-- `account` and `name` are plain: they say what is kept, as in "imap:ana@example.org" and "password".
CREATE TABLE vault_secrets (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    key_id TEXT NOT NULL,
    nonce {{blob}} NOT NULL,
    ciphertext {{blob}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    UNIQUE (user_id, account, name)
);
-- Whoever looks whether a key is still needed looks here.
CREATE INDEX vault_secrets_by_key ON vault_secrets (key_id);

-- Which key seals what is kept from now on, by its fingerprint: one row, which also is the lock of whoever seals.
CREATE TABLE vault_keys (
    place TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    changed_at {{time}} NOT NULL
);
