"""Commands that a click on a part of a Brass board, or an action, may mean, to find the reason for a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from domain.brass.build import CardCheck, next_payable, permits
from domain.brass.consumption import Stock
from domain.brass.engine.position import AnyPosition, place_of
from domain.brass.model.commands import MARKET, Build, Develop
from domain.brass.model.commands import Network as AnyNetwork
from domain.brass.narration.questions import hand
from domain.brass.network import coal_for_first
from domain.game import Command

Tries = Callable[[Any], Iterable[Command]]


def tries(
    check: CardCheck, network: type[AnyNetwork], own: Mapping[str, Tries], position: AnyPosition, about: str
) -> Iterable[Command]:
    """Return the candidates. ``own``: commands of this game only, by action; ``check`` and ``network``: its cards and
    links.
    """
    kind, _, name = about.partition(":")
    if not hand(position):
        return ()
    known = name in {"slot": position.icons, "link": position.map.ends, "mat": position.components.tiles}.get(kind, ())
    match kind:
        case "slot" if known:
            return _builds(position, check, ((industry, name) for industry in position.icons[name]))
        case "place":
            slots = [slot for slot in position.icons if place_of(slot) == name]
            return _builds(position, check, ((industry, slot) for slot in slots for industry in position.icons[slot]))
        case "mat" if known:
            return _builds(position, check, ((name, slot) for slot in position.components.showing[name]))
        case "link" if known:
            return [_link(position, network, name)]
        case "action":
            common: Mapping[str, Tries] = {
                "build": partial(_every_build, check=check),
                "network": partial(_every_link, network=network),
                "develop": _every_develop,
            }
            return {**common, **own}[name](position) if name in {**common, **own} else ()
    return ()


def any_card(position: AnyPosition) -> str:
    """Return a card to discard, if the choice does not matter."""
    return hand(position)[0]


def _every_build(position: AnyPosition, check: CardCheck) -> Iterator[Command]:
    icons = position.icons.items()
    return _builds(position, check, ((industry, slot) for slot, industries in icons for industry in industries))


def _builds(position: AnyPosition, check: CardCheck, sites: Iterable[tuple[str, str]]) -> Iterator[Command]:
    """Yield builds, each with the best card of the hand and the first cubes available."""
    for industry, slot in sites:
        fitting = (card for card in hand(position) if permits(partial(check, position, card, industry, slot)))
        coal, iron = _sources(position, industry, slot)
        yield Build(card=next(fitting, any_card(position)), industry=industry, slot=slot, coal=coal, iron=iron)


def _sources(position: AnyPosition, industry: str, slot: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return sources of the coal and the iron for the industry's next tile; none if there is no such tile."""
    tile = next_payable(position, industry)
    if tile is None:
        return (), ()
    stock = Stock.of(position).without(slot)
    distances = position.network.distances(place_of(slot))
    coal, iron = [], []
    for _ in range(tile.coal):
        coal.append((*stock.coal_sources(distances), MARKET)[0])
        stock.take_coal(coal[-1])
    for _ in range(tile.iron):
        iron.append((*stock.iron_sources(), MARKET)[0])
        stock.take_iron(iron[-1])
    return tuple(coal), tuple(iron)


def _every_link(position: AnyPosition, network: type[AnyNetwork]) -> Iterator[Command]:
    return (_link(position, network, line.id) for line in position.components.lines_of[position.state.era])


def _link(position: AnyPosition, network: type[AnyNetwork], line: str) -> Command:
    coal = () if position.state.era == "canal" else (*coal_for_first(position, line), MARKET)[:1]
    return network(card=any_card(position), links=(line,), coal=coal)


def _every_develop(position: AnyPosition) -> Iterator[Command]:
    iron = (*Stock.of(position).iron_sources(), MARKET)[:1]
    for industry, levels in position.player.mat.items():
        if levels:
            yield Develop(card=any_card(position), industries=(industry,), iron=iron)
