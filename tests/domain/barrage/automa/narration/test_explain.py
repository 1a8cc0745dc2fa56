"""Reasons of automas: every failed condition and the candidates left by each rule."""

import pytest

from domain.barrage import ruleset
from domain.barrage.automa import facts
from domain.barrage.automa.commands import TakeTurn
from domain.barrage.model import changes
from domain.barrage.model.automa.reasons import Failed, Narrowed, Reason
from domain.barrage.model.figures import figures
from domain.graphics.svg import escape
from domain.message import plain
from tests.domain.barrage.automa.playing import GAMES, facts_of


def explained(fact):
    return ruleset.explain(fact, figures.current())


def steps(fact):
    return [(plain(step.text), step.rule) for step in explained(fact).steps]


BUILT = facts.AutomaActed(
    seat=1,
    card="7-7B-11",
    criteria="2-5B-9",
    line=3,
    failed=(
        Failed(line=0, rule="TA-6.6"),
        Failed(line=1, rule="TA-7.1"),
        Failed(line=2, rule="TA-9.2", instead="building"),
        Failed(line=2, rule="TA-9.3"),
    ),
    reasons=(
        Reason(of="tile", candidates=("basic-conduit",), chosen=("basic-conduit",)),
        Reason(
            of="site",
            candidates=("2A", "7B", "8A", "9A"),
            steps=(
                Narrowed(rule="TA-16.3"),
                Narrowed(rule="TA-18.1", criterion="highest_value", fitting=("2A", "7B", "8A")),
                Narrowed(rule="TA-18.3", criterion="dam_own_first", fitting=("2A", "7B", "8A")),
                Narrowed(rule="TA-20.1", criterion="5B", fitting=("7B",)),
            ),
            chosen=("7B",),
        ),
    ),
    changes=(changes.Built(seat=1, structure="conduit", site="7B"),),
)


def test_reasons_of_a_construction_name_failed_conditions_and_remaining_candidates():
    assert steps(BUILT) == [
        (
            "Action 1 (production +1 for a yellow contract) failed. "
            "The energy wasn't enough for any contract of that colour on offer.",
            "TA-6.6",
        ),
        (
            "Action 2 (water management: up to 1 drop that flows immediately) failed. "
            "No drop would have stayed in any of the automa's dams.",
            "TA-7.1",
        ),
        (
            "Because of the officer, a building replaced action 3 (construction: powerhouse). The replacement failed. "
            "The automa had no technology tile for this structure in its supply.",
            "TA-9.2",
        ),
        (
            "Action 3 (construction: powerhouse) failed. The automa didn't have enough machinery for any site.",
            "TA-9.3",
        ),
        ("Action 4 (construction: conduit) succeeded.", "TA-5.4"),
        ("Tiles: 1 candidate (basic tile (conduit)).", "TA-9.7"),
        ("Sites: 4 candidates (2A, 7B, 8A, 9A).", "TA-9.8"),
        (
            "Sites that complete one of the automa's production systems: none of the 4 candidates fit, so all remain.",
            "TA-16.3",
        ),
        ("Criterion “the highest value”: 3 of 4 candidates are left.", "TA-18.1"),
        (
            "Criterion “from a dam, in this order: the automa's, a neutral one, an opponent's”: all 3 candidates fit.",
            "TA-18.3",
        ),
        ("Counting up from code 5B: of 3 candidates, only 7B is left.", "TA-20.1"),
    ]


def test_a_contract_chosen_before_is_explained_by_the_choice_of_several():
    taken = changes.Taken(seat=1, display="green", item="green-06", to="fulfilled")
    fact = facts.AutomaDecided(seat=1, kind="contract", source="TS-P2/left", card="9-4B-12", changes=(taken,))
    assert steps(fact) == [
        (
            "The automa chose several contracts for this production. "
            "It fulfilled each one only after gaining the previous reward in full.",
            "TA-27.9",
        )
    ]


def test_candidates_are_parts_of_the_drawn_board_and_criteria_parts_of_the_drawn_cards():
    explained_steps = explained(BUILT).steps
    assert [step.about for step in explained_steps] == [
        "action:0",
        "action:1",
        "action:2",
        "action:2",
        "action:3",
        "",
        "",
        "",
        "criterion:conduit/highest_value",
        "criterion:conduit/dam_own_first",
        "criterion:conduit/code",
    ]
    assert (explained_steps[8].among, explained_steps[8].left) == (
        ("site:2A", "site:7B", "site:8A", "site:9A"),
        ("site:2A", "site:7B", "site:8A"),
    )
    assert explained_steps[7].among == explained_steps[7].left == explained_steps[8].among
    assert explained_steps[-1].left == ("site:7B",)


