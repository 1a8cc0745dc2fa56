"""What stands beside the log of a what-if: its name, what its maker says about it, and whether it is out of sight."""

from __future__ import annotations

from collections.abc import Collection

from domain.aggregate import Game
from domain.message import message
from domain.table.refusals import Refused
from domain.table.seating import seats_of
from projections.rows import Rows, listed
from service.people import answers, texts
from service.people.texts import Text
from service.storage import Database, held
from service.storage.held import Held


def rename(database: Database, line: Game, owner: str, name: str) -> None:
    """Call a what-if otherwise. Refused of what is no what-if, and to whoever did not make it."""
    _keep(database, line, Text(what="title", author=maker(line, owner), text=name))


def comment(database: Database, line: Game, owner: str, text: str) -> None:
    """Say something about a what-if, or with ``""`` nothing any more. Refused as in :func:`rename`."""
    said = Text(what="comment", author=maker(line, owner), text=text)
    if text:
        _keep(database, line, said)
        return
    held.in_batches(database, line.id, answers.forget_text)  # They quote it.
    with database.transaction() as rows:
        texts.remove(rows, line.id, said.what)


def set_hidden(database: Database, line: Game, root: str, owner: str, hidden: bool) -> None:
    """Take a what-if off the lists, or bring it back; it can be opened by its address still.

    ``root`` is the game it goes back to. Refused as in :func:`rename`, and to hide one that is continued.
    """
    params = {"stream": line.id, "author": maker(line, owner)}
    with database.transaction() as rows:
        if hidden and rows.execute(_CONTINUED, {"root": root, **params}):
            raise Refused(message("Other what-ifs continue this one, so that it stays where it is."))
        rows.execute(_HIDE if hidden else _SHOW, params)


def hidden(rows: Rows, streams: Collection[str]) -> set[str]:
    """Those of these what-ifs that are out of sight."""
    among, params = listed("stream", list(streams))
    found = rows.execute(f"SELECT stream FROM hidden_branches WHERE stream IN ({among})", params)  # noqa: S608
    return {row["stream"] for row in found}


def forget(rows: Rows, owner: str, most: int) -> bool:
    """Forget who hid a branch; it stays hidden."""
    return held.forget(rows, _HELD, owner, most)


_HELD = [Held("hidden_branches", key="stream", person="author", blanked="author = ''")]


def maker(line: Game, owner: str) -> str:
    """The user, who made this what-if; Refused otherwise."""
    if line.origin is None or not seats_of(line.table, owner):
        raise Refused(message("Only who made a what-if can change what is said of it."))
    return owner


_HIDE = "INSERT INTO hidden_branches (stream, author) VALUES (:stream, :author) ON CONFLICT DO NOTHING"
_SHOW = "DELETE FROM hidden_branches WHERE stream = :stream AND author = :author"
_CONTINUED = "SELECT stream FROM branches WHERE root = :root AND origin = :stream LIMIT 1"


def _keep(database: Database, line: Game, text: Text) -> None:
    with database.transaction() as rows:
        for statement in texts.kept(line.id, [text]):
            rows.execute(*statement)
