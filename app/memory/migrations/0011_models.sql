-- When each configured model answered last, and when and why it last didn't: for who looks after the house. Names, moments and no words.
CREATE TABLE model_states (
    model TEXT PRIMARY KEY,
    answered_at {{time}},
    failed_at {{time}},
    trouble TEXT NOT NULL
);

-- What was measured of an encoder, so that a start doesn't measure it again: numbers made of our own phrases. `key` names all it depends on.
CREATE TABLE encoder_readings (
    encoder TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    reading {{blob}} NOT NULL,
    made_at {{time}} NOT NULL,
    PRIMARY KEY (encoder, kind)
);
