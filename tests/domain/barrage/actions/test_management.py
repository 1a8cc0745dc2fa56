"""Sections 10, 13 to 16 and 18: the sections of the management board."""

import pytest

from domain.barrage import ruleset
from domain.barrage.model.changes import DropFlowed, DropsPlaced, Taken
from domain.barrage.model.commands import ChooseMachinery, Construct, Decline, EndTurn, PlaceDrop, UseSpace
from domain.barrage.model.figures import figures
from tests.domain.barrage.builder import Game

SECTIONS = {
    "turbine_station", "water_management", "bank", "workshop", "machinery_shop", "contract_office", "patent_office",
}  # fmt: skip


def menu(game):
    """The options of the turn."""
    return set(next(ruleset.script(game.state, game.acting)).values)


@pytest.mark.rule("BA-10.1", "BA-2.11")
def test_the_sections_of_beginner_and_expert_games():
    def board(**options):
        return Game(2, **options).dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1")

    assert menu(board()) == SECTIONS - {"patent_office"} | {"construct"}
    assert menu(board(rules="expert")) >= SECTIONS


@pytest.mark.rule("BA-10.3", "BA-10.4")
def test_a_printed_cost_is_paid_in_addition_to_the_red_fee():
    game = Game(2).has(credits=7)
    game.refuse("BA-10.3", UseSpace(space="WS-3/right"))
    game.has(credits=8)
    game.decide(UseSpace(space="WS-3/left"))
    game.use("WS-3/right")
    assert game.company().credits == 0


@pytest.mark.parametrize(
    ("space", "engineers", "credits"),
    [
        ("WS-1/left", 1, 0), ("WS-1/right", 2, 0), ("WS-2/left", 2, 2), ("WS-2/right", 3, 5), ("WS-3/left", 2, 5),
        ("WS-3/right", 3, 8), ("MS-E/left", 1, 2), ("MS-E/right", 1, 5), ("MS-A/left", 1, 4), ("MS-A/right", 2, 4),
        ("MS-B/left", 2, 5), ("MS-B/right", 3, 8), ("CO-1/left", 1, 0), ("CO-1/right", 1, 3), ("CO-1B/right", 1, 3),
        ("CO-2/left", 2, 1), ("CO-2/right", 3, 1), ("WM-2/left", 1, 0), ("WM-2/right", 2, 3), ("WM-1/left", 1, 0),
        ("WM-1/right", 2, 3), ("TS-P2/left", 2, 0), ("TS-P2/right", 3, 3), ("TS-M2/left", 1, 0), ("TS-M2/right", 2, 0),
    ],
)  # fmt: skip
@pytest.mark.rule("BA-10.2", "BA-10.3", "BA-10.5")
def test_the_requirements_of_the_spaces(space, engineers, credits):
    game = Game(4).dam("B6U", 3, 3).conduit("6B").powerhouse("P7-1")
    game.use(space)
    assert (12 - game.company().engineers, 40 - game.company().credits) == (engineers, credits)
    assert [crew.engineers for crew in game.state.spaces[space]] == [engineers]


# --------------------------------------------------------------------------------------------------------------------
# Water management, bank
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-13.1", "BA-13.3", "BA-D.21")
@pytest.mark.parametrize("second", [PlaceDrop(headstream="B"), PlaceDrop(headstream="A"), Decline()])
def test_two_drops_or_one_wait_on_headstreams(second):
    game = Game(2).dam("B1L")
    game.use("WM-2/left")
    game.refuse("BA-23.3", Decline())
    game.refuse("BA-13.1", PlaceDrop(headstream="E"))
    facts = game.play(PlaceDrop(headstream="A"), second)
    assert not any(isinstance(change, DropFlowed) for fact in facts for change in fact.changes)
    placed = {"A": 1} if second == Decline() else {"A": 1, "B": 1} if second.headstream == "B" else {"A": 2}
    assert {stream: drops for stream, drops in game.state.headstreams.items() if drops} == placed
    assert game.offered() == {EndTurn()}
    assert game.state.dams["B1L"].drops == 0


@pytest.mark.rule("BA-13.2", "BA-13.3")
def test_one_drop_flows_at_once():
    game = Game(2).dam("B7L").drops(D=2)
    game.use("WM-1/left")
    facts = game.play(PlaceDrop(headstream="D"))
    changes = facts[0].changes
    assert [type(change) for change in changes[:2]] == [DropsPlaced, DropFlowed]
    assert game.state.headstreams["D"] == 2
    assert game.state.dams["B7L"].drops == 1
    assert game.offered() == {EndTurn()}


@pytest.mark.rule("BA-14.1")
@pytest.mark.parametrize("engineers", [1, 5, 12])
def test_the_bank_pays_a_credit_for_each_engineer(engineers):
    game = Game(2)
    game.use("BK", engineers)
    assert (game.company().engineers, game.company().credits) == (12 - engineers, 40 + engineers)


