"""The component figures of Arkwright: The Card Game, typed; ``components.toml`` holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from domain import components as content_addressed
from domain.arkwright.model.pieces import (
    CARD_TYPES,
    GOODS,
    SIDES,
    TRACKS,
    BoardSide,
    Brought,
    Condition,
    DevelopmentCard,
    FactorySide,
    Shapes,
    ValueCard,
    WorkerCard,
)
from domain.components import check_known, expect

PLAYER_COUNTS = range(1, 5)
LEVELS = range(1, 4)
POSITIONS = (1, 2)
ROUNDS = len(GOODS)
"""Rounds of an era, one for each good (AW-3.1)."""
ERAS = len(SIDES)
MARKERS_LAID_OUT = 2
"""Appeal markers of each automa that are laid out before the game (AW-S.11)."""


class Components(Shapes, frozen=True, kw_only=True, dict=True):
    """All figures of the game, and lookups derived from them once."""

    def board(self, seats: int) -> BoardSide:
        """Return the side of the market board for this number of players (AW-1.2)."""
        return next(side for side in self.market_board.sides if seats in side.seats)

    def factory_side(self, good: str, level: int) -> FactorySide:
        """Return the side of a factory that is up: II from level 2 on (AW-D.7)."""
        card = self.factories[good]
        return card.I if level == 1 else card.II

    def worker_card(self, good: str, position: int) -> WorkerCard:
        """Return the worker card of position 1 or 2 of a good."""
        return self.worker_cards[good][position - 1]

    def level_value(self, track: str, level: int) -> int:
        """Return the value of a level (1 to 3) of a development track, in points, cards, machines, goods or shares."""
        return self.development_tracks[track].levels[level - 1]

    @cached_property
    def restricted_by(self) -> dict[str, str]:
        """The tracks with an era limit, and the card that lifts it (AW-E.6)."""
        tracks = self.development_tracks
        return {track: lifting for track in self.era_limits if (lifting := tracks[track].lifted_by) is not None}

    @cached_property
    def card_of_type(self) -> dict[str, str]:
        """The quality card, distribution card or warehouse that a development card of a type brings."""
        return {card.type: id for id, card in self.brought if card.type is not None}

    @property
    def brought(self) -> tuple[tuple[str, Brought], ...]:
        """A player's quality cards, distribution cards and warehouses with their ids."""
        return (*self.quality_cards.items(), *self.distribution_cards.items(), *self.warehouses.items())

    def laid_cards(self, kind: str) -> Mapping[str, ValueCard]:
        """Return a player's quality or distribution cards by id."""
        return self.quality_cards if kind == "quality" else self.distribution_cards

    @cached_property
    def own_quality_cards(self) -> tuple[str, ...]:
        """The quality cards every player owns."""
        return _owned(self.quality_cards)

    @cached_property
    def own_warehouses(self) -> tuple[str, ...]:
        """The small warehouses every player owns."""
        return _owned(self.warehouses)

    @cached_property
    def faces(self) -> tuple[tuple[str, DevelopmentCard], ...]:
        """The development cards with their ids, in the order of the file."""
        return tuple(self.development_cards.items())

    def base_supply(self, seats: int) -> tuple[str, ...]:
        """The development cards whose player-count icon fits so many players, in the order of the file (AW-2.7)."""
        return tuple(id for id, card in self.faces if card.min_players is not None and card.min_players <= seats)

    @cached_property
    def bag(self) -> tuple[str, ...]:
        """The markers in the bag of the solo game, unshuffled (AW-S.9)."""
        colours, counts = self.solo.colours, self.solo.bag
        automas = tuple(colour for colour in colours.automas for _ in range(counts.automa))
        return (*automas, *(colours.neutral for _ in range(counts.neutral)))

    @property
    def first_markers(self) -> tuple[str, ...]:
        """The automas' appeal markers that are laid out before the game, unshuffled, by colour (AW-S.11)."""
        return tuple(colour for colour in self.solo.colours.automas for _ in range(MARKERS_LAID_OUT))

    @cached_property
    def asked(self) -> frozenset[str]:
        """The fields of conditions that achievements use; only these are counted during a game."""
        rules = [msgspec.structs.asdict(achievement.rule) for achievement in self.achievements.values()]
        return frozenset(field for rule in rules for field, asked in rule.items() if asked not in (None, ()))


def _owned(cards: Mapping[str, Brought]) -> tuple[str, ...]:
    return tuple(id for id, card in cards.items() if card.type is None)


def check(components: Components) -> None:
    """Raise Inconsistent unless the figures fit together."""
    _check_signs(components)
    _check_keys(components)
    _check_tracks(components)
    _check_factories(components)
    _check_cards(components)
    _check_board(components)
    _check_development_cards(components)
    _check_seats(components)
    _check_solo(components)


def _same(given: Iterable[object], wanted: Iterable[object], table: str, field: str = "") -> None:
    found, expected = list(given), list(wanted)
    expect(sorted(map(str, found)) == sorted(map(str, expected)), table, field, f"must have one for each of {expected}")


