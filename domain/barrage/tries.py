"""Commands that a click on a space or a site, or an action, may mean, to find the reason for a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.barrage.construction.costs import Price, affordable, payments, prices
from domain.barrage.construction.engineers import Works, works
from domain.barrage.construction.possible import open_sites
from domain.barrage.construction.tiles import Tool, builds, shown, tools
from domain.barrage.engine.decide import require_to_act
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Section, StructureRule
from domain.barrage.engine.position import Position
from domain.barrage.model import stages
from domain.barrage.model.commands import Construct, Pass, UseSpace
from domain.barrage.model.state import BANK, State
from domain.game import Command


def tries(edition: Edition, state: State, seat: int, about: str) -> Iterable[Command]:
    """Return commands that a click on a part of the drawing, or an action, may mean; none if another
    decision is due.
    """
    if require_to_act(edition, state, seat).kind != stages.TURN:
        return ()
    position = Position(edition, state, seat)
    kind, _, name = about.partition(":")
    match kind:
        case "space":
            return [UseSpace(space=name, engineers=int(name == BANK))]
        case "site":
            return _constructions(position, [name])
        case "action":
            return _actions(position, name)
    return ()


def _actions(position: Position, name: str) -> Iterable[Command]:
    sections = position.edition.all(Section)
    if name in sections:
        return [UseSpace(space=space) for space in sections[name].spaces(position.state)]
    match name:
        case "construct":
            return _constructions(position)
        case "pass":
            return [Pass()]
        case "bank":
            return [UseSpace(space=BANK, engineers=1)]
    return ()


def _constructions(position: Position, only: Sequence[str] = ()) -> Iterator[Command]:
    """Yield every structure on these sites, or on one of each price, with every tile that shows it."""
    for structure in position.edition.all(StructureRule):
        asked = prices(position, structure)
        sites = [site for site in only if site in asked] if only else _one_of_each_price(position, structure)
        fitting = [tool for tool in tools(position) if builds(shown(position, tool), structure)]
        for site in sites:
            for tool in fitting or list(tools(position))[:1]:
                excavators, mixers = _paid(position, asked[site], tool)
                yield Construct(
                    structure=structure,
                    site=site,
                    tile=tool.tile,
                    copies=tool.copies,
                    excavators=excavators,
                    mixers=mixers,
                )


def _one_of_each_price(position: Position, structure: str) -> list[str]:
    """Return one open site of each price, on which only the cost may forbid the structure; all sites if
    none is open.
    """
    asked = prices(position, structure)
    there = [site for site in open_sites(position, structure) if site in asked]
    by_price = {asked[site]: site for site in there or asked}
    return list(by_price.values())


def _paid(position: Position, price: Price, tool: Tool) -> tuple[int, int]:
    """Return a payment that the seat can afford; if there is none, the required machinery."""
    tile = shown(position, tool)
    place = works(position, tile)
    fee = place.fee if isinstance(place, Works) else 0
    return next(iter(affordable(position, price, tile, fee)), None) or max(payments(position, price[0], tile), key=sum)
