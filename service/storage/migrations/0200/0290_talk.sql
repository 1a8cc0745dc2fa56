-- What people at a table say beside the game. Of what was taken away its place is kept, with no text, and why there is none.
CREATE TABLE talk (
    stream TEXT NOT NULL,
    number BIGINT NOT NULL,
    author TEXT NOT NULL,
    at TEXT NOT NULL,
    version BIGINT NOT NULL,
    text TEXT NOT NULL,
    removed TEXT NOT NULL DEFAULT '',
    command TEXT NOT NULL,
    told BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (stream, number)
);
CREATE UNIQUE INDEX talk_commands ON talk (stream, command);
CREATE INDEX talk_of_authors ON talk (author);
CREATE INDEX talk_to_tell ON talk (at) WHERE NOT told;

-- Up to which word of a game's talk somebody has read, and the last one that they were told of.
CREATE TABLE talk_seen (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    number BIGINT NOT NULL DEFAULT 0,
    told BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (stream, user_id)
);
CREATE INDEX talk_seen_by_people ON talk_seen (user_id);
