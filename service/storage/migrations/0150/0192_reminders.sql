-- When who was told of a turn is to be told again, and whether they were.
ALTER TABLE told_turns ADD COLUMN remind_at TEXT;

ALTER TABLE told_turns ADD COLUMN reminded BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX told_turns_to_remind ON told_turns (remind_at, stream, user_id) WHERE remind_at IS NOT NULL;
