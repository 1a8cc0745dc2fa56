"""Caches keep the most recently used values and work in any thread."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import pytest

from service.cache import Cache


def holds(cache: Cache[str, int], key: str) -> bool:
    try:
        cache.get(key)
    except KeyError:
        return False
    return True


def test_least_recently_used_value_is_evicted() -> None:
    cache: Cache[str, int] = Cache(3)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    assert cache.get("a") == 0
    cache.put("b", 10)
    cache.put("d", 3)
    assert [key for key in "abcd" if holds(cache, key)] == ["a", "b", "d"]
    assert cache.get("b") == 10


def test_value_can_be_popped_only_once() -> None:
    cache: Cache[str, int] = Cache(3)
    cache.put("a", 0)
    assert cache.pop("a") == 0
    with pytest.raises(KeyError):
        cache.pop("a")
    with pytest.raises(KeyError):
        cache.get("a")


@pytest.fixture
def frequent_switches() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("frequent_switches")
def test_threads_share_a_cache() -> None:
    cache: Cache[int, int] = Cache(2)

    def use(seed: int) -> None:
        numbers = Random(seed)
        for _ in range(10_000):
            put, wanted = numbers.randrange(4), numbers.randrange(4)
            cache.put(put, -put)
            with suppress(KeyError):
                assert cache.get(wanted) == -wanted

    with ThreadPoolExecutor(8) as threads:
        for used in [threads.submit(use, seed) for seed in range(8)]:
            used.result()
