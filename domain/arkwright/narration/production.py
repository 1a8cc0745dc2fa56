"""Production, share values and distribution decay of Arkwright, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.model.market import sales_limit
from domain.arkwright.narration import words
from domain.arkwright.narration.sentences import costs, discarded, emergency, taken_away
from domain.arkwright.narration.words import Names
from domain.game import Fact
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, Term, message


def production_began(fact: facts.ProductionBegan, names: Names) -> Message:
    """Narrate who produces."""
    if not fact.seats:
        return message(
            "arkwright.production-began-without-factories",
            "Production of {good}: nobody has a factory.",
            good=names.good(fact.good),
        )
    return message(
        "arkwright.production-began",
        "Production of {good}: {seats}.",
        good=names.good(fact.good),
        seats=Listing(tuple(Seat(seat) for seat in fact.seats)),
    )


def produced(fact: facts.Produced, names: Names) -> Message:
    """Narrate the statement of account of a production."""
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        _made(fact, names),
        _sold(fact),
        _stored_sold(fact),
        _shipped(fact),
        message("arkwright.stored-and-lost", "Stored now: {stored}, lost: {lost}.", stored=fact.stored, lost=fact.lost),
        taken_away(names, fact.taken_away),
        message("arkwright.received-income", "Income: £{income}.", income=fact.income),
        costs(names, fact.costs),
        emergency(fact.emergency),
        _balance(fact),
    )


def _balance(fact: facts.Produced) -> Message:
    if fact.profit < 0:
        return message("arkwright.paid-with-loss", "Paid: £{paid}; loss: £{loss}.", paid=fact.paid, loss=-fact.profit)
    return message(
        "arkwright.paid-with-profit", "Paid: £{paid}; profit: £{profit}.", paid=fact.paid, profit=fact.profit
    )


def _made(fact: facts.Produced, names: Names) -> Message:
    said: dict[str, Seat | Term | int] = {
        "seat": Seat(fact.seat),
        "produced": fact.produced,
        "good": names.good(fact.good),
    }
    if fact.overtime:
        return message(
            "arkwright.produced-with-overtime",
            "{seat} produced {produced} {good}, {overtime} by overtime.",
            **said,
            overtime=fact.overtime,
        )
    return message("arkwright.produced", "{seat} produced {produced} {good}.", **said)


def _sold(fact: facts.Produced) -> Message:
    limit = message(
        "arkwright.sales-limit",
        "At appeal {appeal} and demand {demand} up to {limit} could be sold",
        appeal=fact.appeal,
        demand=fact.demand,
        limit=fact.limit,
    )
    added = fact.limit - sales_limit(fact.appeal, fact.demand)
    if fact.patron and added:
        limit = message(
            "arkwright.sales-limit-with-patron", "{limit} ({patron} by the patron)", limit=limit, patron=added
        )
    elif fact.patron:
        limit = message(
            "arkwright.sales-limit-patron-without-effect", "{limit} (none of them by the patron)", limit=limit
        )
    return message(
        "arkwright.sold-at-home",
        "{limit}; sold at home: {sold} at £{price} = £{income}.",
        limit=limit,
        sold=fact.fresh_sold + fact.stored_sold,
        price=fact.price,
        income=fact.sales_income,
    )


def _stored_sold(fact: facts.Produced) -> Message | None:
    if not fact.stored_before:
        return None
    return message(
        "arkwright.sold-from-warehouses",
        "Sold with them out of warehouses: {sold} of {before}.",
        before=fact.stored_before,
        sold=fact.stored_sold,
    )


def _shipped(fact: facts.Produced) -> Message | None:
    if not fact.shipped:
        return None
    return paragraph(
        message(
            "arkwright.shipped",
            "Shipped: {shipped} at £{price} = £{income}; ships used: {ships}, shipping tokens put down: {tokens}.",
            ships=fact.ships,
            shipped=fact.shipped,
            price=fact.shipping_price,
            income=fact.shipping_income,
            tokens=fact.tokens,
        ),
        message(
            "arkwright.trading-office-spared-tokens",
            "Shipping tokens spared by the trading office: {spared}.",
            spared=fact.ships - fact.tokens,
        )
        if fact.trading_office
        else None,
        message("arkwright.contract-paid", "The contract brings £{contract}.", contract=fact.contract)
        if fact.contract
        else None,
    )


def bankrupted(fact: facts.Bankrupted, names: Names) -> Message:
    """Narrate a bankruptcy."""
    gone = message("arkwright.went-bankrupt", "{seat} cannot pay and is bankrupt.", seat=Seat(fact.seat))
    if not fact.returned:
        return gone
    cards = Listing(tuple(names.card(card.type) for card in fact.returned))
    return paragraph(gone, message("arkwright.cards-returned-to-supply", "Back to the supply: {cards}.", cards=cards))


def tie_broken(fact: facts.TieBroken, names: Names) -> Message:
    """Narrate the use of the entrepreneur in a tie for the highest appeal."""
    if fact.used:
        return message(
            "arkwright.broke-appeal-tie",
            "{seat} broke the tie for the highest appeal with the entrepreneur.",
            seat=Seat(fact.seat),
        )
    return message(
        "arkwright.tie-not-broken", "{seat} did not use the entrepreneur to break the tie.", seat=Seat(fact.seat)
    )


def shares_valued(fact: facts.SharesValued, names: Names) -> Message:
    """Narrate rises of share values."""
    tied = (
        message("arkwright.appeal-tie-without-bonus", "Several have the highest appeal; nobody gains the extra step.")
        if fact.tied
        else None
    )
    if not fact.raises:
        return paragraph(
            message("arkwright.no-share-value-rose", "No share value rises for {good}.", good=names.good(fact.good)),
            tied,
        )
    return paragraph(*(_raised(each) for each in fact.raises), tied)


def _raised(each: facts.Raise) -> Message:
    who = (
        message("arkwright.automa-as-subject", "The automa {colour}", colour=words.colour(each.colour))
        if each.seat is None
        else Seat(each.seat)
    )
    if not each.for_sales + each.for_appeal:
        return message(
            "arkwright.share-value-stayed-at-limit",
            "{who} sold {sold} at appeal {appeal}: the share value stays at its end, £{value}.",
            who=who,
            sold=each.sold,
            appeal=each.appeal,
            value=each.share_value,
        )
    return message(
        "arkwright.share-value-rose",
        "{who} sold {sold} at appeal {appeal}: share value +{sales} for sales, +{highest} for the highest appeal,"
        " now £{value}.",
        who=who,
        sold=each.sold,
        appeal=each.appeal,
        sales=each.for_sales,
        highest=each.for_appeal,
        value=each.share_value,
    )


def distribution_worn(fact: facts.DistributionWorn, names: Names) -> Message:
    """Narrate the decay of distribution."""
    if not fact.worn:
        return message("arkwright.no-distribution-worn", "No distribution wears.")
    factories = Listing(
        tuple(
            message(
                "arkwright.seat-good-and-value",
                "{seat}, {good}: {value}",
                seat=Seat(each.seat),
                good=names.good(each.good),
                value=each.value,
            )
            for each in fact.worn
        )
    )
    return message("arkwright.distribution-worn", "Distribution falls by 1: {factories}.", factories=factories)


TELL: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.ProductionBegan: production_began,
    facts.Produced: produced,
    facts.Bankrupted: bankrupted,
    facts.TieBroken: tie_broken,
    facts.SharesValued: shares_valued,
    facts.DistributionWorn: distribution_worn,
}
