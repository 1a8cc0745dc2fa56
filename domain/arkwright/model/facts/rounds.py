"""Rounds and eras, and the end of the game."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.facts.step import LaterFact
from domain.arkwright.model.state import AutomaScore, DecidedBy, Score, SupplyCard
from domain.presentation import Place


class EntrepreneurDiscarded(LaterFact, frozen=True, kw_only=True, tag="arkwright.entrepreneur_discarded"):
    """The entrepreneur was discarded to name the start player; in the solo game 1 stands for the opponents."""

    seat: int
    start_player: int
    discarded: SupplyCard
    discarded_to: int | None = None


class EntrepreneurKept(LaterFact, frozen=True, kw_only=True, tag="arkwright.entrepreneur_kept"):
    """The entrepreneur was not discarded."""

    seat: int


class EraBegan(LaterFact, frozen=True, kw_only=True, tag="arkwright.era_began"):
    """The next era began: the round marker returned to food, used cards became ready, drawn markers went to the bag."""

    era: int
    ready: tuple[tuple[int, str], ...]
    """Seats and types of the cards that become ready again."""
    markers_returned: tuple[str, ...] = ()


class Product(msgspec.Struct, frozen=True):
    """Share value times shares, which decides who chooses the start player (AW-17.3)."""

    seat: int
    product: int
    funds: int


class StartPlayerNamed(LaterFact, frozen=True, kw_only=True, tag="arkwright.start_player_named"):
    """The player with the lowest product chose the start player."""

    seat: int
    start_player: int
    products: tuple[Product, ...]


class NeutralsRaised(LaterFact, frozen=True, kw_only=True, tag="arkwright.neutrals_raised"):
    """Two players: the appeal of the neutral company rose (AW-17.6)."""

    neutral: dict[str, int]
    demand: dict[str, int]


class RoundBegan(LaterFact, frozen=True, kw_only=True, tag="arkwright.round_began"):
    """The next round began."""

    era: int
    round: int
    good: str
    start_player: int
    opponents_first: bool = False
    """Solo: whether the opponents have their turn first (AW-S.17)."""


class GameEnded(LaterFact, frozen=True, kw_only=True, tag="arkwright.game_ended"):
    """The game ended: final scoring and ranking; ``achievements`` are those reached in a solo game."""

    scores: tuple[Score, ...]
    automa_scores: tuple[AutomaScore, ...] = ()
    ranking: tuple[Place, ...]
    decided_by: DecidedBy
    achievements: tuple[str, ...] = ()


class AchievementsChosen(LaterFact, frozen=True, kw_only=True, tag="arkwright.achievements_chosen"):
    """The player chose achievements (AW-S.33)."""

    seat: int
    achievements: tuple[str, ...]
