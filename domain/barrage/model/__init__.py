"""What the game is made of: pieces, figures, the state, commands, facts and their changes, options."""
