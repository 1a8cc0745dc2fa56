-- The personal archive and the deletion of an account find a person's rows by these.
CREATE INDEX outbox_of_people ON outbox (user_id);
CREATE INDEX operator_acts_of_actors ON operator_acts (actor);
CREATE INDEX guests_by_host ON guests (invited_by);
CREATE INDEX rematches_of_people ON rematches (actor);
CREATE INDEX muted_games_of_people ON muted_games (user_id);
CREATE INDEX held_notices_of_people ON held_notices (user_id);
CREATE INDEX told_turns_of_people ON told_turns (user_id);
CREATE INDEX looks_of_people ON looks (user_id);
CREATE INDEX branch_counts_of_people ON branch_counts (owner);

-- The link in an email that stops a channel is found by this.
CREATE INDEX notice_channels_by_secret ON notice_channels (secret);
