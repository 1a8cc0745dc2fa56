"""Running a site: migrate, serve, project."""

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
    """Create or update the tables of the database. May be repeated, and done by several processes at once."""
    with unprepared_storage() as storage:
        missing = storage.pending()
        changed = prepare(storage)
    if changed:
        say(f"Display names changed, because older accounts have them or they cannot be shown: {changed}")
    say(f"Applied {len(missing)} migration steps." if missing else "The database is up to date.")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option("--no-projector", is_flag=True, help="Leave read models and bots to a `daybook projector`.")
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="So many web processes; beside more than one a projector runs by itself.",
)
def serve(host: str, port: int, no_projector: bool, processes: int) -> None:
    """Serve the site until told to stop (SIGTERM or Ctrl-C).

    Unless a projector runs by itself (--no-projector, or DAYBOOK_EMBEDDED=false) it prepares the database, keeps the
    read models up to date and plays the bots.
    """
    with freeze_startup_objects():
        from service.server import server
    config = checked_settings()
    if no_projector:
        config = msgspec.structs.replace(config, embedded=False)
    if config.embedded:
        prepare_when_usable(Event())
    try:
        listener = server.listening(host, port)
    except OSError as error:
        raise Conflict(f"Nobody can come to {host}:{port}: {error.strerror}") from error
    with prepared_storage(Event()):
        if missing := uncompiled():
            say(f"The site has no translations into {', '.join(missing)}: `make run` compiles their catalogues.")
        say(f"Daybook is at http://{host}:{listener.getsockname()[1]} - Ctrl-C stops it.")
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
    return {**parts, "projector": partial(project, site)} if config.embedded else parts


@click.command()
def projector() -> None:
    """Keep the read models up to date, keep time, play the bots, and tell people of their games and send mails, until
    told to stop (SIGTERM or Ctrl-C).
    """
    project(settings().site_url)


def project(site: str) -> None:
    """Run the projector for the site at this URL."""
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
        workers = Workers(storage, CommandHandler(storage), deliver, site)
        workers.start()
        say("Projecting.")
        stop.wait()
        workers.stop()
