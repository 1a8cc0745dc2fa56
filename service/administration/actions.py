"""Actions of administrators. Callers check permissions; each action is recorded in its own transaction."""

from __future__ import annotations

from datetime import UTC, datetime

from domain.aggregate import Game
from domain.message import message
from domain.table.refusals import Refused
from domain.table.rulings import decisions
from domain.table.rulings.facts import Reason
from domain.tournament.tournament import Tournament
from projections.db_protocol import timestamp
from service.accounts import sessions
from service.administration import audit_trail
from service.chat import posting
from service.chat.messages import ChatMessage
from service.outbox import queue
from service.storage import Database
from service.tournaments import commands
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler


def void(handler: CommandHandler, stream: str, actor: str, command: str, reason: Reason, note: str) -> Game:
    """End a game without a result, or void the result of a finished one; once for each command."""
    recorded = audit_trail.recording(actor, "void", stream=stream, reason=note or reason)
    context = CommandContext(actor=actor, command=command)
    return tables.rule_on_game(
        handler, stream, context, lambda game: decisions.void(game.table, reason), lambda game: [recorded]
    )


def name_organiser(handler: CommandHandler, stream: str, made: CommandContext, person: str) -> Tournament:
    """Name another organiser of a tournament; once for each command."""
    recorded = audit_trail.recording(made.actor, "name_organiser", user=person, stream=stream)
    return commands.name_organiser(handler, stream, made, person, [recorded])


def suspend(database: Database, user: str, actor: str, reason: str) -> None:
    """Suspend an account: its sessions end, and neither its password nor its tokens give access.

    Refused for your own account, which perhaps no one else could reinstate.
    """
    if user == actor:
        raise Refused(
            message("site.cannot-close-own-account", "You can't suspend your own account. Ask another administrator.")
        )
    row = {"user": user, "since": timestamp(datetime.now(UTC)), "reason": reason}
    with database.transaction() as rows:
        rows.execute(
            "INSERT INTO suspensions VALUES (:user, :since, :reason)"
            " ON CONFLICT (user_id) DO UPDATE SET reason = excluded.reason",
            row,
        )
        sessions.end(rows, "user_id = :user", {"user": user}, datetime.now(UTC))
        rows.execute(*audit_trail.recording(actor, "suspend", user=user, reason=reason))


def reinstate(database: Database, user: str, actor: str) -> None:
    """Reinstate an account; do nothing if it is not suspended."""
    with database.transaction() as rows:
        if rows.execute("DELETE FROM suspensions WHERE user_id = :user RETURNING user_id", {"user": user}):
            rows.execute(*audit_trail.recording(actor, "reinstate", user=user))


def remove_message(database: Database, word: ChatMessage, actor: str, reason: str) -> None:
    """Delete a chat message; do nothing if it is deleted already."""
    if word.removed:
        return
    with database.transaction() as rows:
        posting.delete(rows, word, "operator")
        rows.execute(
            *audit_trail.recording(actor, "remove_message", user=word.author, stream=word.stream, reason=reason)
        )


def retry_emails(database: Database, actor: str) -> int:
    """Retry undeliverable messages; return their number."""
    with database.transaction() as rows:
        tried = queue.try_again(rows, datetime.now(UTC))
        rows.execute(*audit_trail.recording(actor, "retry_emails", reason=str(tried)))
    return tried
