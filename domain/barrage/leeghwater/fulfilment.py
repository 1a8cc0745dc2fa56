"""Fulfilment of a company's contracts without energy, as a reward (LP-3.6 to LP-3.8)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.barrage import contracts
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, EffectRule, Grant, Obstacle
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model import facts
from domain.barrage.model.commands import FulfilContract
from domain.barrage.model.leeghwater.components import without_energy
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect
from domain.game import Script
from domain.message import message


def _obstacle(position: Position, pending: Pending, contract: str) -> Obstacle:
    """Return the obstacle: national contracts cannot be fulfilled (LP-3.8); the printed requirement counts (LP-3.7)."""
    if contract not in position.company.contracts:
        return refusal(
            "LP-3.8",
            message("leeghwater.own-contracts-only-without-energy", "Choose one of your own face-up contracts."),
        )
    required = position.components.contract[contract].requirement
    if pending.most is not None and required > pending.most:
        return refusal(
            "LP-3.7",
            message(
                "leeghwater.contract-requirement-too-high",
                "This contract requires {required} energy. Choose one that requires {most} or less.",
                required=required,
                most=pending.most,
            ),
        )
    return None


def _free(position: Position, pending: Pending) -> list[str]:
    """Return the company's contracts that can be fulfilled without energy."""
    own = position.company.contracts
    return [contract for contract in own if _obstacle(position, pending, contract) is None]


def _possible(position: Position, pending: Pending) -> object:
    return _free(position, pending) if pending.energy is None else contracts.fulfillable(position, pending)


def _answer(course: Course, pending: Pending, command: FulfilContract) -> None:
    if pending.energy is not None:
        contracts.answer_fulfil(course, pending, command)
        return
    if found := _obstacle(course.at(pending.seat), pending, command.contract):
        raise found
    contracts.fulfil(course, pending.seat, command.contract)


def _script(position: Position, pending: Pending) -> Script:
    if pending.energy is not None:
        return (yield from contracts.FULFILMENT.script(position, pending))
    return (yield from contracts.ask_which(position, pending, _free(position, pending)))


def _question(symbol: Effect) -> Pending:
    """Return the decision that the symbol gives to a seat."""
    return Pending(kind=FULFILMENT.name, most=without_energy(symbol).max_requirement)


def _grant(course: Course, granted: Grant) -> None:
    """Grant the reward, which is void without a suitable contract (LP-3.8); that of an action must be used (BA-8.5)."""
    pending = msgspec.structs.replace(
        _question(granted.effect), seat=granted.seat, source=granted.source, optional=not granted.action
    )
    position = course.at(granted.seat)
    if position.by_rules or _free(position, pending):
        course.open(pending)


def _none(position: Position, symbol: Effect) -> Obstacle:
    if _free(position, _question(symbol)):
        return None
    return refusal("BA-8.5", message("leeghwater.no-contract-to-fulfil", "You have no contract that you can fulfil."))


FULFILMENT = replace(
    contracts.FULFILMENT,
    answers={FulfilContract: CommandHandling(facts.ContractFulfilled, _answer)},
    script=_script,
    possible=_possible,
    replaces=contracts.FULFILMENT,
)
FULFIL_CONTRACT = EffectRule("fulfil_contract", _grant, _none)
