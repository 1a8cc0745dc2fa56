"""Feeds and calendars: valid even with text that was stored before text was validated."""

from __future__ import annotations

import re
from html import unescape
from unicodedata import category
from xml.etree import ElementTree

from icalendar import Calendar

from tests.service.sites import Person, Site

TITLE = "Ada's \x1b[2J\x08 night; a,b\\c \N{MAN}\u200d\N{ROCKET} " + "משחק של דנה " * 12
NAME = "Ada\n\x1b[31mof\x7f"


def store_refused_texts(site: Site, game: str, user: str) -> None:
    """Store a game title and a user name that forms would refuse."""
    with site.services.storage.database.transaction() as rows:
        rows.execute(
            "UPDATE typed_texts SET text = :text WHERE stream = :game AND what = 'title'", {"text": TITLE, "game": game}
        )
        rows.execute("UPDATE users SET name = :name, display_name = :name WHERE id = :id", {"name": NAME, "id": user})
    site.services.display_names.changed()


def feed_addresses(person: Person) -> list[str]:
    logged_in = {"name": person.name, "password": f"password of {person.name}"}
    person.client.post("/log-in", data=logged_in, headers={"Origin": "http://localhost"})
    page = person.client.get("/account").text
    return [unescape(found) for found in re.findall(r"/users/\w+/(?:your-turn\.atom|deadlines\.ics)\?key=\w+", page)]


def test_feed_and_calendar_stay_valid_with_unvalidated_text(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben, clock={"pace": {"kind": "days_per_turn"}})
    feed, calendar = feed_addresses(ada)
    store_refused_texts(site, game, ada.id)
    site.catch_up()
    atom = ElementTree.fromstring(ada.client.get(feed).data)
    (title,) = atom.findall("{*}entry/{*}title")
    assert "night; a,b\\c \N{MAN}\u200d\N{ROCKET}" in str(title.text)
    lines = ada.client.get(calendar).data.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert not [each for line in lines for each in line.decode() if category(each) == "Cc"]
    (event,) = Calendar.from_ical(ada.client.get(calendar).data).walk("VEVENT")
    assert "night; a,b\\c" in event["summary"]
    assert event.end > event.start
