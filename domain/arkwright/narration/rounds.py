"""Production, rounds, eras, the end and the solo opponents of Arkwright, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.model.market import sales_limit
from domain.arkwright.model.state import AutomaScore, Score
from domain.arkwright.narration import words
from domain.arkwright.narration.sentences import costs, crossed, discarded, emergency, taken_away
from domain.arkwright.narration.words import Names
from domain.game import Fact, Place
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, Term, message


def production_began(fact: facts.ProductionBegan, names: Names) -> Message:
    """Narrate who produces."""
    if not fact.seats:
        return message(
            "arkwright.production-began-without-factories",
            "Production of {good}: nobody has a factory.",
            good=names.good(fact.good),
        )
    return message(
        "arkwright.production-began",
        "Production of {good}: {seats}.",
        good=names.good(fact.good),
        seats=Listing(tuple(Seat(seat) for seat in fact.seats)),
    )


def produced(fact: facts.Produced, names: Names) -> Message:
    """Narrate the statement of account of a production."""
    return paragraph(
        discarded(names, fact.seat, fact.discarded, fact.discarded_to),
        _made(fact, names),
        _sold(fact),
        _stored_sold(fact),
        _shipped(fact),
        message("arkwright.stored-and-lost", "Stored now: {stored}, lost: {lost}.", stored=fact.stored, lost=fact.lost),
        taken_away(names, fact.taken_away),
        message("arkwright.received-income", "Income: £{income}.", income=fact.income),
        costs(names, fact.costs),
        emergency(fact.emergency),
        _balance(fact),
    )


def _balance(fact: facts.Produced) -> Message:
    if fact.profit < 0:
        return message("arkwright.paid-with-loss", "Paid: £{paid}; loss: £{loss}.", paid=fact.paid, loss=-fact.profit)
    return message(
        "arkwright.paid-with-profit", "Paid: £{paid}; profit: £{profit}.", paid=fact.paid, profit=fact.profit
    )


def _made(fact: facts.Produced, names: Names) -> Message:
    said: dict[str, Seat | Term | int] = {
        "seat": Seat(fact.seat),
        "produced": fact.produced,
        "good": names.good(fact.good),
    }
    if fact.overtime:
        return message(
            "arkwright.produced-with-overtime",
            "{seat} produced {produced} {good}, {overtime} by overtime.",
            **said,
            overtime=fact.overtime,
        )
    return message("arkwright.produced", "{seat} produced {produced} {good}.", **said)


def _sold(fact: facts.Produced) -> Message:
    limit = message(
        "arkwright.sales-limit",
        "At appeal {appeal} and demand {demand} up to {limit} could be sold",
        appeal=fact.appeal,
        demand=fact.demand,
        limit=fact.limit,
    )
    added = fact.limit - sales_limit(fact.appeal, fact.demand)
    if fact.patron and added:
        limit = message(
            "arkwright.sales-limit-with-patron", "{limit} ({patron} by the patron)", limit=limit, patron=added
        )
    elif fact.patron:
        limit = message(
            "arkwright.sales-limit-patron-without-effect", "{limit} (none of them by the patron)", limit=limit
        )
    return message(
        "arkwright.sold-at-home",
        "{limit}; sold at home: {sold} at £{price} = £{income}.",
        limit=limit,
        sold=fact.fresh_sold + fact.stored_sold,
        price=fact.price,
        income=fact.sales_income,
    )


def _stored_sold(fact: facts.Produced) -> Message | None:
    if not fact.stored_before:
        return None
    return message(
        "arkwright.sold-from-warehouses",
        "Sold with them out of warehouses: {sold} of {before}.",
        before=fact.stored_before,
        sold=fact.stored_sold,
    )


def _shipped(fact: facts.Produced) -> Message | None:
    if not fact.shipped:
        return None
    return paragraph(
        message(
            "arkwright.shipped",
            "Shipped: {shipped} at £{price} = £{income}; ships used: {ships}, shipping tokens put down: {tokens}.",
            ships=fact.ships,
            shipped=fact.shipped,
            price=fact.shipping_price,
            income=fact.shipping_income,
            tokens=fact.tokens,
        ),
        message(
            "arkwright.trading-office-spared-tokens",
            "Shipping tokens spared by the trading office: {spared}.",
            spared=fact.ships - fact.tokens,
        )
        if fact.trading_office
        else None,
        message("arkwright.contract-paid", "The contract brings £{contract}.", contract=fact.contract)
        if fact.contract
        else None,
    )


def bankrupted(fact: facts.Bankrupted, names: Names) -> Message:
    """Narrate a bankruptcy."""
    gone = message("arkwright.went-bankrupt", "{seat} cannot pay and is bankrupt.", seat=Seat(fact.seat))
    if not fact.returned:
        return gone
    cards = Listing(tuple(names.card(card.type) for card in fact.returned))
    return paragraph(gone, message("arkwright.cards-returned-to-supply", "Back to the supply: {cards}.", cards=cards))


def automa_produced(fact: facts.AutomaProduced, names: Names) -> Message:
    """Narrate an automa's sales."""
    sold = message(
        "arkwright.automa-sold",
        "The automa {colour} sells {sold} {good} at appeal {appeal} and demand {demand}.",
        colour=words.colour(fact.colour),
        sold=fact.sold,
        good=names.good(fact.good),
        appeal=fact.appeal,
        demand=fact.demand,
    )
    if not fact.shares_gained:
        return sold
    gained = message(
        "arkwright.automa-gained-shares",
        "Too few for its share value to rise, so it gains shares: {gained}, now {shares}.",
        gained=fact.shares_gained,
        shares=fact.shares,
    )
    return paragraph(sold, gained)


