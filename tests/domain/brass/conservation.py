"""The pieces of a Brass game, counted at every fact, and the changes that each fact states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from domain.brass.model.facts import (
    SUPPLY,
    Built,
    Developed,
    EraBegan,
    IncomePaid,
    Linked,
    LoanTaken,
    ShortfallSettled,
    TileRemoved,
)
from domain.game import Fact, Ruleset

PRODUCTS = {"coal_mine": "coal", "iron_works": "iron", "brewery": "barrels"}
LINKS = 14

Count = dict[str, Any]
Event = tuple[Any, Any, Count, Count]
"""The position after a fact, the fact, and what was counted before and after it."""


class Books:
    """The books of a game with these figures."""

    def __init__(self, ruleset: Ruleset[Any], components: Any) -> None:
        self.ruleset = ruleset
        self.components = components

    # Stocks

    def pieces(self, state: Any) -> Counter[str]:
        """Cubes and barrels on tiles and in markets."""
        found = Counter({"coal": state.coal_market, "iron": state.iron_market})
        for tile in state.board.values():
            found[PRODUCTS.get(tile.industry, "goods")] += tile.cubes
        return found

    def count(self, state: Any) -> Count:
        return {
            "money": [player.money for player in state.players],
            "pieces": self.pieces(state),
            "tiles": {slot: (tile.owner, tile.industry) for slot, tile in state.board.items()},
            "cubes": {slot: tile.cubes for slot, tile in state.board.items()},
        }

    def events(self, facts: tuple[Fact, ...]) -> Iterator[Event]:
        """Yield every fact after the set-up."""
        state: Any = self.ruleset.initial(facts[0])
        after = self.count(state)
        for fact in facts[1:]:
            before = after
            self.ruleset.apply(state, fact)
            after = self.count(state)
            yield state, fact, before, after

    # Flows

    def taken(self, fact: Any) -> dict[str, list[Any]]:
        """Cubes and barrels that a fact consumes."""
        match fact:
            case Built():
                return {"coal": [*fact.coal], "iron": [*fact.iron]}
            case Linked():
                return {"coal": [laid.coal for laid in fact.links if laid.coal]}
            case Developed():
                return {"iron": [*fact.iron]}
        return {}

    def brought(self, fact: Any, before: Count) -> Counter[str]:
        """Return the cubes and barrels that a fact takes from the supply or returns with their tile."""
        gain: Counter[str] = Counter()
        if isinstance(fact, Built) and fact.industry in PRODUCTS:
            gain[PRODUCTS[fact.industry]] += fact.cubes - before["cubes"].get(fact.slot, 0)
        removed = (fact.slot,) if isinstance(fact, TileRemoved) else fact.removed if isinstance(fact, EraBegan) else ()
        for slot in removed:
            gain[PRODUCTS.get(before["tiles"][slot][1], "goods")] -= before["cubes"][slot]
        return gain

    def gain(self, fact: Any) -> int:
        """Return the pounds that the bank pays to the seat of a fact."""
        paid = sum(taken.price for pieces in self.taken(fact).values() for taken in pieces)
        match fact:
            case Built():
                return sum(fact.moved) - fact.price - paid
            case Linked():
                return -fact.price - paid
            case LoanTaken():
                return fact.money
            case TileRemoved():
                return fact.raised
            case ShortfallSettled():
                return -fact.paid
        return -paid

    def boxed(self, fact: Any, before: Count) -> list[tuple[int, str]]:
        """Owner and industry of every tile that a fact puts into the box."""
        match fact:
            case Developed():
                return [(fact.seat, tile.industry) for tile in fact.removed]
            case Built():
                return [(fact.replaced.owner, fact.replaced.industry)] if fact.replaced else []
            case TileRemoved():
                return [before["tiles"][fact.slot]]
            case EraBegan():
                return [before["tiles"][slot] for slot in fact.removed]
        return []

    # Do they balance?

    def check_money(self, facts: tuple[Fact, ...]) -> None:
        """Money moves between players and the bank only as stated; no player ever has a debt."""
        for state, fact, before, after in self.events(facts):
            if isinstance(fact, IncomePaid):
                gains = list(fact.income)
            else:
                gain, seat = self.gain(fact), getattr(fact, "seat", None)
                gains = [gain if number == seat else 0 for number in range(len(state.players))]
            assert after["money"] == [money + gain for money, gain in zip(before["money"], gains, strict=True)]
            assert min(after["money"]) >= 0
            assert all(0 <= player.income_space <= 99 and player.points >= 0 for player in state.players)

    def check_pieces(self, facts: tuple[Fact, ...]) -> None:
        """Check that cubes and barrels come with tiles and are consumed, and that a tile without any is flipped."""
        markets = self.components.markets
        for state, fact, before, after in self.events(facts):
            expected = Counter(before["pieces"])
            expected.update(self.brought(fact, before))
            for product, pieces in self.taken(fact).items():
                expected[product] -= sum(taken.source != SUPPLY for taken in pieces)
            assert after["pieces"] == expected
            assert 0 <= state.coal_market <= len(markets.coal.spaces)
            assert 0 <= state.iron_market <= len(markets.iron.spaces)
            for tile in state.board.values():
                assert tile.cubes >= 0
                assert tile.flipped == (tile.cubes == 0) if tile.industry in PRODUCTS else tile.cubes == 0

    def check_tiles(self, facts: tuple[Fact, ...]) -> None:
        """Every tile is on its mat, on the board or in the box, every link tile on the board or before its owner."""
        box: Counter[tuple[int, str]] = Counter()
        for state, fact, before, _ in self.events(facts):
            box.update(self.boxed(fact, before))
            on_board = Counter((tile.owner, tile.industry) for tile in state.board.values())
            for seat, player in enumerate(state.players):
                for industry, levels in player.mat.items():
                    whereabouts = len(levels) + on_board[seat, industry] + box[seat, industry]
                    assert whereabouts == len(self.components.stacks[industry])
                assert player.links_left + sum(owner == seat for owner in state.links.values()) == LINKS
