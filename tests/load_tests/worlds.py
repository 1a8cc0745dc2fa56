"""Pairs of worlds: games that differ only in information hidden from a user, compared in all responses to that user."""

from __future__ import annotations

import random
from collections.abc import Iterator

from domain.game import rulesets
from tests.load_tests.finding import Finding
from tests.service.attacks.shared_branches import compared_when_shared
from tests.service.attacks.visible_information import PROBES, compared, with_pages
from tests.service.noninterference import SECRECIES, Secrecy

PAIRS = 8
"""The number of pairs for each ruleset."""

LONGEST = 200
"""The maximum number of steps in a game."""

EVERY = 9
"""The interval between compared versions of the past."""


def attack(secrecy: Secrecy, *, pairs: int, longest: int, chance: random.Random) -> Iterator[Finding]:
    """Compare the responses to users in pairs of worlds of a ruleset: about the game and a shared branch."""
    heard, different = 0, []
    for number in range(pairs):
        seats = secrecy.seats[number % len(secrecy.seats)]
        seed, length, viewer = chance.randrange(10**6), chance.randint(longest // 4, longest), chance.randint(0, seats)
        try:
            heard += compared(secrecy, seats, seed, length, viewer, with_pages, EVERY)
            heard += compared_when_shared(secrecy, seats, seed, length, viewer, PROBES[secrecy.rules]).answers
        except AssertionError as difference:
            different.append(f"{seats} seats, seed {seed}, {length} steps, viewer {viewer}: {str(difference)[:300]}")
    yield Finding(f"{secrecy.rules}: answers that were the same in both worlds", str(heard), kept=heard > 0)
    yield Finding(f"{secrecy.rules}: pairs that could be told apart", f"{len(different)} of {pairs}", not different)
    yield from (Finding(what, "", kept=False) for what in different)


def run() -> Iterator[Finding]:
    """Attack every installed ruleset; yield a failed finding for a ruleset whose secrets are not described."""
    for rules in rulesets():
        if rules in SECRECIES:
            yield from attack(SECRECIES[rules], pairs=PAIRS, longest=LONGEST, chance=random.Random(rules))
        else:
            yield Finding(f"{rules}: nobody has said what is hidden (tests/service/noninterference.py)", "", kept=False)
