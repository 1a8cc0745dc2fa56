-- What people call themselves, where they live and how they read, each '' until they say so.
ALTER TABLE users ADD COLUMN display_name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN time_zone TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- Texts that persons typed, beside the log that knows none: title of a table or what-if, names at the seats of games
-- that were played elsewhere, words added to chance with their salt.
CREATE TABLE typed_texts (
    stream TEXT NOT NULL,
    what TEXT NOT NULL,
    seat BIGINT NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    salt TEXT NOT NULL,
    PRIMARY KEY (stream, what, seat)
);

CREATE INDEX typed_texts_by_author ON typed_texts (author);

-- Streams that once had names in their facts, which chained them to other hashes.
CREATE TABLE chained_anew (
    stream TEXT PRIMARY KEY,
    former_tip TEXT NOT NULL,
    tip TEXT NOT NULL
);
