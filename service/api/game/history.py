"""History, ledger, branches and audit of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext
from msgspec.structs import asdict

from domain import report as reports
from domain.aggregate import Game
from domain.findings import Finding as AuditFinding
from domain.log import BranchOpened
from domain.table.seating import seats_of
from projections import branches as branch_model
from projections import ledger as ledger_model
from projections.db_protocol import parsed
from service import auth, queries
from service.api.blueprint import Rendered, Resource, picture, require_as_seen, tagged
from service.api.commands import command_context
from service.auth import ViewerContext
from service.container import services
from service.http import i18n, messages, pagination
from service.http.problems import Problem
from service.http.request_bodies import work_slot
from service.presenters import games, listings
from service.presenters.history import filters as history_filters
from service.presenters.history import timeline as timelines
from service.presenters.history.events import events, fact_at
from service.presenters.history.filters import HistoryFilter
from service.schemas.fields import Look, LookAt
from service.schemas.history import (
    Audit,
    Branch,
    BranchComment,
    BranchesQuery,
    BranchHidden,
    BranchName,
    BranchTree,
    ExplainedEvent,
    Finding,
    Gain,
    HistoryPage,
    HistoryQuery,
    LedgerEntry,
    LedgerPage,
    LedgerQuery,
    NewBranch,
    Report,
    Source,
    Timeline,
    TimelineQuery,
    TurningPoint,
)
from service.schemas.tables import InvitationLink
from service.transfer.audit import audit as decide_again
from service.usecases import branch_links, branch_play, branch_quota
from service.usecases import branches as branch_commands

blueprint = Resource("history", __name__, url_prefix="/api/games/<stream:id>", description="History and branches")


@blueprint.route("/history")
@blueprint.etag
@blueprint.arguments(HistoryQuery, location="query")
@blueprint.returns(200, HistoryPage)
def history(query: dict[str, Any], id: str) -> HistoryPage:
    """List the events

    The list includes undone events. Each event includes its text; hidden information is left out. You can filter by
    seat, kind or place. A filtered page may contain few or no events and still have a next page.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    start, limit = pagination.decode_cursor(query.get("cursor"), 0, int), query["limit"]
    pagination.require_within(start, seen.now.version)
    filters = HistoryFilter(query.get("player_seat"), query.get("kind"), query.get("place"))
    if query["order"] == "forward":
        found = history_filters.forward(seen, filters, start, limit)
    else:
        found = history_filters.backward(seen, filters, start or query.get("before"), limit)
    following = pagination.encode_cursor(found.reached) if found.reached is not None else None
    return HistoryPage(seen.now.version, events(seen, found.happened), following)


@blueprint.route("/timeline")
@blueprint.etag
@blueprint.arguments(TimelineQuery, location="query")
@blueprint.returns(200, Timeline)
def timeline(query: dict[str, Any], id: str) -> Rendered[Timeline]:
    """Get the timeline

    The timeline shows where rounds and eras start, whose turn it was, and what was undone. A long game has several
    pages.
    """
    seen, after = auth.view_game(id, query.get("seat")), pagination.decode_cursor(query.get("cursor"), 0, int)
    pagination.require_within(after, seen.now.version)
    return blueprint.kept(seen, ("timeline", after), lambda: timelines.timeline_of(seen, after))


@blueprint.route("/history/<int:version>")
@blueprint.etag
@blueprint.arguments(Look, location="query")
@blueprint.returns(200, ExplainedEvent)
def event(query: dict[str, Any], id: str, version: int) -> ExplainedEvent:
    """Get an event and its explanation

    If the rules decided the event, for instance for an automa, the explanation shows the decision step by step. Other
    events have no explanation.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    event, why = fact_at(seen, version)
    drawn = why is not None and why.drawing is not None
    return ExplainedEvent(
        **asdict(event),
        explanation=why.steps if why else [],
        drawing=url_for("history.drawing", id=id, version=version) if drawn else None,
    )


@blueprint.route("/history/<int:version>/drawing.svg")
@blueprint.etag
@blueprint.arguments(Look, location="query")
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
def drawing(query: dict[str, Any], id: str, version: int) -> Any:
    """Get the drawing of an explanation"""
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    _, why = fact_at(seen, version)
    if why is None or why.drawing is None:
        raise Problem("not-found", gettext("This event has no drawing."))
    return picture(why.drawing)


@blueprint.route("/ledger")
@blueprint.etag
@blueprint.arguments(LedgerQuery, location="query")
@blueprint.returns(200, LedgerPage)
def ledger(query: dict[str, Any], id: str) -> LedgerPage:
    """List ledger entries

    The ledger lists every change in money, points and income, with its event. Entries that were not undone add up to
    the balances.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    after = pagination.decode_cursor(query.get("cursor"), ledger_model.START, ledger_model.Cursor)
    pagination.require_within(after[0], seen.now.version)
    player_seat, account, limit = query.get("player_seat"), query.get("account"), query["limit"]
    with queries.of_game("ledger", seen.now) as rows:
        entries = ledger_model.statement(rows, id, seat=player_seat, account=account, after=after, limit=limit)
        sums = ledger_model.balances(rows, id)
    last = entries[-1] if len(entries) == limit else None
    return LedgerPage(
        version=seen.now.version,
        balances={name: _by_seat(len(seen.now.table.chairs), sums.get(name, {})) for name in _accounts(seen)},
        entries=[
            LedgerEntry(each.version, each.seat, each.account, each.change, each.balance, each.on_line)
            for each in entries
        ],
        next=pagination.encode_cursor((last.version, last.seat, last.account)) if last else None,
    )


