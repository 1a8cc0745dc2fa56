"""Request bodies and files that are compressed, marked or encoded otherwise: accepted, or refused with a reason."""

from __future__ import annotations

import gzip
from codecs import BOM_UTF8
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.transfer.record_of_play import record_of_play
from tests.service.pages.reading import text_of
from tests.service.sites import Person, Site, site_on
from tests.service.transfer.tampering import forged
from tests.service.transfer.written import DAMAGED, otherwise

HERE = {"Origin": "http://localhost"}


@pytest.fixture
def over(any_site: Site) -> str:
    players = [any_site.person(name) for name in ("Ada", "Ben")]
    game = any_site.game(*players)
    any_site.finish(game, *players)
    return game


@pytest.fixture
def eve(any_site: Site) -> Person:
    return any_site.person("Eve")


def test_exports_and_records_come_in_however_they_are_written(any_site: Site, over: str, eve: Person) -> None:
    handler = any_site.services.handler
    export = eve.get(f"/games/{over}/export").data.splitlines(keepends=True)
    record = msgspec.to_builtins(record_of_play(handler, handler.games.game(over)))
    for number, about in enumerate(otherwise(b"{}")):
        content = otherwise(b"".join(forged(export, stream=f"{number:032x}")))[about]
        answer = eve.send("/import", content, "application/gzip" if about == "gzip" else "application/x-ndjson")
        assert answer.status_code == 201, f"{about}: {answer.text}"
        written = msgspec.json.format(msgspec.json.encode(record | {"name": f"Game {number}"}), indent=1)
        answer = eve.send("/import", otherwise(written)[about], "application/octet-stream")
        assert answer.status_code == 201, f"{about}: {answer.text}"


def test_files_that_say_nothing_are_refused(any_site: Site, eve: Person) -> None:
    browser = logged_in(any_site, "Eve")
    for about, content in DAMAGED.items():
        answer = eve.send("/import", content, "application/gzip")
        assert (answer.status_code, bool(answer.json["detail"])) == (422, True), about
        data = {"file": (BytesIO(content), "game.json.gz")}
        page = browser.post("/games/import", data=data, headers=HERE)
        assert page.status_code == 422, about
        assert "Nothing was stored" in text_of(page)
    assert eve.get("/games?filter=mine").json["games"] == []


def test_the_page_takes_a_file_that_is_packed(any_site: Site, over: str, eve: Person) -> None:
    handler = any_site.services.handler
    record = msgspec.json.encode(record_of_play(handler, handler.games.game(over)))
    data = {"file": (BytesIO(gzip.compress(BOM_UTF8 + record + b"\r\n\r\n")), "game.json.gz")}
    assert logged_in(any_site, "Eve").post("/games/import", data=data, headers=HERE).status_code == 303


def logged_in(site: Site, name: str) -> Any:
    browser = site.app.test_client()
    credentials = msgspec.json.encode({"name": name, "password": f"password of {name}"})
    answer = browser.post("/api/session", data=BOM_UTF8 + credentials, content_type="application/json")
    assert answer.status_code == 200, "JSON may begin with a byte order mark"
    return browser


def test_a_mark_hides_no_name_from_the_limits(tmp_path: Path) -> None:
    made = site_on(f"sqlite:///{tmp_path}/limited.sqlite", log_in_limit_by_name="2 per hour")
    with closing(made.services.storage):
        made.person("Eve")
        body = BOM_UTF8 + msgspec.json.encode({"name": "Eve", "password": "not the password"})
        answers = [
            made.app.test_client().post("/api/session", data=body, content_type="application/json").status_code
            for _ in range(3)
        ]
        assert answers == [401, 401, 429]


@pytest.mark.parametrize("coding", ["gzip", "br", "gzip, identity"])
def test_a_compressed_body_is_refused_where_no_file_is_expected(any_site: Site, eve: Person, coding: str) -> None:
    body = gzip.compress(b'{"ruleset": "toy"}')
    headers = {**eve.authorization, "Content-Type": "application/json", "Content-Encoding": coding}
    answer = eve.client.post("/api/games", data=body, headers=headers)
    assert (answer.status_code, "Content-Encoding" in answer.json["detail"]) == (415, True)
