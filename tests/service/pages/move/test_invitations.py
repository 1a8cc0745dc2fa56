"""Pages for playing together: invitations by name and by link, also before signing up; rematches; bots."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from tests.service.pages.reading import Reader, address_in, create_game, create_table, link_in, text_of


def test_sign_up_from_an_invitation_link_returns_to_the_table(ada: Reader, reader: Callable[[], Reader]) -> None:
    table = create_table(ada, private="on")
    secret = re.findall(r"invite=([0-9a-f]{32})", ada.get(table).text)[0]
    ben = reader()
    form = html.unescape(link_in(ben.get(f"{table}?invite={secret}"), "Sign up"))
    landed = ben.client.post(
        form, data={"name": "Ben", "password": "password of Ben"}, headers={"Origin": "http://localhost"}
    )
    assert urlsplit(landed.location).path == table
    assert parse_qs(urlsplit(landed.location).query) == {"invite": [secret]}
    assert ">Join<" in ben.get(landed.location).text
    assert f'href="{table}"' in ben.get("/").text
    assert ben.get(table).status_code == 200
    assert "Ben" in text_of(ada.get(table))


def test_wrong_invitation_link_gives_no_access(ada: Reader, reader: Callable[[], Reader]) -> None:
    table = create_table(ada, private="on")
    ben = reader()
    ben.client.post(
        f"/sign-up?next={table}%3Finvite%3D{'0' * 32}",
        data={"name": "Ben", "password": "password of Ben"},
        headers={"Origin": "http://localhost"},
    )
    assert ben.get(table).status_code == 404


def test_host_invites_a_user_by_name_and_withdraws_the_invitation(ada: Reader, ben: Reader) -> None:
    table = create_table(ada, private="on")
    assert "Invitation sent." in ada.send(f"{table}/invitees", name="Ben", seat="1").text
    assert "Table invitations" in ben.get("/").text
    assert "Decline" in ben.get(table).text
    assert "reserved for an invited player" in text_of(ada.get(table))
    remove = re.findall(rf'action="({table}/invitees/[0-9a-f]+/remove)"', ada.get(table).text)[0]
    ada.send(remove)
    assert ben.get(table).status_code == 404


def test_host_adds_a_bot_to_any_free_seat(ada: Reader) -> None:
    table = create_table(ada, seats=4)
    assert "Greedy 4" in text_of(ada.send(f"{table}/bots", seat="3", bot="greedy"))


def test_finished_game_offers_its_players_a_rematch(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    assert "Rematch" not in ben.get(game).text
    for person in (ada, ben):
        person.send(f"{game}/abandon", agrees="yes")
    assert "Rematch" in ben.get(game).text
    again = address_in(ben.client.post(f"{game}/rematch", headers={"Origin": "http://localhost"}).location)
    assert again != game
    assert "Table invitations" in ada.get("/").text
    assert ">Join<" in ada.get(again).text
