"""Games on the command line: audit and replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from domain import aggregate, log, visibility
from domain.aggregate import Game
from domain.findings import Finding, count
from domain.game import Fact, Viewer
from domain.numerals import numeral
from service.accounts.display_names import Names
from service.auth.ancestry import secrets_are_public
from service.cli.database import found_game, open_daybook, seat_names
from service.cli.files import difference_text, verdict_text
from service.cli.terminal.exit_codes import Conflict, NotFound, Wrong
from service.cli.terminal.printing import say
from service.cli.terminal.tables import Table, show
from service.http.messages import seat_name, text
from service.transfer.audit import audit as audit_game
from service.usecases.command_handler import CommandHandler


@click.command()
@click.argument("game")
@click.option(
    "--at",
    type=click.IntRange(min=1),
    help="Audit the moves up to this version, except undone ones. Default: the current version.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print only moves whose verdict is not identical.")
def audit(game: str, at: int | None, quiet: bool) -> None:
    """Check every move of GAME under today's rules.

    For the setup and each move, the command prints one of these verdicts: identical; diverges, with the differences;
    illegal, with the rule; different under today's rules, with the rule that was corrected. Exit code 1: not all are
    identical. While the game runs, differences show only what a spectator sees.
    """
    with open_daybook() as handler:
        found = found_game(handler, game)
        if at is not None and not aggregate.has_position(found, at):
            raise NotFound(f"The game has no position at version {at}.")
        findings = audit_game(handler, found, at)
        names = seat_names(handler, found)
        _print_import(handler, found)
    other = [finding for finding in findings if finding.verdict != "identical"]
    for finding in other if quiet else findings:
        say(*_finding_lines(finding, names))
    if other:
        moves = f"Moves that differ under today's rules: {count(other)} of {count(findings)}."
        raise Wrong(moves if all(finding.is_move for finding in other) else f"The set-up differs. {moves}")
    say(f"All {count(findings)} moves are identical under today's rules.")


def _print_import(handler: CommandHandler, game: Game) -> None:
    """Print how a game was imported."""
    arrival = game.table.imported
    if arrival is not None:
        who = Names(handler.storage.database).of_people([arrival.by]).get(arrival.by, "the operator")
        say(f"Imported from a file by {who} on {arrival.at:%Y-%m-%d}. The player names come from the file.")
        for found in arrival.superseded:
            say(f"Some moves follow an older rule: {found.rule} was corrected on {found.corrected}.")


def _finding_lines(finding: Finding, names: Sequence[str]) -> list[str]:
    who = "" if finding.seat is None else f" {seat_name(finding.seat, names)}"
    verdict = verdict_text(finding)
    detail = f": {text(finding.detail, names)}" if finding.detail else ""
    return [f"version {finding.version}{who}: {verdict}{detail}", *map(difference_text, finding.differences)]


# --------------------------------------------------------------------------------------------------------------------
# Replay
# --------------------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("game")
@click.option("--seat", type=click.IntRange(min=0), help="While the game runs, show what the player in this seat sees.")
@click.option(
    "--from", "start", type=click.IntRange(min=0), default=0, help="The first position. Default: the start of the game."
)
def replay(game: str, seat: int | None, start: int) -> None:
    """Step through the positions of GAME.

    Press Enter or n for the next position, p for the previous one and l for the last one. Type a number to go to that
    position. Press q to quit.
    """
    with open_daybook() as handler:
        found = found_game(handler, game)
        if not found.started:
            raise Conflict("The game hasn't started yet.")
        if seat is not None and seat >= len(found.table.chairs):
            raise NotFound(f"The game has no seat {seat}.")
        viewer: Viewer = "spectator" if seat is None else seat
        _print_import(handler, found)
        _step_through(handler, found, "auditor" if secrets_are_public(handler, found) else viewer, start)


def _step_through(handler: CommandHandler, game: Game, viewer: Viewer, start: int) -> None:
    ends = aggregate.move_ends(game)
    here = min(start, len(ends) - 1)
    shown = -1
    while True:
        if here != shown:
            show_position(handler, game, viewer, ends[here], f"Position {here} of {len(ends) - 1}")
            shown = here
        try:
            asked = click.prompt("", default="n", show_default=False, prompt_suffix="> ").strip().lower()
        except click.Abort:
            return
        if asked == "q" or (asked in ("n", "") and here == len(ends) - 1):
            return
        here = _next(asked, here, len(ends) - 1)


def _next(asked: str, here: int, last: int) -> int:
    match asked:
        case "n" | "":
            return min(here + 1, last)
        case "p":
            return max(here - 1, 0)
        case "l":
            return last
        case _ if asked.isdecimal():
            return min(int(asked), last)
    say("Enter or n: next. p: previous. A number: go to that position. l: last. q: quit.")
    return here


def show_position(handler: CommandHandler, game: Game, viewer: Viewer, at: int, title: str) -> None:
    """Print the move that led to a position, and a summary of the position."""
    for sentence in sentences(handler, game, viewer, at):
        say(sentence)
    show_glance(handler, game, viewer, at, title)


def show_glance(handler: CommandHandler, game: Game, viewer: Viewer, at: int, title: str) -> None:
    """Print the summary of a position."""
    names = seat_names(handler, game)
    rules = game.ruleset
    view = rules.view(handler.games.position(game, at), viewer)
    summary = rules.summary(view)
    say(f"{title}: {text(summary.headline, names)}")
    shown = Table()
    shown.add_column("")
    for figure in summary.figures:
        shown.add_column(text(figure.label, names), justify="right")
    for seat in summary.order:
        cells = [figure.values[seat] for figure in summary.figures]
        shown.add_row(
            seat_name(seat, names), *[numeral(cell) if isinstance(cell, int) else text(cell, names) for cell in cells]
        )
    show(shown)


def sentences(handler: CommandHandler, game: Game, viewer: Viewer, at: int, *, why: bool = False) -> list[str]:
    """Return the sentences that describe the move that ends at a version, as its viewer sees it; empty if no move of
    this stream ends there.

    With ``why``, explanations follow below, step by step, each with its rule.
    """
    names = seat_names(handler, game)
    line = log.line(game.tree, at)
    if not line:
        return []
    last = log.moves(game.records, line)[-1]
    facts = [game.records[version - 1].fact for version in range(last.first, last.last + 1)]
    seen = [visibility.veiled(game.ruleset, fact, viewer) for fact in facts]
    return [
        line for fact in seen for line in (_sentence(game, fact, names), *(_reasons(game, fact, names) if why else ()))
    ]


def _sentence(game: Game, fact: Fact, names: Sequence[str]) -> str:
    return text(visibility.narrated(game.ruleset, game.figures, game.table.opened.seats, fact), names)


def _reasons(game: Game, fact: Fact, names: Sequence[str]) -> Iterator[str]:
    explanation = visibility.explained(game.ruleset, game.figures, fact)
    for step in explanation.steps if explanation else ():
        yield f"    {text(step.text, names)} [{step.rule}]"
