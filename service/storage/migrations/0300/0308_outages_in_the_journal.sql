-- The last notification id when an outage was recorded: games that are listed up to there are all that it concerns.
ALTER TABLE outages ADD COLUMN journal BIGINT NOT NULL DEFAULT 0;
