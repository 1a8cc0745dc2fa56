"""What somebody may mean by touching a factory, or by an action: commands to be refused with their rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.arkwright.machinery.position import Position
from domain.arkwright.rounds import asked
from domain.arkwright.vocabulary.commands import Automate, Build, Hire, StockExchange
from domain.arkwright.vocabulary.state import State
from domain.game import Command

Tries = Callable[[Position, Sequence[str]], Iterable[Command]]


def _builds(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    for good in goods:
        yield Build(upgrade=(good,)) if good in position.open_goods else Build(build=(good,))


def _hires(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    return (Hire(workers=(good,)) for good in goods)


def _machines(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    """A machine at each worker card; at a factory without any, at its first."""
    for good in goods:
        factory = position.player.factories.get(good)
        cards = len(factory.workers) if factory is not None else 1
        yield from (Automate(machines=(f"{good}/{place}",)) for place in range(1, max(cards, 1) + 1))


def _shares(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    yield from (StockExchange(half_price=1), StockExchange(full_price=1), StockExchange(loans=1))
    yield StockExchange(ships=True)


_ACTIONS: Mapping[str, Tries] = {"build": _builds, "hire": _hires, "automate": _machines, "stock_exchange": _shares}


def tries(state: State, seat: int, about: str) -> Iterable[Command]:
    """Commands that touching a part of the drawing, or an action, may mean; none but in the step of actions."""
    awaited = None if state.finished else asked(state)
    if awaited is None or awaited.kind != "action":
        return ()
    position = Position(state, seat)
    goods = tuple(position.components.worker_cards)
    kind, _, name = about.partition(":")
    if kind == "factory" and name in goods:
        return [command for action in ("build", "hire", "automate") for command in _ACTIONS[action](position, [name])]
    return _ACTIONS[name](position, goods) if kind == "action" and name in _ACTIONS else ()
