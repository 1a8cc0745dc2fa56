"""The options of a table: each expert rule by itself (AW-E.1), and the variants of the solo game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from domain.message import Message, message


def _option(title: str, description: str) -> msgspec.Meta:
    return msgspec.Meta(title=title, description=description)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a table; without any the base game is played, and the solo game with one player."""

    open_card_pool: Annotated[
        bool,
        _option("Mixed development cards", "Development cards are mixed, with random faces up (AW-E.2 to AW-E.4)."),
    ] = False
    era_limits: Annotated[
        bool, _option("Era limits", "Four development tracks are limited by the era (AW-E.5 to AW-E.7).")
    ] = False
    free_start: Annotated[
        bool, _option("Chosen factories", "Everybody chooses two factories and a bonus (AW-E.8, AW-E.9).")
    ] = False
    no_ships_at_start: Annotated[bool, _option("No ships", "Nobody starts with ready ships (AW-E.10).")] = False
    buy_shares_at_start: Annotated[
        bool, _option("Share purchase", "Shares may be bought before the game (AW-E.11).")
    ] = False
    extra_production: Annotated[
        bool, _option("Extra production", "An action that produces for the warehouses (AW-E.12 to AW-E.16).")
    ] = False
    early_shipping: Annotated[
        bool, _option("Early shipping", "An action that ships from the warehouses (AW-E.17 to AW-E.20).")
    ] = False
    expert_card_texts: Annotated[
        bool,
        _option(
            "Expert texts", "Overtime in extra production, the inventor for development points (AW-E.21, AW-E.22)."
        ),
    ] = False
    random_factories: Annotated[
        bool, _option("Solo: random factories", "Solo game: both factories are drawn at random (AW-S.14).")
    ] = False
    choose_achievements: Annotated[
        bool,
        _option("Solo: chosen achievements", "Solo game: two achievements after a win, one as second (AW-S.33)."),
    ] = False


def objection(options: Options, seats: int) -> Message | None:
    """The variants of the solo game are for one player (AW-S.14, AW-S.33)."""
    if seats > 1 and (options.random_factories or options.choose_achievements):
        return message("The variants of the solo game are not played with {seats} players.", seats=seats)
    return None
