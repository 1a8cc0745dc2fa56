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


def opened(rules: Rules = RULES) -> Tournament:
    fact = TournamentOpened(owner="olga", rules=rules, seed="ab" * 32)
    record = Recorded(at=datetime(2026, 1, 1, tzinfo=UTC), command="c", previous="", fact=fact, originator_id="x")
    return tournament.folded([record], "")


def happen(competition: Tournament, facts: list[Fact]) -> list[Fact]:
    for fact in facts:
        tournament.evolve(competition, fact)
    return facts


def entered(number: int, rules: Rules = RULES) -> Tournament:
    competition = opened(rules)
    happen(competition, tournament.enter(competition, [f"p{each}" for each in range(number)]))
    return competition


def first_seats_win(competition: Tournament) -> dict[str, Result]:
    tables = [table for stage in competition.stages for each in stage.rounds for table in each.tables]
    return {
        table.game: Result(
            game=table.game,
            users=table.seats,
            places=tuple(range(1, len(table.seats) + 1)),
            points=tuple(range(len(table.seats), 0, -1)),
        )
        for table in tables
    }


def next_round(competition: Tournament) -> list[Fact]:
    return happen(competition, tournament.next_round(competition, first_seats_win(competition), IDS))


def test_people_enter_once_and_until_it_begins() -> None:
    competition = opened()
    assert happen(competition, tournament.enter(competition, ["a", "b", "a"])) == [
        Entered(person="a"),
        Entered(person="b"),
    ]
    assert tournament.enter(competition, ["b"]) == []
    assert happen(competition, tournament.withdraw(competition, "b", "agreement")) == [
        Withdrawn(person="b", reason="agreement")
    ]
    assert happen(competition, tournament.enter(competition, ["b", "c"])) == [Entered(person="b"), Entered(person="c")]
    next_round(competition)
    with pytest.raises(Refused):
        tournament.enter(competition, ["d"])
    with pytest.raises(Refused):
        tournament.withdraw(competition, "nobody", "absence")


def test_rounds_and_stages_follow_each_other_and_end() -> None:
    competition = entered(4)
    begun, opened_round = next_round(competition)
    assert isinstance(begun, StageBegun)
    assert isinstance(opened_round, RoundOpened)
    assert sorted(begun.entrants) == ["p0", "p1", "p2", "p3"]
    assert [type(fact) for fact in next_round(competition)] == [RoundOpened]
    final, _ = next_round(competition)
    assert isinstance(final, StageBegun)
    assert len(final.entrants) == 2
    stood = tournament.standing(competition, first_seats_win(competition), stage=0)
    assert set(final.entrants) == {each.person for each in stood[:2]}
    assert all(not each.points for each in tournament.standing(competition, {}))
    with pytest.raises(Refused):
        next_round(competition)
    happen(competition, tournament.close(competition))
    assert competition.closed
    with pytest.raises(Refused):
        tournament.close(competition)


def test_a_round_waits_for_the_games_of_the_one_before_unless_it_shall_not() -> None:
    competition = entered(4)
    next_round(competition)
    with pytest.raises(Refused):
        tournament.next_round(competition, {}, IDS)
    assert tournament.next_round(competition, {}, IDS, early=True)


def test_a_withdrawn_entrant_is_not_paired_and_does_not_advance() -> None:
    competition = entered(6, Rules(ruleset="toy", seats=2, stages=(Stage(), Stage(best=2))))
    next_round(competition)
    best = tournament.standing(competition, first_seats_win(competition))[0].person
    happen(competition, tournament.withdraw(competition, best, "conduct"))
    begun = next_round(competition)[0]
    assert isinstance(begun, StageBegun)
    assert best not in begun.entrants
    assert len(begun.entrants) == 2


def test_points_are_carried_where_the_stage_says_so() -> None:
    competition = entered(4, Rules(ruleset="toy", seats=2, stages=(Stage(), Stage()), points=(2, 0)))
    next_round(competition)
    next_round(competition)
    assert sum(each.points for each in tournament.standing(competition, first_seats_win(competition))) == 8


def test_byes_go_round() -> None:
    competition = entered(5, Rules(ruleset="toy", seats=2, stages=(Stage(rounds=4),)))
    byes = [fact.byes for _ in range(4) for fact in next_round(competition) if isinstance(fact, RoundOpened)]
    assert len({person for (person,) in byes}) == 4


def test_a_tournament_without_entrants_does_not_start() -> None:
    with pytest.raises(Refused):
        next_round(entered(1))


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


def test_options_are_stated_in_full() -> None:
    assert playable(Rules(ruleset="toy", seats=2)).options == {"coins": 3, "automas": []}


def test_all_facts_are_of_it() -> None:
    competition = entered(2)
    happen(competition, [TournamentClosed()])
    for decide in (tournament.close, lambda found: tournament.enter(found, ["x"]), lambda found: next_round(found)):
        with pytest.raises((Refused, IllegalMove)):
            decide(competition)


def test_the_bye_goes_to_another_entrant_to_avoid_a_repeated_pairing() -> None:
    """With three entrants, each round's bye leaves two who have not met yet."""
    competition = entered(3, Rules(ruleset="toy", seats=2, stages=(Stage(rounds=3),)))
    for _ in range(3):
        next_round(competition)
    assert tournament.met_again(competition) == [[], [], []]


def test_repeated_pairings_are_reported() -> None:
    competition = entered(2)
    for _ in range(2):
        next_round(competition)
    assert [{*pair} for pairs in tournament.met_again(competition) for pair in pairs] == [{"p0", "p1"}]
