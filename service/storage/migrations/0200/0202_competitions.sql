-- What competitions are called, and where they are found; all else about them is in their logs.
CREATE TABLE competitions (
    stream TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    closed BOOLEAN NOT NULL
);

CREATE INDEX competitions_by_time ON competitions (opened_at, stream);

CREATE INDEX competitions_of_owners ON competitions (owner);

-- Which competition a game belongs to.
CREATE TABLE competition_games (
    game TEXT PRIMARY KEY,
    stream TEXT NOT NULL
);
