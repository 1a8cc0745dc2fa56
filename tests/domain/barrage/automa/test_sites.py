"""Sections TA-16 and TA-20: which of several sites an automa takes."""

import pytest

from tests.domain.barrage.automa.builder import Game, components

BASE, HILLS, ELEVATION, CONDUIT, POWERHOUSE = "1-1A-5", "2-1B-6", "8-4A-7", "5-10A-12", "8-8A-11"
"""Cards that build these; only bases are sought in the hills by the second."""


def chosen(structure, game, card, criteria):
    """The site on which a turn with these cards built the structure."""
    game.tiles(f"basic-{structure}").cards(card, criteria)
    before = {site: dam.level for site, dam in game.state.dams.items()} | game.state.built
    game.turn()
    after = {site: dam.level for site, dam in game.state.dams.items()} | game.state.built
    (site,) = (site for site in after if after[site] != before.get(site))
    return site


def base(game, criteria, card=BASE):
    return chosen("base", game, card, criteria)


def elevation(game, criteria):
    return chosen("elevation", game, ELEVATION, criteria)


def conduit(game, criteria):
    return chosen("conduit", game, CONDUIT, criteria)


def powerhouse(game, criteria):
    return chosen("powerhouse", game, POWERHOUSE, criteria)


def dams(*sites, **options):
    """Own dams that can be raised."""
    game = Game(**options)
    for site in sites:
        game.dam(site)
    return game


# --------------------------------------------------------------------------------------------------------------------
# Comparison
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-16.2")
@pytest.mark.parametrize(
    ("taken", "site", "vp"),
    [((), "P11-1", 50), (("P11-1",), "P11-2", 50), (("P11-1", "P11-2"), "P11-3", 47), (("P11-2",), "P11-1", 50)],
)
def test_of_a_basin_the_first_free_powerhouse_site_is_taken(taken, site, vp):
    game = Game().powerhouse(*taken, owner=0)
    assert powerhouse(game, "8-8A-11") == site
    assert game.company().vp == vp


@pytest.mark.rule("TA-16.2", "TA-16.11")
def test_both_base_spaces_of_a_basin_are_compared_and_the_free_one_is_taken_at_last():
    assert base(Game(), "1-1A-5") == "B1L"
    assert base(Game().neutral("B1L"), "1-1A-5") == "B1U"


@pytest.mark.rule("TA-16.2", "TA-9.12")
def test_own_dams_that_can_be_raised_are_compared():
    game = dams("B9L").dam("B5L", 3).dam("B6L", 1, owner=0).neutral("B7L", 2)
    assert elevation(game, "1-1A-5") == "B9L"


# --------------------------------------------------------------------------------------------------------------------
# Step 1: the last piece of a system
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-16.3", "TA-16.5", "TA-16.4")
def test_a_base_that_completes_a_system_comes_first():
    """Basin 2 has the strongest conduit and basin 1 the code, but from basin 5 one leads to the automa's powerhouse."""
    game = Game().conduit("5A", owner=0).conduit("2B").powerhouse("P8-1").neutral("B5L")
    assert base(game, "1-1A-5") == "B5U"
    other = Game().conduit("5A").conduit("2B").powerhouse("P8-1", owner=0)
    assert base(other, "1-1A-5") == "B2L"


@pytest.mark.rule("TA-16.3")
def test_of_several_sites_that_complete_only_those_stay():
    game = Game().conduit("5A", "7B", "2B").powerhouse("P8-1", "P12-1")
    assert base(game, "6-3A-5") == "B7L"


@pytest.mark.rule("TA-16.3", "TA-16.5", "TA-X.17")
def test_a_conduit_between_an_own_dam_and_an_own_powerhouse_comes_first():
    assert conduit(Game().dam("B5L").powerhouse("P8-1"), "1-1A-5") == "5A"
    assert conduit(Game().neutral("B5L", 2).powerhouse("P8-1"), "1-1A-5") == "5A"
    assert conduit(Game().dam("B5L", owner=0).powerhouse("P8-1"), "1-1A-5") == "1A"
    assert conduit(Game().neutral("B5L", 2).powerhouse("P8-1", owner=0), "1-1A-5") == "1A"


@pytest.mark.rule("TA-16.3", "TA-16.5")
def test_a_powerhouse_at_the_end_of_a_conduit_from_an_own_dam_comes_first():
    assert powerhouse(Game().dam("B5L").conduit("5A", owner=0).conduit("6A"), "1-5A-8") == "P8-1"
    assert powerhouse(Game().neutral("B5L", 2).conduit("5A").conduit("6A"), "1-5A-8") == "P8-1"
    assert powerhouse(Game().dam("B5L", owner=0).conduit("5A").conduit("6A"), "1-5A-8") == "P9-1"


@pytest.mark.rule("TA-16.5")
def test_an_elevation_completes_nothing():
    game = dams("B5L", "B1L").conduit("5A", "1B").powerhouse("P8-1")
    assert elevation(game, "1-1A-5") == "B1L"


