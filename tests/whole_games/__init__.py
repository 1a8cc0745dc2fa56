"""Whole games played by clicks in each language, on pages that must have no English text."""
