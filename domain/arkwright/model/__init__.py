"""What the game is about: component figures, options, positions, commands and facts, and the formulas on them."""
