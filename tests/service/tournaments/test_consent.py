"""Consent: organisers cannot enter or seat anyone; users enter and take over seats by their own requests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from service.notifications.invitations import tell
from service.usecases import seat_changes
from service.usecases.command_handler import CommandContext, CommandHandler
from service.workers.notifier import follow
from tests.service.sites import Person, Site
from tests.service.tournaments.conftest import enter_all, entrants, play_out
from tests.service.tournaments.test_organiser_actions import act
from tests.service.tournaments.test_tournament import ANY, LEAGUE, announced, games_of, open_round


def invite(olga: Person, tournament: str, **body: Any) -> Any:
    return olga.post(f"/tournaments/{tournament}/entrants", body, headers=ANY)


def kinds(site: Site, person: Person) -> list[str]:
    tell(site.services.storage.database, datetime.now(UTC))
    follow(site.services.storage, datetime.now(UTC))
    return [each["kind"] for each in person.get("/users/me/notifications").json["notifications"]]


def test_people_who_are_invited_take_part_once_they_enter(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    tournament = announced(olga)
    told = invite(olga, tournament, names=["Ada"], csv="Name\nBen\n").json
    assert (told["entrants"], sorted(each["name"] for each in told["invited"])) == ([], ["Ada", "Ben"])
    assert ada.get(f"/tournaments/{tournament}").json["invited"] == []
    assert kinds(site, ada) == ["entry"]
    (invitation,) = ada.get("/tournaments/invitations").json
    assert (invitation["title"], invitation["invited_by"]) == ("Winter league", "Olga")
    ada.post(f"/tournaments/{tournament}/entrants", {}, headers=ANY)
    assert ada.delete(f"/tournaments/{tournament}/invitations/{ben.id}").status_code == 403
    assert ben.delete(f"/tournaments/{tournament}/invitations/{ben.id}").status_code == 204
    told = olga.get(f"/tournaments/{tournament}").json
    assert ([each["name"] for each in told["entrants"]], told["invited"]) == (["Ada"], [])
    assert ada.get("/tournaments/invitations").json == ben.get("/tournaments/invitations").json == []


def test_a_round_has_seats_only_for_people_who_entered(site: Site, olga: Person) -> None:
    tournament = announced(olga)
    enter_all(site, tournament, entrants(site, 3))
    ada = site.person("Ada")
    invite(olga, tournament, names=["Ada"])
    ada.post(f"/tournaments/{tournament}/withdrawals", {}, headers=ANY)
    found = open_round(olga, tournament)
    seats = {seat for each in found["stages"][0]["rounds"] for table in each["tables"] for seat in table["seats"]}
    assert (len(seats), ada.id in seats) == (3, False)
    assert ada.get("/tournaments/invitations").json == []
    assert invite(olga, tournament, names=["Ada"]).status_code == 409


def test_people_who_withdrew_are_not_entered_again(site: Site, olga: Person) -> None:
    ada, tournament = site.person("Ada"), announced(olga)
    ada.post(f"/tournaments/{tournament}/entrants", {}, headers=ANY)
    ada.post(f"/tournaments/{tournament}/withdrawals", {}, headers=ANY)
    told = invite(olga, tournament, names=["Ada"]).json
    assert [each["withdrawn"] for each in told["entrants"]] == [True]


@pytest.mark.parametrize("body", [{"csv": ""}, {"csv": "name\n"}, {"names": []}, {"csv": "\ufeff\r\n \r\n"}])
def test_an_empty_list_enters_nobody_and_says_so(site: Site, olga: Person, body: dict[str, Any]) -> None:
    tournament = announced(olga)
    refused = invite(olga, tournament, **body)
    assert (refused.status_code, "no names" in refused.json["detail"]) == (422, True)
    assert olga.get(f"/tournaments/{tournament}").json["entrants"] == []


def late_game(site: Site, olga: Person) -> tuple[str, str]:
    """Return a tournament and its one game, in which a player keeps the others waiting."""
    tournament = announced(olga, LEAGUE)
    enter_all(site, tournament, entrants(site, 3))
    ((game,),) = games_of(open_round(olga, tournament))
    site.catch_up()
    return tournament, game


def users(handler: CommandHandler, game: str) -> list[str | None]:
    return [chair.user for chair in handler.games.game(game).table.chairs]


def test_a_replacement_has_the_seat_and_its_hand_only_after_accepting(site: Site, olga: Person) -> None:
    ada, handler = site.person("Ada"), site.services.handler
    tournament, game = late_game(site, olga)
    before = users(handler, game)
    assert act(olga, tournament, [game], action="substitute", name="Ada", note="Away since the 3rd") == [None]
    assert users(handler, game) == before
    visitor = site.visitor()
    assert ada.get(f"/games/{game}/state").data == visitor.get(f"/games/{game}/state").data
    assert kinds(site, ada) == ["replacement"]
    (asked,) = ada.get("/tournaments/replacements").json
    assert (asked["game"], asked["asked_by"], asked["note"]) == (game, "Olga", "Away since the 3rd")
    assert ada.post(f"/games/{game}/replacement", headers=ANY).status_code == 200
    assert users(handler, game).count(ada.id) == 1
    site.catch_up()
    assert ada.get("/tournaments/replacements").json == []
    notes = [each for each in olga.get(f"/games/{game}/history?limit=100").json["events"] if each.get("organiser_note")]
    assert [each["organiser_note"] for each in notes] == ["Away since the 3rd"]


def test_a_replacement_can_decline_and_nobody_else_can_accept(site: Site, olga: Person) -> None:
    ada, ben, handler = site.person("Ada"), site.person("Ben"), site.services.handler
    tournament, game = late_game(site, olga)
    before = users(handler, game)
    act(olga, tournament, [game], action="substitute", name="Ada")
    assert ben.post(f"/games/{game}/replacement", headers=ANY).status_code == 409
    assert ada.delete(f"/games/{game}/replacement").status_code == 204
    assert ada.post(f"/games/{game}/replacement", headers=ANY).status_code == 409
    assert users(handler, game) == before


def test_a_player_who_returned_is_not_replaced(site: Site, olga: Person) -> None:
    ada, handler = site.person("Ada"), site.services.handler
    tournament, game = late_game(site, olga)
    act(olga, tournament, [game], action="substitute", name="Ada")
    asked = olga.get(f"/tournaments/{tournament}/running-games").json[0]["awaited"][0]["user"]
    seat = users(handler, game).index(asked)
    seat_changes.offer_seat(handler, game, CommandContext(actor=asked, seat=seat), seat, True)
    seat_changes.offer_seat(handler, game, CommandContext(actor=asked, seat=seat), seat, False)
    refused = ada.post(f"/games/{game}/replacement", headers=ANY)
    assert (refused.status_code, "has returned" in refused.json["detail"]) == (409, True)
    assert asked in users(handler, game)


def test_of_two_people_who_are_asked_the_first_to_accept_has_the_seat(site: Site, olga: Person) -> None:
    ada, ben, handler = site.person("Ada"), site.person("Ben"), site.services.handler
    tournament, game = late_game(site, olga)
    for name in ("Ada", "Ben"):
        act(olga, tournament, [game], action="substitute", name=name)
    assert ben.post(f"/games/{game}/replacement", headers=ANY).status_code == 200
    assert ada.post(f"/games/{game}/replacement", headers=ANY).status_code == 409
    assert (users(handler, game).count(ben.id), users(handler, game).count(ada.id)) == (1, 0)
    play_out(handler, game)


def test_people_are_found_by_the_name_that_everyone_sees(site: Site, olga: Person) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    ada.client.patch("/api/users/me/profile", json={"display_name": "Countess Lovelace"}, headers=ada.authorization)
    site.services.display_names.changed()
    tournament = announced(olga)
    told = invite(olga, tournament, names=["countess lovelace", "Ben"]).json
    assert {each["user"] for each in told["invited"]} == {ada.id, ben.id}
    table = olga.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 3}).json["id"]
    (guest,) = olga.post(f"/games/{table}/invitees", {"name": "Countess Lovelace"}).json
    assert guest["user"] == ada.id


def test_a_name_that_means_two_users_offers_a_choice(site: Site, olga: Person) -> None:
    """Names are unique today; two could have got the same one before."""
    ada, ben = site.person("Ada"), site.person("Ben")
    with site.services.storage.database.transaction() as rows:
        rows.execute("UPDATE users SET folded_display_name = 'ben' WHERE id = :id", {"id": ada.id})
    tournament = announced(olga)
    refused = invite(olga, tournament, names=["Ben"])
    handles = sorted(f"Ben #{each.id[:8]}" for each in (ada, ben))
    assert refused.status_code == 422
    assert all(handle in refused.json["errors"][0]["detail"] for handle in handles)
    told = invite(olga, tournament, names=[f"Ben #{ada.id[:8]}"]).json
    assert [each["user"] for each in told["invited"]] == [ada.id]
