"""What happened. A fact tells every figure, so that the history reads like a statement of account.

``pending`` is what is awaited after a fact, the next decision first. ``demand`` tells the demand markers after it,
``wage_space`` the space of the wage marker, both None where they have not moved. Money is in pounds.
"""

from __future__ import annotations

import msgspec

from domain.arkwright.commands import Cargo, DistributionAt, Held, QualityAt, Stored
from domain.arkwright.options import Options
from domain.arkwright.state import Automa, AutomaScore, Awaiting, DecidedBy, End, HeldCard, Score, SupplyCard
from domain.game import Fact, Place

# --------------------------------------------------------------------------------------------------------------------
# The start
# --------------------------------------------------------------------------------------------------------------------


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """What a player starts with."""

    funds: int
    shares: int
    share_value: int
    ships: int
    levels: dict[str, int]
    max_quality: int
    factories: tuple[str, ...]
    """Goods of the factories open at the start: level 1, token on the fourth space, one worker card (AW-2.9)."""
    cards: tuple[HeldCard, ...]
    warehouses: tuple[str, ...]
    """Ids of the player's warehouses, all in the personal area."""


class SoloStart(msgspec.Struct, frozen=True, kw_only=True):
    """What the solo game adds (AW-S.4 to AW-S.12)."""

    automas: tuple[Automa, ...]
    tracks: dict[str, str]
    """Preparation B: by good the automa colour that is put there (AW-S.11); already done with random factories."""
    display: tuple[str, ...]
    markers: dict[str, int]
    bags: tuple[tuple[str, ...], ...]
    """For each era the order in which the markers will be drawn."""
    factories: tuple[str, ...] = ()
    """Random factories: the order in which the goods were drawn (AW-S.14)."""


class Started(Fact, frozen=True, kw_only=True, tag="arkwright.started"):
    """The set-up of a game."""

    figures: str
    options: Options
    start_player: int
    players: tuple[Seated, ...]
    demand: dict[str, int]
    wage_space: int
    token_space: int
    """The token space of a new factory, counted from 0."""
    neutral: dict[str, int] = {}
    supply: tuple[SupplyCard, ...]
    shuffled: tuple[str, ...] = ()
    """The order of the development cards as shuffled, if they were."""
    faces: tuple[str, ...] = ()
    """Expert: the faces drawn for them (AW-E.3)."""
    solo: SoloStart | None = None
    pending: tuple[Awaiting, ...]


class Step(Fact, frozen=True, kw_only=True):
    """Base of everything that happens later."""

    pending: tuple[Awaiting, ...]
    """What is awaited after it."""


class FactoryChosen(Step, frozen=True, kw_only=True, tag="arkwright.factory_chosen"):
    """A starting factory was opened."""

    seat: int
    good: str
    space: int


class AutomasPrepared(Step, frozen=True, kw_only=True, tag="arkwright.automas_prepared"):
    """Preparation B of the solo game: the automas' appeal markers are laid out, demand moved up (AW-S.12)."""

    tracks: dict[str, str]
    """By good the automa colour."""
    appeal: dict[str, int]
    demand: dict[str, int]


class SupervisorPlaced(Step, frozen=True, kw_only=True, tag="arkwright.supervisor_placed"):
    """The supervisor of a seat's bonus was put at a factory."""

    seat: int
    good: str


class SharesBoughtAtStart(Step, frozen=True, kw_only=True, tag="arkwright.shares_bought_at_start"):
    """Shares were bought before the game, perhaps none."""

    seat: int
    shares: int
    price: int
    paid: int


# --------------------------------------------------------------------------------------------------------------------
# Step (a)
# --------------------------------------------------------------------------------------------------------------------


class Upgraded(msgspec.Struct, frozen=True):
    """An upgraded factory: its level and the side of each of its worker cards afterwards."""

    good: str
    level: int
    sides: tuple[str, ...]


