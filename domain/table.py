"""A table: who sits where, how undo is agreed, and when it starts and ends. Everything that is the same in all games.

``evolve`` folds table facts; the other functions decide: they return facts or raise :class:`Refused`.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

import msgspec

from domain.game import Fact, Ruleset
from domain.game import Table as SetUp
from domain.message import Message, message

UndoPolicy = Literal["turn", "consent", "free", "off"]

Phase = Literal["open", "running", "finished", "abandoned"]


class Refused(Exception):
    """Something the table's state does not allow now; ``detail`` says what and why."""

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


class NotStarted(Refused):
    """The game has not started yet."""


class GameOver(Refused):
    """The game is over or was abandoned."""


# --------------------------------------------------------------------------------------------------------------------
# Facts
# --------------------------------------------------------------------------------------------------------------------


class TableOpened(Fact, frozen=True, kw_only=True, tag="table.opened"):
    """A game is announced. ``seed`` is secret until the game ends; ``commitment`` is its SHA-256.

    Both are empty for a game whose outcomes of chance were stated with a record of play (``recorded`` is true).
    """

    ruleset: str
    figures: str
    name: str
    owner: str
    seats: int
    options: dict[str, Any]
    undo: UndoPolicy
    private: bool
    commitment: str
    seed: str
    recorded: bool = False


class SeatTaken(Fact, frozen=True, kw_only=True, tag="table.seat_taken"):
    """A user, or a bot by its strategy's name, sits down."""

    seat: int
    name: str
    user: str | None = None
    bot: str | None = None


class SeatLeft(Fact, frozen=True, kw_only=True, tag="table.seat_left"):
    """A seat is free again."""

    seat: int


class WordsAdded(Fact, frozen=True, kw_only=True, tag="table.words_added"):
    """A seat mixes words of its own into the chance of the game."""

    seat: int
    words: str


class ConfirmationSet(Fact, frozen=True, kw_only=True, tag="table.confirmation_set"):
    """A seat wants its turns to end by themselves, or by its own confirmation."""

    seat: int
    automatic: bool


class UndoRequested(Fact, frozen=True, kw_only=True, tag="table.undo_requested"):
    """A seat asks the others to take the game back to a version."""

    seat: int
    to: int


class UndoAnswered(Fact, frozen=True, kw_only=True, tag="table.undo_answered"):
    """A seat grants or refuses the request that stands."""

    seat: int
    granted: bool


class AbandonAgreed(Fact, frozen=True, kw_only=True, tag="table.abandon_agreed"):
    """A seat agrees to end the game without a result, or takes that back."""

    seat: int
    agrees: bool


class Abandoned(Fact, frozen=True, kw_only=True, tag="table.abandoned"):
    """All human seats agreed, or the owner closed a table that never started."""


class Finished(Fact, frozen=True, kw_only=True, tag="table.finished"):
    """The game is over: the secret seed is published, so that anybody can verify the shuffles."""

    seed: str


class Superseded(msgspec.Struct, frozen=True, order=True):
    """A rule by which some of a log was decided otherwise than today, and the day of its correction."""

    rule: str
    corrected: date


class Imported(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="table.imported"):
    """The stream came as a file from elsewhere, brought by user ``by``: its users are not users of this service.

    ``superseded``: what in it was decided otherwise by the rules of the day it came.
    """

    by: str
    superseded: tuple[Superseded, ...] = ()


TABLE_FACTS: tuple[type[Fact], ...] = (
    TableOpened,
    SeatTaken,
    SeatLeft,
    WordsAdded,
    ConfirmationSet,
    UndoRequested,
    UndoAnswered,
    AbandonAgreed,
    Abandoned,
    Finished,
    Imported,
)


# --------------------------------------------------------------------------------------------------------------------
# State
# --------------------------------------------------------------------------------------------------------------------


class Chair(msgspec.Struct):
    """One seat: free (no name), a user's, a bot's, an automa's, or a name's alone in a game that came from elsewhere.

    ``automa`` is the level of a seat that the rules play: nobody ever sits there.
    """

    name: str = ""
    user: str | None = None
    bot: str | None = None
    words: str = ""
    automatic: bool = False
    agrees_to_abandon: bool = False
    automa: str = ""

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return self.user is None and self.bot is None and not self.name


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


class TableState(msgspec.Struct):
    """The table as it stands. What was imported, and every branch of it, knows how it came here."""

    opened: TableOpened
    chairs: list[Chair]
    phase: Phase = "open"
    request: UndoRequest | None = None
    imported: Arrival | None = None


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
            table.chairs[fact.seat] = Chair(name=fact.name, user=fact.user, bot=fact.bot)
        case SeatLeft():
            table.chairs[fact.seat] = Chair()
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
            table.phase = "abandoned"
            table.request = None
        case Finished():
            table.phase = "finished"
            table.request = None
        case Imported():
            table.opened = msgspec.structs.replace(table.opened, owner=fact.by)
            for chair in table.chairs:
                chair.user = None


