-- Ways on which somebody is told of notices outside of the page. address is where, secret what signs or ends it,
-- unwanted what is not told there.
CREATE TABLE notice_channels (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL,
    unwanted TEXT NOT NULL,
    daily BOOLEAN NOT NULL,
    paused BOOLEAN NOT NULL,
    created_at TEXT NOT NULL
);

CREATE INDEX notice_channels_of_people ON notice_channels (user_id, created_at, id);

-- When somebody wants to be told nothing, and when what waits for the day's end, by the clock of their zone.
CREATE TABLE notice_times (
    user_id TEXT PRIMARY KEY,
    time_zone TEXT NOT NULL,
    quiet_from TEXT NOT NULL,
    quiet_until TEXT NOT NULL,
    daily_at TEXT NOT NULL
);

-- Games of which somebody wants to hear nothing on a channel.
CREATE TABLE muted_games (
    channel TEXT NOT NULL,
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (channel, stream)
);

-- Notices that are to be told on a channel, when their time has come.
CREATE TABLE held_notices (
    channel TEXT NOT NULL,
    notice TEXT NOT NULL,
    user_id TEXT NOT NULL,
    due_at TEXT NOT NULL,
    PRIMARY KEY (channel, notice)
);

CREATE INDEX held_notices_by_due ON held_notices (due_at, channel);

-- What goes out goes by a channel of somebody; letters about accounts have none.
ALTER TABLE outbox ADD COLUMN channel TEXT NOT NULL DEFAULT '';

ALTER TABLE outbox ADD COLUMN user_id TEXT NOT NULL DEFAULT '';

-- Keys that are the site's and not a setting: drawn when they are first needed.
CREATE TABLE site_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
