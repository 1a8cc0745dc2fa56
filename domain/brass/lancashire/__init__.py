"""Brass: Lancashire."""
