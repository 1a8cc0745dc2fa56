"""The capacity that a number of daily players needs, from measured costs (:mod:`.costs`) and players' habits."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import msgspec

from service.accounts.idempotency_store import KEPT
from tests.benchmarks.capacity.costs import Cost, Costs
from tests.benchmarks.capacity.queueing import mean_wait

DAY = 86_400


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """Players' habits, which are assumed, not measured: each player makes one move a day in each of several games."""

    moves: float = 10
    """Daily moves of each active player."""
    questions: float = 5
    """Steps of choosing, per move."""
    pages: float = 2
    """Views of game pages, per move."""
    past: float = 1
    """Views of earlier positions, per move."""
    open_hours: float = 0.5
    """Hours a day for which each player has a page with an event stream open."""
    listening: float = 0.5
    """Other open pages of the game at the time of a move."""
    busiest: float = 3.0
    """The load of the busiest hour as a multiple of the mean."""


class Knobs(msgspec.Struct, frozen=True, kw_only=True):
    """Choices of the operator and limits of the machines."""

    web_busy: float = 0.6
    """The maximum share of its core that a web process uses; with several, the mean wait is below the service time."""
    database_cores: int = 32
    """Cores of the largest reasonable machine for PostgreSQL."""
    listeners: int = 1000
    """The maximum number of event streams of a web process."""
    requests: int = 8
    """The maximum number of concurrent requests of a web process."""
    log_megabytes: float = 200.0
    """The rate, per second, that the disk and the connection to the standbys can sustain."""


class Need(NamedTuple):
    """The needs of one site, in the busiest hour unless stated otherwise."""

    players: float
    moves: float
    """Moves per second."""
    listeners: float
    web_cores: float
    """Web cores for requests, without following the journal."""
    webs: int
    """The number of web processes; 0 if no number is enough."""
    followed: float
    """The share of its core that each web process spends on following the journal."""
    projector: float
    """The minimum share of the projector's single core; with more facts, it processes more of them at once."""
    lock: float
    """The minimum share of the time for appends; if more of them wait, more are written together."""
    lock_alone: float
    """The maximum share, with each append written separately because none waits."""
    database_cores: float
    log_megabytes: float
    """Megabytes per second."""
    disk_gigabytes: float
    """Gigabytes per year."""
    swept_gigabytes: float
    """Disk space of responses that are stored for a while in case of a retry."""
    web_gigabytes: float
    """Memory of all web processes."""
    sent_megabits: float
    """Megabits per second, before compression."""


def need(players: float, costs: Costs, habits: Habits, knobs: Knobs) -> Need:
    """Return the capacity that a number of daily players needs."""
    moves = players * habits.moves * habits.busiest / DAY
    listeners = players * habits.open_hours / 24 * habits.busiest
    work = each_move(costs, habits) * moves
    followed = moves * costs.followed.web / 1000
    cores = work.web / 1000
    webs = processes(cores, listeners, followed, knobs)
    return Need(
        players=players,
        moves=moves,
        listeners=listeners,
        web_cores=cores,
        webs=webs,
        followed=followed,
        projector=moves * costs.facts * costs.projected_ms / 1000,
        lock=moves * saturated_ms(costs, knobs) / 1000,
        lock_alone=moves * costs.append_ms / 1000,
        database_cores=work.database / 1000,
        log_megabytes=work.log / 1e6,
        disk_gigabytes=players * habits.moves * 365 * costs.kept / 1e9,
        swept_gigabytes=players * habits.moves * KEPT.days * (costs.move.disk - costs.kept) / 1e9,
        web_gigabytes=(webs * costs.web_mb + listeners * costs.listener_kb / 1000) / 1000,
        sent_megabits=work.sent * 8 / 1e6,
    )


def saturated_ms(costs: Costs, knobs: Knobs) -> float:
    """Return how long a move holds the sequence lock when all requests of the web processes are waiting to append.

    The requests of one process then form two groups of equal size: one is written while the other forms. (In a
    measurement with 8 threads that do nothing else, the groups had 5 members.)
    """
    group = max(1.0, knobs.requests / 2)
    return (costs.append_ms + (group - 1) * costs.grouped_ms) / group


def each_move(costs: Costs, habits: Habits) -> Cost:
    """Return the cost of a move with its share of reads and event streams."""
    return (
        costs.move
        + costs.question * habits.questions
        + costs.page * habits.pages
        + costs.past * habits.past
        + costs.news * habits.listening
    )


def processes(cores: float, listeners: float, followed: float, knobs: Knobs) -> int:
    """Return the number of web processes if each spends a share of its core on following the log; 0 if impossible."""
    left = knobs.web_busy - followed
    if left <= 0:
        return 0
    return max(1, ceil(cores / left), ceil(listeners / knobs.listeners))


def limits(costs: Costs, habits: Habits, knobs: Knobs) -> dict[str, float]:
    """Return the daily players that each part of a site can serve, with any number of web processes; lowest first."""
    one = need(1, costs, habits, knobs)
    found = {
        "projector (one process)": 1 / one.projector,
        "following the log, in each web process": knobs.web_busy / one.followed,
        "sequence lock": 1 / one.lock,
        f"PostgreSQL, {knobs.database_cores} cores": knobs.database_cores / one.database_cores,
        f"write-ahead log, {knobs.log_megabytes:g} MB/s": knobs.log_megabytes / one.log_megabytes,
    }
    return dict(sorted(found.items(), key=lambda item: item[1]))


def wait_for_a_web_process(found: Need, costs: Costs, habits: Habits) -> float:
    """Return the mean milliseconds that a request waits for any of the web processes' cores (M/M/c)."""
    asked = 1 + habits.questions + habits.pages + habits.past
    seconds = found.web_cores / (found.moves * asked) if found.moves else 0.0
    return 1000 * mean_wait(found.moves * asked, seconds, found.webs)
