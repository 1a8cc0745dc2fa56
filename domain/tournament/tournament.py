"""A tournament folded from its facts; decisions on it, which return facts or raise Refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice
from typing import Any

import msgspec

from domain.game import Fact, ruleset
from domain.log import Recorded
from domain.message import counted, message
from domain.table.refusals import Refused
from domain.tournament import pairing, standings
from domain.tournament.facts import (
    Counted,
    Drawn,
    Entered,
    OrganiserNamed,
    RoundOpened,
    StageBegun,
    TournamentClosed,
    TournamentOpened,
    Withdrawal,
    Withdrawn,
)
from domain.tournament.rules import Rules
from domain.tournament.standings import EntrantStanding, Result, Round
from domain.verifiable_random import Seeded

MOST_ENTRANTS = 1000
MOST_ENTRIES = 10
"""The maximum of entries of one user: before each but the first, they have withdrawn."""

MOST_TRIED = 20
"""The maximum of choices of byes that are tried to avoid repeated pairings."""


class StageState(msgspec.Struct):
    """A stage that has begun: its entrants in starting order, and its rounds so far."""

    entrants: tuple[str, ...]
    rounds: list[Round] = msgspec.field(default_factory=list)


class Tournament(msgspec.Struct):
    """The state of a tournament. ``tip`` is the hash of its last record."""

    id: str
    owner: str
    rules: Rules
    seed: str
    version: int = 0
    tip: str = ""
    entrants: dict[str, bool] = msgspec.field(default_factory=dict)
    """Everyone who has entered, in order of entry; False for those who have withdrawn."""
    entries: dict[str, int] = msgspec.field(default_factory=dict)
    """The number of times each of them has entered."""
    stages: list[StageState] = msgspec.field(default_factory=list)
    counted: dict[str, int] = msgspec.field(default_factory=dict)
    """The games that rounds were paired by, and the version up to which each log was read."""
    closed: bool = False
    commands: set[tuple[str, str]] = msgspec.field(default_factory=set)
    """The sender of each command."""

    @property
    def games(self) -> list[str]:
        """Return all its games in order."""
        return [table.game for stage in self.stages for each in stage.rounds for table in each.tables]

    @property
    def staying(self) -> list[str]:
        """Return the entrants who have not withdrawn."""
        return [person for person, stays in self.entrants.items() if stays]


def folded(records: Sequence[Recorded[Any]], tip: str) -> Tournament:
    """Fold a tournament from all its records; ``tip`` is the hash of the last."""
    opened = records[0].fact
    assert isinstance(opened, TournamentOpened)
    found = Tournament(records[0].originator_id, opened.owner, opened.rules, opened.seed)
    for record in records:
        evolve(found, record.fact)
        found.commands.add((record.actor, record.command))
    found.version, found.tip = len(records), tip
    return found


def evolve(tournament: Tournament, fact: Any) -> None:
    """Write a fact into the tournament."""
    match fact:
        case Entered():
            tournament.entrants[fact.person] = True
            tournament.entries[fact.person] = tournament.entries.get(fact.person, 0) + 1
        case Withdrawn():
            tournament.entrants[fact.person] = False
        case StageBegun():
            tournament.stages.append(StageState(fact.entrants))
        case RoundOpened():
            tournament.stages[-1].rounds.append(Round(tables=fact.tables, byes=fact.byes))
            tournament.counted.update({each.game: each.version for each in fact.counted})
        case OrganiserNamed():
            tournament.owner = fact.person
        case TournamentClosed():
            tournament.closed = True


# --------------------------------------------------------------------------------------------------------------------
# How it stands
# --------------------------------------------------------------------------------------------------------------------


def standing(tournament: Tournament, results: Mapping[str, Result], stage: int | None = None) -> list[EntrantStanding]:
    """Return the standings of a stage (counted from 0; None: the last), or of all entrants before the first."""
    if not tournament.stages:
        return standings.standings(tournament.rules, tournament.staying, [], results)
    at = len(tournament.stages) - 1 if stage is None else stage
    first = at
    while first and tournament.rules.stages[first].carry:
        first -= 1
    rounds = chain.from_iterable(each.rounds for each in tournament.stages[first : at + 1])
    return standings.standings(tournament.rules, tournament.stages[at].entrants, rounds, results)


def met_again(tournament: Tournament) -> list[list[tuple[str, str]]]:
    """Return the repeated pairings of each round, in order."""
    rounds = [each for stage in tournament.stages for each in stage.rounds]
    return [
        pairing.repetitions([table.seats for table in each.tables], standings.met(rounds[:number]))
        for number, each in enumerate(rounds)
    ]


# --------------------------------------------------------------------------------------------------------------------
# Legal actions
# --------------------------------------------------------------------------------------------------------------------


def enter(tournament: Tournament, people: Iterable[str]) -> list[Fact]:
    """Add entrants before the first stage begins; existing ones are ignored."""
    require_before_start(tournament)
    new = [person for person in dict.fromkeys(people) if not tournament.entrants.get(person)]
    if len(tournament.staying) + len(new) > MOST_ENTRANTS:
        raise Refused(
            counted(
                "tournament.too-many-entrants",
                "A tournament can have at most {count} entrant.",
                "A tournament can have at most {count} entrants.",
                count=MOST_ENTRANTS,
            )
        )
    return [Entered(person=person) for person in new]


def require_entries_left(tournament: Tournament, people: Iterable[str]) -> None:
    """Raise Refused for users who enter and withdraw again and again: they would fill the log."""
    returning = [person for person in people if not tournament.entrants.get(person)]
    if any(tournament.entries.get(person, 0) >= MOST_ENTRIES for person in returning):
        raise Refused(
            counted(
                "tournament.too-many-entries",
                "A player can enter a tournament at most {count} time.",
                "A player can enter a tournament at most {count} times.",
                count=MOST_ENTRIES,
            )
        )


def withdraw(tournament: Tournament, person: str, reason: Withdrawal) -> list[Fact]:
    """Withdraw an entrant; their games continue."""
    _require_open(tournament)
    if not tournament.entrants.get(person):
        raise Refused(message("tournament.not-an-entrant", "This player isn't an entrant."))
    return [Withdrawn(person=person, reason=reason)]


def name_organiser(tournament: Tournament, person: str) -> list[Fact]:
    """Name another organiser, also after the end: games may go on. Nothing changes for the present organiser."""
    return [] if person == tournament.owner else [OrganiserNamed(person=person)]


def close(tournament: Tournament) -> list[Fact]:
    """Close a tournament."""
    _require_open(tournament)
    return [TournamentClosed()]


def next_round(
    tournament: Tournament, results: Mapping[str, Result], new_ids: Iterable[str], early: bool = False
) -> list[Fact]:
    """Return the facts that open the next round, with the beginning of its stage if one is due.

    ``results`` are of all finished games. Raise Refused while games run, unless ``early``: then these do not count
    yet for the pairing.
    """
    _require_open(tournament)
    running = [game for game in tournament.games if game not in results]
    if running and not early:
        raise Refused(
            counted(
                "tournament.games-not-over",
                "{count} game in this round isn't over yet.",
                "{count} games in this round aren't over yet.",
                count=len(running),
            )
        )
    begun = _stage_begun(tournament, results)
    after = msgspec.structs.replace(tournament, stages=[*tournament.stages])
    for fact in begun:
        evolve(after, fact)
    return [*begun, _round(after, results, iter(new_ids))]


def _stage_begun(tournament: Tournament, results: Mapping[str, Result]) -> list[Fact]:
    stages = tournament.rules.stages
    at = len(tournament.stages)
    if at and len(tournament.stages[-1].rounds) < stages[at - 1].rounds:
        return []
    if at == len(stages):
        raise Refused(message("tournament.all-rounds-played", "All rounds have been played."))
    if not at:
        entrants = Seeded(bytes.fromhex(tournament.seed)).shuffle("entrants", tournament.staying)
    else:
        stood = [each.person for each in standing(tournament, results)]
        entrants = [person for person in stood if tournament.entrants[person]][: stages[at].best]
    if len(entrants) < 2:
        raise Refused(message("tournament.too-few-entrants", "The tournament doesn't have enough entrants."))
    return [StageBegun(entrants=tuple(entrants))]


def _round(tournament: Tournament, results: Mapping[str, Result], new_ids: Iterable[str]) -> RoundOpened:
    rules, stage = tournament.rules, tournament.stages[-1]
    order = [each.person for each in standing(tournament, results) if tournament.entrants[each.person]]
    if not stage.rounds and len(tournament.stages) == 1:
        order = [person for person in stage.entrants if tournament.entrants[person]]
    played = [each for earlier in tournament.stages for each in earlier.rounds]
    possible = set(ruleset(rules.ruleset).seats) - {0, 1}
    at_tables, byes = pairing.sizes(len(order), rules.seats, possible)
    if not at_tables:
        raise Refused(message("tournament.too-few-entrants", "The tournament doesn't have enough entrants."))
    number = len(played)
    resting, tables = _paired(order, at_tables, byes, played, seed=int(tournament.seed[:8], 16) + number)
    lots = Seeded(bytes.fromhex(tournament.seed))
    seated = (tuple(lots.shuffle(f"seats {number} {at}", table)) for at, table in enumerate(tables))
    drawn = tuple(Drawn(game=game, seats=seats) for game, seats in zip(new_ids, seated, strict=False))
    return RoundOpened(
        tables=drawn, byes=resting, counted=_newly_counted(tournament, results), paired_by=pairing.ALGORITHM_VERSION
    )


def _newly_counted(tournament: Tournament, results: Mapping[str, Result]) -> tuple[Counted, ...]:
    over = {game: results[game].version for game in tournament.games if game in results}
    new = {game: version for game, version in over.items() if tournament.counted.get(game) != version}
    return tuple(Counted(game=game, version=version) for game, version in new.items())


def _paired(
    order: Sequence[str], at_tables: Sequence[int], byes: int, played: Sequence[Round], seed: int
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the byes and the tables of a round, with other byes if that avoids repeated pairings."""
    met = standings.met(played)
    best: tuple[int, tuple[str, ...], list[tuple[str, ...]]] | None = None
    for resting in islice(_resting(order, byes, played), MOST_TRIED):
        tables = pairing.paired([person for person in order if person not in resting], at_tables, met, seed)
        again = len(pairing.repetitions(tables, met))
        if best is None or again < best[0]:
            best = again, resting, tables
        if not again:
            break
    assert best is not None
    return best[1:]


def _resting(order: Sequence[str], byes: int, played: Sequence[Round]) -> Iterator[tuple[str, ...]]:
    """Return the candidates for a bye: entrants with the fewest byes, the last in the order first."""
    had = Counter(person for each in played for person in each.byes)
    last_first = list(reversed(order))
    last_first.sort(key=had.__getitem__)
    most = had[last_first[byes - 1]] if byes else 0
    sure = [person for person in last_first if had[person] < most] if byes else []
    others = [person for person in last_first if had[person] == most]
    return ((*sure, *more) for more in combinations(others, byes - len(sure)))


def require_before_start(tournament: Tournament) -> None:
    """Raise Refused once the first stage has begun."""
    _require_open(tournament)
    if tournament.stages:
        raise Refused(message("tournament.already-begun", "The tournament has already started."))


def _require_open(tournament: Tournament) -> None:
    if tournament.closed:
        raise Refused(message("tournament.already-over", "The tournament has ended."))
