"""The history: complete sentences for every fact, with every figure it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.arkwright.engine.secrets import veil
from domain.arkwright.model import facts
from domain.arkwright.model.commands import Produce, QualityAt, SetPrice
from domain.arkwright.model.state import AutomaScore, Score, SupplyCard
from domain.arkwright.narration.narrate import narrate
from domain.game import Fact
from domain.message import plain
from domain.presentation import Place
from tests.domain.arkwright.builder import COMPONENTS, Game
from tests.domain.arkwright.playing import EXPERT, facts_of_game

GAMES = [(1, 3, {}), (1, 5, EXPERT), (2, 3, {}), (2, 4, EXPERT), (3, 5, EXPERT), (4, 6, {})]


def said(fact: Fact, seats: int = 2) -> str:
    return plain(narrate(fact, COMPONENTS, seats))


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_every_fact_of_a_game_can_be_narrated_for_all_viewers(seats: int, seed: int, options: dict[str, bool]) -> None:
    for fact in facts_of_game(seats, seed, **options):
        sentence = said(veil(fact, "spectator"), seats)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert "hidden" not in sentence


@pytest.mark.parametrize(("seats", "wage"), [(2, 3), (4, 2)])
def test_the_space_of_the_wage_marker_is_narrated_with_its_wage(seats: int, wage: int) -> None:
    hired = msgspec.structs.replace(made_up(facts.Hired), wage_space=3)
    assert said(hired, seats).endswith(f"the wage marker moved to space 4 (£{wage} per worker).")


def every_fact() -> Iterator[Fact]:
    for kind in facts.FACTS:
        yield made_up(kind)


def made_up(kind: Any) -> Any:
    """Return a fact or a part of one with some value of the right type in every field that has no default."""
    values = {}
    for field in msgspec.structs.fields(kind):
        if field.required:
            values[field.name] = _some(msgspec.inspect.type_info(field.type), field.name)
    return kind(**values)


def _some(shape: Any, name: str) -> Any:
    match shape:
        case msgspec.inspect.StructType(cls=cls):
            return made_up(cls)
        case msgspec.inspect.DictType():
            return {}
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            return ()
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.IntType():
            return 1
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
    return "food"


@pytest.mark.parametrize("fact", list(every_fact()), ids=lambda fact: type(fact).__name__)
def test_there_is_a_sentence_for_every_fact_of_the_game(fact: Fact) -> None:
    if isinstance(fact, facts.StockTraded):
        fact = msgspec.structs.replace(fact, loans=1)
    if isinstance(fact, facts.Built):
        fact = msgspec.structs.replace(fact, built=("food",))
    assert re.search(r"\.$", said(fact))


def costs(**changed: int) -> facts.FactoryCosts:
    usual: dict[str, int] = {
        "fixed": 5, "developer": 2, "workers": 3, "wage": 3, "wages": 9, "supervisor": 6, "machines": 2, "upkeep": 2,
        "workshop": 1, "total": 7,
    }  # fmt: skip
    return facts.FactoryCosts(good="lamps", **(usual | changed))


@pytest.mark.rule("AW-12.8", "AW-13.8", "AW-14.1")
def test_a_production_reads_like_a_statement_of_account() -> None:
    fact = facts.Produced(
        pending=(), seat=1, good="lamps", chosen=True, produced=9, overtime=1, appeal=6, demand=2, limit=5, patron=1,
        fresh_sold=5, stored_before=2, stored_sold=0, price=8, sales_income=40, shipped=3, shipping_price=6,
        shipping_income=18, contract=4, ships=2, tokens=1, trading_office=True, store=(), stored=2, lost=1,
        taken_away=(facts.Unstored("W1", "food", 1),), income=62, costs=costs(), paid=7, profit=55,
        emergency=facts.EmergencyLoans(loans=2, each=6, money=12), discarded=SupplyCard("DC12", "overtime"),
    )  # fmt: skip
    assert said(fact) == (
        "2 discarded the Overtime card. 2 produced 9 goods in the Lamps factory, including 1 from overtime. "
        "At appeal 6 and demand 2, the home market limit was 5, including 1 from the patron. "
        "Sold on the home market: 5 at £8 = £40. "
        "Sold from warehouses: 0 of 2. "
        "Shipped: 3 at £6 = £18. Ships used: 2. Shipping tokens placed: 1. "
        "The trading office saved 1 shipping token. The contract paid £4. Stored: 2. Lost: 1. "
        "Goods lost with their warehouses: 1 × Food. Income: £62. "
        "Lamps factory costs: fixed cost: £5, −£2 (developer), wages: 3 × £3 = £9, −£6 (supervisor), "
        "upkeep for 2 machines: £2, −£1 (workshop). Total: £7. "
        "Emergency loans: 2 × £6 = £12. Paid: £7. Profit: £55."
    )
    loss = msgspec.structs.replace(fact, profit=-3)
    assert said(loss).endswith("Paid: £7. Loss: £3.")


@pytest.mark.rule("AW-18.6")
def test_the_final_scoring_is_narrated_step_by_step() -> None:
    score = Score(
        seat=0, goods=4, goods_income=8, bought=4, paid=64, loans=4, shipping_loss=4, shares=13, share_value=12,
        score=156, funds=4,
    )  # fmt: skip
    fact = facts.GameEnded(
        pending=(), scores=(score,), automa_scores=(AutomaScore("orange", 20, 15, 300),), ranking=(Place(1, 0, 156),),
        decided_by="score", achievements=("patriot", "tycoon"),
    )  # fmt: skip
    assert said(fact) == (
        "1 scored 156 (13 × £12) and had £4 left. Goods sold: 4 for £8. Shares bought: 4 for £64. "
        "Shares lost for loans: 4. Share value lost for shipping: £4. The orange automa scored 300 (20 × £15). "
        "Final ranking: 1. 1 (156). Achievements: Patriot, Tycoon."
    )


def test_a_discarded_engineer_takes_its_quality_along() -> None:
    lost = QualityAt("QE", "food", 2, "price")
    fact = facts.CardTaken(
        pending=(), seat=0, card=SupplyCard("DC14", "supervisor"), at="food", max_quality=6,
        discarded=SupplyCard("DC02", "engineer"), lost_quality=lost,
    )  # fmt: skip
    assert said(fact) == (
        "1 discarded the Engineer card. The Food factory lost 2 quality. "
        "1 took the Supervisor card and placed it at the Food factory."
    )
    replaced = msgspec.structs.replace(fact, replacement=QualityAt("Q1", "food", 1, "price"))
    assert "At the Food factory, quality 1 replaced quality 2." in said(replaced)


@pytest.mark.rule("AW-S.18", "AW-S.19")
def test_narration_of_the_opponents_names_the_draw_and_its_effects() -> None:
    drawn = facts.MarkerDrawn(pending=(), colour="green")
    moved = facts.AutomaAdvanced(
        pending=(), colour="green", good="food", appeal_from=3, appeal_to=5, arrows=1, demand_from=2, demand_to=3
    )
    assert said(drawn) == "The opponents drew a marker: green."
    assert said(moved) == (
        "The green automa's marker for Food advanced from 3 to 5. "
        "The appeal marker crossed 1 arrow; demand for Food moved from 2 to 3."
    )


@pytest.mark.rule("AW-S.17", "AW-19.7")
def test_the_entrepreneur_names_a_player_or_lets_the_opponents_begin() -> None:
    fact = facts.EntrepreneurDiscarded(pending=(), seat=0, start_player=2, discarded=SupplyCard("DC01", "entrepreneur"))
    assert said(fact) == "1 discarded the Entrepreneur card. 1 chose 3 as start player."
    alone = msgspec.structs.replace(fact, start_player=1, discarded_to=4)
    assert said(alone).endswith("1 chose to play after the opponents in the next round.")
    assert said(msgspec.structs.replace(alone, start_player=0)).endswith("before the opponents in the next round.")


@pytest.mark.rule("AW-19.15", "AW-D.34")
def test_narration_does_not_mention_a_patron_that_adds_nothing() -> None:
    """At demand 0 the whole appeal is the limit already."""
    game = Game(3).open("food", workers="I I", appeal=2).demand(food=0).holding("patron_food").produces(0)
    sentence = said(game.play(Produce(patron=True)))
    assert "the home market limit was 2; the patron did not raise it. Sold on the home market: 2" in sentence
    game = Game(3).open("food", workers="I I", appeal=2).demand(food=1).holding("patron_food").produces(0)
    assert "the home market limit was 2, including 1 from the patron." in said(game.play(Produce(patron=True)))


@pytest.mark.rule("AW-15.1", "AW-15.2")
@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        (30, "the share value stayed at the maximum, £30."),
        (29, "the share value rose to £30 (+1 for sales, +0 for the highest appeal)."),
        (28, "the share value rose to £30 (+1 for sales, +1 for the highest appeal)."),
    ],
)
def test_a_share_value_rises_to_the_end_of_its_track_and_no_further(before: int, sentence: str) -> None:
    game = Game(3).open("food", workers="I I", appeal=4).demand(food=1).having(share_value=before).produces(0)
    game.play(Produce())
    assert game.player().share_value == 30
    assert said(game.next(facts.SharesValued)).endswith(sentence)


@pytest.mark.rule("AW-D.3")
def test_narration_does_not_mention_a_demand_marker_that_cannot_move() -> None:
    game = Game(3).open("food", workers="I I", space=3).demand(food=COMPONENTS.market_board.demand.last).step("price")
    sentence = said(game.play(SetPrice(space=0, office="appeal")))
    assert f"demand for Food stayed at {COMPONENTS.market_board.demand.last}, the end of its scale." in sentence
