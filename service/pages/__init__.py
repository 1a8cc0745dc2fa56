"""The web page: server-rendered, readable without scripts; a small ES module adds moves and live updates.

The pages know no game: they show what a ruleset draws, narrates, counts and offers.
"""

from __future__ import annotations

from flask import Flask

from service.pages import (
    alone,
    calendar,
    errors,
    examples,
    feed,
    figures,
    installed,
    keys,
    listing,
    lobby,
    records,
    rulebook,
    trying,
    words,
)
from service.pages.game import (
    absence,
    line,
    moves,
    page,
    report,
    seats,
    sharing,
    sifted,
    statement,
    talk,
    tree,
    visitors,
    why,
)
from service.pages.organisers import competitions, operators, organising
from service.pages.people import accounts, blocks, channels, mail, notices


def register(app: Flask) -> None:
    """Add the pages to the application."""
    of_people = accounts, mail, notices, channels, blocks, installed, feed, calendar, operators
    for part in (
        lobby,
        alone,
        listing,
        competitions,
        organising,
        *of_people,
        records,
        examples,
        rulebook,
        figures,
        keys,
        trying,
        seats,
        page,
        report,
        statement,
        sifted,
        why,
        sharing,
        tree,
        line,
        talk,
        moves,
        absence,
    ):
        app.register_blueprint(part.blueprint)
    visitors.register(app)
    app.context_processor(words.of_every_page)
    app.extensions["page_of_problem"] = errors.page_of_problem
