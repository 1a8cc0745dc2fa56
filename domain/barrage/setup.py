"""Set-up (BA-2, BA-3), and its random results as a record of play states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from domain.barrage.engine.pool import (
    LEVELS,
    RENEWALS,
    Displays,
    Drawn,
    Expansions,
    Laid,
    Pool,
    of_level,
    pool,
    renewal_numbers,
)
from domain.barrage.model import stages
from domain.barrage.model.changes import Founded
from domain.barrage.model.components import Components
from domain.barrage.model.facts import Started
from domain.barrage.model.figures import figures
from domain.barrage.model.levels import abilities
from domain.barrage.model.options import Options
from domain.barrage.model.pieces import AREAS, COLOURS, HEADSTREAMS
from domain.barrage.model.state import NATIONAL, PATENTS, Offer
from domain.data_faults import explained
from domain.game import Table
from domain.verifiable_random import Chance, Misstated

TURN_ORDER = "turn order"
FIRST_PICKER = "first picker"
COMPANIES = "companies"
OFFICERS = "officers"
STARTING_CONTRACTS = "starting contracts"
HEADSTREAM_TILES = "headstream tiles"
BONUS_TILES = "bonus tiles"
OBJECTIVE = "objective"
NATIONAL_CONTRACTS = "national contracts"

COPYIST = "mahiri_sekibo"


def neutral_dams(area: str) -> str:
    """Return the label of the shuffle of an area's neutral dams."""
    return f"neutral dams {area}"


def contracts(colour: str) -> str:
    """Return the label of the shuffle of the private contracts of a colour."""
    return f"{colour} contracts"


def advanced_tiles(level: int) -> str:
    """Return the label of the shuffle of the advanced tiles of a level."""
    return f"advanced tiles {level}"


# --------------------------------------------------------------------------------------------------------------------
# The companies
# --------------------------------------------------------------------------------------------------------------------


def founded(components: Components, in_play: Pool, seat: int, offer: Offer, contract: str) -> Founded:
    """Give a company with its officer, starting contract and starting supply to a seat (BA-3.5, 3.6)."""
    officer, constants = components.officer[offer.officer], components.constants
    starting = officer.starting or constants.starting
    special = () if officer.special_tile is None else (officer.special_tile,)
    return Founded(
        seat=seat,
        company=offer.company,
        officer=offer.officer,
        contract=contract,
        credits=starting.credits,
        excavators=starting.excavators,
        mixers=starting.mixers,
        engineers=constants.engineers,
        vp=constants.starting_vp,
        tiles=in_play.basic_tiles + special,
        structures=in_play.structures,
    )


# --------------------------------------------------------------------------------------------------------------------
# Set-up
# --------------------------------------------------------------------------------------------------------------------


def setup(table: Table, chance: Chance, expansions: Expansions = ()) -> Started:
    """Return the whole initial position, including the order of all piles.

    Each shuffle is named after its contents; ids are shuffled in the order of the figures, and the first ones are used.
    Beginner games: ``turn order``, the seats first to last; they get the companies of the rulebook's table (BA-3.1).
    Expert games: ``first picker``, of which only the first seat counts (BA-3.3), ``companies``, ``officers`` (those not
    dealt are set aside for Mahiri Sekibo, BA-25.15), ``starting contracts``, and ``advanced tiles 1`` to ``3``. All
    games: ``headstream tiles`` for A to D, ``neutral dams mountain`` and so on, ``bonus tiles`` by round,
    ``objective``, ``national contracts``, ``green contracts``, ``yellow contracts``, ``red contracts``, and
    ``renewals``: the order of the numbers 00 to ff that determines later shuffles (BA-17.5).
    """
    options = msgspec.convert(table.options, Options)
    components = figures.of(table.figures)
    shuffled = what_is_shuffled(components, options, table.seats, expansions)
    drawn = {label: chance.shuffle(label, items) for label, items in shuffled.items()}
    displays, piles = _laid(components, options, table.seats, drawn, expansions)
    in_play = pool(components, options, expansions)
    people = _turn_order(options, drawn)
    order = tuple(chain(*(expansion.first(options, drawn) for expansion in expansions), people))
    drafted = chain(*(expansion.drafted(options) for expansion in expansions))
    tiles: dict[str, str] = dict(zip(HEADSTREAMS, drawn[HEADSTREAM_TILES], strict=False))
    return Started(
        figures=table.figures,
        options=options,
        turn_order=order,
        founded=_beginners(components, in_play, drawn) if options.beginner else (),
        offers=() if options.beginner else _offers(drawn, table.seats),
        starting_contracts=() if options.beginner else tuple(drawn[STARTING_CONTRACTS][: table.seats]),
        spare_officers=() if options.beginner else _spare_officers(components, options, drawn, table.seats),
        headstream_tiles=tiles,
        neutral_dams=_neutral_dams(components, drawn),
        bonus_tiles=tuple(drawn[BONUS_TILES][: components.constants.rounds]),
        objective=drawn[OBJECTIVE][0],
        displays=displays,
        piles=piles,
        renewal_key="".join(drawn[RENEWALS]),
        segments=components.constants.segments,
        round=1 if options.beginner else 0,
        headstreams={
            headstream: components.headstream_tile[tile].water[0] if options.beginner else 0
            for headstream, tile in tiles.items()
        },
        opens=stages.of_first_actions(order) if options.beginner else stages.of_draft(people, drafted),
    )


