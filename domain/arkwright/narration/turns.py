"""The turns of Arkwright, and the choices before the first of them, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.narration import words
from domain.arkwright.narration.sentences import costs, crossed, discarded, emergency, marketed, taken_away
from domain.arkwright.narration.words import Names
from domain.game import Fact
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, message


def started(fact: facts.Started, names: Names) -> Message:
    """Narrate the start player and the starting factories."""
    if fact.solo is not None:
        automas = Listing(tuple(words.colour(automa.colour) for automa in fact.solo.automas))
        opening = message(
            "arkwright.solo-game-began", "The solo game began, against the automas {automas}.", automas=automas
        )
    else:
        opening = message(
            "arkwright.game-began", "The game began; {seat} is the start player.", seat=Seat(fact.start_player)
        )
    return paragraph(opening, *(_seated(names, seat, seated) for seat, seated in enumerate(fact.players)))


def _seated(names: Names, seat: int, seated: facts.Seated) -> Message | None:
    if not seated.factories:
        return None
    return message(
        "arkwright.started-with-factories",
        "{seat} starts with {factories}.",
        seat=Seat(seat),
        factories=names.goods(seated.factories),
    )


def factory_chosen(fact: facts.FactoryChosen, names: Names) -> Message:
    """Narrate a starting factory."""
    return message(
        "arkwright.opened-starting-factory",
        "{seat} opened a factory for {good}.",
        seat=Seat(fact.seat),
        good=names.good(fact.good),
    )


def automas_prepared(fact: facts.AutomasPrepared, names: Names) -> Message:
    """Narrate the automas' first markers."""
    markers = Listing(
        tuple(
            message(
                "arkwright.automa-marker-position",
                "{good}: {colour} on {appeal}",
                good=names.good(good),
                colour=words.colour(colour),
                appeal=appeal,
            )
            for good, colour in fact.tracks.items()
            for appeal in [fact.appeal[good]]
        )
    )
    return message(
        "arkwright.automa-markers-placed",
        "The automas' appeal markers are laid out: {markers}. Demand rises to {demand}.",
        markers=markers,
        demand=names.demand(fact.demand),
    )


def supervisor_placed(fact: facts.SupervisorPlaced, names: Names) -> Message:
    """Narrate the placing of the supervisor."""
    return message(
        "arkwright.placed-supervisor",
        "{seat} put the supervisor at {good}.",
        seat=Seat(fact.seat),
        good=names.good(fact.good),
    )


def bought_at_start(fact: facts.SharesBoughtAtStart, names: Names) -> Message:
    """Narrate shares bought before the game."""
    return message(
        "arkwright.bought-starting-shares",
        "{seat} bought shares before the game: {shares} at £{price}, £{paid} in all.",
        seat=Seat(fact.seat),
        shares=fact.shares,
        price=fact.price,
        paid=fact.paid,
    )


# --------------------------------------------------------------------------------------------------------------------
# Step (a)
# --------------------------------------------------------------------------------------------------------------------


def built(fact: facts.Built, names: Names) -> Message:
    """Narrate factories opened and upgraded."""
    seat = Seat(fact.seat)
    opened = message(
        "arkwright.built",
        "{seat} built {factories} at level {level}.",
        seat=seat,
        factories=names.goods(fact.built),
        level=words.era(fact.level),
    )
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        opened if fact.built else None,
        *(_upgraded(names, fact.seat, upgraded) for upgraded in (*fact.upgraded, *fact.by_inventor)),
        marketed(names, fact.demand, fact.wage_space),
    )


def _upgraded(names: Names, seat: int, upgraded: facts.Upgraded) -> Message:
    told = _turned_over(names, seat, upgraded)
    if isinstance(upgraded.space, int):
        return paragraph(
            told, message("arkwright.factory-token-moved", "Its token goes to space {space}.", space=upgraded.space + 1)
        )
    return told


