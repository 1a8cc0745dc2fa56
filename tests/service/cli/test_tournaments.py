"""Tournaments from the command line: their organisers."""

from __future__ import annotations

from domain.tournament.rules import Rules
from service.tournaments import commands
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.service import playing
from tests.service.cli.conftest import Run


def test_organiser_can_be_replaced(run: Run, handler: CommandHandler) -> None:
    playing.register(handler)
    rules = Rules(ruleset="toy", seats=2)
    found = commands.open_tournament(handler, CommandContext(actor="who has left", command="open"), "League", rules)
    assert run("tournament", "organiser", found.id, "nobody").exit_code == 3
    assert run("tournament", "organiser", "0" * 32, "ada").exit_code == 3
    assert run("tournament", "organiser", found.id, "ada").exit_code == 0
    assert f"{commands.load(handler, found.id).owner}  Ada\n" in run("users", "list").output
