-- Where people get mail: an address that was confirmed, and one that is not yet.
CREATE TABLE mail_addresses (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    address TEXT,
    folded_address TEXT UNIQUE,
    wanted TEXT
);

-- What is to go out, until it has. due_at is NULL for what is given up.
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    recipient TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TEXT,
    failure TEXT NOT NULL
);

CREATE INDEX outbox_by_due ON outbox (due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX outbox_given_up ON outbox (created_at, id) WHERE due_at IS NULL;
