"""Use cases of branches: open one; change its title and comment; hide it."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

import msgspec

from domain import aggregate
from domain.aggregate import Game
from domain.game import Viewer
from domain.log import BranchOpened
from domain.message import counted, message
from domain.table.refusals import Refused
from domain.table.seating import seats_of
from domain.verifiable_random import Seeded
from projections.db_protocol import Rows, listed
from service.accounts import idempotency_store, user_texts
from service.accounts.user_texts import Text
from service.storage import Database, user_rows
from service.storage.user_rows import UserRows
from service.usecases.command_handler import CommandContext, CommandHandler

DEEPEST = 50
"""The longest chain of branches that continue one another: reading one branch reads the whole chain."""


def open_branch(
    handler: CommandHandler, stream: str, context: CommandContext, *, at: int, viewer: Viewer, name: str
) -> Game:
    """Open a branch at a version, or at the end of the move that contains it, so that play can continue.

    While the game runs, all information hidden from the viewer is invented, also if they continue another user's
    branch. The owner of a branch sees all of it, and continues it unchanged.
    """
    game = handler.games.game(stream)
    if not aggregate.has_position(game, at):
        raise Refused(
            message(
                "table.version-without-position", "#{version} isn't a position that you can continue from.", version=at
            )
        )
    ancestors = _ancestors(handler, game)
    if len(ancestors) >= DEEPEST:
        raise Refused(
            counted(
                "table.branches-too-deep",
                "Branches can be nested at most {count} level deep.",
                "Branches can be nested at most {count} levels deep.",
                count=DEEPEST,
            )
        )
    at = aggregate.move_end(game, at)
    opened = BranchOpened(
        origin=stream,
        at_version=at,
        ruleset=game.ruleset.name,
        figures=game.figures,
        owner=context.actor,
        viewer=viewer if isinstance(viewer, int) else None,
        imagined=_imagined(handler, game, at, viewer),
    )
    return handler.open_stream(
        name, opened, context, origin=handler.games.origin(opened), root=[game, *ancestors][-1].id
    )


def _ancestors(handler: CommandHandler, game: Game) -> list[Game]:
    """Return the streams that a branch continues, from the nearest to the original game."""
    found: list[Game] = []
    while game.origin is not None:
        game = handler.games.game(game.origin.opened.origin)
        found.append(game)
    return found


def _imagined(handler: CommandHandler, game: Game, at: int, viewer: Viewer) -> dict[str, Any] | None:
    """Return the imagined position that a branch starts from; None if it starts from the real one."""
    if game.origin is None and game.table.phase != "running":
        return None
    if game.origin is not None and game.origin.opened.imagined is None:
        return None
    position = handler.games.position(game, at)
    if game.origin is not None and viewer == "auditor":
        return _plain(position)
    return _plain(game.ruleset.reimagine(position, viewer, Seeded(secrets.token_bytes(32))))


def _plain(position: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(position, str_keys=True)
    return plain


def rename(database: Database, branch: Game, owner: str, name: str) -> None:
    """Rename a branch. Refused for games, and unless the user opened the branch."""
    _keep(database, branch, Text(what="title", author=require_owner(branch, owner), text=name))


def comment(database: Database, branch: Game, owner: str, text: str) -> None:
    """Comment on a branch, or delete the comment with ``""``. Refused as in :func:`rename`."""
    said = Text(what="comment", author=require_owner(branch, owner), text=text)
    if text:
        _keep(database, branch, said)
        return
    user_rows.delete_all(database, branch.id, idempotency_store.forget_text)  # they quote it
    with database.transaction() as rows:
        user_texts.remove(rows, branch.id, said.what)


def set_hidden(database: Database, branch: Game, root: str, owner: str, hidden: bool) -> None:
    """Remove a branch from the lists, or list it again; its URL still works.

    ``root`` is its original game. Refused as in :func:`rename`, and for a branch that other branches continue.
    """
    params = {"stream": branch.id, "author": require_owner(branch, owner)}
    with database.transaction() as rows:
        if hidden and rows.execute(_CONTINUED, {"root": root, **params}):
            raise Refused(
                message("table.branch-continued", "You can't hide this branch, because other branches continue it.")
            )
        rows.execute(_HIDE if hidden else _SHOW, params)


def hidden(rows: Rows, streams: Collection[str]) -> set[str]:
    """Return those of these branches that are hidden."""
    among, params = listed("stream", list(streams))
    found = rows.execute(f"SELECT stream FROM hidden_branches WHERE stream IN ({among})", params)  # noqa: S608
    return {row["stream"] for row in found}


def delete_user_data(rows: Rows, owner: str, most: int) -> bool:
    """Delete the user who hid a branch; it stays hidden."""
    return user_rows.delete_some(rows, _USER_ROWS, owner, most)


_USER_ROWS = [UserRows("hidden_branches", key="stream", user="author", blanked="author = ''")]


def require_owner(branch: Game, owner: str) -> str:
    """Return the user if they opened this branch; raise Refused otherwise."""
    if branch.origin is None or not seats_of(branch.table, owner):
        raise Refused(message("table.branch-maker-only", "Only the owner of a branch can change it."))
    return owner


_HIDE = "INSERT INTO hidden_branches (stream, author) VALUES (:stream, :author) ON CONFLICT DO NOTHING"
_SHOW = "DELETE FROM hidden_branches WHERE stream = :stream AND author = :author"
_CONTINUED = "SELECT stream FROM branches WHERE root = :root AND origin = :stream LIMIT 1"


def _keep(database: Database, branch: Game, text: Text) -> None:
    with database.transaction() as rows:
        for statement in user_texts.kept(branch.id, [text]):
            rows.execute(*statement)
