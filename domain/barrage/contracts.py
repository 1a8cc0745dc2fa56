"""Contracts: fulfilling them (BA-12), taking them (BA-17), and the contracts on offer."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec import UNSET

from domain.barrage import effects
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, Decision, EffectRule, Grant, Obstacle
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model import facts
from domain.barrage.model.changes import (
    ContractDiscarded,
    ContractFulfilled,
    ContractLimitSet,
    PileRenewed,
    Shown,
    Taken,
)
from domain.barrage.model.commands import DiscardContract, FulfilContract, TakeContract
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import COLOURS, Effect
from domain.barrage.model.state import NATIONAL
from domain.barrage.narration import questions
from domain.game import Script
from domain.message import message
from domain.verifiable_random import Seeded

# --------------------------------------------------------------------------------------------------------------------
# Fulfilling
# --------------------------------------------------------------------------------------------------------------------


def requirement(position: Position, contract: str) -> int:
    """Return the energy that a contract requires of the seat (BA-24.12, BA-24.13)."""
    return max(0, position.components.contract[contract].requirement - position.contract_discount)


def known(position: Position) -> list[str]:
    """Return the contracts that can be fulfilled: the company's face-up ones, and national ones on offer (BA-12.7)."""
    return [*position.company.contracts, *(contract for contract in position.state.displays[NATIONAL] if contract)]


def obstacle(position: Position, pending: Pending, contract: str) -> Obstacle:
    """Return the reason why a contract cannot be fulfilled with the available energy."""
    if contract not in known(position):
        return refusal(
            "BA-12.7",
            message(
                "barrage.contract-not-available",
                "Choose one of your face-up contracts or a national contract on offer.",
            ),
        )
    required, energy = requirement(position, contract), pending.energy or 0
    if energy < required:
        return refusal(
            "BA-12.1",
            message(
                "barrage.not-enough-energy-for-contract",
                "This contract requires {required} energy; you have {energy}.",
                required=required,
                energy=energy,
            ),
        )
    return None


def fulfillable(position: Position, pending: Pending) -> list[str]:
    """Return the contracts that can be fulfilled with the available energy."""
    return [contract for contract in known(position) if obstacle(position, pending, contract) is None]


def fulfil(course: Course, seat: int, contract: str) -> None:
    """Turn the contract face down, end a limit that lasted until then, gain the reward (BA-12.5)."""
    if contract in course.state.companies[seat].contracts:
        course.change(ContractFulfilled(seat=seat, contract=contract))
    else:
        display = course.components.contract_colour.get(contract, NATIONAL)
        course.change(Taken(seat=seat, display=display, item=contract, to="fulfilled"))
    if course.state.companies[seat].contract_limit is not UNSET:
        course.change(ContractLimitSet(seat=seat))
    effects.grant(course, seat, course.components.contract[contract].reward, contract)


def answer_fulfil(course: Course, pending: Pending, command: FulfilContract) -> None:
    """Fulfil one contract; then another if the energy may fulfil several and the rest suffices."""
    seat, contract = pending.seat, command.contract
    position = course.at(seat)
    if found := obstacle(position, pending, contract):
        raise found
    rest = (pending.energy or 0) - requirement(position, contract)
    fulfil(course, seat, contract)
    if pending.several:
        open_fulfilment(course, seat, pending.source, rest, several=True)


def open_fulfilment(course: Course, seat: int, source: str, energy: int, *, several: bool = False) -> None:
    """Open the fulfilment of contracts with this energy, if one is possible (BA-11.14)."""
    pending = Pending(kind=FULFILMENT.name, seat=seat, source=source, energy=energy, several=several, optional=True)
    position = course.at(seat)
    if position.by_rules or fulfillable(position, pending) or _discount_may_come(course, seat):
        course.open(pending)


