"""The history of a game: its events, filters, and timeline."""
