"""The oracle in turns that levels, company powers, tiles and officers change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.barrage.automa.oracle import board, payment, production, tiles
from tests.domain.barrage.automa.oracle.figures import TILES
from tests.domain.barrage.automa.oracle.turn import income, take_turn
from tests.domain.barrage.automa.oracle.water import water_plan
from tests.domain.barrage.automa.test_oracle import Story, acting
from tests.domain.barrage.builder import Game

HARD, VERY_HARD = board.HARD, board.VERY_HARD


def powered(company: str, *powerhouses: str) -> Game:
    """Return a company with an active power."""
    return Game().named(company).powerhouse(*powerhouses)


def expansion() -> Game:
    return Game(rules="expert", leeghwater=True)


def test_easy_and_hard_differ_in_income_and_bonus() -> None:
    """TA-23, TA-25.6"""
    game = Game().dam("B5L").dam("B6L").powerhouse("P8-1", "P9-1")
    game.named("italy")
    for level, points, bonus in ((board.EASY, 0, 0), (board.NORMAL, 3, 1)):
        state = Story(game, 1, 1, level).state
        assert income(state, 0).position["companies"][0]["vp"] == 20 + points
        assert acting(state).bonus == bonus


def test_river_power_decides_between_headstreams() -> None:
    """TA-26.2: C runs through the powerhouses in the basins 6 and 10, A through none."""
    game = powered("usa", "P6-1", "P10-1", "P9-1").dam("B1L").dam("B10L")
    for level, plan in ((board.NORMAL, ("A",)), (HARD, ("C",))):
        assert water_plan(acting(Story(game, 1, 1, level).state), 1, at_once=True) == plan


def test_second_production() -> None:
    """TA-26.3: plain and with another powerhouse; each production fulfils its own contract."""
    game = powered("germany", "P8-1", "P9-1", "P11-1").dam("B5L", 2, 2).dam("B6L", 1, 1).conduit("5A", "6A")
    story = Story(game, 1, 17, HARD).set(1, energy=1)
    story.offers(green=["green-03", "green-13"], red=["red-13", "red-07"]).play()
    assert story.automa["fulfilled"] == ["red-07", "green-13"]
    assert story.automa["energy"] == 9 + 4
    story = Story(game, 1, 17).set(1, energy=1).offers(green=["green-03", "green-13"]).play()
    assert story.automa["energy"] == 9


def test_more_energy_and_lower_requirements() -> None:
    """TA-26.4, TA-26.5"""
    game = powered("italy", "P8-1", "P9-1", "P11-1").dam("B5L", 2, 2).conduit("5A")
    story = Story(game, 1, 17, HARD).set(1, energy=1).offers(green=["green-03", ""]).play()
    assert story.automa["energy"] == 6 + 2 + 1 + 3
    game = powered("france", "P8-1", "P9-1", "P11-1").dam("B5L", 2, 1).conduit("5A")
    for level, fulfilled in ((board.NORMAL, "yellow-10"), (HARD, "red-06")):
        story = Story(game, 1, 18, level).set(1, energy=1)
        story.offers(yellow=["yellow-10", ""], red=["red-06", "red-12"]).play()
        assert story.automa["fulfilled"] == [fulfilled]


def test_drop_of_the_netherlands() -> None:
    """TA-26.6, TA-26.7"""
    game = powered("netherlands", "P8-1", "P9-1", "P11-1").dam("B5L", 2, 2).conduit("5A", "6A", "8B")
    game.dam("B6L", 2, 1).dam("B8L", 1, 0)
    play = acting(Story(game, 1, 1, HARD).state)
    assert production.drop_candidates(play, "B5L") == ["B6L"]
    assert production.drop_candidates(play, "B6L") == ["B8L"]
    game.state.dams["B8L"].drops = 1
    assert production.drop_candidates(acting(Story(game, 1, 1, HARD).state), "B6L") == []


@pytest.mark.parametrize(
    ("officer", "tile", "structure", "site", "supply", "paid"),
    [
        ("", "basic-conduit", "conduit", "6A", (8, 0), (8, 0, 0)),
        ("", "basic-conduit", "conduit", "6A", (7, 9), None),
        ("", "adv-conduit-2", "conduit", "6A", (5, 0), (5, 0, 0)),
        ("", "adv-wild-2", "conduit", "6A", (7, 9), (7, 1, 0)),
        ("", "adv-base-3", "base", "B1L", (0, 0), (0, 0, 0)),
        ("wilhelm_adler", "basic-base", "base", "B1L", (3, 0), (3, 0, 0)),
        ("jill_mcdowell", "basic-conduit", "conduit", "6A", (9, 9), (0, 4, 0)),
        ("jill_mcdowell", "basic-conduit", "conduit", "6A", (9, 8), (8, 0, 0)),
        ("jill_mcdowell", "basic-conduit", "conduit", "6A", (5, 4), (0, 4, 0)),
        ("jill_mcdowell", "adv-conduit-2", "conduit", "6A", (6, 4), (5, 0, 0)),
        ("solomon_p_jordan", "basic-conduit", "conduit", "6A", (7, 0), (7, 0, 3)),
        ("solomon_p_jordan", "basic-conduit", "conduit", "6A", (6, 0), None),
        ("solomon_p_jordan", "adv-wild-2", "conduit", "6A", (6, 1), (6, 1, 3)),
    ],
)
def test_payment(officer: str, tile: str, structure: str, site: str, supply: Any, paid: Any) -> None:
    """TA-25, TA-27.2, TA-27.5, TA-27.6"""
    story = Story(Game(), 1, 1, VERY_HARD, officer).set(excavators=supply[0], mixers=supply[1])
    found = payment.payment(acting(story.state), structure, site, TILES[tile])
    assert found == (payment.Paid(*paid) if paid else None)


def test_one_machinery_only() -> None:
    """TA-25.11"""
    story = Story(expansion(), 1, 1, HARD).offers(buildings=["financial_division"] * 5)
    for supply, paid in (((3, 4), (3, 0)), ((3, 3), (3, 0)), ((5, 4), (0, 4)), ((5, 3), None)):
        story.set(excavators=supply[0], mixers=supply[1])
        found = payment.payment(acting(story.state), "building", "PB1-a", TILES["adv-building-2"])
        assert found == (payment.Paid(*paid) if paid else None)


def test_anton_copies_the_highest_tile() -> None:
    """TA-27.7"""
    game = Game().wheel(1, "basic-base").wheel(2, "adv-wild-3").wheel(3, "adv-base-3")
    story = Story(game, 1, 1, VERY_HARD, "anton_krylov").set(tiles=["basic-conduit", "special-anton"])
    assert tiles.tools(acting(story.state), "base") == [tiles.Tool("special-anton", "adv-base-3")]
    story.play()
    assert story.automa["built"]["base"] == 1
    assert "automa/0" not in story.state["spaces"]
    assert {segment.get("tile") for segment in story.automa["wheel"]} >= {"adv-base-3", "special-anton"}


def test_order_of_tiles() -> None:
    """TA-9.7"""
    owned = ["basic-base", "adv-wild-2", "adv-base-1", "adv-base-2", "special-leslie"]
    story = Story(Game(), 1, 1).set(tiles=owned)
    tried = [tool.tile for tool in tiles.tools(acting(story.state), "base")]
    assert tried == ["adv-base-2", "adv-wild-2", "adv-base-1", "basic-base"]


def test_graziano_raises_instead() -> None:
    """TA-27.3: card 13 asks for a powerhouse first."""
    story = Story(Game().dam("B8L", 2, 0), 1, 13, VERY_HARD, "graziano_del_monte").set(mixers=9).play()
    assert story.state["dams"]["B8L"]["level"] == 3
    assert story.automa["built"]["powerhouse"] == 0


def test_adler_prefers_the_mountain() -> None:
    """TA-27.2: before a system that would be completed in the plains."""
    game = Game().conduit("8A").powerhouse("P11-1")
    for officer, site in (("", "B8L"), ("wilhelm_adler", "B3L")):
        story = Story(game, 3, 1, VERY_HARD, officer).set(excavators=5).play()
        assert site in story.state["dams"]


def test_leslie_and_margot() -> None:
    """TA-27.11, TA-27.12, TA-9.17"""
    story = Story(expansion(), 1, 14, VERY_HARD, "leslie_spencer").set(excavators=9, mixers=9)
    story.offers(works=["work-a1", "work-a2", "work-b4"]).play()
    assert story.automa["fulfilled"] == ["work-a2"]
    assert story.state["spaces"] == {"automa/0": [{"seat": 0, "engineers": 1}]}
    assert story.automa["mixers"] == 8
    assert {"tile": "special-leslie", "excavators": 0, "mixers": 1} in story.automa["wheel"]
    story = Story(expansion(), 1, 14, VERY_HARD, "margot_fouche").set(excavators=2, mixers=2)
    story.offers(buildings=["wind_farm", "cofferdam", "loan_agency", "research_lab", "robot_factory"]).play()
    assert story.state["built"] == {"PB2-a": 0}
    assert story.state["closed_spaces"] == ["cofferdam/1"]
    assert story.state["spaces"] == {"automa/0": [{"seat": 0, "engineers": 1}]}


def test_the_architect_turns_another_card() -> None:
    """TA-27.10: machinery for one engineer, then the next pair of cards."""
    game = Game(rules="expert", leeghwater=True)
    story = Story(game, 1, 17, VERY_HARD, "tommaso_battista").set(tiles=[]).offers(works=["", "", ""]).play()
    assert story.automa["extra_turns"] == 1
    assert len(story.state["discards"]["automa_cards"]) == 2
    assert story.automa["passed"] is False
    story = Story(game, 1, 17, VERY_HARD, "tommaso_battista").set(tiles=[], engineers=1)
    story.offers(works=["", "", ""]).play()
    assert story.automa["passed"] is True


def test_effects_of_tiles() -> None:
    """TA-25.6, TA-25.10, TA-25.12"""
    story = Story(Game().dam("B8L", 1, 0), 1, 1, HARD).set(excavators=4, tiles=["adv-base-1"]).play()
    drops = [dam["drops"] for dam in story.state["dams"].values() if dam["owner"] == 0]
    assert len(drops) == 2
    assert set(drops) == {1}
    story = Story(Game(), 3, 1, HARD).set(excavators=4, tiles=["adv-wild-1"]).play()
    assert "B5U" in story.state["dams"]
    assert story.automa["vp"] == 20
    story = Story(expansion(), 1, 17, HARD).set(excavators=2, mixers=2, tiles=["adv-building-1"])
    story.offers(buildings=["wind_farm", "cofferdam", "loan_agency", "research_lab", "robot_factory"]).play()
    assert story.automa["vp"] == 23


def test_a_human_plays_as_an_automa() -> None:
    """TA-27.8: points instead of credits, no power and no officer."""
    game = powered("italy", "P8-1", "P9-1", "P11-1").dam("B5L", 2, 2).conduit("5A", owner=1)
    state = Story(game, 1, 17).set(1, energy=1).offers(green=["green-03", ""], red=["", ""]).state
    del state["companies"][0]["automa"]
    state["companies"][0]["credits"] = 4
    human, owner = take_turn(state, 0).position["companies"]
    assert (human["credits"], human["vp"], human["energy"]) == (4, 20 - 2 + 5, 9)
    assert (owner["credits"], owner["vp"]) == (40 + 2, 10 + 2)


def test_the_pile_is_shuffled_when_no_action_side_is_left() -> None:
    """TA-3.5"""
    story = Story(Game(), 1, 1)
    cards = story.state["piles"]["automa_cards"]
    story.state["piles"]["automa_cards"], story.state["discards"]["automa_cards"] = cards[:1], cards[1:]
    after = take_turn(story.state, 0, lambda name, items: items[::-1]).position
    assert after["discards"]["automa_cards"] == sorted(cards, reverse=True)[:1]
    assert after["piles"]["automa_cards"] == sorted(cards, reverse=True)[1:]
