"""The energy production action (BA-11), and the effects of a company's power (BA-24.8, BA-24.11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from domain.barrage import contracts, water
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, Decision, EffectRule, Following, Grant, Obstacle, Power
from domain.barrage.engine.position import Position, refusal
from domain.barrage.management import TURBINE_STATION
from domain.barrage.model.changes import Gained, Paid
from domain.barrage.model.commands import Decline, Produce
from domain.barrage.model.facts import EffectFollowed, Produced
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect
from domain.barrage.model.state import NEUTRAL
from domain.barrage.narration import questions
from domain.game import Choose, Command, FinalField, Script
from domain.message import Message, counted, message


class System(msgspec.Struct, frozen=True):
    """A dam, a conduit and a powerhouse that are connected (BA-11.1)."""

    dam: str
    conduit: str
    powerhouse: str


def _ask(bonus: int, seat: int = -1, source: str = "") -> Pending:
    return Pending(kind=PRODUCTION.name, seat=seat, source=source, bonus=bonus)


# --------------------------------------------------------------------------------------------------------------------
# Possible productions
# --------------------------------------------------------------------------------------------------------------------


def energy(position: Position, pending: Pending, value: int, drops: int) -> int:
    """Return the final energy (BA-11.6, BA-11.7); of a plain production drops times value only (BA-24.9)."""
    basic = drops * value
    if pending.plain:
        return basic
    least: int = position.figure("least_basic_energy") or 0
    return max(basic, least) + pending.bonus + position.production_bonus


def systems(position: Position, pending: Pending) -> Iterator[System]:
    """Yield every system that yields energy when all possible drops are used."""
    key = "connected"
    if key not in position.map_memory:
        position.map_memory[key] = list(_connected(position))
    for system in position.map_memory[key]:
        if system.powerhouse != pending.powerhouse and drops(position, pending, system.dam, system.conduit):
            yield system


def _connected(position: Position) -> Iterator[System]:
    """Yield connected dams with water, conduits and powerhouses of the company."""
    components, state = position.components, position.state
    if not position.own_powerhouses:
        return
    for dam, built in state.dams.items():
        if not built.drops or built.owner not in (position.seat, NEUTRAL):
            continue
        for conduit in components.conduits_in[components.base_site[dam].basin]:
            if conduit.id in state.built:
                for powerhouse, basin in position.own_powerhouses.items():
                    if basin == conduit.to_basin:
                        yield System(dam, conduit.id, powerhouse)


def drops(position: Position, pending: Pending, dam: str, conduit: str) -> range:
    """Return how many drops can be used: enough for some energy (BA-11.8), and paid for (BA-11.9)."""
    value = position.components.conduit_site[conduit].value
    most = position.state.dams[dam].drops
    if position.state.built[conduit] != position.seat:
        most = min(most, position.funds)
    least = 1
    while least <= most and energy(position, pending, value, least) < 1:
        least += 1
    return range(least, most + 1)


def _obstacle(position: Position, pending: Pending, command: Produce) -> Obstacle:
    return (
        _dam_obstacle(position, command)
        or _conduit_obstacle(position, command)
        or _powerhouse_obstacle(position, pending, command)
        or _drops_obstacle(position, pending, command)
    )


def _dam_obstacle(position: Position, command: Produce) -> Obstacle:
    dam = position.state.dams.get(command.dam)
    if dam is None or dam.owner not in (position.seat, NEUTRAL):
        return refusal("BA-11.3", message("barrage.not-usable-dam", "Choose one of your own dams or a neutral dam."))
    if not dam.drops:
        return refusal("BA-11.3", message("barrage.dam-without-water", "This dam holds no water. Choose another one."))
    if not 1 <= command.drops <= dam.drops:
        return refusal(
            "BA-11.5",
            counted(
                "barrage.wrong-number-of-drops",
                "This dam holds {count} drop. Use exactly 1.",
                "This dam holds {count} drops. Use 1 to {count}.",
                count=dam.drops,
            ),
        )
    return None


def _conduit_obstacle(position: Position, command: Produce) -> Obstacle:
    conduit = position.components.conduit_site.get(command.conduit)
    if conduit is None or command.conduit not in position.state.built:
        return refusal(
            "BA-11.4",
            message("barrage.no-conduit-built", "Conduit {conduit} hasn't been built.", conduit=command.conduit),
        )
    if conduit.basin != position.components.base_site[command.dam].basin:
        return refusal(
            "BA-5.10", message("barrage.conduit-not-from-dam", "This conduit doesn't start in the dam's basin.")
        )
    return None


def _powerhouse_obstacle(position: Position, pending: Pending, command: Produce) -> Obstacle:
    basin = position.own_powerhouses.get(command.powerhouse)
    if basin is None:
        return refusal("BA-11.2", message("barrage.not-own-powerhouse", "Choose one of your own powerhouses."))
    if basin != position.components.conduit_site[command.conduit].to_basin:
        return refusal(
            "BA-5.10",
            message("barrage.conduit-not-to-powerhouse", "This conduit doesn't lead to the powerhouse's basin."),
        )
    if command.powerhouse == pending.powerhouse:
        return refusal(
            "BA-24.8",
            message(
                "barrage.second-production-same-powerhouse", "Choose another powerhouse for the second production."
            ),
        )
    return None


def _drops_obstacle(position: Position, pending: Pending, command: Produce) -> Obstacle:
    if position.state.built[command.conduit] != position.seat and position.funds < command.drops:
        return position.poor("BA-11.9", command.drops)
    value = position.components.conduit_site[command.conduit].value
    produced = energy(position, pending, value, command.drops)
    if produced < 1:
        return refusal(
            "BA-11.8",
            message(
                "barrage.energy-too-low", "This would produce {energy} energy; at least 1 is needed.", energy=produced
            ),
        )
    return None


# --------------------------------------------------------------------------------------------------------------------
# Producing
# --------------------------------------------------------------------------------------------------------------------


def _answer_produce(course: Course, pending: Pending, command: Produce) -> None:
    """Pay the conduit's owner, advance, let the drops flow, fulfil a contract; then apply the company's power
    (BA-11.15).
    """
    if found := _obstacle(course.at(pending.seat), pending, command):
        raise found
    course.add_fields(
        energy=run(course, pending, System(command.dam, command.conduit, command.powerhouse), command.drops)
    )


def run(course: Course, pending: Pending, system: System, drops: int) -> int:
    """Run so many drops through a system; return the energy."""
    seat = pending.seat
    position = course.at(seat)
    produced = energy(position, pending, course.components.conduit_site[system.conduit].value, drops)
    owner = course.state.built[system.conduit]
    if owner != seat:
        course.change(Paid(seat=seat, credits=drops, to=owner))
        course.change(Gained(seat=owner, vp=drops))
    course.change(Gained(seat=seat, energy=produced))
    basin = course.components.powerhouse_site[system.powerhouse].basin
    for _ in range(drops):
        water.flow_through_conduit(course, system.dam, basin)
    several = _several_contracts(position, pending)
    contracts.open_fulfilment(course, seat, pending.source, produced, several=several)
    if not pending.plain:
        _open_power(course, seat, system)
    return produced


def _several_contracts(position: Position, pending: Pending) -> bool:
    """Return whether the energy may fulfil several contracts: by the officer, or a copied one at the
    turbine station.
    """
    able = {officer.id for officer in position.officers if officer.several_contracts}
    if position.company.officer in able:
        return True
    return position.company.copied in able and pending.source in TURBINE_STATION.spaces(position.state)


def _open_power(course: Course, seat: int, used: System) -> None:
    """Open the company's power, if it is active by then (BA-24.14): a contract's reward may build a powerhouse."""
    board = course.components.company[course.state.companies[seat].company]
    follows = any(getattr(board.power, name, None) for name in course.edition.all(Power))
    position = course.at(seat)
    if follows and position.abilities.power and (position.power or course.opened):
        course.open(
            Pending(kind=AFTER_PRODUCTION.name, seat=seat, source=board.id, site=used.dam, powerhouse=used.powerhouse),
        )


def _follow_production(course: Course, pending: Pending) -> None:
    """Apply the company's power after a production."""
    power = course.at(pending.seat).power
    for name, after in course.edition.all(Power).items():
        figure = getattr(power, name, None)
        if figure:
            after.follow(course, pending, figure)
    course.settle(EffectFollowed, seat=pending.seat, source=pending.source)


