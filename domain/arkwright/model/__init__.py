"""Data of the game: component figures, options, positions, commands and facts, and the formulas on them."""
