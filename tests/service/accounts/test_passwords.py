"""Password hashing costs memory and time, so few run at once; other requests wait briefly or are refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Barrier, Event, Lock, Semaphore

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from domain.message import plain
from service.accounts import passwords
from service.accounts.passwords import AT_ONCE, WAITING, Busy, Passwords
from service.user_text import Unfit
from tests import servers
from tests.service.sites import Site


class Work:
    """Stand-in for the hashing: runs until released, and counts concurrent calls."""

    def __init__(self) -> None:
        self.begun = Semaphore(0)
        self.end = Event()
        self.most = 0
        self._at_once = 0
        self._counting = Lock()

    def __call__(self, *_: object) -> bool:
        self._count(1)
        self.begun.release()
        assert self.end.wait(60)
        self._count(-1)
        return True

    def _count(self, more: int) -> None:
        with self._counting:
            self._at_once += more
            self.most = max(self.most, self._at_once)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    made = Work()
    monkeypatch.setattr(passwords.PasswordHasher, "verify", made)
    return made


@pytest.fixture
def crowd() -> Iterator[Callable[[int], list[Future[bool]]]]:
    """Return a function that verifies a password this many times at once."""
    kept = Passwords(memory_cost=64)
    with ThreadPoolExecutor(AT_ONCE + WAITING + 10) as pool:
        yield lambda number: [pool.submit(kept.verify, "a long password", "a hash") for _ in range(number)]


def await_busy(futures: list[Future[bool]], number: int) -> None:
    """Wait until this many are refused, before any other is done."""
    completed: set[Future[bool]] = set()
    while len(completed) < number:
        completed |= wait(set(futures) - completed, timeout=60, return_when="FIRST_COMPLETED").done
    assert [type(one.exception()) for one in completed] == [Busy] * number


def test_unknown_name_costs_as_much_as_a_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    verify, seen = PasswordHasher.verify, []

    def record(hasher: PasswordHasher, kept: str, password: str) -> bool:
        seen.append(extract_parameters(kept))
        return verify(hasher, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", record)
    kept = Passwords(memory_cost=64)
    with pytest.raises(VerifyMismatchError):
        PasswordHasher(memory_cost=64).verify(passwords._dummy_hash(PasswordHasher(memory_cost=64)), "a password")
    seen.clear()
    assert not kept.verify("a password", kept.hash("another"))
    assert not kept.verify("a password", None)
    assert seen[0] == seen[1]


def test_few_passwords_are_hashed_at_a_time_while_others_wait(
    work: Work, crowd: Callable[[int], list[Future[bool]]]
) -> None:
    futures = crowd(12)
    for _ in range(AT_ONCE):
        assert work.begun.acquire(timeout=60)
    assert not work.begun.acquire(timeout=0.2)
    work.end.set()
    assert [one.result() for one in futures] == [True] * 12
    assert work.most == AT_ONCE


def test_requests_beyond_the_queue_are_refused_at_once(
    work: Work, crowd: Callable[[int], list[Future[bool]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "PATIENCE", 60)
    futures = crowd(AT_ONCE + WAITING + 5)
    await_busy(futures, 5)
    work.end.set()
    assert sum(one.exception() is None for one in futures) == AT_ONCE + WAITING


def test_requests_are_refused_after_waiting_too_long(
    work: Work, crowd: Callable[[int], list[Future[bool]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "PATIENCE", 0.05)
    futures = crowd(AT_ONCE + 3)
    await_busy(futures, 3)
    work.end.set()
    assert sum(one.exception() is None for one in futures) == AT_ONCE


def test_many_log_ins_use_little_memory_and_do_not_block_reads(tmp_path: Path) -> None:
    many = "100000 per minute"
    limits = ("DAYBOOK_LOG_IN_LIMIT", "DAYBOOK_LOG_IN_LIMIT_BY_ADDRESS", "DAYBOOK_LOG_IN_LIMIT_BY_NAME")
    variables = servers.environment(f"sqlite:///{tmp_path}/x.sqlite", **dict.fromkeys(limits, many))
    servers.run("migrate", variables=variables)
    servers.run("users", "add", "Ada", "--password", "a long password", variables=variables)
    with servers.web(variables=variables, log=tmp_path / "log") as (port, process):
        barrier = Barrier(121)

        def log_in(_: int) -> tuple[int, str | None]:
            with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                barrier.wait(60)
                body = json.dumps({"name": "Ada", "password": "a long password"})
                connection.request("POST", "/api/session", body, {"Content-Type": "application/json"})
                response = connection.getresponse()
                return response.status, response.headers["Retry-After"]

        with ThreadPoolExecutor(120) as pool:
            log_ins = [pool.submit(log_in, number) for number in range(120)]
            barrier.wait(60)
            read = [health(port)]
            while not all(one.done() for one in log_ins):
                read.append(health(port))
            responses = [one.result() for one in log_ins]
        assert {status for status, _ in responses} <= {200, 429, 503}, "503 if all of them pass admission control late"
        assert sum(status == 200 for status, _ in responses) >= AT_ONCE
        assert all(int(retry_after or 0) > 0 for status, retry_after in responses if status != 200)
        assert set(read) == {200}
        assert peak_memory(process.pid) < 500 * 1024, "120 hashes at a time took 1.8 GB"


def health(port: int) -> int:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", "/api/health")
        return connection.getresponse().status


def peak_memory(process: int) -> int:
    """Return the peak memory of a process in KiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


