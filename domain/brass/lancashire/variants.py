"""The figures of a table: the component figures, changed by the options of the table (BL-V)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from domain.brass.lancashire.model.components import Components, figures
from domain.brass.lancashire.model.state import Options, State
from domain.brass.model.components import Tile
from domain.message import Message, message


def components_of(state: State) -> Components:
    """Return the component figures the game is played with."""
    return played_with(state.figures, state.options)


@lru_cache(maxsize=16)
def played_with(digest: str, options: Options) -> Components:
    """Return the component figures with this digest under these options."""
    components = figures.of(digest)
    if options.classic_cotton_mill_1:
        components = _with_classic_cotton_mill_1(components)
    if options.classic_deck:
        components = _with_classic_rounds(components)
    return components


def _with_classic_cotton_mill_1(components: Components) -> Components:
    """Change cotton mills of level 1 to the VP of 2007 (BL-V.5)."""
    vp, mills = components.constants.classic_cotton_mill_1_vp, components.industry_tiles.cotton_mill
    changed: tuple[Tile, ...] = tuple(
        msgspec.structs.replace(mill, vp=vp) if mill.level == 1 else mill for mill in mills
    )
    tiles = msgspec.structs.replace(components.industry_tiles, cotton_mill=changed)
    return msgspec.structs.replace(components, industry_tiles=tiles)


def _with_classic_rounds(components: Components) -> Components:
    """Change the rounds of an era to those with all 66 cards (BL-V.2)."""
    rounds = components.constants.rounds_per_era | components.constants.classic_deck.rounds_per_era
    constants = msgspec.structs.replace(components.constants, rounds_per_era=rounds)
    return msgspec.structs.replace(components, constants=constants)


def objection(options: Options, seats: int) -> Message | None:
    """Return the objection to a classic deck for 2 players (BL-V.2)."""
    classic = figures.of(figures.current()).constants.classic_deck
    if options.classic_deck and seats not in classic.set_aside:
        return message(
            "lancashire.classic-deck-wrong-player-count",
            "The classic deck isn't available with {seats} players.",
            seats=seats,
        )
    return None


def cards_in_play(components: Components, options: Options, seats: int) -> list[str]:
    """Return the ids of all cards of the game, sorted: the deck for the seats, or all 66 (BL-2.4, BL-V.2)."""
    return sorted(components.classic_deck() if options.classic_deck else components.deck(seats))
