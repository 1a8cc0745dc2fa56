"""Guided first games: each opening move is explained and made as the page asks, then the game continues."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Union

import msgspec
import pytest
from playwright.sync_api import Page, expect

from domain.aggregate import Game
from domain.game import Command, rulesets
from domain.tutorials import guides
from service.workers.bot_runner import BotRunner
from tests.golden.clicks import of_command, picks_of
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, play_moves, text_of
from tests.service.sites import Site
from tests.whole_games import player as whole_games
from tests.whole_games.player import COUNTED, STATE, WINDOW

GUIDED = {name: guide for name, rules in rulesets().items() if (guide := guides.of_game(rules)) is not None}


def start_guided_game(guest: Reader, rules: str) -> str:
    response = guest.send("/play-as-guest", ruleset=rules, guided="yes")
    assert response.status_code == 200
    return response.request.path


def decode_command(rules: str, move: guides.GuidedMove) -> Command:
    # The classes are known only at run time.
    command: Command = msgspec.json.decode(move.command, type=Union[rulesets()[rules].commands])  # noqa: UP007
    return command


class Player:
    """A guest who makes the moves of the move panel through the API."""

    def __init__(self, guest: Reader, address: str) -> None:
        self.guest, self.address = guest, address
        self.stream = address.rpartition("/")[2]
        self.bots = BotRunner(guest.site.services.handler)

    def move(self, command: object) -> None:
        version = self.guest.site.services.handler.games.game(self.stream).version
        response = self.guest.client.post(
            f"/api{self.address}/moves",
            json={"command": command, "ends_turn": True},
            headers={"Origin": "http://localhost", "If-Match": f'"{version}"'},
        )
        assert response.status_code == 200, response.text

    def move_by_prompts(self, command: Command) -> object:
        """Return the move that results from choosing as for this command and changing no suggestion."""
        games = self.guest.site.services.handler.games
        game = games.game(self.stream)
        wanted = picks_of(game.ruleset, game.ruleset.view(games.position(game), 0), 0, command)
        picks: list[str] = []
        while "command" not in (choices := self._choices(picks)):
            taken = [option["value"] for option in choices["taken"]]
            assert taken == wanted[: len(taken)]
            picks = [*taken, wanted[len(taken)]]
        return choices["command"]

    def _choices(self, picks: Sequence[str]) -> dict[str, Any]:
        response = self.guest.client.get(f"/api{self.address}/board-choices", query_string={"picks": picks})
        assert response.status_code == 200, response.text
        return {name: value for name, value in response.json.items() if value is not None}

    def reply(self) -> None:
        """Let the bot make its moves."""
        while self.bots.move(self.stream):
            pass

    def page(self) -> str:
        return text_of(self.guest.get(self.address))


@pytest.fixture
def guest(reader: Callable[[], Reader]) -> Reader:
    return reader()


@pytest.mark.parametrize("rules", sorted(GUIDED))
def test_every_opening_move_is_explained_and_the_game_continues(guest: Reader, rules: str) -> None:
    guide = GUIDED[rules]
    player = Player(guest, start_guided_game(guest, rules))
    for move in guide.moves:
        if not move.text:
            player.reply()
            continue
        html = guest.get(player.address)
        assert move.text in text_of(html)
        assert move.task in text_of(html)
        assert all(f'data-element="{part}"' in html.text for part in move.show), move.text
        assert player.move_by_prompts(decode_command(rules, move)) == json.loads(move.command)
        player.move(json.loads(move.command))
    player.reply()
    assert guide.end in player.page()
    assert "The game goes on against the bot." in player.page()
    assert rulesets()[rules].to_act(_position(guest.site, player.stream))[0].seat == 0
    play_moves(guest.site, player.address, 4)
    assert guide.end not in player.page()
    assert "Leave the guide" not in player.page()


@pytest.mark.parametrize(
    ("rules", "actions"),
    {
        "brass-birmingham": {"build", "network", "develop", "sell", "loan", "scout"},
        "brass-lancashire": {"build", "network", "develop", "sell", "loan"},
        "barrage": {
            *("construct", "use_space", "take_contract", "fulfil_contract"),
            *("produce", "build_free", "place_drop"),
        },
        "arkwright": {
            *("build", "hire", "add_distribution", "stock_exchange"),
            *("set_price", "advance", "take_card", "produce"),
        },
    }.items(),
)
def test_the_opening_introduces_the_main_actions_one_by_one(rules: str, actions: set[str]) -> None:
    own = [move for move in GUIDED[rules].moves if move.text]
    assert len(own) >= 8
    assert all(move.task and move.show for move in own)
    assert {json.loads(move.command)["action"] for move in own} == actions
    assert not any("pass" in json.loads(move.command)["action"] for move in GUIDED[rules].moves)


def _position(site: Site, stream: str) -> object:
    games = site.services.handler.games
    return games.position(games.game(stream))


def test_another_move_stops_the_guide_and_undo_returns_to_it(guest: Reader) -> None:
    player = Player(guest, start_guided_game(guest, "brass-lancashire"))
    first = GUIDED["brass-lancashire"].moves[0]
    player.move({"action": "loan", "card": "manchester", "money": 10})
    player.reply()
    html = guest.get(player.address)
    assert "You made another move, so the guide stops here." in text_of(html)
    form = html.text.split('id="guide"')[1].split("</section>")[0]
    version, to = (re.search(f'name="{name}" value="([^"]*)"', form)[1] for name in ("version", "to"))
    guest.send(f"{player.address}/undo", version=version, to=to)
    assert first.text in player.page()


def test_player_can_leave_the_guide_and_return_to_it(guest: Reader) -> None:
    player = Player(guest, start_guided_game(guest, "brass-lancashire"))
    text = GUIDED["brass-lancashire"].moves[0].text
    assert "Leave the guide" in player.page()
    assert text not in text_of(guest.send(f"{player.address}/guide", leave="yes"))
    assert text in text_of(guest.send(f"{player.address}/guide", **{"return": "yes"}))


def test_other_games_have_no_guide(guest: Reader) -> None:
    address = guest.send("/play-as-guest", ruleset="brass-lancashire").request.path
    assert "Leave the guide" not in text_of(guest.get(address))


@pytest.mark.parametrize("rules", sorted(GUIDED))
def test_the_opening_is_played_by_clicks_in_the_move_panel(served: Served, rules: str) -> None:
    page, guide = served.visitor(viewport=WINDOW), GUIDED[rules]
    page.add_init_script(COUNTED)
    page.goto("/")
    page.get_by_role("button", name=f"Guided first game: {rulesets()[rules].title}").click()
    page.wait_for_url("**/games/*")
    clicks, bots = whole_games.Player(served.site, page), BotRunner(served.site.services.handler)
    stream = page.url.rpartition("/")[2]
    ended = False
    for own, moves in groupby(guide.moves, lambda move: bool(move.text)):
        for move in moves if own else ():
            expect(page.locator("#guide")).to_contain_text(move.task)
            expect(page.locator(".offer-ring.guided:visible").first).to_be_visible()
            page.wait_for_function(f"() => ({STATE})() === 'asked'", polling=30)
            _make(served.site, clicks, page, stream, decode_command(rules, move), ending=ended)
            ended = _end_turn(served.site, page, stream) or ended
        while bots.move(stream):
            pass
    expect(page.locator("#guide")).to_contain_text("The game goes on against the bot.")
    assert not served.faults


def test_guide_outlines_parts_in_each_tab_on_a_phone(served: Served) -> None:
    page = served.visitor(viewport={"width": 390, "height": 844})
    page.goto("/")
    page.get_by_role("button", name="Guided first game: Brass: Birmingham").click()
    outline = page.locator("#board .offer-ring.guided")
    expect(outline.first).to_be_visible()
    page.get_by_role("tab", name="Yours").click()
    expect(outline.first).to_be_hidden()
    page.get_by_role("tab", name="Map").click()
    expect(outline.first).to_be_visible()
    page.locator("#chooser .options button").filter(has_text="Build").click()
    expect(page.locator("#guide .task")).to_be_visible()
    expect(page.locator("#guide .guide-text")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator("#guide .guide-text")).to_be_visible()
    page.get_by_role("tab", name="Charts").click()
    expect(page.locator("#guide .task")).to_be_visible()
    expect(page.locator("#guide .guide-text")).to_be_hidden()


def _make(site: Site, clicks: whole_games.Player, page: Page, stream: str, wanted: Command, *, ending: bool) -> None:
    """Make a move with the fewest clicks, changing no suggestion; with ``ending``, end the turn if possible."""
    games = site.services.handler.games
    game = games.game(stream)
    view = game.ruleset.view(games.position(game), 0)
    found = of_command(guides.suggesting_rules(game, view, 0), view, 0, wanted)
    assert found is not None, wanted
    assert not any(click.kind in ("open", "take") for click in found[1])
    for click in found[1]:
        clicks.click(click)
    buttons = page.locator("#chooser .preview ~ .buttons button:not(.cancel)")
    (buttons.last if ending else buttons.first).click()
    expect(page.locator("main")).not_to_have_attribute("data-version", str(game.version))
    assert _commands(games.game(stream), since=game.version)[0] == wanted


def _commands(game: Game, since: int) -> list[Command]:
    """Return the commands after a version."""
    facts = [record.fact for record in game.records[since:] if isinstance(record.fact, game.ruleset.facts)]
    return [command for fact in facts if (command := game.ruleset.recover(fact)) is not None]


def _end_turn(site: Site, page: Page, stream: str) -> bool:
    """End the player's turn if the last move did not; return whether this was necessary."""
    game = site.services.handler.games.game(stream)
    if game.ruleset.to_act(site.services.handler.games.position(game))[0].seat != 0:
        return False
    page.locator(f"main[data-version='{game.version}']").wait_for()
    page.wait_for_function(f"() => ({STATE})() === 'asked'", polling=30)
    button = page.locator("#chooser").get_by_role("button", name="End turn", exact=True)
    if not button.count():
        return False
    button.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", str(game.version))
    return True