class Built(Step, frozen=True, kw_only=True, tag="arkwright.built"):
    """Factories were opened and upgraded; ``upgraded`` in order: ordinary upgrades, then the inventor's."""

    seat: int
    built: tuple[str, ...]
    level: int
    """The level of factories built."""
    space: int
    """Their token space."""
    upgraded: tuple[Upgraded, ...]
    by_inventor: tuple[Upgraded, ...]
    discarded: SupplyCard | None = None
    """The inventor, if used."""
    discarded_to: int | None = None
    """Solo: the place on the display where it went."""
    demand: dict[str, int] | None = None
    wage_space: int | None = None


class NewWorker(msgspec.Struct, frozen=True):
    """A hired worker card, the side that is up, and its figures."""

    good: str
    position: int
    side: str
    workers: int
    goods: int


class Hired(Step, frozen=True, kw_only=True, tag="arkwright.hired"):
    """Worker cards were added."""

    seat: int
    workers: tuple[NewWorker, ...]
    demand: dict[str, int]
    wage_space: int


class Mechanised(msgspec.Struct, frozen=True):
    """Machines added to a worker card, and how many it has afterwards, of so many."""

    good: str
    position: int
    added: int
    machines: int
    most: int


class Automated(Step, frozen=True, kw_only=True, tag="arkwright.automated"):
    """Machines replaced workers."""

    seat: int
    cards: tuple[Mechanised, ...]


class QualityAdded(Step, frozen=True, kw_only=True, tag="arkwright.quality_added"):
    """How the quality cards lie afterwards, the total of each open factory, and the points that were added."""

    seat: int
    cards: tuple[QualityAt, ...]
    totals: dict[str, int]
    points: int


class DistributionAdded(Step, frozen=True, kw_only=True, tag="arkwright.distribution_added"):
    """How the distribution cards lie afterwards, and the points that were added."""

    seat: int
    cards: tuple[DistributionAt, ...]
    points: int


class StockTraded(Step, frozen=True, kw_only=True, tag="arkwright.stock_traded"):
    """Shares bought, bank loans taken, ships made ready."""

    seat: int
    half_price: int
    """Shares bought at half price, and the price of each."""
    half_price_each: int
    full_price: int
    full_price_each: int
    paid: int
    loans: int
    borrowed: int
    ships: int | None = None
    """Ready ships afterwards, if they were made ready."""


class FactoryCosts(msgspec.Struct, frozen=True, kw_only=True):
    """The costs of a factory, line by line."""

    good: str
    fixed: int
    developer: int
    """What the developer takes off it."""
    workers: int
    wage: int
    wages: int
    supervisor: int
    """What the supervisor takes off the wages."""
    machines: int
    upkeep: int
    workshop: int
    """What the workshop takes off the upkeep."""
    total: int


class EmergencyLoans(msgspec.Struct, frozen=True, kw_only=True):
    """Emergency loans taken to pay costs: how many, and the money for each."""

    loans: int
    each: int
    money: int


class ExtraRun(msgspec.Struct, frozen=True, kw_only=True):
    """What a factory made in an extra production: with so many worker cards, overtime, stored before and after."""

    good: str
    cards: int
    produced: int
    overtime: int
    stored_before: int
    stored: int
    lost: int
    costs: FactoryCosts


class Unstored(msgspec.Struct, frozen=True):
    """Goods of another factory lost because their warehouse was taken away."""

    warehouse: str
    good: str
    goods: int


class ExtraProduced(Step, frozen=True, kw_only=True, tag="arkwright.extra_produced"):
    """An extra production (AW-E.12 to AW-E.16)."""

    seat: int
    runs: tuple[ExtraRun, ...]
    store: tuple[Stored, ...]
    """What the warehouses used hold afterwards; emptied ones with 0 goods and no good."""
    taken_away: tuple[Unstored, ...]
    cost: int
    emergency: EmergencyLoans | None = None
    paid: int
    """Less than the cost only if the player is bankrupt."""
    discarded: SupplyCard | None = None
    """Overtime, if used."""
    discarded_to: int | None = None
    workshop: str = ""
    developer: str = ""


