"""Text on the command line: subject to the same rules as on the pages and in the API."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from service.accounts.users import Accounts
from service.usecases.command_handler import CommandHandler
from tests.service.cli.conftest import Run

PASSWORD = ("--password", "a long password")


def test_names_are_normalised(run: Run, handler: CommandHandler) -> None:
    for name, stored in (("Zoe\u0308", "Zoë"), (" आदित्य ", "आदित्य")):
        assert run("users", "add", name, *PASSWORD).exit_code == 0
        user = Accounts(handler.storage.database).named(stored)
        assert user is not None
        assert user.name == stored
    assert run("users", "add", "Z0e\u0308", *PASSWORD).exit_code == 0, "a zero is not an o"
    assert run("users", "add", "ZOË", *PASSWORD).exit_code == 4


@pytest.mark.parametrize("bad", ["a\x1b[2Jb", "a\u202eb", "a\u200bb", "a\nb", "Ada!"])
def test_invalid_input_is_refused_with_advice(run: Run, handler: CommandHandler, bad: str) -> None:
    for command in (("users", "add", bad, *PASSWORD), ("users", "suspend", "Ada", "--reason", bad)):
        if bad != "Ada!" or command[1] == "add":
            refused = run(*command)
            assert refused.exit_code == 2
            assert "Remove" in refused.output


def test_arguments_that_are_not_valid_text_are_refused() -> None:
    for command in ([b"users", b"add", b"\xff"], [b"replay", b"\xff"], [b"import", b"--user", b"a\xff", b"x"]):
        found = subprocess.run(
            [os.fsencode(sys.executable), b"-m", b"service", *command], capture_output=True, timeout=120, check=False
        )
        assert found.returncode == 2, found.stderr.decode()
        assert "bytes that are not valid text" in found.stderr.decode()


def test_migrate_reports_old_names_that_look_alike(run: Run, handler: CommandHandler) -> None:
    with handler.storage.database.transaction() as rows:
        for number, name in enumerate(("Ian", "lan", "Ada")):
            rows.execute(
                "INSERT INTO users (id, name, folded_name, password, created_at) VALUES (:name, :name, :name, '', :at)",
                {"name": name, "at": f"2026-01-0{number + 1}T00:00:00+00:00"},
            )
    assert "or they can't be displayed: 1" in run("migrate").output
    assert run("migrate").output == "The database is up to date.\n"
    assert run("users", "add", "LAN", *PASSWORD).exit_code == 4