def _check_signs(components: Components) -> None:
    """Check signs: only the demand track has spaces below 0 (AW-D.4), and ships and warehouses hold goods."""
    for table, figures_of_table in msgspec.to_builtins(components).items():
        low = [number for field, number in _numbers(figures_of_table) if number < 0 and field != "first"]
        expect(not low, table, "", f"must have no figure below 0, but has {low[:1]}")
    expect(
        all(card.capacity > 0 for card in components.warehouses.values()), "warehouses", "capacity", "must be 1 or more"
    )
    for track, figures_of_track in components.development_tracks.items():
        least = 0 if track == "stock_exchange" else 1
        enough = figures_of_track.levels[0] >= least
        expect(enough, f"development_tracks.{track}", "levels", f"must be {least} or more")


def _numbers(raw: Any, field: str = "") -> Iterator[tuple[str, int]]:
    match raw:
        case dict():
            for key, inner in raw.items():
                yield from _numbers(inner, key)
        case list() | tuple():
            for inner in raw:
                yield from _numbers(inner, field)
        case int():
            yield field, raw


def _check_keys(components: Components) -> None:
    expect(tuple(good.id for good in components.goods) == GOODS, "goods", "id", f"must be {GOODS} in this order")
    expect(tuple(era.side for era in components.eras) == SIDES, "eras", "side", f"must be {SIDES} in this order")
    by_good: dict[str, Mapping[str, object]] = {
        "factories": components.factories,
        "worker_cards": components.worker_cards,
        "office_cards": components.office_cards,
        "final_sale": components.final_sale,
        "neutral.appeal": components.neutral.appeal,
        "solo.start_appeal": components.solo.start_appeal,
        "solo.start_demand_steps": components.solo.start_demand_steps,
        "solo.new_factory_appeal": components.solo.new_factory_appeal,
    }
    for table, figures_by_good in by_good.items():
        _same(figures_by_good, GOODS, table)
    _same(components.development_tracks, TRACKS, "development_tracks")
    _same(components.development_types, CARD_TYPES, "development_types")
    _same(components.seats, PLAYER_COUNTS[1:], "seats")
    _same(components.supply.base_size, PLAYER_COUNTS[1:], "supply", "base_size")


def _check_tracks(components: Components) -> None:
    constants, start = components.constants, components.start
    for name in ("shares", "share_value"):
        track = getattr(components.tracks, name)
        expect(track.first <= getattr(start, name) <= track.last, "start", name, "must be on its track")
    expect(
        1 <= start.token_space <= len(components.factories["food"].I.spaces),
        "start",
        "token_space",
        "must be a space of the factory",
    )
    tokens, machines = constants.machine_tokens, components.level_value("machines", LEVELS[0])
    expect(
        tokens <= machines,
        "constants",
        "machine_tokens",
        f"must be at most {machines}, as one action can complete (AW-7.5)",
    )
    expect(
        start.share_price * start.most_shares <= start.funds,
        "start",
        "most_shares",
        "must be affordable with the starting funds",
    )
    for track, limits in components.era_limits.items():
        table = f"era_limits.{track}"
        expect(track in TRACKS, table, "", "must be a development track")
        expect(set(limits) <= set(LEVELS[1:]), table, "", f"levels must be in {list(LEVELS[1:])}")
        expect(all(1 <= era <= ERAS for era in limits.values()), table, "", f"eras must be 1 to {ERAS}")
        lifting = components.development_tracks[track].lifted_by
        known = lifting is None or lifting in components.development_types
        expect(known, f"development_tracks.{track}", "lifted_by", "must be a card type")
    for track, figures_of_track in components.development_tracks.items():
        rising = list(figures_of_track.levels) == sorted(set(figures_of_track.levels))
        expect(rising, f"development_tracks.{track}", "levels", "must rise")
    penalty = components.player_board.shipping_penalty
    expect(
        len(penalty) == constants.shipping_tokens + 1,
        "player_board",
        "shipping_penalty",
        "must have a value for 0 and for each token",
    )
    loads = components.player_board.contract_table
    expect(all(goods > 0 for goods in loads), "player_board", "contract_table", "numbers of goods must be 1 or more")


def _check_factories(components: Components) -> None:
    for good, card in components.factories.items():
        for name, side in (("I", card.I), ("II", card.II)):
            table = f"factories.{good}.{name}"
            sums = {space.appeal + space.price for space in side.spaces}
            expect(len(sums) == 1, table, "spaces", "price and appeal must have the same sum everywhere (AW-1.12)")
            expect(side.spaces[-1].appeal == 0, table, "spaces", "the fourth space must have appeal 0 (AW-1.12)")
    for good, cards in components.worker_cards.items():
        for position, worker in enumerate(cards):
            table = f"worker_cards.{good}[{position}]"
            expect(
                len(worker.sides) == 2 and worker.sides[0] == "I",
                table,
                "goods",
                "must have two sides, the first for era I",
            )
            expect(1 <= worker.machines <= min(2, worker.workers), table, "machines", "must be one or two (AW-1.14)")