class Shipment(msgspec.Struct, frozen=True, kw_only=True):
    """Goods of one kind shipped, at so much each."""

    good: str
    goods: int
    price: int
    income: int


class ShippedEarly(Step, frozen=True, kw_only=True, tag="arkwright.shipped_early"):
    """Goods were shipped out of warehouses (AW-E.17 to AW-E.20)."""

    seat: int
    cargo: tuple[Cargo, ...]
    shipments: tuple[Shipment, ...]
    goods: int
    contract: int
    """Extra income of the contract."""
    income: int
    """All of it, the contract's included."""
    ships: int
    tokens: int
    trading_office: bool


class ActionPassed(Step, frozen=True, kw_only=True, tag="arkwright.action_passed"):
    """No action was taken."""

    seat: int


# --------------------------------------------------------------------------------------------------------------------
# Steps (b) and (c), the end of the turn
# --------------------------------------------------------------------------------------------------------------------


class PriceSet(Step, frozen=True, kw_only=True, tag="arkwright.price_set"):
    """Price and appeal of the active factory, the markers' movements, and how many arrows were crossed."""

    seat: int
    good: str
    space: int
    office: End
    quality_on_appeal: tuple[str, ...]
    price: int
    total_appeal: int
    """Of the factory; the marker ends at the top of its track."""
    appeal_from: int
    appeal_to: int
    arrows: int
    """Arrows crossed: positive upwards, negative downwards."""
    demand_from: int
    demand_to: int


class Advanced(Step, frozen=True, kw_only=True, tag="arkwright.advanced"):
    """A development marker advanced to a level, which means so many points, machines, cards …"""

    seat: int
    track: str
    level: int
    value: int


class CardTaken(Step, frozen=True, kw_only=True, tag="arkwright.card_taken"):
    """A development card was taken, perhaps after another was discarded; ``lost`` tells what went with that."""

    seat: int
    card: SupplyCard
    place: int | None = None
    """Solo: its place on the display."""
    at: str = ""
    max_quality: int
    """Of the engineer token afterwards."""
    gained_warehouse: str = ""
    discarded: SupplyCard | None = None
    discarded_to: int | None = None
    """Solo: the place on the display where the discarded card went."""
    lost_quality: QualityAt | None = None
    replacement: QualityAt | None = None
    lost_distribution: DistributionAt | None = None
    lost_goods: Unstored | None = None
    lost_warehouse: str = ""
    """The warehouse that a discarded large warehouse takes with it."""


class BrokerUsed(Step, frozen=True, kw_only=True, tag="arkwright.broker_used"):
    """The broker was discarded for shares at half price."""

    seat: int
    shares: int
    each: int
    paid: int
    discarded: SupplyCard
    discarded_to: int | None = None


class InventorUsed(Step, frozen=True, kw_only=True, tag="arkwright.inventor_used"):
    """The inventor was discarded for development points; the levels of the tracks afterwards."""

    seat: int
    tracks: tuple[str, ...]
    levels: dict[str, int]
    discarded: SupplyCard
    discarded_to: int | None = None


class DevelopmentPassed(Step, frozen=True, kw_only=True, tag="arkwright.development_passed"):
    """Nothing was developed."""

    seat: int


class DeveloperUsed(Step, frozen=True, kw_only=True, tag="arkwright.developer_used"):
    """The developer made another card ready again."""

    seat: int
    card: str


class TurnEnded(Step, frozen=True, kw_only=True, tag="arkwright.turn_ended"):
    """A turn is over."""

    seat: int


# --------------------------------------------------------------------------------------------------------------------
# Production
# --------------------------------------------------------------------------------------------------------------------


class ProductionBegan(Step, frozen=True, kw_only=True, tag="arkwright.production_began"):
    """The production phase began; these seats have a factory of the active good, in turn order (AW-12.1)."""

    good: str
    seats: tuple[int, ...]


