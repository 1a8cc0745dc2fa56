"""Long-running work waits in a short queue that neither fills memory nor delays other requests."""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from threading import Barrier
from uuid import uuid4

import psutil
import pytest

from service.accounts.users import Accounts
from service.runtime import work_queue
from service.runtime.work_queue import Places, Queue, QueueFull, WorkQueue
from service.storage import connect
from tests import processes, servers
from tests.load_tests.clients import Client, Response, send_request
from tests.load_tests.sites import Target, target
from tests.service.sites import Person, Site, close, site_on
from tests.wait_until import TIMEOUT

RECORD = Path(__file__).parents[2] / "records" / "birmingham-2-seats.json"
MEGABYTE = 2**20


class TestWorkQueue:
    def test_work_runs_concurrently_up_to_the_limit(self) -> None:
        made, most, now = WorkQueue(), 0, Counter[str]()

        def work(requester: str) -> None:
            nonlocal most
            with made.files.taken(requester), made.files.turn():
                now["at work"] += 1
                most = max(most, now["at work"])
                time.sleep(0.02)
                now["at work"] -= 1

        with ThreadPoolExecutor(work_queue.PLACES) as threads:
            list(threads.map(work, "abcdefgh"))
        assert most == work_queue.AT_ONCE

    def test_one_user_gets_only_some_of_the_places(self) -> None:
        made = WorkQueue()
        with ExitStack() as held:
            for _ in range(work_queue.EACH):
                held.enter_context(made.files.taken("ada"))
            with pytest.raises(QueueFull), made.files.taken("ada"):
                pass
            with made.files.taken("ben"), made.arriving.taken("ada"), made.audits.taken("ada"):
                pass

    def test_one_list_of_games_can_load_its_miniatures(self) -> None:
        made, connections = WorkQueue(), 6
        with ExitStack() as held:
            for _ in range(connections):
                held.enter_context(made.miniatures.taken("ada"))
            held.enter_context(made.miniatures.taken("ben"))

    def test_places_are_freed_after_errors(self) -> None:
        made = WorkQueue()
        for _ in range(work_queue.PLACES + 1):
            with pytest.raises(ZeroDivisionError), made.files.taken("ada"), made.files.turn():
                raise ZeroDivisionError

    def test_waiting_for_a_turn_times_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(work_queue, "PATIENCE", 0.01)
        made = WorkQueue()
        with ExitStack() as held:
            for _ in range(work_queue.AT_ONCE):
                held.enter_context(made.files.turn())
            with pytest.raises(QueueFull), made.files.turn():
                pass

    def test_kinds_of_work_do_not_wait_for_each_other(self) -> None:
        made = WorkQueue()
        with made.animations.turn(), made.pictures.turn(), made.audits.turn(), made.audits.turn(), made.files.turn():
            pass


class TestFullQueue:
    @pytest.fixture
    def site(self, sqlite_url: str) -> Iterator[Site]:
        made = site_on(sqlite_url)
        yield made
        close(made)

    @pytest.fixture
    def ada(self, site: Site) -> Person:
        return site.person("Ada")

    @pytest.mark.parametrize("kind", ["arriving", "files"])
    def test_files_are_refused(self, site: Site, ada: Person, kind: str) -> None:
        with all_taken(getattr(site.services.work_queue, kind)):
            response = ada.send_in_chunks("/import", RECORD.read_bytes())
            assert (response.status_code, response.json["type"]) == (429, "/api/docs#too-many")
            assert int(response.headers["Retry-After"]) > 0
            form = {"file": (BytesIO(b"{}"), "game.json")}
            assert ada.client.post("/games/import", data=form, headers=ada.authorization).status_code == 429

    def test_audits_are_refused(self, site: Site, ada: Person) -> None:
        game = site.game(ada, ada)
        with all_taken(site.services.work_queue.audits):
            for path in (f"/api/games/{game}/audit", f"/games/{game}/audit"):
                response = ada.client.get(path, headers=ada.authorization)
                assert response.status_code == 429
                assert int(response.headers["Retry-After"]) > 0
            assert ada.get(f"/games/{game}/state").status_code == 200

    @pytest.mark.parametrize(("kind", "path"), [("pictures", "board.png"), ("animations", "animation.webp")])
    def test_pictures_and_animations_are_refused_unless_cached(
        self, site: Site, ada: Person, kind: str, path: str
    ) -> None:
        cached, other = site.game(ada, ada), site.game(ada, ada)
        assert ada.client.get(f"/games/{cached}/{path}").status_code == 200
        with all_taken(getattr(site.services.work_queue, kind)):
            assert ada.client.get(f"/games/{cached}/{path}").status_code == 200
            response = ada.client.get(f"/games/{other}/{path}")
            assert response.status_code == 429
            assert int(response.headers["Retry-After"]) > 0

    @pytest.mark.parametrize(("kind", "path"), [("picture", "board.png"), ("animation", "animation.webp")])
    @pytest.mark.parametrize("whose", ["", "_by_address"])
    def test_drawing_is_limited_by_user_and_by_address(self, sqlite_url: str, kind: str, path: str, whose: str) -> None:
        site = site_on(sqlite_url, **{f"{kind}_limit{whose}": "1 per hour"})
        ada, ben = site.person("Ada"), site.person("Ben")
        first, second = site.game(ada, ada), site.game(ada, ada)
        asked = [
            person.client.get(f"/games/{game}/{path}", headers=person.authorization).status_code
            for person, game in ((ada, first), (ada, second), (ben, second), (ben, first))
        ]
        close(site)
        assert asked == [200, 429, 429 if whose else 200, 200]

    def test_audits_and_files_do_not_wait_for_each_other(self, site: Site, ada: Person) -> None:
        game, queues = site.game(ada, ada), site.services.work_queue
        with all_taken(queues.files), all_taken(queues.arriving):
            assert ada.get(f"/games/{game}/audit").status_code == 200
        with all_taken(queues.audits):
            assert ada.send_in_chunks("/import", RECORD.read_bytes()).status_code == 201


