"""Recovery of the command that led to a fact, for audits: the part that both Brass games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.brass.model import facts
from domain.brass.model.commands import MARKET, Develop, EndTurn, Pass, RemoveTile
from domain.brass.model.facts import SUPPLY, Taken
from domain.game import Command

Read = Callable[[Any], Command | None]
"""Returns the command that led to a fact, or None for a fact that followed from another."""


def source(taken: Taken) -> str:
    """Return the command's source of a cube or barrel."""
    return MARKET if taken.source == SUPPLY else taken.source


def sources(takings: Iterable[Taken]) -> tuple[str, ...]:
    """Return the command's sources."""
    return tuple(map(source, takings))


def building(fact: facts.Built) -> dict[str, Any]:
    """Return the fields of a build command that both games have."""
    return {
        "card": fact.card,
        "industry": fact.industry,
        "slot": fact.slot,
        "coal": sources(fact.coal),
        "iron": sources(fact.iron),
    }


def linking(fact: facts.Linked) -> dict[str, Any]:
    """Return the fields of a network command that both games have."""
    return {
        "card": fact.card,
        "links": tuple(laid.line for laid in fact.links),
        "coal": sources(laid.coal for laid in fact.links if laid.coal),
    }


def _developed(fact: facts.Developed) -> Command:
    return Develop(card=fact.card, industries=tuple(tile.industry for tile in fact.removed), iron=sources(fact.iron))


def _passed(fact: facts.Passed) -> Command:
    return Pass(card=fact.card)


def _turn_ended(fact: facts.TurnEnded) -> Command:
    return EndTurn()


def _tile_removed(fact: facts.TileRemoved) -> Command | None:
    return RemoveTile(slot=fact.slot) if fact.chosen else None


_SHARED: dict[type[Any], Read] = {
    facts.Developed: _developed,
    facts.Passed: _passed,
    facts.TurnEnded: _turn_ended,
    facts.TileRemoved: _tile_removed,
}


def recovering(own: Mapping[type[Any], Read], every: Iterable[type[Any]]) -> Read:
    """Return the function that recovers a game's commands: its own for a kind of fact, or the shared one of its base
    class.
    """
    shared = {fact: read for fact in every for base, read in _SHARED.items() if issubclass(fact, base)}
    reads = shared | dict(own)

    def recover(fact: Any) -> Command | None:
        read = reads.get(type(fact))
        return read(fact) if read else None

    return recover
