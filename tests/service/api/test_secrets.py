"""Two worlds that differ only in what a seat cannot know give that seat byte-identical answers on every endpoint."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from domain.game import ruleset
from tests.service.sites import Person
from tests.service.worlds import (
    ARKWRIGHT,
    BARRAGE,
    BIRMINGHAM,
    LANCASHIRE,
    TOY,
    Secrecy,
    World,
    drawn,
    known,
    otherwise,
    set_up,
    some_steps,
    world,
)

Answer = tuple[str, int, list[tuple[str, str]], bytes]

STREAM = {"Accept": "text/event-stream", "Last-Event-ID": "0"}


def answers(found: World, asker: Person, commands: list[Any]) -> Iterator[Answer]:
    """Everything the asker can get to hear, in the same order in every world."""
    yield from _reads(found, asker, found.game)
    yield from _decisions(asker, found.game, commands)
    branch = _post(asker, f"/games/{found.game}/branches", {"name": "What if"})
    yield _as_told("open a branch", branch)
    if branch.status_code == 201:
        found.site.catch_up()
        yield from _reads(found, asker, branch.json["id"])
        yield from _decisions(asker, branch.json["id"], commands)


def _reads(found: World, asker: Person, game: str) -> Iterator[Answer]:
    version = asker.get(f"/games/{game}").json["version"]
    paths = ["", "/state", "/board.svg", "/history", "/history?order=backward&limit=3", "/ledger", "/branches"]
    paths += ["/audit", "/export", "/choices", "/events?after=0", "/events?after=0&wait=1"]
    paths += [f"/{what}?at={at}" for what in ("state", "board.svg", "audit") for at in range(0, version + 1, 3)]
    for path in paths:
        yield _as_told(path, asker.get(f"/games/{game}{path}"))
    yield ("events", *_streamed(asker.get(f"/games/{game}/events", headers=STREAM)))
    for which in ("all", "mine", "my_turn", "finished"):
        yield _as_told(which, asker.get(f"/games?filter={which}"))


def _decisions(asker: Person, game: str, commands: list[Any]) -> Iterator[Answer]:
    """Each field's choices on the way to a command, dry runs of what is legal and of what is not, a stale move."""
    picks: list[str] = []
    while (choice := asker.get(f"/games/{game}/choices", query_string={"picks": picks})).status_code == 200:
        yield _as_told(f"choices {picks}", choice)
        if "command" in choice.json:
            yield _as_told(f"dry run {picks}", asker.on_version(game, "moves?dry_run=true", {"picks": picks}))
            break
        for option in choice.json["options"]:
            tried = asker.get(f"/games/{game}/choices", query_string={"picks": [*picks, option["value"]]})
            yield _as_told(f"choices {[*picks, option['value']]}", tried)
        picks.append(choice.json["options"][-1]["value"])
    for command in commands:
        yield _as_told(f"dry run {command}", asker.on_version(game, "moves?dry_run=true", {"command": command}))
    yield _as_told("stale", asker.move(game, {"command": commands[0]}, version=1))


def _post(asker: Person, path: str, body: Any) -> TestResponse:
    return asker.post(path, body, headers={"Idempotency-Key": "the-same-in-every-world"})


def _as_told(what: str, answer: TestResponse) -> Answer:
    return what, answer.status_code, list(answer.headers), answer.data


