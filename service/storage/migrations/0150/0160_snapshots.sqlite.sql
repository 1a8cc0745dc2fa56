-- A running game as it was when its facts were packed, and the program that made this of them.
CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    program TEXT NOT NULL,
    content BLOB NOT NULL
);

CREATE INDEX snapshots_by_program ON snapshots (program);
