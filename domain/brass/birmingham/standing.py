"""How the players stand, what the ledger follows, and a position at a glance."""

from __future__ import annotations

from domain.brass import income_track
from domain.brass.birmingham.components import figures
from domain.brass.birmingham.state import DecidedBy, State
from domain.game import Figure, Standing, Summary
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


def summary(state: State) -> Summary:
    """Era and round, the turn order and what each seat has (BB-1.5, 5.1, 6.2)."""
    figures_by_seat = accounts(state)
    columns = (
        (message("VP"), figures_by_seat["points"]),
        (message("Money (£)"), figures_by_seat["money"]),
        (message("Income level"), figures_by_seat["income"]),
        (message("Spent (£)"), [player.spent for player in state.players]),
        (message("Cards"), [len(player.hand) for player in state.players]),
        (message("Links left"), [player.links_left for player in state.players]),
    )
    return Summary(
        headline=_headline(state),
        order=tuple(state.turn_order),
        figures=tuple(Figure(label, tuple(values)) for label, values in columns),
    )


def _headline(state: State) -> Message:
    if state.finished:
        return message("The game is over")
    rounds = figures.of(state.figures).constants.rounds_per_era[len(state.players)]
    if state.era == "canal":
        return message("Canal era, round {round} of {rounds}", round=state.round, rounds=rounds)
    return message("Rail era, round {round} of {rounds}", round=state.round, rounds=rounds)
