"""Share values after a production, and distribution decay (AW-15, AW-16)."""

from __future__ import annotations

from domain.arkwright.engine.asking import ask_whether
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import BreakTie
from domain.arkwright.model.factories import ready
from domain.arkwright.model.facts import DistributionWorn, Raise, SharesValued, TieBroken, Worn
from domain.arkwright.model.lookup import active_good, components_of
from domain.arkwright.model.state import Awaiting, Sale, State
from domain.game import Fact, Script
from domain.game_kit.course import Course
from domain.message import message

FOR_SALES = 1
"""Steps of the share value for enough sales at home (AW-15.1); the solo game prints its own for automas."""
FOR_HIGHEST_APPEAL = 1
"""Additional steps for the single highest appeal (AW-15.2)."""


def _sellers(state: State) -> list[Sale]:
    """Return the sellers of enough goods at home for a step of the share value (AW-15.1)."""
    enough = components_of(state).constants.goods_for_share_value
    return [sale for sale in state.sales if sale.sold >= enough]


def _leaders(state: State) -> list[int]:
    """Return those of them with the highest appeal (AW-15.2)."""
    sellers = _sellers(state)
    highest = max((sale.appeal for sale in sellers), default=0)
    return [sale.seat for sale in sellers if sale.appeal == highest]


def tie_holder(state: State) -> int | None:
    """Return the seat that may break a tie for the highest appeal with the entrepreneur (AW-19.6)."""
    leaders = _leaders(state)
    if len(leaders) < 2:
        return None
    players = state.players
    holders = (seat for seat in leaders if seat < len(players) and ready(players[seat], "entrepreneur"))
    return next(holders, None)


def decide_break_tie(position: Position, command: BreakTie) -> list[Fact]:
    """Use the entrepreneur for the tie, or not (AW-19.6)."""
    return [
        TieBroken(seat=position.seat, used=command.use, pending=(Awaiting("valued"), *position.state.rest)),
    ]


def script_break_tie(position: Position) -> Script:
    """Ask whether the entrepreneur is used."""
    prompt = message("arkwright.confirm-tie-break", "Use the entrepreneur to win the tie for the highest appeal?")
    return BreakTie(use=(yield from ask_whether(prompt, True, "card:entrepreneur")))


def value_shares(course: Course[State]) -> None:
    """Raise share values by 1 for two goods sold, and 1 more for the single highest appeal (AW-15)."""
    state = course.state
    leaders = _leaders(state)
    first = state.tie_broken if state.tie_broken is not None else leaders[0] if len(leaders) == 1 else None
    raises = tuple(_raise(course, sale, sale.seat == first) for sale in _sellers(state))
    wears = bool(_worn(state))
    course.happen(
        SharesValued(
            good=active_good(course.state),
            raises=raises,
            tied=len(leaders) > 1 and first is None,
            pending=tuple(step for step in course.state.rest if step.kind != "wear" or wears),
        )
    )


def _raise(course: Course[State], sale: Sale, first: bool) -> Raise:
    state, seats = course.state, len(course.state.players)
    automa = state.solo.automas[sale.seat - seats] if state.solo and sale.seat >= seats else None
    before = automa.share_value if automa else state.players[sale.seat].share_value
    components = components_of(state)
    room = components.tracks.share_value.last - before
    for_sales = min(components.solo.share_value_for_sales if automa else FOR_SALES, room)
    for_appeal = min(FOR_HIGHEST_APPEAL if first else 0, room - for_sales)
    return Raise(
        seat=None if automa else sale.seat,
        colour=automa.colour if automa else "",
        sold=sale.sold,
        appeal=sale.appeal,
        for_sales=for_sales,
        for_appeal=for_appeal,
        share_value=before + for_sales + for_appeal,
    )


def _worn(state: State) -> tuple[Worn, ...]:
    good = active_good(state)
    producers = (sale.seat for sale in state.sales if sale.seat < len(state.players))
    laid = ((seat, state.players[seat].factories[good].distribution) for seat in producers)
    return tuple(Worn(seat, good, card.value - 1) for seat, card in laid if card)


def wear(course: Course[State]) -> None:
    """Lower the distribution of factories that produced by 1 (AW-16.1)."""
    course.happen(DistributionWorn(worn=_worn(course.state), pending=course.state.rest))
