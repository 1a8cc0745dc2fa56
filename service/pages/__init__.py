"""The web page: server-rendered, readable without scripts; a small ES module adds moves and live updates.

The pages know no game: they show what a ruleset draws, narrates, counts and offers.
"""

from __future__ import annotations

from flask import Flask

from service.pages import (
    calendar,
    errors,
    examples,
    feed,
    guest_play,
    imports,
    listing,
    lobby,
    pwa,
    rule_diagrams,
    rulebook,
    shortcuts,
    solo,
    template_context,
)
from service.pages.accounts import accounts, blocks, channels, mail, notifications
from service.pages.game import (
    absence,
    branch_play,
    chat,
    explanations,
    filtered_history,
    ledger,
    moves,
    page,
    report,
    seats,
    social_preview,
    tree,
    visitors,
)
from service.pages.organisers import administration, dashboard, tournaments


def register(app: Flask) -> None:
    """Add the pages to the application."""
    of_people = accounts, mail, notifications, channels, blocks, pwa, feed, calendar, administration
    for part in (
        lobby,
        solo,
        listing,
        tournaments,
        dashboard,
        *of_people,
        imports,
        examples,
        rulebook,
        rule_diagrams,
        shortcuts,
        guest_play,
        seats,
        page,
        report,
        ledger,
        filtered_history,
        explanations,
        social_preview,
        tree,
        branch_play,
        chat,
        moves,
        absence,
    ):
        app.register_blueprint(part.blueprint)
    visitors.register(app)
    app.context_processor(template_context.of_every_page)
    app.extensions["page_of_problem"] = errors.page_of_problem
