-- Users who have blocked others, and the moment at which they did.
CREATE TABLE blocks (
    user_id TEXT NOT NULL,
    blocked TEXT NOT NULL,
    blocked_at TEXT NOT NULL,
    PRIMARY KEY (user_id, blocked)
);

CREATE INDEX blocks_of_blocked ON blocks (blocked);
