"""Commands of a seat. They name goods, cards and tracks by their ids."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.state import End
from domain.game import Command, commands_in

# --------------------------------------------------------------------------------------------------------------------
# Before the game
# --------------------------------------------------------------------------------------------------------------------


class ChooseFactory(Command, frozen=True, kw_only=True, tag="choose_factory"):
    """Choose and open a starting factory (AW-E.8, AW-S.10)."""

    good: str


class PlaceSupervisor(Command, frozen=True, kw_only=True, tag="place_supervisor"):
    """Place the supervisor of the seat's bonus at a starting factory (AW-D.50)."""

    good: str


class BuyAtStart(Command, frozen=True, kw_only=True, tag="buy_at_start"):
    """Buy shares before the game (AW-E.11)."""

    shares: int


# --------------------------------------------------------------------------------------------------------------------
# Step (a): one action
# --------------------------------------------------------------------------------------------------------------------


class Build(Command, frozen=True, kw_only=True, tag="build"):
    """Build and upgrade factories, in the order of goods; ``inventor`` goes one step further (AW-19.16)."""

    build: tuple[str, ...] = ()
    upgrade: tuple[str, ...] = ()
    inventor: tuple[str, ...] = ()


class Hire(Command, frozen=True, kw_only=True, tag="hire"):
    """Add worker cards: one good for each card, in the order of the goods (AW-6)."""

    workers: tuple[str, ...]


class Automate(Command, frozen=True, kw_only=True, tag="automate"):
    """Add machines: one worker card (``food/1``) for each machine, in the order of goods and positions (AW-7)."""

    machines: tuple[str, ...]


class QualityAt(msgspec.Struct, frozen=True):
    """The factory, value and direction of a quality card."""

    card: str
    good: str
    value: int
    end: End


class DistributionAt(msgspec.Struct, frozen=True):
    """The factory and value of a distribution card."""

    card: str
    good: str
    value: int


class AddQuality(Command, frozen=True, kw_only=True, tag="add_quality"):
    """Arrange all quality cards; cards that are not listed go to the personal area (AW-8)."""

    cards: tuple[QualityAt, ...]


class AddDistribution(Command, frozen=True, kw_only=True, tag="add_distribution"):
    """Arrange all distribution cards; cards that are not listed go to the personal area (AW-8)."""

    cards: tuple[DistributionAt, ...]


class StockExchange(Command, frozen=True, kw_only=True, tag="stock_exchange"):
    """Buy shares at half and at full price, take bank loans, reactivate the ships, in this order (AW-9)."""

    half_price: int = 0
    full_price: int = 0
    loans: int = 0
    ships: bool = False


class Run(msgspec.Struct, frozen=True):
    """A factory in an extra production, and the number of worker cards used there (AW-E.13)."""

    good: str
    cards: int


class Stored(msgspec.Struct, frozen=True):
    """A number of goods of one kind in a warehouse."""

    warehouse: str
    good: str
    goods: int


class ExtraProduction(Command, frozen=True, kw_only=True, tag="extra_production"):
    """Produce for the warehouses (AW-E.12 to AW-E.16); ``store`` is the contents of the warehouses there afterwards.

    ``overtime``, ``workshop`` and ``developer`` name the factory that each card serves, if any (AW-E.21, AW-D.42).
    """

    runs: tuple[Run, ...]
    overtime: str = ""
    workshop: str = ""
    developer: str = ""
    store: tuple[Stored, ...] = ()


class Cargo(msgspec.Struct, frozen=True):
    """A number of goods to ship from a warehouse."""

    warehouse: str
    goods: int


class EarlyShipping(Command, frozen=True, kw_only=True, tag="early_shipping"):
    """Ship goods from warehouses (AW-E.17 to AW-E.20)."""

    cargo: tuple[Cargo, ...]
    trading_office: bool = False


class PassAction(Command, frozen=True, kw_only=True, tag="pass_action"):
    """Take no action (AW-D.26)."""


# --------------------------------------------------------------------------------------------------------------------
# Steps (b) and (c), and the end of the turn
# --------------------------------------------------------------------------------------------------------------------


class SetPrice(Command, frozen=True, kw_only=True, tag="set_price"):
    """Set the token, office and quality cards of the active factory; ``appeal`` lists the cards turned to appeal."""

    space: int
    office: End
    appeal: tuple[str, ...] = ()


class Advance(Command, frozen=True, kw_only=True, tag="advance"):
    """Advance a development marker by one level (AW-11.1)."""

    track: str


class TakeCard(Command, frozen=True, kw_only=True, tag="take_card"):
    """Take a development card, first discarding one at the limit (AW-11.4 to AW-11.7).

    ``place`` names the place on the display in the solo game, ``at`` the factory of a supervisor, ``replacement`` the
    quality card that replaces a discarded engineer (AW-19.24).
    """

    card: str
    place: int | None = None
    at: str = ""
    discard: str = ""
    replacement: QualityAt | None = None


class UseBroker(Command, frozen=True, kw_only=True, tag="use_broker"):
    """Discard the broker to buy shares at half price (AW-19.13)."""

    shares: int


class UseInventor(Command, frozen=True, kw_only=True, tag="use_inventor"):
    """Discard the inventor for two development points, each on the named track (AW-E.22)."""

    tracks: tuple[str, ...]


class PassDevelopment(Command, frozen=True, kw_only=True, tag="pass_development"):
    """Skip development (AW-11.1)."""


class UseDeveloper(Command, frozen=True, kw_only=True, tag="use_developer"):
    """Make another used once-per-era card ready again, at any time in the seat's turn (AW-19.18)."""

    card: str


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """End the turn."""


# --------------------------------------------------------------------------------------------------------------------
# Production, end of the round
# --------------------------------------------------------------------------------------------------------------------


class Held(msgspec.Struct, frozen=True):
    """A number of goods of the active factory in a warehouse."""

    warehouse: str
    goods: int


class Produce(Command, frozen=True, kw_only=True, tag="produce"):
    """Produce: sell, ship and store; ``store`` lists the goods in the factory's warehouses afterwards (AW-13)."""

    overtime: bool = False
    patron: bool = False
    stored_sold: int = 0
    shipped: int = 0
    trading_office: bool = False
    store: tuple[Held, ...] = ()


class BreakTie(Command, frozen=True, kw_only=True, tag="break_tie"):
    """Use the entrepreneur in a tie for the highest appeal, or decline (AW-19.6)."""

    use: bool


class DiscardEntrepreneur(Command, frozen=True, kw_only=True, tag="discard_entrepreneur"):
    """Discard the entrepreneur to choose the start player (AW-19.7); 1 stands for the opponents in the solo game."""

    start_player: int


class KeepEntrepreneur(Command, frozen=True, kw_only=True, tag="keep_entrepreneur"):
    """Keep the entrepreneur at the end of this round."""


class NameStartPlayer(Command, frozen=True, kw_only=True, tag="name_start_player"):
    """Choose the start player of the new era (AW-17.3)."""

    start_player: int


class ChooseAchievements(Command, frozen=True, kw_only=True, tag="choose_achievements"):
    """Choose from the achievements reached (AW-S.33)."""

    achievements: tuple[str, ...]


COMMANDS = commands_in(__name__)
