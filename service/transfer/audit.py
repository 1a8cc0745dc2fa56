"""Audit of a game of this service: decides every command of its line again under today's rules."""

from __future__ import annotations

from domain import audit as domain_audit
from domain import visibility
from domain.aggregate import Game
from domain.findings import Finding
from domain.game import Viewer
from service.accounts import user_texts
from service.auth.ancestry import secrets_are_public
from service.usecases.command_handler import CommandHandler


def audit(handler: CommandHandler, game: Game, at: int | None = None, viewer: Viewer = "spectator") -> list[Finding]:
    """Return one finding per command of the game's own line at a version (default: now), in order.

    While the game is running, differences show only what ``viewer`` may see of each fact.
    """
    sees: Viewer = "auditor" if secrets_are_public(handler, game) else viewer
    with handler.storage.database.reading() as rows:
        words = user_texts.words_by_seat(user_texts.of_stream(rows, game.id))
    return list(domain_audit.audit(game, at, lambda fact: visibility.veiled(game.ruleset, fact, sees), words))
