"""The model's answers as the tables of ``deploy/SCALE.md``."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil, isfinite

from tests.benchmarks.capacity.costs import MEASURED, Cost, Costs
from tests.benchmarks.capacity.model import Habits, Knobs, Need, each_move, limits, need, wait_for_a_web_process
from tests.benchmarks.capacity.queueing import GroupCommit, Spread, arrivals, mean_time, mean_times, mean_wait

SIZES = (1e3, 1e5, 1e7)
"""Players a day."""

ONE_SEQUENCE = (2.5e6, 5e6, 7.5e6, 1e7)
"""Players a day at which the single lock of one site becomes a bottleneck."""

SHARE = 0.5
"""The share of a site's capacity that a cell uses, to leave room for growth and for the players of a failed cell."""

MOVES = 50_000
"""The number of simulated moves."""


def report(costs: Costs = MEASURED) -> str:
    """Return all tables, in Markdown."""
    habits, knobs = Habits(), Knobs()
    parts = (
        _costs(costs, habits),
        _other_costs(costs),
        _needs([need(players, costs, habits, knobs) for players in SIZES], costs, habits),
        _limits(costs, habits, knobs),
        _one_sequence([need(players, costs, habits, knobs) for players in ONE_SEQUENCE], costs, knobs),
        _cells(costs, habits, knobs),
    )
    return "\n\n".join("\n".join(part) for part in parts)


def _costs(costs: Costs, habits: Habits) -> Iterator[str]:
    yield "| cost of | web, ms | projector, ms | PostgreSQL, ms | round trips | log, kB | sent, kB |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    asked: dict[str, Cost] = {
        "a move": costs.move,
        "a step of choosing a move": costs.question,
        "a page of a game": costs.page,
        "an earlier position": costs.past,
        "an update about a move, per listener": costs.news,
        "**a move with its share of reads**": each_move(costs, habits),
    }
    for name, cost in asked.items():
        sizes = [cost.web, cost.projector, cost.database, cost.round_trips, cost.log / 1000, cost.sent / 1000]
        yield _row([name, *map(rounded, sizes)])
    yield _row(["a move, in each other web process", rounded(costs.followed.web), *[""] * 5])


def _other_costs(costs: Costs) -> Iterator[str]:
    yield "| | |"
    yield "| --- | ---: |"
    yield _row(["an append, which holds the sequence lock", f"{rounded(costs.append_ms)} ms"])
    yield _row(["each additional append in the same commit", f"{rounded(costs.grouped_ms)} ms"])
    yield _row(["projecting a fact in a batch of hundreds", f"{rounded(costs.projected_ms)} ms"])
    yield _row(["disk for a recent move", f"{rounded(costs.move.disk / 1000)} kB"])
    yield _row(
        ["disk for a move after compaction and removal of its stored response", f"{rounded(costs.kept / 1000)} kB"]
    )
    memory = f"{rounded(costs.idle_mb)} MB; under load {rounded(costs.web_mb)} MB"
    yield _row(["memory of a web process after its start", memory])
    yield _row(["memory of the projector", f"{rounded(costs.projector_mb)} MB"])
    yield _row(["memory of an open stream", f"{rounded(costs.listener_kb)} kB"])


def _needs(needs: Sequence[Need], costs: Costs, habits: Habits) -> Iterator[str]:
    yield _row(["busiest hour of one site", *(f"{found.players:,.0f} players a day" for found in needs)])
    yield "| --- | ---: | ---: | ---: |"
    lines = {
        "moves per second": [rounded(found.moves) for found in needs],
        "open event streams": [rounded(found.listeners) for found in needs],
        "web cores": [rounded(found.web_cores) for found in needs],
        "web processes": [rounded(found.webs) if found.webs else "impossible" for found in needs],
        "share of each that follows the log": [percent(found.followed) for found in needs],
        "mean wait for a core": [_wait(found, costs, habits) for found in needs],
        "memory of web processes, GB": [rounded(found.web_gigabytes) if found.webs else "" for found in needs],
        "projector, share of its core, at least": [percent(found.projector) for found in needs],
        "sequence lock, utilisation, at least": [percent(found.lock) for found in needs],
        "the same without group commit": [percent(found.lock_alone) for found in needs],
        "PostgreSQL cores": [rounded(found.database_cores) for found in needs],
        "log, MB/s": [rounded(found.log_megabytes) for found in needs],
        "disk, GB per year": [rounded(found.disk_gigabytes) for found in needs],
        "disk for stored responses, GB": [rounded(found.swept_gigabytes) for found in needs],
        "sent, Mbit/s": [rounded(found.sent_megabits) for found in needs],
    }
    for name, values in lines.items():
        yield _row([name, *values])


