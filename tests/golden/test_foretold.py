"""Sentences of previews: every one in recorded games can be said before the move, with the same placeholders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from domain.game import Ruleset, rulesets
from domain.message import Listing, Message, foretold
from tests.golden import logs
from tests.messages import messages

TIMELESS = {
    "arkwright.achievements-reached",
    "arkwright.cards-made-ready",
    "arkwright.cards-returned-to-supply",
    "arkwright.early-shipping-income",
    "arkwright.factory-costs",
    "arkwright.final-ranking",
    "arkwright.lost-goods-with-warehouses",
    "arkwright.markers-returned-to-bag",
    "arkwright.paid-with-loss",
    "arkwright.paid-with-profit",
    "arkwright.received-income",
    "arkwright.shipped",
    "arkwright.sold-at-home",
    "arkwright.sold-from-warehouses",
    "arkwright.stored-and-lost",
    "arkwright.took-emergency-loans",
    "barrage.contracts-discarded",
    "barrage.items-removed-from-game",
    "barrage.items-turned-face-up",
    "game.consecutive-sentences",
}
"""Messages without a verb, which are the same before and after."""

RULESETS = sorted(set(rulesets()) - {"toy"})


def within(said: object) -> Iterator[Message]:
    if isinstance(said, Message):
        yield said
        for part in said.parts.values():
            yield from within(part)
    if isinstance(said, Listing):
        for item in said.items:
            yield from within(item)


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def foreseeable(rules: Ruleset[Any], fact: object) -> bool:
    """Return whether a fact is foreseeable: not the start, nor an automa's turn in Barrage, which begins with an
    unknown card.
    """
    return (
        isinstance(fact, rules.facts)
        and type(fact) is not rules.started
        and ".barrage.automa." not in type(fact).__module__
    )


@pytest.mark.parametrize("rules", RULESETS)
def test_a_future_has_the_gaps_of_its_past(rules: str) -> None:
    futures = rulesets()[rules].futures
    assert futures
    texts = dict(messages())
    assert [then for id, then in futures.items() if gaps(then.text) != gaps(texts[id])] == []


@pytest.mark.parametrize("log", logs.LOGS, ids=logs.name_of)
def test_no_sentence_of_a_move_stays_in_the_past(log: Path) -> None:
    game = logs.game_of(logs.lines_of(log))
    rules = game.ruleset
    futures = {then.id for then in rules.futures.values()}
    facts = [each.fact for each in game.records if foreseeable(rules, each.fact)]
    told = [foretold(rules.narrate(fact, game.figures, game.table.opened.seats), rules.futures) for fact in facts]
    assert told
    sentences = {each.id for said in told for each in within(said) if each.text.endswith(".")}
    assert sentences - futures - TIMELESS == set()
