-- Lists of ours that are kept the same as a list elsewhere, and which task is which there. `here` and `there` of a task tell, without
-- words, what each side held when both were last the same; a task that is gone keeps its row, so that it is known to be gone.
CREATE TABLE synced_lists (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    account_id BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    list_name TEXT NOT NULL,
    list_id TEXT NOT NULL,
    title TEXT NOT NULL,
    key TEXT NOT NULL,
    stood TEXT NOT NULL,
    failures BIGINT NOT NULL,
    synced_at {{time}},
    next_at {{time}} NOT NULL,
    created_at {{time}} NOT NULL,
    UNIQUE (user_id, list_name),
    UNIQUE (user_id, account_id, list_id)
);
CREATE TABLE synced_tasks (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    synced_list_id BIGINT NOT NULL REFERENCES synced_lists (id) ON DELETE CASCADE,
    task_id BIGINT NOT NULL,
    uid TEXT NOT NULL,
    here TEXT NOT NULL,
    there TEXT NOT NULL,
    is_done {{bool}} NOT NULL,
    UNIQUE (synced_list_id, task_id),
    UNIQUE (synced_list_id, uid)
);
