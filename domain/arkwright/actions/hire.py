"""Action 2: hire workers (AW-6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from domain.arkwright.engine.asking import LEAST_FIRST, Combination, Question, as_tree, none_or_at, number, one_by_one
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Hire
from domain.arkwright.model.factories import in_order
from domain.arkwright.model.facts import Hired, NewWorker
from domain.arkwright.model.market import lowered_demand, raised_wage
from domain.game import Fact, IllegalMove, Script
from domain.message import counted, message


def _room(position: Position, good: str) -> int:
    """Return how many worker cards can be added to a factory."""
    factory = position.player.factories.get(good)
    last_era = position.state.era == len(position.components.eras)
    if factory is None or (last_era and not position.to_be_produced(good)):
        return 0
    return len(position.components.worker_cards[good]) - len(factory.workers)


def decide_hire(position: Position, command: Hire) -> list[Fact]:
    """Add worker cards; demand falls and wages rise once (AW-6.6, AW-6.7)."""
    if not command.workers or command.workers != in_order(position.components, command.workers):
        raise IllegalMove(
            "AW-6.1",
            message(
                "arkwright.worker-cards-not-in-order", "List one good for each worker card, in the order of the rounds."
            ),
        )
    new: list[NewWorker] = []
    for good in dict.fromkeys(command.workers):
        _check(position, good, command.workers.count(good))
        present = len(position.player.factories[good].workers)
        for place in range(present, present + command.workers.count(good)):
            card = position.components.worker_cards[good][place]
            side = card.side_in(position.state.era)
            new.append(NewWorker(good, place + 1, side, card.workers, card.goods[side]))
    return [
        Hired(
            seat=position.seat,
            workers=tuple(new),
            demand=lowered_demand(position.components, position.state),
            wage_space=raised_wage(position.components, position.state),
            pending=position.after_action(),
        )
    ]


def _check(position: Position, good: str, cards: int) -> None:
    factory = position.player.factories.get(good)
    if factory is None:
        raise IllegalMove(
            "AW-6.8",
            message("arkwright.no-open-factory", "You have no open {good} factory.", good=position.name(good)),
        )
    if len(factory.workers) + cards > len(position.components.worker_cards[good]):
        raise IllegalMove(
            "AW-6.2",
            counted(
                "arkwright.no-room-for-worker-cards",
                "The {good} factory has room for {count} more worker card; you chose {chosen}.",
                "The {good} factory has room for {count} more worker cards; you chose {chosen}.",
                good=position.name(good),
                count=len(position.components.worker_cards[good]) - len(factory.workers),
                chosen=cards,
            ),
        )
    if cards > _room(position, good):
        raise IllegalMove(
            "AW-6.5",
            message(
                "arkwright.no-more-production-this-era",
                "{good} will not be produced again in this era.",
                good=position.name(good),
            ),
        )


@as_tree
def _combinations(position: Position) -> Iterator[Combination]:
    numbers = [range(_room(position, good) + 1) for good in position.open_goods]
    return (tuple(map(str, chosen)) for chosen in product(*numbers) if any(chosen))


def can_hire(position: Position) -> bool:
    """Return whether a worker card can be added."""
    return any(_room(position, good) for good in position.open_goods)


def script_hire(position: Position) -> Script:
    """Ask for the number of worker cards at each open factory."""

    def question(good: str) -> Question:
        prompt = message(
            "arkwright.choose-worker-cards",
            "How many worker cards will you add to the {good} factory?",
            good=position.name(good),
        )
        return Question(prompt, number, none_or_at(f"factory:{good}"), usual=lambda: LEAST_FIRST, counts=True)

    goods = position.open_goods
    chosen = yield from one_by_one(_combinations(position), map(question, goods))
    return Hire(workers=tuple(good for good, cards in zip(goods, chosen, strict=True) for _ in range(int(cards))))
