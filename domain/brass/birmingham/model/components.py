"""The component figures of Brass: Birmingham, typed; ``components.toml`` holds them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import msgspec

from domain import components as content_addressed
from domain.brass.model import components as brass
from domain.brass.model.components import ERAS, Era, Slots, Town
from domain.components import check_known, expect

Industry = Literal["cotton_mill", "manufacturer", "pottery", "coal_mine", "iron_works", "brewery"]
INDUSTRIES: tuple[Industry, ...] = get_args(Industry)

PLAYER_COUNTS = range(2, 5)
TILES_PER_PLAYER = 45
LINES = 39

WILD_LOCATION = "wild_location"
WILD_INDUSTRY = "wild_industry"


class Tile(brass.Tile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One level of an industry, with the barrels that a sale of it consumes."""

    beer_to_sell: int


class IndustryFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The properties of all levels of an industry. Works flip by a sale, producers when their last piece leaves."""

    name: str
    flips_by: Literal["sale", "last_piece"]
    produces: Literal["coal", "iron", "beer"] | None = None


class Industries(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The six industries."""

    cotton_mill: IndustryFacts
    manufacturer: IndustryFacts
    pottery: IndustryFacts
    coal_mine: IndustryFacts
    iron_works: IndustryFacts
    brewery: IndustryFacts


