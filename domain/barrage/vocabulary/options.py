"""The options of a table: which rules are played, and which modules of the expansion are in."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.message import Message, message


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a table. The modules of The Leeghwater Project need the expert rules (LP-1.2)."""

    rules: Annotated[
        Literal["expert", "beginner"],
        msgspec.Meta(
            title="Rules",
            description="Expert: draft, patent office and advanced tiles. Beginner: none of them.",
        ),
    ] = "expert"
    external_works: Annotated[
        bool, msgspec.Meta(title="External works", description="Fulfil works outside the map for machineries (LP-3).")
    ] = False
    private_buildings: Annotated[
        bool,
        msgspec.Meta(
            title="Private buildings",
            description="A fifth structure type opens actions of one's own (LP-4, LP-5, LP-8).",
        ),
    ] = False
    netherlands: Annotated[
        bool, msgspec.Meta(title="The Netherlands", description="A fifth company joins the draft (LP-6).")
    ] = False
    leeghwater_officers: Annotated[
        bool,
        msgspec.Meta(
            title="Officers of The Leeghwater Project",
            description="Those whose module is played join the draft (LP-7).",
        ),
    ] = False
    one_advanced_tile_less: Annotated[
        bool,
        msgspec.Meta(
            title="One advanced tile less per level",
            description="With private buildings: remove one random advanced tile of each level (BA-D.4).",
        ),
    ] = False

    @property
    def beginner(self) -> bool:
        """Whether the beginner rules are played."""
        return self.rules == "beginner"


def objection(options: Options, seats: int) -> Message | None:
    """What stands against these options: the expansion needs the expert rules (LP-1.2, BA-D.55)."""
    modules = (
        options.external_works,
        options.private_buildings,
        options.netherlands,
        options.leeghwater_officers,
        options.one_advanced_tile_less,
    )
    if options.beginner and any(modules):
        return message("The Leeghwater Project can be played with the expert rules only.")
    return None
