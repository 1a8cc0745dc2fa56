-- What is counted for a while, so that there are limits to it; the keys tell nothing about whom it is counted for.
-- Unlogged: a count waits for no disk. A server that crashes forgets these counts and nothing else.
CREATE UNLOGGED TABLE limits (
    key TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    ends TEXT NOT NULL
);

CREATE INDEX limits_by_end ON limits (ends);
