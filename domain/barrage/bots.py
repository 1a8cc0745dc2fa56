"""The greedy bot of Barrage: it builds a system of dam, conduit and powerhouse, and produces with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import msgspec

from domain.barrage.contracts import requirement
from domain.barrage.engine.apply import apply, conclusions
from domain.barrage.engine.decide import awaited, decide
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Count
from domain.barrage.engine.position import Position, capacity
from domain.barrage.model.pieces import ConduitSite
from domain.barrage.model.stages import DRAFT, END_TURN, TURN
from domain.barrage.model.state import NEUTRAL, State
from domain.barrage.rounds import revealed
from domain.barrage.scoring import bonus_points, ranking_points
from domain.barrage.water import rest, room
from domain.game import Command, copier

Legal = Callable[[State, int], Iterator[Command]]
"""Every legal command of a seat in a position."""


class Weights(msgspec.Struct, frozen=True):
    """The values of the parts of a position, in VP unless said otherwise."""

    sample: int = 80
    """The number of commands to draw and compare."""
    following: int = 8
    """The number of answers to each decision that such a command opens."""
    depth: int = 4
    """The depth to which such decisions are followed."""
    credit: float = 0.22
    machinery: float = 0.3
    tile: float = 0.9
    """A technology tile in the personal supply."""
    rotation: float = 0.13
    """The share of a machinery's or tile's value that is lost for each rotation before its return."""
    engineer: float = 0.35
    """An engineer not yet placed."""
    energy: float = 0.25
    """One energy of this round, in addition to its points."""
    ranking: float = 0.6
    """The chance that the ranking by energy stays as it is."""
    piece: float = 0.3
    dam_level: float = 0.5
    conduit: float = 0.15
    """One point of value of a conduit of the seat."""
    powerhouse: float = 1.0
    joined: float = 0.9
    """One point of value of a conduit with a dam at its upper end, or a powerhouse of the seat at its lower end."""
    system: float = 0.55
    """One energy that a complete system yields with a full dam, for each round left."""
    foreign: float = 0.5
    """The share of this that is left if another company owns the conduit."""
    drop: float = 0.45
    """One energy from the water in the dam of a complete system."""
    coming: float = 0.8
    """The relative value of a drop that will flow into the dam."""
    income: float = 1.2
    """One revealed income for each round left."""
    contract: float = 0.6
    within_reach: float = 1.2
    """The additional value of a contract that a system could fulfil."""
    advanced_tile: float = 1.0


DEFAULT = Weights()
_WAITING = (TURN, END_TURN, DRAFT)
"""Decisions that complete a command and its consequences."""


def greedy(
    edition: Edition,
    legal: Legal,
    view: State,
    seat: int,
    propose: Callable[[], Command],
    weights: Weights = DEFAULT,
) -> Command:
    """Return the command, among those that ``propose`` draws, that leads to the most valuable position for the seat."""
    first = propose()
    if view.pending[-1].kind in (END_TURN, DRAFT):
        return first
    commands = dict.fromkeys([first, *(propose() for _ in range(weights.sample))])
    if len(commands) == 1:
        return first
    worths = _worths_after(edition, legal, view, seat, list(commands), weights, weights.depth)
    return max(zip(commands, worths, strict=True), key=lambda found: found[1])[0]


def _worths_after(
    edition: Edition, legal: Legal, state: State, seat: int, commands: list[Command], weights: Weights, depth: int
) -> list[float]:
    """Return the values of the positions once each command and the steps that it opens are decided."""
    copy = copier(state)
    return [_worth_after(edition, legal, state, copy(), seat, command, weights, depth) for command in commands]


def _worth_after(
    edition: Edition,
    legal: Legal,
    state: State,
    after: State,
    seat: int,
    command: Command,
    weights: Weights,
    depth: int,
) -> float:
    """Return the value of the position once the command and the steps that it opens are decided.

    ``after`` is a copy of the state, which the facts change.
    """
    for fact in decide(edition, state, seat, command):
        apply(conclusions(edition), after, fact)
    pending = awaited(edition, after)
    if pending is None or pending.seat != seat or pending.kind in _WAITING or not depth:
        return worth(Position(edition, after, seat), weights)
    answers = _some(legal(after, seat), weights.following)
    return max(_worths_after(edition, legal, after, seat, answers, weights, depth - 1))


def _some(commands: Iterator[Command], most: int) -> list[Command]:
    """Return a few commands, evenly spread."""
    found = list(islice(commands, most * most))
    return found[:: max(1, len(found) // most)]


# --------------------------------------------------------------------------------------------------------------------
# Evaluation
# --------------------------------------------------------------------------------------------------------------------


def worth(position: Position, weights: Weights) -> float:
    """Return the worth of a whole position for the seat."""
    return (
        position.company.vp
        + _resources(position, weights)
        + _energy(position, weights)
        + _map(position, weights)
        + _cards(position, weights)
    )


def _rounds_to_come(position: Position) -> int:
    return position.constants.rounds - position.state.round


def _resources(position: Position, weights: Weights) -> float:
    company = position.company
    lasting = min(1, _rounds_to_come(position))
    on_wheel = sum(
        (weights.machinery * (segment.excavators + segment.mixers) + weights.tile * bool(segment.tile))
        * (1 - weights.rotation * distance)
        for distance, segment in enumerate(company.wheel)
    )
    return (
        weights.credit * company.credits
        + weights.machinery * (company.excavators + company.mixers)
        + (weights.tile * len(company.tiles) + on_wheel) * lasting
        + weights.engineer * company.engineers
    )


def _energy(position: Position, weights: Weights) -> float:
    """Return the points that the energy of this round would score now."""
    state, track = position.state, position.components.energy_track
    energies = [company.energy for company in state.companies]
    energy = energies[position.seat]
    tile = position.components.bonus_tile[state.bonus_tiles[state.round - 1]]
    value = tile.vp_each * position.edition.all(Count)[tile.counts].of(position)
    paid = [row for row in track.credits if row.energy <= energy][-1]
    return (
        weights.energy * energy
        + bonus_points(track, state.round, energy, value)
        + weights.ranking * ranking_points(track, energies)[position.seat]
        + paid.vp
        + paid.credits * weights.credit
    )


def _map(position: Position, weights: Weights) -> float:
    """Return the worth of structures, incomes, and future yields of systems."""
    to_come = _rounds_to_come(position)
    pieces = sum(position.company.built.values())
    levels = sum(dam.level for dam in position.own_dams.values())
    incomes = len(revealed(position)) * weights.income * to_come
    return (
        weights.piece * pieces
        + weights.dam_level * levels
        + weights.powerhouse * position.count("powerhouse")
        + incomes
        + sum(_conduit(position, site, weights) for site in position.components.conduit_sites)
    )


def _conduit(position: Position, site: ConduitSite, weights: Weights) -> float:
    """Return the worth of a conduit: its value, the ends it joins, and the water that can flow through it."""
    owner = position.state.built.get(site.id)
    if owner is None:
        return 0.0
    dams = [
        base
        for base in position.components.bases_in[site.basin]
        if base in position.state.dams and position.state.dams[base].owner in (position.seat, NEUTRAL)
    ]
    powered = site.to_basin in position.own_powerhouses.values()
    own = owner == position.seat
    found = weights.conduit * site.value + weights.joined * site.value * (bool(dams) + powered) if own else 0.0
    if dams and powered:
        held = sum(position.state.dams[base].drops for base in dams) + weights.coming * _coming(position, dams)
        room = sum(capacity(position.components, position.state, base) for base in dams)
        water = weights.system * room * _rounds_to_come(position) + weights.drop * held
        found += site.value * water * (1.0 if own else weights.foreign)
    return found


def _coming(position: Position, dams: list[str]) -> int:
    """Return drops on headstreams that will come to rest in these dams."""
    state, components = position.state, position.components
    found = 0
    for headstream, drops in state.headstreams.items():
        stop = rest(components, partial(room, components, state), components.source[headstream])[0] if drops else ""
        if stop in dams:
            found += min(drops, room(components, state, stop))
    return found


def _cards(position: Position, weights: Weights) -> float:
    """Return the worth of face-up contracts, more for those within reach, and of advanced tiles."""
    components, state = position.components, position.state
    best = 0
    for site in components.conduit_sites:
        if site.id in state.built and site.to_basin in position.own_powerhouses.values():
            rooms = (
                capacity(components, state, base)
                for base in components.bases_in[site.basin]
                if base in state.dams and state.dams[base].owner in (position.seat, NEUTRAL)
            )
            best = max(best, site.value * max(rooms, default=0) + position.production_bonus)
    contracts = position.company.contracts
    reachable = sum(requirement(position, contract) <= best for contract in contracts)
    tiles = len(position.own_advanced_tiles()) * weights.advanced_tile * min(1, _rounds_to_come(position))
    return weights.contract * len(contracts) + weights.within_reach * reachable + tiles
