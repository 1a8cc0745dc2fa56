"""Rounds checked against the results of their games: honest ones pass, forged ones do not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Any

import msgspec

from domain.game import Fact
from domain.log import Recorded
from domain.tournament import tournament
from domain.tournament.checking import checked
from domain.tournament.facts import RoundOpened, TournamentOpened
from domain.tournament.rules import Rules, Stage
from domain.tournament.standings import Result
from tests.domain.tournament.test_tournament import first_seats_win

RULES = Rules(ruleset="toy", seats=2, stages=(Stage(rounds=2), Stage(best=4)), points=(2, 0))
OVER = 9


def recorded(fact: Fact, command: str) -> Recorded[Any]:
    return Recorded(at=datetime(2026, 1, 1, tzinfo=UTC), actor="olga", command=command, previous="", fact=fact)


def play_three_rounds(early: bool = False) -> tuple[list[Recorded[Any]], dict[str, Result]]:
    """Return a tournament of 9 entrants with three opened rounds; the first seats win."""
    ids = (f"{number:032x}" for number in count())
    records = [recorded(TournamentOpened(owner="olga", rules=RULES, seed="ab" * 32), "open")]

    def now() -> tournament.Tournament:
        return tournament.folded(records, "")

    def append_facts(command: str, facts: list[Fact]) -> None:
        records.extend(recorded(fact, command) for fact in facts)

    append_facts("enter", tournament.enter(now(), [f"p{each}" for each in range(9)]))
    results: dict[str, Result] = {}
    for number in range(3):
        append_facts(f"round {number}", tournament.next_round(now(), results, ids, early=early))
        over = first_seats_win(now()).items()
        results = {game: msgspec.structs.replace(result, version=OVER) for game, result in over}
        if early:
            results.popitem()
        append_facts(f"withdraw {number}", tournament.withdraw(now(), f"p{number}", "agreement"))
    return records, results


def verdicts(records: list[Recorded[Any]], results: dict[str, Result]) -> list[str]:
    def at(game: str, version: int) -> Result | None:
        return results.get(game) if version == OVER else None

    return [each.verdict for each in checked(records, at)]


def with_changed_round(records: list[Recorded[Any]], change: Callable[[RoundOpened], RoundOpened], number: int) -> Any:
    rounds = [at for at, record in enumerate(records) if isinstance(record.fact, RoundOpened)]
    at = rounds[number]
    forged = msgspec.structs.replace(records[at], fact=change(records[at].fact))
    return [*records[:at], forged, *records[at + 1 :]]


def test_rounds_follow_from_the_counted_results() -> None:
    assert verdicts(*play_three_rounds()) == ["follows"] * 3
    assert verdicts(*play_three_rounds(early=True)) == ["follows"] * 3


def test_stages_and_rounds_are_numbered() -> None:
    records, results = play_three_rounds()
    checks = checked(records, lambda game, version: results[game])
    assert [(each.stage, each.round) for each in checks] == [(1, 1), (1, 2), (2, 1)]


def test_entrants_swapped_between_tables_are_detected() -> None:
    def swap_entrants(opened: RoundOpened) -> RoundOpened:
        one, other, *rest = opened.tables
        seats = (one.seats[0], other.seats[0]), (one.seats[1], other.seats[1])
        tables = [msgspec.structs.replace(each, seats=pair) for each, pair in zip((one, other), seats, strict=True)]
        return msgspec.structs.replace(opened, tables=(*tables, *rest))

    records, results = play_three_rounds()
    for number in range(2):
        assert verdicts(with_changed_round(records, swap_entrants, number), results)[number] == "differs"


def test_changed_results_are_detected() -> None:
    records, results = play_three_rounds()
    reversed_results = {game: msgspec.structs.replace(each, places=each.places[::-1]) for game, each in results.items()}
    assert "differs" in verdicts(records, reversed_results)


def test_verdict_is_unknown_without_results_or_for_another_algorithm() -> None:
    records, results = play_three_rounds()
    assert verdicts(records, {}) == ["follows", "unknown", "unknown"]
    other = with_changed_round(records, lambda opened: msgspec.structs.replace(opened, paired_by=0), 1)
    assert verdicts(other, results) == ["follows", "unknown", "follows"]
