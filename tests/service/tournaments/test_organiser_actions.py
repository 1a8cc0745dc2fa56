"""Bulk actions of organisers: verifiable facts with reasons, based only on what everyone sees."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Any, get_args
from unittest import mock

import pytest

from domain.table import seating
from domain.table.facts import SeatTaken
from domain.table.rulings import decisions
from service.accounts.display_names import Names
from service.administration import actions as administration
from service.notifications import inbox
from service.presenters.notifications import NotificationText, notification_texts
from service.tournaments import organiser_actions
from service.transfer.export import export_lines
from service.transfer.verification import verify
from service.usecases import clock_commands, seat_changes, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from service.workers.notifier import follow
from tests.service.sites import Person, Site
from tests.service.tournaments.conftest import enter_all, entrants, play_out
from tests.service.tournaments.test_tournament import IF_MATCH_ANY, LEAGUE, announce_tournament, games_of, open_round

TIMED = {
    "title": "Timed",
    "rules": {**LEAGUE["rules"], "clock": {"pace": {"kind": "days_per_turn", "days": 2}}},
}


def open_tournament_round(site: Site, olga: Person, rules: Any = TIMED, number: int = 9) -> tuple[str, list[str]]:
    tournament = announce_tournament(olga, rules)
    enter_all(site, tournament, entrants(site, number))
    games = games_of(open_round(olga, tournament))[0]
    site.catch_up()
    return tournament, games


def act_on_games(olga: Person, tournament: str, games: list[str], **wanted: Any) -> list[str | None]:
    response = olga.post(
        f"/tournaments/{tournament}/actions", {"games": games, "reason": "absence", **wanted}, headers=IF_MATCH_ANY
    )
    assert response.status_code == 200, response.text
    return [each["refused"] for each in response.json]


def notifications_about(site: Site, game: str) -> list[NotificationText]:
    """Return all notifications about a game, as text."""
    storage = site.services.storage
    with storage.database.reading() as rows:
        ids = [row["id"] for row in rows.execute("SELECT id FROM notifications WHERE stream = :game", {"game": game})]
        found = inbox.some(rows, ids)
    with site.app.test_request_context():
        return notification_texts(storage.database, Names(storage.database), found)


def deadline(olga: Person, game: str) -> str | None:
    return olga.get(f"/games/{game}").json["clocks"]["running"][0]["deadline"]  # type: ignore[no-any-return]


def test_reminders_extensions_and_pauses_are_verifiable_facts(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga)
    before = deadline(olga, games[0])
    assert act_on_games(olga, tournament, games, action="remind") == [None] * 3
    assert act_on_games(olga, tournament, games[:1], action="extend", days=5) == [None]
    assert before is not None
    assert str(deadline(olga, games[0])) > before
    assert act_on_games(olga, tournament, games[:2], action="pause") == [None, None]
    assert deadline(olga, games[0]) is None
    assert act_on_games(olga, tournament, games, action="resume")[2] is not None
    handler = site.services.handler
    for game in games:
        play_out(handler, game)
        assert verify(export_lines(handler, handler.games.game(game), "auditor")).valid
    site.catch_up()
    facts = [event["data"] for event in olga.get(f"/games/{games[0]}/history?limit=100").json["events"]]
    actions = [fact["act"] for fact in facts if fact["topic"] == "table.intervened"]
    assert sorted(actions) == ["extend", "pause", "remind", "resume"]


def test_games_out_of_time_come_first_and_their_players_are_notified(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga)
    handler, now = site.services.handler, datetime.now(UTC)
    act_on_games(olga, tournament, games[2:], action="extend", days=3)
    flagged = {}
    for days, game in ((3, games[1]), (4, games[0])):
        with mock.patch.object(handler, "clock", lambda days=days: now + timedelta(days=days)):
            (running,) = handler.games.game(game).table.clocks.running
            flagged[game] = (running.seat, clock_commands.flag(handler, game, running.seat).records[-1].at)
    site.catch_up()
    follow(site.services.storage, now)
    shown = olga.get(f"/tournaments/{tournament}/running-games").json
    assert [each["game"] for each in shown] == [games[1], games[0], games[2]]
    assert [each["late_since"] and datetime.fromisoformat(each["late_since"]) for each in shown] == [
        flagged[games[1]][1],
        flagged[games[0]][1],
        None,
    ]
    credentials = {"name": "Olga", "password": "password of Olga"}
    olga.client.post("/log-in", data=credentials, headers={"Origin": "http://localhost"})
    page = olga.client.get(f"/tournaments/{tournament}/games").text
    assert page.count("Time ran out") == 2
    assert "No clock" not in page
    seats = [chair.user for chair in handler.games.game(games[0]).table.chairs]
    late = {
        each.notification.user_id: each
        for each in notifications_about(site, games[0])
        if each.notification.kind == "late"
    }
    assert late.keys() == {olga.id, *seats} - {seats[flagged[games[0]][0]]}
    assert "As the organiser, you can" in late[olga.id].detail
    assert {each.detail for user, each in late.items() if user != olga.id} == {
        "You can message them in the chat. If all players agree, the game ends."
    }


def test_games_are_sorted_by_deadline_and_voided_ones_omitted(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga)
    act_on_games(olga, tournament, games[:1], action="extend", days=3)
    act_on_games(olga, tournament, games[1:2], action="extend", days=1)
    site.catch_up()
    assert [each["game"] for each in olga.get(f"/tournaments/{tournament}/running-games").json] == [
        games[2],
        games[1],
        games[0],
    ]
    act_on_games(olga, tournament, games[2:], action="void")
    site.catch_up()
    assert len(olga.get(f"/tournaments/{tournament}/running-games").json) == 2


def test_without_clocks_the_longest_idle_games_come_first(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    act_on_games(olga, tournament, games[:1], action="remind")
    site.catch_up()
    assert [each["game"] for each in olga.get(f"/tournaments/{tournament}/running-games").json][-1] == games[0]


def test_absent_player_comes_last_when_a_game_is_adjudicated(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    (awaited,) = [game["awaited"][0]["user"] for game in _running_games(olga, tournament) if game["game"] == games[0]]
    assert act_on_games(olga, tournament, [*games[:2], "0" * 32], action="adjudicate")[:2] == [None, None]
    assert act_on_games(olga, tournament, games[2:], action="adjudicate", reason="agreement") == [None]
    site.catch_up()
    (table, *_) = olga.get(f"/tournaments/{tournament}").json["stages"][0]["rounds"][0]["tables"]
    places = {table["seats"][place["seat"]]: place["place"] for place in table["ranking"]}
    assert places[awaited] == 3
    handler = site.services.handler
    for game in games:
        assert verify(export_lines(handler, handler.games.game(game), "auditor")).valid


def _running_games(olga: Person, tournament: str) -> Any:
    return olga.get(f"/tournaments/{tournament}/running-games").json


def test_only_organisers_can_act_and_only_on_games_of_the_tournament(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    ada, ben = site.person("Ada"), site.person("Ben")
    other = site.game(ada, ben)
    assert act_on_games(olga, tournament, [other], action="void") == ["This game doesn't belong to the tournament."]
    response = ada.post(
        f"/tournaments/{tournament}/actions",
        {"games": games, "action": "void", "reason": "fault"},
        headers=IF_MATCH_ANY,
    )
    assert response.status_code == 403
    assert ada.get(f"/tournaments/{tournament}/running-games").status_code == 403


def test_organiser_sees_only_what_spectators_see(site: Site, olga: Person) -> None:
    """State, history and board are byte-identical to a visitor's until the game ends; choices are forbidden."""
    _, (game, *_) = open_tournament_round(site, olga, LEAGUE)
    handler, visitor = site.services.handler, site.visitor()
    absent = cycle([True, *[False] * 4])  # at once at first, then after four moves each time
    versions = set()
    for _ in range(3):
        play_out(handler, game, lambda user: next(absent))
        site.catch_up()
        versions.add(handler.games.game(game).version)
        for path in ("", "/state", "/history", "/ledger", "/export", "/board.svg"):
            mine, theirs = (each.get(f"/games/{game}{path}") for each in (olga, visitor))
            assert (mine.status_code, theirs.status_code) == (200, 200), path
            assert mine.data == theirs.data, path
        assert olga.get(f"/games/{game}/choices").status_code == 403
    assert handler.games.game(game).table.phase == "running"
    assert len(versions) == 3


