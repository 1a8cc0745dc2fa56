-- The tables of the first release: everything beside the log of games, and beside read models.

-- Accounts ----------------------------------------------------------------------------------------------------------

-- display_name, time_zone and language are '' until the user sets them. Guests have no password.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at TEXT NOT NULL,
    display_name TEXT NOT NULL DEFAULT '',
    time_zone TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    folded_display_name TEXT
);
CREATE UNIQUE INDEX users_by_display_name ON users (folded_display_name);
CREATE INDEX users_on_trial ON users (created_at) WHERE password = '';

-- Names that look or read alike have a key in common, and each key has one owner (service/accounts/name_keys.py).
CREATE TABLE name_keys (
    key TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    made_by TEXT NOT NULL
);
CREATE INDEX name_keys_by_user ON name_keys (user_id);

-- password_stamp is that of the password with which the token was created: with another password it is void.
CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    label TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    password_stamp TEXT NOT NULL DEFAULT ''
);
CREATE INDEX api_tokens_by_user ON api_tokens (user_id, created_at);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    digest TEXT NOT NULL UNIQUE,
    password_stamp TEXT NOT NULL,
    browser TEXT NOT NULL,
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, seen_at);
CREATE INDEX sessions_by_age ON sessions (created_at);

-- Email addresses: the confirmed one, and the one that waits for confirmation. Links in emails about an account name the
-- stamp. Each change of the address or the password replaces it in the same transaction, so that a link works once.
CREATE TABLE mail_addresses (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    address TEXT,
    folded_address TEXT UNIQUE,
    wanted TEXT,
    stamp TEXT NOT NULL DEFAULT ''
);

-- Responses that are repeated when a request is. They are found by the people they name and the texts they quote.
CREATE TABLE stored_responses (
    actor TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status BIGINT NOT NULL,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (actor, idempotency_key)
);
CREATE INDEX stored_responses_by_age ON stored_responses (created_at);

-- about: the id of a user, of a stream whose texts are quoted, or of a single text (see service/accounts/mentions.py).
CREATE TABLE response_mentions (
    about TEXT NOT NULL,
    actor TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    PRIMARY KEY (about, actor, idempotency_key),
    FOREIGN KEY (actor, idempotency_key) REFERENCES stored_responses (actor, idempotency_key) ON DELETE CASCADE
);
CREATE INDEX response_mentions_by_response ON response_mentions (actor, idempotency_key);