def _streamed(answer: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    told = b""
    for chunk in answer.response:
        told += chunk if isinstance(chunk, bytes) else chunk.encode()
        if b": nothing new" in told:
            break
    return answer.status_code, list(answer.headers), told


def compare(secrecy: Secrecy, seats: int, seed: int, length: int, viewer: int, commands: list[Any]) -> None:
    """Play a game, imagine another that the viewer cannot tell from it, and compare all answers."""
    chance = random.Random(seed)
    rules = ruleset(secrecy.rules)
    outcomes = drawn(rules, seats, chance)
    steps = some_steps(rules, set_up(rules, seats, outcomes), length, chance)
    other = otherwise(secrecy, seats, outcomes, steps, viewer, chance)
    with TemporaryDirectory() as directory:
        heard = []
        for name, chances in (("one", outcomes), ("other", other)):
            with world(Path(directory) / name, secrecy.rules, chances, seats, steps) as found:
                asker = found.players[viewer] if viewer < seats else found.site.visitor()
                heard.append(list(answers(found, asker, commands)))
    for one, another in zip(*heard, strict=True):
        assert one == another


UNSHRUNK = settings(deadline=None, derandomize=True, database=None, phases=[Phase.generate])
"""A smaller seed is no simpler game."""

NUMBERS = [{"action": "call", "number": str(number), "call": "high"} for number in range(1, 10)]
TOY_COMMANDS = [*NUMBERS, {"action": "take_coins"}, {"action": "end_turn"}]
BIRMINGHAM_COMMANDS = [{"action": "pass", "card": card} for card in ("birmingham", "dudley", "coal_mine", "iron_works")]
BIRMINGHAM_COMMANDS += [{"action": "end_turn"}, {"action": "loan", "card": "wild_location"}]

LANCASHIRE_COMMANDS = [{"action": "pass", "card": card} for card in ("manchester", "wigan", "coal_mine", "port")]
LANCASHIRE_COMMANDS += [{"action": "end_turn"}, {"action": "loan", "card": "manchester", "money": 30}]

BARRAGE_COMMANDS = [{"action": "end_turn"}, {"action": "pass"}, {"action": "take_contract", "contract": "green-01"}]
BARRAGE_COMMANDS += [{"action": "use_space", "space": space} for space in ("CO-1/left", "PO-1", "WM-1/left")]

ARKWRIGHT_COMMANDS = [{"action": action} for action in ("end_turn", "pass_action", "pass_development")]
ARKWRIGHT_COMMANDS += [{"action": "advance", "track": "shipping"}, {"action": "choose_factory", "good": "food"}]


@settings(UNSHRUNK, max_examples=12)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 14), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_the_toy_game(
    seed: int, length: int, viewer: int
) -> None:
    compare(TOY, 2, seed, length, viewer, TOY_COMMANDS)


@pytest.mark.rule("BB-4.9")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_birmingham(seed: int, length: int, viewer: int) -> None:
    compare(BIRMINGHAM, 2, seed, length, viewer, BIRMINGHAM_COMMANDS)


@pytest.mark.rule("BL-16.1")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_lancashire(seed: int, length: int, viewer: int) -> None:
    compare(LANCASHIRE, 2, seed, length, viewer, LANCASHIRE_COMMANDS)


@pytest.mark.rule("BA-2.8", "BA-2.12", "BA-17.5")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_barrage(seed: int, length: int, viewer: int) -> None:
    compare(BARRAGE, 2, seed, length, viewer, BARRAGE_COMMANDS)


@pytest.mark.rule("AW-S.11", "AW-S.18")
@settings(UNSHRUNK, max_examples=5)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 1))
def test_no_answer_tells_the_player_or_a_visitor_what_is_hidden_in_a_solo_game(
    seed: int, length: int, viewer: int
) -> None:
    compare(ARKWRIGHT, 1, seed, length, viewer, ARKWRIGHT_COMMANDS)


def test_the_worlds_do_differ_in_the_bags_of_a_solo_game() -> None:
    chance = random.Random(5)
    outcomes = drawn(ruleset("arkwright"), 1, chance)
    other = otherwise(ARKWRIGHT, 1, outcomes, (), 0, chance)
    one, another = (
        msgspec.to_builtins(set_up(ruleset("arkwright"), 1, chances))["solo"] for chances in (outcomes, other)
    )
    assert one["bags"] != another["bags"]
    assert one["tracks"] != another["tracks"]
    assert one["display"] == another["display"]


def test_the_worlds_do_differ_in_the_piles_of_barrage() -> None:
    chance = random.Random(5)
    outcomes = drawn(ruleset("barrage"), 2, chance)
    other = otherwise(BARRAGE, 2, outcomes, (), 0, chance)
    one, another = (msgspec.to_builtins(set_up(ruleset("barrage"), 2, chances)) for chances in (outcomes, other))
    assert one["piles"] != another["piles"]
    assert one["renewal_key"] != another["renewal_key"]
    assert one["displays"] == another["displays"]


@pytest.mark.parametrize("secrecy", [TOY, BIRMINGHAM, LANCASHIRE], ids=lambda secrecy: secrecy.rules)
def test_the_worlds_do_differ_in_hands_and_deck(secrecy: Secrecy) -> None:
    """Otherwise the comparison would prove nothing."""
    chance = random.Random(5)
    rules = ruleset(secrecy.rules)
    outcomes = drawn(rules, 2, chance)
    steps = some_steps(rules, set_up(rules, 2, outcomes), 6, chance)
    other = otherwise(secrecy, 2, outcomes, steps, 0, chance)
    one, another = (msgspec.to_builtins(set_up(rules, 2, chances)) for chances in (outcomes, other))
    assert one["deck"] != another["deck"]
    assert one["hands"][0] == another["hands"][0]
    assert one["hands"][1] != another["hands"][1]
    assert known(secrecy, 2, outcomes, steps, 0) == known(secrecy, 2, other, steps, 0)
