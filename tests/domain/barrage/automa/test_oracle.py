"""The oracle on the golden examples of the catalogue, and on random positions."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

from tests.domain.barrage.automa.oracle import board, deck, scoring, sites
from tests.domain.barrage.automa.oracle.cards import CARDS
from tests.domain.barrage.automa.oracle.contracts import choose_several
from tests.domain.barrage.automa.oracle.figures import COLOURS, COMPANIES, CONTRACTS, FIGURES, LEEGHWATER
from tests.domain.barrage.automa.oracle.production import System
from tests.domain.barrage.automa.oracle.turn import Turn, income, take_turn
from tests.domain.barrage.automa.oracle.water import water_plan
from tests.domain.barrage.builder import Game
from tests.domain.barrage.playing import EVERYTHING, moves

KEYS = list(CARDS)
LEVELS = (board.EASY, board.NORMAL, board.HARD, board.VERY_HARD)
OFFICERS = [row["id"] for row in (*FIGURES["officers"], *LEEGHWATER["officers"])]
SPECIAL = {"anton_krylov": "special-anton", "leslie_spencer": "special-leslie"}


def declare(state: dict[str, Any], seat: int, level: str, officer: str) -> None:
    """Make a seat an automa."""
    company = state["companies"][seat]
    company.update(automa=level, officer=officer, credits=0, contracts=[])
    company["tiles"] = [tile for tile in company["tiles"] if not tile.startswith("special")]
    company["tiles"] += [SPECIAL[officer]] if officer in SPECIAL else []


class Story:
    """A position in which seat 0 is an automa with few machineries, and its pair of cards."""

    def __init__(self, game: Game, criteria: int, action: int, level: str = board.NORMAL, officer: str = "") -> None:
        self.state: dict[str, Any] = msgspec.to_builtins(game.state)
        declare(self.state, 0, level, officer)
        self.state["companies"][0].update(excavators=0, mixers=0, vp=20)
        pair = [KEYS[criteria - 1], KEYS[action - 1]]
        self.state["piles"][deck.PILE] = pair + [key for key in KEYS if key not in pair]
        for colour in COLOURS:
            self.state["displays"][colour] = ["", ""]
            self.state["piles"][colour] = []
        self.turn: Turn | None = None

    def set(self, seat: int = 0, **fields: Any) -> Story:
        self.state["companies"][seat].update(fields)
        return self

    def offers(self, **rows: list[str]) -> Story:
        self.state["displays"].update(rows)
        return self

    def play(self) -> Story:
        self.turn = take_turn(self.state, 0)
        self.state = self.turn.position
        return self

    @property
    def automa(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["companies"][0]
        return found


def acting(state: dict[str, Any], criteria: int = 1) -> board.Play:
    return board.Play(copy.deepcopy(state), 0, CARDS[KEYS[criteria - 1]])


def everything_taken(game: Game, *but: str) -> Game:
    """Opponent's dams on all base spaces but these."""
    for site in (f"B{basin}{part}" for basin in range(1, 11) for part in "UL"):
        if site not in but:
            game.dam(site, owner=1)
    return game


# --------------------------------------------------------------------------------------------------------------------
# Golden examples
# --------------------------------------------------------------------------------------------------------------------


def test_a_red_space_takes_the_points_below_zero() -> None:
    """TA-X.1, TA-X.3, TA-X.12: the only base space left."""
    story = Story(everything_taken(Game(), "B8U"), 9, 1).set(excavators=3, vp=2).play()
    assert story.state["dams"]["B8U"] == {"owner": 0, "level": 1, "drops": 0}
    assert story.automa["vp"] == -1
    assert story.automa["excavators"] == 0
    assert story.state["spaces"]["automa/0"] == [{"seat": 0, "engineers": 2}]


def test_too_few_engineers_do() -> None:
    """TA-X.2"""
    story = Story(everything_taken(Game(), "B8U"), 9, 1).set(excavators=3, engineers=1).play()
    assert story.state["spaces"]["automa/0"] == [{"seat": 0, "engineers": 1}]


@pytest.mark.parametrize(
    ("taken", "space"),
    [
        ((), "WS-1/left"),
        (("WS-1/left", "WS-2/left", "WS-3/left", "WS-1/right"), "WS-2/right"),
        ([f"WS-{row}/{side}" for row in (1, 2, 3) for side in ("left", "right")], "workshop/beside"),
    ],
)
def test_the_first_free_space(taken: Any, space: str) -> None:
    """TA-X.4, TA-X.5, TA-X.13"""
    game = Game(4).wheel(3, mixers=1)
    for used in taken:
        game.used(used)
    story = Story(game, 1, 5).play()
    assert story.state["spaces"][space][-1] == {"seat": 0, "engineers": 2}
    assert (story.automa["vp"], story.automa["mixers"]) == (15, 1)


