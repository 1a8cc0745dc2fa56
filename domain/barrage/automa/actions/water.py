"""Water management (TA-7): the headstreams that get drops, so that as many as possible reach the automa's dams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

from domain.barrage import water
from domain.barrage.automa import deck
from domain.barrage.automa.actions import engineers
from domain.barrage.automa.deciding import substitute
from domain.barrage.automa.race import Race
from domain.barrage.automa.sight import Attempt, Deed, Failure, Sight
from domain.barrage.engine.course import Course
from domain.barrage.model.automa.components import Line
from domain.barrage.model.pending import Pending


class Trial(NamedTuple):
    """The result of a trial run."""

    arrivals: int
    """Drops that came to rest in the automa's dams."""
    energy: int
    """Energy steps from drops that ran through the automa's powerhouses (TA-26.2)."""


class Plans:
    """The plans for up to so many drops, by the letters of their headstreams such as ``AAC`` (TA-7.2)."""

    def __init__(self, sight: Sight, most: int, at_once: bool) -> None:
        self._sight, self._most = sight, most
        self._waiting = {} if at_once else sight.position.state.headstreams
        self._trials: dict[str, Trial] = {}

    def trial(self, plan: str) -> Trial:
        """Try a plan: its drops run together with those that wait, unless they run at once (TA-7.3 to TA-7.5)."""
        if plan not in self._trials:
            arrivals, energy = self._run(plan)
            self._trials[plan] = Trial(arrivals - self._without.arrivals, energy - self._without.energy)
        return self._trials[plan]

    @cached_property
    def _without(self) -> Trial:
        return self._run("")

    def _run(self, plan: Iterable[str]) -> Trial:
        position = self._sight.position
        components, own = position.components, position.own_dams
        basins_of_powerhouses = set(position.own_powerhouses.values())
        each = (position.power.flow_energy or 0) if position.power else 0
        room = Counter({site: water.room(components, position.state, site) for site in position.state.dams})
        drops = Counter(self._waiting) + Counter(plan)
        arrivals = energy = 0
        for headstream in position.state.headstreams:
            for _ in range(drops[headstream]):
                stop, basins = water.rest(components, room.__getitem__, components.source[headstream])
                if stop:
                    room[stop] -= 1
                arrivals += stop in own
                energy += each * len(basins_of_powerhouses.intersection(basins))
        return Trial(arrivals, energy)

    @cached_property
    def admissible(self) -> list[str]:
        """Return the plans without a superfluous drop (TA-7.6)."""
        headstreams = self._sight.position.state.headstreams
        plans = (
            "".join(plan)
            for size in range(1, self._most + 1)
            for plan in combinations_with_replacement(headstreams, size)
        )
        return [plan for plan in plans if self._needs_every_drop(plan)]

    def _needs_every_drop(self, plan: str) -> bool:
        arrivals = self.trial(plan).arrivals
        without_one = (plan.replace(drop, "", 1) for drop in set(plan))
        return arrivals > 0 and all(self.trial(less).arrivals < arrivals for less in without_one)


def choose(sight: Sight, plans: Plans) -> str:
    """Choose by arrivals, then drops; a power's energy; then the letters of the card (TA-7.7 to TA-7.10, TA-26.2)."""

    def arrivals(race: Race) -> None:
        race.highest("TA-7.7", lambda plan: plans.trial(plan).arrivals)

    def drops(race: Race) -> None:
        race.highest("TA-7.7", len)

    def energy(race: Race) -> None:
        power = sight.position.power
        if power and power.flow_energy:
            race.highest("TA-26.2", lambda plan: plans.trial(plan).energy)

    def letters(race: Race) -> None:
        order = deck.headstreams(sight.position.state)
        first = min(race.left, key=lambda plan: sorted(map(order.index, plan)))
        race.keep("TA-7.8", [first], "".join(order))

    return sight.run("plan", plans.admissible, arrivals, drops, energy, letters)


def consider(sight: Sight, line: Line) -> Attempt:
    """Try water management: at least one drop must reach a dam of the automa (TA-7.1)."""
    pending = Pending(kind=PLACING.name, seat=sight.seat, amount=line.drops or 0, at_once=line.at_once)
    if not Plans(sight, pending.amount, pending.at_once).admissible:
        return Failure("TA-7.1")
    return Deed(engineers.first_free(sight.position, "water_management"), lambda course: course.open(pending))


def _place(course: Course, pending: Pending, sight: Sight) -> None:
    """Place the drops of the best plan, if there is one; others are not placed (TA-7.11, TA-15.7)."""
    plans = Plans(sight, pending.amount, pending.at_once)
    if plans.admissible:
        for headstream in choose(sight, plans):
            water.place(course, headstream, pending.at_once)


PLACING = substitute(water.DROPS.name, _place)
