"""Rule ids of Brass: Lancashire for the rules that both games share."""

from __future__ import annotations

from domain.brass.model.rule_ids import Refusal, RuleIds
from domain.message import message

RULES = RuleIds(
    turn_order="BL-3.3",
    actions_of_a_turn="BL-3.4",
    card_in_hand="BL-3.8",
    enough_money="BL-3.11",
    game_over="BL-15.15",
    end_of_round="BL-4.1",
    coal_needs_connection="BL-6.3",
    nearest_mine="BL-6.4",
    mine_before_market="BL-6.7",
    coal_market_reached=Refusal(
        "BL-6.9",
        message(
            "lancashire.coal-market-not-connected",
            "You can buy coal only with a connection to a trade icon.",
        ),
    ),
    coal_to_be_had=Refusal(
        "BL-6.9",
        message(
            "lancashire.no-coal-connected",
            "You can't get coal there. Connect the location to a coal mine with coal or to a trade icon.",
        ),
    ),
    iron_source="BL-6.11",
    works_before_market="BL-6.13",
    industry_named="BL-1.4",
    slot_named="BL-1.3",
    card_names_town="BL-8.1",
    lowest_tile="BL-8.6",
    one_tile_per_town="BL-8.14",
    one_tile_per_town_overbuilding="BL-9.8",
    icon_of_slot="BL-8.9",
    icon_alone_first="BL-8.8",
    overbuild_same_industry="BL-9.1",
    overbuild_higher_level="BL-9.6",
    overbuild_mines_and_works="BL-9.4",
    overbuild_without_cubes="BL-9.5",
    build_sources="BL-8.10",
    build_affordable="BL-8.10",
    line_named="BL-1.6",
    line_free="BL-10.9",
    canal_lines="BL-5.1",
    rail_lines="BL-5.1",
    canal_links="BL-10.5",
    rail_links="BL-10.6",
    link_tiles="BL-10.10",
    link_coal="BL-10.7",
    develop_something="BL-11.2",
    develop_at_most="BL-11.2",
    develop_lowest="BL-11.3",
    develop_iron="BL-11.4",
    shortfall_first="BL-4.8",
    shortfall_tile="BL-4.11",
    shortfall_worthless="BL-4.9",
    shortfall_only="BL-4.13",
    shortfall_order="BL-4.14",
)
