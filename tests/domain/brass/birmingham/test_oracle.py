"""On boards filled by chance the legal actions and what comes of them are those that the oracle works out by itself."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.commands import Build, Develop, Network, Scout, Sell
from domain.brass.birmingham.state import State, Tile
from domain.game import legal_commands
from tests.domain.brass.birmingham import oracle
from tests.domain.brass.birmingham.builder import Game, components

MOST_SALES = 2
TOO_MANY = 1500
"""Actions; a position with more of them is left out for the next one, so that the test takes seconds."""


def by_chance(numbers: random.Random) -> State:
    """A position as no game may ever reach it: tiles, links, markets, mats and purses by chance."""
    game = Game(numbers.choice([2, 3, 4]), numbers.choice(["canal", "rail", "rail"]))
    state = game.state
    scarce = numbers.random() < 0.3
    game.markets(*((0, 0) if scarce else (numbers.randrange(15), numbers.randrange(11))))
    absent = 0 if numbers.random() < 0.15 else None
    owners = [seat for seat in range(len(state.players)) if seat != absent]
    _place_tiles(game, owners, numbers, scarce)
    _place_links(game, owners, numbers)
    for merchant in state.merchants.values():
        merchant.barrel = merchant.barrel and numbers.random() < 0.6
    for player in state.players:
        player.money = numbers.choice([3, 5, 8, 14, 15, 17, 20, 23, 30, 60])
        player.income_space = numbers.choice([2, 3, 10, 40, 98])
        for stack in player.mat.values():
            del stack[: numbers.choice([0, 0, 1, 2, 4, 9])]
    _deal(game, numbers)
    return state


def _place_tiles(game: Game, owners: list[int], numbers: random.Random, scarce: bool) -> None:
    density = numbers.choice([0.1, 0.3, 0.6])
    for slot, icons in oracle.ICONS.items():
        owner, industry = numbers.choice(owners), numbers.choice(icons)
        taken = {town for town, tile in _tiles_by_town(game) if tile.owner == owner}
        if numbers.random() > density or (game.state.era == "canal" and oracle.town(slot) in taken):
            continue
        tile = numbers.choice(components.tiles[industry][:4])
        most = tile.cubes or (2 if industry == "brewery" else 0)
        cubes = 0 if scarce and industry in ("coal_mine", "iron_works") else numbers.randint(0, most)
        flipped = not cubes if most else numbers.random() < 0.4
        game.tile(slot, industry, tile.level, owner=owner, cubes=cubes, flipped=flipped)


def _tiles_by_town(game: Game) -> list[tuple[str, Tile]]:
    return [(oracle.town(slot), tile) for slot, tile in game.state.board.items()]


def _place_links(game: Game, owners: list[int], numbers: random.Random) -> None:
    density = numbers.choice([0.1, 0.3, 0.6])
    for line in components.lines_of[game.state.era]:
        owner = numbers.choice(owners)
        if numbers.random() < density and game.player(owner).links_left:
            game.links(line.id, owner=owner)
    if numbers.random() < 0.1:
        game.player().links_left = min(game.player().links_left, numbers.choice([0, 1]))


def _deal(game: Game, numbers: random.Random) -> None:
    hand = game.player().hand
    del hand[numbers.choice([2, 3, 4]) :]
    if numbers.random() < 0.4:
        game.hand(*hand[:2], "wild_location", "wild_industry")
        game.state.wild_location = game.state.wild_industry = 3


def action(command: object) -> tuple[object, ...]:
    """A command as the oracle writes it."""
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
    return (type(command).__name__.lower(), command.card)


def offered(state: State, card: str) -> dict[tuple[object, ...], object]:
    """What is on offer, of what any card pays for only that with this card, and up to two sales."""
    found = {}
    for command in legal_commands(ruleset, state, 0):
        named = action(command)
        if named[0] in ("network", "develop", "sell") and named[1] != card:
            continue
        if named[0] != "sell" or len(named[2]) <= MOST_SALES:
            found[named] = command
    return found


def copy(state: State) -> State:
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


def after(state: State, command: object) -> oracle.Position:
    last = copy(state)
    for fact in ruleset.decide(last, 0, command):
        ruleset.apply(last, fact)
    return oracle.plain(last) | {"facts": state.facts}


def expected(state: State, card: str) -> dict[tuple[object, ...], oracle.Position] | None:
    """What the oracle says, None if that is too much."""
    found = {}
    for named, position in oracle.outcomes(oracle.plain(state), 0, card, MOST_SALES):
        found[named] = position
        if len(found) > TOO_MANY:
            return None
    return found


@pytest.mark.rule("BB-8.2", "BB-8.4", "BB-8.5", "BB-8.10", "BB-9.5", "BB-10.3", "BB-12.9", "BB-14.8", "BB-17.11")
@pytest.mark.parametrize("seed", range(30))
def test_what_is_legal_and_what_comes_of_it_is_what_the_oracle_says(seed):
    numbers = random.Random(seed)
    said = None
    while said is None:
        state = by_chance(numbers)
        card = min(state.players[0].hand)
        said = expected(state, card)
    found = offered(copy(state), card)
    assert found.keys() == said.keys()
    for named in numbers.sample(sorted(found, key=repr), min(40, len(found))):
        assert after(state, found[named]) == said[named]
