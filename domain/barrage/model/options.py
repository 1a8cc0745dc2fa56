"""The options of a table: the rules in play, and the expansion, whole or in modules."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

from domain.barrage.model.levels import MOST_AUTOMAS, Level
from domain.message import Message, message
from domain.presentation import Preset

_PART = {"x-part-of": "leeghwater"}
"""Modules can be chosen instead of the whole expansion."""


class Modules(NamedTuple):
    """Which modules of The Leeghwater Project are in play."""

    external_works: bool
    private_buildings: bool
    netherlands: bool
    officers: bool


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a table. The Leeghwater Project, or any module of it, needs the expert rules (LP-1.2)."""

    rules: Annotated[
        Literal["expert", "beginner"],
        msgspec.Meta(
            title="Rules",
            description="The expert rules add the draft, the patent office and advanced tiles.",
        ),
    ] = "expert"
    leeghwater: Annotated[
        bool | msgspec.UnsetType,
        msgspec.Meta(
            title="The Leeghwater Project",
            description="Play the expansion with all its modules (LP-1.1).",
            extra_json_schema={"default": False},
        ),
    ] = msgspec.UNSET
    """Absent from logs of tables older than this option."""
    external_works: Annotated[
        bool,
        msgspec.Meta(
            title="External works",
            description="Spend excavators and mixers on works outside the map (LP-3).",
            extra_json_schema=_PART,
        ),
    ] = False
    private_buildings: Annotated[
        bool,
        msgspec.Meta(
            title="Private buildings",
            description="Build a fifth type of structure to activate your own actions (LP-4, LP-5, LP-8).",
            extra_json_schema=_PART,
        ),
    ] = False
    netherlands: Annotated[
        bool,
        msgspec.Meta(
            title="The Netherlands",
            description="Add a fifth company to the draft (LP-6).",
            extra_json_schema=_PART,
        ),
    ] = False
    leeghwater_officers: Annotated[
        bool,
        msgspec.Meta(
            title="The Leeghwater Project's officers",
            description="Add the officers of the chosen modules to the draft (LP-7).",
            extra_json_schema=_PART,
        ),
    ] = False
    one_advanced_tile_less: Annotated[
        bool,
        msgspec.Meta(
            title="One fewer advanced tile per level",
            description="In games with private buildings, remove one random advanced tile of each level (BA-D.4).",
        ),
    ] = False
    automas: Annotated[
        Annotated[tuple[Level, ...], msgspec.Meta(max_length=MOST_AUTOMAS)] | msgspec.UnsetType,
        msgspec.Meta(
            title="Automas",
            description="The level of each Tesla Automa. Automas take the last seats and need the expert rules "
            "(TA-1.15).",
            extra_json_schema={"default": []},
        ),
    ] = msgspec.UNSET
    """Absent from logs of tables older than this option."""

    @property
    def beginner(self) -> bool:
        """Whether the beginner rules are played."""
        return self.rules == "beginner"

    @property
    def chosen(self) -> Modules:
        """The modules chosen individually."""
        return Modules(self.external_works, self.private_buildings, self.netherlands, self.leeghwater_officers)

    @property
    def modules(self) -> Modules:
        """The modules in play: none with the beginner rules (LP-1.2), all with the whole expansion, else the chosen."""
        if self.beginner:
            return Modules(False, False, False, False)
        return Modules(True, True, True, True) if self.leeghwater is True else self.chosen

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels of the automas, by seat."""
        return () if isinstance(self.automas, msgspec.UnsetType) else self.automas

    def people(self, seats: int) -> range:
        """Return the players' seats, out of so many: those before the automas'."""
        return range(seats - len(self.levels))

    def level(self, seat: int, seats: int) -> Level | msgspec.UnsetType:
        """Return the level of an automa; None for a player."""
        people = len(self.people(seats))
        return msgspec.UNSET if seat < people else self.levels[seat - people]


PRESETS = (
    Preset(
        "expert",
        message("barrage.preset-expert", "Expert rules"),
        message("barrage.preset-expert-description", "With the draft, the patent office and advanced tiles."),
        {},
    ),
    Preset(
        "all",
        message("barrage.preset-all", "Expert rules, all modules"),
        message("barrage.preset-all-description", "Adds The Leeghwater Project."),
        {"leeghwater": True},
    ),
    Preset(
        "first",
        message("barrage.preset-first", "First game"),
        message("barrage.preset-first-description", "The beginner rules. Automas need the expert rules."),
        {"rules": "beginner"},
    ),
)


def automas(options: Options, seats: int) -> dict[int, str]:
    """Return the seats that the rules play, and their levels."""
    return dict(enumerate(options.levels, len(options.people(seats))))


def objection(options: Options, seats: int) -> Message | None:
    """Return the objection to these options: modules beside the whole, or with the beginner rules (LP-1.2, BA-D.55);
    automas with the beginner rules, or without a player (TA-1.14, TA-1.15).
    """
    whole, any_module = options.leeghwater is True, any(options.chosen)
    if options.beginner and (whole or any_module or options.one_advanced_tile_less):
        return message("barrage.leeghwater-needs-expert-rules", "The Leeghwater Project needs the expert rules.")
    if options.levels and options.beginner:
        return message("barrage.automas-need-expert-rules", "Automas need the expert rules.")
    if len(options.levels) >= seats:
        return message(
            "barrage.too-many-automas",
            "This table has {seats} seats and {automas} automas. Leave at least one seat for a player.",
            automas=len(options.levels),
            seats=seats,
        )
    if whole and any_module:
        return message(
            "barrage.leeghwater-whole-or-modules",
            "Choose either the whole expansion or individual modules, not both.",
        )
    return None
