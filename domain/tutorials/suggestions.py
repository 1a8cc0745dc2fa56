"""Suggestions: a script whose defaults are the answers that lead to a given command, as long as the player gives
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from domain.board_input import Questions, path_to, preselects
from domain.game import Choose, Command, FinalField, Ruleset, Script


def suggesting(rules: Ruleset[Any], state: Any, seat: int, command: Command) -> Ruleset[Any]:
    """Return rules whose questions prefer the answers that lead to a command, wherever some answer is usual."""
    path = path_to(Questions(rules, state, seat), command)
    if not path:
        return rules
    answers = tuple(each.value for each in path)
    return replace(rules, script=lambda state, seat: _preferring(rules.script(state, seat), answers))


def _preferring(script: Script, path: Sequence[str]) -> Script:
    given: tuple[str, ...] = ()
    try:
        asked = next(script)
        while True:
            answer = yield _preferred(asked, given, path)
            given = (*given, answer)
            asked = script.send(answer)
    except StopIteration as stop:
        outcome: Command | FinalField = stop.value
    if isinstance(outcome, FinalField):
        return msgspec.structs.replace(outcome, choose=_preferred(outcome.choose, given, path))
    return outcome


def _preferred(question: Choose, given: Sequence[str], path: Sequence[str]) -> Choose:
    """Return a question with the answer of the path as the first usual one, if the answers given follow the path."""
    if len(given) == len(path) or given != path[: len(given)]:
        return question
    answer = path[len(given)]

    def usual() -> Sequence[str]:
        answers = question.usual()
        # A question for a clicked part has only usual answers that the click can mean.
        return (answer, *answers) if preselects(question, answers) or answer in answers else answers

    return msgspec.structs.replace(question, usual=usual)
