"""Texts for players: names, sentences, questions, and the standing."""
