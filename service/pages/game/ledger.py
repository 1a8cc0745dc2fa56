"""The statement of an account: part of a game's page, and a page of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flask import abort, render_template, request

from domain import report
from domain.presentation import Item
from projections import ledger
from service import auth, queries
from service.auth import ViewerContext
from service.http import messages
from service.pages.blueprint import page_blueprint
from service.pages.game import position
from service.pages.game.shown_events import ShownEvent, standalone
from service.presenters import games
from service.presenters.history.events import events

blueprint = page_blueprint("ledger", "/games/<stream:stream>")


class StatementEntry(NamedTuple):
    """A change of an account, its fact, and the items of the fact that make it up, if they are known."""

    entry: ledger.LedgerEntry
    event: ShownEvent
    items: list[Item]


ENTRIES = 50
"""The maximum of entries on a page; earlier ones are on further pages."""


@blueprint.get("/ledger/<string:account>/<int:player_seat>")
def page(stream: str, account: str, player_seat: int) -> str:
    """Show the changes of a seat's account up to ``?at=`` a version, the latest first, each with its fact."""
    seen = auth.view_game(stream, request.args.get("seat", type=int))
    at = request.args.get("at", type=int)
    view = games.viewed(seen, at)
    known = seen.now.ruleset.accounts(view)
    if player_seat >= len(known.get(account, ())):
        abort(404)
    upto = seen.now.version if at is None else at
    with queries.of_game("ledger", seen.now) as rows:
        changed = [
            entry
            for entry in ledger.line(rows, stream)
            if (entry.seat, entry.account) == (player_seat, account) and entry.version <= upto
        ]
    return render_template(
        "game/ledger.html",
        **position.beside(seen, view),
        account=messages.text(seen.now.ruleset.account_titles[account]),
        player_seat=player_seat,
        balance=known[account][player_seat],
        entries=_statement(seen, changed[-ENTRIES:]),
        say=messages.saying(),
        earlier=changed[-ENTRIES - 1].version if len(changed) > ENTRIES else None,
    )


def _statement(seen: ViewerContext, changed: Sequence[ledger.LedgerEntry]) -> list[StatementEntry]:
    """Return each entry with its fact, the latest first."""
    versions = [entry.version for entry in changed]
    facts = events(seen, queries.by_replay(seen.game, versions))
    items = report.items(seen.game, versions)
    return [
        StatementEntry(entry, standalone(fact), _items(entry, items.get(entry.version, ())))
        for entry, fact in zip(changed, facts, strict=True)
    ][::-1]


def _items(entry: ledger.LedgerEntry, items: Iterable[Item]) -> list[Item]:
    """Return the items of a fact that changed this account of the seat, the largest amount first."""
    counted = (entry.seat, entry.account)
    return sorted(
        (item for item in items if (item.seat, item.account) == counted), key=lambda item: -(item.amount or 0)
    )
