"""The position of a game."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.arkwright.model.options import Options
from domain.presentation import Place

End = Literal["price", "appeal"]
"""The direction of an office or quality card."""
DecidedBy = Literal["score", "funds", "shared", "last_player", "bankruptcy"]


class Awaiting(msgspec.Struct, frozen=True):
    """A decision that a seat has to make (``KINDS``), or an automatic step in its turn (``HAPPENINGS``)."""

    kind: str
    seat: int = -1


KINDS = (
    "factory",  # choose a starting factory (AW-E.8, AW-S.10, AW-S.13)
    "bonus",  # a development point or card before the game (AW-E.9, AW-D.56)
    "supervisor",  # the starting factory of a supervisor (AW-D.50)
    "shares",  # shares bought before the game (AW-E.11)
    "action",  # step (a) of a turn
    "price",  # step (b)
    "development",  # step (c)
    "end",  # end of the turn
    "production",  # selling, storing and shipping (AW-12, AW-13)
    "tie",  # use the entrepreneur in a tie for the highest appeal (AW-19.6)
    "entrepreneur",  # discard the entrepreneur for the start player (AW-19.7)
    "start_player",  # name the new start player (AW-17.3)
    "achievements",  # choose achievements after a solo game (AW-S.33)
)

HAPPENINGS = (
    "opponents",  # the opponents' turn in the solo game (AW-S.16)
    "begin_production",  # after the last turn of the round (AW-3.6)
    "automas",  # the automas' production (AW-S.27)
    "valuation",  # share values; a tie may have to be decided first (AW-15)
    "valued",  # share values once the tie is decided
    "wear",  # distribution decay (AW-16)
    "round_end",  # possibly decide about the entrepreneur first (AW-19.7)
    "next_round",
    "neutrals",  # two players: the neutral company's step (AW-17.6)
    "first_round",  # the start player of a new era
)


class Worker(msgspec.Struct):
    """A worker card at a factory; the first of a factory is that of position 1."""

    side: str
    """The era side that is up: I, II or III."""
    machines: int = 0
    """Machines on it: all of the card's when the token is at the machine end; fewer when it is on the card."""


class Quality(msgspec.Struct, frozen=True):
    """A quality card at a factory, turned to price or to appeal."""

    card: str
    value: int
    end: End


class Distribution(msgspec.Struct, frozen=True):
    """A distribution card at a factory."""

    card: str
    value: int


class Factory(msgspec.Struct):
    """An open factory with its cards. Side II is up from level 2 on (AW-D.7)."""

    level: int
    space: int
    """The token space, 0 for the leftmost; the last has appeal 0."""
    office: End
    workers: list[Worker]
    quality: list[Quality]
    distribution: Distribution | None = None


class Warehouse(msgspec.Struct):
    """A warehouse of a player; in the personal area if it stands at no factory."""

    id: str
    good: str = ""
    """The good of the factory it stands at."""
    goods: int = 0


class SupplyCard(msgspec.Struct, frozen=True):
    """A development card with the face that lies up."""

    id: str
    type: str


class HeldCard(msgspec.Struct):
    """A development card a player holds. ``used`` is the once-per-era effect; ``at`` the supervisor's factory."""

    id: str
    type: str
    used: bool = False
    at: str = ""


class Tally(msgspec.Struct):
    """The counts that the achievements of the solo game use (AW-S.34 to AW-S.48)."""

    ships_used: int = 0
    automate_actions: int = 0
    stock_exchange_advances: int = 0
    cards_gained: list[str] = []
    """Types of the development cards ever gained."""
    brokers_used: int | msgspec.UnsetType = msgspec.UNSET
    """Absent until the first is counted, so that positions of older logs do not change."""
    shippings: int | msgspec.UnsetType = msgspec.UNSET
    """Productions and early shippings in which goods were shipped; likewise absent until the first."""
    cards_used: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Types of the development cards whose own card was put at a factory; likewise absent until the first."""


class Player(msgspec.Struct, kw_only=True):
    """A player's possessions, factories and shares."""

    funds: int
    shares: int
    share_value: int
    loans: int = 0
    """Loan tokens on the track, of bank and emergency loans."""
    ships: int
    """Ready ships; without any, the shipping card is in the personal area."""
    shipping_tokens: int = 0
    levels: dict[str, int]
    """By development track its level, 1 to 3."""
    max_quality: int
    """The engineer token's value: the maximum of quality at a factory."""
    factories: dict[str, Factory] = {}
    """Open factories by good."""
    appeal: dict[str, int] = {}
    """Appeal markers on the market board by good."""
    cards: list[HeldCard] = []
    warehouses: list[Warehouse]
    bankrupt: bool = False
    tally: Tally = msgspec.field(default_factory=Tally)
    start_funds: int = 0
    start_shares: int = 0


