"""Texts for players: the names of things, facts in complete sentences, and the standing."""
