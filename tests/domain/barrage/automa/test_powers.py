"""Section TA-26: company powers of automas at High Voltage."""

import pytest

from tests.domain.barrage.automa.builder import Game

HIGH = "high_voltage"
NO_BONUS = "6-3A-5"
"""A card that produces green contracts without a modifier."""


def producing(company, powerhouses=("P9-1", "P8-1", "P12-1"), drops=3, **options):
    """Return a game with the first powerhouse at the end of a conduit of value 4 from basin 6; the board adds 1."""
    game = Game(2, HIGH, **options).named(company).tiles().dam("B6U", 3, drops).conduit("6A").powerhouse(*powerhouses)
    return game.cards(NO_BONUS).row(green=("green-01", ""), yellow=(), red=())


@pytest.mark.rule("TA-26.1", "TA-26.4", "TA-1.7")
@pytest.mark.parametrize(("powerhouses", "more"), [(1, 0), (2, 1), (3, 1 + 3), (4, 3 + 3)])
def test_the_power_works_from_the_third_powerhouse_on(powerhouses, more):
    """Italy's marker goes 3 steps further after every production."""
    game = producing("italy", ("P9-1", "P8-1", "P12-1", "P5-1")[:powerhouses])
    game.turn()
    assert game.company().energy == 12 + more


# --------------------------------------------------------------------------------------------------------------------
# USA
# --------------------------------------------------------------------------------------------------------------------


def watering(level=HIGH, powerhouses=("P5-1", "P11-1", "P12-1")):
    """Return a game in which a drop of A or B would fill a dam of the automa; B's passes the powerhouse in basin 5."""
    game = Game(2, level).named("usa").tiles().dam("B8L", 1, 0).dam("B5L", 1, 0).powerhouse(*powerhouses)
    return game.cards("2-1B-6", "1-1A-5")


@pytest.mark.rule("TA-26.2", "TA-7.9")
@pytest.mark.parametrize(
    ("level", "powerhouses", "filled"),
    [
        (HIGH, ("P5-1", "P11-1", "P12-1"), "B5L"),
        ("normal", ("P5-1", "P11-1", "P12-1"), "B8L"),
        (HIGH, ("P5-1", "P11-1"), "B8L"),
        (HIGH, ("P10-1", "P11-1", "P12-1"), "B8L"),
    ],
)
def test_of_equal_plans_usa_takes_the_one_that_drives_its_powerhouses(level, powerhouses, filled):
    game = watering(level, powerhouses)
    game.turn()
    assert [site for site, dam in game.state.dams.items() if dam.drops] == [filled]
    assert game.company().energy == (filled == "B5L")


@pytest.mark.rule("TA-26.2")
def test_more_arrivals_still_come_first():
    game = watering().dam("B10L", 3, 0).cards("1-1A-5", "1-1A-5")
    game.state.dams["B5L"].drops = 1
    game.state.dams["B8L"].drops = 1
    game.turn()
    assert {name for name, drops in game.state.headstreams.items() if drops} == {"C"}


# --------------------------------------------------------------------------------------------------------------------
# Germany
# --------------------------------------------------------------------------------------------------------------------


def twice(**options):
    """Basins 6 and 5 have systems: one for 12 and the bonus, the other for 6."""
    return producing("germany", **options).dam("B5U", 2, 2).conduit("5A")


@pytest.mark.rule("TA-26.3")
def test_germany_produces_once_more_with_another_powerhouse_and_nothing_added():
    game = twice()
    game.turn()
    assert game.company().energy == 12 + 1 + 6
    assert (game.state.dams["B6U"].drops, game.state.dams["B5U"].drops) == (0, 0)
    assert game.company().engineers == 10


@pytest.mark.rule("TA-26.3", "TA-6.14")
def test_the_second_production_fulfils_a_contract_of_its_own_a_new_one_too():
    game = twice().row(green=("green-01", ""), yellow=("yellow-06", ""), red=("red-01", ""))
    game.turn()
    assert game.company().fulfilled == ["red-01", "yellow-06"]
    fresh = twice().row(green=("green-01", ""), yellow=("yellow-11", ""), red=())
    fresh.state.piles["yellow"] = ["yellow-06", "yellow-01"]
    fresh.state.piles["red"] = []
    fresh.turn()
    assert fresh.company().fulfilled == ["yellow-11", "yellow-06"]


