"""Everything that a user can learn about a game, for comparison between two worlds that they cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from werkzeug.test import TestResponse

from domain.game import ruleset
from tests.service.noninterference import (
    Secrecy,
    World,
    indistinguishable_outcomes,
    random_outcomes,
    set_up,
    some_steps,
    world,
)
from tests.service.sites import Person

Answer = tuple[str, int, list[tuple[str, str]], bytes]
Hear = Callable[[World, Person, list[Any], int], Iterator[Answer]]

STREAM = {"Accept": "text/event-stream", "Last-Event-ID": "0"}


def answers(found: World, asker: Person, probes: list[Any], every: int) -> Iterator[Answer]:
    """Yield all responses of the API to a user about a game, in the same order in every world."""
    yield from reads(found, asker, found.game, every)
    yield from decisions(asker, found.game, probes)
    branch = post(asker, f"/games/{found.game}/branches", {"name": "What if"})
    yield as_answer("open a branch", branch)
    if branch.status_code == 201:
        found.site.catch_up()
        yield from reads(found, asker, branch.json["id"], every)
        yield from decisions(asker, branch.json["id"], probes)


def reads(found: World, asker: Person, game: str, every: int) -> Iterator[Answer]:
    now = asker.get(f"/games/{game}")
    yield as_answer("", now)
    version = now.json["version"]
    paths = ["/state", "/board.svg", "/history", "/history?order=backward&limit=3", "/ledger", "/branches"]
    listed = asker.get(f"/games/{game}/drawings")
    yield as_answer("/drawings", listed)
    paths += [f"/drawings/{drawn['name']}.svg" for drawn in listed.json]
    paths += [
        "/chat",
        "/report",
        "/audit",
        "/export",
        "/choices",
        "/events?after=0",
        "/events?after=0&wait=1",
    ]
    paths += [f"/{what}?at={at}" for what in ("state", "board.svg", "audit") for at in range(0, version + 1, every)]
    paths += [f"/history/{at}{drawn}" for at in range(1, version + 1, every) for drawn in ("", "/drawing.svg")]
    for path in paths:
        yield as_answer(path, asker.get(f"/games/{game}{path}"))
    yield ("events", *_streamed(asker.get(f"/games/{game}/events", headers=STREAM)))
    for known in (1, version):
        yield as_answer(f"versions {known}", asker.get(f"/games/events?games={game}:{known}"))
    for which in ("all", "mine", "my_turn", "finished"):
        yield as_answer(which, asker.get(f"/games?filter={which}"))


def with_pages(found: World, asker: Person, probes: list[Any], every: int) -> Iterator[Answer]:
    """Yield the same responses, and those of the pages."""
    yield from answers(found, asker, probes, every)
    version = asker.get(f"/games/{found.game}").json["version"]
    for at in range(0, version + 1, every):
        yield page(asker, f"/games/{found.game}?at={at}")
        yield page(asker, f"/games/{found.game}/explanations/{at}")
    yield page(asker, f"/games/{found.game}/chat")
    for path in (f"/games/{found.game}", f"/games/{found.game}/audit", f"/games/{found.game}/branches", "/", "/games"):
        yield page(asker, path)


def page(asker: Person, path: str) -> Answer:
    return as_answer(path, asker.client.get(path, headers=asker.authorization))


def decisions(asker: Person, game: str, probes: list[Any]) -> Iterator[Answer]:
    """Yield the choices of each field of a command, dry runs of legal and illegal commands, and a stale move."""
    version = asker.get(f"/games/{game}").json["version"]
    yield as_answer("usual", asker.get(f"/games/{game}/board-choices"))
    picks: list[str] = []
    while (choice := asker.get(f"/games/{game}/choices", query_string={"picks": picks})).status_code == 200:
        yield as_answer(f"choices {picks}", choice)
        if "command" in choice.json:
            yield as_answer(
                f"foreseen {picks}", asker.get(f"/games/{game}/preview-drawings", query_string={"picks": picks})
            )
            for more in ({}, {"ends_turn": True}):
                tried = asker.on_version(game, "moves?dry_run=true", {"picks": picks} | more, version)
                yield as_answer(f"dry run {picks} {more}", tried)
            break
        for option in choice.json["options"]:
            tried = asker.get(f"/games/{game}/choices", query_string={"picks": [*picks, option["value"]]})
            yield as_answer(f"choices {[*picks, option['value']]}", tried)
        picks.append(choice.json["options"][-1]["value"])
    for command in probes:
        for more in ({}, {"ends_turn": True}):
            tried = asker.on_version(game, "moves?dry_run=true", {"command": command} | more, version)
            yield as_answer(f"dry run {command} {more}", tried)
    assert asker.get(f"/games/{game}").json["version"] == version, "a dry run changed the game"
    stale = asker.move(game, {"command": probes[0]}, version=1, **{"Idempotency-Key": f"stale-{game}"})
    yield as_answer("stale", stale)


def post(asker: Person, path: str, body: Any) -> TestResponse:
    return asker.post(path, body, headers={"Idempotency-Key": "the-same-in-every-world"})


def as_answer(what: str, answer: TestResponse) -> Answer:
    return what, answer.status_code, list(answer.headers), answer.data


def _streamed(answer: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    content = b""
    for chunk in answer.response:
        content += chunk if isinstance(chunk, bytes) else chunk.encode()
        if b": nothing new" in content:
            break
    return answer.status_code, list(answer.headers), content


_NUMBERS = [{"action": "call", "number": str(number), "call": "high"} for number in range(1, 10)]

PROBES: dict[str, list[dict[str, Any]]] = {
    "toy": [*_NUMBERS, {"action": "take_coins"}, {"action": "end_turn"}],
    "brass-birmingham": [
        *({"action": "pass", "card": card} for card in ("birmingham", "dudley", "coal_mine", "iron_works")),
        {"action": "end_turn"},
        {"action": "loan", "card": "wild_location"},
    ],
    "brass-lancashire": [
        *({"action": "pass", "card": card} for card in ("manchester", "wigan", "coal_mine", "port")),
        {"action": "end_turn"},
        {"action": "loan", "card": "manchester", "money": 30},
    ],
    "barrage": [
        {"action": "end_turn"},
        {"action": "pass"},
        {"action": "take_contract", "contract": "green-01"},
        *({"action": "use_space", "space": space} for space in ("CO-1/left", "PO-1", "WM-1/left")),
    ],
    "arkwright": [
        *({"action": action} for action in ("end_turn", "pass_action", "pass_development")),
        {"action": "advance", "track": "shipping"},
        {"action": "choose_factory", "good": "food"},
    ],
}
"""Commands tried in every position, most of them illegal: refusals could reveal something too."""


def compared(
    secrecy: Secrecy, seats: int, seed: int, length: int, viewer: int, hear: Hear = answers, every: int = 3
) -> int:
    """Play a game in two worlds that the viewer cannot tell apart, compare all responses, and return their number.

    ``every`` is the interval between the compared versions of the past.
    """
    chance = random.Random(seed)
    rules = ruleset(secrecy.rules)
    outcomes = random_outcomes(rules, seats, chance, secrecy.options)
    steps = some_steps(rules, set_up(rules, seats, outcomes, secrecy.options), length, chance)
    other = indistinguishable_outcomes(secrecy, seats, outcomes, steps, viewer, chance)
    with TemporaryDirectory() as directory:
        heard = []
        for name, chances in (("one", outcomes), ("other", other)):
            with world(Path(directory) / name, secrecy.rules, chances, seats, steps, secrecy.options) as found:
                asker = found.players[viewer] if viewer < len(found.players) else found.site.visitor()
                with found.certain():
                    heard.append(list(hear(found, asker, PROBES[secrecy.rules], every)))
    return the_same(*heard)


def the_same(heard: Sequence[Answer], otherwise: Sequence[Answer]) -> int:
    """Assert that the responses of both worlds are equal, and return their number."""
    for one, another in zip(heard, otherwise, strict=True):
        assert one == another, f"{one!r} instead of {another!r}"
    return len(heard)
