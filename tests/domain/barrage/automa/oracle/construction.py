"""Construction (TA-9): candidates, payment and building; free structures of rewards (TA-15.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.domain.barrage.automa.oracle import engineers, levels, payment, rewards, sites, tiles, wheel
from tests.domain.barrage.automa.oracle.board import Play, dams_in, own_dams, powerhouse_owners
from tests.domain.barrage.automa.oracle.cards import Line
from tests.domain.barrage.automa.oracle.figures import (
    BASE_SITES,
    BUILDING_ROWS,
    BUILDING_SITES,
    COMPANIES,
    CONDUITS,
    HIGHEST_DAM,
    PIECES,
    POWERHOUSE_SITES,
    RED_SITE_POINTS,
    area,
)

# --------------------------------------------------------------------------------------------------------------------
# Sites of structures
# --------------------------------------------------------------------------------------------------------------------


def piece_left(play: Play, structure: str) -> bool:
    """Condition 1 (TA-9.1)."""
    built = play.company["built"]
    return structure in built and built[structure] < PIECES[structure]


def open_sites(play: Play, structure: str) -> list[str]:
    """Sites where the base game lets the automa build at any cost, in comparable form (TA-16.2)."""
    state, seat = play.state, play.seat
    match structure:
        case "base":
            return [
                site
                for site, row in BASE_SITES.items()
                if site not in state["dams"] and not dams_in(state, row["basin"], seat)
            ]
        case "elevation":
            return [site for site in own_dams(state, seat) if state["dams"][site]["level"] < HIGHEST_DAM]
        case "conduit":
            return [site for site in CONDUITS if site not in state["built"]]
        case _:
            return _powerhouse_sites(play)


def _powerhouse_sites(play: Play) -> list[str]:
    """One space per basin: the first free one, else the first red one (TA-D.23)."""
    found: dict[int, str] = {}
    for site in sorted(POWERHOUSE_SITES, key=lambda site: bool(POWERHOUSE_SITES[site]["red"])):
        basin = POWERHOUSE_SITES[site]["basin"]
        if site not in play.state["built"] and play.seat not in powerhouse_owners(play.state, basin):
            found.setdefault(basin, site)
    return list(found.values())


def building_sites(play: Play, *, from_bottom: bool) -> list[str]:
    """Return the site it would take in each row without its own building, in search order (TA-9.13, TA-9.14)."""
    built, players = play.state["built"], len(play.state["companies"])
    found = []
    for row in reversed(BUILDING_ROWS) if from_bottom else BUILDING_ROWS:
        if any(built.get(site["id"]) == play.seat for site in row["sites"]):
            continue
        free = [s for s in row["sites"] if s["id"] not in built and s.get("min_players", 2) <= players]
        if free:
            found.append(min(free, key=lambda site: bool(site.get("red")))["id"])
    return found


def _allowed(line: Line) -> Callable[[str], bool]:
    """Return the restriction printed with the action (TA-9.5)."""
    if line.area:
        return lambda site: area(BASE_SITES[site]["basin"]) == line.area
    if line.min_value:
        return lambda site: bool(CONDUITS[site]["value"] >= line.min_value)
    return lambda site: True


# --------------------------------------------------------------------------------------------------------------------
# The action
# --------------------------------------------------------------------------------------------------------------------


def act(play: Play, line: Line) -> bool:
    """Perform a construction action of a card, or the officer's replacement of it (TA-27.3, TA-27.11, TA-27.12)."""
    if levels.instead(play, line):
        return True
    return build(play, line.structure, line.engineers, _allowed(line), from_bottom=line.from_bottom)


def build(
    play: Play,
    structure: str,
    placed: int,
    allowed: Callable[[str], bool] = lambda site: True,
    *,
    from_bottom: bool = False,
) -> bool:
    """Build if the conditions hold (TA-9.1 to TA-9.8)."""
    if not piece_left(play, structure):
        return False
    building = structure == "building"
    opened = building_sites(play, from_bottom=from_bottom) if building else open_sites(play, structure)
    for tool in tiles.tools(play, structure):
        effect = tool.figures if play.effects else {}
        candidates = [s for s in opened if allowed(s) and payment.payment(play, structure, s, effect)]
        if not candidates:
            continue
        play.note("construction", structure=structure, tool=tool)
        site = candidates[0] if building else sites.select_site(play, structure, candidates, effect)
        _carry_out(play, structure, site, tool, placed)
        return True
    return False


def _carry_out(play: Play, structure: str, site: str, tool: tiles.Tool, placed: int) -> None:
    """Engineers, tile and machineries, the wheel, the piece, its income, the tile's effect (TA-9.9, TA-25.5)."""
    effect = tool.figures if play.effects else {}
    if not effect.get("no_engineers"):
        engineers.place_on_board(play, placed)
    paid = payment.payment(play, structure, site, effect)
    if paid is None:
        raise ValueError(f"{site} cannot be paid")
    wheel.put(play, tool.tile, paid.excavators, paid.mixers)
    play.points(-paid.points)
    play.note("paid", site=site, paid=paid)
    wheel.rotate(play, 1)
    place(play, structure, site, free_of_fee=bool(effect.get("no_red_site_fee")))
    rewards.grant(play, effect.get("effect", ()), site)


def place(play: Play, structure: str, site: str, *, free_of_fee: bool = False) -> None:
    """Place a piece: a red site costs points, and a new income is gained (TA-9.10, TA-9.11)."""
    state, company = play.state, play.company
    company["built"][structure] += 1
    match structure:
        case "base":
            state["dams"][site] = {"owner": play.seat, "level": 1, "drops": 0}
        case "elevation":
            state["dams"][site]["level"] += 1
        case _:
            state["built"][site] = play.seat
    if structure == "building":
        _close(play, site)
    red = {"base": BASE_SITES, "powerhouse": POWERHOUSE_SITES, "building": BUILDING_SITES}.get(structure, {})
    if red.get(site, {}).get("red") and not free_of_fee:
        play.points(-RED_SITE_POINTS)
    rewards.grant(play, opened_income(play, structure))


def _close(play: Play, site: str) -> None:
    """The left space of the private building is closed for the rest of the game (TA-9.17)."""
    building = play.state["displays"]["buildings"][BUILDING_SITES[site]["row"]]
    closed = play.state.setdefault("closed_spaces", [])
    if f"{building}/1" not in closed:
        closed.append(f"{building}/1")


def opened_income(play: Play, structure: str) -> Iterable[dict[str, Any]]:
    """Return the income that the piece just built opens; none at easy (TA-23.1)."""
    if not levels.has_income(play):
        return ()
    incomes = COMPANIES[play.company["company"]]["income"].get(structure, {})
    found: list[dict[str, Any]] = incomes.get(str(play.built(structure)), [])
    return found


def build_free(play: Play, structure: str, *, areas: tuple[str, ...] = (), highest: int | None = None) -> None:
    """A structure of a reward, if a piece is left and a site fits (TA-15.8)."""
    candidates = open_sites(play, structure) if piece_left(play, structure) else []
    if areas:
        candidates = [site for site in candidates if area(BASE_SITES[site]["basin"]) in areas]
    if highest is not None:
        candidates = [site for site in candidates if CONDUITS[site]["value"] <= highest]
    if candidates:
        place(play, structure, sites.select_site(play, structure, candidates))
