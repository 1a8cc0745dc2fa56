-- Who may act as an operator of the site: named on the command line only.
CREATE TABLE operators (
    user_id TEXT PRIMARY KEY,
    named_at TEXT NOT NULL
);

-- Accounts that are closed for now, and why.
CREATE TABLE suspensions (
    user_id TEXT PRIMARY KEY,
    since TEXT NOT NULL,
    reason TEXT NOT NULL
);

-- Everything operators did: who ('' for the command line), when, to whom or to which game, why.
CREATE TABLE operator_acts (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    act TEXT NOT NULL,
    user_id TEXT,
    stream TEXT,
    reason TEXT NOT NULL
);

CREATE INDEX operator_acts_by_time ON operator_acts (at, id);
