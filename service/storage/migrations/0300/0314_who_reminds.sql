-- The organiser who reminds, and the reason.
ALTER TABLE notices ADD COLUMN by_user TEXT NOT NULL DEFAULT '';
ALTER TABLE notices ADD COLUMN reason TEXT NOT NULL DEFAULT '';
CREATE INDEX notices_by_organisers ON notices (by_user) WHERE by_user <> '';
