"""A user's pages without scripts: signing up, logging in and out, sessions, tokens, the feed of turns."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tests.service.pages.reading import Reader, create_game, create_table, faults_in, link_in, play_moves, text_of

ReaderFactory = Callable[[], Reader]


class TestAccounts:
    def test_signing_up_logs_in_and_opens_the_lobby(self, reader: ReaderFactory) -> None:
        newcomer = reader()
        response = newcomer.send("/sign-up", name="Ada", password="password of Ada")
        assert "No games are waiting for you." in response.text
        assert ">Ada</a>" in response.text

    def test_errors_are_shown_beside_the_field(self, ada: Reader, reader: ReaderFactory) -> None:
        response = reader().send("/sign-up", name="ADA", password="long enough")
        assert response.status_code == 422
        assert "This name, or one that looks like it, is taken." in response.text
        response = reader().send("/sign-up", name="Cleo", password="short")
        assert response.status_code == 422
        assert 'aria-describedby="fault-password"' in response.text

    def test_a_wrong_password_does_not_log_in(self, ada: Reader, reader: ReaderFactory) -> None:
        response = reader().send("/log-in", name="Ada", password="not the password")
        assert response.status_code == 422
        assert "Wrong username or password." in response.text

    def test_pages_for_users_require_login_and_return_after_it(self, ada: Reader, reader: ReaderFactory) -> None:
        visitor = reader()
        response = visitor.get("/account")
        assert response.status_code == 303
        response = visitor.send(response.location, name="Ada", password="password of Ada")
        assert response.request.path == "/account"

    @pytest.mark.parametrize("link", ["Log in", "Sign up"])
    def test_invited_user_returns_to_the_private_table(self, ada: Reader, reader: ReaderFactory, link: str) -> None:
        table = create_table(ada, private="yes", ruleset="toy")
        invited = re.search(rf'value="http://localhost({table}\?invite=\w+)"', ada.get(table).text)
        assert invited is not None
        visitor = reader()
        if link == "Log in":
            visitor.registered("Ben").send("/log-out")
        form = link_in(visitor.get(invited[1]), link)
        other_form = link_in(visitor.get(form), "Sign up" if link == "Log in" else "Log in")
        form_again = link_in(visitor.get(other_form), link)
        refused = visitor.client.post(form_again, data={"name": "Ben", "password": "short"})
        assert refused.status_code == 422
        assert link_in(refused, link) == form
        arrived = visitor.send(form, name="Ben", password="password of Ben")
        assert arrived.request.full_path == invited[1]
        assert ">Join<" in arrived.text

    def test_a_logged_in_user_is_redirected_at_once(self, ada: Reader) -> None:
        assert ada.get("/log-in?next=/account").location == "/account"

    def test_logged_out_user_returns_to_the_page_of_the_form(self, ada: Reader, reader: ReaderFactory) -> None:
        table = f"{create_table(ada, ruleset='toy')}?invite=abc"
        visitor = reader()
        for page, form in ((table, f"{table.partition('?')[0]}/join"), ("/account", "/account/tokens")):
            referer = {"Referer": f"http://localhost{page}", "Origin": "http://localhost"}
            redirected = visitor.client.post(form, data={"seat": 1}, headers=referer)
            assert parse_qs(urlsplit(redirected.location).query) == {"next": [page]}
        for odd in ("", "http://[", "https://elsewhere.example/account"):
            redirected = visitor.client.post("/account/tokens", headers={"Referer": odd, "Origin": "http://localhost"})
            assert redirected.location == "/log-in"

    @pytest.mark.parametrize(
        "elsewhere",
        [
            "https://elsewhere.example/",
            "//elsewhere.example",
            "/\\elsewhere.example",
            "/\t/elsewhere.example",
            "/\r\nSet-Cookie: own=theirs",
        ],
    )
    def test_logging_in_never_redirects_to_another_site(
        self, ada: Reader, reader: ReaderFactory, elsewhere: str
    ) -> None:
        visitor = reader()
        form = {"name": "Ada", "password": "password of Ada", "next": elsewhere}
        assert visitor.client.post("/log-in", data=form).location == "/"

    def test_a_token_is_shown_once(self, ada: Reader) -> None:
        command = re.search(r'name="command" value="([^"]+)"', ada.get("/account").text)
        assert command is not None
        form = {"label": "my script", "command": command[1]}
        first = ada.client.post("/account/tokens", data=form)
        assert first.headers["Cache-Control"] == "no-store"
        assert first.headers.getlist("Set-Cookie") == [], "cookies are stored on disk"
        token = re.search(r"dbk_[\w-]+", first.text)
        assert token is not None
        assert "dbk_" not in ada.client.post("/account/tokens", data=form).text, (
            "reloading the page does not show it again"
        )
        again = ada.get("/account")
        assert token[0] not in again.text
        assert "my script" in again.text
        used = ada.site.app.test_client().get("/api/users/me", headers={"Authorization": f"Bearer {token[0]}"})
        assert used.json["name"] == "Ada"
        [revoke] = re.findall(r'action="(/account/tokens/\w+/revoke)"', again.text)
        assert "No tokens yet." in ada.send(revoke).text

    def test_a_new_password_keeps_this_session_and_ends_the_others(self, ada: Reader, reader: ReaderFactory) -> None:
        ada.send("/account/tokens", label="my script")
        assert "revokes all your API tokens" in ada.get("/account").text
        elsewhere = reader()
        elsewhere.send("/log-in", name="Ada", password="password of Ada")
        wrong = ada.send("/account/password", old="a guess", password="another password")
        assert wrong.status_code == 422
        assert faults_in(wrong) == [("old", "Wrong password. Try again.")]
        done = ada.send("/account/password", old="password of Ada", password="another password")
        assert "Password changed." in done.text
        assert "No tokens yet." in done.text
        assert elsewhere.get("/account").status_code == 303

    def test_sessions_are_listed_and_ended(self, ada: Reader, reader: ReaderFactory) -> None:
        firefox = {"HTTP_USER_AGENT": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
        others = [reader() for _ in range(3)]
        for other in others:
            other.client.environ_base.update(firefox)
            other.send("/log-in", name="Ada", password="password of Ada")
        page = ada.get("/account").text
        assert page.count("Firefox on Linux") == 6, "in the row and in its button"
        assert page.count(">This browser</span>") == 1
        ends = re.findall(r'action="(/account/sessions/\w+/end)"', page)
        assert len(ends) == 3
        assert page.index(">This browser</span>") < page.index(ends[0])
        ended = ada.send(ends[0]).text
        assert "Session ended." in ended
        assert len(re.findall(r'action="/account/sessions/\w+/end"', ended)) == 2
        assert sorted(other.get("/account").status_code for other in others) == [200, 200, 303]
        done = ada.send("/account/sessions/end-others")
        assert "Other sessions ended." in done.text
        assert "Firefox" not in done.text
        assert [other.get("/account").status_code for other in others] == [303, 303, 303]

    def test_logging_out(self, ada: Reader) -> None:
        assert "Log in" in text_of(ada.send("/log-out"))

    def test_next_user_of_a_browser_does_not_get_the_note(self, ada: Reader, ben: Reader) -> None:
        ben_too = {"name": "Ben", "password": "password of Ben"}
        for log_out in (True, False):
            ada.client.post("/account/sessions/end-others")
            if log_out:
                ada.send("/log-out")
            ada.send("/log-in", **ben_too)
            assert ">Ben</a>" in ada.get("/").text
            assert 'class="note' not in ada.get("/account").text
            ada.send("/log-in", name="Ada", password="password of Ada")
        ada.client.post("/account/sessions/end-others")
        assert ada.client.post("/api/session", json=ben_too).status_code == 200
        assert 'class="note' not in ada.get("/account").text
        ada.client.post("/account/sessions/end-others")
        assert 'class="note' in ada.get("/account").text, "the note is for this user"


ATOM = "{http://www.w3.org/2005/Atom}"


class TestFeed:
    def entries(self, reader: Reader, address: str) -> list[Element]:
        response = reader.get(address)
        assert response.content_type == "application/atom+xml"
        return ElementTree.fromstring(response.data).findall(f"{ATOM}entry")

    def address(self, ada: Reader) -> str:
        found = re.search(r'id="feed"\s+value="http://localhost(/users/[^"]+)"', ada.get("/account").text)
        assert found is not None
        return found[1]

    def test_anyone_with_the_address_sees_each_turn(self, ada: Reader, ben: Reader, reader: ReaderFactory) -> None:
        address, visitor = self.address(ada), reader()
        assert self.entries(visitor, address) == []
        game = create_game(ada, ben, ruleset="toy", name="Up & down")
        (entry,) = self.entries(visitor, address)
        assert entry.findtext(f"{ATOM}title") == "Your turn in Up & down"
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.attrib["href"] == f"http://localhost{game}"
        play_moves(ada.site, game, 3, bot="best")
        assert self.entries(visitor, address) == []
        play_moves(ada.site, game, 3, bot="best")
        (again,) = self.entries(visitor, address)
        assert again.findtext(f"{ATOM}id") != entry.findtext(f"{ATOM}id")

    def test_address_is_secret_and_changes_with_the_password(self, ada: Reader, reader: ReaderFactory) -> None:
        address = self.address(ada)
        assert reader().get(address[:-1] + "x").status_code == 404
        assert reader().get(address.partition("?")[0]).status_code == 404
        ada.send("/account/password", old="password of Ada", password="another password")
        assert self.address(ada) != address
        assert reader().get(address).status_code == 404
