"""The production phase of a player: home sales, storing, shipping, costs (AW-12 to AW-14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.arkwright.engine.asking import Question, ask_whether, yes_no
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Held, Produce
from domain.arkwright.model.factories import capacity, costs, price, side
from domain.arkwright.model.facts import EmergencyLoans, FactoryCosts, Produced, Unstored
from domain.arkwright.model.market import half, sales_limit, wage
from domain.arkwright.model.state import Warehouse
from domain.arkwright.narration import words
from domain.game import Choose, Fact, IllegalMove, Script
from domain.message import Message, counted, message


class Goods(msgspec.Struct, frozen=True, kw_only=True):
    """The goods of a production: made, allowed to be sold, sold fresh, in the factory's warehouses."""

    made: int
    overtime: int
    limit: int
    patron: int
    fresh_sold: int
    stored: int

    @property
    def most_stored_sold(self) -> int:
        """Return how many stored goods may be sold as well (AW-12.7)."""
        return min(self.limit - self.fresh_sold, self.stored)

    def left(self, stored_sold: int) -> int:
        """Return the goods left after home sales (AW-13.1)."""
        return self.made - self.fresh_sold + self.stored - stored_sold


def goods_of(position: Position, overtime: bool, patron: bool) -> Goods:
    """Return the goods made and sold at home (AW-12.2 to AW-12.6)."""
    components, player, good = position.components, position.player, position.good
    effects = components.card_effects
    extra = effects.overtime_goods if overtime else 0
    more = effects.patron_sales if patron else 0
    made = capacity(components, good, player.factories[good]) + extra
    limit = sales_limit(player.appeal[good], position.state.demand[good], more)
    return Goods(
        made=made,
        overtime=extra,
        limit=limit,
        patron=more,
        fresh_sold=min(made, limit),
        stored=sum(warehouse.goods for warehouse in player.warehouses if warehouse.good == good),
    )


def patron_of(good: str) -> str:
    """Return the type of the patron of a good."""
    return f"patron_{good}"


# --------------------------------------------------------------------------------------------------------------------
# Ships
# --------------------------------------------------------------------------------------------------------------------


