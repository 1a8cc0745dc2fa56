"""Sections 7, 20 and 21: incomes and headstreams, scoring, and the end of a round."""

import pytest

from domain.barrage import EDITION, scoring
from domain.barrage.engine.course import Course
from domain.barrage.model.changes import DropsPlaced, Gained, Removed, Shown
from domain.barrage.model.commands import ChooseMachinery, Decline, EndTurn, Pass
from domain.barrage.model.facts import ActionsBegan, BonusScored, EnergyScored, IncomeGained, RoundBegan, RoundEnded
from domain.barrage.model.pending import Pending
from domain.barrage.scoring import bonus_points, ranking_points
from tests.domain.barrage.builder import Game, components
from tests.domain.barrage.playing import facts_of_game

TRACK = components.energy_track


def finish_round(game):
    """All engineers go to the bank and all seats pass; the facts up to the next decision."""
    for seat, company in enumerate(game.state.companies):
        if company.engineers:
            game.used("BK", seat, company.engineers).has(seat, engineers=0)
    happened, number = [], game.state.round
    while game.state.round == number and not game.state.finished:
        happened += game.play(Pass(), EndTurn())
    return happened


def of_kind(facts, kind):
    return [fact for fact in facts if isinstance(fact, kind)]


def gains(fact, name="vp"):
    """The gains of a fact, by seat."""
    return {c.seat: getattr(c, name) for c in fact.changes if isinstance(c, Gained) and getattr(c, name)}


# --------------------------------------------------------------------------------------------------------------------
# Incomes and headstreams
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-7.1", "BA-7.2", "BA-X.10")
def test_all_revealed_incomes_are_gained_every_round():
    game = Game(2)
    game.company().built |= {"base": 3, "elevation": 4, "conduit": 2}
    facts = finish_round(game)
    (income,) = of_kind(facts, IncomeGained)
    assert gains(income) == {0: 2 + 3}
    assert [(pending.kind, pending.amount) for pending in income.opens] == [
        ("machinery", 1),
        ("rotate", 1),
        ("drops", 2),
    ]
    game.wheel(1, "basic-base", 5)
    game.company().tiles.remove("basic-base")
    game.play(ChooseMachinery(excavators=0))
    assert "basic-base" in game.company().tiles
    assert game.state.pending[-1].kind == "drops"
    assert game.state.pending[-1].at_once
    game.play(Decline())
    assert gains(of_kind(finish_round(game), IncomeGained)[0]) == {0: 5}


@pytest.mark.parametrize(("built", "points"), [(1, 0), (2, 3), (3, 3), (4, 3 + 2), (5, 3 + 2 + 7)])
@pytest.mark.rule("BA-7.2", "BA-7.3")
def test_the_second_fourth_and_fifth_piece_reveal_an_income(built, points):
    game = Game(2)
    game.company().built["conduit"] = built
    income = of_kind(finish_round(game), IncomeGained)
    assert sum(gains(fact).get(0, 0) for fact in income) == points


@pytest.mark.rule("BA-7.4")
def test_powerhouses_bring_no_income():
    game = Game(2)
    game.company().built["powerhouse"] = 4
    assert of_kind(finish_round(game), IncomeGained) == []


@pytest.mark.rule("BA-7.5", "BA-D.13")
def test_incomes_are_taken_in_reverse_turn_order():
    game = Game(4)
    for seat, structure in enumerate(("conduit", "base", "base", "elevation")):
        game.company(seat).built[structure] = 2
    facts = finish_round(game)
    assert game.state.turn_order == [3, 2, 1, 0]
    assert [fact.seat for fact in of_kind(facts, IncomeGained)] == [0, 1, 2, 3]


@pytest.mark.rule("BA-7.6", "BA-X.11", "BA-6.2")
def test_headstreams_get_the_drops_that_their_tiles_show():
    facts = facts_of_game(3, 4)
    tiles = facts[0].headstream_tiles
    added = [
        {change.headstream: change.drops for change in fact.changes if isinstance(change, DropsPlaced)}
        for fact in of_kind(facts, ActionsBegan)
    ]
    printed = [
        {stream: water for stream, tile in tiles.items() if (water := components.headstream_tile[tile].water[round_])}
        for round_ in range(4)
    ]
    assert added == [*printed, {}]


# --------------------------------------------------------------------------------------------------------------------
# Scoring
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("energies", "points"),
    [
        ((9, 5, 2), [6, 2, 0]),
        ((9, 9, 5), [4, 4, 0]),
        ((9, 9, 9, 1), [3, 3, 3, 0]),
        ((7, 7, 7, 7), [2, 2, 2, 2]),
        ((9, 5, 5, 1), [6, 1, 1, 0]),
        ((9, 5, 5, 5), [6, 1, 1, 1]),
        ((9, 0, 0), [6, 0, 0]),
        ((0, 0), [0, 0]),
        ((34, 31, 30), [6, 2, 0]),
    ],
)
@pytest.mark.rule("BA-20.1", "BA-20.2", "BA-20.3", "BA-11.12", "BA-D.15", "BA-D.32", "BA-X.1", "BA-X.21")
def test_most_and_second_most_energy_score(energies, points):
    assert ranking_points(TRACK, energies) == points


