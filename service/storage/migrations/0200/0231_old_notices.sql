-- Notices are kept for a while only: the oldest are found by this.
CREATE INDEX notices_by_age ON notices (created_at);
