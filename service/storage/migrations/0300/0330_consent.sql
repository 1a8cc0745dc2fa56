-- People whom an organiser asks to enter a competition; they enter by their own request.
CREATE TABLE entrant_invitations (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    invited_at TEXT NOT NULL,
    told BOOLEAN NOT NULL,
    PRIMARY KEY (stream, user_id)
);

CREATE INDEX entrant_invitations_of_users ON entrant_invitations (user_id, invited_at);
CREATE INDEX entrant_invitations_by_users ON entrant_invitations (invited_by);
CREATE INDEX entrant_invitations_to_tell ON entrant_invitations (stream, user_id) WHERE NOT told;

-- People whom an organiser asks to take over the seat of somebody whose turn it is; they take it by their own request.
CREATE TABLE replacement_requests (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    replaced TEXT NOT NULL,
    version BIGINT NOT NULL,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    told BOOLEAN NOT NULL,
    PRIMARY KEY (stream, user_id)
);

CREATE INDEX replacement_requests_of_users ON replacement_requests (user_id, asked_at);
CREATE INDEX replacement_requests_by_users ON replacement_requests (asked_by);
CREATE INDEX replacement_requests_of_replaced ON replacement_requests (replaced);
CREATE INDEX replacement_requests_to_tell ON replacement_requests (stream, user_id) WHERE NOT told;
