"""Real processes for tests. ``process(TASK, URL, …)`` runs TASK; most tasks first print ``ready`` and await a line."""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count, takewhile
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

import msgspec

from service.storage import Storage
from service.usecases import branches, moves
from tests import toy
from tests.forks import CONTEXT

toy.install()


class Running:
    """A process that runs a task, with its standard input and output."""

    def __init__(self, arguments: Sequence[str]) -> None:
        (its_input, given), (said, its_output) = CONTEXT.Pipe(duplex=False), CONTEXT.Pipe(duplex=False)
        self.stdin = os.fdopen(os.dup(given.fileno()), "w")
        self.stdout = os.fdopen(os.dup(said.fileno()))
        self._process = CONTEXT.Process(target=_run, args=(its_input, its_output, arguments))
        self._process.start()
        for end in (its_input, given, said, its_output):
            end.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Return the exit code; None while the process runs."""
        return self._process.exitcode

    def wait(self, timeout: float = 60) -> int:
        """Wait until the process ends, and return its exit code."""
        self._process.join(timeout)
        assert self._process.exitcode is not None, "The process has not ended in time."
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    def end(self) -> None:
        """Kill the process if it still runs, and close its input and output."""
        self._process.kill()
        self._process.join()
        self.stdin.close()
        self.stdout.close()


def _run(its_input: Connection, its_output: Connection, arguments: Sequence[str]) -> None:
    os.dup2(its_input.fileno(), 0)
    os.dup2(its_output.fileno(), 1)
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
    task, *more = arguments
    TASKS[task](*more)


@contextmanager
def process(*arguments: str) -> Iterator[Running]:
    """Start a task in a new process and yield it; kill it at the end of the block if it still runs."""
    running = Running(arguments)
    try:
        yield running
    finally:
        running.end()


def await_lease(storage: Storage, name: str) -> None:
    """Wait until a lease is free, because a database notices a closed session with a small delay."""
    for _ in range(600):
        with storage.lease(name) as taken:
            if taken:
                return
        time.sleep(0.05)
    raise AssertionError(f"The lease {name} has not become free in time.")


def await_ready(running: Running) -> None:
    assert running.stdout.readline() == "ready\n"


def go(running: Running) -> None:
    running.stdin.write("go\n")
    running.stdin.flush()


def start_and_kill(*arguments: str, after: float) -> None:
    """Run an endless task, and kill it during its work, this many seconds after it started."""
    with process(*arguments) as running:
        await_ready(running)
        go(running)
        time.sleep(after)
        assert running.poll() is None


def toy_storage(url: str) -> Storage:
    """Return a storage; a process that is given this function imports this module, and so knows the toy game."""
    from service.storage import connect

    return connect(url)


def migrate(url: str) -> None:
    """Create all tables of a database, while other processes may be creating them too."""
    from service.storage import connect

    storage = connect(url)
    _wait_for_start()
    storage.migrate()
    storage.close()


def write(url: str, name: str, threads: str, appends: str) -> None:
    """Append one to three facts at a time to several streams, each in its own thread."""
    from service.storage import connect

    storage = connect(url)
    storage.last_id()
    _wait_for_start()
    writers = [
        Thread(target=_append, args=(storage, f"{name}-{number}", int(appends))) for number in range(int(threads))
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    storage.close()


def _append(storage, stream: str, appends: int) -> None:  # type: ignore[no-untyped-def]
    from domain.log import HeadMoved, Recorded

    version = 0
    for turn in range(appends):
        events = []
        for _ in range(1 + turn % 3):
            version += 1
            record = Recorded(
                originator_id=stream,
                originator_version=version,
                at=datetime.now(UTC),
                command=str(turn),
                previous="",
                fact=HeadMoved(to=0),
            )
            events.append(storage.application.mapper.to_stored_event(record))
        storage.append(events)


def play(url: str) -> None:
    """Play games to the end with undo, redo and branches, slowly, until another line arrives on standard input."""
    from service.storage import connect
    from service.usecases.command_handler import CommandHandler
    from tests.service.playing import context_for, move_undo_and_redo, start_game

    storage = connect(url)
    handler = CommandHandler(storage)
    _wait_for_start()
    stopped = Event()
    Thread(target=lambda: (sys.stdin.readline(), stopped.set()), daemon=True).start()
    for number in takewhile(lambda _: not stopped.is_set(), count()):
        chance = random.Random(number)
        game = start_game(handler, seats=2 + number % 2, name=str(number), undo="free")
        while game.table.phase == "running":
            game = move_undo_and_redo(handler, game, chance)
            time.sleep(0.005)
        key = msgspec.structs.replace(context_for(game, 0), command=f"branch-{number}")
        branch = branches.open_branch(handler, game.id, key, at=game.version // 2, viewer="auditor", name="Branch")
        for _ in range(3):
            branch = move_undo_and_redo(handler, branch, chance)
    storage.close()


def project(url: str) -> None:
    """Keep the read models up to date until killed."""
    from service.storage import connect
    from service.workers.projector import Projector

    projector = Projector(connect(url))
    _wait_for_start()
    projector.run()


def rebuilding(url: str) -> None:
    """Rebuild all read models repeatedly until killed."""
    from projections.registry import READ_MODELS
    from service.readmodels.rebuilding import rebuild
    from service.storage import connect

    storage = connect(url)
    _wait_for_start()
    while True:
        rebuild(storage, list(READ_MODELS.values()))


def packing(url: str) -> None:
    """Pack and unpack all streams repeatedly until killed."""
    from service.storage import compaction, connect

    storage = connect(url)
    streams = [end.stream for end in storage.stream_ends(storage.last_id())]
    _wait_for_start()
    while True:
        for stream in streams:
            with storage.database.async_commit() as rows:
                compaction.pack(rows, stream)
        for stream in streams:
            rows = storage.application.recorder.select_events(stream)
            with storage.database.transaction() as within:
                within.execute("DELETE FROM packed_streams WHERE stream = :stream", {"stream": stream})
                within.execute_many(
                    "UPDATE stored_events SET state = :state WHERE originator_id = :stream"
                    " AND originator_version = :version",
                    [{"state": row.state, "stream": stream, "version": row.originator_version} for row in rows],
                )


def sending(url: str, receiver: str) -> None:
    """Deliver the outbox until killed."""
    from service.outbox.errors import email_sender
    from service.outbox.queue import Outbox
    from service.outbox.smtp import by_smtp
    from service.storage import connect
    from tests.deliveries import deliver_due
    from tests.smtp_server import FROM

    storage = connect(url)
    outbox = Outbox(storage.database)
    _wait_for_start()
    while True:
        deliver_due(outbox, email_sender(by_smtp(receiver, FROM)))


def notifying(url: str, receiver: str) -> None:
    """Create notifications and deliver them without delay until killed."""
    from datetime import timedelta

    from service.channels.dispatcher import sending
    from service.notifications.delivery_schedule import release_due
    from service.outbox.queue import Outbox
    from service.outbox.smtp import by_smtp
    from service.storage import connect
    from service.workers.notifier import follow
    from tests.deliveries import deliver_due
    from tests.smtp_server import FROM

    def later() -> datetime:
        return datetime.now(UTC) + timedelta(minutes=5)

    storage = connect(url)
    send = sending(storage, by_smtp(receiver, FROM), "https://daybook.test")
    _wait_for_start()
    while True:
        follow(storage, datetime.now(UTC))
        release_due(storage.database, later())
        deliver_due(Outbox(storage.database, later), send)


def keeping_time(url: str, days: str) -> None:
    """Run a projector, and the deadline worker with a clock this many days ahead, until killed."""
    from datetime import timedelta

    from service.storage import connect
    from service.usecases.command_handler import CommandHandler
    from service.workers.deadline_worker import DeadlineWorker
    from service.workers.projector import Projector

    storage = connect(url)
    now = storage.clock
    worker = DeadlineWorker(CommandHandler(storage, lambda: now() + timedelta(days=int(days))))
    _wait_for_start()
    Projector(storage).start()
    worker.run()


def move_and_hang(url: str, stream: str, user: str) -> None:
    """Make a move in the toy game while the projector hangs, and wait to be killed."""
    from service.storage import connect
    from service.usecases.command_handler import CommandContext, CommandHandler
    from service.workers import projector

    storage = connect(url)
    reached = Event()

    def hang(*_: Any) -> None:
        reached.set()
        time.sleep(3600)

    projector.project = hang  # type: ignore[assignment]
    projector.Projector(storage).start()
    CommandHandler(storage).run(
        moves.move(CommandHandler(storage), stream, CommandContext(actor=user, seat=0), toy.TakeCoins())
    )
    reached.wait()
    _wait_for_start()


def serve(url: str, port: str, counts: str) -> None:
    """Serve a site that appends the number of running imports to the file ``counts`` when each import starts."""
    from service.cli import main
    from service.transfer import importing
    from tests import servers

    import_record, lock, at_work = importing._import_record, Lock(), Counter[str]()

    def counted(*file: Any) -> str:
        with lock, Path(counts).open("a") as written:
            at_work["files"] += 1
            written.write(f"{at_work['files']}\n")
        try:
            return import_record(*file)
        finally:
            with lock:
                at_work["files"] -= 1

    importing._import_record = counted
    os.environ.update(servers.environment(url))
    main(["serve", "--host", "127.0.0.1", "--port", port])


def fast_site(url: str, port: str, ahead: str, certificate: str, mails: str) -> None:
    """Serve a site whose clock is ahead by the seconds in a file, and which can reach the tests' receivers."""
    import ssl
    from datetime import timedelta
    from ipaddress import ip_address

    from service.calendars import outages
    from service.channels import safe_http
    from service.cli import main
    from service.storage import sqlite
    from service.storage.clock import machine_time
    from tests import servers
    from tests.https_server import HOST, resolving
    from tests.smtp_server import FROM

    sqlite.machine_time = lambda: machine_time() + timedelta(seconds=float(Path(ahead).read_text()))  # type: ignore[attr-defined]
    outages.beat = lambda *beat: None  # Time that the test skips is not an outage.
    safe_http.permitted = lambda address: address == ip_address("127.0.0.1")
    safe_http.trust = lambda: ssl.create_default_context(cafile=certificate)
    mail = {"DAYBOOK_SMTP_URL": mails, "DAYBOOK_MAIL_FROM": FROM, "DAYBOOK_SITE_URL": f"http://127.0.0.1:{port}"}
    os.environ.update(servers.environment(url, DAYBOOK_ARGON2_MEMORY="64", **mail))
    _wait_for_start()
    with resolving({HOST: ["127.0.0.1"]}):
        main(["serve", "--host", "127.0.0.1", "--port", port])