@pytest.mark.parametrize(
    ("energy", "credits"),
    [
        (0, 3), (1, 1), (2, 2), (3, 2), (4, 3), (6, 3), (7, 4), (10, 4), (11, 5), (15, 5), (16, 6), (21, 6), (22, 7),
        (28, 7), (29, 8), (30, 8), (44, 8),
    ],
)  # fmt: skip
@pytest.mark.rule("BA-20.4", "BA-11.12", "BA-D.63", "BA-X.22")
def test_energy_brings_credits(energy, credits):
    game = Game(2).has(energy=energy).has(1, energy=50)
    course = Course(EDITION, game.state)
    scoring.follow_energy(course, Pending(kind="energy"))
    assert gains(course.facts[-1], "credits")[0] == credits
    second = 2 if energy else -3
    assert gains(course.facts[-1])[0] == second


@pytest.mark.parametrize(
    ("number", "energy", "value", "points"),
    [
        (1, 5, 20, 0),
        (1, 6, 20, 20),
        (1, 30, 20, 20),
        (3, 18, 10, 10),
        (3, 17, 15, 11),
        (3, 6, 5, 0),
        (3, 5, 15, 0),
        (5, 30, 12, 12),
        (5, 29, 12, 8),
        (5, 24, 3, 0),
        (5, 45, 12, 12),
    ],
)
@pytest.mark.rule("BA-20.5", "BA-20.6", "BA-20.7", "BA-20.8", "BA-X.23", "BA-X.2")
def test_the_bonus_of_a_round_depends_on_the_section_reached(number, energy, value, points):
    assert bonus_points(TRACK, number, energy, value) == points


@pytest.mark.rule("BA-20.5", "BA-X.2", "BA-2.5")
def test_the_bonus_tile_of_the_round_is_scored():
    game = Game(2).dam("B6L").dam("B9L").has(energy=7).has(1, energy=5)
    game.state.bonus_tiles[0] = "bonus-bases"
    (scored,) = of_kind(finish_round(game), BonusScored)
    assert scored.tile == "bonus-bases"
    assert gains(scored) == {0: 8}


@pytest.mark.rule("BA-20.9", "BA-6.1")
def test_every_bonus_tile_is_scored_once_in_its_round():
    facts = facts_of_game(3, 5)
    assert tuple(fact.tile for fact in of_kind(facts, BonusScored)) == facts[0].bonus_tiles
    assert len(of_kind(facts, EnergyScored)) == 5


# --------------------------------------------------------------------------------------------------------------------
# The end of a round
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("energies", "order"),
    [
        ((1, 2, 3, 4), [0, 1, 2, 3]),
        ((9, 2, 2, 1), [3, 2, 1, 0]),
        ((5, 5, 5, 5), [3, 2, 1, 0]),
        ((4, 0, 33, 31), [1, 0, 3, 2]),
        ((4, 0, 31, 33), [1, 0, 2, 3]),
    ],
)
@pytest.mark.rule("BA-21.1", "BA-21.2", "BA-D.50", "BA-X.24")
def test_least_energy_plays_first_and_the_tied_swap(energies, order):
    game = Game(4)
    for seat, energy in enumerate(energies):
        game.has(seat, energy=energy)
    (ended,) = of_kind(finish_round(game), RoundEnded)
    assert list(ended.turn_order) == game.state.turn_order == order
    assert game.acting == order[0]


@pytest.mark.rule("BA-21.3", "BA-21.4", "BA-D.61")
def test_energy_markers_and_engineers_return():
    game = Game(2).has(energy=17).used("TS-P2/left", 1, 2).used("CN-1/0", 0, 1).used("BK", 0, 2)
    game.has(engineers=9).has(1, engineers=10)
    finish_round(game)
    assert [company.energy for company in game.state.companies] == [0, 0]
    assert [company.engineers for company in game.state.companies] == [12, 12]
    assert game.state.spaces == {}
    assert not any(company.passed for company in game.state.companies)


@pytest.mark.rule("BA-21.5", "BA-D.57")
def test_the_tiles_of_the_patent_office_are_replaced_from_the_lowest_level_left():
    game = Game(2, rules="expert")
    shown, pile = list(game.state.displays["patents"]), list(game.state.piles["patents"])
    game.state.displays["patents"][1] = ""
    (ended,) = of_kind(finish_round(game), RoundEnded)
    removed = [change.item for change in ended.changes if isinstance(change, Removed)]
    assert removed == [shown[0], shown[2]]
    assert [change.item for change in ended.changes if isinstance(change, Shown)] == pile[:3]
    assert game.state.displays["patents"] == pile[:3]
    assert [components.tile[tile].level for tile in pile[:3]] == [1, 1, 2]
    assert game.state.piles["patents"] == pile[3:]


@pytest.mark.rule("BA-6.1", "BA-6.2", "BA-6.3")
def test_five_rounds_and_no_end_of_the_fifth():
    facts = facts_of_game(2, 6)
    assert [fact.round for fact in of_kind(facts, RoundBegan)] == [1, 2, 3, 4, 5]
    assert len(of_kind(facts, RoundEnded)) == 4
