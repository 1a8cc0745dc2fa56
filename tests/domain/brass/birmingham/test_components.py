"""The figures of Brass: Birmingham: equal to those of the printed game; wrong ones are refused."""

from collections import Counter

import pytest

from domain.brass.birmingham.model.components import Components, check, figures
from domain.components import WrongFigure, parse


@pytest.fixture(scope="module")
def components():
    return figures.of(figures.current())


@pytest.mark.rule("BB-2.3", "BB-2.4", "BB-28.10")
def test_the_deck_has_40_54_or_64_cards(components):
    assert {seats: len(components.deck(seats)) for seats in (2, 3, 4)} == {2: 40, 3: 54, 4: 64}
    banner = {town.id: town.banner for town in components.towns}
    banners = {seats: {banner.get(card) for card in components.deck(seats)} for seats in (2, 3, 4)}
    assert banners[2] == {"red", "yellow", "purple", None}
    assert banners[3] == banners[2] | {"blue"}
    assert banners[4] == banners[3] | {"teal"}


def test_some_well_known_cards_are_there_in_their_numbers(components):
    assert Counter(components.deck(4))["birmingham"] == 3
    assert Counter(components.deck(4))["cotton_mill+manufacturer"] == 8
    assert "cotton_mill+manufacturer" not in components.deck(2)
    assert Counter(components.deck(2))["brewery"] == 5


@pytest.mark.rule("BB-4.10", "BB-4.11", "BB-4.12", "BB-4.13", "BB-4.14")
def test_cards_show_towns_or_industries(components):
    assert components.card_towns["derby"] == {"derby"}
    assert components.card_industries["derby"] == ()
    assert components.card_industries["cotton_mill+manufacturer"] == ("cotton_mill", "manufacturer")
    assert components.card_towns["cotton_mill+manufacturer"] == set()
    assert components.card_towns["wild_location"] == {town.id for town in components.towns}
    assert len(components.card_towns["wild_location"]) == 20
    assert len(components.card_industries["wild_industry"]) == 6
    assert components.card_industries["wild_location"] == ()


@pytest.mark.rule("BB-3.2", "BB-3.3")
def test_a_player_has_45_tiles_in_six_stacks_lowest_level_first(components):
    assert {industry: len(stack) for industry, stack in components.stacks.items()} == {
        "cotton_mill": 11,
        "manufacturer": 11,
        "pottery": 5,
        "coal_mine": 7,
        "iron_works": 4,
        "brewery": 7,
    }
    assert all(list(stack) == sorted(stack) for stack in components.stacks.values())
    assert components.constants.links_per_player == 14


@pytest.mark.rule("BB-12.3", "BB-12.4", "BB-12.5")
def test_which_tiles_belong_to_one_era_only(components):
    only = {
        era: {
            (industry, tile.level)
            for industry, tiles in components.tiles.items()
            for tile in tiles
            if tile.eras == (era,)
        }
        for era in ("canal", "rail")
    }
    assert only["rail"] == {("pottery", 5), ("brewery", 4)}
    assert only["canal"] == {(industry, 1) for industry in components.tiles if industry != "pottery"}


def test_disputed_tiles_have_the_figures_of_the_printed_game(components):
    assert (components.tile("manufacturer", 4).money, components.tile("manufacturer", 4).income_spaces) == (8, 6)
    assert components.tile("manufacturer", 2).income_spaces == 1
    assert [components.tile("manufacturer", level).beer_to_sell for level in (3, 7)] == [0, 0]
    assert components.tile("brewery", 4).vp == 10
    assert [tile.level for tile in components.tiles["pottery"] if not tile.developable] == [1, 3]


@pytest.mark.rule("BB-2.2", "BB-2.8", "BB-2.9", "BB-2.10")
def test_every_merchant_space_in_use_gets_a_tile(components):
    assert components.merchant_spaces(2) == ["shrewsbury/0", "gloucester/0", "gloucester/1", "oxford/0", "oxford/1"]
    assert [len(components.merchant_spaces(seats)) for seats in (2, 3, 4)] == [5, 7, 9]
    assert Counter(len(components.merchant_tile[tile].accepts) for tile in components.merchant_tiles_in_use(4)) == {
        0: 3,
        1: 5,
        3: 1,
    }


