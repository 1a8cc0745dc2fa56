"""The engine: turns commands into facts, and facts into a position; hides parts of the position."""
