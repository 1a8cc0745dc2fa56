"""The figures of Barrage: equal to those of the printed game; wrong ones are refused."""

from collections import Counter

import pytest

from domain.barrage.model.automa.components import Components, check
from domain.barrage.model.figures import figures
from domain.barrage.model.leeghwater.components import Effect
from domain.components import WrongFigure, parse


@pytest.fixture(scope="module")
def components():
    return figures.of(figures.current())


def printed(reward):
    """A reward as pairs of symbol and number."""
    return [(effect.name, effect.amount) for effect in reward]


# --------------------------------------------------------------------------------------------------------------------
# The map
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-4.1", "BA-2.1")
def test_twelve_basins_lie_in_three_areas_below_four_headstreams(components):
    assert [basin.id for basin in components.basins] == list(range(1, 13))
    areas = {area: [b.id for b in components.basins if b.area == area] for area in ("mountain", "hills", "plains")}
    assert areas == {"mountain": [1, 2, 3, 4], "hills": [5, 6, 7], "plains": [8, 9, 10, 11, 12]}
    assert components.source == {"A": 1, "B": 2, "C": 3, "D": 4}


@pytest.mark.rule("BA-4.2")
def test_how_many_sites_a_basin_has(components):
    def sites(basin):
        kinds = (components.powerhouse_sites, components.base_sites, components.conduit_sites)
        return tuple(sum(site.basin == basin for site in kind) for kind in kinds)

    assert {basin: sites(basin) for basin in components.basin} == {
        **dict.fromkeys((1, 2, 3, 4), (0, 2, 2)),
        **dict.fromkeys((5, 6, 7), (2, 2, 2)),
        **dict.fromkeys((8, 9, 10), (3, 2, 2)),
        **dict.fromkeys((11, 12), (4, 0, 0)),
    }


@pytest.mark.rule("BA-4.3")
def test_which_sites_are_red(components):
    assert all(site.red == site.id.endswith("U") for site in components.base_sites)
    red = Counter(site.basin for site in components.powerhouse_sites if site.red)
    assert red == {5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 2, 11: 2, 12: 3}


@pytest.mark.rule("BA-4.4")
def test_every_conduit_has_a_value_and_leads_to_another_basin(components):
    assert Counter(site.value for site in components.conduit_sites) == {1: 2, 2: 4, 3: 7, 4: 4, 5: 3}
    assert all(site.basin != site.to_basin for site in components.conduit_sites)
    assert components.conduit_site["4B"].to_basin == 12
    assert components.conduit_site["6B"].to_basin == 7


@pytest.mark.rule("BA-4.5")
def test_the_rivers(components):
    def river(headstream):
        basin, course = components.source[headstream], []
        while basin is not None:
            course.append(basin)
            basin = components.basin[basin].downstream
        return course

    assert {headstream: river(headstream) for headstream in "ABCD"} == {
        "A": [1, 8, 11],
        "B": [2, 5, 9, 11],
        "C": [3, 6, 10, 12],
        "D": [4, 7, 10, 12],
    }


@pytest.mark.rule("BA-4.8")
def test_water_meets_the_upper_base_site_first(components):
    assert components.bases_in[6] == ("B6U", "B6L")
    assert components.bases_in[11] == ()


def test_the_headstream_tiles_and_the_neutral_dams(components):
    assert sorted(sum(tile.water) for tile in components.headstream_tiles) == [3, 3, 4, 4, 4, 4, 4, 5]
    assert {(tile.area, tile.level) for tile in components.neutral_dam_tiles} == {
        ("mountain", 1),
        ("hills", 2),
        ("plains", 3),
    }
    assert len(components.neutral_dam_tiles) == 10


