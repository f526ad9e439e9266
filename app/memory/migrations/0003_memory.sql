-- Memory: how far each background reader has come, what it made of the talk, and the tables that clock, news and health stand on.

-- The last turn (its number) that a background reader of the conversation has read. Written with what it made of it.
CREATE TABLE marks (
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    turn_number BIGINT NOT NULL,
    at {{time}} NOT NULL,
    PRIMARY KEY (user_id, name)
);

-- The log of a session reads the books by turn.
CREATE INDEX audit_by_turn ON audit_log (turn_id);

-- What sort of statement it is, and the words it was drawn from.
ALTER TABLE facts ADD COLUMN kind TEXT NOT NULL DEFAULT 'other';
ALTER TABLE facts ADD COLUMN quote TEXT NOT NULL DEFAULT '';

-- The running summary: one a user, in sections of lines; each line names the turns it was made from.
CREATE TABLE summaries (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    sections {{json}} NOT NULL,
    covers BIGINT NOT NULL,
    taint {{json}} NOT NULL,
    updated_at {{time}} NOT NULL
);

-- A stretch of talk without a long pause, once it is over. Its summary is a note, where there was something to sum up.
CREATE TABLE sessions (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    first_turn BIGINT NOT NULL,
    last_turn BIGINT NOT NULL,
    turns INTEGER NOT NULL,
    topic TEXT NOT NULL,
    note_id BIGINT,
    started_at {{time}} NOT NULL,
    ended_at {{time}} NOT NULL,
    UNIQUE (user_id, first_turn)
);
CREATE INDEX sessions_by_user ON sessions (user_id, ended_at);

-- How the assistant should behave towards its user: learned, or corrected.
CREATE TABLE agent_learnings (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX agent_learnings_by_user ON agent_learnings (user_id, id);

-- What to ask or say later, once, at a good moment.
CREATE TABLE pending_intentions (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    due_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX pending_intentions_by_user ON pending_intentions (user_id, due_at);
CREATE INDEX pending_intentions_due ON pending_intentions (due_at) WHERE status = 'pending';

-- What the user wants done again and again: `instruction` is said to the assistant at each occurrence of `rule`.
CREATE TABLE scheduled_tasks (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    instruction TEXT NOT NULL,
    rule TEXT NOT NULL,
    local_start TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    due_at {{time}} NOT NULL,
    status TEXT NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX scheduled_tasks_by_user ON scheduled_tasks (user_id, due_at);
CREATE INDEX scheduled_tasks_due ON scheduled_tasks (due_at) WHERE status = 'active';

-- What the user wants to be told of when it happens.
CREATE TABLE alert_rules (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    condition {{json}} NOT NULL,
    cooldown INTEGER NOT NULL,
    status TEXT NOT NULL,
    fired_at {{time}},
    expires_at {{time}},
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX alert_rules_by_user ON alert_rules (user_id, id);

CREATE TABLE news_topics (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    topic TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    UNIQUE (user_id, topic)
);

-- Stories that were shown, so that none is shown twice. `digest` names a story whatever page it stands on.
CREATE TABLE seen_news (
    user_id TEXT NOT NULL REFERENCES users (id),
    digest TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    seen_at {{time}} NOT NULL,
    PRIMARY KEY (user_id, digest)
);
CREATE INDEX seen_news_by_time ON seen_news (user_id, seen_at);

-- One measurement; the same metric, start and device is the same measurement, and its newest version counts.
CREATE TABLE health_samples (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    metric TEXT NOT NULL,
    start_at {{time}} NOT NULL,
    end_at {{time}} NOT NULL,
    zone_offset INTEGER,
    value {{json}} NOT NULL,
    unit TEXT NOT NULL,
    device TEXT NOT NULL,
    source TEXT NOT NULL,
    client_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    received_at {{time}} NOT NULL,
    UNIQUE (user_id, metric, start_at, device)
);
CREATE INDEX health_samples_by_client_id ON health_samples (user_id, client_id);

-- What was said in a time.
CREATE INDEX turns_by_time ON turns (user_id, started_at);
-- One user's turns in their order. By `number` itself, Postgres would rather walk back through everybody's turns along the primary
-- key, which takes the longer the longer somebody said nothing; by `number + 0` it can't.
DROP INDEX turns_by_user;
CREATE INDEX turns_by_user ON turns (user_id, (number + 0));
