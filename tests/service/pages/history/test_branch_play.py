"""Playing the moves of a branch in the game: preview, confirmation, result."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from lxml import html
from playwright.sync_api import Page, expect

from domain import play
from domain.game import random_command, rulesets
from service.usecases import branches, moves
from service.usecases.command_handler import CommandContext
from tests import toy
from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, create_game, link_in, text_of

People = Callable[[], Reader]


@pytest.fixture
def game(ada: Reader, reader: People) -> str:
    return create_game(ada, reader().registered("Ben"), ruleset="toy")


def branch_page(ada: Reader, game: str, count: int) -> str:
    """Open a branch with some moves; return the page that previews them, as the branch links to it."""
    handler = ada.site.services.handler
    stream = game.rpartition("/")[2]
    user = handler.games.game(stream).table.chairs[0].user or ""
    at = handler.games.game(stream).version
    branch = branches.open_branch(
        handler, stream, CommandContext(actor=user), at=at, viewer=0, name="What if I took it"
    ).id
    for _ in range(count):
        handler.run(moves.move(handler, branch, CommandContext(actor=user, seat=0), toy.TakeCoins()))
    assert f'href="{game}/branches/{branch}/play"' in ada.get(f"/games/{branch}").text
    return f"{game}/branches/{branch}/play"


def test_moves_are_previewed_then_made_with_one_confirmation(ada: Reader, game: str) -> None:
    address = branch_page(ada, game, 2)
    handler, stream = ada.site.services.handler, game.rpartition("/")[2]
    before = handler.games.game(stream).version
    shown = ada.get(address)
    assert text_of(shown).count("takes 2 coins") == 2
    assert shown.text.count(">Make these moves</button>") == 1
    assert handler.games.game(stream).version == before
    made = ada.send(address, seat=0, version=before)
    assert (made.status_code, handler.games.game(stream).version) == (200, before + 2)


def test_refused_moves_are_explained_with_their_rule(ada: Reader, game: str) -> None:
    address = branch_page(ada, game, 2)
    handler, stream = ada.site.services.handler, game.rpartition("/")[2]
    user = handler.games.game(stream).table.chairs[0].user or ""
    number = handler.games.position(handler.games.game(stream)).hands[0][0]
    handler.run(moves.move(handler, stream, CommandContext(actor=user, seat=0), toy.Call(number=number, call="high")))
    shown = ada.get(address)
    assert "Both actions of the turn are done." in text_of(shown)
    assert "#TOY-3" in shown.text


def test_opponent_plays_their_moves_of_a_branch_by_its_link(ada: Reader, reader: People) -> None:
    """Each page and form passes the link's secret on."""
    ben = reader().registered("Ben")
    game = create_game(ada, ben, ruleset="toy")
    handler, stream = ada.site.services.handler, game.rpartition("/")[2]
    users = [chair.user or "" for chair in handler.games.game(stream).table.chairs]
    at = handler.games.game(stream).version
    branch = branches.open_branch(handler, stream, CommandContext(actor=users[0]), at=at, viewer=0, name="Shared")
    steps = ((0, toy.TakeCoins()), (0, toy.EndTurn()), (1, toy.TakeCoins()))
    for seat, command in steps:
        handler.run(moves.move(handler, branch.id, CommandContext(actor=users[0], seat=seat), command))
    for seat, command in steps[:2]:
        handler.run(moves.move(handler, stream, CommandContext(actor=users[seat], seat=seat), command))
    ada.send(f"/games/{branch.id}/link", shared="yes")
    shared = re.search(rf"/games/{branch.id}\?invite=[\w-]+", ada.get(f"/games/{branch.id}").text)
    assert shared is not None
    preview = ben.get(link_in(ben.get(shared[0]), "Play in the game"))
    assert preview.status_code == 200
    assert ben.get(link_in(preview, "Back to the branch")).status_code == 200
    (form,) = (form for form in html.fromstring(preview.text).forms if form.action.endswith("/play"))
    before = handler.games.game(stream)
    assert ben.send(form.action, **dict(form.fields)).status_code == 200
    after = handler.games.game(stream)
    assert after.version == before.version + 1
    assert handler.games.position(after).coins[1] == handler.games.position(before).coins[1] + 2


def test_user_cannot_play_another_users_branch(ada: Reader, reader: People, game: str) -> None:
    address = branch_page(ada, game, 1)
    assert reader().registered("Cleo").get(address).status_code in (403, 404)


def test_branch_of_a_finished_game_cannot_be_played(ada: Reader, game: str) -> None:
    handler, stream = ada.site.services.handler, game.rpartition("/")[2]
    now = handler.games.game(stream)
    while play.to_act(now.ruleset, now.table, position := handler.games.position(now)):
        seat = position.turn
        command = toy.EndTurn() if position.actions else toy.Call(number=position.hands[seat][0], call="high")
        now = handler.run(
            moves.move(handler, stream, CommandContext(actor=now.table.chairs[seat].user or "", seat=seat), command)
        )
    ada.send(f"{game}/branch", name="What if")
    branch = text_of(ada.get(game))
    assert "What if" in branch
    assert "Play in the game" not in branch


