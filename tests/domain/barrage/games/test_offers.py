"""Legal commands: exactly those on offer are accepted, in positions of random games."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.barrage import ruleset
from domain.game import Command, IllegalMove, legal_commands
from tests.domain.barrage.playing import EVERYTHING, moves

GAMES = [(2, 11, {"rules": "beginner"}), (3, 12, {}), (4, 13, {}), (2, 14, EVERYTHING), (3, 15, EVERYTHING)]
EVERY_NTH = 9
MOST = 400
"""Commands of other positions that are tried in each position."""


def accepted(state, seat: int, command: Command) -> bool:
    before = msgspec.json.encode(state)
    try:
        ruleset.decide(state, seat, command)
    except IllegalMove as refused:
        assert refused.rule.startswith(("BA-", "LP-"))
        assert msgspec.json.encode(state) == before
        return False
    assert msgspec.json.encode(state) == before
    return True


def altered(command: Command, numbers: random.Random, pool: list[Command]) -> Command:
    """Return the command with one field of another command, or with a value that nothing has."""
    fields = command.__struct_fields__
    if not fields:
        return command
    name = numbers.choice(fields)
    donors = [other for other in pool if name in other.__struct_fields__]
    value = getattr(numbers.choice(donors), name)
    if numbers.random() < 0.2:
        value = {str: "nowhere", int: numbers.choice([-1, 0, 7, 99]), bool: True}[type(value)]
    return msgspec.structs.replace(command, **{name: value})


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_exactly_the_offered_commands_are_accepted(seats, seed, options):
    numbers = random.Random(seed)
    pool: list[Command] = []
    for number, (state, seat, command, _) in enumerate(moves(seats, seed, **options)):
        pool.append(command)
        if number % EVERY_NTH:
            continue
        offered = list(legal_commands(ruleset, state, seat))
        assert len(set(offered)) == len(offered)
        assert command in offered
        for legal in numbers.sample(offered, min(len(offered), 60)):
            assert accepted(state, seat, legal), legal
        pool += numbers.sample(offered, min(len(offered), 20))
        tried = numbers.sample(pool, min(len(pool), MOST // 2))
        tried += [altered(numbers.choice(pool), numbers, pool) for _ in range(MOST // 2)]
        known = set(offered)
        for other in tried:
            assert accepted(state, seat, other) == (other in known), other
