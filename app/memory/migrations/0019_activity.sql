-- What the page's Activity reads, newest first and some at a time, however much there is.
CREATE INDEX turns_in_trouble ON turns (user_id, (number + 0)) WHERE status <> 'done';

-- By both columns: with the turn alone SQLite would rather walk all that its user ever called.
DROP INDEX audit_by_turn;
CREATE INDEX audit_by_turn ON audit_log (user_id, turn_id);
CREATE INDEX audit_by_time ON audit_log (user_id, created_at);
CREATE INDEX audit_in_trouble ON audit_log (user_id, id) WHERE outcome IN ('failed', 'refused', 'unknown');

-- By `id + 0`, as turns are: by `id` itself SQLite would answer "the calls of this turn, in their order" by walking all there ever were.
CREATE INDEX ledger_by_number ON ledger (user_id, (id + 0));
CREATE INDEX ledger_by_time ON ledger (user_id, started_at);
CREATE INDEX ledger_by_tool ON ledger (user_id, tool, id);
CREATE INDEX ledger_in_trouble ON ledger (user_id, (id + 0)) WHERE status IN ('failed', 'unknown');
-- What the workers of a turn did is looked for at the end of each turn, among what workers did and not among everything.
CREATE INDEX ledger_of_workers ON ledger (user_id, turn_id) WHERE substr(turn_id, 1, 7) = 'worker:';

CREATE INDEX occurrences_by_number ON occurrences (user_id, id);
CREATE INDEX usage_by_turn ON usage (user_id, turn_id);
