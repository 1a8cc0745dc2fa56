"""The history of the expansion: a sentence for every fact."""

import pytest

from domain.barrage.leeghwater import commands, facts
from domain.barrage.leeghwater.narrate import narrate
from domain.barrage.model import changes
from domain.barrage.model.figures import figures, of
from domain.message import plain

SENTENCES = [
    (
        facts.DropPutOnDam(
            seat=0, command=commands.PutOnDam(dam="B5L"), changes=(changes.DropsAdded(site="B5L", drops=1),)
        ),
        "1 placed a drop directly on dam B5L.",
    ),
    (
        facts.ExtraTurnTaken(
            seat=1,
            command=commands.TakeExtraTurn(),
            changes=(changes.Removed(display="works", item="work-a2"),),
        ),
        "2 ended the turn and started another one. Removed from the game: "
        "external work for 1 concrete mixer (3 credits, rotate the wheel by 2 segments).",
    ),
    (
        facts.WorkPaid(
            seat=0,
            command=commands.PayWork(onto_wheel=True),
            work="work-a2",
            changes=(
                changes.PutOnWheel(seat=0, tile="special-leslie", mixers=1),
                changes.WheelTurned(seat=0, steps=1),
                changes.Taken(seat=0, display="works", item="work-a2", to="fulfilled"),
                changes.Gained(seat=0, credits=3),
            ),
        ),
        "1 put machinery on the wheel for the external work for 1 concrete mixer "
        "(3 credits, rotate the wheel by 2 segments). "
        "1 put these on the wheel: special tile of Leslie Spencer, 1 concrete mixer. "
        "1 rotated the wheel by 1 segment. 1 gained 3 credits.",
    ),
    (
        facts.WorkPaid(
            seat=0,
            command=commands.PayWork(onto_wheel=False),
            work="work-a2",
            changes=(changes.Paid(seat=0, mixers=1),),
        ),
        "1 discarded machinery for the external work for 1 concrete mixer (3 credits, rotate the wheel by 2 segments). "
        "1 paid 1 concrete mixer.",
    ),
    (
        facts.WorkTaken(seat=1, command=commands.TakeWork(work="work-c2"), changes=(changes.Paid(seat=1, credits=10),)),
        "2 fulfilled the external work for 5 concrete mixers (10 VP, 1 drop that flows immediately). "
        "2 paid 10 credits.",
    ),
    (facts.TileTaken(seat=0, command=commands.TakeTile(tile="adv-wild-3")), "1 took the level 3 tile (any structure)."),
    (
        facts.BuildingPerformed(
            seat=0,
            command=commands.PerformBuilding(building="wind_farm"),
            changes=(changes.Paid(seat=0, credits=2), changes.Gained(seat=0, energy=5)),
        ),
        "1 used the private building Wind Farm. 1 paid 2 credits. 1 gained 5 energy.",
    ),
    (
        facts.TileRetrieved(
            seat=0,
            command=commands.RetrieveTile(tile="adv-base-2"),
            changes=(changes.TakenOffWheel(seat=0, segment=2, tile="adv-base-2"),),
        ),
        "1 took the level 2 tile (base) from the wheel.",
    ),
    (
        facts.MachineryRetrieved(
            seat=0,
            command=commands.RetrieveMachinery(segment=3, excavators=2),
            changes=(changes.TakenOffWheel(seat=0, segment=3, excavators=2),),
        ),
        "1 took half the machinery in a wheel segment. 1 took these from the wheel: 2 excavators.",
    ),
    (
        facts.BuildingsScored(changes=(changes.Gained(seat=2, vp=7),)),
        "Activated private buildings were scored. 3 gained 7 VP.",
    ),
]


@pytest.mark.parametrize(("fact", "words"), SENTENCES)
def test_narration(fact, words):
    assert plain(narrate(fact, of(figures.current()))) == words


def test_every_fact_of_the_expansion_has_a_sentence():
    assert {type(fact) for fact, _ in SENTENCES} == set(facts.FACTS)
