-- Whoever goes through all streams goes through their first facts.
CREATE INDEX stored_events_beginnings ON stored_events (notification_id) WHERE originator_version = 1;
