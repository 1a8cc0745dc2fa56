"""The processes of ``compose.yaml`` without containers: one game on two web processes, one of which is killed."""

from __future__ import annotations

import json
import os
import random
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from deploy.private_postgres import PROGRAMS, create_database
from projections.registry import READ_MODELS
from service.storage import connect
from tests import servers
from tests.deploy.proxy import proxy
from tests.load_tests.clients import Client, was_served
from tests.wait_until import wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
PASSWORD = "correct horse battery staple"


class Site:
    """Two web processes and a projector on one database. Web processes can be killed and restarted."""

    def __init__(self, url: str, directory: Path) -> None:
        self.variables = servers.environment(url, DAYBOOK_EMBEDDED="false", DAYBOOK_ARGON2_MEMORY="1024")
        self._directory = directory
        self._stack = ExitStack()
        self.ports = [servers.free_port(), servers.free_port()]
        self.webs: list[servers.Process] = []

    def __enter__(self) -> Site:
        servers.run("migrate", variables=self.variables)
        log = self._directory / "projector.log"
        unsigned = {name: value for name, value in self.variables.items() if name != "DAYBOOK_SECRET_KEY"}
        self._stack.enter_context(servers.running("workers", variables=unsigned, log=log))
        self.webs = [self._web(number) for number in (0, 1)]
        for port, process in zip(self.ports, self.webs, strict=True):
            servers.await_port(port, process)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
        for log in sorted(self._directory.glob("*.log")):
            print(f"--- {log.name}\n{log.read_text(errors='replace')}")  # Shown if a test fails.

    def _web(self, number: int) -> servers.Process:
        log = self._directory / f"web-{number}-{uuid4().hex}.log"
        address = ("--host", "127.0.0.1", "--port", str(self.ports[number]))
        return self._stack.enter_context(servers.running("serve", *address, variables=self.variables, log=log))

    def restart(self, number: int) -> None:
        self.webs[number] = self._web(number)
        servers.await_port(self.ports[number], self.webs[number])


class Player:
    """A user with an API token who can send requests to any web process."""

    def __init__(self, ports: list[int], name: str) -> None:
        self.ports = ports
        self._credentials = {"name": name, "password": PASSWORD}
        self._token = ""

    def register(self) -> None:
        assert self.ask(0, "POST", "/api/users", self._credentials)[0] == 201
        with closing(Client(self.ports[1])) as browser:
            logged_in = wait_until(lambda: browser.post("/api/session", self._credentials), was_served)
            cookie = logged_in.headers["set-cookie"].partition(";")[0]
            made = wait_until(lambda: browser.post("/api/tokens", {"label": "test"}, Cookie=cookie), was_served)
        self._token = made.json["token"]

    def ask(
        self, web: int, method: str, path: str, body: Any = None, *, version: int | None = None, key: str | None = None
    ) -> tuple[int, Any]:
        """Return the status and JSON of the response from a web process (0 or 1)."""
        headers = {"Content_Type": "application/json", "Idempotency_Key": key or uuid4().hex}
        if version is not None:
            headers["If_Match"] = f'"{version}"'
        content = None if body is None else json.dumps(body).encode()
        with closing(Client(self.ports[web], self._token)) as client:
            response = wait_until(lambda: client.send(method, path, content, **headers), was_served)
        return response.status, response.json

    def choose(self, web: int, game: str, rng: random.Random) -> list[str]:
        """Return random offered picks that lead to a command."""
        picks: list[str] = []
        while True:
            query = "&".join(f"picks={pick}" for pick in picks)
            status, choice = self.ask(web, "GET", f"/api/games/{game}/choices?{query}")
            assert status == 200, choice
            if "options" not in choice:
                return picks
            picks.append(rng.choice(choice["options"])["value"])


@pytest.fixture
def site(empty_postgres_url: str, tmp_path: Path) -> Iterator[Site]:
    with Site(empty_postgres_url, tmp_path) as site:
        yield site


