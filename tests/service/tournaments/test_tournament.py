"""A tournament from its announcement to its end, by the API, on both databases."""

from __future__ import annotations

from itertools import combinations
from threading import Event
from typing import Any

from domain.tournament.standings import points_of
from domain.tournament.tournament import MOST_ENTRIES
from projections.registry import READ_MODELS
from service.administration import roles
from service.administration.actions import suspend
from service.readmodels.projection import catch_up
from service.readmodels.rebuilding import rebuild
from service.transfer.export import export_lines
from service.transfer.personal_data_export import account
from service.transfer.tournament import recomputed
from service.transfer.verification import verify
from service.usecases import seat_changes
from service.usecases.command_handler import CommandContext
from tests.service.sites import Person, Site
from tests.service.storage_queries import failed, lag
from tests.service.tournaments.conftest import enter_all, entrants, play_out

IF_MATCH_ANY = {"If-Match": "*"}
LEAGUE = {
    "title": "Winter league",
    "rules": {"ruleset": "toy", "seats": 3, "stages": [{"rounds": 2}, {"best": 6}], "points": [6, 3, 1]},
}


def announce_tournament(olga: Person, rules: dict[str, Any] = LEAGUE) -> str:
    response = olga.post("/tournaments", rules)
    assert response.status_code == 201, response.text
    return str(response.json["id"])


def games_of(result: Any) -> list[list[str]]:
    return [[table["game"] for table in each["tables"]] for stage in result["stages"] for each in stage["rounds"]]


def open_round(olga: Person, tournament: str, **more: Any) -> Any:
    response = olga.post(f"/tournaments/{tournament}/rounds", more, headers=IF_MATCH_ANY)
    assert response.status_code == 200, response.text
    return response.json


def test_tournament_is_played_round_by_round(site: Site, olga: Person) -> None:
    names = entrants(site, 9)
    tournament = announce_tournament(olga)
    enter_all(site, tournament, names)
    assert [each["name"] for each in olga.get(f"/tournaments/{tournament}").json["entrants"]] == names
    for number in range(3):
        found = open_round(olga, tournament)
        refused = olga.post(f"/tournaments/{tournament}/rounds", {}, headers=IF_MATCH_ANY)
        assert refused.status_code == 409
        for game in games_of(found)[number]:
            play_out(site.services.handler, game)
        site.catch_up()
    assert [len(tables) for tables in games_of(found)] == [3, 3, 2]
    assert olga.post(f"/tournaments/{tournament}/rounds", {}, headers=IF_MATCH_ANY).status_code == 409
    first = olga.get(f"/tournaments/{tournament}/standings?stage=0").json
    last = olga.get(f"/tournaments/{tournament}/standings").json
    assert sum(each["points"] for each in first) == 6 * 10
    assert {each["user"] for each in last} == {each["user"] for each in first[:6]}
    assert olga.post(f"/tournaments/{tournament}/close", headers=IF_MATCH_ANY).json["closed"] is True
    assert site.visitor().get("/tournaments").json["tournaments"][0]["title"] == "Winter league"


def test_pairings_do_not_repeat_and_games_start_immediately(site: Site, olga: Person) -> None:
    tournament = announce_tournament(olga)
    enter_all(site, tournament, entrants(site, 9))
    for _ in range(2):
        found = open_round(olga, tournament, early=True)
    tables = [table for stage in found["stages"] for each in stage["rounds"] for table in each["tables"]]
    pairs = [pair for table in tables for pair in combinations(sorted(table["seats"]), 2)]
    assert len(pairs) == len(set(pairs)) == 18
    for table in tables:
        shown = site.visitor().get(f"/games/{table['game']}").json
        assert (shown["phase"], [seat["name"] for seat in shown["seats"]]) == (
            "running",
            [f"Person {int(user, 16)}" for user in table["seats"]],
        )


