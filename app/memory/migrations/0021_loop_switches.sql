-- What whoever looks after the installation has paused of the background work, and what they wanted run at once.
CREATE TABLE loop_switches (
    name TEXT PRIMARY KEY,
    paused_at {{time}},
    run_at {{time}}
);
