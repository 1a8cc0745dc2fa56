"""Water: the course of drops, and where an automa places them (TA-7)."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any

from tests.domain.barrage.automa.oracle.board import HARD, VERY_HARD, Play, State, own_dams, powerhouse_owners, room
from tests.domain.barrage.automa.oracle.figures import COMPANIES, SOURCES, base_spaces, course

Plan = tuple[str, ...]
"""Headstreams, one for each drop, in the order of the letters."""


def path(state: State, basin: int) -> tuple[str, list[int], list[str]]:
    """Return the resting place of a drop that enters a basin, the basins it enters and the base spaces it meets."""
    basins, spaces = [], []
    for here in course(basin):
        basins.append(here)
        for site in base_spaces(here):
            spaces.append(site)
            if site in state["dams"] and room(state, site) > 0:
                return site, basins, spaces
    return "", basins, spaces


def _river_seats(state: State) -> list[tuple[int, int]]:
    """Return the seats that gain energy when drops run through their powerhouses, and how much (BA-24.5)."""
    found = []
    for seat, company in enumerate(state["companies"]):
        board = COMPANIES[company["company"]]
        steps = board["power"].get("flow_energy", 0)
        uses = company.get("automa") in (None, HARD, VERY_HARD)
        if steps and uses and company["built"].get("powerhouse", 0) >= board["power_at"]:
            found.append((seat, steps))
    return found


def _gain_from_river(state: State, basins: Iterable[int]) -> None:
    for seat, steps in _river_seats(state):
        passed = sum(seat in powerhouse_owners(state, basin) for basin in basins)
        state["companies"][seat]["energy"] += steps * passed


def run_from_headstream(state: State, letter: str) -> None:
    """One drop of a headstream runs."""
    stop, basins, _ = path(state, SOURCES[letter])
    state["headstreams"][letter] -= 1
    if stop:
        state["dams"][stop]["drops"] += 1
    _gain_from_river(state, basins)


def run_from_powerhouse(state: State, dam: str, basin: int) -> None:
    """Let one drop of a dam flow on from a powerhouse whose basin it did not enter naturally (BA-24.6)."""
    stop, basins, _ = path(state, basin)
    state["dams"][dam]["drops"] -= 1
    if stop:
        state["dams"][stop]["drops"] += 1
    _gain_from_river(state, basins[1:])


def run_headstreams(state: State) -> None:
    """All waiting drops run, those of headstream A first."""
    for letter in sorted(state["headstreams"]):
        for _ in range(state["headstreams"][letter]):
            run_from_headstream(state, letter)


# --------------------------------------------------------------------------------------------------------------------
# Plans
# --------------------------------------------------------------------------------------------------------------------


def _trial(play: Play, plan: Plan, at_once: bool) -> tuple[int, int]:
    """Return the drops in the company's dams and its energy after the trial run (TA-7.3, TA-7.4)."""
    twin: State = {**play.state}
    for changing in ("headstreams", "dams", "companies"):
        twin[changing] = copy.deepcopy(play.state[changing])
    if at_once:
        twin["headstreams"] = dict.fromkeys(twin["headstreams"], 0)
    for letter in plan:
        twin["headstreams"][letter] += 1
    run_headstreams(twin)
    drops = sum(twin["dams"][site]["drops"] for site in own_dams(twin, play.seat))
    return drops, twin["companies"][play.seat]["energy"]


def water_plan(play: Play, drops: int, *, at_once: bool) -> Plan | None:
    """Return the drops an automa places (TA-7.1 to TA-7.10); None if none of them would reach its own dam."""
    letters = play.letters
    plans = [plan for many in range(drops + 1) for plan in combinations_with_replacement(letters, many)]
    trials = {plan: _trial(play, plan, at_once) for plan in plans}
    still, energy = trials[()]
    arrivals = {plan: kept - still for plan, (kept, _) in trials.items()}
    admissible = [plan for plan in plans if arrivals[plan] > 0 and _each_drop_counts(plan, arrivals)]
    if not admissible:
        return None
    uses_river = "flow_energy" in play.power

    def merit(plan: Plan) -> tuple[Any, ...]:
        steps = trials[plan][1] - energy if uses_river else 0
        return arrivals[plan], len(plan), steps, [-letters.index(letter) for letter in plan]

    chosen = max(admissible, key=merit)
    play.note("water", plan="".join(chosen), arrivals=arrivals[chosen], admissible=["".join(p) for p in admissible])
    return chosen


def _each_drop_counts(plan: Plan, arrivals: dict[Plan, int]) -> bool:
    """Return whether leaving out any drop lowers the arrivals (TA-7.6)."""
    without = (plan[:index] + plan[index + 1 :] for index in range(len(plan)))
    return all(arrivals[fewer] < arrivals[plan] for fewer in without)


def place_drops(play: Play, drops: int, *, at_once: bool) -> bool:
    """Place the drops of the best plan and let them run, if they do at once (TA-7.11); whether any was placed."""
    plan = water_plan(play, drops, at_once=at_once)
    for letter in plan or ():
        play.state["headstreams"][letter] += 1
        if at_once:
            run_from_headstream(play.state, letter)
    return bool(plan)


def passing(state: State) -> dict[str, Counter[str]]:
    """By headstream the drops that reach each base space in the coming flow (TA-17.6)."""
    twin: State = {**state, "companies": copy.deepcopy(state["companies"]), "dams": copy.deepcopy(state["dams"])}
    twin["headstreams"] = dict(state["headstreams"])
    found: dict[str, Counter[str]] = {}
    for letter in sorted(twin["headstreams"]):
        found[letter] = Counter()
        for _ in range(twin["headstreams"][letter]):
            _, _, spaces = path(twin, SOURCES[letter])
            found[letter].update(spaces)
            run_from_headstream(twin, letter)
    return found
