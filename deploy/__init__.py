"""Deployment: a private PostgreSQL server for one machine, and files for containers."""
