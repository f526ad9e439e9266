-- What the last files that somebody sent are called is asked with each message; most of what is sent (voice, pictures) has no name.
CREATE INDEX attachments_named ON attachments (user_id, id) WHERE name <> '';
