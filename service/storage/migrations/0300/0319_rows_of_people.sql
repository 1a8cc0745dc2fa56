-- When an account is deleted, every row about the person is found by an index.
CREATE INDEX told_turns_of_people ON told_turns (user_id);
CREATE INDEX looks_of_people ON looks (user_id);
CREATE INDEX muted_games_of_people ON muted_games (user_id);
CREATE INDEX held_notices_of_people ON held_notices (user_id);
CREATE INDEX outbox_of_people ON outbox (user_id);
CREATE INDEX outbox_by_recipient ON outbox (recipient);
CREATE INDEX guests_by_host ON guests (invited_by);
CREATE INDEX rematches_by_actor ON rematches (actor);
CREATE INDEX branch_counts_of_people ON branch_counts (owner);
CREATE INDEX operator_acts_by_actor ON operator_acts (actor);

-- When the account was deleted. Rows about the person are looked for once more when requests of that time have ended.
ALTER TABLE departed ADD COLUMN left_at TEXT NOT NULL DEFAULT '';
