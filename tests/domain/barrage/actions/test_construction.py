"""Section 9: the construction action and the construction wheel."""

import pytest

from domain.barrage.construction.build import income_of
from domain.barrage.engine.position import Position
from domain.barrage.model.changes import Gained, WheelTurned
from domain.barrage.model.commands import ChooseMachinery, Construct, EndTurn, UseSpace
from domain.barrage.model.facts import IncomeGained
from tests.domain.barrage.builder import Game
from tests.domain.barrage.test_rounds import finish_round

BASE = Construct(structure="base", site="B9L", tile="basic-base", excavators=3)
CONDUIT = Construct(structure="conduit", site="9A", tile="basic-conduit", excavators=2)
ELEVATION = Construct(structure="elevation", site="B9L", tile="basic-elevation", mixers=2)
POWERHOUSE = Construct(structure="powerhouse", site="P8-1", tile="basic-powerhouse", mixers=2)
FOUR = (BASE, CONDUIT, ELEVATION, POWERHOUSE)


def tiles_on_wheel(game):
    return [segment.tile for segment in game.company().wheel]


@pytest.mark.rule("BA-9.1", "BA-9.2", "BA-9.3", "BA-D.18", "BA-D.61")
def test_four_construction_spaces_from_left_to_right():
    game = Game().has(credits=3)
    for number, (command, engineers) in enumerate(zip(FOUR, (1, 2, 3, 3), strict=True), 1):
        game.play(command)
        assert [(crew.seat, crew.engineers) for crew in game.state.spaces[f"CN-{number}/0"]] == [(0, engineers)]
        game.next_turn()
    assert game.company().engineers == 12 - 9
    assert game.company().credits == 0
    game.refuse("BA-9.3", Construct(structure="conduit", site="9B", tile="basic-wild", excavators=6))


@pytest.mark.rule("BA-9.1", "BA-9.4", "BA-8.4")
def test_the_fourth_space_is_red():
    game = Game().used("CN-1/0", 0).used("CN-2/0", 0).used("CN-3/0", 0).has(credits=2)
    game.refuse("BA-8.4", BASE)
    game.has(credits=3).play(BASE)
    assert game.company().credits == 0


@pytest.mark.rule("BA-9.1")
def test_the_spaces_of_a_board_are_for_its_owner_only():
    game = Game()
    game.refuse("BA-8.2", UseSpace(space="CN-1/1"))
    game.play(BASE, EndTurn())
    game.play(Construct(structure="base", site="B8L", tile="basic-base", excavators=3))
    assert set(game.state.spaces) == {"CN-1/0", "CN-1/1"}


@pytest.mark.rule("BA-9.5")
def test_a_tile_of_the_supply_must_show_the_structure():
    game = Game().tiles("basic-base")
    game.refuse("BA-9.5", CONDUIT)
    game.refuse("BA-9.5", Construct(structure="conduit", site="9A", tile="basic-base", excavators=2))
    game.refuse("BA-9.5", Construct(structure="conduit", site="9A", tile="no-such-tile", excavators=2))
    game.tiles("basic-wild")
    game.decide(Construct(structure="conduit", site="9A", tile="basic-wild", excavators=2))


@pytest.mark.rule("BA-9.6", "BA-23.11")
def test_the_machineries_of_the_cost_come_from_the_personal_supply():
    game = Game().has(excavators=2)
    game.refuse("BA-9.6", BASE)
    game.has(excavators=3, mixers=0).play(BASE)
    assert (game.company().excavators, game.company().mixers) == (0, 0)
    assert game.company().wheel[5].excavators == 3


@pytest.mark.rule("BA-9.6")
def test_so_do_the_mixers():
    game = Game().has(mixers=1)
    game.refuse("BA-9.6", POWERHOUSE)
    game.has(excavators=0, mixers=2).play(POWERHOUSE)
    assert (game.company().excavators, game.company().mixers) == (0, 0)
    assert game.company().wheel[5].mixers == 2


@pytest.mark.rule("BA-9.7", "BA-9.8", "BA-9.11")
def test_tile_and_machineries_enter_the_open_segment_which_then_turns_away():
    game = Game()
    (built,) = game.play(BASE)
    kinds = [type(change).__name__ for change in built.changes]
    assert kinds == ["EngineersPlaced", "PutOnWheel", "WheelTurned", "Built"]
    assert tiles_on_wheel(game) == ["", "", "", "", "", "basic-base"]
    assert len(game.company().wheel) == 6
    assert game.state.dams["B9L"].owner == 0


