"""Leaving for good: an account goes, and with it all that is held about a person."""