def test_games_use_the_tournament_clock_and_verify(site: Site, olga: Person) -> None:
    clock = {"pace": {"kind": "days_per_turn", "days": 2}}
    tournament = announce_tournament(olga, {"title": "Timed", "rules": {**LEAGUE["rules"], "clock": clock}})
    enter_all(site, tournament, entrants(site, 3))
    game = games_of(open_round(olga, tournament))[0][0]
    (running,) = olga.get(f"/games/{game}").json["clocks"]["running"]
    assert running["deadline"] is not None
    play_out(site.services.handler, game)
    assert verify(export_lines(site.services.handler, site.services.handler.games.game(game), "auditor")).valid


def test_players_enter_themselves_and_organiser_can_withdraw_them(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    tournament = announce_tournament(olga)
    assert ada.post(f"/tournaments/{tournament}/entrants", {}, headers=IF_MATCH_ANY).status_code == 200
    assert ada.post(f"/tournaments/{tournament}/entrants", {"names": ["Ben"]}, headers=IF_MATCH_ANY).status_code == 403
    unknown = olga.post(f"/tournaments/{tournament}/entrants", {"names": ["Ben", "Nobody"]}, headers=IF_MATCH_ANY)
    faults = [each["detail"] for each in unknown.json["errors"]]
    assert (unknown.status_code, faults) == (422, ["No user is called Nobody."])
    assert ben.post(f"/tournaments/{tournament}/entrants", {}, headers=IF_MATCH_ANY).status_code == 200
    assert ada.post(f"/tournaments/{tournament}/withdrawals", {"user": ben.id}, headers=IF_MATCH_ANY).status_code == 403
    assert ben.post(f"/tournaments/{tournament}/withdrawals", {}, headers=IF_MATCH_ANY).status_code == 200
    result = olga.post(
        f"/tournaments/{tournament}/withdrawals", {"user": ada.id, "reason": "absence"}, headers=IF_MATCH_ANY
    )
    assert [(each["name"], each["withdrawn"]) for each in result.json["entrants"]] == [("Ada", True), ("Ben", True)]


def test_only_organiser_can_open_rounds_and_close(site: Site, olga: Person) -> None:
    ada, tournament = site.person("Ada"), announce_tournament(olga)
    for what in ("rounds", "close"):
        assert ada.post(f"/tournaments/{tournament}/{what}", {}, headers=IF_MATCH_ANY).status_code == 403
    assert ada.get(f"/tournaments/{'0' * 32}").status_code == 404
    assert ada.get(f"/games/{tournament}").status_code == 404


def test_an_unplayable_tournament_is_refused(site: Site, olga: Person) -> None:
    too_large = {"options": {"coins": 10**40}}
    for rules in ({"seats": 9}, {"options": {"no": "such"}}, too_large, {"ruleset": "chess"}, {"points": [1, 3]}):
        refused = olga.post("/tournaments", {"title": "No", "rules": {**LEAGUE["rules"], **rules}})
        assert refused.status_code in (409, 422), rules
    assert olga.get("/tournaments").json["tournaments"] == []


def test_writes_are_idempotent_and_require_current_version(site: Site, olga: Person) -> None:
    key = {"Idempotency-Key": "first"}
    one, again = (olga.post("/tournaments", LEAGUE, headers=key).json["id"] for _ in range(2))
    assert one == again
    enter_all(site, one, entrants(site, 3))
    for what in ("rounds", "close"):
        assert olga.post(f"/tournaments/{one}/{what}", {}).status_code == 428, what
    stale = olga.post(f"/tournaments/{one}/rounds", {}, headers={"If-Match": '"1"'})
    assert (stale.status_code, stale.json["version"]) == (412, 4)
    key = {"Idempotency-Key": "round", "If-Match": '"4"'}
    first, second = (olga.post(f"/tournaments/{one}/rounds", {}, headers=key).json for _ in range(2))
    assert games_of(first) == games_of(second)


def test_log_followers_ignore_tournament_streams(site: Site, olga: Person) -> None:
    """Read models, compaction, rebuilds and files ignore a tournament, however long its log is."""
    storage, handler = site.services.storage, site.services.handler
    tournament = announce_tournament(olga)
    enter_all(site, tournament, entrants(site, 80))
    found = open_round(olga, tournament)
    catch_up(storage)
    assert set(lag(storage).values()) == {0}
    assert not failed(storage)
    _compact_and_rebuild(site, tournament)
    assert olga.get(f"/tournaments/{tournament}").json["version"] == 83
    game = games_of(found)[0][0]
    play_out(handler, game)
    catch_up(storage)
    assert not failed(storage)
    assert verify(export_lines(handler, handler.games.game(game), "auditor")).valid
    assert len(olga.get("/games?limit=100").json["games"]) == len(games_of(found)[0])


def _compact_and_rebuild(site: Site, tournament: str) -> None:
    storage = site.services.storage
    storage.pack(Event())
    with storage.database.reading() as rows:
        assert rows.execute("SELECT stream FROM packed_streams WHERE stream = :stream", {"stream": tournament})
    rebuild(storage, list(READ_MODELS.values()))


def test_organiser_can_hand_over_the_tournament(site: Site, olga: Person) -> None:
    ada, ben, tournament = site.person("Ada"), site.person("Ben"), announce_tournament(olga)
    organiser = f"/tournaments/{tournament}/organiser"
    assert ada.put(organiser, {"name": "Ada"}, headers=IF_MATCH_ANY).status_code == 403
    assert olga.put(organiser, {"name": "Nobody"}, headers=IF_MATCH_ANY).status_code == 422
    assert olga.put(organiser, {"name": "Ada"}).status_code == 428
    result = olga.put(organiser, {"name": "Ada"}, headers={"If-Match": '"1"'}).json
    assert (result["organiser"], result["is_organiser"], result["version"]) == ("Ada", False, 2)
    assert olga.post(f"/tournaments/{tournament}/entrants", {"names": ["Ben"]}, headers=IF_MATCH_ANY).status_code == 403
    assert ada.post(f"/tournaments/{tournament}/entrants", {"names": ["Ben"]}, headers=IF_MATCH_ANY).status_code == 200
    assert ben.get("/tournaments").json["tournaments"][0]["organiser"] == "Ada"
    user = site.services.accounts.named("Olga")
    assert user is not None
    (kept,) = account(site.services, user)["competitions"]
    assert kept == {"id": tournament, "title": "Winter league"}, "Olga wrote the title"


def test_administrator_appoints_organiser_after_account_deletion(site: Site, olga: Person) -> None:
    ada, ben, tournament = site.person("Ada"), site.person("Ben"), announce_tournament(olga)
    organiser = f"/tournaments/{tournament}/organiser"
    olga.put(organiser, {"name": "Ada"}, headers=IF_MATCH_ANY)
    ada.delete("/users/me", json={"password": "password of Ada"})
    (listed,) = ben.get("/tournaments").json["tournaments"]
    assert (listed["organiser"], listed["title"]) == (None, "Winter league")
    assert ben.put(organiser, {"name": "Ben"}, headers=IF_MATCH_ANY).status_code == 403
    roles.appoint(site.services.storage.database, ben.id)
    assert ben.put(organiser, {"name": "Ben"}, headers=IF_MATCH_ANY).json["is_organiser"] is True
    action = ben.get("/admin/actions?action=name_organiser").json["actions"][0]
    assert (action["by"], action["name"], action["tournament"], action["game"]) == ("Ben", "Ben", tournament, None)
    ben.post("/admin/suspensions", {"name": "Olga", "reason": "for a test"})
    assert ben.put(organiser, {"name": "Olga"}, headers=IF_MATCH_ANY).status_code == 409
    ben.delete(f"/admin/suspensions/{olga.id}")
    assert olga.delete("/users/me", json={"password": "password of Olga"}).status_code == 204
    (listed,) = ben.get("/tournaments").json["tournaments"]
    assert (listed["organiser"], listed["title"]) == ("Ben", "")
    lines = ben.get(f"/tournaments/{tournament}/export").data
    assert recomputed(lines.splitlines(keepends=True), {}).tournament.owner == ben.id


def test_deleted_and_suspended_users_are_not_paired(site: Site, olga: Person) -> None:
    tournament = announce_tournament(olga)
    people = [site.person(name) for name in ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fred", "Gil", "Hal")]
    enter_all(site, tournament, [each.name for each in people])
    people[0].delete("/users/me", json={"password": "password of Ada"})
    suspend(site.services.storage.database, people[1].id, "", "for a test")
    found = open_round(olga, tournament)
    seated = {seat for each in found["stages"][0]["rounds"][0]["tables"] for seat in each["seats"]}
    assert seated == {each.id for each in people[2:]}
    assert [each["withdrawn"] for each in found["entrants"]] == [True, True, *[False] * 6]
    lines = olga.get(f"/tournaments/{tournament}/export").data.splitlines(keepends=True)
    assert [each.verdict for each in recomputed(lines, {}).rounds] == ["follows"]


def test_entrant_csv_may_start_with_byte_order_mark(site: Site, olga: Person) -> None:
    site.person("Ada")
    tournament = announce_tournament(olga)
    result = olga.post(f"/tournaments/{tournament}/entrants", {"csv": "\ufeffAda\r\n"}, headers=IF_MATCH_ANY)
    assert [each["name"] for each in result.json["invited"]] == ["Ada"]


def test_swapped_players_score_for_their_new_seats(site: Site, olga: Person) -> None:
    """Standings recomputed from the files agree."""
    tournament = announce_tournament(olga)
    enter_all(site, tournament, entrants(site, 3))
    ((game,),) = games_of(open_round(olga, tournament))
    handler = site.services.handler
    users = [str(chair.user) for chair in handler.games.game(game).table.chairs]
    seat_changes.propose_swap(handler, game, CommandContext(actor=users[0], seat=0), 1)
    for seat in (1, 2):
        seat_changes.answer_swap(handler, game, CommandContext(actor=users[seat], seat=seat), True)
    play_out(handler, game)
    site.catch_up()
    now = handler.games.game(game)
    assert [chair.user for chair in now.table.chairs] == [users[1], users[0], users[2]]
    ranking = now.ruleset.standing(handler.games.position(now)).ranking
    places = [place.place for place in sorted(ranking, key=lambda place: place.seat)]
    earned = [round(float(points_of([6, 3, 1], places, seat)), 3) for seat in range(3)]
    standings = {each["user"]: each["points"] for each in olga.get(f"/tournaments/{tournament}/standings").json}
    assert [standings[user] for user in (users[1], users[0], users[2])] == earned
    open_round(olga, tournament)
    lines = olga.get(f"/tournaments/{tournament}/export").data.splitlines(keepends=True)
    file = list(export_lines(handler, handler.games.game(game), "auditor"))
    found = recomputed(lines, {game: file})
    assert {each.verdict for each in found.rounds} == {"follows"}
    assert {each.person: round(float(each.points), 3) for each in found.stages[0]} == standings


def test_entering_and_withdrawing_repeatedly_is_limited(site: Site, olga: Person) -> None:
    ada = site.person("Ada")
    tournament = announce_tournament(olga)
    statuses = [
        ada.post(f"/tournaments/{tournament}/{what}", {}, headers=IF_MATCH_ANY).status_code
        for _ in range(MOST_ENTRIES + 1)
        for what in ("entrants", "withdrawals")
    ]
    assert statuses == [200] * 2 * MOST_ENTRIES + [409, 409]
    assert site.person("Ben").post(f"/tournaments/{tournament}/entrants", {}, headers=IF_MATCH_ANY).status_code == 200