def _more_energy(course: Course, pending: Pending, steps: int) -> None:
    course.change(Gained(seat=pending.seat, energy=steps))


def _second_production(course: Course, pending: Pending, productions: int) -> None:
    second = Pending(
        kind=PRODUCTION.name,
        seat=pending.seat,
        source=pending.source,
        powerhouse=pending.powerhouse,
        plain=True,
        optional=True,
    )
    if any(systems(course.at(pending.seat), second)):
        course.open(second)


AFTER_PRODUCTION = Following("after_production", _follow_production)
MORE_ENERGY = Power("energy_after_production", _more_energy)
SECOND_PRODUCTION = Power("second_production", _second_production)


def _grant(course: Course, granted: Grant) -> None:
    """Grant a production; that of a tile may be declined, and lapses if nothing can be produced."""
    pending = _ask(granted.amount, granted.seat, granted.source)
    if granted.action:
        course.open(pending)
    elif any(systems(course.at(granted.seat), pending)):
        course.open(msgspec.structs.replace(pending, optional=True))


def _nothing_to_produce(position: Position, effect: Effect) -> Obstacle:
    if any(systems(position, _ask(effect.amount))):
        return None
    return refusal(
        "BA-8.5",
        message(
            "barrage.no-production-system",
            "You need a dam with water, a conduit and a powerhouse that would produce at least 1 energy.",
        ),
    )


