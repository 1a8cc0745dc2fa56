"""Sections 2 and 3, and those of the expansion: the board and the companies at the start."""

from collections import Counter

import msgspec
import pytest

from domain.barrage.leeghwater.setup import BUILDINGS, EXPANSION, WORKS
from domain.barrage.model.figures import figures
from domain.barrage.model.options import Options, objection
from domain.barrage.setup import advanced_tiles, outcomes, pool, setup, stated, what_is_shuffled
from domain.game import Table
from domain.verifiable_random import Misstated, Seeded, Stated

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
EVERYTHING = {
    "external_works": True,
    "private_buildings": True,
    "netherlands": True,
    "leeghwater_officers": True,
}


@pytest.fixture(scope="module")
def components():
    return figures.of(figures.current())


def started(seats=4, seed=1, **options):
    table = Table(seats=seats, options=options, figures=figures.current())
    return setup(table, Seeded(bytes([seed]) * 32), [EXPANSION])


# --------------------------------------------------------------------------------------------------------------------
# Common set-up
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-2.2")
def test_four_of_eight_headstream_tiles_are_in_the_game():
    seen = set()
    for seed in range(20):
        tiles = started(seed=seed).headstream_tiles
        assert list(tiles) == ["A", "B", "C", "D"]
        assert len(set(tiles.values())) == 4
        seen.update(tiles.values())
    assert len(seen) == 8


@pytest.mark.rule("BA-2.3", "BA-2.5")
def test_beginners_play_without_the_bonus_for_advanced_tiles():
    tiles = started(rules="beginner").bonus_tiles
    assert sorted(tiles) == [
        "bonus-bases",
        "bonus-conduits",
        "bonus-contracts",
        "bonus-elevations",
        "bonus-powerhouses",
    ]


@pytest.mark.rule("BA-2.4", "LP-2.3")
def test_experts_play_with_five_of_all_bonus_tiles():
    seen = Counter(tile for seed in range(30) for tile in started(seed=seed, **EVERYTHING).bonus_tiles)
    assert sum(seen.values()) == 150
    assert len(seen) == 8
    assert len({tile for seed in range(30) for tile in started(seed=seed).bonus_tiles}) == 6


@pytest.mark.rule("BA-2.6")
def test_one_objective_is_known_from_the_start(components):
    assert {started(seed=seed).objective for seed in range(40)} == set(components.objective_tile)


@SEATS
@pytest.mark.rule("BA-2.7")
def test_one_national_contract_fewer_than_players(seats):
    game = started(seats)
    assert len(set(game.displays["national"])) == seats - 1
    assert "national" not in game.piles


@pytest.mark.rule("BA-2.8")
def test_two_contracts_of_each_colour_are_on_offer():
    game = started()
    for colour in ("green", "yellow", "red"):
        assert (len(game.displays[colour]), len(game.piles[colour])) == (2, 13)
        assert {contract.split("-")[0] for contract in (*game.displays[colour], *game.piles[colour])} == {colour}


@pytest.mark.rule("BA-2.9", "BA-2.10", "BA-1.5")
def test_a_neutral_dam_with_one_drop_in_each_area():
    dams = [started(seed=seed).neutral_dams for seed in range(40)]
    for found in dams:
        assert [(level, drops) for level, drops in found.values()] == [(1, 1), (2, 1), (3, 1)]
    assert len({site for found in dams for site in found}) == 10
    assert all(site.endswith("L") for found in dams for site in found)


@pytest.mark.rule("BA-2.11")
def test_beginners_have_no_patent_office():
    game = started(rules="beginner")
    assert "patents" not in game.displays
    assert "patents" not in game.piles


@pytest.mark.rule("BA-2.12")
def test_three_level_1_tiles_lie_in_the_patent_office(components):
    game = started()
    assert [components.tile[tile].level for tile in game.displays["patents"]] == [1, 1, 1]
    assert [components.tile[tile].level for tile in game.piles["patents"]] == [1] * 2 + [2] * 5 + [3] * 5


