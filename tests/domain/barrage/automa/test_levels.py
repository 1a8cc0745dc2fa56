"""Sections TA-22 to TA-24, and additions and restrictions of the levels (TA-1)."""

import pytest

from domain.barrage.model.facts import IncomeGained
from tests.domain.barrage.automa.builder import Game

LEVELS = ("low_voltage", "normal", "high_voltage", "overpowered")


def with_income(level):
    """The second base of Germany opens an income of 3 points."""
    return Game(2, level).named("germany").dam("B8L", 1, 1).tiles("basic-base").cards("1-1A-5")


@pytest.mark.rule("TA-23.1", "TA-9.11", "TA-3.1", "TA-24.1")
@pytest.mark.parametrize(("level", "vp"), [("low_voltage", 0), ("normal", 3), ("high_voltage", 3), ("overpowered", 3)])
def test_only_at_low_voltage_there_is_no_income(level, vp):
    game = with_income(level)
    game.turn()
    assert game.company().vp == 50 + vp
    income = [fact for fact in game.rest() if isinstance(fact, IncomeGained) and fact.changes]
    assert [fact.seat for fact in income] == ([game.seat] if vp else [])


@pytest.mark.rule("TA-23.1")
@pytest.mark.parametrize(
    ("structure", "card", "site"),
    [("elevation", "6-3A-5", "B9L"), ("conduit", "5-10A-12", "2B"), ("base", "1-1A-5", "B8L")],
)
def test_no_income_covers_elevations_and_conduits_too(structure, card, site):
    for level, vp in (("low_voltage", 50), ("normal", 53)):
        company = {"elevation": "france", "conduit": "usa", "base": "germany"}[structure]
        game = Game(2, level).named(company).tiles(f"basic-{structure}").cards(card)
        game = game.conduit(site) if structure == "conduit" else game.dam(site, 1, 1)
        game.company().built[structure] = 1
        game.turn()
        assert game.company().built[structure] == 2
        assert game.company().vp == vp


@pytest.mark.rule("TA-23.2", "TA-1.8")
@pytest.mark.parametrize(("level", "energy"), [("low_voltage", 4), ("normal", 7), ("high_voltage", 7)])
def test_the_bonus_of_the_company_board(level, energy):
    game = Game(2, level).named("france").tiles().dam("B6U", 2, 2).conduit("6B").cards("6-3A-5")
    game.powerhouse("P7-1", "P5-1", "P6-1", "P8-1").row(green=("green-01", ""), yellow=(), red=()).turn()
    assert game.company().energy == energy


@pytest.mark.rule("TA-23.2")
def test_without_the_bonus_a_contract_may_be_out_of_reach():
    for level, produces in (("low_voltage", False), ("normal", True)):
        game = Game(2, level).tiles().dam("B6U", 1, 1).conduit("6B").cards("6-3A-5")
        game.powerhouse("P7-1", "P5-1").row(green=("green-10", "green-13")).turn()
        assert (game.company().fulfilled == ["green-10"]) is produces


@pytest.mark.rule("TA-23.3", "TA-1.10", "TA-1.7", "TA-25.1", "TA-25.2")
@pytest.mark.parametrize("level", LEVELS)
def test_the_effects_of_tiles_and_the_companys_power(level):
    with_effects = level in ("high_voltage", "overpowered")
    game = Game(2, level).tiles("adv-wild-3").cards("1-1A-5")
    game.turn()
    assert game.company().vp == (53 if with_effects else 50)
    game = Game(2, level).named("italy").tiles().dam("B5U", 2, 2).conduit("5A").cards("6-3A-5")
    game.powerhouse("P8-1", "P12-1", "P6-1").row(green=("green-01", ""), yellow=(), red=()).turn()
    assert game.company().energy == 6 + (level != "low_voltage") + (3 if with_effects else 0)


@pytest.mark.rule("TA-1.6", "TA-27.1")
@pytest.mark.parametrize("level", LEVELS)
def test_only_at_overpowered_an_officer_is_of_use(level):
    """Wilhelm Adler's bases cost 3 excavators."""
    game = Game(2, level).named("usa", "wilhelm_adler").tiles("basic-base").has(excavators=3).cards("1-1A-5")
    game.turn()
    assert set(game.state.dams) == ({"B1L"} if level == "overpowered" else {"B8L"})


@pytest.mark.rule("TA-22.3", "TA-2.9")
def test_each_automa_has_its_own_level():
    game = Game(3, "low_voltage", "high_voltage").named("germany").named("germany", seat=2)
    for seat, criteria, vp in ((1, "1-1A-5", 50), (2, "8-8A-11", 53)):
        game.tiles("adv-wild-3", seat=seat).cards("1-1A-5", criteria).turn(seat)
        assert game.company(seat).vp == vp


@pytest.mark.rule("TA-22.2", "TA-0.6")
def test_automas_are_opponents_of_each_other():
    game = Game(3, "normal", "normal").dam("B3L", owner=2).tiles("basic-conduit").cards("5-10A-12", "6-7A-10")
    game.turn()
    assert game.state.built["3B"] == game.seat
