"""Checks of a game's component figures: errors, and figures that are reconstructed."""

from __future__ import annotations

import click

from domain.components import Reconstructed, WrongFigure, reconstructed
from domain.game import UnknownRuleset
from domain.game import ruleset as installed
from service.cli.terminal.exit_codes import NotFound, Wrong
from service.cli.terminal.printing import say


@click.command("check-components")
@click.argument("ruleset")
def check_components(ruleset: str) -> None:
    """Check the component figures of RULESET.

    The command checks the figures that new tables use, and lists those that are reconstructed.

    Exit code 1: a figure is wrong. The error names its file, table and field.
    """
    try:
        game = installed(ruleset)
        digest = game.current_figures()
        marked = reconstructed(game.figures_content(digest))
    except UnknownRuleset as error:
        raise NotFound(f"{ruleset} is not a ruleset.") from error
    except WrongFigure as error:
        raise Wrong(str(error)) from error
    say(f"{game.title}: the component figures are valid ({digest}).")
    if not marked:
        say("No figure is marked as reconstructed.")
    for figures in marked:
        say(*_figure_lines(figures))


def _figure_lines(figures: Reconstructed) -> tuple[str, str, str]:
    return (
        f"Reconstructed ({figures.confidence} confidence): {figures.path}",
        f"  Reason: {figures.reason}",
        f"  To check it, see: {figures.look_at}",
    )
