"""Figures of a factory: its price, appeal, capacity, workers, machines and costs (section Formulas)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.arkwright.model.components import Components
from domain.arkwright.model.facts import FactoryCosts
from domain.arkwright.model.pieces import FactorySide, WorkerCard
from domain.arkwright.model.state import Factory, Player, Worker


def side(components: Components, good: str, factory: Factory) -> FactorySide:
    """Return the side that is up: II from level II on (AW-D.7)."""
    return components.factory_side(good, factory.level)


def price(components: Components, good: str, factory: Factory) -> int:
    """Return the price of a good (AW-10.6)."""
    office = components.office_cards[good] if factory.office == "price" else 0
    quality = sum(card.value for card in factory.quality if card.end == "price")
    return side(components, good, factory).spaces[factory.space].price + office + quality


def appeal(components: Components, good: str, factory: Factory) -> int:
    """Return the total appeal (AW-10.5)."""
    office = components.office_cards[good] if factory.office == "appeal" else 0
    quality = sum(card.value for card in factory.quality if card.end == "appeal")
    distribution = factory.distribution.value if factory.distribution else 0
    return side(components, good, factory).spaces[factory.space].appeal + office + quality + distribution


def quality_total(factory: Factory) -> int:
    """Return the total quality of a factory, whichever way the cards are turned."""
    return sum(card.value for card in factory.quality)


def capacity(components: Components, good: str, factory: Factory, cards: int | None = None) -> int:
    """Return the goods made with all worker cards, or with so many of them (AW-12.2, AW-E.13)."""
    workers = zip(components.worker_cards[good], factory.workers[:cards], strict=False)
    return side(components, good, factory).goods + sum(card.goods[worker.side] for card, worker in workers)


def half_automated(card: WorkerCard, worker: Worker) -> bool:
    """Return whether the machine token is on the card (AW-7.3)."""
    return 0 < worker.machines < card.machines


def holds(player: Player, card: str) -> bool:
    """Return whether the player holds a development card of this type."""
    return any(held.type == card for held in player.cards)


def ready(player: Player, card: str) -> bool:
    """Return whether the player holds a development card of this type that is unused in this era (AW-19.2)."""
    return any(held.type == card and not held.used for held in player.cards)


def costs(
    components: Components,
    player: Player,
    good: str,
    wage: int,
    *,
    cards: int | None = None,
    developer: bool,
    workshop: bool,
) -> FactoryCosts:
    """Return the costs of a factory with all worker cards, or so many of them, line by line (AW-14.1, AW-E.15).

    ``developer`` and ``workshop`` tell whether these cards serve this factory (AW-D.42).
    """
    factory, effects = player.factories[good], components.card_effects
    fixed = side(components, good, factory).fixed_cost
    used = list(zip(components.worker_cards[good], factory.workers[:cards], strict=False))
    machines = sum(worker.machines for _, worker in used)
    workers = sum(card.workers for card, _ in used) - machines
    supervised = any(held.type == "supervisor" and held.at == good for held in player.cards)
    upkeep = machines * components.constants.machine_upkeep
    free = min(machines, effects.workshop_machines) * components.constants.machine_upkeep if workshop else 0
    cut = min(workers, effects.supervisor_workers) * min(wage, effects.supervisor_wage_cut) if supervised else 0
    saved = min(fixed, effects.developer_cut) if developer else 0
    return FactoryCosts(
        good=good,
        fixed=fixed,
        developer=saved,
        workers=workers,
        wage=wage,
        wages=workers * wage,
        supervisor=cut,
        machines=machines,
        upkeep=upkeep,
        workshop=free,
        total=fixed - saved + workers * wage - cut + upkeep - free,
    )


def in_order(components: Components, goods: Iterable[str]) -> tuple[str, ...]:
    """Goods in the order of the rounds."""
    chosen = list(goods)
    return tuple(good.id for good in components.goods for _ in range(chosen.count(good.id)))
