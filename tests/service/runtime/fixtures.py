"""Games, users and their data, in the state that each endpoint needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

from service.accounts.users import User
from service.notifications import channels
from service.usecases import clock_commands
from service.workers.bot_runner import BotRunner
from tests.deliveries import due
from tests.service.sites import Person, Site, confirm_address
from tests.smtp_server import link_in

COINS = {"command": {"action": "take_coins"}}
_RECORD = Path(__file__).parents[2] / "records" / "birmingham-introductory.json"
ANY_VERSION = {"If-Match": "*"}
CREDENTIALS = {"name": "Ada", "password": "password of Ada"}


def record(name: str) -> bytes:
    """Return a record of play of a game with this name."""
    return _RECORD.read_bytes().replace(b'"name":"birmingham-introductory"', f'"name":"{name}"'.encode())


@dataclass
class Scene:
    """Ada, with a token and a browser session, and games in the state that an endpoint needs."""

    site: Site
    ada: Person
    ben: Person
    line: str = ""
    _numbers: Iterator[int] = field(default_factory=count)

    def running(self, **table: Any) -> str:
        """Return a running game in which Ada holds all seats and has made a move."""
        game = self.site.game(self.ada, self.ada, undo="free", **table)
        assert self.ada.move(game, COINS).status_code == 200
        return game

    def talked(self) -> str:
        """Return a game in which Ada has posted a chat message."""
        game = self.running()
        assert self.ada.post(f"/games/{game}/chat", {"text": "Hello"}).status_code == 201
        return game

    def taken_back(self) -> str:
        game = self.running()
        assert self.ada.on_version(game, "undo", {}).status_code == 200
        return game

    def asked_by(self, asking: Person) -> str:
        """Return a two-player game in which an undo needs consent; if ``asking`` is Ben, he has requested one."""
        game = self.site.game(self.ada, self.ben, undo="consent")
        assert self.ada.move(game, COINS).status_code == 200
        if asking is self.ben:
            assert self.ben.on_version(game, "undo-requests", {"to": 4}).status_code == 200
        return game

    def lines(self) -> tuple[str, str]:
        """Return a game, and a branch of it in which Ada has made a move."""
        game = self.running()
        line = str(self.ada.on_version(game, "branches", {"name": "What if"}).json["id"])
        assert self.ada.move(line, COINS).status_code == 200
        return game, line

    def with_line(self) -> str:
        """Return a game with a new branch of Ada's, which :meth:`newest_line` then returns."""
        game, self.line = self.lines()
        return game

    def newest_line(self) -> Mapping[str, str]:
        return {"branch": self.line}

    def out_of_time(self, first: Person, other: Person, *, by_itself: bool = False) -> str:
        """Return a two-player game in which the first player is out of time."""
        clock = {"pace": {"kind": "days_per_turn"}, "ran_out": "stand_in", "by_itself": by_itself}
        game = self.site.game(first, other, clock=clock)
        handler = self.site.services.handler
        with mock.patch.object(handler, "clock", lambda: datetime(2100, 1, 1, tzinfo=UTC)):
            clock_commands.flag(handler, game, 0)
        return game

    def day(self) -> Mapping[str, str]:
        """Return the dates of a one-day vacation, a different day on each call."""
        day = str(datetime.now(UTC).date() + timedelta(days=1 + next(self._numbers)))
        return {"first": day, "last": day}

    def away(self) -> str:
        """Plan a vacation of one day for Ada, and return its first day."""
        day = self.day()
        assert self.ada.post("/users/me/vacations", day).status_code == 200
        return day["first"]

    def stood_in(self) -> str:
        """Return a game in which a substitute bot has taken the turn in which Ada's time ran out."""
        game = self.out_of_time(self.ada, self.ben, by_itself=True)
        bot = BotRunner(self.site.services.handler)
        while bot.move(game):
            pass
        return game

    def of_others(self) -> str:
        """Return a game in which Ada has no seat."""
        return self.site.game(self.ben, self.site.person(f"Eve{next(self._numbers)}"))

    def given_up(self) -> str:
        """Return a game without Ada in which Ben has offered his seat."""
        game = self.of_others()
        assert self.ben.post(f"/games/{game}/seat-offer", {"seat": 0}, headers=ANY_VERSION).status_code == 200
        return game

    def with_clock(self) -> str:
        return self.site.game(self.ada, self.ben, clock={"pace": {"kind": "days_per_turn"}})

    def free(self) -> str:
        return self.site.table(self.ada)

    def seated(self) -> str:
        table = self.free()
        assert self.ada.post(f"/games/{table}/join", {"seat": 0}, headers=ANY_VERSION).status_code == 200
        return table

    def full(self) -> str:
        table = self.seated()
        assert self.ada.post(f"/games/{table}/join", {"seat": 1}, headers=ANY_VERSION).status_code == 200
        return table

    def over(self) -> str:
        game = self.running()
        assert self.ada.post(f"/games/{game}/abandon", {"seat": 0}, headers=ANY_VERSION).status_code == 200
        return game

    def brought_in(self) -> str:
        return str(self.ada.send_file(record("Brought in")).json["id"])

    def explained(self) -> str:
        """Return a solo game in which the automa has just taken its first turn."""
        opening = {"ruleset": "barrage", "name": "Alone", "options": {"automas": ["normal"]}}
        game = str(self.ada.post("/games/solo", opening).json["id"])
        picks = []
        for _ in range(2):
            choice = self.ada.get(f"/games/{game}/choices", query_string={"picks": picks}).json
            picks.append(choice["options"][0]["value"])
        assert self.ada.on_version(game, "moves", {"picks": picks}).status_code == 200
        return game

    def version_explained(self, game: str) -> str:
        """Return the version of the automa's first move, which has an explanation."""
        events = self.ada.get(f"/games/{game}/history").json["events"]
        return str(next(event["version"] for event in events if event["data"]["topic"] == "barrage.automa_acted"))

    def session(self) -> str:
        assert self.site.app.test_client().post("/api/session", json=CREDENTIALS).status_code == 200
        return str(self.ada.get("/sessions").json[0]["id"])

    def confirming(self) -> str:
        """Return the token of a link that confirms an address."""
        cleo = self.site.person(f"Cleo{next(self._numbers)}")
        address = {"address": f"{cleo.name}@example.org", "password": f"password of {cleo.name}"}
        assert cleo.put("/users/me/email-address", address).status_code == 200
        return self._link_to(address["address"])

    def recovering(self) -> str:
        """Return the token of a link that sets a new password."""
        dora = self.site.person(f"Dora{next(self._numbers)}")
        address = f"{dora.name}@example.org"
        confirm_address(self.site.services.storage.database, User(dora.id, dora.name, ""), address)
        assert dora.post("/password-reset-requests", {"name": dora.name}).status_code == 204
        return self._link_to(address)

    def by_mail(self) -> Mapping[str, str]:
        """Confirm an email address of Ada's, and return the body of a request for an email channel."""
        ada = User(self.ada.id, self.ada.name, "")
        confirm_address(self.site.services.storage.database, ada, "ada@example.net")
        return {"kind": "email"}

    def channel(self) -> str:
        """Add an email channel for Ada, and return its id."""
        return str(self.ada.post("/users/me/notifications/channels", self.by_mail()).json["id"])

    def secret(self) -> str:
        """Return the secret in the unsubscribe link of a new email channel."""
        channel = self.channel()
        with self.site.services.storage.database.reading() as rows:
            found = channels.one(rows, channel)
        assert found is not None
        return found.secret

    def _link_to(self, address: str) -> str:
        letters = [waiting.email for waiting in due(self.site.services.outbox, 1000) if not waiting.channel]
        (text,) = [letter.text for letter in letters if letter.recipient == address]
        return link_in(text).rpartition("/")[2]

    def tournament(self) -> str:
        rules = {"ruleset": "toy", "seats": 2, "stages": [{"rounds": 3}]}
        return str(self.ada.post("/tournaments", {"title": "League", "rules": rules}).json["id"])

    def opened_round(self) -> str:
        tournament = self.entered()
        assert self.ada.post(f"/tournaments/{tournament}/rounds", {}, headers=ANY_VERSION).status_code == 200
        return tournament

    def first_game(self, tournament: str) -> str:
        """Return the first game of a tournament."""
        found = self.ada.get(f"/tournaments/{tournament}").json
        return str(found["stages"][0]["rounds"][0]["tables"][0]["game"])

    def entered(self) -> str:
        tournament = self.tournament()
        for person in (self.ada, self.ben):
            answer = person.post(f"/tournaments/{tournament}/entrants", {}, headers=ANY_VERSION)
            assert answer.status_code == 200
        return tournament

    def wanted_as_replacement(self) -> str:
        """Return a tournament game in which the organiser has asked Ada to take over a seat."""
        rules = {"ruleset": "toy", "seats": 2}
        tournament = str(self.ben.post("/tournaments", {"title": "League", "rules": rules}).json["id"])
        for person in (self.site.person(f"Gil{next(self._numbers)}") for _ in range(2)):
            assert person.post(f"/tournaments/{tournament}/entrants", {}, headers=ANY_VERSION).status_code == 200
        found = self.ben.post(f"/tournaments/{tournament}/rounds", {}, headers=ANY_VERSION).json
        game = str(found["stages"][0]["rounds"][0]["tables"][0]["game"])
        wanted = {"games": [game], "action": "substitute", "reason": "absence", "name": "Ada"}
        (outcome,) = self.ben.post(f"/tournaments/{tournament}/actions", wanted, headers=ANY_VERSION).json
        assert outcome["refused"] is None
        return game

    def stranger(self) -> str:
        return self.site.person(f"Erik{next(self._numbers)}").name

    def token(self) -> str:
        return str(self.ada.post("/tokens", {"label": "another"}).json["id"])