def test_correct_guess_offers_its_continuation(ada: Reader, game: str) -> None:
    """A branch made during another player's turn is offered only once the game has reached its continuation."""
    handler, stream = ada.site.services.handler, game.rpartition("/")[2]
    users = [chair.user or "" for chair in handler.games.game(stream).table.chairs]
    taking, ending = toy.TakeCoins(), toy.EndTurn()
    for command in (taking, ending):
        handler.run(moves.move(handler, stream, CommandContext(actor=users[0], seat=0), command))
    at = handler.games.game(stream).version
    names = {"right": (taking, taking, ending), "wrong": (taking, ending)}
    for name, guessed in names.items():
        branch = branches.open_branch(
            handler, stream, CommandContext(actor=users[0]), at=at, viewer=0, name=f"Guessed {name}"
        ).id
        for seat, command in [*((1, each) for each in guessed), (0, taking)]:
            handler.run(moves.move(handler, branch, CommandContext(actor=users[0], seat=seat), command))
    offered = []
    for command in names["right"]:
        offered.append("Continue as in" in text_of(ada.get(game)))
        handler.run(moves.move(handler, stream, CommandContext(actor=users[1], seat=1), command))
    assert offered == [False, False, False]
    shown = text_of(ada.get(game))
    assert ("Continue as in Guessed right" in shown, "Continue as in Guessed wrong" in shown) == (True, False)
    handler.run(moves.move(handler, stream, CommandContext(actor=users[0], seat=0), taking))
    assert "Continue as in" not in text_of(ada.get(game))


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_one_click_makes_the_previewed_moves(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", rules=rules)
    served.moves(address, 20)
    page = served.visitor()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        make_moves_of_a_branch(served, page, address)


def make_moves_of_a_branch(served: Served, page: Page, address: str) -> None:
    handler, rng = served.site.services.handler, random.Random(1)
    game = handler.games.game(address.rpartition("/")[2])
    player = served.acting(address)
    user, seat = served.user(player).id, ["Ada", "Ben"].index(player)
    branch = branches.open_branch(
        handler, game.id, CommandContext(actor=user), at=game.version, viewer=seat, name="Bolder"
    )
    command = random_command(branch.ruleset, handler.games.position(branch), seat, rng)
    handler.run(moves.move(handler, branch.id, CommandContext(actor=user, seat=seat), command))
    served.log_in(page, player)
    page.goto(f"{address}/branches/{branch.id}/play")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#line ol li").count() > 0
    page.get_by_role("button", name="Make these moves").click()
    expect(page).to_have_url(re.compile(f"{address}$"))
    assert handler.games.game(game.id).version > game.version


def test_branch_can_be_renamed(ada: Reader, game: str) -> None:
    branch = "/games/" + branch_page(ada, game, 1).split("/")[-2]
    assert "Had I waited" in text_of(ada.send(f"{branch}/rename", name="Had I waited"))
    assert "What if I took it" not in ada.get(game).text


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_branch_can_be_renamed_in_its_tree(served: Served, size: tuple[int, int]) -> None:
    address = served.game("Ada", "Ben", rules="toy")
    handler, stream = served.site.services.handler, address.rpartition("/")[2]
    ada, at = served.user("Ada").id, handler.games.game(stream).version
    branch = branches.open_branch(handler, stream, CommandContext(actor=ada), at=at, viewer=0, name="As it was").id
    page = served.person("Ada", viewport={"width": size[0], "height": size[1]})
    page.goto(f"{address.rpartition('/')[0]}/{branch}#tree")
    name = page.get_by_label("New branch name")
    if not name.is_visible():
        page.get_by_role("tab", name="Branches").click()
    name.fill("Had I waited")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#tree")).to_contain_text("Had I waited")
    expect(page.locator("#tree")).not_to_contain_text("As it was")


def test_branch_is_commented_on_continued_by_a_bot_and_hidden(ada: Reader, game: str) -> None:
    branch = ada.send(f"{game}/branch", name="What if").request.path
    assert "Too early for coal" in text_of(ada.send(f"{branch}/comment", comment="Too early  for coal"))
    before = ada.client.get(f"/api{branch}").json["version"]
    ada.send(f"{branch}/play-bot", bot="random")
    assert ada.client.get(f"/api{branch}").json["version"] > before
    ada.site.catch_up()
    assert "Show branch" in text_of(ada.send(f"{branch}/hide", hidden="yes"))
    everything = ada.get(f"{game}/branches")
    assert "Too early for coal" not in text_of(everything)
    assert "Too early for coal" in text_of(ada.get(link_in(everything, "Show hidden branches")))
    ada.send(f"{branch}/hide", hidden="no")
    assert "Too early for coal" in text_of(ada.get(f"{game}/branches"))


def test_branch_link_works_until_sharing_stops(ada: Reader, game: str, reader: People) -> None:
    branch = ada.send(f"{game}/branch", name="What if").request.path
    shared = ada.send(f"{branch}/link", shared="yes").text
    link = re.search(r'id="link"\s+readonly\s+value="([^"]+)"', shared)
    assert link is not None
    visitor = reader()
    seen = visitor.get(link[1].removeprefix("http://localhost"))
    assert seen.status_code == 200
    assert "Branch" in text_of(seen)
    assert visitor.get(branch).status_code == 404
    ada.send(f"{branch}/link", shared="no")
    assert visitor.get(link[1].removeprefix("http://localhost")).status_code == 404
