-- Reading all streams means reading their first facts.
CREATE INDEX stored_events_beginnings ON stored_events (notification_id) WHERE originator_version = 1;

-- Facts of a game in one row: their content leaves stored_events, where everything else of them stays.
CREATE TABLE packed_streams (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    content BYTEA NOT NULL
);
CREATE INDEX stored_events_to_pack ON stored_events (notification_id) WHERE length(state) > 0
AND (originator_version % 64 = 0 OR topic IN ('table.finished', 'table.abandoned'));

-- The place of packed facts is for facts to come; autovacuum does not look at a table that only grows.
ALTER TABLE stored_events SET (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.02);

-- A running game as it was when its facts were packed, and the program that made the snapshot.
CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    program TEXT NOT NULL,
    content BYTEA NOT NULL
);
CREATE INDEX snapshots_by_program ON snapshots (program);

-- Both come compressed.
ALTER TABLE packed_streams ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE snapshots ALTER COLUMN content SET STORAGE EXTERNAL;

-- Counts for rate limits; the keys identify no user. The table is unlogged, so counting never waits for the disk; a
-- crash of the server resets these counts only.
CREATE UNLOGGED TABLE limits (
    key TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    ends TEXT NOT NULL
);
CREATE INDEX limits_by_end ON limits (ends);

-- Notifies followers of the event store of changes in chats. (On SQLite they poll.) Without OR REPLACE the statement
-- would be parsed as a trigger of SQLite, which continues until END.
CREATE FUNCTION chat_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY beside; RETURN NULL; END';
CREATE OR REPLACE TRIGGER chat_changed AFTER UPDATE ON chat_changes FOR EACH STATEMENT EXECUTE FUNCTION chat_changed();