class Produced(Step, frozen=True, kw_only=True, tag="arkwright.produced"):
    """The statement of account of a production (AW-12 to AW-14). ``chosen``: there was something to choose."""

    seat: int
    good: str
    chosen: bool
    produced: int
    """Goods made, overtime included."""
    overtime: int
    appeal: int
    demand: int
    limit: int
    """The home sales limit, the patron included."""
    patron: int
    fresh_sold: int
    stored_before: int
    stored_sold: int
    price: int
    sales_income: int
    shipped: int
    shipping_price: int
    shipping_income: int
    contract: int
    ships: int
    tokens: int
    """Shipping tokens put on the track."""
    trading_office: bool
    store: tuple[Held, ...]
    """What the warehouses of this factory hold afterwards; 0 for one that goes to the personal area."""
    stored: int
    lost: int
    taken_away: tuple[Unstored, ...]
    income: int
    costs: FactoryCosts
    emergency: EmergencyLoans | None = None
    paid: int
    """Less than the costs only if the player is bankrupt."""
    profit: int
    """Income less costs."""
    discarded: SupplyCard | None = None
    discarded_to: int | None = None


class Bankrupted(Step, frozen=True, kw_only=True, tag="arkwright.bankrupted"):
    """A player could not pay and leaves the game (AW-14.6); the development cards go back to the supply."""

    seat: int
    returned: tuple[SupplyCard, ...]


class AutomaProduced(Step, frozen=True, kw_only=True, tag="arkwright.automa_produced"):
    """An automa sells as many goods as it can (AW-S.27); with fewer than two it gains shares instead (AW-S.29)."""

    colour: str
    good: str
    appeal: int
    demand: int
    sold: int
    shares_gained: int
    shares: int


class TieBroken(Step, frozen=True, kw_only=True, tag="arkwright.tie_broken"):
    """The entrepreneur was used in a tie for the highest appeal, or not."""

    seat: int
    used: bool


class Raise(msgspec.Struct, frozen=True, kw_only=True):
    """A rise of the share value: steps for two goods sold and for the highest appeal, and the value afterwards."""

    seat: int | None = None
    """None for an automa."""
    colour: str = ""
    sold: int
    appeal: int
    for_sales: int
    for_appeal: int
    share_value: int


class SharesValued(Step, frozen=True, kw_only=True, tag="arkwright.shares_valued"):
    """Share values after a production (AW-15)."""

    good: str
    raises: tuple[Raise, ...]
    tied: bool
    """Several had the highest appeal, and nobody broke the tie."""


class Worn(msgspec.Struct, frozen=True):
    """The distribution of a factory afterwards; at 0 its card goes to the personal area."""

    seat: int
    good: str
    value: int


class DistributionWorn(Step, frozen=True, kw_only=True, tag="arkwright.distribution_worn"):
    """The distribution of the factories that produced fell by 1 (AW-16.1)."""

    worn: tuple[Worn, ...]


# --------------------------------------------------------------------------------------------------------------------
# Rounds and eras
# --------------------------------------------------------------------------------------------------------------------


class EntrepreneurDiscarded(Step, frozen=True, kw_only=True, tag="arkwright.entrepreneur_discarded"):
    """The entrepreneur was discarded to name the start player; in the solo game 1 stands for the opponents."""

    seat: int
    start_player: int
    discarded: SupplyCard
    discarded_to: int | None = None


class EntrepreneurKept(Step, frozen=True, kw_only=True, tag="arkwright.entrepreneur_kept"):
    """The entrepreneur was not discarded."""

    seat: int


class EraBegan(Step, frozen=True, kw_only=True, tag="arkwright.era_began"):
    """The next era: the round marker returns to food, used cards become ready, drawn markers go back into the bag."""

    era: int
    ready: tuple[tuple[int, str], ...]
    """Seats and types of the cards that become ready again."""
    markers_returned: tuple[str, ...] = ()


class Product(msgspec.Struct, frozen=True):
    """Share value times shares, by which the one who names the start player is found (AW-17.3)."""

    seat: int
    product: int
    funds: int


class StartPlayerNamed(Step, frozen=True, kw_only=True, tag="arkwright.start_player_named"):
    """The player with the lowest product named the start player."""

    seat: int
    start_player: int
    products: tuple[Product, ...]


