"""What an organiser does about many games at once: facts with their reasons, which verify, of what everybody sees."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from domain.table.facts import SeatTaken
from service.files.export import export_lines
from service.files.verification import verify
from service.notices.follower import follow
from service.operators import acts as operators
from service.usecases.daybook import Daybook
from tests.service.competitions.conftest import enter_all, entrants, play_out
from tests.service.competitions.test_competition import ANY, LEAGUE, announced, games_of, open_round
from tests.service.sites import Person, Site

TIMED = {
    "title": "Timed",
    "rules": {**LEAGUE["rules"], "clock": {"pace": {"kind": "days_per_turn", "days": 2}}},
}


def opened(site: Site, olga: Person, rules: Any = TIMED, number: int = 9) -> tuple[str, list[str]]:
    competition = announced(olga, rules)
    enter_all(site, competition, entrants(site, number))
    games = games_of(open_round(olga, competition))[0]
    site.catch_up()
    return competition, games


def act(olga: Person, competition: str, games: list[str], **wanted: Any) -> list[str | None]:
    answer = olga.post(
        f"/competitions/{competition}/acts", {"games": games, "reason": "absence", **wanted}, headers=ANY
    )
    assert answer.status_code == 200, answer.text
    return [each["refused"] for each in answer.json]


def deadline(olga: Person, game: str) -> str | None:
    return olga.get(f"/games/{game}").json["clocks"]["running"][0]["deadline"]  # type: ignore[no-any-return]


def test_reminders_time_and_pauses_are_facts_that_verify(site: Site, olga: Person) -> None:
    competition, games = opened(site, olga)
    before = deadline(olga, games[0])
    assert act(olga, competition, games, act="remind") == [None] * 3
    assert act(olga, competition, games[:1], act="extend", days=5) == [None]
    assert before is not None
    assert str(deadline(olga, games[0])) > before
    assert act(olga, competition, games[:2], act="pause") == [None, None]
    assert deadline(olga, games[0]) is None
    assert act(olga, competition, games, act="resume")[2] is not None
    daybook = site.services.daybook
    for game in games:
        play_out(daybook, game)
        assert verify(export_lines(daybook, daybook.game(game), "auditor")).sound
    site.catch_up()
    facts = [event["fact"] for event in olga.get(f"/games/{games[0]}/history?limit=100").json["events"]]
    told = [fact["act"] for fact in facts if fact["topic"] == "table.intervened"]
    assert sorted(told) == ["extend", "pause", "remind", "resume"]


def test_the_latest_games_come_first(site: Site, olga: Person) -> None:
    competition, games = opened(site, olga)
    act(olga, competition, games[:1], act="extend", days=3)
    act(olga, competition, games[1:2], act="extend", days=1)
    site.catch_up()
    assert [each["game"] for each in olga.get(f"/competitions/{competition}/running-games").json] == [
        games[2],
        games[1],
        games[0],
    ]
    act(olga, competition, games[2:], act="void")
    site.catch_up()
    assert len(olga.get(f"/competitions/{competition}/running-games").json) == 2


def test_without_clocks_those_come_first_in_which_nothing_happens(site: Site, olga: Person) -> None:
    competition, games = opened(site, olga, LEAGUE)
    act(olga, competition, games[:1], act="remind")
    site.catch_up()
    assert [each["game"] for each in olga.get(f"/competitions/{competition}/running-games").json][-1] == games[0]


def test_who_is_awaited_comes_last_where_a_game_is_decided_for_their_absence(site: Site, olga: Person) -> None:
    competition, games = opened(site, olga, LEAGUE)
    (awaited,) = [game["awaited"][0]["user"] for game in _running(olga, competition) if game["game"] == games[0]]
    assert act(olga, competition, [*games[:2], "0" * 32], act="adjudicate")[:2] == [None, None]
    assert act(olga, competition, games[2:], act="adjudicate", reason="agreement") == [None]
    site.catch_up()
    (table, *_) = olga.get(f"/competitions/{competition}").json["stages"][0]["rounds"][0]["tables"]
    places = {table["seats"][place["seat"]]: place["place"] for place in table["ranking"]}
    assert places[awaited] == 3
    daybook = site.services.daybook
    for game in games:
        assert verify(export_lines(daybook, daybook.game(game), "auditor")).sound


def _running(olga: Person, competition: str) -> Any:
    return olga.get(f"/competitions/{competition}/running-games").json


def test_of_other_games_nothing_is_done_and_nobody_else_does_it(site: Site, olga: Person) -> None:
    competition, games = opened(site, olga, LEAGUE)
    ada, ben = site.person("Ada"), site.person("Ben")
    other = site.game(ada, ben)
    assert act(olga, competition, [other], act="void") == ["This game is none of the competition's."]
    answer = ada.post(
        f"/competitions/{competition}/acts", {"games": games, "act": "void", "reason": "fault"}, headers=ANY
    )
    assert answer.status_code == 403
    assert ada.get(f"/competitions/{competition}/running-games").status_code == 403


def test_an_organiser_sees_what_anybody_sees_who_looks_on(site: Site, olga: Person) -> None:
    """The same bytes: state, history, board and choices are a visitor's, until the game is over."""
    _, games = opened(site, olga, LEAGUE)
    play_out(site.services.daybook, games[0], lambda user: True)
    site.catch_up()
    visitor = site.visitor()
    for path in ("", "/state", "/history", "/ledger", "/export", "/board.svg"):
        mine, theirs = (each.get(f"/games/{games[0]}{path}") for each in (olga, visitor))
        assert (mine.status_code, mine.data) == (theirs.status_code, theirs.data), path
    assert olga.get(f"/games/{games[0]}/choices").status_code == 403


