"""The web page: server-rendered, readable without scripts; a small ES module adds moves and live updates.

The pages know no game: they show what a ruleset draws, narrates, counts and offers.
"""

from __future__ import annotations

from flask import Flask

from service.pages import accounts, alone, errors, feed, listing, lobby, mail, records, rulebook, words
from service.pages.game import moves, page, seats, tree, why


def register(app: Flask) -> None:
    """Add the pages to the application."""
    for part in (lobby, alone, listing, accounts, mail, feed, records, rulebook, seats, page, why, tree, moves):
        app.register_blueprint(part.blueprint)
    app.context_processor(words.of_every_page)
    app.extensions["page_of_problem"] = errors.page_of_problem
