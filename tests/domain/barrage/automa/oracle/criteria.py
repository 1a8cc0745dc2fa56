"""The criteria of the criteria side (TA-17 to TA-19): which of the sites in the race fit."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tests.domain.barrage.automa.oracle.board import (
    NEUTRAL,
    Play,
    State,
    built_conduits,
    dam_owners,
    dams_in,
    powerhouse_owners,
)
from tests.domain.barrage.automa.oracle.figures import (
    BASE_SITES,
    CONDUITS,
    POWERHOUSE_SITES,
    area,
    base_spaces,
    conduits_of,
    course,
)
from tests.domain.barrage.automa.oracle.water import passing

Race = list[str]
Criterion = Callable[[Play, Race], Race]

OWN, NEUTRALS, OPPONENT = "own", "neutral", "opponent"


def basin_of(site: str) -> int:
    """Return the basin of a base or powerhouse site."""
    found: int = (BASE_SITES if site in BASE_SITES else POWERHOUSE_SITES)[site]["basin"]
    return found


def _greatest(race: Race, key: Callable[[str], Any]) -> Race:
    """Return the sites with the greatest key; None does not fit."""
    keys = {site: key(site) for site in race}
    known = [value for value in keys.values() if value is not None]
    return [site for site in race if keys[site] is not None and keys[site] == max(known)]


def _holding(race: Race, fits: Callable[[str], bool], otherwise: Callable[[str], bool] | None = None) -> Race:
    """Return the sites that fit; if there are none, those that meet the second half (TA-16.12)."""
    found = [site for site in race if fits(site)]
    return _holding(race, otherwise) if otherwise and not found else found


def _classes(play: Play, owners: Collection[int]) -> set[str]:
    kinds = {play.seat: OWN, NEUTRAL: NEUTRALS}
    return {kinds.get(owner, OPPONENT) for owner in owners}


def _opponents(play: Play, owners: Collection[int]) -> bool:
    return OPPONENT in _classes(play, owners)


def _preferring(play: Play, race: Race, owners: Callable[[str], Collection[int]], *order: str) -> Race:
    """Return the sites of the best class that occurs (TA-16.13)."""

    def best(site: str) -> int | None:
        ranks = [-order.index(kind) for kind in _classes(play, owners(site)) if kind in order]
        return max(ranks, default=None)

    return _greatest(race, best)


def _strongest(play: Play, conduits: Collection[str]) -> tuple[int, bool] | None:
    """Return the value of the best built conduit among these, and whether one of its own has it."""
    built = built_conduits(play.state)
    return max(((CONDUITS[c]["value"], built[c] == play.seat) for c in conduits if c in built), default=None)


def _linked_basins(basin: int) -> list[int]:
    """Return the basins to which the conduit sites of a basin lead (TA-0.8)."""
    return [CONDUITS[conduit]["to_basin"] for conduit in conduits_of(basin)]


def _sources(basin: int) -> list[int]:
    """Return the basins whose conduit sites lead to a basin."""
    return [row["basin"] for row in CONDUITS.values() if row["to_basin"] == basin]


# --------------------------------------------------------------------------------------------------------------------
# Bases and elevations
# --------------------------------------------------------------------------------------------------------------------


def _dam_most_powerful_conduit(play: Play, race: Race) -> Race:
    return _greatest(race, lambda site: _strongest(play, conduits_of(basin_of(site))))


def _own_powerhouse(play: Play, race: Race) -> Race:
    def linked(site: str) -> bool:
        return any(play.seat in powerhouse_owners(play.state, basin) for basin in _linked_basins(basin_of(site)))

    return _holding(race, linked)


def _below_powerhouse(play: Play, race: Race) -> Race:
    starts = {POWERHOUSE_SITES[site]["basin"] for site in play.state["built"] if site in POWERHOUSE_SITES}
    return _holding(race, lambda site: any(_met_first(play.state, basin, site) for basin in starts))


def _met_first(state: State, start: int, wanted: str) -> bool:
    """Return whether water from a basin meets a base space before any dam other than the one on it (TA-17.3)."""
    for basin in course(start):
        for site in base_spaces(basin):
            if site == wanted:
                return True
            if site in state["dams"]:
                return False
    return False


def _red_space(play: Play, race: Race) -> Race:
    return _holding(race, lambda site: bool(BASE_SITES[site]["red"]))


def _conduit_to_own_dam(play: Play, race: Race) -> Race:
    def owners(site: str) -> list[set[int]]:
        return [dam_owners(play.state, basin) for basin in _linked_basins(basin_of(site))]

    return _holding(
        race,
        lambda site: any(play.seat in each for each in owners(site)),
        lambda site: not any(_opponents(play, each) for each in owners(site)),
    )


def _most_water(play: Play, race: Race) -> Race:
    drops = passing(play.state)
    fitting = _greatest(race, lambda site: sum(drops[letter][site] for letter in drops) or None)
    for letter in play.letters:
        fitting = _greatest(fitting, lambda site, letter=letter: drops[letter][site])  # type: ignore[misc]
    return fitting


# --------------------------------------------------------------------------------------------------------------------
# Conduits
# --------------------------------------------------------------------------------------------------------------------


def _value(site: str) -> int:
    found: int = CONDUITS[site]["value"]
    return found


def _highest_value(play: Play, race: Race) -> Race:
    return _greatest(race, _value)


def _second_highest_value(play: Play, race: Race) -> Race:
    values = sorted({_value(site) for site in race}, reverse=True)
    second = values[min(1, len(values) - 1)]
    return [site for site in race if _value(site) == second]


def _dams_at_start(*order: str) -> Criterion:
    return lambda play, race: _preferring(
        play, race, lambda site: dam_owners(play.state, CONDUITS[site]["basin"]), *order
    )


def _powerhouses_at_end(*order: str) -> Criterion:
    return lambda play, race: _preferring(
        play, race, lambda site: powerhouse_owners(play.state, CONDUITS[site]["to_basin"]), *order
    )


# --------------------------------------------------------------------------------------------------------------------
# Powerhouses
# --------------------------------------------------------------------------------------------------------------------


def _powerhouse_most_powerful_conduit(play: Play, race: Race) -> Race:
    def strongest(site: str) -> tuple[int, bool] | None:
        basin = basin_of(site)
        return _strongest(play, [c for c, row in CONDUITS.items() if row["to_basin"] == basin])

    return _greatest(race, strongest)


def _own_dam(play: Play, race: Race) -> Race:
    def linked(site: str) -> bool:
        return any(dams_in(play.state, basin, play.seat) for basin in _sources(basin_of(site)))

    return _holding(race, linked)


def first_dam_below(state: State, start: int) -> int | None:
    """Return the owner of the first dam that the natural course from a basin meets (TA-0.11)."""
    spaces = (site for basin in course(start) for site in base_spaces(basin))
    return next((state["dams"][site]["owner"] for site in spaces if site in state["dams"]), None)


def _feeds_own(play: Play, site: str) -> bool:
    return first_dam_below(play.state, basin_of(site)) == play.seat


def _spares(play: Play, site: str) -> bool:
    return first_dam_below(play.state, basin_of(site)) in (None, NEUTRAL, play.seat)


def _feeds_own_dam(play: Play, race: Race) -> Race:
    return _holding(race, lambda site: _feeds_own(play, site), lambda site: _spares(play, site))


def _spares_opponent_dam(play: Play, race: Race) -> Race:
    return _holding(race, lambda site: _spares(play, site), lambda site: _feeds_own(play, site))


def _in_basin(number: int) -> Criterion:
    return lambda play, race: _holding(race, lambda site: basin_of(site) == number)


def _in_plains(play: Play, race: Race) -> Race:
    return _holding(race, lambda site: area(basin_of(site)) == "plains")


CRITERIA: dict[str, dict[str, Criterion]] = {
    "dam": {
        "most_powerful_conduit": _dam_most_powerful_conduit,
        "own_powerhouse": _own_powerhouse,
        "below_powerhouse": _below_powerhouse,
        "red_space": _red_space,
        "conduit_to_own_dam": _conduit_to_own_dam,
        "most_water": _most_water,
    },
    "conduit": {
        "highest_value": _highest_value,
        "second_highest_value": _second_highest_value,
        "dam_own_first": _dams_at_start(OWN, NEUTRALS, OPPONENT),
        "dam_opponent_first": _dams_at_start(OPPONENT, NEUTRALS, OWN),
        "powerhouse_own_first": _powerhouses_at_end(OWN, OPPONENT),
        "powerhouse_opponent_first": _powerhouses_at_end(OPPONENT, OWN),
    },
    "powerhouse": {
        "most_powerful_conduit": _powerhouse_most_powerful_conduit,
        "own_dam": _own_dam,
        "feeds_own_dam": _feeds_own_dam,
        "spares_opponent_dam": _spares_opponent_dam,
        "in_basin_5": _in_basin(5),
        "in_basin_6": _in_basin(6),
        "in_basin_7": _in_basin(7),
        "in_plains": _in_plains,
    },
}
