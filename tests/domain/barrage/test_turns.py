"""Section 8: turns in the action phase, placing engineers and passing."""

import pytest

from domain.barrage.model.commands import Construct, EndTurn, Pass, PlaceDrop, UseSpace
from tests.domain.barrage.builder import Game

ROTATE = UseSpace(space="WS-1/left")


def turn(game, command):
    """A whole turn."""
    game.play(command, EndTurn())


@pytest.mark.rule("BA-8.1")
def test_companies_take_turns_in_turn_order_again_and_again():
    game = Game(3)
    acted = []
    for _ in range(7):
        acted.append(game.acting)
        turn(game, UseSpace(space="BK", engineers=1))
    assert acted == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.rule("BA-8.1", "BA-8.10")
def test_a_company_that_has_passed_takes_no_more_turns():
    game = Game(3).used("BK", 1, 12).has(1, engineers=0)
    turn(game, UseSpace(space="BK", engineers=1))
    turn(game, Pass())
    acted = []
    for _ in range(4):
        acted.append(game.acting)
        turn(game, UseSpace(space="BK", engineers=1))
    assert acted == [2, 0, 2, 0]
    assert game.company(1).passed


@pytest.mark.rule("BA-8.10")
def test_the_phase_ends_when_all_have_passed():
    game = Game(2)
    for seat in (0, 1):
        game.used("BK", seat, 12).has(seat, engineers=0)
    turn(game, Pass())
    assert game.state.round == 1
    turn(game, Pass())
    assert game.state.round == 2


@pytest.mark.rule("BA-8.2", "BA-8.1")
def test_it_is_for_one_seat_only_to_act():
    game = Game(2)
    game.refuse("BA-8.1", ROTATE, seat=1)
    game.play(ROTATE)
    game.refuse("BA-8.1", EndTurn(), seat=1)


@pytest.mark.rule("BA-8.2")
def test_a_space_takes_exactly_the_engineers_it_shows():
    game = Game(2)
    game.refuse("BA-8.2", UseSpace(space="TS-9/left"))
    game.refuse("BA-14.1", UseSpace(space="WS-1/left", engineers=3))
    game.use("WS-3/left")
    assert game.company().engineers == 10
    assert [(crew.seat, crew.engineers) for crew in game.state.spaces["WS-3/left"]] == [(0, 2)]


@pytest.mark.rule("BA-8.3")
def test_without_enough_engineers_a_space_cannot_be_used():
    game = Game(3).has(engineers=1)
    game.refuse("BA-8.3", UseSpace(space="WS-1/right"))
    game.decide(ROTATE)
    game.used("CN-1/0", 0, 1)
    game.refuse("BA-8.3", Construct(structure="base", site="B9L", tile="basic-base", excavators=3))


@pytest.mark.rule("BA-8.4")
def test_a_red_space_costs_three_credits():
    game = Game(2).has(credits=2)
    game.refuse("BA-8.4", UseSpace(space="WM-1/right"))
    game.has(credits=3).use("WM-1/right")
    assert game.company().credits == 0


@pytest.mark.rule("BA-8.5", "BA-D.64")
def test_an_action_that_cannot_be_performed_in_full_cannot_be_chosen():
    game = Game(2).has(credits=4)
    game.refuse("BA-10.3", UseSpace(space="MS-E/right"))
    game.refuse("BA-8.5", UseSpace(space="TS-0/left"))
    game.dam("B6U", 1, 1).conduit("6B", owner=1).powerhouse("P7-1")
    game.decide(UseSpace(space="TS-0/left"))
    game.has(credits=3)
    game.refuse("BA-8.5", UseSpace(space="TS-0/right"))


@pytest.mark.rule("BA-8.6", "BA-10.4")
def test_an_occupied_space_is_closed_to_all_players():
    game = Game(2)
    turn(game, UseSpace(space="WS-1/right"))
    game.refuse("BA-8.6", UseSpace(space="WS-1/right"))
    turn(game, UseSpace(space="WS-1/left"))
    game.refuse("BA-8.6", UseSpace(space="WS-1/left"))
    game.refuse("BA-8.6", UseSpace(space="WS-1/right"))


@pytest.mark.rule("BA-8.7")
def test_a_company_may_use_both_spaces_of_a_row():
    game = Game(2)
    game.play(UseSpace(space="WM-1/left"), PlaceDrop(headstream="A"))
    game.next_turn()
    game.play(UseSpace(space="WM-1/right"), PlaceDrop(headstream="A"))
    assert {crew.seat for side in ("left", "right") for crew in game.state.spaces[f"WM-1/{side}"]} == {0}


@pytest.mark.rule("BA-8.8", "BA-8.9", "BA-D.51")
def test_only_players_without_engineers_pass():
    game = Game(2)
    game.refuse("BA-8.8", Pass())
    game.has(engineers=0)
    assert game.offered() == {Pass()}
    game.tiles("basic-base", "adv-powerhouse-1")
    powerhouse = Construct(structure="powerhouse", site="P8-1", tile="adv-powerhouse-1", mixers=2)
    assert {Pass(), powerhouse} <= game.offered()
    game.play(powerhouse)
    assert game.company().engineers == 0


@pytest.mark.parametrize(
    ("seats", "open_rows"),
    [(2, set()), (3, {"TS-M1", "WS-2"}), (4, {"TS-M1", "WS-2", "TS-P1", "MS-A", "CO-1B"})],
)
@pytest.mark.rule("BA-2.13", "BA-2.14")
def test_rows_for_larger_tables_are_blocked(seats, open_rows):
    game = Game(seats).dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1")
    offered = {command.space for command in game.offered() if isinstance(command, UseSpace)}
    for row in ("TS-M1", "WS-2", "TS-P1", "MS-A", "CO-1B"):
        spaces = {f"{row}/left", f"{row}/right"}
        assert spaces <= offered if row in open_rows else not spaces & offered
        if row not in open_rows:
            game.refuse("BA-2.13", UseSpace(space=f"{row}/right"))