def _answer(table: TableState, answer: UndoAnswered) -> None:
    request = table.request
    if request is not None:
        granted = (*request.granted, answer.seat)
        table.request = msgspec.structs.replace(request, granted=granted) if answer.granted else None


def playable(rules: Ruleset[Any], seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options, each of them stated. Raises Refused for what cannot be played.

    Raises msgspec.ValidationError for options that the game does not have.
    """
    if seats not in rules.seats:
        raise Refused(message("{game} is not played with {seats} seats.", game=rules.title, seats=seats))
    chosen = msgspec.convert(options, rules.options)
    if (objection := rules.objection(chosen, seats)) is not None:
        raise Refused(objection)
    if len(rules.automas(chosen, seats)) >= seats:
        raise Refused(message("At least one seat is for a person."))
    stated: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(chosen))  # As they come back from the log.
    return stated


def seats_for(rules: Ruleset[Any], people: int, options: dict[str, Any]) -> int:
    """How many seats a table has at which so many people play with the automas that these options ask for.

    Raises Refused where there is no such table, and msgspec.ValidationError for options that the game does not have.
    """
    chosen = msgspec.convert(options, rules.options)
    for seats in rules.seats:
        if seats - len(rules.automas(chosen, seats)) == people:
            return seats
    raise Refused(message("{game} is not played so by so many people: {people}.", game=rules.title, people=people))


def set_up_of(table: TableState) -> SetUp:
    """What a ruleset's set-up needs to know of the table."""
    return SetUp(seats=table.opened.seats, options=table.opened.options, figures=table.opened.figures)


def seats_of(table: TableState, user: str) -> list[int]:
    """All seats of a user (several at a hotseat table)."""
    return [seat for seat, chair in enumerate(table.chairs) if chair.user == user]


def names(table: TableState) -> list[str]:
    """The name at each seat, empty where it is free."""
    return [chair.name for chair in table.chairs]


# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


def take_seat(table: TableState, taken: SeatTaken) -> list[Fact]:
    """Sit down on a free seat of a table that has not started."""
    _require_phase(table, "open")
    require_seat(table, taken.seat)
    if not table.chairs[taken.seat].free:
        raise Refused(message("The seat is taken."))
    return [taken]


def leave_seat(table: TableState, seat: int) -> list[Fact]:
    """Get up before the start."""
    _require_phase(table, "open")
    require_seat(table, seat)
    if table.chairs[seat].free:
        raise Refused(message("Nobody sits there."))
    return [SeatLeft(seat=seat)]


def add_words(table: TableState, seat: int, words: str) -> list[Fact]:
    """Mix words into the chance of the game; only before it starts."""
    _require_phase(table, "open")
    require_seat(table, seat)
    return [WordsAdded(seat=seat, words=words)]


def set_confirmation(table: TableState, seat: int, automatic: bool) -> list[Fact]:
    """Let a seat's turns end by themselves, or by its own confirmation; before the end of the game."""
    if table.phase not in ("open", "running"):
        _require_phase(table, "running")
    require_seat(table, seat)
    return [ConfirmationSet(seat=seat, automatic=automatic)]


def require_full(table: TableState) -> None:
    """Refuse to start a table that has free seats or is not waiting to start."""
    _require_phase(table, "open")
    free = sum(chair.free for chair in table.chairs)
    if free:
        raise Refused(message("Seats still free: {free}.", free=free))


def agree_to_abandon(table: TableState, seat: int, agrees: bool) -> list[Fact]:
    """Agree to end the game without a result; the last human seat's agreement ends it."""
    _require_phase(table, "running")
    require_seat(table, seat)
    facts: list[Fact] = [AbandonAgreed(seat=seat, agrees=agrees)]
    user = table.chairs[seat].user
    others = [chair for chair in table.chairs if chair.user not in (None, user)]
    if agrees and all(chair.agrees_to_abandon for chair in others):
        facts.append(Abandoned())
    return facts


def close(table: TableState) -> list[Fact]:
    """Withdraw a table that has not started."""
    _require_phase(table, "open")
    return [Abandoned()]


def require_running(table: TableState) -> None:
    """Refuse whatever needs a game that has started and is not over."""
    _require_phase(table, "running")


def require_seat(table: TableState, seat: int) -> None:
    """Refuse a seat that the table does not have, or that nobody acts for because the rules play it."""
    if not 0 <= seat < len(table.chairs):
        raise Refused(message("There is no seat {number} at this table.", number=seat))
    if table.chairs[seat].automa:
        raise Refused(message("Seat {number} is an automa's: the rules play it, and nobody else.", number=seat))


def _require_phase(table: TableState, phase: str) -> None:
    if table.phase == phase:
        return
    match table.phase:
        case "open":
            raise NotStarted(message("The game has not started yet."))
        case "running":
            raise Refused(message("The game has already started."))
        case "finished":
            raise GameOver(message("The game is over."))
        case "abandoned":
            raise GameOver(message("The game was abandoned."))
