"""The number of clicks that a recorded move takes on the page: touches, picks, changes and the confirmation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, zip_longest
from typing import Any, NamedTuple

from domain import aggregate, log
from domain.aggregate import Game
from domain.board_input import Answered, NotSelectable, Questions, path_to, select_through
from domain.game import BadPick, Command, Option, Ruleset

MOST_TOUCHED = 2
"""The maximum number of parts touched for one move."""


class Click(NamedTuple):
    """A click: ``touch`` a part, ``pick`` an option, ``open`` a choice, or ``take`` another value for it.

    ``open`` names the choice by its index; ``take`` also names the new value, or ``fewer`` or ``oneMore``, for which
    the choice need not be open.
    """

    kind: str
    at: str


class Clicks(NamedTuple):
    """The clicks of one move: field by field, for fields with several values, and the shortest way to its preview."""

    version: int
    """The version of the position before the move."""
    command: Command
    fields: int
    way: Sequence[Click]
    accepting: int
    """The fewest clicks before a preview of a move of this kind, with every default accepted."""
    along: bool = False
    """Whether the command only ends a turn, on the same click that confirms the move before it."""

    @property
    def fewest(self) -> int:
        """Return the number of clicks of the shortest way, with the confirmation."""
        return 0 if self.along else len(self.way) + 1

    @property
    def fewest_accepting(self) -> int:
        """Return the fewest clicks with every default accepted, with the confirmation."""
        return 0 if self.along else self.accepting + 1


def of_game(game: Game, kind: str = "", wanted: Callable[[Any], bool] = lambda command: True) -> Iterator[Clicks]:
    """Yield the clicks of the wanted moves of one kind (``""``: of all kinds) on the main line of a game."""
    for version, seat, command in commands(game, kind):
        if not wanted(command):
            continue
        state = aggregate.state(game, version - 1)
        found = of_command(game.ruleset, state, seat, command)
        if found is not None:
            yield Clicks(version - 1, command, *found, along=game.ruleset.confirmation(state) == command)


def commands(game: Game, kind: str) -> Iterator[tuple[int, int, Command]]:
    """Yield the players' commands of one kind on the main line of a game, each with its version and seat."""
    for version in log.line(game.tree):
        record = game.records[version - 1]
        if record.seat is None or not isinstance(record.fact, game.ruleset.facts):
            continue
        command = game.ruleset.recover(record.fact)
        if command is not None and kind in ("", type(command).__name__):
            yield version, record.seat, command


class Usual(NamedTuple):
    """A move that is often made in a log, and the most clicks that it may usually take."""

    log: str
    kind: str
    is_one: Callable[[Any], bool]
    """Whether the command is one of these moves."""
    most: int

    def is_one_of(self, made: Clicks) -> bool:
        """Return whether a recorded move is one of these."""
        return type(made.command).__name__ == self.kind and self.is_one(made.command)

    def found(self, game: Game) -> Iterator[Clicks]:
        """Return the clicks of all these moves in a game."""
        return of_game(game, self.kind, self.is_one)


USUAL = {
    "a build": Usual("birmingham-2-seats", "Build", lambda command: True, 3),
    "a tile sold with beer": Usual("birmingham-2-seats", "Sell", lambda command: len(command.sales) == 1, 4),
    "two links": Usual("birmingham-2-seats", "Network", lambda command: len(command.links) == 2, 5),
    "several tiles sold": Usual("birmingham-2-seats", "Sell", lambda command: len(command.sales) == 2, 3),
    "a loan of less than the most": Usual("lancashire-2-seats", "Loan", lambda command: command.money < 30, 3),
    "a tile on a slot": Usual("lancashire-2-seats", "Build", lambda command: True, 3),
    "a construction": Usual("barrage-2-seats", "Construct", lambda command: True, 3),
    "a production of energy": Usual("barrage-2-seats", "Produce", lambda command: True, 3),
    "a worker card": Usual("arkwright-2-seats", "Hire", lambda command: len(command.workers) == 1, 3),
    "factories": Usual("arkwright-2-seats", "Build", lambda command: True, 3),
    "quality": Usual("arkwright-2-seats", "AddQuality", lambda command: len(command.cards) == 1, 2),
    "distribution": Usual("arkwright-2-seats", "AddDistribution", lambda command: len(command.cards) == 1, 2),
}
"""Usual moves, by name. Each has a preview before it is confirmed, and the confirmation counts as a click."""


