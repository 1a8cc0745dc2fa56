"""Seats whose people are away, give up or change places while a game runs."""
