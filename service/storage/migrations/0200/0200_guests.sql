-- Who is invited to a table by name, and the seat that is kept for them (NULL: any).
CREATE TABLE guests (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    seat INTEGER,
    invited_by TEXT NOT NULL,
    invited_at TEXT NOT NULL,
    PRIMARY KEY (stream, user_id)
);

CREATE INDEX guests_of_people ON guests (user_id, invited_at, stream);

-- Of a game that is over: the write that opened its rematch.
CREATE TABLE rematches (
    stream TEXT PRIMARY KEY,
    actor TEXT NOT NULL,
    command TEXT NOT NULL
);
