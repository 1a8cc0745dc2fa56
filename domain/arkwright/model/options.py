"""The options of a table: each expert rule separately (AW-E.1), and the variants of the solo game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.message import Message, message
from domain.presentation import Preset

BY_CHANCE = "chance"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a table. By default, the base game is played, or the solo game with one player."""

    start_player: Annotated[
        Literal["chance", "1", "2", "3", "4"] | msgspec.UnsetType,
        msgspec.Meta(
            title="Start player",
            description="The start player's seat, counted from 1, or a random seat (AW-2.1).",
            extra_json_schema={"default": BY_CHANCE},
        ),
    ] = msgspec.UNSET
    """Absent in the logs of tables from before this option existed."""
    open_card_pool: Annotated[
        bool,
        msgspec.Meta(
            title="Open card pool",
            description="Shuffle the development cards and lay each out with a random side up (AW-E.2 to AW-E.4).",
        ),
    ] = False
    era_limits: Annotated[
        bool,
        msgspec.Meta(
            title="Era limits",
            description="Some development levels can't be reached before a certain era (AW-E.5 to AW-E.7).",
        ),
    ] = False
    free_start: Annotated[
        bool,
        msgspec.Meta(
            title="Free start", description="Players choose their two starting factories and a bonus (AW-E.8, AW-E.9)."
        ),
    ] = False
    no_ships_at_start: Annotated[
        bool, msgspec.Meta(title="No ships at the start", description="Players start without ready ships (AW-E.10).")
    ] = False
    buy_shares_at_start: Annotated[
        bool, msgspec.Meta(title="Shares at the start", description="Players can buy shares before the game (AW-E.11).")
    ] = False
    extra_production: Annotated[
        bool,
        msgspec.Meta(
            title="Extra production",
            description="Add an action that produces goods for your warehouses (AW-E.12 to AW-E.16).",
        ),
    ] = False
    early_shipping: Annotated[
        bool,
        msgspec.Meta(
            title="Early shipping",
            description="Add an action that ships goods from your warehouses (AW-E.17 to AW-E.20).",
        ),
    ] = False
    expert_card_texts: Annotated[
        bool,
        msgspec.Meta(
            title="Expert card texts",
            description="Use overtime in extra production, and the inventor for development points (AW-E.21, AW-E.22).",
        ),
    ] = False
    random_factories: Annotated[
        bool,
        msgspec.Meta(
            title="Solo: random factories",
            description="In the solo game, draw both starting factories at random (AW-S.14).",
        ),
    ] = False
    choose_achievements: Annotated[
        bool,
        msgspec.Meta(
            title="Solo: choose achievements",
            description="In the solo game, choose two achievements after a win and one after second place (AW-S.33).",
        ),
    ] = False

    @property
    def start_seat(self) -> int | None:
        """Return the chosen start player's seat, from 0; None if it is drawn (AW-2.1)."""
        given = self.start_player or BY_CHANCE
        return None if given == BY_CHANCE else int(given) - 1


_EXPERT = (
    "open_card_pool",
    "era_limits",
    "free_start",
    "no_ships_at_start",
    "buy_shares_at_start",
    "extra_production",
    "early_shipping",
    "expert_card_texts",
)

PRESETS = (
    Preset(
        "first",
        message("arkwright.preset-first", "First game"),
        message("arkwright.preset-first-description", "The base game without expert rules."),
        {},
    ),
    Preset(
        "all",
        message("arkwright.preset-all", "Expert rules, all modules"),
        message("arkwright.preset-all-description", "All eight expert rules."),
        dict.fromkeys(_EXPERT, True),
    ),
)


def objection(options: Options, seats: int) -> Message | None:
    """Return the objection if the start player has no seat, or if solo variants are chosen for more players (AW-2.1,
    AW-S.14, AW-S.33).
    """
    if options.start_seat is not None and options.start_seat >= seats:
        return message("arkwright.no-such-seat", "This table has no seat {seat}.", seat=options.start_seat + 1)
    if seats > 1 and (options.random_factories or options.choose_achievements):
        return message(
            "arkwright.solo-variants-need-one-player",
            "The solo variants need exactly 1 player; this table has {seats}.",
            seats=seats,
        )
    return None
