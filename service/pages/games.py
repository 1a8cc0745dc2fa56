"""The page of one game or branch: the table while it fills, then the game, at any version; and its audit."""

from __future__ import annotations

from typing import Any

from flask import render_template, request

from domain.aggregate import Game
from service import access, failures, render
from service.access import Seen
from service.api import answers
from service.audit import audit as decide_again
from service.export import export_lines, secrets_are_public
from service.pages import options, position, rulebook
from service.pages.blueprint import page_blueprint
from service.pages.tree import branches_of, home_of
from service.services import services
from service.verification import verify

blueprint = page_blueprint("game")


@blueprint.get("/games/<stream:stream>")
def page(stream: str) -> str:
    """The game as the reader may see it, now or ``?at=`` a version, from ``?seat=`` where they have several."""
    seen = access.look(stream, request.args.get("seat", type=int))
    if not seen.game.started:
        return _table(seen)
    at = request.args.get("at", type=int)
    if at is not None and at >= seen.game.version:
        at = None
    elif at == 0 and seen.game.origin is not None:
        at = position.first_version(seen.game)
    return render_template(
        "game.html",
        **_common(seen),
        **position.shown(seen, at),
        branches=branches_of(seen),
        home=home_of(seen),
    )


def _table(seen: Seen) -> str:
    invitation = answers.invitation(seen) if _is_owner(seen) else None
    return render_template("table.html", **_common(seen), invitation=invitation)


def _common(seen: Seen) -> dict[str, Any]:
    return {
        "seen": seen,
        "stream": seen.game.id,
        "table": answers.seated(seen),
        "rules": seen.game.ruleset,
        "notes": rulebook.notes(seen.game.ruleset),
        "chosen": options.told(seen.game.ruleset, seen.game.table.opened.options),
        "owner": _is_owner(seen),
        "invite": request.args.get("invite"),
        "chosen_seat": request.args.get("seat", type=int),
        "failed_at": failures.among(services().storage.database, [seen.game.id]).get(seen.game.id),
    }


def _is_owner(seen: Seen) -> bool:
    return seen.user is not None and seen.game.table.opened.owner == seen.user.id


@blueprint.get("/games/<stream:stream>/audit")
def audit(stream: str) -> str:
    """Every command of the line, decided again under the rules as they are now."""
    seen = access.look(stream)
    answers.viewed(seen)
    findings = decide_again(services().daybook, seen.game, None, seen.viewer)
    wrong = [_told(seen.game, seen, finding) for finding in findings if finding.verdict != "identical"]
    return render_template("audit.html", **_common(seen), checked=len(findings), wrong=wrong, proof=_proof(seen))


def _proof(seen: Seen) -> dict[str, Any] | None:
    """What whoever verifies the export finds, once the game is over; until then it proves nothing."""
    daybook = services().daybook
    if not secrets_are_public(daybook, seen.game):
        return None
    report = verify(export_lines(daybook, seen.game, seen.viewer))
    return {
        "problem": render.text(report.problem.detail, seen.names) if report.problem else "",
        "facts": report.events,
        "moves": report.moves,
        "points": list(zip(report.names, report.points or (), strict=False)),
        "notes": [render.text(note, seen.names) for note in report.notes],
    }


def _told(game: Game, seen: Seen, finding: Any) -> dict[str, Any]:
    return {
        "version": finding.version,
        "verdict": finding.verdict,
        "rule": finding.rule,
        "rule_text": game.ruleset.rule_text(finding.rule) if finding.rule else "",
        "detail": render.text(finding.detail, seen.names) if finding.detail else "",
        "differences": finding.differences,
    }
