"""The history: complete sentences for every fact, whose parts all appear in the text."""

import random

import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model import facts
from domain.brass.birmingham.model.facts import Bonus, SoldTile
from domain.brass.birmingham.model.state import Options
from domain.brass.model.facts import Advance, Flip, Laid, MatTile, Owed, Taken
from domain.brass.model.state import Tile
from domain.game import HIDDEN, Table
from domain.presentation import Place
from domain.verifiable_random import Seeded
from tests.domain.brass.english import NAMES, english

FLIP = Flip(owner=1, income_from=10, income_to=17)
TOLD = [
    (
        facts.Built(seat=0, card="stone", industry="cotton_mill", level=1, slot="stone/0", price=12),
        "Ada played Stone and built Cotton Mill level 1 in Stone for £12.",
    ),
    (
        facts.Built(
            seat=0,
            card="cotton_mill+manufacturer",
            industry="cotton_mill",
            level=3,
            slot="leek/0",
            price=16,
            coal=(Taken(source="cannock/1", flip=FLIP),),
            iron=(Taken(source="market", price=2),),
        ),
        "Ada played Cotton Mill or Manufacturer and built Cotton Mill level 3 in Leek for £18. "
        "The coal came from Cannock. The iron came from the market (1 for £2). "
        "Coal Mine in Cannock flipped: the income marker of Brunel moved from space 10 to 17.",
    ),
    (
        facts.Built(
            seat=0,
            card="wild_location",
            industry="iron_works",
            level=2,
            slot="dudley/1",
            price=7,
            coal=(Taken(source="supply", price=8),),
            cubes=4,
            moved=(5, 5, 4, 4),
            flip=Flip(owner=0, income_from=10, income_to=13),
            replaced=Tile(owner=1, industry="iron_works", level=1),
        ),
        "Ada played Wild Location and built Iron Works level 2 in Dudley for £15, over level 1 of Brunel. "
        "The coal came from outside the empty market (1 for £8). Iron moved to the market: 4, for £18. "
        "Iron Works in Dudley flipped: the income marker of Ada moved from space 10 to 13.",
    ),
    (
        facts.Built(
            seat=2, card="coal_mine", industry="coal_mine", level=1, slot="dudley/0", price=5, cubes=2, moved=(1,)
        ),
        "Clara played Coal Mine and built Coal Mine level 1 in Dudley for £5. Coal moved to the market: 1, for £1.",
    ),
    (
        facts.Linked(seat=3, card="leek", links=(Laid(line="birmingham-oxford"),), price=3),
        "Darby discarded Leek and linked Birmingham with Oxford for £3.",
    ),
    (
        facts.Linked(
            seat=3,
            card="leek",
            links=(
                Laid(line="birmingham-oxford", coal=Taken(source="dudley/0")),
                Laid(line="oxford-redditch", coal=Taken(source="market", price=5)),
            ),
            price=15,
            beer=Taken(source="stone/0", flip=FLIP),
        ),
        "Darby discarded Leek and linked Birmingham with Oxford, Oxford with Redditch for £20. "
        "The coal came from Dudley, the market (1 for £5). The beer came from Stone. "
        "Brewery in Stone flipped: the income marker of Brunel moved from space 10 to 17.",
    ),
    (
        facts.Developed(
            seat=1,
            card="pottery",
            removed=(MatTile("brewery", 1), MatTile("brewery", 1)),
            iron=(Taken(source="dudley/1"), Taken(source="dudley/1")),
        ),
        "Brunel discarded Pottery and developed Brewery level 1, Brewery level 1 for £0. "
        "The iron came from Dudley (2).",
    ),
    (
        facts.LoanTaken(seat=0, card="stone", money=30, income_from=10, income_to=7),
        "Ada discarded Stone and took a loan of £30; the income marker fell from space 10 to 7.",
    ),
    (
        facts.Scouted(seat=0, cards=("stone", "leek", "leek"), gained=("wild_location", "wild_industry")),
        "Ada discarded Stone, Leek, Leek and took Wild Location, Wild Industry.",
    ),
    (facts.Passed(seat=0, card="brewery"), "Ada discarded Brewery and passed."),
    (facts.TurnEnded(seat=0), "Ada ended the turn; there were no cards to draw."),
    (facts.TurnEnded(seat=0, drawn=(HIDDEN, HIDDEN)), "Ada ended the turn; cards drawn: 2."),
    (facts.TurnEnded(seat=0, drawn=("stone",)), "Ada ended the turn and drew Stone."),
    (
        facts.TurnOrderSet(order=(1, 0), spent=(12, 3)),
        "The money spent sets the next turn order: Brunel (£3), Ada (£12).",
    ),
    (
        facts.IncomePaid(income=(4, 0, -3), shortfalls=(Owed(seat=1, owed=5),)),
        "Income was settled: Ada received £4, Brunel received £0, Clara paid £3. "
        "Brunel owes £5 and cannot pay it in full.",
    ),
    (
        facts.TileRemoved(seat=1, slot="stone/0", tile=Tile(owner=1, industry="brewery", level=1), raised=2),
        "Brunel removed Brewery level 1 in Stone to raise £2.",
    ),
    (facts.ShortfallSettled(seat=1, paid=5), "Brunel settled the negative income with £5."),
    (
        facts.ShortfallSettled(seat=1, paid=2, points_lost=3),
        "Brunel could pay only £2 of the negative income and lost 3 VP.",
    ),
    (facts.RoundBegan(round=4, actions=2), "Round 4 began."),
    (
        facts.EraScored(era="canal", links={}, tiles={}, points=(3, 4)),
        "The canal era was scored: Ada 3 VP, Brunel 4 VP.",
    ),
    (facts.EraScored(era="rail", links={}, tiles={}, points=(3, 4)), "The rail era was scored: Ada 3 VP, Brunel 4 VP."),
    (
        facts.IntroductoryScored(money=(1, 2), income=(0, 0), tiles={}, points=(1, 2)),
        "Money, income and higher tiles were scored: Ada 1 VP, Brunel 2 VP.",
    ),
    (
        facts.EraBegan(actions=2, removed=("stone/0",), barrels=(), hands=((), ())),
        "The rail era began; level 1 tiles removed from the board: 1, barrels put beside merchants: 0.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 1, 90), Place(2, 0, 80)), decided_by="points"),
        "The game is over: Brunel wins with 90 VP.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 1, 90), Place(2, 0, 90)), decided_by="income"),
        "The game is over: Brunel wins with 90 VP and the higher income.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 1, 90), Place(2, 0, 90)), decided_by="money"),
        "The game is over: Brunel wins with 90 VP and more money.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 0, 90), Place(1, 1, 90)), decided_by="shared"),
        "The game is over: Ada, Brunel share the victory with 90 VP.",
    ),
]