# --------------------------------------------------------------------------------------------------------------------
# Step 2: the criteria
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-16.6", "TA-16.8", "TA-16.9", "TA-16.10", "TA-17.4", "TA-X.26")
def test_red_space_leaves_two_sites_and_the_code_decides():
    game = Game().neutral("B7U").neutral("B7L")
    assert base(game, "1-5A-8", HILLS) == "B5U"
    assert game.company().vp == 47


@pytest.mark.rule("TA-16.6", "TA-16.7")
def test_the_criteria_are_asked_from_the_top():
    """From basin 2 a conduit is built; the dam in basin 4 stands on a red space."""

    def position():
        return dams("B2L", "B4U").conduit("2A", owner=0).powerhouse("P12-1")

    assert elevation(position(), "1-1A-5") == "B2L"
    assert elevation(position(), "1-5A-8") == "B4U"


@pytest.mark.rule("TA-16.6")
def test_elevations_and_bases_share_a_column():
    assert base(Game(), "8-8A-11") == "B8L"
    assert elevation(dams("B1L", "B8L"), "8-8A-11") == "B8L"


@pytest.mark.rule("TA-16.8")
def test_several_that_fit_stay_for_the_next_criterion():
    """Both 5 and 6 have conduits of value 4; of these only 6 is linked to the powerhouse; 4 is, too, but has none."""
    game = dams("B4L", "B5L", "B6L").conduit("5B", "6A", owner=0).powerhouse("P7-1")
    assert elevation(game, "1-1A-5") == "B6L"


@pytest.mark.rule("TA-16.9")
def test_a_criterion_that_no_candidate_meets_changes_nothing():
    assert elevation(dams("B6L", "B5L"), "1-1A-5") == "B5L"
    assert elevation(dams("B6L", "B5L").powerhouse("P9-1"), "1-1A-5") == "B6L"


@pytest.mark.rule("TA-16.12")
def test_the_alternative_counts_only_if_no_candidate_meets_the_first_half():
    """From basin 6 one conduit leads to the automa's dam, another to an opponent's."""
    game = Game().dam("B9L").dam("B7L", owner=0).dam("B8U", owner=0).dam("B8L", owner=0)
    assert base(game, "3-6A-9") == "B6L"


@pytest.mark.rule("TA-16.13", "TA-18.3")
@pytest.mark.parametrize(("kinds", "site"), [("own neutral other", "2B"), ("neutral other", "1A"), ("other", "3A")])
def test_the_best_class_that_occurs_stays(kinds, site):
    game = Game()
    if "own" in kinds:
        game.dam("B2L")
    if "neutral" in kinds:
        game.neutral("B1L")
    game.dam("B3L", owner=0)
    assert conduit(game, "1-5A-8") == site
    assert conduit(Game().neutral("B3L").dam("B1L", owner=0), "1-5A-8") == "3A"


# --------------------------------------------------------------------------------------------------------------------
# Step 3: the code
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-20.1", "TA-20.2", "TA-16.10")
@pytest.mark.parametrize(
    ("own", "criteria", "site"),
    [
        (("B1L", "B4L", "B9L"), "4-2B-11", "B4L"),
        (("B1L", "B3L", "B9L"), "4-2B-11", "B9L"),
        (("B1L", "B3L"), "4-2B-11", "B1L"),
        (("B2L", "B9L"), "10-9B-11", "B2L"),
        (("B10L", "B1L"), "10-9B-11", "B10L"),
    ],
)
def test_from_the_code_up_to_10_and_then_from_1(own, criteria, site):
    assert elevation(dams(*own), criteria) == site


@pytest.mark.rule("TA-20.3", "TA-X.19")
@pytest.mark.parametrize(
    ("left", "criteria", "site"),
    [
        (("7A", "8B", "1A"), "7-7B-11", "8B"),
        (("10A", "10B"), "10-10B-12", "10B"),
        (("1A", "9A", "9B"), "10-10B-12", "9B"),
        (("6B", "7A"), "7-7B-11", "6B"),
    ],
)
def test_the_conduit_sites_one_after_the_other(left, criteria, site):
    game = Game()
    game.state.built |= dict.fromkeys(set(components.conduit_site) - set(left), 1)
    assert conduit(game, criteria) == site


@pytest.mark.rule("TA-20.1", "TA-20.4", "TA-X.18")
@pytest.mark.parametrize(("left", "site"), [((5, 8, 10), "P5-1"), ((5, 8, 12), "P12-1"), ((6, 10), "P6-1")])
def test_from_the_code_up_to_12_and_then_from_5(left, site):
    game = Game()
    taken = {site.id: 1 for site in components.powerhouse_sites if site.basin not in left}
    game.state.built |= taken
    assert powerhouse(game, "4-2B-11") == site


@pytest.mark.rule("TA-20.5", "TA-9.6")
def test_numbers_of_sites_that_cannot_be_taken_are_passed_over():
    """Code 1: basin 1 is full, basin 2 has a base of the automa, 3 and 4 are too expensive."""
    game = Game().dam("B1U", owner=0).neutral("B1L").dam("B2L").has(excavators=4)
    assert base(game, "1-1A-5") == "B5L"
    assert base(Game(), "1-1A-5", HILLS) == "B5L"
