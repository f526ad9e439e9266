-- A person's accounts elsewhere: a mailbox, a calendar. What opens them is in the vault, under "<provider>:<identity>".
-- `settings` are servers and ports; `state` is ok, expired, revoked or attention, and `problem` the sentence that says why.
CREATE TABLE accounts (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    provider TEXT NOT NULL,
    label TEXT NOT NULL,
    identity TEXT NOT NULL,
    settings {{json}} NOT NULL,
    scopes {{json}} NOT NULL,
    state TEXT NOT NULL,
    problem TEXT NOT NULL,
    told_at {{time}},
    checked_at {{time}},
    used_at {{time}},
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    UNIQUE (user_id, provider, identity)
);

-- What was seen of mails: who, what about and when, so that each has a number of its own. Their text stays where it is.
CREATE TABLE mails (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    folder TEXT NOT NULL,
    uid TEXT NOT NULL,
    message_id TEXT NOT NULL,
    sender_name TEXT NOT NULL,
    sender TEXT NOT NULL,
    subject TEXT NOT NULL,
    received_at {{time}} NOT NULL,
    is_unread {{bool}} NOT NULL,
    size BIGINT NOT NULL,
    taint {{json}} NOT NULL,
    listed_at {{time}} NOT NULL,
    deleted_at {{time}},
    UNIQUE (user_id, account_id, folder, uid)
);
CREATE INDEX mails_by_time ON mails (user_id, received_at);

-- Mails on their way out. `message_id` is made before: a mail whose delivery nobody knows is looked for by it among those sent.
-- waiting → sending → sent, failed or unknown; or taken_back while it waits.
CREATE TABLE mail_outbox (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL UNIQUE,
    recipients {{json}} NOT NULL,
    subject TEXT NOT NULL,
    mime {{blob}} NOT NULL,
    answers TEXT NOT NULL,
    state TEXT NOT NULL,
    problem TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    send_at {{time}} NOT NULL,
    done_at {{time}},
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL
);
CREATE INDEX mail_outbox_waiting ON mail_outbox (send_at) WHERE state IN ('waiting', 'sending');
