"""A table: its seats, agreement to undo, its start and end. The same in all games."""
