"""The standing of the players, the figures of the ledger, and a summary of a position."""

from __future__ import annotations

from collections.abc import Iterator

from domain.arkwright.model.components import ROUNDS, Components, of
from domain.arkwright.model.state import DecidedBy, Player, State
from domain.arkwright.narration import words
from domain.message import Message, Term, message
from domain.presentation import AutomaResult, Figure, Standing, Summary

_DECIDED_BY: dict[DecidedBy, Message] = {
    "score": message("arkwright.decided-by-score", "Highest final score"),
    "funds": message("arkwright.decided-by-funds", "Equal scores, decided by remaining funds"),
    "shared": message("arkwright.victory-shared", "Equal scores and equal funds: shared victory"),
    "last_player": message("arkwright.decided-by-last-player", "All other players are bankrupt"),
    "bankruptcy": message("arkwright.decided-by-bankruptcy", "Bankruptcy"),
}
_PHASE: dict[str, Message] = {
    "action": message("arkwright.action-phase", "action phase"),
    "production": message("arkwright.production-phase", "production phase"),
    "next_round": message("arkwright.next-round-preparation", "preparation for the next round"),
}
_PHASE_OF: dict[str, str] = {
    "action": "action",
    "price": "action",
    "development": "action",
    "end": "action",
    "opponents": "action",
    "begin_production": "production",
    "production": "production",
    "automas": "production",
    "valuation": "production",
    "tie": "production",
    "valued": "production",
    "wear": "production",
}
_BEFORE = ("factory", "bonus", "supervisor", "shares")


def worth(player: Player) -> int:
    """Return share value times shares (AW-17.3, AW-18.6); nothing for a bankrupt player (AW-D.25)."""
    return 0 if player.bankrupt else player.shares * player.share_value


def standing(state: State) -> Standing:
    """Return the value of the shares; at the end the final score and the ranking (AW-18.6, AW-18.7)."""
    scores = {score.seat: score.score for score in state.scores}
    return Standing(
        points=[scores.get(seat, 0) if state.finished else worth(each) for seat, each in enumerate(state.players)],
        finished=state.finished,
        ranking=state.ranking,
        decided_by=_DECIDED_BY[state.decided_by] if state.decided_by else None,
        automas=tuple(_automas(state)),
    )


def _automas(state: State) -> Iterator[AutomaResult]:
    """Yield the automas of a solo game in their places: the player wins ties (AW-D.63), but loses if bankrupt."""
    best_first = sorted(state.automa_scores, key=lambda automa: -automa.score)
    for automa in best_first:
        better = sum(other.score > automa.score for other in best_first)
        ahead = any(score.score >= automa.score for score in state.scores)
        yield AutomaResult(1 + better + ahead, words.automa(automa.colour), automa.score)


ACCOUNT_TITLES = {
    "points": message("arkwright.account-points", "Points"),
    "funds": message("arkwright.account-funds", "Funds"),
    "shares": message("arkwright.account-shares", "Shares"),
    "share_value": message("arkwright.account-share-value", "Share value"),
    "loans": message("arkwright.account-loans", "Loans"),
    "shipping_tokens": message("arkwright.account-shipping-tokens", "Shipping tokens"),
    "ships": message("arkwright.account-ships", "Ships"),
}
"""The title of each account."""


def accounts(state: State) -> dict[str, list[int]]:
    """Return the ledger accounts by seat: points, pounds, shares, their value, loan and shipping tokens,
    ready ships.
    """
    players = state.players
    return {
        "points": standing(state).points,
        "funds": [player.funds for player in players],
        "shares": [player.shares for player in players],
        "share_value": [player.share_value for player in players],
        "loans": [player.loans for player in players],
        "shipping_tokens": [player.shipping_tokens for player in players],
        "ships": [player.ships for player in players],
    }


def summary(state: State) -> Summary:
    """Summarise era, round and phase, the turn order and the figures of each player."""
    counted, seats = accounts(state), len(state.players)
    figures: list[Figure] = [
        Figure(
            message("arkwright.final-score", "Final score")
            if state.finished
            else message("arkwright.shares-times-value", "Shares × value"),
            tuple(counted["points"]),
            "points",
        ),
        Figure(
            message("arkwright.funds", "Funds"),
            tuple(message("arkwright.amount", "£{amount}", amount=funds) for funds in counted["funds"]),
            "funds",
        ),
        Figure(message("arkwright.shares", "Shares"), tuple(counted["shares"]), "shares"),
        Figure(
            message("arkwright.share-value", "Share value"),
            tuple(message("arkwright.amount", "£{amount}", amount=value) for value in counted["share_value"]),
            "share_value",
        ),
        Figure(message("arkwright.loans", "Loans"), tuple(counted["loans"]), "loans"),
        Figure(message("arkwright.ships-ready", "Ships ready"), tuple(counted["ships"]), "ships"),
    ]
    return Summary(
        headline=headline(state),
        order=tuple((state.start_player + step) % seats for step in range(seats)),
        figures=tuple(figures),
    )


def headline(state: State) -> Message:
    """Name era, round, the active good and the phase."""
    if state.finished:
        return message("arkwright.game-over", "The game is over")
    kind = state.pending[0].kind if state.pending else "next_round"
    if kind in _BEFORE:
        return message("arkwright.before-game", "Before the game")
    components: Components = of(state.figures)
    return message(
        "arkwright.era-round-and-phase",
        "Era {era}, round {round} of {rounds} ({good}): {phase}",
        era=components.eras[state.era - 1].side,
        round=state.round,
        rounds=ROUNDS,
        good=Term(components.goods[state.round - 1].name),
        phase=_PHASE[_PHASE_OF.get(kind, "next_round")],
    )
