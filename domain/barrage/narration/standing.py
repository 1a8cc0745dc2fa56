"""The standing of the companies, the figures of the ledger, and a summary of a position."""

from __future__ import annotations

from domain.barrage.model.figures import of
from domain.barrage.model.state import DecidedBy, State
from domain.message import Message, Term, message
from domain.presentation import Figure, Standing, Summary

_DECIDED_BY: dict[DecidedBy, Message] = {
    "points": message("barrage.decided-by-points", "Most victory points"),
    "energy": message("barrage.decided-by-energy", "Tie on victory points, broken by energy in the last round"),
    "shared": message(
        "barrage.decided-by-shared-victory",
        "Shared victory: tie on victory points and on energy in the last round",
    ),
}
_PHASE: dict[str, Message] = {
    "income": message("barrage.phase-income", "income"),
    "actions": message("barrage.phase-actions", "actions"),
    "water_flow": message("barrage.phase-water-flow", "water flow"),
    "scoring": message("barrage.phase-scoring", "scoring"),
    "end": message("barrage.phase-end-of-round", "end of round"),
}


def standing(state: State) -> Standing:
    """Return the victory points so far; at the end the ranking (BA-22.7)."""
    return Standing(
        points=[company.vp for company in state.companies],
        finished=state.finished,
        ranking=state.ranking,
        decided_by=_DECIDED_BY[state.decided_by] if state.decided_by else None,
    )


ACCOUNT_TITLES = {
    "points": message("barrage.account-points", "Points"),
    "credits": message("barrage.account-credits", "Credits"),
    "excavators": message("barrage.account-excavators", "Excavators"),
    "mixers": message("barrage.account-mixers", "Mixers"),
    "energy": message("barrage.account-energy", "Energy"),
    "engineers": message("barrage.account-engineers", "Engineers"),
}
"""The title of each account."""


def accounts(state: State) -> dict[str, list[int]]:
    """Return the ledger accounts by seat: VP, credits, machinery, energy of the round, engineers in the supply."""
    companies = state.companies
    return {
        "points": [company.vp for company in companies],
        "credits": [company.credits for company in companies],
        "excavators": [company.excavators for company in companies],
        "mixers": [company.mixers for company in companies],
        "energy": [company.energy for company in companies],
        "engineers": [company.engineers for company in companies],
    }


def summary(state: State) -> Summary:
    """Summarise round and phase, the turn order and each company's figures; its machinery is shown on the board."""
    components, figures = of(state.figures), accounts(state)
    names: tuple[Message | int, ...] = tuple(
        message("barrage.company-name", "{company}", company=Term(components.company[each.company].name))
        if each.company
        else message("barrage.not-applicable", "–")
        for each in state.companies
    )
    people = state.options.people(len(state.companies))
    credits: tuple[Message | int, ...] = tuple(
        count if seat in people else message("barrage.not-applicable", "–")
        for seat, count in enumerate(figures["credits"])
    )
    return Summary(
        headline=headline(state),
        order=tuple(state.turn_order),
        figures=(
            Figure(message("barrage.company", "Company"), names),
            Figure(message("barrage.vp", "VP"), tuple(figures["points"]), "points"),
            Figure(message("barrage.energy", "Energy"), tuple(figures["energy"]), "energy"),
            Figure(message("barrage.credits", "Credits"), credits, "credits"),
            Figure(message("barrage.engineers", "Engineers"), tuple(figures["engineers"]), "engineers"),
        ),
    )


def headline(state: State) -> Message:
    """Name the round and the phase."""
    if state.finished:
        return message("barrage.game-over", "Game over")
    if state.phase == "draft":
        return message("barrage.draft-of-companies", "Company draft")
    rounds = of(state.figures).constants.rounds
    return message(
        "barrage.round-and-phase",
        "Round {round} of {rounds}: {phase}",
        round=state.round,
        rounds=rounds,
        phase=_PHASE[state.phase],
    )