def what_is_shuffled(
    components: Components, options: Options, seats: int, expansions: Expansions = ()
) -> dict[str, list[str]]:
    """Return the items to shuffle for a game, by label."""
    in_play = pool(components, options, expansions)
    order = [str(seat) for seat in options.people(seats)]
    if options.beginner:
        first = {TURN_ORDER: order}
    else:
        first = {
            FIRST_PICKER: order,
            COMPANIES: list(in_play.companies),
            OFFICERS: list(in_play.officers),
            STARTING_CONTRACTS: [contract.id for contract in components.contracts.starting],
        } | {advanced_tiles(level): of_level(components, in_play.advanced_tiles, level) for level in LEVELS}
    dams = {neutral_dams(area): [t.id for t in components.neutral_dam_tiles if t.area == area] for area in AREAS}
    private = {contracts(colour): [c.id for c in components.private_contracts[colour]] for colour in COLOURS}
    common = {
        HEADSTREAM_TILES: [tile.id for tile in components.headstream_tiles],
        BONUS_TILES: list(in_play.bonus_tiles),
        OBJECTIVE: [tile.id for tile in components.objective_tiles],
        NATIONAL_CONTRACTS: [contract.id for contract in components.contracts.national],
        RENEWALS: renewal_numbers(),
    }
    more = [expansion.shuffled(components, options).items() for expansion in expansions]
    return first | dams | private | common | dict(chain(*more))


def _turn_order(options: Options, drawn: Drawn) -> tuple[int, ...]:
    """Return the turn order of an expert game: the first picker plays last; the next to the left picks
    next (BA-3.4).
    """
    if options.beginner:
        return tuple(map(int, drawn[TURN_ORDER]))
    seats, first = len(drawn[FIRST_PICKER]), int(drawn[FIRST_PICKER][0])
    return tuple((first + step) % seats for step in reversed(range(seats)))


def _beginners(components: Components, in_play: Pool, drawn: Drawn) -> tuple[Founded, ...]:
    """Return the companies of a beginner game by seat; the rulebook's rows are in turn order (BA-3.1)."""
    rows = zip(map(int, drawn[TURN_ORDER]), components.beginner_seats, strict=False)
    taken = (
        founded(components, in_play, seat, Offer(company=row.company, officer=row.officer), row.contract)
        for seat, row in rows
    )
    return tuple(sorted(taken, key=lambda found: found.seat))


def _offers(drawn: Drawn, seats: int) -> tuple[Offer, ...]:
    pairs = zip(drawn[COMPANIES][:seats], drawn[OFFICERS][:seats], strict=True)
    return tuple(Offer(company=company, officer=officer) for company, officer in pairs)


def _spare_officers(components: Components, options: Options, drawn: Drawn, seats: int) -> tuple[str, ...]:
    """Return how many officers Mahiri Sekibo, if in the draft, needs beyond the other seats' (BA-25.15, TA-2.10)."""
    if COPYIST not in drawn[OFFICERS][:seats]:
        return ()
    without = sum(not abilities(level).officer for level in options.levels)
    wanted = components.constants.copyable_officers - (seats - 1 - without)
    return tuple(drawn[OFFICERS][seats : seats + wanted])


