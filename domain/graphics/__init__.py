"""Drawings: the contract of a drawing, SVG, and the marks of seats."""
