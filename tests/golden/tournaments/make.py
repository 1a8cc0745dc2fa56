"""Creation of the golden logs of a tournament and its games: ``python -m tests.golden.tournaments.make``.

Like the golden logs of games, they are never recreated: if facts change, add a tournament under a new name.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from domain.tournament.rules import Rules, Stage
from domain.tournament.standings import Result
from domain.tournament.tournament import Tournament
from service.tournaments import commands, organiser_actions, results, rounds
from service.tournaments.organiser_actions import Ruling, Wanted
from service.transfer.export import export_lines
from service.transfer.tournament import export_tournament
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.golden.tournaments.logs import DIRECTORY, standings_of
from tests.service import playing

ORGANISER = "organiser"
RULES = Rules(
    ruleset="brass-birmingham",
    seats=2,
    stages=(Stage(rounds=2), Stage(rounds=1, best=4, carry=False)),
    points=(10, 6, 3, 1),
    bye=6,
)


def main() -> None:
    """Write the logs of a tournament: byes, a withdrawal, an early round, a substitute bot and all kinds of rulings."""
    made = DIRECTORY / "birmingham"
    if made.exists():
        sys.exit(f"{made} exists, and golden logs are never recreated.")
    with tempfile.TemporaryDirectory() as directory:
        handler = playing.new_daybook(Path(directory))
        found = commands.open_tournament(handler, CommandContext(actor=ORGANISER), "Golden", RULES)
        commands.enter(handler, found.id, CommandContext(actor=ORGANISER), [f"person-{number}" for number in range(5)])
        one, other = opened(handler, found.id)
        act(handler, found.id, one, action="stand_in", reason="absence")
        decide(handler, found.id, one, Ruling(points=(42, 57)))
        third, fourth = opened(handler, found.id, early=True)
        decide(handler, found.id, other, Ruling(winner=0))
        decide(handler, found.id, third, Ruling(places=(1, 1)))
        decide(handler, found.id, fourth, Ruling())
        commands.withdraw(handler, found.id, CommandContext(actor=ORGANISER), "person-3", "absence")
        act(handler, found.id, one, action="void", reason="fault")
        for game in opened(handler, found.id):
            decide(handler, found.id, game, Ruling(winner=1))
        commands.close(handler, found.id, CommandContext(actor=ORGANISER))
        made.mkdir()
        written(made / "competition", export_tournament(handler, found.id))
        for game in commands.load(handler, found.id).games:
            written(made / game, export_lines(handler, handler.games.game(game), "auditor"))
    (made / "standings").write_text(standings_of(made))


def opened(handler: CommandHandler, stream: str, early: bool = False) -> Sequence[str]:
    """Open a round, and return its games."""
    found = rounds.open_round(
        handler, stream, CommandContext(actor=ORGANISER), came_to(handler, commands.load(handler, stream)), early
    )
    return [table.game for table in found.stages[-1].rounds[-1].tables]


def came_to(handler: CommandHandler, found: Tournament) -> dict[str, Result]:
    known = {game: results.of_log(handler.games.game(game)) for game in found.games}
    return {game: result for game, result in known.items() if result is not None}


def decide(handler: CommandHandler, stream: str, game: str, ruling: Ruling) -> None:
    act(handler, stream, game, action="adjudicate", reason="schedule", ruling=ruling)


def act(handler: CommandHandler, stream: str, game: str, **wanted: object) -> None:
    found = commands.load(handler, stream)
    (outcome,) = organiser_actions.act_on(handler, found, [game], Wanted(**wanted), CommandContext(actor=ORGANISER))  # type: ignore[arg-type]
    assert outcome.refused is None, outcome


def written(file: Path, lines: object) -> None:
    file.with_suffix(".ndjson.gz").write_bytes(gzip.compress(b"".join(lines), mtime=0))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
