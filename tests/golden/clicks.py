"""How many clicks a recorded move takes on the page: what is touched, picked or changed, and the confirmation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, zip_longest
from typing import Any, NamedTuple

from domain import aggregate, log
from domain.aggregate import Game
from domain.game import BadPick, Choose, Command, Lastly, Option, Ruleset
from domain.touching import Untouchable, way

MOST_TOUCHED = 2
"""Parts that somebody touches for one move; more are not tried."""

OPENED = 2
"""Clicks to decide otherwise what was taken by itself: its question is opened, and answered."""


class Clicks(NamedTuple):
    """Of one move: field by field, as long as there is more than one answer, and by the shortest way."""

    command: Command
    fields: int
    fewest: int


class Asked(NamedTuple):
    """A question on the way to a command, and its answer."""

    question: Choose
    value: str


def of_game(game: Game, kind: str = "", every: int = 1) -> Iterator[Clicks]:
    """Moves on the line of a game that somebody made: of one kind (``""``: of all), and of those every so manieth."""
    for number, (version, seat, command) in enumerate(_commands(game, kind)):
        if number % every == 0:
            found = of_command(game.ruleset, aggregate.state(game, version - 1), seat, command)
            if found is not None:
                yield found


def _commands(game: Game, kind: str) -> Iterator[tuple[int, int, Command]]:
    for version in log.line(game.tree):
        record = game.records[version - 1]
        if record.seat is None or not isinstance(record.fact, game.ruleset.facts):
            continue
        command = game.ruleset.recover(record.fact)
        if command is not None and kind in ("", type(command).__name__):
            yield version, record.seat, command


def of_command(rules: Ruleset[Any], state: Any, seat: int, command: Command) -> Clicks | None:
    """None for a command that is not on offer: one of those that mended rules refuse, or that follows by itself."""
    path = _path(rules, state, seat, command)
    if path is None:
        return None
    picks = [asked.value for asked in path if len(asked.question.values) > 1]
    elements = dict.fromkeys(element for asked in path for element in asked.question.elements(asked.value))
    tries = (touched for many in range(MOST_TOUCHED + 1) for touched in permutations(elements, many))
    found = (_clicks(rules, state, seat, picks, touched) for touched in tries)
    fewest = min((clicks for clicks in found if clicks is not None), default=len(picks))
    return Clicks(command, len(picks) + 1, fewest + 1)


def _path(rules: Ruleset[Any], state: Any, seat: int, command: Command) -> list[Asked] | None:
    todo: list[tuple[str, ...]] = [()]
    while todo:
        sent = todo.pop()
        path, asked = _after(rules, state, seat, sent)
        if isinstance(asked, Choose):
            todo.extend((*sent, value) for value in asked.values)
        elif isinstance(asked, Lastly):
            for value in asked.choose.values:
                if asked.command(value) == command:
                    return [*path, Asked(asked.choose, value)]
        elif asked == command:
            return path
    return None


def _after(
    rules: Ruleset[Any], state: Any, seat: int, sent: Sequence[str]
) -> tuple[list[Asked], Choose | Lastly | Command]:
    script, path = rules.script(state, seat), []
    try:
        asked = next(script)
        for value in sent:
            path.append(Asked(asked, value))
            asked = script.send(value)
    except StopIteration as stop:
        made: Command | Lastly = stop.value
        return path, made
    return path, asked


def _clicks(rules: Ruleset[Any], state: Any, seat: int, wanted: Sequence[str], touched: Sequence[str]) -> int | None:
    """Clicks before the confirmation, if this is touched and then decided what differs; None: it leads elsewhere."""
    clicks, picks = len(touched), list[str]()
    while True:
        try:
            found = way(rules, state, seat, picks, touched)
        except (Untouchable, BadPick):
            return None
        taken = [option.value for option in found.taken]
        differs = next((at for at, (one, other) in enumerate(zip_longest(taken, wanted)) if one != other), None)
        if differs is None:
            return clicks
        if differs == len(wanted):
            return None
        clicks += _changed(found.taken[differs], wanted[differs]) if differs < len(taken) else 1
        picks = [*taken[:differs], wanted[differs]]


def _changed(taken: Option, wanted: str) -> int:
    if taken.fewer is None and taken.more is None:
        return OPENED
    return min(OPENED, abs(int(taken.value) - int(wanted)))
