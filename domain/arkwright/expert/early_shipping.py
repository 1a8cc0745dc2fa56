"""Action 7: early shipping from warehouses (AW-E.17 to AW-E.20)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from domain.arkwright.engine.asking import LEAST_FIRST, Combination, Question, as_tree, none_or_at, number, one_by_one
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Cargo, EarlyShipping
from domain.arkwright.model.factories import side
from domain.arkwright.model.facts import Shipment, ShippedEarly
from domain.arkwright.model.state import Warehouse
from domain.arkwright.narration import words
from domain.arkwright.production import (
    ask_trading_office,
    check_ships,
    contract_income,
    counted_as_shipping,
    most_shipped,
    tokens_for,
)
from domain.game import Fact, IllegalMove, Script
from domain.message import counted, message


def _filled(position: Position) -> list[Warehouse]:
    return [warehouse for warehouse in position.player.warehouses if warehouse.goods]


def can_ship_early(position: Position) -> bool:
    """Return whether the table has this action and something can be shipped."""
    return position.state.options.early_shipping and bool(_filled(position)) and most_shipped(position, 1) > 0


def decide_early_shipping(position: Position, command: EarlyShipping) -> list[Fact]:
    """Sell goods from warehouses."""
    if not position.state.options.early_shipping:
        raise IllegalMove("AW-E.17", message("arkwright.no-early-shipping", "This table doesn't use early shipping."))
    stock = {warehouse.id: warehouse.goods for warehouse in _filled(position)}
    names = [cargo.warehouse for cargo in command.cargo]
    if not names or names != [name for name in stock if name in names]:
        raise IllegalMove(
            "AW-E.17",
            message(
                "arkwright.filled-warehouses-not-in-order",
                "List only your warehouses that hold goods, each once and in order.",
            ),
        )
    for cargo in command.cargo:
        if not 1 <= cargo.goods <= stock[cargo.warehouse]:
            raise IllegalMove(
                "AW-E.19",
                counted(
                    "arkwright.too-few-goods-in-warehouse",
                    "{warehouse} holds {count} good; you chose {chosen}.",
                    "{warehouse} holds {count} goods; you chose {chosen}.",
                    warehouse=words.warehouse(position.components, cargo.warehouse),
                    count=stock[cargo.warehouse],
                    chosen=cargo.goods,
                ),
            )
    goods = sum(cargo.goods for cargo in command.cargo)
    ships = check_ships(position, goods, command.trading_office)
    shipments = _shipments(position, command)
    contract = contract_income(position, goods)
    return [
        ShippedEarly(
            seat=position.seat,
            cargo=command.cargo,
            shipments=shipments,
            goods=goods,
            contract=contract,
            income=sum(shipment.income for shipment in shipments) + contract,
            ships=ships,
            tokens=tokens_for(position, ships, command.trading_office),
            trading_office=command.trading_office,
            counted=counted_as_shipping(position),
            pending=position.after_action(),
        )
    ]


def _shipments(position: Position, command: EarlyShipping) -> tuple[Shipment, ...]:
    """Return the amount shipped and the money for it, by good (AW-E.20)."""
    good_in = {warehouse.id: warehouse.good for warehouse in position.player.warehouses}
    found = []
    for good in position.open_goods:
        goods = sum(cargo.goods for cargo in command.cargo if good_in[cargo.warehouse] == good)
        if goods:
            price = side(position.components, good, position.player.factories[good]).shipping_price
            found.append(Shipment(good=good, goods=goods, price=price, income=goods * price))
    return tuple(found)


@as_tree
def _cargoes(position: Position) -> Iterator[Combination]:
    stock = [warehouse.goods for warehouse in _filled(position)]
    most = most_shipped(position, sum(stock))
    for chosen in product(*(range(goods + 1) for goods in stock)):
        if 0 < sum(chosen) <= most:
            yield tuple(map(str, chosen))


def script_early_shipping(position: Position) -> Script:
    """Ask for the number of goods from each warehouse."""

    def question(warehouse: Warehouse) -> Question:
        prompt = message(
            "arkwright.choose-goods-to-ship-early",
            "{warehouse} ({good}): how many goods will you ship?",
            warehouse=words.warehouse(position.components, warehouse.id),
            good=position.name(warehouse.good),
        )
        return Question(prompt, number, none_or_at(f"warehouse:{warehouse.id}"), usual=lambda: LEAST_FIRST, counts=True)

    filled = _filled(position)
    chosen = yield from one_by_one(_cargoes(position), map(question, filled))
    cargo = tuple(
        Cargo(warehouse.id, int(goods)) for warehouse, goods in zip(filled, chosen, strict=True) if goods != "0"
    )
    trading_office = yield from ask_trading_office(position, sum(each.goods for each in cargo))
    return EarlyShipping(cargo=cargo, trading_office=trading_office)
