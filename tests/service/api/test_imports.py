"""Imported games: they name the importer but no other users of this site, and are listed if their owner wants it."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from domain.brass.lancashire.model.facts import IncomePaid
from projections.game_list import Filter
from service.transfer.record_of_play import record_of_play
from service.transfer.verification import verify
from tests.golden import logs
from tests.service.sites import Person, Site
from tests.service.transfer.tampering import forged_branch, tampered_export, with_trailer

FILTERS = get_args(Filter)
FORGED = "f" * 32
OLD = logs.DIRECTORY / "birmingham-2-seats.ndjson.gz"
"""Played before a rule was corrected."""
INCOME = logs.DIRECTORY / "lancashire-3-seats-income-seat-by-seat-0.ndjson.gz"
"""A game in which a seat owes income while others wait for theirs."""


@pytest.fixture
def ada(any_site: Site) -> Person:
    return any_site.person("Ada")


@pytest.fixture
def ben(any_site: Site) -> Person:
    return any_site.person("Ben")


@pytest.fixture
def eve(any_site: Site) -> Person:
    return any_site.person("Eve")


@pytest.fixture
def played(any_site: Site, ada: Person, ben: Person) -> str:
    game = any_site.game(ada, ben)
    any_site.finish(game, ada, ben)
    return game


@pytest.fixture
def imported_game(any_site: Site, played: str, eve: Person) -> str:
    """Return a game that Eve imported from a file, which names Ada and Ben by their ids on this site."""
    lines = eve.get(f"/games/{played}/export").data.splitlines(keepends=True)
    return import_file(any_site, eve, b"".join(tampered_export(lines, stream=FORGED)))


def has_income_due(fact: Any) -> bool:
    return isinstance(fact, IncomePaid) and bool(fact.due)


def import_file(site: Site, person: Person, content: bytes) -> str:
    response = person.send_file(content)
    assert response.status_code == 201, response.text
    site.catch_up()
    return str(response.json["id"])


def forged_export(reader: Person, branch: str) -> bytes:
    """Return the export of a branch under another id."""
    lines = reader.get(f"/games/{branch}/export").data.splitlines(keepends=True)
    return b"".join(forged_branch(lines, FORGED))


def listed(person: Person, which: str) -> dict[str, Any]:
    return {game["id"]: game for game in person.get(f"/games?filter={which}").json["games"]}


def lists_with(game: str, person: Person) -> list[str]:
    return [which for which in FILTERS if game in listed(person, which)]


class TestImportedGames:
    def test_an_import_names_its_importer_and_time(
        self, any_site: Site, imported_game: str, played: str, ada: Person
    ) -> None:
        table = ada.get(f"/games/{imported_game}").json
        mark = any_site.services.handler.games.game(imported_game).records[-1]
        assert table["imported"] == {"by": "Eve", "at": mark.at.isoformat().replace("+00:00", "Z"), "superseded": []}
        assert ada.get(f"/games/{played}").json["imported"] is None

    def test_import_lists_the_rules_corrected_since(self, any_site: Site, ada: Person) -> None:
        game = import_file(any_site, ada, b"".join(logs.lines_of(OLD)))
        (superseded,) = ada.get(f"/games/{game}").json["imported"]["superseded"]
        assert superseded == {"rule": "BB-8.2", "corrected": "2026-11-21"}
        assert listed(ada, "mine")[game]["imported"]["superseded"] == [superseded]
        audit = ada.get(f"/games/{game}/audit").json
        found = [finding for finding in audit["findings"] if finding["verdict"] != "identical"]
        assert {(each["verdict"], each["rule"], each["corrected"]) for each in found} == {
            ("superseded", "BB-8.2", "2026-11-21")
        }
        assert not audit["identical"]
        branch = ada.post(f"/games/{game}/branches", {"at": 50, "name": "What if"}).json
        assert branch["imported"]["superseded"] == [superseded]

    def test_a_shortfall_is_settled_before_the_income_of_later_seats(self, any_site: Site, ada: Person) -> None:
        """BL-4.14: positions, the history and a preview in a branch show the same order."""
        game = import_file(any_site, ada, b"".join(logs.lines_of(INCOME)))
        record = next(each for each in any_site.services.handler.games.game(game).records if has_income_due(each.fact))
        at, owing = record.originator_version, record.fact.shortfalls[0].seat
        states = [ada.get(f"/games/{game}/state?at={version}").json["state"] for version in (at - 1, at)]
        assert states[1]["income_due"] == list(record.fact.due)
        money = [[player["money"] for player in state["players"]] for state in states]
        assert [money[1][seat] for seat in record.fact.due] == [money[0][seat] for seat in record.fact.due]
        branch = ada.post(f"/games/{game}/branches", {"at": at}).json["id"]
        shown = ada.get(f"/games/{branch}/state").json
        assert [act["seat"] for act in shown["to_act"]] == [owing]
        assert ada.move(branch, {**ada.first_on_offer(branch), "seat": owing}).status_code == 200
        assert not [each for each in ada.get(f"/games/{game}/audit").json["findings"] if each["verdict"] != "identical"]

    def test_names_in_a_file_are_not_linked_to_users(
        self, imported_game: str, ada: Person, ben: Person, eve: Person
    ) -> None:
        table = ada.get(f"/games/{imported_game}").json
        assert [(seat["name"], seat["yours"]) for seat in table["seats"]] == [("Ada", False), ("Ben", False)]
        texts = [
            ada.get(f"/games/{imported_game}{path}").text for path in ("", "/history", "/events?after=0", "/state")
        ]
        assert not [text for text in texts for person in (ada, ben) if person.id in text]
        assert table["host"] == eve.id

    def test_branch_of_an_import_names_the_importer(self, imported_game: str, played: str, ada: Person) -> None:
        of_file, of_here = (ada.post(f"/games/{game}/branches", {}).json["id"] for game in (imported_game, played))
        assert ada.get(f"/games/{of_file}").json["imported"]["by"] == "Eve"
        assert ada.get(f"/games/{of_here}").json["imported"] is None

    def test_imported_branch_belongs_to_its_importer(
        self, any_site: Site, played: str, ada: Person, eve: Person
    ) -> None:
        """The branch does not belong to the user named in the file: branches count towards their owner's limit."""
        branch = ada.post(f"/games/{played}/branches", {}).json["id"]
        import_file(any_site, eve, forged_export(eve, branch))
        tree = eve.get(f"/games/{played}/branches").json["branches"]
        assert {row["id"]: row["owner"] for row in tree} == {branch: ada.id, FORGED: eve.id}
        assert eve.get(f"/games/{FORGED}").json["imported"]["by"] == "Eve"
        assert ada.get(f"/games/{branch}").json["imported"] is None


