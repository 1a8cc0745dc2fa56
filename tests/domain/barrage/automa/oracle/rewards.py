"""Rewards, incomes and tile effects for an automa (TA-15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.domain.barrage.automa.oracle import construction, contracts, production, tiles, water, wheel
from tests.domain.barrage.automa.oracle.board import Play, own_dams, room
from tests.domain.barrage.automa.oracle.figures import BUILDING_SITES, BUILDINGS, CONDUITS, TILES

Effect = dict[str, Any]

POINTS = ("credits", "vp")
PLAIN = (*POINTS, "excavators", "mixers", "energy_steps", "energy_produced")
FIRST = ("machinery", "energy_produced")


def grant(play: Play, reward: Iterable[Effect], site: str = "") -> None:
    """Credits, VP, machineries and energy first, then the other parts in their order (BA-23.9)."""
    parts = [_amount(play, effect, site) for effect in reward]
    for name, amount in parts:
        if name in POINTS:
            play.points(amount)
        elif name in PLAIN:
            play.company[name if name in ("excavators", "mixers") else "energy"] += amount
    for name, amount in parts:
        if name in FIRST:
            _follow(play, name, amount, site)
    for name, amount in parts:
        if name not in FIRST and name not in PLAIN:
            _follow(play, name, amount, site)


def _amount(play: Play, effect: Effect, site: str) -> tuple[str, Any]:
    """Return the symbol and its number, multiplied if it is per something."""
    (name, amount), *per = effect.items()
    return name, amount * _factor(play, str(per[0][1]), site) if per else amount


def _factor(play: Play, per: str, site: str) -> int:
    if per == "raised_dam":
        dams = (play.state["dams"][dam] for dam in own_dams(play.state, play.seat))
        return sum(dam["level"] > 1 for dam in dams)
    if per == "advanced_tile":
        return sum("level" in TILES.get(tile, {}) for tile in (*play.company["tiles"], *wheel.tiles_on(play)))
    if per == "conduit_value":
        value: int = CONDUITS[site]["value"]
        return value
    if per == "building_vp":
        return building_points(play, site)
    return play.built(per)


def building_points(play: Play, site: str) -> int:
    """Return the points of the private building at whose row a building stands."""
    points: int = BUILDINGS[play.state["displays"]["buildings"][BUILDING_SITES[site]["row"]]]["vp"]
    return points


def _follow(play: Play, name: str, amount: Any, site: str) -> None:
    match name:
        case "machinery":
            wheel.gain_machinery(play, amount)
        case "energy_produced":
            contracts.fulfil_with(play, amount, production=False)
        case "rotate_wheel":
            wheel.rotate(play, amount)
        case "water_delayed" | "water_immediate":
            water.place_drops(play, amount, at_once=name == "water_immediate")
        case "free_base":
            construction.build_free(play, "base", areas=tuple(amount.get("areas", ())))
        case "free_conduit":
            construction.build_free(play, "conduit", highest=amount["max_value"])
        case "free_elevation" | "free_powerhouse":
            for _ in range(amount):
                construction.build_free(play, name.removeprefix("free_"))
        case "fulfil_contract":
            contracts.fulfil_without_energy(play, amount.get("max_requirement"))
        case "take_advanced_tile":
            tiles.take_best(play)
        case "produce":
            production.produce_best(play, amount)
        case "drop_on_empty_dams":
            for dam in own_dams(play.state, play.seat):
                if not play.state["dams"][dam]["drops"]:
                    play.state["dams"][dam]["drops"] += amount
        case "fill_raised_dam":
            play.state["dams"][site]["drops"] += room(play.state, site)
        case "building_action":
            play.points(building_points(play, site))
        case _:
            raise ValueError(f"an automa knows no {name}")
