"""Names that look or read alike belong to one user on either database, even when requested at the same time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from service.accounts import profiles
from service.accounts.name_collisions import give_keys
from service.accounts.name_keys import keys
from service.accounts.profiles import Profile
from service.accounts.users import Accounts, NameTaken, folded
from service.storage import Storage
from tests.service.sites import Person, Site

ALIKE = [
    ("Capo", "Саро"),
    ("Ian", "lan"),
    ("Olga", "O1ga"),
    ("Olga", "o1ga"),
    ("Olga", "OLGA"),
    ("Olga", "Ｏｌｇａ"),
    ("Zoë", "ZOE\u0308"),
    ("Ada Lovelace", "Ada\u00a0Lovelace"),
    ("علی‌رضا", "علیرضا"),
    ("אב1", "1אב"),
    ("葛城", "葛󠄀城"),
]
DIFFERENT = [("Olga", "Helga"), ("Zoë", "Zoe"), ("आदित्य", "आदित"), ("Ada 1", "Ada 2"), ("Ben", "Бен")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_or_read_alike_have_a_key_in_common(one: str, other: str) -> None:
    assert keys(one) & keys(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_names_share_no_key(one: str, other: str) -> None:
    assert not keys(one) & keys(other)


def register(site: Site, name: str) -> int:
    body = {"name": name, "password": f"password of {len(name)}"}
    return site.app.test_client().post("/api/users", json=body).status_code


def say(person: Person, name: str) -> int:
    return person._send("PATCH", "/users/me/profile", json={"display_name": name}).status_code


class TestNamespace:
    def test_similar_names_are_taken_at_sign_up_and_in_profiles(self, site: Site, ben: Person) -> None:
        for name in dict.fromkeys(one for one, _ in ALIKE):
            assert register(site, name) == 201
        for _, other in [*ALIKE, ("Olga", "Olga")]:
            assert (register(site, other), say(ben, other)) == (409, 409), other
        assert say(ben, "Somebody") == 200
        assert register(site, "SOMEBODY") == 409

    def test_former_display_names_become_free(self, site: Site, ada: Person, ben: Person) -> None:
        assert say(ada, "Countess") == 200
        assert say(ada, "Countess of Lovelace") == 200
        assert say(ben, "Countess") == 200
        assert say(ada, "") == 200
        assert say(ben, "Countess of Lovelace") == 200
        assert [say(ben, name) for name in ("Ada", "ADA", "Ben", "")] == [409, 409, 200, 200]

    def test_deleted_account_frees_its_names(self, site: Site, ada: Person, ben: Person) -> None:
        assert say(ada, "Countess") == 200
        deleted = ada._send("DELETE", "/users/me", json={"password": "password of Ada"})
        assert deleted.status_code == 204, deleted.text
        assert [say(ben, "Countess"), register(site, "Ada")] == [200, 201]

    def test_reserved_names_cannot_be_taken(self, site: Site, ada: Person) -> None:
        for name in ("Automa", "AUTOMA 2", "Automa l", "Αutomа", "Аυтома", "A former player", "Automa-3"):
            assert (register(site, name), say(ada, name)) == (422, 422), name


class TestConcurrentRequests:
    def test_only_one_of_many_requests_gets_a_name(self, site: Site) -> None:
        """Half of them sign up; the others have an account and change their display name."""
        users = [site.person(name) for name in ("Ann", "Ben", "Cem", "Dov")]
        barrier = Barrier(8)

        def send_together(send: Callable[[], int]) -> int:
            barrier.wait(60)
            return send()

        requests = [
            *[lambda name=name: register(site, name) for name in ("Capo", "Саро", "CAPO", "capo")],
            *[lambda each=each: say(each, "Capo") for each in users],
        ]
        with ThreadPoolExecutor(8) as pool:
            statuses = sorted(pool.map(send_together, requests))
        assert sum(status in (200, 201) for status in statuses) == 1, statuses
        assert all(status in (200, 201, 409) for status in statuses), statuses

    def test_swapping_display_names_does_not_deadlock(self, site: Site, ada: Person, ben: Person) -> None:
        assert (say(ada, "One"), say(ben, "Two")) == (200, 200)
        barrier = Barrier(2)

        def send_together(person: Person, name: str) -> int:
            barrier.wait(60)
            return say(person, name)

        with ThreadPoolExecutor(2) as pool:
            statuses = list(pool.map(send_together, (ada, ben), ("Two", "One")))
        assert statuses[0] in (200, 409)
        assert statuses[1] in (200, 409)


class TestExistingNames:
    """A database from before there were keys, which accepted any name but an identical one."""

    def put(self, storage: Storage, name: str, display_name: str = "") -> str:
        with storage.database.transaction() as rows:
            number = rows.execute("SELECT COUNT(*) AS number FROM users")[0]["number"]
            row = {
                "id": f"{number:032x}",
                "name": name,
                "folded": folded(name),
                "now": f"2026-01-{number + 1:02}T00:00:00+00:00",
                "display": display_name,
                "folded_display": folded(display_name) or None,
            }
            rows.execute(
                "INSERT INTO users (id, name, folded_name, password, created_at, display_name, folded_display_name)"
                " VALUES (:id, :name, :folded, 'hash', :now, :display, :folded_display)",
                row,
            )
        return str(row["id"])

    def shown(self, storage: Storage) -> list[str]:
        with storage.database.reading() as rows:
            found = rows.execute("SELECT name, display_name FROM users ORDER BY created_at")
        return [row["display_name"] or row["name"] for row in found]

    def test_older_account_keeps_the_name_and_later_ones_get_a_number(self, storage: Storage) -> None:
        self.put(storage, "Olga")
        for name in ("O1ga", "Olga\u3164", "Helga"):
            self.put(storage, name)
        self.put(storage, "Ada", "Olga\u200b")
        self.put(storage, "Ben", "Olga 3")
        assert give_keys(storage) == 3
        assert self.shown(storage) == ["Olga", "O1ga 2", "Olga 4", "Helga", "Olga 5", "Olga 3"]
        accounts = Accounts(storage.database, memory_cost=64)
        assert [user.name for name in ("o1ga", "Olga\u3164") if (user := accounts.named(name))] == [
            "O1ga",
            "Olga\u3164",
        ]
        for name in ("OIga", "Olga 4", "Helga"):
            with pytest.raises(NameTaken):
                accounts.register(name, "a long password")

    def test_display_name_loses_forbidden_characters(self, storage: Storage) -> None:
        self.put(storage, "Ada", " Ada\nof\x1b[2J Birmingham\u202e ")
        self.put(storage, "Ben", "\u200b\u2800")
        assert give_keys(storage) == 2
        assert self.shown(storage) == ["Ada of[2J Birmingham", "Ben"]

    def test_keys_are_recomputed_for_another_unicode_table(
        self, storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        user = self.put(storage, "Ian")
        self.put(storage, "lan", "Ada")
        assert [give_keys(storage), give_keys(storage)] == [0, 0]
        with pytest.raises(NameTaken):
            profiles.say(storage, "0" * 31 + "1", Profile(display_name="Ian"), storage.clock())
        with pytest.raises(NameTaken):
            profiles.say(storage, "0" * 31 + "1", Profile(display_name=""), storage.clock())
        profiles.say(storage, user, Profile(display_name="Countess"), storage.clock())
        monkeypatch.setattr("service.accounts.name_collisions.TABLE", "unicode 99")
        give_keys(storage)
        with storage.database.reading() as rows:
            made = {row["made_by"] for row in rows.execute("SELECT made_by FROM name_keys")}
        assert made == {"unicode 99"}
