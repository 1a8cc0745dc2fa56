"""The pieces that scorings count one by one, each with its place on the board.

An expansion adds the pieces of its own counts and facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from domain.barrage import contracts
from domain.barrage.bonus_and_objective import basins_with, by_area, connected_bases, red_sites
from domain.barrage.effects import gains
from domain.barrage.engine.course import exchanged
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.position import Position
from domain.barrage.model import facts
from domain.barrage.model.changes import Gained
from domain.barrage.model.pieces import Reward
from domain.barrage.model.state import State
from domain.barrage.narration import words
from domain.barrage.narration.sentences import resources
from domain.barrage.rounds import revealed_incomes
from domain.barrage.scoring import energy_income, ranking_points
from domain.message import Message, counted, message
from domain.presentation import Item, Itemised


class Piece(NamedTuple):
    """Something that a bonus or objective tile counts: its name, how often it counts, and its place: a site or a whole
    basin of the map, or a part of the company's mat.
    """

    text: Message
    times: int = 1
    site: str = ""
    basin: int | None = None
    """The basin, of a site on the map too."""
    on_mat: str = ""
    """The part of the mat."""

    @property
    def part(self) -> str:
        """The drawn part."""
        return self.on_mat or (f"site:{self.site}" if self.site else f"basin:{self.basin}")


Pieces = Iterator[Piece]
Counted = dict[str, Callable[[Position], Pieces]]
"""The pieces of each count of bonus and objective tiles (:class:`domain.barrage.engine.parts.Count`)."""
OfFact = Callable[[Position, Any, Counted, int], Iterator[Item]]
"""The items of a seat from its position before a fact, which brings it so many points."""

# --------------------------------------------------------------------------------------------------------------------
# Counts of bonus and objective tiles
# --------------------------------------------------------------------------------------------------------------------


def _base(position: Position, site: str) -> Piece:
    basin = position.components.base_site[site].basin
    return Piece(message("barrage.counted-base", "Base {site}", site=site), site=site, basin=basin)


def _powerhouse(position: Position, site: str) -> Piece:
    basin = position.components.powerhouse_site[site].basin
    return Piece(message("barrage.counted-powerhouse", "Powerhouse {site}", site=site), site=site, basin=basin)


def _bases(position: Position) -> Pieces:
    return (_base(position, site) for site in position.own_dams)


def _elevations(position: Position) -> Pieces:
    for site, dam in position.own_dams.items():
        if many := dam.level - 1:
            text = counted(
                "barrage.counted-elevations", "{count} elevation on {site}", "{count} elevations on {site}",
                count=many, site=site,
            )  # fmt: skip
            yield Piece(text, many, site, position.components.base_site[site].basin)


def _conduits(position: Position) -> Pieces:
    known = position.components.conduit_site
    for site in position.own_sites(known):
        text = message("barrage.counted-conduit", "Conduit {site}", site=site)
        yield Piece(text, site=site, basin=known[site].basin)


def _powerhouses(position: Position) -> Pieces:
    return (_powerhouse(position, site) for site in position.own_powerhouses)


def _contracts(position: Position) -> Pieces:
    known = position.components
    return (fulfilled(words.contract(known, id)) for id in contracts.fulfilled(position, known.contract))


def fulfilled(text: Message) -> Piece:
    """Return something that the company has fulfilled: it lies face down on the mat."""
    return Piece(text, on_mat="fulfilled")


def _advanced_tiles(position: Position) -> Pieces:
    known = position.components
    return (Piece(words.tile(known, id), on_mat=f"tile:{id}") for id in position.own_advanced_tiles())


def _red_sites(position: Position) -> Pieces:
    for site in red_sites(position):
        yield _base(position, site) if site in position.own_dams else _powerhouse(position, site)


def _in_area(choose: Callable[..., str], position: Position) -> Pieces:
    """Yield the structures in the area with the most or the fewest."""
    basins, totals = position.components.basin, by_area(position)
    chosen = choose(totals, key=lambda area: totals[area])
    for piece in (*_bases(position), *_elevations(position), *_conduits(position), *_powerhouses(position)):
        if piece.basin is not None and basins[piece.basin].area == chosen:
            yield piece


def _connected_bases(position: Position) -> Pieces:
    return (_base(position, site) for site in connected_bases(position))


def _basins_with(least: int, position: Position) -> Pieces:
    for basin in basins_with(least, position):
        yield Piece(message("barrage.basin", "Basin {id}", id=basin), basin=basin)


COUNTED: Counted = {
    "contracts": _contracts,
    "bases": _bases,
    "elevations": _elevations,
    "conduits": _conduits,
    "powerhouses": _powerhouses,
    "advanced_tiles": _advanced_tiles,
    "red_sites": _red_sites,
    "strongest_area": partial(_in_area, max),
    "connected_bases": _connected_bases,
    "weakest_area": partial(_in_area, min),
    "basins_with_1": partial(_basins_with, 1),
    "basins_with_3": partial(_basins_with, 3),
}

# --------------------------------------------------------------------------------------------------------------------
# Scorings
# --------------------------------------------------------------------------------------------------------------------


def _income(position: Position, fact: facts.IncomeGained, known: Counted, points: int) -> Iterator[Item]:
    """Yield the revealed incomes that bring VP, which for an automa are also its credits (TA-1.1)."""
    for structure, ordinal, reward in revealed_incomes(position):
        if gained := _points_of(position, reward):
            text = message(
                "barrage.scored-income",
                "Income of {structure} {number}",
                structure=words.STRUCTURE[structure],
                number=ordinal,
            )
            yield Item(position.seat, text, gained, f"income:{structure}/{ordinal}", on_mat=True)


def _points_of(position: Position, reward: Reward) -> int:
    """Return the VP that a reward brings the company."""
    gained = Gained(seat=position.seat, **gains(position, reward))
    written = exchanged(position.edition, position.state, gained)
    return sum(change.vp for change in written if isinstance(change, Gained) and change.seat == position.seat)


def _energy(position: Position, fact: facts.EnergyScored, known: Counted, points: int) -> Iterator[Item]:
    """Yield the VP for the most and second most energy, and those for the place on the track (BA-20.1 to BA-20.4)."""
    track, energy = position.components.energy_track, position.company.energy
    ranked = ranking_points(track, [company.energy for company in position.state.companies])[position.seat]
    reached = energy_income(track, energy)
    part = f"energy:{reached.energy}"
    if ranked:
        text = message("barrage.scored-energy-rank", "Rank with {energy} energy", energy=energy)
        yield Item(position.seat, text, ranked, part)
    if reached.vp:
        text = message("barrage.scored-energy-place", "Place on the energy track: {energy} energy", energy=energy)
        yield Item(position.seat, text, reached.vp, part)
    if rest := points - ranked - reached.vp:
        yield Item(
            position.seat, message("barrage.scored-energy-credits", "Credits for energy, counted as VP"), rest, part
        )


def _bonus(position: Position, fact: facts.BonusScored, known: Counted, points: int) -> Iterator[Item]:
    """Yield the pieces that the bonus tile counts, and the VP lost for missing sections (BA-20.6 to BA-20.8)."""
    tile = position.components.bonus_tile[fact.tile]
    pieces = list(known[tile.counts](position))
    for piece in pieces:
        yield _counted(position, piece, piece.times * tile.vp_each)
    if missing := points - sum(piece.times for piece in pieces) * tile.vp_each:
        yield Item(
            position.seat,
            message("barrage.scored-missing-sections", "Missing sections of the energy track"),
            missing,
            f"bonus:{position.state.round}",
        )


def _objective(position: Position, fact: facts.ObjectiveScored, known: Counted, points: int) -> Iterator[Item]:
    """Yield the VP of the place, and what the objective counts (BA-22.2)."""
    text = message(
        "barrage.scored-objective-place",
        "Objective ({objective}): {count}",
        objective=words.objective(position.components, fact.tile),
        count=fact.counts[position.seat],
    )
    yield Item(position.seat, text, points, "objective")
    for piece in known[position.components.objective_tile[fact.tile].counts](position):
        yield _counted(position, piece, None)


def _counted(position: Position, piece: Piece, amount: int | None) -> Item:
    return Item(position.seat, piece.text, amount, piece.part, on_mat=bool(piece.on_mat))


def _resources(position: Position, fact: facts.ResourcesScored, known: Counted, points: int) -> Iterator[Item]:
    company = position.company
    stock = resources(company.credits, company.excavators, company.mixers)
    text = message(
        "barrage.scored-stock", "{resources}: 1 VP for every {count}",
        resources=stock, count=position.constants.resources_per_vp,
    )  # fmt: skip
    yield Item(position.seat, text, points, "supply", on_mat=True)


def _water(position: Position, fact: facts.WaterScored, known: Counted, points: int) -> Iterator[Item]:
    for site, dam in position.own_dams.items():
        if dam.drops:
            text = counted(
                "barrage.scored-drops", "{count} drop in dam {site}", "{count} drops in dam {site}",
                count=dam.drops, site=site,
            )  # fmt: skip
            yield Item(position.seat, text, dam.drops * position.constants.vp_per_drop, f"site:{site}")


OF_FACTS: dict[type[Any], OfFact] = {
    facts.IncomeGained: _income,
    facts.EnergyScored: _energy,
    facts.BonusScored: _bonus,
    facts.ObjectiveScored: _objective,
    facts.ResourcesScored: _resources,
    facts.WaterScored: _water,
}


def itemised(edition: Edition, of_facts: Mapping[type[Any], OfFact], known: Counted) -> Itemised:
    """Return the items of all scorings of these facts."""
    return Itemised(tuple(of_facts), partial(_items, edition, of_facts, known))


def _items(
    edition: Edition, of_facts: Mapping[type[Any], OfFact], known: Counted, state: State, fact: Any
) -> Iterator[Item]:
    for seat in range(len(state.companies)):
        gained = [change.vp for change in fact.changes if isinstance(change, Gained) and change.seat == seat]
        if any(gained):
            yield from of_facts[type(fact)](Position(edition, state, seat), fact, known, sum(gained))
