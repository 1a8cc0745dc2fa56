"""A table, the same in all games: its seats, agreement to undo, its start and end."""
