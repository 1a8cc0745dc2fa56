"""The games that this site offers."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.game import Ruleset, ruleset
from domain.game import rulesets as installed
from service.api.blueprint import Resource
from service.api.openapi.settings import component
from service.http import messages
from service.schemas import tables as responses

blueprint = Resource("rulesets", __name__, url_prefix="/api/rulesets", description="Available games")


@blueprint.route("")
@blueprint.returns(200, list[responses.Ruleset])
def rulesets() -> list[responses.Ruleset]:
    """List the available games"""
    return [_described(rules) for rules in installed().values()]


@blueprint.route("/<string(maxlength=60):name>")
@blueprint.returns(200, responses.Ruleset)
def one(name: str) -> responses.Ruleset:
    """Get an available game

    The response contains its options, bots and notes.
    """
    return _described(ruleset(name))


def _described(rules: Ruleset[Any]) -> responses.Ruleset:
    return responses.Ruleset(
        name=rules.name,
        title=rules.title,
        seats=list(rules.seats),
        options=msgspec.json.schema(rules.options),
        bots=list(rules.bots),
        notes=[messages.text(note) for note in rules.notes],
        commands=[component(rules, command) for command in rules.commands],
    )
