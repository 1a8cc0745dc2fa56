"""Commands that run a site: migrate, serve, workers."""

from __future__ import annotations

import logging
import signal
from functools import partial
from socket import socket
from threading import Event
from types import FrameType

import click
import msgspec

from service.catalogues import uncompiled
from service.cli.database import (
    checked_settings,
    prepare,
    prepare_when_usable,
    prepared_storage,
    settings,
    unprepared_storage,
)
from service.cli.terminal.exit_codes import Conflict
from service.cli.terminal.printing import say
from service.config import Config
from service.outbox.mailer import delivery
from service.runtime.gc_freeze import freeze_startup_objects
from service.server.supervisor import Work, supervise
from service.usecases.command_handler import CommandHandler


@click.command()
def migrate() -> None:
    """Create or update the database. You can run this command repeatedly, even from several machines at once."""
    with unprepared_storage() as storage:
        missing = storage.pending()
        changed = prepare(storage)
    if changed:
        say(f"Display names changed, because older accounts use them or they can't be displayed: {changed}")
    say(f"Migration steps applied: {len(missing)}" if missing else "The database is up to date.")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option(
    "--no-workers", is_flag=True, help="Do not run the background work; run `daybook workers` separately instead."
)
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="The number of web processes. With more than one, a separate process runs the workers.",
)
def serve(host: str, port: int, no_workers: bool, processes: int) -> None:
    """Serve the site until SIGTERM or Ctrl-C.

    The command also migrates the database and runs the background work: read models, clocks, bots, notifications and
    email. Use --no-workers, or set DAYBOOK_EMBEDDED=false, if `daybook workers` runs separately.
    """
    with freeze_startup_objects():
        from service.server import server
    config = checked_settings()
    if no_workers:
        config = msgspec.structs.replace(config, embedded=False)
    if config.embedded:
        prepare_when_usable(Event())
    try:
        listener = server.listening(host, port)
    except OSError as error:
        raise Conflict(f"Can't listen on {host}:{port}: {error.strerror}") from error
    with prepared_storage(Event()):
        if missing := uncompiled():
            say(f"The site has no translations into {', '.join(missing)}: `make run` compiles their catalogues.")
        say(f"Daybook is running at http://{host}:{listener.getsockname()[1]} - press Ctrl-C to stop.")
    if processes == 1:
        server.serve(config, listener)
    else:
        supervise(_parts(config, listener, processes))


def _parts(config: Config, listener: socket, processes: int) -> dict[str, Work]:
    """Return the parts of a site's work, each for a process of its own."""
    from service.server import server

    site = config.site_url or server.address(listener)
    shared = msgspec.structs.replace(config, embedded=False, site_url=site)
    parts: dict[str, Work] = {
        f"web process {number}": partial(server.serve, shared, listener) for number in range(processes)
    }
    return {**parts, "workers": partial(run_workers, site)} if config.embedded else parts


@click.command()
def workers() -> None:
    """Run the background work of the site.

    This updates read models, checks clocks, runs the bots, and sends notifications and email until SIGTERM or Ctrl-C.
    """
    run_workers(settings().site_url)


def run_workers(site: str) -> None:
    """Run all workers of the site at this URL until a signal stops them."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    stop = Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
    from service.workers.registry import Workers  # slow to import, and needed by no other command

    config = settings()
    deliver = delivery(config.smtp_url, config.mail_from)
    with prepared_storage(stop) as storage:
        running = Workers(storage, CommandHandler(storage), deliver, site)
        running.start()
        say("Workers are running.")
        stop.wait()
        running.stop()
