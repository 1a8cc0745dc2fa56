"""Sections 2 and 3: the board and the players at the start."""

from collections import Counter

import msgspec
import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.commands import Build, Pass
from domain.brass.birmingham.model.state import Options
from domain.brass.birmingham.setup import MERCHANT_TILES
from domain.brass.setup import CANAL_DECK, RAIL_DECK, TURN_ORDER
from domain.verifiable_random import Misstated, Seeded, Stated
from tests.domain.brass.birmingham.builder import MERCHANTS, Game, components, started, table

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


class Recording:
    """A source of randomness that shuffles nothing and records the requests."""

    def __init__(self):
        self.items = {}

    def shuffle(self, label, items):
        self.items[label] = list(items)
        return list(items)


def initial(seats, **options):
    return ruleset.initial(started(seats, **options))


@pytest.mark.rule("BB-2.1")
def test_there_is_no_option_for_a_side_of_the_board():
    assert [field.name for field in msgspec.structs.fields(Options)] == ["introductory"]


@SEATS
@pytest.mark.rule("BB-2.2", "BB-2.3", "BB-2.7", "BB-2.8", "BB-3.9")
def test_the_shuffles_of_a_setup(seats):
    chance = Recording()
    ruleset.setup(table(seats), chance)
    assert len(chance.items[CANAL_DECK]) == {2: 40, 3: 54, 4: 64}[seats]
    assert chance.items[CANAL_DECK] == sorted(components.deck(seats))
    assert Counter(chance.items[RAIL_DECK]) == Counter(chance.items[CANAL_DECK])
    assert len(chance.items[MERCHANT_TILES]) == {2: 5, 3: 7, 4: 9}[seats]
    assert set(chance.items[TURN_ORDER]) == {str(seat) for seat in range(seats)}


@pytest.mark.rule("BB-2.4")
def test_blue_and_teal_cards_need_more_players():
    banner = {town.id: town.banner for town in components.towns}
    chance = {seats: Recording() for seats in (2, 3, 4)}
    for seats, recording in chance.items():
        ruleset.setup(table(seats), recording)
    banners = {seats: {banner.get(card) for card in chance[seats].items[CANAL_DECK]} for seats in chance}
    assert "blue" not in banners[2] and "teal" not in banners[2]
    assert "blue" in banners[3] and "teal" not in banners[3]
    assert {"blue", "teal"} <= banners[4]


@pytest.mark.rule("BB-2.5", "BB-4.12", "BB-D.9")
def test_towns_without_cards_may_be_built_in():
    game = Game(2).hand("wild_location", "wild_location")
    assert "belper" not in components.deck(2)
    game.play(Build(card="wild_location", industry="coal_mine", slot="belper/1"))
    assert game.state.board["belper/1"].owner == 0


@SEATS
@pytest.mark.rule("BB-2.6")
def test_wild_cards_form_two_piles_of_four_and_are_never_in_the_deck(seats):
    state = initial(seats)
    assert (state.wild_location, state.wild_industry) == (4, 4)
    cards = [*state.deck, *state.rail_deck, *(card for player in state.players for card in player.hand)]
    assert not {"wild_location", "wild_industry"} & set(cards)


@pytest.mark.rule("BB-2.7", "BB-2.8", "BB-3.9")
def test_chance_decides_deck_merchants_and_turn_order():
    outcomes = {}
    for seed in range(40):
        at = ruleset.setup(table(3), Seeded(bytes([seed])))
        outcomes.setdefault("deck", set()).add(at.deck)
        outcomes.setdefault("merchants", set()).add(tuple(at.merchants.values()))
        outcomes.setdefault("order", set()).add(at.turn_order)
    assert len(outcomes["deck"]) == 40
    assert len(outcomes["merchants"]) > 20
    assert len(outcomes["order"]) == 6


@pytest.mark.rule("BB-2.8", "BB-2.9", "BB-2.10")
def test_merchant_spaces_in_use_all_have_a_tile():
    always = ["shrewsbury/0", "gloucester/0", "gloucester/1", "oxford/0", "oxford/1"]
    three = ["warrington/0", "warrington/1"]
    four = ["nottingham/0", "nottingham/1"]
    assert list(initial(2).merchants) == always
    assert list(initial(3).merchants) == always + three
    assert list(initial(4).merchants) == always + three + four
    for seats in (2, 3, 4):
        tiles = [merchant.tile for merchant in initial(seats).merchants.values()]
        assert sorted(tiles) == sorted(components.merchant_tiles_in_use(seats))


@SEATS
@pytest.mark.rule("BB-2.12", "BB-2.13", "BB-D.3")
def test_a_barrel_is_placed_beside_every_tile_that_is_not_blank(seats):
    for merchant in initial(seats).merchants.values():
        assert merchant.barrel == (not merchant.tile.startswith("blank"))


@pytest.mark.rule("BB-2.14", "BB-2.15")
def test_the_markets_are_full_but_for_the_cheapest_spaces():
    state = initial(4)
    assert (state.coal_market, state.iron_market) == (13, 8)
    assert len(components.markets.coal.spaces) - 13 == 1
    assert components.markets.coal.spaces[:2] == (1, 1)
    assert len(components.markets.iron.spaces) - 8 == 2
    assert components.markets.iron.spaces[:2] == (1, 1)


