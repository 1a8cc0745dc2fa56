"""Nothing is lost and nothing comes from nowhere, at every event of games played by chance."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.facts import (
    Built,
    Developed,
    EraBegan,
    IncomePaid,
    Linked,
    LoanTaken,
    ShortfallSettled,
    TileRemoved,
)
from domain.brass.lancashire.state import Options
from domain.brass.lancashire.variants import cards_in_play, components_of
from tests.domain.brass.lancashire.builder import components
from tests.domain.brass.lancashire.playing import moves, replay, whole_game

OPTIONS = [{}, {"introductory_game": True}, {"classic_deck": True}, {"virtual_link": True}]
GAMES = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 10**6), st.sampled_from(OPTIONS)).filter(
    lambda game: game[0] > 2 or "classic_deck" not in game[2]
)
FEW = settings(max_examples=8, deadline=None)
KINDS = {"coal_mine": "coal", "iron_works": "iron"}


def facts_of(game):
    seats, seed, options = game
    return whole_game(seats, seed, **options)


def positions(game):
    """Every fact of a game with copies of what can be counted before and after it."""
    facts = facts_of(game)
    state = ruleset.initial(facts[0])
    for fact in facts[1:]:
        before = count(state)
        ruleset.apply(state, fact)
        yield state, fact, before, count(state)


def count(state):
    cubes = Counter()
    for tile in state.board.values():
        cubes[tile.industry] += tile.cubes
    return {
        "money": [player.money for player in state.players],
        "coal": cubes["coal_mine"] + state.coal_market,
        "iron": cubes["iron_works"] + state.iron_market,
        "tiles": {slot: (tile.owner, tile.industry, tile.cubes) for slot, tile in state.board.items()},
    }


def taken(fact):
    """The cubes a fact consumes, by kind."""
    match fact:
        case Built():
            return {"coal": fact.coal, "iron": fact.iron}
        case Linked():
            return {"coal": [laid.coal for laid in fact.links if laid.coal], "iron": ()}
        case Developed():
            return {"coal": (), "iron": fact.iron}
    return {"coal": (), "iron": ()}


def flow(fact, seats):
    """What each seat gets from the bank by a fact."""
    paid = sum(cube.price for cubes in taken(fact).values() for cube in cubes)
    match fact:
        case IncomePaid():
            return list(fact.income)
        case Built():
            gain = sum(fact.moved) - fact.price - paid
        case Linked():
            gain = -fact.price - paid
        case Developed():
            gain = -paid
        case LoanTaken():
            gain = fact.money
        case TileRemoved():
            gain = fact.raised
        case ShortfallSettled():
            gain = -fact.paid
        case _:
            return [0] * seats
    return [gain if seat == fact.seat else 0 for seat in range(seats)]


@FEW
@given(GAMES)
@pytest.mark.rule("BL-1.10", "BL-3.11", "BL-4.12", "BL-7.5")
def test_money_moves_between_players_and_the_bank_only_as_told(game):
    for state, fact, before, after in positions(game):
        expected = [money + gain for money, gain in zip(before["money"], flow(fact, game[0]), strict=True)]
        assert after["money"] == expected
        assert min(after["money"]) >= 0
        assert all(0 <= player.income_space <= 99 and player.points >= 0 for player in state.players)


def brought(fact, before):
    """Cubes that come from the supply, or go back there with their tile."""
    gain = Counter()
    if isinstance(fact, Built) and fact.industry in KINDS:
        lost = before["tiles"][fact.slot][2] if fact.slot in before["tiles"] else 0
        gain[KINDS[fact.industry]] += fact.cubes - lost
    removed = {TileRemoved: lambda: (fact.slot,), EraBegan: lambda: fact.removed}.get(type(fact), tuple)
    for slot in removed():
        _, industry, cubes = before["tiles"][slot]
        gain[KINDS.get(industry, "none")] -= cubes
    return gain


@FEW
@given(GAMES)
@pytest.mark.rule("BL-1.9", "BL-6.15", "BL-8.16", "BL-9.3")
def test_cubes_come_with_tiles_and_go_where_they_are_consumed(game):
    for state, fact, before, after in positions(game):
        for name, cubes in taken(fact).items():
            used = sum(cube.source != "supply" for cube in cubes)
            assert after[name] == before[name] - used + brought(fact, before)[name]
        assert 0 <= state.coal_market <= 8
        assert 0 <= state.iron_market <= 8
        for tile in state.board.values():
            assert tile.flipped == (tile.cubes == 0) if tile.industry in KINDS else tile.cubes == 0


def boxed(fact, before):
    """Owner and industry of every tile that a fact puts into the box."""
    match fact:
        case Developed():
            return [(fact.seat, tile.industry) for tile in fact.removed]
        case Built():
            return [(fact.replaced.owner, fact.replaced.industry)] if fact.replaced else []
        case TileRemoved():
            return [before["tiles"][fact.slot][:2]]
        case EraBegan():
            return [before["tiles"][slot][:2] for slot in fact.removed]
    return []


@FEW
@given(GAMES)
@pytest.mark.rule("BL-8.24", "BL-9.7", "BL-10.10", "BL-11.2", "BL-15.6")
def test_everybody_always_has_all_tiles_and_14_links_somewhere(game):
    box = Counter()
    for state, fact, before, _ in positions(game):
        box.update(boxed(fact, before))
        on_board = Counter((tile.owner, tile.industry) for tile in state.board.values())
        for seat, player in enumerate(state.players):
            for industry, levels in player.mat.items():
                whereabouts = len(levels) + on_board[seat, industry] + box[seat, industry]
                assert whereabouts == len(components.stacks[industry])
            assert player.links_left + sum(owner == seat for owner in state.links.values()) == 14


@FEW
@given(GAMES)
@pytest.mark.rule("BL-2.4", "BL-2.6", "BL-12.7", "BL-15.9")
def test_every_card_and_every_market_tile_is_somewhere(game):
    seats, _, options = game
    for state, _, _, _ in positions(game):
        figures = components_of(state)
        cards = Counter((*state.deck, *state.set_aside))
        for player in state.players:
            cards.update((*player.hand, *player.discards))
            assert len(player.hand) <= 8
        if state.era == "rail":
            cards.update(state.boxed)
        assert cards == Counter(cards_in_play(figures, Options(**options), seats))
        assert sorted((*state.market_tiles, *state.market_turned)) == sorted(figures.market_tiles(seats))
        assert 0 <= state.market_space <= figures.last_market_space


@FEW
@given(GAMES)
@pytest.mark.rule("BL-3.2", "BL-3.14", "BL-15.1")
def test_a_game_always_ends_after_its_last_round_with_all_cards_played(game):
    state = replay(facts_of(game))
    assert state.finished
    assert state.round == components_of(state).constants.rounds_per_era[game[0]]
    assert state.era == ("canal" if state.options.introductory_game else "rail")
    assert not state.deck
    assert not any(player.hand for player in state.players)


def test_games_by_chance_are_lively_enough_to_prove_something():
    facts = [fact for seed in range(12) for fact in whole_game(2 + seed % 3, seed)]
    kinds = Counter(type(fact).__name__ for fact in facts)
    for name in ("Built", "Linked", "Developed", "Sold", "SoldOn", "MarketTurned", "SellingStopped", "LoanTaken"):
        assert kinds[name] > 0, name
    assert kinds["TileRemoved"] + kinds["ShortfallSettled"] > 0
    built = [fact for fact in facts if isinstance(fact, Built)]
    assert any(fact.replaced for fact in built)
    assert any(fact.second_card for fact in built)
    assert any(fact.flip for fact in built)


def test_what_a_game_by_chance_plays_is_what_its_facts_tell():
    assert tuple(fact for *_, facts in moves(3, 5) for fact in facts) == whole_game(3, 5)[1:]