# --------------------------------------------------------------------------------------------------------------------
# Companies
# --------------------------------------------------------------------------------------------------------------------


@SEATS
@pytest.mark.rule("BA-3.1")
def test_beginners_get_the_companies_of_the_table_in_turn_order(seats):
    game = started(seats, rules="beginner")
    by_turn = [game.founded[seat] for seat in game.turn_order]
    assert [(found.company, found.officer, found.contract) for found in by_turn] == [
        ("usa", "wilhelm_adler", "start-1"),
        ("germany", "jill_mcdowell", "start-2"),
        ("italy", "solomon_p_jordan", "start-3"),
        ("france", "viktor_fiesler", "start-4"),
    ][:seats]
    assert [found.seat for found in game.founded] == list(range(seats))
    assert (game.offers, game.starting_contracts) == ((), ())


@pytest.mark.rule("BA-3.5", "BA-3.6", "BA-3.7")
def test_a_beginner_game_has_the_right_start():
    for found in started(rules="beginner").founded:
        assert (found.credits, found.excavators, found.mixers) == (6, 6, 4)
        assert (found.engineers, found.vp) == (12, 10)
        assert found.tiles == ("basic-base", "basic-elevation", "basic-conduit", "basic-powerhouse", "basic-wild")
        assert found.structures == ("base", "elevation", "conduit", "powerhouse")


@pytest.mark.rule("BA-7.6")
def test_a_beginner_game_starts_with_the_drops_of_the_first_round(components):
    found = [started(seed=seed, rules="beginner") for seed in range(5)]
    for game in found:
        printed = {stream: components.headstream_tile[tile].water[0] for stream, tile in game.headstream_tiles.items()}
        assert game.headstreams == printed
    assert any(any(game.headstreams.values()) for game in found)


@SEATS
@pytest.mark.rule("BA-3.2")
def test_experts_draft_one_company_with_an_officer_and_one_contract_each(seats):
    game = started(seats)
    assert len({offer.company for offer in game.offers}) == seats
    assert len({offer.officer for offer in game.offers}) == seats
    assert len(set(game.starting_contracts)) == seats
    assert game.founded == ()


@pytest.mark.rule("BA-3.3", "BA-3.4", "BA-X.9")
def test_the_first_picker_plays_last_and_picking_goes_clockwise(components):
    shuffled = what_is_shuffled(components, started().options, 4)
    drawn = shuffled | {"first picker": ["3", "1", "0", "2"]}
    game = setup(Table(seats=4, figures=figures.current()), Stated(drawn))
    picking = game.turn_order[::-1]
    assert picking == (3, 0, 1, 2)


@pytest.mark.rule("BA-25.15")
def test_officers_beside_mahiri_fill_up_to_three_others():
    for seats, beside in ((2, 2), (3, 1), (4, 0)):
        games = [started(seats, seed) for seed in range(40)]
        with_her = [game for game in games if "mahiri_sekibo" in {offer.officer for offer in game.offers}]
        assert 0 < len(with_her) < 40
        for game in games:
            spare = set(game.spare_officers)
            assert len(spare) == (beside if game in with_her else 0)
            assert not spare & {offer.officer for offer in game.offers}


# --------------------------------------------------------------------------------------------------------------------
# The expansion
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-1.1", "LP-2.4", "LP-2.5", "LP-2.6", "LP-1.3")
def test_the_pieces_of_the_modules(components):
    base, full = pool(components, started().options, ()), pool(components, started(**EVERYTHING).options, [EXPANSION])
    assert set(full.companies) - set(base.companies) == {"netherlands"}
    assert len(full.officers) - len(base.officers) == 4
    assert len(full.advanced_tiles) == 18
    assert full.basic_tiles[-1] == "basic-building"
    assert full.structures[-1] == "building"


