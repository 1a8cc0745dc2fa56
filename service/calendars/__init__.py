"""Calendars: working time, vacations, time zones, outages."""
