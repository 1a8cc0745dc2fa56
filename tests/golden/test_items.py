"""Itemised account changes in recorded games: they add up, and their parts are drawn."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from domain import aggregate
from domain.message import plain
from tests.golden import logs

GAMES = sorted(
    file.name.removesuffix(".ndjson.gz")
    for game in ("barrage", "arkwright")
    for file in logs.DIRECTORY.glob(f"{game}*.gz")
)
NAMES = ["Ada", "Brunel", "Clara", "Darby"]
COMPLETE = {
    "barrage-3-seats": {
        f"barrage.{kind}"
        for kind in (
            "bonus_scored",
            "energy_scored",
            "income_gained",
            "objective_scored",
            "resources_scored",
            "water_scored",
        )
    },
    "arkwright-3-seats": {f"arkwright.{kind}" for kind in ("game_ended", "produced", "shares_valued", "stock_traded")},
}
"""Games in which all kinds of itemised facts occur."""


def itemised_facts(game):
    """Yield the itemised facts on the main line, each with its items, the account changes and the position then."""
    rules = game.ruleset
    started, *facts = aggregate.full_line(game, None)
    position = rules.initial(started)
    for fact in facts:
        items = list(rules.itemised.items(position, fact)) if isinstance(fact, rules.itemised.facts) else None
        before = rules.accounts(position)
        rules.apply(position, fact)
        if items is not None:
            after = rules.accounts(position)
            changes = {
                (seat, account): now - then
                for account, values in after.items()
                for seat, (then, now) in enumerate(zip(before[account], values, strict=True))
            }
            yield fact, items, changes, position


def drawn(rules, position, seat):
    """Return the parts that a page draws: on the mat of a seat, or in the shared drawings."""
    names = NAMES[: len(rules.standing(position).points)]
    if seat is None:
        svg = "".join(each.draw(position, names, plain) for each in rules.drawings)
    else:
        svg = rules.draw_seat(position, seat, names, plain)
    return set(re.findall(r'data-element="([^"]+)"', svg))


@pytest.mark.parametrize("name", GAMES)
def test_items_add_up_to_the_changes_of_each_account(name):
    game = logs.game_of(logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz"))
    rules, kinds, found = game.ruleset, set(), set()
    for fact, items, changes, position in itemised_facts(game):
        sums, parts = defaultdict(int), defaultdict(set)
        for item in items:
            sums[item.seat, item.account] += item.amount or 0
            assert "{" not in plain(item.text)
            parts[item.seat if item.on_mat else None].add(item.part)
        for seat, names in parts.items():
            keys = {(seat, name) for name in names}
            if not keys <= found:
                assert names <= drawn(rules, position, seat), (fact, seat)
            found |= keys
        kinds |= {fact.__struct_config__.tag} if items else set()
        for (seat, account), points in sums.items():
            assert points == changes[seat, account], (fact, seat, account)
        assert all(
            (seat, "points") in sums or not change for (seat, account), change in changes.items() if account == "points"
        )
    assert kinds
    assert name not in COMPLETE or COMPLETE[name] <= kinds
