"""Sections TA-17 to TA-19: the criteria."""

import pytest

from tests.domain.barrage.automa.builder import Game
from tests.domain.barrage.automa.test_sites import base, conduit, dams, elevation, powerhouse

# --------------------------------------------------------------------------------------------------------------------
# Bases and elevations
# --------------------------------------------------------------------------------------------------------------------

STRONGEST, BELOW, RED, LEADS, WATER = "1-1A-5", "10-10B-12", "2-5B-9", "3-6A-9", "8-8A-11"
"""Cards whose first criterion for dams it is."""


@pytest.mark.rule("TA-17.1")
def test_the_most_powerful_conduit_that_starts_there_may_be_any_players():
    assert elevation(dams("B1L", "B5L", "B6L").conduit("5A").conduit("6A", owner=0), STRONGEST) == "B6L"
    assert elevation(dams("B1L", "B5L", "B6L").conduit("5A").conduit("6B", owner=0), STRONGEST) == "B5L"
    assert base(Game().conduit("9A", owner=0), STRONGEST) == "B9L"


@pytest.mark.rule("TA-17.1")
def test_among_equal_conduits_an_own_one_comes_first():
    assert elevation(dams("B5L", "B7L").conduit("5A", owner=0).conduit("7B"), STRONGEST) == "B7L"
    assert elevation(dams("B5L", "B7L").conduit("5A").conduit("7B", owner=0), "7-3B-6") == "B5L"
    assert elevation(dams("B5L", "B7L").conduit("5A", "7B", owner=0), STRONGEST) == "B5L"


@pytest.mark.rule("TA-17.2", "TA-0.9", "TA-0.8")
def test_an_own_powerhouse_is_linked_by_a_conduit_built_or_not():
    assert elevation(dams("B5L", "B6L").powerhouse("P9-1"), STRONGEST) == "B6L"
    assert elevation(dams("B5L", "B6L").powerhouse("P9-1", owner=0), STRONGEST) == "B5L"
    game = dams("B1L", "B2L", "B5L").powerhouse("P10-1")
    assert elevation(game, "6-3A-5") == "B2L"


@pytest.mark.rule("TA-17.3", "TA-0.11")
@pytest.mark.parametrize("owner", [0, 1])
def test_below_a_powerhouse_of_any_owner(owner):
    assert elevation(dams("B10L", "B9L").powerhouse("P5-1", owner=owner), BELOW) == "B9L"
    assert elevation(dams("B10L", "B9L").powerhouse("P9-1", owner=owner), BELOW) == "B9L"
    assert elevation(dams("B10L", "B9L").powerhouse("P11-1", owner=owner), BELOW) == "B10L"


@pytest.mark.rule("TA-17.3", "TA-0.11")
@pytest.mark.parametrize("between", ["B5U", "B5L", "B9U"])
@pytest.mark.parametrize("drops", [0, 1])
def test_another_dam_in_between_cuts_it_off_full_or_not(between, drops):
    game = dams("B10L", "B9L").powerhouse("P5-1", owner=0).dam(between, 1, drops, owner=0)
    assert elevation(game, BELOW) == "B10L"
    neutral = dams("B10L", "B9L").powerhouse("P5-1", owner=0).neutral(between, 1, drops)
    assert elevation(neutral, BELOW) == "B10L"


@pytest.mark.rule("TA-17.3")
def test_a_base_below_a_powerhouse():
    assert base(Game().powerhouse("P6-1", owner=0).dam("B6U", owner=0), BELOW) == "B10L"
    assert base(Game().powerhouse("P6-1", owner=0).dam("B10U", owner=0), BELOW) == "B6L"


@pytest.mark.rule("TA-17.4")
def test_a_red_space():
    assert elevation(dams("B5L", "B6U"), RED) == "B6U"
    assert base(Game(), RED) == "B2U"


@pytest.mark.rule("TA-17.5", "TA-0.9")
def test_a_conduit_built_or_not_leads_to_an_own_dam():
    assert base(Game().dam("B9L"), LEADS) == "B6L"
    assert base(Game().dam("B9L").conduit("6A", owner=0).dam("B6U", owner=0), LEADS) == "B6L"


