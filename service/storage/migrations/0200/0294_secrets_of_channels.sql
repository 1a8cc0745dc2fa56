-- The link in an email that stops a channel is found by this.
CREATE INDEX notice_channels_by_secret ON notice_channels (secret);
