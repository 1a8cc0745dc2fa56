"""Commands of a seat. They name goods, cards and tracks by their ids."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.state import End
from domain.game import Command, commands_in

# --------------------------------------------------------------------------------------------------------------------
# Before the game
# --------------------------------------------------------------------------------------------------------------------


class ChooseFactory(Command, frozen=True, kw_only=True, tag="choose_factory"):
    """Open a starting factory of one's own choice (AW-E.8, AW-S.10)."""

    good: str


class PlaceSupervisor(Command, frozen=True, kw_only=True, tag="place_supervisor"):
    """Put the supervisor of the seat's bonus at a starting factory (AW-D.50)."""

    good: str


class BuyAtStart(Command, frozen=True, kw_only=True, tag="buy_at_start"):
    """Buy shares before the game (AW-E.11)."""

    shares: int


# --------------------------------------------------------------------------------------------------------------------
# Step (a): one action
# --------------------------------------------------------------------------------------------------------------------


class Build(Command, frozen=True, kw_only=True, tag="build"):
    """Open and upgrade factories, each list in the order of the goods; ``inventor`` goes a step ahead (AW-19.16)."""

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
    """Where a quality card is to lie, with which value, turned which way."""

    card: str
    good: str
    value: int
    end: End


class DistributionAt(msgspec.Struct, frozen=True):
    """Where a distribution card is to lie, with which value."""

    card: str
    good: str
    value: int


class AddQuality(Command, frozen=True, kw_only=True, tag="add_quality"):
    """How all quality cards are to lie afterwards; those left out go to the personal area (AW-8)."""

    cards: tuple[QualityAt, ...]


class AddDistribution(Command, frozen=True, kw_only=True, tag="add_distribution"):
    """How all distribution cards are to lie afterwards; those left out go to the personal area (AW-8)."""

    cards: tuple[DistributionAt, ...]


class StockExchange(Command, frozen=True, kw_only=True, tag="stock_exchange"):
    """Buy shares at half and at full price, take bank loans, make the ships ready, in this order (AW-9)."""

    half_price: int = 0
    full_price: int = 0
    loans: int = 0
    ships: bool = False


class Run(msgspec.Struct, frozen=True):
    """A factory that makes an extra production with so many of its worker cards (AW-E.13)."""

    good: str
    cards: int


class Stored(msgspec.Struct, frozen=True):
    """So many goods of a kind in a warehouse."""

    warehouse: str
    good: str
    goods: int


class ExtraProduction(Command, frozen=True, kw_only=True, tag="extra_production"):
    """Produce for the warehouses (AW-E.12 to AW-E.16); ``store`` is what the warehouses there hold afterwards.

    ``overtime``, ``workshop`` and ``developer`` name the factory these cards serve, if they do (AW-E.21, AW-D.42).
    """

    runs: tuple[Run, ...]
    overtime: str = ""
    workshop: str = ""
    developer: str = ""
    store: tuple[Stored, ...] = ()


class Cargo(msgspec.Struct, frozen=True):
    """So many goods out of a warehouse."""

    warehouse: str
    goods: int


class EarlyShipping(Command, frozen=True, kw_only=True, tag="early_shipping"):
    """Ship goods out of warehouses (AW-E.17 to AW-E.20)."""

    cargo: tuple[Cargo, ...]
    trading_office: bool = False


class PassAction(Command, frozen=True, kw_only=True, tag="pass_action"):
    """Take no action (AW-D.26)."""


# --------------------------------------------------------------------------------------------------------------------
# Steps (b) and (c), and the end of the turn
# --------------------------------------------------------------------------------------------------------------------


class SetPrice(Command, frozen=True, kw_only=True, tag="set_price"):
    """Token space, office and quality cards of the active factory; ``appeal`` names the cards turned to appeal."""

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
    """Neither advance nor take a card (AW-11.1)."""


class UseDeveloper(Command, frozen=True, kw_only=True, tag="use_developer"):
    """Make another used once-per-era card ready again, at any moment of the own turn (AW-19.18)."""

    card: str


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """Say that the turn is over."""


# --------------------------------------------------------------------------------------------------------------------
# Production, end of the round
# --------------------------------------------------------------------------------------------------------------------


class Held(msgspec.Struct, frozen=True):
    """So many goods of the active factory in a warehouse."""

    warehouse: str
    goods: int


class Produce(Command, frozen=True, kw_only=True, tag="produce"):
    """The choices of a production; ``store`` is what the warehouses of the active factory hold afterwards (AW-13)."""

    overtime: bool = False
    patron: bool = False
    stored_sold: int = 0
    shipped: int = 0
    trading_office: bool = False
    store: tuple[Held, ...] = ()


class BreakTie(Command, frozen=True, kw_only=True, tag="break_tie"):
    """Use the entrepreneur in a tie for the highest appeal, or not (AW-19.6)."""

    use: bool


class DiscardEntrepreneur(Command, frozen=True, kw_only=True, tag="discard_entrepreneur"):
    """Discard the entrepreneur and name the start player (AW-19.7); in the solo game 1 stands for the opponents."""

    start_player: int


class KeepEntrepreneur(Command, frozen=True, kw_only=True, tag="keep_entrepreneur"):
    """Do not discard the entrepreneur at the end of this round."""


class NameStartPlayer(Command, frozen=True, kw_only=True, tag="name_start_player"):
    """Name the start player of the new era (AW-17.3)."""

    start_player: int


class ChooseAchievements(Command, frozen=True, kw_only=True, tag="choose_achievements"):
    """Choose among the achievements that were reached (AW-S.33)."""

    achievements: tuple[str, ...]


COMMANDS = commands_in(__name__)
