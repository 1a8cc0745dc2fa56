"""Pages of a game: the table before the start, positions, history, branches, actions."""
