-- Links in emails about an account name this stamp. Each change of the address or the password draws another one, in the
-- transaction of the change, so that a link works once at most.
ALTER TABLE mail_addresses ADD COLUMN stamp TEXT NOT NULL DEFAULT '';

-- The stamp of the password with which a token was created ('': from before this column); with another password it is void.
ALTER TABLE api_tokens ADD COLUMN password_stamp TEXT NOT NULL DEFAULT '';
