"""Users who read pages without scripts, and bots that move games on for tests."""

from __future__ import annotations

import html
import random
import re
from dataclasses import dataclass
from typing import Any

import msgspec
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain import play
from domain.game import Command, Ruleset
from service.usecases import moves
from service.usecases.command_handler import CommandContext
from tests.service.sites import Site


@dataclass
class Reader:
    """A user who reads pages and sends forms, without scripts."""

    site: Site
    client: FlaskClient

    def get(self, path: str) -> TestResponse:
        self.site.catch_up()
        return self.client.get(path)

    def send(self, path: str, **form: object) -> TestResponse:
        """Send a form from this site, and return the response, or the page to which it redirects."""
        origin = {"Origin": "http://localhost"}
        answer = self.client.post(path, data=form, headers=origin)
        self.site.catch_up()
        return self.client.get(answer.location) if answer.status_code == 303 else answer

    def registered(self, name: str) -> Reader:
        assert self.send("/sign-up", name=name, password=f"password of {name}").status_code == 200
        return self


def text_of(answer: TestResponse) -> str:
    """Return the text of a page, without markup."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.text)))


def faults_in(answer: TestResponse) -> list[tuple[str, str]]:
    """Return the fields that a refused form marks, each with its reason."""
    found = re.findall(r'<div class="fault" id="fault-([\w-]+)" role="alert">(.*?)</div>', answer.text)
    return [(field, html.unescape(reason)) for field, reason in found]


def shown_number(shown: str) -> int:
    """Parse a number that a page shows with a minus sign; an empty text is zero."""
    return int(shown.replace("−", "-").replace("±", "") or 0)


def link_in(answer: TestResponse, words: str) -> str:
    """Return the target of the first link with these words."""
    found = re.search(rf'href="([^"]*)">{words}</a>', answer.text)
    assert found is not None
    return html.unescape(found[1])


def play_moves(site: Site, address: str, count: int, bot: str = "greedy") -> None:
    """Let a bot make this number of moves for the players, or fewer if the game ends."""
    handler = site.services.handler
    game = handler.games.game(address.rpartition("/")[2])
    for _ in range(count):
        position = handler.games.position(game)
        if not (waiting := play.to_act(game.ruleset, game.table, position)):
            return
        seat = waiting[0].seat
        command = _chosen(game.ruleset, bot, game.ruleset.view(position, seat), seat)
        game = handler.run(
            moves.move(handler, game.id, CommandContext(actor=game.table.chairs[seat].user or "", seat=seat), command)
        )


_known: dict[tuple[str, str, int, bytes], Command] = {}
"""The bots' moves by position, cached because many tests begin with the same moves."""


def _chosen(rules: Ruleset[Any], bot: str, view: Any, seat: int) -> Command:
    place = (rules.name, bot, seat, msgspec.json.encode(view))
    if place not in _known:
        _known[place] = rules.bots[bot](rules, view, seat, random.Random(1))
    return _known[place]


def open_seats(number: int) -> dict[str, str]:
    """Return the form fields of a new table with this number of seats, all open to players."""
    return {f"seat-{seat}": "player" for seat in range(2, number + 1)}


def create_table(owner: Reader, seats: int = 2, **wanted: object) -> str:
    """Open a table with the form, and return its address."""
    form = {"ruleset": "brass-birmingham", "name": "Evening", "undo": "turn", **open_seats(seats), **wanted}
    return address_in(owner.client.post("/games/new", data=form).location)


def create_game(owner: Reader, guest: Reader, **wanted: object) -> str:
    """Start a game between these two users, and return its address."""
    table = create_table(owner, **wanted)
    guest.send(f"{table}/join", seat=1)
    owner.send(f"{table}/start")
    return table


def address_in(location: str) -> str:
    """Return the address of the game within a longer address."""
    found = re.search(r"/games/[0-9a-f]{32}", location)
    assert found is not None
    return found[0]
