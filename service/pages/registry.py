"""The modules of the pages: one entry for each."""

from __future__ import annotations

from importlib import import_module

from flask import Blueprint

PAGES = [
    "service.pages.lobby.lobby",
    "service.pages.lobby.solo",
    "service.pages.lobby.listing",
    "service.pages.organisers.tournaments",
    "service.pages.organisers.dashboard",
    "service.pages.organisers.administration",
    "service.pages.accounts.accounts",
    "service.pages.accounts.mail",
    "service.pages.accounts.notifications",
    "service.pages.accounts.channels",
    "service.pages.accounts.blocks",
    "service.pages.language",
    "service.pages.pwa",
    "service.pages.feed",
    "service.pages.calendar",
    "service.pages.lobby.imports",
    "service.pages.rules.examples",
    "service.pages.rules.rulebook",
    "service.pages.rules.rule_diagrams",
    "service.pages.rules.shortcuts",
    "service.pages.lobby.guest_play",
    "service.pages.game.seats",
    "service.pages.game.page",
    "service.pages.game.guide",
    "service.pages.game.report",
    "service.pages.game.ledger",
    "service.pages.game.filtered_history",
    "service.pages.game.explanations",
    "service.pages.game.social_preview",
    "service.pages.game.tree",
    "service.pages.game.branch_play",
    "service.pages.game.chat",
    "service.pages.game.moves",
    "service.pages.game.seat_changes",
]
"""Modules with a ``blueprint``; their order does not matter."""


def blueprints() -> list[Blueprint]:
    """Import the modules and return their blueprints."""
    return [import_module(name).blueprint for name in PAGES]
