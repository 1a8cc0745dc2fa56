"""The other actions of the right column: workshop, machinery shop, patent office, external works, bank (TA-10 to
TA-14).
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.barrage.automa.actions import engineers
from domain.barrage.automa.race import Race
from domain.barrage.automa.sight import Attempt, Deed, Failure, Sight
from domain.barrage.construction import wheel
from domain.barrage.engine.course import Course
from domain.barrage.engine.position import Position
from domain.barrage.leeghwater import works
from domain.barrage.leeghwater.setup import WORKS
from domain.barrage.model.automa.components import Line
from domain.barrage.model.changes import Gained, Taken
from domain.barrage.model.leeghwater.components import ExternalWork, leeghwater
from domain.barrage.model.pieces import Tile
from domain.barrage.model.state import PATENTS

# --------------------------------------------------------------------------------------------------------------------
# Workshop and machinery shop
# --------------------------------------------------------------------------------------------------------------------


def consider_workshop(sight: Sight, line: Line) -> Attempt:
    """Try the workshop: there must be something on the wheel (TA-10.1)."""
    if all(segment.empty for segment in sight.position.company.wheel):
        return Failure("TA-10.1")

    def do(course: Course) -> None:
        if line.vp:
            course.change(Gained(seat=sight.seat, vp=-line.vp))
        wheel.turn(course, sight.seat, line.rotate or 0)

    return Deed(engineers.first_free(sight.position, "workshop"), do)


def consider_machinery_shop(sight: Sight, line: Line) -> Attempt:
    """Try the machinery shop: not in the last round (TA-11.1)."""
    position, gain = sight.position, line.gain
    if position.state.round == position.constants.rounds:
        return Failure("TA-11.1")
    assert gain is not None
    excavators, mixers = machinery_of_choice(position, gain.machinery)
    gained = Gained(seat=sight.seat, vp=-line.vp, excavators=gain.excavators + excavators, mixers=gain.mixers + mixers)
    return Deed(engineers.first_free(position, "machinery_shop"), lambda course: course.change(gained))


def machinery_of_choice(position: Position, many: int) -> tuple[int, int]:
    """Return excavators and mixers, one by one of the type of which there are fewer (TA-11.4, TA-15.3).

    With the officer who builds conduits with mixers it is always a mixer (TA-27.5).
    """
    if position.figure("conduit_mixers_per_value"):
        return 0, many
    excavators, mixers = 0, 0
    for _ in range(many):
        if position.company.mixers + mixers < position.company.excavators + excavators:
            mixers += 1
        else:
            excavators += 1
    return excavators, mixers


# --------------------------------------------------------------------------------------------------------------------
# Patent office
# --------------------------------------------------------------------------------------------------------------------


def _displayed(position: Position) -> list[Tile]:
    return [position.components.tile[tile] for tile in position.state.displays.get(PATENTS, ()) if tile]


def highest_tile(sight: Sight, tiles: Sequence[Tile], rule: str) -> str:
    """Return the tile of the highest level; of equal ones the first (TA-12.4, TA-15.11)."""
    levels = {tile.id: tile.level or 0 for tile in tiles}

    def highest(race: Race) -> None:
        race.highest(rule, levels.__getitem__)

    def first(race: Race) -> None:
        race.keep(rule, race.left[:1])

    return sight.run("tile", list(levels), highest, first)


def any_tile(sight: Sight) -> str | None:
    """Return the tile that a reward brings (TA-15.11)."""
    tiles = _displayed(sight.position)
    return highest_tile(sight, tiles, "TA-15.11") if tiles else None


def consider_patent_office(sight: Sight, line: Line) -> Attempt:
    """Try the patent office: a tile for the structure must be displayed, or else a wild one (TA-12.1, TA-12.4)."""
    tiles = _displayed(sight.position)
    suitable = [tile for tile in tiles if tile.builds == line.structure] or [
        tile for tile in tiles if tile.builds == "any"
    ]
    if not suitable:
        return Failure("TA-12.1")
    tile = highest_tile(sight, suitable, "TA-12.4")

    def do(course: Course) -> None:
        course.change(Gained(seat=sight.seat, vp=-line.vp))
        course.change(Taken(seat=sight.seat, display=PATENTS, item=tile, to="tiles"))

    return Deed(engineers.first_free(sight.position, "patent_office"), do)


# --------------------------------------------------------------------------------------------------------------------
# External works
# --------------------------------------------------------------------------------------------------------------------


def payable_work(sight: Sight, order: Sequence[int]) -> tuple[ExternalWork, str] | None:
    """Return the first work in this order that the supply can pay, and its space (TA-13.1, TA-13.2)."""
    position, figures = sight.position, leeghwater(sight.position.components)
    displayed = position.state.displays.get(WORKS, [])
    company = position.company
    payable: dict[str, str] = {}
    for place in order:
        work = figures.external_work.get(displayed[place - 1]) if place <= len(displayed) else None
        if work and work.cost.excavators <= company.excavators and work.cost.mixers <= company.mixers:
            payable[work.id] = figures.work_spaces[place - 1].id
    if not payable:
        return None

    def first(race: Race) -> None:
        race.keep("TA-13.2", race.left[:1], "-".join(map(str, order)))

    chosen = sight.run("work", list(payable), first)
    return figures.external_work[chosen], payable[chosen]


def consider_external_works(sight: Sight, line: Line) -> Attempt:
    """Try the external works: one must be payable; its machinery is lost (TA-13.4)."""
    found = payable_work(sight, line.order)
    if found is None:
        return Failure("TA-13.1")
    work, space = found
    return Deed(space, lambda course: works.discard(course, sight.seat, work))


# --------------------------------------------------------------------------------------------------------------------
# Bank
# --------------------------------------------------------------------------------------------------------------------


def consider_bank(sight: Sight, line: Line) -> Attempt:
    """Try the bank, which is always possible (TA-14.1)."""
    assert line.gain is not None
    gained = Gained(seat=sight.seat, vp=line.gain.vp)
    return Deed(engineers.first_free(sight.position, "bank"), lambda course: course.change(gained))
