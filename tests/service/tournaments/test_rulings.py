"""Results adjudicated by an organiser, substitute bots, and reasons as free text, which can be deleted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.transfer.export import export_lines
from service.transfer.verification import verify
from tests.service.api.test_data_export import archive_of
from tests.service.sites import Person, Site
from tests.service.tournaments.conftest import play_out
from tests.service.tournaments.test_organiser_actions import act_on_games, open_tournament_round
from tests.service.tournaments.test_tournament import LEAGUE
from tests.service.transfer.tampering import line_of, tampered_export


def ranking(olga: Person, tournament: str, game: str) -> list[tuple[int, int, int]]:
    rounds = [each for stage in olga.get(f"/tournaments/{tournament}").json["stages"] for each in stage["rounds"]]
    (table,) = [table for each in rounds for table in each["tables"] if table["game"] == game]
    return [(place["seat"], place["place"], place["points"]) for place in table["ranking"]]


def test_adjudicates_by_places_points_or_winner(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    (made,) = {tuple(olga.get(f"/games/{game}/state").json["standing"]["points"]) for game in games}
    results: list[dict[str, Any]] = [{"places": [3, 1, 1]}, {"points": [7, -4, 9]}, {"winner": 1}]
    for game, result in zip(games, results, strict=True):
        assert act_on_games(olga, tournament, [game], action="adjudicate", reason="schedule", result=result) == [None]
    site.catch_up()
    assert ranking(olga, tournament, games[0]) == [(1, 1, made[1]), (2, 1, made[2]), (0, 3, made[0])]
    assert ranking(olga, tournament, games[1]) == [(2, 1, 9), (0, 2, 7), (1, 3, -4)]
    assert ranking(olga, tournament, games[2]) == [(1, 1, made[1]), (0, 2, made[0]), (2, 2, made[2])]
    assert olga.get(f"/games/{games[1]}/state").json["standing"]["points"] == [7, -4, 9]
    handler = site.services.handler
    for game in games:
        assert verify(export_lines(handler, handler.games.game(game), "auditor")).valid


@pytest.mark.parametrize("result", [{"places": [1, 2]}, {"places": [2, 2, 3]}, {"points": [1]}, {"winner": 3}])
def test_invalid_results_are_refused(site: Site, olga: Person, result: dict[str, Any]) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE, number=3)
    assert act_on_games(olga, tournament, games, action="adjudicate", result=result)[0] is not None


def test_result_must_be_one_kind_for_one_adjudicated_game(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    path, body = f"/tournaments/{tournament}/actions", {"reason": "fault", "action": "adjudicate"}
    for wrong in (
        {"games": games, "result": {"winner": 1}},
        {"games": games[:1], "result": {"winner": 1, "places": [1, 2, 3]}},
        {"games": games[:1], "result": {"winner": 1}, "action": "remind"},
    ):
        assert olga.post(path, {**body, **wrong}).status_code == 422


def test_substitute_bot_plays_awaited_seat_and_scores_no_points(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE, number=3)
    handler = site.services.handler
    assert act_on_games(olga, tournament, games, action="stand_in", bot="nobody")[0] is not None
    assert act_on_games(olga, tournament, games, action="stand_in", bot="best") == [None]
    game = handler.games.game(games[0])
    (absent,) = [chair.user for chair in game.table.chairs if chair.bot]
    assert [chair.bot for chair in game.table.chairs if chair.user == absent] == ["best"]
    assert act_on_games(olga, tournament, games, action="stand_in")[0] is not None
    play_out(handler, games[0])
    assert verify(export_lines(handler, handler.games.game(games[0]), "auditor")).valid
    site.catch_up()
    standings = {each["user"]: each["points"] for each in olga.get(f"/tournaments/{tournament}/standings").json}
    assert (standings[absent or ""], len([points for points in standings.values() if points])) == (0, 2)


def test_verification_detects_unrequested_substitute_bot(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE, number=3)
    assert act_on_games(olga, tournament, games, action="stand_in") == [None]
    handler = site.services.handler
    play_out(handler, games[0])
    lines = list(export_lines(handler, handler.games.game(games[0]), "auditor"))
    at = line_of(lines, "table.intervened")

    def forge_action(records: list[Any]) -> None:
        records[at - 2]["fact"]["act"] = "remind"

    report = verify(tampered_export(lines, forge_action))
    assert report.problem is not None
    assert report.problem.line == at + 1


def test_free_text_reasons_are_shown_and_deleted_with_the_account(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE, number=3)
    assert act_on_games(olga, tournament, games, action="remind", note="Away since the 3rd") == [None]
    assert act_on_games(olga, tournament, games, action="offer") == [None]
    site.catch_up()
    visitor = site.visitor()
    before = visitor.get(f"/games/{games[0]}/history?limit=100")
    notes = [each["organiser_note"] for each in before.json["events"] if each["data"]["topic"] == "table.intervened"]
    assert notes == ["Away since the 3rd", ""]
    assert "Away since the 3rd" in visitor.client.get(f"/games/{games[0]}").text
    assert b"Away since" not in b"".join(
        export_lines(site.services.handler, site.services.handler.games.game(games[0]), 0)
    )
    held = json.loads(archive_of(olga).read("account.json"))["texts"]
    assert {"about": games[0], "what": "why", "text": "Away since the 3rd"} in held
    assert olga.delete("/users/me", json={"password": "password of Olga"}).status_code == 204
    again = visitor.get(f"/games/{games[0]}/history?limit=100", headers={"If-None-Match": before.headers["ETag"]})
    assert again.status_code == 200
    assert {each["organiser_note"] for each in again.json["events"]} == {""}
    assert "Away since the 3rd" not in visitor.client.get(f"/games/{games[0]}").text


def test_reads_have_etags_and_actions_check_if_match(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    for path in ("", "/standings", "/running-games"):
        found = olga.get(f"/tournaments/{tournament}{path}")
        same = olga.get(f"/tournaments/{tournament}{path}", headers={"If-None-Match": found.headers["ETag"]})
        assert same.status_code == 304
    seen = {"If-Match": olga.get(f"/tournaments/{tournament}").headers["ETag"]}
    body = {"games": games, "action": "remind", "reason": "absence"}
    assert olga.post(f"/tournaments/{tournament}/actions", body, headers=seen).status_code == 200
    later = olga.post(f"/tournaments/{tournament}/rounds", {"early": True}, headers=seen)
    assert later.status_code == 200
    stale = olga.post(f"/tournaments/{tournament}/actions", body, headers=seen)
    assert (stale.status_code, stale.json["version"]) == (412, later.json["version"])
    assert olga.post(f"/tournaments/{tournament}/actions", body, headers={"If-Match": later.headers["ETag"]}).json[0]
    play_out(site.services.handler, games[0])
    site.catch_up()
    changed = olga.get(f"/tournaments/{tournament}", headers={"If-None-Match": later.headers["ETag"]})
    assert changed.status_code == 200  # A game has finished, though the tournament's log is unchanged.
    close = olga.post(f"/tournaments/{tournament}/close", headers={"If-Match": changed.headers["ETag"]})
    assert close.status_code == 200
