"""The rule catalogues of the games, their translations, and player aids."""
