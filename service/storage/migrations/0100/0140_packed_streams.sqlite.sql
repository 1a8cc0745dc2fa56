-- Facts of a game that lie together: their content leaves stored_events, where all else of them stays.
CREATE TABLE packed_streams (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    content BLOB NOT NULL
);

CREATE INDEX stored_events_to_pack ON stored_events (rowid) WHERE length(state) > 0
AND (originator_version % 64 = 0 OR topic IN ('table.finished', 'table.abandoned'));
