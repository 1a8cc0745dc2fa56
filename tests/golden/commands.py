"""Commands of worked examples (``domain/tutorials/examples.py``): ``python -m tests.golden.commands RULESET COUNT``.

Two greedy bots play from a fixed seed. The output is the head of an ``examples.toml``; the choice of commands and the
text about them are added by hand below it.
"""

from __future__ import annotations

import random
import sys
from itertools import islice

import msgspec

from domain import play
from domain.game import Table, ruleset
from domain.verifiable_random import Seeded

SEED = b"worked examples".ljust(32, b".")


def main(name: str, count: str) -> None:
    rules, numbers = ruleset(name), random.Random(1)
    position = rules.initial(rules.setup(Table(seats=2, figures=rules.current_figures()), Seeded(SEED)))
    bot = rules.bots["greedy"]
    steps = play.self_play(rules, position, lambda at, seat: play.chosen(rules, bot, at, seat, numbers))
    print(f'seats = 2\nseed = "{SEED.hex()}"\ncommands = [')
    for step in islice(steps, int(count)):
        print(f"  '{msgspec.json.encode(step.command).decode()}',")
    print("]")


if __name__ == "__main__":
    main(*sys.argv[1:])
