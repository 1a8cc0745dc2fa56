-- What is counted for a while, so that there are limits to it; the keys tell nothing about whom it is counted for.
CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    ends TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX limits_by_end ON limits (ends);
