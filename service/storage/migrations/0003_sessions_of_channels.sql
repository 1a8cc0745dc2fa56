-- The session in which a browser subscribed to notifications; '' for other channels. They end with it.
ALTER TABLE notification_channels ADD COLUMN session_id TEXT NOT NULL DEFAULT '';

CREATE INDEX notification_channels_by_session ON notification_channels (session_id) WHERE session_id <> '';
