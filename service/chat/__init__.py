"""The chat of tables."""
