"""Rulings of operators and organisers on other people's tables: facts, and their preconditions."""
