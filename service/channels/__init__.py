"""Notification channels."""