@blueprint.route("/report")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.returns(200, Report)
def report(query: dict[str, Any], id: str) -> Rendered[Report]:
    """Get the report

    The report shows the points of each seat by the game's own categories, at the current version or an earlier one, and
    the turning points of the game.
    """
    seen, at = auth.view_game(id, query.get("seat")), query.get("at")
    return blueprint.kept(seen, ("report", at), lambda: _reported(seen, at))


def _reported(seen: ViewerContext, at: int | None) -> Report:
    say = messages.saying(seen.names)
    return Report(
        version=seen.now.version if at is None else at,
        points=games.state(seen, at).standing.points,
        sources=[Source(say(source.category), source.points) for source in reports.report(seen.game, at)],
        turning_points=[
            TurningPoint(
                each.version, each.points, each.leads, [Gain(seat, points) for seat, points in each.gained.items()]
            )
            for each in timelines.turned(seen, at)
        ],
    )


def _accounts(seen: ViewerContext) -> Iterable[str]:
    """Return the names of all accounts, including those that never changed; none before the start."""
    return seen.now.ruleset.accounts(games.viewed(seen)) if seen.now.started else ()


def _by_seat(seats: int, balances: dict[int, int]) -> list[int]:
    return [balances.get(seat, 0) for seat in range(seats)]


# --------------------------------------------------------------------------------------------------------------------
# Branches
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/branches", methods=["POST"])
@blueprint.arguments(NewBranch)
@blueprint.returns(201, Branch)
def open_branch(body: dict[str, Any], id: str) -> tuple[Branch, dict[str, str]]:
    """Create a branch

    While the game runs, a branch starts from what you can see. Hidden information is filled in at random, and only you
    can see the branch. This also applies to branches of a branch that was shared with you. You play all seats and can
    undo freely.
    """
    auth.required_user()
    seen = auth.view_game(id, body.get("seat"))
    at = body.get("at", seen.now.version)
    branch = branch_commands.open_branch(
        services().handler, id, command_context(seen), at=at, viewer=seen.viewer, name=body["name"]
    )
    return _opened(branch, body["name"]), tagged(auth.seen_again(seen, branch)) | {
        "Location": url_for("games.one", id=branch.id)
    }


@blueprint.route("/name", methods=["PUT"])
@blueprint.arguments(BranchName)
@blueprint.response(200, BranchName)
def rename(body: dict[str, Any], id: str) -> Any:
    """Rename a branch

    Only the owner of the branch can do this. The version of the branch does not change. Send `If-Match` with the ETag
    of the branch to rename it only if it has not changed since. If it has, the response is 412.
    """
    user, branch = auth.required_user(), auth.view_game(id)
    require_as_seen(branch)
    branch_commands.rename(services().storage.database, branch.game, user.id, body["name"])
    services().display_names.changed()
    return body


@blueprint.route("/comment", methods=["PUT"])
@blueprint.arguments(BranchComment)
@blueprint.response(200, BranchComment)
def comment(body: dict[str, Any], id: str) -> Any:
    """Comment on a branch

    Only the owner of the branch can do this. The comment is not part of the log. Everyone who can see the branch sees
    the comment. If you delete your account, the comment is deleted too. `If-Match` works as it does for renaming.
    """
    user, branch = auth.required_user(), auth.view_game(id)
    require_as_seen(branch)
    branch_commands.comment(services().storage.database, branch.game, user.id, body["comment"])
    services().display_names.changed()
    return body


@blueprint.route("/share-link", methods=["PUT"])
@blueprint.returns(200, InvitationLink)
def share(id: str) -> InvitationLink:
    """Share a branch

    Anyone with the link sees the branch as a spectator, even while its game runs: its moves, but no hands. If they
    continue it, hidden information is filled in at random again for them. Only the owner of the branch can do this.
    """
    user = auth.required_user()
    branch_links.share(services().storage.database, auth.view_game(id).game, user.id)
    shared = games.link(id)
    assert shared is not None
    return shared


@blueprint.route("/share-link", methods=["DELETE"])
@blueprint.response(204)
def end_sharing(id: str) -> None:
    """Stop sharing a branch

    The link stops working. If you share the branch again, it gets a new link.
    """
    user = auth.required_user()
    branch_links.end(services().storage.database, auth.view_game(id).game, user.id)


