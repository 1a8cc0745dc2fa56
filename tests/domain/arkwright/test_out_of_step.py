"""Commands at the wrong step: refused with the rule that forbids them there."""

from __future__ import annotations

from itertools import product

import pytest

from domain.arkwright import ruleset
from domain.arkwright.decide import decide
from domain.arkwright.model.commands import (
    COMMANDS,
    AddDistribution,
    AddQuality,
    Advance,
    BreakTie,
    ChooseFactory,
    DiscardEntrepreneur,
    EndTurn,
    KeepEntrepreneur,
    NameStartPlayer,
    PassAction,
    PassDevelopment,
    Produce,
    SetPrice,
    StockExchange,
    UseBroker,
    UseDeveloper,
)
from domain.arkwright.model.state import KINDS, Sale
from domain.game import Command, IllegalMove
from domain.presentation import Place
from domain.rules import rulebook
from tests.domain.arkwright.builder import Game
from tests.domain.arkwright.narration.test_narrate import made_up

EVERY = list(product(KINDS, COMMANDS))


def at(kind: str, seats: int = 3) -> Game:
    """Return a game that awaits this kind of decision from seat 0, which has an active factory and the entrepreneur."""
    game = (
        Game(seats).open("food", appeal=3).open("food", seat=seats - 1, appeal=3).holding("entrepreneur", "supervisor")
    )
    game.state.sales = [Sale(0, 2, 3), Sale(seats - 1, 2, 3)]
    game.state.ranking = [Place(1, 0, 0)]
    return game.step(kind)


@pytest.mark.parametrize(("kind", "command"), EVERY, ids=lambda each: each if isinstance(each, str) else each.__name__)
def test_every_command_at_every_step_is_decided_or_refused_with_a_rule_of_the_catalogue(
    kind: str, command: type[Command]
) -> None:
    game = at(kind)
    try:
        decide(game.state, 0, made_up(command))
    except IllegalMove as refused:
        assert refused.rule in rulebook.rules(ruleset.catalogue)


@pytest.mark.rule("AW-14.4")
def test_a_bank_loan_in_production() -> None:
    at("production").refuse("AW-14.4", StockExchange(loans=1))
    at("production").refuse("AW-3.5", StockExchange(full_price=1))


@pytest.mark.rule("AW-8.1")
@pytest.mark.parametrize("kind", ["price", "development", "end"])
def test_quality_after_distribution_and_the_other_way_round(kind: str) -> None:
    at(kind).refuse("AW-8.1", AddQuality(cards=()))
    at(kind).refuse("AW-8.1", AddDistribution(cards=()))


@pytest.mark.rule("AW-3.5", "AW-3.6", "AW-10.1", "AW-11.1", "AW-19.13", "AW-19.18")
@pytest.mark.parametrize(
    ("rule", "kind", "command"),
    [
        ("AW-3.5", "action", SetPrice(space=0, office="price")),
        ("AW-3.5", "development", SetPrice(space=0, office="price")),
        ("AW-3.5", "development", PassAction()),
        ("AW-3.5", "action", EndTurn()),
        ("AW-10.1", "price", EndTurn()),
        ("AW-10.1", "price", PassDevelopment()),
        ("AW-3.6", "action", Produce()),
        ("AW-11.1", "end", Advance(track="quality")),
        ("AW-19.13", "action", UseBroker(shares=1)),
        ("AW-19.18", "production", UseDeveloper(card="trading_office")),
        ("AW-E.8", "action", ChooseFactory(good="food")),
        ("AW-E.9", "bonus", PassDevelopment()),
        ("AW-19.6", "action", BreakTie(use=True)),
        ("AW-19.7", "action", DiscardEntrepreneur(start_player=0)),
        ("AW-19.7", "action", KeepEntrepreneur()),
        ("AW-19.8", "entrepreneur", NameStartPlayer(start_player=0)),
        ("AW-17.3", "action", NameStartPlayer(start_player=0)),
    ],
)
def test_steps_of_a_turn_and_before_and_after_it(rule: str, kind: str, command: Command) -> None:
    at(kind).refuse(rule, command)


@pytest.mark.rule("AW-10.1")
def test_a_price_without_an_active_factory() -> None:
    Game().step("development").refuse("AW-10.1", SetPrice(space=0, office="price"))


@pytest.mark.rule("AW-S.10", "AW-D.56", "AW-D.64")
def test_in_the_solo_game() -> None:
    at("action", 1).refuse("AW-S.10", ChooseFactory(good="food"))
    at("bonus", 1).refuse("AW-D.56", PassDevelopment())
    at("action", 1).refuse("AW-D.64", NameStartPlayer(start_player=0))
