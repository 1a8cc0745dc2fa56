"""Sections TA-3 and TA-5: the two cards of a turn, and how the action side is searched."""

import pytest

from tests.domain.barrage.automa.builder import Game

ALL = 20

# --------------------------------------------------------------------------------------------------------------------
# The deck
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-3.2", "TA-3.3", "TA-X.6", "TA-3.4")
def test_the_turned_card_determines_the_place_and_the_next_one_the_action():
    game = Game().pile("1-1A-5", "4-2B-11", "3-2A-7")
    game.turn()
    assert set(game.state.dams) == {"B1L"}
    assert (game.beside, game.unturned[0]) == ("1-1A-5", "4-2B-11")
    game.tiles("basic-base").turn()
    assert set(game.state.dams) == {"B1L", "B4L"}
    assert (game.beside, game.unturned[0]) == ("4-2B-11", "3-2A-7")
    turned = Game().pile("4-2B-11", "1-1A-5")
    turned.turn()
    assert set(turned.state.dams) == {"B4L"}


@pytest.mark.rule("TA-3.4", "TA-22.1")
def test_all_automas_turn_over_cards_of_one_pile():
    game = Game(3, "normal", "normal").pile("1-1A-5", "4-2B-11", "3-2A-7")
    game.turn(1)
    game.turn(2)
    assert {site: dam.owner for site, dam in game.state.dams.items()} == {"B1L": 1, "B4L": 2}
    assert (game.beside, game.unturned[0]) == ("4-2B-11", "3-2A-7")


@pytest.mark.rule("TA-3.5")
def test_when_no_action_side_is_left_all_cards_are_shuffled_and_one_is_turned_over():
    game = Game().pile("1-1A-5")
    game.turn()
    assert len(game.unturned) == ALL - 1
    assert game.beside not in game.unturned
    assert len({game.beside, *game.unturned}) == ALL


@pytest.mark.rule("TA-3.6", "TA-2.7")
def test_a_full_pile_serves_nineteen_turns():
    game = Game()
    order = [*game.unturned]
    assert len(set(order)) == ALL
    for number in range(ALL - 1):
        game.has(engineers=12, vp=0).turn()
        assert (game.beside, game.unturned) == (order[number], order[number + 1 :])
    game.has(engineers=12).turn()
    assert len(game.unturned) == ALL - 1


@pytest.mark.rule("TA-3.7", "TA-1.12")
def test_without_engineers_an_automa_passes_and_turns_nothing_over():
    game = Game().pile("1-1A-5", "4-2B-11").has(engineers=0)
    game.turn()
    assert game.company().passed
    assert [*game.unturned] == ["1-1A-5", "4-2B-11"]
    assert (game.company().vp, game.crews) == (50, {})


@pytest.mark.rule("TA-1.12")
def test_with_an_engineer_an_automa_takes_its_turn():
    game = Game().cards("1-1A-5").has(engineers=1)
    game.turn()
    assert not game.company().passed
    assert len(game.state.dams) == 1


# --------------------------------------------------------------------------------------------------------------------
# The search
# --------------------------------------------------------------------------------------------------------------------


def able(**options):
    """An automa that can produce, build a base and use the workshop."""
    game = Game(**options).dam("B6U", 1, 1).conduit("6A").powerhouse("P9-1")
    return game.tiles("basic-base", "basic-elevation").wheel(3, "basic-conduit").row(green=("green-03", ""))


def done(game):
    """The production and the buildings of an able automa."""
    company = game.company()
    return company.energy, company.built["base"] - 1, company.built["elevation"]


@pytest.mark.rule("TA-5.1", "TA-5.2", "TA-6.17", "TA-5.4")
def test_the_left_column_comes_first():
    game = able().cards("1-1A-5")
    game.turn()
    assert done(game) == (2, 0, 0)
    assert game.crews == {"TS-P2/left": 1}


@pytest.mark.rule("TA-5.1", "TA-5.2", "TA-9.18", "TA-5.4")
@pytest.mark.parametrize(("card", "built"), [("1-1A-5", (0, 1, 0)), ("7-3B-6", (0, 0, 1))])
def test_then_the_middle_column_from_the_top(card, built):
    game = able().cards(card)
    game.state.dams["B6U"].drops = 0
    game.turn()
    assert done(game) == built
    assert not any(space.startswith("WS") for space in game.crews)


