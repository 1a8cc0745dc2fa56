"""Narration of either Brass game in complete sentences: one message per fact, veiled or not.

A fact with consequences becomes a paragraph: one sentence for each consequence, in the order of events. The functions
receive the names of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.brass.model import facts
from domain.brass.model.facts import SUPPLY, Built, Flip, Taken
from domain.game import HIDDEN
from domain.game_kit.narration import Narrators, paragraph
from domain.message import Listing, Message, Seat, Term, counted, message
from domain.presentation import Place

MARKET = "market"

Named = Callable[[str], Term]
"""The name of a place, a slot, a card or an industry."""


def named_by(names: Mapping[str, str]) -> Named:
    """Look up names: a slot such as ``birmingham/2`` has the name of its place; without a name, the id is used."""
    return lambda thing: Term(names.get(thing) or names.get(thing.partition("/")[0], thing))


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


def built(fact: Built, named: Named) -> Message:
    """A tile was built."""
    return paragraph(
        _built(fact, named),
        *sources_of_coal(named, fact.coal),
        *sources_of_iron(named, fact.iron),
        *_moved_to_market(fact),
        *flips(named, fact.coal, "coal_mine"),
        *flips(named, fact.iron, "iron_works"),
        *flipped(named, fact.flip, fact.industry, fact.slot),
    )


def _built(fact: Built, named: Named) -> Message:
    cost = fact.price + paid(fact.coal) + paid(fact.iron)
    if fact.replaced is None:
        return message(
            "brass.built",
            "{seat} played {card} and built a level {level} {industry} in {place} for £{cost}.",
            seat=Seat(fact.seat),
            card=named(fact.card),
            industry=named(fact.industry),
            level=fact.level,
            place=named(fact.slot),
            cost=cost,
        )
    return message(
        "brass.built-over",
        "{seat} played {card} and built a level {level} {industry} in {place} for £{cost}, replacing {owner}'s "
        "level {old_level} tile.",
        seat=Seat(fact.seat),
        card=named(fact.card),
        industry=named(fact.industry),
        level=fact.level,
        place=named(fact.slot),
        cost=cost,
        old_level=fact.replaced.level,
        owner=Seat(fact.replaced.owner),
    )


def _moved_to_market(fact: Built) -> list[Message]:
    if not fact.moved:
        return []
    count, money = len(fact.moved), sum(fact.moved)
    if fact.industry == "coal_mine":
        return [
            counted(
                "brass.coal-moved-to-market",
                "{count} coal cube moved to the market for £{money}.",
                "{count} coal cubes moved to the market for £{money}.",
                count=count,
                money=money,
            )
        ]
    return [
        counted(
            "brass.iron-moved-to-market",
            "{count} iron cube moved to the market for £{money}.",
            "{count} iron cubes moved to the market for £{money}.",
            count=count,
            money=money,
        )
    ]


def linked(fact: facts.Linked, named: Named) -> Message:
    """One or two links were placed."""
    coal = coal_of(fact)
    return paragraph(placed(fact, named), *sources_of_coal(named, coal), *flips(named, coal, "coal_mine"))


def placed(fact: facts.Linked, named: Named) -> Message:
    """Narrate the links and their cost."""
    return counted(
        "brass.linked",
        "{seat} discarded {card} and placed a link for £{cost}: {lines}.",
        "{seat} discarded {card} and placed {count} links for £{cost}: {lines}.",
        count=len(fact.links),
        seat=Seat(fact.seat),
        card=named(fact.card),
        lines=Listing(tuple(_line(named, laid.line) for laid in fact.links)),
        cost=fact.price + paid(coal_of(fact)),
    )


def coal_of(fact: facts.Linked) -> list[Taken]:
    """Return the coal that the links consumed."""
    return [laid.coal for laid in fact.links if laid.coal is not None]


def _line(named: Named, line: str) -> Message:
    first, second, *_more = line.split("-")
    return message("brass.linked-ends", "{first} to {second}", first=named(first), second=named(second))


def developed(fact: facts.Developed, named: Named) -> Message:
    """Narrate the removal of tiles from the mat."""
    removed = tuple(tile(named, tile_.industry, tile_.level) for tile_ in fact.removed)
    return paragraph(
        message(
            "brass.developed",
            "{seat} discarded {card} and developed {tiles} for £{cost}.",
            seat=Seat(fact.seat),
            card=named(fact.card),
            tiles=Listing(removed),
            cost=paid(fact.iron),
        ),
        *sources_of_iron(named, fact.iron),
        *flips(named, fact.iron, "iron_works"),
    )


def loan_taken(fact: facts.LoanTaken, named: Named) -> Message:
    """A loan was taken."""
    return message(
        "brass.took-loan",
        "{seat} discarded {card} and took a loan of £{money}. "
        "The income marker fell from space {income_from} to space {income_to}.",
        seat=Seat(fact.seat),
        card=named(fact.card),
        money=fact.money,
        income_from=fact.income_from,
        income_to=fact.income_to,
    )


def passed(fact: facts.Passed, named: Named) -> Message:
    """Narrate a pass."""
    return message("brass.passed", "{seat} discarded {card} and passed.", seat=Seat(fact.seat), card=named(fact.card))


# --------------------------------------------------------------------------------------------------------------------
# Automatic facts
# --------------------------------------------------------------------------------------------------------------------


def began(turn_order: Iterable[int], *, introductory: bool) -> Message:
    """Narrate the beginning of the game; the introductory game by its name."""
    order = Listing(tuple(Seat(seat) for seat in turn_order))
    if introductory:
        return message(
            "brass.introductory-game-began",
            "The introductory game started. Turn order in the first round: {order}.",
            order=order,
        )
    return message("brass.game-began", "The game started. Turn order in the first round: {order}.", order=order)


def turn_ended(fact: facts.TurnEnded, named: Named) -> Message:
    """Narrate the cards drawn."""
    if not fact.drawn:
        return message(
            "brass.ended-turn-without-drawing",
            "{seat} ended the turn without drawing cards.",
            seat=Seat(fact.seat),
        )
    if HIDDEN in fact.drawn:
        return counted(
            "brass.ended-turn-drawing-hidden-cards",
            "{seat} ended the turn and drew {count} card.",
            "{seat} ended the turn and drew {count} cards.",
            seat=Seat(fact.seat),
            count=len(fact.drawn),
        )
    return message(
        "brass.ended-turn-drawing-cards",
        "{seat} ended the turn and drew {cards}.",
        seat=Seat(fact.seat),
        cards=cards(named, fact.drawn),
    )


def turn_order_set(fact: facts.TurnOrderSet, _named: Named) -> Message:
    """Narrate the order of the next round."""
    spent = (
        message("brass.seat-and-spent", "{seat} (£{spent})", seat=Seat(seat), spent=fact.spent[seat])
        for seat in fact.order
    )
    return message(
        "brass.turn-order-set",
        "The amounts spent determined the next turn order: {order}.",
        order=Listing(tuple(spent)),
    )


def income_paid(fact: facts.IncomePaid, _named: Named) -> Message:
    """Narrate income, and name the players who cannot pay it."""
    short = {each.seat for each in fact.shortfalls}
    seats = [seat for seat in fact.seats or range(len(fact.income)) if seat not in short]
    income = Listing(tuple(_income(seat, fact.income[seat]) for seat in seats))
    return paragraph(
        *((message("brass.income-settled", "Income was settled: {income}.", income=income),) if seats else ()),
        *(
            message(
                "brass.shortfall-incurred",
                "{seat} owed £{owed} and could not pay in full.",
                seat=Seat(each.seat),
                owed=each.owed,
            )
            for each in fact.shortfalls
        ),
    )


def _income(seat: int, pounds: int) -> Message:
    if pounds < 0:
        return message("brass.income-paid", "{seat} −£{pounds}", seat=Seat(seat), pounds=-pounds)
    return message("brass.income-received", "{seat} £{pounds}", seat=Seat(seat), pounds=pounds)


def tile_removed(fact: facts.TileRemoved, named: Named) -> Message:
    """Narrate the removal of a tile for a shortfall."""
    return message(
        "brass.removed-tile",
        "{seat} removed {tile} from {place} to raise £{raised}.",
        seat=Seat(fact.seat),
        tile=tile(named, fact.tile.industry, fact.tile.level),
        place=named(fact.slot),
        raised=fact.raised,
    )


def shortfall_settled(fact: facts.ShortfallSettled, _named: Named) -> Message:
    """Narrate the payment of a shortfall, or the points lost for it."""
    if not fact.paid and not fact.points_lost:
        return message(
            "brass.shortfall-cancelled",
            "{seat} had no money or VP left to lose. The shortfall was cancelled.",
            seat=Seat(fact.seat),
        )
    if not fact.points_lost:
        return message(
            "brass.shortfall-paid",
            "{seat} paid £{paid} to the bank for negative income.",
            seat=Seat(fact.seat),
            paid=fact.paid,
        )
    return message(
        "brass.shortfall-paid-partly",
        "{seat} could pay only £{paid} of the negative income and lost {points} VP.",
        seat=Seat(fact.seat),
        paid=fact.paid,
        points=fact.points_lost,
    )


def round_began(fact: facts.RoundBegan, _named: Named) -> Message:
    """Narrate the beginning of a round."""
    return message("brass.round-began", "Round {round} started.", round=fact.round)


def era_scored(fact: facts.EraScored, _named: Named) -> Message:
    """Narrate the scores of links and tiles."""
    if fact.era == "canal":
        return message("brass.scored-canal-era", "The canal era was scored: {points}.", points=points(fact.points))
    return message("brass.scored-rail-era", "The rail era was scored: {points}.", points=points(fact.points))


def introductory_scored(fact: facts.IntroductoryScored, _named: Named) -> Message:
    """Narrate the extra scoring of the introductory game."""
    return message(
        "brass.scored-introductory-game",
        "Money, income and higher-level tiles were scored: {points}.",
        points=points(fact.points),
    )


def game_ended(fact: facts.GameEnded, _named: Named) -> Message:
    """Narrate the end of the game and its winner."""
    winners = [place for place in fact.ranking if place.place == 1]
    if len(winners) > 1:
        seats = Listing(tuple(Seat(place.seat) for place in winners))
        return message(
            "brass.victory-shared",
            "The game ended: {seats} shared the victory with {points} VP.",
            seats=seats,
            points=winners[0].points,
        )
    return _victory(fact, winners[0])


def _victory(fact: facts.GameEnded, winner: Place) -> Message:
    seat, won = Seat(winner.seat), winner.points
    if fact.decided_by == "income":
        return message(
            "brass.won-by-income",
            "The game ended: {seat} won with {points} VP. A higher income level broke the tie.",
            seat=seat,
            points=won,
        )
    if fact.decided_by == "money":
        return message(
            "brass.won-by-money",
            "The game ended: {seat} won with {points} VP. More money broke the tie.",
            seat=seat,
            points=won,
        )
    return message("brass.won", "The game ended: {seat} won with {points} VP.", seat=seat, points=won)


NARRATIONS: Narrators[Named, Message] = {
    facts.Built: built,
    facts.Linked: linked,
    facts.Developed: developed,
    facts.LoanTaken: loan_taken,
    facts.Passed: passed,
    facts.TurnEnded: turn_ended,
    facts.TurnOrderSet: turn_order_set,
    facts.IncomePaid: income_paid,
    facts.TileRemoved: tile_removed,
    facts.ShortfallSettled: shortfall_settled,
    facts.RoundBegan: round_began,
    facts.EraScored: era_scored,
    facts.IntroductoryScored: introductory_scored,
    facts.GameEnded: game_ended,
}
"""The functions that narrate the facts of both games."""


# --------------------------------------------------------------------------------------------------------------------
# Parts
# --------------------------------------------------------------------------------------------------------------------


def tile(named: Named, industry: str, level: int) -> Message:
    """Name a tile."""
    return message("brass.industry-and-level", "{industry} level {level}", industry=named(industry), level=level)


def cards(named: Named, some: Iterable[str]) -> Listing:
    """Name cards."""
    return Listing(tuple(named(card) for card in some))


def points(scored: Sequence[int]) -> Listing:
    """List points by seat."""
    return Listing(
        tuple(
            message("brass.seat-and-points", "{seat} {points} VP", seat=Seat(seat), points=vp)
            for seat, vp in enumerate(scored)
        )
    )


def paid(taken: Iterable[Taken]) -> int:
    """Return the price of pieces, in pounds."""
    return sum(piece.price for piece in taken)


def sources_of_coal(named: Named, taken: Sequence[Taken]) -> list[Message]:
    """Narrate the sources of coal, if any was needed."""
    return (
        [message("brass.consumed-coal", "The coal came from {sources}.", sources=sources(named, taken))]
        if taken
        else []
    )


def sources_of_iron(named: Named, taken: Sequence[Taken]) -> list[Message]:
    """Narrate the sources of iron, if any was needed."""
    return (
        [message("brass.consumed-iron", "The iron came from {sources}.", sources=sources(named, taken))]
        if taken
        else []
    )


def sources(named: Named, taken: Sequence[Taken]) -> Listing:
    """List the sources with the pieces from each and their price."""
    pieces = Counter(piece.source for piece in taken)
    price = {source: paid(piece for piece in taken if piece.source == source) for source in pieces}
    return Listing(tuple(_source(named, source, count, price[source]) for source, count in pieces.items()))


def _source(named: Named, source: str, count: int, price: int) -> Message | Term:
    if source == MARKET:
        return message("brass.source-market", "the market ({count} for £{price})", count=count, price=price)
    if source == SUPPLY:
        return message("brass.source-supply", "the general supply ({count} for £{price})", count=count, price=price)
    if count > 1:
        return message("brass.source-place-with-count", "{place} ({count})", place=named(source), count=count)
    return named(source)


def flips(named: Named, taken: Iterable[Taken], industry: str) -> list[Message]:
    """List the tiles of an industry that lost their last piece."""
    return [sentence for piece in taken for sentence in flipped(named, piece.flip, industry, piece.source)]


def flipped(named: Named, flip: Flip | None, industry: str, slot: str) -> list[Message]:
    """Narrate a flip, if there was one."""
    if flip is None:
        return []
    return [
        message(
            "brass.flipped",
            "The {industry} in {place} flipped. {owner}'s income marker moved from space {income_from} to "
            "space {income_to}.",
            industry=named(industry),
            place=named(slot),
            owner=Seat(flip.owner),
            income_from=flip.income_from,
            income_to=flip.income_to,
        )
    ]
