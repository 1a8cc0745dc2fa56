"""Positions for stories: a table without factories, set up piece by piece, and then played with commands.

Every played command must have been on offer and be recoverable from its fact; every refused command must
not have been on offer and must leave the position unchanged. So each story also tests these properties.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Self

import msgspec
import pytest

from domain.arkwright.decide import decide, to_act
from domain.arkwright.engine.apply import apply, initial
from domain.arkwright.engine.opening import round_of
from domain.arkwright.engine.recover import recover
from domain.arkwright.model.components import figures
from domain.arkwright.model.facts import AutomasPrepared
from domain.arkwright.model.state import (
    Awaiting,
    Distribution,
    Factory,
    HeldCard,
    Quality,
    State,
    SupplyCard,
    Warehouse,
    Worker,
)
from domain.arkwright.rounds import run
from domain.arkwright.script import script
from domain.arkwright.setup import setup
from domain.arkwright.solo.opponents import prepare
from domain.game import Command, Fact, IllegalMove, Table, legal_commands
from domain.game_kit.course import Course
from domain.verifiable_random import Seeded

ENGINE: Any = SimpleNamespace(script=script)
COMPONENTS = figures.of(figures.current())
ROUNDS = {"food": 1, "clothes": 2, "cutlery": 3, "lamps": 4}


def started(seats: int, seed: int = 1, **options: Any) -> Any:
    """Return the set-up."""
    return setup(Table(seats=seats, options=options, figures=figures.current()), Seeded(seed.to_bytes(8, "big")))


def corrected(printed: str, instead: str) -> str:
    """Return the digest of the figures with one of them corrected."""
    text = figures.content(figures.current()).decode()
    assert printed in text
    return figures.record(text.replace(printed, instead, 1).encode())


class Game:
    """The first turn of era I: no factories or cards, seat 0 starts, food is the active good."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        self.state: State = initial(started(seats, **options))
        self.facts: list[Fact] = []
        self.state.start_player = 0
        for player in self.state.players:
            player.factories, player.appeal, player.cards = {}, {}, []
            player.levels = dict.fromkeys(player.levels, 1)
        self.state.neutral = {}
        self.turns()

    @classmethod
    def from_the_start(cls, seats: int = 3, **options: Any) -> Self:
        """Return a game right after the set-up."""
        game = cls(seats, **options)
        game.state = initial(started(seats, **options))
        return game

    # The position

    def with_figure(self, printed: str, instead: str) -> Self:
        """Return the game with one corrected figure."""
        self.state.figures = corrected(printed, instead)
        return self

    def turns(self, first: int = 0) -> Self:
        """Give every seat its turn in this round, the first one now."""
        seats = len(self.state.players)
        order = [(first + step) % seats for step in range(seats)]
        self.state.start_player = first
        self.state.pending = list(round_of(order, solo=seats == 1))
        return self

    def at(self, era: int, good: str = "food") -> Self:
        """Return the round of a good in an era."""
        self.state.era, self.state.round = era, ROUNDS[good]
        return self

    def step(self, kind: str, seat: int = 0) -> Self:
        """This step is awaited of a seat; the turns of the seats after it follow."""
        seats = len(self.state.players)
        turns = [Awaiting("action", other) for other in range(seat + 1, seats)]
        self.state.pending = [Awaiting(kind, seat), *turns, Awaiting("begin_production")]
        return self

    def produces(self, *seats: int) -> Self:
        """These seats have still to produce."""
        rest = (Awaiting("valuation"), Awaiting("wear"), Awaiting("round_end"))
        self.state.pending = [*(Awaiting("production", seat) for seat in seats), *rest]
        return self

    def awaits(self, *kinds: str) -> Self:
        """Only this still happens."""
        self.state.pending = [Awaiting(kind) for kind in kinds]
        return self

    def player(self, seat: int = 0) -> Any:
        return self.state.players[seat]

    def factory(self, good: str = "food", seat: int = 0) -> Factory:
        return self.player(seat).factories[good]

    def open(
        self,
        good: str = "food",
        seat: int = 0,
        *,
        level: int = 1,
        workers: str = "I",
        machines: tuple[int, ...] = (),
        space: int = 3,
        office: Any = "price",
        appeal: int = 0,
    ) -> Self:
        """Return an open factory; ``workers`` names the sides of its cards, ``appeal`` the space of its marker."""
        sides = workers.split()
        numbers = (*machines, *(0 for _ in sides))
        cards = [Worker(side, number) for side, number in zip(sides, numbers, strict=False)]
        self.player(seat).factories[good] = Factory(level=level, space=space, office=office, workers=cards, quality=[])
        self.player(seat).appeal[good] = appeal
        return self

    def quality(self, card: str, good: str, value: int, end: Any = "price", seat: int = 0) -> Self:
        self.factory(good, seat).quality.append(Quality(card, value, end))
        return self

    def distribution(self, card: str, good: str, value: int, seat: int = 0) -> Self:
        self.factory(good, seat).distribution = Distribution(card, value)
        return self

    def stored(self, warehouse: str, good: str, goods: int, seat: int = 0) -> Self:
        """Goods in a warehouse at a factory."""
        house = next(house for house in self.player(seat).warehouses if house.id == warehouse)
        house.good, house.goods = good, goods
        return self

    def holding(self, *types: str, seat: int = 0, at: str = "") -> Self:
        """Development cards out of the supply, or others if there are none there."""
        for number, card in enumerate(types):
            found = next((each for each in self.state.supply if each.type == card), None)
            if found:
                self.state.supply.remove(found)
                self._off_display(found.id)
            id = found.id if found else f"X{number}"
            self.player(seat).cards.append(HeldCard(id, card, at=at if card == "supervisor" else ""))
            if card == "large_warehouse":
                self.player(seat).warehouses.append(Warehouse("WL"))
            if card == "engineer":
                self.player(seat).max_quality = 6
        return self

    def _off_display(self, id: str) -> None:
        solo = self.state.solo
        if solo:
            place = solo.display.index(id)
            solo.display[place] = ""
            for colour, marked in solo.markers.items():
                if marked == place:
                    solo.markers[colour] = next(
                        other
                        for other in range(len(solo.display))
                        if solo.display[other] and other not in solo.markers.values()
                    )

    def supply(self, *types: str) -> Self:
        """Only these cards are in the supply."""
        self.state.supply = [SupplyCard(f"S{number}", card) for number, card in enumerate(types)]
        return self

    def used(self, card: str, seat: int = 0) -> Self:
        next(held for held in self.player(seat).cards if held.type == card).used = True
        return self

    def levels(self, seat: int = 0, **levels: int) -> Self:
        self.player(seat).levels.update(levels)
        return self

    def having(self, seat: int = 0, **values: Any) -> Self:
        """Funds, shares, share value, loans, ships, shipping tokens."""
        for name, value in values.items():
            setattr(self.player(seat), name, value)
        return self

    def demand(self, **demand: int) -> Self:
        self.state.demand.update(demand)
        return self

    def prepared(self) -> Self:
        """Solo: the automas' markers are laid out."""
        course = Course(apply, self.state)
        prepare(course)
        assert isinstance(course.facts[0], AutomasPrepared)
        self.state = course.state
        return self

    # Playing

    @property
    def acting(self) -> int:
        (who,) = to_act(self.state)
        return who.seat

    @property
    def awaited(self) -> str:
        return self.state.pending[0].kind if self.state.pending else ""

    def copy(self) -> State:
        return msgspec.json.decode(msgspec.json.encode(self.state), type=State)

    def offered(self, seat: int = 0) -> set[Command]:
        return set(legal_commands(ENGINE, self.copy(), seat))

    def decide(self, command: Command, seat: int = 0) -> list[Fact]:
        """Return the facts of a command that must be on offer."""
        before = msgspec.json.encode(self.state)
        facts = decide(self.state, seat, command)
        assert msgspec.json.encode(self.state) == before
        assert command in self.offered(seat)
        assert recover(facts[0]) == command
        assert not any(recover(fact) for fact in facts[1:])
        return facts

    def play(self, command: Command, seat: int = 0) -> Any:
        """Play a command and return its fact; ``followed`` holds the later facts."""
        facts = self.decide(command, seat)
        self._apply(facts)
        self.followed = facts[1:]
        return facts[0]

    def refuse(self, rule: str, command: Command, seat: int = 0) -> None:
        """The command must be refused with this rule, must not be on offer and must change nothing."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalMove) as refused:
            decide(self.state, seat, command)
        assert refused.value.rule == rule, refused.value
        assert msgspec.json.encode(self.state) == before
        if to_act(self.state) and seat == self.acting:
            assert command not in self.offered(seat)

    def run(self) -> list[Fact]:
        """Play all automatic steps."""
        course = Course(apply, self.state)
        run(course)
        self._apply(course.facts)
        return course.facts

    def next(self, kind: type[Any]) -> Any:
        """Return the first fact of a kind that followed from the last command or run."""
        return next(fact for fact in self.followed if isinstance(fact, kind))

    def happened(self, kind: type[Any]) -> bool:
        return any(isinstance(fact, kind) for fact in self.followed)

    followed: list[Fact] = []

    def _apply(self, facts: list[Fact]) -> None:
        for fact in facts:
            apply(self.state, fact)
        self.facts += facts
        self.followed = facts