@pytest.mark.rule("BA-14.1", "BA-8.3")
def test_the_bank_takes_at_least_one_own_engineer():
    game = Game(2).has(engineers=4)
    game.refuse("BA-14.1", UseSpace(space="BK"))
    game.refuse("BA-14.1", UseSpace(space="BK", engineers=-2))
    game.refuse("BA-8.3", UseSpace(space="BK", engineers=5))


@pytest.mark.rule("BA-14.2", "BA-8.6")
def test_the_bank_never_closes():
    game = Game(2)
    for engineers in (1, 2, 3, 4):
        game.play(UseSpace(space="BK", engineers=engineers), EndTurn())
    assert [(crew.seat, crew.engineers) for crew in game.state.spaces["BK"]] == [(0, 1), (1, 2), (0, 3), (1, 4)]
    assert [company.credits for company in game.state.companies] == [44, 46]


# --------------------------------------------------------------------------------------------------------------------
# Workshop, machinery shop
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "steps"), [("WS-1/left", 1), ("WS-2/left", 2), ("WS-3/left", 3)])
@pytest.mark.rule("BA-15.1")
def test_the_workshop_turns_the_own_wheel(space, steps):
    game = Game(3).wheel(5, "basic-base", 3, 0).wheel(3, "basic-wild", 1, 0)
    other = list(game.company(1).wheel)
    game.use(space)
    assert game.company().wheel[5 - steps].tile == "basic-base"
    assert (game.company().wheel[3 - steps].tile == "basic-wild") == (steps < 3)
    assert game.company(1).wheel == other


@pytest.mark.parametrize(("space", "excavators", "mixers"), [("MS-E/left", 1, 0), ("MS-B/left", 1, 1)])
@pytest.mark.rule("BA-16.1")
def test_the_machinery_shop_sells_the_printed_machineries(space, excavators, mixers):
    game = Game(2)
    game.use(space)
    assert (game.company().excavators, game.company().mixers) == (40 + excavators, 40 + mixers)


@pytest.mark.parametrize("excavators", [0, 1])
@pytest.mark.rule("BA-16.2", "BA-23.1")
def test_the_buyer_chooses_an_excavator_or_a_mixer(excavators):
    game = Game(4)
    game.use("MS-A/left")
    game.refuse("BA-23.1", ChooseMachinery(excavators=2))
    game.refuse("BA-23.1", ChooseMachinery(excavators=-1))
    game.play(ChooseMachinery(excavators=excavators))
    assert (game.company().excavators, game.company().mixers) == (40 + excavators, 41 - excavators)


# --------------------------------------------------------------------------------------------------------------------
# Patent office
# --------------------------------------------------------------------------------------------------------------------


def office():
    game = Game(2, rules="expert")
    game.state.displays["patents"] = ["adv-wild-1", "adv-conduit-1", ""]
    return game


@pytest.mark.rule("BA-18.1", "BA-18.3", "BA-D.57")
def test_two_engineers_and_five_credits_take_the_tile_beside_the_space():
    game = office().has(credits=5)
    facts = game.use("PO-2")
    assert [change.item for change in facts[0].changes if isinstance(change, Taken)] == ["adv-conduit-1"]
    assert game.company().tiles[-1] == "adv-conduit-1"
    assert (game.company().credits, game.company().engineers) == (0, 10)
    assert game.state.displays["patents"] == ["adv-wild-1", "", ""]
    game.play(EndTurn())
    assert game.state.displays["patents"] == ["adv-wild-1", "", ""]
    game.refuse("BA-8.6", UseSpace(space="PO-2"))
    game.refuse("BA-18.3", UseSpace(space="PO-3"))


@pytest.mark.rule("BA-18.1")
def test_a_tile_cannot_be_taken_without_the_credits():
    game = office().has(credits=4)
    game.refuse("BA-10.3", UseSpace(space="PO-1"))


@pytest.mark.rule("BA-18.2", "BA-18.4", "BA-26.2")
def test_a_tile_taken_can_be_used_in_the_same_round_and_comes_back_with_the_wheel():
    game = office()
    game.use("PO-2")
    game.next_turn().play(Construct(structure="conduit", site="6B", tile="adv-conduit-1", excavators=4))
    assert game.company().wheel[5].tile == "adv-conduit-1"
    assert game.company().credits == 40 - 5 + 4
    assert figures.of(figures.current()).tile["adv-conduit-1"].builds == "conduit"
    for _ in range(5):
        game.state.spaces.clear()
        game.next_turn().use("WS-1/left")
    assert "adv-conduit-1" in game.company().tiles


@pytest.mark.rule("BA-2.11", "BA-18.1")
def test_beginners_cannot_go_to_a_patent_office():
    Game(2).refuse("BA-8.2", UseSpace(space="PO-1"))
