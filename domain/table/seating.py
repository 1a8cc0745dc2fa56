"""The table folded from its facts: the current and former players of its seats."""

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


class SeatState(msgspec.Struct):
    """One seat: free, or of a user, a bot, an automa, or a player of another site in an imported game.

    ``name`` is the name of a bot or an automa; players' names are stored outside the log. ``person`` is the user whose
    name the seat shows: in a branch, whose seats all belong to its owner, this is the player in the game. ``words`` is
    the seat's contribution to the seed, None if only its ``digest`` is known. ``automa`` is the level of an automa's
    seat, which never has a player.
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
    """The reason why the seat is offered to a replacement."""
    stood_in: int = 0
    """The version at which the substitute bot ``bot`` began to play, until ``user`` returns."""
    keeps_time: bool = False
    """Whether returning does not refill the clock; see :class:`domain.table.seat_changes.facts.StoodIn`."""
    former: tuple[str, ...] = ()
    """The former users of the seat, in order."""

    @property
    def present(self) -> bool:
        """Whether a player sits here and plays."""
        return self.user is not None and self.bot is None

    @property
    def asked(self) -> bool:
        """Whether decisions of all players need this one's consent: they play and have not given up the seat."""
        return self.present and self.offered != "given_up"

    @property
    def free(self) -> bool:
        """Whether the seat has no player."""
        return not self.taken and not self.automa


class UndoRequest(msgspec.Struct, frozen=True):
    """An open request: its seat, the version to go back to, and the seats that have granted it."""

    seat: int
    to: int
    granted: tuple[int, ...] = ()


class ImportRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The import of a stream that was played elsewhere: from a file, by a user (``""``: the operator)."""

    by: str
    at: datetime
    superseded: tuple[Superseded, ...] = ()
    """The moves that earlier rules decided differently."""


class Swap(msgspec.Struct, frozen=True):
    """Two seats that are to be swapped, and the users who agree to it."""

    one: int
    other: int
    agreed: tuple[int, ...]


class SeatingPeriod(msgspec.Struct, frozen=True):
    """The users of the seats (``""``: none) up to a version at which a player left or a seat changed hands."""

    until: int
    people: tuple[str, ...]


class TableState(msgspec.Struct):
    """The state of a table. The tables of an imported game and of its branches record the import."""

    opened: TableOpened
    chairs: list[SeatState]
    phase: Phase = "open"
    request: UndoRequest | None = None
    imported: ImportRecord | None = None
    adjudicated: tuple[int, ...] = ()
    """The place of each seat in an adjudicated game."""
    awarded: tuple[int, ...] = ()
    """The points of each seat in an adjudicated game, if the ruling states them."""
    clocks: Clocks | None = None
    """None at a table without a clock."""
    swap: Swap | None = None
    hands: tuple[SeatingPeriod, ...] = ()
    """The former users of the seats, in order: one entry for each departure of a player or change of a seat."""
    counted: dict[str, int] = msgspec.field(default_factory=dict)
    """Each user's share of the log so far (``shares.py``)."""


def initial(opened: TableOpened, rules: Ruleset[Any]) -> TableState:
    """Return a table right after its opening: all seats are free except those of automas."""
    options = msgspec.convert(opened.options, rules.options)
    return TableState(opened, seat_states(rules, options, opened.seats))


def seat_states(rules: Ruleset[Any], options: Any, seats: int) -> list[SeatState]:
    """Return the seats of a table without players: each free, or an automa's."""
    automas = rules.automas(options, seats)
    named = dict(zip(sorted(automas), _names_of_automas(len(automas)), strict=True))
    return [SeatState(name=named.get(seat, ""), automa=automas.get(seat, "")) for seat in range(seats)]


def _names_of_automas(number: int) -> list[str]:
    return ["Automa"] if number == 1 else [f"Automa {count}" for count in range(1, number + 1)]


def evolve(table: TableState, fact: Any) -> None:
    """Write a table fact, or the effect of a move on the table, into the state."""
    match fact:
        case SeatTaken():
            table.chairs[fact.seat] = _taken_seat(fact)
        case SeatLeft():
            table.chairs[fact.seat] = SeatState()
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
            _change_seat(table, fact)
        case _:
            table.clocks = evolved(table.clocks, fact)


def _change_seat(table: TableState, fact: Any) -> None:
    match fact:
        case SeatOffered():
            table.chairs[fact.seat].offered = "given_up" if fact.given_up else "late"
        case OfferWithdrawn():
            table.chairs[fact.seat].offered = ""
        case SeatHandedOver():
            chair = table.chairs[fact.seat]
            new = SeatState(user=fact.user, person=fact.user, taken=True, former=_before(chair))
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
    """Return the user of each seat at a version (None: the present version)."""
    return next((period.people for period in table.hands if period.until > version), None)


def _with_words_of(chair: SeatState, sitting: SeatState) -> SeatState:
    """Return the seat of ``sitting`` with the contribution of ``chair`` to the seed."""
    return msgspec.structs.replace(sitting, words=chair.words, digest=chair.digest)


def _before(chair: SeatState) -> tuple[str, ...]:
    return (*chair.former, chair.user or "")


def _end(table: TableState, phase: Phase) -> None:
    table.phase = phase
    table.request = table.swap = None
    if table.clocks is not None:
        table.clocks = msgspec.structs.replace(table.clocks, running=(), out=())


def _taken_seat(taken: SeatTaken) -> SeatState:
    name = "" if taken.bot is None else bot_name(taken.bot, taken.seat)
    return SeatState(name=name, user=taken.user, person=taken.user, bot=taken.bot, taken=True)


def bot_name(bot: str, seat: int) -> str:
    """Return the name of a bot at its seat."""
    return f"{bot.title()} {seat + 1}"


def _answer(table: TableState, answer: UndoAnswered) -> None:
    request = table.request
    if request is not None:
        granted = (*request.granted, answer.seat)
        table.request = msgspec.structs.replace(request, granted=granted) if answer.granted else None


def set_up_of(table: TableState) -> SetUp:
    """Return the parts of the table that a ruleset's set-up needs."""
    return SetUp(seats=table.opened.seats, options=table.opened.options, figures=table.opened.figures)


def seats_of(table: TableState, user: str) -> list[int]:
    """Return all seats of a user (several at a hotseat table)."""
    return [seat for seat, chair in enumerate(table.chairs) if chair.user == user]
