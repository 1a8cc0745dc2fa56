"""Counters of rate limits in the database, shared by all processes of a site.

A time window begins with its first event, and is one row. One statement counts an event and reads only the rows of its
limits, by their keys. Under high limits a process reserves some events in advance, and reserves more when it has used
them: so no limit is exceeded, and each process leaves at most a hundredth of a limit unused. Keys are hashes that only
this site can compute, so neither they nor a backup reveal an address or a name.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from math import ceil
from threading import Lock
from typing import NamedTuple

from limits import RateLimitItem

from projections.db_protocol import Rows, parsed, timestamp
from service.cache import Cache
from service.storage import Database, Storage, sweeping

SWEPT = 500
"""Rows that one statement removes."""

KEYS = 4096
"""The maximum of cached keys and of cached shares; the most used ones stay."""

AHEAD = 10
"""The most events that a process counts ahead at a time; ..."""

PART = 100
"""... and at most the limit divided by this number, so low limits are never counted ahead."""

SWEEPS = 20
"""The number of such statements at a time; the remaining rows wait for the next time."""

_COUNT = """
WITH wanted (key, most, ends) AS (VALUES {wanted})
INSERT INTO limits (key, count, ends)
SELECT key, CAST(:number AS INTEGER), ends FROM wanted
WHERE NOT EXISTS (
    SELECT 1 FROM wanted AS asked CROSS JOIN limits AS known
    WHERE known.key = asked.key AND known.count >= asked.most AND known.ends > :now AND known.ends <= asked.ends
)
ORDER BY key
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN limits.ends > :now THEN limits.count ELSE 0 END + excluded.count,
    ends = CASE WHEN limits.ends > :now AND limits.ends < excluded.ends THEN limits.ends ELSE excluded.ends END
RETURNING key, count, ends
"""
"""Count in all windows or, if one is full, in none. A window that would end too late (because a clock was set back) is
shortened. Other processes may fill a window meanwhile, which the count shows. Rows are locked in the order of their
keys, to avoid deadlocks.
"""

_TAKE_BACK = "UPDATE limits SET count = count - 1 WHERE key = :key AND count > 0"

_FORGET = "DELETE FROM limits WHERE key = :key"


class LimitExceeded(NamedTuple):
    """A limit is reached, for a number of seconds."""

    limit: RateLimitItem
    seconds: int


class _Share(NamedTuple):
    """Events that a process has counted ahead and not used yet, valid as long as their windows last."""

    left: int
    ends: str


class RateLimitStore:
    """The counts of one database."""

    def __init__(
        self, database: Database, secret: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._secret = secret.encode()
        self._key_of = lru_cache(KEYS)(self._key)
        self._clock = clock
        self._shares: Cache[frozenset[str], _Share] = Cache(KEYS)
        self._using = Lock()

    def add(self, limits: Mapping[str, RateLimitItem]) -> LimitExceeded | None:
        """Count an event under each of these names; if a limit is reached, count under none and return that limit."""
        now, names = self._clock(), frozenset(limits)
        if self._counted_ahead(names, now):
            return None
        asked = {self._key_of(name): limit for name, limit in limits.items()}
        number = _ahead(limits.values())
        values = {f"key{place}": key for place, key in enumerate(sorted(asked))}
        counted = self._database.once(_count(len(asked)), values | _bounds(asked, now))
        if counted and all(row["count"] <= asked[row["key"]].amount for row in counted):
            if number > 1:
                self._shares.put(names, _Share(number - 1, min(row["ends"] for row in counted)))
            return None
        with self._database.reading() as rows:
            standing = counted or rows.execute(_standing(len(asked)), values)
        reached = [(row["ends"], row["key"]) for row in standing if row["count"] >= asked[row["key"]].amount]
        ends, key = max(reached, default=(timestamp(now), min(asked)))
        return LimitExceeded(asked[key], max(1, ceil((parsed(ends) - now).total_seconds())))

    def _counted_ahead(self, names: frozenset[str], now: datetime) -> bool:
        """Use an event that was counted ahead, if there is one."""
        with self._using:
            try:
                share = self._shares.pop(names)
            except KeyError:
                return False
            if share.left > 1:
                self._shares.put(names, _Share(share.left - 1, share.ends))
            return share.ends > timestamp(now)

    def take_back(self, names: Iterable[str]) -> None:
        """Subtract an event that was counted under these names and did not happen after all."""
        for name in names:
            self._database.once(_TAKE_BACK, {"key": self._key_of(name)})

    def forget(self, names: Iterable[str]) -> None:
        """Delete the counts under these names."""
        for name in names:
            self._database.once(_FORGET, {"key": self._key_of(name)})

    def _key(self, name: str) -> str:
        return hmac.digest(self._secret, name.encode(errors="surrogatepass"), "sha256").hex()


def _ahead(limits: Iterable[RateLimitItem]) -> int:
    """Return the number of events to count at a time under these limits."""
    return max(1, min(AHEAD, *(limit.amount // PART for limit in limits)))


def _bounds(asked: Mapping[str, RateLimitItem], now: datetime) -> dict[str, str | int]:
    """Return the other parameters, for limits in the order of their keys."""
    bounds: dict[str, str | int] = {"now": timestamp(now), "number": _ahead(asked.values())}
    for place, key in enumerate(sorted(asked)):
        bounds[f"most{place}"] = asked[key].amount
        bounds[f"ends{place}"] = timestamp(now + timedelta(seconds=asked[key].get_expiry()))
    return bounds


@cache
def _count(number: int) -> str:
    return _COUNT.format(wanted=", ".join(f"(:key{place}, :most{place}, :ends{place})" for place in range(number)))


@cache
def _standing(number: int) -> str:
    keys = ", ".join(f":key{place}" for place in range(number))
    return f"SELECT key, count, ends FROM limits WHERE key IN ({keys})"  # noqa: S608


def sweep(storage: Storage, rows: Rows, now: datetime) -> None:
    """Delete windows that have ended."""
    over = "SELECT key FROM limits WHERE ends <= :now ORDER BY ends"
    sweeping.sweep(storage, rows, "limits", "key", over, {"now": timestamp(now)}, size=SWEPT, batches=SWEEPS)
