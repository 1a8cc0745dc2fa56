"""Logs that must replay for ever, whatever becomes of the rules: exports of games and the hashes of their positions."""
