"""Keyboard shortcuts: a separate page, which scripts show over any other."""

from __future__ import annotations

from flask import render_template

from service.pages.blueprint import page_blueprint

blueprint = page_blueprint("shortcuts", "/keyboard-shortcuts")


@blueprint.get("")
def page() -> str:
    """Show the keys and their effects."""
    return render_template("rules/shortcuts.html")
