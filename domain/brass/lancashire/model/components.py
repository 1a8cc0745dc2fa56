"""The component figures of Brass: Lancashire, typed; ``components.toml`` holds them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import msgspec

from domain import components as content_addressed
from domain.brass.model import components as brass
from domain.brass.model.components import LinkPrice, Loan, Tile, Town
from domain.components import check_known, expect

Industry = Literal["cotton_mill", "coal_mine", "iron_works", "port", "shipyard"]
INDUSTRIES: tuple[Industry, ...] = get_args(Industry)

PLAYER_COUNTS = range(2, 5)
TILES_PER_PLAYER = 37
LINES = 36


class IndustryFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The properties of all levels of an industry: how its tiles flip and which cubes they hold."""

    name: str
    flips_by: Literal["sale", "last_piece", "building"]
    produces: Literal["coal", "iron"] | None = None


class Industries(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The five industries."""

    cotton_mill: IndustryFacts
    coal_mine: IndustryFacts
    iron_works: IndustryFacts
    port: IndustryFacts
    shipyard: IndustryFacts


class IndustryTiles(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player's tiles: a row per level, lowest level first."""

    cotton_mill: tuple[Tile, ...]
    coal_mine: tuple[Tile, ...]
    iron_works: tuple[Tile, ...]
    port: tuple[Tile, ...]
    shipyard: tuple[Tile, ...]


class Outside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place without slots: a market, which shows the trade icon, or a waypoint."""

    id: str
    name: str
    trade_icon: bool
    link_icons: int


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card: it names a town or an industry. Copies by number of players, and those with the solo mark."""

    id: str
    name: str
    town: str | None = None
    industry: Industry | None = None
    copies: dict[int, int]
    solo: int = 0


class DistantMarketTile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tiles of the distant cotton market that move its marker equally far and are used from a number of players on."""

    steps: int
    min_players: int
    count: int


class ClassicDeck(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards of 2007, by number of players (BL-V.2)."""

    set_aside: dict[int, int]
    removed_rail: dict[int, int]
    rounds_per_era: dict[int, int]


class Constants(brass.Constants, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The single figures of the rules, including those of this game only."""

    set_aside: int
    loans: tuple[Loan, ...]
    lowest_level_after_loan: int
    last_rail_rounds_without_loans: int
    pounds_per_vp: int
    classic_cotton_mill_1_vp: int
    classic_deck: ClassicDeck


class Components(brass.Components[Tile, LinkPrice], frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """All figures of the game, and lookups derived from them once."""

    constants: Constants
    outside: tuple[Outside, ...]
    virtual_link: tuple[str, str]
    cards: tuple[Card, ...]
    distant_market_tiles: tuple[DistantMarketTile, ...]
    distant_market_income: tuple[int, ...]
    industries: Industries
    industry_tiles: IndustryTiles

    @cached_property
    def places(self) -> dict[str, Town | Outside]:
        """Towns and outside places by id."""
        places: tuple[Town | Outside, ...] = (*self.towns, *self.outside)
        return {place.id: place for place in places}

    @cached_property
    def trade_places(self) -> frozenset[str]:
        """The markets at the edge of the board, which show the trade icon (BL-1.7)."""
        return frozenset(place.id for place in self.outside if place.trade_icon)

    @cached_property
    def printed_link_icons(self) -> dict[str, int]:
        """The link icons printed on the board at every place (BL-1.8)."""
        return {id: place.link_icons if isinstance(place, Outside) else 0 for id, place in self.places.items()}

    @cached_property
    def facts(self) -> dict[str, IndustryFacts]:
        """The properties of each industry."""
        return {industry: getattr(self.industries, industry) for industry in INDUSTRIES}

    @property
    def last_market_space(self) -> int:
        """The X space of the distant-market track."""
        return len(self.distant_market_income)

    def market_tiles(self, seats: int) -> list[str]:
        """The distant market tiles for this number of players, unshuffled, each as the steps it shows (BL-2.7)."""
        used = (tile for tile in self.distant_market_tiles if tile.min_players <= seats)
        return [str(tile.steps) for tile in used for _ in range(tile.count)]

    def deck(self, seats: int) -> list[str]:
        """Return the ids of the cards for this number of players, one per copy, unshuffled (BL-2.4)."""
        return [card.id for card in self.cards for _ in range(card.copies[seats])]

    def classic_deck(self) -> list[str]:
        """Return the ids of all cards, those with the solo mark included (BL-V.2)."""
        return [card.id for card in self.cards for _ in range(card.copies[PLAYER_COUNTS[-1]] + card.solo)]

    @cached_property
    def card(self) -> dict[str, Card]:
        """Cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def card_towns(self) -> dict[str, frozenset[str]]:
        """The town each location card names; none for industry cards."""
        return {card.id: frozenset({card.town} if card.town else ()) for card in self.cards}

    @cached_property
    def card_industries(self) -> dict[str, tuple[Industry, ...]]:
        """The industry each industry card shows; none for location cards."""
        return {card.id: (card.industry,) if card.industry else () for card in self.cards}

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of places, cards and industries."""
        return (
            {card.id: card.name for card in self.cards}
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
    _check_cards(components)
    _check_distant_market(components)
    _check_rounds(components)
    _check_classic_deck(components)
    brass.check_market(components.markets.coal, "markets.coal")
    brass.check_market(components.markets.iron, "markets.iron")
    brass.check_income_track(components.income_track, components.constants.starting_income_space)


def _check_tiles(components: Components) -> None:
    for industry in INDUSTRIES:
        locked = industry == "shipyard"
        rows = getattr(components.industry_tiles, industry)
        brass.check_stack(rows[1:] if locked else rows, f"industry_tiles.{industry}")
        expect(
            not locked or (rows[0].level, rows[0].eras) == (0, ()), "industry_tiles.shipyard", "level", "0 is locked"
        )
        mined = components.facts[industry].produces is not None
        for tile in rows:
            row = f"industry_tiles.{industry} level {tile.level}"
            expect((tile.cubes > 0) == mined, row, "cubes", "coal mines and iron works, and they alone, hold cubes")
    tiles = sum(len(stack) for stack in components.stacks.values())
    expect(tiles == TILES_PER_PLAYER, "industry_tiles", "count", f"a player has {TILES_PER_PLAYER} tiles, not {tiles}")


def _check_board(components: Components) -> None:
    for place in components.towns:
        for icons in place.slots:
            check_known(icons, INDUSTRIES, f"towns[{place.id}]", "slots")
    brass.check_lines(components.lines, components.places, components.layout)
    check_known(components.virtual_link, components.slots, "virtual_link", "ends")
    lines = len(components.lines)
    expect(lines == LINES, "lines", "id", f"the board has {LINES} lines, these are {lines}")
    cut_off = set(components.places) - brass.reachable(components.towns[0].id, components.lines_of["rail"])
    expect(not cut_off, "lines", "ends", f"no rail line leads to {', '.join(sorted(cut_off))}")


def _check_cards(components: Components) -> None:
    brass.check_unique((card.id for card in components.cards), "cards")
    towns = {town.id for town in components.towns}
    named = {card.town for card in components.cards if card.town}
    expect(named == towns, "cards", "town", "every town, and nothing else, has a location card")
    for card in components.cards:
        expect((card.town is None) != (card.industry is None), f"cards[{card.id}]", "town", "a town or an industry")
        brass.check_player_counts(f"cards[{card.id}]", "copies", card.copies, PLAYER_COUNTS)


def _check_rounds(components: Components) -> None:
    """Check that deck and hands run out together at the end of the last round of each era (BL-3.2)."""
    constants = components.constants
    brass.check_player_counts("constants", "rounds_per_era", constants.rounds_per_era, PLAYER_COUNTS)
    for seats, rounds in constants.rounds_per_era.items():
        cards, actions = len(components.deck(seats)), rounds * constants.actions_per_turn
        skipped = constants.actions_per_turn - constants.actions_first_canal_round
        expect(
            cards == seats * actions, "constants", "rounds_per_era", f"{cards} cards do not last {rounds} rail rounds"
        )
        canal = seats * (actions - skipped + constants.set_aside)
        expect(cards == canal, "constants", "set_aside", f"{cards} cards do not last {rounds} canal rounds")


def _check_distant_market(components: Components) -> None:
    """Check that the tiles for each number of players bring the marker to the X before they run out (BL-12.12)."""
    for seats in PLAYER_COUNTS:
        steps = [int(tile) for tile in components.market_tiles(seats)]
        enough = all(step >= 0 for step in steps) and sum(steps) >= components.last_market_space
        expect(enough, "distant_market_tiles", "steps", f"the tiles for {seats} players do not reach the X")


def _check_classic_deck(components: Components) -> None:
    """Check that the classic deck lasts as many rounds as it says, in both eras (BL-V.2)."""
    classic, constants = components.constants.classic_deck, components.constants
    cards = len(components.classic_deck())
    for seats, rounds in classic.rounds_per_era.items():
        actions = rounds * constants.actions_per_turn
        skipped = constants.actions_per_turn - constants.actions_first_canal_round
        canal = cards - classic.set_aside.get(seats, 0) == seats * (actions - skipped)
        expect(canal, "constants.classic_deck", "set_aside", f"{seats} players cannot play {rounds} canal rounds")
        rail = cards - classic.removed_rail.get(seats, 0) == seats * actions
        expect(rail, "constants.classic_deck", "removed_rail", f"{seats} players cannot play {rounds} rail rounds")


figures = content_addressed.Figures(Path(__file__).parents[1] / "components.toml", Components, check)

of = figures.of
"""Returns the components with this digest, as recorded with a table."""