# --------------------------------------------------------------------------------------------------------------------
# Boards and tiles
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-1.6", "BA-3.5", "LP-1.4")
def test_the_pieces_of_every_company(components):
    constants = components.constants
    assert constants.pieces == {"base": 5, "elevation": 5, "conduit": 5, "powerhouse": 4}
    assert (constants.engineers, constants.starting_vp) == (12, 10)
    assert (constants.starting.credits, constants.starting.excavators, constants.starting.mixers) == (6, 6, 4)
    assert components.officer["mahiri_sekibo"].starting.credits == 9
    assert components.leeghwater.buildings_per_company == 5


@pytest.mark.rule("BA-1.1")
def test_the_companies_and_their_colours(components):
    assert {company.id: company.colour for company in components.company.values()} == {
        "usa": "red",
        "germany": "black",
        "italy": "green",
        "france": "white",
        "netherlands": "orange",
    }
    assert [company.id for company in components.leeghwater.companies] == ["netherlands"]


INCOMES = {
    "usa": "rotate_wheel 1 / credits 6 | machinery 1 / vp 2 + water_immediate 2 | vp 3 / rotate_wheel 1 + vp 2",
    "germany": "vp 3 / machinery 2 | credits 3 / vp 2 + energy_steps 2 | rotate_wheel 1 / vp 2 + water_immediate 2",
    "italy": "credits 3 / vp 5 | rotate_wheel 1 / energy_steps 4 | machinery 1 / vp 2 + credits 3",
    "france": "machinery 1 / rotate_wheel 2 | vp 3 / vp 2 + machinery 1 | credits 3 / energy_steps 4",
    "netherlands": "water_delayed 2 / rotate_wheel 2 | credits 3 / vp 2 + water_immediate 2"
    " | energy_steps 2 / machinery 2",
}


@pytest.mark.parametrize("company", INCOMES)
@pytest.mark.rule("BA-24.1", "BA-7.3", "LP-6.1")
def test_incomes_of_a_company(components, company):
    income = components.company[company].income
    kinds = (income.base, income.elevation, income.conduit)

    def words(reward):
        return " + ".join(f"{symbol} {amount}" for symbol, amount in printed(reward))

    assert " | ".join(f"{words(kind[2])} / {words(kind[4])}" for kind in kinds) == INCOMES[company]
    assert all(printed(kind[5]) == [("vp", 7)] for kind in kinds)


@pytest.mark.rule("BA-26.1")
def test_one_advanced_tile_of_each_level_for_each_structure(components):
    tiles = (*components.advanced_tiles, *components.leeghwater.advanced_tiles)
    kinds = ("base", "elevation", "conduit", "powerhouse", "any", "building")
    assert Counter((tile.level, tile.builds) for tile in tiles) == {(n, kind): 1 for n in (1, 2, 3) for kind in kinds}
    assert [tile.id for tile in tiles if tile.no_engineers] == ["adv-powerhouse-1", "adv-base-3"]


@pytest.mark.rule("BA-3.7", "BA-3.8")
def test_the_basic_tiles(components):
    modes = {tile.builds: tile.modes for tile in components.basic_tiles}
    assert modes.pop("any") == ("beginner",)
    assert modes == dict.fromkeys(("base", "elevation", "conduit", "powerhouse"), ("beginner", "expert"))


def test_seven_officers_and_four_of_the_expansion(components):
    assert (len(components.officers), len(components.leeghwater.officers)) == (7, 4)


@pytest.mark.rule("BA-2.13", "BA-2.14")
def test_which_rows_are_open_at_small_tables(components):
    needed = {row.id: row.min_players for row in components.rows}
    assert {id for id, players in needed.items() if players == 4} == {"TS-P1", "MS-A", "CO-1B"}
    assert {id for id, players in needed.items() if players == 3} == {"TS-M1", "WS-2"}


@pytest.mark.rule("BA-10.2", "BA-10.5")
def test_the_right_space_asks_for_more(components):
    assert Counter(row.section for row in components.rows) == {
        "turbine_station": 5,
        "water_management": 2,
        "workshop": 3,
        "machinery_shop": 3,
        "contract_office": 3,
    }
    assert not any(row.left.red for row in components.rows)
    assert all((row.right.engineers, row.right.red) > (row.left.engineers, row.left.red) for row in components.rows)