def _discount_may_come(course: Course, seat: int) -> bool:
    """Return whether a powerhouse that can be built first would lower the contracts' requirements (BA-24.14)."""
    company = course.state.companies[seat]
    board = course.components.company[company.company]
    building = any(pending.structure == "powerhouse" for pending in course.opened)
    return building and bool(board.power.contract_discount) and company.built["powerhouse"] + 1 == board.power_at


def _grant_energy(course: Course, granted: Grant) -> None:
    """Grant energy from an effect other than a production, which may fulfil one contract (BA-12.8)."""
    open_fulfilment(course, granted.seat, granted.source, granted.amount)


def _most_required_first(position: Position, contracts: Sequence[str]) -> list[str]:
    return sorted(contracts, key=lambda contract: -requirement(position, contract))


def ask_which(position: Position, pending: Pending, contracts: Sequence[str]) -> Script:
    """Ask which of these contracts to fulfil."""
    contract = yield from questions.ask(
        pending,
        message("barrage.choose-contract-to-fulfil", "Choose a contract to fulfil"),
        contracts,
        lambda value: questions.contract(position, value),
        lambda value: (f"contract:{value}",),
        usual=lambda: _most_required_first(position, contracts),
    )
    return questions.answer(contract, lambda: FulfilContract(contract=contract))


def _script_fulfil(position: Position, pending: Pending) -> Script:
    return (yield from ask_which(position, pending, fulfillable(position, pending)))


# --------------------------------------------------------------------------------------------------------------------
# Taking and discarding
# --------------------------------------------------------------------------------------------------------------------


def on_offer(position: Position) -> list[str]:
    """Return the face-up private contracts."""
    displays = position.state.displays
    return [contract for colour in COLOURS for contract in displays[colour] if contract]


def limit(position: Position) -> int:
    """Return the maximum of a company's face-up contracts (BA-12.9); it may keep more that it already has."""
    company = position.company
    own = position.components.officer[company.officer].contract_limit or position.constants.contract_limit
    lasting = 0 if company.contract_limit is UNSET else company.contract_limit
    return max(own, lasting, len(company.contracts))


def _grant_contracts(course: Course, granted: Grant) -> None:
    """Grant contracts; from now on the limit of a copied officer applies (BA-D.37)."""
    copied = course.state.companies[granted.seat].copied
    if copied and (lasting := course.components.officer[copied].contract_limit):
        course.change(ContractLimitSet(seat=granted.seat, limit=lasting))
    most = limit(course.at(granted.seat))
    course.open(Pending(kind=TAKING.name, seat=granted.seat, source=granted.source, amount=granted.amount, most=most))


def _too_few_contracts(position: Position, effect: Effect) -> Obstacle:
    left = len(on_offer(position))
    if left < effect.amount:
        return refusal(
            "BA-17.1",
            message(
                "barrage.too-few-contracts-on-offer",
                "Contracts on offer: {left}. This action needs {needed}.",
                needed=effect.amount,
                left=left,
            ),
        )
    return None


def _answer_take(course: Course, pending: Pending, command: TakeContract) -> None:
    position = course.at(pending.seat)
    if command.contract not in on_offer(position):
        raise refusal(
            "BA-17.1", message("barrage.not-private-contract-on-offer", "Choose one of the private contracts on offer.")
        )
    colour = course.components.contract_colour[command.contract]
    course.change(Taken(seat=pending.seat, display=colour, item=command.contract, to="contracts"))
    most = pending.most or 0
    if pending.amount > 1:
        course.open(
            Pending(kind=TAKING.name, seat=pending.seat, source=pending.source, amount=pending.amount - 1, most=most)
        )
    else:
        _open_discard(course, pending.seat, most)


def _open_discard(course: Course, seat: int, most: int) -> None:
    """Open a discard for a company with too many contracts (BA-17.4)."""
    if len(course.state.companies[seat].contracts) > most:
        course.open(Pending(kind=DISCARDING.name, seat=seat, most=most))


