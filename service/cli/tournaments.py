"""Tournaments on the command line: files, and standings computed from them."""

from __future__ import annotations

from pathlib import Path

import click

from domain.tournament.rules import Rules
from domain.tournament.standings import EntrantStanding
from service import text_files
from service.administration import actions
from service.cli.accounts import found_user, refusals_as_errors
from service.cli.database import open_daybook
from service.cli.files import read_file
from service.cli.terminal.exit_codes import NotFound, Wrong
from service.cli.terminal.printing import say
from service.tournaments import commands
from service.tournaments.commands import UnknownTournament
from service.transfer.export import export_lines
from service.transfer.tournament import DamagedFile, export_tournament, recomputed
from service.usecases.command_handler import CommandContext

_VERDICTS = {
    "follows": "the pairings follow the standings",
    "differs": "the pairings do NOT follow the standings",
    "unknown": "the pairings can't be checked: a game is missing, or they were made in another way",
}

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def tournament() -> None:
    """Export tournaments and recompute their standings."""


@tournament.command()
@click.argument("id")
@click.option(
    "-d", "--directory", type=click.Path(file_okay=False, path_type=Path), required=True, help="The target directory."
)
def export(id: str, directory: Path) -> None:
    """Export tournament ID and its finished games to files.

    The command creates the directory if necessary.
    """
    with open_daybook() as handler:
        try:
            found = commands.load(handler, id)
        except UnknownTournament as error:
            raise NotFound(f"No tournament has the id {id}.") from error
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "tournament.ndjson").write_bytes(b"".join(export_tournament(handler, id)))
        games = [handler.games.game(game) for game in found.games]
        over = [game for game in games if game.table.phase in ("finished", "abandoned")]
        for game in over:
            (directory / f"{game.id}.ndjson").write_bytes(b"".join(export_lines(handler, game, "auditor")))
        say(f"Finished games exported: {len(over)} of {len(games)}")


@tournament.command()
@click.argument("id")
@click.argument("name")
def organiser(id: str, name: str) -> None:
    """Make NAME the organiser of tournament ID."""
    with open_daybook() as handler, refusals_as_errors():
        try:
            actions.name_organiser(handler, id, CommandContext(actor=""), found_user(handler.storage, name).id)
        except UnknownTournament as error:
            raise NotFound(f"No tournament has the id {id}.") from error


@tournament.command()
@click.argument("file", type=_FILE)
@click.argument("games", type=_FILE, nargs=-1)
def standings(file: Path, games: tuple[Path, ...]) -> None:
    """Recompute the standings of a tournament from files.

    FILE is the export of the tournament, and GAMES are the exports of its games. The command also checks the pairings.
    It needs no database. Exit code 1: a file was changed, a game breaks its rules, or the pairings of a round do not
    follow the standings.
    """
    try:
        found = recomputed(_lines(file), {game.name: _lines(game) for game in games})
    except DamagedFile as damaged:
        raise Wrong(f"{file.name}: line {damaged.line} was changed.") from damaged
    for number, stage in enumerate(found.stages, start=1):
        say(f"Stage {number}")
        for each in stage:
            say(_standing_line(each, found.tournament.rules))
    for game in found.missing:
        say(f"Game not counted, because its file is missing: {game}")
    for paired in found.rounds:
        say(f"Stage {paired.stage}, round {paired.round}: {_VERDICTS[paired.verdict]}")
    if found.unsound:
        raise Wrong(f"Games not counted, because their files are not valid: {', '.join(found.unsound)}")
    if any(each.verdict == "differs" for each in found.rounds):
        raise Wrong("The pairings of a round do not follow the standings.")


def _standing_line(each: EntrantStanding, rules: Rules) -> str:
    ties = (f"{name} {float(value):g}" for name, value in zip(rules.tie_breaks, each.tie_breaks, strict=True))
    return f"{each.place:4}. {each.person}  {float(each.points):g} points  {'  '.join(ties)}  games {each.played}"


def _lines(file: Path) -> list[bytes]:
    return text_files.lines(read_file(str(file)))
