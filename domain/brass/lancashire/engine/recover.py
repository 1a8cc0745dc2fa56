"""Recovery of the command that led to a fact, for audits."""

from __future__ import annotations

from domain.brass.engine.recover import building, linking, recovering
from domain.brass.lancashire.model.commands import Build, DoubleBuild, Loan, Network, Sell, SellOn, StopSelling
from domain.brass.lancashire.model.facts import FACTS, Built, Linked, LoanTaken, SellingStopped, Sold, SoldOn
from domain.game import Command


def _built(fact: Built) -> Command:
    if fact.second_card is None:
        return Build(**building(fact))
    fields = building(fact)
    return DoubleBuild(cards=(fields.pop("card"), fact.second_card), **fields)


def _linked(fact: Linked) -> Command:
    return Network(**linking(fact))


def _sold(fact: Sold) -> Command:
    return Sell(card=fact.card, slot=fact.slot, to=fact.to)


def _sold_on(fact: SoldOn) -> Command:
    return SellOn(slot=fact.slot, to=fact.to)


def _selling_stopped(fact: SellingStopped) -> Command:
    return StopSelling()


def _loan_taken(fact: LoanTaken) -> Command:
    return Loan(card=fact.card, money=fact.money)


recover = recovering(
    {
        Built: _built,
        Linked: _linked,
        Sold: _sold,
        SoldOn: _sold_on,
        SellingStopped: _selling_stopped,
        LoanTaken: _loan_taken,
    },
    FACTS,
)
"""Returns the command that led to a fact, or None for a fact that followed from another."""
