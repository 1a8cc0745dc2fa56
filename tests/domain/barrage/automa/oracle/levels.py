"""Effects of the levels: income (TA-23), and officers that change a construction (TA-27)."""

from __future__ import annotations

from tests.domain.barrage.automa.oracle import construction, works
from tests.domain.barrage.automa.oracle.board import EASY, Play
from tests.domain.barrage.automa.oracle.cards import CARDS, Line
from tests.domain.barrage.automa.oracle.deck import PILE


def has_income(play: Play) -> bool:
    """Return whether the company board gives income (TA-23.1)."""
    return play.level != EASY


def instead(play: Play, line: Line) -> bool:
    """Let an officer replace the printed structure if it can; return whether it did."""
    match play.officer:
        case "graziano_del_monte":
            return construction.build(play, "elevation", line.engineers)
        case "leslie_spencer":
            return works.build(play)
        case "margot_fouche":
            return construction.build(play, "building", 1, from_bottom=_from_bottom(play))
        case _:
            return False


def _from_bottom(play: Play) -> bool:
    """Return whether the search starts at the bottom, as in the card's own building action, if it has one (TA-D.40)."""
    return any(line.from_bottom for line in CARDS[play.state["piles"][PILE][0]].lines)


def has_architect(play: Play) -> bool:
    """Return whether the architect is still in the supply: it is the last one to be used (TA-D.38)."""
    unused = play.company["extra_turns"] == 0
    return play.officer == "tommaso_battista" and unused and play.company["engineers"] > 0
