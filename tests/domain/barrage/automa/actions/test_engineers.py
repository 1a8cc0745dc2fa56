"""Section TA-4: where the engineers of an automa go, and how many."""

import pytest

from domain.barrage.automa.actions.engineers import board
from domain.barrage.model.commands import UseSpace
from domain.barrage.model.facts import RoundEnded
from tests.domain.barrage.automa.builder import Game


def maintenance(seats=2, **options):
    """Nothing can be built and the wheel is loaded: two engineers go to the workshop, for 5 points and 3 rotations."""
    return Game(seats, **options).tiles().wheel(3, "basic-base").cards("6-3A-5")


def bankrupt(seats=2, **options):
    """Nothing is left to do but the bank."""
    game = Game(seats, **options).tiles().patents("adv-base-1", "adv-conduit-1", "adv-elevation-1")
    return game.cards("8-8A-11")


@pytest.mark.rule("TA-4.1", "TA-4.5", "TA-4.6", "TA-X.4", "TA-5.8")
def test_the_card_says_how_many_engineers_go_to_the_first_space():
    game = maintenance()
    game.turn()
    assert game.crews == {"WS-1/left": 2}
    assert game.company().engineers == 10
    assert (game.company().vp, game.company().tiles) == (45, ["basic-base"])


@pytest.mark.rule("TA-4.5", "TA-4.6", "TA-X.5")
def test_the_right_spaces_follow_when_all_left_ones_are_taken_and_ask_for_nothing_more():
    game = maintenance(4).used("WS-1/left").used("WS-2/left").used("WS-3/left").used("WS-1/right")
    game.turn()
    assert game.crews["WS-2/right"] == 2
    assert (game.company().vp, game.company().tiles) == (45, ["basic-base"])


@pytest.mark.rule("TA-4.6")
@pytest.mark.parametrize(
    ("used", "first"),
    [
        ((), "WS-1/left"),
        (("WS-2/left",), "WS-1/left"),
        (("WS-1/left",), "WS-2/left"),
        (("WS-1/left", "WS-2/left"), "WS-3/left"),
        (("WS-1/left", "WS-2/left", "WS-3/left"), "WS-1/right"),
        (("WS-1/right",), "WS-1/left"),
    ],
)
def test_left_spaces_from_the_top_come_before_right_ones(used, first):
    game = maintenance(3)
    for space in used:
        game.used(space)
    game.turn()
    assert game.crews == {first: 2}


@pytest.mark.rule("TA-4.8")
def test_spaces_that_the_number_of_players_closes_are_taken():
    game = maintenance(2).used("WS-1/left")
    game.turn()
    assert game.crews["WS-3/left"] == 2
    assert "WS-2/left" not in game.crews


@pytest.mark.rule("TA-4.9")
def test_in_a_full_section_the_action_is_performed_all_the_same():
    game = maintenance(2).used("WS-1/left").used("WS-3/left").used("WS-1/right").used("WS-3/right")
    before = dict(game.state.spaces)
    game.turn()
    assert {space: game.state.spaces[space] for space in before} == before
    assert not any(space.startswith("WS-") for space in game.crews)
    assert game.company().engineers == 10
    assert (game.company().vp, game.company().tiles) == (45, ["basic-base"])


@pytest.mark.rule("TA-4.7", "TA-4.11")
def test_the_whole_space_is_occupied_for_all_players():
    game = maintenance()
    game.turn()
    game.refuse("BA-8.6", UseSpace(space="WS-1/left"), seat=0)
    again = maintenance()
    again.turn()
    again.cards("6-3A-5").wheel(3, "basic-base").turn()
    assert again.crews == {"WS-1/left": 2, "WS-3/left": 2}


@pytest.mark.rule("TA-4.2", "TA-X.2")
def test_with_one_engineer_an_action_for_two_is_performed():
    game = maintenance().has(engineers=1)
    game.turn()
    assert game.crews == {"WS-1/left": 1}
    assert (game.company().engineers, game.company().vp, game.company().tiles) == (0, 45, ["basic-base"])


@pytest.mark.rule("TA-4.3")
def test_without_an_engineer_left_the_search_ends():
    game = Game().has(engineers=1).cards("3-2A-7")
    game.turn()
    assert game.crews == {"CO-1/left": 1}
    assert game.company().energy == 2
    assert (game.state.dams, game.company().vp) == ({}, 50)


@pytest.mark.rule("TA-4.1", "TA-4.4", "TA-X.3")
def test_constructions_take_two_engineers_each_onto_the_own_board():
    game = Game().cards("1-1A-5")
    game.turn()
    assert (game.company().engineers, len(game.state.dams)) == (10, 1)
    game.tiles("basic-powerhouse").cards("8-8A-11").turn()
    assert (game.company().engineers, game.company().built["powerhouse"]) == (8, 1)
    assert game.crews == {board(game.seat): 4}


@pytest.mark.rule("TA-4.4")
def test_an_automa_builds_any_number_of_structures_in_a_round():
    game = Game().tiles("basic-powerhouse")
    for built in range(1, 5):
        game.tiles("basic-powerhouse").cards("8-8A-11").turn()
        assert game.company().built["powerhouse"] == built
    game.tiles("basic-base").cards("1-1A-5").turn()
    assert (game.company().built["base"], game.company().engineers) == (1, 2)
    assert game.company().vp >= 50


@pytest.mark.rule("TA-4.10", "TA-14.1")
def test_all_players_can_use_the_bank_any_number_of_times():
    game = bankrupt().used("BK")
    game.turn()
    game.cards("8-8A-11").turn()
    assert game.crews == {"BK": 2}
    assert (game.company().engineers, game.company().vp) == (10, 52)


@pytest.mark.rule("TA-4.11")
def test_engineers_come_home_at_the_end_of_the_round():
    game = maintenance()
    game.turn()
    facts = game.rest()
    (ended,) = [fact for fact in facts if isinstance(fact, RoundEnded)]
    assert (ended.engineers[game.seat], game.company().engineers) == (2, 2)
    assert game.state.spaces == {}
