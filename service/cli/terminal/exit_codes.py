"""Exit codes of commands."""

from __future__ import annotations

import click

EXIT_CODES = """\b
Exit codes:
  0  success
  1  a check failed: a file was changed, a move is illegal
  2  wrong usage of the command line
  3  not found: game, user, file or read model
  4  conflict: it already exists, or it is not possible now
  5  the database is not up to date: run `daybook migrate`
"""


class Wrong(click.ClickException):
    """A check has failed."""

    exit_code = 1


class NotFound(click.ClickException):
    """The named object does not exist."""

    exit_code = 3


class Conflict(click.ClickException):
    """The command conflicts with existing data."""

    exit_code = 4


class MigrationNeeded(click.ClickException):
    """The database is not fully migrated."""

    exit_code = 5
