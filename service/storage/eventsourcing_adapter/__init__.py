"""Adapter to ``eventsourcing``: all code that depends on the library's internals, for each database.

The rest of the service uses what the library offers to everybody; see the README beside this package.
"""