def test_production() -> None:
    """TA-X.7: card 17 adds 2 and asks for a green contract; a red one is fulfilled, the right one of two."""
    game = Game().dam("B5L", 2, 2).conduit("5A").powerhouse("P8-1").has(1, energy=1)
    story = Story(game, 1, 17).offers(green=["green-01", ""], red=["red-01", "red-05"]).play()
    assert story.automa["energy"] == 8 + 5
    assert story.automa["fulfilled"] == ["red-05"]
    assert story.automa["vp"] == 24
    assert story.state["spaces"] == {"TS-P2/left": [{"seat": 0, "engineers": 2}]}
    assert story.state["dams"]["B5L"]["drops"] == 0


def test_no_production_when_first_and_in_the_section() -> None:
    game = Game().dam("B5L", 2, 2).conduit("5A").powerhouse("P8-1").has(0, energy=6)
    story = Story(game, 1, 17).offers(green=["green-01", ""]).play()
    assert story.automa["energy"] == 6


def test_drops_where_they_are_of_use() -> None:
    """TA-X.8 to TA-X.10"""
    game = Game().dam("B5L", 1, 0)
    assert water_plan(acting(Story(game, 1, 1).state), 2, at_once=False) == ("B",)
    game = Game().dam("B5L", 1, 0).dam("B2L", 1, 0, owner=1)
    assert water_plan(acting(Story(game, 1, 1).state), 2, at_once=False) == ("B", "B")
    game = Game().dam("B1L").dam("B2L").dam("B3L").dam("B4L")
    assert water_plan(acting(Story(game, 1, 1).state), 1, at_once=True) == ("A",)
    game = Game().dam("B2L").dam("B3L").dam("B4L")
    assert water_plan(acting(Story(game, 1, 1).state), 1, at_once=True) == ("B",)
    assert water_plan(acting(Story(game, 1, 1).state), 2, at_once=False) == ("B", "C")
    assert water_plan(acting(Story(Game().neutral("B2L"), 1, 1).state), 2, at_once=False) is None


def test_contracts_are_exchanged() -> None:
    """TA-X.11: the search continues."""
    story = Story(Game(), 1, 3).offers(green=["green-01", "green-02"])
    story.state["piles"]["green"] = ["green-03", "green-04"]
    story.play()
    assert story.state["displays"]["green"] == ["green-03", "green-04"]
    assert story.state["discards"]["green"] == ["green-01", "green-02"]
    assert story.automa["energy"] == 2
    assert story.state["spaces"]["CO-1/left"] == [{"seat": 0, "engineers": 1}]
    assert story.state["spaces"]["BK"] == [{"seat": 0, "engineers": 1}]


def test_machinery_and_patents() -> None:
    """TA-X.14, TA-X.15, TA-X.20, TA-X.21"""
    story = Story(Game(), 1, 19).play()
    assert (story.automa["vp"], story.automa["excavators"], story.automa["mixers"]) == (15, 1, 1)
    story = Story(Game(), 1, 3).offers(patents=["adv-wild-1", "adv-base-1", "adv-conduit-1"]).play()
    assert "adv-base-1" in story.automa["tiles"]
    assert story.automa["vp"] == 18
    assert story.state["spaces"]["PO-1"] == [{"seat": 0, "engineers": 1}]
    for mixers, gained in ((3, "excavators"), (2, "mixers")):
        story = Story(Game(), 1, 17).set(excavators=3, mixers=mixers, tiles=[]).play()
        assert story.automa[gained] == {"excavators": 4, "mixers": 3}[gained]
    story = Story(Game(), 1, 17)
    story.state["round"] = 5
    assert story.play().state["spaces"] == {"BK": [{"seat": 0, "engineers": 1}]}


def test_external_works() -> None:
    """TA-X.16: the order of card 2 is 2-3-1."""
    story = Story(Game(rules="expert", leeghwater=True), 1, 2).set(excavators=2, mixers=2, tiles=[])
    story.offers(works=["work-a2", "work-a3", "work-a5"]).play()
    assert story.automa["fulfilled"][0] == "work-a3"
    assert story.state["displays"]["works"] == ["work-a2", "", "work-a5"]
    assert story.state["spaces"]["EW-2"] == [{"seat": 0, "engineers": 2}]
    assert story.automa["built"]["base"] == 1


def test_sites() -> None:
    """TA-X.17 to TA-X.19, TA-X.26"""
    story = Story(Game().dam("B6L").powerhouse("P9-1"), 1, 11).set(excavators=40).play()
    assert story.state["built"]["6A"] == 0
    assert sites.by_code("powerhouse", "11", ["P5-1", "P8-1", "P10-1"]) == "P5-1"
    assert sites.by_code("conduit", "7B", ["7A", "8B", "1A"]) == "8B"
    play = acting(Story(Game(), 9, 1).state, 9)
    assert sites.select_site(play, "base", ["B5U", "B5L", "B6U", "B6L"]) == "B5U"
    assert play.trace[-1]["steps"][2]["left"] == ["B5U", "B6U"]


