"""What people are told: it is found in the log, kept for each of them, and shown or sent until they have seen it."""
