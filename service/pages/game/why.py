"""Why something was done that rules decided: as part of a game's page, and as a page of its own."""

from __future__ import annotations

from typing import Any

from flask import render_template, request

from service import access
from service.access import Seen
from service.pages.blueprint import page_blueprint
from service.pages.game import position
from service.web import answers

blueprint = page_blueprint("why", "/games/<stream:stream>")


@blueprint.get("/why/<int:version>")
def page(stream: str, version: int) -> str:
    """One fact and why it came about; scripts take what is told from here into the page of the game."""
    seen = access.look(stream, request.args.get("seat", type=int))
    event, _ = answers.fact_at(seen, version)
    return render_template("why.html", **_common(seen), event=position.with_reasons(seen, event | {"begins": True}))


def _common(seen: Seen) -> dict[str, Any]:
    return {
        "stream": seen.now.id,
        "rules": seen.now.ruleset,
        "version": seen.now.version,
        "names": position.names(seen),
        "title": seen.title,
        "chosen_seat": request.args.get("seat", type=int),
        "invite": access.invitation_borne(seen.now),
    }
