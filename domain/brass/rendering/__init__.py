"""How both Brass games are drawn: tiles, lines, markets, players and mats. Each game puts its board together itself."""
