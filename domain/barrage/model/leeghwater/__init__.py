"""Data of the expansion beyond that of the base game: its figures."""