@pytest.mark.rule("BA-27.1", "BA-27.2", "BA-27.3", "BA-27.4", "BA-27.5", "BA-27.6", "LP-9.1", "LP-9.2")
def test_the_bonus_tiles(components):
    assert {tile.counts: tile.vp_each for tile in components.bonus_tile.values()} == {
        "contracts": 2,
        "powerhouses": 5,
        "bases": 4,
        "conduits": 4,
        "elevations": 4,
        "advanced_tiles": 4,
        "external_works": 5,
        "buildings": 4,
    }
    assert [tile.id for tile in components.bonus_tiles if "beginner" not in tile.modes] == ["bonus-advanced-tiles"]


@pytest.mark.rule("BA-20.4", "BA-20.5")
def test_the_energy_track(components):
    track = components.energy_track
    assert [(row.energy, row.credits) for row in track.credits[1:]] == [
        (1, 1), (2, 2), (4, 3), (7, 4), (11, 5), (16, 6), (22, 7), (29, 8),
    ]  # fmt: skip
    assert (track.credits[0].credits, track.credits[0].vp) == (3, -3)
    assert track.section_starts == (6, 12, 18, 24, 30)


# --------------------------------------------------------------------------------------------------------------------
# Contracts
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-2.8", "BA-12.1")
def test_forty_five_private_contracts_five_of_every_requirement(components):
    for colour, lowest in (("green", 2), ("yellow", 5), ("red", 8)):
        requirements = Counter(contract.requirement for contract in components.private_contracts[colour])
        assert requirements == {lowest: 5, lowest + 1: 5, lowest + 2: 5}
    assert len(components.contract) == 55
    assert len({(contract.requirement, contract.reward) for contract in components.contract.values()}) == 55


def test_the_contracts_of_the_rulebooks_examples(components):
    assert components.contract["green-10"].requirement == 3
    assert printed(components.contract["green-10"].reward) == [("vp", 4), ("credits", 2)]
    assert printed(components.contract["green-09"].reward) == [("energy_steps", 2), ("rotate_wheel", 2)]


@pytest.mark.rule("LP-2.1", "LP-3.2")
def test_fifteen_external_works_that_get_dearer(components):
    works = components.leeghwater.external_works
    assert [len(deck) for deck in (works.A, works.B, works.C)] == [5, 5, 5]
    prices = [sum(work.cost.total for work in deck) for deck in (works.A, works.B, works.C)]
    assert prices == sorted(prices)


@pytest.mark.rule("LP-5.5", "LP-5.2", "LP-4.1")
def test_ten_private_buildings(components):
    buildings = components.leeghwater.private_building
    assert {id: (b.cost.excavators, b.cost.mixers, b.vp, b.credits) for id, b in buildings.items()} == {
        "cofferdam": (2, 1, 3, 0),
        "development_office": (1, 2, 3, 0),
        "research_lab": (2, 2, 4, 0),
        "loan_agency": (1, 3, 4, 0),
        "energy_relay_field": (4, 1, 4, 1),
        "robot_factory": (1, 5, 5, 1),
        "financial_division": (3, 4, 6, 0),
        "control_station": (4, 3, 5, 0),
        "wind_farm": (6, 2, 5, 2),
        "customer_office": (3, 5, 7, 3),
    }
    assert all(len(building.spaces) == 4 for building in buildings.values())
    assert [len(row.sites) for row in components.leeghwater.building_rows] == [4] * 5


