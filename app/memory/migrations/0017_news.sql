-- News: what is followed in words or as a feed, when each was last looked at, and the stories that were found, told or not.
ALTER TABLE news_topics ADD COLUMN kind TEXT NOT NULL DEFAULT 'topic';
ALTER TABLE news_topics ADD COLUMN url TEXT NOT NULL DEFAULT '';
ALTER TABLE news_topics ADD COLUMN taint {{json}} NOT NULL DEFAULT '[]';

-- The last look at each topic, followed or asked about: `topic` is the words in folded letters, a feed's address, "" for the headlines.
CREATE TABLE news_looks (
    user_id TEXT NOT NULL REFERENCES users (id),
    topic TEXT NOT NULL,
    looked_at {{time}} NOT NULL,
    etag TEXT NOT NULL DEFAULT '',
    last_modified TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, topic)
);

-- Nothing was ever written to it. `digest` names a page, `story` is the digest of the first report of the same story, and `signature` tells
-- what it says from what others say.
DROP TABLE seen_news;
CREATE TABLE seen_news (
    id {{id}},
    user_id TEXT NOT NULL REFERENCES users (id),
    topic TEXT NOT NULL,
    digest TEXT NOT NULL,
    story TEXT NOT NULL,
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    url TEXT NOT NULL,
    publisher TEXT NOT NULL,
    signature {{json}} NOT NULL,
    published_at {{time}},
    seen_at {{time}} NOT NULL,
    told_at {{time}},
    taint {{json}} NOT NULL,
    UNIQUE (user_id, topic, digest)
);
CREATE INDEX seen_news_by_time ON seen_news (user_id, seen_at);
CREATE INDEX seen_news_by_story ON seen_news (user_id, story);