def test_scoring() -> None:
    """TA-X.22, TA-X.25"""
    state = Story(Game(4), 1, 1).state
    assert scoring.of_objective(state, [9, 5, 3, 1])[:2] == [20, 10]
    assert scoring.of_objective(state, [9, 9, 3, 3]) == [18, 13, 3, 3]
    assert scoring.of_track(state) == [(0, 0), (3, -3), (3, -3), (3, -3)]


@pytest.mark.parametrize(("energy", "chosen"), [(9, [6, 3]), (12, [6, 3, 2])])
def test_simone(energy: int, chosen: list[int]) -> None:
    """TA-X.23, TA-X.24"""
    story = Story(Game(), 1, 1, board.VERY_HARD, "simone_luciani")
    story.offers(
        green=["green-01", "green-06"], yellow=["yellow-06", "yellow-07"], red=["red-06", "red-11"], national=[]
    )
    picked = choose_several(acting(story.state), energy)
    assert [offer.printed for offer in picked] == chosen
    assert "yellow-07" in [offer.contract for offer in picked]


def test_best_systems_of_viktor() -> None:
    """TA-27.4: one drop through a small conduit."""
    game = Game().dam("B6L", 3, 3).conduit("6B").powerhouse("P7-1").has(1, energy=1)
    story = Story(game, 1, 17, board.VERY_HARD, "viktor_fiesler").offers(green=["green-03", ""]).play()
    assert story.turn is not None
    produced = next(entry for entry in story.turn.trace if entry["what"] == "produce")
    assert produced["system"] == System("B6L", "6B", 7)
    assert (produced["energy"], produced["drops"]) == (6, 1)


# --------------------------------------------------------------------------------------------------------------------
# By chance
# --------------------------------------------------------------------------------------------------------------------


def stuff(state: dict[str, Any], seat: int) -> dict[str, int]:
    """Return the totals that must be equal before and after a turn."""
    company = state["companies"][seat]
    placed = sum(c["engineers"] for crews in state["spaces"].values() for c in crews if c["seat"] == seat)
    cards = state["piles"][deck.PILE] + state["discards"].get(deck.PILE, [])
    contracts = [item for colour in COLOURS for item in state["displays"][colour] + state["piles"][colour] if item]
    contracts += [item for colour in COLOURS for item in state["discards"].get(colour, [])]
    contracts += [item for each in state["companies"] for item in each["contracts"] + each["fulfilled"]]
    assert len(set(cards)) == len(cards)
    assert all(0 <= dam["drops"] <= dam["level"] + (dam["level"] == 3) for dam in state["dams"].values())
    assert min(company["excavators"], company["mixers"], company["engineers"]) >= 0
    own = [dam for dam in state["dams"].values() if dam["owner"] == seat]
    assert company["built"]["base"] == len(own)
    assert company["built"]["elevation"] == sum(dam["level"] - 1 for dam in own)
    return {
        "engineers": company["engineers"] + placed,
        "cards": len(cards),
        "contracts": len({item for item in contracts if item in CONTRACTS and not item.startswith(("nat", "start"))}),
    }


@pytest.mark.parametrize("seed", range(12))
def test_positions_by_chance(seed: int) -> None:
    """An automa of some level takes over a turn here and there; nothing gets lost."""
    numbers = random.Random(seed)
    seats = 2 + seed % 3
    performed = 0
    for before, seat, *_ in moves(seats, seed, **(EVERYTHING if seed % 2 else {})):
        if before.pending[-1].kind != "turn" or numbers.random() < 0.7:
            continue
        state = msgspec.to_builtins(before)
        level = numbers.choice(LEVELS)
        officer = numbers.choice(OFFICERS) if level == board.VERY_HARD else ""
        declare(state, seat, level, officer)
        if "works" not in state["displays"] and officer == "leslie_spencer":
            continue
        if numbers.random() < 0.5:
            state["companies"][seat]["company"] = numbers.choice(list(COMPANIES))
        cut = numbers.randrange(1, 19)
        cards = numbers.sample(KEYS, len(KEYS))
        state["piles"][deck.PILE], state["discards"][deck.PILE] = cards[cut:], cards[:cut]
        untouched = copy.deepcopy(state)
        counted = stuff(state, seat)
        turn = take_turn(state, seat)
        assert state == untouched
        assert stuff(turn.position, seat) == counted
        assert turn.position["companies"][seat]["credits"] == 0
        assert bool(turn.lines) == bool(state["companies"][seat]["engineers"])
        income(state, seat)
        performed += 1
    assert performed > 5
