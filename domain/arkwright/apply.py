"""Facts become the position. Nothing is decided here and nothing is looked up: a fact says what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from domain.arkwright import facts
from domain.arkwright.commands import QualityAt
from domain.arkwright.state import (
    Distribution,
    Factory,
    HeldCard,
    Player,
    Quality,
    Sale,
    Solo,
    State,
    SupplyCard,
    Tally,
    Warehouse,
    Worker,
)

# --------------------------------------------------------------------------------------------------------------------
# The start
# --------------------------------------------------------------------------------------------------------------------


def initial(started: facts.Started) -> State:
    """The position right after the set-up."""
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
    """A starting factory: side I, office on price, the worker card of position 1 (AW-2.11 to AW-2.13)."""
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
    solo = _of(state)
    for good, colour in fact.tracks.items():
        _automa(solo, colour).appeal[good] = fact.appeal[good]
    solo.tracks = dict(fact.tracks)
    state.demand = dict(fact.demand)


def _supervisor_placed(state: State, fact: facts.SupervisorPlaced) -> None:
    _held(state.players[fact.seat], "supervisor").at = fact.good


def _bought_at_start(state: State, fact: facts.SharesBoughtAtStart) -> None:
    player = state.players[fact.seat]
    player.shares += fact.shares
    player.funds -= fact.paid
    player.start_shares, player.start_funds = player.shares, player.funds


# --------------------------------------------------------------------------------------------------------------------
# Pieces of facts
# --------------------------------------------------------------------------------------------------------------------


def _of(state: State) -> Solo:
    assert state.solo is not None
    return state.solo


def _automa(solo: Solo, colour: str) -> Any:
    return next(automa for automa in solo.automas if automa.colour == colour)


def _held(player: Player, card: str) -> HeldCard:
    return next(held for held in player.cards if held.type == card)


def _discard(state: State, seat: int, card: SupplyCard | None, place: int | None) -> None:
    """A development card goes back to the supply."""
    if card is None:
        return
    player = state.players[seat]
    player.cards = [held for held in player.cards if held.type != card.type]
    state.discarded.append(card.type)
    state.supply.append(card)
    if place is not None:
        _of(state).display[place] = card.id


def _market(state: State, demand: dict[str, int] | None, wage_space: int | None) -> None:
    if demand is not None:
        state.demand = dict(demand)
    if wage_space is not None:
        state.wage_space = wage_space


def _borrow(player: Player, emergency: facts.EmergencyLoans | None) -> None:
    if emergency:
        player.loans += emergency.loans
        player.funds += emergency.money


def _ship(player: Player, ships: int, tokens: int, trading_office: bool) -> None:
    player.ships -= ships
    player.shipping_tokens += tokens
    player.tally.ships_used += ships
    if trading_office:
        _held(player, "trading_office").used = True


def _store(player: Player, goods: Iterable[str], store: dict[str, tuple[str, int]]) -> None:
    """Warehouses of these factories are emptied, and those used filled."""
    emptied = set(goods)
    for warehouse in player.warehouses:
        if warehouse.id in store:
            warehouse.good, warehouse.goods = store[warehouse.id]
        elif warehouse.good in emptied:
            warehouse.good, warehouse.goods = "", 0


# --------------------------------------------------------------------------------------------------------------------
# Step (a)
# --------------------------------------------------------------------------------------------------------------------


def _built(state: State, fact: facts.Built) -> None:
    player = state.players[fact.seat]
    for good in fact.built:
        player.factories[good] = Factory(level=fact.level, space=fact.space, office="price", workers=[], quality=[])
        player.appeal[good] = 0
    for upgraded in (*fact.upgraded, *fact.by_inventor):
        factory = player.factories[upgraded.good]
        factory.level = upgraded.level
        for worker, side in zip(factory.workers, upgraded.sides, strict=True):
            worker.side = side
    _market(state, fact.demand, fact.wage_space)
    _discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _hired(state: State, fact: facts.Hired) -> None:
    player = state.players[fact.seat]
    for new in fact.workers:
        player.factories[new.good].workers.append(Worker(new.side))
    _market(state, fact.demand, fact.wage_space)


def _automated(state: State, fact: facts.Automated) -> None:
    player = state.players[fact.seat]
    for card in fact.cards:
        player.factories[card.good].workers[card.position - 1].machines = card.machines
    player.tally.automate_actions += 1


def _quality_added(state: State, fact: facts.QualityAdded) -> None:
    player = state.players[fact.seat]
    for good, factory in player.factories.items():
        factory.quality = [_quality(card) for card in fact.cards if card.good == good]


def _quality(card: QualityAt) -> Quality:
    return Quality(card.card, card.value, card.end)


def _distribution_added(state: State, fact: facts.DistributionAdded) -> None:
    player = state.players[fact.seat]
    for factory in player.factories.values():
        factory.distribution = None
    for card in fact.cards:
        player.factories[card.good].distribution = Distribution(card.card, card.value)


def _stock_traded(state: State, fact: facts.StockTraded) -> None:
    player = state.players[fact.seat]
    player.shares += fact.half_price + fact.full_price
    player.funds += fact.borrowed - fact.paid
    player.loans += fact.loans
    if fact.ships is not None:
        player.ships = fact.ships


def _extra_produced(state: State, fact: facts.ExtraProduced) -> None:
    player = state.players[fact.seat]
    _store(
        player,
        (run.good for run in fact.runs),
        {stored.warehouse: (stored.good, stored.goods) for stored in fact.store},
    )
    _borrow(player, fact.emergency)
    player.funds -= fact.paid
    _discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _shipped_early(state: State, fact: facts.ShippedEarly) -> None:
    player = state.players[fact.seat]
    shipped = {cargo.warehouse: cargo.goods for cargo in fact.cargo}
    for warehouse in player.warehouses:
        warehouse.goods -= shipped.get(warehouse.id, 0)
        if not warehouse.goods:
            warehouse.good = ""
    player.funds += fact.income
    _ship(player, fact.ships, fact.tokens, fact.trading_office)


# --------------------------------------------------------------------------------------------------------------------
# Steps (b) and (c)
# --------------------------------------------------------------------------------------------------------------------


def _price_set(state: State, fact: facts.PriceSet) -> None:
    player = state.players[fact.seat]
    factory = player.factories[fact.good]
    factory.space, factory.office = fact.space, fact.office
    factory.quality = [
        Quality(card.card, card.value, "appeal" if card.card in fact.quality_on_appeal else "price")
        for card in factory.quality
    ]
    player.appeal[fact.good] = fact.appeal_to
    state.demand[fact.good] = fact.demand_to


def _advanced(state: State, fact: facts.Advanced) -> None:
    _advance(state.players[fact.seat], fact.track, fact.level)


def _advance(player: Player, track: str, level: int) -> None:
    player.tally.stock_exchange_advances += track == "stock_exchange"
    player.levels[track] = level


def _card_taken(state: State, fact: facts.CardTaken) -> None:
    player = state.players[fact.seat]
    _discard(state, fact.seat, fact.discarded, fact.discarded_to)
    if fact.lost_quality:
        factory = player.factories[fact.lost_quality.good]
        factory.quality = [card for card in factory.quality if card.card != fact.lost_quality.card]
        if fact.replacement:
            factory.quality.append(_quality(fact.replacement))
    if fact.lost_distribution:
        player.factories[fact.lost_distribution.good].distribution = None
    if fact.discarded and fact.lost_warehouse:
        player.warehouses = [house for house in player.warehouses if house.id != fact.lost_warehouse]
    state.supply = [card for card in state.supply if card.id != fact.card.id]
    if fact.place is not None:
        _of(state).display[fact.place] = ""
    player.cards.append(HeldCard(fact.card.id, fact.card.type, at=fact.at))
    player.max_quality = fact.max_quality
    if fact.gained_warehouse:
        player.warehouses.append(Warehouse(fact.gained_warehouse))
    player.tally.cards_gained.append(fact.card.type)


def _broker_used(state: State, fact: facts.BrokerUsed) -> None:
    player = state.players[fact.seat]
    player.shares += fact.shares
    player.funds -= fact.paid
    _discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _inventor_used(state: State, fact: facts.InventorUsed) -> None:
    for track, level in fact.levels.items():
        _advance(state.players[fact.seat], track, level)
    _discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _developer_used(state: State, fact: facts.DeveloperUsed) -> None:
    player = state.players[fact.seat]
    _held(player, "developer").used = True
    _held(player, fact.card).used = False


def _turn_ended(state: State, fact: facts.TurnEnded) -> None:
    state.discarded = []


# --------------------------------------------------------------------------------------------------------------------
# Production
# --------------------------------------------------------------------------------------------------------------------


def _produced(state: State, fact: facts.Produced) -> None:
    player = state.players[fact.seat]
    _store(player, (fact.good,), {held.warehouse: (fact.good, held.goods) for held in fact.store})
    _borrow(player, fact.emergency)
    player.funds += fact.income - fact.paid
    _ship(player, fact.ships, fact.tokens, fact.trading_office)
    if fact.patron:
        _held(player, f"patron_{fact.good}").used = True
    _discard(state, fact.seat, fact.discarded, fact.discarded_to)
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
    solo = _of(state)
    automa = _automa(solo, fact.colour)
    automa.shares = fact.shares
    seat = len(state.players) + solo.automas.index(automa)
    state.sales.append(Sale(seat, fact.sold, fact.appeal))


def _tie_broken(state: State, fact: facts.TieBroken) -> None:
    if fact.used:
        _held(state.players[fact.seat], "entrepreneur").used = True
        state.tie_broken = fact.seat


def _shares_valued(state: State, fact: facts.SharesValued) -> None:
    for raised in fact.raises:
        owner: Any = _automa(_of(state), raised.colour) if raised.seat is None else state.players[raised.seat]
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
    _discard(state, fact.seat, fact.discarded, fact.discarded_to)
    state.next_start_player = fact.start_player


def _era_began(state: State, fact: facts.EraBegan) -> None:
    state.era = fact.era
    state.round = 1
    for seat, card in fact.ready:
        _held(state.players[seat], card).used = False
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
    _of(state).drawn.append(fact.colour)


def _automa_advanced(state: State, fact: facts.AutomaAdvanced) -> None:
    _automa(_of(state), fact.colour).appeal[fact.good] = fact.appeal_to
    state.demand[fact.good] = fact.demand_to


def _automa_opened(state: State, fact: facts.AutomaOpened) -> None:
    _automa(_of(state), fact.colour).appeal[fact.good] = fact.appeal
    _market(state, fact.demand, fact.wage_space)


def _automas_gained(state: State, fact: facts.AutomasGained) -> None:
    for gain in fact.gains:
        _automa(_of(state), gain.colour).shares = gain.shares


def _funds_marker_moved(state: State, fact: facts.FundsMarkerMoved) -> None:
    _of(state).markers[fact.colour] = fact.place_to


def _nothing(state: State, fact: facts.Step) -> None:
    """Only what is awaited changes."""


_WRITES: dict[type[Any], Callable[[State, Any], None]] = {
    facts.FactoryChosen: _factory_chosen,
    facts.AutomasPrepared: _automas_prepared,
    facts.SupervisorPlaced: _supervisor_placed,
    facts.SharesBoughtAtStart: _bought_at_start,
    facts.Built: _built,
    facts.Hired: _hired,
    facts.Automated: _automated,
    facts.QualityAdded: _quality_added,
    facts.DistributionAdded: _distribution_added,
    facts.StockTraded: _stock_traded,
    facts.ExtraProduced: _extra_produced,
    facts.ShippedEarly: _shipped_early,
    facts.ActionPassed: _nothing,
    facts.PriceSet: _price_set,
    facts.Advanced: _advanced,
    facts.CardTaken: _card_taken,
    facts.BrokerUsed: _broker_used,
    facts.InventorUsed: _inventor_used,
    facts.DevelopmentPassed: _nothing,
    facts.DeveloperUsed: _developer_used,
    facts.TurnEnded: _turn_ended,
    facts.ProductionBegan: _nothing,
    facts.Produced: _produced,
    facts.Bankrupted: _bankrupted,
    facts.AutomaProduced: _automa_produced,
    facts.TieBroken: _tie_broken,
    facts.SharesValued: _shares_valued,
    facts.DistributionWorn: _distribution_worn,
    facts.EntrepreneurDiscarded: _entrepreneur_discarded,
    facts.EntrepreneurKept: _nothing,
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


def apply(state: State, fact: facts.Step) -> None:
    """Write a fact into the position."""
    _WRITES[type(fact)](state, fact)
    state.pending = list(fact.pending)
    state.facts += 1