@contextmanager
def all_taken(places: Places | Queue) -> Iterator[None]:
    """Take all places of a kind on behalf of other users."""
    with ExitStack() as held:
        with suppress(QueueFull):
            for number in count():
                held.enter_context(places.taken(str(number)))
        yield


class TestRealProcess:
    def test_25_concurrent_uploads_use_limited_memory(self, sqlite_url: str, tmp_path: Path) -> None:
        """Each upload has 15 MB; only a few are in memory and two are verified at a time."""
        tokens = user_tokens(sqlite_url, 9)
        port, counts = servers.free_port(), tmp_path / "counts"
        with processes.process("serve", sqlite_url, str(port), str(counts)) as server:
            servers.await_port(port, server)
            assert import_game(port, tokens[0], padded(0, MEGABYTE)).status == 201
            worker = psutil.Process(server.pid)
            counts.write_text("")
            before = peak_memory(worker)
            at_once = Barrier(25, timeout=TIMEOUT)

            def with_delayed_end(file: bytes) -> Iterator[bytes]:
                """Yield a file, waiting for all others before its last byte, so that all need places at once."""
                yield file[:-1]
                at_once.wait()
                yield file[-1:]

            def upload(number: int) -> Response:
                file = padded(number, 15 * MEGABYTE)
                return import_game(port, tokens[number % 9], with_delayed_end(file), Content_Length=str(len(file)))

            with ThreadPoolExecutor(25) as threads:
                responses = list(threads.map(upload, range(1, 26)))
            after = peak_memory(worker)
            server.terminate()
            server.wait()
        statuses = Counter(response.status for response in responses)
        assert set(statuses) == {201, 429}
        assert statuses[201] >= work_queue.PLACES
        assert all(response.retry_after for response in responses if response.status == 429)
        assert max(map(int, counts.read_text().split())) <= work_queue.AT_ONCE
        assert after - before < 250 * MEGABYTE, "together they have 375 MB, and more while they are verified"

    @pytest.fixture
    def small(self, sqlite_url: str, tmp_path: Path) -> Iterator[Target]:
        """Yield a process that works on four requests at a time."""
        with target(sqlite_url, tmp_path, DAYBOOK_REQUESTS="4") as made:
            yield made

    @pytest.mark.parametrize("path", ["/api/session", "/api/import", "/log-in"])
    def test_slow_uploads_do_not_delay_other_requests(self, small: Target, path: str) -> None:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {small.token}\r\nContent-Length: 1000\r\n\r\n{{"
        )
        with ExitStack() as held:
            for _ in range(8):
                connection = held.enter_context(socket.create_connection(("127.0.0.1", small.port)))
                connection.sendall(head.encode())
            time.sleep(0.5)
            assert [send_request(small.port, "/api/games").status for _ in range(8)] == [200] * 8


def user_tokens(url: str, number: int) -> list[str]:
    """Create users on a new site and return their tokens."""
    with closing(connect(url)) as storage:
        storage.migrate()
        accounts = Accounts(storage.database, memory_cost=64)
        users = [accounts.register(f"User {each}", "password of users") for each in range(number)]
        return [str(accounts.add_token(user, "files", uuid4().hex)[1]) for user in users]


def padded(number: int, size: int) -> bytes:
    """Return a record of play of the given size with a distinct name."""
    record = json.loads(RECORD.read_bytes()) | {"name": f"Evening {number}"}
    return json.dumps(record).encode().ljust(size)


def import_game(port: int, token: str, content: bytes | Iterable[bytes], **headers: str) -> Response:
    with closing(Client(port, token, timeout=120)) as client:
        return client.send("POST", "/api/import", content, Content_Type="application/json", **headers)


def peak_memory(process: psutil.Process) -> int:
    """Return the peak memory of a process in bytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024
