"""Transitions of clocks after an event at a table: the clocks that stop or start, and their remaining time.

Transitions follow from recorded facts and from the windows in which time counts, which are recorded whenever a clock is
set. So the same log gives the same clocks at any time: the service calls :func:`following` when it appends, and an
audit calls it with the recorded windows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

import msgspec

from domain import aggregate, play
from domain.aggregate import Game
from domain.log import AnyFact, HeadMoved, Recorded
from domain.table.clock.clocks import Clocks, left_at
from domain.table.clock.counting import Interval, counted, spent
from domain.table.clock.facts import CalendarChanged, ClocksSet, OutageNoted, Paused, Resumed, Running, TimeExtended
from domain.table.clock.options import DAY, allowance
from domain.table.seat_changes.facts import Returned, SeatHandedOver, StoodIn

Windows = Callable[[int, datetime, datetime], Iterable[Interval] | None]
"""The time that counts for a seat after one moment, in a turn that began at another; None if all time counts."""

Begin = Callable[[int, int, datetime], Running]
"""Sets the clock of a seat to these remaining seconds, in a turn that began at a given moment."""


def awaited(game: Game, position: object) -> set[int]:
    """Return the seats that must act in a position and have a player, even if a bot must act for them."""
    chairs = game.table.chairs
    acts = play.to_act(game.ruleset, game.table, position)
    return {act.seat for act in acts if chairs[act.seat].user is not None}


def following(before: Game, after: Game, waiting: Collection[int], windows: Windows) -> ClocksSet | None:
    """Return the clock fact at the end of a write, or None for no change. ``after`` is the game with all other facts of
    the write; ``waiting`` has the seats that are then :func:`awaited`. Clocks of a game that has ended do not change.
    """
    clocks = after.table.clocks
    if clocks is None or after.table.phase != "running" or after.origin is not None:
        return None
    written = after.records[before.version :]
    at = written[-1].at
    moved = next((record for record in written if isinstance(record.fact, HeadMoved)), None)
    as_they_are, begin = clocks, partial(_set, clocks, at, windows)
    present = {seat for seat in waiting if after.table.chairs[seat].present}
    ended = {record.seat for record in written if isinstance(record.fact, after.ruleset.ends_turn)}
    if moved is not None:
        wanted = _taken_back(before, moved, present, begin)
    else:
        clocks = _with_new_people(before, clocks, written)
        anew = _set_anew(before.table.clocks, written) | _resumed(clocks, written)
        wanted = _gone_on(clocks, present, ended, anew, at, begin)
    absent = _absent(before, written, {*waiting} - present - ended)
    wanted = msgspec.structs.replace(wanted, absent=absent)
    return None if _parts(as_they_are) == _parts(wanted) else wanted


def _parts(clocks: Clocks | ClocksSet) -> tuple[object, ...]:
    return clocks.running, clocks.stopped, clocks.out, clocks.absent


def _absent(before: Game, written: Sequence[Recorded[AnyFact]], away: Collection[int]) -> dict[int, int]:
    """Return the remaining time of seats whose current turn a bot has taken over."""
    clocks, at = before.table.clocks, written[-1].at
    known = dict(clocks.absent) if clocks is not None else {}
    for record in written:
        match record.fact:
            case StoodIn(seat=seat, keeps_time=True):
                running = clocks.of(seat) if clocks is not None else None
                known[seat] = left_at(running, at) if running is not None else 0
    return {seat: left for seat, left in sorted(known.items()) if seat in away}


def _resumed(clocks: Clocks, written: Sequence[Recorded[AnyFact]]) -> dict[int, int]:
    """Return the seats whose players return in a turn with time left, and these seconds."""
    back = {record.fact.seat for record in written if isinstance(record.fact, Returned)}
    return {seat: left for seat, left in clocks.absent.items() if seat in back and left}


def _set(clocks: Clocks, at: datetime, windows: Windows, seat: int, left: int, began: datetime) -> Running:
    running = Running(seat=seat, began=began, since=at, left=left)
    if clocks.paused:
        return running
    counting = windows(seat, at, began)
    if counting is None:
        return msgspec.structs.replace(running, deadline=at + timedelta(seconds=left))
    needed, deadline = spent(at, left, counting)
    return msgspec.structs.replace(running, deadline=deadline, windows=needed)


# --------------------------------------------------------------------------------------------------------------------
# Forward
# --------------------------------------------------------------------------------------------------------------------


def _gone_on(
    clocks: Clocks,
    waiting: Collection[int],
    ended: Collection[int | None],
    anew: Mapping[int, int],
    at: datetime,
    begin: Begin,
) -> ClocksSet:
    """Stop clocks whose turn has ended, start clocks whose turn has begun, and let the others continue."""
    waits_on = {seat for seat in waiting if seat not in ended}
    out = tuple(seat for seat in clocks.out if seat in waits_on and seat not in anew)
    running = {each.seat: each for each in clocks.running if each.seat in waits_on}
    stops = [each for each in clocks.running if each.seat not in waits_on]
    stopped = clocks.stopped | {each.seat: anew.get(each.seat, left_at(each, at)) for each in stops}
    for seat, left in anew.items():
        if seat in waits_on:
            running[seat] = begin(seat, left, running[seat].began if seat in running else at)
    for seat in sorted(waiting):
        if seat not in running and seat not in out:
            running[seat] = begin(seat, allowance(clocks.clock.pace, stopped.get(seat)), at)
    return ClocksSet(running=_in_order(running), stopped=_without(stopped, running), out=out)


def _in_order(running: Mapping[int, Running]) -> tuple[Running, ...]:
    return tuple(running[seat] for seat in sorted(running))


def _without(stopped: Mapping[int, int], running: Mapping[int, Running]) -> dict[int, int]:
    return {seat: left for seat, left in sorted(stopped.items()) if seat not in running}


def _with_new_people(before: Game, clocks: Clocks, written: Sequence[Recorded[AnyFact]]) -> Clocks:
    """Return the clocks without those of seats with a replacement that has not had them, or not for long."""
    running, stopped, out = clocks.running, clocks.stopped, clocks.out
    for record in written:
        match record.fact:
            case SeatHandedOver(seat=seat):
                stopped = {other: left for other, left in stopped.items() if other != seat}
            case Returned(seat=seat) if before.table.chairs[seat].keeps_time:
                if clocks.absent.get(seat) == 0:
                    out = (*out, seat)
                continue
            case Returned(seat=seat):
                stopped = stopped | {seat: max(DAY, stopped.get(seat, 0))}
            case _:
                continue
        running = tuple(each for each in running if each.seat != seat)
        out = tuple(other for other in out if other != seat)
    return msgspec.structs.replace(clocks, running=running, stopped=stopped, out=out)


def _set_anew(before: Clocks | None, written: Sequence[Recorded[AnyFact]]) -> dict[int, int]:
    """Return running clocks that these facts set again, with their seconds."""
    at, running = written[-1].at, before.running if before else ()
    found: dict[int, int] = {}
    for record in written:
        match record.fact:
            case CalendarChanged(seat=seat):
                found |= {each.seat: left_at(each, at) for each in running if each.seat == seat}
            case TimeExtended(seat=seat, seconds=seconds) if before is not None and seat in before.out:
                found[seat] = seconds
            case TimeExtended(seat=seat, seconds=seconds):
                found |= {each.seat: left_at(each, at) + seconds for each in running if each.seat == seat}
            case OutageNoted(began=began, ended=ended):
                for each in running:
                    left = found.get(each.seat, left_at(each, at))
                    found[each.seat] = left + _lost(each, began, ended)
            case Paused() | Resumed():
                found |= {each.seat: left_at(each, at) for each in running}
    return found


def _lost(running: Running, began: datetime, ended: datetime) -> int:
    """Return the seconds of an outage that a clock has counted."""
    until = ended if running.deadline is None else min(ended, running.deadline)
    begins = max(began, running.since)
    return counted(begins, until, running.windows) if running.deadline is not None and begins < until else 0


# --------------------------------------------------------------------------------------------------------------------
# Back
# --------------------------------------------------------------------------------------------------------------------


def _taken_back(before: Game, moved: Recorded[AnyFact], waiting: Collection[int], begin: Begin) -> ClocksSet:
    """Return the clocks of the position that undo returns to; an undo without consent gains no time. A turn that is the
    same before and after continues.
    """
    end = aggregate.move_end(before, moved.fact.to)
    then, now = aggregate.truncated(before, end).table.clocks, before.table.clocks
    assert then is not None and now is not None
    reached = before.records[moved.fact.to - 1].at
    asked = before.table.request is not None
    running: dict[int, Running] = {}
    out: list[int] = []
    stopped = dict(then.stopped)
    if not asked and moved.seat is not None and moved.seat in now.stopped and moved.seat in stopped:
        stopped[moved.seat] = min(stopped[moved.seat], now.stopped[moved.seat])
    for seat in sorted(waiting):
        earlier, later = then.of(seat), now.of(seat)
        if later is not None and earlier is not None and later.began == earlier.began:
            running[seat] = later
        elif seat in now.out and not asked:
            out.append(seat)
        elif earlier is not None:
            left = left_at(earlier, reached)
            spared = left if asked or seat != moved.seat else min(left, _left(now, seat, moved.at, left))
            running[seat] = begin(seat, spared, earlier.began)
        else:
            running[seat] = begin(seat, allowance(now.clock.pace, stopped.get(seat)), moved.at)
    return ClocksSet(running=_in_order(running), stopped=_without(stopped, running), out=tuple(out))


def _left(clocks: Clocks, seat: int, at: datetime, otherwise: int) -> int:
    running = clocks.of(seat)
    return left_at(running, at) if running is not None else clocks.stopped.get(seat, otherwise)
