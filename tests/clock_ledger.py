"""An independent check of all clocks of a log, computed from its facts alone, without the domain's calculations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from domain import aggregate
from domain.aggregate import Game
from domain.log import HeadMoved, Recorded
from domain.table.clock.facts import ClocksSet, OutageNoted, Paused, Resumed, Running, TimeExtended, TimeRanOut
from domain.table.clock.options import Bank, Clock
from domain.table.facts import AbandonAgreed, Abandoned, Finished, UndoAnswered
from domain.table.seat_changes.facts import Returned, SeatHandedOver, SeatsSwapped, StoodIn

ROUNDED = 1
"""Seconds by which the two results may differ, because the time left is counted in whole seconds."""


class Unfair(AssertionError):
    """A clock does not show the time that its player is due."""


@dataclass
class State:
    """All clocks after a write."""

    running: dict[int, Running] = field(default_factory=dict)
    saved: dict[int, int] = field(default_factory=dict)
    out: frozenset[int] = frozenset()
    absent: dict[int, int] = field(default_factory=dict)
    paused: bool = False


def require(true: object, what: str, *about: object) -> None:
    if not true:
        raise Unfair(f"{what}: {', '.join(map(str, about))}")


def seconds(since: datetime, until: datetime, running: Running) -> int:
    """Return the seconds between two moments that count for a clock."""
    windows = running.windows or ((since, until),)
    parts = (min(until, end) - max(since, begin) for begin, end in windows)
    return int(sum((part for part in parts if part > timedelta()), timedelta()).total_seconds())


def left(running: Running, at: datetime) -> int:
    return running.left if running.deadline is None else max(0, running.left - seconds(running.since, at, running))


def check(game: Game) -> int:
    """Raise Unfair if a clock does not follow from the events; return the number of checked writes."""
    table = game.table
    if table.clocks is None or game.origin is not None:
        return 0
    state, history, seen = State(), {0: State()}, 0
    ends = game.ruleset.ends_turn
    for write in _writes(game):
        if any(isinstance(each.fact, AbandonAgreed) for each in write):
            _majority(game, write)
        if any(isinstance(each.fact, Abandoned | Finished) for each in write):
            break
        after = _after(state, write)
        _in_order(after)
        if any(isinstance(each.fact, HeadMoved) for each in write):
            _taken_back(game, table.clocks.clock, state, after, write, history)
        else:
            _gone_on(table.clocks.clock, state, after, write, ends)
        state = after
        history[write[-1].originator_version] = state
        seen += 1
    return seen


def _writes(game: Game) -> Iterator[list[Recorded[Any]]]:
    records = game.records[:]
    for _, write in groupby(records, key=lambda record: (record.command, record.actor)):
        yield list(write)


def _after(before: State, write: Sequence[Recorded[Any]]) -> State:
    """Return the clocks as the write states them; they are checked later."""
    after = State(dict(before.running), dict(before.saved), before.out, dict(before.absent), before.paused)
    for record in write:
        match record.fact:
            case ClocksSet(running=running, stopped=stopped, out=out, absent=absent):
                after.running = {each.seat: each for each in running}
                after.saved, after.out, after.absent = dict(stopped), frozenset(out), dict(absent)
            case TimeRanOut(seat=seat):
                after.running.pop(seat, None)
                after.saved[seat], after.out = 0, after.out | {seat}
            case Paused():
                after.paused = True
            case Resumed():
                after.paused = False
    return after


def _in_order(after: State) -> None:
    for each in after.running.values():
        require((each.deadline is None) == after.paused, "a clock runs in a pause, or stops without one", each)
        if each.deadline is not None:
            require(seconds(each.since, each.deadline, each) == each.left, "a deadline is wrong", each)
    require(not after.out & after.running.keys(), "a clock runs that has run out", after)


def _allowance(clock: Clock, saved: int | None) -> int:
    if not isinstance(clock.pace, Bank):
        return clock.pace.days * 86_400
    if saved is None:
        return clock.pace.start * 3600
    return min(saved + clock.pace.increment * 3600, clock.pace.cap * 3600)


def _due(before: Running, write: Sequence[Recorded[Any]]) -> int:
    """Return the seconds that a clock should have left at the end of a write, including added time."""
    found = left(before, write[-1].at)
    for record in write:
        match record.fact:
            case TimeExtended(seat=before.seat, seconds=given):
                found += given
            case OutageNoted(began=began, ended=ended) if before.deadline is not None:
                lost = max(began, before.since), min(ended, before.deadline)
                found += seconds(*lost, before) if lost[0] < lost[1] else 0
    return found


def _gone_on(
    clock: Clock, before: State, after: State, write: Sequence[Recorded[Any]], ends: tuple[type[Any], ...]
) -> None:
    at = write[-1].at
    ended = {record.seat for record in write if isinstance(record.fact, ends)}
    new = {record.fact.seat for record in write if isinstance(record.fact, SeatHandedOver)}
    back = {record.fact.seat for record in write if isinstance(record.fact, Returned)}
    given = {record.fact.seat: record.fact.seconds for record in write if isinstance(record.fact, TimeExtended)}
    flagged = {record.fact.seat for record in write if isinstance(record.fact, TimeRanOut)}
    for record in write:
        if isinstance(record.fact, StoodIn) and record.fact.keeps_time and record.fact.seat in after.absent:
            known = before.running.get(record.fact.seat)
            spared = left(known, at) if known is not None else 0
            require(after.absent[record.fact.seat] == spared, "absent with other time", record, before, after)
    for seat, known in before.running.items():
        if seat not in after.running and seat not in new:
            due = 0 if seat in flagged else _due(known, write)
            require(abs(after.saved[seat] - due) <= ROUNDED, "stopped with other time", write[-1], due, after)
    for seat, running in after.running.items():
        earlier = before.running.get(seat)
        if earlier is not None and earlier.began == running.began and seat not in ended and seat not in new:
            due = _due(earlier, write)
        elif seat in new:
            due = _allowance(clock, None)
        elif seat in before.out and seat not in ended:
            require(seat in given or any(isinstance(each.fact, SeatsSwapped) for each in write), "given", write)
            due = given.get(seat, running.left)
        elif seat in back and seat in before.absent and seat not in ended:
            due = before.absent[seat]
        else:
            require(earlier is None or seat in ended or seat in back, "a turn began anew", write[-1], before, after)
            saved = before.saved.get(seat) if earlier is None else _due(earlier, write)
            due = _allowance(clock, 0 if seat in flagged else saved)
        require(abs(left(running, at) - due) <= ROUNDED, "not the time that is due", write[-1], due, before, after)


def _taken_back(
    game: Game,
    clock: Clock,
    before: State,
    after: State,
    write: Sequence[Recorded[Any]],
    history: dict[int, State],
) -> None:
    moved = next(record for record in write if isinstance(record.fact, HeadMoved))
    at, asked = write[-1].at, any(isinstance(each.fact, UndoAnswered) for each in write)
    then = history[aggregate.move_end(game, moved.fact.to)]
    reached = game.records[moved.fact.to - 1].at
    for seat, running in after.running.items():
        own = seat == moved.seat and not asked
        now, earlier = before.running.get(seat), then.running.get(seat)
        if now is not None and earlier is not None and now.began == earlier.began:
            due = left(now, at)
        elif earlier is not None:
            due = left(earlier, reached)
            kept = left(now, at) if now is not None else before.saved.get(seat, due)
            due = min(due, kept) if own else due
        else:
            saved = then.saved.get(seat)
            known = before.saved.get(seat)
            saved = min(saved, known) if own and saved is not None and known is not None else saved
            due = _allowance(clock, saved)
        require(abs(left(running, at) - due) <= ROUNDED, "undone to another time", moved, due, before, after)
        still = now is not None and earlier is not None and now.began == earlier.began
        require(asked or still or seat not in before.out, "undone to no longer out of time", moved, before, after)
    for seat in after.saved.keys() - after.running.keys():
        saved, known = then.saved.get(seat), before.saved.get(seat)
        if saved is not None:
            due = min(saved, known) if seat == moved.seat and not asked and known is not None else saved
            require(after.saved[seat] == due, "undone with another bank", moved, seat, due, before, after)


def _majority(game: Game, write: Sequence[Recorded[Any]]) -> None:
    """Check that a game is abandoned if and only if all players agree or, where the options allow it, more than half of
    those in time.
    """
    first = write[0].originator_version
    table = aggregate.truncated(game, first - 1).table
    agrees = {record.fact.seat for record in write if isinstance(record.fact, AbandonAgreed) and record.fact.agrees}
    if not agrees or table.clocks is None:
        return
    asked = [(seat, chair) for seat, chair in enumerate(table.chairs) if chair.asked]
    users = {table.chairs[seat].user for seat in agrees} | {
        chair.user for chair in table.chairs if chair.agrees_to_abandon
    }
    all_agree = all(chair.user in users for _, chair in asked)
    in_time = {chair.user for seat, chair in asked if seat not in table.clocks.out}
    most = table.clocks.clock.ran_out == "end" and bool(table.clocks.out) and len(in_time & users) * 2 > len(in_time)
    ended = any(isinstance(record.fact, Abandoned) for record in write)
    require(ended == (all_agree or most), "ended without a majority in time", write, in_time, users)
