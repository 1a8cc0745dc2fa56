"""Drawings: complete, well-formed, equal for equal views, without secrets; every option points at a part of them."""

import random
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

import service
from domain.arkwright import ruleset
from domain.arkwright.model.state import State
from domain.arkwright.rendering import draw, draw_seat, drawings
from domain.arkwright.rendering.icons import PATHS
from domain.game import HIDDEN, FinalField
from domain.message import plain
from domain.verifiable_random import Seeded
from tests.domain.arkwright.builder import COMPONENTS, Game
from tests.domain.arkwright.playing import EXPERT, moves

NAMES = ["Ada", "Brunel", "Clara", "Darby"]
SVG = "{http://www.w3.org/2000/svg}"
TABLES = [(1, 1, {}), (2, 2, {}), (3, 3, {}), (4, 4, EXPERT)]
GOODS = [good.id for good in COMPONENTS.goods]


def elements(svg):
    """The parts that can be pointed at, by name."""
    return {
        part.attrib["data-element"]: part
        for part in ElementTree.fromstring(svg).iter()
        if "data-element" in part.attrib
    }


def said(svg, name):
    return elements(svg)[name].findtext(f"{SVG}title")


def words(svg, name=None):
    """The text in a part, or anywhere."""
    root = elements(svg)[name] if name else ElementTree.fromstring(svg)
    return [part.text for part in root.iter(f"{SVG}text")]


def marks(part):
    """Return the marks of players in a part."""
    return [each for each in part.iter() if "aw-mark" in each.attrib.get("class", "")]


def copied(state):
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


@cache
def positions(seats, seed, expert):
    """Some positions of a random game with the seat that decides."""
    options = EXPERT if expert else {}
    return [
        (copied(state), seat)
        for number, (state, seat, *_) in enumerate(moves(seats, seed, **options))
        if number % 11 == 5
    ]


def test_the_drawings_are_complete_at_every_stage():
    for seats, seed, options in TABLES:
        for state, seat in positions(seats, seed, bool(options))[::3]:
            board = elements(draw(state, NAMES[:seats]))
            parts = {f"appeal:{good}" for good in GOODS} | {"wages"} | {f"player:{each}" for each in range(seats)}
            parts |= {f"supply:{card.id}" for card in state.supply}
            assert parts <= set(board)
            before = elements(draw_seat(state, seat, NAMES[:seats]))
            player = state.players[seat]
            parts = {f"factory:{good}" for good in GOODS} | {"loans", "ships"}
            parts |= {f"track:{track}" for track in player.levels} | {f"card:{card.type}" for card in player.cards}
            parts |= {f"warehouse:{warehouse.id}" for warehouse in player.warehouses}
            parts |= {f"quality:{good}/{end}" for good in player.factories for end in ("price", "appeal")}
            parts |= {f"distribution:{good}" for good in player.factories}
            assert parts <= set(before)
            assert all(part.findtext(f"{SVG}title") for part in (*board.values(), *before.values()))


def test_the_same_view_is_drawn_alike():
    state, seat = positions(3, 3, False)[4]
    other = copied(state)
    assert draw(state, NAMES) == draw(other, NAMES)
    assert draw_seat(state, seat, NAMES) == draw_seat(other, seat, NAMES)


def asked(state, seat, numbers):
    """The questions on the way to some command."""
    script = ruleset.script(state, seat)
    try:
        choose = next(script)
        while True:
            yield choose
            choose = script.send(numbers.choice(choose.values))
    except StopIteration as stop:
        if isinstance(stop.value, FinalField):
            yield stop.value.choose


@pytest.mark.parametrize(("seats", "seed", "options"), TABLES)
def test_every_option_that_names_a_part_names_one_that_is_drawn(seats, seed, options):
    numbers = random.Random(seed)
    named = 0
    for state, seat in positions(seats, seed, bool(options)):
        drawn = set(elements(draw(state, NAMES[:seats]))) | set(elements(draw_seat(state, seat, NAMES[:seats])))
        for choose in asked(state, seat, numbers):
            for value in choose.values[:40]:
                missing = set(choose.elements(value)) - drawn
                assert not missing, plain(choose.label(value))
                named += len(choose.elements(value))
    assert named > 20


