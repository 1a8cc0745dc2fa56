"""Sentences that several facts of Arkwright share."""

from __future__ import annotations

from collections.abc import Iterable

from domain.arkwright.model.facts import EmergencyLoans, FactoryCosts, Unstored
from domain.arkwright.model.state import SupplyCard
from domain.arkwright.narration.words import Names
from domain.message import Listing, Message, Seat, counted, message


def marketed(names: Names, demand: dict[str, int] | None, wage_space: int | None) -> Message | None:
    """Narrate the spaces of the demand markers and the wage marker, if they have moved."""
    if demand is None or wage_space is None:
        return None
    return message(
        "arkwright.demand-fell-wages-rose",
        "Demand fell to {demand}; the wage marker moved to space {space} (£{wage} per worker).",
        demand=names.demand(demand),
        space=wage_space + 1,
        wage=names.wage(wage_space),
    )


def crossed(names: Names, good: str, arrows: int, start: int, end: int) -> Message:
    """Narrate the arrows that an appeal marker crossed, and the effect on the demand marker."""
    if not arrows:
        return message(
            "arkwright.no-arrow-crossed",
            "No arrow was crossed; demand for {good} stayed at {demand}.",
            good=names.good(good),
            demand=end,
        )
    if start == end:
        return counted(
            "arkwright.demand-stayed-at-limit",
            "The appeal marker crossed {count} arrow; demand for {good} stayed at {demand}, the end of its scale.",
            "The appeal marker crossed {count} arrows; demand for {good} stayed at {demand}, the end of its scale.",
            count=abs(arrows),
            good=names.good(good),
            demand=end,
        )
    return counted(
        "arkwright.demand-moved",
        "The appeal marker crossed {count} arrow; demand for {good} moved from {start} to {end}.",
        "The appeal marker crossed {count} arrows; demand for {good} moved from {start} to {end}.",
        count=abs(arrows),
        good=names.good(good),
        start=start,
        end=end,
    )


def discarded(names: Names, seat: int, card: SupplyCard | None, place: int | None) -> Message | None:
    """Narrate the discard of a development card, if there was one."""
    if card is None:
        return None
    if place is not None:
        return message(
            "arkwright.discarded-card-to-display",
            "{seat} discarded the {card} card, which went to place {place} in the display.",
            seat=Seat(seat),
            card=names.card(card.type),
            place=place + 1,
        )
    return message(
        "arkwright.discarded-card", "{seat} discarded the {card} card.", seat=Seat(seat), card=names.card(card.type)
    )


def costs(names: Names, of: FactoryCosts) -> Message:
    """The costs of a factory, line by line."""
    lines = [message("arkwright.fixed-cost", "fixed cost: £{amount}", amount=of.fixed)]
    if of.developer:
        lines.append(message("arkwright.developer-reduction", "−£{amount} (developer)", amount=of.developer))
    lines.append(
        message(
            "arkwright.wages",
            "wages: {workers} × £{wage} = £{amount}",
            workers=of.workers,
            wage=of.wage,
            amount=of.wages,
        )
    )
    if of.supervisor:
        lines.append(message("arkwright.supervisor-reduction", "−£{amount} (supervisor)", amount=of.supervisor))
    lines.append(
        counted(
            "arkwright.machine-upkeep",
            "upkeep for {count} machine: £{amount}",
            "upkeep for {count} machines: £{amount}",
            count=of.machines,
            amount=of.upkeep,
        )
    )
    if of.workshop:
        lines.append(message("arkwright.workshop-reduction", "−£{amount} (workshop)", amount=of.workshop))
    return message(
        "arkwright.factory-costs",
        "{good} factory costs: {lines}. Total: £{total}.",
        good=names.good(of.good),
        lines=Listing(tuple(lines)),
        total=of.total,
    )


def emergency(loans: EmergencyLoans | None) -> Message | None:
    """Narrate emergency loans, if any were taken."""
    if loans is None:
        return None
    return message(
        "arkwright.took-emergency-loans",
        "Emergency loans: {loans} × £{each} = £{money}.",
        loans=loans.loans,
        each=loans.each,
        money=loans.money,
    )


def taken_away(names: Names, lost: Iterable[Unstored]) -> Message | None:
    """Narrate goods lost because their warehouse was removed, if there were any."""
    items = tuple(
        message("arkwright.count-and-good", "{goods} × {good}", goods=each.goods, good=names.good(each.good))
        for each in lost
        if each.goods
    )
    return (
        message(
            "arkwright.lost-goods-with-warehouses", "Goods lost with their warehouses: {items}.", items=Listing(items)
        )
        if items
        else None
    )
