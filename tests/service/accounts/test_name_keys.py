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
def test_other_names_do_not(one: str, other: str) -> None:
    assert not keys(one) & keys(other)


def register(site: Site, name: str) -> int:
    body = {"name": name, "password": f"password of {len(name)}"}
    return site.app.test_client().post("/api/users", json=body).status_code


def say(person: Person, name: str) -> int:
    return person._send("PATCH", "/users/me/profile", json={"display_name": name}).status_code


class TestOneNameSpace:
    def test_a_name_like_another_is_taken_wherever_it_is_wanted(self, site: Site, ben: Person) -> None:
        for name in dict.fromkeys(one for one, _ in ALIKE):
            assert register(site, name) == 201
        for _, other in [*ALIKE, ("Olga", "Olga")]:
            assert (register(site, other), say(ben, other)) == (409, 409), other
        assert say(ben, "Somebody") == 200
        assert register(site, "SOMEBODY") == 409

    def test_a_name_that_is_given_up_is_free(self, site: Site, ada: Person, ben: Person) -> None:
        assert say(ada, "Countess") == 200
        assert say(ada, "Countess of Lovelace") == 200
        assert say(ben, "Countess") == 200
        assert say(ada, "") == 200
        assert say(ben, "Countess of Lovelace") == 200
        assert [say(ben, name) for name in ("Ada", "ADA", "Ben", "")] == [409, 409, 200, 200]

    def test_a_deleted_account_leaves_its_names(self, site: Site, ada: Person, ben: Person) -> None:
        assert say(ada, "Countess") == 200
        gone = ada._send("DELETE", "/users/me", json={"password": "password of Ada"})
        assert gone.status_code == 204, gone.text
        assert [say(ben, "Countess"), register(site, "Ada")] == [200, 201]

    def test_names_of_others_cannot_be_taken(self, site: Site, ada: Person) -> None:
        for name in ("Automa", "AUTOMA 2", "Automa l", "Αutomа", "Аυтома", "A former player", "Automa-3"):
            assert (register(site, name), say(ada, name)) == (422, 422), name


class TestAtOnce:
    def test_one_of_many_requests_for_a_name_gets_it(self, site: Site) -> None:
        """Half of them register, the others have an account and want to be called so."""
        people = [site.person(name) for name in ("Ann", "Ben", "Cem", "Dov")]
        together = Barrier(8)

        def wanting(ask: Callable[[], int]) -> int:
            together.wait(60)
            return ask()

        asked = [
            *[lambda name=name: register(site, name) for name in ("Capo", "Саро", "CAPO", "capo")],
            *[lambda each=each: say(each, "Capo") for each in people],
        ]
        with ThreadPoolExecutor(8) as pool:
            answers = sorted(pool.map(wanting, asked))
        assert sum(answer in (200, 201) for answer in answers) == 1, answers
        assert all(answer in (200, 201, 409) for answer in answers), answers

    def test_two_who_change_names_with_each_other_wait_for_nobody(self, site: Site, ada: Person, ben: Person) -> None:
        assert (say(ada, "One"), say(ben, "Two")) == (200, 200)
        together = Barrier(2)

        def wanting(person: Person, name: str) -> int:
            together.wait(60)
            return say(person, name)

        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(wanting, (ada, ben), ("Two", "One")))
        assert answers[0] in (200, 409)
        assert answers[1] in (200, 409)


class TestNamesOfBefore:
    """The database before there were keys: it accepted any name but an identical one."""

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

    def test_the_older_account_keeps_the_name_and_the_later_one_gets_a_number(self, storage: Storage) -> None:
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

    def test_a_display_name_loses_what_may_not_be_in_it(self, storage: Storage) -> None:
        self.put(storage, "Ada", " Ada\nof\x1b[2J Birmingham\u202e ")
        self.put(storage, "Ben", "\u200b\u2800")
        assert give_keys(storage) == 2
        assert self.shown(storage) == ["Ada of[2J Birmingham", "Ben"]

    def test_it_is_done_once_and_again_for_another_table_of_unicode(
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
