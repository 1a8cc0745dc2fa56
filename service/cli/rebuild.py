"""Rebuilds of read models."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from functools import partial

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from projections.registry import READ_MODELS
from service.cli.database import prepared_storage, settings
from service.cli.terminal.exit_codes import NotFound
from service.readmodels.parallel_rebuild import processes as workers
from service.readmodels.rebuilding import Work
from service.readmodels.rebuilding import rebuild as rebuild_models
from service.storage import connect


@click.command()
@click.argument("name")
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    show_default="one per processor",
    help="The number of processes.",
)
def rebuild(name: str, processes: int) -> None:
    """Rebuild the read model NAME (or `all`) from the log.

    The site can keep running during the rebuild. If a rebuild is interrupted, start it again.
    """
    if name != "all" and name not in READ_MODELS:
        raise NotFound(f"{name} is not a read model. Choose one of: {', '.join(READ_MODELS)}, all.")
    models = list(READ_MODELS.values()) if name == "all" else [READ_MODELS[name]]
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with (
        prepared_storage() as storage,
        _workers(processes) as work,
        Progress(*columns, console=Console(stderr=True)) as progress,
    ):
        task = progress.add_task(name, total=None)
        rebuild_models(storage, models, lambda done, total: progress.update(task, completed=done, total=total), work)


def _workers(processes: int) -> AbstractContextManager[Work | None]:
    """Return the worker pool; None for a single process."""
    return workers(processes, partial(connect, settings().database_url)) if processes > 1 else nullcontext()
