"""What happened, in complete sentences: a fact, veiled or not, as one message.

A fact with consequences becomes a paragraph: a sentence of its own for each of them, in the order of events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce, singledispatch

from domain.brass.birmingham import facts
from domain.brass.birmingham.components import figures
from domain.brass.birmingham.facts import SUPPLY, Bonus, Built, Flip, SoldTile, Taken
from domain.game import HIDDEN, Fact, Place
from domain.message import Listing, Message, Seat, Term, message

MARKET = "market"


@singledispatch
def narrate(fact: Fact) -> Message:
    """Tell a fact; hidden cards are counted, not named."""
    raise TypeError(f"nothing is known to tell of {type(fact).__name__}")


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


@narrate.register
def _(fact: Built) -> Message:
    producer = _named(fact.industry)
    return _paragraph(
        _built(fact),
        *_sources_of_coal(fact.coal),
        *_sources_of_iron(fact.iron),
        *_moved_to_market(fact),
        *_flips(fact.coal, "coal_mine"),
        *_flips(fact.iron, "iron_works"),
        *_flipped(fact.flip, producer, fact.slot),
    )


def _built(fact: Built) -> Message:
    cost = fact.price + _paid(fact.coal) + _paid(fact.iron)
    if fact.replaced is None:
        return message(
            "{seat} played {card} and built {industry} level {level} in {place} for £{cost}.",
            seat=Seat(fact.seat),
            card=_named(fact.card),
            industry=_named(fact.industry),
            level=fact.level,
            place=_place(fact.slot),
            cost=cost,
        )
    return message(
        "{seat} played {card} and built {industry} level {level} in {place} for £{cost}, "
        "over level {old_level} of {owner}.",
        seat=Seat(fact.seat),
        card=_named(fact.card),
        industry=_named(fact.industry),
        level=fact.level,
        place=_place(fact.slot),
        cost=cost,
        old_level=fact.replaced.level,
        owner=Seat(fact.replaced.owner),
    )


def _moved_to_market(fact: Built) -> list[Message]:
    if not fact.moved:
        return []
    count, money = len(fact.moved), sum(fact.moved)
    if fact.industry == "coal_mine":
        return [message("Coal moved to the market: {count}, for £{money}.", count=count, money=money)]
    return [message("Iron moved to the market: {count}, for £{money}.", count=count, money=money)]


@narrate.register
def _(fact: facts.Linked) -> Message:
    coal = [laid.coal for laid in fact.links if laid.coal is not None]
    beer = [fact.beer] if fact.beer is not None else []
    return _paragraph(
        message(
            "{seat} discarded {card} and linked {lines} for £{cost}.",
            seat=Seat(fact.seat),
            card=_named(fact.card),
            lines=Listing(tuple(_line(laid.line) for laid in fact.links)),
            cost=fact.price + _paid(coal),
        ),
        *_sources_of_coal(coal),
        *_sources_of_beer(beer),
        *_flips(coal, "coal_mine"),
        *_flips(beer, "brewery"),
    )


@narrate.register
def _(fact: facts.Developed) -> Message:
    removed = tuple(_tile(tile.industry, tile.level) for tile in fact.removed)
    return _paragraph(
        message(
            "{seat} discarded {card} and developed {tiles} for £{cost}.",
            seat=Seat(fact.seat),
            card=_named(fact.card),
            tiles=Listing(removed),
            cost=_paid(fact.iron),
        ),
        *_sources_of_iron(fact.iron),
        *_flips(fact.iron, "iron_works"),
    )


@narrate.register
def _(fact: facts.Sold) -> Message:
    sold = message("{seat} discarded {card} to sell.", seat=Seat(fact.seat), card=_named(fact.card))
    return _paragraph(sold, *(sentence for sale in fact.sales for sentence in _sale(fact.seat, sale)))


def _sale(seat: int, sale: SoldTile) -> list[Message]:
    sold = message(
        "{industry} in {place} went to the merchant in {merchant}; "
        "the income marker of {seat} moved from space {income_from} to {income_to}.",
        industry=_named(sale.industry),
        place=_place(sale.slot),
        merchant=_place(sale.merchant),
        seat=Seat(seat),
        income_from=sale.flip.income_from,
        income_to=sale.flip.income_to,
    )
    bonus = [] if sale.bonus is None else [_bonus(seat, sale.bonus)]
    return [sold, *_sources_of_beer(sale.beer), *_flips(sale.beer, "brewery"), *bonus]


def _bonus(seat: int, bonus: Bonus) -> Message:
    if bonus.developed is not None:
        tile = _tile(bonus.developed.industry, bonus.developed.level)
        return message("The merchant's beer let {seat} develop {tile} without iron.", seat=Seat(seat), tile=tile)
    if bonus.income is not None:
        return message(
            "The merchant's beer moved the income marker of {seat} from space {income_from} to {income_to}.",
            seat=Seat(seat),
            income_from=bonus.income.income_from,
            income_to=bonus.income.income_to,
        )
    if bonus.points:
        return message("The merchant's beer brought {seat} {points} VP.", seat=Seat(seat), points=bonus.points)
    if bonus.money:
        return message("The merchant's beer brought {seat} £{money}.", seat=Seat(seat), money=bonus.money)
    return message("{seat} had no tile to develop with the merchant's beer.", seat=Seat(seat))


@narrate.register
def _(fact: facts.LoanTaken) -> Message:
    return message(
        "{seat} discarded {card} and took a loan of £{money}; "
        "the income marker fell from space {income_from} to {income_to}.",
        seat=Seat(fact.seat),
        card=_named(fact.card),
        money=fact.money,
        income_from=fact.income_from,
        income_to=fact.income_to,
    )


@narrate.register
def _(fact: facts.Scouted) -> Message:
    return message(
        "{seat} discarded {cards} and took {gained}.",
        seat=Seat(fact.seat),
        cards=_cards(fact.cards),
        gained=_cards(fact.gained),
    )


@narrate.register
def _(fact: facts.Passed) -> Message:
    return message("{seat} discarded {card} and passed.", seat=Seat(fact.seat), card=_named(fact.card))


# --------------------------------------------------------------------------------------------------------------------
# What follows by itself
# --------------------------------------------------------------------------------------------------------------------


@narrate.register
def _(fact: facts.Started) -> Message:
    order = Listing(tuple(Seat(seat) for seat in fact.turn_order))
    if fact.options.introductory:
        return message("The introductory game began; the first round is played in this order: {order}.", order=order)
    return message("The game began; the first round is played in this order: {order}.", order=order)


@narrate.register
def _(fact: facts.TurnEnded) -> Message:
    if not fact.drawn:
        return message("{seat} ended the turn; there were no cards to draw.", seat=Seat(fact.seat))
    if HIDDEN in fact.drawn:
        return message("{seat} ended the turn; cards drawn: {count}.", seat=Seat(fact.seat), count=len(fact.drawn))
    return message("{seat} ended the turn and drew {cards}.", seat=Seat(fact.seat), cards=_cards(fact.drawn))


@narrate.register
def _(fact: facts.TurnOrderSet) -> Message:
    spent = (message("{seat} (£{spent})", seat=Seat(seat), spent=fact.spent[seat]) for seat in fact.order)
    return message("The money spent sets the next turn order: {order}.", order=Listing(tuple(spent)))


@narrate.register
def _(fact: facts.IncomePaid) -> Message:
    income = tuple(_income(seat, pounds) for seat, pounds in enumerate(fact.income))
    return _paragraph(
        message("Income was settled: {income}.", income=Listing(income)),
        *(
            message("{seat} owes £{owed} and cannot pay it in full.", seat=Seat(short.seat), owed=short.owed)
            for short in fact.shortfalls
        ),
    )


def _income(seat: int, pounds: int) -> Message:
    if pounds < 0:
        return message("{seat} paid £{pounds}", seat=Seat(seat), pounds=-pounds)
    return message("{seat} received £{pounds}", seat=Seat(seat), pounds=pounds)


@narrate.register
def _(fact: facts.TileRemoved) -> Message:
    return message(
        "{seat} removed {tile} in {place} to raise £{raised}.",
        seat=Seat(fact.seat),
        tile=_tile(fact.tile.industry, fact.tile.level),
        place=_place(fact.slot),
        raised=fact.raised,
    )


@narrate.register
def _(fact: facts.ShortfallSettled) -> Message:
    if not fact.points_lost:
        return message("{seat} settled the negative income with £{paid}.", seat=Seat(fact.seat), paid=fact.paid)
    return message(
        "{seat} could pay only £{paid} of the negative income and lost {points} VP.",
        seat=Seat(fact.seat),
        paid=fact.paid,
        points=fact.points_lost,
    )


@narrate.register
def _(fact: facts.RoundBegan) -> Message:
    return message("Round {round} began.", round=fact.round)


@narrate.register
def _(fact: facts.EraScored) -> Message:
    points = _points(fact.points)
    if fact.era == "canal":
        return message("The canal era was scored: {points}.", points=points)
    return message("The rail era was scored: {points}.", points=points)


@narrate.register
def _(fact: facts.IntroductoryScored) -> Message:
    return message("Money, income and higher tiles were scored: {points}.", points=_points(fact.points))


@narrate.register
def _(fact: facts.EraBegan) -> Message:
    return message(
        "The rail era began; level 1 tiles removed from the board: {removed}, barrels put beside merchants: {barrels}.",
        removed=len(fact.removed),
        barrels=len(fact.barrels),
    )


@narrate.register
def _(fact: facts.GameEnded) -> Message:
    winners = [place for place in fact.ranking if place.place == 1]
    points = winners[0].points
    if len(winners) > 1:
        seats = Listing(tuple(Seat(place.seat) for place in winners))
        return message("The game is over: {seats} share the victory with {points} VP.", seats=seats, points=points)
    return _victory(fact, winners[0])


def _victory(fact: facts.GameEnded, winner: Place) -> Message:
    seat, points = Seat(winner.seat), winner.points
    if fact.decided_by == "income":
        return message(
            "The game is over: {seat} wins with {points} VP and the higher income.", seat=seat, points=points
        )
    if fact.decided_by == "money":
        return message("The game is over: {seat} wins with {points} VP and more money.", seat=seat, points=points)
    return message("The game is over: {seat} wins with {points} VP.", seat=seat, points=points)


# --------------------------------------------------------------------------------------------------------------------
# Parts
# --------------------------------------------------------------------------------------------------------------------


def _paragraph(*sentences: Message) -> Message:
    return reduce(lambda first, then: message("{first} {then}", first=first, then=then), sentences)


def _named(thing: str) -> Term:
    return Term(figures.of(figures.current()).names.get(thing, thing))


def _place(space: str) -> Term:
    """The place of a slot or merchant space such as ``birmingham/2``."""
    return _named(space.partition("/")[0])


def _tile(industry: str, level: int) -> Message:
    return message("{industry} level {level}", industry=_named(industry), level=level)


def _cards(cards: Iterable[str]) -> Listing:
    return Listing(tuple(_named(card) for card in cards))


def _points(points: Sequence[int]) -> Listing:
    scored = (message("{seat} {points} VP", seat=Seat(seat), points=vp) for seat, vp in enumerate(points))
    return Listing(tuple(scored))


def _line(line: str) -> Message:
    first, second, *_more = line.split("-")
    return message("{first} with {second}", first=_named(first), second=_named(second))


def _paid(taken: Iterable[Taken]) -> int:
    return sum(cube.price for cube in taken)


def _sources_of_coal(taken: Sequence[Taken]) -> list[Message]:
    return [message("The coal came from {sources}.", sources=_sources(taken))] if taken else []


def _sources_of_iron(taken: Sequence[Taken]) -> list[Message]:
    return [message("The iron came from {sources}.", sources=_sources(taken))] if taken else []


def _sources_of_beer(taken: Sequence[Taken]) -> list[Message]:
    return [message("The beer came from {sources}.", sources=_sources(taken))] if taken else []


def _sources(taken: Sequence[Taken]) -> Listing:
    counted = Counter(cube.source for cube in taken)
    price = {source: _paid(cube for cube in taken if cube.source == source) for source in counted}
    return Listing(tuple(_source(source, count, price[source]) for source, count in counted.items()))


def _source(source: str, count: int, price: int) -> Message | Term:
    if source == MARKET:
        return message("the market ({count} for £{price})", count=count, price=price)
    if source == SUPPLY:
        return message("outside the empty market ({count} for £{price})", count=count, price=price)
    if count > 1:
        return message("{place} ({count})", place=_place(source), count=count)
    return _place(source)


def _flips(taken: Iterable[Taken], industry: str) -> list[Message]:
    return [sentence for cube in taken for sentence in _flipped(cube.flip, _named(industry), cube.source)]


def _flipped(flip: Flip | None, industry: Term, slot: str) -> list[Message]:
    if flip is None:
        return []
    return [
        message(
            "{industry} in {place} flipped: "
            "the income marker of {owner} moved from space {income_from} to {income_to}.",
            industry=industry,
            place=_place(slot),
            owner=Seat(flip.owner),
            income_from=flip.income_from,
            income_to=flip.income_to,
        )
    ]