def _turned_over(names: Names, seat: int, upgraded: facts.Upgraded) -> Message:
    if not upgraded.sides:
        return message(
            "arkwright.upgraded",
            "{seat} upgraded {good} to level {level}.",
            seat=Seat(seat),
            good=names.good(upgraded.good),
            level=words.era(upgraded.level),
        )
    return message(
        "arkwright.upgraded-with-worker-cards",
        "{seat} upgraded {good} to level {level}; its worker cards show {sides}.",
        seat=Seat(seat),
        good=names.good(upgraded.good),
        level=words.era(upgraded.level),
        sides=Listing(upgraded.sides),
    )


def hired(fact: facts.Hired, names: Names) -> Message:
    """Narrate worker cards added."""
    cards = Listing(
        tuple(
            message(
                "arkwright.worker-card-hired",
                "{good}, position {position}, side {side} (workers: {workers}, goods: {goods})",
                good=names.good(card.good),
                position=card.position,
                side=card.side,
                workers=card.workers,
                goods=card.goods,
            )
            for card in fact.workers
        )
    )
    return paragraph(
        message("arkwright.hired", "{seat} hired for {cards}.", seat=Seat(fact.seat), cards=cards),
        marketed(names, fact.demand, fact.wage_space),
    )


def automated(fact: facts.Automated, names: Names) -> Message:
    """Narrate machines that replaced workers."""
    cards = Listing(
        tuple(
            message(
                "arkwright.worker-card-automated",
                "{good}, position {position}: {added} more, now {machines} of {most}",
                good=names.good(card.good),
                position=card.position,
                added=card.added,
                machines=card.machines,
                most=card.most,
            )
            for card in fact.cards
        )
    )
    return message("arkwright.automated", "{seat} added machines at {cards}.", seat=Seat(fact.seat), cards=cards)


def quality_added(fact: facts.QualityAdded, names: Names) -> Message:
    """Narrate the arrangement of the quality cards."""
    cards = tuple(
        message(
            "arkwright.quality-at-factory",
            "{good} {value} on {end}",
            good=names.good(card.good),
            value=card.value,
            end=words.END[card.end],
        )
        for card in fact.cards
    )
    return message(
        "arkwright.added-quality",
        "{seat} added {points} quality; quality cards at {cards}.",
        seat=Seat(fact.seat),
        points=fact.points,
        cards=Listing(cards or (message("arkwright.no-factory", "no factory"),)),
    )


def distribution_added(fact: facts.DistributionAdded, names: Names) -> Message:
    """Narrate the arrangement of the distribution cards."""
    cards = tuple(
        message("arkwright.distribution-at-factory", "{good} {value}", good=names.good(card.good), value=card.value)
        for card in fact.cards
    )
    return message(
        "arkwright.added-distribution",
        "{seat} added {points} distribution; distribution cards at {cards}.",
        seat=Seat(fact.seat),
        points=fact.points,
        cards=Listing(cards or (message("arkwright.no-factory", "no factory"),)),
    )


def stock_traded(fact: facts.StockTraded, names: Names) -> Message:
    """Narrate the stock exchange, part by part."""
    seat = Seat(fact.seat)
    shares = fact.half_price + fact.full_price
    each = ((fact.half_price, fact.half_price_each), (fact.full_price, fact.full_price_each))
    bought = message(
        "arkwright.bought-shares",
        "{seat} bought shares: {bought}, £{paid} in all.",
        seat=seat,
        bought=Listing(
            tuple(
                message("arkwright.shares-and-price", "{shares} at £{each}", shares=n, each=price)
                for n, price in each
                if n
            )
        ),
        paid=fact.paid,
    )
    borrowed = message(
        "arkwright.took-loans",
        "{seat} took bank loans: {loans}, £{money} in all.",
        seat=seat,
        loans=fact.loans,
        money=fact.borrowed,
    )
    ready = message(
        "arkwright.made-ships-ready", "{seat} has ships ready again: {ships}.", seat=seat, ships=fact.ships or 0
    )
    return paragraph(
        bought if shares else None, borrowed if fact.loans else None, ready if fact.ships is not None else None
    )


