-- Between these moments nothing could be written: what clocks counted then is given back.
CREATE TABLE outages (began TEXT PRIMARY KEY, ended TEXT NOT NULL);

CREATE INDEX outages_by_end ON outages (ended);

-- Days on which a person is away, in their own zone, both included.
CREATE TABLE vacations (
    user_id TEXT NOT NULL,
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    by_itself BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, first_day)
);

-- People whose clocks are to be set again, and the notification id up to which they are to be looked for.
CREATE TABLE changed_calendars (user_id TEXT PRIMARY KEY, journal BIGINT NOT NULL);

-- Up to where the timekeeper has gone through all clocks, by what it did then.
CREATE TABLE time_marks (name TEXT PRIMARY KEY, value TEXT NOT NULL);
