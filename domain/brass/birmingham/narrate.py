"""What happened in Brass: Birmingham, in complete sentences: a fact, veiled or not, as one message."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, singledispatch

from domain.brass import narrate as brass
from domain.brass.birmingham import facts
from domain.brass.birmingham.components import figures
from domain.brass.birmingham.facts import Bonus, SoldTile, Taken
from domain.game import Fact
from domain.message import Message, Seat, Term, message


def _named(thing: str) -> Term:
    return brass.named_by(figures.of(figures.current()).names)(thing)


@singledispatch
def narrate(fact: Fact) -> Message:
    """Tell a fact; hidden cards are counted, not named."""
    return brass.unknown(fact)


for _kind, _tell in brass.TOLD.items():
    narrate.register(_kind)(partial(_tell, _named))


@narrate.register
def _(fact: facts.Started) -> Message:
    return brass.began(fact.turn_order, introductory=fact.options.introductory)


@narrate.register
def _(fact: facts.Linked) -> Message:
    coal, beer = brass.coal_of(fact), [fact.beer] if fact.beer is not None else []
    return brass.paragraph(
        brass.placed(_named, fact),
        *brass.sources_of_coal(_named, coal),
        *_sources_of_beer(beer),
        *brass.flips(_named, coal, "coal_mine"),
        *brass.flips(_named, beer, "brewery"),
    )


@narrate.register
def _(fact: facts.Sold) -> Message:
    sold = message("{seat} discarded {card} to sell.", seat=Seat(fact.seat), card=_named(fact.card))
    return brass.paragraph(sold, *(sentence for sale in fact.sales for sentence in _sale(fact.seat, sale)))


def _sale(seat: int, sale: SoldTile) -> list[Message]:
    sold = message(
        "{industry} in {place} went to the merchant in {merchant}; "
        "the income marker of {seat} moved from space {income_from} to {income_to}.",
        industry=_named(sale.industry),
        place=_named(sale.slot),
        merchant=_named(sale.merchant),
        seat=Seat(seat),
        income_from=sale.flip.income_from,
        income_to=sale.flip.income_to,
    )
    bonus = [] if sale.bonus is None else [_bonus(seat, sale.bonus)]
    return [sold, *_sources_of_beer(sale.beer), *brass.flips(_named, sale.beer, "brewery"), *bonus]


def _bonus(seat: int, bonus: Bonus) -> Message:
    if bonus.developed is not None:
        tile = brass.tile(_named, bonus.developed.industry, bonus.developed.level)
        return message("The merchant's beer let {seat} develop {tile} without iron.", seat=Seat(seat), tile=tile)
    if bonus.income is not None:
        return message(
            "The merchant's beer moved the income marker of {seat} from space {income_from} to {income_to}.",
            seat=Seat(seat),
            income_from=bonus.income.income_from,
            income_to=bonus.income.income_to,
        )
    if bonus.points:
        return message("The merchant's beer brought {seat} {points} VP.", seat=Seat(seat), points=bonus.points)
    if bonus.money:
        return message("The merchant's beer brought {seat} £{money}.", seat=Seat(seat), money=bonus.money)
    return message("{seat} had no tile to develop with the merchant's beer.", seat=Seat(seat))


@narrate.register
def _(fact: facts.Scouted) -> Message:
    return message(
        "{seat} discarded {cards} and took {gained}.",
        seat=Seat(fact.seat),
        cards=brass.cards(_named, fact.cards),
        gained=brass.cards(_named, fact.gained),
    )


@narrate.register
def _(fact: facts.EraBegan) -> Message:
    return message(
        "The rail era began; level 1 tiles removed from the board: {removed}, barrels put beside merchants: {barrels}.",
        removed=len(fact.removed),
        barrels=len(fact.barrels),
    )


def _sources_of_beer(taken: Sequence[Taken]) -> list[Message]:
    return [message("The beer came from {sources}.", sources=brass.sources(_named, taken))] if taken else []
