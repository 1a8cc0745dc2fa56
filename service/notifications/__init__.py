"""Notifications: found in the log, stored for each user, and shown or sent until they are read."""
