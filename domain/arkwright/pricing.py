"""Step (b): price and appeal of the active good (AW-10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from domain.arkwright.engine.asking import Question
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import SetPrice
from domain.arkwright.model.factories import appeal, capacity, costs, price
from domain.arkwright.model.facts import PriceSet
from domain.arkwright.model.market import arrows_crossed, moved_demand, sales_limit, wage
from domain.arkwright.model.state import Factory
from domain.game import Fact, IllegalMove, Script
from domain.game_kit.memory import remembered
from domain.message import Message, counted, message


def _set(position: Position, command: SetPrice) -> Factory:
    """Return the active factory with a setting."""
    factory = position.factory
    return msgspec.structs.replace(
        factory,
        space=command.space,
        office=command.office,
        quality=[
            msgspec.structs.replace(card, end="appeal" if card.card in command.appeal else "price")
            for card in factory.quality
        ],
    )


def decide_set_price(position: Position, command: SetPrice) -> list[Fact]:
    """Move the appeal marker, and demand over arrows (AW-10.7, AW-10.8)."""
    _check(position, command)
    return [_fact(position, command)]


def _check(position: Position, command: SetPrice) -> None:
    factory, good = position.factory, position.good
    spaces = position.components.factory_side(good, factory.level).spaces
    if not 0 <= command.space < len(spaces):
        raise IllegalMove(
            "AW-10.2",
            counted(
                "arkwright.no-such-token-space",
                "The {good} factory has only {count} token space.",
                "The {good} factory has only token spaces 1 to {count}.",
                good=position.name(good),
                count=len(spaces),
            ),
        )
    if command.appeal != tuple(card.card for card in factory.quality if card.card in command.appeal):
        raise IllegalMove(
            "AW-10.3",
            message("arkwright.quality-cards-not-in-order", "List only the active factory's quality cards, in order."),
        )


def _fact(position: Position, command: SetPrice) -> PriceSet:
    good, state, components = position.good, position.state, position.components
    factory = _set(position, command)
    total = appeal(components, good, factory)
    old, new = position.player.appeal[good], position.marker(total)
    arrows = arrows_crossed(components, state, good, old, new)
    return PriceSet(
        seat=position.seat,
        good=good,
        space=command.space,
        office=command.office,
        quality_on_appeal=command.appeal,
        price=price(components, good, factory),
        total_appeal=total,
        appeal_from=old,
        appeal_to=new,
        arrows=arrows,
        demand_from=state.demand[good],
        demand_to=moved_demand(components, state.demand[good], arrows),
        pending=position.then("development"),
    )


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------


def settings(position: Position) -> Iterator[SetPrice]:
    """Yield every setting of token, office and quality cards."""
    factory = position.factory
    spaces = range(len(position.components.factory_side(position.good, factory.level).spaces))
    cards = [card.card for card in factory.quality]
    for space, on_appeal, *turned in product(spaces, (False, True), *((False, True) for _ in cards)):
        yield SetPrice(
            space=space,
            office="appeal" if on_appeal else "price",
            appeal=tuple(card for card, up in zip(cards, turned, strict=True) if up),
        )


class Outlook(msgspec.Struct, frozen=True):
    """The result of a setting if nothing else changes before the production."""

    price: int
    appeal: int
    demand: int
    sales: int
    profit: int


def outlook(position: Position, command: SetPrice) -> Outlook:
    """Return the sales at home and the profit after costs."""
    good, player, fact = position.good, position.player, _fact(position, command)
    stored = sum(warehouse.goods for warehouse in player.warehouses if warehouse.good == good)
    goods = capacity(position.components, good, player.factories[good]) + stored
    sales = min(goods, sales_limit(fact.appeal_to, fact.demand_to))
    spent = costs(
        position.components,
        player,
        good,
        wage(position.components, position.state),
        developer=position.holds("developer"),
        workshop=position.holds("workshop"),
    )
    return Outlook(fact.price, fact.appeal_to, fact.demand_to, sales, sales * fact.price - spent.total)


@remembered
def _by_appeal(position: Position) -> dict[str, list[SetPrice]]:
    """Return settings by their total appeal, the lowest first."""
    found: dict[int, list[SetPrice]] = {}
    for command in settings(position):
        total = appeal(position.components, position.good, _set(position, command))
        found.setdefault(total, []).append(command)
    return {str(total): found[total] for total in sorted(found)}


@remembered
def _most_profit(position: Position) -> tuple[str, str]:
    """Return the appeal with the most expected profit, and its setting."""
    best = max(settings(position), key=lambda command: outlook(position, command).profit)
    return str(appeal(position.components, position.good, _set(position, best))), _key(best)


def script_set_price(position: Position) -> Script:
    """Ask for the appeal, with its expected sales and profit; then, if several settings have it, for the setting."""
    ways = _by_appeal(position)

    def label(value: str) -> Message:
        return _promise(int(value), outlook(position, ways[value][0]))

    prompt = message(
        "arkwright.choose-appeal", "Which appeal will you set for {good}?", good=position.name(position.good)
    )
    chosen = yield Question(
        prompt, label, lambda _: (f"appeal:{position.good}",), usual=lambda: (_most_profit(position)[0],)
    ).choose(tuple(ways))
    commands = {_key(command): command for command in ways[chosen]}
    made = yield Question(
        message("arkwright.choose-appeal-setting", "How will you reach this appeal?"),
        lambda value: _made_up(commands[value]),
        lambda _: (f"factory:{position.good}",),
        usual=lambda: (_most_profit(position)[1], *commands),
    ).choose(tuple(commands))
    return commands[made]


def _promise(appeal: int, promised: Outlook) -> Message:
    """Describe the sales at home and the profit or loss to expect from an appeal."""
    parts = {"appeal": appeal, "price": promised.price, "demand": promised.demand, "sales": promised.sales}
    if promised.profit < 0:
        return message(
            "arkwright.outlook-with-loss",
            "Appeal {appeal}, price £{price}, demand {demand}: {sales} sold, loss £{loss}",
            **parts,
            loss=-promised.profit,
        )
    return message(
        "arkwright.outlook-with-profit",
        "Appeal {appeal}, price £{price}, demand {demand}: {sales} sold, profit £{profit}",
        **parts,
        profit=promised.profit,
    )


def _key(command: SetPrice) -> str:
    return "/".join((str(command.space + 1), command.office, *command.appeal))


def _made_up(command: SetPrice) -> Message:
    parts = {"space": command.space + 1, "count": len(command.appeal)}
    if command.office == "price":
        return counted(
            "arkwright.office-on-price",
            "Token on space {space}, office on price, {count} quality card on appeal",
            "Token on space {space}, office on price, {count} quality cards on appeal",
            **parts,
        )
    return counted(
        "arkwright.office-on-appeal",
        "Token on space {space}, office on appeal, {count} quality card on appeal",
        "Token on space {space}, office on appeal, {count} quality cards on appeal",
        **parts,
    )