def _wait(found: Need, costs: Costs, habits: Habits) -> str:
    wait = wait_for_a_web_process(found, costs, habits) if found.webs else float("inf")
    return f"{rounded(wait)} ms" if isfinite(wait) else ""


def _limits(costs: Costs, habits: Habits, knobs: Knobs) -> Iterator[str]:
    yield "| part of one site | players a day at its limit |"
    yield "| --- | ---: |"
    for name, players in limits(costs, habits, knobs).items():
        yield _row([name, rounded(players)])


def _one_sequence(needs: Sequence[Need], costs: Costs, knobs: Knobs) -> Iterator[str]:
    yield _row(["mean time to append", *(f"{found.players:,.0f} players a day" for found in needs)])
    yield "| --- | ---: | ---: | ---: | ---: |"
    lines = {
        "web processes": [rounded(found.webs) for found in needs],
        "without group commit, by formula": [_alone(found, costs) for found in needs],
        f"group commit per process, simulated over {MOVES:,} moves": [
            _simulated(found, _in_processes(costs, knobs, found.webs)) for found in needs
        ],
        "group commit across processes, simulated": [
            _simulated(found, GroupCommit(costs.append_ms / 1000, costs.grouped_ms / 1000)) for found in needs
        ],
    }
    for name, values in lines.items():
        yield _row([name, *values])


def _alone(found: Need, costs: Costs) -> str:
    append = costs.append_ms / 1000
    return _milliseconds(mean_wait(found.moves, append) + append)


def _in_processes(costs: Costs, knobs: Knobs, processes: int) -> GroupCommit:
    return GroupCommit(costs.append_ms / 1000, costs.grouped_ms / 1000, processes, knobs.requests)


def _simulated(found: Need, commit: GroupCommit) -> str:
    chance = random.Random(12)
    return _milliseconds(mean_time(commit.line(arrivals(found.moves, MOVES, chance), chance)))


def _cells(costs: Costs, habits: Habits, knobs: Knobs) -> Iterator[str]:
    """Yield the table of cells for the largest size, with one shared sequence and with one sequence per cell."""
    players = SIZES[-1]
    first = next(iter(limits(costs, habits, knobs).values()))
    cells = ceil(players / (SHARE * first))
    whole, cell = need(players, costs, habits, knobs), need(players / cells, costs, habits, knobs)
    web = each_move(costs, habits).web / 1000
    spreads = [Spread(cells, cell.webs, one_sequence) for one_sequence in (True, False)]
    processes = [cells * cell.webs, cell.webs]
    commits = [_in_processes(costs, knobs, number) for number in processes]
    simulated = [_in_cells(whole, web, spread, commit) for spread, commit in zip(spreads, commits, strict=True)]
    lines = {
        "web processes that share a lock": [rounded(number) for number in processes],
        "lock utilisation, at least": [percent(each.lock) for each in (whole, cell)],
        "the same without group commit": [percent(each.lock_alone) for each in (whole, cell)],
        "mean time to append without group commit, by formula": [_alone(each, costs) for each in (whole, cell)],
        f"mean time to append with group commit, simulated over {MOVES:,} moves": simulated,
        "PostgreSQL cores per cell": [rounded(cell.database_cores)] * 2,
    }
    yield f"| {players:,.0f} players a day in {cells} cells | one shared sequence | a sequence per cell |"
    yield "| --- | ---: | ---: |"
    for name, values in lines.items():
        yield _row([name, *values])


def _in_cells(found: Need, web: float, spread: Spread, commit: GroupCommit) -> str:
    chance = random.Random(12)
    append = partial(commit.line, chance=chance)
    _, appended = mean_times(spread, found.moves, web=web, append=append, number=MOVES, chance=chance)
    return _milliseconds(appended)


def _milliseconds(seconds: float) -> str:
    return f"{rounded(1000 * seconds)} ms" if isfinite(seconds) else "unbounded"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def rounded(value: float) -> str:
    """Format a number with two significant digits, or in full if it is a whole number below 100."""
    if value < 0.001 or (value == int(value) and value < 100):
        return f"{value:.0f}"
    shown = float(f"{value:.2g}")
    return f"{shown:,.0f}" if shown >= 10 else f"{shown:g}"


def percent(share: float) -> str:
    """Format a share as a percentage."""
    return f"{rounded(100 * share)} %"
