"""Nothing is lost and nothing comes from nowhere, at every event of games played by chance."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.facts import (
    Built,
    Developed,
    EraBegan,
    IncomePaid,
    Linked,
    LoanTaken,
    ShortfallSettled,
    Sold,
    TileRemoved,
)
from tests.domain.brass.birmingham.builder import components
from tests.domain.brass.birmingham.playing import moves, replay, whole_game

GAMES = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 10**6), st.booleans())
WILD = ("wild_location", "wild_industry")
FEW = settings(max_examples=8, deadline=None)


def positions(game):
    """Every fact of a game with copies of what can be counted before and after it."""
    seats, seed, introductory = game
    facts = whole_game(seats, seed, introductory=introductory)
    state = ruleset.initial(facts[0])
    for fact in facts[1:]:
        before = count(state)
        ruleset.apply(state, fact)
        yield state, fact, before, count(state)


def count(state):
    pieces = Counter()
    for tile in state.board.values():
        pieces[tile.industry] += tile.cubes
    return {
        "money": [player.money for player in state.players],
        "coal": pieces["coal_mine"] + state.coal_market,
        "iron": pieces["iron_works"] + state.iron_market,
        "barrels": pieces["brewery"] + sum(merchant.barrel for merchant in state.merchants.values()),
        "cubes on tiles": {slot: tile.cubes for slot, tile in state.board.items()},
        "industries": {slot: tile.industry for slot, tile in state.board.items()},
    }


def paid(fact):
    """Pounds paid for cubes."""
    match fact:
        case Built():
            return sum(taken.price for taken in (*fact.coal, *fact.iron))
        case Linked():
            return sum(laid.coal.price for laid in fact.links if laid.coal)
        case Developed():
            return sum(taken.price for taken in fact.iron)
    return 0


def flow(fact, seats):
    """What each seat gets from the bank by a fact."""
    match fact:
        case IncomePaid():
            return list(fact.income)
        case Built():
            gain = sum(fact.moved) - fact.price - paid(fact)
        case Linked():
            gain = -fact.price - paid(fact)
        case Developed():
            gain = -paid(fact)
        case Sold():
            gain = sum(sale.bonus.money for sale in fact.sales if sale.bonus)
        case LoanTaken():
            gain = 30
        case TileRemoved():
            gain = fact.raised
        case ShortfallSettled():
            gain = -fact.paid
        case _:
            return [0] * seats
    return [gain if seat == fact.seat else 0 for seat in range(seats)]


@FEW
@given(GAMES)
@pytest.mark.rule("BB-1.14", "BB-2.17", "BB-5.7")
def test_money_moves_between_players_and_the_bank_only_as_told(game):
    for state, fact, before, after in positions(game):
        expected = [money + gain for money, gain in zip(before["money"], flow(fact, game[0]), strict=True)]
        assert after["money"] == expected
        assert min(after["money"]) >= 0
        assert all(0 <= player.income_space <= 99 and player.points >= 0 for player in state.players)


def consumed(fact):
    """How many cubes of coal, of iron, and barrels a fact consumes from tiles, markets and merchants."""
    match fact:
        case Built():
            taken = {"coal": fact.coal, "iron": fact.iron, "barrels": ()}
        case Linked():
            beer = (fact.beer,) if fact.beer else ()
            taken = {"coal": [laid.coal for laid in fact.links if laid.coal], "iron": (), "barrels": beer}
        case Developed():
            taken = {"coal": (), "iron": fact.iron, "barrels": ()}
        case Sold():
            taken = {"coal": (), "iron": (), "barrels": list(chain(*(sale.beer for sale in fact.sales)))}
        case _:
            return {"coal": 0, "iron": 0, "barrels": 0}
    return {name: sum(one.source != "supply" for one in pieces) for name, pieces in taken.items()}


KINDS = {"coal_mine": "coal", "iron_works": "iron", "brewery": "barrels"}


def brought(fact, before):
    """Cubes and barrels that come from the supply or go back there with their tile."""
    gain = Counter()
    if isinstance(fact, Built) and fact.industry in KINDS:
        gain[KINDS[fact.industry]] += fact.cubes - before["cubes on tiles"].get(fact.slot, 0)
    if isinstance(fact, TileRemoved | EraBegan):
        for slot in (fact.slot,) if isinstance(fact, TileRemoved) else fact.removed:
            gain[KINDS.get(before["industries"][slot], "goods")] -= before["cubes on tiles"][slot]
    if isinstance(fact, EraBegan):
        gain["barrels"] += len(fact.barrels)
    return gain


@FEW
@given(GAMES)
@pytest.mark.rule("BB-8.14", "BB-9.7", "BB-10.10", "BB-13.5", "BB-13.6", "BB-14.10", "BB-25.10", "BB-25.13")
def test_cubes_and_barrels_come_with_tiles_and_go_where_they_are_consumed(game):
    for state, fact, before, after in positions(game):
        for name, used in consumed(fact).items():
            assert after[name] == before[name] - used + brought(fact, before)[name]
        assert 0 <= state.coal_market <= 14 and 0 <= state.iron_market <= 10
        for tile in state.board.values():
            producer = tile.industry in KINDS
            assert tile.cubes >= 0
            assert tile.flipped == (tile.cubes == 0) if producer else tile.cubes == 0


def boxed(fact, before_board):
    """Owner and industry of every tile that a fact puts into the box."""
    match fact:
        case Developed():
            return [(fact.seat, tile.industry) for tile in fact.removed]
        case Sold():
            bonuses = [sale.bonus for sale in fact.sales if sale.bonus and sale.bonus.developed]
            return [(fact.seat, bonus.developed.industry) for bonus in bonuses]
        case Built():
            return [(fact.replaced.owner, fact.replaced.industry)] if fact.replaced else []
        case TileRemoved():
            return [before_board[fact.slot]]
        case EraBegan():
            return [before_board[slot] for slot in fact.removed]
    return []


@FEW
@given(GAMES)
@pytest.mark.rule("BB-3.2", "BB-14.11", "BB-17.15", "BB-24.9", "BB-25.10", "BB-25.11")
def test_everybody_always_has_45_tiles_and_14_links_in_all(game):
    seats, seed, introductory = game
    box = Counter()
    facts = whole_game(seats, seed, introductory=introductory)
    state = ruleset.initial(facts[0])
    for fact in facts[1:]:
        box.update(boxed(fact, {slot: (tile.owner, tile.industry) for slot, tile in state.board.items()}))
        ruleset.apply(state, fact)
        on_board = Counter((tile.owner, tile.industry) for tile in state.board.values())
        for seat, player in enumerate(state.players):
            for industry, levels in player.mat.items():
                whereabouts = len(levels) + on_board[seat, industry] + box[seat, industry]
                assert whereabouts == len(components.stacks[industry])
            assert player.links_left + sum(owner == seat for owner in state.links.values()) == 14


@FEW
@given(GAMES)
@pytest.mark.rule("BB-2.6", "BB-4.3", "BB-4.4", "BB-4.8", "BB-22.2", "BB-25.14")
def test_every_card_is_somewhere(game):
    deck = Counter(components.deck(game[0]))
    for state, _, _, _ in positions(game):
        cards = Counter(state.deck)
        for player in state.players:
            cards.update([*player.hand, *player.discards, *player.face_down])
            assert len(player.hand) <= 8
        assert cards["wild_location"] + state.wild_location == 4
        assert cards["wild_industry"] + state.wild_industry == 4
        for wild in WILD:
            del cards[wild]
        assert cards == deck


@FEW
@given(GAMES)
@pytest.mark.rule("BB-4.15", "BB-28.9")
def test_a_game_always_ends_after_its_last_round_with_all_cards_played(game):
    seats, seed, introductory = game
    state = replay(whole_game(seats, seed, introductory=introductory))
    assert state.finished
    assert state.round == components.constants.rounds_per_era[seats]
    assert state.era == ("canal" if introductory else "rail")
    assert not state.deck and not any(player.hand for player in state.players)


def test_games_by_chance_are_lively_enough_to_prove_something():
    kinds = Counter(type(fact).__name__ for seed in range(12) for fact in whole_game(2 + seed % 3, seed))
    assert all(kinds[name] > 0 for name in ("Built", "Linked", "Developed", "Sold", "LoanTaken", "Scouted", "Passed"))
    assert kinds["TileRemoved"] > 0 or kinds["ShortfallSettled"] > 0
    built = [fact for seed in range(12) for fact in whole_game(2 + seed % 3, seed) if isinstance(fact, Built)]
    assert any(fact.replaced for fact in built)
    assert any(fact.flip for fact in built)


def test_what_a_game_by_chance_plays_is_what_its_facts_tell():
    assert tuple(fact for *_, facts in moves(3, 5) for fact in facts) == whole_game(3, 5)[1:]
