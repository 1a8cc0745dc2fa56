"""Request bodies and files that are compressed or encoded in various ways: accepted, or refused with a reason."""

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
from tests.service.transfer.file_forms import DAMAGED, otherwise
from tests.service.transfer.tampering import tampered_export

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


def test_exports_and_records_are_imported_in_any_encoding(any_site: Site, over: str, eve: Person) -> None:
    handler = any_site.services.handler
    export = eve.get(f"/games/{over}/export").data.splitlines(keepends=True)
    record = msgspec.to_builtins(record_of_play(handler, handler.games.game(over)))
    for number, label in enumerate(otherwise(b"{}")):
        content = otherwise(b"".join(tampered_export(export, stream=f"{number:032x}")))[label]
        response = eve.send("/import", content, "application/gzip" if label == "gzip" else "application/x-ndjson")
        assert response.status_code == 201, f"{label}: {response.text}"
        written = msgspec.json.format(msgspec.json.encode(record | {"name": f"Game {number}"}), indent=1)
        response = eve.send("/import", otherwise(written)[label], "application/octet-stream")
        assert response.status_code == 201, f"{label}: {response.text}"


def test_damaged_files_are_refused(any_site: Site, eve: Person) -> None:
    browser = logged_in(any_site, "Eve")
    for label, content in DAMAGED.items():
        response = eve.send("/import", content, "application/gzip")
        assert (response.status_code, bool(response.json["detail"])) == (422, True), label
        data = {"file": (BytesIO(content), "game.json.gz")}
        page = browser.post("/games/import", data=data, headers=HERE)
        assert page.status_code == 422, label
        assert "Nothing was stored" in text_of(page)
    assert eve.get("/games?filter=mine").json["games"] == []


def test_import_page_accepts_a_gzip_file(any_site: Site, over: str, eve: Person) -> None:
    handler = any_site.services.handler
    record = msgspec.json.encode(record_of_play(handler, handler.games.game(over)))
    data = {"file": (BytesIO(gzip.compress(BOM_UTF8 + record + b"\r\n\r\n")), "game.json.gz")}
    assert logged_in(any_site, "Eve").post("/games/import", data=data, headers=HERE).status_code == 303


def logged_in(site: Site, name: str) -> Any:
    browser = site.app.test_client()
    credentials = msgspec.json.encode({"name": name, "password": f"password of {name}"})
    response = browser.post("/api/session", data=BOM_UTF8 + credentials, content_type="application/json")
    assert response.status_code == 200, "JSON may begin with a byte order mark"
    return browser


def test_byte_order_mark_does_not_bypass_the_login_limit(tmp_path: Path) -> None:
    limited = site_on(f"sqlite:///{tmp_path}/limited.sqlite", log_in_limit_by_name="2 per hour")
    with closing(limited.services.storage):
        limited.person("Eve")
        body = BOM_UTF8 + msgspec.json.encode({"name": "Eve", "password": "not the password"})
        statuses = [
            limited.app.test_client().post("/api/session", data=body, content_type="application/json").status_code
            for _ in range(3)
        ]
        assert statuses == [401, 401, 429]


@pytest.mark.parametrize("coding", ["gzip", "br", "gzip, identity"])
def test_compressed_body_is_refused_unless_a_file_is_expected(any_site: Site, eve: Person, coding: str) -> None:
    body = gzip.compress(b'{"ruleset": "toy"}')
    headers = {**eve.authorization, "Content-Type": "application/json", "Content-Encoding": coding}
    response = eve.client.post("/api/games", data=body, headers=headers)
    assert (response.status_code, "Content-Encoding" in response.json["detail"]) == (415, True)