def started_game(players: list[Player]) -> tuple[str, int]:
    """Return the game's id, and its version right after the start."""
    opened = {
        "ruleset": "brass-birmingham",
        "name": "Across two processes",
        "seats": 2,
        "options": {"introductory": True},
    }
    status, table = players[0].ask(0, "POST", "/api/games", opened)
    assert status == 201, table
    game = str(table["id"])
    for web, player in enumerate(players):
        status, table = player.ask(web, "POST", f"/api/games/{game}/join", {}, version=table["version"])
        assert status == 200, table
    status, table = players[0].ask(1, "POST", f"/api/games/{game}/start", {}, version=table["version"])
    assert status == 200, table
    return game, int(table["version"])


def opened_tournament(players: list[Player]) -> str:
    """Open a tournament of both players, start its first round and return its id."""
    rules = {"ruleset": "brass-birmingham", "options": {"introductory": True}, "seats": 2}
    status, found = players[0].ask(0, "POST", "/api/tournaments", {"title": "League", "rules": rules})
    assert status == 201, found
    path = f"/api/tournaments/{found['id']}"
    for web, player in enumerate(players):
        status, found = player.ask(web, "POST", f"{path}/entrants", {}, version=found["version"])
        assert status == 200, found
    status, found = players[0].ask(1, "POST", f"{path}/rounds", {}, version=found["version"])
    assert (status, found["version"]) == (200, 5), found
    return str(found["id"])


class Stream(threading.Thread):
    """A client of a game's event stream through the proxy that reconnects as browsers do."""

    def __init__(self, port: int, game: str, after: int) -> None:
        super().__init__(daemon=True)
        self._port = port
        self._path = f"/api/games/{game}/events"
        self._last = after
        self._stopped = threading.Event()
        self.received: list[int] = []
        self.connections = 0

    def end(self) -> None:
        """Stop reconnecting; the open connection ends with its server."""
        self._stopped.set()

    def run(self) -> None:
        while not self._stopped.wait(0.05):
            with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", self._port)) as connection:
                self._listen(connection)

    def _listen(self, connection: HTTPConnection) -> None:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self._last)}
        connection.request("GET", self._path, headers=headers)
        response = connection.getresponse()
        if response.status != 200:
            return  # The processes are busy, or one of them was just killed.
        self.connections += 1
        while line := response.readline():
            if line.startswith(b"id:"):
                self._last = int(line.removeprefix(b"id:"))
                self.received.append(self._last)


def send_and_kill(site: Site, player: Player, path: str, body: Any, version: int, key: str, delay: float) -> None:
    """Send a move to the first web process, and kill it ``delay`` seconds later; the response is lost."""

    def send() -> None:
        with suppress(json.JSONDecodeError):  # An empty response is not JSON.
            player.ask(0, "POST", path, body, version=version, key=key)

    sender = threading.Thread(target=send)
    sender.start()
    time.sleep(delay)
    servers.kill(site.webs[0], site.ports[0])
    sender.join()


