"""Section TA-7: on which headstreams an automa puts drops."""

import pytest

from tests.domain.barrage.automa.builder import Game

LATER, NOW = "1-1A-5", "2-1B-6"
"""Cards with two drops that wait, and with one drop that flows at once."""
ABCD, CDAB, DABC, BADC = "1-1A-5", "3-2A-7", "4-2B-11", "8-4A-7"
"""Cards by the order of their headstreams."""


def placed(game, card=LATER, criteria=ABCD):
    """The drops that a turn put onto headstreams and that still lie there."""
    before = dict(game.state.headstreams)
    game.tiles().cards(card, criteria).turn()
    return "".join(name * (drops - before[name]) for name, drops in game.state.headstreams.items())


@pytest.mark.rule("TA-7.1", "TA-7.12", "TA-X.8")
def test_a_drop_goes_where_it_reaches_an_own_dam_with_room():
    game = Game().dam("B5L", 1, 0)
    assert placed(game) == "B"
    assert game.crews["WM-2/left"] == 1


@pytest.mark.rule("TA-7.1", "TA-7.12")
def test_otherwise_nothing_is_placed():
    for game in (Game(), Game().dam("B5L", 1, 1), Game().neutral("B5L", 2, 0), Game().dam("B5L", 2, 0, owner=0)):
        assert placed(game) == ""
        assert "WM-2/left" not in game.crews


@pytest.mark.rule("TA-7.1", "TA-7.3", "TA-7.11")
def test_a_drop_that_flows_at_once_comes_to_rest_at_once():
    game = Game().dam("B5L", 2, 0)
    assert placed(game, NOW) == ""
    assert game.state.dams["B5L"].drops == 1
    assert game.crews["WM-2/left"] == 1


@pytest.mark.rule("TA-7.4", "TA-7.5")
def test_drops_that_wait_already_flow_before_those_that_will():
    assert placed(Game().dam("B5L", 1, 0).drops(B=1)) == ""
    assert placed(Game().dam("B5L", 2, 0).drops(B=1)) == "B"


@pytest.mark.rule("TA-7.3")
def test_a_drop_that_flows_at_once_does_not_wait_for_others():
    game = Game().dam("B5L", 1, 0).drops(B=1)
    placed(game, NOW)
    assert game.state.dams["B5L"].drops == 1
    assert game.state.headstreams["B"] == 1


@pytest.mark.rule("TA-7.5", "TA-7.6")
def test_a_drop_that_only_displaces_another_does_not_count_as_an_arrival():
    """The waiting drop of C would fill the dam in basin 10; one more of D takes its place, nothing is gained."""
    game = Game().dam("B10L", 1, 0).drops(C=1)
    assert placed(game) == ""


@pytest.mark.rule("TA-7.6", "TA-X.9")
def test_a_drop_may_fill_anothers_dam_so_that_the_next_one_arrives():
    assert placed(Game().dam("B5L", 1, 0).dam("B2L", 1, 0, owner=0)) == "BB"
    assert placed(Game().dam("B5L", 1, 0).dam("B2L", 2, 0, owner=0)) == ""
    assert placed(Game().dam("B5L", 1, 0).dam("B2L", 1, 0, owner=0), NOW) == ""


@pytest.mark.rule("TA-7.6", "TA-7.2", "TA-7.11")
def test_no_drop_is_placed_in_excess():
    assert placed(Game().dam("B5L", 1, 0)) == "B"
    assert placed(Game().dam("B5L", 3, 0)) == "BB"


@pytest.mark.rule("TA-7.7")
def test_most_arrivals_come_first():
    """A single drop of A arrives; two drops of B both arrive."""
    game = Game().dam("B5L", 2, 0).dam("B8L", 1, 0).dam("B1L", 1, 0, owner=0)
    assert placed(game) == "BB"
    game = Game().dam("B5L", 1, 0).dam("B8L", 1, 0)
    assert placed(game) == "AB"


@pytest.mark.rule("TA-7.7", "TA-7.6")
def test_with_as_many_arrivals_more_drops_are_placed():
    game = Game().dam("B5L", 1, 0).dam("B2L", 1, 0, owner=0).dam("B6L", 1, 0)
    assert placed(game, criteria=CDAB) == "BB"


@pytest.mark.rule("TA-7.8", "TA-X.10")
@pytest.mark.parametrize(("criteria", "drops"), [(ABCD, "AB"), (CDAB, "CD"), (DABC, "AD"), (BADC, "AB")])
def test_then_the_letters_of_the_criteria_side_decide(criteria, drops):
    game = Game().dam("B8L").dam("B5L").dam("B6L").dam("B7L")
    assert placed(game, criteria=criteria) == drops


@pytest.mark.rule("TA-7.8", "TA-X.10")
@pytest.mark.parametrize("own", [("B8L", "B5L", "B6L"), ("B5L", "B6L"), ("B6L",)])
def test_the_first_useful_letter_is_chosen(own):
    game = Game()
    for site in own:
        game.dam(site)
    game.tiles().cards(NOW, ABCD).turn()
    assert [site for site in own if game.state.dams[site].drops] == [own[0]]


@pytest.mark.rule("TA-7.8")
def test_both_drops_go_to_the_first_letter_if_that_is_among_the_best():
    game = Game().dam("B5L", 2, 0).dam("B6L", 2, 0)
    assert placed(game, criteria=ABCD) == "BB"
    game = Game().dam("B5L", 2, 0).dam("B6L", 2, 0)
    assert placed(game, criteria=CDAB) == "CC"


@pytest.mark.rule("TA-7.10")
def test_the_letter_that_is_not_printed_comes_last():
    assert placed(Game().dam("B5L"), criteria=CDAB) == "B"
    assert placed(Game().dam("B5L", 2).dam("B8L", 2), criteria=CDAB) == "AA"


@pytest.mark.rule("TA-7.12", "TA-7.13")
def test_its_engineer_goes_to_the_section_and_the_turn_continues():
    game = Game().dam("B5L", 1, 0).used("WM-2/left").wheel(1, "basic-base")
    placed(game)
    assert game.crews["WM-1/left"] == 1
    assert game.crews["WS-1/left"] == 1
    assert game.company().engineers == 10
