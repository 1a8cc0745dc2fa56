"""Operators of a site: who they are, what they may do, and the record of what they did."""
