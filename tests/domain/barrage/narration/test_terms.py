"""Rules 1 and 3.9: terms, pieces and supplies."""

from typing import get_args

import msgspec
import pytest

from domain.barrage import EDITION, scoring
from domain.barrage.engine.course import Course
from domain.barrage.model.changes import Paid, PutOnWheel, Segment
from domain.barrage.model.commands import ChooseMachinery, Construct, PlaceDrop, UseSpace
from domain.barrage.model.figures import figures
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Machinery, Piece
from domain.barrage.narration.standing import accounts
from tests.domain.barrage.builder import Game
from tests.domain.barrage.playing import set_up

ELEVATION = Construct(structure="elevation", site="B9L", tile="basic-elevation", mixers=2)
BASE = Construct(structure="base", site="B9L", tile="basic-base", excavators=3)


@pytest.mark.rule("BA-1.1", "BA-1.2")
def test_machineries_are_excavators_and_mixers():
    assert get_args(Machinery) == ("excavators", "mixers")
    game = Game(4)
    game.play(UseSpace(space="MS-A/left"), ChooseMachinery(excavators=0))
    assert (game.company().excavators, game.company().mixers) == (40, 41)


@pytest.mark.rule("BA-1.3")
def test_pieces_on_the_wheel_are_not_in_the_personal_supply():
    game = Game().has(excavators=2).wheel(3, "basic-base", excavators=5).tiles("basic-wild", "basic-conduit")
    wild = Construct(structure="base", site="B9L", tile="basic-wild", excavators=3)
    game.refuse("BA-9.6", wild)
    game.refuse("BA-9.5", BASE)
    game.has(excavators=3).play(wild)


@pytest.mark.rule("BA-1.4")
def test_a_dam_is_a_base_with_its_elevations():
    assert get_args(Piece) == ("base", "elevation", "conduit", "powerhouse")
    game = Game()
    game.play(BASE)
    assert (game.state.dams["B9L"].owner, game.state.dams["B9L"].level) == (0, 1)
    game.next_turn().play(ELEVATION)
    assert game.state.dams["B9L"].level == 2
    game.next_turn().refuse("BA-1.4", msgspec.structs.replace(BASE, structure="castle"))
    game.refuse("BA-1.4", msgspec.structs.replace(BASE, site="P9-1"))


@pytest.mark.rule("BA-1.5")
def test_a_neutral_dam_has_no_owner_and_other_dams_belong_to_the_builder_of_their_base():
    game = Game().neutral("B9U", 3, 1)
    game.play(BASE)
    assert [game.state.dams[site].owner for site in ("B9U", "B9L")] == [-1, 0]


@pytest.mark.parametrize("structure", get_args(Piece))
@pytest.mark.rule("BA-1.6")
def test_a_type_that_has_run_out_cannot_be_built(structure):
    game = Game().dam("B9L")
    sites = {"base": "B8L", "elevation": "B9L", "conduit": "9A", "powerhouse": "P8-1"}
    costs = {"base": {"excavators": 3}, "elevation": {"mixers": 2}, "conduit": {"excavators": 2}}
    own = figures.of(figures.current()).constants.pieces[structure]
    game.company().built[structure] = own - 1
    last = Construct(
        structure=structure, site=sites[structure], tile=f"basic-{structure}", **costs.get(structure, {"mixers": 5})
    )
    game.decide(last)
    game.company().built[structure] = own
    game.refuse("BA-1.6", last)


@pytest.mark.rule("BA-1.7", "BA-D.34")
def test_tokens_never_run_out():
    game = Game().drops(A=60).has(credits=900, excavators=500)
    game.play(UseSpace(space="WM-2/left"), PlaceDrop(headstream="A"))
    assert game.state.headstreams["A"] == 61
    game = Game().has(credits=900, excavators=500)
    game.use("MS-E/left")
    assert game.company().excavators == 501


@pytest.mark.rule("BA-1.8")
def test_credits_are_paid_to_the_general_supply_and_never_lie_on_a_wheel():
    game = Game()
    before = sum(accounts(game.state)["credits"])
    facts = game.use("MS-E/left")
    assert [change.to for change in facts[0].changes if isinstance(change, Paid)] == [None]
    assert sum(accounts(game.state)["credits"]) == before - 2
    assert "credits" not in {*Segment.__struct_fields__, *PutOnWheel.__struct_fields__}


@pytest.mark.rule("BA-1.9", "BA-D.33")
def test_points_have_no_limits():
    game = Game().has(vp=2).has(1, vp=99, energy=4)
    course = Course(EDITION, game.state)
    scoring.follow_energy(course, Pending(kind="energy"))
    assert [company.vp for company in course.state.companies] == [-1, 105]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.rule("BA-3.9")
def test_energy_starts_at_0_and_there_is_a_turn_order_place_for_each_player(seats):
    started = set_up(seats, 1, rules="beginner")
    assert sorted(started.turn_order) == list(range(seats))
    assert {company.energy for company in Game(seats).state.companies} == {0}
