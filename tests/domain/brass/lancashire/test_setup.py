"""Section 2: setting up, and the record of play."""

from collections import Counter

import msgspec
import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.setup import CANAL_MARKET, RAIL_MARKET
from domain.brass.setup import CANAL_DECK, RAIL_DECK, TURN_ORDER
from domain.verifiable_random import Misstated, Seeded, Stated
from tests.domain.brass.lancashire.builder import components, started, table

SEATS = (2, 3, 4)


@pytest.mark.rule("BL-2.1")
@pytest.mark.parametrize("seats", SEATS)
def test_all_numbers_of_players_use_the_full_map(seats):
    at = ruleset.setup(table(seats), Seeded(b"map"))
    assert at.figures == ruleset.current_figures()
    assert len(components.towns) == 19
    assert len(components.lines) == 36


@pytest.mark.rule("BL-2.2", "BL-2.4", "BL-2.5", "BL-2.15", "BL-D.1")
@pytest.mark.parametrize(("seats", "cards"), [(2, 40), (3, 54), (4, 64)])
def test_hands_and_one_card_a_player_beneath_the_divider(seats, cards):
    at = started(seats)
    assert [len(hand) for hand in at.hands] == [8] * seats
    assert len(at.set_aside) == seats
    assert len(at.deck) == cards - 9 * seats
    assert Counter(_canal_cards(at)) == Counter(components.deck(seats))


def _canal_cards(at):
    return [*(card for hand in at.hands for card in hand), *at.deck, *at.set_aside]


@pytest.mark.rule("BL-2.3", "BL-D.10")
@pytest.mark.parametrize("seats", SEATS)
def test_the_two_solo_cards_are_never_used(seats):
    used = Counter(_canal_cards(started(seats)))
    most = Counter(components.classic_deck()) - Counter(components.deck(4))
    assert most == Counter({"coal_mine": 1, "port": 1})
    assert used["coal_mine"] <= 4
    assert used["port"] <= 5


@pytest.mark.rule("BL-2.6")
def test_the_undermost_cards_of_the_shuffle_are_set_aside():
    at = started(3)
    shuffled = ruleset.stated(ruleset.outcomes(at))[CANAL_DECK]
    assert shuffled[-3:] == list(at.set_aside)
    assert shuffled[:8] == list(at.hands[0])


@pytest.mark.rule("BL-2.7", "BL-2.8")
@pytest.mark.parametrize(("seats", "tiles"), [(2, 8), (3, 10), (4, 12)])
def test_the_distant_market(seats, tiles):
    at = started(seats)
    assert len(at.market_tiles) == tiles
    state = ruleset.initial(at)
    assert state.market_space == 0
    assert state.market_tiles == list(at.market_tiles)
    assert state.market_turned == []


@pytest.mark.rule("BL-2.9", "BL-2.10")
def test_both_markets_are_full():
    state = ruleset.initial(started())
    assert (state.coal_market, state.iron_market) == (8, 8)
    assert state.board == {}


@pytest.mark.rule("BL-2.11")
@pytest.mark.parametrize(("seats", "without"), [(2, {"blue", "teal"}), (3, {"teal"}), (4, set())])
def test_location_cards_follow_the_banners(seats, without):
    used = set(_canal_cards(started(seats)))
    assert {town.id for town in components.towns if town.banner not in without} == used & set(components.slots)


@pytest.mark.rule("BL-2.13", "BL-2.14")
def test_the_initial_belongings_of_every_player():
    for player in ruleset.initial(started(4)).players:
        assert (player.money, player.points, player.spent, player.links_left) == (30, 0, 0, 14)
        assert player.income_space == 10
        assert components.income_track.level_at[player.income_space] == 0
        assert sum(len(stack) for stack in player.mat.values()) == 37
        assert all(stack == sorted(stack) for stack in player.mat.values())
        assert player.mat["shipyard"] == [0, 0, 1, 1, 2, 2]


@pytest.mark.rule("BL-2.16")
def test_the_first_turn_order_is_random():
    orders = {ruleset.setup(table(3), Seeded(bytes([seed]))).turn_order for seed in range(30)}
    assert len(orders) == 6


@pytest.mark.parametrize("options", [{}, {"introductory_game": True}, {"classic_deck": True}])
def test_a_record_of_play_sets_up_the_same_game(options):
    at = ruleset.setup(table(3, **options), Seeded(b"record"))
    record = msgspec.json.decode(msgspec.json.encode(ruleset.outcomes(at)))
    assert ruleset.setup(table(3, **options), Stated(ruleset.stated(record))) == at


def test_five_shuffles_decide_the_set_up():
    shuffles = ruleset.stated(ruleset.outcomes(started(4)))
    assert set(shuffles) == {TURN_ORDER, CANAL_DECK, RAIL_DECK, CANAL_MARKET, RAIL_MARKET}
    assert sorted(shuffles[CANAL_DECK]) == sorted(shuffles[RAIL_DECK]) == sorted(components.deck(4))
    assert sorted(shuffles[CANAL_MARKET]) == sorted(shuffles[RAIL_MARKET]) == sorted(components.market_tiles(4))


def test_an_introductory_game_has_no_rail_shuffles():
    at = started(introductory_game=True)
    assert (at.rail_deck, at.rail_hands, at.rail_market_tiles) == ((), (), ())
    assert set(ruleset.stated(ruleset.outcomes(at))) == {TURN_ORDER, CANAL_DECK, CANAL_MARKET}


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [["port"] * 7, ["port"] * 9]},
        {"rail_hands": [["port"] * 8]},
        {"set_aside": ["port"]},
        {"boxed": ["port"]},
        {"merchants": {}},
        {"market_tiles": ["two"]},
    ],
)
def test_a_misstated_record_is_refused(change):
    outcomes = ruleset.outcomes(started()) | change
    with pytest.raises(Misstated):
        ruleset.stated(outcomes)


@pytest.mark.parametrize("field", ["deck", "market_tiles", "rail_deck", "rail_market_tiles"])
def test_a_record_with_other_cards_or_tiles_is_refused(field):
    outcomes = ruleset.outcomes(started())
    outcomes[field] = [*outcomes[field][:-1], 3 if "tiles" in field else "wild_location"]
    if outcomes[field] == ruleset.outcomes(started())[field]:
        outcomes[field][-1] = 0
    with pytest.raises(Misstated):
        ruleset.setup(table(2), Stated(ruleset.stated(outcomes)))


@pytest.mark.rule("BL-V.2", "BL-2.5")
@pytest.mark.parametrize(("classic", "beneath"), [(True, 3), (False, 9)])
def test_a_record_with_the_other_decks_pile_beneath_the_divider_is_refused(classic, beneath):
    outcomes = ruleset.outcomes(started(3, classic_deck=classic))
    cards = [*outcomes["deck"], *outcomes["set_aside"]]
    outcomes |= {"deck": cards[:-beneath], "set_aside": cards[-beneath:], "boxed": []}
    with pytest.raises(Misstated, match="set_aside"):
        ruleset.stated(outcomes)
