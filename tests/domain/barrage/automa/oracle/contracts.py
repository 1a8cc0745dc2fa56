"""Contracts: which one is fulfilled (TA-6.10, TA-15.10, TA-27.9), and how the row is filled again (TA-6.14, TA-8.5)."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from tests.domain.barrage.automa.oracle import rewards
from tests.domain.barrage.automa.oracle.board import Play, State
from tests.domain.barrage.automa.oracle.figures import COLOURS, CONTRACTS

NATIONAL = "national"


class Offer(NamedTuple):
    """A face-up contract and the place where it lies, counted from the left."""

    display: str
    slot: int
    contract: str

    @property
    def printed(self) -> int:
        """The printed requirement."""
        found: int = CONTRACTS[self.contract]["requirement"]
        return found

    @property
    def order(self) -> tuple[int, int]:
        """Higher requirements are greater, of equal ones that further to the right."""
        return self.printed, self.slot


def on_offer(state: State, *displays: str) -> list[Offer]:
    """Return the face-up contracts of these displays."""
    return [
        Offer(display, slot, contract)
        for display in displays
        for slot, contract in enumerate(state["displays"][display])
        if contract
    ]


def requirement(play: Play, offer: Offer) -> int:
    """Return the energy that a contract requires of the automa (TA-26.5)."""
    return max(0, offer.printed - play.power.get("contract_discount", 0))


def choose_contract(play: Play, energy: int) -> Offer | None:
    """Return the highest requirement within reach, ties to the right (TA-6.10 to TA-6.12)."""
    within = [offer for offer in on_offer(play.state, *COLOURS, NATIONAL) if requirement(play, offer) <= energy]
    return max(within, key=lambda offer: offer.order, default=None)


def choose_several(play: Play, energy: int) -> list[Offer]:
    """As many as possible, a national one first (TA-27.9, TA-D.37)."""
    nationals = [offer for offer in on_offer(play.state, NATIONAL) if requirement(play, offer) <= energy]
    chosen = [max(nationals, key=lambda offer: offer.order)] if nationals else []
    left = energy - sum(requirement(play, offer) for offer in chosen)
    private = sorted(on_offer(play.state, *COLOURS), key=lambda offer: offer.order, reverse=True)
    sets = [
        some
        for many in range(len(private) + 1)
        for some in combinations(private, many)
        if sum(requirement(play, offer) for offer in some) <= left
    ]
    best = max(sets, key=lambda some: (len(some), [o.printed for o in some], [o.slot for o in some]))
    return [*chosen, *best]


def fulfil_with(play: Play, energy: int, *, production: bool) -> None:
    """Fulfil what this energy reaches; only a production of Simone Luciani reaches several."""
    if production and play.officer == "simone_luciani":
        chosen = choose_several(play, energy)
    else:
        one = choose_contract(play, energy)
        chosen = [one] if one else []
    play.note("contracts", energy=energy, chosen=[offer.contract for offer in chosen])
    for offer in chosen:
        fulfil(play, offer)


def fulfil_without_energy(play: Play, limit: int | None) -> None:
    """The private contract with the highest requirement, up to a limit (TA-15.10)."""
    within = [offer for offer in on_offer(play.state, *COLOURS) if limit is None or offer.printed <= limit]
    chosen = max(within, key=lambda offer: offer.order, default=None)
    play.note("contract without energy", limit=limit, chosen=chosen.contract if chosen else None)
    if chosen:
        fulfil(play, chosen)


def fulfil(play: Play, offer: Offer) -> None:
    """Take the contract, refill its space and gain the reward."""
    play.state["displays"][offer.display][offer.slot] = ""
    play.company["fulfilled"].append(offer.contract)
    if offer.display != NATIONAL:
        refill(play, offer.display)
    rewards.grant(play, CONTRACTS[offer.contract]["reward"])


def discard(play: Play, colour: str) -> None:
    """Replace all contracts of a colour in the row (TA-8.1, TA-8.2)."""
    for offer in on_offer(play.state, colour):
        play.state["discards"].setdefault(colour, []).append(offer.contract)
        play.state["displays"][colour][offer.slot] = ""
    refill(play, colour)


def refill(play: Play, colour: str) -> None:
    """Empty places get the top of the pile, which the discards renew (TA-8.5, BA-17.5)."""
    state = play.state
    pile = state["piles"][colour]
    row = state["displays"][colour]
    for slot, contract in enumerate(row):
        if contract:
            continue
        if not pile and state["discards"].get(colour):
            pile += play.renew(colour, sorted(state["discards"][colour]))
            state["discards"][colour] = []
            state["renewals"][colour] = state["renewals"].get(colour, 0) + 1
        if pile:
            row[slot] = pile.pop(0)


def reachable_of_colour(play: Play, colour: str, energy: int) -> bool:
    """Condition 3 of a production (TA-6.6)."""
    return any(requirement(play, offer) <= energy for offer in on_offer(play.state, colour))
