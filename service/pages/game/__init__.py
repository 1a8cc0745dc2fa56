"""The page of a game: the table while it fills, what a version shows, its history, what-ifs, and what may be done."""