def test_reasons_of_a_production_show_the_potential_energy_of_every_system():
    fact = facts.AutomaDecided(
        card="1-1A-5",
        seat=1,
        kind="produce",
        source="",
        reasons=(
            Reason(
                of="system",
                candidates=("B7L/7B/P12-1", "B10L/10B/P12-1"),
                steps=(Narrowed(rule="TA-6.7", fitting=("B7L/7B/P12-1",), values=(5, 3)),),
                chosen=("B7L/7B/P12-1",),
            ),
        ),
    )
    chosen = "dam B7L, conduit 7B, powerhouse P12-1"
    assert steps(fact)[1] == (
        f"Highest potential energy (5, 3): of 2 candidates, only {chosen} is left.",
        "TA-6.7",
    )
    assert explained(fact).steps[1].left == ("site:B7L", "site:7B", "site:P12-1")


def test_a_plan_for_drops_is_chosen_by_arrivals_then_by_drops_then_by_letters():
    fact = facts.AutomaDecided(
        card="1-1A-5",
        seat=1,
        kind="drops",
        source="",
        reasons=(
            Reason(
                of="plan",
                candidates=("A", "B", "AB"),
                steps=(
                    Narrowed(rule="TA-7.7", fitting=("A", "B"), values=(1, 1, 0)),
                    Narrowed(rule="TA-7.7", fitting=("A", "B"), values=(1, 1)),
                    Narrowed(rule="TA-7.8", criterion="BACD", fitting=("B",)),
                ),
                chosen=("B",),
            ),
        ),
    )
    assert [text for text, _ in steps(fact)][1:] == [
        "Most drops that stay in the automa's dams (1, 1, 0): 2 of 3 candidates are left.",
        "Most drops placed (1, 1): all 2 candidates fit.",
        "Headstream order on the card (B-A-C-D): of 2 candidates, only B is left.",
    ]
    assert explained(fact).draw is not None
    assert [step.about for step in explained(fact).steps] == ["", "", "", "headstreams"]


def test_lapsed_decisions_passes_shuffles_and_forced_turns_are_explained():
    nothing = facts.AutomaDecided(card="1-1A-5", seat=1, kind="drops", source="green-08")
    assert steps(nothing) == [("No drop would have stayed in any of the automa's dams, so it placed none.", "TA-15.7")]
    passing = facts.CardTurnedUp(seat=1, command=TakeTurn())
    assert [rule for _, rule in steps(passing)] == ["TA-3.7"]
    forced = facts.CardTurnedUp(
        seat=0,
        command=TakeTurn(),
        card="2-5B-9",
        criteria="7-7B-11",
        changes=(
            changes.PlayedByRules(seat=0, level="normal"),
            changes.PileRenewed(pile="automa_cards", order=("hidden",)),
        ),
    )
    assert [rule for _, rule in steps(forced)] == ["TA-27.8", "TA-3.5"]
    again = facts.AutomaTurnEnded(seat=1, again=True)
    assert [rule for _, rule in steps(again)] == ["TA-27.10"]


def test_human_moves_and_ends_of_turns_have_no_reasons():
    assert explained(facts.AutomaTurnEnded(seat=1)) is None
    assert explained(facts.CardTurnedUp(seat=1, command=TakeTurn(), card="2-5B-9", criteria="7-7B-11")) is None
    assert explained(facts.AutomasFounded()) is None


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_every_reason_of_a_game_refers_to_existing_rules(seats, seed, options):
    for fact in facts_of(seats, seed, **options):
        explanation = explained(fact)
        if isinstance(fact, facts.AutomaActed):
            assert explanation is not None
        for step in explanation.steps if explanation else ():
            text = plain(step.text)
            assert text.endswith(".")
            assert "{" not in text
            assert "_" not in text
            assert ruleset.rule_text(step.rule)
            assert set(step.left) <= set(step.among)


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES[:1])
def test_candidates_can_be_found_on_the_board_before_the_fact(seats, seed, options):
    state = None
    names = ["Ada", *(f"Automa {number}" for number in range(1, seats))]
    for number, fact in enumerate(facts_of(seats, seed, **options)):
        if state is None:
            state = ruleset.initial(fact)
            continue
        explanation = explained(fact)
        if explanation and number % 5 == 0:
            view = ruleset.view(state, "spectator")
            drawn = ruleset.draw(view, names, plain)
            drawn += "".join(ruleset.draw_seat(view, seat, names, plain) for seat in range(seats))
            for step in explanation.steps:
                missing = [part for part in step.among if f'data-element="{escape(part)}"' not in drawn]
                assert missing == []
            cards = explanation.draw(plain) if explanation.draw else ""
            asked = [step.about for step in explanation.steps if step.about and cards]
            assert [part for part in asked if f'data-element="{part}"' not in cards] == []
        ruleset.apply(state, fact)
