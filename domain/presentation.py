"""Data with which a game presents itself: its standing and summary, chapters, motions, and explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from domain.message import Message, Say


class Place(msgspec.Struct, frozen=True):
    """One line of the ranking: the place (1 is best; tied seats share it), the seat and its points."""

    place: int
    seat: int
    points: int


class AutomaResult(msgspec.Struct, frozen=True):
    """The result of an automa without a seat: its place among all, its name and its points."""

    place: int
    name: Message
    points: int


class Standing(msgspec.Struct, frozen=True):
    """The current points by seat; when the game is over, the ranking after tiebreaks, best first."""

    points: list[int]
    finished: bool
    ranking: list[Place]
    decided_by: Message | None = None
    automas: tuple[AutomaResult, ...] = ()
    """The automas without a seat, best first; empty before the end of the game."""


class Figure(msgspec.Struct, frozen=True):
    """One column of the players' panel: its label, and the count of each seat."""

    label: Message
    values: tuple[Message | int, ...]
    account: str = ""
    """The ledger account whose statement explains the counts; None if there is none."""
    explanation: Message | None = None
    """The meaning of a label that does not explain itself."""
    in_preview: bool = False
    """Whether previews list its change for the acting seat, as they list changes of accounts."""


class Item(msgspec.Struct, frozen=True):
    """Something that changes an account of a seat: its name, the amount, and its drawn part (``data-element``)."""

    seat: int
    text: Message
    amount: int | None
    """The change of the account; None for something that was counted for the amount of another item."""
    part: str
    account: str = "points"
    """The ledger account that it changes."""
    on_mat: bool = False
    """Whether the part is on the mat of the seat, and not on the board."""


class Itemised(msgspec.Struct, frozen=True):
    """The facts that change accounts item by item, and the items, from the position before such a fact."""

    facts: tuple[type[Any], ...]
    items: Callable[[Any, Any], Iterable[Item]]


class Emblem(msgspec.Struct, frozen=True):
    """The mark of a seat in the game's own pieces, shown with its name: a character, and colours as in SVG."""

    character: str
    ground: str
    ink: str


class Motion(msgspec.Struct, frozen=True):
    """The motion of a piece on a drawing because of a fact. Afterwards the drawing shows the piece in its new place."""

    drawing: str
    """The name of the drawing."""
    path: str
    """The path of the motion: SVG path data in the drawing's own units."""


class Preset(msgspec.Struct, frozen=True):
    """Options that are often chosen together, by a name that is stable in forms."""

    name: str
    title: Message
    description: Message
    options: dict[str, Any]


class Chapter(msgspec.Struct, frozen=True):
    """The beginning of a part of a game: a round, or an era of several rounds."""

    kind: Literal["era", "round"]
    name: Message
    """A short name for timelines."""


class Summary(msgspec.Struct, frozen=True):
    """A summary of a position in the game's own words: its stage, and the figures of each seat."""

    headline: Message
    """The stage of the game, for instance the era and the round."""
    order: tuple[int, ...]
    """The seats in turn order."""
    figures: tuple[Figure, ...]
    """Figures by which the seats differ, the most important first."""


class ExplanationStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an explanation: the application of a rule, and the candidates before and after it.

    Candidates are named by drawn parts (``data-element``), preferably those of the board.
    """

    text: Message
    """The question and its result, in a sentence."""
    rule: str
    """The rule applied."""
    about: str = ""
    """The part of the explanation's own drawing that the step is about."""
    among: tuple[str, ...] = ()
    """The candidates before it."""
    left: tuple[str, ...] = ()
    """The candidates that remain."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The reasons for a decision of the rules, step by step; some have an SVG drawing in the reader's language."""

    steps: tuple[ExplanationStep, ...]
    draw: Callable[[Say], str] | None = None