@blueprint.route("/hidden", methods=["PUT"])
@blueprint.arguments(BranchHidden)
@blueprint.response(200, BranchHidden)
def hide(body: dict[str, Any], id: str) -> Any:
    """Hide or unhide a branch

    Only the owner of the branch can do this, and only while no other branch continues it. A hidden branch appears in no
    list; its log and URL remain. `If-Match` works as it does for renaming.
    """
    user, branch = auth.required_user(), auth.view_game(id)
    require_as_seen(branch)
    branch_commands.set_hidden(services().storage.database, branch.game, branch.now.root, user.id, body["hidden"])
    return body


def _opened(branch: Game, name: str) -> Branch:
    first, last = branch.records[0], branch.records[-1]
    opened: BranchOpened = first.fact
    return Branch(
        id=branch.id,
        origin=opened.origin,
        at=opened.at_version,
        name=name,
        comment="",
        hidden=False,
        owner=opened.owner,
        imagined=opened.imagined is not None,
        imported=games.arrival_of(branch.table),
        version=branch.version,
        opened_at=first.at,
        changed_at=last.at,
    )


@blueprint.route("/branches")
@blueprint.arguments(BranchesQuery, location="query")
@blueprint.returns(200, BranchTree)
def branches(query: dict[str, Any], id: str) -> BranchTree:
    """List the branches of a game

    The response is the tree of branches that you can see. For a branch, it is the tree of its game. Only the user
    who imported a branch sees it there, unless they imported the game as well.
    """
    seen = auth.view_game(id, query.get("seat"))
    root = auth.root_of(seen.now)
    after = pagination.decode_cursor(query.get("cursor"), branch_model.START, branch_model.Cursor)
    reader, shared = seen.user.id if seen.user else None, auth.sees_shared_branches(seen, root)
    limit = query["limit"]
    with queries.latest("branches") as rows:
        found = branch_model.visible(rows, root.id, reader=reader, shared=shared, after=after, limit=limit)
        hidden = branch_commands.hidden(rows, [branch.stream for branch in found])
    shown = [each for each in found if each.stream not in hidden or (query["hidden"] and each.owner == reader)]
    full = len(found) == limit
    return BranchTree(
        root=root.id,
        branches=_listed(shown, hidden),
        next=pagination.encode_cursor((found[-1].opened_at, found[-1].stream)) if full else None,
    )


@blueprint.route("/branches/playable")
@blueprint.arguments(Look, location="query")
@blueprint.returns(200, BranchTree)
def playable(query: dict[str, Any], id: str) -> BranchTree:
    """List branches that you can play

    The response lists your branches that continue the current position of the game. A branch that you made during
    another player's turn is listed if your guesses were right. Daybook checks only your five newest branches that are
    not hidden.
    """
    user = auth.required_user()
    seen = auth.view_game(id, query.get("seat"))
    with queries.latest("branches") as rows:
        own = branch_model.newest(rows, seen.now.root, owner=user.id, limit=branch_quota.MOST)
        hidden = branch_commands.hidden(rows, [branch.stream for branch in own])
    streams = [branch.stream for branch in own if branch.stream not in hidden]
    going_on = branch_play.playable(services().handler, seen.game, streams, seats_of(seen.now.table, user.id))
    found = [branch for branch in own if branch.stream in going_on]
    return BranchTree(root=seen.now.root, branches=_listed(found, hidden), next=None)


def _listed(found: Sequence[branch_model.Branch], hidden: Collection[str]) -> list[Branch]:
    """Return branches as in lists, with hidden ones marked."""
    importers, said = listings.importers_of(found), listings.said_of(found)
    return [
        Branch(
            id=branch.stream,
            origin=branch.origin,
            at=branch.at_version,
            name=said[branch.stream].title,
            comment=said[branch.stream].comment,
            hidden=branch.stream in hidden,
            owner=branch.owner,
            imagined=branch.imagined,
            imported=listings.arrival(branch, importers),
            version=branch.version,
            opened_at=parsed(branch.opened_at),
            changed_at=parsed(branch.updated_at),
        )
        for branch in found
    ]


# --------------------------------------------------------------------------------------------------------------------
# Audit
# --------------------------------------------------------------------------------------------------------------------


@blueprint.route("/audit")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.returns(200, Audit)
def audit(query: dict[str, Any], id: str) -> Audit:
    """Audit the moves

    Daybook decides every command of the game or branch again under the current rules.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    games.viewed(seen, query.get("at"))
    with work_slot():
        findings = decide_again(services().handler, seen.game, query.get("at"), seen.viewer)
    return Audit(
        version=seen.now.version,
        identical=all(finding.verdict == "identical" for finding in findings),
        findings=[_found(seen, finding) for finding in findings],
    )


def _found(seen: ViewerContext, finding: AuditFinding) -> Finding:
    return Finding(
        version=finding.version,
        seat=finding.seat,
        verdict=finding.verdict,
        rule=finding.rule,
        rule_text=seen.now.ruleset.rule_text(finding.rule, i18n.language()) if finding.rule else None,
        corrected=finding.corrected,
        detail=messages.text(finding.detail, seen.names) if finding.detail else None,
        differences=finding.differences,
    )
