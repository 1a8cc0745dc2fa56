"""The site selection process (TA-16) and the code number (TA-20)."""

from __future__ import annotations

from typing import Any

from tests.domain.barrage.automa.oracle.board import NEUTRAL, Play, built_conduits, dam_owners, powerhouse_owners
from tests.domain.barrage.automa.oracle.cards import Column
from tests.domain.barrage.automa.oracle.criteria import CRITERIA, basin_of
from tests.domain.barrage.automa.oracle.figures import AREAS, BASE_SITES, CONDUITS, area

Steps = list[dict[str, Any]]
"""The sites left in the race after each step, in order."""

COLUMN = {"base": "dam", "elevation": "dam", "conduit": "conduit", "powerhouse": "powerhouse"}


def select_site(play: Play, structure: str, candidates: list[str], tile: dict[str, Any] | None = None) -> str:
    """Return the site among the candidates, all as TA-16.2 has them; ``tile`` only if its special effect counts."""
    tile = tile or {}
    race, steps = list(candidates), [{"step": "candidates", "left": list(candidates)}]

    def keep(step: str, left: list[str]) -> None:
        nonlocal race
        race = left or race
        steps.append({"step": step, "left": list(race)})

    if structure == "base" and play.officer == "wilhelm_adler":
        best = min(AREAS.index(area(basin_of(site))) for site in race)
        keep("adler", [site for site in race if AREAS.index(area(basin_of(site))) == best])
    keep("completes", [site for site in race if completes(play, structure, site)])
    if structure == "conduit" and tile.get("id") == "adv-conduit-2":
        keep("value 3", [site for site in race if CONDUITS[site]["value"] >= 3])
    red = structure == "base" and tile.get("id") == "adv-wild-1"
    chosen, more = by_column(play, COLUMN[structure], race, red_first=red)
    play.note("site", structure=structure, chosen=chosen, steps=steps + more)
    return chosen


def completes(play: Play, structure: str, site: str) -> bool:
    """Return whether the structure would complete a production system (TA-16.4, TA-16.5)."""
    state, seat = play.state, play.seat
    if structure == "elevation":
        return False
    if structure == "conduit":
        start, end = CONDUITS[site]["basin"], CONDUITS[site]["to_basin"]
        return bool(dam_owners(state, start) & {seat, NEUTRAL}) and seat in powerhouse_owners(state, end)
    basin = basin_of(site)
    conduits = [CONDUITS[conduit] for conduit in built_conduits(state)]
    if structure == "base":
        return any(c["basin"] == basin and seat in powerhouse_owners(state, c["to_basin"]) for c in conduits)
    return any(c["to_basin"] == basin and dam_owners(state, c["basin"]) & {seat, NEUTRAL} for c in conduits)


def by_column(play: Play, column: str, race: list[str], *, red_first: bool = False) -> tuple[str, Steps]:
    """Return the criteria of a column from top to bottom, then its code number (TA-16.6 to TA-16.11)."""
    steps: Steps = []
    printed: Column | None = getattr(play.card, column, None)
    for name in printed.criteria if printed else ():
        if len(race) > 1:
            race = CRITERIA[column][name](play, race) or race
            steps.append({"step": name, "left": list(race)})
    if len(race) > 1:
        race = [by_code(column, printed.code if printed else "1", race, red_first=red_first)]
        steps.append({"step": "code", "left": list(race)})
    return race[0], steps


def by_code(column: str, code: str, race: list[str], *, red_first: bool = False) -> str:
    """Return the first site from the code number on, after the last number the first one again (TA-20)."""
    numbers = _numbers(column)
    start = numbers.index(code) if code in numbers else 0
    for number in numbers[start:] + numbers[:start]:
        found = [site for site in race if (site if column == "conduit" else str(basin_of(site))) == number]
        if found:
            return min(found, key=lambda site: _rank(column, site, red_first))
    raise ValueError(f"none of {race} has a number")


def _numbers(column: str) -> list[str]:
    if column == "conduit":
        return [f"{basin}{side}" for basin in range(1, 11) for side in "AB"]
    basins = range(1, 11) if column == "dam" else range(5, 13)
    return [str(basin) for basin in basins]


def _rank(column: str, site: str, red_first: bool) -> bool:
    """Of two base spaces of a basin the free one, or the red one (TA-16.11, TA-25.12)."""
    return column == "dam" and BASE_SITES[site]["red"] != red_first
