"""Decisions on the seats of a running game: facts, or Refused."""

from __future__ import annotations

from typing import Any

from domain.game import Fact, Ruleset
from domain.message import Seat, message
from domain.table.clock.options import RanOut
from domain.table.decisions import require_running, require_seat
from domain.table.refusals import Refused
from domain.table.seat_changes.facts import (
    OfferWithdrawn,
    Returned,
    SeatHandedOver,
    SeatOffered,
    SeatsSwapped,
    StoodIn,
    SwapAnswered,
    SwapProposed,
)
from domain.table.seating import SeatState, TableState


def out_of_time(table: TableState, seat: int, wanted: RanOut) -> bool:
    """Return whether a seat is out of time and the table's settings allow this consequence."""
    clocks = table.clocks
    return clocks is not None and seat in clocks.out and clocks.clock.ran_out == wanted


def is_offered(table: TableState, seat: int) -> bool:
    """Return whether a replacement can take a seat now."""
    chair = table.chairs[seat]
    late = chair.offered == "late" and out_of_time(table, seat, "offer")
    return table.phase == "running" and (chair.offered == "given_up" or late)


def give_up(table: TableState, seat: int) -> list[Fact]:
    """Offer your own seat to a replacement."""
    _persons(table, seat)
    return _offered(table, SeatOffered(seat=seat, given_up=True))


def offer(table: TableState, seat: int) -> list[Fact]:
    """Offer the seat of a player who is out of time, if the table's settings allow it."""
    _persons(table, seat)
    if not out_of_time(table, seat, "offer"):
        raise Refused(message("seats.cannot-offer-seat", "{seat}'s seat can't be offered now.", seat=Seat(seat)))
    return _offered(table, SeatOffered(seat=seat, given_up=False))


def _offered(table: TableState, fact: SeatOffered) -> list[Fact]:
    if is_offered(table, fact.seat):
        raise Refused(message("seats.already-offered", "This seat has already been offered."))
    return [fact]


def withdraw_offer(table: TableState, seat: int) -> list[Fact]:
    """Keep a seat that was offered."""
    _persons(table, seat)
    if not is_offered(table, seat):
        raise Refused(message("seats.not-offered", "This seat isn't on offer."))
    return [OfferWithdrawn(seat=seat)]


def take_over(table: TableState, seat: int, user: str) -> list[Fact]:
    """Take over a seat that is offered."""
    _persons(table, seat)
    if not is_offered(table, seat):
        raise Refused(message("seats.not-offered", "This seat isn't on offer."))
    if any(chair.user == user for chair in table.chairs):
        raise Refused(message("seats.already-seated", "You already have a seat at this table."))
    return [SeatHandedOver(seat=seat, user=user)]


def stand_in(table: TableState, rules: Ruleset[Any], seat: int, bot: str, at: int) -> list[Fact]:
    """Let a bot play for a player who is out of time, if the table's settings allow it."""
    chair = _persons(table, seat)
    if bot not in rules.bots:
        raise Refused(message("seats.no-such-bot", "This game has no bot with this name."))
    if chair.bot is not None or not out_of_time(table, seat, "stand_in"):
        raise Refused(
            message("seats.substitute-bot-cannot-play", "A substitute bot can't play for {seat} now.", seat=Seat(seat))
        )
    return [StoodIn(seat=seat, bot=bot, at=at, keeps_time=True)]


def usual_bot(rules: Ruleset[Any]) -> str:
    """Return the default substitute bot: the bot that looks ahead, if the game has one."""
    return "greedy" if "greedy" in rules.bots else next(iter(rules.bots))


def require_bot_done(table: TableState, seat: int) -> None:
    """Raise Refused for a return in a turn whose time has run out, because the bot takes that turn."""
    if table.clocks is not None and table.clocks.absent.get(seat) == 0:
        raise Refused(
            message(
                "seats.bot-takes-turn-first",
                "You ran out of time, so the substitute bot will play this turn. You can return after that.",
            )
        )


def come_back(table: TableState, seat: int) -> list[Fact]:
    """Return to a seat that a substitute bot has played."""
    if _persons(table, seat).bot is None:
        raise Refused(message("seats.no-substitute-bot", "No substitute bot is playing for {seat}.", seat=Seat(seat)))
    return [Returned(seat=seat)]


def propose_swap(table: TableState, seat: int, other: int) -> list[Fact]:
    """Propose to swap seats with another player."""
    mine, theirs = _persons(table, seat), _persons(table, other)
    if mine.user == theirs.user:
        raise Refused(message("seats.both-seats-same-player", "Both seats belong to the same player."))
    if table.swap is not None:
        raise Refused(message("seats.swap-already-proposed", "A seat swap has already been proposed."))
    return _swapped(table, SwapProposed(seat=seat, other=other), seat, (seat, other))


def answer_swap(table: TableState, seat: int, agrees: bool) -> list[Fact]:
    """Answer a proposed swap, which takes effect when the last player agrees."""
    _persons(table, seat)
    if table.swap is None:
        raise Refused(message("seats.no-swap-proposed", "No seat swap has been proposed."))
    answered = SwapAnswered(seat=seat, agrees=agrees)
    if not agrees:
        return [answered]
    if seat in table.swap.agreed:
        raise Refused(message("seats.already-answered", "You have already answered."))
    return _swapped(table, answered, seat, (table.swap.one, table.swap.other))


def _swapped(table: TableState, fact: Fact, seat: int, pair: tuple[int, int]) -> list[Fact]:
    agreed = {table.chairs[each].user for each in (seat, *(table.swap.agreed if table.swap else ()))}
    if any(chair.user not in agreed for chair in table.chairs if chair.asked):
        return [fact]
    return [fact, SeatsSwapped(one=pair[0], other=pair[1])]


def swapped_as_once(table: TableState, recorded: int, decided: list[Fact]) -> list[Fact]:
    """Return the facts decided by the rules of older logs: a player who had given up their seat also had to agree, so
    the swap was not made. ``recorded`` is the number of recorded facts.
    """
    given_up = any(chair.offered == "given_up" for chair in table.chairs)
    waited = given_up and recorded == 1 and isinstance(decided[-1], SeatsSwapped)
    return decided[:1] if waited else decided


def _persons(table: TableState, seat: int) -> SeatState:
    """Return the state of a player's seat in a running game."""
    require_running(table)
    require_seat(table, seat)
    chair = table.chairs[seat]
    if chair.user is None:
        raise Refused(message("seats.seat-empty", "No player has this seat."))
    return chair
