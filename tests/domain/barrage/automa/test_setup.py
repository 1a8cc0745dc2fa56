"""Sections TA-1 and TA-2: possible combinations of players and automas, and changes to the set-up."""

from collections import Counter

import pytest

from domain.barrage import ruleset
from domain.barrage.automa.deck import CARDS
from domain.barrage.automa.facts import AutomasFounded
from domain.barrage.model.changes import EngineersPlaced
from domain.barrage.model.commands import UseSpace
from domain.barrage.model.options import Options, objection
from domain.game import legal_commands
from tests.domain.barrage.automa.builder import components
from tests.domain.barrage.playing import EVERYTHING, set_up

SEEDS = range(12)


def drafted(seats, *levels, seed=1, **options):
    """Return the position after the draft, the commands offered in it, and the facts."""
    started = set_up(seats, seed, automas=levels, **options)
    state, facts = ruleset.initial(started), [started]
    while state.phase == "draft" or state.pending[-1].kind != "turn":
        (who,) = ruleset.to_act(state)
        for fact in ruleset.decide(state, who.seat, next(iter(legal_commands(ruleset, state, who.seat)))):
            ruleset.apply(state, fact)
            facts.append(fact)
    return state, started, facts


# --------------------------------------------------------------------------------------------------------------------
# Players and automas
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-1.14")
def test_automas_play_by_the_expert_rules_only():
    assert objection(Options(rules="beginner", automas=("normal",)), 2)
    assert objection(Options(automas=("normal",)), 2) is None


@pytest.mark.rule("TA-1.15")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_mix_with_at_least_one_person_and_one_automa(seats):
    for automas in range(1, seats):
        assert objection(Options(automas=("normal",) * automas), seats) is None
        state, *_ = drafted(seats, *("normal",) * automas)
        assert [bool(company.automa) for company in state.companies] == [False] * (seats - automas) + [True] * automas
    assert objection(Options(automas=("normal",) * seats), seats)


# --------------------------------------------------------------------------------------------------------------------
# The board, the draft
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_is_laid_out_for_people_and_automas_together(seats):
    state, started, _ = drafted(seats, "normal")
    assert len(started.displays["national"]) == seats - 1
    assert len(started.offers) == len(started.starting_contracts) == seats
    offered = {c.space for c in _spaces(state)}
    assert ("WS-2/left" in offered) is (seats >= 3)
    assert ("CO-1B/left" in offered) is (seats == 4)


def _spaces(state):
    """The actions a person could choose, were it the first seat's turn."""
    state.pending[-1] = type(state.pending[-1])(kind="turn", seat=0)
    state.companies[0].credits = 40
    return [command for command in legal_commands(ruleset, state, 0) if isinstance(command, UseSpace)]


@pytest.mark.rule("TA-2.2", "TA-2.3", "TA-2.8")
def test_undrafted_companies_go_to_automas_or_out_of_the_game():
    shared = set()
    for seed in SEEDS:
        state, started, facts = drafted(3, "normal", "normal", seed=seed)
        assert {company.company for company in state.companies} == {offer.company for offer in started.offers}
        assert len(state.companies[0].contracts) == 1
        assert [company.contracts for company in state.companies[1:]] == [[], []]
        assert (state.offers, state.starting_contracts) == ([], [])
        assert sum(isinstance(fact, AutomasFounded) for fact in facts) == 1
        left = [offer.company for offer in started.offers if offer.company != state.companies[0].company]
        shared.add(left.index(state.companies[1].company))
    assert shared == {0, 1}


@pytest.mark.rule("TA-2.3", "TA-1.6", "TA-2.8")
@pytest.mark.parametrize("level", ["low_voltage", "normal", "high_voltage", "overpowered"])
def test_only_at_overpowered_an_automa_has_the_officer_of_its_board(level):
    for seed in SEEDS:
        state, started, _ = drafted(3, level, seed=seed)
        officers = {offer.company: offer.officer for offer in started.offers}
        automa = state.companies[2]
        assert automa.officer == (officers[automa.company] if level == "overpowered" else "")
        special = components.officer[automa.officer].special_tile if automa.officer else None
        assert [tile for tile in automa.tiles if tile.startswith("special")] == ([special] if special else [])


@pytest.mark.rule("TA-2.4", "TA-2.5", "TA-1.1")
def test_an_automa_has_the_right_start():
    state, *_ = drafted(2, "normal")
    automa = state.companies[1]
    assert (automa.vp, automa.credits) == (16, 0)
    assert (automa.engineers, automa.excavators, automa.mixers) == (12, 6, 4)
    assert all(segment.empty for segment in automa.wheel)
    assert sorted(automa.tiles) == ["basic-base", "basic-conduit", "basic-elevation", "basic-powerhouse"]
    assert automa.built == {"base": 0, "elevation": 0, "conduit": 0, "powerhouse": 0}


@pytest.mark.rule("TA-28.2")
def test_with_the_expansion_it_has_buildings_and_their_tile():
    state, *_ = drafted(2, "normal", **EVERYTHING)
    assert "basic-building" in state.companies[1].tiles
    assert state.companies[1].built["building"] == 0


@pytest.mark.rule("TA-2.6")
def test_automas_come_first_in_random_order_and_then_people_in_reverse_order_of_their_picks():
    first, people = set(), set()
    for seed in SEEDS:
        state, _, facts = drafted(4, "normal", "normal", seed=seed)
        picked = [fact.seat for fact in facts if fact.__class__.__name__ == "Drafted"]
        assert sorted(picked) == [0, 1]
        assert state.turn_order[2:] == picked[::-1]
        first.add(tuple(state.turn_order[:2]))
        people.add(tuple(picked))
    assert first == {(2, 3), (3, 2)}
    assert len(people) == 2


@pytest.mark.rule("TA-2.7")
def test_the_deck_is_shuffled_with_its_actions_up():
    tops = set()
    for seed in SEEDS:
        state, *_ = drafted(2, "normal", seed=seed)
        assert Counter(state.piles[CARDS]) == Counter(card.id for card in components.automa.cards)
        assert CARDS not in state.discards
        tops.add(state.piles[CARDS][0])
    assert len(tops) > 3


@pytest.mark.rule("TA-2.10")
@pytest.mark.parametrize(
    ("levels", "spare"),
    [(("normal",), 2), (("overpowered",), 1), (("normal", "normal"), 2), (("normal", "overpowered"), 1)],
)
def test_a_person_with_mahiri_sekibo_has_three_officers_to_copy(levels, spare):
    """With one other person; with two automas there are four seats."""
    seats, seen = 2 + len(levels), 0
    for seed in range(40):
        started = set_up(seats, seed, automas=levels)
        if "mahiri_sekibo" in {offer.officer for offer in started.offers}:
            assert len(started.spare_officers) == spare
            assert not set(started.spare_officers) & {offer.officer for offer in started.offers}
            seen += 1
    assert seen > 3


@pytest.mark.rule("TA-2.6", "TA-3.4")
def test_the_first_turn_of_the_game_is_an_automas_by_the_cards():
    state, *_ = drafted(2, "normal")
    (seat, command) = ruleset.by_rules(state)
    facts = ruleset.decide(state, seat, command)
    assert (seat, facts[0].criteria, facts[0].card) == (1, *state.piles[CARDS][:2])
    placed = [change for fact in facts for change in fact.changes if isinstance(change, EngineersPlaced)]
    assert {change.seat for change in placed} == {1}
