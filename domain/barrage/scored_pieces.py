"""The pieces that scorings count one by one, each with its place on the board.

An expansion adds the pieces of its own counts and facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from domain.barrage.bonus_and_objective import basins
from domain.barrage.construction.build import income_of
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.position import Position
from domain.barrage.model import facts
from domain.barrage.model.changes import Gained
from domain.barrage.model.pieces import AREAS
from domain.barrage.model.state import State
from domain.barrage.narration import words
from domain.barrage.narration.sentences import resources
from domain.barrage.scoring import energy_income, ranking_points
from domain.message import Message, counted, message
from domain.presentation import Itemised, ScoredPiece


class Piece(NamedTuple):
    """Something that a bonus or objective tile counts: its name, how often it counts, and its drawn part if any."""

    told: Message
    times: int
    part: str


Pieces = Iterator[Piece]
Counted = dict[str, Callable[[Position], Pieces]]
"""The pieces of each count of bonus and objective tiles (:class:`domain.barrage.engine.parts.Count`)."""
OfFact = Callable[[Position, Any, Counted, int], Iterator[ScoredPiece]]
"""The pieces of a seat from its position before a fact, which brings it so many points."""

# --------------------------------------------------------------------------------------------------------------------
# Counts of bonus and objective tiles
# --------------------------------------------------------------------------------------------------------------------


def _site(told: Message, site: str, count: int = 1) -> Piece:
    return Piece(told, count, f"site:{site}")


def _bases(position: Position) -> Pieces:
    for site in position.own_dams:
        yield _site(message("barrage.counted-base", "Base {site}", site=site), site)


def _elevations(position: Position) -> Pieces:
    for site, dam in position.own_dams.items():
        if many := dam.level - 1:
            said = counted(
                "barrage.counted-elevations", "{count} elevation on {site}", "{count} elevations on {site}",
                count=many, site=site,
            )  # fmt: skip
            yield _site(said, site, many)


def _conduits(position: Position) -> Pieces:
    for site in position.own_sites(position.components.conduit_site):
        yield _site(message("barrage.counted-conduit", "Conduit {site}", site=site), site)


def _powerhouses(position: Position) -> Pieces:
    for site in position.own_powerhouses:
        yield _site(message("barrage.counted-powerhouse", "Powerhouse {site}", site=site), site)


def _structures(position: Position) -> Pieces:
    yield from (*_bases(position), *_elevations(position), *_conduits(position), *_powerhouses(position))


def _contracts(position: Position) -> Pieces:
    for id in position.company.fulfilled:
        if id in position.components.contract:
            yield Piece(words.contract(position.components, id), 1, "")


def _advanced_tiles(position: Position) -> Pieces:
    known = position.components.tile
    for id in (*position.company.tiles, *(segment.tile for segment in position.company.wheel)):
        if id in known and known[id].level is not None:
            yield Piece(words.tile(position.components, id), 1, "")


def _red_sites(position: Position) -> Pieces:
    known = position.components
    for piece in (*_bases(position), *_powerhouses(position)):
        site = piece.part.partition(":")[2]
        if (known.base_site.get(site) or known.powerhouse_site[site]).red:
            yield piece


def _basin_of(position: Position, piece: Piece) -> int:
    known, site = position.components, piece.part.partition(":")[2]
    return (known.base_site.get(site) or known.powerhouse_site.get(site) or known.conduit_site[site]).basin


def _in_area(choose: Callable[..., int]) -> Callable[[Position], Pieces]:
    """Return the function that tells the structures in the area with the most or the fewest."""

    def pieces(position: Position) -> Pieces:
        by_area: dict[str, list[Piece]] = {area: [] for area in AREAS}
        for piece in _structures(position):
            by_area[position.components.basin[_basin_of(position, piece)].area].append(piece)
        totals = {area: sum(piece.times for piece in found) for area, found in by_area.items()}
        wanted = choose(totals.values())
        yield from by_area[next(area for area in AREAS if totals[area] == wanted)]

    return pieces


def _connected_bases(position: Position) -> Pieces:
    powered, known = position.own_powerhouses.values(), position.components.conduit_site
    sources = {known[site].basin for site in position.own_sites(known) if known[site].to_basin in powered}
    for piece in _bases(position):
        if _basin_of(position, piece) in sources:
            yield piece


def _basins_with(least: int) -> Callable[[Position], Pieces]:
    def pieces(position: Position) -> Pieces:
        for basin, many in basins(position).items():
            if many >= least:
                yield Piece(message("barrage.basin", "Basin {id}", id=basin), 1, f"basin:{basin}")

    return pieces


COUNTED: Counted = {
    "contracts": _contracts,
    "bases": _bases,
    "elevations": _elevations,
    "conduits": _conduits,
    "powerhouses": _powerhouses,
    "advanced_tiles": _advanced_tiles,
    "red_sites": _red_sites,
    "strongest_area": _in_area(max),
    "connected_bases": _connected_bases,
    "weakest_area": _in_area(min),
    "basins_with_1": _basins_with(1),
    "basins_with_3": _basins_with(3),
}

# --------------------------------------------------------------------------------------------------------------------
# Scorings
# --------------------------------------------------------------------------------------------------------------------


def _income(position: Position, fact: facts.IncomeGained, known: Counted, points: int) -> Iterator[ScoredPiece]:
    """Tell the revealed incomes that bring VP; an automa also gets its credits as VP (TA-1.1)."""
    for structure, built in position.company.built.items():
        for ordinal, reward in income_of(position, structure).items():
            told = ("vp", "credits") if position.company.automa else ("vp",)
            gained = sum(effect.amount for effect in reward if effect.name in told)
            if built >= ordinal and gained:
                said = message(
                    "barrage.scored-income",
                    "Income of {structure} {number}",
                    structure=words.STRUCTURE[structure],
                    number=ordinal,
                )
                yield ScoredPiece(position.seat, said, gained, f"income:{structure}/{ordinal}", on_mat=True)


def _energy(position: Position, fact: facts.EnergyScored, known: Counted, points: int) -> Iterator[ScoredPiece]:
    """Tell the VP for the most and second most energy, and those for the place on the track (BA-20.1 to BA-20.4)."""
    track, energy = position.components.energy_track, position.company.energy
    ranked = ranking_points(track, [company.energy for company in position.state.companies])[position.seat]
    reached = energy_income(track, energy)
    part = f"energy:{reached.energy}"
    if ranked:
        said = message("barrage.scored-energy-rank", "Rank with {energy} energy", energy=energy)
        yield ScoredPiece(position.seat, said, ranked, part)
    if reached.vp:
        said = message("barrage.scored-energy-place", "Place on the energy track: {energy} energy", energy=energy)
        yield ScoredPiece(position.seat, said, reached.vp, part)
    if rest := points - ranked - reached.vp:
        yield ScoredPiece(
            position.seat, message("barrage.scored-energy-credits", "Credits for energy, counted as VP"), rest, part
        )


def _bonus(position: Position, fact: facts.BonusScored, known: Counted, points: int) -> Iterator[ScoredPiece]:
    """Tell the pieces that the bonus tile counts, and the VP lost for missing sections (BA-20.6 to BA-20.8)."""
    tile = position.components.bonus_tile[fact.tile]
    pieces = list(known[tile.counts](position))
    for piece in pieces:
        yield ScoredPiece(position.seat, piece.told, piece.times * tile.vp_each, piece.part)
    if missing := points - sum(piece.times for piece in pieces) * tile.vp_each:
        yield ScoredPiece(
            position.seat,
            message("barrage.scored-missing-sections", "Missing sections of the energy track"),
            missing,
            f"bonus:{position.state.round}",
        )


def _objective(position: Position, fact: facts.ObjectiveScored, known: Counted, points: int) -> Iterator[ScoredPiece]:
    """Tell the VP of the place, and what the objective counts (BA-22.2)."""
    said = message(
        "barrage.scored-objective-place",
        "Objective ({objective}): {count}",
        objective=words.objective(position.components, fact.tile),
        count=fact.counts[position.seat],
    )
    yield ScoredPiece(position.seat, said, points, "objective")
    for piece in known[position.components.objective_tile[fact.tile].counts](position):
        yield ScoredPiece(position.seat, piece.told, None, piece.part)


def _resources(position: Position, fact: facts.ResourcesScored, known: Counted, points: int) -> Iterator[ScoredPiece]:
    company = position.company
    stock = resources(company.credits, company.excavators, company.mixers)
    said = message(
        "barrage.scored-stock", "{resources}: 1 VP for every {count}",
        resources=stock, count=position.constants.resources_per_vp,
    )  # fmt: skip
    yield ScoredPiece(position.seat, said, points, f"player:{position.seat}")


def _water(position: Position, fact: facts.WaterScored, known: Counted, points: int) -> Iterator[ScoredPiece]:
    for site, dam in position.own_dams.items():
        if dam.drops:
            said = counted(
                "barrage.scored-drops", "{count} drop in dam {site}", "{count} drops in dam {site}",
                count=dam.drops, site=site,
            )  # fmt: skip
            yield ScoredPiece(position.seat, said, dam.drops * position.constants.vp_per_drop, f"site:{site}")


OF_FACTS: dict[type[Any], OfFact] = {
    facts.IncomeGained: _income,
    facts.EnergyScored: _energy,
    facts.BonusScored: _bonus,
    facts.ObjectiveScored: _objective,
    facts.ResourcesScored: _resources,
    facts.WaterScored: _water,
}


def itemised(edition: Edition, of_facts: Mapping[type[Any], OfFact], known: Counted) -> Itemised:
    """Return the pieces of all scorings of these facts."""
    return Itemised(tuple(of_facts), partial(_pieces, edition, of_facts, known))


def _pieces(
    edition: Edition, of_facts: Mapping[type[Any], OfFact], known: Counted, state: State, fact: Any
) -> Iterator[ScoredPiece]:
    for seat in range(len(state.companies)):
        gained = [change.vp for change in fact.changes if isinstance(change, Gained) and change.seat == seat]
        if any(gained):
            yield from of_facts[type(fact)](Position(edition, state, seat), fact, known, sum(gained))
