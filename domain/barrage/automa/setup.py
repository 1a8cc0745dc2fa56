"""The set-up of automas (TA-2): the deck, their place in the turn order, and their companies."""

from __future__ import annotations

from domain.barrage.automa import deck
from domain.barrage.automa.facts import AutomasFounded
from domain.barrage.engine.apply import Conclusion
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Following
from domain.barrage.engine.pool import Drawn, Expansion, Laid, Layer, Pool, pool
from domain.barrage.model.automa.components import automa
from domain.barrage.model.changes import Founded
from domain.barrage.model.components import Components
from domain.barrage.model.facts import Started
from domain.barrage.model.levels import abilities
from domain.barrage.model.options import Options
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import Offer, State
from domain.barrage.setup import FIRST_PICKER
from domain.verifiable_random import Seeded

CARDS = "automa cards"
"""The label of the shuffle of the deck."""
ORDER = "automa order"
"""The label of the shuffle of the automas, counted from 0."""


def _shuffled(components: Components, options: Options) -> dict[str, list[str]]:
    """Return the shuffles of the deck (TA-2.7), and of the automas among themselves (TA-2.6)."""
    if not options.levels:
        return {}
    return {CARDS: deck.cards(components), ORDER: [str(number) for number in range(len(options.levels))]}


def _laid(components: Components, options: Options, drawn: Drawn) -> Laid:
    return {}, {deck.CARDS: tuple(drawn[CARDS])} if options.levels else {}


def _heads(components: Components, started: Started) -> dict[str, list[str]]:
    people = len(started.options.people(len(started.turn_order)))
    return {
        CARDS: list(started.piles.get(deck.CARDS, ())),
        ORDER: [str(seat - people) for seat in started.turn_order if seat >= people],
    }


def _layers(components: Components, options: Options) -> dict[str, list[Layer]]:
    return {deck.CARDS: [Layer(tuple(deck.cards(components)))]} if options.levels else {}


def _first(options: Options, drawn: Drawn) -> tuple[int, ...]:
    """Return the automas: they play before players in round 1, and do not draft (TA-2.2, TA-2.6)."""
    people = len(drawn[FIRST_PICKER]) if options.levels else 0
    return tuple(people + int(number) for number in drawn.get(ORDER, ()))


def _drafted(options: Options) -> tuple[Pending, ...]:
    return (Pending(kind=FOUNDING.name),) if options.levels else ()


def _found(course: Course, pending: Pending) -> None:
    """Give the remaining boards to the automas at random; the rest is out of the game (TA-2.2, TA-2.8)."""
    state = course.state
    chance = Seeded(state.renewal_key.encode())
    offers = {offer.company: offer for offer in state.offers}
    companies = chance.shuffle("automa boards", list(offers))
    automas = range(len(state.options.people(len(state.companies))), len(state.companies))
    for seat, company in zip(automas, companies, strict=True):
        course.change(_founded(course, seat, offers[company]))
    course.settle(AutomasFounded)


def _founded(course: Course, seat: int, offer: Offer) -> Founded:
    """Return an automa's start (TA-2.3 to TA-2.5); an officer only if the automa uses one (TA-2.8)."""
    components, state = course.components, course.state
    constants = components.constants
    officer = offer.officer if abilities(state.companies[seat].automa).officer else ""
    special = components.officer[officer].special_tile if officer else None
    in_play = pool(components, state.options, course.edition.all(Expansion).values())
    return Founded(
        seat=seat,
        company=offer.company,
        officer=officer,
        contract="",
        credits=0,
        excavators=constants.starting.excavators,
        mixers=constants.starting.mixers,
        engineers=constants.engineers,
        vp=automa(components).starting.vp,
        tiles=in_play.basic_tiles + ((special,) if special else ()),
        structures=in_play.structures,
    )


def _automas_founded(state: State, fact: AutomasFounded) -> None:
    state.offers = []
    state.starting_contracts = []


EXPANSION = Expansion(
    "automa",
    pool=lambda components, options: Pool(),
    shuffled=_shuffled,
    laid=_laid,
    heads=_heads,
    layers=_layers,
    first=_first,
    drafted=_drafted,
    face_up=frozenset({deck.CARDS}),
)
FOUNDING = Following("automas", _found)
FOUNDED = Conclusion("automas_founded", AutomasFounded, _automas_founded)
