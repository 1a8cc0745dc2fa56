"""Lists of names to invite, as spreadsheets and editors write them, sent to the API and on the page."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.pages.reading import text_of
from tests.service.sites import Person, Site
from tests.service.tournaments.test_tournament import IF_MATCH_ANY, announce_tournament
from tests.service.transfer.file_forms import DAMAGED, ENDS, MARKS, otherwise

NAMES = ("Ada", "Ben", "Zoë")
HERE = {"Origin": "http://localhost"}
FORMATS = list(product(MARKS.values(), ENDS.values(), ",;\t"))


@pytest.fixture
def storage_url(sqlite_url: str) -> str:
    """Return one kind of database: lists are read before it is queried, and other tests invite users on both kinds."""
    return sqlite_url


@pytest.fixture
def people(site: Site) -> list[Person]:
    return [site.person(name) for name in NAMES]


def listed(mark: bytes, end: bytes, separator: str) -> bytes:
    rows = [["Name", "Town"], *[[name, "London, Paris" if separator != "," else ""] for name in NAMES], [""]]
    return mark + end.join(separator.join(row).encode() for row in rows)


def invited(olga: Person, tournament: str) -> list[str]:
    return sorted(each["name"] for each in olga.get(f"/tournaments/{tournament}").json["invited"])


def uninvite(olga: Person, tournament: str, people: list[Person]) -> None:
    for person in people:
        assert olga.delete(f"/tournaments/{tournament}/invitations/{person.id}").status_code == 204


def test_api_accepts_every_list_format(olga: Person, people: list[Person]) -> None:
    tournament = announce_tournament(olga)
    for list_format in FORMATS:
        result = olga.post(
            f"/tournaments/{tournament}/entrants", {"csv": listed(*list_format).decode()}, headers=IF_MATCH_ANY
        )
        assert (result.status_code, invited(olga, tournament)) == (200, [*NAMES]), list_format
        uninvite(olga, tournament, people)


@pytest.mark.parametrize("way", ["file", "csv"])
def test_page_accepts_every_list_format(site: Site, olga: Person, people: list[Person], way: str) -> None:
    tournament = announce_tournament(olga)
    contents = {str(list_format): listed(*list_format) for list_format in FORMATS}
    if way == "file":
        contents |= otherwise(listed(b"", b"\n", ";"))
    browser = logged_in(site)
    for about, content in contents.items():
        response = send(browser, tournament, way, content)
        assert (response.status_code, invited(olga, tournament)) == (303, [*NAMES]), about
        uninvite(olga, tournament, people)


def logged_in(site: Site) -> FlaskClient:
    browser = site.app.test_client()
    assert browser.post("/api/session", json={"name": "Olga", "password": "password of Olga"}).status_code == 200
    return browser


def send(browser: FlaskClient, tournament: str, way: str, content: bytes, typed: str = "") -> TestResponse:
    data: dict[str, Any] = {"csv": content} if way == "csv" else {"csv": typed, "file": (BytesIO(content), "names.csv")}
    return browser.post(f"/tournaments/{tournament}/invitations", data=data, headers=HERE)


def test_typed_names_and_files_are_read_in_their_own_formats(site: Site, olga: Person, people: list[Person]) -> None:
    tournament = announce_tournament(olga)
    response = send(logged_in(site), tournament, "file", "Name;Town\nZoë;Paris\n".encode(), typed="Ada\r\nBen")
    assert (response.status_code, invited(olga, tournament)) == (303, [*NAMES])


@pytest.mark.parametrize("about", DAMAGED)
def test_damaged_file_is_refused_and_typed_names_are_kept(site: Site, olga: Person, about: str) -> None:
    tournament = announce_tournament(olga)
    response = send(logged_in(site), tournament, "file", DAMAGED[about], typed="Unknown player")
    assert response.status_code == 422
    assert "Unknown player" in text_of(response)
    assert invited(olga, tournament) == []


MALFORMED = "Line {line} is too long or has a misplaced quotation mark. Correct it."
EMPTY = "The list contains no names. Add one name per line."


@pytest.mark.parametrize(
    ("csv", "reason"),
    [
        ('Ada\n"Ben', MALFORMED.format(line=2)),
        ('"', MALFORMED.format(line=1)),
        ("Ada\r\rNo one", "No user is called No one."),
        ("\r", EMPTY),
        ("\ufeff\r\n;\n", EMPTY),
        ("sep=;\n", EMPTY),
    ],
)
def test_invalid_list_is_refused_with_the_reason_and_invites_no_one(
    olga: Person, people: list[Person], csv: str, reason: str
) -> None:
    tournament = announce_tournament(olga)
    refused = olga.post(f"/tournaments/{tournament}/entrants", {"csv": csv}, headers=IF_MATCH_ANY)
    assert (refused.status_code, refused.json["detail"], invited(olga, tournament)) == (422, reason, [])