@pytest.mark.rule("TA-5.1", "TA-5.2", "TA-10.5", "TA-5.4", "TA-5.5")
def test_then_the_right_column():
    game = able().tiles().cards("6-3A-5")
    game.state.dams["B6U"].drops = 0
    game.turn()
    assert game.company().tiles == ["basic-conduit"]
    assert (game.company().vp, game.crews["WS-1/left"]) == (45, 2)


@pytest.mark.rule("TA-5.1", "TA-10.4", "TA-X.13")
def test_at_last_the_left_half_of_the_divided_cell_and_then_the_right_one():
    game = Game().tiles().patents().wheel(1, "basic-base").cards("8-8A-11")
    game.turn()
    assert (game.crews, game.company().vp) == ({"WS-1/left": 1}, 50)
    assert game.company().tiles == ["basic-base"]
    game = Game().tiles().patents().cards("8-8A-11")
    game.turn()
    assert (game.crews, game.company().vp) == ({"BK": 1}, 51)


@pytest.mark.rule("TA-5.3", "TA-8.6", "TA-5.6")
def test_the_search_continues_after_the_contract_office():
    game = Game().cards("3-2A-7")
    game.turn()
    assert game.crews["CO-1/left"] == 1
    assert (len(game.state.dams), game.company().engineers) == (1, 9)
    scarce = Game().has(engineers=2).cards("3-2A-7")
    scarce.turn()
    assert (len(scarce.state.dams), scarce.company().engineers) == (1, 0)


@pytest.mark.rule("TA-5.3", "TA-7.13", "TA-5.6")
def test_the_search_continues_after_water_management_performed_or_not():
    game = Game().dam("B5L").tiles("basic-base").cards("1-1A-5")
    game.turn()
    assert game.crews["WM-2/left"] == 1
    assert (game.company().built["base"], game.company().engineers) == (2, 9)
    without = Game().tiles("basic-base").cards("1-1A-5")
    without.turn()
    assert "WM-2/left" not in without.crews
    assert (without.company().built["base"], without.company().engineers) == (1, 10)


@pytest.mark.rule("TA-5.7", "TA-14.1", "TA-14.2")
def test_an_automa_without_options_uses_the_bank():
    game = Game().tiles().patents().has(engineers=1).cards("8-8A-11")
    game.turn()
    assert (game.crews, game.company().vp) == ({"BK": 1}, 51)
    assert game.acting == 0


@pytest.mark.rule("TA-5.4", "TA-11.6", "TA-12.6")
@pytest.mark.parametrize(("card", "section"), [("4-2B-11", "MS-E/left"), ("3-2A-7", "PO-1")])
def test_the_machinery_shop_and_the_patent_office_end_the_turn(card, section):
    game = Game().tiles().wheel(4, "basic-base").patents("adv-base-1", "adv-conduit-1", "adv-elevation-1").cards(card)
    game.turn()
    assert game.crews[section] == 1
    assert not any(space.startswith(("WS", "BK")) for space in game.crews)
    assert game.acting == 0


@pytest.mark.rule("TA-5.4", "TA-13.5")
def test_external_works_end_the_turn():
    game = Game(expansion=True).tiles().cards("4-6B-10").has(excavators=1, mixers=0).works("work-a1")
    game.round(5)
    game.turn()
    assert game.company().fulfilled[:1] == ["work-a1"]
    assert not any(space.startswith(("WS", "BK", "MS")) for space in game.crews)


@pytest.mark.rule("TA-5.9", "TA-28.1")
def test_without_the_expansion_its_actions_are_skipped():
    game = Game().tiles("basic-base").patents("adv-base-1", "adv-wild-1", "adv-elevation-1").cards("5-10A-12")
    game.turn()
    assert game.crews == {"MS-E/left": 2}
    assert game.company().vp == 45
    game = Game().tiles().cards("4-2B-11")
    game.round(5)
    game.turn()
    assert game.crews == {"BK": 1}
