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
SENTENCES = [
    (
        facts.Built(seat=0, card="stone", industry="cotton_mill", level=1, slot="stone/0", price=12),
        "Ada played Stone and built a level 1 Cotton Mill in Stone for £12.",
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
        "Ada played Cotton Mill or Manufacturer and built a level 3 Cotton Mill in Leek for £18. "
        "The coal came from Cannock. The iron came from the market (1 for £2). "
        "The Coal Mine in Cannock flipped. Brunel's income marker moved from space 10 to space 17.",
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
        "Ada played Wild Location and built a level 2 Iron Works in Dudley for £15, "
        "replacing Brunel's level 1 tile. "
        "The coal came from the general supply (1 for £8). 4 iron cubes moved to the market for £18. "
        "The Iron Works in Dudley flipped. Ada's income marker moved from space 10 to space 13.",
    ),
    (
        facts.Built(
            seat=2, card="coal_mine", industry="coal_mine", level=1, slot="dudley/0", price=5, cubes=2, moved=(1,)
        ),
        "Clara played Coal Mine and built a level 1 Coal Mine in Dudley for £5. "
        "1 coal cube moved to the market for £1.",
    ),
    (
        facts.Linked(seat=3, card="leek", links=(Laid(line="birmingham-oxford"),), price=3),
        "Darby discarded Leek and placed a link for £3: Birmingham to Oxford.",
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
        "Darby discarded Leek and placed 2 links for £20: Birmingham to Oxford, Oxford to Redditch. "
        "The coal came from Dudley, the market (1 for £5). The beer came from Stone. "
        "The Brewery in Stone flipped. Brunel's income marker moved from space 10 to space 17.",
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
        "Ada discarded Stone and took a loan of £30. The income marker fell from space 10 to space 7.",
    ),
    (
        facts.Scouted(seat=0, cards=("stone", "leek", "leek"), gained=("wild_location", "wild_industry")),
        "Ada discarded Stone, Leek, Leek and took Wild Location, Wild Industry.",
    ),
    (facts.Passed(seat=0, card="brewery"), "Ada discarded Brewery and passed."),
    (facts.TurnEnded(seat=0), "Ada ended the turn without drawing cards."),
    (facts.TurnEnded(seat=0, drawn=(HIDDEN, HIDDEN)), "Ada ended the turn and drew 2 cards."),
    (facts.TurnEnded(seat=0, drawn=("stone",)), "Ada ended the turn and drew Stone."),
    (
        facts.TurnOrderSet(order=(1, 0), spent=(12, 3)),
        "The amounts spent determined the next turn order: Brunel (£3), Ada (£12).",
    ),
    (
        facts.IncomePaid(income=(4, 0, -3), shortfalls=(Owed(seat=1, owed=5),)),
        "Income was settled: Ada £4, Clara −£3. Brunel owed £5 and could not pay in full.",
    ),
    (
        facts.TileRemoved(seat=1, slot="stone/0", tile=Tile(owner=1, industry="brewery", level=1), raised=2),
        "Brunel removed Brewery level 1 from Stone to raise £2.",
    ),
    (facts.ShortfallSettled(seat=1, paid=5), "Brunel paid £5 to the bank for negative income."),
    (
        facts.ShortfallSettled(seat=1, paid=0),
        "Brunel had no money or VP left to lose. The shortfall was cancelled.",
    ),
    (
        facts.ShortfallSettled(seat=1, paid=2, points_lost=3),
        "Brunel could pay only £2 of the negative income and lost 3 VP.",
    ),
    (facts.RoundBegan(round=4, actions=2), "Round 4 started."),
    (
        facts.EraScored(era="canal", links={}, tiles={}, points=(3, 4)),
        "The canal era was scored: Ada 3 VP, Brunel 4 VP.",
    ),
    (facts.EraScored(era="rail", links={}, tiles={}, points=(3, 4)), "The rail era was scored: Ada 3 VP, Brunel 4 VP."),
    (
        facts.IntroductoryScored(money=(1, 2), income=(0, 0), tiles={}, points=(1, 2)),
        "Money, income and higher-level tiles were scored: Ada 1 VP, Brunel 2 VP.",
    ),
    (
        facts.EraBegan(actions=2, removed=("stone/0",), barrels=(), hands=((), ())),
        "The rail era started, and 1 level 1 tile left the board.",
    ),
    (
        facts.EraBegan(actions=2, removed=("stone/0", "dudley/0"), barrels=("oxford/0",), hands=((), ())),
        "The rail era started, and 2 level 1 tiles left the board. Merchants received 1 beer barrel.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 1, 90), Place(2, 0, 80)), decided_by="points"),
        "The game ended: Brunel won with 90 VP.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 1, 90), Place(2, 0, 90)), decided_by="income"),
        "The game ended: Brunel won with 90 VP. A higher income level broke the tie.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 1, 90), Place(2, 0, 90)), decided_by="money"),
        "The game ended: Brunel won with 90 VP. More money broke the tie.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 0, 90), Place(1, 1, 90)), decided_by="shared"),
        "The game ended: Ada, Brunel shared the victory with 90 VP.",
    ),
]


def narrated(fact):
    return ruleset.narrate(fact, ruleset.current_figures(), 3)


@pytest.mark.parametrize(("fact", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_a_fact_is_narrated_in_complete_sentences(fact, sentence):
    assert english(narrated(fact)) == sentence


@pytest.mark.parametrize(
    ("bonus", "sentence"),
    [
        (
            Bonus(developed=MatTile("pottery", 2)),
            "The merchant beer bonus let Ada develop Pottery level 2 without iron.",
        ),
        (
            Bonus(income=Advance(income_from=15, income_to=17)),
            "The merchant beer bonus moved Ada's income marker from space 15 to space 17.",
        ),
        (Bonus(points=4), "The merchant beer bonus gave Ada 4 VP."),
        (Bonus(money=5), "The merchant beer bonus gave Ada £5."),
        (Bonus(), "Ada had no tile to develop for the merchant beer bonus."),
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
    assert english(narrated(facts.Sold(seat=0, card="leek", sales=(sale,)))) == (
        "Ada discarded Leek to take a sell action. Ada sold the Manufacturer in Birmingham to the merchant in Oxford. "
        f"The beer came from Oxford. {sentence} The sale moved Ada's income marker from space 10 to space 15."
    )


def started(seats, **options):
    table = Table(seats=seats, options=options, figures=ruleset.current_figures())
    return ruleset.setup(table, Seeded(bytes(32)))


def test_narration_of_the_start_names_the_turn_order():
    game = started(2)
    order = ", ".join(NAMES[seat] for seat in game.turn_order)
    assert english(narrated(game)) == f"The game started. Turn order in the first round: {order}."
    introductory = started(2, introductory=True)
    assert introductory.options == Options(introductory=True)
    assert english(narrated(introductory)).startswith("The introductory game started. ")


def test_every_kind_of_fact_is_narrated():
    known = {type(fact) for fact, _ in SENTENCES} | {facts.Sold, facts.Started}
    assert known == set(facts.FACTS)
    with pytest.raises(TypeError, match="no function narrates"):
        narrated(object())


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
            sentence = english(narrated(ruleset.veil(fact, viewer)))
            assert sentence.endswith(".")
            assert HIDDEN not in sentence