@pytest.mark.rule("AW-1.3", "AW-1.4")
def test_the_market_board_shows_a_track_for_each_good_in_order_with_its_demand_marker():
    game = Game(3).demand(food=-2, clothes=4).open("food", seat=1, appeal=6)
    svg = draw(game.state, NAMES)
    tracks = [name for name in elements(svg) if name.startswith("appeal:")]
    assert tracks == ["appeal:food", "appeal:clothes", "appeal:cutlery", "appeal:lamps"]
    assert said(svg, "appeal:food") == "Food: demand −2; appeal: Brunel 6"
    rows = {part.text: float(part.attrib["y"]) for part in elements(svg)["appeal:food"].iter(f"{SVG}text")}
    assert rows["15"] < rows["6"] < rows["0"] < rows["−2"]


def test_markers_lie_on_their_spaces_and_demand_at_its_number():
    game = Game(3).demand(food=3).open("food", seat=2, appeal=5)
    track = elements(draw(game.state, NAMES))["appeal:food"]
    (marker,) = marks(track)
    heights = [float(corner.split(",")[1]) for corner in marker.attrib["points"].split()]
    row = {part.text: float(part.attrib["y"]) for part in track.iter(f"{SVG}text") if float(part.attrib["x"]) < 60}
    spaces = {space: row[str(space)] for space in (4, 5, 6)}
    assert abs(sum(heights) / len(heights) - spaces[5]) < 3
    flags = [part for part in track.iter(f"{SVG}rect") if part.attrib.get("class") == "aw-demand"]
    assert len(flags) == 1
    top = float(flags[0].attrib["y"])
    assert top < row["3"] < top + float(flags[0].attrib["height"])


def test_seats_have_the_same_marks_on_the_board_and_on_the_page():
    game = Game(4)
    for seat in range(4):
        game.open("food", seat=seat, appeal=seat)
    svg = draw(game.state, NAMES)
    on_board = dict(re.findall(r"--aw-seat-(\d):(#\w+)", svg))
    css = "".join(file.read_text() for file in Path(service.__file__).with_name("static").rglob("*.css"))
    on_page = dict(re.findall(r"\.seat-(\d) \{\s*--seat: (#\w+);", css))
    assert on_board == {seat: on_page[seat] for seat in "0123"}
    shapes = [mark.tag.removeprefix(SVG) for mark in marks(elements(svg)["appeal:food"])]
    assert shapes == ["circle", "rect", "polygon", "polygon"]
    for seat in range(4):
        (mark,) = marks(elements(svg)[f"player:{seat}"])
        assert f"aw-seat-{seat}" in mark.attrib["class"].split()
    assert words(svg, "player:3")[0] == "D"
    assert words(draw(game.state, ["Ada", "Anne", "Al", "Bo"]), "player:3")[0] == "4"


@pytest.mark.rule("AW-S.4")
def test_automas_have_a_mark_that_no_player_has():
    svg = draw(Game(1).prepared().state, NAMES)
    (human,), (automa,) = (marks(elements(svg)[part]) for part in ("player:0", "automa:orange"))
    assert (human.tag, automa.tag) == (f"{SVG}circle", f"{SVG}polygon")
    assert words(svg, "automa:orange")[:2] == ["O", "Automa orange"]


@pytest.mark.rule("AW-1.5")
def test_the_wage_track_and_the_present_era_and_round_are_marked():
    game = Game(3).at(2, "cutlery")
    game.state.wage_space = 4
    svg = draw(game.state, NAMES)
    assert said(svg, "wages") == "Wage per worker: £3 · Upkeep per machine: £1"
    assert words(svg, "wages")[1:] == [f"£{pounds}" for pounds in COMPONENTS.board(3).wages]
    now = [
        text.text
        for part in ElementTree.fromstring(svg).iter(f"{SVG}text")
        for text in [part]
        if "aw-strong" in part.attrib.get("class", "") and re.match("Era", part.text)
    ]
    assert now == ["Era II · 1780s"]


