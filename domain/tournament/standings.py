"""Points and tiebreaks from the results of a tournament's games: pure functions of public data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from domain.tournament.facts import Drawn
from domain.tournament.rules import Rules, TieBreak

Met = Mapping[str, Collection[str]]
"""The opponents that each entrant has met."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a game, by seat: its player at the end (None: a bot, or an unknown player), places and points.

    A game that is running, abandoned or voided has no places. ``version`` is that of its log at which it had
    this result.
    """

    game: str
    version: int = 0
    users: tuple[str | None, ...]
    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a round, and the entrants without one."""

    tables: tuple[Drawn, ...]
    byes: tuple[str, ...] = ()


class EntrantStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The standing of an entrant. Places and tiebreaks count from the best; equal entrants share a place."""

    place: int
    person: str
    points: Fraction
    tie_breaks: tuple[Fraction, ...]
    played: int
    """The number of games with a result."""


class _Score(msgspec.Struct):
    """The points of an entrant from the games so far."""

    points: Fraction = Fraction(0)
    wins: int = 0
    share: Fraction = Fraction(0)
    game_points: int = 0
    played: int = 0
    met: set[str] = msgspec.field(default_factory=set)


def standings(
    rules: Rules, entrants: Sequence[str], rounds: Iterable[Round], results: Mapping[str, Result]
) -> list[EntrantStanding]:
    """Return all entrants, best first; ties that nothing breaks stay in the given order."""
    scores = {person: _Score() for person in entrants}
    for each in rounds:
        for table in each.tables:
            _count(rules, scores, table, results.get(table.game))
        for person in each.byes:
            if person in scores:
                scores[person].points += rules.bye
    keys = {person: _key(rules, scores, person) for person in entrants}
    best_first = sorted(entrants, key=keys.__getitem__, reverse=True)
    return [
        EntrantStanding(
            place=1 + sum(key > keys[person] for key in keys.values()),
            person=person,
            points=keys[person][0],
            tie_breaks=keys[person][1:],
            played=scores[person].played,
        )
        for person in best_first
    ]


def _count(rules: Rules, scores: Mapping[str, _Score], table: Drawn, result: Result | None) -> None:
    for person in table.seats:
        if person in scores:
            scores[person].met.update(set(table.seats) - {person})
    if result is None or not result.places:
        return
    made = sum(result.points)
    for seat, person in enumerate(table.seats):
        if person not in scores:
            continue
        score = scores[person]
        score.played += 1
        at = _finished(result, seat, person)
        if at is None:
            continue  # another player has finished the game in their place
        score.points += points_of(rules.points, result.places, at)
        score.wins += result.places[at] == 1
        score.game_points += result.points[at]
        score.share += Fraction(result.points[at], made) if made > 0 else 0


def _finished(result: Result, seat: int, person: str) -> int | None:
    """Return the seat at which an entrant finished a game: theirs, or another after a swap; None: at none."""
    if result.users[seat] == person:
        return seat
    return result.users.index(person) if person in result.users else None


def points_of(points: Sequence[int], places: Sequence[int], seat: int) -> Fraction:
    """Return the points of a seat: those of its place, or its share if equal seats share places."""
    place = places[seat]
    equal = sum(other == place for other in places)
    return Fraction(sum(points[place - 1 : place - 1 + equal]), equal)


def _key(rules: Rules, scores: Mapping[str, _Score], person: str) -> tuple[Fraction, ...]:
    score = scores[person]
    return (score.points, *(Fraction(_TIE_BREAKS[each](score, scores)) for each in rules.tie_breaks))


_TIE_BREAKS: dict[TieBreak, Callable[[_Score, Mapping[str, _Score]], Fraction | int]] = {
    "wins": lambda score, scores: score.wins,
    "opponents": lambda score, scores: sum((scores[each].points for each in score.met if each in scores), Fraction(0)),
    "share": lambda score, scores: score.share,
    "game_points": lambda score, scores: score.game_points,
}


def met(rounds: Iterable[Round]) -> Met:
    """Return the opponents that each entrant has met in these rounds."""
    found: dict[str, set[str]] = {}
    for each in rounds:
        for table in each.tables:
            for person in table.seats:
                found.setdefault(person, set()).update(set(table.seats) - {person})
    return found
