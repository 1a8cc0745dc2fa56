"""Everything that users can learn about a shared branch and its continuations, compared between two worlds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest import mock

import msgspec
from werkzeug.test import TestResponse

from domain.game import Command, ruleset
from service.presenters import pictures
from tests.service.attacks.visible_information import Answer, as_answer, decisions, page, post, reads, the_same
from tests.service.noninterference import (
    Secrecy,
    World,
    indistinguishable_outcomes,
    random_outcomes,
    same_steps,
    set_up,
    some_steps,
    world,
)
from tests.service.sites import Person

OWNER = 0
"""The seat that shares a branch."""

SELDOM = 1000
"""The interval between compared versions of a branch's past: only the start is compared."""

MOVES = 6
"""The number of moves in the shared branch."""

PLAYED = "for real"
"""Marks responses to dry runs of playing a branch in its game."""


@dataclass
class WithLink(Person):
    """A user with the link of a branch, which is sent with every request that accepts it."""

    line: str = ""
    invite: str = ""

    def _send(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> TestResponse:
        path, _, query = path.partition("?")
        asked = dict(each.split("=", 1) for each in query.split("&") if each)
        if path == "/games/events":
            asked = {name: f"{each}:{self.invite}" if self.line in each else each for name, each in asked.items()}
        elif self.line in path and not path.endswith("/moves"):  # Moves accept no invitation.
            asked["invite"] = self.invite
        return super()._send(method, path, headers, query_string={**more.pop("query_string", {}), **asked}, **more)


@dataclass
class Shared:
    """A branch of a world's first player, and its link."""

    world: World
    line: str
    invite: str

    @property
    def owner(self) -> Person:
        return self.world.players[OWNER]

    @property
    def position(self) -> Any:
        handler = self.world.site.services.handler
        return handler.games.position(handler.games.game(self.line))

    def played(self, steps: Sequence[tuple[int, Command]]) -> None:
        """Make these moves in the branch as its owner, then undo and redo the last one."""
        for number, (seat, command) in enumerate(steps):
            body = {"seat": seat, "command": msgspec.to_builtins(command)}
            made = self.owner.move(self.line, body, **{"Idempotency-Key": f"shared-{number}"})
            assert made.status_code == 200, made.text
        for what in ("undo", "redo") if steps else ():
            made = self.owner.on_version(self.line, what, {}, **{"Idempotency-Key": f"shared-{what}"})
            assert made.status_code == 200, made.text
        self.world.site.catch_up()

    def bearer(self, person: Person) -> WithLink:
        return WithLink(person.client, person.name, person.id, person.token, self.line, self.invite)


def shared_in(found: World) -> Shared:
    """Open a branch of the present position as the first player, share it, and return it."""
    owner = found.players[OWNER]
    line = str(post(owner, f"/games/{found.game}/branches", {"name": "What if"}).json["id"])
    return Shared(found, line, owner.put(f"/games/{line}/share-link", None).json["invite"])


def heard_by_all(secrecy: Secrecy, shared: Shared, viewer: int, probes: Sequence[Any]) -> Iterator[Answer]:
    """Yield the responses to all users who know no more than this viewer, while the link is valid and afterwards."""
    site, players = shared.world.site, shared.world.players
    strangers = [site.person("Emil"), site.visitor()]
    knowing = players[viewer : viewer + 1] if secrecy.hides_hands else players
    for person in knowing if secrecy.hides_hands and viewer == OWNER else [*knowing, *strangers]:
        mine = person is shared.owner
        asker = person if mine else shared.bearer(person)
        yield from _of_line(shared, asker, probes)
        yield from _continued(shared, asker, f"of {person.name}", probes)
    yield as_answer("end", shared.owner.delete(f"/games/{shared.line}/share-link"))
    for person in strangers:
        for key, asker in (("closed", person), ("closed by link", shared.bearer(person))):
            for path in ("", "/state", "/history", "/export", "/events?after=0"):
                yield as_answer(f"closed {path}", asker.get(f"/games/{shared.line}{path}"))
            yield as_answer("closed branch", _branch(asker, shared.line, key, {}))


def _of_line(shared: Shared, asker: Person, probes: Sequence[Any]) -> Iterator[Answer]:
    """Yield the responses about the branch itself: data, pages, choices, and dry runs of playing it in the game."""
    line, invite = shared.line, shared.invite if isinstance(asker, WithLink) else ""
    yield from reads(shared.world, asker, line, SELDOM)
    yield from _pages(asker, line, invite)
    yield from decisions(asker, line, list(probes[:2]))
    yield from _played_for_real(asker, shared.world.game, line, invite)


def _pages(asker: Person, line: str, invite: str) -> Iterator[Answer]:
    ledgers = [f"/ledger/{account}/{OWNER}" for account in asker.get(f"/games/{line}/ledger").json["balances"]]
    for path in ("", "/audit", "/report", *ledgers, "/history", "/branches", "/board.png", "/animation/0.svg"):
        yield page(asker, f"/games/{line}{path}?invite={invite}")


def _played_for_real(asker: Person, game: str, line: str, invite: str = "") -> Iterator[Answer]:
    version = asker.get(f"/games/{game}").json["version"]
    play = f"moves/from-branch?dry_run=true{f'&invite={invite}' if invite else ''}"
    for seat in (0, 1):
        yield page(asker, f"/games/{game}/branches/{line}/play?seat={seat}&invite={invite}")
        body = {"branch": line, "seat": seat}
        yield as_answer(f"{PLAYED} {seat}", asker.on_version(game, play, body, version))


def _continued(shared: Shared, asker: Person, key: str, probes: Sequence[Any]) -> Iterator[Answer]:
    """Yield the responses about branches of the branch: at its start, at its end, nested, and opened by a page."""
    first = _branch(asker, shared.line, f"{key} 1", {"at": 1})
    now = _branch(asker, shared.line, f"{key} 2", {})
    for opened in (first, now):
        yield as_answer("continued", opened)
    if now.status_code != 201:
        return
    shared.world.site.catch_up()
    yield from reads(shared.world, asker, first.json["id"], SELDOM)
    yield from _gone_on(shared, asker, now.json["id"], probes)
    nested = _branch(asker, now.json["id"], f"{key} 3", {})
    yield as_answer("nested", nested)
    shared.world.site.catch_up()
    for path in ("", "/state", "/history", "/export"):
        yield as_answer(f"nested {path}", asker.get(f"/games/{nested.json['id']}{path}"))
    form = {"at": "1", "name": "By a page", "invite": shared.invite}
    headers = {**asker.authorization, "Origin": "http://localhost"}
    by_page = asker.client.post(f"/games/{shared.line}/branch", data=form, headers=headers)
    yield as_answer("continued by a page", by_page)
    opened = by_page.headers.get("Location", "").rpartition("/")[2]
    yield as_answer("continued by a page", asker.get(f"/games/{opened}/state"))


def _gone_on(shared: Shared, asker: Person, line: str, probes: Sequence[Any]) -> Iterator[Answer]:
    """Yield the responses about the user's own branch: data, choices, bots' moves, and dry runs in the game."""
    yield from reads(shared.world, asker, line, SELDOM)
    yield from decisions(asker, line, list(probes))
    bots = ruleset(asker.get(f"/games/{line}").json["ruleset"]).bots
    for number, bot in enumerate(sorted(bots)):
        headers = {"Idempotency-Key": f"bot-{line}-{number}"}
        yield as_answer(f"by {bot}", asker.on_version(line, "moves/by-bot", {"bot": bot}, **headers))
    shared.world.site.catch_up()
    for path in ("/state", "/history", "/export", "/board.svg"):
        yield as_answer(path, asker.get(f"/games/{line}{path}"))
    yield from _played_for_real(asker, shared.world.game, line)


def _branch(asker: Person, line: str, key: str, body: dict[str, Any]) -> TestResponse:
    headers = {"Idempotency-Key": key.replace(" ", "-")}
    return asker.post(f"/games/{line}/branches", {"name": "Further", **body}, headers=headers)


class Compared(NamedTuple):
    """The numbers of compared responses, of previews of playing a branch among them, and of moves in the shared branch;
    and whether the branch started from different positions.
    """

    answers: int
    previews: int
    moves: int
    differed: bool


def compared_when_shared(
    secrecy: Secrecy, seats: int, seed: int, length: int, viewer: int, probes: Sequence[Any]
) -> Compared:
    """Share a branch in two worlds that the viewer cannot tell apart, and compare all responses.

    A viewer beyond the seats is a spectator; information hidden from them is hidden from all.
    """
    chance = random.Random(seed)
    rules = ruleset(secrecy.rules)
    outcomes = random_outcomes(rules, seats, chance, secrecy.options)
    steps = some_steps(rules, set_up(rules, seats, outcomes, secrecy.options), length, chance)
    other = indistinguishable_outcomes(secrecy, seats, outcomes, steps, viewer, chance)
    with TemporaryDirectory() as directory, ExitStack() as open_worlds, _equal_pictures_painted_once():
        shared = []
        for name, chances in (("one", outcomes), ("other", other)):
            opened = world(Path(directory) / name, secrecy.rules, chances, seats, steps, secrecy.options)
            found = open_worlds.enter_context(opened)
            with found.certain():
                shared.append(shared_in(found))
        one, another = (each.position for each in shared)
        moves = same_steps(secrecy, [one, another], OWNER if viewer == OWNER else seats, MOVES, chance)
        heard = []
        for each in shared:
            with each.world.certain():
                each.played(moves)
                heard.append(list(heard_by_all(secrecy, each, viewer, probes)))
    previews = sum(what.startswith(PLAYED) and status == 200 for what, status, *_ in heard[0])
    return Compared(the_same(*heard), previews, len(moves), one != another)


def _equal_pictures_painted_once() -> AbstractContextManager[Any]:
    """Return a context that paints the PNG of equal drawings only once: it depends only on the drawing."""
    return mock.patch.object(pictures, "_painted", cache(pictures._painted))