def test_a_factory_shows_its_totals():
    game = Game(3).open("food", level=2, workers="II I", machines=(1,), space=1, office="appeal", appeal=6)
    game.quality("Q3", "food", 3).distribution("T1", "food", 2).stored("W1", "food", 2)
    svg = draw_seat(game.state, 0, NAMES)
    assert said(svg, "factory:food") == "Food, level II: price £7, appeal 6, 7 goods"
    assert said(svg, "factory:lamps") == "Lamps: not open"
    assert said(svg, "warehouse:W1") == "Small warehouse 1: 2 of 2 goods"
    written = words(svg, "factory:food")
    assert {"Price £7", "Appeal 6", "Goods 7", "Fixed cost £5 · Shipping price £3", "+2", "+3"} <= set(written)


def test_the_cards_beside_a_factory_are_named_where_there_is_room_and_have_initials_where_there_is_none():
    game = Game(3).open("food", level=2, workers="II I", office="appeal").quality("Q3", "food", 3)
    written = words(draw_seat(game.distribution("T1", "food", 2).state, 0, NAMES), "factory:food")
    assert {"office", "quality", "distr."} <= set(written)
    for card, value in (("Q4", 1), ("Q5", 1), ("Q6", 1)):
        game = game.quality(card, "food", value)
    written = words(draw_seat(game.state, 0, NAMES), "factory:food")
    assert [word for word in written if word in {"O", "Q", "D"}] == ["O", "Q", "Q", "Q", "Q", "Q", "D"]


def test_loans_ships_tracks_and_cards_are_described():
    game = (
        Game(3).having(loans=2, shipping_tokens=3, ships=1, funds=7).levels(quality=2).holding("overtime", "engineer")
    )
    svg = draw_seat(game.state, 0, NAMES)
    assert said(svg, "loans") == "Loans: 2 of 9"
    assert said(svg, "ships") == "Ships: 1 ready, 3 of 9 tokens used"
    assert said(svg, "track:quality") == "Quality: level 2, 2"
    assert said(svg, "card:overtime") == "Overtime: Discard to produce 1 more good"
    assert "Funds £7" in words(svg)
    assert "Maximum quality per factory: 6" in words(svg)


@pytest.mark.rule("AW-E.5", "AW-E.6")
def test_an_era_limit_is_drawn_beside_its_level_until_a_card_removes_it():
    limited = Game(3, era_limits=True)
    svg = draw_seat(limited.state, 0, NAMES)
    assert words(svg, "track:machines") == ["Machines", "2", "3", "II", "4", "III"]
    assert words(svg, "track:stock_exchange") == ["Stock exchange", "0", "1", "2"]
    svg = draw_seat(limited.holding("workshop").state, 0, NAMES)
    assert words(svg, "track:machines") == ["Machines", "2", "3", "4"]
    assert words(draw_seat(Game(3).state, 0, NAMES), "track:machines") == ["Machines", "2", "3", "4"]


def test_a_bankrupt_player_is_named_as_such():
    game = Game(3)
    game.player(1).bankrupt = True
    assert said(draw(game.state, NAMES), "player:1") == "Brunel: bankrupt"
    assert "Brunel: bankrupt" in words(draw_seat(game.state, 1, NAMES))


def test_two_players_see_the_neutral_company():
    state = Game.from_the_start(2).state
    assert "–" in words(draw(state, NAMES), "appeal:cutlery")


