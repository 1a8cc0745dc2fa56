-- How each channel fares by which something goes out. due_at is when it is tried next: NULL if nothing waits or the
-- channel has ended. Until retry_at a channel that fails is left alone; prompt says that it answered quickly last time.
-- told_at is when something was last told on it, last_told the last notice, pace how many seconds the next one waits.
CREATE TABLE outbox_channels (
    channel TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    prompt BOOLEAN NOT NULL,
    due_at TEXT,
    failures BIGINT NOT NULL,
    failure TEXT NOT NULL,
    failed_at TEXT,
    retry_at TEXT,
    ended_at TEXT,
    told_at TEXT,
    last_told TEXT NOT NULL DEFAULT '',
    pace BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX outbox_channels_by_due ON outbox_channels (prompt, due_at, channel) WHERE due_at IS NOT NULL;

CREATE INDEX outbox_channels_of_people ON outbox_channels (user_id);

-- Letters about accounts go by no channel, which is one that is always there.
CREATE INDEX outbox_by_channel ON outbox (channel, due_at, id);

DROP INDEX outbox_by_due;

DELETE FROM outbox WHERE channel <> '' AND channel NOT IN (SELECT id FROM notice_channels);

INSERT INTO outbox_channels (channel, user_id, prompt, due_at, failures, failure)
SELECT id, user_id, FALSE, (SELECT MIN(due_at) FROM outbox WHERE outbox.channel = notice_channels.id), 0, ''
FROM notice_channels;
