"""Selection on the board: the parts of the drawing that a seat's commands concern, and the choices that lead to them.

A script asks for the fields of a command in a fixed order, beginning with the action. If a player clicks a town first,
the script is narrowed to the options that lead to this town.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.game import BadPick, Choice, Choose, Command, FinalField, Option, Ruleset, Script

FEW = 10
"""Numbers that are shown side by side."""


class NotSelectable(ValueError):
    """No command that the seat may give now concerns all of these parts of the drawing."""

    def __init__(self, elements: Sequence[str]) -> None:
        super().__init__(f"nothing can be done with {', '.join(elements)}")
        self.elements = tuple(elements)


class Selection(msgspec.Struct, frozen=True):
    """The result of clicks: the options that they select automatically, and the next decision."""

    taken: tuple[Option, ...]
    choice: Choice


class Questions:
    """The questions of a seat's script, by the values sent before them. Each is asked once: it runs the script anew."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, seat: int) -> None:
        self._script: Callable[[], Script] = lambda: ruleset.script(state, seat)
        self._asked: dict[tuple[str, ...], Choose | FinalField | Command] = {}
        self._led: dict[tuple[tuple[str, ...], frozenset[str]], bool] = {}

    def after(self, sent: tuple[str, ...]) -> Choose | FinalField | Command:
        """Return the next question, or the result, after these values."""
        if sent not in self._asked:
            self._asked[sent] = after(self._script(), sent)
        return self._asked[sent]

    def leads(self, sent: tuple[str, ...], value: str, left: Iterable[str]) -> bool:
        """Return whether some command that begins with these values concerns all remaining clicked parts."""
        key = ((*sent, value), frozenset(left))
        if key not in self._led:
            self._led[key] = self._leads(sent, *key)
        return self._led[key]

    def _leads(self, sent: tuple[str, ...], to: tuple[str, ...], left: frozenset[str]) -> bool:
        asked = self.after(sent)
        assert not isinstance(asked, Command)
        still = left.difference(_question(asked).elements(to[-1])) if left else left
        if not still:
            return True
        if isinstance(asked, FinalField) or isinstance(following := self.after(to), Command):
            return False
        return any(self.leads(to, each, still) for each in _question(following).values)


def _question(asked: Choose | FinalField) -> Choose:
    return asked.choose if isinstance(asked, FinalField) else asked


class Answered(NamedTuple):
    """A question on the way to a command, and its answer."""

    question: Choose
    value: str


def path_to(questions: Questions, command: Command) -> list[Answered] | None:
    """Return the questions and answers that lead to a command, or None if it is not on offer.

    Answers that the command contains are tried first.
    """
    text = msgspec.json.encode(command).decode()
    todo: list[tuple[Answered, ...]] = [()]
    while todo:
        path = todo.pop()
        asked = questions.after(tuple(each.value for each in path))
        if isinstance(asked, Choose):
            todo.extend((*path, Answered(asked, value)) for value in sorted(asked.values, key=text.__contains__))
        elif isinstance(asked, FinalField):
            for value in asked.choose.values:
                if asked.command(value) == command:
                    return [*path, Answered(asked.choose, value)]
        elif asked == command:
            return list(path)
    return None


def selectable(ruleset: Ruleset[Any], state: Any, seat: int) -> tuple[str, ...]:
    """Return every part of the drawing that some command of the seat concerns, in the order of the script's options."""
    found: dict[str, None] = {}
    for asked in _every_question(lambda: ruleset.script(state, seat)):
        for value in asked.values:
            found |= dict.fromkeys(asked.elements(value))
    return tuple(found)


def select(ruleset: Ruleset[Any], state: Any, seat: int, picks: Sequence[str], touched: Sequence[str]) -> Selection:
    """Follow the script by picks, and select each option that alone leads to the clicked parts or is usual.

    The options on offer then are those that lead there. Of two clicked parts, the first takes precedence; of
    several options that concern it, the usual one.
    Raise BadPick, or NotSelectable if no command concerns all clicked parts, and IllegalMove out of turn.
    """
    return select_through(Questions(ruleset, state, seat), picks, touched)


