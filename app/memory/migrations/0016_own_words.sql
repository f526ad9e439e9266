-- Whether its user's own words ask for that very call, so that nobody else had a say in it though the turn had read others' words.
ALTER TABLE pending_actions ADD COLUMN own_words {{bool}} NOT NULL DEFAULT FALSE;