@pytest.mark.rule("TA-26.3")
def test_the_conditions_are_not_checked_again_and_it_must_be_another_powerhouse():
    game = twice().has(energy=3).row(green=("green-01", ""), yellow=(), red=())
    game.state.piles["green"] = []
    game.turn()
    assert game.company().energy == 3 + 13 + 6
    same = producing("germany").dam("B8L", 2, 2).conduit("8B")
    same.turn()
    assert (same.company().energy, same.state.dams["B8L"].drops) == (13, 2)


@pytest.mark.rule("TA-26.3", "TA-6.7")
def test_the_best_of_the_other_systems():
    game = twice().dam("B7U", 3, 3).conduit("7B")
    game.turn()
    assert game.company().energy == 13 + 9
    assert game.state.dams["B5U"].drops == 2


# --------------------------------------------------------------------------------------------------------------------
# France
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-26.5")
@pytest.mark.parametrize(
    ("row", "drops", "fulfilled"),
    [
        ({"green": ("green-03", ""), "yellow": ("yellow-11", "yellow-01"), "red": ("red-01", "")}, 1, "red-01"),
        ({"green": ("green-03", ""), "yellow": ("yellow-01", "yellow-11"), "red": ("red-06", "")}, 1, "yellow-11"),
        ({"green": ("green-13", ""), "yellow": ("yellow-01", "yellow-11"), "red": ("red-12", "")}, 2, "red-12"),
    ],
)
def test_for_france_every_contract_requires_3_less(row, drops, fulfilled):
    game = producing("france", drops=drops).row(**row)
    game.turn()
    assert game.company().fulfilled == [fulfilled]


@pytest.mark.rule("TA-26.5", "TA-6.6")
@pytest.mark.parametrize(("company", "produces"), [("france", True), ("italy", False)])
def test_the_condition_asks_for_3_less_too(company, produces):
    game = producing(company, drops=1).row(green=(), yellow=("yellow-11", ""), red=()).cards("8-4A-7")
    game.turn()
    assert (game.company().fulfilled == ["yellow-11"]) is produces


# --------------------------------------------------------------------------------------------------------------------
# Netherlands
# --------------------------------------------------------------------------------------------------------------------


def dutch(**options):
    return producing("netherlands", expansion=True, **options)


def drops(game):
    return {site: dam.drops for site, dam in game.state.dams.items() if dam.drops}


@pytest.mark.rule("TA-26.6", "TA-28.1")
def test_the_netherlands_fill_the_dam_whose_system_yields_most_next():
    game = dutch().dam("B5L", 3, 1).conduit("5A").dam("B7L", 3, 0).conduit("7B").dam("B1L", 3, 0).neutral("B8L", 3, 0)
    game.turn()
    assert drops(game) == {"B5L": 2}
    full = dutch().dam("B5L", 1, 1).conduit("5A").dam("B7L", 3, 0).conduit("7B").dam("B1L", 3, 0)
    full.turn()
    assert drops(full) == {"B5L": 1, "B7L": 1}


@pytest.mark.rule("TA-26.6")
def test_not_into_the_dam_just_used():
    game = dutch()
    game.turn()
    assert drops(game) == {}


@pytest.mark.rule("TA-26.7")
@pytest.mark.parametrize(("criteria", "filled"), [("1-1A-5", "B5L"), ("7-3B-6", "B7L"), ("8-8A-11", "B5L")])
def test_of_equal_dams_the_dam_column_decides(criteria, filled):
    game = (
        dutch().dam("B5L", 3, 0).conduit("5A").dam("B7L", 3, 0).conduit("7B").dam("B1L", 3, 0).cards(NO_BONUS, criteria)
    )
    game.turn()
    assert drops(game) == {filled: 1}


@pytest.mark.rule("TA-26.7")
@pytest.mark.parametrize(("criteria", "filled"), [("1-1A-5", "B1L"), ("8-8A-11", "B10L")])
def test_without_a_system_all_own_dams_with_room_but_the_one_used_are_compared(criteria, filled):
    """The number of drops in them does not matter."""
    game = dutch().dam("B1L", 1, 0).dam("B10L", 3, 0).dam("B2L", 1, 1).dam("B3L", 3, 2).cards(NO_BONUS, criteria)
    game.turn()
    assert drops(game) == {"B2L": 1, "B3L": 2, filled: 1}


@pytest.mark.rule("TA-26.6")
def test_a_weak_system_comes_before_a_fuller_dam_without_one():
    game = dutch().dam("B10L", 3, 0).conduit("10B").dam("B3L", 3, 2)
    game.turn()
    assert drops(game) == {"B10L": 1, "B3L": 2}
