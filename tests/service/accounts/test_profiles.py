"""Profiles: display name, time zone and language."""

from __future__ import annotations

from tests.service.sites import Person, Site


def update_profile(person: Person, **fields: str) -> int:
    return person._send("PATCH", "/users/me/profile", json=fields).status_code


def test_without_a_display_name_the_account_name_is_shown(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben)
    assert ada.get("/users/me/profile").json == {"display_name": "", "time_zone": "", "language": ""}
    assert [seat["name"] for seat in ben.get(f"/games/{game}").json["seats"]] == ["Ada", "Ben"]


def test_new_display_name_is_shown_everywhere_at_once(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben)
    before = ben.get(f"/games/{game}/history")
    assert update_profile(ada, display_name="Ada of Birmingham") == 200
    after = ben.get(f"/games/{game}/history", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "Ada of Birmingham took seat 1." in [event["text"] for event in after.json["events"]]
    site.catch_up()
    (listed,) = ben.get("/games").json["games"]
    assert [seat["name"] for seat in listed["seats"]] == ["Ada of Birmingham", "Ben"]
    assert ada.get("/users/me").json["name"] == "Ada"


def test_names_of_other_users_are_taken(site: Site, ada: Person, ben: Person) -> None:
    assert update_profile(ada, display_name="Countess") == 200
    assert [update_profile(ben, display_name=name) for name in ("ada", "COUNTESS", "Ben")] == [409, 409, 200]
    taken = site.app.test_client().post("/api/users", json={"name": "countess", "password": "password of one"})
    assert taken.status_code == 409
    assert update_profile(ada, display_name="") == 200
    assert update_profile(ben, display_name="Countess") == 200


def test_invalid_settings_are_refused_and_omitted_ones_stay(ada: Person) -> None:
    assert update_profile(ada, time_zone="Asia/Seoul", language="ko") == 200
    wrong = ({"time_zone": "Mars/Olympus"}, {"language": "<script>"}, {"display_name": "W" * 41}, {"shoe": "42"})
    assert [update_profile(ada, **fields) for fields in wrong] == [422, 422, 422, 422]
    assert update_profile(ada, display_name="Countess") == 200
    fields = {"display_name": "Countess", "time_zone": "Asia/Seoul", "language": "ko"}
    assert ada.get("/users/me/profile").json == fields


def test_signing_up_uses_the_time_zone_of_the_browser(site: Site) -> None:
    browser, here = site.app.test_client(), {"Origin": "http://localhost"}
    form = {"name": "Cleo", "password": "password of Cleo", "time_zone": "Africa/Cairo"}
    assert browser.post("/sign-up", data=form, headers=here).status_code == 303
    assert browser.get("/api/users/me/profile").json["time_zone"] == "Africa/Cairo"
    fields = {"display_name": "Queen", "time_zone": "Africa/Cairo", "language": ""}
    assert browser.post("/account/profile", data=fields, headers=here).status_code == 303
    assert 'value="Queen"' in browser.get("/account").text
