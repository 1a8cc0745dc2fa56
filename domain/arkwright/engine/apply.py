"""Application of facts to the position. Facts contain every outcome, so this module decides and looks up nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.arkwright.engine.apply_turns import WRITES, nothing
from domain.arkwright.engine.shared_changes import (
    automa_of,
    borrow,
    discard,
    held_by,
    move_markers,
    ship,
    solo_of,
    store,
)
from domain.arkwright.model import facts
from domain.arkwright.model.state import Distribution, Factory, Player, Sale, Solo, State, Tally, Warehouse, Worker

# --------------------------------------------------------------------------------------------------------------------
# The start
# --------------------------------------------------------------------------------------------------------------------


def initial(started: facts.Started) -> State:
    """Return the position right after the set-up."""
    return State(
        figures=started.figures,
        options=started.options,
        era=1,
        round=1,
        start_player=started.start_player,
        pending=list(started.pending),
        players=[_seated(seated, started.token_space) for seated in started.players],
        demand=dict(started.demand),
        wage_space=started.wage_space,
        neutral=dict(started.neutral),
        supply=list(started.supply),
        solo=_solo(started.solo) if started.solo else None,
        facts=1,
    )


def _seated(seated: facts.Seated, space: int) -> Player:
    return Player(
        funds=seated.funds,
        shares=seated.shares,
        share_value=seated.share_value,
        ships=seated.ships,
        levels=dict(seated.levels),
        max_quality=seated.max_quality,
        factories={good: _new_factory(space) for good in seated.factories},
        appeal=dict.fromkeys(seated.factories, 0),
        cards=[msgspec.structs.replace(card) for card in seated.cards],
        warehouses=[Warehouse(id) for id in seated.warehouses],
        start_funds=seated.funds,
        start_shares=seated.shares,
        tally=Tally(cards_gained=[card.type for card in seated.cards]),
    )


def _new_factory(space: int) -> Factory:
    """Return a starting factory: side I, office on price, the worker card of position 1 (AW-2.11 to AW-2.13)."""
    return Factory(level=1, space=space, office="price", workers=[Worker("I")], quality=[])


def _solo(start: facts.SoloStart) -> Solo:
    return Solo(
        automas=[msgspec.structs.replace(automa, appeal=dict(automa.appeal)) for automa in start.automas],
        tracks=dict(start.tracks),
        markers=dict(start.markers),
        display=list(start.display),
        bags=[list(bag) for bag in start.bags],
    )


def _factory_chosen(state: State, fact: facts.FactoryChosen) -> None:
    player = state.players[fact.seat]
    player.factories[fact.good] = _new_factory(fact.space)
    player.appeal[fact.good] = 0


def _automas_prepared(state: State, fact: facts.AutomasPrepared) -> None:
    solo = solo_of(state)
    for good, colour in fact.tracks.items():
        automa_of(solo, colour).appeal[good] = fact.appeal[good]
    solo.tracks = dict(fact.tracks)
    state.demand = dict(fact.demand)


def _supervisor_placed(state: State, fact: facts.SupervisorPlaced) -> None:
    held_by(state.players[fact.seat], "supervisor").at = fact.good


def _bought_at_start(state: State, fact: facts.SharesBoughtAtStart) -> None:
    player = state.players[fact.seat]
    player.shares += fact.shares
    player.funds -= fact.paid
    player.start_shares, player.start_funds = player.shares, player.funds


# --------------------------------------------------------------------------------------------------------------------
# Production
# --------------------------------------------------------------------------------------------------------------------


def _produced(state: State, fact: facts.Produced) -> None:
    player = state.players[fact.seat]
    store(player, (fact.good,), {held.warehouse: (fact.good, held.goods) for held in fact.store})
    borrow(player, fact.emergency)
    player.funds += fact.income - fact.paid
    ship(player, fact)
    if fact.patron:
        held_by(player, f"patron_{fact.good}").used = True
    discard(state, fact.seat, fact.discarded, fact.discarded_to)
    state.sales.append(Sale(fact.seat, fact.fresh_sold + fact.stored_sold, fact.appeal))


def _bankrupted(state: State, fact: facts.Bankrupted) -> None:
    player = state.players[fact.seat]
    player.bankrupt = True
    player.funds = 0
    player.appeal = {}
    player.cards = []
    state.supply.extend(fact.returned)
    state.sales = [sale for sale in state.sales if sale.seat != fact.seat]
    state.discarded = []


def _automa_produced(state: State, fact: facts.AutomaProduced) -> None:
    solo = solo_of(state)
    automa = automa_of(solo, fact.colour)
    automa.shares = fact.shares
    seat = len(state.players) + solo.automas.index(automa)
    state.sales.append(Sale(seat, fact.sold, fact.appeal))


def _tie_broken(state: State, fact: facts.TieBroken) -> None:
    if fact.used:
        held_by(state.players[fact.seat], "entrepreneur").used = True
        state.tie_broken = fact.seat


def _shares_valued(state: State, fact: facts.SharesValued) -> None:
    for raised in fact.raises:
        owner: Any = automa_of(solo_of(state), raised.colour) if raised.seat is None else state.players[raised.seat]
        owner.share_value = raised.share_value


def _distribution_worn(state: State, fact: facts.DistributionWorn) -> None:
    for worn in fact.worn:
        factory = state.players[worn.seat].factories[worn.good]
        assert factory.distribution
        factory.distribution = Distribution(factory.distribution.card, worn.value) if worn.value else None


# --------------------------------------------------------------------------------------------------------------------
# Rounds, eras, the end
# --------------------------------------------------------------------------------------------------------------------


def _entrepreneur_discarded(state: State, fact: facts.EntrepreneurDiscarded) -> None:
    discard(state, fact.seat, fact.discarded, fact.discarded_to)
    state.next_start_player = fact.start_player


def _era_began(state: State, fact: facts.EraBegan) -> None:
    state.era = fact.era
    state.round = 1
    for seat, card in fact.ready:
        held_by(state.players[seat], card).used = False
    if state.solo:
        state.solo.drawn = []
        del state.solo.bags[0]


def _start_player_named(state: State, fact: facts.StartPlayerNamed) -> None:
    state.next_start_player = fact.start_player


def _neutrals_raised(state: State, fact: facts.NeutralsRaised) -> None:
    state.neutral = dict(fact.neutral)
    state.demand = dict(fact.demand)


def _round_began(state: State, fact: facts.RoundBegan) -> None:
    state.round = fact.round
    state.start_player = fact.start_player
    state.next_start_player = None
    state.tie_broken = None
    state.sales = []
    state.discarded = []
    if state.solo:
        state.solo.opponents_first = fact.opponents_first


def _game_ended(state: State, fact: facts.GameEnded) -> None:
    for score in fact.scores:
        player = state.players[score.seat]
        player.shares, player.share_value, player.funds = score.shares, score.share_value, score.funds
    state.scores = list(fact.scores)
    state.automa_scores = list(fact.automa_scores)
    state.ranking = list(fact.ranking)
    state.decided_by = fact.decided_by
    state.achievements = list(fact.achievements)
    state.finished = not fact.pending


def _achievements_chosen(state: State, fact: facts.AchievementsChosen) -> None:
    state.achievements = list(fact.achievements)
    state.finished = True


# --------------------------------------------------------------------------------------------------------------------
# The opponents of the solo game
# --------------------------------------------------------------------------------------------------------------------


def _marker_drawn(state: State, fact: facts.MarkerDrawn) -> None:
    solo_of(state).drawn.append(fact.colour)


def _automa_advanced(state: State, fact: facts.AutomaAdvanced) -> None:
    automa_of(solo_of(state), fact.colour).appeal[fact.good] = fact.appeal_to
    state.demand[fact.good] = fact.demand_to


def _automa_opened(state: State, fact: facts.AutomaOpened) -> None:
    automa_of(solo_of(state), fact.colour).appeal[fact.good] = fact.appeal
    move_markers(state, fact.demand, fact.wage_space)


def _automas_gained(state: State, fact: facts.AutomasGained) -> None:
    for gain in fact.gains:
        automa_of(solo_of(state), gain.colour).shares = gain.shares


def _funds_marker_moved(state: State, fact: facts.FundsMarkerMoved) -> None:
    solo_of(state).markers[fact.colour] = fact.place_to


_WRITES: dict[type[Any], Callable[[State, Any], None]] = WRITES | {
    facts.FactoryChosen: _factory_chosen,
    facts.AutomasPrepared: _automas_prepared,
    facts.SupervisorPlaced: _supervisor_placed,
    facts.SharesBoughtAtStart: _bought_at_start,
    facts.ProductionBegan: nothing,
    facts.Produced: _produced,
    facts.Bankrupted: _bankrupted,
    facts.AutomaProduced: _automa_produced,
    facts.TieBroken: _tie_broken,
    facts.SharesValued: _shares_valued,
    facts.DistributionWorn: _distribution_worn,
    facts.EntrepreneurDiscarded: _entrepreneur_discarded,
    facts.EntrepreneurKept: nothing,
    facts.EraBegan: _era_began,
    facts.StartPlayerNamed: _start_player_named,
    facts.NeutralsRaised: _neutrals_raised,
    facts.RoundBegan: _round_began,
    facts.GameEnded: _game_ended,
    facts.AchievementsChosen: _achievements_chosen,
    facts.MarkerDrawn: _marker_drawn,
    facts.AutomaAdvanced: _automa_advanced,
    facts.AutomaOpened: _automa_opened,
    facts.AutomasGained: _automas_gained,
    facts.FundsMarkerMoved: _funds_marker_moved,
}


def apply(state: State, fact: facts.LaterFact) -> None:
    """Write a fact into the position."""
    _WRITES[type(fact)](state, fact)
    state.pending = list(fact.pending)
    state.facts += 1
