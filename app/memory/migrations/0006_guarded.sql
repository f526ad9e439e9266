-- What a turn's model was still shown of other people's words: its answer may repeat them, though its user's words don't.
ALTER TABLE turns ADD COLUMN carried {{json}} NOT NULL DEFAULT '[]';

-- Whose words were read, by the name they are shown under; `mark` tells apart what bears one name (a file's contents), "" where the
-- name itself is certain. A source is trusted while all its rows are.
CREATE TABLE sources (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    mark TEXT NOT NULL,
    trusted_at {{time}},
    created_at {{time}} NOT NULL,
    UNIQUE (user_id, name, mark)
);
