"""Section TA-6: production by an automa: its condition, its system and the contract that it fulfils."""

import pytest

from domain.barrage.model.changes import DropFlowed
from domain.barrage.model.commands import Produce, UseSpace
from tests.domain.barrage.automa.builder import Game, changes

NO_BONUS = "6-3A-5"
"""A card that produces green contracts without a modifier; nothing else on it can be done here but the bank's kind."""


def system(drops=2, level=3, seats=2, **options):
    """A dam in basin 6, a conduit of value 2 and a powerhouse at its end, in basin 7; green contracts for 3 and 4."""
    game = Game(seats, **options).dam("B6U", level, drops).conduit("6B").powerhouse("P7-1")
    return game.tiles().cards(NO_BONUS)


def produced(game):
    """Whether a turn of the automa was a production."""
    game.turn()
    return any(space.startswith("TS-") for space in game.crews)


# --------------------------------------------------------------------------------------------------------------------
# The system
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-6.1", "TA-0.10")
def test_a_system_is_a_dam_with_water_a_conduit_and_a_powerhouse_joined():
    assert produced(system())
    assert not produced(system(drops=0))
    assert not produced(Game().tiles().dam("B6U", 3, 2).conduit("6B").powerhouse("P9-1").cards(NO_BONUS))
    assert not produced(Game().tiles().dam("B6U", 3, 2).powerhouse("P7-1").cards(NO_BONUS))
    assert not produced(Game().tiles().dam("B5U", 3, 2).conduit("6B").powerhouse("P7-1").cards(NO_BONUS))


@pytest.mark.rule("TA-0.10", "TA-0.6")
def test_the_dam_is_own_or_neutral_the_powerhouse_own_and_the_conduit_any_players():
    assert produced(Game().tiles().neutral("B6L", 3, 2).conduit("6B", owner=0).powerhouse("P7-1").cards(NO_BONUS))
    assert not produced(Game().tiles().dam("B6L", 3, 2, owner=0).conduit("6B").powerhouse("P7-1").cards(NO_BONUS))
    assert not produced(Game().tiles().dam("B6L", 3, 2).conduit("6B").powerhouse("P7-1", owner=0).cards(NO_BONUS))


@pytest.mark.rule("TA-6.1")
@pytest.mark.parametrize(("drops", "energy"), [(1, 0), (2, 1)])
def test_the_energy_is_at_least_1(drops, energy):
    """France with three powerhouses fulfils contracts for 2 with any energy."""
    game = Game(2, "high_voltage").named("france", "").dam("B9U", 2, drops).conduit("9A").tiles()
    game.powerhouse("P11-1", "P5-1", "P6-1").row(green=("green-03", "green-01")).cards("1-1A-5")
    assert produced(game) is bool(energy)
    assert game.company().energy == energy


# --------------------------------------------------------------------------------------------------------------------
# The energy track
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-6.2", "TA-6.3")
@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("short", "other", "produces"), [(1, 0, True), (0, -1, False), (0, 1, True)])
def test_the_leader_rests_once_it_has_reached_the_section_of_the_round(round_, short, other, produces):
    energy = 6 * round_ - short
    game = system().has(energy=energy).has(seat=0, energy=energy + other)
    game.round(round_)
    assert produced(game) is produces


@pytest.mark.rule("TA-6.4")
def test_sharing_the_lead_is_not_leading():
    assert produced(system().has(energy=9).has(seat=0, energy=9))
    assert not produced(system(seats=3).has(energy=9).has(seat=0, energy=8).has(seat=1, energy=8))
    assert produced(system(seats=3).has(energy=9).has(seat=0, energy=8).has(seat=1, energy=9))


# --------------------------------------------------------------------------------------------------------------------
# How much energy
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-6.5", "TA-1.8")
@pytest.mark.parametrize(
    ("card", "energy"), [("1-1A-5", 4), ("3-2A-7", 5), ("6-3A-5", 6), ("3-6A-9", 7), ("5-9A-8", 8)]
)
@pytest.mark.parametrize(("powerhouses", "bonus"), [((), 0), (("P5-1",), 1), (("P5-1", "P6-1", "P8-1"), 3)])
def test_value_times_drops_with_the_modifier_and_the_bonus_of_the_board(card, energy, powerhouses, bonus):
    game = system(drops=3).powerhouse(*powerhouses).cards(card).row(green=("green-03", "green-02"), yellow=(), red=())
    assert produced(game)
    assert game.company().energy == energy + bonus


