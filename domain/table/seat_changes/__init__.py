"""Changes of seats during a game: players who are away, resign or swap seats."""