def _answer_discard(course: Course, pending: Pending, command: DiscardContract) -> None:
    company = course.state.companies[pending.seat]
    if command.contract not in company.contracts:
        raise refusal(
            "BA-17.4", message("barrage.not-own-face-up-contract", "Choose one of your own face-up contracts.")
        )
    pile = course.components.contract_colour.get(command.contract, "")
    course.change(ContractDiscarded(seat=pending.seat, contract=command.contract, pile=pile))
    _open_discard(course, pending.seat, pending.most or 0)


def _script_take(position: Position, pending: Pending) -> Script:
    contract = yield from questions.ask(
        pending,
        message(
            "barrage.choose-contract-to-take",
            "Choose a contract to take ({left} left)",
            left=pending.amount,
        ),
        on_offer(position),
        lambda value: questions.contract(position, value),
        lambda value: (f"contract:{value}",),
        usual=lambda: _most_required_first(position, on_offer(position))[::-1],
    )
    return questions.answer(contract, lambda: TakeContract(contract=contract))


def _script_discard(position: Position, pending: Pending) -> Script:
    contract = yield from questions.ask(
        pending,
        message("barrage.choose-contract-to-discard", "Choose a contract to discard"),
        list(position.company.contracts),
        lambda value: questions.contract(position, value),
        lambda value: (f"contract:{value}",),
        usual=lambda: _most_required_first(position, position.company.contracts),
    )
    return questions.answer(contract, lambda: DiscardContract(contract=contract))


# --------------------------------------------------------------------------------------------------------------------
# The contracts on offer
# --------------------------------------------------------------------------------------------------------------------


def refill(course: Course) -> None:
    """Refill the offer to two of each colour, from the same colour's pile (BA-17.3)."""
    for colour in COLOURS:
        for slot in [slot for slot, contract in enumerate(course.state.displays[colour]) if not contract]:
            if not course.state.piles[colour]:
                _renew(course, colour)
            pile = course.state.piles[colour]
            if pile:
                course.change(Shown(display=colour, slot=slot, item=pile[0]))


def _renew(course: Course, colour: str) -> None:
    """Renew an empty pile by shuffling the discards (BA-17.5).

    The order follows from the secret key, the colour and the number of earlier renewals.
    """
    state = course.state
    discards = sorted(state.discards.get(colour, ()))
    if discards:
        chance = Seeded(state.renewal_key.encode())
        order = chance.shuffle(f"{colour} {state.renewals.get(colour, 0) + 1}", discards)
        course.change(PileRenewed(pile=colour, order=tuple(order)))


def fulfilled(position: Position, kinds: Container[str]) -> list[str]:
    """Return those of a kind that a company has fulfilled."""
    return [item for item in position.company.fulfilled if item in kinds]


FULFILMENT = Decision(
    "contract",
    rule="BA-12.4",
    reason=message("barrage.due-fulfil-contract", "Fulfil a contract or decline"),
    answers={FulfilContract: CommandHandling(facts.ContractFulfilled, answer_fulfil)},
    script=_script_fulfil,
    possible=fulfillable,
)
TAKING = Decision(
    "take_contract",
    rule="BA-17.1",
    reason=message("barrage.due-take-contract", "Take a contract"),
    answers={TakeContract: CommandHandling(facts.ContractTaken, _answer_take)},
    script=_script_take,
    possible=lambda position, pending: on_offer(position),
)
DISCARDING = Decision(
    "discard_contract",
    rule="BA-17.4",
    reason=message("barrage.due-discard-contract", "Discard a contract (limit exceeded)"),
    answers={DiscardContract: CommandHandling(facts.ContractDiscarded, _answer_discard)},
    script=_script_discard,
)
ENERGY_PRODUCED = EffectRule("energy_produced", _grant_energy)
TAKE_CONTRACTS = EffectRule("take_contracts", _grant_contracts, _too_few_contracts)
