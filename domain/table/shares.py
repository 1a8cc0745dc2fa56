"""Each user's share of a game's log, so that no one can fill it at the expense of the others.

The number of moves is limited, and so are facts that occur once or that answer others. All other facts could be
repeated for ever, so they are counted for each user separately.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Fact
from domain.log import HeadMoved
from domain.message import message
from domain.table.clock.facts import ClockAgreed, PauseAgreed, Resumed, TimeExtended
from domain.table.facts import (
    AbandonAgreed,
    ConfirmationSet,
    SeatTaken,
    UndoAnswered,
    UndoRequested,
    WordsAdded,
    WordsSealed,
)
from domain.table.refusals import Refused
from domain.table.rulings.facts import Adjudicated, Intervened, Voided
from domain.table.seat_changes.facts import OfferWithdrawn, SeatHandedOver, StoodIn, SwapAnswered, SwapProposed
from domain.table.seating import TableState

ROOM = 3000
"""The number of counted facts in a log: equal shares for its seats, and one share for all other users."""

BEFORE_START = 40
"""The share of any user except the host before the start, when strangers join and leave."""

RESERVE = 100
"""An addition to each share for the needs of the game: pauses, time, substitute bots, changes of seats."""

COUNTED = (
    AbandonAgreed,
    ClockAgreed,
    ConfirmationSet,
    HeadMoved,
    Intervened,
    OfferWithdrawn,
    PauseAgreed,
    SeatHandedOver,
    SeatTaken,
    StoodIn,
    SwapProposed,
    TimeExtended,
    UndoRequested,
    WordsAdded,
    WordsSealed,
)
"""Facts that can be repeated. All other facts follow from these, such as leaving a seat, or end the game."""

NEEDED = (Intervened, OfferWithdrawn, PauseAgreed, SeatHandedOver, StoodIn, TimeExtended)
"""Facts that a game may need in order to continue."""

ANSWERS = (SwapAnswered, UndoAnswered)
"""Answers to a request, which was itself counted."""


def counted_facts(facts: Iterable[Fact]) -> int:
    """Return how many facts of one write count for its sender."""
    written = list(facts)
    if any(isinstance(fact, ANSWERS) for fact in written):
        return 0
    return sum(isinstance(fact, COUNTED) for fact in written)


def require_room(table: TableState, actor: str, facts: Iterable[Fact], *, alone: bool) -> None:
    """Raise Refused for a write that exceeds its sender's share; ``alone`` means that the log is theirs alone."""
    written = list(facts)
    share = _share(table, actor, alone) + (RESERVE if any(isinstance(fact, NEEDED) for fact in written) else 0)
    more = counted_facts(written)
    if not more or not actor or table.counted.get(actor, 0) + more <= share or _is_welcome(table, written):
        return
    if table.phase == "open":
        raise Refused(
            message(
                "table.too-many-changes",
                "You have made {count} changes at this table, the most allowed before the game starts. You can still "
                "leave, and the host can start the game.",
                count=table.counted[actor],
            )
        )
    raise Refused(
        message(
            "table.log-share-used-up",
            "You have used your share of this game's log ({count} entries besides moves). You can still move, offer "
            "your seat, answer requests, resume the clocks and agree to abandon the game.",
            count=table.counted[actor],
        )
    )


def _share(table: TableState, actor: str, alone: bool) -> int:
    if table.phase == "open" and actor != table.opened.owner:
        return BEFORE_START
    seats = 1 if alone else sum(not chair.automa for chair in table.chairs)
    return ROOM // (seats + 1)


def _is_welcome(table: TableState, facts: Iterable[Fact]) -> bool:
    """Return whether a fact advances or ends the game, and can happen only once."""
    return any(isinstance(fact, Adjudicated | Resumed | Voided) or _agrees_to_end(table, fact) for fact in facts)


def _agrees_to_end(table: TableState, fact: Fact) -> bool:
    return isinstance(fact, AbandonAgreed) and fact.agrees and not table.chairs[fact.seat].agrees_to_abandon