@pytest.mark.rule("TA-6.6")
@pytest.mark.parametrize(("requirement", "produces"), [("yellow-12", False), ("yellow-06", True)])
def test_a_contract_of_the_colour_must_be_within_reach(requirement, produces):
    row = {"green": ("green-03", "green-02"), "yellow": (requirement, ""), "red": ()}
    assert produced(system(drops=3).row(**row).cards("8-4A-7")) is produces


@pytest.mark.rule("TA-6.6")
def test_national_contracts_do_not_count_as_the_colour():
    row = {"green": ("green-03", "green-02"), "yellow": ("yellow-06", ""), "red": ()}
    game = Game().tiles().dam("B1U", 3, 3).conduit("1A").powerhouse("P8-1").row(**row).national("national-5")
    assert not produced(game.cards("9-8B-12"))


@pytest.mark.rule("TA-6.7", "TA-6.9")
def test_the_best_system_produces_with_all_its_drops():
    game = system(drops=2).dam("B5U", 3, 3).conduit("5A").powerhouse("P8-1").dam("B9L", 2, 2).conduit("9A")
    game.powerhouse("P11-1").row(green=("green-03", "green-02"), yellow=(), red=()).turn()
    drops = {site: dam.drops for site, dam in game.state.dams.items()}
    assert drops == {"B6U": 2, "B5U": 0, "B9L": 2}
    assert game.company().energy == 3 * 3 + 1


# --------------------------------------------------------------------------------------------------------------------
# Ties between systems
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-6.8")
@pytest.mark.parametrize(("own", "neutral"), [("B6U", "B6L"), ("B6L", "B6U")])
def test_water_of_a_neutral_dam_goes_before_own_water(own, neutral):
    game = Game().tiles().dam(own, 2, 2).neutral(neutral, 2, 2).conduit("6B").powerhouse("P7-1").cards(NO_BONUS)
    game.turn()
    assert (game.state.dams[own].drops, game.state.dams[neutral].drops) == (2, 0)


@pytest.mark.rule("TA-6.8")
def test_more_energy_goes_before_neutral_water():
    game = Game().tiles().dam("B6U", 3, 3).neutral("B6L", 2, 2).conduit("6B").powerhouse("P7-1").cards(NO_BONUS)
    game.turn()
    assert (game.state.dams["B6U"].drops, game.state.dams["B6L"].drops) == (0, 2)


@pytest.mark.rule("TA-6.8", "TA-18.1", "TA-18.2")
@pytest.mark.parametrize(("criteria", "used"), [("1-1A-5", "B6U"), ("6-7A-10", "B7U")])
def test_then_the_conduits_criteria_decide(criteria, used):
    """Value 4 with one drop against value 2 with two: the first card prefers the highest, the second the next."""
    game = Game().tiles().dam("B6U", 1, 1).conduit("6A").powerhouse("P9-1")
    game.dam("B7U", 2, 2).conduit("7A").powerhouse("P10-1").cards(NO_BONUS, criteria)
    game.turn()
    assert game.state.dams[used].drops == 0
    assert sum(dam.drops for dam in game.state.dams.values()) in (1, 2)


@pytest.mark.rule("TA-6.8", "TA-20.3")
@pytest.mark.parametrize(("criteria", "used"), [("1-1A-5", "B6U"), ("4-6B-10", "B6U"), ("6-7A-10", "B7U")])
def test_at_last_the_code_of_the_conduits(criteria, used):
    game = Game().tiles().dam("B6U", 2, 2).conduit("6B").powerhouse("P7-1")
    game.dam("B7U", 2, 2).conduit("7A").powerhouse("P10-1").cards(NO_BONUS, criteria)
    game.turn()
    assert game.state.dams[used].drops == 0


# --------------------------------------------------------------------------------------------------------------------
# Results
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-6.9", "TA-0.4", "TA-0.5")
def test_the_drops_flow_on_from_the_powerhouse():
    game = system(drops=2).dam("B10L", 1, 0, owner=0)
    facts = game.turn()
    flows = changes(facts, DropFlowed)
    assert [(flow.start, flow.stop) for flow in flows] == [("B6U", "B10L"), ("B6U", "")]


