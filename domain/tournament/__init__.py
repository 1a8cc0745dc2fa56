"""Tournaments: logs from which games are opened and standings are computed."""