def ships_for(position: Position, goods: int) -> int:
    """Return the ships needed for so many goods (AW-13.6)."""
    return -(-goods // position.level("shipping"))


def token_spaces(position: Position) -> int:
    """Return the free spaces of the shipping track (AW-D.30)."""
    return position.components.constants.shipping_tokens - position.player.shipping_tokens


def most_shipped(position: Position, goods: int) -> int:
    """Return how many of these goods can be shipped."""
    spared = position.components.card_effects.trading_office_tokens if position.ready("trading_office") else 0
    ships = min(position.player.ships, token_spaces(position) + spared)
    return min(goods, ships * position.level("shipping"))


def tokens_for(position: Position, ships: int, trading_office: bool) -> int:
    """Return the shipping tokens for so many ships (AW-13.9, AW-19.9)."""
    spared = position.components.card_effects.trading_office_tokens if trading_office else 0
    return max(0, ships - spared)


def check_ships(position: Position, goods: int, trading_office: bool) -> int:
    """Return the ships needed for so many goods. Raise IllegalMove if there are too few."""
    ships = ships_for(position, goods)
    if trading_office:
        _check_trading_office(position, ships)
    if ships > position.player.ships:
        raise IllegalMove(
            "AW-13.6",
            counted(
                "arkwright.too-few-ready-ships",
                "You need {count} ready ship to ship these goods; you have {ready}.",
                "You need {count} ready ships to ship these goods; you have {ready}.",
                count=ships,
                ready=position.player.ships,
            ),
        )
    tokens, free = tokens_for(position, ships, trading_office), token_spaces(position)
    if tokens > free:
        raise IllegalMove(
            "AW-13.10",
            counted(
                "arkwright.no-shipping-token-space",
                "You need {count} free space for shipping tokens; you have {free}.",
                "You need {count} free spaces for shipping tokens; you have {free}.",
                count=tokens,
                free=free,
            ),
        )
    return ships


def _check_trading_office(position: Position, ships: int) -> None:
    if not position.ready("trading_office"):
        raise IllegalMove(
            "AW-19.9",
            message(
                "arkwright.trading-office-not-ready",
                "You have no ready {card} card.",
                card=position.name("trading_office"),
            ),
        )
    if not ships:
        raise IllegalMove(
            "AW-19.9",
            message("arkwright.trading-office-needs-ship", "Use the trading office only when you ship goods."),
        )


def counted_as_shipping(position: Position) -> bool | UnsetType:
    """Return whether an achievement of the solo game counts shipped goods (AW-S.48)."""
    return True if position.state.solo and "shippings_min" in position.components.asked else UNSET


def contract_income(position: Position, goods: int) -> int:
    """Return the contract's income for so many goods shipped at once (AW-19.19, AW-D.44)."""
    if not goods or not position.holds("contract"):
        return 0
    table = position.components.player_board.contract_table
    return max(((load, income) for load, income in table.items() if load <= goods), default=(0, 0))[1]


# --------------------------------------------------------------------------------------------------------------------
# Costs
# --------------------------------------------------------------------------------------------------------------------


def payment(position: Position, funds: int, cost: int) -> tuple[EmergencyLoans | None, int]:
    """Return the emergency loans, taken one at a time while funds are less than the cost, and the payment (AW-D.24).

    Only a player who becomes bankrupt pays less than the cost.
    """
    each = half(position.player.share_value)
    free = position.components.constants.loan_tokens - position.player.loans
    loans = 0
    while funds + loans * each < cost and loans < free:
        loans += 1
    taken = EmergencyLoans(loans=loans, each=each, money=loans * each) if loans else None
    return taken, min(cost, funds + loans * each)


# --------------------------------------------------------------------------------------------------------------------
# The production
# --------------------------------------------------------------------------------------------------------------------


def decide_produce(position: Position, command: Produce, *, chosen: bool = True) -> list[Fact]:
    """Return the statement of account of a production."""
    if command.overtime:
        position.held("overtime")
    if command.patron and not position.ready(patron_of(position.good)):
        raise IllegalMove(
            "AW-19.15",
            message(
                "arkwright.patron-not-ready",
                "You have no ready {card} card.",
                card=position.name(patron_of(position.good)),
            ),
        )
    goods = goods_of(position, command.overtime, command.patron)
    if not 0 <= command.stored_sold <= goods.most_stored_sold:
        raise IllegalMove(
            "AW-12.7",
            counted(
                "arkwright.too-many-stored-goods-sold",
                "You can sell at most {count} stored good.",
                "You can sell at most {count} stored goods.",
                count=goods.most_stored_sold,
            ),
        )
    if not 0 <= command.shipped <= goods.left(command.stored_sold):
        raise IllegalMove(
            "AW-13.1",
            counted(
                "arkwright.too-many-goods-shipped",
                "You have {count} good left to ship.",
                "You have {count} goods left to ship.",
                count=goods.left(command.stored_sold),
            ),
        )
    ships = check_ships(position, command.shipped, command.trading_office)
    _check_store(position, command, goods.left(command.stored_sold) - command.shipped)
    return [_account(position, command, goods, ships, chosen)]


def _check_store(position: Position, command: Produce, left: int) -> None:
    own = {warehouse.id: warehouse for warehouse in position.player.warehouses}
    names = [held.warehouse for held in command.store]
    if names != [name for name in own if name in names]:
        raise IllegalMove(
            "AW-13.2",
            message(
                "arkwright.own-warehouses-not-in-order", "List only warehouses that you own, each once and in order."
            ),
        )
    for held in command.store:
        most = position.components.warehouses[held.warehouse].capacity
        if not 1 <= held.goods <= most:
            raise IllegalMove(
                "AW-1.18",
                counted(
                    "arkwright.outside-warehouse-capacity",
                    "{warehouse} can hold only {count} good; you chose {chosen}.",
                    "{warehouse} can hold 1 to {count} goods; you chose {chosen}.",
                    warehouse=words.warehouse(position.components, held.warehouse),
                    count=most,
                    chosen=held.goods,
                ),
            )
    if sum(held.goods for held in command.store) > left:
        raise IllegalMove(
            "AW-13.1",
            counted(
                "arkwright.too-many-goods-stored",
                "You have {count} good left to store.",
                "You have {count} goods left to store.",
                count=left,
            ),
        )


def taken_away(position: Position, used: dict[str, str]) -> tuple[Unstored, ...]:
    """Return goods lost in warehouses that move to another factory, by warehouse (AW-13.5)."""
    return tuple(
        Unstored(warehouse.id, warehouse.good, warehouse.goods)
        for warehouse in position.player.warehouses
        if warehouse.goods and used.get(warehouse.id, warehouse.good) != warehouse.good
    )


def _costs(position: Position) -> FactoryCosts:
    """Return the costs of the active factory, which all of the player's cards serve (AW-14.1)."""
    return costs(
        position.components,
        position.player,
        position.good,
        wage(position.components, position.state),
        developer=position.holds("developer"),
        workshop=position.holds("workshop"),
    )


def _account(position: Position, command: Produce, goods: Goods, ships: int, chosen: bool) -> Produced:
    components, player, good = position.components, position.player, position.good
    factory = player.factories[good]
    each, shipping_price = price(components, good, factory), side(components, good, factory).shipping_price
    sales = (goods.fresh_sold + command.stored_sold) * each
    contract = contract_income(position, command.shipped)
    income = sales + command.shipped * shipping_price + contract
    expense = _costs(position)
    emergency, paid = payment(position, player.funds + income, expense.total)
    kept = sum(held.goods for held in command.store)
    discarded, place = position.discarding("overtime") if command.overtime else (None, None)
    return Produced(
        seat=position.seat,
        good=good,
        chosen=chosen,
        produced=goods.made,
        overtime=goods.overtime,
        appeal=player.appeal[good],
        demand=position.state.demand[good],
        limit=goods.limit,
        patron=goods.patron,
        fresh_sold=goods.fresh_sold,
        stored_before=goods.stored,
        stored_sold=command.stored_sold,
        price=each,
        sales_income=sales,
        shipped=command.shipped,
        shipping_price=shipping_price,
        shipping_income=command.shipped * shipping_price,
        contract=contract,
        ships=ships,
        tokens=tokens_for(position, ships, command.trading_office),
        trading_office=command.trading_office,
        store=command.store,
        stored=kept,
        lost=goods.left(command.stored_sold) - command.shipped - kept,
        taken_away=taken_away(position, {held.warehouse: good for held in command.store}),
        income=income,
        costs=expense,
        emergency=emergency,
        paid=paid,
        profit=income - expense.total,
        discarded=discarded,
        discarded_to=place,
        counted=counted_as_shipping(position) if command.shipped else UNSET,
        pending=position.state.rest,
    )


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------


def script_produce(position: Position) -> Script:
    """Ask for cards, stored goods sold, goods shipped, warehouses."""
    patron, effects = patron_of(position.good), position.components.card_effects
    more_made = counted(
        "arkwright.confirm-overtime",
        "Discard overtime to produce {count} more good?",
        "Discard overtime to produce {count} more goods?",
        count=effects.overtime_goods,
    )
    overtime = yield from ask_whether(more_made, position.holds("overtime"), "card:overtime")
    more_sold = counted(
        "arkwright.confirm-patron",
        "Use the patron to sell up to {count} more good?",
        "Use the patron to sell up to {count} more goods?",
        count=effects.patron_sales,
    )
    with_patron = yield from ask_whether(more_sold, position.ready(patron), f"card:{patron}")
    goods = goods_of(position, overtime, with_patron)
    stored_sold = int((yield _stored_sold(position, goods)))
    left = goods.left(stored_sold)
    sold = goods.fresh_sold + stored_sold
    shipped = int((yield _shipped(position, sold, left)))
    trading_office = yield from ask_trading_office(position, shipped)
    store = yield from _ask_store(position, left - shipped)
    return Produce(
        overtime=overtime,
        patron=with_patron,
        stored_sold=stored_sold,
        shipped=shipped,
        trading_office=trading_office,
        store=store,
    )


def _stored_sold(position: Position, goods: Goods) -> Any:
    factory = position.factory
    each = price(position.components, position.good, factory)

    def label(value: str) -> Message:
        sold = goods.fresh_sold + int(value)
        return message(
            "arkwright.sell-stored-goods",
            "{stored} (total sold: {sold} for £{income})",
            stored=int(value),
            sold=sold,
            income=sold * each,
        )

    prompt = message(
        "arkwright.choose-stored-goods-to-sell",
        "New goods sold: {fresh}. How many stored goods will you also sell?",
        fresh=goods.fresh_sold,
    )
    most = goods.most_stored_sold
    return Question(prompt, label, usual=lambda: (str(most),), counts=True).choose(tuple(map(str, range(most, -1, -1))))


def _shipped(position: Position, sold: int, left: int) -> Any:
    good, factory = position.good, position.factory
    each = side(position.components, good, factory).shipping_price
    before = sold * price(position.components, good, factory) - _costs(position).total

    def label(value: str) -> Message:
        goods = int(value)
        income = goods * each + contract_income(position, goods)
        parts = {"goods": goods, "ships": ships_for(position, goods), "income": income}
        if before + income < 0:
            return message(
                "arkwright.ship-with-loss",
                "{goods} for £{income}, ships used: {ships}; loss £{loss}",
                **parts,
                loss=-before - income,
            )
        return message(
            "arkwright.ship-with-profit",
            "{goods} for £{income}, ships used: {ships}; profit £{profit}",
            **parts,
            profit=before + income,
        )

    prompt = message(
        "arkwright.choose-goods-to-ship",
        "Sold: {sold}. Left: {left}. How many goods will you ship?",
        sold=sold,
        left=left,
    )
    most = most_shipped(position, left)

    def usual() -> tuple[str]:
        return (str(min(most, max(0, left - _room(position)))),)

    return Question(prompt, label, lambda _: ("ships",), usual=usual, counts=True).choose(
        tuple(map(str, range(most + 1)))
    )


def _room(position: Position) -> int:
    """Return how many goods can be stored without losing others."""
    kept = (each.id for each in position.player.warehouses if not _would_be_lost(position, each))
    return sum(position.components.warehouses[id].capacity for id in kept)


def ask_trading_office(position: Position, shipped: int) -> Any:
    """Ask whether the trading office saves a token; it must if the track is full."""
    ships = ships_for(position, shipped)
    if not ships or not position.ready("trading_office"):
        return False
    values = ("no", "yes") if ships <= token_spaces(position) else ("yes",)
    spared = position.components.card_effects.trading_office_tokens
    prompt = counted(
        "arkwright.confirm-trading-office",
        "Use the trading office to save up to {count} shipping token?",
        "Use the trading office to save up to {count} shipping tokens?",
        count=spared,
    )
    return (
        yield Question(prompt, yes_no, lambda _: ("card:trading_office",), usual=lambda: ("no",)).choose(values)
    ) == "yes"


def _ask_store(position: Position, left: int) -> Any:
    store: list[Held] = []
    for warehouse in position.player.warehouses:
        most = min(left, position.components.warehouses[warehouse.id].capacity)
        goods = int((yield _stored(position, warehouse, most)))
        if goods:
            store.append(Held(warehouse.id, goods))
            left -= goods
    return tuple(store)


def _stored(position: Position, warehouse: Warehouse, most: int) -> Choose:
    def label(value: str) -> Message:
        return counted("arkwright.store-goods", "{count} good", "{count} goods", count=int(value))

    def usual() -> tuple[str]:
        return ("0" if _would_be_lost(position, warehouse) else str(most),)

    question = Question(_store_prompt(position, warehouse), label, _at(warehouse.id), usual=usual, counts=True)
    return question.choose(tuple(map(str, range(most, -1, -1))))


def _would_be_lost(position: Position, warehouse: Warehouse) -> bool:
    """Return whether a warehouse has goods of another kind, which would be lost."""
    return bool(warehouse.goods) and warehouse.good != position.good


def _store_prompt(position: Position, warehouse: Warehouse) -> Message:
    if _would_be_lost(position, warehouse):
        return message(
            "arkwright.choose-goods-to-store-replacing",
            "{warehouse}: how many goods will you store? Its current contents will be lost ({goods} × {good}).",
            warehouse=words.warehouse(position.components, warehouse.id),
            goods=warehouse.goods,
            good=position.name(warehouse.good),
        )
    return message(
        "arkwright.choose-goods-to-store",
        "{warehouse}: how many goods will you store?",
        warehouse=words.warehouse(position.components, warehouse.id),
    )


def _at(warehouse: str) -> Callable[[str], tuple[str, ...]]:
    return lambda value: (f"warehouse:{warehouse}",)
