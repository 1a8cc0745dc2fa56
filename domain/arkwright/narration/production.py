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
from domain.message import Listing, Message, Seat, Term, counted, message


def production_began(fact: facts.ProductionBegan, names: Names) -> Message:
    """Narrate who produces."""
    if not fact.seats:
        return message(
            "arkwright.production-began-without-factories",
            "No player had a {good} factory, so the production phase was skipped.",
            good=names.good(fact.good),
        )
    return message(
        "arkwright.production-began",
        "Production of {good} started. Producing: {seats}.",
        good=names.good(fact.good),
        seats=Listing(tuple(Seat(seat) for seat in fact.seats)),
    )


def produced(fact: facts.Produced, names: Names) -> Message:
    """Narrate the statement of account of a production."""
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        _made(fact, names),
        _limit(fact),
        _sold(fact),
        _stored_sold(fact),
        _shipped(fact),
        message("arkwright.stored-and-lost", "Stored: {stored}. Lost: {lost}.", stored=fact.stored, lost=fact.lost),
        taken_away(names, fact.taken_away),
        message("arkwright.received-income", "Income: £{income}.", income=fact.income),
        costs(names, fact.costs),
        emergency(fact.emergency),
        _balance(fact),
    )


def _balance(fact: facts.Produced) -> Message:
    if fact.profit < 0:
        return message("arkwright.paid-with-loss", "Paid: £{paid}. Loss: £{loss}.", paid=fact.paid, loss=-fact.profit)
    return message(
        "arkwright.paid-with-profit", "Paid: £{paid}. Profit: £{profit}.", paid=fact.paid, profit=fact.profit
    )


def _made(fact: facts.Produced, names: Names) -> Message:
    said: dict[str, Seat | Term | int] = {
        "seat": Seat(fact.seat),
        "count": fact.produced,
        "good": names.good(fact.good),
    }
    if fact.overtime:
        return counted(
            "arkwright.produced-with-overtime",
            "{seat} produced {count} good in the {good} factory, including {overtime} from overtime.",
            "{seat} produced {count} goods in the {good} factory, including {overtime} from overtime.",
            **said,
            overtime=fact.overtime,
        )
    return counted(
        "arkwright.produced",
        "{seat} produced {count} good in the {good} factory.",
        "{seat} produced {count} goods in the {good} factory.",
        **said,
    )


def _limit(fact: facts.Produced) -> Message:
    said = {"appeal": fact.appeal, "demand": fact.demand, "limit": fact.limit}
    if not fact.patron:
        return message(
            "arkwright.sales-limit",
            "At appeal {appeal} and demand {demand}, the home market limit was {limit}.",
            **said,
        )
    if added := fact.limit - sales_limit(fact.appeal, fact.demand):
        return message(
            "arkwright.sales-limit-with-patron",
            "At appeal {appeal} and demand {demand}, the home market limit was {limit},"
            " including {patron} from the patron.",
            **said,
            patron=added,
        )
    return message(
        "arkwright.sales-limit-patron-without-effect",
        "At appeal {appeal} and demand {demand}, the home market limit was {limit}; the patron did not raise it.",
        **said,
    )


def _sold(fact: facts.Produced) -> Message:
    return message(
        "arkwright.sold-at-home",
        "Sold on the home market: {sold} at £{price} = £{income}.",
        sold=fact.fresh_sold + fact.stored_sold,
        price=fact.price,
        income=fact.sales_income,
    )


def _stored_sold(fact: facts.Produced) -> Message | None:
    if not fact.stored_before:
        return None
    return message(
        "arkwright.sold-from-warehouses",
        "Sold from warehouses: {sold} of {before}.",
        before=fact.stored_before,
        sold=fact.stored_sold,
    )


