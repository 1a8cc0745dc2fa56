"""The types of the component figures: the values printed on cards, boards and tracks."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from domain.components import Reconstructed

Good = Literal["food", "clothes", "cutlery", "lamps"]
GOODS: tuple[Good, ...] = get_args(Good)
"""The goods in the order of an era's rounds."""
Track = Literal["quality", "distribution", "development_cards", "machines", "shipping", "stock_exchange"]
TRACKS: tuple[Track, ...] = get_args(Track)
"""The development tracks of a player board."""
CARD_TYPES = (
    "entrepreneur",
    "trading_office",
    "overtime",
    "workshop",
    "supervisor",
    "broker",
    "patron_food",
    "patron_clothes",
    "patron_cutlery",
    "patron_lamps",
    "inventor",
    "developer",
    "contract",
    "patent",
    "engineer",
    "large_warehouse",
)
"""The types of development cards. The rules define their effects (AW-1.21)."""
Side = Literal["I", "II", "III"]
SIDES: tuple[Side, ...] = get_args(Side)
Use = Literal["once_per_era", "discard", "permanent", "extra_card"]
Lies = Literal["in_front", "factory", "personal_area"]


class Piece(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all figures."""


class GoodFigures(Piece, frozen=True, kw_only=True):
    """A good; the first of the four is that of round 1."""

    id: Good
    name: str


class Era(Piece, frozen=True, kw_only=True):
    """An era: its numeral, as cards show it, and its decade."""

    side: Side
    decade: int


class Constants(Piece, frozen=True, kw_only=True):
    """Single figures of the rules."""

    loan_tokens: int
    shipping_tokens: int
    machine_tokens: int
    loan_penalty_shares: int
    machine_upkeep: int
    ready_ships: int
    max_quality: int
    max_quality_engineer: int
    max_distribution: int
    goods_for_share_value: int


class Start(Piece, frozen=True, kw_only=True):
    """The initial belongings of a player; ``share_price`` and ``most_shares`` are those of the expert
    share purchase.
    """

    funds: int
    shares: int
    share_value: int
    ships: int
    token_space: int
    """1 for the leftmost."""
    share_price: int
    most_shares: int


class Range(Piece, frozen=True, kw_only=True):
    """The first and the last space of a track."""

    first: int
    last: int

    def clamp(self, space: int) -> int:
        """Return the space where a marker for this one stops (AW-D.3, AW-D.5, AW-D.20)."""
        return min(max(space, self.first), self.last)


class Tracks(Piece, frozen=True, kw_only=True):
    """The tracks for shares and share value."""

    shares: Range
    share_value: Range


class DevelopmentTrack(Piece, frozen=True, kw_only=True):
    """The values of a track's levels, level 1 first, and the card that lifts its era limit."""

    name: str
    levels: tuple[int, int, int]
    lifted_by: str | None = None


class PlayerBoard(Piece, frozen=True, kw_only=True):
    """Loss of share value by shipping tokens, and the income of the contract by goods shipped at once."""

    shipping_penalty: tuple[int, ...]
    contract_table: dict[int, int]


class TokenSpace(Piece, frozen=True, kw_only=True):
    """A token space of a factory."""

    appeal: int
    price: int


class FactorySide(Piece, frozen=True, kw_only=True):
    """A side of a factory card."""

    spaces: tuple[TokenSpace, TokenSpace, TokenSpace, TokenSpace]
    goods: int
    fixed_cost: int
    shipping_price: int


class FactoryCard(Piece, frozen=True, kw_only=True):
    """Both sides of a factory card."""

    I: FactorySide  # noqa: E741  the numeral printed on it
    II: FactorySide


class WorkerCard(Piece, frozen=True, kw_only=True):
    """A worker card: its workers, how many of them machines can replace, and the goods of each side."""

    workers: int
    machines: int
    goods: dict[str, int]

    @property
    def sides(self) -> tuple[Side, ...]:
        """Its sides, the earlier one first."""
        return tuple(side for side in SIDES if side in self.goods)

    def side_in(self, era: int) -> Side:
        """Return the side of a card hired in this era (1 to 3): the latest one not after it (AW-6.3)."""
        return next(side for side in reversed(self.sides) if SIDES.index(side) < era)


class Brought(Piece, frozen=True, kw_only=True):
    """A card of a player; ``type`` is the development card that brings it, if one does."""

    type: str | None = None


class ValueCard(Brought, frozen=True, kw_only=True):
    """The values a quality or distribution card can show."""

    values: tuple[int, ...]


class WarehouseCard(Brought, frozen=True, kw_only=True):
    """The capacity of a warehouse in goods."""

    capacity: int


class BoardSide(Piece, frozen=True, kw_only=True):
    """A side of the market board: an arrow n is the pair on the border between spaces n and n + 1."""

    id: str
    seats: tuple[int, ...]
    demand_start: dict[str, int]
    wages: tuple[int, ...]
    arrows: dict[str, tuple[int, ...]]

    def crossed(self, good: str, start: int, end: int) -> int:
        """Return the arrows that an appeal marker passes, negative when it goes down (AW-10.8, AW-D.1)."""
        low, high = min(start, end), max(start, end)
        passed = len([border for border in self.arrows[good] if low <= border < high])
        return passed if end >= start else -passed


class MarketBoard(Piece, frozen=True, kw_only=True):
    """The scales of appeal and demand, and both sides of the board."""

    appeal: Range
    demand: Range
    sides: tuple[BoardSide, ...]


class SeatStart(Piece, frozen=True, kw_only=True):
    """A seat's start: two factories and a step on a track or a development card."""

    factories: tuple[Good, Good]
    track: Track | None = None
    card: str | None = None


class Neutral(Piece, frozen=True, kw_only=True):
    """The third company of two players: its appeal, and its step at the end of an era."""

    appeal: dict[str, int]
    step: int


class Supply(Piece, frozen=True, kw_only=True):
    """The number of development cards laid out."""

    base_size: dict[int, int]
    random_per_player: int


class DevelopmentType(Piece, frozen=True, kw_only=True):
    """A kind of development card."""

    number: int
    name: str
    uses: tuple[Use, ...]
    lies: Lies
    good: Good | None = None


class CardEffects(Piece, frozen=True, kw_only=True):
    """The figures in the texts of the development cards."""

    trading_office_tokens: int
    overtime_goods: int
    workshop_machines: int
    supervisor_wage_cut: int
    supervisor_workers: int
    broker_shares: int
    patron_sales: int
    inventor_factories: int
    inventor_points: int
    developer_cut: int


class DevelopmentCard(Piece, frozen=True, kw_only=True):
    """A development card with the types on both faces; without ``min_players`` it is an expert card only."""

    front: str
    back: str
    min_players: int | None = None


class Display(Piece, frozen=True, kw_only=True):
    """The grid of development cards of the solo game."""

    rows: int
    columns: int


class Colours(Piece, frozen=True, kw_only=True):
    """The colours of the automas and of the neutral markers."""

    automas: tuple[str, str]
    neutral: str


class Bag(Piece, frozen=True, kw_only=True):
    """The numbers of markers of each automa and of the neutral colour in the bag."""

    automa: int
    neutral: int


class SoloFigures(Piece, frozen=True, kw_only=True):
    """The figures of the solo game."""

    automa_shares: int
    automa_share_value: int
    display: Display
    supply_seats: int
    colours: Colours
    bag: Bag
    start_appeal: dict[str, int]
    start_demand_steps: dict[str, int]
    new_factory_appeal: dict[str, int]
    advance: int
    share_if_not_drawn: int
    share_value_for_sales: int
    share_for_fewer_sales: int
    chosen_after_win: int
    chosen_as_second: int


class Condition(Piece, frozen=True, kw_only=True):
    """The condition of an achievement; every given entry has to hold (AW-S.34 to AW-S.48)."""

    score_min: int | None = None
    ships_used_min: int | None = None
    """Only in figures from before AW-S.48 counted shippings."""
    ships_used_max: int | None = None
    shippings_min: int | None = None
    never_gained: tuple[str, ...] = ()
    """Only in figures from before AW-S.36 and AW-S.38 counted use."""
    never_used: tuple[str, ...] = ()
    brokers_used_max: int | None = None
    automate_actions_max: int | None = None
    stock_exchange_advances_max: int | None = None
    factories_min: int | None = None
    factories_max: int | None = None
    worker_cards_each_min: int | None = None
    shares_min: int | None = None
    shares_max: int | None = None
    share_value_min: int | None = None
    share_value_max: int | None = None
    start_funds_max: int | None = None
    start_shares_min: int | None = None
    funds_min: int | None = None


class Achievement(Piece, frozen=True, kw_only=True):
    """An achievement of the solo game."""

    name: str
    rule: Condition


class Shapes(Piece, frozen=True, kw_only=True):
    """All tables of ``components.toml``."""

    goods: tuple[GoodFigures, ...]
    eras: tuple[Era, ...]
    constants: Constants
    start: Start
    tracks: Tracks
    development_tracks: dict[str, DevelopmentTrack]
    era_limits: dict[str, dict[int, int]]
    player_board: PlayerBoard
    factories: dict[str, FactoryCard]
    worker_cards: dict[str, tuple[WorkerCard, WorkerCard]]
    office_cards: dict[str, int]
    quality_cards: dict[str, ValueCard]
    distribution_cards: dict[str, ValueCard]
    warehouses: dict[str, WarehouseCard]
    final_sale: dict[str, int]
    market_board: MarketBoard
    seats: dict[int, tuple[SeatStart, ...]]
    neutral: Neutral
    supply: Supply
    development_types: dict[str, DevelopmentType]
    card_effects: CardEffects
    development_cards: dict[str, DevelopmentCard]
    solo: SoloFigures
    achievements: dict[str, Achievement]
    reconstructed: tuple[Reconstructed, ...] = ()
