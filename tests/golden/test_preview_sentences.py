"""Sentences of previews: every one in recorded games has a future form, with the same placeholders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from domain.game import Ruleset, rulesets
from domain.message import Listing, Message, in_future_tense
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


def messages_within(sentence: object) -> Iterator[Message]:
    if isinstance(sentence, Message):
        yield sentence
        for part in sentence.parts.values():
            yield from messages_within(part)
    if isinstance(sentence, Listing):
        for item in sentence.items:
            yield from messages_within(item)


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
def test_future_sentences_have_the_same_placeholders(rules: str) -> None:
    futures = rulesets()[rules].futures
    assert futures
    texts = dict(messages())
    assert [then for id, then in futures.items() if gaps(then.text) != gaps(texts[id])] == []


@pytest.mark.parametrize("log", logs.LOGS, ids=logs.name_of)
def test_every_preview_sentence_has_a_future_form(log: Path) -> None:
    game = logs.game_of(logs.lines_of(log))
    rules = game.ruleset
    futures = {then.id for then in rules.futures.values()}
    facts = [each.fact for each in game.records if foreseeable(rules, each.fact)]
    previews = [
        in_future_tense(rules.narrate(fact, game.figures, game.table.opened.seats), rules.futures) for fact in facts
    ]
    assert previews
    sentences = {each.id for sentence in previews for each in messages_within(sentence) if each.text.endswith(".")}
    assert sentences - futures - TIMELESS == set()
