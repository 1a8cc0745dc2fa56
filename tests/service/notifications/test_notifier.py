"""The notifier: one notification per event despite crashes, and none for users who caused or saw it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from service.notifications import inbox
from service.storage import event_store
from service.workers.notifier import follow
from tests.service.sites import Person, Site, close, site_on


def unread_kinds(site: Site, person: Person) -> list[str]:
    """Return the kinds of a user's unread notifications."""
    site.catch_up()
    site.services.last_seen.write()
    follow(site.services.storage, datetime.now(UTC))
    response = person.get("/users/me/notifications").json
    return sorted(each["kind"] for each in response["notifications"] if not each["read"])


def act(person: Person, game: str, action: str) -> None:
    """Take an action without loading the game first."""
    body = {"command": {"action": action}}
    assert person.post(f"/games/{game}/moves", body, headers={"If-Match": "*"}).status_code == 200


def take_turn(person: Person, game: str) -> None:
    for action in ("take_coins", "end_turn"):
        act(person, game, action)


def test_player_is_notified_once_per_turn(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben)
    assert unread_kinds(site, ben) == ["started"]
    act(ada, game, "take_coins")
    act(ada, game, "end_turn")
    for _ in range(2):
        assert unread_kinds(site, ben) == ["started", "turn"]
    assert unread_kinds(site, ada) == [], "she started the game herself, and has acted since Ben joined"


def test_undone_turn_is_announced_again_if_it_was_seen(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben, undo="free")
    take_turn(ada, game)
    assert unread_kinds(site, ben) == ["turn"]
    ben.get(f"/games/{game}/state")
    assert unread_kinds(site, ben) == []
    assert ada.on_version(game, "undo", {}).status_code == 200
    assert unread_kinds(site, ben) == []
    act(ada, game, "end_turn")
    assert unread_kinds(site, ben) == ["turn"]


def test_next_turn_is_announced_while_notifier_lags_behind(
    site: Site, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = site.game(ada, ben)
    unread_kinds(site, ada)
    take_turn(ada, game)
    take_turn(ben, game)
    monkeypatch.setattr(event_store, "BATCH_SIZE", 1)  # The game lists are ahead of the notifier.
    assert "turn" in unread_kinds(site, ada)


def test_player_who_has_not_acted_is_not_notified_again(site: Site, ada: Person, ben: Person) -> None:
    game = site.game(ada, ben, undo="free")
    take_turn(ada, game)
    assert unread_kinds(site, ben) == ["turn"]
    assert ada.on_version(game, "undo", {}).status_code == 200
    assert unread_kinds(site, ben) == ["turn"]
    take_turn(ada, game)
    assert unread_kinds(site, ben) == ["turn"]
    take_turn(ben, game)
    assert unread_kinds(site, ben) == []
    take_turn(ada, game)
    assert unread_kinds(site, ben) == ["turn"]


@pytest.mark.parametrize("read", ["/games/{}", "/games/{}/state"])
def test_viewing_a_game_marks_its_notifications_as_read(site: Site, ada: Person, ben: Person, read: str) -> None:
    game = site.game(ada, ben)
    take_turn(ada, game)
    assert ben.get(read.format(game)).status_code == 200
    assert unread_kinds(site, ben) == [], "the player viewed the game before the notifier ran"
    take_turn(ben, game)
    take_turn(ada, game)
    assert unread_kinds(site, ben) == ["turn"]
    assert ben.get(read.format(game), headers={"Daybook-Hidden": "yes"}).status_code == 200
    assert unread_kinds(site, ben) == ["turn"], "a hidden page does not count as viewed"
    assert ben.get(read.format(game)).status_code == 200
    assert unread_kinds(site, ben) == []


def test_joins_undo_requests_and_endings_notify_other_players(site: Site, ada: Person, ben: Person) -> None:
    table = site.table(ada, undo="consent")
    for seat, person in enumerate((ada, ben)):
        assert person.post(f"/games/{table}/join", {"seat": seat}).status_code == 200
    assert (unread_kinds(site, ada), unread_kinds(site, ben)) == (["joined"], [])
    assert ada.post(f"/games/{table}/start").status_code == 200
    assert (unread_kinds(site, ada), unread_kinds(site, ben)) == ([], ["started"])
    take_turn(ada, table)
    take_turn(ben, table)
    assert ben.on_version(table, "undo-requests", {}).status_code == 200
    assert (unread_kinds(site, ada), unread_kinds(site, ben)) == (["turn", "undo"], [])
    for person in (ada, ben):
        assert person.on_version(table, "abandon", {"agrees": True}).status_code == 200
    assert (unread_kinds(site, ada), unread_kinds(site, ben)) == (["abandoned"], [])


def test_imported_game_sends_no_notifications(site: Site, tmp_path: Path) -> None:
    elsewhere = site_on(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    players = elsewhere.person("Ada"), elsewhere.person("Ben")
    game = elsewhere.game(*players)
    elsewhere.finish(game, *players)
    file = players[0].get(f"/games/{game}/export").data
    close(elsewhere)
    cleo = site.person("Cleo")
    assert cleo.send_file(file).status_code == 201
    assert unread_kinds(site, cleo) == []


def test_notifications_are_paginated_and_marked_read_together(site: Site, ada: Person, ben: Person) -> None:
    for _ in range(3):
        site.game(ada, ben)
    assert unread_kinds(site, ben) == ["started"] * 3
    first = ben.get("/users/me/notifications", query_string={"limit": 2}).json
    rest = ben.get("/users/me/notifications", query_string={"limit": 2, "cursor": first["next"]}).json
    assert (first["unread"], len(first["notifications"]), len(rest["notifications"]), rest["next"]) == (3, 2, 1, None)
    assert first["notifications"][0]["title"] == "Evening has started"
    assert ben.post("/users/me/notifications/read").status_code == 204
    assert ben.get("/users/me/notifications").json["unread"] == 0


def test_last_seen_version_is_known_while_being_written(
    site: Site, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    views, known = site.services.last_seen, []
    monkeypatch.setattr(inbox, "record_seen", lambda *_: known.append(views.seen("game", ada.id)))
    views.note("game", ada.id, 7)
    views.write()
    assert known == [7]


def test_write_waits_for_write_in_another_thread(site: Site, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    views, begun, go_on, record_seen = site.services.last_seen, Event(), Event(), inbox.record_seen
    monkeypatch.setattr(inbox, "record_seen", lambda *given: begun.set() or (go_on.wait(60) and record_seen(*given)))
    views.note("game", ada.id, 7)
    first, second = Thread(target=views.write), Thread(target=views.write)
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
