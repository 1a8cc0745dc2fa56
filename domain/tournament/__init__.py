"""Tournaments: a log of their own, from which games are opened and standings follow."""
