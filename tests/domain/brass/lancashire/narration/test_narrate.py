"""The history: complete sentences for every fact, whose parts all appear in the text."""

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model import facts
from domain.brass.model.facts import Advance, Flip, Laid, MatTile, Owed, Taken
from domain.brass.model.state import Tile
from domain.game import HIDDEN
from domain.presentation import Place
from tests.domain.brass.english import NAMES, english
from tests.domain.brass.lancashire.builder import started
from tests.domain.brass.lancashire.playing import whole_game

MILL = Flip(owner=0, income_from=10, income_to=15)
PORT = Flip(owner=1, income_from=10, income_to=13)
THROUGH_A_PORT = (
    "Preston sold its cotton through the port in Fleetwood. "
    "The Port in Fleetwood flipped. Brunel's income marker moved from space 10 to space 13. "
    "The Cotton Mill in Preston flipped. Ada's income marker moved from space 10 to space 15."
)
SENTENCES = [
    (
        facts.Built(seat=0, card="wigan", industry="coal_mine", level=1, slot="wigan/0", price=5, cubes=2),
        "Ada played Wigan and built a level 1 Coal Mine in Wigan for £5.",
    ),
    (
        facts.Built(
            seat=0,
            card="port",
            second_card="wigan",
            industry="iron_works",
            level=2,
            slot="bolton/2",
            price=7,
            coal=(Taken(source="market", price=2),),
            cubes=4,
            moved=(4, 4, 3, 3),
            flip=Flip(owner=0, income_from=10, income_to=13),
            replaced=Tile(owner=1, industry="iron_works", level=1),
        ),
        "Ada played Port and built a level 2 Iron Works in Bolton for £9, replacing Brunel's level 1 tile. "
        "The coal came from the market (1 for £2). 4 iron cubes moved to the market for £14. "
        "The Iron Works in Bolton flipped. Ada's income marker moved from space 10 to space 13. "
        "The build took both actions and a second card, Wigan.",
    ),
    (
        facts.Linked(
            seat=3, card="port", links=(Laid(line="lancaster-scotland", coal=Taken(source="wigan/0")),), price=5
        ),
        "Darby discarded Port and placed a link for £5: Lancaster to Scotland. The coal came from Wigan.",
    ),
    (
        facts.Developed(seat=1, card="port", removed=(MatTile("shipyard", 0),), iron=(Taken(source="bolton/2"),)),
        "Brunel discarded Port and developed Shipyard level 0 for £0. The iron came from Bolton.",
    ),
    (
        facts.Sold(seat=0, card="wigan", slot="preston/0", to="fleetwood/0", port=PORT, mill=MILL),
        f"Ada discarded Wigan to take a sell action. {THROUGH_A_PORT}",
    ),
    (
        facts.Sold(seat=0, card="wigan", slot="preston/0", to="distant_market"),
        "Ada discarded Wigan to take a sell action. Preston offered its cotton to the distant cotton market.",
    ),
    (
        facts.SoldOn(seat=0, slot="preston/0", to="fleetwood/0", port=PORT, mill=MILL),
        f"Ada continued selling. {THROUGH_A_PORT}",
    ),
    (
        facts.MarketTurned(
            seat=0,
            slot="colne/0",
            tile="2",
            space_from=0,
            space_to=2,
            income=Advance(income_from=8, income_to=10),
            mill=MILL,
        ),
        "The distant market tile showed 2. The marker moved from space 0 to space 2. "
        "The sale moved Ada's income marker from space 8 to space 10. "
        "The Cotton Mill in Colne flipped. Ada's income marker moved from space 10 to space 15.",
    ),
    (
        facts.MarketTurned(seat=0, slot="colne/0", tile="1", space_from=5, space_to=6, mill=MILL),
        "The distant market tile showed 1. The marker moved from space 5 to space 6. "
        "The Cotton Mill in Colne flipped. Ada's income marker moved from space 10 to space 15.",
    ),
    (
        facts.MarketTurned(seat=0, slot="colne/0", tile="3", space_from=6, space_to=8),
        "The distant market tile showed 3. The marker moved from space 6 to space 8. "
        "The market closed, and Colne did not sell its cotton.",
    ),
    (facts.SellingStopped(seat=2), "Clara stopped selling."),
    (
        facts.LoanTaken(seat=0, card="port", money=20, income_from=10, income_to=8),
        "Ada discarded Port and took a loan of £20. The income marker fell from space 10 to space 8.",
    ),
    (facts.Passed(seat=0, card="wigan"), "Ada discarded Wigan and passed."),
    (facts.TurnEnded(seat=0, drawn=(HIDDEN, HIDDEN)), "Ada ended the turn and drew 2 cards."),
    (
        facts.TurnOrderSet(order=(1, 0), spent=(12, 3)),
        "The amounts spent determined the next turn order: Brunel (£3), Ada (£12).",
    ),
    (
        facts.IncomePaid(income=(4, 0), shortfalls=(Owed(seat=1, owed=5),)),
        "Income was settled: Ada £4. Brunel owed £5 and could not pay in full.",
    ),
    (
        facts.IncomePaid(income=(4, 0, 0), seats=(2, 0), due=(1,)),
        "Income was settled: Clara £0, Ada £4.",
    ),
    (
        facts.TileRemoved(seat=1, slot="wigan/0", tile=Tile(owner=1, industry="coal_mine", level=1), raised=2),
        "Brunel removed Coal Mine level 1 from Wigan to raise £2.",
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
    (
        facts.EraBegan(actions=2, removed=("wigan/0",), hands=((), ())),
        "The rail era started. The distant cotton market was reset, and 1 level 1 tile left the board.",
    ),
    (facts.MoneyScored(points=(3, 0)), "Money was scored: Ada 3 VP, Brunel 0 VP."),
    (
        facts.IntroductoryScored(money=(1, 2), income=(0, 0), tiles={}, points=(1, 2)),
        "Money, income and higher-level tiles were scored: Ada 1 VP, Brunel 2 VP.",
    ),
    (
        facts.GameEnded(ranking=(Place(1, 1, 90), Place(2, 0, 80)), decided_by="points"),
        "The game ended: Brunel won with 90 VP.",
    ),
]


def narrated(fact):
    return ruleset.narrate(fact, ruleset.current_figures(), 3)


@pytest.mark.parametrize(("fact", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_a_fact_is_narrated_in_complete_sentences(fact, sentence):
    assert english(narrated(fact)) == sentence


def test_narration_of_the_start_names_the_turn_order():
    assert english(narrated(started(2))) == (
        f"The game started. Turn order in the first round: {NAMES[0]}, {NAMES[1]}."
    )
    assert english(narrated(started(2, introductory_game=True))).startswith("The introductory game started. ")


def test_every_kind_of_fact_is_narrated():
    assert {type(fact) for fact, _ in SENTENCES} | {facts.Started} == set(facts.FACTS)
    with pytest.raises(TypeError, match="no function narrates"):
        narrated(object())


@pytest.mark.parametrize("seed", [3, 4])
def test_whole_games_are_narrated_for_every_viewer(seed):
    for fact in whole_game(3, seed):
        for viewer in (0, 1, 2, "spectator", "auditor"):
            sentence = english(narrated(ruleset.veil(fact, viewer)))
            assert sentence.endswith(".")
            assert HIDDEN not in sentence
