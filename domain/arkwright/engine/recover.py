"""Recovery of the command that led to a fact, for audits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import commands, facts
from domain.game import Command


def _built(fact: facts.Built) -> Command:
    return commands.Build(
        build=fact.built,
        upgrade=tuple(upgraded.good for upgraded in fact.upgraded),
        inventor=tuple(upgraded.good for upgraded in fact.by_inventor),
    )


_MANY = 99
"""More machines than any card can hold; a forged fact may name any number."""


def _automated(fact: facts.Automated) -> Command:
    return commands.Automate(
        machines=tuple(f"{card.good}/{card.position}" for card in fact.cards for _ in range(min(card.added, _MANY)))
    )


def _stock_traded(fact: facts.StockTraded) -> Command:
    return commands.StockExchange(
        half_price=fact.half_price, full_price=fact.full_price, loans=fact.loans, ships=fact.ships is not None
    )


def _extra_produced(fact: facts.ExtraProduced) -> Command:
    return commands.ExtraProduction(
        runs=tuple(commands.Run(run.good, run.cards) for run in fact.runs),
        overtime=next((run.good for run in fact.runs if run.overtime), ""),
        workshop=fact.workshop,
        developer=fact.developer,
        store=fact.store,
    )


def _card_taken(fact: facts.CardTaken) -> Command:
    return commands.TakeCard(
        card=fact.card.type,
        place=fact.place,
        at=fact.at,
        discard=fact.discarded.type if fact.discarded else "",
        replacement=fact.replacement,
    )


def _produced(fact: facts.Produced) -> Command | None:
    if not fact.chosen:
        return None
    return commands.Produce(
        overtime=fact.discarded is not None,
        patron=bool(fact.patron),
        stored_sold=fact.stored_sold,
        shipped=fact.shipped,
        trading_office=fact.trading_office,
        store=fact.store,
    )


_READS: dict[type[Any], Callable[[Any], Command | None]] = {
    facts.FactoryChosen: lambda fact: commands.ChooseFactory(good=fact.good),
    facts.SupervisorPlaced: lambda fact: commands.PlaceSupervisor(good=fact.good),
    facts.SharesBoughtAtStart: lambda fact: commands.BuyAtStart(shares=fact.shares),
    facts.Built: _built,
    facts.Hired: lambda fact: commands.Hire(workers=tuple(new.good for new in fact.workers)),
    facts.Automated: _automated,
    facts.QualityAdded: lambda fact: commands.AddQuality(cards=fact.cards),
    facts.DistributionAdded: lambda fact: commands.AddDistribution(cards=fact.cards),
    facts.StockTraded: _stock_traded,
    facts.ExtraProduced: _extra_produced,
    facts.ShippedEarly: lambda fact: commands.EarlyShipping(cargo=fact.cargo, trading_office=fact.trading_office),
    facts.ActionPassed: lambda fact: commands.PassAction(),
    facts.PriceSet: lambda fact: commands.SetPrice(space=fact.space, office=fact.office, appeal=fact.quality_on_appeal),
    facts.Advanced: lambda fact: commands.Advance(track=fact.track),
    facts.CardTaken: _card_taken,
    facts.BrokerUsed: lambda fact: commands.UseBroker(shares=fact.shares),
    facts.InventorUsed: lambda fact: commands.UseInventor(tracks=fact.tracks),
    facts.DevelopmentPassed: lambda fact: commands.PassDevelopment(),
    facts.DeveloperUsed: lambda fact: commands.UseDeveloper(card=fact.card),
    facts.TurnEnded: lambda fact: commands.EndTurn(),
    facts.Produced: _produced,
    facts.TieBroken: lambda fact: commands.BreakTie(use=fact.used),
    facts.EntrepreneurDiscarded: lambda fact: commands.DiscardEntrepreneur(start_player=fact.start_player),
    facts.EntrepreneurKept: lambda fact: commands.KeepEntrepreneur(),
    facts.StartPlayerNamed: lambda fact: commands.NameStartPlayer(start_player=fact.start_player),
    facts.AchievementsChosen: lambda fact: commands.ChooseAchievements(achievements=fact.achievements),
}


def recover(fact: Any) -> Command | None:
    """Return the command that led to a fact, or None if it followed from another."""
    read = _READS.get(type(fact))
    return read(fact) if read else None
