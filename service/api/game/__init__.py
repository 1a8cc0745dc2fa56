"""The API of games: tables, seats, play, history and drawings."""