-- Users who have blocked others, and the moment at which they did.
CREATE TABLE blocks (
    user_id TEXT NOT NULL,
    blocked TEXT NOT NULL,
    blocked_at TEXT NOT NULL,
    PRIMARY KEY (user_id, blocked)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- Accounts that are closed for now, and why.
CREATE TABLE suspensions (
    user_id TEXT PRIMARY KEY,
    since TEXT NOT NULL,
    reason TEXT NOT NULL
);

-- Deleted accounts, until the lists of games show everything that had been recorded by then, and all seats are given
-- up. Rows about the user are deleted once more after deleted_at, when all requests of that time have ended.
CREATE TABLE deleted_accounts (
    user_id TEXT PRIMARY KEY,
    journal BIGINT NOT NULL,
    deleted_at TEXT NOT NULL DEFAULT ''
);

-- Administration ----------------------------------------------------------------------------------------------------

-- Administrators of the site: appointed on the command line only.
CREATE TABLE administrators (
    user_id TEXT PRIMARY KEY,
    appointed_at TEXT NOT NULL
);

-- Everything that administrators did: the actor ('' for the command line), when, to whom or to which game, and why.
CREATE TABLE audit_trail (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    act TEXT NOT NULL,
    user_id TEXT,
    stream TEXT,
    reason TEXT NOT NULL
);
CREATE INDEX audit_trail_by_time ON audit_trail (at, id);
CREATE INDEX audit_trail_about_people ON audit_trail (user_id, at, id);
CREATE INDEX audit_trail_by_kind ON audit_trail (act, at, id);
CREATE INDEX audit_trail_by_actor ON audit_trail (actor);

-- Keys of the site that are not settings: generated when first needed.
CREATE TABLE site_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Rows that health checks write now and then, to see whether anything can be written.
CREATE TABLE heartbeats (
    name TEXT PRIMARY KEY,
    at TEXT NOT NULL
);

-- Games beside their logs -------------------------------------------------------------------------------------------

-- The stream that a command opened: a repetition of the command finds it again.
CREATE TABLE opened_streams (
    actor TEXT NOT NULL,
    command TEXT NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY (actor, command)
);

-- Texts that people typed, which no log contains: titles of tables and branches, names at the seats of games that were
-- played elsewhere, words added to chance with their salt.
CREATE TABLE typed_texts (
    stream TEXT NOT NULL,
    what TEXT NOT NULL,
    seat BIGINT NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    salt TEXT NOT NULL,
    PRIMARY KEY (stream, what, seat)
);
CREATE INDEX typed_texts_by_author ON typed_texts (author);

-- Games that a read model cannot follow.
CREATE TABLE failed_streams (
    read_model TEXT NOT NULL,
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (read_model, stream)
);
CREATE INDEX failed_streams_by_stream ON failed_streams (stream);

-- How often the invitation link of a table was renewed.
CREATE TABLE invitations (
    stream TEXT PRIMARY KEY,
    renewals BIGINT NOT NULL
);

-- Imported games that their owners listed.
CREATE TABLE listed_games (
    stream TEXT PRIMARY KEY
);

-- People who are invited to a table by name, and the seat that is kept for them (NULL: any).
CREATE TABLE guests (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    seat INTEGER,
    invited_by TEXT NOT NULL,
    invited_at TEXT NOT NULL,
    notified BOOLEAN NOT NULL DEFAULT TRUE,
    PRIMARY KEY (stream, user_id)
);
CREATE INDEX guests_of_people ON guests (user_id, invited_at, stream);
CREATE INDEX guests_to_notify ON guests (stream, user_id) WHERE NOT notified;
CREATE INDEX guests_by_host ON guests (invited_by);

-- Of a game that is over: the write that opened its rematch.
CREATE TABLE rematches (
    stream TEXT PRIMARY KEY,
    actor TEXT NOT NULL,
    command TEXT NOT NULL
);
CREATE INDEX rematches_by_actor ON rematches (actor);

-- Branches that each person opened of a game.
CREATE TABLE branch_counts (
    root TEXT NOT NULL,
    owner TEXT NOT NULL,
    opened BIGINT NOT NULL,
    PRIMARY KEY (root, owner)
);
CREATE INDEX branch_counts_of_people ON branch_counts (owner);

-- Branches that their authors took off the lists; their logs stay as they are.
CREATE TABLE hidden_branches (
    stream TEXT PRIMARY KEY,
    author TEXT NOT NULL
);
CREATE INDEX hidden_branches_by_author ON hidden_branches (author);

-- Branches that their authors share by a link: whether they do now, and how often a link was revoked.
CREATE TABLE branch_links (
    stream TEXT PRIMARY KEY,
    shared BOOLEAN NOT NULL,
    ended BIGINT NOT NULL,
    author TEXT NOT NULL DEFAULT ''
);
CREATE INDEX branch_links_by_author ON branch_links (author);

-- Tournaments -------------------------------------------------------------------------------------------------------

-- Titles of tournaments, and their places in the lists; all else about them is in their logs. author: the account with
-- which the title goes.
CREATE TABLE tournaments (
    stream TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    closed BOOLEAN NOT NULL,
    author TEXT NOT NULL DEFAULT ''
);
CREATE INDEX tournaments_by_time ON tournaments (opened_at, stream);
CREATE INDEX tournaments_of_owners ON tournaments (owner);
CREATE INDEX tournaments_of_authors ON tournaments (author);

-- The tournament that a game belongs to.
CREATE TABLE tournament_games (
    game TEXT PRIMARY KEY,
    stream TEXT NOT NULL
);

-- The tournaments that people have entered, also those that they have left since.
CREATE TABLE tournament_entries (
    user_id TEXT NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY (user_id, stream)
);

-- People whom an organiser asks to enter a tournament; they enter by their own request.
CREATE TABLE entrant_invitations (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    invited_at TEXT NOT NULL,
    notified BOOLEAN NOT NULL,
    PRIMARY KEY (stream, user_id)
);
CREATE INDEX entrant_invitations_of_users ON entrant_invitations (user_id, invited_at);
CREATE INDEX entrant_invitations_by_users ON entrant_invitations (invited_by);
CREATE INDEX entrant_invitations_to_notify ON entrant_invitations (stream, user_id) WHERE NOT notified;

-- People whom an organiser asks to take over the seat of a player whose turn it is; they take it by their own request.
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
    notified BOOLEAN NOT NULL,
    PRIMARY KEY (stream, user_id)
);
CREATE INDEX replacement_requests_of_users ON replacement_requests (user_id, asked_at);
CREATE INDEX replacement_requests_by_users ON replacement_requests (asked_by);
CREATE INDEX replacement_requests_of_replaced ON replacement_requests (replaced);
CREATE INDEX replacement_requests_to_notify ON replacement_requests (stream, user_id) WHERE NOT notified;

