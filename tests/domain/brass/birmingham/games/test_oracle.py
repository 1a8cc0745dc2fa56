"""Legal actions and their results on random boards: the same as the oracle computes independently."""

from __future__ import annotations

import random

import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.commands import Build, Develop, Loan, Network, Scout, Sell
from domain.game import legal_commands
from tests.domain.brass import boards
from tests.domain.brass.birmingham.builder import Game
from tests.domain.brass.birmingham.games.oracle import ORACLE, plain
from tests.domain.brass.oracle import Position

MOST_SALES = 2
TOO_MANY = 1500
"""Actions; a position with more of them is left out for the next one, so that the test takes seconds."""


def by_chance(numbers: random.Random) -> Game:
    """Return a position that no game may ever reach: random tiles, links, markets, mats and purses."""
    game = Game(numbers.choice([2, 3, 4]), numbers.choice(["canal", "rail", "rail"]))
    boards.fill(game, ORACLE, numbers)
    for merchant in game.state.merchants.values():
        merchant.barrel = merchant.barrel and numbers.random() < 0.6
    hand = game.player().hand[: numbers.choice([2, 3, 4])]
    game.hand(*hand)
    if numbers.random() < 0.4:
        game.hand(*hand[:2], "wild_location", "wild_industry")
        game.state.wild_location = game.state.wild_industry = 3
    return game


def action(command: object) -> tuple[object, ...]:
    """Return a command as the oracle writes it."""
    match command:
        case Build():
            return ("build", command.card, command.industry, command.slot, command.coal, command.iron)
        case Network():
            return ("network", command.card, command.links, command.coal, command.beer)
        case Develop():
            return ("develop", command.card, command.industries, command.iron)
        case Sell():
            sales = tuple((sale.slot, sale.merchant, sale.beer, sale.bonus) for sale in command.sales)
            return ("sell", command.card, sales)
        case Scout():
            return ("scout", command.cards)
        case Loan():
            return ("loan", command.card, 30)
    return (type(command).__name__.lower(), command.card)


def offered(game: Game, card: str) -> dict[tuple[object, ...], object]:
    """Return the legal commands: only with this card for those that any card pays for, and up to two sales."""
    found = {}
    for command in legal_commands(ruleset, game.copy(), 0):
        named = action(command)
        if named[0] in ("network", "develop", "sell") and named[1] != card:
            continue
        if named[0] != "sell" or len(named[2]) <= MOST_SALES:
            found[named] = command
    return found


def expected(game: Game, card: str) -> dict[tuple[object, ...], Position] | None:
    """Return the oracle's result, or None if it is too large."""
    found = {}
    for named, position in ORACLE.outcomes(plain(game.state), 0, card, MOST_SALES):
        found[named] = position
        if len(found) > TOO_MANY:
            return None
    return found


@pytest.mark.rule("BB-8.2", "BB-8.4", "BB-8.5", "BB-8.10", "BB-9.5", "BB-10.3", "BB-12.9", "BB-14.8", "BB-17.11")
@pytest.mark.parametrize("seed", range(30))
def test_legal_commands_and_their_results_match_the_oracle(seed):
    numbers = random.Random(seed)
    said = None
    while said is None:
        game = by_chance(numbers)
        card = min(game.player().hand)
        said = expected(game, card)
    found = offered(game, card)
    assert found.keys() == said.keys()
    for named in numbers.sample(sorted(found, key=repr), min(40, len(found))):
        assert plain(boards.after(game, found[named])) == said[named]
