"""Schemas of request and response bodies."""
