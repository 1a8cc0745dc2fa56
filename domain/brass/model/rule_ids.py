"""The ids under which each game's catalogue states the rules that both games share.

Shared code refuses a command with the rule id of the current game: each game defines one :class:`RuleIds`.
"""

from __future__ import annotations

import msgspec

from domain.game import IllegalMove
from domain.message import Message


class Refusal(msgspec.Struct, frozen=True):
    """A rule that both games have, in the wording of one of them."""

    rule: str
    detail: Message

    def move(self) -> IllegalMove:
        """Return the refused command."""
        return IllegalMove(self.rule, self.detail)


class RuleIds(msgspec.Struct, frozen=True, kw_only=True):
    """The id of each shared rule, by its content."""

    # Turns
    turn_order: str
    actions_of_a_turn: str
    card_in_hand: str
    enough_money: str
    game_over: str
    end_of_round: str

    # Coal and iron
    coal_needs_connection: str
    nearest_mine: str
    mine_before_market: str
    coal_market_reached: Refusal
    coal_to_be_had: Refusal
    iron_source: str
    works_before_market: str

    # Build
    industry_named: str
    slot_named: str
    card_names_town: str
    lowest_tile: str
    one_tile_per_town: str
    one_tile_per_town_overbuilding: str
    icon_of_slot: str
    icon_alone_first: str
    overbuild_same_industry: str
    overbuild_higher_level: str
    overbuild_mines_and_works: str
    overbuild_without_cubes: str
    build_sources: str
    build_affordable: str

    # Network
    line_named: str
    line_free: str
    canal_lines: str
    rail_lines: str
    canal_links: str
    rail_links: str
    link_tiles: str
    link_coal: str

    # Develop
    develop_something: str
    develop_at_most: str
    develop_lowest: str
    develop_iron: str

    # Shortfalls
    shortfall_first: str
    shortfall_tile: str
    shortfall_worthless: str
    shortfall_only: str
    shortfall_order: str