def test_seat_taken_over_by_a_replacement_scores_for_no_one(site: Site, olga: Person) -> None:
    """The seat scores for no one: the entrant has left it, and the replacement has not entered."""
    ada = site.person("Ada")
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    assert act_on_games(olga, tournament, games[:1], action="offer") == [None]
    refused = olga.post(
        f"/tournaments/{tournament}/actions",
        {"games": games, "reason": "absence", "action": "substitute"},
        headers=IF_MATCH_ANY,
    )
    assert refused.status_code == 422
    assert act_on_games(olga, tournament, games[:2], action="substitute", name="Ada") == [None, None]
    for game in games[:2]:
        assert ada.post(f"/games/{game}/replacement", headers=IF_MATCH_ANY).status_code == 200
    assert act_on_games(olga, tournament, games[:1], action="substitute", name="Ada")[0] is not None
    handler = site.services.handler
    for game in games:
        play_out(handler, game)
        assert verify(export_lines(handler, handler.games.game(game), "auditor")).valid
    site.catch_up()
    assert [chair.user for chair in handler.games.game(games[0]).table.chairs].count(ada.id) == 1
    standings = olga.get(f"/tournaments/{tournament}/standings").json
    assert ada.id not in {each["user"] for each in standings}
    taken = [each for game in games[:2] for each in _replaced_players(handler, game)]
    assert [each["points"] for each in standings if each["user"] in taken] == [0, 0]


