"""Effects of symbols: rewards, incomes, tiles and action spaces all consist of them (BA-23)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, Decision, EffectRule, Factor, Grant, Obstacle
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.changes import Gained
from domain.barrage.model.commands import ChooseMachinery
from domain.barrage.model.facts import MachineryChosen
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect
from domain.barrage.narration import questions
from domain.game import Choose, FinalField, Script
from domain.game_kit.memory import remembered
from domain.message import message

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
"""Symbols that are granted together with the gains, before the other parts (BA-23.9)."""


def gains(position: Position, reward: Iterable[Effect], site: str = "") -> dict[str, int]:
    """Return what a reward brings a seat from the general supply, as fields of :class:`Gained`."""
    gained: dict[str, int] = {}
    for effect in reward:
        if field := GAINS.get(effect.name):
            gained[field] = gained.get(field, 0) + _amount(position, effect, site)
    return gained


def _amount(position: Position, effect: Effect, site: str) -> int:
    """Return the amount of an effect, multiplied by its factor if it has one."""
    return effect.amount * position.edition.all(Factor)[effect.per].of(position, site) if effect.per else effect.amount


def grant(
    course: Course, seat: int, reward: Collection[Effect], source: str, *, site: str = "", action: bool = False
) -> None:
    """Grant a reward to a seat: plain gains first, then the other parts in order (BA-23.9)."""
    position, rules = course.at(seat), course.edition.all(EffectRule)
    gained = gains(position, reward, site)
    granted = [
        Grant(
            seat=seat,
            effect=effect,
            amount=_amount(position, effect, site),
            source=source,
            site=site,
            action=action,
        )
        for effect in reward
        if effect.name in rules
    ]
    if any(gained.values()):
        course.change(Gained(seat=seat, **gained))
    for each in sorted(granted, key=lambda each: each.effect.name not in _FIRST):
        rules[each.effect.name].grant(course, each)


def obstacle(position: Position, reward: Iterable[Effect], spent: int) -> Obstacle:
    """Return the reason why an action with these effects cannot be performed in full after this payment (BA-8.5,
    BA-D.64).
    """
    rules = position.edition.all(EffectRule)
    for effect in reward:
        rule = rules.get(effect.name)
        if rule and rule.obstacle and (found := rule.obstacle(_after_paying(position, spent), effect)):
            return found
    return None


def _after_paying(position: Position, credits: int) -> Position:
    """Return the position with fewer credits: those paid for placing are no longer available."""
    return _poorer(position, credits) if credits else position


@remembered
def _poorer(position: Position, credits: int) -> Position:
    poorer = Position(position.edition, position.state, position.seat)
    poorer.map_memory = position.map_memory
    poorer.company = msgspec.structs.replace(position.company, credits=position.company.credits - credits)
    return poorer


# --------------------------------------------------------------------------------------------------------------------
# Machinery of choice
# --------------------------------------------------------------------------------------------------------------------


def _grant_machinery(course: Course, granted: Grant) -> None:
    course.open(Pending(kind=CHOOSE_MACHINERY.name, seat=granted.seat, source=granted.source, amount=granted.amount))


def _answer_machinery(course: Course, pending: Pending, command: ChooseMachinery) -> None:
    if not 0 <= command.excavators <= pending.amount:
        raise refusal(
            "BA-23.1",
            message("barrage.excavators-out-of-range", "Choose 0 to {amount} excavators.", amount=pending.amount),
        )
    mixers = pending.amount - command.excavators
    course.change(Gained(seat=pending.seat, excavators=command.excavators, mixers=mixers))


def _script_machinery(position: Position, pending: Pending) -> Script:
    yield from ()
    return FinalField(
        Choose(
            message("barrage.choose-machinery", "Choose excavators or concrete mixers"),
            [str(number) for number in range(pending.amount + 1)],
            lambda value: questions.amounts(excavators=int(value), mixers=pending.amount - int(value)),
            usual=lambda: (str(pending.amount),),
            counts=True,
        ),
        lambda value: ChooseMachinery(excavators=int(value)),
    )


CHOOSE_MACHINERY = Decision(
    "machinery",
    rule="BA-23.1",
    reason=message("barrage.due-machinery", "Choose machinery"),
    answers={ChooseMachinery: CommandHandling(MachineryChosen, _answer_machinery)},
    script=_script_machinery,
)
MACHINERY = EffectRule("machinery", _grant_machinery)


# --------------------------------------------------------------------------------------------------------------------
# Factors of advanced tiles (BA-26)
# --------------------------------------------------------------------------------------------------------------------

FACTORS = (
    Factor("base", lambda position, site: position.count("base")),
    Factor("elevation", lambda position, site: position.count("elevation")),
    Factor("powerhouse", lambda position, site: position.count("powerhouse")),
    Factor("raised_dam", lambda position, site: sum(dam.level > 1 for dam in position.own_dams.values())),
    Factor("advanced_tile", lambda position, site: len(position.own_advanced_tiles())),
    Factor("conduit_value", lambda position, site: position.components.conduit_site[site].value),
)
