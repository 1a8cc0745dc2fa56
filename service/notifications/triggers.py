"""Triggers: determine the users that a fact notifies, from facts, lists of games and earlier notifications."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from domain.game import ruleset
from domain.log import HeadMoved, Recorded
from domain.table.clock.facts import PauseAgreed, TimeRanOut
from domain.table.facts import Abandoned, Finished, SeatTaken, UndoRequested
from domain.table.rulings.facts import Intervened
from domain.table.seat_changes.facts import SeatHandedOver, SeatOffered, StoodIn, SwapProposed
from projections.game_list import ListedGame

Kind = Literal[
    "turn",
    "reminder",
    "reminded",
    "ran_out",
    "late",
    "undo",
    "swap",
    "pause",
    "offer",
    "handed_over",
    "replaced",
    "stood_in",
    "time",
    "invited",
    "entry",
    "replacement",
    "joined",
    "chat",
    "started",
    "finished",
    "abandoned",
    "channel_ended",
]
"""In order: it is your turn; most of your time is over; an organiser reminds you; you are out of time; another player
is out of time; you are asked for an undo, a swap of seats, or a pause; a replacement is wanted, or has come, for
another player or for you; a substitute bot plays for you; an organiser has extended time, or paused or resumed the
clocks; you are invited to a table, to a tournament, or to take over a seat; someone has joined your table, or chats at
it; a game has started, finished, or been abandoned; a channel has ended. The last is not about a game: the stream of
its notification is the channel.
"""


class Occasion(NamedTuple):
    """The reason for a notification: users have seen it once they have seen the game at this version or later.

    ``seat`` is the seat that caused it; None if that does not matter. ``message`` is the number of a chat message:
    users have seen that only once they have read it, whatever else of the game they see.
    """

    user: str
    kind: Kind
    version: int
    seat: int | None = None
    message: int | None = None
    by: str = ""
    """The user who caused it: the organiser who reminded, or a user who invited or joined."""
    reason: str = ""


class Effects(NamedTuple):
    """The effects of facts of a game: the occasions, the users whose turn it has become (with or without a
    notification), and the users whose notified turn has ended.
    """

    occasions: list[Occasion]
    awaited: set[str]
    done: set[str]


def effects_of(
    table: ListedGame, records: Sequence[Recorded[Any]], notified: Mapping[str, int], organiser: str
) -> Effects:
    """Return the effects of the latest facts of a game.

    ``table`` is the game at the last of them or later. ``notified`` holds the users who had not acted before these
    facts, with the version at which they were notified of their turn. No one is notified of their own actions. A turn
    ends when its player has acted, or when undo removes it: if the turn returns, the player is notified again, provided
    that they have seen the earlier notification. ``organiser`` is notified of players who are out of time.
    """
    turn = set(_awaited(table))
    done = {user for user, version in notified.items() if user not in turn or _is_over(user, version, records)}
    awaited = turn - (notified.keys() - done)
    last = records[-1]
    # If the list is ahead of these facts, another player may have given the turn back since the last actor.
    own = last.actor if last.originator_version == table.version else None
    occasions = [Occasion(user, "turn", table.version) for user in sorted(awaited) if user != own]
    handed_over = {record.fact.seat: record for record in records if isinstance(record.fact, SeatHandedOver)}
    if handed_over:
        version = max(record.originator_version for record in handed_over.values())
        gone = notified.keys() - {seat.user for seat in table.seats}
        occasions += [Occasion(user, "replaced", version) for user in sorted(gone) if user != last.actor]
    for record in records:
        if not (
            isinstance(record.fact, SeatOffered) and record.fact.seat in handed_over
        ):  # no replacement is wanted any more
            occasions += [each for each in _of_fact(table, record, organiser) if each.user != record.actor]
    notified_of_turn = {occasion.user for occasion in occasions if occasion.kind == "turn"}
    return Effects(
        [each for each in occasions if each.kind != "started" or each.user not in notified_of_turn], awaited, done
    )


def _awaited(table: ListedGame) -> list[str]:
    """Return the users whose turn it is, except those for whom a bot plays."""
    return [seat.user for seat in table.seats if seat.plays and seat.user and seat.bot is None]


def _is_over(user: str, since: int, records: Sequence[Recorded[Any]]) -> bool:
    """Return whether a user has acted since, or the head has moved: it may not have been their turn meanwhile."""
    later = (record for record in records if record.originator_version > since)
    return any(record.actor == user or isinstance(record.fact, HeadMoved) for record in later)


def _of_fact(table: ListedGame, record: Recorded[Any], organiser: str) -> Iterator[Occasion]:
    players = dict.fromkeys(seat.user for seat in table.seats if seat.user)
    version = record.originator_version
    match record.fact:
        case SeatTaken(seat=seat, user=user) if user is not None and table.owner and table.imported is None:
            yield Occasion(table.owner, "joined", version, seat, by=user)
        case Intervened(act="remind", reason=reason):
            by = record.actor
            yield from (Occasion(user, "reminded", version, by=by, reason=reason) for user in _awaited(table))
        case Intervened(act="extend" | "pause" | "resume"):
            yield from (Occasion(user, "time", version) for user in players)
        case UndoRequested(seat=seat) if table.request is not None and table.request.seat == seat:
            yield from (Occasion(user, "undo", version, seat) for user in players)
        case SwapProposed(seat=seat):
            yield from (Occasion(user, "swap", version, seat) for user in players)
        case PauseAgreed(seat=seat, agrees=True) if table.pausing[:1] == (seat,):
            yield from (Occasion(user, "pause", version, seat) for user in players)
        case SeatOffered(seat=seat):
            yield from (Occasion(user, "offer", version, seat) for user in players)
        case SeatHandedOver(seat=seat, user=new):
            yield from (Occasion(user, "handed_over", version, seat) for user in players if user != new)
        case StoodIn(seat=seat) if (absent := table.seats[seat].user) is not None:
            yield Occasion(absent, "stood_in", version)
        case TimeRanOut(seat=seat) if (late := table.seats[seat].user) is not None:
            yield Occasion(late, "ran_out", version)
            others = dict.fromkeys([*players, organiser] if organiser else players)
            yield from (Occasion(user, "late", version, seat) for user in others if user != late)
        case Finished():
            yield from (Occasion(user, "finished", version) for user in players)
        case Abandoned():
            yield from (Occasion(user, "abandoned", version, record.seat) for user in players)
        case fact if isinstance(fact, ruleset(table.ruleset).started):
            yield from (Occasion(user, "started", version) for user in players)