def _shipped(fact: facts.Produced) -> Message | None:
    if not fact.shipped:
        return None
    return paragraph(
        message(
            "arkwright.shipped",
            "Shipped: {shipped} at £{price} = £{income}. Ships used: {ships}. Shipping tokens placed: {tokens}.",
            ships=fact.ships,
            shipped=fact.shipped,
            price=fact.shipping_price,
            income=fact.shipping_income,
            tokens=fact.tokens,
        ),
        counted(
            "arkwright.trading-office-spared-tokens",
            "The trading office saved {count} shipping token.",
            "The trading office saved {count} shipping tokens.",
            count=fact.ships - fact.tokens,
        )
        if fact.trading_office
        else None,
        message("arkwright.contract-paid", "The contract paid £{contract}.", contract=fact.contract)
        if fact.contract
        else None,
    )


def bankrupted(fact: facts.Bankrupted, names: Names) -> Message:
    """Narrate a bankruptcy."""
    gone = message("arkwright.went-bankrupt", "{seat} could not pay and went bankrupt.", seat=Seat(fact.seat))
    if not fact.returned:
        return gone
    cards = Listing(tuple(names.card(card.type) for card in fact.returned))
    return paragraph(
        gone, message("arkwright.cards-returned-to-supply", "Cards returned to the supply: {cards}.", cards=cards)
    )


def tie_broken(fact: facts.TieBroken, names: Names) -> Message:
    """Narrate the use of the entrepreneur in a tie for the highest appeal."""
    if fact.used:
        return message(
            "arkwright.broke-appeal-tie",
            "{seat} used the entrepreneur to break the tie for the highest appeal.",
            seat=Seat(fact.seat),
        )
    return message(
        "arkwright.tie-not-broken", "{seat} did not use the entrepreneur to break the tie.", seat=Seat(fact.seat)
    )


def shares_valued(fact: facts.SharesValued, names: Names) -> Message:
    """Narrate rises of share values."""
    tied = (
        message("arkwright.appeal-tie-without-bonus", "The highest appeal was tied, so no one gained the extra step.")
        if fact.tied
        else None
    )
    if not fact.raises:
        return paragraph(
            message(
                "arkwright.no-share-value-rose",
                "No company's share value rose from sales of {good}.",
                good=names.good(fact.good),
            ),
            tied,
        )
    return paragraph(*(_raised(each) for each in fact.raises), tied)


def _raised(each: facts.Raise) -> Message:
    company = (
        message("arkwright.automa-as-subject", "The {colour} automa", colour=words.colour(each.colour))
        if each.seat is None
        else Seat(each.seat)
    )
    if not each.for_sales + each.for_appeal:
        return counted(
            "arkwright.share-value-stayed-at-limit",
            "{company} sold {count} good at appeal {appeal}: the share value stayed at the maximum, £{value}.",
            "{company} sold {count} goods at appeal {appeal}: the share value stayed at the maximum, £{value}.",
            company=company,
            count=each.sold,
            appeal=each.appeal,
            value=each.share_value,
        )
    return counted(
        "arkwright.share-value-rose",
        "{company} sold {count} good at appeal {appeal}: the share value rose to £{value} (+{sales} for sales, "
        "+{highest} for the highest appeal).",
        "{company} sold {count} goods at appeal {appeal}: the share value rose to £{value} (+{sales} for sales, "
        "+{highest} for the highest appeal).",
        company=company,
        count=each.sold,
        appeal=each.appeal,
        sales=each.for_sales,
        highest=each.for_appeal,
        value=each.share_value,
    )


def distribution_worn(fact: facts.DistributionWorn, names: Names) -> Message:
    """Narrate the decay of distribution."""
    if not fact.worn:
        return message("arkwright.no-distribution-worn", "No distribution decreased.")
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
    return message("arkwright.distribution-worn", "Distribution decreased by 1: {factories}.", factories=factories)


NARRATIONS: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.ProductionBegan: production_began,
    facts.Produced: produced,
    facts.Bankrupted: bankrupted,
    facts.TieBroken: tie_broken,
    facts.SharesValued: shares_valued,
    facts.DistributionWorn: distribution_worn,
}
