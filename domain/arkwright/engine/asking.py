"""Questions about a decision with several fields, given all of its legal combinations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, TypeVarTuple

import msgspec

from domain.arkwright.engine.position import Position
from domain.game import Choose, Usual
from domain.game_kit.memory import remembered
from domain.message import Message, message

Arguments = TypeVarTuple("Arguments")

Combination = tuple[str, ...]
"""One value for each question."""


LEAST_FIRST = tuple("0123456789")
"""Numbers of which none is the usual choice, but one for something clicked."""
MOST_FIRST = LEAST_FIRST[::-1]
"""Numbers of which the largest is the usual choice."""


def none_or_at(part: str) -> Callable[[str], tuple[str, ...]]:
    """Return a function from a value to parts of the drawings: those given, but none for 0."""
    return lambda value: () if value == "0" else (part,)


class Question(msgspec.Struct, frozen=True):
    """A prompt, and the text and the parts of the drawings of each value."""

    prompt: Message
    label: Callable[[str], Message]
    elements: Callable[[str], tuple[str, ...]] = lambda value: ()
    usual: Usual = tuple
    counts: bool = False

    def choose(self, values: Sequence[str]) -> Choose:
        """Return the question with these values on offer."""
        return Choose(self.prompt, values, self.label, self.elements, usual=self.usual, counts=self.counts)


def tree_of(combinations: Iterable[Combination]) -> dict[str, Any]:
    """Return combinations by their first value, then by their second, and so on."""
    tree: dict[str, Any] = {}
    for combination in combinations:
        here = tree
        for value in combination:
            here = here.setdefault(value, {})
    return tree


def as_tree(
    combinations: Callable[[Position, *Arguments], Iterable[Combination]],
) -> Callable[[Position, *Arguments], Any]:
    """Return the function's combinations as a tree, computed once for a position."""

    @wraps(combinations)
    def tree(position: Position, *args: *Arguments) -> Any:
        return tree_of(combinations(position, *args))

    return remembered(tree)


def one_by_one(tree: Any, questions: Iterable[Question]) -> Any:
    """Ask every question in order, offering only values of legal combinations; return the chosen values."""
    chosen = []
    for question in questions:
        value = yield question.choose(tuple(tree))
        chosen.append(value)
        tree = tree[value]
    return tuple(chosen)


def number(value: str) -> Message:
    """Return the text of a number."""
    return message("arkwright.number", "{number}", number=int(value))


def yes_no(value: str) -> Message:
    """Return the text of yes or no."""
    return message("arkwright.yes", "Yes") if value == "yes" else message("arkwright.no", "No")


def ask_whether(prompt: Message, possible: bool, *elements: str) -> Any:
    """Ask yes or no, if yes is possible."""
    if not possible:
        return False
    return (yield Question(prompt, yes_no, lambda _: elements, usual=lambda: ("no",)).choose(("no", "yes"))) == "yes"


def which_factory(position: Position, goods: tuple[str, ...], prompt: Message) -> Choose:
    """Ask for a factory by its good."""
    return Question(
        prompt,
        lambda good: message("arkwright.good", "{good}", good=position.name(good)),
        lambda good: (f"factory:{good}",),
    ).choose(goods)


def which_card(position: Position, cards: tuple[str, ...], prompt: Message) -> Choose:
    """Ask for a held development card by its type."""
    return Question(
        prompt,
        lambda card: message("arkwright.card", "{card}", card=position.name(card)),
        lambda card: (f"card:{card}",),
    ).choose(cards)
