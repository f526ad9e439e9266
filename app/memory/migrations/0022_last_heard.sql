-- Where somebody was heard last: what is said to them first goes there. One row a place of theirs, local surfaces included.
CREATE TABLE last_heard (
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    address TEXT NOT NULL,
    at {{time}} NOT NULL,
    PRIMARY KEY (user_id, channel, address)
);

-- Whether the answer also goes to where its user is told things first: a program asked, and they may be elsewhere.
ALTER TABLE inbox ADD COLUMN deliver {{bool}} NOT NULL DEFAULT FALSE;

-- The channel that a reminder is to be said on; "" is wherever its user is told things first.
ALTER TABLE reminders ADD COLUMN channel TEXT NOT NULL DEFAULT '';