class TestNormalisation:
    """The OpaqueString profile of RFC 8265."""

    kept = Passwords(memory_cost=64)

    @pytest.mark.parametrize(
        ("set_as", "typed"),
        [
            ("pässwörd", "pa\u0308sswo\u0308rd"),
            ("pa\u0308sswo\u0308rd", "pässwörd"),
            ("correct horse", "correct\u3000horse"),
            ("correct\u00a0horse", "correct horse"),
            ("가나다라마바사아", "\u1100\u1161나다라마바사아"),
        ],
    )
    def test_equivalent_inputs_match(self, set_as: str, typed: str) -> None:
        assert self.kept.verify(typed, self.kept.hash(set_as))
        assert not self.kept.verify(typed.swapcase() + "x", self.kept.hash(set_as))

    @pytest.mark.parametrize("password", ["pa\u0308sswo\u0308rd", "tab\tin it", "👩‍🚀👩‍🚀👩‍🚀", "no\u00a0break"])
    def test_passwords_hashed_before_normalisation_still_match(self, password: str) -> None:
        assert self.kept.verify(password, PasswordHasher(memory_cost=64).hash(password))

    @pytest.mark.parametrize("password", ["\ud800" * 8, "\0" * 8, "tab\tin it", "bell\a bell"])
    def test_passwords_with_control_characters_or_surrogates_are_refused(self, password: str) -> None:
        with pytest.raises(Unfit) as refused:
            self.kept.hash(password)
        assert "U+" in plain(refused.value.detail)
        assert not self.kept.verify(password, self.kept.hash("another password"))

    def test_api_and_pages_normalise_passwords(self, site: Site) -> None:
        browser, here = site.app.test_client(), {"Origin": "http://localhost"}
        assert browser.post("/api/users", json={"name": "Zoë", "password": "pässwörd"}).status_code == 201
        typed = {"name": "Zoe\u0308", "password": "pa\u0308sswo\u0308rd"}
        assert browser.post("/api/session", json=typed).status_code == 200
        assert browser.post("/log-in", data=typed, headers=here).status_code == 303
        refused = browser.post("/api/users", json={"name": "Ada", "password": "tab\tin the middle"})
        assert refused.status_code == 422
        assert refused.json["errors"][0]["detail"] == "A password can't contain the character U+0009. Remove it."