@pytest.mark.rule("TA-17.5")
def test_otherwise_no_conduit_leads_to_an_opponents_dam():
    assert base(Game().dam("B6L", owner=0), LEADS) == "B4L"
    assert base(Game().neutral("B6L", 2), LEADS) == "B3L"
    assert base(Game().dam("B7L", owner=0), "4-6B-10") == "B5L"


@pytest.mark.rule("TA-17.6")
def test_the_most_water_of_the_coming_flow():
    assert elevation(dams("B8L", "B5L").drops(A=1, B=2), WATER) == "B5L"
    assert elevation(dams("B8L", "B5L").drops(A=2, B=1), WATER) == "B8L"
    assert elevation(dams("B8L", "B5L"), WATER) == "B8L"
    assert elevation(dams("B8L", "B5L").dam("B2L", 2, owner=0).drops(A=1, B=2), WATER) == "B8L"


@pytest.mark.rule("TA-17.6")
def test_water_that_only_passes_counts():
    game = dams("B8L").dam("B5L", 1, 1).drops(A=1, B=3)
    assert elevation(game, WATER) == "B5L"
    assert base(Game().drops(C=2), WATER) == "B10L"


@pytest.mark.rule("TA-17.6")
def test_on_a_tie_the_headstreams_of_the_card_decide():
    """The card's headstreams are B, A, D, C, its code is 8."""
    assert elevation(dams("B8L", "B5L").drops(A=1, B=1), WATER) == "B5L"
    assert elevation(dams("B8L", "B7L").drops(A=1, D=1), WATER) == "B8L"
    assert elevation(dams("B6L", "B7L").drops(C=1, D=1), WATER) == "B7L"
    assert elevation(dams("B9L").dam("B5L", 1, 1).drops(B=1), WATER) == "B9L"


# --------------------------------------------------------------------------------------------------------------------
# Conduits
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-18.1")
def test_the_highest_value():
    assert conduit(Game(), "1-1A-5") == "1A"
    assert conduit(Game(), "2-1B-6") == "2B"
    assert conduit(Game().conduit("1A", "2B", "4B", owner=0), "1-1A-5") == "1B"


@pytest.mark.rule("TA-18.2")
def test_the_second_highest_value():
    assert conduit(Game(), "5-9A-8") == "1B"
    assert conduit(Game().has(excavators=6), "5-9A-8") == "10A"
    assert conduit(Game().has(excavators=3), "5-9A-8") == "9A"


DAM_OWN, DAM_OTHER, HOUSE_OWN, HOUSE_OTHER = "1-5A-8", "6-7A-10", "6-3A-5", "8-8A-11"
"""Cards whose first criterion for conduits it is."""


@pytest.mark.rule("TA-18.4", "TA-16.13")
def test_a_dam_of_an_opponent_first():
    assert conduit(Game().dam("B2L").neutral("B1L").dam("B3L", owner=0), DAM_OTHER) == "3B"
    assert conduit(Game().dam("B2L").neutral("B1L"), DAM_OTHER) == "1B"
    assert conduit(Game().dam("B1L").neutral("B3L"), DAM_OTHER) == "3B"
    assert conduit(Game().dam("B2L"), DAM_OTHER) == "2A"


@pytest.mark.rule("TA-18.5")
def test_an_own_powerhouse_first():
    assert conduit(Game().powerhouse("P8-1").powerhouse("P9-1", owner=0), HOUSE_OWN) == "1A"
    assert conduit(Game().powerhouse("P9-1", owner=0), HOUSE_OWN) == "6A"


@pytest.mark.rule("TA-18.6")
def test_a_powerhouse_of_an_opponent_first():
    assert conduit(Game().powerhouse("P8-1").powerhouse("P9-1", owner=0), HOUSE_OTHER) == "8B"
    assert conduit(Game().powerhouse("P8-1"), HOUSE_OTHER) == "5A"


