"""Shuffles that anyone can verify afterwards.

A secret 32-byte seed is drawn when a table opens, and its SHA-256 is published at once. Players may add seed
contributions before the start. The key of all shuffles is ``HMAC-SHA-256(seed, contributions joined by newlines)``. The
log has each contribution: a salted digest of a player's words, or in older logs the words themselves. The shuffle named
``label`` reads numbers from the stream ``HMAC-SHA-256(key, label + ":" + counter)`` for counter 0, 1, 2 …, 32 bytes
each, cut into big-endian 64-bit words, and is a Fisher-Yates shuffle from the last place down. A number below ``n`` is
a word modulo ``n``; words at or above the largest multiple of ``n`` are skipped, so that no outcome is favoured.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from domain.message import Listing, Message, counted, message, plain


class Chance(Protocol):
    """The source of randomness for a game's set-up."""

    def shuffle(self, label: str, items: Sequence[str]) -> list[str]:
        """Return the items in a new order; the same label and items always give the same order."""


def commitment(seed: bytes) -> str:
    """Return the hexadecimal SHA-256 of the seed, published before the first move."""
    return hashlib.sha256(seed).hexdigest()


def sealed(salt: str, words: str) -> str:
    """Return the hexadecimal SHA-256 of a salt and a player's words; the salt prevents guessing short words."""
    return hashlib.sha256(f"{salt}\n{words}".encode()).hexdigest()


class Seeded:
    """Randomness derived from a secret seed and the players' contributions."""

    def __init__(self, seed: bytes, words: Sequence[str] = ()) -> None:
        self._key = hmac.digest(seed, "\n".join(words).encode(), "sha256")

    def shuffle(self, label: str, items: Sequence[str]) -> list[str]:
        """Shuffle by Fisher-Yates, with the number stream of this label."""
        order = list(items)
        numbers = self._numbers(label)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, numbers)
            order[last], order[other] = order[other], order[last]
        return order

    def _numbers(self, label: str) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(self._key, f"{label}:{counter}".encode(), "sha256")
            for start in range(0, 32, 8):
                yield int.from_bytes(block[start : start + 8], "big")
            counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    fair = (1 << 64) - (1 << 64) % bound
    return next(number for number in numbers if number < fair) % bound


class Misstated(ValueError):
    """A stated outcome is missing or is not an order of the items that were to be shuffled."""

    def __init__(self, detail: Message) -> None:
        super().__init__(plain(detail))
        self.detail = detail


class Stated:
    """Randomness with known results: a game played elsewhere, or one that a test imagines."""

    def __init__(self, outcomes: Mapping[str, Sequence[str]]) -> None:
        self._outcomes = outcomes

    def shuffle(self, label: str, items: Sequence[str]) -> list[str]:
        """Return the stated order, after checking that it is an order of exactly these items."""
        if label not in self._outcomes:
            raise Misstated(message("data.outcome-missing", "The random outcome “{label}” is missing.", label=label))
        order = list(self._outcomes[label])
        if sorted(order) != sorted(items):
            raise Misstated(_other_items(label, Counter(order), Counter(items)))
        return order


MOST_WRONG = 5
"""The maximum number of items that a message lists."""


def _other_items(label: str, given: Counter[str], items: Counter[str]) -> Message:
    return counted(
        "data.outcome-items-wrong",
        "The random outcome “{label}” must list exactly the expected {count} item. Check {wrong}.",
        "The random outcome “{label}” must list exactly the expected {count} items. Check {wrong}.",
        label=label,
        count=items.total(),
        wrong=Listing(tuple(sorted((items - given) or (given - items))[:MOST_WRONG])),
    )
