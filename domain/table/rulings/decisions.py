"""Rulings by someone without a seat at the table: each function returns facts or raises Refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from domain.game import Fact, Ruleset
from domain.message import message
from domain.presentation import Place, Standing
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
    """End a running game without a result, or void the result of a finished one."""
    if table.phase == "abandoned":
        raise GameOver(message("rulings.game-abandoned", "The game was abandoned."))
    if table.imported is not None:
        raise Refused(message("rulings.imported-game", "An imported game can't be voided."))
    return [Voided(reason=reason), Abandoned()]


def adjudicate(table: TableState, places: Sequence[int], reason: Reason, points: Sequence[int] = ()) -> list[Fact]:
    """Give a running game a result: the place of each seat; equal seats share the best of their places. If points are
    also given, the places must follow from them.
    """
    require_running(table)
    if table.imported is not None:
        raise Refused(message("rulings.cannot-adjudicate-imported-game", "An imported game can't be adjudicated."))
    if len(places) != len(table.chairs) or not is_ranking(places):
        raise Refused(
            message(
                "rulings.invalid-places",
                "Enter a place, 1 or higher, for every seat. Tied seats share the best of their places.",
            )
        )
    if points and list(places) != places_as_it_stands(points, ()):
        raise Refused(
            message("rulings.invalid-points", "Enter points for every seat. The places must match the points.")
        )
    decided = Adjudicated(places=tuple(places), points=tuple(points), reason=reason)
    return [decided, Finished(seed=table.opened.seed)]


def remind(table: TableState, reason: Reason) -> list[Fact]:
    """Remind the players whose turn it is. Refused while the clocks are paused."""
    require_running(table)
    if table.clocks is not None and table.clocks.paused:
        raise Refused(
            message("rulings.no-player-to-remind-while-paused", "The clocks are paused, so no player has to move.")
        )
    return [Intervened(act="remind", reason=reason)]


def extend(table: TableState, seats: Sequence[int], seconds: int, reason: Reason) -> list[Fact]:
    """Give the players whose turn it is more time."""
    given = [fact for seat in seats for fact in extensions.extended(table, seat, seconds)]
    if not given:
        raise Refused(message("rulings.no-clock-running", "No clock is running."))
    return [Intervened(act="extend", reason=reason), *given]


def pause(table: TableState, reason: Reason) -> list[Fact]:
    """Pause all clocks without the players' agreement."""
    require_running(table)
    if extensions.clocks_of(table).paused:
        raise Refused(message("rulings.already-paused", "The clocks are already paused."))
    return [Intervened(act="pause", reason=reason), Paused()]


def resume(table: TableState, reason: Reason) -> list[Fact]:
    """Resume the clocks."""
    require_running(table)
    pausing.require_paused(table)
    return [Intervened(act="resume", reason=reason), Resumed()]


def offer(table: TableState, seats: Sequence[int], reason: Reason) -> list[Fact]:
    """Offer seats to replacements."""
    require_running(table)
    offered = [fact for seat in seats if not changes.is_offered(table, seat) for fact in changes.give_up(table, seat)]
    if not offered:
        raise Refused(message("rulings.no-seat-to-offer", "No seat can be offered now."))
    return [Intervened(act="offer", reason=reason), *offered]


def substitute(table: TableState, seats: Sequence[int], user: str, reason: Reason) -> list[Fact]:
    """Seat a replacement at the only seat whose turn it is."""
    require_running(table)
    if len(seats) != 1:
        raise Refused(
            message("rulings.several-seats-to-move", "Several players have to move. Offer their seats instead.")
        )
    if any(chair.user == user for chair in table.chairs):
        raise Refused(message("rulings.replacement-already-seated", "This player already has a seat at this table."))
    (seat,) = seats
    offered = [] if changes.is_offered(table, seat) else changes.give_up(table, seat)
    return [Intervened(act="substitute", reason=reason), *offered, SeatHandedOver(seat=seat, user=user)]


def stand_in(
    table: TableState, rules: Ruleset[Any], seats: Sequence[int], bot: str, at: int, reason: Reason
) -> list[Fact]:
    """Let a bot play for the players whose turn it is, until they return; ``at`` is the current version."""
    require_running(table)
    if bot not in rules.bots:
        raise Refused(message("rulings.no-such-bot", "This game has no bot with this name."))
    absent = [seat for seat in seats if table.chairs[seat].user is not None and table.chairs[seat].bot is None]
    if not absent:
        raise Refused(
            message("rulings.no-seat-for-substitute-bot", "No player who has to move needs a substitute bot.")
        )
    bots = [StoodIn(seat=seat, bot=bot, at=at, keeps_time=True) for seat in absent]
    return [Intervened(act="stand_in", reason=reason), *bots]


def places_of_winner(seats: int, winner: int) -> list[int]:
    """Return places where one seat has won and the others share second place."""
    return [1 if seat == winner else 2 for seat in range(seats)]


def places_as_it_stands(points: Sequence[int], last: Collection[int]) -> list[int]:
    """Return places by the current points of each seat, with some seats after all others."""
    worth = [(seat not in last, made) for seat, made in enumerate(points)]
    return [1 + sum(other > own for other in worth) for own in worth]


def ranked(table: TableState, standing: Standing) -> Sequence[Place]:
    """Return the ranking of a finished game: by adjudication, or otherwise by the game's rules."""
    if not table.adjudicated:
        return standing.ranking
    best_first = sorted(range(len(table.adjudicated)), key=table.adjudicated.__getitem__)
    points = table.awarded or standing.points
    return [Place(table.adjudicated[seat], seat, points[seat]) for seat in best_first]


def is_ranking(places: Sequence[int]) -> bool:
    """Return whether places form a ranking: each place is one more than the number of seats before it."""
    return all(place == 1 + sum(other < place for other in places) for place in places)
