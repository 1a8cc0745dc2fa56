"""Guided first games and worked examples."""
