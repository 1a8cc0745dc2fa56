"""The cost of counting a write against the rate limits, with few users and with many."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from limits import RateLimitItem, parse_many

from service.runtime.rate_limit_store import RateLimitStore
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.row import Row
from tests.benchmarks.timing import undisturbed

LIMIT = "99 per minute; 6000 per hour"
"""Limits so low that no write is counted ahead (see ``rate_limit_store.py``)."""

FEW, MANY = 10, 5000
"""The numbers of users who have written within an hour."""


def measure(backends: list[Backend], repeats: int) -> Iterator[Row]:
    """Measure the CPU time to count a write with many writers; the floor is the time with few writers."""
    narrow = parse_many(LIMIT)
    for backend in backends:
        with migrated(backend) as (_, storage), undisturbed():
            counts = RateLimitStore(storage.database, "secret of the benchmark")
            few = _among(counts, narrow, range(FEW), repeats)
            for user in range(FEW, MANY):
                _count(counts, narrow, user)
            many = _among(counts, narrow, range(MANY), repeats)
            yield Row(
                measure=f"counting a write, {MANY:,} writers, {backend.name}",
                value=many,
                unit="ms",
                floor=few,
                ratio_target=1.5,
                note=f"CPU of the web process, median of {repeats}; floor: with {FEW} writers",
            )


def _among(counts: RateLimitStore, narrow: list[RateLimitItem], users: range, repeats: int) -> float:
    times = []
    for _ in range(repeats):
        user = random.choice(users)
        start = time.process_time()
        _count(counts, narrow, user)
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def _count(counts: RateLimitStore, narrow: list[RateLimitItem], user: int) -> None:
    counts.add({limit.key_for("write", f"user:{user}"): limit for limit in narrow})
