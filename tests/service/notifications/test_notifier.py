"""The notifier: one notification per event despite crashes, and none to users who caused it or have seen it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from service.notifications import inbox
from service.storage import event_store
from service.workers.notifier import follow
from tests.service.sites import Person, Site, close, site_on


def told(site: Site, person: Person) -> list[str]:
    """Return the kinds of a user's new notifications."""
    site.catch_up()
    site.services.last_seen.write()
    follow(site.services.storage, datetime.now(UTC))
    answer = person.get("/users/me/notifications").json
    return sorted(each["kind"] for each in answer["notifications"] if not each["read"])


def act(person: Person, game: str, action: str) -> None:
    """An action without a look at the game before."""
    body = {"command": {"action": action}}
    assert person.post(f"/games/{game}/moves", body, headers={"If-Match": "*"}).status_code == 200


def turn(person: Person, game: str) -> None:
    for action in ("take_coins", "end_turn"):
        act(person, game, action)


def test_one_is_told_once_of_a_turn_however_many_facts_make_it_one(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben)
    assert told(site, ben) == ["started"]
    act(ada, game, "take_coins")
    act(ada, game, "end_turn")
    for _ in range(2):
        assert told(site, ben) == ["started", "turn"]
    assert told(site, ada) == [], "it was her turn by her own doing, and she has acted since she was told who joined"


def test_a_seen_turn_that_was_taken_away_is_announced_when_it_returns(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben, undo="free")
    turn(ada, game)
    assert told(site, ben) == ["turn"]
    ben.get(f"/games/{game}/state")
    assert told(site, ben) == []
    assert ada.on_version(game, "undo", {}).status_code == 200
    assert told(site, ben) == []
    act(ada, game, "end_turn")
    assert told(site, ben) == ["turn"]


def test_a_returning_turn_is_announced_even_before_the_notifier_has_seen_the_action(
    site: Site, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = site.game(ada, ben)
    told(site, ada)
    turn(ada, game)
    turn(ben, game)
    monkeypatch.setattr(event_store, "BATCH_SIZE", 1)  # The lists of games are ahead of what is followed.
    assert "turn" in told(site, ada)


def test_a_player_who_has_not_acted_gets_no_other_notification(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben, undo="free")
    turn(ada, game)
    assert told(site, ben) == ["turn"]
    assert ada.on_version(game, "undo", {}).status_code == 200
    assert told(site, ben) == ["turn"]
    turn(ada, game)
    assert told(site, ben) == ["turn"]
    turn(ben, game)
    assert told(site, ben) == []
    turn(ada, game)
    assert told(site, ben) == ["turn"]


@pytest.mark.parametrize("read", ["/games/{}", "/games/{}/state"])
def test_looking_marks_as_seen(site: Site, ada: Person, ben: Person, read: str) -> None:
    game = site.game(ada, ben)
    turn(ada, game)
    assert ben.get(read.format(game)).status_code == 200
    assert told(site, ben) == [], "who looked before it was noted"
    turn(ben, game)
    turn(ada, game)
    assert told(site, ben) == ["turn"]
    assert ben.get(read.format(game), headers={"Daybook-Hidden": "yes"}).status_code == 200
    assert told(site, ben) == ["turn"], "behind another page nobody sees it"
    assert ben.get(read.format(game)).status_code == 200
    assert told(site, ben) == []


def test_undo_requests_joins_and_ends_are_told_to_the_others(site: Site, ada: Person, ben: Person) -> None:
    table = site.table(ada, undo="consent")
    for seat, person in enumerate((ada, ben)):
        assert person.post(f"/games/{table}/join", {"seat": seat}).status_code == 200
    assert (told(site, ada), told(site, ben)) == (["joined"], [])
    assert ada.post(f"/games/{table}/start").status_code == 200
    assert (told(site, ada), told(site, ben)) == ([], ["started"])
    turn(ada, table)
    turn(ben, table)
    assert ben.on_version(table, "undo-requests", {}).status_code == 200
    assert (told(site, ada), told(site, ben)) == (["turn", "undo"], [])
    for person in (ada, ben):
        assert person.on_version(table, "abandon", {"agrees": True}).status_code == 200
    assert (told(site, ada), told(site, ben)) == (["abandoned"], [])


def test_an_imported_game_tells_nobody_of_what_was_long_ago(site: Site, tmp_path: Path) -> None:
    elsewhere = site_on(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    players = elsewhere.person("Ada"), elsewhere.person("Ben")
    game = elsewhere.game(*players)
    elsewhere.finish(game, *players)
    file = players[0].get(f"/games/{game}/export").data
    close(elsewhere)
    cleo = site.person("Cleo")
    assert cleo.send_file(file).status_code == 201
    assert told(site, cleo) == []


def test_all_can_be_seen_at_once_and_the_list_has_pages(site: Site, ada: Person, ben: Person) -> None:
    for _ in range(3):
        site.game(ada, ben)
    assert told(site, ben) == ["started"] * 3
    first = ben.get("/users/me/notifications", query_string={"limit": 2}).json
    rest = ben.get("/users/me/notifications", query_string={"limit": 2, "cursor": first["next"]}).json
    assert (first["unread"], len(first["notifications"]), len(rest["notifications"]), rest["next"]) == (3, 2, 1, None)
    assert first["notifications"][0]["title"] == "Evening has started"
    assert ben.post("/users/me/notifications/read").status_code == 204
    assert ben.get("/users/me/notifications").json["unread"] == 0


def test_a_look_is_known_while_it_is_written(site: Site, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, known = site.services.last_seen, []
    monkeypatch.setattr(inbox, "looked", lambda *_: known.append(looks.seen("game", ada.id)))
    looks.note("game", ada.id, 7)
    looks.write()
    assert known == [7]


def test_a_caller_waits_until_another_thread_has_written_looks(
    site: Site, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, begun, go_on, looked = site.services.last_seen, Event(), Event(), inbox.looked
    monkeypatch.setattr(inbox, "looked", lambda *given: begun.set() or (go_on.wait(60) and looked(*given)))
    looks.note("game", ada.id, 7)
    first, second = Thread(target=looks.write), Thread(target=looks.write)
    first.start()
    assert begun.wait(60)
    second.start()
    second.join(0.2)
    assert second.is_alive()
    go_on.set()
    second.join()
    with site.services.storage.database.reading() as rows:
        assert inbox.seen(rows, "game", ada.id) == 7
    first.join()