def extra_produced(fact: facts.ExtraProduced, names: Names) -> Message:
    """Narrate an extra production, factory by factory."""
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        *(sentence for run in fact.runs for sentence in (_run(names, fact.seat, run), costs(names, run.costs))),
        taken_away(names, fact.taken_away),
        emergency(fact.emergency),
        message(
            "arkwright.paid-for-extra-production",
            "{seat} paid £{paid} of £{cost} for the extra production.",
            seat=Seat(fact.seat),
            paid=fact.paid,
            cost=fact.cost,
        ),
    )


def _run(names: Names, seat: int, run: facts.ExtraRun) -> Message:
    return message(
        "arkwright.produced-extra",
        "{seat} produced {produced} {good}; worker cards used: {cards}, stored there now: {stored} ({before} before),"
        " lost: {lost}.",
        seat=Seat(seat),
        produced=run.produced,
        good=names.good(run.good),
        cards=run.cards,
        stored=run.stored,
        before=run.stored_before,
        lost=run.lost,
    )


def shipped_early(fact: facts.ShippedEarly, names: Names) -> Message:
    """Narrate goods shipped from warehouses."""
    shipments = Listing(
        tuple(
            message(
                "arkwright.shipment",
                "{goods} {good} at £{price} = £{income}",
                goods=each.goods,
                good=names.good(each.good),
                price=each.price,
                income=each.income,
            )
            for each in fact.shipments
        )
    )
    return paragraph(
        message(
            "arkwright.shipped-early",
            "{seat} shipped {shipments}; ships used: {ships}.",
            seat=Seat(fact.seat),
            shipments=shipments,
            ships=fact.ships,
        ),
        message("arkwright.contract-paid", "The contract brings £{contract}.", contract=fact.contract)
        if fact.contract
        else None,
        message(
            "arkwright.trading-office-spared-tokens",
            "Shipping tokens spared by the trading office: {spared}.",
            spared=fact.ships - fact.tokens,
        )
        if fact.trading_office
        else None,
        message(
            "arkwright.early-shipping-income",
            "Income: £{income}; shipping tokens put down: {tokens}.",
            income=fact.income,
            tokens=fact.tokens,
        ),
    )


def action_passed(fact: facts.ActionPassed, names: Names) -> Message:
    """Narrate a pass."""
    return message("arkwright.took-no-action", "{seat} took no action.", seat=Seat(fact.seat))


# --------------------------------------------------------------------------------------------------------------------
# Steps (b) and (c), the end of the turn
# --------------------------------------------------------------------------------------------------------------------


def price_set(fact: facts.PriceSet, names: Names) -> Message:
    """Narrate price and appeal of the active factory."""
    return paragraph(
        message(
            "arkwright.price-and-appeal-set",
            "{seat} set {good} to price £{price} and appeal {appeal}; the marker goes from {start} to {end}.",
            seat=Seat(fact.seat),
            good=names.good(fact.good),
            price=fact.price,
            appeal=fact.total_appeal,
            start=fact.appeal_from,
            end=fact.appeal_to,
        ),
        crossed(names, fact.good, fact.arrows, fact.demand_from, fact.demand_to),
    )


def advanced(fact: facts.Advanced, names: Names) -> Message:
    """Narrate the advance of a development marker."""
    return message(
        "arkwright.advanced-track",
        "{seat} advanced {track} to level {level} (value {value}).",
        seat=Seat(fact.seat),
        track=names.track(fact.track),
        level=fact.level,
        value=fact.value,
    )


