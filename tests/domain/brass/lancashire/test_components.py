"""The figures of Brass: Lancashire: equal to those of the 2018 edition; wrong ones are refused."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.brass.lancashire.model.components import Components, check, figures
from domain.brass.model.components import reachable
from domain.components import WrongFigure, parse


@pytest.fixture(scope="module")
def components() -> Components:
    return figures.of(figures.current())


@pytest.mark.rule("BL-2.2", "BL-2.3", "BL-2.4", "BL-2.11")
def test_the_deck_has_40_54_or_64_cards(components: Components) -> None:
    assert {seats: len(components.deck(seats)) for seats in (2, 3, 4)} == {2: 40, 3: 54, 4: 64}
    banner = {town.id: town.banner for town in components.towns}
    banners = {seats: {banner.get(card) for card in components.deck(seats)} for seats in (2, 3, 4)}
    assert banners == {2: {"other", None}, 3: {"other", "blue", None}, 4: {"other", "blue", "teal", None}}
    assert Counter(components.deck(4))["liverpool"] == 4
    assert "cotton_mill" not in components.deck(2)


@pytest.mark.rule("BL-2.3", "BL-V.2")
def test_only_the_classic_deck_has_the_two_cards_with_the_solo_mark(components: Components) -> None:
    assert len(components.classic_deck()) == 66
    assert Counter(components.classic_deck()) - Counter(components.deck(4)) == Counter(["coal_mine", "port"])


@pytest.mark.rule("BL-2.7", "BL-12.12")
def test_the_distant_market_has_8_10_or_12_tiles_which_reach_the_x(components: Components) -> None:
    tiles = {seats: sorted(map(int, components.market_tiles(seats))) for seats in (2, 3, 4)}
    assert tiles == {
        2: [1, 2, 2, 2, 3, 3, 3, 4],
        3: [0, 1, 2, 2, 2, 2, 3, 3, 3, 4],
        4: [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4],
    }
    assert components.distant_market_income == (3, 3, 2, 2, 1, 1, 0, 0)
    assert components.last_market_space == 8
    assert all(sum(steps) >= components.last_market_space for steps in tiles.values())


@pytest.mark.rule("BL-1.4", "BL-2.13")
def test_a_player_has_37_tiles_in_five_stacks_lowest_level_first(components: Components) -> None:
    assert {industry: len(stack) for industry, stack in components.stacks.items()} == {
        "cotton_mill": 12,
        "coal_mine": 7,
        "iron_works": 4,
        "port": 8,
        "shipyard": 6,
    }
    assert all(list(stack) == sorted(stack) for stack in components.stacks.values())
    assert components.stacks["shipyard"] == (0, 0, 1, 1, 2, 2)
    assert components.constants.links_per_player == 14


@pytest.mark.rule("BL-8.11", "BL-8.12", "BL-8.13", "BL-11.5")
def test_which_tiles_belong_to_one_era_only_and_which_to_none(components: Components) -> None:
    eras = {
        (industry, tile.level): tile.eras
        for industry, tiles in components.tiles.items()
        for tile in tiles
        if len(tile.eras) < 2
    }
    assert eras == {(industry, 1): ("canal",) for industry in components.tiles} | {
        ("shipyard", 0): (),
        ("shipyard", 2): ("rail",),
    }
    assert all(tile.developable for tiles in components.tiles.values() for tile in tiles)


@pytest.mark.rule("BL-1.8")
def test_flipped_tiles_and_outside_places_show_link_icons(components: Components) -> None:
    built = [tile for tiles in components.tiles.values() for tile in tiles if tile.eras]
    assert {tile.link_icons for tile in built} == {1}
    outside = {place.id for place in components.outside}
    assert {place: icons for place, icons in components.printed_link_icons.items() if icons} == dict.fromkeys(
        outside, 2
    )


def test_disputed_figures_are_those_of_2018(components: Components) -> None:
    assert components.tile("cotton_mill", 1).vp == 5
    assert components.tile("cotton_mill", 2).money == 14
    assert (components.tile("shipyard", 2).vp, components.tile("shipyard", 2).cubes) == (18, 0)
    assert [tile.count for tile in components.tiles["port"]] == [2, 2, 2, 2]


@pytest.mark.rule("BL-1.2", "BL-1.3", "BL-1.7", "BL-5.8")
def test_the_board_has_19_towns_with_43_spaces_and_6_outside_places(components: Components) -> None:
    assert (len(components.towns), len(components.outside)) == (19, 6)
    assert len(components.icons) == 43
    assert {len(icons) for icons in components.icons.values()} == {1, 2}
    assert components.trade_places == {"scotland", "yorkshire", "the_midlands"}


@pytest.mark.rule("BL-1.6", "BL-5.9", "BL-5.10", "BL-5.11", "BL-D.8")
def test_the_board_has_36_lines_and_no_canal_to_five_places(components: Components) -> None:
    canals, rails = components.lines_of["canal"], components.lines_of["rail"]
    assert (len(components.lines), len(canals), len(rails)) == (36, 23, 35)
    cut_off = {"barrow_in_furness", "birkenhead", "blackpool", "scotland", "southport"}
    assert set(components.places) - reachable("manchester", canals) == cut_off
    assert components.line["ellesmere_port-liverpool"].eras == ("canal",)
    assert [line.id for line in components.lines if "birkenhead" in line.ends] == ["birkenhead-ellesmere_port"]
    assert [line.id for line in components.lines if "barrow_in_furness" in line.ends] == ["barrow_in_furness-lancaster"]
    for town in ("barrow_in_furness", "birkenhead"):
        fitting = {industry for icons in components.slots[town] for industry in icons}
        assert all(tile.coal for industry in fitting for tile in components.tiles[industry] if tile.eras)


@pytest.mark.rule("BL-8.25")
def test_only_three_towns_have_a_space_for_a_shipyard(components: Components) -> None:
    towns = {slot.partition("/")[0] for slot, icons in components.icons.items() if "shipyard" in icons}
    assert towns == {"barrow_in_furness", "birkenhead", "liverpool"}


@pytest.mark.rule("BL-2.9", "BL-6.16")
def test_both_markets_are_full_at_the_start_two_spaces_for_each_price(components: Components) -> None:
    for market in (components.markets.coal, components.markets.iron):
        assert market.spaces == (1, 1, 2, 2, 3, 3, 4, 4)
        assert (market.initial_cubes, market.price_when_empty) == (8, 5)


@pytest.mark.rule("BL-1.11", "BL-2.14")
def test_track_spaces_have_their_income_levels(components: Components) -> None:
    level_at = components.income_track.level_at
    assert len(level_at) == 100
    spaces = {0: -10, 10: 0, 12: 1, 30: 10, 31: 11, 60: 20, 61: 21, 96: 29, 99: 30}
    assert {space: level_at[space] for space in spaces} == spaces
    assert level_at[components.constants.starting_income_space] == 0


def test_everything_a_person_may_read_of_has_a_name(components: Components) -> None:
    for thing in (*components.places, *components.tiles, *components.deck(4)):
        assert components.names[thing]


@pytest.mark.parametrize(
    ("figure", "wrong", "table", "field"),
    [
        (b"count = 3, money = 12", b"count = 3, money = -12", "industry_tiles.cotton_mill[0]", "money"),
        (b"count = 3, money = 12", b"count = 4, money = 12", "industry_tiles", "count"),
        (b"level = 0, count = 2", b"level = 3, count = 2", "industry_tiles.shipyard", "level"),
        (b"cubes = 2", b"cubes = 0", "industry_tiles.coal_mine level 1", "cubes"),
        (b'ends = ["blackburn", "bolton"]', b'ends = ["blackburn", "leeds"]', "lines[2]", "ends"),
        (b'slots = [["coal_mine"]', b'slots = [["coal_min"]', "towns[wigan]", "slots"),
        (b"2 = 10, 3 = 9, 4 = 8", b"2 = 9, 3 = 9, 4 = 8", "constants", "rounds_per_era"),
        (b"set_aside = 1", b"set_aside = 2", "constants", "set_aside"),
        (b"set_aside = {3 = 9", b"set_aside = {3 = 8", "constants.classic_deck", "set_aside"),
        (b"removed_rail = {3 = 6", b"removed_rail = {3 = 7", "constants.classic_deck", "removed_rail"),
        (
            b"{steps = 4, min_players = 2, count = 1}",
            b"{steps = -9, min_players = 2, count = 1}",
            "distant_market_tiles",
            "steps",
        ),
        (b"starting_income_space = 10", b"starting_income_space = 100", "constants", "starting_income_space"),
        (b"initial_cubes = 8", b"initial_cubes = 9", "markets.coal", "initial_cubes"),
        (b"5 = [19, 20]", b"5 = [19, 21]", "income_track", "levels"),
        (b'{place = "wigan"', b'{place = "leeds"', "layout", "places"),
        (b'town = "wigan"', b'town = "leeds"', "cards", "town"),
        (b"copies = {2 = 2, 3 = 2, 4 = 2}}", b"copies = {2 = 2, 3 = 2}}", "cards[birkenhead]", "copies"),
    ],
)
def test_a_wrong_figure_is_refused_by_file_table_and_field(figure: bytes, wrong: bytes, table: str, field: str) -> None:
    content = figures.content(figures.current())
    assert figure in content
    with pytest.raises(WrongFigure) as refused:
        parse(content.replace(figure, wrong, 1), "lancashire/components.toml", Components, check)
    assert (refused.value.table, refused.value.field) == (table, field)
