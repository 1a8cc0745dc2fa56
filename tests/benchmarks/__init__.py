"""Benchmarks of Daybook: ``python -m tests.benchmarks``. They print tables; nothing passes or fails.

Each module measures one thing and yields rows. Times come with a baseline measured in the same run, so that the
ratio is meaningful on any machine. Every installed ruleset gets the same rows.
"""
