-- Each held call has a number, counted for its user from one and never given twice: what is typed means one call, however long ago it was shown.

ALTER TABLE controls ADD COLUMN asked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pending_actions ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
-- The turn whose words decided it, so that words which are read again after a crash decide nothing else.
ALTER TABLE pending_actions ADD COLUMN decided_in TEXT NOT NULL DEFAULT '';
UPDATE pending_actions SET number = (
    SELECT COUNT(*) FROM pending_actions earlier
    WHERE earlier.user_id = pending_actions.user_id
    AND (earlier.created_at < pending_actions.created_at
        OR (earlier.created_at = pending_actions.created_at AND earlier.id <= pending_actions.id))
);
INSERT INTO controls (user_id, editing, editing_in, asked)
    SELECT user_id, '', '', MAX(number) FROM pending_actions WHERE true GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET asked = excluded.asked;
CREATE UNIQUE INDEX pending_actions_by_number ON pending_actions (user_id, number);
