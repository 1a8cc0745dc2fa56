"""Action 6: extra production for the warehouses (AW-E.12 to AW-E.16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from domain.arkwright.engine.asking import Combination, Question, as_tree, one_by_one
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import ExtraProduction, Run, Stored
from domain.arkwright.model.factories import capacity, costs
from domain.arkwright.model.facts import ExtraProduced, ExtraRun, FactoryCosts
from domain.arkwright.model.market import wage
from domain.arkwright.narration import words
from domain.arkwright.production import payment, taken_away
from domain.game import Fact, IllegalMove, Script
from domain.message import Message, counted, message

_NOT = "not"
_AS_IT_IS = "as_it_is"
_NOBODY = "nowhere"


def can_produce_extra(position: Position) -> bool:
    """Return whether the table has this action and there is a factory for it."""
    return position.state.options.extra_production and bool(position.player.factories)


def decide_extra_production(position: Position, command: ExtraProduction) -> list[Fact]:
    """Produce, store and pay for goods."""
    if not position.state.options.extra_production:
        raise IllegalMove(
            "AW-E.12", message("arkwright.no-extra-production", "This table doesn't use extra production.")
        )
    _check_runs(position, command)
    _check_cards(position, command)
    available = _available(position, command)
    uses = {stored.warehouse: stored.good for stored in command.store}
    if command.store != _filled(position, uses, available) or not _all_stored(position, uses, available):
        raise IllegalMove(
            "AW-E.14",
            message(
                "arkwright.goods-not-all-stored",
                "Fill your warehouses in order until all goods are stored or no space is left.",
            ),
        )
    return [_account(position, command, uses)]


def _check_runs(position: Position, command: ExtraProduction) -> None:
    goods = [run.good for run in command.runs]
    if not goods or goods != [good for good in position.open_goods if good in goods]:
        raise IllegalMove(
            "AW-E.12",
            message(
                "arkwright.open-factories-not-in-order",
                "List one or more of your open factories, each once and in order.",
            ),
        )
    for run in command.runs:
        if not 0 <= run.cards <= len(position.player.factories[run.good].workers):
            raise IllegalMove(
                "AW-E.13",
                counted(
                    "arkwright.too-few-worker-cards",
                    "The {good} factory has {count} worker card; you chose {chosen}.",
                    "The {good} factory has {count} worker cards; you chose {chosen}.",
                    good=position.name(run.good),
                    count=len(position.player.factories[run.good].workers),
                    chosen=run.cards,
                ),
            )


def _check_cards(position: Position, command: ExtraProduction) -> None:
    goods = [run.good for run in command.runs]
    if command.overtime:
        if not position.state.options.expert_card_texts:
            raise IllegalMove(
                "AW-E.21", message("arkwright.no-expert-card-texts", "This table doesn't use the expert card texts.")
            )
        position.held("overtime")
        if command.overtime not in goods:
            raise IllegalMove(
                "AW-E.21",
                message("arkwright.overtime-needs-producing-factory", "Use overtime at a factory that produces."),
            )
    for card, good in (("workshop", command.workshop), ("developer", command.developer)):
        if good and not position.holds(card):
            raise IllegalMove(
                "AW-D.42",
                message("arkwright.card-not-held", "You don't hold the {card} card.", card=position.name(card)),
            )
        if good not in goods and (good or position.holds(card)):
            raise IllegalMove(
                "AW-D.42",
                message(
                    "arkwright.card-needs-producing-factory",
                    "Choose a producing factory for the {card} card.",
                    card=position.name(card),
                ),
            )


# --------------------------------------------------------------------------------------------------------------------
# Goods and warehouses
# --------------------------------------------------------------------------------------------------------------------


def _made(position: Position, run: Run, overtime: str) -> int:
    extra = position.components.card_effects.overtime_goods if overtime == run.good else 0
    return capacity(position.components, run.good, position.player.factories[run.good], run.cards) + extra


def _stored(position: Position, good: str) -> int:
    return sum(warehouse.goods for warehouse in position.player.warehouses if warehouse.good == good)


def _available(position: Position, command: ExtraProduction) -> dict[str, int]:
    """Return the goods available for each factory: produced, and stored before."""
    return {run.good: _made(position, run, command.overtime) + _stored(position, run.good) for run in command.runs}


def _filled(position: Position, uses: Mapping[str, str], available: Mapping[str, int]) -> tuple[Stored, ...] | None:
    """Fill the warehouses in order; return None if one would stay empty or is used elsewhere."""
    left, store = dict(available), []
    for warehouse in position.player.warehouses:
        good = uses.get(warehouse.id)
        if good is None:
            continue
        goods = min(left.get(good, 0), position.components.warehouses[warehouse.id].capacity)
        if not goods:
            return None
        left[good] -= goods
        store.append(Stored(warehouse.id, good, goods))
    return tuple(store) if len(store) == len(uses) else None


def _all_stored(position: Position, uses: Mapping[str, str], available: Mapping[str, int]) -> bool:
    """Return whether nothing is lost, or every warehouse that is free for these goods is used (AW-E.14)."""
    room = dict.fromkeys(available, 0)
    for name, good in uses.items():
        room[good] += position.components.warehouses[name].capacity
    if all(room[good] >= goods for good, goods in available.items()):
        return True
    free = (house.id for house in position.player.warehouses if house.good in ("", *available))
    return all(name in uses for name in free)


@as_tree
def _stores(position: Position, goods: tuple[tuple[str, int], ...]) -> Iterator[Combination]:
    """Yield every legal use of warehouses: by warehouse its factory; ``goods`` are those available, by factory."""
    available = dict(goods)
    names = [warehouse.id for warehouse in position.player.warehouses]
    for chosen in product((_AS_IT_IS, *available), repeat=len(names)):
        uses = {name: good for name, good in zip(names, chosen, strict=True) if good != _AS_IT_IS}
        if _filled(position, uses, available) is not None and _all_stored(position, uses, available):
            yield chosen


# --------------------------------------------------------------------------------------------------------------------
# The account
# --------------------------------------------------------------------------------------------------------------------


def _costs(position: Position, command: ExtraProduction, run: Run) -> FactoryCosts:
    return costs(
        position.components,
        position.player,
        run.good,
        wage(position.components, position.state),
        cards=run.cards,
        developer=command.developer == run.good,
        workshop=command.workshop == run.good,
    )


def _account(position: Position, command: ExtraProduction, uses: dict[str, str]) -> ExtraProduced:
    kept = {run.good: sum(stored.goods for stored in command.store if stored.good == run.good) for run in command.runs}
    effects = position.components.card_effects
    runs = tuple(
        ExtraRun(
            good=run.good,
            cards=run.cards,
            produced=_made(position, run, command.overtime),
            overtime=effects.overtime_goods if command.overtime == run.good else 0,
            stored_before=_stored(position, run.good),
            stored=kept[run.good],
            lost=_made(position, run, command.overtime) + _stored(position, run.good) - kept[run.good],
            costs=_costs(position, command, run),
        )
        for run in command.runs
    )
    cost = sum(run.costs.total for run in runs)
    emergency, paid = payment(position, position.player.funds, cost)
    discarded, place = position.discarding("overtime") if command.overtime else (None, None)
    return ExtraProduced(
        seat=position.seat,
        runs=runs,
        store=command.store,
        taken_away=tuple(lost for lost in taken_away(position, uses) if lost.good not in kept),
        cost=cost,
        emergency=emergency,
        paid=paid,
        discarded=discarded,
        discarded_to=place,
        workshop=command.workshop,
        developer=command.developer,
        pending=position.after_action(),
    )


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------


@as_tree
def _runs(position: Position) -> Iterator[Combination]:
    """Return whether an open factory may produce, and with how many worker cards, in all combinations."""
    numbers = [
        (_NOT, *map(str, range(len(position.player.factories[good].workers) + 1))) for good in position.open_goods
    ]
    return (chosen for chosen in product(*numbers) if any(value != _NOT for value in chosen))


def script_extra_production(position: Position) -> Script:
    """Ask for the factories, the cards that serve them, the warehouses."""
    chosen = yield from one_by_one(_runs(position), (_run_question(position, good) for good in position.open_goods))
    runs = tuple(
        Run(good, int(cards)) for good, cards in zip(position.open_goods, chosen, strict=True) if cards != _NOT
    )
    goods = tuple(run.good for run in runs)
    overtime = ""
    if position.state.options.expert_card_texts and position.holds("overtime"):
        overtime = yield _serves(position, "overtime", (_NOBODY, *goods))
    command = ExtraProduction(runs=runs, overtime="" if overtime == _NOBODY else overtime)
    workshop = (yield _serves(position, "workshop", goods)) if position.holds("workshop") else ""
    developer = (yield _serves(position, "developer", goods)) if position.holds("developer") else ""
    store = yield from _ask_store(position, _available(position, command))
    return ExtraProduction(runs=runs, overtime=command.overtime, workshop=workshop, developer=developer, store=store)


def _ask_store(position: Position, available: dict[str, int]) -> Any:
    houses = position.player.warehouses

    def question(name: str) -> Question:
        prompt = message(
            "arkwright.choose-warehouse-use",
            "{warehouse}: which factory will use it?",
            warehouse=words.warehouse(position.components, name),
        )
        return Question(prompt, _store_label(position), lambda _: (f"warehouse:{name}",), usual=lambda: (_AS_IT_IS,))

    chosen = yield from one_by_one(
        _stores(position, tuple(available.items())), (question(house.id) for house in houses)
    )
    uses = {house.id: good for house, good in zip(houses, chosen, strict=True) if good != _AS_IT_IS}
    return _filled(position, uses, available)


def _store_label(position: Position) -> Any:
    def label(value: str) -> Message:
        return (
            message("arkwright.leave-warehouse", "No factory")
            if value == _AS_IT_IS
            else message("arkwright.good", "{good}", good=position.name(value))
        )

    return label


def _run_question(position: Position, good: str) -> Question:
    def label(value: str) -> Message:
        if value == _NOT:
            return message("arkwright.do-not-produce", "No production")
        goods = capacity(position.components, good, position.player.factories[good], int(value))
        return message(
            "arkwright.produce-with-worker-cards",
            "Worker cards used: {cards}; goods produced: {goods}",
            cards=int(value),
            goods=goods,
        )

    prompt = message("arkwright.choose-extra-production", "Will the {good} factory produce?", good=position.name(good))
    return Question(prompt, label, lambda _: (f"factory:{good}",), usual=lambda: (_NOT,))


def _serves(position: Position, card: str, goods: tuple[str, ...]) -> Any:
    def label(value: str) -> Message:
        return (
            message("arkwright.do-not-use-card", "Keep the card")
            if value == _NOBODY
            else message("arkwright.good", "{good}", good=position.name(value))
        )

    prompt = message(
        "arkwright.choose-factory-served", "Which factory will the {card} card serve?", card=position.name(card)
    )
    return Question(prompt, label, lambda _: (f"card:{card}",), usual=lambda: (_NOBODY,)).choose(goods)
