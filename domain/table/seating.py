"""The table folded from its facts: the players of its seats, now and before."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from domain.game import Ruleset
from domain.game import Table as SetUp
from domain.table.clock.clocks import Clocks, evolved
from domain.table.facts import (
    AbandonAgreed,
    Abandoned,
    ConfirmationSet,
    Finished,
    Imported,
    SeatLeft,
    SeatTaken,
    Superseded,
    TableOpened,
    UndoAnswered,
    UndoRequested,
    WordsAdded,
    WordsSealed,
)
from domain.table.rulings.facts import Adjudicated
from domain.table.seat_changes.facts import (
    ABSENCE_FACTS,
    OfferWithdrawn,
    Returned,
    SeatHandedOver,
    SeatOffered,
    SeatsSwapped,
    StoodIn,
    SwapAnswered,
    SwapProposed,
)

Phase = Literal["open", "running", "finished", "abandoned"]


class Chair(msgspec.Struct):
    """One seat: free, a user's, a bot's, an automa's, or somebody's of elsewhere in a game that came from there.

    ``name`` is that of a bot or an automa; what people are called stands beside the log. ``person`` is the user after
    whom the seat is called: in a what-if, whose seats are all its owner's, who sits there in the game. ``words`` is
    what the seat mixes into the chance of the game, None where that is known by its ``digest`` alone. ``automa`` is the
    level of a seat that the rules play: nobody ever sits there.
    """

    name: str = ""
    user: str | None = None
    person: str | None = None
    bot: str | None = None
    taken: bool = False
    words: str | None = ""
    digest: str = ""
    automatic: bool = False
    agrees_to_abandon: bool = False
    automa: str = ""
    offered: Literal["", "given_up", "late"] = ""
    """A replacement is wanted; why."""
    stood_in: int = 0
    """The version at which a bot came to stand in, which is ``bot`` until its ``user`` returns."""
    keeps_time: bool = False
    """Returning refills nothing; see :class:`domain.table.seat_changes.facts.StoodIn`."""
    former: tuple[str, ...] = ()
    """The users who sat here before, the first of them first."""

    @property
    def present(self) -> bool:
        """Somebody sits here and plays."""
        return self.user is not None and self.bot is None

    @property
    def asked(self) -> bool:
        """Whoever sits here is asked where all have to agree: they play, and have not given the seat up."""
        return self.present and self.offered != "given_up"

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return not self.taken and not self.automa


class UndoRequest(msgspec.Struct, frozen=True):
    """A standing request: who asks, the version to go back to, and who has granted it."""

    seat: int
    to: int
    granted: tuple[int, ...] = ()


class Arrival(msgspec.Struct, frozen=True, omit_defaults=True):
    """How something came here that was played elsewhere: in a file, by a user (``""``: whoever runs the service)."""

    by: str
    at: datetime
    superseded: tuple[Superseded, ...] = ()
    """What in it was decided otherwise by the rules of that day."""


class Swap(msgspec.Struct, frozen=True):
    """Two seats that are to change places, and who agrees to it."""

    one: int
    other: int
    agreed: tuple[int, ...]


class Hands(msgspec.Struct, frozen=True):
    """Who sat at each seat (``""``: no user) up to a version, at which somebody left or a seat changed hands."""

    until: int
    people: tuple[str, ...]


class TableState(msgspec.Struct):
    """The table as it stands. What was imported, and every branch of it, knows how it came here."""

    opened: TableOpened
    chairs: list[Chair]
    phase: Phase = "open"
    request: UndoRequest | None = None
    imported: Arrival | None = None
    adjudicated: tuple[int, ...] = ()
    """The place of each seat where that was decided by somebody who did not play."""
    awarded: tuple[int, ...] = ()
    """The points of each seat where these were decided with it."""
    clocks: Clocks | None = None
    """None at a table without a clock."""
    swap: Swap | None = None
    hands: tuple[Hands, ...] = ()
    """Who sat there before somebody left or seats changed hands, in order."""
    counted: dict[str, int] = msgspec.field(default_factory=dict)
    """How much of the log each person has used (``shares.py``)."""


def initial(opened: TableOpened, rules: Ruleset[Any]) -> TableState:
    """The table right after it was opened: all seats are free but those of automas."""
    options = msgspec.convert(opened.options, rules.options)
    return TableState(opened, chairs_of(rules, options, opened.seats))


def chairs_of(rules: Ruleset[Any], options: Any, seats: int) -> list[Chair]:
    """The chairs of a table at which nobody sits yet: each free, or an automa's."""
    automas = rules.automas(options, seats)
    named = dict(zip(sorted(automas), _names_of_automas(len(automas)), strict=True))
    return [Chair(name=named.get(seat, ""), automa=automas.get(seat, "")) for seat in range(seats)]


