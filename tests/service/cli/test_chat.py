"""The chat of a table from the command line: printing it, and removing messages."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from projections.game_snapshot import Current, current_of
from service.administration import audit_trail
from service.chat import messages, posting
from service.usecases.command_handler import CommandHandler
from tests.service import playing
from tests.service.cli.conftest import Run


def post_message(handler: CommandHandler, now: Current, number: int, text: str) -> None:
    at = datetime(2026, 3, 1, 19, number, tzinfo=UTC)
    posting.post(handler.storage.database, now, "ada", text, at, f"command {number}")


def test_chat_is_printed_with_deleted_messages_marked(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler)
    now = current_of(game, game.id)
    for number, text in enumerate(("Hello\nto all", "My hand", "Bye"), start=1):
        post_message(handler, now, number, text)
    with handler.storage.database.transaction() as rows:
        message = messages.one(rows, game.id, 2)
        assert message is not None
        posting.delete(rows, message, "author")
    printed = run("chat", "show", game.id).output
    assert re.sub(r"#\d+", "#5", printed).splitlines() == [
        "1  2026-03-01T19:01:00+00:00  #5  Ada: Hello",
        "    to all",
        "2  2026-03-01T19:02:00+00:00  #5  Ada: (deleted by its author)",
        "3  2026-03-01T19:03:00+00:00  #5  Ada: Bye",
    ]
    assert run("chat", "show", game.id, "--limit", "1").output.startswith("3  ")
    assert run("chat", "show", "0" * 32).exit_code == 3


def test_message_is_removed_with_a_reason(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler)
    post_message(handler, current_of(game, game.id), 1, "Where she lives")
    assert run("chat", "remove", game.id, "1").exit_code == 2
    assert run("chat", "remove", game.id, "2", "--reason", "an address").exit_code == 3
    for refused in ("", "a" * 501, "a\x07"):
        assert run("chat", "remove", game.id, "1", "--reason", refused).exit_code == 2
    assert run("chat", "remove", game.id, "1", "--reason", "an address").output.startswith("Message 1 removed.")
    assert run("chat", "remove", game.id, "1", "--reason", "an address").exit_code == 4
    assert run("chat", "show", game.id).output.endswith("Ada: (removed by an administrator)\n")
    assert [(entry.act, entry.reason) for entry in audit_trail.entries(handler.storage.database)] == [
        ("remove_message", "an address")
    ]