def _check_cards(components: Components) -> None:
    named = {"quality_cards": components.quality_cards, "distribution_cards": components.distribution_cards}
    for table, cards in named.items():
        for id, card in cards.items():
            rising = bool(card.values) and list(card.values) == sorted(set(card.values)) and card.values[0] > 0
            expect(rising, f"{table}.{id}", "values", "must rise from 1 or more")
    tables = "quality_cards, distribution_cards, warehouses"
    check_known(components.card_of_type, components.development_types, tables, "type")
    brought = [card.type for _, card in components.brought if card.type is not None]
    bringing = [kind for kind, type in components.development_types.items() if "extra_card" in type.uses]
    _same(brought, bringing, "development_types", "uses")


def _check_board(components: Components) -> None:
    appeal, demand = components.market_board.appeal, components.market_board.demand
    expect(appeal.first == 0 and appeal.last > 0, "market_board.appeal", "first", "must be 0")
    expect(demand.first < demand.last, "market_board.demand", "last", "must be above the first space")
    counts = [count for side in components.market_board.sides for count in side.seats]
    _same(counts, PLAYER_COUNTS, "market_board.sides", "seats")
    for side in components.market_board.sides:
        table = f"market_board.sides[{side.id}]"
        _same(side.demand_start, GOODS, table, "demand_start")
        on_track = all(demand.first <= start <= demand.last for start in side.demand_start.values())
        expect(on_track, table, "demand_start", "must be on the demand track")
        _same(side.arrows, GOODS, table, "arrows")
        borders = [list(arrows) for arrows in side.arrows.values()]
        rising = all(arrows == sorted(set(arrows)) for arrows in borders)
        within = all(appeal.first <= border < appeal.last for arrows in borders for border in arrows)
        expect(rising and within, table, "arrows", "must rise, each below the last space of the appeal track")
        expect(
            list(side.wages) == sorted(side.wages) and side.wages[0] > 0, table, "wages", "must rise from left to right"
        )
    ends = [appeal.first <= start <= appeal.last for start in components.neutral.appeal.values()]
    expect(all(ends), "neutral", "appeal", "must be on the appeal track")


def _check_development_cards(components: Components) -> None:
    for id, card in components.faces:
        for field in ("front", "back"):
            check_known([getattr(card, field)], components.development_types, f"development_cards.{id}", field)
        icon = card.min_players
        fits = icon is None or icon in PLAYER_COUNTS[1:]
        expect(fits, f"development_cards.{id}", "min_players", "must be a number of players")
    for seats, size in components.supply.base_size.items():
        cards = len(components.base_supply(seats))
        expect(cards == size, "supply", "base_size", f"is {size} for {seats} players, but the icons give {cards} cards")
    numbers = {kind.number for kind in components.development_types.values()}
    expect(
        numbers == set(range(1, max(numbers) + 1)),
        "development_types",
        "number",
        "must be numbered from 1 without gaps (AW-1.21)",
    )


def _check_seats(components: Components) -> None:
    for count, seats in components.seats.items():
        _same(range(len(seats)), range(count), "seats", str(count))
        laid_out = [components.development_cards[card].front for card in components.base_supply(count)]
        for row, seat in enumerate(seats):
            table = f"seats.{count}[{row}]"
            expect(len(set(seat.factories)) == len(seat.factories), table, "factories", "must be different")
            expect(
                (seat.track is None) != (seat.card is None),
                table,
                "track",
                "must have either a track or a card (AW-2.10)",
            )
            laid = seat.card is None or seat.card in laid_out
            expect(laid, table, "card", f"{seat.card} is not in the supply of {count} players")


def _check_solo(components: Components) -> None:
    solo = components.solo
    places = solo.display.rows * solo.display.columns
    expect(solo.supply_seats in components.supply.base_size, "solo", "supply_seats", "must be a number of players")
    cards = components.supply.base_size[solo.supply_seats]
    expect(places <= cards, "solo", "display", f"has {places} places but only {cards} cards")
    colours = (*solo.colours.automas, solo.colours.neutral)
    expect(
        len(set(colours)) == solo.display.rows == len(colours),
        "solo",
        "colours",
        "must be one for each row, all different",
    )
    expect(len(components.bag) >= ROUNDS, "solo", "bag", f"must have a marker for each of {ROUNDS} rounds (AW-D.57)")
    for name, achievement in components.achievements.items():
        expect(achievement.rule != Condition(), f"achievements.{name}", "rule", "must have a condition")
        for field in ("never_gained", "never_used"):
            types = getattr(achievement.rule, field)
            check_known(types, components.development_types, f"achievements.{name}", field)


REMOVED = ("tracks.funds",)
"""Figures that only older tables have, because nothing reads them."""

figures = content_addressed.Figures(Path(__file__).parents[1] / "components.toml", Components, check, REMOVED)

of = figures.of
"""Returns the components with this digest, as recorded with a table."""
