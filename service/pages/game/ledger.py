"""The statement of an account: part of a game's page, and a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import abort, render_template, request

from domain.presentation import ScoredPiece
from projections import ledger
from service import auth, queries
from service.auth import ViewerContext
from service.container import services
from service.http import messages
from service.pages.blueprint import page_blueprint
from service.pages.game import position
from service.pages.game.shown_events import ShownEvent, standalone
from service.presenters import games
from service.presenters.history.events import events

blueprint = page_blueprint("ledger", "/games/<stream:stream>")


class StatementEntry(NamedTuple):
    """A change of an account, its fact, and the pieces on the board that it counted."""

    entry: ledger.LedgerEntry
    event: ShownEvent
    pieces: list[ScoredPiece]


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
        entries=_told(seen, changed[-ENTRIES:]),
        say=messages.saying(),
        earlier=changed[-ENTRIES - 1].version if len(changed) > ENTRIES else None,
    )


def _told(seen: ViewerContext, changed: Sequence[ledger.LedgerEntry]) -> list[StatementEntry]:
    """Return each entry with its fact, the latest first."""
    facts = events(seen, queries.by_replay(seen.game, [entry.version for entry in changed]))
    return [
        StatementEntry(entry, standalone(fact), _pieces(seen, entry))
        for entry, fact in zip(changed, facts, strict=True)
    ][::-1]


def _pieces(seen: ViewerContext, entry: ledger.LedgerEntry) -> list[ScoredPiece]:
    """Return the pieces that changed the account of the seat by this fact, the most points first."""
    itemised, record = seen.now.ruleset.itemised, seen.game.records[entry.version - 1]
    if itemised is None or not isinstance(record.fact, itemised.facts):
        return []
    before = services().handler.games.position(seen.game, entry.version - 1)
    counted = (entry.seat, entry.account)
    pieces = (piece for piece in itemised.pieces(before, record.fact) if (piece.seat, piece.account) == counted)
    return sorted(pieces, key=lambda piece: -(piece.points or 0))