def _neutral_dams(components: Components, drawn: Drawn) -> dict[str, tuple[int, int]]:
    tiles = [components.neutral_dam_tile[drawn[neutral_dams(area)][0]] for area in AREAS]
    return {tile.site: (tile.level, tile.drops) for tile in tiles}


def _laid(components: Components, options: Options, seats: int, drawn: Drawn, expansions: Expansions) -> Laid:
    constants = components.constants
    displays: Displays = {NATIONAL: tuple(drawn[NATIONAL_CONTRACTS][: seats - 1])}
    piles: Displays = {}
    for colour in COLOURS:
        _lay(colour, drawn[contracts(colour)], constants.contracts_per_colour, displays, piles)
    if not options.beginner:
        unused = pool(components, options, expansions).advanced_tiles_unused
        tiles = [drawn[advanced_tiles(level)] for level in LEVELS]
        pile = [*chain(*(level[: len(level) - unused] for level in tiles))]
        _lay(PATENTS, pile, constants.patent_slots, displays, piles)
    for expansion in expansions:
        more_displays, more_piles = expansion.laid(components, options, drawn)
        displays |= more_displays
        piles |= more_piles
    return displays, piles


def _lay(name: str, drawn: Sequence[str], slots: int, displays: Displays, piles: Displays) -> None:
    displays[name], piles[name] = tuple(drawn[:slots]), tuple(drawn[slots:])


# --------------------------------------------------------------------------------------------------------------------
# A record of play
# --------------------------------------------------------------------------------------------------------------------


def stated(chance: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the results of the shuffles by label. Raise Misstated if the record has another shape.

    A record states every shuffle of the game under its label, with all its items, those used first.
    """
    try:
        return msgspec.convert(chance, dict[str, list[str]])
    except msgspec.ValidationError as error:
        raise Misstated(explained(error)) from error


def outcomes(started: Started, expansions: Expansions = ()) -> dict[str, Any]:
    """Return the random results of this set-up, as a record of play states them; unused items come last."""
    components = figures.of(started.figures)
    seats = len(started.turn_order)
    known = _heads(components, started)
    for expansion in expansions:
        known |= expansion.heads(components, started)
    shuffled = what_is_shuffled(components, started.options, seats, expansions)
    return {
        label: [*known[label], *(item for item in items if item not in known[label])]
        for label, items in shuffled.items()
    }


def _by_picking(started: Started) -> list[int]:
    """Return the order of picking: players in reverse turn order."""
    people = started.options.people(len(started.turn_order))
    return [seat for seat in reversed(started.turn_order) if seat in people]


def _heads(components: Components, started: Started) -> dict[str, list[str]]:
    """Return the results that a started game reveals."""
    order = [str(seat) for seat in started.turn_order]
    sites = {tile.site: tile for tile in components.neutral_dam_tiles}
    dams = [sites[site] for site in started.neutral_dams]
    patents = [*started.displays.get(PATENTS, ()), *started.piles.get(PATENTS, ())]
    key = started.renewal_key
    return (
        {
            TURN_ORDER: order,
            FIRST_PICKER: [str(seat) for seat in _by_picking(started)],
            COMPANIES: [offer.company for offer in started.offers],
            OFFICERS: [*(offer.officer for offer in started.offers), *started.spare_officers],
            STARTING_CONTRACTS: list(started.starting_contracts),
            HEADSTREAM_TILES: list(started.headstream_tiles.values()),
            BONUS_TILES: list(started.bonus_tiles),
            OBJECTIVE: [started.objective],
            NATIONAL_CONTRACTS: list(started.displays[NATIONAL]),
            RENEWALS: [key[place : place + 2] for place in range(0, len(key), 2)],
        }
        | {neutral_dams(area): [dam.id for dam in dams if dam.area == area] for area in AREAS}
        | {contracts(colour): [*started.displays[colour], *started.piles[colour]] for colour in COLOURS}
        | {advanced_tiles(level): of_level(components, patents, level) for level in LEVELS}
    )
