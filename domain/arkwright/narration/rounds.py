"""Rounds, eras and the end of Arkwright, in complete sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model import facts
from domain.arkwright.model.state import AutomaScore, Score
from domain.arkwright.narration import words
from domain.arkwright.narration.sentences import discarded
from domain.arkwright.narration.words import Names
from domain.game import Fact
from domain.game_kit.narration import paragraph
from domain.message import Listing, Message, Seat, Term, message
from domain.presentation import Place


def entrepreneur_discarded(fact: facts.EntrepreneurDiscarded, names: Names) -> Message:
    """Narrate the start player by the entrepreneur; in the solo game the card goes to the display."""
    seat = Seat(fact.seat)
    if fact.discarded_to is None:
        named = message(
            "arkwright.named-start-player",
            "{seat} chose {start} as start player.",
            seat=seat,
            start=Seat(fact.start_player),
        )
    elif fact.start_player:
        named = message(
            "arkwright.plays-after-opponents", "{seat} chose to play after the opponents in the next round.", seat=seat
        )
    else:
        named = message(
            "arkwright.plays-before-opponents",
            "{seat} chose to play before the opponents in the next round.",
            seat=seat,
        )
    return paragraph(discarded(names, fact.seat, fact.discarded, fact.discarded_to), named)


def entrepreneur_kept(fact: facts.EntrepreneurKept, names: Names) -> Message:
    """Narrate that the entrepreneur was not used."""
    return message("arkwright.kept-entrepreneur", "{seat} kept the entrepreneur.", seat=Seat(fact.seat))


def era_began(fact: facts.EraBegan, names: Names) -> Message:
    """Narrate a new era."""
    ready = Listing(
        tuple(
            message("arkwright.card-of-seat", "{card} ({seat})", card=names.card(type), seat=Seat(seat))
            for seat, type in fact.ready
        )
    )
    markers = Listing(tuple(words.colour(colour) for colour in fact.markers_returned))
    return paragraph(
        message("arkwright.era-began", "Era {era} started.", era=words.era(fact.era)),
        message("arkwright.cards-made-ready", "Cards ready again: {cards}.", cards=ready) if fact.ready else None,
        message("arkwright.markers-returned-to-bag", "Markers returned to the bag: {markers}.", markers=markers)
        if fact.markers_returned
        else None,
    )


def start_player_named(fact: facts.StartPlayerNamed, names: Names) -> Message:
    """Narrate the start player of an era and the reason."""
    products = Listing(
        tuple(
            message(
                "arkwright.seat-product-and-funds",
                "{seat}: {product} (£{funds})",
                seat=Seat(each.seat),
                product=each.product,
                funds=each.funds,
            )
            for each in fact.products
        )
    )
    return message(
        "arkwright.named-era-start-player",
        "Share value × shares (funds): {products}. {seat} chose {start} as start player.",
        products=products,
        seat=Seat(fact.seat),
        start=Seat(fact.start_player),
    )


def neutrals_raised(fact: facts.NeutralsRaised, names: Names) -> Message:
    """Narrate the third company of two players."""
    return message(
        "arkwright.neutral-appeal-rose",
        "The neutral company's appeal rose: {neutral}. Demand: {demand}.",
        neutral=names.demand(fact.neutral),
        demand=names.demand(fact.demand),
    )


def round_began(fact: facts.RoundBegan, names: Names) -> Message:
    """Narrate a new round."""
    said: dict[str, Term | str | int] = {"era": words.era(fact.era), "round": fact.round, "good": names.good(fact.good)}
    if fact.opponents_first:
        return message(
            "arkwright.round-began-opponents-first",
            "Round {round} of era {era} started: {good}. The opponents took their turn first.",
            **said,
        )
    return message(
        "arkwright.round-began",
        "Round {round} of era {era} started: {good}. Start player: {seat}.",
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
        "{seat} scored {score} ({shares} × £{value}) and had £{funds} left. Goods sold: {goods} for £{income}. Shares "
        "bought: {bought} for £{paid}. Shares lost for loans: {loans}. Share value lost for shipping: £{loss}.",
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
        "The {colour} automa scored {score} ({shares} × £{value}).",
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


NARRATIONS: dict[type[Fact], Callable[[Any, Names], Message]] = {
    facts.EntrepreneurDiscarded: entrepreneur_discarded,
    facts.EntrepreneurKept: entrepreneur_kept,
    facts.EraBegan: era_began,
    facts.StartPlayerNamed: start_player_named,
    facts.NeutralsRaised: neutrals_raised,
    facts.RoundBegan: round_began,
    facts.GameEnded: game_ended,
}