@pytest.mark.rule("AW-S.8")
def test_the_solo_display_shows_the_funds_markers_on_its_cards():
    game = Game(1).prepared()
    svg = draw(game.state, NAMES)
    assert sum(name.startswith("supply:") for name in elements(svg)) == 15
    assert {"automa:orange", "automa:green"} <= set(elements(svg))
    initials = [word for word in words(svg) if word in {"O", "G", "P"}]
    assert len(initials) == len(COMPONENTS.goods) + 2 + len(game.state.solo.markers)


def test_the_drawings_tell_nothing_that_the_view_hides():
    state = Game.from_the_start(1).state
    worlds = [ruleset.reimagine(state, 0, Seeded(bytes([seed]) * 32)) for seed in (1, 2)]
    assert worlds[0].solo.bags != worlds[1].solo.bags
    one, other = (ruleset.view(world, 0) for world in worlds)
    assert draw(one, NAMES) == draw(other, NAMES)
    assert draw_seat(one, 0, NAMES) == draw_seat(other, 0, NAMES)
    assert HIDDEN not in words(draw(one, NAMES))


def test_names_from_outside_are_escaped():
    state = Game(2).state
    svg = draw(state, ["<script>&", "B"])
    assert "<script>" not in svg
    assert "<script>&" in words(svg)
    assert "<script>&: play area" in ElementTree.fromstring(draw_seat(state, 0, ["<script>&", "B"])).findtext(
        f"{SVG}title"
    )


def shown(part):
    """The signs in a part of a drawing, but not those of goods, which stand beside their names."""
    names = {path: name for name, path in PATHS.items() if name not in GOODS}
    return {names[path.attrib["d"]] for path in part.iter(f"{SVG}path") if path.attrib["d"] in names}


@pytest.mark.rule("AW-10.8")
def test_the_guide_explains_every_sign_and_cites_rules_of_the_catalogue():
    (guide,) = (each for each in ruleset.drawings if each.place == "help")
    state, seat = positions(3, 3, False)[4]
    drawn = guide.draw(state, NAMES[:3], plain)
    board, area = draw(state, NAMES[:3]), draw_seat(state, seat, NAMES[:3])
    assert shown(ElementTree.fromstring(board)) | shown(ElementTree.fromstring(area)) <= shown(
        elements(drawn)["legend"]
    )
    texts = " ".join(words(drawn, "legend"))
    assert "Red arrow: if an appeal marker passes it upwards, demand rises by 1 (AW-10.8)." in texts
    catalogue = ruleset.catalogue.read_text(encoding="utf-8")
    cited = set(re.findall(r"AW-[\d.]*\d", texts))
    assert {"AW-3.1", "AW-10.8", "AW-12.3"} <= cited
    assert all(re.search(rf"{re.escape(rule)}\b", catalogue) for rule in cited)


def test_factories_workers_and_development_cards_have_the_face_of_a_card():
    state, seat = next(each for each in positions(3, 3, False) if each[0].players[each[1]].cards)
    player = state.players[seat]
    parts = elements(draw_seat(state, seat, NAMES[:3]))
    for good in player.factories:
        looks = [each.attrib.get("class") for each in parts[f"factory:{good}"].iter(f"{SVG}rect")]
        assert looks.count(f"aw-band-{good}") == 1 + len(player.factories[good].workers)
        assert looks.count("aw-shadow") == looks.count("aw-card") >= 1 + len(player.factories[good].workers)
    for card in player.cards:
        looks = [each.attrib.get("class") for each in parts[f"card:{card.type}"].iter(f"{SVG}rect")]
        assert {"aw-shadow", "aw-band-title"} <= set(looks)


@pytest.mark.rule("AW-10.8")
def test_arrows_are_explained_where_they_stand():
    """They have a description that appears on hover and tap, take the focus, and can be told apart by good."""
    state = Game(3).state
    drawn = elements(draw(state, NAMES[:3]))
    for good in COMPONENTS.goods:
        part = drawn[f"arrows:{good.id}"]
        assert part.findtext(f"{SVG}title") == (
            f"Arrows ({good.name}): if an appeal marker passes a red arrow upwards, demand rises by 1. If it passes a "
            "green arrow downwards, demand falls by 1."
        )
        assert (part.get("tabindex"), part.get("role")) == ("0", "img")


