-- Whether somebody who is invited to a table has been told so.
ALTER TABLE guests ADD COLUMN told BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX guests_to_tell ON guests (stream, user_id) WHERE NOT told;
