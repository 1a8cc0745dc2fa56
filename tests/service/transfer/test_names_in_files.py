"""Games with names in any script, with joiners and emoji: exported, verified and imported."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.transfer.export_format import Names, Trailer, decode, encode
from service.transfer.verification import verify
from tests.service.sites import Person, Site, close, site_on

TITLES = ["👩‍🚀 night", "Partie\u00a0: 3", "می‌خواهم بازی کنم", "Zoe\u0308’s evening", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 · தமிழ்", "葛󠄀城"]


@pytest.fixture
def elsewhere(tmp_path: Any) -> Any:
    made = site_on(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    yield made
    close(made)


def played(site: Site, title: str, *players: Person) -> str:
    game = site.game(*players, name=title)
    site.finish(game, *players)
    return game


def exported(person: Person, game: str) -> list[bytes]:
    return person.get(f"/games/{game}/export").data.splitlines(keepends=True)


def renamed(lines: list[bytes], change: Callable[[Names], Names]) -> list[bytes]:
    """Return the file with changed names and a matching digest."""
    text = [encode(change(line)) if isinstance(line := decode(raw), Names) else raw for raw in lines[:-1]]
    return [*text, encode(Trailer(sha256=hashlib.sha256(b"".join(text)).hexdigest()))]


def test_games_with_names_in_any_script_verify_and_import(site: Site, elsewhere: Site) -> None:
    ada, ben, cleo = site.person("आदित्य"), site.person("Ben"), elsewhere.person("Cleo")
    assert ada._send("PATCH", "/users/me/profile", json={"display_name": "علی‌رضا 👩‍🚀"}).status_code == 200
    for title in TITLES:
        game = played(site, title, ada, ben)
        assert ada.get(f"/games/{game}").json["name"] == unicodedata.normalize("NFC", title)
        lines = exported(ada, game)
        report = verify(lines)
        assert report.problem is None
        assert report.names == ["علی‌رضا 👩‍🚀", "Ben"]
        assert cleo.send_file(b"".join(lines)).status_code == 201
        assert cleo.get(f"/games/{game}").json["name"] == unicodedata.normalize("NFC", title)


def test_names_from_before_the_rule_verify_but_are_not_imported(site: Site, elsewhere: Site) -> None:
    lines = exported(ada := site.person("Ada"), played(site, "Evening", ada, site.person("Ben")))
    cleo = elsewhere.person("Cleo")
    for name in ("Ada\u200b", "Ada\nof Birmingham", "\u202eadA"):
        old = renamed(lines, lambda text, name=name: msgspec.structs.replace(text, seats=[name, *text.seats[1:]]))
        assert verify(old).problem is None
        assert cleo.send_file(b"".join(old)).status_code == 422
    endless = renamed(lines, lambda text: msgspec.structs.replace(text, title="W" * 100_000))
    assert verify(endless).problem is not None
