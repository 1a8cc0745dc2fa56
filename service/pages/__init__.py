"""HTML pages: rendered on the server and usable without scripts.

Pages do not depend on any game: they show what a ruleset draws, narrates, counts and offers.
"""

from __future__ import annotations

from flask import Flask

from domain.numerals import signed
from service.pages import errors, template_context
from service.pages.game import visitors
from service.pages.registry import blueprints


def register(app: Flask) -> None:
    """Add the pages to the application."""
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    visitors.register(app)
    app.context_processor(template_context.template_variables)
    app.jinja_env.filters["signed"] = signed
    app.extensions["problem_page"] = errors.problem_page