-- Chat --------------------------------------------------------------------------------------------------------------

-- Messages at a table. A removed message keeps its place, without its text and with the reason.
CREATE TABLE chat_messages (
    stream TEXT NOT NULL,
    number BIGINT NOT NULL,
    author TEXT NOT NULL,
    at TEXT NOT NULL,
    version BIGINT NOT NULL,
    text TEXT NOT NULL,
    removed TEXT NOT NULL DEFAULT '',
    command TEXT NOT NULL,
    notified BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (stream, number)
);
CREATE UNIQUE INDEX chat_messages_by_command ON chat_messages (stream, command);
CREATE INDEX chat_messages_of_authors ON chat_messages (author);
CREATE INDEX chat_messages_to_notify ON chat_messages (at) WHERE NOT notified;

-- The last message of a game that a person has read, and the last one they were notified of.
CREATE TABLE chat_read_receipts (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    number BIGINT NOT NULL DEFAULT 0,
    notified BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (stream, user_id)
);
CREATE INDEX chat_read_receipts_by_people ON chat_read_receipts (user_id);

-- How often the messages at a table have changed. The latest change has the highest place of the site. The row without a
-- stream has that place, and is written first, so that places become visible in their order.
CREATE TABLE chat_changes (
    stream TEXT PRIMARY KEY,
    changes BIGINT NOT NULL,
    place BIGINT NOT NULL
);
CREATE INDEX chat_changes_in_order ON chat_changes (place);
INSERT INTO chat_changes (stream, changes, place) VALUES ('', 0, 0);

-- Time --------------------------------------------------------------------------------------------------------------

-- Between these moments nothing could be written: the time that clocks counted then is given back. journal is the last
-- notification id when the outage was recorded: it concerns no later game.
CREATE TABLE outages (
    began TEXT PRIMARY KEY,
    ended TEXT NOT NULL,
    journal BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX outages_by_end ON outages (ended);

-- Days on which a person is away, in their own zone, both included. The vacation counts for turns that begin after
-- planned_at.
CREATE TABLE vacations (
    user_id TEXT NOT NULL,
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    by_itself BOOLEAN NOT NULL,
    planned_at TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, first_day)
);

-- The time zones of people who have changed theirs, each from a moment on (an empty one: from the beginning).
CREATE TABLE time_zones (
    user_id TEXT NOT NULL,
    since TEXT NOT NULL,
    zone TEXT NOT NULL,
    PRIMARY KEY (user_id, since)
);

-- People whose clocks are to be set again, and the notification id up to which their games are looked for.
CREATE TABLE changed_calendars (
    user_id TEXT PRIMARY KEY,
    journal BIGINT NOT NULL
);

-- The progress of the deadline worker through all clocks, by kind of work.
CREATE TABLE time_marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Notifications -----------------------------------------------------------------------------------------------------

