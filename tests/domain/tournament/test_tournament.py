"""A tournament from round to round: possible entrants, preconditions of a round, advancing to the next stage."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

import pytest

from domain.game import Fact, IllegalMove
from domain.log import Recorded
from domain.table.refusals import Refused
from domain.tournament import tournament
from domain.tournament.facts import Entered, RoundOpened, StageBegun, TournamentClosed, TournamentOpened, Withdrawn
from domain.tournament.rules import Rules, Stage, playable
from domain.tournament.standings import Result
from domain.tournament.tournament import Tournament

RULES = Rules(ruleset="toy", seats=2, stages=(Stage(rounds=2), Stage(best=2, carry=False)), points=(2, 0))
IDS = (f"{number:032x}" for number in count())


def new_tournament(rules: Rules = RULES) -> Tournament:
    fact = TournamentOpened(owner="olga", rules=rules, seed="ab" * 32)
    record = Recorded(at=datetime(2026, 1, 1, tzinfo=UTC), command="c", previous="", fact=fact, originator_id="x")
    return tournament.folded([record], "")


def apply_facts(state: Tournament, facts: list[Fact]) -> list[Fact]:
    for fact in facts:
        tournament.evolve(state, fact)
    return facts


def with_entrants(number: int, rules: Rules = RULES) -> Tournament:
    state = new_tournament(rules)
    apply_facts(state, tournament.enter(state, [f"p{each}" for each in range(number)]))
    return state


def first_seats_win(state: Tournament) -> dict[str, Result]:
    tables = [table for stage in state.stages for each in stage.rounds for table in each.tables]
    return {
        table.game: Result(
            game=table.game,
            users=table.seats,
            places=tuple(range(1, len(table.seats) + 1)),
            points=tuple(range(len(table.seats), 0, -1)),
        )
        for table in tables
    }


def next_round(state: Tournament) -> list[Fact]:
    return apply_facts(state, tournament.next_round(state, first_seats_win(state), IDS))


def test_users_enter_once_and_only_before_the_start() -> None:
    state = new_tournament()
    assert apply_facts(state, tournament.enter(state, ["a", "b", "a"])) == [
        Entered(person="a"),
        Entered(person="b"),
    ]
    assert tournament.enter(state, ["b"]) == []
    assert apply_facts(state, tournament.withdraw(state, "b", "agreement")) == [
        Withdrawn(person="b", reason="agreement")
    ]
    assert apply_facts(state, tournament.enter(state, ["b", "c"])) == [Entered(person="b"), Entered(person="c")]
    next_round(state)
    with pytest.raises(Refused):
        tournament.enter(state, ["d"])
    with pytest.raises(Refused):
        tournament.withdraw(state, "nobody", "absence")


def test_rounds_and_stages_run_in_order_until_closed() -> None:
    state = with_entrants(4)
    begun, opened_round = next_round(state)
    assert isinstance(begun, StageBegun)
    assert isinstance(opened_round, RoundOpened)
    assert sorted(begun.entrants) == ["p0", "p1", "p2", "p3"]
    assert [type(fact) for fact in next_round(state)] == [RoundOpened]
    final, _ = next_round(state)
    assert isinstance(final, StageBegun)
    assert len(final.entrants) == 2
    ranked = tournament.standing(state, first_seats_win(state), stage=0)
    assert set(final.entrants) == {each.person for each in ranked[:2]}
    assert all(not each.points for each in tournament.standing(state, {}))
    with pytest.raises(Refused):
        next_round(state)
    apply_facts(state, tournament.close(state))
    assert state.closed
    with pytest.raises(Refused):
        tournament.close(state)


def test_round_waits_for_previous_games_unless_opened_early() -> None:
    state = with_entrants(4)
    next_round(state)
    with pytest.raises(Refused):
        tournament.next_round(state, {}, IDS)
    assert tournament.next_round(state, {}, IDS, early=True)


def test_withdrawn_entrant_does_not_advance() -> None:
    state = with_entrants(6, Rules(ruleset="toy", seats=2, stages=(Stage(), Stage(best=2))))
    next_round(state)
    best = tournament.standing(state, first_seats_win(state))[0].person
    apply_facts(state, tournament.withdraw(state, best, "conduct"))
    begun = next_round(state)[0]
    assert isinstance(begun, StageBegun)
    assert best not in begun.entrants
    assert len(begun.entrants) == 2


def test_points_carry_over_to_the_next_stage() -> None:
    state = with_entrants(4, Rules(ruleset="toy", seats=2, stages=(Stage(), Stage()), points=(2, 0)))
    next_round(state)
    next_round(state)
    assert sum(each.points for each in tournament.standing(state, first_seats_win(state))) == 8


def test_byes_rotate_among_entrants() -> None:
    state = with_entrants(5, Rules(ruleset="toy", seats=2, stages=(Stage(rounds=4),)))
    byes = [fact.byes for _ in range(4) for fact in next_round(state) if isinstance(fact, RoundOpened)]
    assert len({person for (person,) in byes}) == 4


def test_tournament_with_one_entrant_does_not_start() -> None:
    with pytest.raises(Refused):
        next_round(with_entrants(1))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(ruleset="toy", seats=5),
        Rules(ruleset="toy", seats=3, options={"automas": ["keen"]}),
        Rules(ruleset="toy", seats=2, stages=(Stage(best=4),)),
        Rules(ruleset="toy", seats=3, stages=(Stage(), Stage(best=2))),
        Rules(ruleset="toy", seats=2, points=(1, 3)),
        Rules(ruleset="toy", seats=2, tie_breaks=("wins", "wins")),
    ],
)
def test_rules_that_cannot_be_played_or_scored_are_refused(rules: Rules) -> None:
    with pytest.raises(Refused):
        playable(rules)


def test_options_include_defaults() -> None:
    assert playable(Rules(ruleset="toy", seats=2)).options == {"coins": 3, "automas": []}


def test_closed_tournament_refuses_further_decisions() -> None:
    state = with_entrants(2)
    apply_facts(state, [TournamentClosed()])
    for decide in (tournament.close, lambda found: tournament.enter(found, ["x"]), lambda found: next_round(found)):
        with pytest.raises((Refused, IllegalMove)):
            decide(state)


def test_the_bye_goes_to_another_entrant_to_avoid_a_repeated_pairing() -> None:
    """With three entrants, each round's bye leaves two who have not met yet."""
    state = with_entrants(3, Rules(ruleset="toy", seats=2, stages=(Stage(rounds=3),)))
    for _ in range(3):
        next_round(state)
    assert tournament.met_again(state) == [[], [], []]


def test_repeated_pairings_are_reported() -> None:
    state = with_entrants(2)
    for _ in range(2):
        next_round(state)
    assert [{*pair} for pairs in tournament.met_again(state) for pair in pairs] == [{"p0", "p1"}]
