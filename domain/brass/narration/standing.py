"""The standing of the players, the figures of the ledger, and a summary of a position, in both Brass games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from domain.brass import income_track
from domain.brass.model.components import Components
from domain.brass.model.state import DecidedBy, State
from domain.brass.scoring import era_points, is_scored
from domain.message import Message, message
from domain.presentation import Figure, Standing, Summary

AnyState = State[Any]
ComponentsOf = Callable[[Any], Components[Any, Any]]

_DECIDED_BY: dict[DecidedBy, Message] = {
    "points": message("brass.ranking-by-points", "Most victory points"),
    "income": message("brass.ranking-by-income", "Tie on victory points, broken by income level"),
    "money": message("brass.ranking-by-money", "Tie on victory points and income level, broken by money"),
    "shared": message("brass.ranking-shared-victory", "Tie on victory points, income level and money: shared victory"),
}


def standing(state: AnyState) -> Standing:
    """Return the victory points so far; at the end the ranking."""
    return Standing(
        points=[player.points for player in state.players],
        finished=state.finished,
        ranking=state.ranking,
        decided_by=_DECIDED_BY[state.decided_by] if state.decided_by else None,
    )


ACCOUNT_TITLES = {
    "money": message("brass.account-money", "Money"),
    "points": message("brass.account-points", "Points"),
    "income": message("brass.account-income", "Income"),
    "spent": message("brass.account-spent", "Spent"),
}
"""The title of each account."""


def accounting(components_of: ComponentsOf) -> Callable[[Any], dict[str, list[int]]]:
    """Return the function that reads a game's ledger accounts by seat: money, points, income level, and money spent in
    this round.
    """
    return partial(_accounts, components_of)


def summing_up(components_of: ComponentsOf) -> Callable[[Any], Summary]:
    """Return the function that summarises a game's positions: era and round, turn order and figures of each seat."""
    return partial(_summary, components_of)


def _accounts(components_of: ComponentsOf, state: AnyState) -> dict[str, list[int]]:
    track = components_of(state).income_track
    return {
        "money": [player.money for player in state.players],
        "points": [player.points for player in state.players],
        "income": [income_track.level(track, player.income_space) for player in state.players],
        "spent": [player.spent for player in state.players],
    }


def _summary(components_of: ComponentsOf, state: AnyState) -> Summary:
    figures_by_seat = _accounts(components_of, state)
    columns = (
        Figure(message("brass.victory-points", "VP"), tuple(figures_by_seat["points"]), "points"),
        Figure(
            message("brass.points-if-scored-now", "If scored now"),
            if_scored_now(components_of(state), state),
            explanation=message(
                "brass.points-if-scored-now-explained",
                "Points for the links and tiles on the board if the era ended now. Later moves will change this.",
            ),
            in_preview=True,
        ),
        Figure(message("brass.money-in-pounds", "Money (£)"), tuple(figures_by_seat["money"]), "money"),
        Figure(message("brass.income-level", "Income level"), tuple(figures_by_seat["income"]), "income"),
        Figure(message("brass.spent-in-pounds", "Spent (£)"), tuple(figures_by_seat["spent"]), "spent"),
        Figure(message("brass.cards", "Cards"), tuple(len(player.hand) for player in state.players)),
        Figure(message("brass.links-left", "Links left"), tuple(player.links_left for player in state.players)),
    )
    rounds = components_of(state).constants.rounds_per_era[len(state.players)]
    return Summary(
        headline=headline(state, rounds),
        order=tuple(state.turn_order),
        figures=columns,
    )


def if_scored_now(components: Components[Any, Any], state: AnyState) -> tuple[Message | int, ...]:
    """Return the points that each seat would get if the era ended now, from links and flipped tiles."""
    if is_scored(state):
        return tuple(message("brass.not-applicable", "–") for _ in state.players)
    return era_points(components, state).by_seat


def headline(state: AnyState, rounds: int) -> Message:
    """Name the era and the round, with the number of rounds."""
    if state.finished:
        return message("brass.status-game-over", "The game is over")
    if state.era == "canal":
        return message(
            "brass.status-canal-era", "Canal era, round {round} of {rounds}", round=state.round, rounds=rounds
        )
    return message("brass.status-rail-era", "Rail era, round {round} of {rounds}", round=state.round, rounds=rounds)