@pytest.mark.rule("TA-6.9", "TA-1.5", "TA-1.3")
def test_a_foreign_conduit_costs_a_point_for_each_drop():
    game = Game().tiles().dam("B6U", 2, 2).conduit("6B", owner=0).powerhouse("P7-1").cards(NO_BONUS)
    game.row(green=("green-02", ""), yellow=(), red=()).has(seat=0, credits=7, vp=20)
    game.turn()
    assert (game.company().vp, game.company().credits) == (48, 0)
    assert (game.company(0).credits, game.company(0).vp) == (9, 22)


@pytest.mark.rule("TA-1.5", "TA-22.2")
def test_automas_pay_each_other_in_points():
    game = (
        Game(3, "normal", "normal").tiles().dam("B6U", 2, 2).conduit("6B", owner=2).powerhouse("P7-1").cards(NO_BONUS)
    )
    game.row(green=("green-02", ""), yellow=(), red=()).has(seat=2, vp=20)
    game.turn()
    assert game.company().vp == 48
    assert (game.company(2).credits, game.company(2).vp) == (0, 24)


@pytest.mark.rule("TA-1.4", "TA-1.3")
def test_a_person_pays_credits_for_an_automas_conduit_which_gains_points_for_them():
    game = Game().dam("B6U", 2, 2, owner=0).conduit("6B").powerhouse("P7-1", owner=0).has(seat=0, credits=7, vp=20)
    game.to_move(0)
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=2))
    assert (game.company(0).credits, game.company(0).vp) == (5, 20)
    assert (game.company().credits, game.company().vp) == (0, 50 + 2 + 2)


@pytest.mark.rule("TA-6.16", "TA-6.17")
def test_its_engineers_go_to_the_turbine_station_and_the_turn_is_over():
    game = system().used("TS-P2/left")
    game.tiles("basic-base", "basic-elevation").turn()
    assert game.crews["TS-0/left"] == 2
    assert (game.company().engineers, game.company().built["base"], game.acting) == (10, 1, 0)


# --------------------------------------------------------------------------------------------------------------------
# The contract
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-6.10", "TA-6.11", "TA-6.12", "TA-X.7", "TA-1.9")
def test_the_highest_contract_within_reach_of_any_colour_the_right_one_on_a_tie():
    game = Game().tiles().dam("B5U", 2, 2).conduit("5A").powerhouse("P8-1").cards("5-9A-8")
    game.row(red=("red-01", "red-05"), yellow=("yellow-11", "yellow-12")).turn()
    assert game.company().fulfilled == ["red-05"]
    assert (game.company().energy, game.company().vp) == (8 + 5, 54)
    game = Game().tiles().dam("B5U", 2, 2).conduit("5A").powerhouse("P8-1").cards("5-9A-8")
    game.row(red=("red-05", "red-01"), yellow=("yellow-11", "yellow-12")).turn()
    assert game.company().fulfilled == ["red-01"]


@pytest.mark.rule("TA-6.10")
def test_a_production_fulfils_one_contract_and_none_above_its_energy():
    game = system(drops=3).row(green=("green-10", "green-13"), yellow=("yellow-01", "yellow-11"))
    game.turn()
    assert game.company().fulfilled == ["yellow-01"]


@pytest.mark.rule("TA-6.10", "TA-6.12", "TA-6.14")
@pytest.mark.parametrize(
    ("national", "fulfilled"),
    [(("national-1", "national-2"), "national-2"), (("national-2", "national-1"), "national-1")],
)
def test_national_contracts_are_among_them(national, fulfilled):
    game = Game(3).tiles().dam("B1U", 3, 3).conduit("1A").powerhouse("P8-1").national(*national).cards(NO_BONUS)
    game.turn()
    assert game.company().fulfilled == [fulfilled]
    assert fulfilled not in game.state.displays["national"]
    assert sum(map(bool, game.state.displays["national"])) == 1


@pytest.mark.rule("TA-6.13", "TA-15.1", "TA-15.2", "TA-1.1")
def test_the_reward_comes_at_once():
    game = system(drops=2).row(green=("green-13", "green-03"), yellow=(), red=()).has(excavators=3)
    game.turn()
    assert (game.company().vp, game.company().excavators) == (55, 4)


@pytest.mark.rule("TA-6.14", "TA-6.15")
def test_the_contract_is_kept_and_the_next_of_its_colour_takes_its_place():
    game = system(drops=2).row(green=("green-13", "green-03"))
    game.state.piles["green"] = ["green-01", "green-02"]
    game.turn()
    assert game.company().fulfilled == ["green-13"]
    assert game.company().contracts == []
    assert game.state.displays["green"] == ["green-01", "green-03"]
    assert game.state.piles["green"] == ["green-02"]
