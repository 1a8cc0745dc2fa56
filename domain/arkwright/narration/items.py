"""Items that a scoring, a sale of shares or a production brought to each seat, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.model.facts import FactoryCosts
from domain.arkwright.model.state import Score, State
from domain.arkwright.narration.words import Names, names_at
from domain.message import Message, counted, message
from domain.presentation import Item, Itemised

Items = Iterator[Item]
STOCK = "stock"
"""The part of a mat that shows funds and shares."""
WAGES = "wages"
"""The part of the board that shows wage and upkeep."""


def _valued(state: State, fact: facts.SharesValued, names: Names) -> Items:
    """Yield the steps of the share value, and the points that they brought to the shares (AW-15)."""
    part = f"appeal:{fact.good}"
    for each in fact.raises:
        if each.seat is None:
            continue
        shares = state.players[each.seat].shares
        sold = counted(
            "arkwright.item-goods-sold", "{count} good sold ({good})", "{count} goods sold ({good})",
            count=each.sold, good=names.good(fact.good),
        )  # fmt: skip
        highest = message("arkwright.item-highest-appeal", "Highest appeal ({good})", good=names.good(fact.good))
        for text, steps in ((sold, each.for_sales), (highest, each.for_appeal)):
            if steps:
                yield Item(each.seat, text, steps, part, account="share_value")
                yield Item(each.seat, text, steps * shares, part)


def _bought(count: int, each: int) -> Message:
    return counted(
        "arkwright.item-shares-bought", "{count} share bought for £{price}", "{count} shares bought for £{price} each",
        count=count, price=each,
    )  # fmt: skip


def _traded(state: State, fact: facts.StockTraded, names: Names) -> Items:
    value, seat = state.players[fact.seat].share_value, fact.seat
    for count, each in ((fact.half_price, fact.half_price_each), (fact.full_price, fact.full_price_each)):
        if count:
            text = _bought(count, each)
            yield Item(seat, text, count * value, STOCK, on_mat=True)
            yield Item(seat, text, count, STOCK, account="shares", on_mat=True)
            yield Item(seat, text, -count * each, STOCK, account="funds", on_mat=True)
    if fact.loans:
        yield Item(seat, _loans(fact.loans), fact.borrowed, "loans", account="funds", on_mat=True)


def _loans(count: int) -> Message:
    return counted("arkwright.item-loans", "{count} loan", "{count} loans", count=count)


# --------------------------------------------------------------------------------------------------------------------
# Productions
# --------------------------------------------------------------------------------------------------------------------


def _produced(state: State, fact: facts.Produced, names: Names) -> Items:
    """Yield the income and the costs of a production, line by line (AW-12 to AW-14)."""
    seat, good = fact.seat, names.good(fact.good)

    def piece(text: Message, pounds: int, part: str, on_mat: bool = True) -> Items:
        if pounds:
            yield Item(seat, text, pounds, part, account="funds", on_mat=on_mat)

    sold = fact.fresh_sold + fact.stored_sold
    home = counted(
        "arkwright.item-sold-at-home", "{count} good sold on the home market for £{price} ({good})",
        "{count} goods sold on the home market for £{price} each ({good})", count=sold, price=fact.price, good=good,
    )  # fmt: skip
    yield from piece(home, fact.sales_income, f"appeal:{fact.good}", on_mat=False)
    shipped = counted(
        "arkwright.item-shipped", "{count} good shipped for £{price} ({good})",
        "{count} goods shipped for £{price} each ({good})", count=fact.shipped, price=fact.shipping_price, good=good,
    )  # fmt: skip
    yield from piece(shipped, fact.shipping_income, "ships")
    yield from piece(_card(names, "contract"), fact.contract, "card:contract")
    for text, pounds, part in _costs(fact.costs, names):
        yield from piece(text, pounds, part, on_mat=part != WAGES)
    if fact.emergency:
        yield from piece(_loans(fact.emergency.loans), fact.emergency.money, "loans")
    yield from piece(message("arkwright.item-unpaid-costs", "Unpaid costs"), fact.costs.total - fact.paid, STOCK)


def _costs(costs: FactoryCosts, names: Names) -> Iterator[tuple[Message, int, str]]:
    """Yield the lines of a factory's costs, with the part that shows their reason."""
    good, factory = names.good(costs.good), f"factory:{costs.good}"
    yield message("arkwright.item-fixed-cost", "Fixed cost ({good})", good=good), -costs.fixed, factory
    yield _card(names, "developer"), costs.developer, "card:developer"
    wages = counted(
        "arkwright.item-wages", "{count} worker at £{wage}", "{count} workers at £{wage} each",
        count=costs.workers, wage=costs.wage,
    )  # fmt: skip
    yield wages, -costs.wages, WAGES
    yield _card(names, "supervisor"), costs.supervisor, "card:supervisor"
    upkeep = counted(
        "arkwright.item-upkeep", "{count} machine at £{upkeep}", "{count} machines at £{upkeep} each",
        count=costs.machines, upkeep=costs.upkeep // max(costs.machines, 1),
    )  # fmt: skip
    yield upkeep, -costs.upkeep, WAGES
    yield _card(names, "workshop"), costs.workshop, "card:workshop"


def _card(names: Names, type: str) -> Message:
    return message("arkwright.item-card", "{card}", card=names.card(type))


# --------------------------------------------------------------------------------------------------------------------
# The end of the game
# --------------------------------------------------------------------------------------------------------------------


def _ended(state: State, fact: facts.GameEnded, names: Names) -> Items:
    """Yield the steps of the final scoring (AW-18.2 to AW-18.6)."""
    for score in fact.scores:
        yield from _final(state, score)


def _final(state: State, score: Score) -> Items:
    player, seat = state.players[score.seat], score.seat
    lost_shares = player.shares + score.bought - score.shares
    lost_value = player.share_value - score.share_value
    goods = counted(
        "arkwright.item-goods-left", "{count} good sold from the warehouses",
        "{count} goods sold from the warehouses", count=score.goods,
    )  # fmt: skip
    bought = _bought(score.bought, player.share_value)
    loans = _loans(player.loans)
    shipping = counted(
        "arkwright.item-shipping-tokens", "{count} shipping token", "{count} shipping tokens",
        count=player.shipping_tokens,
    )  # fmt: skip
    found = (
        Item(seat, goods, score.goods_income, STOCK, account="funds", on_mat=True),
        Item(seat, bought, -score.paid, STOCK, account="funds", on_mat=True),
        Item(seat, bought, score.bought, STOCK, account="shares", on_mat=True),
        Item(seat, bought, score.bought * player.share_value, STOCK, on_mat=True),
        Item(seat, loans, -lost_shares, "loans", account="shares", on_mat=True),
        Item(seat, loans, -lost_shares * player.share_value, "loans", on_mat=True),
        Item(seat, shipping, -lost_value, "ships", account="share_value", on_mat=True),
        Item(seat, shipping, -lost_value * score.shares, "ships", on_mat=True),
    )
    yield from (piece for piece in found if piece.amount)


_OF_FACTS: Mapping[type[Any], Callable[[State, Any, Names], Items]] = {
    facts.SharesValued: _valued,
    facts.StockTraded: _traded,
    facts.Produced: _produced,
    facts.GameEnded: _ended,
}


def _items(state: State, fact: Any) -> Items:
    return _OF_FACTS[type(fact)](state, fact, names_at(state))


ITEMISED = Itemised(tuple(_OF_FACTS), _items)
"""The items of the facts that change an account in several ways."""
