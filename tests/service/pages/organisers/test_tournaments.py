"""Tournament pages without scripts: creating, entering, playing, and acting on late games."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest

from tests.service.pages.reading import Reader, faults_in, text_of
from tests.service.tournaments.conftest import play_out

FORM = {
    "ruleset": "toy",
    "title": "Winter league",
    "seats": 2,
    "rounds-0": 2,
    "points": "2 0",
    "tie_breaks": ["wins", "opponents", ""],
    "undo": "turn",
    "clock": "none",
}


@pytest.fixture
def cleo(reader: Callable[[], Reader]) -> Reader:
    return reader().registered("Cleo")


def create_tournament(owner: Reader) -> str:
    response = owner.client.post("/tournaments/new", data=FORM, headers={"Origin": "http://localhost"})
    assert response.status_code == 303, text_of(response)
    return str(response.location)


def games(response: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"/games/([0-9a-f]{32})", response)))


def test_tournament_is_created_entered_and_played(ada: Reader, ben: Reader) -> None:
    page = create_tournament(ada)
    assert "Winter league" in text_of(ben.get("/tournaments"))
    assert "Enter" in text_of(ben.get(page))
    ben.send(f"{page}/entrants")
    file = {"csv": "", "file": (BytesIO(b"Name,Town\nAda,London\n"), "entrants.csv")}
    ada.client.post(f"{page}/invitations", data=file, headers={"Origin": "http://localhost"})
    assert "1 entrant" in text_of(ada.get(page))
    assert "invites you to the tournament Winter league" in text_of(ada.get("/"))
    ada.send(f"{page}/entrants")
    assert "2 entrants" in text_of(ada.get(page))
    assert "Organiser tools" not in text_of(ben.get(page))
    shown = ada.send(f"{page}/rounds")
    assert "Round started" in text_of(shown)
    (game,) = games(ben.get(page).text)
    assert "1 game is still running" in text_of(ben.get(page))
    assert "Winter league" in text_of(ben.get(f"/games/{game}"))
    play_out(ada.site.services.handler, game)
    assert "All games are finished" in text_of(ben.get(page))
    assert "2 rounds" in text_of(ben.get(page))
    assert "Start next round" in text_of(ada.get(page))
    assert "Tournament finished" in text_of(ada.send(f"{page}/close"))
    assert ben.get(f"{page}/tournament.ndjson").text.startswith('{"line":"competition"')


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("title", "", "The length must be from 1 to 80."),
        ("points", "two", "Send a whole number."),
        ("bye", "1001", "The value must be from 0 to 1000."),
    ],
)
def test_invalid_form_shows_the_reason_beside_the_field(ada: Reader, field: str, value: str, fault: str) -> None:
    response = ada.send("/tournaments/new", **{**FORM, field: value})
    assert response.status_code == 422
    assert faults_in(response) == [(field, fault)]
    (control,) = re.findall(rf'<input id="{field}"[^>]*>', response.text)
    assert f'aria-invalid="true" aria-describedby="fault-{field}"' in control


def test_bulk_actions_apply_to_the_selected_games_with_a_reason(ada: Reader, reader: Callable[[], Reader]) -> None:
    page = create_tournament(ada)
    for number in range(6):
        player = reader().registered(f"Player {number}")
        player.send(f"{page}/entrants")
    ada.send(f"{page}/rounds")
    *selected, other = games(ada.get(f"{page}/games").text)
    assert len(selected) == 2
    assert player.get(f"{page}/games").status_code == 403
    shown = ada.send(f"{page}/games", games=selected, action="remind", reason="absence")
    assert "Action applied to 2 games." in text_of(shown)
    shown = ada.send(f"{page}/games", games=selected, action="extend", reason="absence", days="2")
    assert "2 games were not changed. This table has no clock." in text_of(shown)
    ada.send(f"{page}/games", games=selected, action="adjudicate", reason="absence")
    for game in (*selected, other):
        game_page = text_of(player.get(f"/games/{game}"))
        for event in (
            "The organiser reminded the players to move. Reason: absence of a player.",
            "The game was adjudicated",
        ):
            assert (event in game_page) == (game in selected)
    assert games(ada.get(f"{page}/games").text) == [other]


def test_organiser_adjudicates_one_game_with_a_note(ada: Reader, ben: Reader, cleo: Reader) -> None:
    page = create_tournament(ada)
    cleo.send(f"{page}/entrants")
    ben.send(f"{page}/entrants")
    ada.send(f"{page}/rounds")
    (game,) = games(ada.get(f"{page}/games").text)
    form = f"{page}/games/{game}/result"
    assert form in ada.get(f"{page}/games").text
    assert ben.get(form).status_code == 403
    assert "Ben's place" in ada.get(form).text
    sent = {"reason": "schedule", "note": "The hall was closed", "places": [2, 1], "points": [3, 4]}
    assert "Choose a winner, or enter a place or points for every seat." in text_of(ada.send(form, **sent))
    assert "Action applied to 1 game." in text_of(ada.send(form, **sent, way="points"))
    game_page = text_of(ben.get(f"/games/{game}"))
    assert "The game was adjudicated" in game_page
    assert "The hall was closed" in game_page
    assert ada.get(form).status_code == 404


def test_refused_form_shows_the_reason_on_its_own_page(ada: Reader, ben: Reader) -> None:
    page = create_tournament(ada)
    unknown = ada.send(f"{page}/invitations", csv="Ben\nZoe")
    assert "No user is called Zoe." in text_of(unknown)
    assert "Ben\nZoe</textarea>" in unknown.text
    assert "The tournament doesn't have enough entrants." in text_of(ada.send(f"{page}/rounds"))
    ada.send(f"{page}/entrants")
    ben.send(f"{page}/entrants")
    ada.send(f"{page}/rounds")
    shown = text_of(ada.send(f"{page}/games", action="remind", reason="absence"))
    assert "Select at least one game." in shown
    assert "Running games" in shown


def test_organiser_can_start_a_round_early(ada: Reader, ben: Reader) -> None:
    page = create_tournament(ada)
    ada.send(f"{page}/entrants")
    ben.send(f"{page}/entrants")
    ada.send(f"{page}/rounds")
    assert "1 game in this round isn't over yet." in text_of(ada.send(f"{page}/rounds"))
    assert 'name="early"' in ada.get(page).text
    shown = ada.send(f"{page}/rounds", early="on")
    assert "Round started" in text_of(shown)
    assert "Repeated pairings" in text_of(shown)


def test_organiser_hands_over_the_tournament(ada: Reader, ben: Reader) -> None:
    page = create_tournament(ada)
    assert "Hand over" not in text_of(ben.get(page))
    assert "No user is called Nobody." in text_of(ada.send(f"{page}/organiser", name="Nobody"))
    assert "Ben is now the organiser" in text_of(ada.send(f"{page}/organiser", name="Ben"))
    assert "Hand over" not in text_of(ada.get(page))
    assert "Hand over" in text_of(ben.get(page))
