"""What happened in Brass: Lancashire, in complete sentences: a fact, veiled or not, as one message."""

from __future__ import annotations

from functools import singledispatch

from domain.brass import narrate as brass
from domain.brass.lancashire import facts
from domain.brass.lancashire.commands import DISTANT_MARKET
from domain.brass.narrate import Named
from domain.game import Fact
from domain.message import Message, Seat, message


@singledispatch
def narrate(fact: Fact, named: Named) -> Message:
    """Tell a fact, told what things are called; hidden cards are counted, not named."""
    return brass.unknown(fact)


for _kind, _tell in brass.TOLD.items():
    narrate.register(_kind, _tell)


@narrate.register
def _(fact: facts.Started, named: Named) -> Message:
    return brass.began(fact.turn_order, introductory=fact.options.introductory_game)


@narrate.register
def _(fact: facts.Built, named: Named) -> Message:
    if fact.second_card is None:
        return brass.built(fact, named)
    both = message("It took both actions and a second card, {card}.", card=named(fact.second_card))
    return brass.paragraph(brass.built(fact, named), both)


# --------------------------------------------------------------------------------------------------------------------
# Selling
# --------------------------------------------------------------------------------------------------------------------


@narrate.register
def _(fact: facts.Sold, named: Named) -> Message:
    began = message("{seat} discarded {card} to sell.", seat=Seat(fact.seat), card=named(fact.card))
    return brass.paragraph(began, *_sale(fact, named))


@narrate.register
def _(fact: facts.SoldOn, named: Named) -> Message:
    return brass.paragraph(message("{seat} went on selling.", seat=Seat(fact.seat)), *_sale(fact, named))


def _sale(fact: facts.Sold | facts.SoldOn, named: Named) -> list[Message]:
    if fact.to == DISTANT_MARKET:
        return [message("The cotton of {place} went to the distant market.", place=named(fact.slot))]
    return [
        message("The cotton of {place} went through the port in {port}.", place=named(fact.slot), port=named(fact.to)),
        *brass.flipped(named, fact.port, "port", fact.to),
        *brass.flipped(named, fact.mill, "cotton_mill", fact.slot),
    ]


@narrate.register
def _(fact: facts.MarketTurned, named: Named) -> Message:
    turned = message(
        "The tile of the distant market showed {steps}: its marker moved from space {space_from} to {space_to}.",
        steps=fact.tile,
        space_from=fact.space_from,
        space_to=fact.space_to,
    )
    if fact.mill is None:
        closed = message("The market closed, and the cotton of {place} was not sold.", place=named(fact.slot))
        return brass.paragraph(turned, closed)
    return brass.paragraph(turned, *_bonus(fact), *brass.flipped(named, fact.mill, "cotton_mill", fact.slot))


def _bonus(fact: facts.MarketTurned) -> list[Message]:
    if fact.income is None:
        return []
    return [
        message(
            "The sale moved the income marker of {seat} from space {income_from} to {income_to}.",
            seat=Seat(fact.seat),
            income_from=fact.income.income_from,
            income_to=fact.income.income_to,
        )
    ]


@narrate.register
def _(fact: facts.SellingStopped, named: Named) -> Message:
    return message("{seat} sold nothing more.", seat=Seat(fact.seat))


# --------------------------------------------------------------------------------------------------------------------
# Eras
# --------------------------------------------------------------------------------------------------------------------


@narrate.register
def _(fact: facts.EraBegan, named: Named) -> Message:
    return message(
        "The rail era began; the distant market was reset; level 1 tiles removed from the board: {removed}.",
        removed=len(fact.removed),
    )


@narrate.register
def _(fact: facts.MoneyScored, named: Named) -> Message:
    return message("Money was scored: {points}.", points=brass.points(fact.points))
