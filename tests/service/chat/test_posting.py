"""The chat at a table: posting, reading and deleting messages."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.service.sites import Person, Site


def post_message(person: Person, game: str, text: str, **headers: str) -> dict[str, Any]:
    posted = person.post(f"/games/{game}/chat", {"text": text}, headers=headers)
    assert posted.status_code == 201, posted.text
    return dict(posted.json)


def message_texts(person: Person, game: str, query: str = "") -> list[str]:
    return [message["text"] for message in person.get(f"/games/{game}/chat{query}").json["messages"]]


def test_messages_reach_other_players_in_order(game: str, ada: Person, ben: Person) -> None:
    version = ada.get(f"/games/{game}").json["version"]
    first = post_message(ada, game, "A good game to you")
    assert (first["number"], first["name"], first["seat"], first["version"]) == (1, "Ada", 0, version)
    post_message(ben, game, "And to you\nWhy coins at #4?")
    chat = ben.get(f"/games/{game}/chat").json
    assert [(message["name"], message["text"], message["yours"]) for message in chat["messages"]] == [
        ("Ada", "A good game to you", False),
        ("Ben", "And to you\nWhy coins at #4?", True),
    ]
    assert (chat["earlier"], chat["can_post"]) == (None, True)
    assert ada.get(f"/games/{game}").json["version"] == version
    assert "A good game" not in ada.get(f"/games/{game}/export").text


def test_chat_is_paginated(game: str, ada: Person) -> None:
    for number in range(1, 6):
        post_message(ada, game, f"word {number}")
    last = ada.get(f"/games/{game}/chat?limit=2").json
    assert ([message["number"] for message in last["messages"]], last["earlier"]) == ([4, 5], 4)
    assert message_texts(ada, game, "?limit=3&before=4") == ["word 1", "word 2", "word 3"]
    assert ada.get(f"/games/{game}/chat?limit=3&before=4").json["earlier"] is None


def test_unchanged_chat_is_not_sent_again(game: str, ada: Person, ben: Person) -> None:
    tag = ben.get(f"/games/{game}/chat").headers["ETag"]
    assert ben.get(f"/games/{game}/chat", headers={"If-None-Match": tag}).status_code == 304
    message = post_message(ada, game, "Now")
    after = ben.get(f"/games/{game}/chat", headers={"If-None-Match": tag})
    assert after.status_code == 200
    ada.delete(f"/games/{game}/chat/{message['number']}")
    assert ben.get(f"/games/{game}/chat", headers={"If-None-Match": after.headers["ETag"]}).status_code == 200


def test_idempotency_key_posts_a_message_once(site: Site, game: str, ada: Person) -> None:
    first = post_message(ada, game, "Once", **{"Idempotency-Key": "k"})
    assert post_message(ada, game, "Once", **{"Idempotency-Key": "k"}) == first
    with site.services.storage.database.transaction() as rows:
        rows.execute("DELETE FROM stored_responses")  # As if the process had died before it stored the response.
    assert post_message(ada, game, "Once", **{"Idempotency-Key": "k"}) == first
    assert message_texts(ada, game) == ["Once"]


def test_concurrent_messages_get_consecutive_numbers(game: str, ada: Person, ben: Person) -> None:
    with ThreadPoolExecutor(4) as pool:
        posted = list(pool.map(lambda number: post_message((ada, ben)[number % 2], game, f"word {number}"), range(12)))
    assert sorted(message["number"] for message in posted) == list(range(1, 13))


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 2001, "a\u202eb", "a\x00b"])
def test_an_invalid_message_is_refused(game: str, ada: Person, text: str) -> None:
    assert ada.post(f"/games/{game}/chat", {"text": text}).status_code == 422
    assert message_texts(ada, game) == []


ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "text", ["Ω ж 漢 👩\u200d🚀\n\nzwei", "Ah\u202f!\u00a0Oui", "漢字\u3000です", "a\tb", "می\u200cروم", ENGLAND]
)
def test_text_in_any_script_is_accepted(game: str, ada: Person, text: str) -> None:
    assert post_message(ada, game, text)["text"] == text
    assert message_texts(ada, game) == [text]


def test_authors_can_delete_only_their_own_messages(site: Site, game: str, ada: Person, ben: Person) -> None:
    post_message(ada, game, "My hand is bad", **{"Idempotency-Key": "k"})
    refused = ben.delete(f"/games/{game}/chat/1")
    assert (refused.status_code, refused.json["detail"]) == (409, "You can only delete your own messages.")
    assert ada.delete(f"/games/{game}/chat/2").status_code == 404
    assert ada.delete(f"/games/{game}/chat/1").status_code == 204
    assert ada.delete(f"/games/{game}/chat/1").status_code == 204
    (message,) = ben.get(f"/games/{game}/chat").json["messages"]
    assert (message["text"], message["removed"], message["name"]) == ("", "author", "Ada")
    with site.services.storage.database.reading() as rows:
        for table in ("chat_messages", "stored_responses"):
            assert "My hand" not in str(rows.execute(f"SELECT * FROM {table}"))
    assert post_message(ben, game, "Next")["number"] == 2


def test_other_stored_responses_stay_when_a_message_is_deleted(site: Site, game: str, ada: Person) -> None:
    post_message(ada, game, "one", **{"Idempotency-Key": "1"})
    post_message(ada, game, "Ada", **{"Idempotency-Key": "2"})
    for _ in range(2):
        assert ada.delete(f"/games/{game}/chat/2").status_code == 204
    with site.services.storage.database.reading() as rows:
        kept = {row["idempotency_key"] for row in rows.execute("SELECT idempotency_key FROM stored_responses")}
    assert kept == {"1"}


def test_chat_stays_open_after_the_game_ends(site: Site, game: str, ada: Person, ben: Person) -> None:
    site.finish(game, ada, ben)
    post_message(ben, game, "Well played")
    assert message_texts(ada, game) == ["Well played"]


def test_chat_is_open_before_the_game_starts(site: Site, ada: Person, ben: Person) -> None:
    table = site.table(ada)
    assert ada.post(f"/games/{table}/join", {"seat": 0}).status_code == 200
    post_message(ada, table, "Who comes?")
    assert message_texts(ben, table) == ["Who comes?"]


def test_unread_messages_from_others_are_counted_until_read(game: str, ada: Person, ben: Person) -> None:
    def unread(person: Person) -> int:
        return int(person.get(f"/games/{game}/chat").json["unread"])

    for text in ("one", "two", "three"):
        post_message(ada, game, text)
    assert (unread(ada), unread(ben)) == (0, 3)
    assert ben.put(f"/games/{game}/chat/read", {"number": 2}).status_code == 204
    assert unread(ben) == 1
    ben.put(f"/games/{game}/chat/read", {"number": 1})
    assert unread(ben) == 1
    ada.delete(f"/games/{game}/chat/3")
    assert unread(ben) == 0
    ben.put(f"/games/{game}/chat/read", {"number": 999})
    post_message(ada, game, "four")
    assert unread(ben) == 1


@pytest.mark.parametrize("number", [0, 10**9, 10**30])
def test_a_message_number_that_does_not_exist_is_not_found(game: str, ada: Person, number: int) -> None:
    post_message(ada, game, "Hello")
    assert ada.delete(f"/games/{game}/chat/{number}").status_code == 404
    assert ada.client.get(f"/games/{game}/chat?before={number}").status_code == 200
