-- What people are told: one row for each thing and person. seen_at is NULL until they have seen it.
CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    stream TEXT NOT NULL,
    kind TEXT NOT NULL,
    version BIGINT NOT NULL,
    seat BIGINT,
    created_at TEXT NOT NULL,
    seen_at TEXT
);

CREATE INDEX notices_of_people ON notices (user_id, created_at, id);

CREATE INDEX notices_unseen ON notices (user_id, stream) WHERE seen_at IS NULL;

-- Who has been told that it is their turn, and has not acted since; version is that of the game when they were.
CREATE TABLE told_turns (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (stream, user_id)
);

-- The version up to which somebody has looked at a game of theirs.
CREATE TABLE looks (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (stream, user_id)
);

-- Nobody is told of what happened before there were notices.
INSERT INTO tracking SELECT 'notices', COALESCE(MAX(rowid), 0) FROM stored_events;