def of_command(rules: Ruleset[Any], state: Any, seat: int, command: Command) -> tuple[int, Sequence[Click], int] | None:
    """Return the number of clicks field by field, the shortest way, and the fewest clicks with all defaults accepted.

    Return None for a command that is not on offer: one that corrected rules refuse, or an automatic one.
    """
    questions = Questions(rules, state, seat)
    path = path_to(questions, command)
    if path is None:
        return None
    picks = _picks(path)
    elements = dict.fromkeys(element for asked in path for element in asked.question.elements(asked.value))
    fewest: Sequence[Click] | None = None
    accepting: list[int] = []
    for touched in (touched for many in range(MOST_TOUCHED + 1) for touched in permutations(elements, many)):
        found = _way(questions, picks, touched, None if fewest is None else len(fewest))
        fewest = fewest if found is None else found
        accepting += _accepting(questions, picks, touched, type(command))
    assert fewest is not None
    return len(picks) + 1, fewest, min(accepting, default=len(fewest))


def picks_of(rules: Ruleset[Any], state: Any, seat: int, command: Command) -> list[str]:
    """Return the picks of a command, where a question has several values; the command must be on offer."""
    path = path_to(Questions(rules, state, seat), command)
    assert path is not None, command
    return _picks(path)


def _picks(path: Sequence[Answered]) -> list[str]:
    return [asked.value for asked in path if len(asked.question.values) > 1]


def _accepting(
    questions: Questions, wanted: Sequence[str], touched: Sequence[str], kind: type[Command]
) -> Iterator[int]:
    """Yield the number of clicks to a move of a kind: touch these parts, then answer only the remaining questions."""
    picks: list[str] = []
    for clicks in range(len(touched), len(touched) + len(wanted) + 1):
        try:
            found = select_through(questions, picks, touched)
        except (NotSelectable, BadPick):
            return
        if found.choice.command is not None:
            if isinstance(found.choice.command, kind):
                yield clicks
            return
        offered, taken = [option.value for option in found.choice.options], [option.value for option in found.taken]
        answer = next((value for value in wanted[len(taken) : len(taken) + 1] if value in offered), offered[0])
        picks = [*taken, answer]


def _way(questions: Questions, wanted: Sequence[str], touched: Sequence[str], below: int | None) -> list[Click] | None:
    """Return the clicks before the confirmation: touch these parts, then correct the differences. Return None if the
    clicks lead to another move, or if there are not fewer than ``below``.

    As on the page (``move_form.js``): an alternative drops the touch of the replaced choice, while other touches and
    the choices after it stay as far as they fit.
    """
    clicks, picks = [Click("touch", part) for part in touched], list[str]()
    while below is None or len(clicks) < below:
        try:
            found = select_through(questions, picks, touched)
        except (NotSelectable, BadPick):
            return None
        taken = [option.value for option in found.taken]
        differs = next((at for at, (one, other) in enumerate(zip_longest(taken, wanted)) if one != other), None)
        if differs is None:
            return clicks
        if differs == len(wanted):
            return None
        value, picks = wanted[differs], [*taken[:differs], wanted[differs]]
        if differs == len(taken):
            clicks.append(Click("pick", value))
            continue
        step = _step(found.taken[differs], value)
        clicks += (
            [Click("take", f"{differs} {step}")]
            if step
            else [Click("open", str(differs)), Click("take", f"{differs} {value}")]
        )
        touched = [part for part in touched if part not in found.taken[differs].elements]
        picks, touched = _fitting(questions, [*picks, *taken[differs + 1 :]], touched, differs)
    return None


def _step(taken: Option, wanted: str) -> str | None:
    """Return the step from a number to the wanted one, if there is one."""
    return {taken.fewer: "fewer", taken.more: "oneMore"}.get(wanted)


def _fitting(
    questions: Questions, picks: list[str], touched: Sequence[str], changed: int
) -> tuple[list[str], Sequence[str]]:
    """Return the later picks that fit a changed one, up to the first that does not, and the touched parts."""
    try:
        select_through(questions, picks, touched)
    except (BadPick, NotSelectable) as bad:
        if isinstance(bad, BadPick) and bad.index > changed:
            return _fitting(questions, picks[: bad.index], touched, changed)
        return _fitting(questions, picks, (), changed) if touched else (picks, ())
    return picks, touched