class TestImportedBranches:
    """Imported branches are listed only for their importer, unless the same user imported the game."""

    def tree(self, person: Person, game: str) -> dict[str, Any]:
        return {row["id"]: row["imported"] for row in person.get(f"/games/{game}/branches").json["branches"]}

    def test_only_the_importer_sees_a_branch_of_a_game_played_here(
        self, any_site: Site, played: str, ada: Person, eve: Person
    ) -> None:
        branch = ada.post(f"/games/{played}/branches", {}).json["id"]
        import_file(any_site, eve, forged_export(eve, branch))
        opened = eve.post(f"/games/{FORGED}/branches", {}).json
        any_site.catch_up()
        for person in (any_site.visitor(), ada):
            assert self.tree(person, played) == {branch: None}
            assert f"/games/{FORGED}" not in person.client.get(f"/games/{played}").text
        mark = {"by": "Eve", "at": eve.get(f"/games/{FORGED}").json["imported"]["at"], "superseded": []}
        assert opened["imported"] == mark
        assert self.tree(eve, played) == {branch: None, FORGED: mark, opened["id"]: mark}

    def test_everyone_sees_a_branch_of_a_game_from_the_same_importer(
        self, any_site: Site, imported_game: str, ada: Person, eve: Person
    ) -> None:
        branch = ada.post(f"/games/{imported_game}/branches", {}).json["id"]
        header, *events = eve.get(f"/games/{branch}/export").data.splitlines(keepends=True)
        content = b"".join([header, *events]).replace(branch.encode(), b"e" * 32)
        lines = content.splitlines(keepends=True)
        opened = tampered_export([lines[0], *lines[-4:]], stream="e" * 32)
        import_file(any_site, eve, b"".join(with_trailer([opened[0], *lines[1:-4], *opened[1:-1]])))
        for person in (any_site.visitor(), ada, eve):
            assert {imported["by"] for imported in self.tree(person, imported_game).values()} == {"Eve"}
            assert set(self.tree(person, imported_game)) == {branch, "e" * 32}

    def test_pages_include_branches_made_here(self, any_site: Site, played: str, ada: Person, eve: Person) -> None:
        branch = ada.post(f"/games/{played}/branches", {}).json["id"]
        import_file(any_site, eve, forged_export(eve, branch))
        later = [user.post(f"/games/{played}/branches", {}).json["id"] for user in (eve, ada, eve)]
        any_site.catch_up()
        found, cursor = [], ""
        while cursor is not None:
            page = eve.get(f"/games/{played}/branches?limit=2{cursor and '&cursor='}{cursor}").json
            found += [row["id"] for row in page["branches"]]
            cursor = page["next"]
        assert found == [*sorted([branch, FORGED]), *later]


