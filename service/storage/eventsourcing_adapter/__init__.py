"""Adapter to ``eventsourcing``: all code that depends on the library's internals, for each database.

The rest of the service uses the library's public interface; see the README next to this package.
"""