def tie_broken(fact: facts.TieBroken, names: Names) -> Message:
    """Narrate the use of the entrepreneur in a tie for the highest appeal."""
    if fact.used:
        return message(
            "arkwright.broke-appeal-tie",
            "{seat} broke the tie for the highest appeal with the entrepreneur.",
            seat=Seat(fact.seat),
        )
    return message(
        "arkwright.tie-not-broken", "{seat} did not use the entrepreneur to break the tie.", seat=Seat(fact.seat)
    )


def shares_valued(fact: facts.SharesValued, names: Names) -> Message:
    """Narrate rises of share values."""
    tied = (
        message("arkwright.appeal-tie-without-bonus", "Several have the highest appeal; nobody gains the extra step.")
        if fact.tied
        else None
    )
    if not fact.raises:
        return paragraph(
            message("arkwright.no-share-value-rose", "No share value rises for {good}.", good=names.good(fact.good)),
            tied,
        )
    return paragraph(*(_raised(each) for each in fact.raises), tied)


def _raised(each: facts.Raise) -> Message:
    who = (
        message("arkwright.automa-as-subject", "The automa {colour}", colour=words.colour(each.colour))
        if each.seat is None
        else Seat(each.seat)
    )
    if not each.for_sales + each.for_appeal:
        return message(
            "arkwright.share-value-stayed-at-limit",
            "{who} sold {sold} at appeal {appeal}: the share value stays at its end, £{value}.",
            who=who,
            sold=each.sold,
            appeal=each.appeal,
            value=each.share_value,
        )
    return message(
        "arkwright.share-value-rose",
        "{who} sold {sold} at appeal {appeal}: share value +{sales} for sales, +{highest} for the highest appeal,"
        " now £{value}.",
        who=who,
        sold=each.sold,
        appeal=each.appeal,
        sales=each.for_sales,
        highest=each.for_appeal,
        value=each.share_value,
    )


def distribution_worn(fact: facts.DistributionWorn, names: Names) -> Message:
    """Narrate the decay of distribution."""
    if not fact.worn:
        return message("arkwright.no-distribution-worn", "No distribution wears.")
    factories = Listing(
        tuple(
            message(
                "arkwright.seat-good-and-value",
                "{seat}, {good}: {value}",
                seat=Seat(each.seat),
                good=names.good(each.good),
                value=each.value,
            )
            for each in fact.worn
        )
    )
    return message("arkwright.distribution-worn", "Distribution falls by 1: {factories}.", factories=factories)


# --------------------------------------------------------------------------------------------------------------------
# Rounds and eras
# --------------------------------------------------------------------------------------------------------------------


def entrepreneur_discarded(fact: facts.EntrepreneurDiscarded, names: Names) -> Message:
    """Narrate the start player by the entrepreneur; in the solo game the card goes to the display."""
    seat = Seat(fact.seat)
    if fact.discarded_to is None:
        named = message(
            "arkwright.named-start-player",
            "{seat} named {start} the start player.",
            seat=seat,
            start=Seat(fact.start_player),
        )
    elif fact.start_player:
        named = message(
            "arkwright.plays-after-opponents", "{seat} plays after the opponents in the next round.", seat=seat
        )
    else:
        named = message(
            "arkwright.plays-before-opponents", "{seat} plays before the opponents in the next round.", seat=seat
        )
    return paragraph(discarded(names, fact.seat, fact.discarded, fact.discarded_to), named)


