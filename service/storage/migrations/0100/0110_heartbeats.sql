-- What health writes now and then, to see whether anything can be written.
CREATE TABLE heartbeats (name TEXT PRIMARY KEY, at TEXT NOT NULL);
