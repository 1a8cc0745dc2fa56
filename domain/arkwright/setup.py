"""Set-up (AW-2, AW-E, AW-S), and its random results as a record of play states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.arkwright.engine.opening import opening
from domain.arkwright.expert.card_pool import FACES, open_supply, pool
from domain.arkwright.model.components import ERAS, LEVELS, Components, figures
from domain.arkwright.model.facts import Seated, SoloStart, Started
from domain.arkwright.model.options import Options
from domain.arkwright.model.pieces import SIDES, TRACKS
from domain.arkwright.model.state import Automa, HeldCard, SupplyCard
from domain.data_faults import explained
from domain.game import Table
from domain.message import message
from domain.verifiable_random import Chance, Misstated

START_PLAYER = "start player"
DEVELOPMENT_CARDS = "development cards"
FACES_UP = "faces"
DISPLAY = "display"
FUNDS_MARKERS = "funds markers"
AUTOMA_TRACKS = "automa tracks"
FACTORIES = "factories"
FACTORIES_PER_SEAT = 2

Drawn = Mapping[str, Sequence[str]]
"""The results of shuffles by label."""


def face_of(card: str) -> str:
    """Return the label of the shuffle of a card's two faces."""
    return f"face of {card}"


def bag(era: int) -> str:
    """Return the label of the shuffle of the bag in an era, 1 to 3."""
    return f"bag of era {SIDES[era - 1]}"


# --------------------------------------------------------------------------------------------------------------------
# The set-up
# --------------------------------------------------------------------------------------------------------------------


def setup(table: Table, chance: Chance) -> Started:
    """Return the whole initial position.

    Each shuffle is named after its contents; ids are shuffled in the order of the figures, and the first ones are used.
    ``start player``: the seats as ``0``, ``1`` …; only the first counts, and nothing is shuffled if the start player
    was chosen (AW-2.1). Mixed development cards:
    ``development cards``, and for each of them ``face of …``: ``front`` and ``back``, the first of which is up
    (AW-E.3). Solo: ``display``, the cards of the supply, the first 15 laid out row by row (AW-S.6); ``funds markers``
    by row (AW-S.7); ``automa tracks``, the markers laid out by good (AW-S.11); ``factories``, if they are drawn, the
    first two being the human's (AW-S.14); ``bag of era I`` and so on, the markers in the order of drawing (AW-S.18).
    """
    options = msgspec.convert(table.options, Options)
    components, seats = figures.of(table.figures), table.seats
    drawn = _drawn(chance, shuffled_always(components, options, seats))
    cards = tuple(drawn.get(DEVELOPMENT_CARDS, ()))
    faces = tuple(drawn[face_of(card)][0] for card in cards)
    laid = laid_out(components, options, seats, cards, faces)
    drawn |= _drawn(chance, shuffled_alone(components, options, laid)) if seats == 1 else {}
    start_player = int(drawn[START_PLAYER][0]) if START_PLAYER in drawn else options.start_seat or 0
    order = [(start_player + step) % seats for step in range(seats)]
    grants = _grants(components, options, order, drawn)
    solo = _solo(components, options, drawn) if seats == 1 else None
    return Started(
        figures=table.figures,
        options=options,
        start_player=start_player,
        players=tuple(_seated(components, options, grants[seat]) for seat in range(seats)),
        demand=_demand(components, options, seats),
        wage_space=0,
        token_space=components.start.token_space - 1,
        neutral=components.neutral.appeal if seats == 2 else {},
        supply=tuple(laid) if solo is None else tuple(card for card in laid if card.id in solo.display),
        shuffled=cards,
        faces=faces,
        solo=solo,
        pending=opening(
            options,
            order,
            chosen_factories=factories_are_chosen(options, seats),
            supervisors=[seat for seat in order if any(card.type == "supervisor" for card in grants[seat].cards)],
        ),
    )


def factories_are_chosen(options: Options, seats: int) -> bool:
    """Return whether players choose their starting factories (AW-E.8, AW-S.10); otherwise these are drawn (AW-S.14)."""
    return not options.random_factories if seats == 1 else options.free_start


def _draws_start_player(options: Options, seats: int) -> bool:
    return seats > 1 and options.start_seat is None