class IndustryTiles(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player's tiles: a row per level, lowest level first."""

    cotton_mill: tuple[Tile, ...]
    manufacturer: tuple[Tile, ...]
    pottery: tuple[Tile, ...]
    coal_mine: tuple[Tile, ...]
    iron_works: tuple[Tile, ...]
    brewery: tuple[Tile, ...]


class Farm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A farm brewery: an unnamed place with one slot."""

    id: str
    name: str
    slots: Slots


class Bonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effect of consuming a merchant's barrel: VP, tiles developed, spaces of income, or pounds."""

    kind: Literal["vp", "develop", "income_spaces", "money"]
    amount: int


class Merchant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A merchant location, with the number of players from which merchant tiles lie on its spaces."""

    id: str
    name: str
    spaces: int
    min_players: int
    link_icons: int
    bonus: Bonus


class MerchantTile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A merchant tile and the industries it buys; a blank one buys nothing."""

    id: str
    accepts: tuple[Industry, ...]
    min_players: int


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card of the deck: it names a town or shows industries. Copies by number of players."""

    id: str
    name: str
    town: str | None = None
    industries: tuple[Industry, ...] = ()
    copies: dict[int, int]


class WildCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wild card: it stands for any town, or for any industry."""

    id: Literal["wild_location", "wild_industry"]
    name: str
    kind: Literal["location", "industry"]
    copies: int


class LinkPrice(brass.LinkPrice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The price of placing one or two links, with the barrels of beer needed in all."""

    beer: int


class Loan(brass.Loan, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A loan, and the lowest income level that may result from it."""

    lowest_level: int


class Scout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards discarded and wild cards gained by scouting."""

    cards: int
    wild_location: int
    wild_industry: int


class Constants(brass.Constants, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The single figures of the rules, including those of this game only."""

    face_down_discards: int
    loan: Loan
    scout: Scout
    brewery_barrels: dict[Era, int]


Place = Town | Farm | Merchant


class Components(brass.Components[Tile, LinkPrice], frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """All figures of the game, and lookups derived from them once."""

    constants: Constants
    farms: tuple[Farm, ...]
    merchants: tuple[Merchant, ...]
    merchant_tiles: tuple[MerchantTile, ...]
    cards: tuple[Card, ...]
    wild_cards: tuple[WildCard, ...]
    industries: Industries
    industry_tiles: IndustryTiles

    @cached_property
    def places(self) -> dict[str, Place]:
        """Towns, farm breweries and merchant locations by id."""
        places: tuple[Place, ...] = (*self.towns, *self.farms, *self.merchants)
        return {place.id: place for place in places}

    @property
    def sites(self) -> Iterable[tuple[str, Slots]]:
        """Towns and farm breweries, with their slots."""
        sites: tuple[Town | Farm, ...] = (*self.towns, *self.farms)
        return ((site.id, site.slots) for site in sites)

    @cached_property
    def printed_link_icons(self) -> dict[str, int]:
        """The link icons printed on the board at every place."""
        return {id: place.link_icons if isinstance(place, Merchant) else 0 for id, place in self.places.items()}

    @cached_property
    def facts(self) -> dict[str, IndustryFacts]:
        """The properties of each industry."""
        return {industry: getattr(self.industries, industry) for industry in INDUSTRIES}

    @cached_property
    def merchant_tile(self) -> dict[str, MerchantTile]:
        """Merchant tiles by id."""
        return {tile.id: tile for tile in self.merchant_tiles}

    def merchant_spaces(self, seats: int) -> list[str]:
        """Return the merchant spaces in use, as ``gloucester/0`` (BB-2.9)."""
        return [f"{m.id}/{space}" for m in self.merchants if m.min_players <= seats for space in range(m.spaces)]

    def merchant_tiles_in_use(self, seats: int) -> list[str]:
        """Return the ids of the merchant tiles for this number of players (BB-2.2)."""
        return [tile.id for tile in self.merchant_tiles if tile.min_players <= seats]

    def deck(self, seats: int) -> list[str]:
        """Return the ids of the cards of the deck for this number of players, one per copy, unshuffled (BB-2.2)."""
        return [card.id for card in self.cards for _ in range(card.copies[seats])]

    @cached_property
    def card_towns(self) -> dict[str, frozenset[str]]:
        """The towns each card may be played for as a location card; none for industry cards."""
        named = {card.id: frozenset({card.town} if card.town else ()) for card in self.cards}
        every = frozenset(town.id for town in self.towns)
        return named | {card.id: every if card.kind == "location" else frozenset() for card in self.wild_cards}

    @cached_property
    def card_industries(self) -> dict[str, tuple[Industry, ...]]:
        """The industries each card may be played for as an industry card; none for location cards."""
        shown = {card.id: card.industries for card in self.cards}
        return shown | {card.id: INDUSTRIES if card.kind == "industry" else () for card in self.wild_cards}

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of places, cards and industries."""
        cards: tuple[Card | WildCard, ...] = (*self.cards, *self.wild_cards)
        return (
            {card.id: card.name for card in cards}
            | {industry: facts.name for industry, facts in self.facts.items()}
            | {place.id: place.name for place in self.places.values()}
        )


# --------------------------------------------------------------------------------------------------------------------
# Consistency checks
# --------------------------------------------------------------------------------------------------------------------


def check(components: Components) -> None:
    """Raise Inconsistent unless the figures fit together."""
    _check_tiles(components)
    _check_board(components)
    _check_merchants(components)
    _check_cards(components)
    _check_rounds(components)
    brass.check_lines(components.lines, components.places, components.layout)
    _check_lines(components)
    brass.check_market(components.markets.coal, "markets.coal")
    brass.check_market(components.markets.iron, "markets.iron")
    brass.check_income_track(components.income_track, components.constants.starting_income_space)


def _check_tiles(components: Components) -> None:
    for industry, tiles in components.tiles.items():
        table = f"industry_tiles.{industry}"
        brass.check_stack(tiles, table)
        sold = components.facts[industry].flips_by == "sale"
        mined = components.facts[industry].produces in ("coal", "iron")
        for tile in tiles:
            row = f"{table}[{tile.level - 1}]"
            expect(tile.beer_to_sell == 0 or sold, row, "beer_to_sell", "only works are sold")
            expect(tile.beer_to_sell >= 0, row, "beer_to_sell", "must not be negative")
            expect((tile.cubes > 0) == mined, row, "cubes", "coal mines and iron works, and they alone, hold cubes")
    tiles_in_all = sum(len(stack) for stack in components.stacks.values())
    expect(
        tiles_in_all == TILES_PER_PLAYER,
        "industry_tiles",
        "count",
        f"a player has {TILES_PER_PLAYER} tiles, these are {tiles_in_all}",
    )


def _check_board(components: Components) -> None:
    brass.check_unique([*_ids(components.towns), *_ids(components.farms), *_ids(components.merchants)], "towns")
    _check_slots("towns", [town.slots for town in components.towns])
    _check_slots("farms", [farm.slots for farm in components.farms])
    for industry in INDUSTRIES:
        home = any(industry in slot for slots in components.slots.values() for slot in slots)
        expect(home, "towns", "slots", f"no slot shows {industry}")


def _ids(rows: Iterable[Town | Farm | Merchant | MerchantTile | Card | WildCard]) -> list[str]:
    return [row.id for row in rows]


def _check_slots(table: str, places: Iterable[Slots]) -> None:
    for row, slots in enumerate(places):
        expect(bool(slots), f"{table}[{row}]", "slots", "at least one slot")
        for slot in slots:
            check_known(slot, INDUSTRIES, f"{table}[{row}]", "slots")
            expect(1 <= len(set(slot)) == len(slot), f"{table}[{row}]", "slots", "a slot shows icons, each once")


def _check_merchants(components: Components) -> None:
    brass.check_unique(_ids(components.merchant_tiles), "merchant_tiles")
    sold = [industry for industry, facts in components.facts.items() if facts.flips_by == "sale"]
    for row, tile in enumerate(components.merchant_tiles):
        check_known(tile.accepts, sold, f"merchant_tiles[{row}]", "accepts")
    for seats in PLAYER_COUNTS:
        spaces, tiles = len(components.merchant_spaces(seats)), len(components.merchant_tiles_in_use(seats))
        reason = f"with {seats} players there are {spaces} merchant spaces for {tiles} tiles"
        expect(spaces == tiles, "merchant_tiles", "min_players", reason)


def _check_cards(components: Components) -> None:
    wild = _ids(components.wild_cards)
    expect(wild == [WILD_LOCATION, WILD_INDUSTRY], "wild_cards", "id", "one row for each of the two wild cards")
    brass.check_unique(_ids(components.cards) + wild, "cards")
    for row, card in enumerate(components.cards):
        expect(bool(card.town) != bool(card.industries), f"cards[{row}]", "town", "either a town or industries")
        brass.check_player_counts(f"cards[{row}]", "copies", card.copies, PLAYER_COUNTS)
    towns = [card.town for card in components.cards if card.town]
    brass.check_unique(towns, "cards", "town")
    check_known(towns, _ids(components.towns), "cards", "town")


def _check_rounds(components: Components) -> None:
    """Check that deck and hands run out exactly with the last round of each era (BB-4.15)."""
    constants = components.constants
    brass.check_player_counts("constants", "rounds_per_era", constants.rounds_per_era, PLAYER_COUNTS)
    expect(set(constants.brewery_barrels) == set(ERAS), "constants", "brewery_barrels", "one for each era")
    for seats in PLAYER_COUNTS:
        rounds, cards = constants.rounds_per_era[seats], len(components.deck(seats))
        rail = rounds * constants.actions_per_turn
        canal = rail - constants.actions_per_turn + constants.actions_first_canal_round
        for needed in (seats * (canal + constants.face_down_discards), seats * rail):
            reason = f"{rounds} rounds with {seats} players need {needed} cards, the deck has {cards}"
            expect(cards == needed, "constants", "rounds_per_era", reason)
        enough = cards >= seats * (constants.hand_size + constants.face_down_discards)
        expect(enough, "constants", "hand_size", f"not enough cards for the first hands of {seats} players")


def _check_lines(components: Components) -> None:
    expect(
        len(components.lines) == LINES, "lines", "id", f"the board has {LINES} lines, these are {len(components.lines)}"
    )
    cut_off = set(components.places) - brass.reachable(components.towns[0].id, components.lines_of["rail"])
    expect(not cut_off, "lines", "ends", f"no rail line leads to {', '.join(sorted(cut_off))}")


REMOVED = ("constants.starting_vp", "constants.merchant_barrels")
"""Figures that only older tables have, because nothing reads them."""

figures = content_addressed.Figures(Path(__file__).parents[1] / "components.toml", Components, check, REMOVED)

of = figures.of
"""Returns the components with this digest, as recorded with a table."""