def level_name(level: str) -> str:
    """What an automa's level is called: ``low_voltage`` is "Low Voltage"."""
    return level.replace("_", " ").title()


def _names_of_automas(number: int) -> list[str]:
    return ["Automa"] if number == 1 else [f"Automa {count}" for count in range(1, number + 1)]


def evolve(table: TableState, fact: Any) -> None:
    """Write a table fact, or the effect a move has on the table, into the state."""
    match fact:
        case SeatTaken():
            table.chairs[fact.seat] = _chair_of(fact)
        case SeatLeft():
            table.chairs[fact.seat] = Chair()
        case WordsSealed():
            chair = table.chairs[fact.seat]
            chair.digest, chair.words = fact.digest, None if fact.themselves else fact.digest
        case WordsAdded():
            table.chairs[fact.seat].words = fact.words
        case ConfirmationSet():
            table.chairs[fact.seat].automatic = fact.automatic
        case UndoRequested():
            table.request = UndoRequest(fact.seat, fact.to)
        case UndoAnswered():
            _answer(table, fact)
        case AbandonAgreed():
            table.chairs[fact.seat].agrees_to_abandon = fact.agrees
        case Abandoned():
            _end(table, "abandoned")
        case Finished():
            _end(table, "finished")
        case Adjudicated():
            table.adjudicated, table.awarded = fact.places, fact.points
        case Imported():
            table.opened = msgspec.structs.replace(table.opened, owner=fact.by)
            for chair in table.chairs:
                chair.user = chair.person = None
        case _ if isinstance(fact, ABSENCE_FACTS):
            _change_hands(table, fact)
        case _:
            table.clocks = evolved(table.clocks, fact)


def _change_hands(table: TableState, fact: Any) -> None:
    match fact:
        case SeatOffered():
            table.chairs[fact.seat].offered = "given_up" if fact.given_up else "late"
        case OfferWithdrawn():
            table.chairs[fact.seat].offered = ""
        case SeatHandedOver():
            chair = table.chairs[fact.seat]
            new = Chair(user=fact.user, person=fact.user, taken=True, former=_before(chair))
            table.chairs[fact.seat] = _with_words_of(chair, new)
        case StoodIn():
            table.chairs[fact.seat].bot = fact.bot
            table.chairs[fact.seat].stood_in = fact.at
            table.chairs[fact.seat].keeps_time = fact.keeps_time
        case Returned():
            table.chairs[fact.seat].bot = None
        case SwapProposed():
            table.swap = Swap(fact.seat, fact.other, (fact.seat,))
        case SwapAnswered(agrees=True) if table.swap is not None:
            table.swap = msgspec.structs.replace(table.swap, agreed=(*table.swap.agreed, fact.seat))
        case SwapAnswered():
            table.swap = None
        case SeatsSwapped():
            one, other = table.chairs[fact.one], table.chairs[fact.other]
            table.chairs[fact.one] = _with_words_of(one, msgspec.structs.replace(other, former=_before(one)))
            table.chairs[fact.other] = _with_words_of(other, msgspec.structs.replace(one, former=_before(other)))
            table.swap = None


def sitting_before(table: TableState, version: int) -> tuple[str, ...] | None:
    """Who sat at each seat at a version; None: who sits there now."""
    return next((hands.people for hands in table.hands if hands.until > version), None)


def _with_words_of(chair: Chair, sitting: Chair) -> Chair:
    """What was mixed into chance belongs to the seat."""
    return msgspec.structs.replace(sitting, words=chair.words, digest=chair.digest)


def _before(chair: Chair) -> tuple[str, ...]:
    return (*chair.former, chair.user or "")


def _end(table: TableState, phase: Phase) -> None:
    table.phase = phase
    table.request = table.swap = None
    if table.clocks is not None:
        table.clocks = msgspec.structs.replace(table.clocks, running=(), out=())


def _chair_of(taken: SeatTaken) -> Chair:
    name = "" if taken.bot is None else bot_name(taken.bot, taken.seat)
    return Chair(name=name, user=taken.user, person=taken.user, bot=taken.bot, taken=True)


def bot_name(bot: str, seat: int) -> str:
    """What a bot is called at its seat."""
    return f"{bot.title()} {seat + 1}"


def _answer(table: TableState, answer: UndoAnswered) -> None:
    request = table.request
    if request is not None:
        granted = (*request.granted, answer.seat)
        table.request = msgspec.structs.replace(request, granted=granted) if answer.granted else None


def set_up_of(table: TableState) -> SetUp:
    """What a ruleset's set-up needs to know of the table."""
    return SetUp(seats=table.opened.seats, options=table.opened.options, figures=table.opened.figures)


def seats_of(table: TableState, user: str) -> list[int]:
    """All seats of a user (several at a hotseat table)."""
    return [seat for seat, chair in enumerate(table.chairs) if chair.user == user]
