"""Recovery of the command that led to a fact, for audits."""

from __future__ import annotations

from domain.brass.birmingham.model.commands import Build, Loan, Network, Sale, Scout, Sell
from domain.brass.birmingham.model.facts import FACTS, Built, Linked, LoanTaken, Scouted, Sold, SoldTile
from domain.brass.engine.recover import building, linking, recovering, source, sources
from domain.game import Command


def _built(fact: Built) -> Command:
    return Build(**building(fact))


def _linked(fact: Linked) -> Command:
    return Network(**linking(fact), beer=source(fact.beer) if fact.beer else None)


def _sold(fact: Sold) -> Command:
    return Sell(card=fact.card, sales=tuple(map(_sale, fact.sales)))


def _sale(sold: SoldTile) -> Sale:
    developed = sold.bonus.developed if sold.bonus else None
    return Sale(
        slot=sold.slot,
        merchant=sold.merchant,
        beer=sources(sold.beer),
        bonus=developed.industry if developed else None,
    )


def _loan_taken(fact: LoanTaken) -> Command:
    return Loan(card=fact.card)


def _scouted(fact: Scouted) -> Command:
    return Scout(cards=fact.cards)


recover = recovering({Built: _built, Linked: _linked, Sold: _sold, LoanTaken: _loan_taken, Scouted: _scouted}, FACTS)
