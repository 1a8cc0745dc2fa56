"""Singular and plural in texts for players, at every step of whole games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.game import Choose, FinalField, Ruleset, Table, ruleset
from domain.message import Message, Seat, plain
from domain.verifiable_random import Seeded

ONE_WITH_PLURAL = re.compile(
    r"(?<!level )\b1 (engineers|credits|excavators|mixers|contracts|dams|drops|income levels|tiles|worker cards|cards"
    r"|goods|ships|shares|loans|machines|points|barrels|cubes|links|are|need)\b"
)
GAMES = [
    ("arkwright", 1, {}),
    ("arkwright", 2, {"open_card_pool": True, "free_start": True, "extra_production": True, "early_shipping": True}),
    ("arkwright", 4, {}),
    ("barrage", 3, {"rules": "expert", "external_works": True, "private_buildings": True, "leeghwater_officers": True}),
    ("brass-birmingham", 3, {}),
    ("brass-lancashire", 3, {}),
]


def asked(rules: Ruleset[Any], state: Any, seat: int, numbers: random.Random) -> Iterator[Choose]:
    """Yield the questions that lead to a random command."""
    script = rules.script(state, seat)
    try:
        choose = next(script)
        while True:
            yield choose
            choose = script.send(numbers.choice(choose.values))
    except StopIteration as stop:
        if isinstance(stop.value, FinalField):
            yield stop.value.choose


def messages_of_a_game(rules: Ruleset[Any], seats: int, options: dict[str, Any]) -> Iterator[Message]:
    """Yield the prompts, option labels, costs and narration of a game between random bots."""
    numbers = random.Random(1)
    figures = rules.current_figures()
    facts = [rules.setup(Table(seats=seats, options=options, figures=figures), Seeded(b"x" * 32))]
    state = rules.initial(facts[0])
    while True:
        for fact in facts:
            yield rules.narrate(fact, figures, seats)
        if not (waiting := rules.to_act(state)):
            return
        seat = waiting[0].seat
        for choose in asked(rules, state, seat, numbers):
            yield choose.prompt
            yield from map(choose.label, choose.values)
            yield from filter(None, map(choose.cost, choose.values))
        command = rules.bots["random"](rules, state, seat, numbers)
        facts = rules.decide(state, seat, command)
        for fact in facts:
            rules.apply(state, fact)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_one_is_never_followed_by_a_plural(name: str, seats: int, options: dict[str, Any]) -> None:
    texts = {plain(with_letters(message)) for message in messages_of_a_game(ruleset(name), seats, options)}
    assert len(texts) > 100
    assert {message for message in texts if ONE_WITH_PLURAL.search(message)} == set()


def with_letters(message: Message) -> Message:
    """Return the message with letters instead of player numbers, which are not counts."""
    letters = {name: "ABCD"[part.seat] if isinstance(part, Seat) else part for name, part in message.parts.items()}
    return Message(message.id, message.text, letters, message.plural)
