"""Translation: translators get every message and every name that whole games show."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain import refusals
from domain.game import Ruleset, Table, ruleset
from domain.message import Listing, Message, Part, Term, plain
from domain.verifiable_random import Seeded
from tests.catalogues import texts
from tests.domain.every_game.test_counting import GAMES as COUNTED
from tests.domain.every_game.test_counting import asked
from tests.domain.every_game.whole_games import moves

GAMES = [*COUNTED, ("barrage", 3, {"automas": ["normal", "overpowered"]})]
CODE = re.compile(r"[A-Z0-9]+([-/.:][A-Z0-9]+)*(-[a-d])?(/(left|right))?")
"""Ids of places and cards that are printed on the board: they are the same in every language."""


class Listener:
    """A ``say`` that remembers the messages that were shown."""

    def __init__(self) -> None:
        self.heard: set[tuple[str, str]] = set()

    def __call__(self, said: Message) -> str:
        self.hear(said)
        return plain(said)

    def hear(self, part: Part) -> None:
        match part:
            case Message(id=id, text=text, parts=parts):
                self.heard.update((id, each) for each in (text, part.plural) if isinstance(each, str))
                for each in parts.values():
                    self.hear(each)
            case Listing(items=items):
                for item in items:
                    self.hear(item)
            case Term(text=name):
                self.heard.add(("", name))


def shown_before_a_move(rules: Ruleset[Any], state: Any, seat: int, numbers: random.Random) -> Iterator[Message]:
    """Yield prompts, options, figures and reasons for what is impossible."""
    elements: set[str] = set()
    for choose in asked(rules, state, seat, numbers):
        yield choose.prompt
        yield from map(choose.label, choose.values)
        yield from filter(None, map(choose.cost, choose.values))
        elements.update(element for value in choose.values for element in choose.elements(value))
    for element in elements:
        yield from (each.detail for each in refusals.why_not(rules, state, seat, element))
    for option in refusals.impossible(rules, state, seat):
        yield option.label
        yield from (each.detail for each in refusals.why_not(rules, state, seat, refusals.ACTION + option.value))
    yield from (each.reason for each in rules.to_act(state))
    summary = rules.summary(state)
    yield summary.headline
    for figure in summary.figures:
        yield figure.label
        yield from (value for value in figure.values if isinstance(value, Message))


def shown_of_a_fact(rules: Ruleset[Any], state: Any, fact: Any, listener: Listener) -> None:
    """Hear the sentence of a fact, also in the future, its reasons and its points."""
    figures = rules.current_figures()
    said = rules.narrate(fact, figures, len(rules.standing(state).points))
    listener(said)
    if said.id in rules.futures:
        listener.hear(replace_text(said, rules.futures[said.id]))
    if chapter := rules.chapter(fact):
        listener(chapter.name)
    for what, _ in rules.scored(state, fact):
        listener(what)
    if explanation := rules.explain(fact, figures):
        for step in explanation.steps:
            listener(step.told)
        if explanation.draw:
            explanation.draw(listener)


def replace_text(said: Message, future: Message) -> Message:
    return Message(future.id, future.text, said.parts, future.plural)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES, ids=str)
def test_translators_get_every_text_of_a_game(name: str, seats: int, options: dict[str, Any]) -> None:
    rules, numbers, listener = ruleset(name), random.Random(name), Listener()
    table = Table(seats=seats, options=options, figures=rules.current_figures())
    started = rules.setup(table, Seeded(b"t" * 32))
    names = ("Ada", "Ben", "Cleo", "Dora")[:seats]
    listener(rules.narrate(started, table.figures, seats))
    for each in (*rules.notes, *rules.account_titles.values(), *(drawing.title for drawing in rules.drawings)):
        listener(each)

    def choose(state: Any, seat: int) -> Any:
        due = rules.by_rules(state)
        return due[1] if due else rules.bots["random"](rules, state, seat, numbers)

    for number, (state, seat, _, facts) in enumerate(moves(rules, rules.initial(started), choose)):
        if rules.by_rules(state) is None:
            for each in shown_before_a_move(rules, state, seat, numbers):
                listener(each)
        if number % 40 == 0:
            rules.draw(rules.view(state, seat), names, listener)
            for drawing in rules.drawings:
                drawing.draw(rules.view(state, seat), names, listener)
            rules.draw_seat(rules.view(state, seat), seat, names, listener)
            if rules.draw_seat_preview:
                before = rules.view(rules.initial(started), seat)
                rules.draw_seat_preview(before, rules.view(state, seat), seat, names, listener)
        for fact in facts:
            shown_of_a_fact(rules, state, fact, listener)
    if decided := rules.standing(state).decided_by:
        listener(decided)
    missing = listener.heard - texts()
    assert {each for each in missing if each[0] or not CODE.fullmatch(each[1])} == set()
    assert len(listener.heard) > 150


def test_a_name_that_no_source_has_is_missing() -> None:
    assert ("", "Stoke-on-Trent") in texts()
    assert ("", "Nowhere-on-Trent") not in texts()
