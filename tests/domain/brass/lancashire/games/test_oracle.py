"""Legal actions and their results on random boards: the same as the oracle computes independently."""

from __future__ import annotations

import random

import pytest

from domain.brass.lancashire import ruleset
from domain.game import legal_commands
from tests.domain.brass import boards
from tests.domain.brass.lancashire.builder import (
    Build,
    Develop,
    DoubleBuild,
    Game,
    Loan,
    Network,
    Pass,
    Sell,
    SellOn,
    StopSelling,
)
from tests.domain.brass.lancashire.games.oracle import ORACLE, X_SPACE, plain
from tests.domain.brass.oracle import Position

TOO_MANY = 1500
"""Actions; a position with more of them is left out for the next one, so that the test takes seconds."""


def by_chance(numbers: random.Random) -> Game:
    """Return a position that no game may ever reach: random tiles, links, markets, mats and purses."""
    seats, era = numbers.choice([2, 3, 4]), numbers.choice(["canal", "rail", "rail"])
    game = Game(seats, era, virtual_link=numbers.random() < 0.5)
    boards.fill(game, ORACLE, numbers)
    state = game.state
    state.market_space = numbers.choice([0, 2, 4, 5, 6, 7, X_SPACE])
    numbers.shuffle(state.market_tiles)
    state.actions_left = numbers.choice([1, 2, 2])
    if numbers.random() < 0.4:
        state.deck, state.round = [], game.components.constants.rounds_per_era[seats] - numbers.choice([0, 3])
    game.hand(*game.player().hand[: numbers.choice([1, 2, 3])])
    state.selling = numbers.random() < 0.25 and any(True for _ in ORACLE.sales(plain(state), 0))
    return game


def action(command: object) -> tuple[object, ...]:
    """Return a command as the oracle writes it."""
    match command:
        case Build():
            return ("build", command.card, command.industry, command.slot, command.coal, command.iron)
        case DoubleBuild():
            return ("double_build", command.cards, command.industry, command.slot, command.coal, command.iron)
        case Network():
            return ("network", command.card, command.links, command.coal, None)
        case Develop():
            return ("develop", command.card, command.industries, command.iron)
        case Sell():
            return ("sell", command.card, command.slot, command.to)
        case SellOn():
            return ("sell_on", command.slot, command.to)
        case StopSelling():
            return ("stop_selling",)
        case Loan():
            return ("loan", command.card, command.money)
        case Pass():
            return ("pass", command.card)
    raise AssertionError(command)


def offered(game: Game, card: str) -> dict[tuple[object, ...], object]:
    """Return the legal commands: only with this card for those that any card pays for."""
    found = {action(command): command for command in legal_commands(ruleset, game.copy(), 0)}
    any_card = ("network", "develop", "sell")
    return {named: command for named, command in found.items() if named[0] not in any_card or named[1] == card}


def expected(game: Game, card: str) -> dict[tuple[object, ...], Position] | None:
    """Return the oracle's result, or None if it is too large."""
    found = {}
    for named, position in ORACLE.outcomes(plain(game.state), 0, card):
        found[named] = position
        if len(found) > TOO_MANY:
            return None
    return found


@pytest.mark.rule("BL-5.2", "BL-6.4", "BL-6.7", "BL-8.2", "BL-8.8", "BL-9.5", "BL-10.8", "BL-12.10", "BL-13.5")
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
