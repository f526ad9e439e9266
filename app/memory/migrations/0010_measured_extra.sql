-- What a sample's sender said of it besides, in fields the wire doesn't know: kept, handed out and removed with it, and nothing reckons with it.
ALTER TABLE health_samples ADD COLUMN extra {{json}};
ALTER TABLE health_shadowed ADD COLUMN extra {{json}};
CREATE INDEX health_samples_with_extra ON health_samples (series_id) WHERE extra IS NOT NULL;
