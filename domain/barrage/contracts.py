"""Contracts: fulfilling them (BA-12), taking them (BA-17), and the contracts on offer."""

from __future__ import annotations

from collections.abc import Iterable

from domain.barrage import effects, offers
from domain.barrage.changes import ContractDiscarded, ContractFulfilled, PileRenewed, Shown, Taken
from domain.barrage.commands import DiscardContract, FulfilContract, TakeContract
from domain.barrage.course import Course
from domain.barrage.edition import Decision, EffectRule, Grant, Obstacle
from domain.barrage.pending import Pending
from domain.barrage.pieces import COLOURS, Effect
from domain.barrage.position import Position, refusal
from domain.barrage.state import NATIONAL
from domain.chance import Seeded
from domain.game import Script
from domain.message import message

# --------------------------------------------------------------------------------------------------------------------
# Fulfilling
# --------------------------------------------------------------------------------------------------------------------


def requirement(position: Position, contract: str) -> int:
    """The energy that a contract requires of the seat (BA-24.12, BA-24.13)."""
    return max(0, position.components.contract[contract].requirement - position.contract_discount)


def _national(position: Position) -> list[str]:
    return [contract for contract in position.state.displays[NATIONAL] if contract]


def _obstacle(position: Position, pending: Pending, contract: str) -> Obstacle:
    own = contract in position.company.contracts
    if not own and contract not in _national(position):
        return refusal("BA-12.7", message("Fulfil one of your own face-up contracts, or a national one on offer."))
    if pending.energy is None:
        if not own:
            return refusal("LP-3.8", message("Without energy only an own contract can be fulfilled."))
        printed = position.components.contract[contract].requirement
        if pending.most is not None and printed > pending.most:
            return refusal("LP-3.7", message("The contract may require {most} energy at most.", most=pending.most))
        return None
    required = requirement(position, contract)
    if pending.energy < required:
        return refusal(
            "BA-12.1",
            message("It requires {required} energy, there are {energy}.", required=required, energy=pending.energy),
        )
    return None


def fulfillable(position: Position, pending: Pending) -> list[str]:
    """The contracts that can be fulfilled now."""
    known = (*position.company.contracts, *_national(position))
    return [contract for contract in known if _obstacle(position, pending, contract) is None]


def _answer_fulfil(course: Course, pending: Pending, command: FulfilContract) -> None:
    """The reward is gained at once (BA-12.5)."""
    seat, contract = pending.seat, command.contract
    position = course.at(seat)
    if found := _obstacle(position, pending, contract):
        raise found
    required = requirement(position, contract)
    if contract in position.company.contracts:
        course.change(ContractFulfilled(seat=seat, contract=contract))
    else:
        course.change(Taken(seat=seat, display=NATIONAL, item=contract, to="fulfilled"))
    effects.grant(course, seat, course.components.contract[contract].reward, contract)
    if pending.several and pending.energy is not None:
        open_fulfilment(course, seat, pending.source, pending.energy - required, several=True)


def open_fulfilment(course: Course, seat: int, source: str, energy: int, *, several: bool = False) -> None:
    """Let a seat fulfil a contract with this energy, if there is one (BA-11.14)."""
    pending = Pending(kind="contract", seat=seat, source=source, energy=energy, several=several, optional=True)
    if fulfillable(course.at(seat), pending):
        course.open(pending)


def _grant_energy(course: Course, granted: Grant) -> None:
    """Energy from another effect than a production may fulfil one contract (BA-12.8)."""
    open_fulfilment(course, granted.seat, granted.source, granted.amount)


def _without_energy(granted_effect: Effect) -> int | None:
    limits = granted_effect.fulfil_contract
    return limits.max_requirement if limits else None


def _grant_fulfilment(course: Course, granted: Grant) -> None:
    """An own contract without energy (LP-3.6, LP-3.7); having none does not matter (LP-3.8)."""
    pending = Pending(
        kind="contract",
        seat=granted.seat,
        source=granted.source,
        most=_without_energy(granted.effect),
        optional=not granted.action,
    )
    if fulfillable(course.at(granted.seat), pending):
        course.open(pending)


def _no_contract(position: Position, effect: Effect) -> Obstacle:
    pending = Pending(kind="contract", seat=position.seat, most=_without_energy(effect))
    if not fulfillable(position, pending):
        return refusal("BA-8.5", message("You have no contract that could be fulfilled."))
    return None


def _script_fulfil(position: Position, pending: Pending) -> Script:
    contract = yield from offers.ask(
        pending,
        message("Fulfil which contract?"),
        fulfillable(position, pending),
        lambda value: offers.contract(position, value),
        lambda value: (f"contract:{value}",),
    )
    return offers.answer(contract, lambda: FulfilContract(contract=contract))


# --------------------------------------------------------------------------------------------------------------------
# Taking and discarding
# --------------------------------------------------------------------------------------------------------------------


def on_offer(position: Position) -> list[str]:
    """The face-up private contracts."""
    displays = position.state.displays
    return [contract for colour in COLOURS for contract in displays[colour] if contract]


