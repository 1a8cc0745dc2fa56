"""Barrage: companies compete for the water of the Alps."""
