"""Why something cannot be done now: what ``decide`` would answer to whoever tried.

A game says what somebody may mean who touches a part of the drawing or names an action (``Ruleset.tries``); here each
of these commands is decided and the refusals are collected. Nothing else knows why, so no answer can contradict a rule.
"""

from __future__ import annotations

from typing import Any

from domain.game import IllegalMove, Lastly, Option, Ruleset

ACTION = "action:"
"""Before the value of a menu's entry: asks about the entry, not about a part of the drawing."""


def why_not(ruleset: Ruleset[Any], state: Any, seat: int, about: str) -> tuple[IllegalMove, ...]:
    """A refusal for each rule that stands against it; first the rule that forbids most of the ways there are.

    Empty where a way is open, and where nothing can be meant by it.
    """
    found: dict[str, list[IllegalMove]] = {}
    for command in ruleset.tries(state, seat, about):
        try:
            ruleset.decide(state, seat, command)
        except IllegalMove as refusal:
            found.setdefault(refusal.rule, []).append(refusal)
        else:
            return ()
    return tuple(refusals[0] for refusals in sorted(found.values(), key=len, reverse=True))


def impossible(ruleset: Ruleset[Any], state: Any, seat: int) -> tuple[Option, ...]:
    """The entries of the seat's menu that are not possible now, as far as anybody can say why."""
    try:
        asked = next(ruleset.script(state, seat))
    except StopIteration as stop:
        if not isinstance(stop.value, Lastly):
            return ()
        asked = stop.value.choose
    return tuple(
        Option(value, asked.label(value)) for value in asked.quiet if why_not(ruleset, state, seat, ACTION + value)
    )
