-- Facts of a game that lie together: their content leaves stored_events, where all else of them stays.
CREATE TABLE packed_streams (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    content BYTEA NOT NULL
);

-- It comes compressed.
ALTER TABLE packed_streams ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE INDEX stored_events_to_pack ON stored_events (notification_id) WHERE length(state) > 0
AND (originator_version % 64 = 0 OR topic IN ('table.finished', 'table.abandoned'));

-- The place of what has left is for facts to come; the library's table is not looked after as long as it only grows.
ALTER TABLE stored_events SET (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.02);
