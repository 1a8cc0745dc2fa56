"""Pages of a user's account: settings, email address, notifications."""
