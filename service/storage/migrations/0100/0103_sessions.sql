-- Until now a session was a signed cookie that no table knew. Those are not taken over: everybody logs in once more.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    digest TEXT NOT NULL UNIQUE,
    password_stamp TEXT NOT NULL,
    browser TEXT NOT NULL,
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL
);

CREATE INDEX sessions_by_user ON sessions (user_id, seen_at);

CREATE INDEX sessions_by_age ON sessions (created_at);
