"""The criteria of the cards: the sites that fit (TA-17 to TA-19), and the code at the foot of a column (TA-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.barrage import water
from domain.barrage.automa import deck
from domain.barrage.automa.sight import Sight
from domain.barrage.model.components import Components
from domain.barrage.model.state import NEUTRAL

Criterion = Callable[[Sight, Sequence[str]], Iterable[str]]
"""Returns the sites that fit."""


def _best(ranks: Mapping[str, Any]) -> list[str]:
    """Return the sites of the highest rank; a site without a rank does not fit (TA-16.13)."""
    ranked = {site: rank for site, rank in ranks.items() if rank is not None}
    highest = max(ranked.values(), default=None)
    return [site for site, rank in ranked.items() if rank == highest]


def _fits(fitting: Callable[[Sight, str], bool]) -> Criterion:
    """Return a criterion that tests each site alone."""
    return lambda sight, sites: [site for site in sites if fitting(sight, site)]


def _otherwise(first: Criterion, second: Criterion) -> Criterion:
    """Return a criterion whose second half applies only if no site meets the first (TA-16.12)."""
    return lambda sight, sites: list(first(sight, sites)) or second(sight, sites)


# --------------------------------------------------------------------------------------------------------------------
# The map
# --------------------------------------------------------------------------------------------------------------------


def base_basin(sight: Sight, site: str) -> int:
    """Return the basin of a base site."""
    return sight.position.components.base_site[site].basin


def powerhouse_basin(sight: Sight, site: str) -> int:
    """Return the basin of a powerhouse site."""
    return sight.position.components.powerhouse_site[site].basin


def led_to_from(components: Components, basin: int) -> list[int]:
    """Return the basins to which the conduit sites of a basin lead (TA-0.8)."""
    return [conduit.to_basin for conduit in components.conduits_in[basin]]


def spaces_below(components: Components, basin: int) -> Iterator[str]:
    """Yield the base spaces that water meets on its natural course from a basin (TA-0.5)."""
    here: int | None = basin
    while here is not None:
        yield from components.bases_in[here]
        here = components.basin[here].downstream


def _strongest(sight: Sight, conduits: Iterable[str]) -> tuple[int, bool] | None:
    """Return the highest value of built conduits, the automa's before others; None if none is built."""
    known, built = sight.position.components.conduit_site, sight.position.state.built
    return max(((known[site].value, built[site] == sight.seat) for site in conduits if site in built), default=None)


# --------------------------------------------------------------------------------------------------------------------
# Bases and elevations (TA-17)
# --------------------------------------------------------------------------------------------------------------------


def _dam_most_powerful_conduit(sight: Sight, sites: Sequence[str]) -> Iterable[str]:
    """Return the sites in whose basin the strongest built conduit starts (TA-17.1)."""
    known = sight.position.components.conduits_in
    return _best(
        {site: _strongest(sight, [each.id for each in known[base_basin(sight, site)]]) for site in sites},
    )


def _own_powerhouse(sight: Sight, site: str) -> bool:
    """Return whether a conduit site, built or not, leads to a powerhouse of the automa (TA-17.2)."""
    components = sight.position.components
    return any(sight.has_powerhouse(basin) for basin in led_to_from(components, base_basin(sight, site)))


def _below_powerhouse(sight: Sight, sites: Sequence[str]) -> Iterable[str]:
    """Return the spaces that water of any powerhouse reaches before any other dam (TA-17.3)."""
    dams = sight.position.state.dams
    reached: set[str] = set()
    for basin in sight.powerhouses_in:
        for space in spaces_below(sight.position.components, basin):
            reached.add(space)
            if space in dams:
                break
    return [site for site in sites if site in reached]


def _red_space(sight: Sight, site: str) -> bool:
    """Return whether the space is bordered red (TA-17.4)."""
    return sight.position.components.base_site[site].red


def _conduit_to_own_dam(sight: Sight, site: str) -> bool:
    """Return whether a conduit site leads to a basin with a dam of the automa (TA-17.5)."""
    components = sight.position.components
    return any(sight.has_dam(basin) for basin in led_to_from(components, base_basin(sight, site)))


def _no_conduit_to_opponents_dam(sight: Sight, site: str) -> bool:
    """Return whether no conduit site leads to a basin with an opponent's dam (TA-17.5)."""
    components = sight.position.components
    return not any(sight.has_opponents_dam(basin) for basin in led_to_from(components, base_basin(sight, site)))


def _most_water(sight: Sight, sites: Sequence[str]) -> Iterable[str]:
    """Return the spaces where most drops of the headstreams pass or stay; ties by headstream (TA-17.6)."""
    passing = _passing(sight)
    ranks: dict[str, Any] = {}
    for site in sites:
        drops = [passing[site, headstream] for headstream in deck.headstreams(sight.position.state)]
        ranks[site] = (sum(drops), *drops) if sum(drops) else None
    return _best(ranks)


def _passing(sight: Sight) -> Counter[tuple[str, str]]:
    """Return how many drops of each headstream would come to or past each base space if all flowed now."""
    state, components = sight.position.state, sight.position.components
    room = {site: water.room(components, state, site) for site in state.dams}
    passing: Counter[tuple[str, str]] = Counter()
    for headstream, drops in state.headstreams.items():
        for _ in range(drops):
            for space in spaces_below(components, components.source[headstream]):
                passing[space, headstream] += 1
                if room.get(space):
                    room[space] -= 1
                    break
    return passing


# --------------------------------------------------------------------------------------------------------------------
# Conduits (TA-18)
# --------------------------------------------------------------------------------------------------------------------


def _value(sight: Sight, site: str) -> int:
    return sight.position.components.conduit_site[site].value


