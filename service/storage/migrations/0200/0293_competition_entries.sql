-- The competitions that people have entered, also those that they have left since; filled from the logs, see entries.py.
CREATE TABLE competition_entries (user_id TEXT NOT NULL, stream TEXT NOT NULL, PRIMARY KEY (user_id, stream));
