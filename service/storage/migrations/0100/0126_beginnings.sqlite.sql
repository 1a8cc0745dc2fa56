-- Whoever goes through all streams goes through their first facts.
CREATE INDEX stored_events_beginnings ON stored_events (rowid) WHERE originator_version = 1;
