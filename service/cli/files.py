"""Verification, export and import of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

import click
import msgspec

from domain.aggregate import Game
from domain.findings import Difference, Finding
from domain.game import Viewer
from domain.table.refusals import Refused
from service import text_files
from service.auth.ancestry import lineage, secrets_are_public
from service.cli.accounts import found_user
from service.cli.database import found_game, open_daybook
from service.cli.terminal.exit_codes import Conflict, NotFound, Wrong
from service.cli.terminal.printing import printable, say
from service.cli.terminal.tables import Table, show
from service.http.messages import text
from service.text_files import UnreadableFile
from service.transfer.export import export_lines
from service.transfer.file_problems import FileProblem, WrongFile
from service.transfer.importing import AlreadyHere, import_file
from service.transfer.record_of_play import record_of_play
from service.transfer.verification import VerificationReport
from service.transfer.verification import verify as verify_lines
from service.usecases.command_handler import CommandHandler
from service.usecases.visibility import set_listed

LARGEST = 256 * 1024 * 1024
"""Bytes of a file that a command reads, unpacked."""


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=str))
def verify(file: str) -> None:
    """Verify the export in FILE (- for standard input).

    This needs no database. The command recomputes the hash chain, the shuffles and the points, and checks every move
    under today's rules. Exit code 1: the file is wrong, or today's rules decide some of its moves differently. The
    error lists the lines.
    """
    report = verify_lines(text_files.lines(read_file(file)))
    if report.problem is not None:
        raise Wrong(problem_text(report.problem, report.names))
    show(_summary(report))
    for note in report.notes:
        say(f"Note: {text(note, report.names)}")
    if report.superseded:
        raise Wrong("\n".join(problem_text(found, report.names) for found in report.superseded))


def read_file(file: str) -> bytes:
    """Read and unpack a file or standard input. Raise NotFound or Wrong."""
    try:
        with click.open_file(file, "rb") as opened:
            return text_files.plain(opened.read(LARGEST + 1), LARGEST)
    except OSError as error:
        raise NotFound(f"Can't read {file}: {error.strerror}.") from error
    except UnreadableFile as unreadable:
        raise Wrong(f"{file}: {text(unreadable.detail)}") from unreadable


def problem_text(problem: FileProblem, names: Sequence[str] = ()) -> str:
    """Describe a problem: its line and rule, with the differences."""
    lines = [f"Line {problem.line}: {verdict_text(problem)}: {text(problem.detail, names)}"]
    return "\n".join(map(printable, [*lines, *map(difference_text, problem.differences)]))


def verdict_text(found: FileProblem | Finding) -> str:
    """Describe the verdict, with its rule."""
    if found.corrected is not None:
        return f"different under today's rules [{found.rule}, corrected on {found.corrected}]"
    verdict = found.kind if isinstance(found, FileProblem) else found.verdict
    return f"{verdict} [{found.rule}]" if found.rule else verdict


def difference_text(difference: Difference) -> str:
    """Describe a difference in one line: its place, the value in the log and the value under the rules."""
    sides = [
        "nothing" if side is msgspec.UNSET else msgspec.json.encode(side).decode()
        for side in (difference.recorded, difference.now)
    ]
    field = f" {difference.field}" if difference.field else ""
    return f"  version {difference.version}{field}: recorded {sides[0]}, by the rules {sides[1]}"


def _summary(report: VerificationReport) -> Table:
    table = Table(title=_title(report), show_header=False, title_style="bold")
    table.add_row("game", report.stream)
    table.add_row("ruleset", report.ruleset)
    table.add_row("events", str(report.events))
    table.add_row("moves checked", str(report.moves))
    for name, points in zip(report.names, report.points or [], strict=False):
        table.add_row(name, f"{points} points")
    return table


def _title(report: VerificationReport) -> str:
    if not report.valid:
        return "Not valid: some moves follow rules that have been corrected since"
    if report.recorded:
        return "Valid: the log follows the rules and its recorded random outcomes"
    return "Valid: the log follows the rules and the seed"


@click.command(name="export")
@click.argument("game")
@click.option(
    "--output", "-o", type=click.File("wb"), default="-", help="Write to this file. Default: standard output."
)
@click.option(
    "--seat", type=click.IntRange(min=0), help="While the game runs, export what the player in this seat sees."
)
@click.option("--record", is_flag=True, help="Write a record of play. The game must be over.")
def export_game(game: str, output: BinaryIO, seat: int | None, record: bool) -> None:
    """Export GAME to a file.

    The export of a finished game is complete and can be verified. While the game runs, it contains only what a
    spectator, or the player in the given seat, can see.
    """
    with open_daybook() as handler:
        found = found_game(handler, game)
        if seat is not None and seat >= len(found.table.chairs):
            raise NotFound(f"The game has no seat {seat}.")
        viewer: Viewer = "spectator" if seat is None else seat
        output.writelines(_record_lines(handler, found) if record else export_lines(handler, found, viewer))


def _record_lines(handler: CommandHandler, game: Game) -> Iterable[bytes]:
    if game.origin is not None or not game.started or not secrets_are_public(handler, game):
        raise Conflict("Only a finished game can be exported as a record of play. Branches can't.")
    return [msgspec.json.format(msgspec.json.encode(record_of_play(handler, game)), indent=1), b"\n"]


@click.command(name="import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=str))
@click.option("--user", default="", help="The user who imports the game. Default: none.")
@click.option("--listed", is_flag=True, help="List the game for everyone, even if it has already been imported.")
def import_game(file: str, user: str, listed: bool) -> None:
    """Import a game from FILE.

    FILE is an export, which is verified first, or a record of play. The game is marked as imported, with the user and
    the time. Only that user sees it in lists, unless you list it.

    The command prints the id of the game. Exit code 1: the file is wrong, and nothing is stored; the error reports the
    first wrong line. Exit code 4: the game already exists.
    """
    content = read_file(file)
    with open_daybook() as handler:
        owner = found_user(handler.storage, user).id if user else ""
        try:
            stream = import_file(handler, owner, content)
        except WrongFile as error:
            raise Wrong(problem_text(error.problem)) from error
        except AlreadyHere as error:
            if not listed:
                raise Conflict(f"The game already exists: {error.stream}") from error
            stream = error.stream
        if listed:
            _list(handler, stream)
        say(stream)


def _list(handler: CommandHandler, stream: str) -> None:
    """List an imported game, or the original game of an imported branch."""
    try:
        set_listed(handler.storage, lineage(handler, handler.games.game(stream))[0], True)
    except Refused as refusal:
        raise Conflict(text(refusal.detail)) from refusal