def test_equal_cards_of_the_supply_are_a_stack_with_their_number():
    state = Game(3).state
    svg = draw(state, NAMES[:3])
    drawn = elements(svg)
    by_type = Counter(card.type for card in state.supply)
    for card in state.supply:
        outer = drawn[f"supply:{card.id}"]
        written = [part.text for part in outer.iter(f"{SVG}text")]
        faces = [part for part in outer.iter(f"{SVG}rect") if part.get("class") == "aw-card"]
        assert len(faces) == min(by_type[card.type], 3)
        assert (f"×{by_type[card.type]}" in written) == (by_type[card.type] > 1)
    assert max(by_type.values()) > 1


def test_figures_of_a_mat_keep_apart() -> None:
    game = Game()
    for funds, shares, value in ((119, 10, 22), (999, 25, 30)):
        player = game.player()
        player.funds, player.shares, player.share_value = funds, shares, value
        head = [
            each
            for each in ElementTree.fromstring(draw_seat(game.state, 0, NAMES)).iter(f"{SVG}text")
            if each.attrib["y"] == "31" and float(each.attrib["x"]) > 300
        ]
        texts = [(float(each.attrib["x"]), float(each.attrib["font-size"]), str(each.text)) for each in head]
        worth = f"= £{shares * value}"
        assert [text for *_, text in texts] == [f"Funds £{funds}", f"{shares} shares", f"at £{value}", worth]
        for (x, size, text), (following, *_) in pairwise((*texts, (1000.0, 0.0, ""))):
            assert x + len(text) * size * 0.66 < following - 4, text


def test_a_mat_shows_what_workers_and_factories_would_add() -> None:
    game = Game().at(3, "clothes").open("clothes", workers="I")
    card = COMPONENTS.worker_card("clothes", 2)
    drawn = draw_seat(game.state, 0, NAMES)
    assert f">+{card.workers}<" in drawn
    assert f">×{card.goods['III']}<" in drawn
    food = COMPONENTS.factory_side("food", 2)
    assert f"Fixed cost £{food.fixed_cost} · Shipping price £{food.shipping_price}" in drawn
    written = words(drawn, "factory:food")
    assert {f"£{space.price}" for space in food.spaces} <= set(written)


def test_the_figures_of_automas_are_named() -> None:
    state = Game.from_the_start(1).state
    assert state.solo is not None
    automa = state.solo.automas[0]
    (panel,) = (each for each in drawings() if each.name == "automas")
    drawn = panel.draw(state, NAMES[:1], plain)
    assert f">{automa.shares} shares<" in drawn
    assert f">at £{automa.share_value}<" in drawn


def test_the_guide_fits_beside_the_history() -> None:
    """A column of 336 pixels shows letters of 26 as 11 pixels only if the guide is at most 780 wide."""
    (guide,) = (each for each in drawings() if each.name == "signs")
    drawn = guide.draw(Game().state, NAMES[:3], plain)
    root = ElementTree.fromstring(drawn)
    width = float(root.attrib["viewBox"].split()[2])
    assert width <= 780
    for each in root.iter(f"{SVG}text"):
        assert float(each.attrib["x"]) + len(str(each.text)) * float(each.attrib["font-size"]) * 0.53 < width, each.text


def test_lines_on_cards_are_not_stretched() -> None:
    """A text that is drawn at a given width would be stretched if its letters are narrower than estimated."""
    (panel,) = (each for each in drawings() if each.name == "cards")
    drawn = panel.draw(Game.from_the_start(4).state, NAMES, plain)
    effects = [each for each in ElementTree.fromstring(drawn).iter(f"{SVG}text") if "aw-soft" in each.attrib["class"]]
    assert len(effects) > 30
    assert [each.text for each in effects if "textLength" in each.attrib] == []
