"""Logs that must replay for ever, even if the rules change: exports of games and the hashes of their positions."""
