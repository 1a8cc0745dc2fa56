"""Every sentence of the recorded games of Brass can be said before it happens, with the same gaps."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

import pytest

from domain.game import rulesets
from domain.message import Listing, Message, foretold
from tests.golden import logs

BRASS = [log for log in logs.LOGS if logs.name_of(log).startswith(("birmingham-", "lancashire-"))]
UNFORETOLD = {"{first} {then}"}


def messages(said: object) -> Iterator[Message]:
    if isinstance(said, Message):
        yield said
        for part in said.parts.values():
            yield from messages(part)
    if isinstance(said, Listing):
        for item in said.items:
            yield from messages(item)


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("rules", ["brass-birmingham", "brass-lancashire"])
def test_a_future_has_the_gaps_of_its_past(rules: str) -> None:
    futures = rulesets()[rules].futures
    assert futures
    assert [told for told, then in futures.items() if gaps(told) != gaps(then) or told == then] == []


@pytest.mark.parametrize("log", BRASS, ids=logs.name_of)
def test_no_sentence_of_a_move_stays_in_the_past(log: object) -> None:
    game = logs.game_of(logs.lines_of(log))  # type: ignore[arg-type]
    rules, futures = game.ruleset, set(game.ruleset.futures.values())
    facts = [each.fact for each in game.records if isinstance(each.fact, rules.facts)]
    told = [foretold(rules.narrate(fact, game.figures), rules.futures) for fact in facts[1:]]
    assert told
    sentences = {each.text for said in told for each in messages(said) if each.text.endswith(".")}
    assert sentences - futures - UNFORETOLD == set()
