"""Rule ids of Brass: Birmingham for the rules that both games share."""

from __future__ import annotations

from domain.brass.model.rule_ids import Refusal, RuleIds
from domain.message import message

RULES = RuleIds(
    turn_order="BB-1.6",
    actions_of_a_turn="BB-1.7",
    card_in_hand="BB-4.1",
    enough_money="BB-1.14",
    game_over="BB-26.1",
    end_of_round="BB-24.1",
    coal_needs_connection="BB-8.2",
    nearest_mine="BB-8.5",
    mine_before_market="BB-8.9",
    coal_market_reached=Refusal(
        "BB-8.10",
        message(
            "birmingham.coal-market-not-connected",
            "You can buy coal only with a connection to a merchant location.",
        ),
    ),
    coal_to_be_had=Refusal(
        "BB-8.13",
        message(
            "birmingham.no-coal-connected",
            "You can't get coal there. Connect the location to a coal mine with coal or to a merchant location.",
        ),
    ),
    iron_source="BB-9.3",
    works_before_market="BB-9.5",
    industry_named="BB-12.1",
    slot_named="BB-12.8",
    card_names_town="BB-11.3",
    lowest_tile="BB-12.1",
    one_tile_per_town="BB-12.6",
    one_tile_per_town_overbuilding="BB-14.9",
    icon_of_slot="BB-12.8",
    icon_alone_first="BB-12.9",
    overbuild_same_industry="BB-14.1",
    overbuild_higher_level="BB-14.2",
    overbuild_mines_and_works="BB-14.7",
    overbuild_without_cubes="BB-14.8",
    build_sources="BB-13.3",
    build_affordable="BB-13.4",
    line_named="BB-17.1",
    line_free="BB-17.2",
    canal_lines="BB-17.3",
    rail_lines="BB-17.5",
    canal_links="BB-17.4",
    rail_links="BB-17.6",
    link_tiles="BB-17.15",
    link_coal="BB-17.9",
    develop_something="BB-18.8",
    develop_at_most="BB-18.1",
    develop_lowest="BB-18.2",
    develop_iron="BB-18.4",
    shortfall_first="BB-24.5",
    shortfall_tile="BB-24.5",
    shortfall_worthless="BB-24.11",
    shortfall_only="BB-24.13",
    shortfall_order="BB-24.14",
)