def _most_energy(position: Position, pending: Pending, system: System) -> int:
    """Return the yield of a system with all drops that it can use."""
    value = position.components.conduit_site[system.conduit].value
    return energy(position, pending, value, drops(position, pending, system.dam, system.conduit)[-1])


def _script(position: Position, pending: Pending) -> Script:
    found = list(systems(position, pending))

    def usual() -> System:
        return max(found, key=partial(_most_energy, position, pending))

    dam = yield from questions.ask(
        pending,
        message("barrage.choose-dam", "Choose a dam"),
        list(dict.fromkeys(system.dam for system in found)),
        lambda value: questions.site(position, value),
        questions.site_elements,
        usual=lambda: (usual().dam,),
    )
    if dam == questions.DECLINE:
        return Decline()
    conduit = yield Choose(
        message("barrage.choose-conduit", "Choose a conduit"),
        list(dict.fromkeys(system.conduit for system in found if system.dam == dam)),
        lambda value: questions.site(position, value),
        questions.site_elements,
        usual=lambda: (usual().conduit,),
    )
    powerhouse = yield Choose(
        message("barrage.choose-powerhouse", "Choose a powerhouse"),
        [system.powerhouse for system in found if system.dam == dam and system.conduit == conduit],
        lambda value: questions.site(position, value),
        questions.site_elements,
        usual=lambda: (usual().powerhouse,),
    )

    def command(value: str) -> Command:
        return Produce(dam=dam, conduit=conduit, powerhouse=powerhouse, drops=int(value))

    def label(value: str) -> Message:
        produced = energy(position, pending, position.components.conduit_site[conduit].value, int(value))
        return counted(
            "barrage.production-with-drops",
            "{count} drop: {energy} energy",
            "{count} drops: {energy} energy",
            count=int(value),
            energy=produced,
        )

    many = [str(number) for number in drops(position, pending, dam, conduit)]
    return FinalField(
        Choose(
            message("barrage.choose-number-of-drops", "Choose how many drops to use"),
            many,
            label,
            usual=lambda: (many[-1],),
            counts=True,
        ),
        command,
    )


PRODUCTION = Decision(
    "produce",
    rule="BA-11.1",
    reason=message("barrage.due-production", "Produce energy"),
    answers={Produce: CommandHandling(Produced, _answer_produce)},
    script=_script,
    possible=lambda position, pending: any(systems(position, pending)),
)
PRODUCE = EffectRule("produce", _grant, _nothing_to_produce)
