CREATE TABLE invitations (
    stream TEXT PRIMARY KEY,
    renewals BIGINT NOT NULL
);

CREATE TABLE listed_games (
    stream TEXT PRIMARY KEY
);
