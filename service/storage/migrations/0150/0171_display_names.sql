-- Nobody goes by what another is called: a display name is another's neither in this column nor in folded_name.
ALTER TABLE users ADD COLUMN folded_display_name TEXT;

CREATE UNIQUE INDEX users_by_display_name ON users (folded_display_name);
