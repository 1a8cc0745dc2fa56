"""A table: who sits where, how undo is agreed, when it starts and ends. The same in all games."""
