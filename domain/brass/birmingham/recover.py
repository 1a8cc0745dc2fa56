"""The command a fact came from, so that an audit can decide it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.brass.birmingham.commands import (
    MARKET,
    Build,
    Develop,
    EndTurn,
    Loan,
    Network,
    Pass,
    RemoveTile,
    Sale,
    Scout,
    Sell,
)
from domain.brass.birmingham.facts import (
    SUPPLY,
    Built,
    Developed,
    Linked,
    LoanTaken,
    Passed,
    Scouted,
    Sold,
    SoldTile,
    Taken,
    TileRemoved,
    TurnEnded,
)
from domain.game import Command


def recover(fact: Any) -> Command | None:
    """The command, or None for a fact that followed from another."""
    read = _READ.get(type(fact))
    return read(fact) if read else None


def _source(taken: Taken) -> str:
    return MARKET if taken.source == SUPPLY else taken.source


def _sources(takings: Iterable[Taken]) -> tuple[str, ...]:
    return tuple(map(_source, takings))


def _built(fact: Built) -> Command:
    return Build(
        card=fact.card, industry=fact.industry, slot=fact.slot, coal=_sources(fact.coal), iron=_sources(fact.iron)
    )


def _linked(fact: Linked) -> Command:
    return Network(
        card=fact.card,
        links=tuple(laid.line for laid in fact.links),
        coal=_sources(laid.coal for laid in fact.links if laid.coal),
        beer=_source(fact.beer) if fact.beer else None,
    )


def _developed(fact: Developed) -> Command:
    return Develop(card=fact.card, industries=tuple(tile.industry for tile in fact.removed), iron=_sources(fact.iron))


def _sold(fact: Sold) -> Command:
    return Sell(card=fact.card, sales=tuple(map(_sale, fact.sales)))


def _sale(sold: SoldTile) -> Sale:
    developed = sold.bonus.developed if sold.bonus else None
    return Sale(
        slot=sold.slot,
        merchant=sold.merchant,
        beer=_sources(sold.beer),
        bonus=developed.industry if developed else None,
    )


def _loan_taken(fact: LoanTaken) -> Command:
    return Loan(card=fact.card)


def _scouted(fact: Scouted) -> Command:
    return Scout(cards=fact.cards)


def _passed(fact: Passed) -> Command:
    return Pass(card=fact.card)


def _turn_ended(fact: TurnEnded) -> Command:
    return EndTurn()


def _tile_removed(fact: TileRemoved) -> Command | None:
    return RemoveTile(slot=fact.slot) if fact.chosen else None


_READ: dict[type[Any], Callable[[Any], Command | None]] = {
    Built: _built,
    Linked: _linked,
    Developed: _developed,
    Sold: _sold,
    LoanTaken: _loan_taken,
    Scouted: _scouted,
    Passed: _passed,
    TurnEnded: _turn_ended,
    TileRemoved: _tile_removed,
}
