"""Data of the game: pieces, figures, the state, commands, facts and their changes, options."""
