-- The session in which a browser subscribed to notifications; '' for other channels. They end with it.
ALTER TABLE notice_channels ADD COLUMN session_id TEXT NOT NULL DEFAULT '';

CREATE INDEX notice_channels_by_session ON notice_channels (session_id) WHERE session_id <> '';
