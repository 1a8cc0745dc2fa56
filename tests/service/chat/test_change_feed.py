"""The change feed of a chat: its listeners get every change by any user."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from service.administration import roles
from service.chat.change_feed import ChangedChats, numbers
from service.runtime.pubsub import of_chat
from tests.service.chat.test_posting import post_message
from tests.service.sites import Person, Site


def changes(site: Site, game: str) -> int:
    with site.services.storage.database.reading() as rows:
        return numbers(rows, [game])[game]


def test_posting_and_removing_messages_count_as_changes(site: Site, game: str, ada: Person, ben: Person) -> None:
    assert changes(site, game) == 0
    post_message(ada, game, "Once", **{"Idempotency-Key": "k"})
    post_message(ada, game, "Once", **{"Idempotency-Key": "k"})
    assert changes(site, game) == 1
    post_message(ben, game, "An insult")
    ada.delete(f"/games/{game}/chat/1")
    assert changes(site, game) == 3
    olga = site.person("Olga")
    roles.appoint(site.services.storage.database, olga.id)
    olga.post(f"/admin/games/{game}/chat/2/removal", {"reason": "It insults Ada"})
    assert changes(site, game) == 4
    post_message(ben, game, "Farewell")
    assert ben.delete("/users/me", json={"password": "password of Ben"}).status_code == 204
    assert changes(site, game) == 6


def test_polling_misses_no_change_in_busy_chats(site: Site, ada: Person, ben: Person) -> None:
    games = [site.game(ada, ben) for _ in range(4)]
    feed = ChangedChats()
    known: dict[str, int] = {}

    def poll() -> None:
        with site.services.storage.database.reading() as rows:
            changed = feed(rows)
        known.update({game: changes(site, game) for game in games if of_chat(game) in changed})

    post_message(ada, games[0], "Before anybody looks")
    poll()
    assert known == {}
    with ThreadPoolExecutor(len(games)) as pool:
        futures = [pool.submit(post_message, ben, game, f"word {word}") for word in range(5) for game in games]
        while not all(future.done() for future in futures):
            poll()
    poll()
    assert [known[game] for game in games] == [6, 5, 5, 5]
