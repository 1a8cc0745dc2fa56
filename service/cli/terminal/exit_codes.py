"""Exit codes of commands."""

from __future__ import annotations

import click

EXIT_CODES = """\b
Exit codes:
  0  all is well
  1  something was looked at and found wrong: altered, illegal, refused
  2  the command line is wrong
  3  there is no such game, user, file or read model
  4  it is there already, or cannot be done as things stand
  5  the database is not prepared for this version: run `daybook migrate`
"""


class Wrong(click.ClickException):
    """A check has failed."""

    exit_code = 1


class NotFound(click.ClickException):
    """The named object does not exist."""

    exit_code = 3


class Conflict(click.ClickException):
    """Something that exists prevents it."""

    exit_code = 4


class MigrationNeeded(click.ClickException):
    """The database lacks migration steps."""

    exit_code = 5
