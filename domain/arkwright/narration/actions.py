"""Step (a) of a turn of Arkwright, the actions, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.narration import words
from domain.arkwright.narration.sentences import costs, discarded, emergency, marketed, taken_away
from domain.arkwright.narration.words import Names
from domain.game import Fact
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, counted, message


def built(fact: facts.Built, names: Names) -> Message:
    """Narrate factories opened and upgraded."""
    seat = Seat(fact.seat)
    opened = counted(
        "arkwright.built",
        "{seat} built {count} factory at level {level}: {factories}.",
        "{seat} built {count} factories at level {level}: {factories}.",
        seat=seat,
        count=len(fact.built),
        factories=names.goods(fact.built),
        level=words.era(fact.level),
    )
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        opened if fact.built else None,
        *(_upgraded(names, fact.seat, upgraded) for upgraded in (*fact.upgraded, *fact.by_inventor)),
        marketed(names, fact.demand, fact.wage_space),
    )


def _upgraded(names: Names, seat: int, upgraded: facts.Upgraded) -> Message:
    sentence = _turned_over(names, seat, upgraded)
    if isinstance(upgraded.space, int):
        return paragraph(
            sentence,
            message("arkwright.factory-token-moved", "Its token moved to space {space}.", space=upgraded.space + 1),
        )
    return sentence


def _turned_over(names: Names, seat: int, upgraded: facts.Upgraded) -> Message:
    if not upgraded.sides:
        return message(
            "arkwright.upgraded",
            "{seat} upgraded the {good} factory to level {level}.",
            seat=Seat(seat),
            good=names.good(upgraded.good),
            level=words.era(upgraded.level),
        )
    return message(
        "arkwright.upgraded-with-worker-cards",
        "{seat} upgraded the {good} factory to level {level}. Worker card sides: {sides}.",
        seat=Seat(seat),
        good=names.good(upgraded.good),
        level=words.era(upgraded.level),
        sides=Listing(upgraded.sides),
    )


def hired(fact: facts.Hired, names: Names) -> Message:
    """Narrate worker cards added."""
    cards = Listing(
        tuple(
            message(
                "arkwright.worker-card-hired",
                "{good} worker card {position}, side {side} (workers: {workers}, goods: {goods})",
                good=names.good(card.good),
                position=card.position,
                side=card.side,
                workers=card.workers,
                goods=card.goods,
            )
            for card in fact.workers
        )
    )
    return paragraph(
        message("arkwright.hired", "{seat} hired workers: {cards}.", seat=Seat(fact.seat), cards=cards),
        marketed(names, fact.demand, fact.wage_space),
    )


def automated(fact: facts.Automated, names: Names) -> Message:
    """Narrate machines that replaced workers."""
    cards = Listing(
        tuple(
            message(
                "arkwright.worker-card-automated",
                "{good} worker card {position}: +{added} ({machines} of {most})",
                good=names.good(card.good),
                position=card.position,
                added=card.added,
                machines=card.machines,
                most=card.most,
            )
            for card in fact.cards
        )
    )
    return message("arkwright.automated", "{seat} added machines: {cards}.", seat=Seat(fact.seat), cards=cards)


def quality_added(fact: facts.QualityAdded, names: Names) -> Message:
    """Narrate the arrangement of the quality cards."""
    cards = tuple(
        message(
            "arkwright.quality-at-factory",
            "{good}: {value}, turned to {end}",
            good=names.good(card.good),
            value=card.value,
            end=words.END[card.end],
        )
        for card in fact.cards
    )
    return message(
        "arkwright.added-quality",
        "{seat} added {points} quality. Quality cards: {cards}.",
        seat=Seat(fact.seat),
        points=fact.points,
        cards=Listing(cards or (message("arkwright.no-factory", "none"),)),
    )


def distribution_added(fact: facts.DistributionAdded, names: Names) -> Message:
    """Narrate the arrangement of the distribution cards."""
    cards = tuple(
        message("arkwright.distribution-at-factory", "{good}: {value}", good=names.good(card.good), value=card.value)
        for card in fact.cards
    )
    return message(
        "arkwright.added-distribution",
        "{seat} added {points} distribution. Distribution cards: {cards}.",
        seat=Seat(fact.seat),
        points=fact.points,
        cards=Listing(cards or (message("arkwright.no-factory", "none"),)),
    )


def stock_traded(fact: facts.StockTraded, names: Names) -> Message:
    """Narrate the stock exchange, part by part."""
    seat = Seat(fact.seat)
    shares = fact.half_price + fact.full_price
    each = ((fact.half_price, fact.half_price_each), (fact.full_price, fact.full_price_each))
    bought = message(
        "arkwright.bought-shares",
        "{seat} bought shares: {bought}. Total: £{paid}.",
        seat=seat,
        bought=Listing(
            tuple(
                message("arkwright.shares-and-price", "{shares} at £{each} each", shares=n, each=price)
                for n, price in each
                if n
            )
        ),
        paid=fact.paid,
    )
    borrowed = counted(
        "arkwright.took-loans",
        "{seat} took {count} bank loan for £{money}.",
        "{seat} took {count} bank loans for £{money} in total.",
        seat=seat,
        count=fact.loans,
        money=fact.borrowed,
    )
    ready = counted(
        "arkwright.made-ships-ready",
        "{seat} reactivated ships: {count} ship ready.",
        "{seat} reactivated ships: {count} ships ready.",
        seat=seat,
        count=fact.ships or 0,
    )
    return paragraph(
        bought if shares else None, borrowed if fact.loans else None, ready if fact.ships is not None else None
    )


def extra_produced(fact: facts.ExtraProduced, names: Names) -> Message:
    """Narrate an extra production, factory by factory."""
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        *(sentence for run in fact.runs for sentence in (_run(names, fact.seat, run), costs(names, run.costs))),
        taken_away(names, fact.taken_away),
        emergency(fact.emergency),
        message(
            "arkwright.paid-for-extra-production",
            "{seat} paid £{paid} for the extra production (cost: £{cost}).",
            seat=Seat(fact.seat),
            paid=fact.paid,
            cost=fact.cost,
        ),
    )


def _run(names: Names, seat: int, run: facts.ExtraRun) -> Message:
    return counted(
        "arkwright.produced-extra",
        "{seat} produced {count} good in the {good} factory. Worker cards used: {cards}. Stored before: {before}, "
        "after: {stored}. Lost: {lost}.",
        "{seat} produced {count} goods in the {good} factory. Worker cards used: {cards}. Stored before: {before}, "
        "after: {stored}. Lost: {lost}.",
        seat=Seat(seat),
        count=run.produced,
        good=names.good(run.good),
        cards=run.cards,
        stored=run.stored,
        before=run.stored_before,
        lost=run.lost,
    )


def shipped_early(fact: facts.ShippedEarly, names: Names) -> Message:
    """Narrate goods shipped from warehouses."""
    shipments = Listing(
        tuple(
            message(
                "arkwright.shipment",
                "{goods} × {good} at £{price} = £{income}",
                goods=each.goods,
                good=names.good(each.good),
                price=each.price,
                income=each.income,
            )
            for each in fact.shipments
        )
    )
    return paragraph(
        message(
            "arkwright.shipped-early",
            "{seat} shipped goods: {shipments}. Ships used: {ships}.",
            seat=Seat(fact.seat),
            shipments=shipments,
            ships=fact.ships,
        ),
        message("arkwright.contract-paid", "The contract paid £{contract}.", contract=fact.contract)
        if fact.contract
        else None,
        counted(
            "arkwright.trading-office-spared-tokens",
            "The trading office saved {count} shipping token.",
            "The trading office saved {count} shipping tokens.",
            count=fact.ships - fact.tokens,
        )
        if fact.trading_office
        else None,
        message(
            "arkwright.early-shipping-income",
            "Income: £{income}. Shipping tokens placed: {tokens}.",
            income=fact.income,
            tokens=fact.tokens,
        ),
    )


def action_passed(fact: facts.ActionPassed, names: Names) -> Message:
    """Narrate a pass."""
    return message("arkwright.took-no-action", "{seat} took no action.", seat=Seat(fact.seat))


NARRATIONS: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.Built: built,
    facts.Hired: hired,
    facts.Automated: automated,
    facts.QualityAdded: quality_added,
    facts.DistributionAdded: distribution_added,
    facts.StockTraded: stock_traded,
    facts.ExtraProduced: extra_produced,
    facts.ShippedEarly: shipped_early,
    facts.ActionPassed: action_passed,
}
