"""Consent: organisers cannot enter or seat anyone; users enter and take over seats by their own requests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from service.notifications.invitations import notify
from service.usecases import seat_changes
from service.usecases.command_handler import CommandContext, CommandHandler
from service.workers.notifier import follow
from tests.service.sites import Person, Site
from tests.service.tournaments.conftest import enter_all, entrants, play_out
from tests.service.tournaments.test_organiser_actions import act_on_games
from tests.service.tournaments.test_tournament import IF_MATCH_ANY, LEAGUE, announce_tournament, games_of, open_round


def invite(olga: Person, tournament: str, **body: Any) -> Any:
    return olga.post(f"/tournaments/{tournament}/entrants", body, headers=IF_MATCH_ANY)


def kinds(site: Site, person: Person) -> list[str]:
    notify(site.services.storage.database, datetime.now(UTC))
    follow(site.services.storage, datetime.now(UTC))
    return [each["kind"] for each in person.get("/users/me/notifications").json["notifications"]]


def test_invited_users_take_part_once_they_enter(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    tournament = announce_tournament(olga)
    result = invite(olga, tournament, names=["Ada"], csv="Name\nBen\n").json
    assert (result["entrants"], sorted(each["name"] for each in result["invited"])) == ([], ["Ada", "Ben"])
    assert ada.get(f"/tournaments/{tournament}").json["invited"] == []
    assert kinds(site, ada) == ["entry"]
    (invitation,) = ada.get("/tournaments/invitations").json
    assert (invitation["title"], invitation["invited_by"]) == ("Winter league", "Olga")
    ada.post(f"/tournaments/{tournament}/entrants", {}, headers=IF_MATCH_ANY)
    assert ada.delete(f"/tournaments/{tournament}/invitations/{ben.id}").status_code == 403
    assert ben.delete(f"/tournaments/{tournament}/invitations/{ben.id}").status_code == 204
    result = olga.get(f"/tournaments/{tournament}").json
    assert ([each["name"] for each in result["entrants"]], result["invited"]) == (["Ada"], [])
    assert ada.get("/tournaments/invitations").json == ben.get("/tournaments/invitations").json == []


def test_round_has_seats_only_for_users_who_entered(site: Site, olga: Person) -> None:
    tournament = announce_tournament(olga)
    enter_all(site, tournament, entrants(site, 3))
    ada = site.person("Ada")
    invite(olga, tournament, names=["Ada"])
    ada.post(f"/tournaments/{tournament}/withdrawals", {}, headers=IF_MATCH_ANY)
    found = open_round(olga, tournament)
    seats = {seat for each in found["stages"][0]["rounds"] for table in each["tables"] for seat in table["seats"]}
    assert (len(seats), ada.id in seats) == (3, False)
    assert ada.get("/tournaments/invitations").json == []
    assert invite(olga, tournament, names=["Ada"]).status_code == 409


def test_user_who_withdrew_is_not_entered_again(site: Site, olga: Person) -> None:
    ada, tournament = site.person("Ada"), announce_tournament(olga)
    ada.post(f"/tournaments/{tournament}/entrants", {}, headers=IF_MATCH_ANY)
    ada.post(f"/tournaments/{tournament}/withdrawals", {}, headers=IF_MATCH_ANY)
    result = invite(olga, tournament, names=["Ada"]).json
    assert [each["withdrawn"] for each in result["entrants"]] == [True]


@pytest.mark.parametrize("body", [{"csv": ""}, {"csv": "name\n"}, {"names": []}, {"csv": "\ufeff\r\n \r\n"}])
def test_empty_list_is_refused_and_enters_no_one(site: Site, olga: Person, body: dict[str, Any]) -> None:
    tournament = announce_tournament(olga)
    refused = invite(olga, tournament, **body)
    assert (refused.status_code, "no names" in refused.json["detail"]) == (422, True)
    assert olga.get(f"/tournaments/{tournament}").json["entrants"] == []


def late_game(site: Site, olga: Person) -> tuple[str, str]:
    """Return a tournament and its one game, in which a player keeps the others waiting."""
    tournament = announce_tournament(olga, LEAGUE)
    enter_all(site, tournament, entrants(site, 3))
    ((game,),) = games_of(open_round(olga, tournament))
    site.catch_up()
    return tournament, game


def users(handler: CommandHandler, game: str) -> list[str | None]:
    return [chair.user for chair in handler.games.game(game).table.chairs]


def test_replacement_gets_the_seat_and_hand_only_after_accepting(site: Site, olga: Person) -> None:
    ada, handler = site.person("Ada"), site.services.handler
    tournament, game = late_game(site, olga)
    before = users(handler, game)
    assert act_on_games(olga, tournament, [game], action="substitute", name="Ada", note="Away since the 3rd") == [None]
    assert users(handler, game) == before
    visitor = site.visitor()
    assert ada.get(f"/games/{game}/state").data == visitor.get(f"/games/{game}/state").data
    assert kinds(site, ada) == ["replacement"]
    (asked,) = ada.get("/tournaments/replacements").json
    assert (asked["game"], asked["asked_by"], asked["note"]) == (game, "Olga", "Away since the 3rd")
    assert ada.post(f"/games/{game}/replacement", headers=IF_MATCH_ANY).status_code == 200
    assert users(handler, game).count(ada.id) == 1
    site.catch_up()
    assert ada.get("/tournaments/replacements").json == []
    notes = [each for each in olga.get(f"/games/{game}/history?limit=100").json["events"] if each.get("organiser_note")]
    assert [each["organiser_note"] for each in notes] == ["Away since the 3rd"]


def test_replacement_can_decline_and_no_one_else_can_accept(site: Site, olga: Person) -> None:
    ada, ben, handler = site.person("Ada"), site.person("Ben"), site.services.handler
    tournament, game = late_game(site, olga)
    before = users(handler, game)
    act_on_games(olga, tournament, [game], action="substitute", name="Ada")
    assert ben.post(f"/games/{game}/replacement", headers=IF_MATCH_ANY).status_code == 409
    assert ada.delete(f"/games/{game}/replacement").status_code == 204
    assert ada.post(f"/games/{game}/replacement", headers=IF_MATCH_ANY).status_code == 409
    assert users(handler, game) == before


def test_a_player_who_returned_is_not_replaced(site: Site, olga: Person) -> None:
    ada, handler = site.person("Ada"), site.services.handler
    tournament, game = late_game(site, olga)
    act_on_games(olga, tournament, [game], action="substitute", name="Ada")
    asked = olga.get(f"/tournaments/{tournament}/running-games").json[0]["awaited"][0]["user"]
    seat = users(handler, game).index(asked)
    seat_changes.offer_seat(handler, game, CommandContext(actor=asked, seat=seat), seat, True)
    seat_changes.offer_seat(handler, game, CommandContext(actor=asked, seat=seat), seat, False)
    refused = ada.post(f"/games/{game}/replacement", headers=IF_MATCH_ANY)
    assert (refused.status_code, "has returned" in refused.json["detail"]) == (409, True)
    assert asked in users(handler, game)


def test_first_of_two_replacements_to_accept_gets_the_seat(site: Site, olga: Person) -> None:
    ada, ben, handler = site.person("Ada"), site.person("Ben"), site.services.handler
    tournament, game = late_game(site, olga)
    for name in ("Ada", "Ben"):
        act_on_games(olga, tournament, [game], action="substitute", name=name)
    assert ben.post(f"/games/{game}/replacement", headers=IF_MATCH_ANY).status_code == 200
    assert ada.post(f"/games/{game}/replacement", headers=IF_MATCH_ANY).status_code == 409
    assert (users(handler, game).count(ben.id), users(handler, game).count(ada.id)) == (1, 0)
    play_out(handler, game)


def test_users_are_found_by_display_name(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    ada.client.patch("/api/users/me/profile", json={"display_name": "Countess Lovelace"}, headers=ada.authorization)
    site.services.display_names.changed()
    tournament = announce_tournament(olga)
    result = invite(olga, tournament, names=["countess lovelace", "Ben"]).json
    assert {each["user"] for each in result["invited"]} == {ada.id, ben.id}
    table = olga.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 3}).json["id"]
    (guest,) = olga.post(f"/games/{table}/invitees", {"name": "Countess Lovelace"}).json
    assert guest["user"] == ada.id


def test_ambiguous_name_is_refused_and_lists_the_matching_users(site: Site, olga: Person) -> None:
    """Names are unique now; in the past, two users could get the same one."""
    ada, ben = site.person("Ada"), site.person("Ben")
    with site.services.storage.database.transaction() as rows:
        rows.execute("UPDATE users SET folded_display_name = 'ben' WHERE id = :id", {"id": ada.id})
    tournament = announce_tournament(olga)
    refused = invite(olga, tournament, names=["Ben"])
    handles = sorted(f"Ben #{each.id[:8]}" for each in (ada, ben))
    assert refused.status_code == 422
    assert all(handle in refused.json["errors"][0]["detail"] for handle in handles)
    result = invite(olga, tournament, names=[f"Ben #{ada.id[:8]}"]).json
    assert [each["user"] for each in result["invited"]] == [ada.id]
