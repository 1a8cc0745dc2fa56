"""Accounts from the command line."""

from __future__ import annotations

import pytest

from service.accounts.suspensions import Suspended
from service.accounts.users import Accounts
from service.administration import audit_trail
from service.outbox.queue import Outbox
from service.usecases.command_handler import CommandHandler
from tests.deliveries import due
from tests.service.cli.conftest import Run


def test_users_are_added_and_listed(run: Run, handler: CommandHandler) -> None:
    assert run("users", "add", "Zoe", "--password", "a long password").exit_code == 0
    assert run("users", "add", "Yan", input="a long password\na long password\n").exit_code == 0
    listed = [line.split()[-1] for line in run("users", "list").output.splitlines()]
    assert listed == ["Yan", "Zoe"]
    assert Accounts(handler.storage.database).authenticated("Yan", "a long password")


def test_user_name_must_be_unique(run: Run, handler: CommandHandler) -> None:
    run("users", "add", "Zoe", "--password", "a long password")
    assert run("users", "add", "zoe", "--password", "a long password").exit_code == 4


def test_short_passwords_and_invalid_names_are_refused(run: Run, handler: CommandHandler) -> None:
    assert run("users", "add", "Zoe", "--password", "short").exit_code == 2
    assert run("users", "add", "<Zoe>", "--password", "a long password").exit_code == 2


def test_password_can_be_changed(run: Run, handler: CommandHandler) -> None:
    run("users", "add", "Zoe", "--password", "a long password")
    assert run("users", "password", "Zoe", "--password", "another password").exit_code == 0
    accounts = Accounts(handler.storage.database)
    assert accounts.authenticated("Zoe", "another password")
    assert accounts.authenticated("Zoe", "a long password") is None
    assert run("users", "password", "Nobody", "--password", "another password").exit_code == 3


def test_administrators_are_appointed_and_accounts_suspended(run: Run, handler: CommandHandler) -> None:
    run("users", "add", "Zoe", "--password", "a long password")
    assert run("users", "admin", "Zoe").exit_code == 0
    assert run("users", "suspend", "Zoe", "--reason", "a test").exit_code == 0
    assert run("users", "list").output.split()[1:] == ["Zoe", "administrator", "suspended"]
    with pytest.raises(Suspended):
        Accounts(handler.storage.database).authenticated("Zoe", "a long password")
    assert run("users", "reinstate", "Zoe").exit_code == 0
    assert run("users", "admin", "--revoke", "Zoe").exit_code == 0
    assert run("users", "list").output.split()[1:] == ["Zoe"]
    assert [entry.act for entry in audit_trail.entries(handler.storage.database)] == [
        "dismiss",
        "reinstate",
        "suspend",
        "appoint",
    ]
    assert run("users", "admin", "Nobody").exit_code == 3


def test_undeliverable_emails_are_listed_and_retried(run: Run, handler: CommandHandler) -> None:
    outbox = Outbox(handler.storage.database)
    outbox.post("nobody@example.org", "Subject", "text")
    outbox.give_up(due(outbox, 1)[0], "550 No such person")
    (line,) = run("outbox", "list").output.splitlines()
    assert line.endswith("nobody@example.org  -  550 No such person")
    assert run("outbox", "retry").exit_code == 0
    assert run("outbox", "list").output == ""
    assert len(due(outbox, 10)) == 1
