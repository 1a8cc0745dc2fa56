"""The cost of a construction for an automa, and how it pays (TA-9.3, TA-25, TA-27)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.domain.barrage.automa.oracle import wheel
from tests.domain.barrage.automa.oracle.board import Play
from tests.domain.barrage.automa.oracle.figures import (
    BASE_SITES,
    BUILDING_SITES,
    BUILDINGS,
    CONDUITS,
    COSTS,
    FIGURES,
    area,
)


class Paid(NamedTuple):
    """The pieces for the wheel, and the points for a missing machinery."""

    excavators: int
    mixers: int
    points: int = 0


def _cost(play: Play, structure: str, site: str) -> tuple[int, int]:
    """Return the excavators and mixers of the base game, the officer's power included."""
    match structure:
        case "base":
            adler = play.officer == "wilhelm_adler"
            return (3 if adler else COSTS["base"][area(BASE_SITES[site]["basin"])]), 0
        case "elevation":
            return 0, COSTS["elevation"][area(BASE_SITES[site]["basin"])]
        case "conduit":
            return CONDUITS[site]["value"] * COSTS["conduit_per_value"], 0
        case "powerhouse":
            return 0, COSTS["powerhouse"][play.built("powerhouse")]
        case _:
            building = BUILDINGS[play.state["displays"]["buildings"][BUILDING_SITES[site]["row"]]]["cost"]
            return building.get("excavators", 0), building.get("mixers", 0)


def payment(play: Play, structure: str, site: str, effect: dict[str, Any]) -> Paid | None:
    """Return the payment of the automa; None if it cannot pay. ``effect`` is the tile's, if special effects count."""
    if effect.get("no_machinery"):
        return Paid(0, 0)
    excavators, mixers = _cost(play, structure, site)
    if "most_machinery" in effect:
        excavators = min(excavators, effect["most_machinery"])
    if effect.get("one_machinery_only"):
        kept = wheel.scarcer(play)
        excavators, mixers = (excavators, 0) if kept == "excavators" else (0, mixers)
    usual = _from_supply(play, excavators, mixers, bool(effect.get("interchangeable")))
    if structure == "conduit" and play.officer == "jill_mcdowell":
        with_mixers = _from_supply(play, 0, CONDUITS[site]["value"], False)
        if play.company["mixers"] >= play.company["excavators"]:
            return with_mixers or usual
        return usual or with_mixers
    return usual


def _from_supply(play: Play, excavators: int, mixers: int, interchangeable: bool) -> Paid | None:
    """Pay with the requested types, then with the other one if allowed, and with points for the last one."""
    have = play.company["excavators"], play.company["mixers"]
    paid = [min(excavators, have[0]), min(mixers, have[1])]
    if interchangeable:
        missing = excavators - paid[0], mixers - paid[1]
        paid = [paid[0] + min(missing[1], have[0] - paid[0]), paid[1] + min(missing[0], have[1] - paid[1])]
    missing_in_all = excavators + mixers - sum(paid)
    price: int = next(o["credits_per_machinery"] for o in FIGURES["officers"] if "credits_per_machinery" in o)
    allowed = 1 if play.officer == "solomon_p_jordan" else 0
    return Paid(paid[0], paid[1], missing_in_all * price) if missing_in_all <= allowed else None