@pytest.mark.parametrize("wanted", get_args(organiser_actions.Action))
def test_organiser_cannot_rule_on_games_in_which_they_play_or_played(site: Site, olga: Person, wanted: str) -> None:
    site.person("Ada")
    tournament = announce_tournament(olga, TIMED)
    names = ["Olga", *entrants(site, 5)]
    enter_all(site, tournament, names)
    games = games_of(open_round(olga, tournament))[0]
    handler = site.services.handler
    users = {game: {chair.user for chair in handler.games.game(game).table.chairs} for game in games}
    (own,), (other,) = ([game for game in games if (olga.id in users[game]) == plays] for plays in (True, False))
    if wanted == "resume":
        for game in games:
            tables.rule_on_game(
                handler, game, CommandContext(actor="root"), lambda now: decisions.pause(now.table, "fault")
            )
    before = handler.games.game(own).version
    site.catch_up()
    refused, done = act_on_games(olga, tournament, [own, other], action=wanted, name="Ada")
    assert done is None
    assert "can't rule on it" in str(refused)
    assert handler.games.game(own).version == before
    seat = seating.seats_of(handler.games.game(own).table, olga.id)[0]
    seat_changes.offer_seat(handler, own, CommandContext(actor=olga.id, seat=seat), seat, True)
    before = seat_changes.take_over(handler, own, CommandContext(actor="zoe"), seat).version
    assert "can't rule on it" in str(act_on_games(olga, tournament, [own], action=wanted, name="Ada")[0])
    assert handler.games.game(own).version == before
    site.catch_up()


def test_reminder_names_organiser_and_reason_and_is_sent_once_a_day(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga)
    for _ in range(3):
        refused = act_on_games(olga, tournament, games[:1], action="remind", note="Round two begins on Monday")
    assert "have been reminded" in str(refused[0])
    site.catch_up()
    follow(site.services.storage, datetime.now(UTC))
    (reminded,) = (each for each in notifications_about(site, games[0]) if each.notification.kind == "reminded")
    assert reminded.title == (
        f"Organiser Olga reminds you: it is your turn in {reminded.game}."
        " Reason: absence of a player (Round two begins on Monday)"
    )


def test_organisers_and_suspended_users_cannot_be_replacements(site: Site, olga: Person) -> None:
    ada = site.person("Ada")
    tournament, games = open_tournament_round(site, olga, LEAGUE)
    handler = site.services.handler
    before = [handler.games.game(game).version for game in games]
    (own,) = act_on_games(olga, tournament, games[:1], action="substitute", name="Olga")
    assert own == "Organisers can't take over seats, because players see hidden information."
    administration.suspend(site.services.storage.database, ada.id, "", "two accounts")
    (closed,) = act_on_games(olga, tournament, games[:1], action="substitute", name="Ada")
    assert closed == "This user's account is suspended. Choose someone else."
    assert [handler.games.game(game).version for game in games] == before


def _replaced_players(handler: CommandHandler, game: str) -> list[str]:
    """Return the former players of seats that replacements took over."""
    now = handler.games.game(game)
    sat = {record.fact.seat: record.fact.user for record in now.records if isinstance(record.fact, SeatTaken)}
    return [user for seat, user in sat.items() if user and now.table.chairs[seat].user != user]


def test_reminder_repeats_the_turn_notification(site: Site, olga: Person) -> None:
    people = {name: site.person(name) for name in ("Ada", "Ben", "Cleo")}
    tournament = announce_tournament(olga, LEAGUE)
    enter_all(site, tournament, list(people))
    (game,) = games_of(open_round(olga, tournament))[0]
    turns = []
    for reminders in (0, 1, 20):
        for _ in range(reminders):
            act_on_games(olga, tournament, [game], action="remind")
        site.catch_up()
        follow(site.services.storage, datetime.now(UTC))
        found = {name: person.get("/users/me/notifications").json["notifications"] for name, person in people.items()}
        turns.append(
            {
                name: sum(each["kind"] in ("turn", "reminded") for each in notifications)
                for name, notifications in found.items()
            }
        )
    (awaited,) = [name for name, number in turns[0].items() if number]
    assert [each[awaited] for each in turns] == [1, 2, 2]
    assert [sum(each.values()) for each in turns] == [1, 2, 2]


def test_an_organiser_cannot_take_over_a_seat(site: Site, olga: Person) -> None:
    tournament, games = open_tournament_round(site, olga)
    assert act_on_games(olga, tournament, games[:1], action="offer") == [None]
    (seat,) = [each["seat"] for each in olga.get(f"/games/{games[0]}").json["seats"] if each["offered"]]
    refused = olga.post(f"/games/{games[0]}/takeover", {"seat": seat}, headers=IF_MATCH_ANY)
    assert (refused.status_code, "hidden information" in refused.json["detail"]) == (409, True)
    ada = site.person("Ada")
    assert ada.post(f"/games/{games[0]}/takeover", {"seat": seat}, headers=IF_MATCH_ANY).status_code == 200
