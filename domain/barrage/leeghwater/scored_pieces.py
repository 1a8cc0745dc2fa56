"""The pieces that bonus tiles and scorings of the expansion count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.barrage import contracts
from domain.barrage.engine.position import Position
from domain.barrage.leeghwater import words
from domain.barrage.leeghwater.buildings import activated
from domain.barrage.leeghwater.facts import BuildingsScored
from domain.barrage.model.leeghwater.components import leeghwater
from domain.barrage.scored_pieces import Counted, OfFact, Piece, Pieces, fulfilled
from domain.message import Term, message
from domain.presentation import Item


def _works(position: Position) -> Pieces:
    known = position.components
    return (fulfilled(words.work(known, id)) for id in contracts.fulfilled(position, leeghwater(known).external_work))


def _buildings(position: Position) -> Pieces:
    for site in position.own_sites(leeghwater(position.components).building_site):
        yield Piece(message("leeghwater.counted-building", "Building site {site}", site=site), site=site)


def _scored(position: Position, fact: BuildingsScored, known: Counted, points: int) -> Iterator[Item]:
    for building in activated(position):
        text = message("leeghwater.building-name", "{building}", building=Term(building.name))
        yield Item(position.seat, text, building.vp, f"building:{building.id}")


COUNTED: Counted = {"external_works": _works, "buildings": _buildings}
OF_FACTS: dict[type[Any], OfFact] = {BuildingsScored: _scored}
