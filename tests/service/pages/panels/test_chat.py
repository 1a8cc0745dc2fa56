"""The chat on a game's page: with forms alone, and in two browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from projections.game_snapshot import current_of
from service.chat import posting
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.service.pages.conftest import Served, go_back
from tests.service.pages.reading import Reader, create_game, create_table, link_in, play_moves, text_of

ReaderFactory = Callable[[], Reader]


@pytest.fixture
def ada(reader: ReaderFactory) -> Reader:
    return reader().registered("Ada")


@pytest.fixture
def ben(reader: ReaderFactory) -> Reader:
    return reader().registered("Ben")


def unread(reader: Reader, path: str) -> str:
    """Return the text of the badge beside the chat; empty if it is hidden."""
    found = re.search(r'<span id="talk-unread"([^>]*)><span aria-hidden="true">(\d*)', reader.get(path).text)
    assert found is not None
    return "" if "hidden" in found[1] else found[2]


def test_lists_show_unread_messages_and_the_board(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    ada.send(f"{game}/chat", text="Hello")
    ada.send(f"{game}/chat", text="Ben?")
    ben.site.catch_up()
    assert "2 new messages" in text_of(ben.get("/"))
    assert "new message" not in text_of(ada.get("/"))
    shown = re.search(rf'src="({game}/miniature.webp[^"]*)"', ben.get("/").text)
    assert shown is not None
    drawn = ben.get(shown[1])
    assert drawn.mimetype == "image/webp"
    assert drawn.headers["Cache-Control"] == "private, max-age=86400"
    assert len(drawn.data) < 10_000
    ben.get(f"{game}/chat")
    assert "new message" not in text_of(ben.get("/"))


def test_chat_works_without_scripts(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben)
    play_moves(ada.site, game, 4)
    ada.send(f"{game}/chat", text="Why this, at #9?\r\n<b>And #99999?</b>")
    assert (unread(ada, game), unread(ben, game)) == ("", "1")
    page = ben.get(f"{game}/chat")
    assert "&lt;b&gt;And #99999?&lt;/b&gt;" in page.text
    assert "earlier position" in text_of(ben.get(link_in(page, "#9"))).lower()
    assert unread(ben, game) == ""
    taken = ada.send(f"{game}/chat/1/removal")
    assert "Deleted by the author" in text_of(taken)
    assert "Why this" not in taken.text
    refused = ada.send(f"{game}/chat", text="a\x07<b>")
    assert refused.status_code == 422
    assert "Text can't contain the control character U+0007. Remove it." in text_of(refused)
    assert "a\x07&lt;b&gt;</textarea>" in refused.text


def test_open_table_links_to_its_chat(ada: Reader, reader: ReaderFactory) -> None:
    table = ada.client.post(
        "/games/new", data={"ruleset": "toy", "name": "E", "seat-2": "player", "undo": "turn"}
    ).location
    ada.send(f"{table}/join", seat=0)
    chat = link_in(ada.get(table), "Open chat")
    assert "Who comes?" in text_of(ada.send(chat, text="Who comes?"))
    watching = reader().get(chat)
    assert "Who comes?" in text_of(watching)
    assert 'name="text"' not in watching.text


def test_older_messages_are_on_further_pages(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben, ruleset="toy")
    for number in range(1, 53):
        ada.send(f"{game}/chat", text=f"word {number}.")
    latest = ada.get(f"{game}/chat")
    assert "word 52." in latest.text
    assert "word 2." not in latest.text
    earlier = ada.get(link_in(latest, "Earlier messages"))
    assert "word 2." in earlier.text
    assert "word 3." not in earlier.text


def post_message(served: Served, address: str, text: str, by: str = "Ada") -> None:
    """Post a message as a player."""
    game = served.site.services.handler.games.game(address.rpartition("/")[2])
    now, at = current_of(game, game.id), datetime.now(UTC)
    posting.post(served.site.services.storage.database, now, served.user(by).id, text, at, text)


def open_chat(page: Page) -> None:
    tab = page.get_by_role("tab", name="Chat")
    tab.scroll_into_view_if_needed()
    tab.click()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_two_players_chat_beside_their_game(served: Served, size: tuple[int, int]) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ada = served.person("Ada", viewport={"width": size[0], "height": size[1]})
    ben = served.person("Ben", viewport={"width": size[0], "height": size[1]})
    ben.goto(address)
    ada.goto(address)
    expect(ben.locator("#talk-unread")).to_be_hidden()
    open_chat(ada)
    ada.get_by_label("New message", exact=True).fill("Look at #4")
    ada.keyboard.press("Control+Enter")
    expect(ada.locator("#talk-words")).to_contain_text("Look at #4")
    expect(ada.get_by_label("New message", exact=True)).to_have_value("")
    expect(ben.locator("#talk-unread")).to_contain_text("1 new message")
    open_chat(ben)
    expect(ben.locator("#talk-words")).to_contain_text("Look at #4")
    expect(ben.locator("#talk-unread")).to_be_hidden()
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.locator("#talk-words").get_by_role("link", name="#4", exact=True).click()
    expect(ben).to_have_url(re.compile(r"\?at=4$"))
    expect(ben.locator("#talk-words")).to_contain_text("Look at #4")
    ada.get_by_role("button", name=re.compile("^Delete")).click()
    expect(ada.locator("#talk-words")).to_contain_text("Deleted by the author")
    expect(ben.locator("#talk-words")).to_contain_text("Deleted by the author")
    ben.reload()
    expect(ben.locator("#talk-words")).to_contain_text("Deleted by the author")  # The tab stays selected.


def test_messages_from_others_appear_without_reloading(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ada, ben = served.person("Ada"), served.person("Ben")
    ben.add_init_script("setInterval = () => 0")
    ada.goto(f"{address}#talk")
    ben.goto(f"{address}#talk")
    messages = ben.locator("#talk-words")
    expect(messages).to_contain_text("No messages yet.")
    ben.get_by_label("New message", exact=True).fill("half typed")
    for text in ("Hello", "Are you there?"):
        ada.get_by_label("New message", exact=True).fill(text)
        ada.get_by_role("button", name="Send").click()
        expect(messages).to_contain_text(text)
    expect(messages.locator("li")).to_have_count(2)
    expect(ben.get_by_label("New message", exact=True)).to_have_value("half typed")
    ada.get_by_role("button", name="Delete message: Hello").click()
    expect(messages).to_contain_text("Deleted by the author")
    ben.get_by_role("tab", name="History").click()
    for number, text in enumerate(("Meanwhile", "And again"), start=1):
        post_message(served, address, text)
        expect(ben.locator("#talk-unread")).to_contain_text(f"{number} new message")
    ben.get_by_role("tab", name="Chat").click()
    expect(ben.locator("#talk-unread")).to_be_hidden()
    expect(messages).to_contain_text("And again")


LATE_VISIBILITY = """{
  const Observer = IntersectionObserver;
  window.IntersectionObserver = class extends Observer {
    constructor(act, more) {
      super((seen) => setTimeout(act, 400, seen), more);
    }
  };
}"""
"""Simulates a busy browser, which reports late what is visible."""


def test_messages_in_an_unselected_tab_stay_unread(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ben = served.person("Ben")
    ben.add_init_script(LATE_VISIBILITY)
    ben.goto(f"{address}#talk")
    expect(ben.locator("#talk-words")).to_contain_text("No messages yet.")
    ben.get_by_role("tab", name="History").click()
    post_message(served, address, "Meanwhile")
    expect(ben.locator("#talk-unread")).to_contain_text("1 new message")
    ben.get_by_role("tab", name="Chat").click()
    expect(ben.locator("#talk-words")).to_contain_text("Meanwhile")
    expect(ben.locator("#talk-unread")).to_be_hidden()


def test_messages_arrive_after_the_service_was_unreachable(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ben = served.person("Ben")
    ben.clock.install()
    ben.goto(f"{address}#talk")
    expect(ben.locator("#talk-words")).to_contain_text("No messages yet.")
    ben.route("**/chat", lambda route: route.abort())
    with ben.expect_event("requestfailed", lambda request: request.url.endswith("/chat")):
        post_message(served, address, "Hello")
    ben.unroute("**/chat")
    ben.clock.run_for(21_000)
    expect(ben.locator("#talk-words")).to_contain_text("Hello")


def test_new_messages_reach_table_pages_and_chat_pages(served: Served) -> None:
    address = served.table("Ada", "Ben", rules="toy")
    waiting, reading = served.person("Ben"), served.visitor()
    for page, path in ((waiting, address), (reading, f"{address}/chat")):
        page.add_init_script("setInterval = () => 0")
        page.goto(path)
    post_message(served, address, "Shall we?")
    expect(waiting.locator("#talk-unread")).to_contain_text("1 new message")
    expect(reading.locator("#talk-words")).to_contain_text("Shall we?")
    tables.start(served.site.services.handler, address.rpartition("/")[2], CommandContext(actor=served.user("Ada").id))
    expect(waiting.locator("main.game")).to_be_visible()
    expect(waiting.locator("#talk-unread")).to_contain_text("1 new message")
    post_message(served, address, "At last")
    expect(waiting.locator("#talk-unread")).to_contain_text("2 new messages")
    expect(reading.locator("#talk-words")).to_contain_text("At last")
    reading.locator("#talk-words").get_by_role("link", name="at #").last.click()
    expect(reading.locator("#board")).to_be_visible()
    go_back(reading)
    expect(reading.locator("#talk-words")).to_contain_text("At last")


def test_read_messages_stay_read_at_prefetched_positions(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    play_moves(served.site, address, 8, "random")
    latest = served.site.services.handler.games.game(address[-32:]).version
    post_message(served, address, "Hello")
    ben = served.person("Ben")
    ben.goto(address)
    with ben.expect_response(f"**/games/*at={latest - 3}"):
        ben.locator("#status").focus()
        ben.keyboard.press("ArrowLeft")
    expect(ben.locator("#talk-unread")).to_contain_text("1 new message")
    open_chat(ben)
    expect(ben.locator("#talk-unread")).to_be_hidden()
    ben.locator("#status").focus()
    ben.keyboard.press("ArrowLeft")
    expect(ben).to_have_url(re.compile(rf"at={latest - 2}$"))
    expect(ben.locator("#status")).to_contain_text(f"#{latest - 2} of")
    assert ben.locator("#talk-unread").is_hidden()


def test_unsent_message_shows_an_error_and_is_kept(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ada = served.person("Ada")
    ada.goto(f"{address}#talk")
    field = ada.get_by_label("New message", exact=True)
    field.fill("Too long")
    ada.route("**/chat", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    ada.get_by_role("button", name="Send").click()
    expect(ada.locator("#talk-trouble")).to_contain_text("Can't reach the server.")
    expect(field).to_have_value("Too long")
    ada.unroute("**/chat")
    field.fill("Too long to wait")
    ada.get_by_role("button", name="Send").click()
    expect(ada.locator("#talk-words")).to_contain_text("Too long to wait")
    expect(ada.locator("#talk-trouble")).to_be_hidden()


def test_private_table_chat_is_readable_with_its_invitation_link(
    ada: Reader, ben: Reader, reader: ReaderFactory
) -> None:
    table = create_table(ada, private="yes")
    link = re.search(r'value="http://localhost([^"]*invite=[^"]*)"', ada.get(table).text)
    assert link is not None
    invited = link[1].rpartition("=")[2]
    ben.send(f"{table}/join", seat=1, invite=invited)
    ada.send(f"{table}/join", seat=0)
    ada.send(f"{table}/chat", text="Between us")
    visitor = reader()
    assert visitor.get(f"{table}/chat").status_code == 404
    by_link = visitor.get(f"{table}/chat?invite={invited}")
    assert "Between us" in by_link.text
    assert f"invite={invited}" in link_in(by_link, "Back to the game")
    assert "Between us" in ben.get(f"{table}/chat").text


def test_branches_have_no_chat(ada: Reader, ben: Reader) -> None:
    game = create_game(ada, ben, ruleset="toy")
    branch = ada.send(f"{game}/branch", name="What if")
    assert 'id="tab-talk"' not in branch.text
    assert 'id="tab-talk"' in ada.get(game).text


def test_messages_below_the_sheet_on_a_phone_stay_unread(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    ben = served.person("Ben", viewport={"width": 390, "height": 844})
    ben.goto(address)
    open_chat(ben)
    ben.locator("#talk-words").scroll_into_view_if_needed()
    expect(ben.locator("#talk-words")).to_contain_text("No messages yet.")
    for _ in range(2):
        ben.locator("#grip").press("ArrowDown")
    ben.locator(".side").evaluate("side => side.scrollTo(0, 0)")
    expect(ben.locator("#talk-words")).not_to_be_in_viewport()
    post_message(served, address, "Hello")
    expect(ben.locator("#talk-unread")).to_contain_text("1 new message")
    for _ in range(2):
        ben.locator("#grip").press("ArrowUp")
    ben.locator("#talk-words").scroll_into_view_if_needed()
    expect(ben.locator("#talk-words")).to_contain_text("Hello")
    expect(ben.locator("#talk-unread")).to_be_hidden()


def test_a_refused_message_stays_in_the_form_while_others_post(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    author = served.person("Ben")
    author.goto(f"{address}/chat")
    author.evaluate("""() => {
        document.getElementById("saying").value = "a\\u0007 half";
        HTMLFormElement.prototype.submit.call(document.getElementById("say"));
    }""")
    expect(author.locator("#talk-trouble")).to_contain_text("control character U+0007")
    author.get_by_label("New message", exact=True).fill("a half")
    post_message(served, address, "Hello")
    expect(author.locator("#talk-words")).to_contain_text("Hello")
    expect(author.get_by_label("New message", exact=True)).to_have_value("a half")
