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
"""The reason why something is not possible, or None."""
Costs = tuple[tuple[int, int], ...]
"""Ways to pay: excavators and mixers."""

# --------------------------------------------------------------------------------------------------------------------
# Pending steps
# --------------------------------------------------------------------------------------------------------------------


class Awaited(Part, frozen=True):
    """A kind of pending step, by its name."""


class CommandHandling(msgspec.Struct, frozen=True, eq=False):
    """The effect of a command that answers a decision."""

    fact: type[Move]
    """Its fact."""
    follow: Callable[[Course, Pending, Any], None]
    """Applies its effect. Raises IllegalMove if a rule forbids it."""


class Decision(Awaited, frozen=True):
    """A decision of a seat."""

    rule: str
    """The rule that asks for it."""
    reason: Message
    """The reason for asking the seat."""
    answers: Mapping[type[Command], CommandHandling]
    """The commands that answer it."""
    script: Callable[[Position, Pending], Script]
    """The questions that lead to such a command; declining is asked for elsewhere."""
    possible: Callable[[Position, Pending], object] | None = None
    """Whether there is anything to choose; otherwise the decision lapses. None: always."""


class Substitute(Part, frozen=True):
    """A decision of the rules for a company that they play; its name is the kind of the decision."""

    follow: Callable[[Course, Pending], None]
    """Makes and settles the decision."""


class Following(Awaited, frozen=True):
    """An automatic step."""

    follow: Callable[[Course, Pending], None]
    """Takes and settles the step."""


class Ending(Following, frozen=True):
    """A step after the last round, in the order of the edition."""

    part_of: Callable[[State], bool] = lambda state: True
    """Whether it belongs to this game."""


class ObjectivePlaces(Part, frozen=True):
    """The values of the places in the ranking of the objective tile."""

    of: Callable[[Position], Sequence[int]]
    """VP, those of first place first."""


# --------------------------------------------------------------------------------------------------------------------
# Effects
# --------------------------------------------------------------------------------------------------------------------


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """The granting of an effect to a seat: of a reward, an income, a tile or an action space."""

    seat: int
    effect: Effect
    amount: int
    source: str
    site: str = ""
    """The dam or conduit that a tile has just built, or the site of another piece."""
    action: bool = False
    """Whether the effect is that of an action space, which must be carried out in full (BA-8.5)."""


class EffectRule(Part, frozen=True):
    """The meaning of a symbol that is not a plain gain; its name is the symbol's in the figures."""

    grant: Callable[[Course, Grant], None]
    obstacle: Callable[[Position, Effect], Obstacle] | None = None
    """The reason why an action with this effect cannot be performed in full; None: it always can."""


class Factor(Part, frozen=True):
    """The factor by which an effect is multiplied."""

    of: Callable[[Position, str], int]
    """The factor in a position, for the structure just built on a site."""


class Power(Part, frozen=True):
    """A company's power after its productions; its name is that of its figure on the company board."""

    follow: Callable[[Course, Pending, int], None]
    """Applies it, with its figure."""


class Count(Part, frozen=True):
    """The count of a bonus or objective tile."""

    of: Callable[[Position], int]


class Renewal(Part, frozen=True):
    """Something that is renewed at the end of a round."""

    renew: Callable[[Course], None]


# --------------------------------------------------------------------------------------------------------------------
# Turns
# --------------------------------------------------------------------------------------------------------------------


class Action(Part, frozen=True):
    """An action of a turn, in the order of the edition."""

    entry: menu.MenuEntry[Position]


class Section(Part, frozen=True):
    """A part of the boards with action spaces, and its questions besides engineers, fees and effects."""

    label: Message
    spaces: Callable[[State], Mapping[str, ActionSpace]]
    obstacle: Callable[[Position, ActionSpace], Obstacle] = lambda position, space: None
    perform: Callable[[Course, int, ActionSpace], None] | None = None
    """Replaces paying the printed credits and granting the effects."""
    label_of: Callable[[Position, ActionSpace], Message] | None = None
    """The description of a space, if its effects do not give it."""


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
    """The owner of the space: its row, its tile, its officer."""
    slot: int = 0
    """The slot it is linked to, counted from 0."""
    shares: str = ""
    """The space, never closed, where the engineers go instead."""


class StructureRule(Part, frozen=True):
    """The possible sites of a structure type, and their costs."""

    sites: Callable[[Position], Iterable[str]]
    """All the sites of its kind."""
    likely: Callable[[Position], Iterable[str]]
    """The sites that a quick check does not exclude, in the same order."""
    obstacle: Callable[[Position, str], Obstacle]
    """The reason why the acting seat cannot build on a site, regardless of the cost."""
    costs: Callable[[Position], Mapping[str, Costs]]
    """The cost of every site."""
    red: Callable[[Components], Collection[str]] = lambda components: ()
    """The sites with a fee (BA-5.9)."""
    label: Callable[[Position, str], Message] | None = None
    """The name of a site, for a kind of site that only this structure has."""
