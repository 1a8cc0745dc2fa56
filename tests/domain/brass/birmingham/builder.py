"""Positions for stories: a game whose set-up is known, changed piece by piece, and then played with commands.

Every command that is played must have been on offer and must be recovered from its fact; every command that is
refused must not have been on offer and must have changed nothing. So each story also proves these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.commands import (
    Build,
    Develop,
    EndTurn,
    Loan,
    Network,
    Pass,
    RemoveTile,
    Sale,
    Scout,
    Sell,
)
from domain.brass.birmingham.components import figures
from domain.brass.birmingham.state import Player, State, Tile
from domain.chance import Seeded, Stated
from domain.game import Command, Fact, IllegalMove, Table, legal_commands

__all__ = [
    "MERCHANTS",
    "Build",
    "Develop",
    "EndTurn",
    "Game",
    "Loan",
    "Network",
    "Pass",
    "RemoveTile",
    "Sale",
    "Scout",
    "Sell",
    "components",
    "started",
]

MERCHANTS: dict[int, dict[str, list[str]]] = {
    2: {"shrewsbury": ["cotton_1"], "gloucester": ["manufacturer_1", "all_goods"], "oxford": ["blank_1", "blank_2"]},
    3: {
        "shrewsbury": ["cotton_1"],
        "gloucester": ["manufacturer_1", "all_goods"],
        "oxford": ["blank_1", "pottery_1"],
        "warrington": ["blank_2", "blank_3"],
    },
    4: {
        "shrewsbury": ["cotton_1"],
        "gloucester": ["manufacturer_1", "all_goods"],
        "oxford": ["blank_1", "pottery_1"],
        "warrington": ["cotton_2", "blank_2"],
        "nottingham": ["manufacturer_2", "blank_3"],
    },
}
"""Where the merchant tiles lie unless a story says otherwise."""

components = figures.of(figures.current())


def table(seats: int, *, introductory: bool = False) -> Table:
    return Table(seats=seats, options={"introductory": introductory}, figures=figures.current())


def started(
    seats: int = 2, *, introductory: bool = False, merchants: Mapping[str, list[str]] | None = None, seed: bytes = b"1"
) -> Any:
    """A set-up with the seats in order and known merchant tiles; the cards come from the seed."""
    at = table(seats, introductory=introductory)
    outcomes = ruleset.outcomes(ruleset.setup(at, Seeded(seed)))
    outcomes["turn_order"] = list(range(seats))
    outcomes["merchants"] = merchants or MERCHANTS[seats]
    return ruleset.setup(at, Stated(ruleset.stated(outcomes)))


class Game:
    """A game in the second round of an era, seat 0 to act with both actions, everybody rich, the board empty."""

    def __init__(self, seats: int = 2, era: str = "canal", **changes: Any) -> None:
        self.state: State = ruleset.initial(started(seats, **changes))
        self.facts: list[Fact] = []
        self.state.round = 2
        self.state.actions_left = 2
        for player in self.state.players:
            player.money = 200
        if era == "rail":
            self._enter_rail_era()

    @classmethod
    def from_the_start(cls, seats: int = 2, **changes: Any) -> Game:
        """A game right after the set-up."""
        game = cls(seats, **changes)
        game.state = ruleset.initial(started(seats, **changes))
        return game

    def _enter_rail_era(self) -> None:
        self.state.era = "rail"
        self.state.deck = self.state.rail_deck
        for player, hand in zip(self.state.players, self.state.rail_hands, strict=True):
            player.hand, player.face_down = hand, []
        self.state.rail_deck, self.state.rail_hands = [], []

    # The position

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def hand(self, *cards: str, seat: int = 0) -> Game:
        self.player(seat).hand = list(cards)
        return self

    def money(self, pounds: int, seat: int = 0) -> Game:
        self.player(seat).money = pounds
        return self

    def income_space(self, space: int, seat: int = 0) -> Game:
        self.player(seat).income_space = space
        return self

    def mat(self, industry: str, *levels: int, seat: int = 0) -> Game:
        """Leave only these levels in a stack."""
        self.player(seat).mat[industry] = list(levels)
        return self

    def tile(
        self, slot: str, industry: str, level: int = 1, *, owner: int = 0, cubes: int = 0, flipped: bool = False
    ) -> Game:
        self.state.board[slot] = Tile(owner, industry, level, cubes, flipped)
        return self

    def links(self, *lines: str, owner: int = 0) -> Game:
        for line in lines:
            assert line in components.line
            self.state.links[line] = owner
            self.player(owner).links_left -= 1
        return self

    def markets(self, coal: int | None = None, iron: int | None = None) -> Game:
        if coal is not None:
            self.state.coal_market = coal
        if iron is not None:
            self.state.iron_market = iron
        return self

    def without_barrels(self, *spaces: str) -> Game:
        for space in spaces:
            self.state.merchants[space].barrel = False
        return self

    def last_round(self, *spent: int) -> Game:
        """The end of the last round of an era: deck and hands are empty; see end_of_round."""
        self.state.round = components.constants.rounds_per_era[len(self.state.players)]
        self.state.deck = []
        for player in self.state.players:
            player.hand = []
        return self.end_of_round(*spent)

    def end_of_round(self, *spent: int) -> Game:
        """Only the last seat's end of turn is missing; the seats spent these pounds."""
        self.state.turn = len(self.state.players) - 1
        self.state.actions_left = 0
        for player, pounds in zip(self.state.players, spent, strict=False):
            player.spent = pounds
        return self

    # Playing

    @property
    def acting(self) -> int:
        (who,) = ruleset.to_act(self.state)
        return who.seat

    def offered(self, seat: int = 0) -> set[Command]:
        return set(legal_commands(ruleset, self.copy(), seat))

    def copy(self) -> State:
        return msgspec.json.decode(msgspec.json.encode(self.state), type=State)

    def decide(self, command: Command, seat: int = 0) -> list[Fact]:
        """The facts of a command that must be on offer."""
        facts = ruleset.decide(self.copy(), seat, command)
        assert command in self.offered(seat)
        assert ruleset.recover(facts[0]) == command
        return facts

    def play(self, command: Command, seat: int = 0) -> Any:
        """Play a command; its own fact."""
        facts = self.decide(command, seat)
        for fact in facts:
            ruleset.apply(self.state, fact)
        self.facts += facts
        return facts[0]

    def end_round(self) -> list[Fact]:
        """Let the acting seat end its turn; what followed from it."""
        facts = self.decide(EndTurn(), self.acting)
        for fact in facts:
            ruleset.apply(self.state, fact)
        self.facts += facts
        return facts[1:]

    def refuse(self, rule: str, command: Command, seat: int = 0) -> None:
        """The command must be refused with this rule, must not be on offer and must change nothing."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalMove) as refused:
            ruleset.decide(self.state, seat, command)
        assert refused.value.rule == rule, refused.value
        assert msgspec.json.encode(self.state) == before
        if ruleset.to_act(self.state) and seat == self.acting:
            assert command not in self.offered(seat)

    def pass_turn(self) -> None:
        """The acting seat passes all its actions and ends its turn."""
        seat = self.acting
        while self.state.actions_left:
            self._apply(ruleset.decide(self.state, seat, Pass(card=self.player(seat).hand[0])))
        self._apply(ruleset.decide(self.state, seat, EndTurn()))

    def _apply(self, facts: list[Fact]) -> None:
        for fact in facts:
            ruleset.apply(self.state, fact)
        self.facts += facts
