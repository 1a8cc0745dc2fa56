"""The opponents of the solo game: their turn and their production (AW-S.16 to AW-S.30)."""

from __future__ import annotations

from domain.arkwright.model.facts import (
    AutomaAdvanced,
    AutomaOpened,
    AutomaProduced,
    AutomasGained,
    AutomaShares,
    AutomasPrepared,
    FundsMarkerMoved,
    MarkerDrawn,
)
from domain.arkwright.model.lookup import active_good, components_of
from domain.arkwright.model.market import arrows_crossed, lowered_demand, moved_demand, raised_wage, sales_limit
from domain.arkwright.model.state import Automa, Solo, State
from domain.game_kit.course import Course


def _solo(course: Course[State]) -> Solo:
    assert course.state.solo is not None
    return course.state.solo


def prepare(course: Course[State]) -> None:
    """Lay out the automas' markers and raise demand: preparation B (AW-S.11, AW-S.12)."""
    figures, demand = components_of(course.state).solo, course.state.demand
    steps = figures.start_demand_steps
    course.happen(
        AutomasPrepared(
            tracks=dict(_solo(course).tracks),
            appeal=dict(figures.start_appeal),
            demand={good: moved_demand(components_of(course.state), demand[good], steps[good]) for good in demand},
            pending=course.state.awaited,
        )
    )


def take_turn(course: Course[State]) -> None:
    """Take the opponents' turn: draw, advance or open, gain a share, move the funds marker (AW-S.18 to AW-S.25)."""
    solo = _solo(course)
    colour = solo.bags[0][len(solo.drawn)]
    course.happen(MarkerDrawn(colour=colour, pending=course.state.awaited))
    for automa in solo.automas:
        if automa.colour == colour:
            _act(course, automa)
    _gain_shares(course, colour)
    _move_funds_marker(course, colour)


def _act(course: Course[State], automa: Automa) -> None:
    if active_good(course.state) in automa.appeal:
        _advance(course, automa)
    else:
        _open(course, automa)


def _advance(course: Course[State], automa: Automa) -> None:
    """Advance the marker on the active track; demand follows (AW-S.19, AW-S.15)."""
    components, state, good = components_of(course.state), course.state, active_good(course.state)
    old = automa.appeal[good]
    new = components.market_board.appeal.clamp(old + components.solo.advance)
    arrows = arrows_crossed(components, state, good, old, new)
    course.happen(
        AutomaAdvanced(
            colour=automa.colour,
            good=good,
            appeal_from=old,
            appeal_to=new,
            arrows=arrows,
            demand_from=state.demand[good],
            demand_to=moved_demand(components, state.demand[good], arrows),
            pending=course.state.awaited,
        )
    )


def _open(course: Course[State], automa: Automa) -> None:
    """Open an automa's factory: demand falls, wages rise, its marker goes up (AW-S.20)."""
    components, state, good = components_of(course.state), course.state, active_good(course.state)
    opening, extra = components.solo.new_factory_appeal[good], state.era
    new = components.market_board.appeal.clamp(opening + extra)
    arrows = arrows_crossed(components, state, good, 0, new)
    demand = lowered_demand(components, state)
    demand[good] = moved_demand(components, demand[good], arrows)
    course.happen(
        AutomaOpened(
            colour=automa.colour,
            good=good,
            appeal=new,
            opening=opening,
            extra=extra,
            arrows=arrows,
            demand=demand,
            wage_space=raised_wage(components, state),
            pending=course.state.awaited,
        )
    )


def _with_shares(course: Course[State], automa: Automa, gained: int) -> AutomaShares:
    shares = components_of(course.state).tracks.shares.clamp(automa.shares + gained)
    return AutomaShares(automa.colour, shares - automa.shares, shares)


def _gain_shares(course: Course[State], drawn: str) -> None:
    """Give every automa whose colour was not drawn a share (AW-S.21)."""
    gained = components_of(course.state).solo.share_if_not_drawn
    gains = tuple(_with_shares(course, automa, gained) for automa in _solo(course).automas if automa.colour != drawn)
    course.happen(AutomasGained(gains=gains, pending=course.state.awaited))


def _move_funds_marker(course: Course[State], colour: str) -> None:
    """Move the funds marker of the drawn colour over the display (AW-S.22 to AW-S.24)."""
    solo, good = _solo(course), active_good(course.state)
    boards = [player.appeal for player in course.state.players] + [automa.appeal for automa in solo.automas]
    steps = sum(good in appeal for appeal in boards)
    start = solo.markers[colour]
    target = _target(solo, colour, steps)
    course.happen(
        FundsMarkerMoved(
            colour=colour,
            steps=steps,
            place_from=start,
            place_to=target,
            card=next(card.type for card in course.state.supply if card.id == solo.display[target]),
            pending=course.state.rest,
        )
    )


def _target(solo: Solo, colour: str, steps: int) -> int:
    """Return the card so many places on, skipping cards with another marker; empty places do not count (AW-D.61)."""
    start, places = solo.markers[colour], len(solo.display)
    if not steps:
        return start
    others = {place for other, place in solo.markers.items() if other != colour}
    cards = [place for step in range(1, places + 1) if solo.display[place := (start + step) % places]]
    landing = (steps - 1) % len(cards)
    for place in (*cards[landing:], *cards[:landing]):
        if place not in others:
            return place
    return start


def produce(course: Course[State]) -> None:
    """Let automas with a marker on the active track sell what they can (AW-S.27 to AW-S.29)."""
    solo, good = _solo(course), active_good(course.state)
    there = [automa for automa in solo.automas if good in automa.appeal]
    for left, automa in zip(reversed(range(len(there))), there, strict=True):
        appeal, demand = automa.appeal[good], course.state.demand[good]
        sold = sales_limit(appeal, demand)
        enough = sold >= components_of(course.state).constants.goods_for_share_value
        gained = _with_shares(course, automa, 0 if enough else components_of(course.state).solo.share_for_fewer_sales)
        course.happen(
            AutomaProduced(
                colour=automa.colour,
                good=good,
                appeal=appeal,
                demand=demand,
                sold=sold,
                shares_gained=gained.gained,
                shares=gained.shares,
                pending=course.state.awaited if left else course.state.rest,
            )
        )


def automas_on_track(course: Course[State]) -> bool:
    """Return whether an automa takes part in this production (AW-D.59)."""
    solo = course.state.solo
    return solo is not None and any(active_good(course.state) in automa.appeal for automa in solo.automas)
