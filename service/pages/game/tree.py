"""The branches of a game: the viewer's own and the newest branches beside the game, all branches on a separate page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, zip_longest
from typing import Any

from flask import render_template, request

from domain.table.seat_changes.decisions import usual_bot
from domain.table.seating import seats_of
from projections import branches as branch_model
from projections.branches import Branch
from service import auth, queries
from service.auth import ViewerContext
from service.container import services
from service.http import pagination
from service.pages.blueprint import page_blueprint
from service.pages.game import branch_play
from service.presenters.games import link
from service.presenters.listings import arrival, importers_of, said_of, title_of
from service.usecases import branch_quota, branches

blueprint = page_blueprint("tree", "/games/<stream:stream>/branches")

BESIDE = 30
"""Branches beside a game."""

LISTED = 100
"""Branches on a page of the list."""


@blueprint.get("")
def page(stream: str) -> str:
    """Show all branches of the game that the user may see, the oldest first, page by page."""
    seen = auth.view_game(stream)
    root = auth.root_of(seen.now)
    reader, shared = seen.user.id if seen.user else None, auth.sees_shared_branches(seen, root)
    after = pagination.decode_cursor(request.args.get("cursor"), branch_model.START, branch_model.Cursor)
    with queries.latest("branches") as rows:
        found = branch_model.visible(rows, root.id, reader=reader, shared=shared, after=after, limit=LISTED)
        hidden = branches.hidden(rows, [branch.stream for branch in found])
    wanted = request.args.get("hidden") == "yes"
    shown = [each for each in found if each.stream not in hidden or (wanted and each.owner == reader)]
    return render_template(
        "game/branches.html",
        stream=stream,
        title=_title_of_root(seen, auth.root_seen(seen)),
        nodes=_nested(seen, root.id, shown, hidden),
        hidden=any(branch.owner == reader for branch in found if branch.stream in hidden) and not wanted,
        first=after == branch_model.START,
        newer=pagination.encode_cursor((found[-1].opened_at, found[-1].stream)) if len(found) == LISTED else None,
        invite=auth.invitation_borne(seen.now),
        root_invite=auth.invitation_to_root(seen.now),
    )


def beside(seen: ViewerContext) -> dict[str, Any]:
    """Return the current branch, and the newest of the user's own and of others in turn, as far as there is room.

    ``nodes`` are those of the tree; ``more`` says that some are left out; ``offered`` are those that continue from
    the game's present.
    """
    root = auth.root_of(seen.now)
    shared = auth.sees_shared_branches(seen, root)
    with queries.latest("branches") as rows:
        here = branch_model.branch(rows, seen.now.id)
        own = branch_model.newest(rows, root.id, owner=seen.user.id, limit=BESIDE + 1) if seen.user else []
        newest = branch_model.newest(rows, root.id, limit=BESIDE + 1 + branch_quota.MOST) if shared else []
        hidden = branches.hidden(rows, {branch.stream for branch in (*own, *newest, here) if branch})
    others = [branch for branch in newest if not (seen.user and branch.owner == seen.user.id)][: BESIDE + 1]
    in_turn = (each for each in chain.from_iterable(zip_longest(own, others)) if each and each.stream not in hidden)
    found = {branch.stream: branch for branch in (here, *in_turn) if branch}
    shown = sorted(list(found.values())[:BESIDE], key=lambda branch: (branch.opened_at, branch.stream))
    nodes = _nested(seen, root.id, shown, hidden)
    more = len(found) > BESIDE or bool(hidden)
    offered = branch_play.offered(seen, [branch for branch in own if branch.stream not in hidden])
    return {"nodes": nodes, "more": more, "offered": offered, "hidden": here is not None and here.stream in hidden}


def _nested(
    seen: ViewerContext, root: str, branches: Sequence[Branch], hidden: Collection[str]
) -> list[dict[str, Any]]:
    """Nest branches under their origin, with their owners; one whose origin is not among them is at the top and says
    so.
    """
    owners = services().display_names.of_people({branch.owner for branch in branches})
    said = said_of(branches)
    shown = {branch.stream for branch in branches}
    importers = importers_of(branches)

    def node(branch: Branch, *, apart: bool = False) -> dict[str, Any]:
        return {
            "branch": branch,
            "name": said[branch.stream].title,
            "comment": said[branch.stream].comment,
            "hidden": branch.stream in hidden,
            "mine": seen.user is not None and branch.owner == seen.user.id,
            "owner": owners.get(branch.owner),
            "imported": arrival(branch, importers) if branch.from_file else None,
            "apart": apart,
            "branches": [node(other) for other in branches if other.origin == branch.stream],
        }

    return [node(branch, apart=branch.origin != root) for branch in branches if branch.origin not in shown]


def _title_of_root(seen: ViewerContext, seen_root: ViewerContext | None) -> str:
    """Return the title of the original game, or only that of its ruleset if the user may not see it."""
    return seen.now.ruleset.title if seen_root is None else title_of(seen_root.now)


def home_of(seen: ViewerContext) -> dict[str, Any] | None:
    """Return the original game of a branch, if the user may see it, and its origin and version; None for a game."""
    origin = seen.now.origin
    if origin is None:
        return None
    root, seen_root = auth.root_of(seen.now), auth.root_seen(seen)
    return {
        "root": root.id,
        "root_visible": seen_root is not None,
        "name": _title_of_root(seen, seen_root),
        "origin": origin.origin,
        "at": origin.at_version,
        "imagined": origin.imagined,
        "mine": seen.user is not None and bool(seats_of(seen.now.table, seen.user.id)),
        "link": link(seen.now.id),
        "bot": usual_bot(seen.now.ruleset) if seen.now.ruleset.bots else None,
        "playable": root.table.phase == "running" and bool(seen.user and seats_of(root.table, seen.user.id)),
    }