def entrepreneur_kept(fact: facts.EntrepreneurKept, names: Names) -> Message:
    """Narrate that the entrepreneur was not used."""
    return message("arkwright.kept-entrepreneur", "{seat} kept the entrepreneur.", seat=Seat(fact.seat))


def era_began(fact: facts.EraBegan, names: Names) -> Message:
    """Narrate a new era."""
    ready = Listing(
        tuple(
            message("arkwright.card-of-seat", "{card} of {seat}", card=names.card(type), seat=Seat(seat))
            for seat, type in fact.ready
        )
    )
    markers = Listing(tuple(words.colour(colour) for colour in fact.markers_returned))
    return paragraph(
        message("arkwright.era-began", "Era {era} began.", era=words.era(fact.era)),
        message("arkwright.cards-made-ready", "Ready again: {cards}.", cards=ready) if fact.ready else None,
        message("arkwright.markers-returned-to-bag", "Back into the bag: {markers}.", markers=markers)
        if fact.markers_returned
        else None,
    )


def start_player_named(fact: facts.StartPlayerNamed, names: Names) -> Message:
    """Narrate the start player of an era and the reason."""
    products = Listing(
        tuple(
            message(
                "arkwright.seat-product-and-funds",
                "{seat} {product} (£{funds})",
                seat=Seat(each.seat),
                product=each.product,
                funds=each.funds,
            )
            for each in fact.products
        )
    )
    return message(
        "arkwright.named-era-start-player",
        "Share value times shares (funds): {products}. {seat} named {start} the start player.",
        products=products,
        seat=Seat(fact.seat),
        start=Seat(fact.start_player),
    )


def neutrals_raised(fact: facts.NeutralsRaised, names: Names) -> Message:
    """Narrate the third company of two players."""
    return message(
        "arkwright.neutral-appeal-rose",
        "The neutral company's appeal rises to {neutral}; demand is {demand}.",
        neutral=names.demand(fact.neutral),
        demand=names.demand(fact.demand),
    )


def round_began(fact: facts.RoundBegan, names: Names) -> Message:
    """Narrate a new round."""
    said: dict[str, Term | str | int] = {"era": words.era(fact.era), "round": fact.round, "good": names.good(fact.good)}
    if fact.opponents_first:
        return message(
            "arkwright.round-began-opponents-first",
            "Era {era}, round {round} began: {good}. The opponents have their turn first.",
            **said,
        )
    return message(
        "arkwright.round-began",
        "Era {era}, round {round} began: {good}. Start player: {seat}.",
        **said,
        seat=Seat(fact.start_player),
    )


def game_ended(fact: facts.GameEnded, names: Names) -> Message:
    """Narrate the final scoring, player by player, the ranking and the achievements."""
    places = Listing(tuple(_place(place) for place in fact.ranking))
    reached = Listing(tuple(names.achievement(id) for id in fact.achievements))
    return paragraph(
        *(_score(score) for score in fact.scores),
        *(_automa_score(score) for score in fact.automa_scores),
        message("arkwright.final-ranking", "Final ranking: {places}.", places=places),
        message("arkwright.achievements-reached", "Achievements: {names}.", names=reached)
        if fact.achievements
        else None,
    )


def _score(score: Score) -> Message:
    return message(
        "arkwright.scored",
        "{seat}: goods sold: {goods} for £{income}; shares bought: {bought} for £{paid}; shares lost for loans:"
        " {loans}; share value lost for shipping: £{loss}; {shares} × £{value} = {score}, £{funds} left.",
        seat=Seat(score.seat),
        goods=score.goods,
        income=score.goods_income,
        bought=score.bought,
        paid=score.paid,
        loans=score.loans,
        loss=score.shipping_loss,
        shares=score.shares,
        value=score.share_value,
        score=score.score,
        funds=score.funds,
    )


def _automa_score(score: AutomaScore) -> Message:
    return message(
        "arkwright.automa-scored",
        "Automa {colour}: {shares} × £{value} = {score}.",
        colour=words.colour(score.colour),
        shares=score.shares,
        value=score.share_value,
        score=score.score,
    )


