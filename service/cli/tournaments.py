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
from service.tournaments.commands import UnknownCompetition
from service.transfer.export import export_lines
from service.transfer.tournament import DamagedFile, export_competition, recomputed
from service.usecases.command_handler import CommandContext

_VERDICTS = {
    "follows": "paired by the standings",
    "differs": "NOT paired by the standings",
    "unknown": "how it was paired cannot be checked: a game is missing, or it was paired in another way",
}

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def competition() -> None:
    """Export a competition with its games, compute standings again from such files, and name who organises it."""


@competition.command()
@click.argument("id")
@click.option("-d", "--directory", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where to.")
def export(id: str, directory: Path) -> None:
    """Write competition ID and each of its games that is over to files of a DIRECTORY, which is made."""
    with open_daybook() as handler:
        try:
            found = commands.load(handler, id)
        except UnknownCompetition as error:
            raise NotFound(f"There is no competition {id}.") from error
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "tournament.ndjson").write_bytes(b"".join(export_competition(handler, id)))
        games = [handler.games.game(game) for game in found.games]
        over = [game for game in games if game.table.phase in ("finished", "abandoned")]
        for game in over:
            (directory / f"{game.id}.ndjson").write_bytes(b"".join(export_lines(handler, game, "auditor")))
        say(f"{len(over)} of {len(games)} games are over and were written.")


@competition.command()
@click.argument("id")
@click.argument("name")
def organiser(id: str, name: str) -> None:
    """Let the user NAME organise competition ID from now on, for instance where its organiser has left."""
    with open_daybook() as handler, refusals_as_errors():
        try:
            actions.name_organiser(handler, id, CommandContext(actor=""), found_user(handler.storage, name).id)
        except UnknownCompetition as error:
            raise NotFound(f"There is no competition {id}.") from error


@competition.command()
@click.argument("file", type=_FILE)
@click.argument("games", type=_FILE, nargs=-1)
def standings(file: Path, games: tuple[Path, ...]) -> None:
    """Compute the standings of the competition in FILE again from the exports GAMES, and who had to meet whom.

    No database is asked. Exit code 1: a file is not as it was written, a game does not follow its rules, or a round was
    not paired by the standings.
    """
    try:
        found = recomputed(_lines(file), {game.name: _lines(game) for game in games})
    except DamagedFile as damaged:
        raise Wrong(f"{file.name}: line {damaged.line} is not as it was written.") from damaged
    for number, stage in enumerate(found.stages, start=1):
        say(f"Stage {number}")
        for each in stage:
            say(_told(each, found.competition.rules))
    for game in found.missing:
        say(f"Not counted, because there is no file of it: game {game}")
    for paired in found.rounds:
        say(f"Stage {paired.stage}, round {paired.round}: {_VERDICTS[paired.verdict]}")
    if found.unsound:
        raise Wrong(f"Not counted, because they do not verify: {', '.join(found.unsound)}")
    if any(each.verdict == "differs" for each in found.rounds):
        raise Wrong("A round was not paired by the standings.")


def _told(each: EntrantStanding, rules: Rules) -> str:
    ties = (f"{name} {float(value):g}" for name, value in zip(rules.tie_breaks, each.tie_breaks, strict=True))
    return f"{each.place:4}. {each.person}  {float(each.points):g} points  {'  '.join(ties)}  games {each.played}"


def _lines(file: Path) -> list[bytes]:
    return text_files.lines(read_file(str(file)))