def test_every_symbol_is_printed_somewhere(components):
    rewards = [contract.reward for contract in components.contract.values()]
    rewards += [work.reward for work in components.leeghwater.external_work.values()]
    rewards += [building.effect for building in components.leeghwater.private_building.values()]
    rewards += [row.effect for row in components.rows]
    rewards += [space.effect for space in components.patent_spaces]
    rewards += [tile.effect for tile in components.tile.values()]
    assert {effect.name for reward in rewards for effect in reward} == set(Effect.__struct_fields__) - {"per"}


# --------------------------------------------------------------------------------------------------------------------
# Wrong figures
# --------------------------------------------------------------------------------------------------------------------

WRONG = [
    ('{id = "1A", basin = 1, value = 5', '{id = "1A", basin = 1, value = 6', "conduit_sites[1A]", "value"),
    ("value = 5, to_basin = 8", "value = 5, to_basin = 2", "conduit_sites[1A]", "to_basin"),
    ('{id = "B1U", basin = 1, red = true}', '{id = "B1U", basin = 1, red = false}', "base_sites", "red"),
    ('site = "B1L", level = 1', 'site = "B1U", level = 1', "neutral_dam_tiles[neutral-m1]", "site"),
    ('"basic-base", builds = "base"', '"basic-base", builds = "bridge"', "basic_tiles[basic-base]", "builds"),
    ("water = [0, 2, 2, 0]", "water = [0, 2, 2]", "headstream_tiles[headstream-1]", "water"),
    ("reward = [{vp = 12}]", "reward = [{vp = 12, credits = 1}]", "contracts.national[national-5]", "reward"),
    ('id = "green-02", requirement = 2', 'id = "green-02", requirement = 5', "contracts.private.green[green-02]",
     "requirement"),
    ("income.base.2 = [{rotate_wheel = 1}]", "income.base.3 = [{rotate_wheel = 1}]", "companies[usa]", "income.base"),
    ("powerhouse = [2, 3, 4, 5]", "powerhouse = [2, 3, 4]", "costs", "powerhouse"),
    ("power = {flow_energy = 1}", "power = {}", "companies[usa]", "power"),
    ("left = {engineers = 1}, right = {engineers = 2}}", "left = {engineers = 2}, right = {engineers = 2}}",
     "rows[TS-M2]", "right"),
    ('{id = "work-a1", cost = {excavators = 1}', '{id = "work-a1", cost = {}', "leeghwater.external_works.A[work-a1]",
     "cost"),
    ('"basic-building", builds = "building"', '"basic-building", builds = "bridge"',
     "leeghwater.basic_tiles[basic-building]", "builds"),
    ('"adv-building-2", builds = "building", level = 2', '"adv-building-2", builds = "building", level = 4',
     "leeghwater.advanced_tiles[adv-building-2]", "level"),
    ('per = "building_vp"', 'per = "bridge_vp"', "leeghwater.advanced_tiles[adv-building-3]", "per"),
    ('counts = "buildings"', 'counts = "bridges"', "leeghwater.bonus_tiles[bonus-buildings]", "counts"),
    ("power = {drop_after_production = 1}", "power = {}", "leeghwater.companies[netherlands]", "power"),
    ('special_tile = "special-leslie"', 'special_tile = "special-leo"', "leeghwater.officers[leslie_spencer]",
     "special_tile"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "table", "field"), WRONG)
def test_wrong_figures_are_refused_with_their_place(right, wrong, table, field):
    text = figures.content(figures.current()).decode()
    assert right in text
    with pytest.raises(WrongFigure) as refused:
        parse(text.replace(right, wrong, 1).encode(), "components.toml", Components, check)
    assert (refused.value.table, refused.value.field) == (table, field)


def test_a_misspelt_symbol_is_refused_with_its_place():
    text = figures.content(figures.current()).decode().replace("{rotate_wheel = 4}", "{rotate_weel = 4}", 1)
    with pytest.raises(WrongFigure) as refused:
        parse(text.encode(), "components.toml", Components, check)
    assert refused.value.field == "rotate_weel"
    assert "contracts.national" in refused.value.table
