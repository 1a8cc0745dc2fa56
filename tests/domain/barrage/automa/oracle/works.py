"""External works (TA-13), and those that Leslie Spencer builds (TA-27.11)."""

from __future__ import annotations

from tests.domain.barrage.automa.oracle import engineers, rewards, wheel
from tests.domain.barrage.automa.oracle.board import Play
from tests.domain.barrage.automa.oracle.cards import CARDS, Line
from tests.domain.barrage.automa.oracle.deck import PILE
from tests.domain.barrage.automa.oracle.figures import WORKS

DISPLAY = "works"
LESLIE = "special-leslie"


def _payable(play: Play, work: str) -> bool:
    cost = WORKS[work]["cost"]
    return all(play.company[kind] >= number for kind, number in cost.items())


def choose(play: Play, order: tuple[int, ...]) -> int | None:
    """Return the place of the first payable work in this order, counted from 1 (TA-13.2)."""
    row = play.state["displays"].get(DISPLAY, [])
    fitting = (place for place in order if place <= len(row) and row[place - 1] and _payable(play, row[place - 1]))
    return next(fitting, None)


def act(play: Play, line: Line) -> bool:
    """Return the machineries to the supply for good (TA-13.4)."""
    place = choose(play, line.order)
    if place is None:
        return False
    engineers.place(play, line.engineers, f"EW-{place}")
    for kind, number in WORKS[play.state["displays"][DISPLAY][place - 1]]["cost"].items():
        play.company[kind] -= number
    _fulfil(play, place)
    return True


def build(play: Play) -> bool:
    """With her special tile the machineries go onto the wheel, for one engineer (TA-27.11, TA-D.39)."""
    if LESLIE not in play.company["tiles"]:
        return False
    printed = (line.order for line in CARDS[play.state["piles"][PILE][0]].lines if line.order)
    place = choose(play, next(printed, (1, 2, 3)))
    if place is None:
        return False
    engineers.place_on_board(play, 1)
    cost = WORKS[play.state["displays"][DISPLAY][place - 1]]["cost"]
    wheel.put(play, LESLIE, cost.get("excavators", 0), cost.get("mixers", 0))
    wheel.rotate(play, 1)
    _fulfil(play, place)
    return True


def _fulfil(play: Play, place: int) -> None:
    """Take the tile and gain the reward."""
    row = play.state["displays"][DISPLAY]
    work, row[place - 1] = row[place - 1], ""
    play.company["fulfilled"].append(work)
    play.note("work", fulfilled=work)
    rewards.grant(play, WORKS[work]["reward"])
