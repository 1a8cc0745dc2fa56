-- The time zones of people who have changed theirs, each from a moment on (an empty one: from the beginning).
CREATE TABLE time_zones (
    user_id TEXT NOT NULL,
    since TEXT NOT NULL,
    zone TEXT NOT NULL,
    PRIMARY KEY (user_id, since)
);

-- When a vacation was planned: it counts for turns that begin later. Empty: before this was noted.
ALTER TABLE vacations ADD COLUMN planned_at TEXT NOT NULL DEFAULT '';
