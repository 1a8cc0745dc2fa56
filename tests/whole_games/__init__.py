"""Whole games played by clicks in each language: pages without a line of English."""
