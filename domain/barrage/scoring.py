"""The scoring phase (BA-20) and the end of the game (BA-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from domain.barrage.bonus_and_objective import rounded
from domain.barrage.engine.course import Course
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Count, Ending, Following, ObjectivePlaces
from domain.barrage.engine.position import Position
from domain.barrage.model import stages
from domain.barrage.model.changes import Gained
from domain.barrage.model.facts import (
    BonusScored,
    EnergyScored,
    GameEnded,
    ObjectiveScored,
    ResourcesScored,
    WaterScored,
)
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import EnergyCredits, EnergyTrack
from domain.barrage.model.state import DecidedBy, State
from domain.presentation import Place

# --------------------------------------------------------------------------------------------------------------------
# Energy
# --------------------------------------------------------------------------------------------------------------------


def ranking_points(track: EnergyTrack, energies: Sequence[int]) -> list[int]:
    """Return VP by seat for most and second most energy; energy 0 scores nothing (BA-20.1 to BA-20.3)."""
    best, *others = [*sorted({energy for energy in energies if energy}, reverse=True), 0]
    found = Counter(energies)
    points = {0: 0}
    if best:
        if found[best] > 1:
            points[best] = rounded(track.ranking.tied_first_pool, found[best])
        else:
            points[best] = track.ranking.first
            second = others[0]
            if second:
                points[second] = track.ranking.second if found[second] == 1 else track.ranking.tied_second_each
    return [points.get(energy, 0) for energy in energies]


def energy_income(track: EnergyTrack, energy: int) -> EnergyCredits:
    """Return the credits, and the VP lost, for so much energy (BA-20.4)."""
    return [row for row in track.credits if row.energy <= energy][-1]


def follow_energy(course: Course, pending: Pending) -> None:
    """Score VP for most energy, then gain credits by energy (BA-20.4)."""
    track = course.components.energy_track
    energies = [company.energy for company in course.state.companies]
    points = ranking_points(track, energies)
    for seat in course.state.turn_order:
        reached = energy_income(track, energies[seat])
        course.change(Gained(seat=seat, credits=reached.credits, vp=points[seat] + reached.vp))
    course.settle(EnergyScored)


def bonus_points(track: EnergyTrack, round_number: int, energy: int, value: int) -> int:
    """Return the VP of a bonus tile of this full value (BA-20.6 to BA-20.8)."""
    section = sum(start <= energy for start in track.section_starts)
    if not section:
        return 0
    missing = max(0, round_number - section)
    return max(0, value - missing * track.missing_section_vp)


def follow_bonus(course: Course, pending: Pending) -> None:
    """Score the bonus tile of the round (BA-20.5)."""
    state = course.state
    tile = course.components.bonus_tile[state.bonus_tiles[state.round - 1]]
    for seat in state.turn_order:
        position = course.at(seat)
        value = tile.vp_each * course.edition.all(Count)[tile.counts].of(position)
        points = bonus_points(course.components.energy_track, state.round, position.company.energy, value)
        if points:
            course.change(Gained(seat=seat, vp=points))
    course.settle(BonusScored, tile=tile.id)


# --------------------------------------------------------------------------------------------------------------------
# The end of the game
# --------------------------------------------------------------------------------------------------------------------


def objective_points(places: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Return VP by seat; tied companies share the VP of the places they occupy (BA-22.2 to BA-22.4)."""
    points: dict[int, int] = {}
    occupied = 0
    for count, tied in groupby(sorted(counts, reverse=True)):
        sharing = len(list(tied))
        points[count] = rounded(sum(places[occupied : occupied + sharing]), sharing)
        occupied += sharing
    return [points[count] for count in counts]


def objective_shares(edition: Edition, state: State, counts: Sequence[int]) -> list[int]:
    """Return VP by seat, by each company's values of the places."""
    (places,) = edition.all(ObjectivePlaces).values()
    worth = [places.of(Position(edition, state, seat)) for seat in range(len(counts))]
    return [objective_points(worth[seat], counts)[seat] for seat in range(len(counts))]


def follow_objective(course: Course, pending: Pending) -> None:
    """Score the objective tile (BA-22.2)."""
    tile = course.components.objective_tile[course.state.objective]
    count = course.edition.all(Count)[tile.counts]
    counts = tuple(count.of(course.at(seat)) for seat in range(len(course.state.companies)))
    score(course, dict(enumerate(objective_shares(course.edition, course.state, counts))))
    course.settle(ObjectiveScored, tile=tile.id, counts=counts)


def follow_resources(course: Course, pending: Pending) -> None:
    """Score a VP for every full 5 of excavators, mixers and credits in the personal supply (BA-22.5)."""
    resources = {
        seat: company.excavators + company.mixers + company.credits
        for seat, company in enumerate(course.state.companies)
    }
    per_vp = course.components.constants.resources_per_vp
    score(course, {seat: many // per_vp for seat, many in resources.items()})
    course.settle(ResourcesScored)


def follow_water(course: Course, pending: Pending) -> None:
    """Score a VP for every drop in each company's dams (BA-22.6)."""
    drops: Counter[int] = Counter()
    for dam in course.state.dams.values():
        if dam.owner >= 0:
            drops[dam.owner] += dam.drops
    each = course.components.constants.vp_per_drop
    score(course, {seat: many * each for seat, many in sorted(drops.items())})
    course.settle(WaterScored)


def score(course: Course, points: Mapping[int, int]) -> None:
    """Add VP by seat."""
    for seat, vp in points.items():
        if vp:
            course.change(Gained(seat=seat, vp=vp))


def follow_finish(course: Course, pending: Pending) -> None:
    """End the game: most VP wins, then more energy in the last round; if still tied, victory is shared (BA-22.7)."""
    ranking, decided_by = ranked(course.state)
    course.settle(GameEnded, ranking=ranking, decided_by=decided_by)


def ranked(state: State) -> tuple[tuple[Place, ...], DecidedBy]:
    """Return the ranking, and the tiebreak between first and second place."""
    keys = [(company.vp, company.energy) for company in state.companies]
    order = sorted(range(len(keys)), key=lambda seat: keys[seat], reverse=True)
    places = tuple(
        Place(place=1 + sum(key > keys[seat] for key in keys), seat=seat, points=keys[seat][0]) for seat in order
    )
    first, second = keys[order[0]], keys[order[1]]
    if first == second:
        return places, "shared"
    return places, "points" if first[0] != second[0] else "energy"


ENERGY = Following(stages.ENERGY, follow_energy)
BONUS = Following(stages.BONUS, follow_bonus)
OBJECTIVE = Ending("objective", follow_objective)
OBJECTIVE_PLACES = ObjectivePlaces("objective_places", lambda position: position.constants.objective_vp)
RESOURCES = Ending("resources", follow_resources)
WATER = Ending("water", follow_water)
FINISH = Following(stages.FINISH, follow_finish)
