"""The modules of the API: one entry for each resource."""

from __future__ import annotations

from importlib import import_module

from service.api.blueprint import Resource

RESOURCES = [
    "service.api.accounts",
    "service.api.mail",
    "service.api.notifications",
    "service.api.rulesets",
    "service.api.game.seats",
    "service.api.game.tables",
    "service.api.game.invitations",
    "service.api.vacations",
    "service.api.blocks",
    "service.api.tournaments",
    "service.api.game.play",
    "service.api.game.drawings",
    "service.api.game.history",
    "service.api.chat",
    "service.api.files",
    "service.api.sse.events",
    "service.api.sse.user_events",
    "service.api.sse.games_events",
    "service.api.administration",
    "service.api.health",
]
"""Modules with a ``blueprint``, in the order of the OpenAPI document."""


def blueprints() -> list[Resource]:
    """Import the modules and return their blueprints."""
    return [import_module(name).blueprint for name in RESOURCES]
