"""Narration of Brass: Lancashire in complete sentences: one message per fact, veiled or not."""

from __future__ import annotations

from domain.brass.lancashire.model import facts
from domain.brass.lancashire.model.commands import DISTANT_MARKET
from domain.brass.narration import narrate as brass
from domain.brass.narration.narrate import Named
from domain.game_kit.narration import Narrators, narrator, paragraph
from domain.message import Message, Seat, counted, message


def _began(fact: facts.Started, named: Named) -> Message:
    return brass.began(fact.turn_order, introductory=fact.options.introductory_game)


def _built(fact: facts.Built, named: Named) -> Message:
    if fact.second_card is None:
        return brass.built(fact, named)
    both = message(
        "lancashire.built-with-second-card",
        "The build took both actions and a second card, {card}.",
        card=named(fact.second_card),
    )
    return paragraph(brass.built(fact, named), both)


# --------------------------------------------------------------------------------------------------------------------
# Selling
# --------------------------------------------------------------------------------------------------------------------


def _sold(fact: facts.Sold, named: Named) -> Message:
    began = message(
        "brass.took-sell-action",
        "{seat} discarded {card} to take a sell action.",
        seat=Seat(fact.seat),
        card=named(fact.card),
    )
    return paragraph(began, *_sale(fact, named))


def _sold_on(fact: facts.SoldOn, named: Named) -> Message:
    return paragraph(
        message("lancashire.continued-selling", "{seat} continued selling.", seat=Seat(fact.seat)), *_sale(fact, named)
    )


def _sale(fact: facts.Sold | facts.SoldOn, named: Named) -> list[Message]:
    if fact.to == DISTANT_MARKET:
        return [
            message(
                "lancashire.sold-to-distant-market",
                "{place} offered its cotton to the distant cotton market.",
                place=named(fact.slot),
            )
        ]
    return [
        message(
            "lancashire.sold-through-port",
            "{place} sold its cotton through the port in {port}.",
            place=named(fact.slot),
            port=named(fact.to),
        ),
        *brass.flipped(named, fact.port, "port", fact.to),
        *brass.flipped(named, fact.mill, "cotton_mill", fact.slot),
    ]


def _market_turned(fact: facts.MarketTurned, named: Named) -> Message:
    turned = message(
        "lancashire.distant-market-moved",
        "The distant market tile showed {steps}. The marker moved from space {space_from} to space {space_to}.",
        steps=fact.tile,
        space_from=fact.space_from,
        space_to=fact.space_to,
    )
    if fact.mill is None:
        closed = message(
            "lancashire.distant-market-closed",
            "The market closed, and {place} did not sell its cotton.",
            place=named(fact.slot),
        )
        return paragraph(turned, closed)
    return paragraph(turned, *_bonus(fact), *brass.flipped(named, fact.mill, "cotton_mill", fact.slot))


def _bonus(fact: facts.MarketTurned) -> list[Message]:
    if fact.income is None:
        return []
    return [
        message(
            "lancashire.gained-sale-income",
            "The sale moved {seat}'s income marker from space {income_from} to space {income_to}.",
            seat=Seat(fact.seat),
            income_from=fact.income.income_from,
            income_to=fact.income.income_to,
        )
    ]


def _selling_stopped(fact: facts.SellingStopped, named: Named) -> Message:
    return message("lancashire.stopped-selling", "{seat} stopped selling.", seat=Seat(fact.seat))


# --------------------------------------------------------------------------------------------------------------------
# Eras
# --------------------------------------------------------------------------------------------------------------------


def _era_began(fact: facts.EraBegan, named: Named) -> Message:
    return counted(
        "lancashire.rail-era-began",
        "The rail era started. The distant cotton market was reset, and {count} level 1 tile left the board.",
        "The rail era started. The distant cotton market was reset, and {count} level 1 tiles left the board.",
        count=len(fact.removed),
    )


def _money_scored(fact: facts.MoneyScored, named: Named) -> Message:
    return message("lancashire.scored-money", "Money was scored: {points}.", points=brass.points(fact.points))


_NARRATIONS: Narrators[Named, Message] = {
    **brass.NARRATIONS,
    facts.Started: _began,
    facts.Built: _built,
    facts.Sold: _sold,
    facts.SoldOn: _sold_on,
    facts.MarketTurned: _market_turned,
    facts.SellingStopped: _selling_stopped,
    facts.EraBegan: _era_began,
    facts.MoneyScored: _money_scored,
}

narrate = narrator(_NARRATIONS)
"""Narrates a fact (fact, names); hidden cards are counted, not named."""