def ahead(url: str, seconds: str, *command: str) -> None:
    """Run a command of the program with a clock that is ahead by the seconds in a file, read again for each time."""
    from datetime import timedelta

    from service.cli import main
    from service.storage import clock, sqlite
    from tests import servers

    def later(now: datetime) -> datetime:
        return now + timedelta(seconds=float(Path(seconds).read_text()))

    by_database = clock.DatabaseTime.__call__
    sqlite.machine_time = lambda: later(clock.machine_time())  # type: ignore[attr-defined]
    clock.DatabaseTime.__call__ = lambda self: later(by_database(self))  # type: ignore[method-assign]
    os.environ.update(servers.environment(url, DAYBOOK_ARGON2_MEMORY="64", DAYBOOK_EMBEDDED="false"))
    main(list(command))


def hammer(url: str, limit: str, tries: str) -> None:
    """Count events against the same limits from four threads, and print the number of allowed events."""
    from limits import parse

    from service.runtime.rate_limit_store import RateLimitStore
    from service.storage import connect

    storage = connect(url)
    counts = RateLimitStore(storage.database, "secret")
    limits = {"one": parse(limit), "two": parse("1000000 per hour")}
    allowed: list[bool] = []

    def work() -> None:
        allowed.extend(counts.add(limits) is None for _ in range(int(tries)))

    _wait_for_start()
    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sum(allowed), flush=True)
    storage.close()


def _wait_for_start() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


TASKS: dict[str, Callable[..., None]] = {
    task.__name__: task
    for task in (
        migrate,
        write,
        play,
        project,
        rebuilding,
        packing,
        sending,
        notifying,
        keeping_time,
        move_and_hang,
        serve,
        fast_site,
        ahead,
        hammer,
    )
}


if __name__ == "__main__":
    TASKS[sys.argv[1]](*sys.argv[2:])
