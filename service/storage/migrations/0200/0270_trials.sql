-- Accounts to try the site with have no password, and go when they are old: they are found by this.
CREATE INDEX users_on_trial ON users (created_at) WHERE password = '';
