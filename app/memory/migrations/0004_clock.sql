-- The clock: what is due for whom, how each due moment ended, and the assistants behind the assistant.

-- A schedule is an instruction of the user ("task"), the waking of a worker ("worker") or one of the house's own ("routine", named by
-- `target`). `rule` is an RRULE, "CRON:" with five fields, or "" for once. `exceptions` are local days or moments (ISO) that are left
-- out. `freshness`: seconds within which a missed one is still done late. `origin` says who set it: user, settings or worker.
ALTER TABLE scheduled_tasks ADD COLUMN kind TEXT NOT NULL DEFAULT 'task';
ALTER TABLE scheduled_tasks ADD COLUMN target TEXT NOT NULL DEFAULT '';
ALTER TABLE scheduled_tasks ADD COLUMN exceptions {{json}} NOT NULL DEFAULT '[]';
ALTER TABLE scheduled_tasks ADD COLUMN freshness BIGINT NOT NULL DEFAULT 21600;
ALTER TABLE scheduled_tasks ADD COLUMN origin TEXT NOT NULL DEFAULT 'user';
CREATE UNIQUE INDEX scheduled_routines ON scheduled_tasks (user_id, target) WHERE kind = 'routine';
ALTER TABLE reminders ADD COLUMN exceptions {{json}} NOT NULL DEFAULT '[]';

-- The due moment of a task that was said; another one is said anew. What was due long ago is over.
ALTER TABLE tasks ADD COLUMN due_said {{time}};

-- A due moment whose work takes longer than a transaction: it waits, runs as the turn `run_id`, then ends as ran, late or skipped.
ALTER TABLE occurrences ADD COLUMN run_id TEXT NOT NULL DEFAULT '';
ALTER TABLE occurrences ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
CREATE INDEX occurrences_open ON occurrences (user_id, due_at) WHERE status IN ('waiting', 'running');
CREATE INDEX occurrences_by_end ON occurrences (user_id, ended_at);

-- The findings of an alert that were told already, newest last, and what it said last.
ALTER TABLE alert_rules ADD COLUMN seen {{json}} NOT NULL DEFAULT '[]';
ALTER TABLE alert_rules ADD COLUMN fired_because TEXT NOT NULL DEFAULT '';

-- An assistant behind the assistant, by name: what it is for, what it knows of its work so far, and what it waits for.
CREATE TABLE workers (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    purpose TEXT NOT NULL,
    running_summary TEXT NOT NULL,
    status TEXT NOT NULL,
    question {{json}} NOT NULL,
    turn_id TEXT,
    taint {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    UNIQUE (user_id, name)
);

-- A worker's own conversation, never the user's; `run_id` is the run in which it was said.
CREATE TABLE worker_messages (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    worker_id BIGINT NOT NULL REFERENCES workers (id) ON DELETE CASCADE,
    run_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    message {{json}} NOT NULL,
    created_at {{time}} NOT NULL,
    UNIQUE (worker_id, run_id, position)
);
CREATE INDEX worker_messages_by_worker ON worker_messages (user_id, worker_id, id);

-- Which to-do is to be said next, however many were said and are still open.
CREATE INDEX tasks_unsaid ON tasks (due_at) WHERE due_has_time AND done_at IS NULL AND deleted_at IS NULL
    AND due_at IS NOT NULL AND (due_said IS NULL OR due_said <> due_at);