class TestListing:
    def test_import_is_unlisted_until_its_owner_lists_it(
        self, any_site: Site, imported_game: str, played: str, ada: Person, eve: Person
    ) -> None:
        visitor = any_site.visitor()
        assert [lists_with(imported_game, person) for person in (visitor, ada, eve)] == [[], [], ["all", "mine"]]
        assert eve.get(f"/games/{imported_game}/listing").json == {"listed": False}
        assert visitor.get(f"/games/{imported_game}").status_code == 200, "anyone with the link can see it"
        assert eve.put(f"/games/{imported_game}/listing", {"listed": True}).json == {"listed": True}
        assert [lists_with(imported_game, person) for person in (visitor, ada)] == [["all", "finished"]] * 2
        assert lists_with(imported_game, eve) == ["all", "mine", "finished"]
        shown = listed(visitor, "finished")
        assert [shown[game]["imported"] and shown[game]["imported"]["by"] for game in (imported_game, played)] == [
            "Eve",
            None,
        ]
        eve.put(f"/games/{imported_game}/listing", {"listed": False})
        assert lists_with(imported_game, visitor) == []

    def test_only_the_owner_can_see_and_change_the_listing(
        self, any_site: Site, imported_game: str, ada: Person
    ) -> None:
        assert ada.put(f"/games/{imported_game}/listing", {"listed": True}).status_code == 403
        assert ada.get(f"/games/{imported_game}/listing").status_code == 403
        assert any_site.visitor().put(f"/games/{imported_game}/listing", {"listed": True}).status_code == 401

    def test_games_played_here_and_branches_cannot_be_listed_manually(
        self, imported_game: str, played: str, ada: Person
    ) -> None:
        branch = ada.post(f"/games/{imported_game}/branches", {}).json["id"]
        for game in (played, branch):
            assert ada.put(f"/games/{game}/listing", {"listed": True}).status_code == 409

    def test_listing_does_not_change_the_log(self, any_site: Site, imported_game: str, eve: Person) -> None:
        before = eve.get(f"/games/{imported_game}/export").data
        eve.put(f"/games/{imported_game}/listing", {"listed": True})
        after = eve.get(f"/games/{imported_game}/export").data
        assert after == before
        assert verify(after.splitlines(keepends=True)).problem is None

    def test_private_record_of_play_is_public_while_it_is_listed(
        self, any_site: Site, played: str, ada: Person, eve: Person
    ) -> None:
        record = msgspec.json.encode(
            record_of_play(any_site.services.handler, any_site.services.handler.games.game(played))
        )
        game = import_file(any_site, eve, record)
        seen = []
        for wanted in (False, True, False):
            eve.put(f"/games/{game}/listing", {"listed": wanted})
            seen.append((ada.get(f"/games/{game}").status_code, lists_with(game, ada)))
        assert seen == [(404, []), (200, ["all", "finished"]), (404, [])]