@pytest.mark.rule("LP-7.1")
def test_officers_without_use_stay_in_the_box(components):
    options = started(leeghwater_officers=True).options
    assert set(pool(components, options, [EXPANSION]).officers) >= {"simone_luciani", "tommaso_battista"}
    assert not set(pool(components, options, [EXPANSION]).officers) & {"leslie_spencer", "margot_fouche"}
    without = started(external_works=True, private_buildings=True, netherlands=True).options
    assert len(pool(components, without, [EXPANSION]).officers) == 7


@pytest.mark.rule("LP-2.1")
def test_three_external_works_of_deck_a_are_on_offer():
    game = started(external_works=True)
    assert len(game.displays[WORKS]) == 3
    decks = [work[5] for work in (*game.displays[WORKS], *game.piles[WORKS])]
    assert decks == [*"aaaaabbbbbccccc"]


@pytest.mark.rule("LP-2.2")
def test_five_private_buildings_are_in_the_game(components):
    buildings = started(private_buildings=True).displays[BUILDINGS]
    assert len(set(buildings)) == 5
    assert set(buildings) <= set(components.leeghwater.private_building)


@pytest.mark.rule("LP-1.2")
def test_beginners_play_without_the_expansion():
    game = started(rules="beginner", **EVERYTHING)
    assert set(game.displays) == {"national", "green", "yellow", "red"}
    assert "building" not in game.founded[0].structures


@pytest.mark.rule("LP-1.1")
@SEATS
@pytest.mark.parametrize("more", [{}, {"one_advanced_tile_less": True}])
def test_the_whole_expansion_is_all_its_modules(seats, more):
    whole, modules = started(seats, leeghwater=True, **more), started(seats, **EVERYTHING, **more)
    assert msgspec.structs.replace(whole, options=modules.options) == modules


def test_options_of_before_are_written_as_they_were():
    assert "leeghwater" not in msgspec.to_builtins(Options(**EVERYTHING))
    assert Options(**EVERYTHING).modules == Options(leeghwater=True).modules


@pytest.mark.rule("LP-1.2")
@pytest.mark.parametrize("module", ["leeghwater", *EVERYTHING, "one_advanced_tile_less"])
def test_no_part_of_the_expansion_is_offered_to_beginners(module):
    assert objection(Options(**{module: True}), 2) is None
    assert objection(Options(rules="beginner", **{module: True}), 2) is not None


@pytest.mark.parametrize("module", EVERYTHING)
def test_the_whole_expansion_and_one_of_its_modules_cannot_be_combined(module):
    assert objection(Options(leeghwater=True, **{module: True}), 2) is not None
    assert objection(Options(leeghwater=False, **{module: True}), 2) is None


def test_one_tile_of_each_level_can_be_left_out(components):
    game = started(private_buildings=True, one_advanced_tile_less=True)
    levels = Counter(components.tile[t].level for t in (*game.displays["patents"], *game.piles["patents"]))
    assert levels == {1: 5, 2: 5, 3: 5}


# --------------------------------------------------------------------------------------------------------------------
# Chance
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"rules": "beginner"}, EVERYTHING])
@SEATS
def test_a_record_of_play_leads_to_the_same_start(seats, options):
    game = started(seats, **options)
    chance = outcomes(game, [EXPANSION])
    table = Table(seats=seats, options=options, figures=figures.current())
    assert setup(table, Stated(stated(chance)), [EXPANSION]) == game


def test_a_misstated_record_is_refused():
    chance = outcomes(started(), [EXPANSION])
    table = Table(seats=4, figures=figures.current())
    with pytest.raises(Misstated):
        stated(chance | {"objective": 3})
    with pytest.raises(Misstated):
        setup(table, Stated(stated({label: chance[label] for label in chance if label != advanced_tiles(2)})))
    with pytest.raises(Misstated):
        setup(table, Stated(stated(chance | {"officers": chance["officers"][:-1]})))


def test_other_seeds_give_other_games():
    assert started(seed=1) == started(seed=1)
    assert started(seed=1).renewal_key != started(seed=2).renewal_key
    assert started(seed=1).piles != started(seed=2).piles
