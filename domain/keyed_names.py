"""English names made from keys of rulesets: topics of facts, values of options, levels of automas.

The keys never change, so neither do these names. ``of_ruleset`` yields them all for translators.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from domain.game import Ruleset
from domain.message import Message

AUTOMAS = "automas"
"""The option that seats automas, in every game that has them."""


def event_kind(topic: str) -> Message:
    """Name the kind of a fact: ``brass.lancashire.loan_taken`` is "Loan taken"."""
    return Message("site.event-kind", _capitalized(topic.rpartition(".")[2]))


def option_value(value: str) -> Message:
    """Name a value of an option that has a few: ``beginner`` is "Beginner"."""
    return Message("site.option-value", _capitalized(value))


def automa_level(level: str) -> Message:
    """Name an automa's level: ``low_voltage`` is "Low Voltage"."""
    return Message("site.automa-level", level.replace("_", " ").title())


def of_ruleset(rules: Ruleset[Any]) -> Iterator[Message]:
    """Yield the names made from the keys of a game."""
    for fact in rules.facts:
        yield event_kind(str(fact.__struct_config__.tag))
    for option, annotation in get_type_hints(rules.options, include_extras=True).items():
        named = automa_level if option == AUTOMAS else option_value
        yield from (named(value) for value in literals(annotation) if not value.isdigit())


def literals(annotation: Any) -> tuple[str, ...]:
    """Return the values of the first ``Literal`` in a type."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next((found for part in get_args(annotation) if (found := literals(part))), ())


def _capitalized(key: str) -> str:
    return key.replace("_", " ").capitalize()
