"""Options: exactly the offered ones are accepted, others are refused with a rule, and each one has a text."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.arkwright.decide import decide
from domain.arkwright.model.commands import (
    AddDistribution,
    AddQuality,
    Advance,
    Automate,
    Build,
    BuyAtStart,
    Cargo,
    ChooseAchievements,
    ChooseFactory,
    DiscardEntrepreneur,
    DistributionAt,
    EarlyShipping,
    ExtraProduction,
    Held,
    Hire,
    NameStartPlayer,
    PlaceSupervisor,
    Produce,
    QualityAt,
    Run,
    SetPrice,
    StockExchange,
    Stored,
    TakeCard,
    UseBroker,
    UseDeveloper,
    UseInventor,
)
from domain.game import BadPick, Command, IllegalMove, choices, legal_commands
from tests.domain.arkwright.builder import ENGINE
from tests.domain.arkwright.playing import EXPERT, moves

HOSTILE: tuple[Command, ...] = (
    ChooseFactory(good="gold"),
    PlaceSupervisor(good="gold"),
    BuyAtStart(shares=-1),
    Build(build=("gold",), upgrade=("gold",), inventor=("gold",)),
    Hire(workers=("gold",)),
    Automate(machines=("food", "food/9", "/")),
    AddQuality(cards=(QualityAt("Q9", "food", 1, "price"),)),
    AddQuality(cards=(QualityAt("Q1", "gold", -1, "price"),)),
    AddDistribution(cards=(DistributionAt("T1", "gold", 99),)),
    StockExchange(half_price=10**30),
    StockExchange(loans=10**30),
    StockExchange(full_price=-5, ships=True),
    ExtraProduction(runs=(Run("food", -1), Run("gold", 0)), store=(Stored("W9", "gold", 3),)),
    ExtraProduction(runs=(), overtime="gold", workshop="gold", developer="gold"),
    EarlyShipping(cargo=(Cargo("W9", 1),), trading_office=True),
    EarlyShipping(cargo=(Cargo("W1", -1), Cargo("W1", 3))),
    SetPrice(space=-1, office="price"),
    SetPrice(space=99, office="appeal", appeal=("Q9",)),
    Advance(track="luck"),
    TakeCard(card="luck", place=-1),
    TakeCard(card="engineer", place=10**9, at="gold", discard="luck"),
    TakeCard(card="contract", replacement=QualityAt("Q9", "gold", 1, "price")),
    UseBroker(shares=-1),
    UseInventor(tracks=("luck", "luck", "luck")),
    UseDeveloper(card="luck"),
    Produce(stored_sold=-1, shipped=-1),
    Produce(shipped=10**9, store=(Held("W9", 1),)),
    Produce(overtime=True, patron=True, trading_office=True),
    DiscardEntrepreneur(start_player=-1),
    NameStartPlayer(start_player=10**9),
    ChooseAchievements(achievements=("luck",)),
)


@pytest.mark.parametrize(("seats", "options"), [(1, EXPERT), (2, {}), (3, EXPERT)])
def test_exactly_the_offered_commands_are_accepted(seats: int, options: dict[str, Any]) -> None:
    played = [command for _, _, command, _ in moves(seats, 11, **options)]
    numbers = random.Random(seats)
    for number, (state, seat, _, _) in enumerate(moves(seats, 12, **options)):
        if number % 7:
            continue
        offered = set(legal_commands(ENGINE, state, seat))
        for command in (*HOSTILE, *numbers.sample(played, 20)):
            try:
                decide(state, seat, command)
            except IllegalMove as refusal:
                assert command not in offered
                assert refusal.rule.startswith("AW-")
            else:
                assert command in offered


@pytest.mark.parametrize(("seats", "options"), [(1, EXPERT), (4, EXPERT)])
def test_every_option_has_words_and_names_its_place(seats: int, options: dict[str, Any]) -> None:
    numbers = random.Random(5)
    for state, seat, _, _ in moves(seats, 21, **options):
        picks: list[str] = []
        while (choice := choices(ENGINE, state, seat, picks)).command is None:
            assert choice.prompt
            assert all(option.label.text and isinstance(option.elements, tuple) for option in choice.options)
            with pytest.raises(BadPick):
                choices(ENGINE, state, seat, [*picks, "nonsense"])
            picks.append(numbers.choice(choice.options).value)
        decide(state, seat, choice.command)


def test_only_the_seat_that_is_to_act_may_act() -> None:
    state, seat, command, _ = next(moves(3, 1))
    for other in {0, 1, 2} - {seat}:
        with pytest.raises(IllegalMove) as refused:
            decide(state, other, command)
        assert refused.value.rule == "AW-3.4"
