"""Automas on the page: a solo game in two clicks, tables with automas, and how their seats look."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.service.pages.conftest import Served, make_first_move_and_wait
from tests.service.pages.reading import Reader, address_in, create_table, text_of

WINDOWS = [{"viewport": {"width": 1440, "height": 900}}, {"viewport": {"width": 390, "height": 800}, "has_touch": True}]


@pytest.mark.parametrize("look", WINDOWS, ids=["window", "phone"])
def test_solo_game_starts_two_clicks_from_the_lobby(served: Served, look: dict[str, object]) -> None:
    ada = served.person("Ada", **look)
    ada.goto("/")
    ada.get_by_role("link", name="Play solo").click()
    expect(ada.get_by_role("heading", name="Solo play")).to_be_visible()
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert ada.evaluate(fits)
    toy = ada.locator("section", has=ada.get_by_role("heading", name="High and Low"))
    toy.get_by_role("button", name="Keen", exact=True).click()
    expect(ada.locator("#status")).to_contain_text("Your turn")
    expect(ada.locator("#players tbody").nth(1)).to_contain_text(re.compile("Automa.*Keen"))
    assert ada.evaluate(fits)
    ada.get_by_role("button", name="take_coins").click()
    ada.get_by_role("button", name="Confirm", exact=True).click()
    ada.get_by_role("button", name="end_turn").click()
    ada.get_by_role("button", name=re.compile("Confirm|End turn")).click()
    expect(ada.locator("#happened")).to_contain_text("Automa calls")
    expect(ada.locator("#status")).to_contain_text("Your turn")
    ada.get_by_role("button", name="Undo", exact=True).click()
    expect(ada.locator("#entries li.abandoned", has_text="Automa calls")).to_be_attached()


def test_barrage_against_three_automas_is_played_by_clicking(served: Served) -> None:
    ada = served.person("Ada")
    ada.goto("/games/solo")
    barrage = ada.locator("section", has=ada.get_by_role("heading", name="Barrage"))
    for number, level in ((1, "Low Voltage"), (2, "High Voltage"), (3, "Overpowered")):
        barrage.get_by_label(f"Automa {number}").select_option(level)
    barrage.get_by_role("button", name="Start game").click()
    expect(ada.locator("#players tbody .tag")).to_have_count(3)
    for _ in range(4):
        expect(ada.locator("#status")).to_contain_text("Your turn")
        make_first_move_and_wait(ada)
    game = served.site.services.handler.games.game(address_in(ada.url).rpartition("/")[2])
    assert {record.seat for record in game.records} >= {0, 1, 2, 3}, "automas have acted"


class TestWithoutScripts:
    def test_solo_game_against_one_automa_starts(self, ada: Reader) -> None:
        assert 'href="/games/solo"' in ada.get("/").text
        page = ada.send("/games/solo", **{"ruleset": "toy", "option-automas-1": "gentle"})
        assert "Your turn" in text_of(page)
        assert "Gentle" in text_of(page)
        assert "Always" in text_of(page)

    def test_solo_game_against_several_automas_starts(self, ada: Reader) -> None:
        chosen = {"option-automas-1": "gentle", "option-automas-2": "keen"}
        page = text_of(ada.send("/games/solo", ruleset="toy", **chosen))
        assert "Automa 1 Gentle" in page
        assert "Automa 2 Keen" in page
        assert "The table was opened with 3 seats. Automas: Gentle and Keen." in page

    def test_invalid_automas_are_refused_and_choices_kept(self, ada: Reader) -> None:
        nobody = ada.send("/games/solo", ruleset="toy")
        assert nobody.status_code == 422
        assert "can't be played by 1 player" in text_of(nobody)
        odd = ada.send("/games/solo", **{"ruleset": "toy", "option-automas-1": "keen", "option-automas-2": "mild"})
        assert odd.status_code == 422
        assert re.search(r'value="keen"\s+selected', odd.text)

    def test_only_solo_games_are_listed(self, ada: Reader) -> None:
        page = ada.get("/games/solo").text
        assert "High and Low" in page
        assert "Arkwright" in page
        assert "Birmingham" not in page

    def test_form_submitted_twice_opens_one_game(self, ada: Reader) -> None:
        form = {"ruleset": "toy", "option-automas-1": "keen", "command": "a" * 32}
        first, again = (ada.client.post("/games/solo", data=form).location for _ in range(2))
        assert address_in(first) == address_in(again)

    def test_visitors_are_redirected_to_log_in(self, reader: Callable[[], Reader]) -> None:
        assert "/log-in" in reader().client.get("/games/solo").location


class TestTables:
    def test_table_can_be_opened_with_automas(self, ada: Reader) -> None:
        form = ada.get("/games/new?ruleset=toy")
        assert "option-automas" not in form.text, "each seat is a single choice"
        assert form.text.index("Automa: Gentle<") < form.text.index("Automa: Keen<")
        address = create_table(ada, ruleset="toy", **{"seat-2": "bot:best", "seat-3": "automa:keen"})
        page = ada.get(address)
        assert "All seats are taken" in text_of(page)
        assert "Automas: Keen" in text_of(page)
        automa = next(item for item in re.findall(r"<li>.*?</li>", page.text, re.DOTALL) if "<strong>Automa" in item)
        assert "Keen" in automa
        assert "<button" not in automa, "the automa's seat offers no action"

    def test_choices_are_kept_after_an_error(self, ada: Reader) -> None:
        chosen = {"seat-2": "automa:keen", "seat-3": "automa:gentle", "option-coins": "many"}
        page = ada.send("/games/new", ruleset="toy", name="x", undo="turn", **chosen)
        assert page.status_code == 422
        assert re.findall(r'value="([a-z:]+)" selected', page.text)[:2] == ["automa:keen", "automa:gentle"]
        odd = ada.send("/games/new", ruleset="toy", name="x", undo="turn", **{"seat-2": "automa:mild"})
        assert (odd.status_code, "The value “mild” isn't allowed." in text_of(odd)) == (422, True)

    def test_lists_label_automas(self, ada: Reader) -> None:
        ada.send("/games/solo", **{"ruleset": "toy", "option-automas-1": "keen"})
        assert re.search(r"Automa Keen", text_of(ada.get("/")))

    def test_seat_of_an_automa_cannot_be_joined(self, ada: Reader) -> None:
        address = create_table(ada, ruleset="toy", **{"seat-2": "player", "seat-3": "automa:keen"})
        page = ada.send(f"{address}/join", seat=2)
        assert "belongs to an automa" in text_of(page)
