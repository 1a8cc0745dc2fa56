"""What happened in Barrage, in complete sentences: a fact, veiled or not, as one message.

A fact with consequences becomes a paragraph: what was decided or came about, then a sentence for each change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce, singledispatch

from domain.barrage.telling import words
from domain.barrage.telling.sentences import engineers_placed, sentences
from domain.barrage.vocabulary import changes, facts
from domain.barrage.vocabulary.changes import Change
from domain.barrage.vocabulary.components import Components
from domain.game import Fact, Place
from domain.message import Listing, Message, Seat, Term, message


def paragraph(*said: Message) -> Message:
    """Sentences, one after the other."""
    return reduce(lambda first, then: message("{first} {then}", first=first, then=then), said)


@singledispatch
def narrate(fact: Fact, known: Components) -> Message:
    """Tell a fact; things are called by the figures of its table."""
    raise TypeError(f"nothing is known to tell of {type(fact).__name__}")


def told(known: Components, fact: facts.Event, headline: Message, *already: type[Change]) -> Message:
    """The headline, and the changes that it does not tell already."""
    return paragraph(headline, *sentences(known, fact.changes, already))


@narrate.register
def _(fact: facts.Started, known: Components) -> Message:
    order = Listing(tuple(Seat(seat) for seat in fact.turn_order))
    if fact.options.beginner:
        opening = message("The beginner game began. Turn order: {order}.", order=order)
    else:
        opening = message("The game began with the draft. Turn order of the first round: {order}.", order=order)
    return paragraph(opening, *sentences(known, fact.founded))


# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


@narrate.register
def _(fact: facts.Drafted, known: Components) -> Message:
    company, contract = words.company(known, fact.command.company), words.contract(known, fact.command.contract)
    officers = [change.officer for change in fact.changes if isinstance(change, changes.Founded)]
    officer = Listing(tuple(words.officer(known, id) for id in officers))
    headline = message(
        "{seat} drafted {company} with {officer} and the {contract}.",
        seat=Seat(fact.seat),
        company=company,
        officer=officer,
        contract=contract,
    )
    return told(known, fact, headline, changes.Founded, changes.Taken)


@narrate.register
def _(fact: facts.Constructed, known: Components) -> Message:
    command = fact.command
    tile = command.tile or command.copies
    headline = message(
        "{seat} built with the {tile}: {structure}.",
        seat=Seat(fact.seat),
        structure=words.structure(known, command.structure, command.site),
        tile=words.tile(known, tile),
    )
    if command.tile and command.copies:
        copies = message("It copied the {tile}.", tile=words.tile(known, command.copies))
        return paragraph(headline, copies, *sentences(known, fact.changes, (changes.Built,)))
    return told(known, fact, headline, changes.Built)


@narrate.register
def _(fact: facts.SpaceUsed, known: Components) -> Message:
    placed = sum(change.engineers for change in fact.changes if isinstance(change, changes.EngineersPlaced))
    headline = engineers_placed(known, fact.seat, placed, fact.command.space)
    return told(known, fact, headline, changes.EngineersPlaced)


@narrate.register
def _(fact: facts.OfficerCopied, known: Components) -> Message:
    officer = words.officer(known, fact.command.officer)
    headline = message("{seat} copied {officer} for this turn.", seat=Seat(fact.seat), officer=officer)
    return told(known, fact, headline, changes.OfficerCopied)


@narrate.register
def _(fact: facts.Passed, known: Components) -> Message:
    return told(known, fact, message("{seat} passed.", seat=Seat(fact.seat)))


@narrate.register
def _(fact: facts.TurnEnded, known: Components) -> Message:
    return told(known, fact, message("{seat} ended the turn.", seat=Seat(fact.seat)))


@narrate.register
def _(fact: facts.Produced, known: Components) -> Message:
    command = fact.command
    headline = message(
        "{seat} produced {energy} energy: from the dam on {dam} through conduit {conduit} "
        "to the powerhouse on {powerhouse}, drops: {drops}.",
        seat=Seat(fact.seat),
        energy=fact.energy,
        dam=command.dam,
        conduit=command.conduit,
        powerhouse=command.powerhouse,
        drops=command.drops,
    )
    return told(known, fact, headline)


@narrate.register
def _(fact: facts.ContractFulfilled, known: Components) -> Message:
    contract = words.contract(known, fact.command.contract)
    headline = message("{seat} fulfilled the {contract}.", seat=Seat(fact.seat), contract=contract)
    return told(known, fact, headline, changes.ContractFulfilled, changes.Taken)


@narrate.register
def _(fact: facts.DropPlaced, known: Components) -> Message:
    headstream = fact.command.headstream
    headline = message("{seat} put a drop onto headstream {headstream}.", seat=Seat(fact.seat), headstream=headstream)
    return told(known, fact, headline, changes.DropsPlaced)


@narrate.register
def _(fact: facts.DamsFilled, known: Components) -> Message:
    return told(known, fact, message("{seat} put a drop on every own dam without water.", seat=Seat(fact.seat)))


@narrate.register
def _(fact: facts.BuiltFree, known: Components) -> Message:
    structure = words.structure(known, fact.command.structure, fact.command.site)
    headline = message("{seat} built for free: {structure}.", seat=Seat(fact.seat), structure=structure)
    return told(known, fact, headline, changes.Built)


@narrate.register
def _(fact: facts.MachineryChosen, known: Components) -> Message:
    return told(known, fact, message("{seat} chose machineries.", seat=Seat(fact.seat)))


@narrate.register
def _(fact: facts.ContractTaken, known: Components) -> Message:
    contract = words.contract(known, fact.command.contract)
    headline = message("{seat} took the {contract}.", seat=Seat(fact.seat), contract=contract)
    return told(known, fact, headline, changes.Taken)


@narrate.register
def _(fact: facts.ContractDiscarded, known: Components) -> Message:
    contract = words.contract(known, fact.command.contract)
    headline = message("{seat} discarded the {contract}.", seat=Seat(fact.seat), contract=contract)
    return told(known, fact, headline, changes.ContractDiscarded)


WHAT: dict[str, Message] = {
    "drops": message("drops onto headstreams"),
    "fill_dams": message("drops on empty dams"),
    "build": message("a free structure"),
    "contract": message("fulfilling a contract"),
    "take_contract": message("a contract"),
    "machinery": message("machineries of choice"),
    "produce": message("a production"),
}
"""Kinds of decisions in words; an expansion adds its own."""


def what(kind: str) -> Message:
    """A kind of decision in words."""
    return WHAT.get(kind) or message("{kind}", kind=Term(kind.replace("_", " ")))


@narrate.register
def _(fact: facts.Declined, known: Components) -> Message:
    return told(known, fact, message("{seat} went without: {what}.", seat=Seat(fact.seat), what=what(fact.kind)))


# --------------------------------------------------------------------------------------------------------------------
# What follows by itself
# --------------------------------------------------------------------------------------------------------------------


@narrate.register
def _(fact: facts.RoundBegan, known: Components) -> Message:
    return told(known, fact, message("Round {round} began.", round=fact.round))


@narrate.register
def _(fact: facts.IncomeGained, known: Components) -> Message:
    return told(known, fact, message("{seat} gained the incomes of the company board.", seat=Seat(fact.seat)))


@narrate.register
def _(fact: facts.ActionsBegan, known: Components) -> Message:
    return told(known, fact, message("The action phase began."))


@narrate.register
def _(fact: facts.EffectFollowed, known: Components) -> Message:
    return told(
        known, fact, message("An effect for {seat}: {source}.", seat=Seat(fact.seat), source=_source(fact, known))
    )


def _source(fact: facts.EffectFollowed, known: Components) -> Message:
    """What a tile, an income, a company's power or a space is called."""
    return words.bringer(known, fact.source) or words.space(known, fact.source)


