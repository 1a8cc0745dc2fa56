"""Rulings on a table by someone who does not play there: the functions return facts or raise Refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from domain.game import Fact, Place, Ruleset, Standing
from domain.message import message
from domain.table.clock import extensions, pausing
from domain.table.clock.facts import Paused, Resumed
from domain.table.decisions import require_running
from domain.table.facts import Abandoned, Finished
from domain.table.refusals import GameOver, Refused
from domain.table.rulings.facts import Adjudicated, Intervened, Reason, Voided
from domain.table.seat_changes import decisions as changes
from domain.table.seat_changes.facts import SeatHandedOver, StoodIn
from domain.table.seating import TableState


def void(table: TableState, reason: Reason) -> list[Fact]:
    """End a game without a result, or let the result of one that is over count for nothing."""
    if table.phase == "abandoned":
        raise GameOver(message("The game was abandoned."))
    if table.imported is not None:
        raise Refused(message("A game that was brought in from a file was not played here."))
    return [Voided(reason=reason), Abandoned()]


def adjudicate(table: TableState, places: Sequence[int], reason: Reason, points: Sequence[int] = ()) -> list[Fact]:
    """Give a running game a result: the place of each seat; equal seats share the best of their places.

    Where points are decided, too, the places are theirs.
    """
    require_running(table)
    if table.imported is not None or len(places) != len(table.chairs) or not sound(places):
        raise Refused(message("Say the place of every seat, from 1 on; equal ones share the best of theirs."))
    if points and list(places) != places_as_it_stands(points, ()):
        raise Refused(message("Say the points of every seat; the places are those of the points."))
    decided = Adjudicated(places=tuple(places), points=tuple(points), reason=reason)
    return [decided, Finished(seed=table.opened.seed)]


def remind(table: TableState, reason: Reason) -> list[Fact]:
    """Remind those whose turn it is; while the clocks stand still nobody is in a hurry."""
    require_running(table)
    if table.clocks is not None and table.clocks.paused:
        raise Refused(message("The clocks stand still: nobody has to move."))
    return [Intervened(act="remind", reason=reason)]


def extend(table: TableState, seats: Sequence[int], seconds: int, reason: Reason) -> list[Fact]:
    """Give those whose turn it is more time."""
    given = [fact for seat in seats for fact in extensions.extended(table, seat, seconds)]
    if not given:
        raise Refused(message("No clock runs here."))
    return [Intervened(act="extend", reason=reason), *given]


def pause(table: TableState, reason: Reason) -> list[Fact]:
    """Let all clocks stand still, whoever agrees."""
    require_running(table)
    if extensions.clocks_of(table).paused:
        raise Refused(message("The clocks stand still already."))
    return [Intervened(act="pause", reason=reason), Paused()]


def resume(table: TableState, reason: Reason) -> list[Fact]:
    """Let the clocks go on."""
    require_running(table)
    pausing.require_paused(table)
    return [Intervened(act="resume", reason=reason), Resumed()]


def offer(table: TableState, seats: Sequence[int], reason: Reason) -> list[Fact]:
    """Offer seats to somebody new."""
    require_running(table)
    offered = [fact for seat in seats if not changes.is_offered(table, seat) for fact in changes.give_up(table, seat)]
    if not offered:
        raise Refused(message("No seat is to be offered here."))
    return [Intervened(act="offer", reason=reason), *offered]


def substitute(table: TableState, seats: Sequence[int], user: str, reason: Reason) -> list[Fact]:
    """Let somebody new go on at the one seat whose turn it is."""
    require_running(table)
    if len(seats) != 1:
        raise Refused(message("It is the turn of more than one: offer their seats instead."))
    if any(chair.user == user for chair in table.chairs):
        raise Refused(message("Whoever is to go on has a seat at this table already."))
    (seat,) = seats
    offered = [] if changes.is_offered(table, seat) else changes.give_up(table, seat)
    return [Intervened(act="substitute", reason=reason), *offered, SeatHandedOver(seat=seat, user=user)]


def stand_in(
    table: TableState, rules: Ruleset[Any], seats: Sequence[int], bot: str, at: int, reason: Reason
) -> list[Fact]:
    """Let a bot play for those whose turn it is, until they return; ``at`` is the version the game has come to."""
    require_running(table)
    if bot not in rules.bots:
        raise Refused(message("This game has no such bot."))
    absent = [seat for seat in seats if table.chairs[seat].user is not None and table.chairs[seat].bot is None]
    if not absent:
        raise Refused(message("It is nobody's turn for whom a bot could stand in."))
    bots = [StoodIn(seat=seat, bot=bot, at=at, keeps_time=True) for seat in absent]
    return [Intervened(act="stand_in", reason=reason), *bots]


def places_of_winner(seats: int, winner: int) -> list[int]:
    """Places where one seat has won and the others share the second."""
    return [1 if seat == winner else 2 for seat in range(seats)]


def places_as_it_stands(points: Sequence[int], last: Collection[int]) -> list[int]:
    """Places by the points of each seat as they stand, but that some seats come after all others."""
    worth = [(seat not in last, made) for seat, made in enumerate(points)]
    return [1 + sum(other > own for other in worth) for own in worth]


def ranked(table: TableState, standing: Standing) -> Sequence[Place]:
    """The ranking of a game that is over: as it was decided, or else by its rules."""
    if not table.adjudicated:
        return standing.ranking
    best_first = sorted(range(len(table.adjudicated)), key=table.adjudicated.__getitem__)
    points = table.awarded or standing.points
    return [Place(table.adjudicated[seat], seat, points[seat]) for seat in best_first]


def sound(places: Sequence[int]) -> bool:
    """Places as a ranking has them: each is one more than the number of those before it."""
    return all(place == 1 + sum(other < place for other in places) for place in places)
