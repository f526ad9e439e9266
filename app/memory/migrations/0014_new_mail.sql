-- How far an account's inbox was heard of ("" while nobody waits for mail), and when a mail came that somebody was waiting for.
ALTER TABLE accounts ADD COLUMN watermark TEXT NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN came_at {{time}};
CREATE INDEX mails_that_came ON mails (user_id, came_at) WHERE came_at IS NOT NULL;