def told(fact):
    return ruleset.narrate(fact, ruleset.current_figures())


@pytest.mark.parametrize(("fact", "sentence"), TOLD, ids=lambda value: type(value).__name__)
def test_a_fact_is_narrated_in_complete_sentences(fact, sentence):
    assert english(told(fact)) == sentence


@pytest.mark.parametrize(
    ("bonus", "sentence"),
    [
        (
            Bonus(developed=MatTile("pottery", 2)),
            "The merchant's beer let Ada develop Pottery level 2 without iron.",
        ),
        (
            Bonus(income=Advance(income_from=15, income_to=17)),
            "The merchant's beer moved the income marker of Ada from space 15 to 17.",
        ),
        (Bonus(points=4), "The merchant's beer brought Ada 4 VP."),
        (Bonus(money=5), "The merchant's beer brought Ada £5."),
        (Bonus(), "Ada had no tile to develop with the merchant's beer."),
    ],
)
def test_narration_of_a_sale_names_the_merchant_the_beer_and_the_proceeds(bonus, sentence):
    sale = SoldTile(
        slot="birmingham/1",
        industry="manufacturer",
        merchant="oxford/1",
        flip=Flip(owner=0, income_from=10, income_to=15),
        beer=(Taken(source="oxford/1"),),
        bonus=bonus,
    )
    assert english(told(facts.Sold(seat=0, card="leek", sales=(sale,)))) == (
        "Ada discarded Leek to sell. Manufacturer in Birmingham went to the merchant in Oxford; "
        f"the income marker of Ada moved from space 10 to 15. The beer came from Oxford. {sentence}"
    )


def started(seats, **options):
    table = Table(seats=seats, options=options, figures=ruleset.current_figures())
    return ruleset.setup(table, Seeded(bytes(32)))


def test_narration_of_the_start_names_the_turn_order():
    game = started(2)
    order = ", ".join(NAMES[seat] for seat in game.turn_order)
    assert english(told(game)) == f"The game began; the first round is played in this order: {order}."
    introductory = started(2, introductory=True)
    assert introductory.options == Options(introductory=True)
    assert english(told(introductory)).startswith("The introductory game began; ")


def test_every_kind_of_fact_is_narrated():
    known = {type(fact) for fact, _ in TOLD} | {facts.Sold, facts.Started}
    assert known == set(facts.FACTS)
    with pytest.raises(TypeError, match="nothing is known to tell"):
        told(object())


def test_whole_games_are_narrated_for_every_viewer():
    numbers = random.Random(7)
    first = started(3)
    state = ruleset.initial(first)
    happened = [first]
    while not state.finished:
        seat = ruleset.to_act(state)[0].seat
        command = ruleset.bots["random"](ruleset, ruleset.view(state, seat), seat, numbers)
        for fact in ruleset.decide(state, seat, command):
            ruleset.apply(state, fact)
            happened.append(fact)
    for viewer in (0, 1, 2, "spectator", "auditor"):
        for fact in happened:
            sentence = english(told(ruleset.veil(fact, viewer)))
            assert sentence.endswith(".")
            assert HIDDEN not in sentence
