"""Translation: the catalogues contain every message and name that complete games show."""

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
from tests.domain.every_game.test_plurals import GAMES as COUNTED
from tests.domain.every_game.test_plurals import asked
from tests.domain.every_game.whole_games import moves

GAMES = [*COUNTED, ("barrage", 3, {"automas": ["normal", "overpowered"]})]
CODE = re.compile(r"[A-Z0-9]+([-/.:][A-Z0-9]+)*(-[a-d])?(/(left|right))?")
"""Ids of places and cards, which are printed on the board and the same in every language."""


class Recorder:
    """A ``say`` that records the messages shown."""

    def __init__(self) -> None:
        self.recorded: set[tuple[str, str]] = set()

    def __call__(self, message: Message) -> str:
        self.record(message)
        return plain(message)

    def record(self, part: Part) -> None:
        match part:
            case Message(id=id, text=text, parts=parts):
                self.recorded.update((id, each) for each in (text, part.plural) if isinstance(each, str))
                for each in parts.values():
                    self.record(each)
            case Listing(items=items):
                for item in items:
                    self.record(item)
            case Term(text=name):
                self.recorded.add(("", name))


def shown_before_a_move(rules: Ruleset[Any], state: Any, seat: int, numbers: random.Random) -> Iterator[Message]:
    """Yield the prompts, options, figures and refusals shown before a move."""
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


def record_fact(rules: Ruleset[Any], state: Any, fact: Any, recorder: Recorder) -> None:
    """Record the narration of a fact, its preview, chapter, points and explanation."""
    figures = rules.current_figures()
    message = rules.narrate(fact, figures, len(rules.standing(state).points))
    recorder(message)
    if message.id in rules.futures:
        recorder.record(replace_text(message, rules.futures[message.id]))
    if chapter := rules.chapter(fact):
        recorder(chapter.name)
    for source, _ in rules.scored(state, fact):
        recorder(source)
    if explanation := rules.explain(fact, figures):
        for step in explanation.steps:
            recorder(step.text)
        if explanation.draw:
            explanation.draw(recorder)


def replace_text(message: Message, future: Message) -> Message:
    return Message(future.id, future.text, message.parts, future.plural)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES, ids=str)
def test_catalogues_contain_every_text_of_a_game(name: str, seats: int, options: dict[str, Any]) -> None:
    rules, numbers, recorder = ruleset(name), random.Random(name), Recorder()
    table = Table(seats=seats, options=options, figures=rules.current_figures())
    started = rules.setup(table, Seeded(b"t" * 32))
    names = ("Ada", "Ben", "Cleo", "Dora")[:seats]
    recorder(rules.narrate(started, table.figures, seats))
    for each in (*rules.notes, *rules.account_titles.values(), *(drawing.title for drawing in rules.drawings)):
        recorder(each)

    def choose(state: Any, seat: int) -> Any:
        due = rules.by_rules(state)
        return due[1] if due else rules.bots["random"](rules, state, seat, numbers)

    for number, (state, seat, _, facts) in enumerate(moves(rules, rules.initial(started), choose)):
        if rules.by_rules(state) is None:
            for each in shown_before_a_move(rules, state, seat, numbers):
                recorder(each)
        if number % 40 == 0:
            rules.draw(rules.view(state, seat), names, recorder)
            for drawing in rules.drawings:
                drawing.draw(rules.view(state, seat), names, recorder)
            rules.draw_seat(rules.view(state, seat), seat, names, recorder)
            if rules.draw_seat_preview:
                before = rules.view(rules.initial(started), seat)
                rules.draw_seat_preview(before, rules.view(state, seat), seat, names, recorder)
        for fact in facts:
            record_fact(rules, state, fact, recorder)
    if decided := rules.standing(state).decided_by:
        recorder(decided)
    missing = recorder.recorded - texts()
    assert {each for each in missing if each[0] or not CODE.fullmatch(each[1])} == set()
    assert len(recorder.recorded) > 150


def test_catalogues_do_not_contain_unknown_names() -> None:
    assert ("", "Stoke-on-Trent") in texts()
    assert ("", "Nowhere-on-Trent") not in texts()