@pytest.mark.rule("BB-2.16", "BB-D.4")
def test_the_board_starts_empty():
    state = initial(4)
    assert state.board == {}
    assert state.links == {}


@pytest.mark.rule("BB-2.17", "BB-D.5", "BB-D.45")
def test_supply_and_bank_are_unlimited():
    game = Game().hand(*["coventry"] * 8).markets(coal=0, iron=0)
    slots = ["dudley/0", "coalbrookdale/2", "cannock/1", "tamworth/0", "tamworth/1", "nuneaton/1", "leek/1"]
    for slot in slots:
        game.tile(slot, "coal_mine", 4, owner=1, cubes=5)
    assert sum(tile.cubes for tile in game.state.board.values()) > 30
    game.play(Build(card="coventry", industry="coal_mine", slot="coventry/1"))
    assert sum(tile.cubes for tile in game.state.board.values()) == 37
    assert not hasattr(game.state, "bank")


@SEATS
@pytest.mark.rule("BB-3.1", "BB-3.4", "BB-3.5", "BB-3.10")
def test_all_players_start_with_17_pounds_no_points_and_income_level_0(seats):
    for player in initial(seats).players:
        assert (player.money, player.points, player.income_space, player.spent) == (17, 0, 10, 0)
    assert ruleset.accounts(initial(seats))["income"] == [0] * seats


@SEATS
@pytest.mark.rule("BB-3.2", "BB-3.3")
def test_all_players_have_14_links_and_45_tiles_lowest_first(seats):
    for player in initial(seats).players:
        assert player.links_left == 14
        assert sum(map(len, player.mat.values())) == 45
        assert all(levels == sorted(levels) for levels in player.mat.values())
    assert initial(2).players[0].mat["pottery"] == [1, 2, 3, 4, 5]


@SEATS
@pytest.mark.rule("BB-3.6", "BB-3.7", "BB-28.10", "BB-D.6")
def test_all_players_have_eight_cards_and_one_face_down(seats):
    state = initial(seats)
    assert [len(player.hand) for player in state.players] == [8] * seats
    assert [len(player.face_down) for player in state.players] == [1] * seats
    assert len(state.deck) == {2: 22, 3: 27, 4: 28}[seats]
    assert len(state.rail_deck) == {2: 24, 3: 30, 4: 32}[seats]


@pytest.mark.rule("BB-3.8")
def test_the_face_down_card_cannot_be_played():
    game = Game()
    (face_down,) = game.player().face_down
    game.hand("stone", "leek")
    assert face_down not in game.player().hand
    game.refuse("BB-4.1", Pass(card=face_down))


@pytest.mark.rule("BB-3.9")
def test_the_first_seat_of_the_turn_order_begins_with_one_action():
    at = ruleset.initial(ruleset.setup(table(3), Seeded(b"any")))
    (who,) = ruleset.to_act(at)
    assert who.seat == at.turn_order[0]
    assert at.actions_left == 1


@SEATS
@pytest.mark.parametrize("introductory", [False, True])
def test_a_record_of_play_states_the_same_set_up(seats, introductory):
    at = table(seats, introductory=introductory)
    made = ruleset.setup(at, Seeded(b"words"))
    assert ruleset.setup(at, Stated(ruleset.stated(ruleset.outcomes(made)))) == made
    assert bool(made.rail_deck) != introductory


def test_a_record_of_play_with_a_short_hand_or_an_unknown_merchant_is_refused():
    good = ruleset.outcomes(started(2))
    with pytest.raises(Misstated, match="hands"):
        ruleset.stated(good | {"hands": [good["hands"][0][1:], good["hands"][1]]})
    with pytest.raises(Misstated, match="rail_hands"):
        ruleset.stated(good | {"rail_hands": good["rail_hands"][1:]})
    with pytest.raises(Misstated, match="face_down"):
        ruleset.stated(good | {"face_down": []})
    with pytest.raises(Misstated, match="manchester"):
        ruleset.stated(good | {"merchants": {"manchester": ["cotton_1"]}})
    with pytest.raises(Misstated, match="deck"):
        ruleset.stated({name: value for name, value in good.items() if name != "deck"})
    with pytest.raises(Misstated):
        ruleset.setup(table(2), Stated(ruleset.stated(good | {"deck": ["stone", *good["deck"][1:]]})))


@pytest.mark.rule("BB-2.9", "BB-2.10")
@pytest.mark.parametrize(
    ("place", "merchants"),
    [
        ("oxford", MERCHANTS[2] | {"warrington": ["blank_1", "blank_2"], "oxford": []}),
        ("shrewsbury", MERCHANTS[2] | {"shrewsbury": ["cotton_1", "all_goods"], "gloucester": ["manufacturer_1"]}),
        ("warrington", MERCHANTS[2] | {"warrington": ["blank_1"]}),
        ("shrewsbury", {place: tiles for place, tiles in MERCHANTS[2].items() if place != "shrewsbury"}),
    ],
)
def test_a_record_of_play_with_merchant_tiles_on_other_spaces_is_refused(place, merchants):
    with pytest.raises(Misstated, match=place):
        started(2, merchants=merchants)