def limit(position: Position) -> int:
    """Face-up contracts a company may hold (BA-12.9); one above it that is held already may be kept (LP-7.11)."""
    most: int = position.figure("contract_limit") or position.constants.contract_limit
    return max(most, len(position.company.contracts))


def _grant_contracts(course: Course, granted: Grant) -> None:
    most = limit(course.at(granted.seat))
    course.open(
        Pending(kind="take_contract", seat=granted.seat, source=granted.source, amount=granted.amount, most=most)
    )


def _too_few_contracts(position: Position, effect: Effect) -> Obstacle:
    if len(on_offer(position)) < effect.amount:
        return refusal("BA-17.1", message("There are not so many contracts on offer."))
    return None


def _answer_take(course: Course, pending: Pending, command: TakeContract) -> None:
    position = course.at(pending.seat)
    if command.contract not in on_offer(position):
        raise refusal("BA-17.1", message("Take one of the private contracts on offer."))
    colour = course.components.contract_colour[command.contract]
    course.change(Taken(seat=pending.seat, display=colour, item=command.contract, to="contracts"))
    most = pending.most or 0
    if pending.amount > 1:
        course.open(
            Pending(
                kind="take_contract", seat=pending.seat, source=pending.source, amount=pending.amount - 1, most=most
            )
        )
    else:
        _open_discard(course, pending.seat, most)


def _open_discard(course: Course, seat: int, most: int) -> None:
    """Who holds too many discards at once (BA-17.4)."""
    if len(course.state.companies[seat].contracts) > most:
        course.open(Pending(kind="discard_contract", seat=seat, most=most))


def _answer_discard(course: Course, pending: Pending, command: DiscardContract) -> None:
    company = course.state.companies[pending.seat]
    if command.contract not in company.contracts:
        raise refusal("BA-17.4", message("Discard one of your own face-up contracts."))
    pile = course.components.contract_colour.get(command.contract, "")
    course.change(ContractDiscarded(seat=pending.seat, contract=command.contract, pile=pile))
    _open_discard(course, pending.seat, pending.most or 0)


def _script_take(position: Position, pending: Pending) -> Script:
    contract = yield from offers.ask(
        pending,
        message("Take which contract?"),
        on_offer(position),
        lambda value: offers.contract(position, value),
        lambda value: (f"contract:{value}",),
    )
    return offers.answer(contract, lambda: TakeContract(contract=contract))


def _script_discard(position: Position, pending: Pending) -> Script:
    contract = yield from offers.ask(
        pending,
        message("Discard which contract?"),
        list(position.company.contracts),
        lambda value: offers.contract(position, value),
        lambda value: (f"contract:{value}",),
    )
    return offers.answer(contract, lambda: DiscardContract(contract=contract))


# --------------------------------------------------------------------------------------------------------------------
# The contracts on offer
# --------------------------------------------------------------------------------------------------------------------


def refill(course: Course) -> None:
    """Two of each colour again, from the same colour's pile (BA-17.3)."""
    for colour in COLOURS:
        for slot in [slot for slot, contract in enumerate(course.state.displays[colour]) if not contract]:
            if not course.state.piles[colour]:
                _renew(course, colour)
            pile = course.state.piles[colour]
            if pile:
                course.change(Shown(display=colour, slot=slot, item=pile[0]))


def _renew(course: Course, colour: str) -> None:
    """An empty pile is renewed by shuffling the discards (BA-17.5).

    The order follows from the secret key, the colour and how often the pile was renewed before.
    """
    state = course.state
    discards = sorted(state.discards.get(colour, ()))
    if discards:
        chance = Seeded(state.renewal_key.encode())
        order = chance.shuffle(f"{colour} {state.renewals.get(colour, 0) + 1}", discards)
        course.change(PileRenewed(pile=colour, order=tuple(order)))


def fulfilled(position: Position, kinds: Iterable[str]) -> int:
    """How many of these a company has fulfilled."""
    known = frozenset(kinds)
    return sum(item in known for item in position.company.fulfilled)


DECISIONS = {
    "contract": Decision(
        rule="BA-12.4",
        reason=message("Fulfil a contract, or none"),
        answers={FulfilContract: _answer_fulfil},
        script=_script_fulfil,
        possible=fulfillable,
    ),
    "take_contract": Decision(
        rule="BA-17.1",
        reason=message("Take a contract"),
        answers={TakeContract: _answer_take},
        script=_script_take,
        possible=lambda position, pending: on_offer(position),
    ),
    "discard_contract": Decision(
        rule="BA-17.4",
        reason=message("Discard a contract: you hold too many"),
        answers={DiscardContract: _answer_discard},
        script=_script_discard,
        possible=lambda position, pending: True,
    ),
}

EFFECTS = {
    "energy_produced": EffectRule(_grant_energy),
    "fulfil_contract": EffectRule(_grant_fulfilment, _no_contract),
    "take_contracts": EffectRule(_grant_contracts, _too_few_contracts),
}
