-- Channels that are pushed to, plans, and the switches a person has over the assistant.

-- The held action that a message corrects, if it is a correction.
ALTER TABLE inbox ADD COLUMN corrects TEXT NOT NULL DEFAULT '';
-- The name of the source where other people wrote the text (a forwarded message); "" is the user.
ALTER TABLE inbox ADD COLUMN untrusted TEXT NOT NULL DEFAULT '';
-- How many somebody sent lately is asked with every message.
CREATE INDEX inbox_by_time ON inbox (user_id, received_at);
-- Where bytes that are not here yet are fetched from.
ALTER TABLE attachments ADD COLUMN reference TEXT NOT NULL DEFAULT '';

-- Rises whenever a message that was put changes, so that a delivery of the older text is not taken for one of the newer.
ALTER TABLE outbox ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_open_by_chat ON outbox (channel, address, id) WHERE status IN ('pending', 'sending');

-- The key of the outbox row that asks, where it is not the reply of the turn that held the call.
ALTER TABLE pending_actions ADD COLUMN card TEXT NOT NULL DEFAULT '';

-- One row a message that a channel shows for an outbox row; `external_id` is the channel's own name of it, once known.
CREATE TABLE deliveries (
    outbox_id BIGINT NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    status TEXT NOT NULL,
    external_id TEXT NOT NULL,
    PRIMARY KEY (outbox_id, part)
);
CREATE INDEX deliveries_by_external_id ON deliveries (user_id, external_id);

-- The message that stands in a chat for an answer that is still being written; one a chat.
CREATE TABLE placeholders (
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    address TEXT NOT NULL,
    external_id TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    PRIMARY KEY (user_id, channel, address)
);

CREATE TABLE controls (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    paused_at {{time}},
    stopped_at {{time}},
    editing TEXT NOT NULL,
    editing_in TEXT NOT NULL,
    editing_since {{time}}
);

CREATE TABLE plans (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    turn_id TEXT NOT NULL,
    goal TEXT NOT NULL,
    steps {{json}} NOT NULL,
    taint {{json}} NOT NULL,
    status TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX plans_by_user ON plans (user_id, created_at);

-- What a person's decision says about a turn, kept until a tracer has taken it.
CREATE TABLE scores (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    trace_id TEXT NOT NULL,
    name TEXT NOT NULL,
    value {{real}} NOT NULL,
    note TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    sent_at {{time}}
);
CREATE INDEX scores_unsent ON scores (id) WHERE sent_at IS NULL;

-- Money and tokens set aside for a model call that is under way; one whose process died stays and counts as spent.
CREATE TABLE reservations (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    turn_id TEXT NOT NULL,
    model TEXT NOT NULL,
    tokens BIGINT NOT NULL,
    cost {{real}} NOT NULL,
    created_at {{time}} NOT NULL
);
CREATE INDEX reservations_by_user ON reservations (user_id, created_at);

-- A one-time code that lets whoever sends it from a channel be this user.
CREATE TABLE link_codes (
    digest TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    expires_at {{time}} NOT NULL
);
