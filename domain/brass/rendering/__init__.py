"""The drawings of both Brass games: tiles, lines, markets, players and mats. Each game composes its own board."""
