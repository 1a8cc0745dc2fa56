"""Technology tiles: which one an automa builds with (TA-9.7, TA-27.7) and takes (TA-12.4, TA-15.11)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.domain.barrage.automa.oracle import engineers, wheel
from tests.domain.barrage.automa.oracle.board import Play
from tests.domain.barrage.automa.oracle.cards import Line
from tests.domain.barrage.automa.oracle.figures import TILES

PATENTS = "patents"
ANTON = "special-anton"


class Tool(NamedTuple):
    """The tile that goes onto the wheel and the one whose structure and effect count."""

    tile: str
    shows: str

    @property
    def figures(self) -> dict[str, Any]:
        """The figures of the tile that counts."""
        return TILES[self.shows]


def _builds(tile: str, structure: str) -> bool:
    return tile in TILES and TILES[tile]["builds"] in (structure, "any")


def _rank(tile: str) -> tuple[int, bool]:
    """Higher levels first, of equal ones the specific tile before the wild one."""
    return -TILES[tile].get("level", 0), TILES[tile]["builds"] == "any"


def tools(play: Play, structure: str) -> list[Tool]:
    """Return the tiles with which the automa can build this structure, in the order of trying."""
    own = sorted((tile for tile in play.company["tiles"] if _builds(tile, structure)), key=_rank)
    if own or play.officer != "anton_krylov" or ANTON not in play.company["tiles"]:
        return [Tool(tile, tile) for tile in own]
    copied = [tile for tile in wheel.tiles_on(play) if _builds(tile, structure)]
    return [Tool(ANTON, min(copied, key=_rank))] if copied else []


# --------------------------------------------------------------------------------------------------------------------
# The patent office
# --------------------------------------------------------------------------------------------------------------------


def _displayed(play: Play) -> list[str]:
    return [tile for tile in play.state["displays"].get(PATENTS, ()) if tile]


def act(play: Play, line: Line) -> bool:
    """Return a tile for the structure, or else a wild one."""
    for kind in (line.structure, "any"):
        fitting = [tile for tile in _displayed(play) if TILES[tile]["builds"] == kind]
        if fitting:
            engineers.place_in(play, line.engineers, "patent_office")
            play.points(-line.price)
            _take(play, max(fitting, key=lambda tile: TILES[tile]["level"]))
            return True
    return False


def take_best(play: Play) -> None:
    """The displayed tile of the highest level, of equal ones the first (TA-15.11)."""
    displayed = _displayed(play)
    if displayed:
        _take(play, max(displayed, key=lambda tile: TILES[tile]["level"]))


def _take(play: Play, tile: str) -> None:
    row = play.state["displays"][PATENTS]
    row[row.index(tile)] = ""
    play.company["tiles"].append(tile)
    play.note("tile", taken=tile)
