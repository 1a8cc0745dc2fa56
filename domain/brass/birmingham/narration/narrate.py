"""Narration of Brass: Birmingham in complete sentences: one message per fact, veiled or not."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.birmingham.model import facts
from domain.brass.birmingham.model.facts import Bonus, SoldTile
from domain.brass.model.facts import Taken
from domain.brass.narration import narrate as brass
from domain.brass.narration.narrate import Named
from domain.game_kit.narration import Narrators, narrator, paragraph
from domain.message import Message, Seat, counted, message


def _began(fact: facts.Started, named: Named) -> Message:
    return brass.began(fact.turn_order, introductory=fact.options.introductory)


def _linked(fact: facts.Linked, named: Named) -> Message:
    coal, beer = brass.coal_of(fact), [fact.beer] if fact.beer is not None else []
    return paragraph(
        brass.placed(fact, named),
        *brass.sources_of_coal(named, coal),
        *_sources_of_beer(beer, named),
        *brass.flips(named, coal, "coal_mine"),
        *brass.flips(named, beer, "brewery"),
    )


def _sold(fact: facts.Sold, named: Named) -> Message:
    sold = message(
        "brass.took-sell-action",
        "{seat} discarded {card} to take a sell action.",
        seat=Seat(fact.seat),
        card=named(fact.card),
    )
    return paragraph(sold, *(sentence for sale in fact.sales for sentence in _sale(fact.seat, sale, named)))


def _sale(seat: int, sale: SoldTile, named: Named) -> list[Message]:
    sold = message(
        "birmingham.sold-to-merchant",
        "{seat} sold the {industry} in {place} to the merchant in {merchant}.",
        industry=named(sale.industry),
        place=named(sale.slot),
        merchant=named(sale.merchant),
        seat=Seat(seat),
    )
    income = message(
        "birmingham.sale-moved-income-marker",
        "The sale moved {seat}'s income marker from space {income_from} to space {income_to}.",
        seat=Seat(seat),
        income_from=sale.flip.income_from,
        income_to=sale.flip.income_to,
    )
    bonus = [] if sale.bonus is None else [_bonus(seat, sale.bonus, named)]
    return [sold, *_sources_of_beer(sale.beer, named), *brass.flips(named, sale.beer, "brewery"), *bonus, income]


def _bonus(seat: int, bonus: Bonus, named: Named) -> Message:
    if bonus.developed is not None:
        tile = brass.tile(named, bonus.developed.industry, bonus.developed.level)
        return message(
            "birmingham.merchant-bonus-developed",
            "The merchant beer bonus let {seat} develop {tile} without iron.",
            seat=Seat(seat),
            tile=tile,
        )
    if bonus.income is not None:
        return message(
            "birmingham.merchant-bonus-income",
            "The merchant beer bonus moved {seat}'s income marker from space {income_from} to space {income_to}.",
            seat=Seat(seat),
            income_from=bonus.income.income_from,
            income_to=bonus.income.income_to,
        )
    if bonus.points:
        return message(
            "birmingham.merchant-bonus-points",
            "The merchant beer bonus gave {seat} {points} VP.",
            seat=Seat(seat),
            points=bonus.points,
        )
    if bonus.money:
        return message(
            "birmingham.merchant-bonus-money",
            "The merchant beer bonus gave {seat} £{money}.",
            seat=Seat(seat),
            money=bonus.money,
        )
    return message(
        "birmingham.merchant-bonus-not-developed",
        "{seat} had no tile to develop for the merchant beer bonus.",
        seat=Seat(seat),
    )


def _scouted(fact: facts.Scouted, named: Named) -> Message:
    return message(
        "birmingham.scouted",
        "{seat} discarded {cards} and took {gained}.",
        seat=Seat(fact.seat),
        cards=brass.cards(named, fact.cards),
        gained=brass.cards(named, fact.gained),
    )


def _era_began(fact: facts.EraBegan, named: Named) -> Message:
    return paragraph(
        counted(
            "birmingham.rail-era-began",
            "The rail era started, and {count} level 1 tile left the board.",
            "The rail era started, and {count} level 1 tiles left the board.",
            count=len(fact.removed),
        ),
        _refilled(len(fact.barrels)),
    )


def _refilled(barrels: int) -> Message | None:
    if not barrels:
        return None
    return counted(
        "birmingham.merchants-refilled",
        "Merchants received {count} beer barrel.",
        "Merchants received {count} beer barrels.",
        count=barrels,
    )


def _sources_of_beer(taken: Sequence[Taken], named: Named) -> list[Message]:
    return (
        [message("birmingham.consumed-beer", "The beer came from {sources}.", sources=brass.sources(named, taken))]
        if taken
        else []
    )


_NARRATIONS: Narrators[Named, Message] = {
    **brass.NARRATIONS,
    facts.Started: _began,
    facts.Linked: _linked,
    facts.Sold: _sold,
    facts.Scouted: _scouted,
    facts.EraBegan: _era_began,
}

narrate = narrator(_NARRATIONS)
"""Narrates a fact (fact, names); hidden cards are counted, not named."""
