-- What was seen of calendars: which event, when and where it lies, so that each time of each event has a number of its own.
CREATE TABLE calendar_events (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    calendar TEXT NOT NULL,
    href TEXT NOT NULL,
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    starts_at {{time}} NOT NULL,
    ends_at {{time}} NOT NULL,
    all_day {{bool}} NOT NULL,
    taint {{json}} NOT NULL,
    listed_at {{time}} NOT NULL,
    deleted_at {{time}},
    UNIQUE (user_id, account_id, href, key)
);
CREATE INDEX calendar_events_by_time ON calendar_events (user_id, starts_at);
