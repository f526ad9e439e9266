-- The spine: users, turns, what people keep, the gate's books, the doors, the clock.
-- One text for both engines; the adapter fills in {{id}} (a rising integer key), {{time}}, {{json}}, {{bool}}, {{real}}, {{blob}} and {{vector}}.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    zone_source TEXT NOT NULL,
    locale TEXT NOT NULL,
    settings {{json}} NOT NULL,
    created_at {{time}} NOT NULL
);

CREATE TABLE identities (
    channel TEXT NOT NULL,
    external_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at {{time}} NOT NULL,
    PRIMARY KEY (channel, external_id)
);
CREATE INDEX identities_by_user ON identities (user_id);

CREATE TABLE inbox (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    external_id TEXT NOT NULL,
    address TEXT NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    turn_id TEXT,
    received_at {{time}} NOT NULL,
    UNIQUE (user_id, channel, external_id)
);
CREATE INDEX inbox_open ON inbox (user_id, received_at) WHERE status <> 'done';
CREATE INDEX inbox_by_turn ON inbox (turn_id);

CREATE TABLE attachments (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    inbox_id TEXT NOT NULL REFERENCES inbox (id),
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    data {{blob}} NOT NULL
);
CREATE INDEX attachments_by_inbox ON attachments (inbox_id);

CREATE TABLE turns (
    number {{id}},
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    text TEXT NOT NULL,
    reply TEXT NOT NULL,
    status TEXT NOT NULL,
    route {{json}} NOT NULL,
    taint {{json}} NOT NULL,
    usage {{json}} NOT NULL,
    model TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    started_at {{time}} NOT NULL,
    finished_at {{time}} NOT NULL
);
CREATE INDEX turns_by_user ON turns (user_id, number);

CREATE TABLE turn_messages (
    user_id TEXT NOT NULL REFERENCES users (id),
    turn_id TEXT NOT NULL REFERENCES turns (id),
    position INTEGER NOT NULL,
    message {{json}} NOT NULL,
    PRIMARY KEY (turn_id, position)
);

CREATE TABLE notes (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    tags {{json}} NOT NULL,
    source TEXT NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}}
);
CREATE INDEX notes_by_user ON notes (user_id, updated_at);

CREATE TABLE tasks (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    list_name TEXT NOT NULL,
    title TEXT NOT NULL,
    due_at {{time}},
    due_has_time {{bool}} NOT NULL,
    priority INTEGER NOT NULL,
    done_at {{time}},
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}}
);
CREATE INDEX tasks_by_user ON tasks (user_id, created_at);
CREATE INDEX tasks_due ON tasks (due_at) WHERE done_at IS NULL AND deleted_at IS NULL;

CREATE TABLE reminders (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    text TEXT NOT NULL,
    due_at {{time}} NOT NULL,
    local_start TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    rule TEXT,
    status TEXT NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX reminders_by_user ON reminders (user_id, due_at);
CREATE INDEX reminders_due ON reminders (due_at) WHERE status = 'active';

CREATE TABLE occurrences (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    owner_kind TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    due_at {{time}} NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    ended_at {{time}} NOT NULL,
    UNIQUE (user_id, owner_kind, owner_id, due_at)
);
CREATE INDEX occurrences_by_user ON occurrences (user_id, due_at);

CREATE TABLE facts (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    key TEXT NOT NULL,
    statement TEXT NOT NULL,
    confidence {{real}} NOT NULL,
    source TEXT NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    confirmed {{bool}} NOT NULL,
    superseded_by BIGINT REFERENCES facts (id),
    created_at {{time}} NOT NULL,
    ended_at {{time}}
);
CREATE INDEX facts_by_user ON facts (user_id, id);

CREATE TABLE context (
    user_id TEXT NOT NULL REFERENCES users (id),
    key TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_at {{time}} NOT NULL,
    PRIMARY KEY (user_id, key)
);

CREATE TABLE journal_entries (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    entry_date TEXT NOT NULL,
    content TEXT NOT NULL,
    mood TEXT NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    deleted_at {{time}}
);
CREATE INDEX journal_by_user ON journal_entries (user_id, entry_date);

CREATE TABLE read_later (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    tags {{json}} NOT NULL,
    read_at {{time}},
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    deleted_at {{time}}
);
CREATE INDEX read_later_by_user ON read_later (user_id, created_at);

CREATE TABLE pending_actions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    turn_id TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments {{json}} NOT NULL,
    digest TEXT NOT NULL,
    summary TEXT NOT NULL,
    taint {{json}} NOT NULL,
    status TEXT NOT NULL,
    result TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL,
    decided_at {{time}}
);
CREATE INDEX pending_actions_by_user ON pending_actions (user_id, created_at);

CREATE TABLE ledger (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    turn_id TEXT NOT NULL,
    call_key TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments {{json}} NOT NULL,
    status TEXT NOT NULL,
    result TEXT NOT NULL,
    undo {{json}},
    undone_at {{time}},
    started_at {{time}} NOT NULL,
    finished_at {{time}},
    UNIQUE (user_id, turn_id, call_key)
);
CREATE INDEX ledger_undoable ON ledger (user_id, id) WHERE undo IS NOT NULL AND undone_at IS NULL;

CREATE TABLE audit_log (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    turn_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments {{json}} NOT NULL,
    decision TEXT NOT NULL,
    outcome TEXT NOT NULL,
    created_at {{time}} NOT NULL
);
CREATE INDEX audit_by_user ON audit_log (user_id, id);

CREATE TABLE usage (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    turn_id TEXT,
    role TEXT NOT NULL,
    model TEXT NOT NULL,
    requests INTEGER NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cost {{real}} NOT NULL,
    created_at {{time}} NOT NULL
);
CREATE INDEX usage_by_user ON usage (user_id, created_at);

CREATE TABLE outbox (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    address TEXT NOT NULL,
    key TEXT NOT NULL,
    body {{json}} NOT NULL,
    turn_id TEXT,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_attempt_at {{time}} NOT NULL,
    created_at {{time}} NOT NULL,
    sent_at {{time}},
    UNIQUE (user_id, key)
);
CREATE INDEX outbox_by_user ON outbox (user_id, id);
CREATE INDEX outbox_pending ON outbox (next_attempt_at) WHERE status = 'pending';
CREATE INDEX outbox_sending ON outbox (next_attempt_at) WHERE status = 'sending';

CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at {{time}} NOT NULL,
    info {{json}} NOT NULL
);

CREATE TABLE loop_runs (
    id {{id}},
    name TEXT NOT NULL,
    started_at {{time}} NOT NULL,
    finished_at {{time}},
    status TEXT NOT NULL,
    error TEXT NOT NULL,
    next_run_at {{time}}
);
CREATE INDEX loop_runs_by_name ON loop_runs (name, id);

-- What can be searched: the text as it reads, its folded words, and what each word begins with in the index: a mark of owner
-- and kind, so that a search never touches the words of others.
CREATE TABLE documents (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    text TEXT NOT NULL,
    words TEXT NOT NULL,
    scope TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    UNIQUE (user_id, kind, owner_id)
);

-- A vector belongs to one text: a change of the text or of the model is a new row with a higher id, never an update.
CREATE TABLE embeddings (
    id {{id}},
    document_id BIGINT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    vector {{vector}} NOT NULL,
    UNIQUE (document_id, model)
);
CREATE INDEX embeddings_by_user ON embeddings (user_id, model, id);
