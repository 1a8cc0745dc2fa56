"""Positions for stories: a game whose set-up is known, changed piece by piece, and then played with commands.

Every played command must have been on offer and be recoverable from its fact; every refused command must
not have been on offer and must leave the position unchanged. So each story also tests these properties.
"""

from __future__ import annotations

from typing import Any, Self

import msgspec
import pytest

from domain.brass.model.commands import EndTurn, Pass
from domain.brass.model.state import Tile
from domain.game import Command, Fact, IllegalMove, Ruleset, legal_commands
from tests.domain.brass.english import english


class Game:
    """A game in the second round of an era: seat 0 to act with both actions, all players rich, the board empty."""

    ruleset: Ruleset[Any]
    components: Any
    """The component figures of new tables."""

    def __init__(self, seats: int = 2, era: str = "canal", **changes: Any) -> None:
        self.state: Any = self.ruleset.initial(self.started(seats, **changes))
        self.facts: list[Fact] = []
        self.state.round = 2
        self.state.actions_left = 2
        for player in self.state.players:
            player.money = 200
        if era == "rail":
            self.enter_rail_era()

    @classmethod
    def from_the_start(cls, seats: int = 2, **changes: Any) -> Self:
        """Return a game right after the set-up."""
        game = cls(seats, **changes)
        game.state = cls.ruleset.initial(cls.started(seats, **changes))
        return game

    @classmethod
    def started(cls, seats: int = 2, **changes: Any) -> Any:
        """Return the set-up."""
        raise NotImplementedError

    def enter_rail_era(self) -> None:
        """Enter the rail era as after an empty canal era."""
        self.state.era = "rail"
        self.state.deck = self.state.rail_deck
        for player, hand in zip(self.state.players, self.state.rail_hands, strict=True):
            player.hand = hand
        self.state.rail_deck, self.state.rail_hands = [], []

    # The position

    def player(self, seat: int = 0) -> Any:
        return self.state.players[seat]

    def hand(self, *cards: str, seat: int = 0) -> Self:
        self.player(seat).hand = list(cards)
        return self

    def money(self, pounds: int, seat: int = 0) -> Self:
        self.player(seat).money = pounds
        return self

    def income_space(self, space: int, seat: int = 0) -> Self:
        self.player(seat).income_space = space
        return self

    def mat(self, industry: str, *levels: int, seat: int = 0) -> Self:
        """Leave only these levels in a stack."""
        self.player(seat).mat[industry] = list(levels)
        return self

    def tile(
        self, slot: str, industry: str, level: int = 1, *, owner: int = 0, cubes: int = 0, flipped: bool = False
    ) -> Self:
        self.state.board[slot] = Tile(owner, industry, level, cubes, flipped)
        return self

    def links(self, *lines: str, owner: int = 0) -> Self:
        for line in lines:
            assert line in self.components.line
            self.state.links[line] = owner
            self.player(owner).links_left -= 1
        return self

    def markets(self, coal: int | None = None, iron: int | None = None) -> Self:
        if coal is not None:
            self.state.coal_market = coal
        if iron is not None:
            self.state.iron_market = iron
        return self

    def last_round(self, *spent: int) -> Self:
        """Return the end of the last round of an era: deck and hands are empty; see end_of_round."""
        self.state.round = self.components.constants.rounds_per_era[len(self.state.players)]
        self.state.deck = []
        for player in self.state.players:
            player.hand = []
        return self.end_of_round(*spent)

    def end_of_round(self, *spent: int) -> Self:
        """Only the last seat's end of turn is missing; the seats spent these pounds."""
        self.state.turn = len(self.state.players) - 1
        self.state.actions_left = 0
        for player, pounds in zip(self.state.players, spent, strict=False):
            player.spent = pounds
        return self

    # Playing

    @property
    def acting(self) -> int:
        (who,) = self.ruleset.to_act(self.state)
        return who.seat

    def offered(self, seat: int = 0) -> set[Command]:
        return set(legal_commands(self.ruleset, self.copy(), seat))

    def copy(self) -> Any:
        return msgspec.json.decode(msgspec.json.encode(self.state), type=self.ruleset.state)

    def decide(self, command: Command, seat: int = 0) -> list[Fact]:
        """Return the facts of a command that must be on offer."""
        facts = self.ruleset.decide(self.copy(), seat, command)
        assert command in self.offered(seat)
        assert self.ruleset.recover(facts[0]) == command
        return facts

    def play(self, command: Command, seat: int = 0) -> Any:
        """Play a command; its own fact."""
        facts = self.decide(command, seat)
        self._apply(facts)
        return facts[0]

    def end_round(self) -> list[Fact]:
        """End the turn of the acting seat and return the facts that follow."""
        facts = self.decide(EndTurn(), self.acting)
        self._apply(facts)
        return facts[1:]

    def refuse(self, rule: str, command: Command, seat: int = 0) -> str:
        """The command must be refused with this rule, must not be on offer and must change nothing.

        The text of the refusal is returned; it must name places instead of slots.
        """
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalMove) as refused:
            self.ruleset.decide(self.state, seat, command)
        assert refused.value.rule == rule, refused.value
        assert msgspec.json.encode(self.state) == before
        if self.ruleset.to_act(self.state) and seat == self.acting:
            assert command not in self.offered(seat)
        said: str = english(refused.value.detail)
        assert [slot for slot in self.components.icons if slot in said] == []
        return said

    def pass_turn(self) -> None:
        """The acting seat passes all its actions and ends its turn."""
        seat = self.acting
        while self.state.actions_left:
            self._apply(self.ruleset.decide(self.state, seat, Pass(card=self.player(seat).hand[0])))
        self._apply(self.ruleset.decide(self.state, seat, EndTurn()))

    def _apply(self, facts: list[Fact]) -> None:
        for fact in facts:
            self.ruleset.apply(self.state, fact)
        self.facts += facts