class NeutralsRaised(Step, frozen=True, kw_only=True, tag="arkwright.neutrals_raised"):
    """Two players: the appeal of the neutral company rose (AW-17.6)."""

    neutral: dict[str, int]
    demand: dict[str, int]


class RoundBegan(Step, frozen=True, kw_only=True, tag="arkwright.round_began"):
    """The next round."""

    era: int
    round: int
    good: str
    start_player: int
    opponents_first: bool = False
    """Solo: the opponents have their turn first (AW-S.17)."""


class GameEnded(Step, frozen=True, kw_only=True, tag="arkwright.game_ended"):
    """The final scoring and the ranking; ``achievements`` are those reached in a solo game."""

    scores: tuple[Score, ...]
    automa_scores: tuple[AutomaScore, ...] = ()
    ranking: tuple[Place, ...]
    decided_by: DecidedBy
    achievements: tuple[str, ...] = ()


class AchievementsChosen(Step, frozen=True, kw_only=True, tag="arkwright.achievements_chosen"):
    """The achievements the player chose (AW-S.33)."""

    seat: int
    achievements: tuple[str, ...]


# --------------------------------------------------------------------------------------------------------------------
# The opponents of the solo game
# --------------------------------------------------------------------------------------------------------------------


class MarkerDrawn(Step, frozen=True, kw_only=True, tag="arkwright.marker_drawn"):
    """Steps 1 and 5 of the opponents' turn: a marker was drawn and laid aside."""

    colour: str


class AutomaAdvanced(Step, frozen=True, kw_only=True, tag="arkwright.automa_advanced"):
    """Step 2: the appeal marker of the drawn colour advances (AW-S.19)."""

    colour: str
    good: str
    appeal_from: int
    appeal_to: int
    arrows: int
    demand_from: int
    demand_to: int


class AutomaOpened(Step, frozen=True, kw_only=True, tag="arkwright.automa_opened"):
    """Step 2: the automa of the drawn colour opens a factory (AW-S.20)."""

    colour: str
    good: str
    appeal: int
    """Where its marker is afterwards: the opening value and one step per era."""
    opening: int
    extra: int
    arrows: int
    demand: dict[str, int]
    wage_space: int


class AutomaShares(msgspec.Struct, frozen=True):
    """An automa's shares after it gained some."""

    colour: str
    gained: int
    shares: int


class AutomasGained(Step, frozen=True, kw_only=True, tag="arkwright.automas_gained"):
    """Step 3: automas whose colour was not drawn gain a share (AW-S.21)."""

    gains: tuple[AutomaShares, ...]


class FundsMarkerMoved(Step, frozen=True, kw_only=True, tag="arkwright.funds_marker_moved"):
    """Step 4: the funds marker of the drawn colour moves over the display, a card for each appeal marker (AW-S.22)."""

    colour: str
    steps: int
    place_from: int
    place_to: int
    card: str
    """The card it lies on afterwards."""


FACTS: tuple[type[Fact], ...] = (
    Started,
    FactoryChosen,
    AutomasPrepared,
    SupervisorPlaced,
    SharesBoughtAtStart,
    Built,
    Hired,
    Automated,
    QualityAdded,
    DistributionAdded,
    StockTraded,
    ExtraProduced,
    ShippedEarly,
    ActionPassed,
    PriceSet,
    Advanced,
    CardTaken,
    BrokerUsed,
    InventorUsed,
    DevelopmentPassed,
    DeveloperUsed,
    TurnEnded,
    ProductionBegan,
    Produced,
    Bankrupted,
    AutomaProduced,
    TieBroken,
    SharesValued,
    DistributionWorn,
    EntrepreneurDiscarded,
    EntrepreneurKept,
    EraBegan,
    StartPlayerNamed,
    NeutralsRaised,
    RoundBegan,
    GameEnded,
    AchievementsChosen,
    MarkerDrawn,
    AutomaAdvanced,
    AutomaOpened,
    AutomasGained,
    FundsMarkerMoved,
)