class Sale(msgspec.Struct, frozen=True):
    """A player's home sales in the current production phase, and the appeal they were made at."""

    seat: int
    sold: int
    appeal: int


class Automa(msgspec.Struct):
    """An opponent of the solo game (AW-S.4)."""

    colour: str
    shares: int
    share_value: int
    appeal: dict[str, int] = {}


class Solo(msgspec.Struct):
    """State that only the solo game has (AW-S). Places of the display count from the upper left, row by row, from 0."""

    automas: list[Automa]
    tracks: dict[str, str]
    """Preparation B: by good the automa colour; secret until it is laid out (AW-S.11)."""
    markers: dict[str, int]
    """The funds marker of each colour by its place on the display."""
    display: list[str]
    """Card ids by place; an empty place is an empty string."""
    bags: list[list[str]]
    """The order of drawing the markers, by era from the present one on; secret."""
    drawn: list[str] = []
    """Markers set aside in this era."""
    opponents_first: bool = False
    """Whether the human plays after the opponents in this round (AW-S.17)."""


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The final scoring of a player, step by step (AW-18)."""

    seat: int
    goods: int
    """Goods in warehouses."""
    goods_income: int
    bought: int
    """Shares bought with all funds."""
    paid: int
    loans: int
    """Shares lost for loan tokens."""
    shipping_loss: int
    """Share value lost for shipping tokens."""
    shares: int
    share_value: int
    score: int
    funds: int
    """Funds left, for ties."""


class AutomaScore(msgspec.Struct, frozen=True):
    """The final score of an automa (AW-S.31)."""

    colour: str
    shares: int
    share_value: int
    score: int


class State(msgspec.Struct, kw_only=True):
    """A position. ``facts`` counts the facts it was made from."""

    figures: str
    options: Options
    era: int
    """1, 2 or 3."""
    round: int
    """1 to 4; the active good is the one of this number."""
    start_player: int
    pending: list[Awaiting]
    """The pending steps, the next decision first."""
    players: list[Player]
    demand: dict[str, int]
    """The demand markers by good."""
    wage_space: int
    """The space of the wage marker, from 0."""
    neutral: dict[str, int] = {}
    """Two players: the appeal of the third company by good (AW-2.16)."""
    supply: list[SupplyCard]
    """Development cards that can be taken; in the solo game those on the display."""
    sales: list[Sale] = []
    """Production phase: sales of those who have produced already."""
    tie_broken: int | None = None
    """Production phase: the seat that broke the tie for the highest appeal with the entrepreneur (AW-19.6)."""
    next_start_player: int | None = None
    """Chosen by discarding the entrepreneur at the end of this round (AW-19.7)."""
    discarded: list[str] = []
    """Types of the development cards discarded in this turn, which cannot be taken again in it (AW-11.7)."""
    solo: Solo | None = None
    finished: bool = False
    scores: list[Score] = []
    automa_scores: list[AutomaScore] = []
    ranking: list[Place] = []
    decided_by: DecidedBy | None = None
    achievements: list[str] = []
    facts: int = 0

    @property
    def awaited(self) -> tuple[Awaiting, ...]:
        """Return the present pending step and those after it."""
        return tuple(self.pending)

    @property
    def rest(self) -> tuple[Awaiting, ...]:
        """Return the pending steps after the present one."""
        return tuple(self.pending[1:])
