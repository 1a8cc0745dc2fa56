"""A site for tests: an application on an empty database, users with API tokens, tables of the toy game."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.accounts.email_addresses import Addresses
from service.accounts.users import User
from service.app import create_app
from service.config import Config
from service.container import Services
from service.readmodels.projection import catch_up
from service.storage import Database
from tests.databases import SQLITE, sqlite_file
from tests.service.openapi_client import Client
from tests.service.waiting import waiting


def config_for(url: str, **settings: Any) -> Config:
    """Return a configuration with cheap password hashes, short waits and limits that no test reaches."""
    quick: dict[str, Any] = {
        "secret_key": "secret of the tests",
        "smtp_url": "log",
        "argon2_memory": 64,
        "projection_patience": 0.0,
        "live_wait": 0.3,
        "log_in_limit": "1000 per minute",
        "log_in_limit_by_address": "1000 per minute",
        "log_in_limit_by_name": "1000 per minute",
        "register_limit": "1000 per minute",
        "trial_limit": "1000 per minute",
        "mail_limit": "1000 per minute",
        "mail_limit_by_requester": "1000 per minute",
        "mail_limit_by_ip_address": "1000 per minute",
        "mail_limit_by_recipient": "1000 per minute",
        "write_limit": "100000 per minute",
    }
    return Config(database_url=url, **{**quick, **settings})


@dataclass
class Person:
    """A user of the API with a token, or a visitor without one."""

    client: FlaskClient
    name: str = ""
    id: str = ""
    token: str = ""

    def get(self, path: str, **more: Any) -> TestResponse:
        return self._send("GET", path, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        return self._send("POST", path, json={} if json is None else json, **more)

    def put(self, path: str, json: Any, **more: Any) -> TestResponse:
        return self._send("PUT", path, json=json, **more)

    def delete(self, path: str, **more: Any) -> TestResponse:
        return self._send("DELETE", path, **more)

    def send(self, path: str, content: bytes, content_type: str, **more: Any) -> TestResponse:
        """Send a body unchanged: another format than JSON, or malformed JSON."""
        return self._send("POST", path, data=content, content_type=content_type, **more)

    def send_in_chunks(
        self, path: str, content: bytes | BytesIO, content_type: str = "application/json"
    ) -> TestResponse:
        """Send a body without a Content-Length; the web server determines where it ends."""
        body = BytesIO(content) if isinstance(content, bytes) else content
        ended = {"wsgi.input_terminated": True}
        return self._send("POST", path, input_stream=body, content_type=content_type, environ_base=ended)

    def send_file(self, content: bytes) -> TestResponse:
        return self.send("/import", content, "application/x-ndjson")

    @property
    def authorization(self) -> dict[str, str]:
        """Return the header that authenticates the user; a visitor has none."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def _send(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> TestResponse:
        return self.client.open(f"/api{path}", method=method, headers={**self.authorization, **(headers or {})}, **more)

    def move(self, game: str, json: Any, version: int | None = None, **headers: str) -> TestResponse:
        """Make a move on a version (default: the latest)."""
        return self.on_version(game, "moves", json, version, **headers)

    def first_on_offer(self, game: str) -> dict[str, list[str]]:
        """Return the body of a move with the first option of each choice."""
        picks: list[str] = []
        while "command" not in (choice := self.get(f"/games/{game}/choices", query_string={"picks": picks}).json):
            picks.append(choice["options"][0]["value"])
        return {"picks": picks}

    def on_version(self, game: str, what: str, json: Any, version: int | None = None, **headers: str) -> TestResponse:
        if version is None:
            version = self.get(f"/games/{game}").json["version"]
        return self.post(f"/games/{game}/{what}", json, headers={"If-Match": f'"{version}"', **headers})


@dataclass
class Site:
    """The application and its users."""

    app: Flask

    @property
    def services(self) -> Services:
        services: Services = self.app.extensions["daybook"]
        return services

    def visitor(self) -> Person:
        return Person(self.app.test_client())

    def person(self, name: str) -> Person:
        """Return a new user with an API token."""
        accounts = self.services.accounts
        user = accounts.register(name, f"password of {name}")
        _, token = accounts.add_token(user, "tests", f"{len(accounts.all_users()):032x}")
        assert token is not None
        return Person(self.app.test_client(), name, user.id, token)

    def table(self, owner: Person, **settings: Any) -> str:
        """Return an open table of the toy game."""
        answer = owner.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 2, **settings})
        assert answer.status_code == 201, answer.text
        return str(answer.json["id"])

    def game(self, *players: Person, **settings: Any) -> str:
        """Return a running toy game; the first player is its host and acts first."""
        game = self.table(players[0], seats=len(players), **settings)
        invitation = players[0].get(f"/games/{game}/invitation-link").json["invite"]
        for seat, player in enumerate(players):
            assert player.post(f"/games/{game}/join", {"seat": seat, "invite": invitation}).status_code == 200
        assert players[0].post(f"/games/{game}/start").status_code == 200
        return game

    def finish(self, game: str, *players: Person) -> None:
        """Play to the end; every player always chooses the first option."""
        while (acting := self.acting(game, *players)) is not None:
            assert acting.move(game, acting.first_on_offer(game)).status_code == 200

    def acting(self, game: str, *players: Person) -> Person | None:
        """Return the player whose turn it is, or None if the game has ended."""
        waiting = players[0].get(f"/games/{game}").json["to_act"]
        return players[waiting[0]["seat"]] if waiting else None

    def catch_up(self) -> None:
        catch_up(self.services.storage)


def confirm_address(database: Database, user: User, address: str) -> str:
    """Confirm an address of a user, as its link does, and return the stamp that later links contain."""
    addresses = Addresses(database)
    addresses.want(user, address, "a stamp")
    with database.transaction() as rows:
        addresses.confirm(rows, user.id, address, "a stamp")
    reached = addresses.reached(address)
    assert reached is not None
    return reached.stamp


def site_on(url: str, **settings: Any) -> Site:
    """Return a site on a prepared database, or on a new SQLite file."""
    if url.startswith(SQLITE):
        sqlite_file(Path(url.removeprefix(SQLITE)))
    app = create_app(config_for(url, **settings))
    app.test_client_class = Client
    app.wsgi_app = waiting(app.wsgi_app)  # type: ignore[method-assign]
    return Site(app)


def close(site: Site) -> None:
    site.services.pubsub.close()
    site.services.heartbeat.stop()
    site.services.last_seen.stop()
    site.services.storage.close()
