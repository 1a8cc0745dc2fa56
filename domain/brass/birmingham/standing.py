"""How the players stand, and what the ledger follows."""

from __future__ import annotations

from domain.brass import income_track
from domain.brass.birmingham.components import figures
from domain.brass.birmingham.state import DecidedBy, State
from domain.game import Standing
from domain.message import Message, message

_DECIDED_BY: dict[DecidedBy, Message] = {
    "points": message("Most victory points"),
    "income": message("Equal victory points; the higher income level decides"),
    "money": message("Equal victory points and income level; more money decides"),
    "shared": message("Equal in victory points, income level and money; the victory is shared"),
}


def standing(state: State) -> Standing:
    """Victory points so far; at the end the ranking (BB-26)."""
    return Standing(
        points=[player.points for player in state.players],
        finished=state.finished,
        ranking=state.ranking,
        decided_by=_DECIDED_BY[state.decided_by] if state.decided_by else None,
    )


def accounts(state: State) -> dict[str, list[int]]:
    """Money, victory points and income level by seat."""
    track = figures.of(state.figures).income_track
    return {
        "money": [player.money for player in state.players],
        "points": [player.points for player in state.players],
        "income": [income_track.level(track, player.income_space) for player in state.players],
    }