@narrate.register
def _(fact: facts.Lapsed, known: Components) -> Message:
    return told(known, fact, message("{seat} could not use: {what}.", seat=Seat(fact.seat), what=what(fact.kind)))


@narrate.register
def _(fact: facts.WaterFlowed, known: Components) -> Message:
    return told(known, fact, message("The water of the headstreams flowed."))


@narrate.register
def _(fact: facts.EnergyScored, known: Components) -> Message:
    return told(known, fact, message("The energy of the round was scored."))


@narrate.register
def _(fact: facts.BonusScored, known: Components) -> Message:
    tile = words.bonus(known, fact.tile)
    return told(known, fact, message("The bonus tile of the round was scored ({tile}).", tile=tile))


@narrate.register
def _(fact: facts.RoundEnded, known: Components) -> Message:
    order = Listing(tuple(Seat(seat) for seat in fact.turn_order))
    return told(known, fact, message("The round ended. New turn order: {order}.", order=order))


@narrate.register
def _(fact: facts.ObjectiveScored, known: Components) -> Message:
    counts = Listing(
        tuple(message("{seat} {count}", seat=Seat(seat), count=count) for seat, count in enumerate(fact.counts))
    )
    objective = words.objective(known, fact.tile)
    headline = message("The objective was scored ({objective}): {counts}.", objective=objective, counts=counts)
    return told(known, fact, headline)


@narrate.register
def _(fact: facts.ResourcesScored, known: Components) -> Message:
    return told(known, fact, message("Credits and machineries left were scored."))


@narrate.register
def _(fact: facts.WaterScored, known: Components) -> Message:
    return told(known, fact, message("Drops in own dams were scored."))


@narrate.register
def _(fact: facts.GameEnded, known: Components) -> Message:
    places = _places(fact.ranking)
    if fact.decided_by == "energy":
        return message("The game is over; more energy in the last round decided: {places}.", places=places)
    if fact.decided_by == "shared":
        return message("The game is over; the victory is shared: {places}.", places=places)
    return message("The game is over: {places}.", places=places)


def _places(ranking: Sequence[Place]) -> Listing:
    return Listing(
        tuple(
            message("{place}. {seat} with {points} VP", place=place.place, seat=Seat(place.seat), points=place.points)
            for place in ranking
        )
    )