def rows_of(url: str, tables: list[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of each table as sorted text."""
    with psycopg.connect(url) as connection:
        return {
            table: connection.execute(
                SQL("SELECT rows::text FROM {} AS rows ORDER BY 1").format(Identifier(table))
            ).fetchall()
            for table in tables
        }


def all_tables(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        # Heartbeats and workers write while the tables are read, and expired limits are deleted.
        found = connection.execute(
            "SELECT tablename FROM pg_tables"
            " WHERE schemaname = 'public' AND tablename NOT IN ('heartbeats', 'limits', 'time_marks') ORDER BY 1"
        )
        return [str(row[0]) for row in found]


def await_quiet(url: str) -> None:
    """Wait until the followers of the log have caught up and nothing is being written."""
    before, now = None, rows_of(url, all_tables(url))
    while before != now:
        time.sleep(1)
        before, now = now, rows_of(url, all_tables(url))


def script(name: str, *arguments: str, url: str) -> str:
    """Run a script of deploy/ with the server's own programs."""
    variables = {**os.environ, "DATABASE_URL": url, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    done = subprocess.run([DEPLOY / name, *arguments], env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_game_on_two_processes_survives_a_killed_process_and_a_restore(
    site: Site, postgres_server: str, empty_postgres_url: str, tmp_path: Path
) -> None:
    rng = random.Random(1)
    players = [Player(site.ports, "Ada"), Player(site.ports, "Grace")]
    for player in players:
        player.register()
    game, started = started_game(players)
    tournament = opened_tournament(players)
    with proxy(tmp_path, site.ports) as proxy_port:
        stream = Stream(proxy_port, game, after=started)
        stream.start()
        version = play_to_the_end(site, players, game, rng)
        wait_until(lambda: version in stream.received)
        stream.end()
    assert stream.received == list(range(started + 1, version + 1))
    assert stream.connections > 1

    await_quiet(empty_postgres_url)
    restored = create_database(postgres_server, f"restored_{uuid4().hex}")
    backup = script("backup_postgres.sh", str(tmp_path / "backups"), url=empty_postgres_url)
    script("restore_postgres.sh", backup, url=restored)

    tables = all_tables(empty_postgres_url)
    assert rows_of(restored, tables) == rows_of(empty_postgres_url, tables)
    league = f"/api/tournaments/{tournament}"
    views = (f"/api/games/{game}/state", league, f"{league}/standings")
    seen = [[player.ask(1, "GET", view) for view in views] for player in players]
    with servers.web(variables=servers.environment(restored), log=tmp_path / "restored.log") as (port, _):
        for player, responses in zip(players, seen, strict=True):
            player.ports = [port]
            assert [player.ask(0, "GET", view) for view in views] == responses
        status, closed = players[0].ask(0, "POST", f"{league}/close", {}, version=5)
        assert (status, closed["closed"]) == (200, True)
    assert_rebuild_changes_nothing(restored)


def play_to_the_end(site: Site, players: list[Player], game: str, rng: random.Random) -> int:
    """Play to the end through alternating web processes, killing one during some of the moves."""
    path = f"/api/games/{game}"
    kills = {10: 0.0, 16: 0.004, 22: 0.012, 28: 0.05}
    moves: dict[str, int] = {}
    turn = 0
    status, state = players[0].ask(0, "GET", f"{path}/state")
    while state["to_act"]:
        player = players[state["to_act"][0]["seat"]]
        body = {"picks": player.choose(turn % 2, game, rng)}
        version, key = state["version"], uuid4().hex
        delay = kills.get(turn)
        if delay is not None:
            send_and_kill(site, player, f"{path}/moves", body, version, key, delay)
        status, state = player.ask(
            1 if delay is not None else turn % 2, "POST", f"{path}/moves", body, version=version, key=key
        )
        assert status == 200, state
        assert state["version"] > version
        moves[key] = state["version"]
        if delay is not None:
            site.restart(0)
            assert player.ask(0, "POST", f"{path}/moves", body, version=version, key=key)[0] == 200
            assert player.ask(0, "GET", f"{path}/state")[1]["version"] == state["version"]
        turn += 1
    assert turn > max(kills)
    assert state["standing"]["finished"]
    assert_each_move_is_logged_once(site, moves, game)
    return int(state["version"])


def assert_each_move_is_logged_once(site: Site, moves: dict[str, int], game: str) -> None:
    """Check that the log ends with exactly the acknowledged moves, each at the version in its response."""
    with closing(connect(site.variables["DATABASE_URL"])) as storage:
        records, _ = storage.application.read(game)
    ends: dict[str, int] = {}
    for record in records:
        ends[record.command] = record.originator_version
    assert list(ends.values())[-len(moves) :] == list(moves.values())


def assert_rebuild_changes_nothing(url: str) -> None:
    tables = [table for model in READ_MODELS.values() for table in model.tables]
    before = rows_of(url, tables)
    played = [model for name, model in READ_MODELS.items() if name not in ("branches", "deadlines")]
    assert all(before[model.tables[0]] for model in played)
    servers.run("rebuild", "all", variables=servers.environment(url))
    assert rows_of(url, tables) == before


def test_processes_explain_how_to_create_missing_tables(empty_postgres_url: str) -> None:
    port = str(servers.free_port())
    variables = servers.environment(empty_postgres_url, DAYBOOK_EMBEDDED="false")
    for command in (["serve", "--port", port], ["workers"]):
        done = subprocess.run([servers.DAYBOOK, *command], env=variables, capture_output=True, text=True, timeout=60)
        assert done.returncode == 5
        assert "daybook migrate" in done.stderr