def _place(place: Place) -> Message:
    return message(
        "arkwright.ranking-place",
        "{place}. {seat} ({points})",
        place=place.place,
        seat=Seat(place.seat),
        points=place.points,
    )


def achievements_chosen(fact: facts.AchievementsChosen, names: Names) -> Message:
    """Narrate the achievements the player chose."""
    if not fact.achievements:
        return message("arkwright.chose-no-achievement", "{seat} chose no achievement.", seat=Seat(fact.seat))
    reached = Listing(tuple(names.achievement(id) for id in fact.achievements))
    return message(
        "arkwright.chose-achievements", "{seat} chose the achievements {names}.", seat=Seat(fact.seat), names=reached
    )


# --------------------------------------------------------------------------------------------------------------------
# The opponents of the solo game
# --------------------------------------------------------------------------------------------------------------------


def marker_drawn(fact: facts.MarkerDrawn, names: Names) -> Message:
    """Narrate the marker out of the bag."""
    return message(
        "arkwright.opponents-marker-drawn",
        "The opponents' turn: a {colour} marker is drawn.",
        colour=words.colour(fact.colour),
    )


def automa_advanced(fact: facts.AutomaAdvanced, names: Names) -> Message:
    """Narrate an automa's marker moves up."""
    moved = message(
        "arkwright.automa-advanced",
        "The automa {colour} has a marker on {good}: it advances from {start} to {end}.",
        colour=words.colour(fact.colour),
        good=names.good(fact.good),
        start=fact.appeal_from,
        end=fact.appeal_to,
    )
    return paragraph(moved, crossed(names, fact.good, fact.arrows, fact.demand_from, fact.demand_to))


def automa_opened(fact: facts.AutomaOpened, names: Names) -> Message:
    """Narrate an automa opens a factory."""
    return message(
        "arkwright.automa-opened-factory",
        "The automa {colour} has no marker on {good} and opens a factory: {opening} and {extra} for the era give appeal"
        " {appeal}. Arrows crossed: {arrows}; demand is {demand}, the wage marker moves to space {wage}.",
        colour=words.colour(fact.colour),
        good=names.good(fact.good),
        opening=fact.opening,
        extra=fact.extra,
        appeal=fact.appeal,
        arrows=fact.arrows,
        demand=names.demand(fact.demand),
        wage=fact.wage_space + 1,
    )


def automas_gained(fact: facts.AutomasGained, names: Names) -> Message:
    """Shares of the automas that were not drawn."""
    gains = Listing(
        tuple(
            message(
                "arkwright.automa-share-gain",
                "{colour} +{gained}, now {shares}",
                colour=words.colour(each.colour),
                gained=each.gained,
                shares=each.shares,
            )
            for each in fact.gains
        )
    )
    return message(
        "arkwright.undrawn-automas-gained-shares",
        "Automas whose colour was not drawn gain shares: {gains}.",
        gains=gains,
    )


def funds_marker_moved(fact: facts.FundsMarkerMoved, names: Names) -> Message:
    """Narrate the funds marker on the display."""
    return message(
        "arkwright.funds-marker-moved",
        "The {colour} funds marker moves on by {steps}, from place {start} to place {end}: {card}.",
        colour=words.colour(fact.colour),
        steps=fact.steps,
        start=fact.place_from + 1,
        end=fact.place_to + 1,
        card=names.card(fact.card),
    )


TELL: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.ProductionBegan: production_began,
    facts.Produced: produced,
    facts.Bankrupted: bankrupted,
    facts.AutomaProduced: automa_produced,
    facts.TieBroken: tie_broken,
    facts.SharesValued: shares_valued,
    facts.DistributionWorn: distribution_worn,
    facts.EntrepreneurDiscarded: entrepreneur_discarded,
    facts.EntrepreneurKept: entrepreneur_kept,
    facts.EraBegan: era_began,
    facts.StartPlayerNamed: start_player_named,
    facts.NeutralsRaised: neutrals_raised,
    facts.RoundBegan: round_began,
    facts.GameEnded: game_ended,
    facts.AchievementsChosen: achievements_chosen,
    facts.MarkerDrawn: marker_drawn,
    facts.AutomaAdvanced: automa_advanced,
    facts.AutomaOpened: automa_opened,
    facts.AutomasGained: automas_gained,
    facts.FundsMarkerMoved: funds_marker_moved,
}
