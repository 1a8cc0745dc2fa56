"""Decisions of a table: each function returns the facts that follow, or raises :class:`Refused`."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.game import Fact, Ruleset
from domain.message import counted, message
from domain.table.clock.facts import ClockAgreed
from domain.table.clock.options import Clock, objection
from domain.table.facts import AbandonAgreed, Abandoned, ConfirmationSet, SeatLeft, SeatTaken, WordsAdded, WordsSealed
from domain.table.refusals import GameOver, NotStarted, Refused
from domain.table.seating import TableState


def playable(rules: Ruleset[Any], seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options, with defaults filled in. Raise Refused if they cannot be played, and msgspec.ValidationError
    for options that the game does not have.
    """
    if seats not in rules.seats:
        raise Refused(
            counted(
                "table.wrong-number-of-seats",
                "{game} can't be played with {count} seat.",
                "{game} can't be played with {count} seats.",
                game=rules.title,
                count=seats,
            )
        )
    chosen = msgspec.convert(options, rules.options)
    if (objection := rules.objection(chosen, seats)) is not None:
        raise Refused(objection)
    if len(rules.automas(chosen, seats)) >= seats:
        raise Refused(message("table.no-seat-for-player", "At least one seat must be for a player."))
    stated: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(chosen))  # as they come back from the log
    return stated


def seats_for(rules: Ruleset[Any], people: int, options: dict[str, Any]) -> int:
    """Return the seats of a table for this many players and the automas in these options.

    Raise Refused if there is no such table, and msgspec.ValidationError for options that the game does not have.
    """
    chosen = msgspec.convert(options, rules.options)
    for seats in rules.seats:
        if seats - len(rules.automas(chosen, seats)) == people:
            return seats
    raise Refused(
        counted(
            "table.wrong-number-of-players",
            "{game} can't be played by {count} player with these options.",
            "{game} can't be played by {count} players with these options.",
            game=rules.title,
            count=people,
        )
    )


def take_seat(table: TableState, taken: SeatTaken) -> list[Fact]:
    """Take a free seat at a table that has not started."""
    _require_phase(table, "open")
    require_seat(table, taken.seat)
    if not table.chairs[taken.seat].free:
        raise Refused(message("table.seat-taken", "This seat is taken."))
    return [taken]


def leave_seat(table: TableState, seat: int) -> list[Fact]:
    """Leave a seat before the start."""
    _require_phase(table, "open")
    require_seat(table, seat)
    if table.chairs[seat].free:
        raise Refused(message("table.seat-empty", "This seat is already free."))
    return [SeatLeft(seat=seat)]


def add_words(table: TableState, added: WordsSealed | WordsAdded) -> list[Fact]:
    """Add a seed contribution; only before the start."""
    _require_phase(table, "open")
    require_seat(table, added.seat)
    return [added]


def agree_on_clock(table: TableState, clock: Clock | None) -> list[Fact]:
    """Set or remove the table's clock; only before the start."""
    _require_phase(table, "open")
    if clock is not None and (against := objection(clock)) is not None:
        raise Refused(against)
    return [ClockAgreed(clock=clock)]


def set_confirmation(table: TableState, seat: int, automatic: bool) -> list[Fact]:
    """Set whether a seat's turns end automatically or need confirmation; before the end of the game."""
    if table.phase not in ("open", "running"):
        _require_phase(table, "running")
    require_seat(table, seat)
    return [ConfirmationSet(seat=seat, automatic=automatic)]


def require_full(table: TableState) -> None:
    """Raise Refused if a table has free seats or cannot be started."""
    _require_phase(table, "open")
    free = sum(chair.free for chair in table.chairs)
    if free:
        raise Refused(
            counted(
                "table.seats-still-free", "{count} seat is still free.", "{count} seats are still free.", count=free
            )
        )


def agree_to_abandon(table: TableState, seat: int, agrees: bool) -> list[Fact]:
    """Agree to end the game without a result; the game ends when the last player agrees."""
    _require_phase(table, "running")
    require_seat(table, seat)
    facts: list[Fact] = [AbandonAgreed(seat=seat, agrees=agrees)]
    if agrees and _enough_agree(table, table.chairs[seat].user):
        facts.append(Abandoned())
    return facts


def _enough_agree(table: TableState, user: str | None) -> bool:
    """Return whether, with this user, all players agree, or more than half of those in time if that is enough."""
    agreed = {user} | {chair.user for chair in table.chairs if chair.agrees_to_abandon}
    if {chair.user for chair in table.chairs if chair.asked} <= agreed:
        return True
    clocks = table.clocks
    if clocks is None or clocks.clock.ran_out != "end" or not clocks.out:
        return False
    in_time = {chair.user for seat, chair in enumerate(table.chairs) if chair.asked and seat not in clocks.out}
    return 2 * len(in_time & agreed) > len(in_time)


def close(table: TableState) -> list[Fact]:
    """Withdraw a table that has not started."""
    _require_phase(table, "open")
    return [Abandoned()]


def require_running(table: TableState) -> None:
    """Raise Refused unless the game has started and has not ended."""
    _require_phase(table, "running")


def require_seat(table: TableState, seat: int) -> None:
    """Raise Refused for a seat that the table does not have, or that an automa has."""
    if not 0 <= seat < len(table.chairs):
        raise Refused(message("table.no-such-seat", "This table has no seat {number}.", number=seat + 1))
    if table.chairs[seat].automa:
        raise Refused(message("table.seat-of-automa", "Seat {number} belongs to an automa.", number=seat + 1))


def _require_phase(table: TableState, phase: str) -> None:
    if table.phase == phase:
        return
    match table.phase:
        case "open":
            raise NotStarted(message("table.not-started", "The game hasn't started yet."))
        case "running":
            raise Refused(message("table.already-started", "The game has already started."))
        case "finished":
            raise GameOver(message("table.game-over", "The game is over."))
        case "abandoned":
            raise GameOver(message("table.game-abandoned", "The game was abandoned."))
