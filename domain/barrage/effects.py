"""What symbols bring about: rewards, incomes, tiles and action spaces all consist of them (BA-23)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.barrage import water, wheel
from domain.barrage.machinery.course import Course
from domain.barrage.machinery.edition import EffectRule, Grant, Obstacle
from domain.barrage.machinery.position import Position
from domain.barrage.vocabulary.changes import Gained
from domain.barrage.vocabulary.facts import EffectFollowed
from domain.barrage.vocabulary.pending import Pending
from domain.barrage.vocabulary.pieces import Effect

GAINS = {
    "credits": "credits",
    "vp": "vp",
    "excavators": "excavators",
    "mixers": "mixers",
    "energy_steps": "energy",
    "energy_produced": "energy",
}
"""Symbols that are gains from the general supply, by what is gained."""
_FIRST = ("machinery", "energy_produced")
"""What goes with the gains, before the other parts (BA-23.9)."""


def grant(
    course: Course, seat: int, reward: Iterable[Effect], source: str, *, site: str = "", action: bool = False
) -> None:
    """A seat gains a reward: plain gains first, then the other parts in their order (BA-23.9)."""
    position = course.at(seat)
    gained: dict[str, int] = {}
    first: list[Grant] = []
    others: list[Grant] = []
    for effect in reward:
        factor = course.edition.factors[effect.per](position, site) if effect.per else 1
        amount = effect.amount * factor
        name = effect.name
        if name in GAINS:
            gained[GAINS[name]] = gained.get(GAINS[name], 0) + amount
        if name in course.edition.effects:
            granted = Grant(seat=seat, effect=effect, amount=amount, source=source, site=site, action=action)
            (first if name in _FIRST else others).append(granted)
    if any(gained.values()):
        course.change(Gained(seat=seat, **gained))
    for granted in (*first, *others):
        course.edition.effects[granted.effect.name].grant(course, granted)


def obstacle(position: Position, reward: Iterable[Effect]) -> Obstacle:
    """Why an action with these effects cannot be performed in full (BA-8.5)."""
    for effect in reward:
        rule = position.edition.effects.get(effect.name)
        if rule and (found := rule.obstacle(position, effect)):
            return found
    return None


def _choose_machinery(course: Course, granted: Grant) -> None:
    course.open(Pending(kind="machinery", seat=granted.seat, source=granted.source, amount=granted.amount))


def _drops(course: Course, granted: Grant) -> None:
    """Drops onto headstreams; at the water management at least one (BA-13.1, BA-23.8)."""
    course.open(
        Pending(
            kind="drops",
            seat=granted.seat,
            source=granted.source,
            amount=granted.amount,
            optional=not granted.action,
            at_once=granted.effect.water_immediate is not None,
        )
    )


def _fill_dams(course: Course, granted: Grant) -> None:
    course.open(Pending(kind="fill_dams", seat=granted.seat, source=granted.source, optional=True))


def follow_tile(course: Course, pending: Pending) -> None:
    """The effect of the technology tile that was built with (BA-9.10)."""
    reward = course.components.tile[pending.source].effect
    grant(course, pending.seat, reward, pending.source, site=pending.site)
    course.settle(EffectFollowed, seat=pending.seat, source=pending.source)


EFFECTS = {
    "machinery": EffectRule(_choose_machinery),
    "rotate_wheel": EffectRule(wheel.grant_rotation),
    "water_delayed": EffectRule(_drops),
    "water_immediate": EffectRule(_drops),
    "drop_on_empty_dams": EffectRule(_fill_dams),
    "fill_raised_dam": EffectRule(water.fill_raised_dam),
}

FACTORS = {
    "base": lambda position, site: position.count("base"),
    "elevation": lambda position, site: position.count("elevation"),
    "powerhouse": lambda position, site: position.count("powerhouse"),
    "raised_dam": lambda position, site: sum(dam.level > 1 for dam in position.own_dams.values()),
    "advanced_tile": lambda position, site: position.advanced_tiles(),
    "conduit_value": lambda position, site: position.components.conduit_site[site].value,
}
"""What the figures of advanced tiles are multiplied by (BA-26)."""
