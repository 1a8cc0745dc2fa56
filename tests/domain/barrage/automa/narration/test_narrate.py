"""The history of automas: complete sentences, without internal names."""

import re

import pytest

from domain.barrage import ruleset
from domain.barrage.automa import facts
from domain.barrage.automa.commands import TakeTurn
from domain.barrage.automa.narration.narrate import narrate
from domain.barrage.model import changes
from domain.barrage.model.automa.reasons import Failed, Reason
from domain.barrage.model.figures import figures, of
from domain.message import plain
from tests.domain.barrage.automa.playing import GAMES, facts_of


def said(fact):
    return plain(narrate(fact, of(figures.current())))


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_every_fact_of_a_game_with_automas_can_be_narrated_for_all_viewers(seats, seed, options):
    for fact in facts_of(seats, seed, **options):
        sentence = said(ruleset.veil(fact, "spectator"))
        assert sentence.endswith(".")
        assert not re.search(r"[{}_]|hidden|automa/|/beside", sentence)


def test_a_card_that_was_turned_up_names_both_cards_with_their_sides():
    fact = facts.CardTurnedUp(seat=1, command=TakeTurn(), card="7-7B-11", criteria="2-5B-9")
    assert said(fact) == "2 turned over a card. Actions: card 7-7B-11; criteria: card 2-5B-9."
    assert said(facts.CardTurnedUp(seat=1, command=TakeTurn())) == "2 had no engineers left and passed."


def acted(line, *some, failed=(), reasons=(), card="7-7B-11", instead=""):
    return facts.AutomaActed(
        seat=1,
        card=card,
        criteria="2-5B-9",
        line=line,
        failed=tuple(Failed(line=each, rule="TA-9.1") for each in failed),
        reasons=reasons,
        instead=instead,
        changes=some,
    )


def test_narration_of_a_construction_names_the_own_company_board():
    fact = acted(
        3,
        changes.EngineersPlaced(seat=1, space="automa/1", engineers=2),
        changes.PutOnWheel(seat=1, tile="basic-conduit", excavators=6),
        changes.Built(seat=1, structure="conduit", site="7B"),
        failed=(0, 1, 2),
        reasons=(Reason(of="tile", candidates=("basic-conduit",), chosen=("basic-conduit",)),),
    )
    assert said(fact) == (
        "2 built a conduit of value 3 on 7B with the basic tile (conduit). "
        "This was action 4 on the card, after 3 other actions failed. "
        "2 placed 2 engineers: its own company board. 2 put these on the wheel: basic tile (conduit), 6 excavators."
    )


def test_a_structure_in_place_of_the_printed_one_did_not_fail_itself():
    fact = acted(
        2,
        changes.Built(seat=1, structure="building", site="PB1-a"),
        failed=(0, 2),
        instead="building",
    )
    assert said(fact) == ("2 built a building on PB1-a. This was action 3 on the card, after 1 other action failed.")


def test_narration_of_management_actions_names_the_space_but_not_its_printed_text():
    turned = acted(4, changes.EngineersPlaced(seat=1, space="WS-2/right", engineers=1))
    assert said(turned) == (
        "2 used the workshop. This was action 5 on the card. 2 placed 1 engineer: Workshop WS-2, right space."
    )
    full = acted(4, changes.EngineersPlaced(seat=1, space="workshop/beside", engineers=1))
    assert said(full).endswith("2 placed 1 engineer: Workshop, beside the full section.")


def test_contracts_that_the_contract_office_clears_away_are_discarded():
    fact = acted(1, changes.Removed(display="green", item="green-10"), card="3-2A-7")
    assert said(fact) == (
        "2 discarded the green contracts on offer. This was action 2 on the card. "
        "Contracts discarded: green contract for 3 energy (4 VP, 2 credits)."
    )


def decided(kind, *some, source="", reasons=()):
    return facts.AutomaDecided(card="1-1A-5", seat=1, kind=kind, source=source, changes=some, reasons=reasons)


def test_narration_of_a_production_names_its_system_energy_and_drops():
    system = Reason(of="system", candidates=("B6L/6A/P9-1",), chosen=("B6L/6A/P9-1",))
    fact = decided(
        "produce",
        changes.Gained(seat=1, energy=9),
        changes.DropFlowed(start="B6L", stop="B9L", basins=(9,)),
        changes.DropFlowed(start="B6L", basins=(9, 11)),
        reasons=(system,),
    )
    assert said(fact).startswith(
        "2 produced 9 energy with 2 drops from dam B6L through conduit 6A to powerhouse P9-1. "
    )


def test_the_effect_of_a_reward_is_narrated_by_its_kind():
    placed = changes.DropsPlaced(headstream="A", drops=1)
    assert said(decided("drops", placed, placed)) == "2 placed drops on these headstreams: A, A."
    assert said(decided("build", changes.Built(seat=1, structure="base", site="B8U"))) == (
        "2 built a base on B8U for free."
    )
    taken = changes.Taken(seat=1, display="green", item="green-10", to="fulfilled")
    assert said(decided("contract", taken)) == "2 fulfilled the green contract for 3 energy (4 VP, 2 credits)."
    assert (
        said(decided("put_on_dam", changes.DropsAdded(site="B8U", drops=1))) == "2 placed a drop directly on dam B8U."
    )


def test_a_lapsed_decision_names_its_cause():
    assert said(decided("drops")) == "2 couldn't use this: drops on headstreams."
    assert said(decided("build", source="green-12")).startswith(
        "2 couldn't use this: a free structure. Source: green contract"
    )