def card_taken(fact: facts.CardTaken, names: Names) -> Message:
    """Narrate the taking of a development card, and what went with a discarded one."""
    seat, card = Seat(fact.seat), names.card(fact.card.type)
    taken = message("arkwright.took-card", "{seat} took the {card}.", seat=seat, card=card)
    if fact.at:
        taken = message(
            "arkwright.took-card-to-factory",
            "{seat} took the {card} and put it at {good}.",
            seat=seat,
            card=card,
            good=names.good(fact.at),
        )
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        _lost_quality(fact, names),
        _lost_distribution(fact, names),
        taken_away(names, [fact.lost_goods]) if fact.lost_goods else None,
        taken,
    )


def _lost_quality(fact: facts.CardTaken, names: Names) -> Message | None:
    lost, instead = fact.lost_quality, fact.replacement
    if lost is None:
        return None
    if instead is None:
        return message(
            "arkwright.lost-quality", "{good} loses {value} quality.", good=names.good(lost.good), value=lost.value
        )
    return message(
        "arkwright.quality-replaced",
        "At {good} quality {value} is replaced by {instead}.",
        good=names.good(lost.good),
        value=lost.value,
        instead=instead.value,
    )


def _lost_distribution(fact: facts.CardTaken, names: Names) -> Message | None:
    lost = fact.lost_distribution
    if lost is None:
        return None
    return message(
        "arkwright.lost-distribution",
        "{good} loses {value} distribution.",
        good=names.good(lost.good),
        value=lost.value,
    )


def broker_used(fact: facts.BrokerUsed, names: Names) -> Message:
    """Narrate shares bought with the broker."""
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        message(
            "arkwright.bought-broker-shares",
            "{seat} bought shares at half price: {shares} at £{each}, £{paid} in all.",
            seat=Seat(fact.seat),
            shares=fact.shares,
            each=fact.each,
            paid=fact.paid,
        ),
    )


def inventor_used(fact: facts.InventorUsed, names: Names) -> Message:
    """Narrate the inventor's development points."""
    tracks = Listing(
        tuple(
            message(
                "arkwright.track-and-level",
                "{track} at level {level}",
                track=names.track(track),
                level=fact.levels[track],
            )
            for track in dict.fromkeys(fact.tracks)
        )
    )
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        message(
            "arkwright.advanced-with-inventor",
            "{seat} made {points} development steps: {tracks}.",
            seat=Seat(fact.seat),
            points=len(fact.tracks),
            tracks=tracks,
        ),
    )


def development_passed(fact: facts.DevelopmentPassed, names: Names) -> Message:
    """Narrate that nothing was developed."""
    return message("arkwright.developed-nothing", "{seat} developed nothing.", seat=Seat(fact.seat))


def developer_used(fact: facts.DeveloperUsed, names: Names) -> Message:
    """Narrate that the developer made a card ready."""
    return message(
        "arkwright.used-developer",
        "{seat} used the developer: the {card} is ready again.",
        seat=Seat(fact.seat),
        card=names.card(fact.card),
    )


def turn_ended(fact: facts.TurnEnded, names: Names) -> Message:
    """Narrate the end of a turn."""
    return message("arkwright.ended-turn", "{seat} ended the turn.", seat=Seat(fact.seat))


TELL: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.Started: started,
    facts.FactoryChosen: factory_chosen,
    facts.AutomasPrepared: automas_prepared,
    facts.SupervisorPlaced: supervisor_placed,
    facts.SharesBoughtAtStart: bought_at_start,
    facts.Built: built,
    facts.Hired: hired,
    facts.Automated: automated,
    facts.QualityAdded: quality_added,
    facts.DistributionAdded: distribution_added,
    facts.StockTraded: stock_traded,
    facts.ExtraProduced: extra_produced,
    facts.ShippedEarly: shipped_early,
    facts.ActionPassed: action_passed,
    facts.PriceSet: price_set,
    facts.Advanced: advanced,
    facts.CardTaken: card_taken,
    facts.BrokerUsed: broker_used,
    facts.InventorUsed: inventor_used,
    facts.DevelopmentPassed: development_passed,
    facts.DeveloperUsed: developer_used,
    facts.TurnEnded: turn_ended,
}
