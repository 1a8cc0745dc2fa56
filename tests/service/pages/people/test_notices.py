"""The notification bell: its count, its list, and the effect of opening a game on both."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from service.workers.notifier import follow
from tests.service.pages.reading import Reader, game_of, played, text_of
from tests.service.sites import Site


def bell(site: Site, reader: Reader, path: str = "/") -> str:
    """Return the count of the bell on a page."""
    site.catch_up()
    follow(site.services.storage, datetime.now(UTC))
    found = re.search(r'class="bell[^"]*".*?</a>', reader.get(path).text, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]*>", " ", found[0].partition(">")[2]).strip()


def test_the_bell_counts_what_one_has_not_seen(site: Site, ada: Reader, ben: Reader) -> None:
    game = game_of(ada, ben)
    assert bell(site, ben).split() == ["Notifications", "1", "1", "unread", "notification"]
    told = text_of(ben.get("/notifications"))
    assert "Evening has started" in told or "Your turn in Evening" in told
    assert bell(site, ben, game) == "Notifications", "whoever looks at a game sees what they are told of it"
    site.services.last_seen.write()
    assert bell(site, ben) == "Notifications"


def test_the_list_is_by_game_and_forgets_turns_that_are_over(site: Site, ada: Reader, ben: Reader) -> None:
    games = [game_of(ada, ben, name=name) for name in ("Evening", "Morning")]
    bell(site, ada)
    acting = {game: next(each for each in (ada, ben) if 'id="chooser"' in each.get(game).text) for game in games}
    site.services.last_seen.write()
    for game, reader in acting.items():
        while 'id="chooser"' in reader.get(game).text:  # The player who waits does not look: that would be written.
            played(site, game, 1)
            site.catch_up()
        follow(site.services.storage, datetime.now(UTC))
    for game, reader in acting.items():
        waiting = ada if reader is ben else ben
        told = waiting.get("/notifications").text
        assert told.count(f'href="{game}"') >= 2, "the heading of the group, and the turn"
        name = "Evening" if game == games[0] else "Morning"
        assert f"Your turn in {name}" in told
        assert told.count(f"Your turn in {name}") == 1
        assert f"Your turn in {name}" not in reader.get("/notifications").text


def test_all_is_seen_by_a_button(site: Site, ada: Reader, ben: Reader) -> None:
    game_of(ada, ben)
    bell(site, ben)
    assert "Mark all as read" not in ben.send("/notifications/read").text
    assert bell(site, ben) == "Notifications"


def test_the_list_is_for_who_is_logged_in(site: Site) -> None:
    answer = Reader(site, site.app.test_client()).get("/notifications")
    assert answer.location.startswith("/log-in?next=")


def test_games_to_mute_are_listed_by_title(ada: Reader, ben: Reader) -> None:
    game_of(ada, ben)
    ada.site.catch_up()
    shown = ada.send("/account/notification-channels", kind="webhook", address="https://example.org/hook")
    assert "Evening" in text_of(shown)
