"""Reasons why something cannot be done now: the refusals that ``decide`` would give to an attempt.

A game lists the commands that a click on a part of the drawing, or the name of an action, may mean
(``Ruleset.tries``). This module decides each of them and collects the refusals. Reasons have no other source, so they
cannot contradict a rule.
"""

from __future__ import annotations

from typing import Any

from domain.game import FinalField, IllegalMove, Option, Ruleset

ACTION = "action:"
"""Prefix of a menu entry's value: asks about the entry, not about a part of the drawing."""


def why_not(ruleset: Ruleset[Any], state: Any, seat: int, about: str) -> tuple[IllegalMove, ...]:
    """Return a refusal for each rule that forbids it; first the rule that forbids most of the possible commands.

    Empty if a command is legal, or if none can be meant.
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
    """Return the entries of the seat's menu that are not possible now, as far as a reason is known."""
    try:
        asked = next(ruleset.script(state, seat))
    except StopIteration as stop:
        if not isinstance(stop.value, FinalField):
            return ()
        asked = stop.value.choose
    return tuple(
        Option(value, asked.label(value)) for value in asked.quiet if why_not(ruleset, state, seat, ACTION + value)
    )
