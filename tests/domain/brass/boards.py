"""Random boards, including some that no game reaches, to check against an oracle."""

from __future__ import annotations

import random
from typing import Any

from tests.domain.brass.builder import Game
from tests.domain.brass.oracle import Oracle, town


def fill(game: Game, oracle: Oracle, numbers: random.Random) -> None:
    """Random tiles, links, markets, mats and purses; sometimes seat 0 has nothing on the board."""
    scarce = numbers.random() < 0.3
    coal, iron = game.components.markets.coal, game.components.markets.iron
    game.markets(*((0, 0) if scarce else (numbers.randint(0, len(coal.spaces)), numbers.randint(0, len(iron.spaces)))))
    absent = 0 if numbers.random() < 0.15 else None
    owners = [seat for seat in range(len(game.state.players)) if seat != absent]
    _place_tiles(game, oracle, owners, numbers, scarce)
    _place_links(game, owners, numbers)
    for player in game.state.players:
        player.money = numbers.choice([3, 5, 8, 14, 15, 17, 20, 23, 30, 60])
        player.income_space = numbers.choice([1, 2, 3, 10, 40, 98])
        for stack in player.mat.values():
            del stack[: numbers.choice([0, 0, 1, 2, 4, 9])]


def _place_tiles(game: Game, oracle: Oracle, owners: list[int], numbers: random.Random, scarce: bool) -> None:
    density = numbers.choice([0.1, 0.3, 0.6])
    board = game.state.board
    for slot, icons in oracle.icons.items():
        owner, industry = numbers.choice(owners), numbers.choice(icons)
        taken = {town(other) for other, tile in board.items() if tile.owner == owner}
        if numbers.random() > density or (game.state.era == "canal" and town(slot) in taken):
            continue
        tile = numbers.choice([tile for tile in game.components.tiles[industry][:4] if tile.eras])
        most = oracle.cubes({"era": game.state.era}, industry, tile.level)
        cubes = 0 if scarce and industry in ("coal_mine", "iron_works") else numbers.randint(0, most)
        flipped = not cubes if most else industry in oracle.flips_at_once or numbers.random() < 0.4
        game.tile(slot, industry, tile.level, owner=owner, cubes=cubes, flipped=flipped)


def _place_links(game: Game, owners: list[int], numbers: random.Random) -> None:
    density = numbers.choice([0.1, 0.3, 0.6])
    for line in game.components.lines_of[game.state.era]:
        owner = numbers.choice(owners)
        if numbers.random() < density and game.player(owner).links_left:
            game.links(line.id, owner=owner)
    if numbers.random() < 0.1:
        game.player().links_left = min(game.player().links_left, numbers.choice([0, 1]))


def after(game: Game, command: Any) -> Any:
    """Return the state after a command; it counts no more facts than before."""
    last = game.copy()
    for fact in game.ruleset.decide(last, 0, command):
        game.ruleset.apply(last, fact)
    last.facts = game.state.facts
    return last