def select_through(questions: Questions, picks: Sequence[str], touched: Sequence[str]) -> Selection:
    """Return the result of :func:`select`; callers that follow several can share their questions."""
    sent: tuple[str, ...] = ()
    left = dict.fromkeys(touched)
    taken: list[Option] = []
    while not isinstance(asked := questions.after(sent), Command):
        question = _question(asked)
        meant = question.usual()
        leading = [value for value in question.values if questions.leads(sent, value, left)]
        if not leading:
            raise NotSelectable(touched)
        if len(taken) < len(picks) and len(question.values) > 1:
            value = picks[len(taken)]
            if value not in leading:
                raise BadPick(len(taken), value, leading)
        elif len(leading) == 1:
            value = leading[0]
        elif (guessed := _guessed(question, leading, left, meant)) is not None:
            value = guessed
        else:
            return Selection(tuple(taken), Choice(prompt=question.prompt, options=_options(question, leading)))
        if len(question.values) > 1:
            taken.append(_taken(question, value, meant, leading if left else ()))
        for element in question.elements(value):
            left.pop(element, None)
        sent = (*sent, value)
        if isinstance(asked, FinalField):
            asked = asked.command(value)
            break
    if len(taken) < len(picks):
        raise BadPick(len(taken), picks[len(taken)], [])
    return Selection(tuple(taken), Choice(command=asked))


def _options(question: Choose, values: Sequence[str]) -> tuple[Option, ...]:
    return tuple(map(question.option, values))


def _taken(question: Choose, value: str, meant: Sequence[str], touching: Sequence[str]) -> Option:
    """Return a selected option with its question; for a number also those one less and one more, if on offer."""
    among = _options(question, _among(question, value, meant, touching))
    option = msgspec.structs.replace(question.option(value, question.prompt), among=among)
    if not question.counts:
        return option
    numbers = sorted(question.values, key=int)
    at = numbers.index(value)
    fewer = numbers[at - 1] if at else None
    more = numbers[at + 1] if at + 1 < len(numbers) else None
    return msgspec.structs.replace(option, fewer=fewer, more=more)


def _among(question: Choose, value: str, meant: Sequence[str], touching: Sequence[str]) -> Sequence[str]:
    """Return the options that the player can choose instead of an automatic selection; numbers if they are few."""
    if question.once_touched:
        usual = [each for each in touching if each in meant]
        return usual if value in usual and len(usual) > 1 else ()
    is_many = question.counts and len(question.values) > FEW
    return question.values if preselects(question, meant) and not is_many else ()


def preselects(question: Choose, usual: Sequence[str]) -> bool:
    """Return whether one of the usual options is selected automatically before the player clicks anything."""
    return not question.once_touched and any(each in question.values for each in usual)


def _guessed(question: Choose, leading: Sequence[str], left: dict[str, None], meant: Sequence[str]) -> str | None:
    return _touched_first(question, leading, left, meant) or _usual(question, leading, left, meant)


def _usual(question: Choose, leading: Sequence[str], left: dict[str, None], meant: Sequence[str]) -> str | None:
    """Return the default option if the player has clicked nothing that this question concerns."""
    if question.once_touched and not (left and set(meant).issuperset(leading)):
        return None
    if any(left.keys() & question.elements(value) for value in leading):
        return None
    return _first_of(meant, leading)


def _first_of(meant: Sequence[str], values: Sequence[str]) -> str | None:
    return next((value for value in meant if value in values), None)


def _touched_first(question: Choose, leading: Sequence[str], left: dict[str, None], meant: Sequence[str]) -> str | None:
    """Return the one option that concerns the first of the remaining clicked parts, or the usual one of several."""
    for element in left:
        about = [value for value in leading if element in question.elements(value)]
        if about:
            return about[0] if len(about) == 1 else _first_of(meant, about)
    return None


def after(script: Script, sent: Sequence[str]) -> Choose | FinalField | Command:
    """Return the next question, or the result, of a new script after these values."""
    try:
        asked = next(script)
        for value in sent:
            asked = script.send(value)
    except StopIteration as stop:
        made: Command | FinalField = stop.value
        return made
    return asked


def _every_question(script: Callable[[], Script]) -> Iterator[Choose]:
    """Yield every question on every path to a command."""
    todo: list[tuple[str, ...]] = [()]
    while todo:
        asked = after(script(), sent := todo.pop())
        if isinstance(asked, FinalField):
            yield asked.choose
        elif isinstance(asked, Choose):
            yield asked
            todo.extend((*sent, value) for value in reversed(asked.values))
