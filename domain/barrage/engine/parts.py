"""The kinds of parts that make up an edition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.barrage.engine.course import Course
from domain.barrage.engine.edition import Part
from domain.barrage.engine.position import Position
from domain.barrage.model.components import Components
from domain.barrage.model.facts import Move
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect, Reward
from domain.barrage.model.state import State
from domain.game import Command, IllegalMove, Script
from domain.game_kit import menu
from domain.message import Message

Obstacle = IllegalMove | None
"""Why something is not possible, or None if it is."""
Costs = tuple[tuple[int, int], ...]
"""Ways to pay: excavators and mixers."""

# --------------------------------------------------------------------------------------------------------------------
# What can be pending
# --------------------------------------------------------------------------------------------------------------------


class Awaited(Part, frozen=True):
    """Something that can be pending; its name is the kind of what is pending."""


class CommandHandling(msgspec.Struct, frozen=True, eq=False):
    """What a command that answers a decision brings about."""

    fact: type[Move]
    """What is told of it."""
    follow: Callable[[Course, Pending, Any], None]
    """What comes of it; IllegalMove if a rule forbids it."""


class Decision(Awaited, frozen=True):
    """Something that a seat decides."""

    rule: str
    """The rule that asks for it."""
    reason: Message
    """What a seat is asked."""
    answers: Mapping[type[Command], CommandHandling]
    """The commands that answer it."""
    script: Callable[[Position, Pending], Script]
    """The questions that lead to such a command; that of declining is asked elsewhere."""
    possible: Callable[[Position, Pending], object] | None = None
    """Whether there is anything to choose, otherwise the decision lapses; None where there always is."""


class Substitute(Part, frozen=True):
    """How the rules decide for a company that they play; its name is the kind of the decision."""

    follow: Callable[[Course, Pending], None]
    """Decides, and settles it."""


class Following(Awaited, frozen=True):
    """Something that happens by itself."""

    follow: Callable[[Course, Pending], None]
    """Lets it happen, and settles it."""


class Ending(Following, frozen=True):
    """Something that follows the last round, in the order in which the edition has them."""

    part_of: Callable[[State], bool] = lambda state: True
    """Whether it is part of this game."""


class ObjectivePlaces(Part, frozen=True):
    """What the places in the ranking of the objective tile are worth to a company."""

    of: Callable[[Position], Sequence[int]]
    """VP, those of the first place first."""


# --------------------------------------------------------------------------------------------------------------------
# Effects
# --------------------------------------------------------------------------------------------------------------------


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """An effect that comes about for a seat: of a reward, an income, a tile or an action space."""

    seat: int
    effect: Effect
    amount: int
    source: str
    site: str = ""
    """The dam or conduit that a tile has just built, or the site of another piece."""
    action: bool = False
    """True for the effect of an action space, which must be carried out (BA-8.5)."""


class EffectRule(Part, frozen=True):
    """What a symbol means, unless it is a plain gain; its name is the symbol's in the figures."""

    grant: Callable[[Course, Grant], None]
    obstacle: Callable[[Position, Effect], Obstacle] | None = None
    """Why an action with this effect cannot be performed in full; None where it always can."""


class Factor(Part, frozen=True):
    """What an effect is multiplied by."""

    of: Callable[[Position, str], int]
    """The factor in a position, for what was just built on a site."""


class Power(Part, frozen=True):
    """A company's power that follows its productions; its name is that of its figure on the company board."""

    follow: Callable[[Course, Pending, int], None]
    """Lets it follow, with its figure."""


class Count(Part, frozen=True):
    """What a bonus or objective tile counts."""

    of: Callable[[Position], int]


class Renewal(Part, frozen=True):
    """What is turned up anew at the end of a round."""

    renew: Callable[[Course], None]


# --------------------------------------------------------------------------------------------------------------------
# Turns
# --------------------------------------------------------------------------------------------------------------------


class Action(Part, frozen=True):
    """Something that may be done in a turn, in the order in which the edition has them."""

    entry: menu.MenuEntry[Position]


class Section(Part, frozen=True):
    """A part of the boards with action spaces: what is asked there besides engineers, fees and the effects."""

    label: Message
    spaces: Callable[[State], Mapping[str, ActionSpace]]
    obstacle: Callable[[Position, ActionSpace], Obstacle] = lambda position, space: None
    perform: Callable[[Course, int, ActionSpace], None] | None = None
    """Instead of paying the printed credits and granting the effects."""
    label_of: Callable[[Position, ActionSpace], Message] | None = None
    """What a space does, if its effects do not say it."""


class ActionSpace(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """An action space that asks for a fixed number of engineers."""

    id: str
    section: Section
    engineers: int
    red: bool = False
    credits: int = 0
    """The cost printed on the action."""
    effect: Reward = ()
    min_players: int = 2
    item: str = ""
    """What the space belongs to: its row, its tile, its officer."""
    slot: int = 0
    """The slot it is linked to, counted from 0."""
    shares: str = ""
    """The space, never closed, to which the engineers go instead."""


class StructureRule(Part, frozen=True):
    """Where a structure type may be built and what it costs."""

    sites: Callable[[Position], Iterable[str]]
    """All the sites of its kind."""
    likely: Callable[[Position], Iterable[str]]
    """Those of them that a glance does not rule out, in the same order."""
    obstacle: Callable[[Position, str], Obstacle]
    """Why the acting seat cannot build on a site, whatever it costs."""
    costs: Callable[[Position], Mapping[str, Costs]]
    """What every site costs."""
    red: Callable[[Components], Collection[str]] = lambda components: ()
    """The sites with a fee (BA-5.9)."""
    label: Callable[[Position, str], Message] | None = None
    """How a site of a kind that only this structure has reads."""