def _drawn(chance: Chance, shuffled: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {label: chance.shuffle(label, items) for label, items in shuffled.items()}


def shuffled_always(components: Components, options: Options, seats: int) -> dict[str, list[str]]:
    """Return the shuffles before the supply is laid out, by label."""
    shuffled = {START_PLAYER: [str(seat) for seat in range(seats)]} if _draws_start_player(options, seats) else {}
    if options.open_card_pool:
        cards = pool(components, bonus_cards(components, options, seats))
        shuffled |= {DEVELOPMENT_CARDS: cards} | {face_of(card): list(FACES) for card in cards}
    return shuffled


def shuffled_alone(components: Components, options: Options, laid: Sequence[SupplyCard]) -> dict[str, list[str]]:
    """Return the shuffles of the solo game once its supply is known, by label."""
    solo = components.solo
    shuffled = {
        DISPLAY: [card.id for card in laid],
        FUNDS_MARKERS: [*solo.colours.automas, solo.colours.neutral],
        AUTOMA_TRACKS: list(components.first_markers),
    }
    shuffled |= {bag(era): list(components.bag) for era in range(1, ERAS + 1)}
    return shuffled | ({FACTORIES: [good.id for good in components.goods]} if options.random_factories else {})


# --------------------------------------------------------------------------------------------------------------------
# The supply
# --------------------------------------------------------------------------------------------------------------------


def supply_seats(components: Components, seats: int) -> int:
    """Return the number of players that the supply is for: the solo game uses that of three (AW-S.6, AW-D.75)."""
    return components.solo.supply_seats if seats == 1 else seats


def bonus_cards(components: Components, options: Options, seats: int) -> dict[str, str]:
    """Return the development cards of the seats' bonuses: type by id (AW-2.10, AW-D.74)."""
    if seats == 1 or options.free_start:
        return {}
    wanted = [row.card for row in components.seats[seats] if row.card is not None]
    found: dict[str, str] = {}
    for type in wanted:
        fronts = (id for id in components.base_supply(seats) if components.development_cards[id].front == type)
        found[next(id for id in fronts if id not in found)] = type
    return found


def base_supply(components: Components, options: Options, seats: int) -> list[SupplyCard]:
    """Return the cards of the base game, front face up, without those of the seats' bonuses (AW-2.7)."""
    taken = bonus_cards(components, options, seats)
    cards = components.base_supply(supply_seats(components, seats))
    return [SupplyCard(id, components.development_cards[id].front) for id in cards if id not in taken]


def laid_out(
    components: Components, options: Options, seats: int, cards: Sequence[str], faces: Sequence[str]
) -> list[SupplyCard]:
    """Return the supply: mixed cards as shuffled, with the faces drawn, or that of the base game (AW-2.7, AW-E.3)."""
    if options.open_card_pool:
        return open_supply(components, supply_seats(components, seats), cards, faces)
    return base_supply(components, options, seats)


# --------------------------------------------------------------------------------------------------------------------
# Starting supplies
# --------------------------------------------------------------------------------------------------------------------


class Grant(msgspec.Struct, frozen=True):
    """The individual start of a seat."""

    factories: tuple[str, ...] = ()
    track: str | None = None
    cards: tuple[HeldCard, ...] = ()


def _grants(components: Components, options: Options, order: Sequence[int], drawn: Drawn) -> dict[int, Grant]:
    """Return by seat the table's row for its place in the turn order, what was drawn, or nothing yet (AW-2.9)."""
    if len(order) == 1:
        return {0: Grant(tuple(drawn.get(FACTORIES, ())[:FACTORIES_PER_SEAT]))}
    if options.free_start:
        return dict.fromkeys(order, Grant())
    ids = {type: id for id, type in bonus_cards(components, options, len(order)).items()}
    return {
        seat: Grant(row.factories, row.track, (HeldCard(ids[row.card], row.card),) if row.card else ())
        for seat, row in zip(order, components.seats[len(order)], strict=True)
    }


def _seated(components: Components, options: Options, grant: Grant) -> Seated:
    """Return the belongings of a seat, with those that come with its bonus card (AW-19.22, AW-19.25)."""
    start, constants, types = components.start, components.constants, [card.type for card in grant.cards]
    brought = (card for type, card in components.card_of_type.items() if type in types)
    return Seated(
        funds=start.funds,
        shares=start.shares,
        share_value=start.share_value,
        ships=0 if options.no_ships_at_start else start.ships,
        levels={track: LEVELS[0] + (track == grant.track) for track in TRACKS},
        max_quality=constants.max_quality_engineer if "engineer" in types else constants.max_quality,
        factories=grant.factories,
        cards=grant.cards,
        warehouses=(*components.own_warehouses, *(card for card in brought if card in components.warehouses)),
    )


def _demand(components: Components, options: Options, seats: int) -> dict[str, int]:
    """Return the demand markers; with random factories the automas are already prepared (AW-S.12, AW-S.14)."""
    start = components.board(seats).demand_start
    steps = components.solo.start_demand_steps if seats == 1 and options.random_factories else {}
    return {good: space + steps.get(good, 0) for good, space in start.items()}


def _solo(components: Components, options: Options, drawn: Drawn) -> SoloStart:
    solo = components.solo
    tracks: dict[str, str] = dict(zip((good.id for good in components.goods), drawn[AUTOMA_TRACKS], strict=True))
    prepared = tracks if options.random_factories else {}
    return SoloStart(
        automas=tuple(
            Automa(
                colour=colour,
                shares=solo.automa_shares,
                share_value=solo.automa_share_value,
                appeal={good: solo.start_appeal[good] for good, owner in prepared.items() if owner == colour},
            )
            for colour in solo.colours.automas
        ),
        tracks=tracks,
        display=tuple(drawn[DISPLAY][: solo.display.rows * solo.display.columns]),
        markers={colour: row * solo.display.columns for row, colour in enumerate(drawn[FUNDS_MARKERS])},
        bags=tuple(tuple(drawn[bag(era)]) for era in range(1, ERAS + 1)),
        factories=tuple(drawn.get(FACTORIES, ())),
    )


# --------------------------------------------------------------------------------------------------------------------
# A record of play
# --------------------------------------------------------------------------------------------------------------------


def stated(chance: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the results of the shuffles by label. Raise Misstated if the record has another shape.

    A record states every shuffle under its label with all its items, those used first; ``faces`` are the faces up of
    the ``development cards``, in their order, and stand for the shuffles of each card's faces.
    """
    try:
        given = msgspec.convert(chance, dict[str, list[str]])
    except msgspec.ValidationError as error:
        raise Misstated(explained(error)) from error
    cards, faces = given.get(DEVELOPMENT_CARDS, []), given.pop(FACES_UP, [])
    if len(cards) != len(faces) or not set(faces) <= set(FACES):
        raise Misstated(
            message(
                "arkwright.stated-faces",
                "For each card in “{cards}”, “{faces}” must list “front” or “back”.",
                faces=FACES_UP,
                cards=DEVELOPMENT_CARDS,
            )
        )
    return given | {
        face_of(card): [face, *(other for other in FACES if other != face)]
        for card, face in zip(cards, faces, strict=True)
    }


def outcomes(started: Started) -> dict[str, Any]:
    """Return the ``chance`` part of a record of play that leads to this ``started`` fact."""
    seats = len(started.players)
    chance: dict[str, Any] = {}
    if _draws_start_player(started.options, seats):
        chance[START_PLAYER] = [str((started.start_player + step) % seats) for step in range(seats)]
    if started.options.open_card_pool:
        chance |= {DEVELOPMENT_CARDS: list(started.shuffled), FACES_UP: list(started.faces)}
    return chance | (_outcomes_alone(started, started.solo) if started.solo else {})


def _outcomes_alone(started: Started, solo: SoloStart) -> dict[str, Any]:
    components = figures.of(started.figures)
    laid = laid_out(components, started.options, 1, started.shuffled, started.faces)
    unused = [card.id for card in laid if card.id not in solo.display]
    chance = {
        DISPLAY: [*solo.display, *unused],
        FUNDS_MARKERS: sorted(solo.markers, key=lambda colour: solo.markers[colour]),
        AUTOMA_TRACKS: [solo.tracks[good.id] for good in components.goods],
    }
    chance |= {bag(era): list(markers) for era, markers in enumerate(solo.bags, 1)}
    return chance | ({FACTORIES: list(solo.factories)} if solo.factories else {})