@pytest.mark.rule("BA-9.9", "BA-X.3")
def test_an_income_is_gained_when_it_is_revealed_and_in_every_later_income_phase():
    game = Game().named("germany").dam("B6U")
    facts = game.play(BASE)
    assert [change.vp for change in facts[0].changes if isinstance(change, Gained)] == [3]
    assert game.company().vp == 13
    game.next_turn()
    game.state.turn_order = [0, 1]
    incomes = [fact for fact in finish_round(game) if isinstance(fact, IncomeGained)]
    assert [change.vp for change in incomes[0].changes if isinstance(change, Gained)] == [3]


@pytest.mark.rule("BA-9.9", "BA-9.15")
def test_machineries_of_an_income_go_to_the_supply_at_once():
    game = Game().named("usa").dam("B9L", 2)
    game.play(ELEVATION)
    assert game.state.pending[-1].kind == "machinery"
    game.play(ChooseMachinery(excavators=1))
    assert (game.company().excavators, game.company().mixers) == (41, 38)
    assert [segment.excavators for segment in game.company().wheel] == [0] * 6


@pytest.mark.rule("BA-9.12", "BA-15.1", "BA-X.19")
def test_pieces_that_reach_the_opening_return_step_by_step():
    game = Game(3).wheel(1, "adv-base-1", 5, 0).wheel(2, "adv-conduit-1", 0, 3).wheel(3, "basic-wild", 1, 1)
    game.tiles("basic-base").has(excavators=0, mixers=0, credits=5)
    facts = game.use("WS-2/left")
    (turned,) = [change for change in facts[0].changes if isinstance(change, WheelTurned)]
    assert turned.steps == 2
    assert [segment.tile for segment in turned.returned] == ["adv-base-1", "adv-conduit-1"]
    assert game.company().tiles == ["basic-base", "adv-base-1", "adv-conduit-1"]
    assert (game.company().excavators, game.company().mixers, game.company().credits) == (5, 3, 3)
    assert tiles_on_wheel(game) == ["", "basic-wild", "", "", "", ""]


@pytest.mark.rule("BA-9.12", "LP-7.9", "LP-5.5")
def test_machineries_that_lie_there_without_a_tile_return_once():
    game = Game().wheel(1, "", 2, 1).wheel(2, "basic-wild")
    game.use("WS-1/left")
    assert (game.company().excavators, game.company().mixers) == (42, 41)
    assert tiles_on_wheel(game) == ["", "basic-wild", "", "", "", ""]
    assert game.company().wheel[0].empty
    game.next_turn().use("WS-1/right")
    assert (game.company().excavators, game.company().mixers) == (42, 41)


@pytest.mark.rule("BA-9.13", "BA-D.31")
def test_wheel_contents_return_with_the_sixth_rotation():
    game = Game()
    game.play(BASE)
    for rotation in range(2, 7):
        assert "basic-base" not in game.company().tiles
        assert tiles_on_wheel(game).index("basic-base") == 7 - rotation
        game.state.spaces.clear()
        game.next_turn().use("WS-1/left")
    assert "basic-base" in game.company().tiles
    assert game.company().excavators == 40


@pytest.mark.rule("BA-9.14")
def test_returned_machineries_can_be_used_at_once():
    """The base tile and the excavators come back with one rotation, and build the next base in the same turn order."""
    game = Game().tiles().has(excavators=0).wheel(1, "basic-base", 3, 0)
    game.refuse("BA-9.5", BASE)
    game.use("WS-1/left")
    game.next_turn().play(BASE)
    assert tiles_on_wheel(game)[5] == "basic-base"


@pytest.mark.rule("BA-9.15")
def test_machineries_bought_go_to_the_personal_supply():
    game = Game().has(excavators=0, mixers=0)
    game.use("MS-B/left")
    assert (game.company().excavators, game.company().mixers) == (1, 1)
    assert all(segment.empty for segment in game.company().wheel)


@pytest.mark.rule("BA-9.16", "BA-D.53", "BA-15.1")
def test_an_empty_wheel_can_be_turned():
    game = Game()
    facts = game.use("WS-3/left")
    (turned,) = [change for change in facts[0].changes if isinstance(change, WheelTurned)]
    assert (turned.steps, turned.returned) == (3, ())


@pytest.mark.rule("BA-7.4", "BA-7.2")
def test_a_company_board_has_no_income_for_powerhouses():
    game = Game()
    position = Position(None, game.state, 0)
    assert income_of(position, "powerhouse") == {}
    assert sorted(income_of(position, "base")) == [2, 4, 5]
