"""A whole tournament played by bots: 64 entrants, three stages, two absent players and one who withdraws.

The organiser adjudicates the games of absent players, and anyone can compute the same standings from the files.
"""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from domain.table.rulings import decisions
from service.cli import main
from service.tournaments import commands
from service.transfer.export import export_lines
from service.transfer.tournament import export_tournament, recomputed
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.service.sites import Person, Site
from tests.service.tournaments.conftest import enter_all, entrants, play_out
from tests.service.tournaments.test_tournament import IF_MATCH_ANY, announce_tournament, games_of, open_round

RULES = {
    "title": "Championship",
    "rules": {
        "ruleset": "toy",
        "seats": 3,
        "stages": [{"rounds": 1}, {"rounds": 1, "best": 27}, {"rounds": 1, "best": 9, "carry": False}],
        "points": [10, 6, 3, 1],
    },
}
ABSENT = {f"{number:032x}" for number in (5, 40)}


def adjudicate_game(site: Site, olga: Person, game: str) -> None:
    """Adjudicate a game: absent players come last, and the others share first place."""
    handler = site.services.handler
    chairs = handler.games.game(game).table.chairs
    attending = [chair.user not in ABSENT for chair in chairs]
    places = [1 if present else 1 + sum(attending) for present in attending]
    tables.rule_on_game(
        handler, game, CommandContext(actor=olga.id), lambda now: decisions.adjudicate(now.table, places, "absence")
    )


def play_tournament(site: Site, olga: Person) -> str:
    tournament = announce_tournament(olga, RULES)
    enter_all(site, tournament, entrants(site, 64))
    handler = site.services.handler
    for number in range(3):
        found = open_round(olga, tournament)
        for game in games_of(found)[number]:
            play_out(handler, game, ABSENT.__contains__)
            if handler.games.game(game).table.phase == "running":
                adjudicate_game(site, olga, game)
        site.catch_up()
        if number == 0:
            best = olga.get(f"/tournaments/{tournament}/standings").json[0]["user"]
            olga.post(
                f"/tournaments/{tournament}/withdrawals", {"user": best, "reason": "agreement"}, headers=IF_MATCH_ANY
            )
    assert olga.post(f"/tournaments/{tournament}/close", headers=IF_MATCH_ANY).status_code == 200
    return tournament


def test_standings_recomputed_from_files_match(site: Site, olga: Person, tmp_path: Path) -> None:
    tournament = play_tournament(site, olga)
    handler = site.services.handler
    found = commands.load(handler, tournament)
    assert [len(stage.entrants) for stage in found.stages] == [64, 27, 9]
    (withdrawn,) = [person for person, stays in found.entrants.items() if not stays]
    assert withdrawn not in found.stages[1].entrants
    files = {game: list(export_lines(handler, handler.games.game(game), "auditor")) for game in found.games}
    again = recomputed(export_tournament(handler, tournament), files)
    assert (again.missing, again.unsound) == ([], [])
    assert [(each.stage, each.verdict) for each in again.rounds] == [(1, "follows"), (2, "follows"), (3, "follows")]
    for stage, stood in enumerate(again.stages):
        result = olga.get(f"/tournaments/{tournament}/standings?stage={stage}").json
        assert [(each.place, each.person, round(float(each.points), 3)) for each in stood] == [
            (each["place"], each["user"], each["points"]) for each in result
        ]
        assert [round(float(value), 3) for each in stood for value in each.tie_breaks] == [
            value for each in result for value in each["tiebreaks"]
        ]
    assert sum(each.points for each in again.stages[2]) == 3 * (10 + 6 + 3)
    _assert_command_line_agrees(tmp_path, handler, tournament, files)


def _assert_command_line_agrees(
    directory: Path, handler: CommandHandler, tournament: str, files: dict[str, list[bytes]]
) -> None:
    listed = directory / "tournament.ndjson"
    listed.write_bytes(b"".join(export_tournament(handler, tournament)))
    games = []
    for game, lines in files.items():
        games.append(directory / f"{game}.ndjson")
        games[-1].write_bytes(b"".join(lines))
    result = CliRunner().invoke(main, ["tournament", "standings", str(listed), *map(str, games)])
    assert (result.exit_code, result.output.count("points")) == (0, 64 + 27 + 9)
    listed.write_bytes(listed.read_bytes().replace(b'"agreement"', b'"absence"'))
    assert CliRunner().invoke(main, ["tournament", "standings", str(listed), *map(str, games)]).exit_code == 1
