-- Ids of those who have left, until the lists of games show all that was recorded by then: what they still sit at is given up.
CREATE TABLE departed (user_id TEXT PRIMARY KEY, journal BIGINT NOT NULL);
