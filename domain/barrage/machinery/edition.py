"""What the game is put together from, by name: decisions, effects, action spaces, stages.

The base game and each expansion say theirs in an :class:`Edition`; the game that is played is their sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import msgspec

from domain.barrage.vocabulary.pending import Pending
from domain.barrage.vocabulary.pieces import Effect, Reward
from domain.game import Command, IllegalMove, Script
from domain.message import Message

if TYPE_CHECKING:
    from domain.barrage.machinery.apply import Conclusions
    from domain.barrage.machinery.course import Course
    from domain.barrage.machinery.position import Position
    from domain.barrage.setup import Expansion
    from domain.barrage.vocabulary.facts import Move
    from domain.barrage.vocabulary.state import State

Obstacle = IllegalMove | None
"""Why something is not possible, or None if it is."""


@dataclass(frozen=True)
class Decision:
    """A kind of pending decision."""

    rule: str
    """The rule that asks for it."""
    reason: Message
    """What a seat is asked."""
    answers: Mapping[type[Command], Callable[[Course, Pending, Any], None]]
    """The commands that answer it, and what comes of each; IllegalMove if a rule forbids it."""
    script: Callable[[Position, Pending], Script]
    """The questions that lead to such a command; that of declining is asked elsewhere."""
    possible: Callable[[Position, Pending], object]
    """Whether there is anything to choose; otherwise the decision lapses."""


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


@dataclass(frozen=True)
class EffectRule:
    """What a symbol means, unless it is a plain gain."""

    grant: Callable[[Course, Grant], None]
    obstacle: Callable[[Position, Effect], Obstacle] = lambda position, effect: None
    """Why an action with this effect cannot be performed in full, if it cannot."""


class ActionSpace(msgspec.Struct, frozen=True, kw_only=True):
    """An action space that asks for a fixed number of engineers."""

    id: str
    section: str
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


@dataclass(frozen=True)
class Section:
    """A part of the boards with action spaces: what is asked there besides engineers, fees and the effects."""

    label: Message
    spaces: Callable[[State], Mapping[str, ActionSpace]]
    obstacle: Callable[[Position, ActionSpace], Obstacle] = lambda position, space: None
    perform: Callable[[Course, int, ActionSpace], None] | None = None
    """Instead of paying the printed credits and granting the effects."""
    label_of: Callable[[Position, ActionSpace], Message] | None = None
    """What a space does, if its effects do not say it."""


@dataclass(frozen=True)
class StructureRule:
    """Where a structure type may be built and what it costs."""

    sites: Callable[[Position], Iterable[str]]
    """All the sites of its kind."""
    obstacle: Callable[[Position, str], Obstacle]
    """Why the acting seat cannot build on a site, whatever it costs."""
    cost: Callable[[Position, str], tuple[tuple[int, int], ...]]
    """The ways to pay: excavators and mixers."""
    red: Callable[[Position, str], bool]
    label: Callable[[Position, str], Message] | None = None
    """How a site of a kind that only this structure has reads."""


@dataclass(frozen=True)
class Entry:
    """Something that may be done in a turn: its name, whether it is possible, and the questions that lead to it."""

    label: Message
    possible: Callable[[Position], object]
    script: Callable[[Position], Script]


Following = Callable[["Course", Pending], None]
"""Lets something that happens by itself happen, and settles it."""


@dataclass(frozen=True)
class Edition:
    """The parts of a game, by name."""

    moves: Mapping[type[Command], type[Move]] = field(default_factory=dict)
    """The fact of every command."""
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    followings: Mapping[str, Following] = field(default_factory=dict)
    """What happens by itself, by the kind of what is pending."""
    conclusions: Conclusions = field(default_factory=dict)
    """What facts do to the position besides their changes."""
    effects: Mapping[str, EffectRule] = field(default_factory=dict)
    sections: Mapping[str, Section] = field(default_factory=dict)
    structures: Mapping[str, StructureRule] = field(default_factory=dict)
    menu: Mapping[str, Entry] = field(default_factory=dict)
    """What may be done in a turn, in the order in which it is offered."""
    after_production: Mapping[str, Callable[[Course, Pending, int], None]] = field(default_factory=dict)
    """Company powers that follow a production, by the power's name: (course, what is pending, the power's figure)."""
    factors: Mapping[str, Callable[[Position, str], int]] = field(default_factory=dict)
    """What an effect is multiplied by, by name: (position, the site just built on)."""
    counts: Mapping[str, Callable[[Position], int]] = field(default_factory=dict)
    """What bonus and objective tiles count."""
    renewals: tuple[Callable[[Course], None], ...] = ()
    """What is turned up anew at the end of a round."""
    endings: Mapping[str, Callable[[State], bool]] = field(default_factory=dict)
    """What follows the last round, in order: its kind, and whether it is part of this game."""
    expansions: tuple[Expansion, ...] = ()
    """What is added to the set-up."""

    def __add__(self, other: Edition) -> Edition:
        """Both together."""
        joined: dict[str, Any] = {}
        for each in fields(self):
            mine, more = getattr(self, each.name), getattr(other, each.name)
            joined[each.name] = mine + more if isinstance(mine, tuple) else {**mine, **more}
        return Edition(**joined)
