"""Pages before a game: the front page, lists of games, new tables, solo and guest play, imports."""
