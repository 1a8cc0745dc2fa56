"""The notification bell: its count, its list, and the effect of opening a game on both."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from service.workers.notifier import follow
from tests.service.pages.reading import Reader, create_game, play_moves, text_of
from tests.service.sites import Site


def bell_text(site: Site, reader: Reader, path: str = "/") -> str:
    """Return the text of the bell on a page."""
    site.catch_up()
    follow(site.services.storage, datetime.now(UTC))
    found = re.search(r'class="bell[^"]*".*?</a>', reader.get(path).text, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]*>", " ", found[0].partition(">")[2]).strip()


def test_bell_counts_unread_notifications(site: Site, ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    assert bell_text(site, ben).split() == ["Notifications", "1", "1", "unread", "notification"]
    listed = text_of(ben.get("/notifications"))
    assert "Evening has started" in listed or "Your turn in Evening" in listed
    assert bell_text(site, ben, game) == "Notifications", "opening a game marks its notifications as read"
    site.services.last_seen.write()
    assert bell_text(site, ben) == "Notifications"


def test_list_groups_by_game_and_drops_past_turns(site: Site, ada: Reader, ben: Reader) -> None:
    games = [create_game(ada, ben, name=name) for name in ("Evening", "Morning")]
    bell_text(site, ada)
    acting = {game: next(each for each in (ada, ben) if 'id="chooser"' in each.get(game).text) for game in games}
    site.services.last_seen.write()
    for game, reader in acting.items():
        while 'id="chooser"' in reader.get(game).text:  # Not opened by the waiting player, as that would be recorded.
            play_moves(site, game, 1)
            site.catch_up()
        follow(site.services.storage, datetime.now(UTC))
    for game, reader in acting.items():
        waiting = ada if reader is ben else ben
        listed = waiting.get("/notifications").text
        assert listed.count(f'href="{game}"') >= 2, "the heading of the group, and the turn"
        name = "Evening" if game == games[0] else "Morning"
        assert f"Your turn in {name}" in listed
        assert listed.count(f"Your turn in {name}") == 1
        assert f"Your turn in {name}" not in reader.get("/notifications").text


def test_button_marks_all_notifications_as_read(site: Site, ada: Reader, ben: Reader) -> None:
    create_game(ada, ben)
    bell_text(site, ben)
    assert "Mark all as read" not in ben.send("/notifications/read").text
    assert bell_text(site, ben) == "Notifications"


def test_notifications_require_login(site: Site) -> None:
    response = Reader(site, site.app.test_client()).get("/notifications")
    assert response.location.startswith("/log-in?next=")


def test_games_to_mute_are_listed_by_title(ada: Reader, ben: Reader) -> None:
    create_game(ada, ben)
    ada.site.catch_up()
    shown = ada.send("/account/notification-channels", kind="webhook", address="https://example.org/hook")
    assert "Evening" in text_of(shown)