def at_least(sight: Sight, sites: Sequence[str], value: int) -> list[str]:
    """Return the conduit sites of this value or a higher one."""
    return [site for site in sites if _value(sight, site) >= value]


def _highest_value(sight: Sight, sites: Sequence[str]) -> Iterable[str]:
    """Return the sites of the highest value in the race (TA-18.1)."""
    return _best({site: _value(sight, site) for site in sites})


def _second_highest_value(sight: Sight, sites: Sequence[str]) -> Iterable[str]:
    """Return the sites of the second highest value; all, if there is only one value (TA-18.2)."""
    values = sorted({_value(sight, site) for site in sites}, reverse=True)
    second = values[:2][-1]
    return [site for site in sites if _value(sight, site) == second]


def _by_owner(own_first: bool, owners: Callable[[Sight, str], Sequence[int]]) -> Criterion:
    """Return a criterion for the best owners; neutral ones rank between the automa and its opponents (TA-16.13,
    TA-18.7).
    """

    def rank(sight: Sight, owner: int) -> int:
        if owner == NEUTRAL:
            return 1
        return 2 if (owner == sight.seat) is own_first else 0

    def criterion(sight: Sight, sites: Sequence[str]) -> Iterable[str]:
        return _best({site: max((rank(sight, owner) for owner in owners(sight, site)), default=None) for site in sites})

    return criterion


def _dams_above(sight: Sight, site: str) -> Sequence[int]:
    """Return the owners of the dams in which the conduit starts."""
    return sight.dams_in.get(sight.position.components.conduit_site[site].basin, [])


def _powerhouses_at_end(sight: Sight, site: str) -> Sequence[int]:
    """Return the owners of the powerhouses to which the conduit leads."""
    return sight.powerhouses_in.get(sight.position.components.conduit_site[site].to_basin, [])


# --------------------------------------------------------------------------------------------------------------------
# Powerhouses (TA-19)
# --------------------------------------------------------------------------------------------------------------------


def _powerhouse_most_powerful_conduit(sight: Sight, sites: Sequence[str]) -> Iterable[str]:
    """Return the sites to whose basin the strongest built conduit leads (TA-19.1)."""
    known = sight.position.components.conduit_sites
    ranks = {}
    for site in sites:
        basin = powerhouse_basin(sight, site)
        ranks[site] = _strongest(sight, [each.id for each in known if each.to_basin == basin])
    return _best(ranks)


def _own_dam(sight: Sight, site: str) -> bool:
    """Return whether a conduit site, built or not, leads here from a basin with a dam of the automa (TA-19.2)."""
    basin = powerhouse_basin(sight, site)
    sources = (each.basin for each in sight.position.components.conduit_sites if each.to_basin == basin)
    return any(sight.has_dam(source) for source in sources)


def _first_dam_below(sight: Sight, site: str) -> int | None:
    """Return the owner of the first dam below a powerhouse site, if there is a dam (TA-0.11)."""
    dams = sight.position.state.dams
    spaces = spaces_below(sight.position.components, powerhouse_basin(sight, site))
    return next((dams[space].owner for space in spaces if space in dams), None)


def _feeds_own_dam(sight: Sight, site: str) -> bool:
    return _first_dam_below(sight, site) == sight.seat


def _spares_opponent_dam(sight: Sight, site: str) -> bool:
    return _first_dam_below(sight, site) in (sight.seat, NEUTRAL, None)


def _in_basin(basin: int) -> Criterion:
    return _fits(lambda sight, site: powerhouse_basin(sight, site) == basin)


def _in_plains(sight: Sight, site: str) -> bool:
    """Return whether the site is in one of the basins of the plains (TA-19.6)."""
    return sight.position.components.basin[powerhouse_basin(sight, site)].area == "plains"


DAM: dict[str, tuple[str, Criterion]] = {
    "most_powerful_conduit": ("TA-17.1", _dam_most_powerful_conduit),
    "own_powerhouse": ("TA-17.2", _fits(_own_powerhouse)),
    "below_powerhouse": ("TA-17.3", _below_powerhouse),
    "red_space": ("TA-17.4", _fits(_red_space)),
    "conduit_to_own_dam": ("TA-17.5", _otherwise(_fits(_conduit_to_own_dam), _fits(_no_conduit_to_opponents_dam))),
    "most_water": ("TA-17.6", _most_water),
}
CONDUIT: dict[str, tuple[str, Criterion]] = {
    "highest_value": ("TA-18.1", _highest_value),
    "second_highest_value": ("TA-18.2", _second_highest_value),
    "dam_own_first": ("TA-18.3", _by_owner(True, _dams_above)),
    "dam_opponent_first": ("TA-18.4", _by_owner(False, _dams_above)),
    "powerhouse_own_first": ("TA-18.5", _by_owner(True, _powerhouses_at_end)),
    "powerhouse_opponent_first": ("TA-18.6", _by_owner(False, _powerhouses_at_end)),
}
POWERHOUSE: dict[str, tuple[str, Criterion]] = {
    "most_powerful_conduit": ("TA-19.1", _powerhouse_most_powerful_conduit),
    "own_dam": ("TA-19.2", _fits(_own_dam)),
    "feeds_own_dam": ("TA-19.3", _otherwise(_fits(_feeds_own_dam), _fits(_spares_opponent_dam))),
    "spares_opponent_dam": ("TA-19.4", _otherwise(_fits(_spares_opponent_dam), _fits(_feeds_own_dam))),
    "in_basin_5": ("TA-19.5", _in_basin(5)),
    "in_basin_6": ("TA-19.5", _in_basin(6)),
    "in_basin_7": ("TA-19.5", _in_basin(7)),
    "in_plains": ("TA-19.6", _fits(_in_plains)),
}
"""The criteria of each column by name, with the rule."""
