"""Verification of pairings: pairs each round again by the rules, from the results of the games at that time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

import msgspec

from domain.game import Fact
from domain.log import Recorded
from domain.table.refusals import Refused
from domain.tournament import pairing, tournament
from domain.tournament.facts import RoundOpened, Withdrawn
from domain.tournament.standings import Result
from domain.tournament.tournament import Tournament

ResultAt = Callable[[str, int], Result | None]
"""The result of a game by its log up to a version; None if it is unknown."""

Verdict = Literal["follows", "differs", "unknown"]


class CheckedRound(msgspec.Struct, frozen=True):
    """Whether the entrants and pairings of a round follow from the standings.

    Unknown if a counted game is missing, or if this program does not know the version of the pairing algorithm.
    """

    stage: int
    round: int
    verdict: Verdict


def checked(records: Sequence[Recorded[Any]], result_at: ResultAt) -> Iterator[CheckedRound]:
    """Yield all rounds of a tournament's log in order; stages and rounds are counted from 1."""
    state = tournament.folded(records[:1], "")
    for _, write in groupby(records, key=lambda record: (record.actor, record.command)):
        facts = [record.fact for record in write]
        verdicts = [_verdict(state, facts, fact, result_at) for fact in facts if isinstance(fact, RoundOpened)]
        for fact in facts:
            tournament.evolve(state, fact)
        yield from (CheckedRound(len(state.stages), len(state.stages[-1].rounds), verdict) for verdict in verdicts)


def _verdict(before: Tournament, facts: Sequence[Fact], opened: RoundOpened, result_at: ResultAt) -> Verdict:
    if opened.paired_by not in (1, pairing.ALGORITHM_VERSION):
        return "unknown"
    counted = before.counted | {each.game: each.version for each in opened.counted}
    results = {game: result_at(game, version) for game, version in counted.items()}
    known = {game: result for game, result in results.items() if result is not None}
    if len(known) < len(results):
        return "unknown"
    if opened.paired_by == 1:
        known = _at_drawn_seats(before, known)
    gone = [fact for fact in facts if isinstance(fact, Withdrawn)]
    without = msgspec.structs.replace(before, entrants=before.entrants | {fact.person: False for fact in gone})
    try:
        again = tournament.next_round(without, known, (table.game for table in opened.tables), early=True)
    except Refused:
        return "differs"
    *begun, opening = again
    decided = [*gone, *begun, msgspec.structs.replace(opening, paired_by=opened.paired_by)]
    return "follows" if decided == list(facts) else "differs"


def _at_drawn_seats(before: Tournament, results: Mapping[str, Result]) -> dict[str, Result]:
    """Return results as the first version of pairing counted them: none for players at seats other than those drawn."""
    drawn = {table.game: table.seats for stage in before.stages for each in stage.rounds for table in each.tables}
    seen = {
        game: tuple(user if user == there else None for user, there in zip(result.users, drawn[game], strict=True))
        for game, result in results.items()
    }
    return {game: msgspec.structs.replace(result, users=seen[game]) for game, result in results.items()}
