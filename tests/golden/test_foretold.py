"""Sentences of previews: every one in recorded games can be said before the move, with the same gaps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from domain.game import Ruleset, rulesets
from domain.message import Listing, Message, foretold
from tests.golden import logs

TIMELESS = {
    "{first} {then}",
    # Barrage
    "New drops on headstream {headstream}: {count}.",
    "Drops put into the dam on {site}: {count}.",
    "Back from the wheel to {seat}: {what}.",
    "Into the open segment of {seat}: {what}.",
    "Turned face up: {items}.",
    "Out of the game: {items}.",
    "Discarded: {items}.",
    "An effect for {seat}: {source}.",
    # Arkwright
    "Back to the supply: {cards}.",
    "Back into the bag: {markers}.",
    "Ready again: {cards}.",
    "Final ranking: {places}.",
    "Achievements: {names}.",
    "Automa {colour}: {shares} × £{value} = {score}.",
    "{seat}: goods sold: {goods} for £{income}; shares bought: {bought} for £{paid}; shares lost for loans: {loans}; "
    "share value lost for shipping: £{loss}; {shares} × £{value} = {score}, £{funds} left.",
    "Production of {good}: {seats}.",
    "Costs of {good}: {lines}; in all £{total}.",
    "Emergency loans taken: {loans} at £{each}, £{money} in all.",
    "Income: £{income}.",
    "Income: £{income}; shipping tokens put down: {tokens}.",
    "Lost in warehouses that were taken away: {items}.",
    "Paid: £{paid}; loss: £{loss}.",
    "Paid: £{paid}; profit: £{profit}.",
    "Shipped: {shipped} at £{price} = £{income}; ships used: {ships}, shipping tokens put down: {tokens}.",
    "Shipping tokens spared by the trading office: {spared}.",
    "Sold with them out of warehouses: {sold} of {before}.",
    "{limit}; sold at home: {sold} at £{price} = £{income}.",
}
"""Sentences without a verb, which are the same before and after."""

RULESETS = sorted(set(rulesets()) - {"toy"})


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
    assert [told for told, then in futures.items() if gaps(told) != gaps(then) or told == then] == []


@pytest.mark.parametrize("log", logs.LOGS, ids=logs.name_of)
def test_no_sentence_of_a_move_stays_in_the_past(log: Path) -> None:
    game = logs.game_of(logs.lines_of(log))
    rules, futures = game.ruleset, set(game.ruleset.futures.values())
    facts = [each.fact for each in game.records if foreseeable(rules, each.fact)]
    told = [foretold(rules.narrate(fact, game.figures), rules.futures) for fact in facts]
    assert told
    sentences = {each.text for said in told for each in messages(said) if each.text.endswith(".")}
    assert sentences - futures - TIMELESS == set()
