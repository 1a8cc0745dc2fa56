"""The capacity model: its formulas agree with its simulation, and deploy/SCALE.md shows its results."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count
from math import inf, isclose
from pathlib import Path

import msgspec
import pytest

from tests.benchmarks.capacity.costs import MEASURED, Cost
from tests.benchmarks.capacity.model import Habits, Knobs, each_move, limits, need, saturated_ms
from tests.benchmarks.capacity.queueing import (
    Appending,
    GroupCommit,
    Spread,
    Visit,
    arrivals,
    grouped_line,
    line,
    mean_time,
    mean_times,
    mean_wait,
    utilisation,
)
from tests.benchmarks.capacity.report import report

SCALE = Path(__file__).parents[2] / "deploy" / "SCALE.md"
NUMBER = 60_000
FEWER = 10_000
HABITS, KNOBS = Habits(), Knobs()


@pytest.fixture
def chance() -> random.Random:
    return random.Random(7)


@pytest.mark.parametrize(("rate", "servers"), [(0.5, 1), (0.8, 1), (3.2, 4), (6.0, 8)])
def test_simulated_wait_and_utilisation_match_the_formulas(rate: float, servers: int, chance: random.Random) -> None:
    visits = line(arrivals(rate, NUMBER, chance), lambda: chance.expovariate(1.0), servers)
    waited = sum(visit.waited for visit in visits) / NUMBER
    worked = sum(visit.done - visit.begun for visit in visits) / (servers * visits[-1].came)
    assert isclose(waited, mean_wait(rate, 1.0, servers), rel_tol=0.15)
    assert isclose(worked, utilisation(rate, 1.0, servers), rel_tol=0.03)


def test_mean_wait_has_known_values_and_is_infinite_under_overload() -> None:
    assert isclose(mean_wait(0.8, 1.0), 0.8 / (1 - 0.8))
    assert isclose(mean_wait(1.0, 1.0, 2), 1 / 3)
    assert mean_wait(2.0, 1.0, 2) == inf


APPEND, GROUPED = 1.0, 0.1


def group_time(size: int) -> float:
    return APPEND + (size - 1) * GROUPED


def grouped(rate: float, chance: random.Random, *, places: int = 1, most: int = FEWER) -> list[Visit]:
    return grouped_line([(came, chance.randrange(places)) for came in arrivals(rate, FEWER, chance)], group_time, most)


def rate_of(visits: list[Visit]) -> float:
    return len(visits) / max(visit.done for visit in visits)


def alone(append: float, chance: random.Random) -> Appending:
    """Return a queue in which each append is a separate commit."""
    return lambda coming: line(coming, lambda: chance.expovariate(1 / append))


def test_groups_of_one_form_a_simple_queue() -> None:
    one, two = random.Random(7), random.Random(7)
    moments = list(arrivals(0.8, FEWER, random.Random(5)))
    apart = grouped_line(zip(moments, count(), strict=False), lambda _: one.expovariate(1.0))
    assert apart == line(moments, lambda: two.expovariate(1.0))


@pytest.mark.parametrize(("places", "most"), [(1, FEWER), (1, 8), (5, 8), (5, 1)])
def test_every_arrival_is_served_once_and_groups_do_not_overlap(places: int, most: int, chance: random.Random) -> None:
    came = [(moment, chance.randrange(places)) for moment in arrivals(3.0, FEWER, chance)]
    visits = grouped_line(came, group_time, most)
    assert sorted(visit.came for visit in visits) == [moment for moment, _ in came]
    assert all(visit.waited >= 0 for visit in visits)
    groups = sorted(Counter((visit.begun, visit.done) for visit in visits).items())
    assert all(isclose(done - begun, group_time(size)) and size <= most for (begun, done), size in groups)
    ends = [0.0] + [done for (_, done), _ in groups]
    assert all(begun >= end for end, ((begun, _), _) in zip(ends, groups, strict=False))


def test_rare_appends_are_written_alone_and_frequent_ones_in_groups(chance: random.Random) -> None:
    assert isclose(mean_time(grouped(0.001, chance)), APPEND, rel_tol=0.01)
    assert isclose(rate_of(grouped(1000.0, chance)), 1 / GROUPED, rel_tol=0.01)


@pytest.mark.parametrize("rate", [0.5, 0.9, 2.0])
@pytest.mark.parametrize("places", [1, 4])
def test_groups_are_never_slower_than_single_appends(rate: float, places: int, chance: random.Random) -> None:
    visits = grouped(rate, chance, places=places)
    single = line(sorted(visit.came for visit in visits), lambda: APPEND)
    assert mean_time(visits) <= mean_time(single)
    assert max(visit.done for visit in visits) <= max(visit.done for visit in single)


@pytest.mark.parametrize("places", [1, 3])
def test_saturated_rate_matches_groups_of_half_the_requests(places: int, chance: random.Random) -> None:
    knobs = Knobs(requests=8)
    seconds = saturated_ms(msgspec.structs.replace(MEASURED, append_ms=APPEND, grouped_ms=GROUPED), knobs)
    assert isclose(rate_of(grouped(100.0, chance, places=places, most=knobs.requests)), 1 / seconds, rel_tol=0.01)


def test_group_commits_take_random_times_with_the_given_means(chance: random.Random) -> None:
    heavy = GroupCommit(APPEND, GROUPED).line(arrivals(1000.0, FEWER, chance), chance)
    assert isclose(rate_of(heavy), 1 / GROUPED, rel_tol=0.05)
    light = GroupCommit(APPEND, GROUPED, 4).line(arrivals(0.001, FEWER, chance), chance)
    assert isclose(mean_time(light), APPEND, rel_tol=0.05)


def test_cells_with_separate_sequences_are_separate_queues(chance: random.Random) -> None:
    """Departures from the web processes reach the lock as a Poisson process (Burke), so both formulas hold."""
    rate, web, append = 4.0, 1.0, 0.5
    lock = alone(append, chance)
    decided, appended = mean_times(Spread(4, 2, False), rate, web=web, append=lock, number=NUMBER, chance=chance)
    assert isclose(decided, mean_wait(rate / 4, web, 2) + web, rel_tol=0.1)
    assert isclose(appended, mean_wait(rate / 4, append) + append, rel_tol=0.1)


def test_cells_that_share_a_sequence_are_one_queue(chance: random.Random) -> None:
    rate, append = 1.5, 0.5
    lock = alone(append, chance)
    _, appended = mean_times(Spread(4, 2, True), rate, web=0.4, append=lock, number=NUMBER, chance=chance)
    assert isclose(appended, mean_wait(rate, append) + append, rel_tol=0.15)


def test_the_queue_of_an_overloaded_sequence_grows_without_bound(chance: random.Random) -> None:
    """The backlog grows: the last request waits for all others."""
    rate, append, number = 6.0, 0.5, 10_000
    lock = alone(append, chance)
    _, appended = mean_times(Spread(4, 2, True), rate, web=0.1, append=lock, number=number, chance=chance)
    assert isclose(appended, number / 2 * (append - 1 / rate), rel_tol=0.05)


def test_demand_grows_with_players_and_limits_saturate_components() -> None:
    found = limits(MEASURED, HABITS, KNOBS)
    assert list(found.values()) == sorted(found.values())
    at_limit = need(found["projector (one process)"], MEASURED, HABITS, KNOBS)
    assert isclose(at_limit.projector, 1.0)
    at_limit = need(found["sequence lock"], MEASURED, HABITS, KNOBS)
    assert isclose(at_limit.lock, 1.0)
    assert at_limit.moves * MEASURED.grouped_ms / 1000 < at_limit.lock < at_limit.lock_alone
    few, many = (need(players, MEASURED, HABITS, KNOBS) for players in (1e4, 1e5))
    assert isclose(many.database_cores, 10 * few.database_cores)
    assert many.webs * KNOBS.listeners >= many.listeners
    assert many.webs * (KNOBS.web_busy - many.followed) >= many.web_cores


def test_cost_of_a_move_includes_the_related_reads() -> None:
    alone = Habits(questions=0, pages=0, past=0, listening=0)
    assert each_move(MEASURED, alone) == MEASURED.move + Cost()
    twice = Habits(questions=0, pages=2, past=0, listening=0)
    assert isclose(each_move(MEASURED, twice).web, MEASURED.move.web + 2 * MEASURED.page.web)


def test_scale_document_shows_the_computed_tables() -> None:
    """``python -m tests.benchmarks.capacity`` prints them."""
    assert f"<!-- computed -->\n{report()}\n<!-- /computed -->" in SCALE.read_text()