-- One row for each thing and person. seen_at is NULL until they have seen it. by_user and reason: the organiser who
-- reminds, and why.
CREATE TABLE notifications (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    stream TEXT NOT NULL,
    kind TEXT NOT NULL,
    version BIGINT NOT NULL,
    seat BIGINT,
    created_at TEXT NOT NULL,
    seen_at TEXT,
    by_user TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT ''
);
CREATE INDEX notifications_of_people ON notifications (user_id, created_at, id);
CREATE INDEX notifications_unseen ON notifications (user_id, stream) WHERE seen_at IS NULL;
CREATE INDEX notifications_by_age ON notifications (created_at);
CREATE INDEX notifications_by_organisers ON notifications (by_user) WHERE by_user <> '';

-- People who were notified of their turn and have not acted since; version is that of the game when they were notified.
-- At remind_at they are reminded.
CREATE TABLE turn_notifications (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    remind_at TEXT,
    reminded BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (stream, user_id)
);
CREATE INDEX turn_notifications_to_remind ON turn_notifications (remind_at, stream, user_id) WHERE remind_at IS NOT NULL;
CREATE INDEX turn_notifications_of_people ON turn_notifications (user_id);

-- The latest version of a game that each of its users has seen.
CREATE TABLE last_seen (
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (stream, user_id)
);
CREATE INDEX last_seen_of_people ON last_seen (user_id);

-- Notification channels outside the page: their address, the secret that signs messages or stops the channel, and the
-- kinds that are unwanted there.
CREATE TABLE notification_channels (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL,
    unwanted TEXT NOT NULL,
    daily BOOLEAN NOT NULL,
    paused BOOLEAN NOT NULL,
    created_at TEXT NOT NULL,
    -- The session in which a browser subscribed, with which the channel ends. Empty for other channels.
    session_id TEXT NOT NULL DEFAULT ''
);
CREATE INDEX notification_channels_of_people ON notification_channels (user_id, created_at, id);
CREATE INDEX notification_channels_by_secret ON notification_channels (secret);
CREATE INDEX notification_channels_by_session ON notification_channels (session_id) WHERE session_id <> '';

-- Quiet hours, and the time of the daily digest, by the clock of the person's zone.
CREATE TABLE notification_times (
    user_id TEXT PRIMARY KEY,
    quiet_from TEXT NOT NULL,
    quiet_until TEXT NOT NULL,
    daily_at TEXT NOT NULL
);

-- Games that are muted on a channel.
CREATE TABLE muted_games (
    channel TEXT NOT NULL,
    stream TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (channel, stream)
);
CREATE INDEX muted_games_of_people ON muted_games (user_id);

-- Notifications that go out on a channel when their time has come.
CREATE TABLE held_notifications (
    channel TEXT NOT NULL,
    notification TEXT NOT NULL,
    user_id TEXT NOT NULL,
    due_at TEXT NOT NULL,
    PRIMARY KEY (channel, notification)
);
CREATE INDEX held_notifications_by_due ON held_notifications (due_at, channel);
CREATE INDEX held_notifications_of_people ON held_notifications (user_id);

-- Messages that wait to go out. due_at is NULL for those that are given up; emails about accounts have no channel.
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    recipient TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TEXT,
    failure TEXT NOT NULL,
    channel TEXT NOT NULL DEFAULT '',
    user_id TEXT NOT NULL DEFAULT ''
);
CREATE INDEX outbox_given_up ON outbox (created_at, id) WHERE due_at IS NULL;
CREATE INDEX outbox_of_people ON outbox (user_id);
CREATE INDEX outbox_by_recipient ON outbox (recipient);
CREATE INDEX outbox_by_channel ON outbox (channel, due_at, id);

-- How each channel fares. due_at is when it is tried next: NULL if nothing waits or the channel has ended. Until retry_at a
-- channel that fails is left alone; prompt says that it answered quickly last time. notified_at is when a notification last
-- went out on it, last_notified the last notification, pace how many seconds the next one waits.
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
    notified_at TEXT,
    last_notified TEXT NOT NULL DEFAULT '',
    pace BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX outbox_channels_by_due ON outbox_channels (prompt, due_at, channel) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_channels_of_people ON outbox_channels (user_id);
