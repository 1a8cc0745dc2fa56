-- Stored responses are found by the people they name and the texts they quote. Nobody knows whom the earlier ones name;
-- without them a repeated request is carried out again, and command ids keep it from having an effect twice.
DELETE FROM answers;

-- about: the id of a user, of a stream whose texts are quoted, or of a single text (see service/people/mentions.py).
CREATE TABLE answer_mentions (
    about TEXT NOT NULL,
    actor TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    PRIMARY KEY (about, actor, idempotency_key),
    FOREIGN KEY (actor, idempotency_key) REFERENCES answers (actor, idempotency_key) ON DELETE CASCADE
);

CREATE INDEX answer_mentions_by_answer ON answer_mentions (actor, idempotency_key);

-- Former names were kept to find responses by them.
DROP TABLE former_names;