def test_seats_are_offered_and_given_to_somebody_new(site: Site, olga: Person) -> None:
    """Their seat scores for nobody: the entrant has left it, and who goes on has not entered."""
    ada = site.person("Ada")
    competition, games = opened(site, olga, LEAGUE)
    assert act(olga, competition, games[:1], act="offer") == [None]
    refused = olga.post(
        f"/competitions/{competition}/acts", {"games": games, "reason": "absence", "act": "substitute"}, headers=ANY
    )
    assert refused.status_code == 422
    assert act(olga, competition, games[:2], act="substitute", name="Ada") == [None, None]
    for game in games[:2]:
        assert ada.post(f"/games/{game}/replacement", headers=ANY).status_code == 200
    assert act(olga, competition, games[:1], act="substitute", name="Ada")[0] is not None
    daybook = site.services.daybook
    for game in games:
        play_out(daybook, game)
        assert verify(export_lines(daybook, daybook.game(game), "auditor")).sound
    site.catch_up()
    assert [chair.user for chair in daybook.game(games[0]).table.chairs].count(ada.id) == 1
    standings = olga.get(f"/competitions/{competition}/standings").json
    assert ada.id not in {each["user"] for each in standings}
    taken = [each for game in games[:2] for each in _left(daybook, game)]
    assert [each["points"] for each in standings if each["user"] in taken] == [0, 0]


def test_an_organiser_goes_on_at_nobody_s_seat_nor_does_whose_account_is_closed(site: Site, olga: Person) -> None:
    ada = site.person("Ada")
    competition, games = opened(site, olga, LEAGUE)
    daybook = site.services.daybook
    before = [daybook.game(game).version for game in games]
    (own,) = act(olga, competition, games[:1], act="substitute", name="Olga")
    assert own == "Whoever organises sees nothing hidden, and so goes on at nobody's seat."
    operators.suspend(site.services.storage.database, ada.id, "", "two accounts")
    (closed,) = act(olga, competition, games[:1], act="substitute", name="Ada")
    assert closed == "The account of whoever is to go on is closed."
    assert [daybook.game(game).version for game in games] == before


def _left(daybook: Daybook, game: str) -> list[str]:
    """Who sat where somebody else has gone on."""
    now = daybook.game(game)
    sat = {record.fact.seat: record.fact.user for record in now.records if isinstance(record.fact, SeatTaken)}
    return [user for seat, user in sat.items() if user and now.table.chairs[seat].user != user]


def test_who_is_reminded_is_told_of_their_turn_once_more(site: Site, olga: Person) -> None:
    people = {name: site.person(name) for name in ("Ada", "Ben", "Cleo")}
    competition = announced(olga, LEAGUE)
    enter_all(site, competition, list(people))
    (game,) = games_of(open_round(olga, competition))[0]
    turns = []
    for reminding in (False, True, True):
        if reminding:
            assert act(olga, competition, [game], act="remind") == [None]
        site.catch_up()
        follow(site.services.storage, datetime.now(UTC))
        told = {name: person.get("/users/me/notices").json["notices"] for name, person in people.items()}
        turns.append({name: sum(each["kind"] == "turn" for each in notices) for name, notices in told.items()})
    (awaited,) = [name for name, number in turns[0].items() if number]
    assert [each[awaited] for each in turns] == [1, 2, 3]
    assert [sum(each.values()) for each in turns] == [1, 2, 3]


def test_whoever_organises_takes_no_seat_over(site: Site, olga: Person) -> None:
    competition, games = opened(site, olga)
    assert act(olga, competition, games[:1], act="offer") == [None]
    (seat,) = [each["seat"] for each in olga.get(f"/games/{games[0]}").json["seats"] if each["offered"]]
    refused = olga.post(f"/games/{games[0]}/takeover", {"seat": seat}, headers=ANY)
    assert (refused.status_code, "nothing hidden" in refused.json["detail"]) == (409, True)
    ada = site.person("Ada")
    assert ada.post(f"/games/{games[0]}/takeover", {"seat": seat}, headers=ANY).status_code == 200
