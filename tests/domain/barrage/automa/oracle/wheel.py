"""The construction wheel and machineries of choice."""

from __future__ import annotations

from tests.domain.barrage.automa.oracle.board import Play


def loaded(play: Play) -> bool:
    """Return whether anything lies on the wheel (TA-10.1)."""
    return any(any(segment.values()) for segment in play.company["wheel"])


def tiles_on(play: Play) -> list[str]:
    """Return the technology tiles on the wheel."""
    return [segment["tile"] for segment in play.company["wheel"] if segment.get("tile")]


def put(play: Play, tile: str, excavators: int, mixers: int) -> None:
    """A tile and machineries go from the supply into the open segment."""
    company = play.company
    segment = company["wheel"][0]
    company["tiles"].remove(tile)
    segment["tile"] = tile
    for kind, number in (("excavators", excavators), ("mixers", mixers)):
        company[kind] -= number
        segment[kind] = segment.get(kind, 0) + number


def rotate(play: Play, steps: int) -> None:
    """Rotate the wheel; after each step, pieces at the opening return (BA-9.12)."""
    company = play.company
    for _ in range(steps):
        company["wheel"].append(company["wheel"].pop(0))
        back = company["wheel"][0]
        company["wheel"][0] = {}
        if back.get("tile"):
            company["tiles"].append(back["tile"])
        for kind in ("excavators", "mixers"):
            company[kind] += back.get(kind, 0)


def scarcer(play: Play) -> str:
    """Return the machinery of which the supply holds fewer, on a tie excavators (TA-11.4)."""
    return "mixers" if play.company["mixers"] < play.company["excavators"] else "excavators"


def gain_machinery(play: Play, number: int) -> None:
    """Machineries of choice, one by one (TA-15.3, TA-27.5)."""
    for _ in range(number):
        kind = "mixers" if play.officer == "jill_mcdowell" else scarcer(play)
        play.company[kind] += 1
