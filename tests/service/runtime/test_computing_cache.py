"""The cache of drawings: computed once for all viewers who see the same, within a limit on memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest

from service.pages.game import page
from service.runtime.computing_cache import OVERHEAD, ComputingCache
from service.storage import Unavailable
from tests.service.sites import Site, close, site_on


def test_waiting_caller_retries_after_a_failed_computation() -> None:
    cache = ComputingCache(10_000)
    started, fail = threading.Event(), threading.Event()

    def failing() -> str:
        started.set()
        fail.wait(30)
        raise Unavailable

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(cache.get, "key", failing)
        started.wait(30)
        second = pool.submit(cache.get, "key", lambda: "made")
        fail.set()
        with pytest.raises(Unavailable):
            first.result()
        assert second.result() == "made"


def test_the_least_recently_used_value_is_evicted_by_size() -> None:
    cache = ComputingCache(3 * (OVERHEAD + 100), weigh=len)
    made: list[str] = []

    def request(name: str, size: int = 100) -> None:
        cache.get(name, lambda: made.append(name) or "x" * size)  # type: ignore[func-returns-value]

    for name in ("a", "b", "c", "a", "d", "a", "c", "b"):
        request(name)
    assert made == ["a", "b", "c", "d", "b"]


def test_a_value_larger_than_the_cache_evicts_no_others() -> None:
    cache = ComputingCache(3 * (OVERHEAD + 100), weigh=len)
    made: list[str] = []
    sizes = {"a": 100, "large": 3 * (OVERHEAD + 100) - OVERHEAD + 1, "b": 100}
    for name in ("a", "b", "large", "a", "b", "large"):
        cache.get(name, lambda name=name: made.append(name) or "x" * sizes[name])  # type: ignore[misc]
    assert made == ["a", "b", "large", "large"]


def test_values_that_grow_do_not_raise_the_limit() -> None:
    """Once a text has been sent, it also holds its UTF-8 encoding and so weighs more."""
    cache = ComputingCache(3 * (OVERHEAD + 100), weigh=len)
    for name in "abcdefgh":
        cache.get(name, lambda: bytearray(100)).extend(bytes(2000))
        assert sum(cache.known(each) is not None for each in "abcdefgh") <= 3
    assert [cache.known(name) is not None for name in "abcdefgh"] == [False] * 5 + [True] * 3


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    made = site_on(sqlite_url)
    yield made
    close(made)


def test_invalid_invitations_do_not_render_the_page_again(site: Site) -> None:
    ada = site.person("Ada")
    game = site.game(ada, ada)
    visitor = site.visitor().client
    with mock.patch.object(page, "_made", wraps=page._made) as made:
        for number in range(3):
            assert visitor.get(f"/games/{game}?invite={number}").status_code == 200
    assert made.call_count == 1