@pytest.mark.rule("TA-18.7")
def test_a_site_counts_with_the_best_it_offers():
    mixed = Game().dam("B2U", owner=0).dam("B2L").dam("B3L", owner=0).neutral("B1L")
    assert conduit(mixed, DAM_OWN) == "2B"
    mixed = Game().dam("B2U", owner=0).dam("B2L").dam("B3L").neutral("B1L")
    assert conduit(mixed, DAM_OTHER) == "2A"
    mixed = Game().powerhouse("P8-1", owner=0).powerhouse("P8-2").powerhouse("P9-1", owner=0)
    assert conduit(mixed, HOUSE_OWN) == "1A"
    mixed = Game().powerhouse("P8-1", owner=0).powerhouse("P8-2").powerhouse("P9-1")
    assert conduit(mixed, HOUSE_OTHER) == "5A"


# --------------------------------------------------------------------------------------------------------------------
# Powerhouses
# --------------------------------------------------------------------------------------------------------------------

TO_STRONGEST, OWN_DAM, FEEDS, SPARES = "1-5A-8", "9-8B-12", "2-1B-6", "3-2A-7"
"""Cards whose first criterion for powerhouses it is."""


@pytest.mark.rule("TA-19.1")
def test_the_most_powerful_conduit_that_leads_there():
    assert powerhouse(Game().conduit("6A", owner=0).conduit("5A"), TO_STRONGEST) == "P9-1"
    assert powerhouse(Game().conduit("5A", owner=0).conduit("8A"), TO_STRONGEST) == "P11-1"
    assert powerhouse(Game().conduit("10B", owner=0), TO_STRONGEST) == "P12-1"


@pytest.mark.rule("TA-19.2", "TA-0.9", "TA-0.8")
def test_linked_to_an_own_dam_by_a_conduit_built_or_not():
    assert powerhouse(Game().dam("B6L"), OWN_DAM) == "P7-1"
    assert powerhouse(Game().dam("B6L", owner=0), OWN_DAM) == "P12-1"


@pytest.mark.rule("TA-19.3", "TA-0.11")
def test_the_first_dam_below_is_own():
    assert powerhouse(Game().dam("B9L"), FEEDS) == "P9-1"
    assert powerhouse(Game().dam("B9L").dam("B5L", owner=0), FEEDS) == "P9-1"
    assert powerhouse(Game().dam("B9U", owner=0).dam("B9L").dam("B8L"), FEEDS) == "P8-1"
    assert powerhouse(Game().dam("B10L"), "2-1B-6") == "P6-1"
    assert powerhouse(Game().dam("B10L").dam("B10U", 1, 1, owner=0), "2-1B-6") == "P11-1"


@pytest.mark.rule("TA-19.3")
def test_otherwise_it_is_not_an_opponents():
    assert powerhouse(Game().dam("B10L", owner=0), FEEDS) == "P8-1"
    assert powerhouse(Game().neutral("B10L", 3), FEEDS) == "P6-1"


@pytest.mark.rule("TA-19.4")
def test_an_opponents_dam_is_spared():
    assert powerhouse(Game().dam("B10L", owner=0), SPARES) == "P8-1"
    assert powerhouse(Game().neutral("B10L", 3), SPARES) == "P7-1"


@pytest.mark.rule("TA-19.4")
def test_an_own_dam_below_is_none_of_an_opponents():
    game = Game().powerhouse("P11-1", "P12-1").dam("B9U")
    for basin in (5, 6, 7, 8, 10):
        game.dam(f"B{basin}L", owner=0)
    assert powerhouse(game, SPARES) == "P9-1"


@pytest.mark.rule("TA-19.5")
@pytest.mark.parametrize(("criteria", "site"), [("6-3A-5", "P5-1"), ("7-3B-6", "P6-1"), ("8-4A-7", "P7-1")])
def test_a_basin_of_the_hills(criteria, site):
    """A conduit leads to basin 9, which would be the next criterion."""
    assert powerhouse(Game().conduit("6A", owner=0), criteria) == site


@pytest.mark.rule("TA-19.6")
def test_in_the_plains():
    assert powerhouse(Game().conduit("1B", "8B", owner=0), "9-4B-12") == "P9-1"
