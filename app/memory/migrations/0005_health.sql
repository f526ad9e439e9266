-- Years of a person's measurements. Nothing could write the first sketch of this table, so nothing is carried over.
DROP TABLE health_samples;

-- Who may send for whom: a phone, paired with a secret of which only the digest is kept.
CREATE TABLE health_senders (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    clock_skew_seconds {{real}},
    created_at {{time}} NOT NULL,
    used_at {{time}},
    removed_at {{time}}
);
CREATE INDEX health_senders_by_user ON health_senders (user_id);

-- One row a person, and the lock on all that is theirs here: whoever changes a person's samples or days updates it first.
CREATE TABLE health_state (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    changes BIGINT NOT NULL,
    changed_at {{time}} NOT NULL
);

-- One metric of one device, and how much there is of it.
CREATE TABLE health_series (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    metric TEXT NOT NULL,
    device TEXT NOT NULL,
    samples BIGINT NOT NULL,
    first_ms BIGINT,
    last_ms BIGINT,
    received_at {{time}} NOT NULL,
    UNIQUE (user_id, metric, device)
);

-- A record as its sender names it. Samples of it below `version` are gone; `deleted_through` is the newest version that was deleted. No
-- foreign key either: checking it takes longer than writing the row, and every sample may be a record of its own.
CREATE TABLE health_records (
    id {{id}},
    user_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    deleted_through BIGINT NOT NULL,
    app TEXT NOT NULL,
    backfill_id BIGINT,
    received_at {{time}} NOT NULL,
    UNIQUE (user_id, client_id)
);
CREATE INDEX health_records_by_backfill ON health_records (backfill_id) WHERE backfill_id IS NOT NULL;

-- Milliseconds since 1970 in UTC; `zone_offset` is in seconds east of it. No foreign keys: a check for each of a thousand rows would cost
-- more than writing them, and whoever removes a series or a record removes its samples first.
CREATE TABLE health_samples (
    series_id BIGINT NOT NULL,
    start_ms BIGINT NOT NULL,
    end_ms BIGINT NOT NULL,
    zone_offset INTEGER NOT NULL,
    number {{real}} NOT NULL,
    detail {{json}},
    record_id BIGINT NOT NULL,
    PRIMARY KEY (series_id, start_ms)
){{clustered}};
CREATE INDEX health_samples_by_record ON health_samples (record_id);

-- Measurements that another record's stands before, by a newer version or a greater client id: they come back when that one goes.
CREATE TABLE health_shadowed (
    series_id BIGINT NOT NULL,
    start_ms BIGINT NOT NULL,
    end_ms BIGINT NOT NULL,
    zone_offset INTEGER NOT NULL,
    number {{real}} NOT NULL,
    detail {{json}},
    record_id BIGINT NOT NULL,
    PRIMARY KEY (series_id, start_ms, record_id)
);
CREATE INDEX health_shadowed_by_record ON health_shadowed (record_id);

-- A local day of a metric, reconciled over devices; `day` counts from 1970-01-01. Computed from samples, and made anew when they change.
CREATE TABLE health_days (
    user_id TEXT NOT NULL REFERENCES users (id),
    metric TEXT NOT NULL,
    day INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    number {{real}} NOT NULL,
    low {{real}} NOT NULL,
    high {{real}} NOT NULL,
    last_ms BIGINT NOT NULL,
    detail {{json}},
    PRIMARY KEY (user_id, metric, day)
);
-- The days whose samples have changed since.
CREATE TABLE health_stale_days (
    user_id TEXT NOT NULL REFERENCES users (id),
    metric TEXT NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (user_id, metric, day)
);

-- What this version doesn't know yet, as it came.
CREATE TABLE health_set_aside (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    metric TEXT NOT NULL,
    start_ms BIGINT NOT NULL,
    device TEXT NOT NULL,
    client_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    sample {{json}} NOT NULL,
    received_at {{time}} NOT NULL,
    UNIQUE (user_id, metric, start_ms, device)
);
CREATE INDEX health_set_aside_by_client_id ON health_set_aside (user_id, client_id);

-- The import of an archive: where it stands (`done` names the files read wholly; `place` the file being read, and its rows done) and what
-- came of its rows.
CREATE TABLE health_backfills (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    status TEXT NOT NULL,
    progress {{json}} NOT NULL,
    counts {{json}} NOT NULL,
    reasons {{json}} NOT NULL,
    problem TEXT NOT NULL,
    created_at {{time}} NOT NULL,
    started_at {{time}},
    finished_at {{time}}
);
CREATE INDEX health_backfills_by_user ON health_backfills (user_id, status);