@pytest.mark.rule("BB-7.7", "BB-16.4", "BB-16.5", "BB-17.17", "BB-19.14")
def test_the_board_has_39_lines_one_of_them_with_three_ends(components):
    assert len(components.lines) == 39
    assert {era: len(lines) for era, lines in components.lines_of.items()} == {"canal": 31, "rail": 38}
    assert components.line["kidderminster-worcester"].ends == ("kidderminster", "worcester", "farm_brewery_south")
    at = {place: [line for line in components.lines if place in line.ends] for place in components.places}
    assert [line.id for line in at["farm_brewery_south"]] == ["kidderminster-worcester"]
    assert [line.id for line in at["farm_brewery_north"]] == ["cannock-farm_brewery_north"]
    assert not any("canal" in line.eras for line in at["uttoxeter"])


@pytest.mark.rule("BB-2.14", "BB-2.15")
def test_markets_hold_13_coal_and_8_iron_at_the_start(components):
    coal, iron = components.markets.coal, components.markets.iron
    assert (coal.initial_cubes, len(coal.spaces), coal.price_when_empty) == (13, 14, 8)
    assert (iron.initial_cubes, len(iron.spaces), iron.price_when_empty) == (8, 10, 6)
    assert sum(coal.spaces[-13:]) == 55
    assert sum(iron.spaces[-8:]) == 28


@pytest.mark.rule("BB-6.1", "BB-3.5")
def test_track_spaces_have_their_income_levels(components):
    level_at = components.income_track.level_at
    assert len(level_at) == 100
    spaces = {0: -10, 10: 0, 12: 1, 30: 10, 31: 11, 60: 20, 61: 21, 96: 29, 99: 30}
    assert {space: level_at[space] for space in spaces} == spaces
    assert level_at[components.constants.starting_income_space] == 0


def test_everything_a_person_may_read_of_has_a_name(components):
    for thing in (*components.places, *components.tiles, *components.deck(4), "wild_location", "wild_industry"):
        assert components.names[thing]


@pytest.mark.parametrize(
    ("figure", "wrong", "table", "field"),
    [
        (
            b"level = 1, count = 3, money = 12",
            b"level = 1, count = 3, money = -12",
            "industry_tiles.cotton_mill[0]",
            "money",
        ),
        (b"level = 1, count = 3, money = 12", b"level = 1, count = 4, money = 12", "industry_tiles", "count"),
        (b'ends = ["belper", "leek"]', b'ends = ["belper", "leeds"]', "lines[1]", "ends"),
        (b'[["cotton_mill", "manufacturer"], ["coal_mine"]', b'[["cotton_mil"], ["coal_mine"]', "towns[0]", "slots"),
        (b"2 = 10, 3 = 9, 4 = 8", b"2 = 9, 3 = 9, 4 = 8", "constants", "rounds_per_era"),
        (b"starting_money = 17", b'starting_money = "17"', "constants", "starting_money"),
        (b"initial_cubes = 13", b"initial_cubes = 15", "markets.coal", "initial_cubes"),
        (b"5 = [19, 20]", b"5 = [19, 21]", "income_track", "levels"),
        (b"min_players = 3, link_icons", b"min_players = 2, link_icons", "merchant_tiles", "min_players"),
        (b'{place = "leek"', b'{place = "leeds"', "layout", "places"),
        (b'town = "leek"', b'town = "leeds"', "cards", "town"),
    ],
)
def test_a_wrong_figure_is_refused_by_file_table_and_field(figure, wrong, table, field):
    content = figures.content(figures.current())
    assert figure in content
    with pytest.raises(WrongFigure) as refused:
        parse(content.replace(figure, wrong, 1), "birmingham/components.toml", Components, check)
    assert (refused.value.file, refused.value.table, refused.value.field) == (
        "birmingham/components.toml",
        table,
        field,
    )
