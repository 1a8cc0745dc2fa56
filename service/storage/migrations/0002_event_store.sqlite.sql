-- Reading all streams means reading their first facts.
CREATE INDEX stored_events_beginnings ON stored_events (rowid) WHERE originator_version = 1;

-- Facts of a game in one row: their content leaves stored_events, where everything else of them stays.
CREATE TABLE packed_streams (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    content BLOB NOT NULL
);
CREATE INDEX stored_events_to_pack ON stored_events (rowid) WHERE length(state) > 0
AND (originator_version % 64 = 0 OR topic IN ('table.finished', 'table.abandoned'));

-- A running game as it was when its facts were packed, and the program that made the snapshot.
CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    program TEXT NOT NULL,
    content BLOB NOT NULL
);
CREATE INDEX snapshots_by_program ON snapshots (program);

-- Counts for rate limits; the keys do not tell whom they belong to.
CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    ends TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX limits_by_end ON limits (ends);
