"""The history: complete sentences for every fact, each naming the player and the action."""

import pytest

from domain.barrage.engine.secrets import veil
from domain.barrage.leeghwater.narrate import narrate
from domain.barrage.model import changes, commands, facts
from domain.barrage.model.changes import Segment
from domain.barrage.model.facts import FACTS
from domain.barrage.model.figures import figures, of
from domain.game import Fact
from domain.message import plain
from domain.presentation import Place
from tests.domain.barrage.playing import EVERYTHING, facts_of_game


def said(fact):
    return plain(narrate(fact, of(figures.current())))


GAMES = [(4, 7, {"rules": "beginner"}), (3, 8, {}), (4, 9, EVERYTHING)]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_every_fact_of_a_game_can_be_narrated_for_all_viewers(seats, seed, options):
    for fact in facts_of_game(seats, seed, **options):
        sentence = said(veil(fact, "spectator"))
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert "hidden" not in sentence


def test_every_fact_of_the_game_has_a_sentence():
    assert set(FACTS) <= set(narrate.registry)


def test_a_construction_with_its_consequences():
    fact = facts.Constructed(
        seat=0,
        command=commands.Construct(structure="base", site="B5L", tile="basic-base", excavators=4),
        changes=(
            changes.EngineersPlaced(seat=0, space="CN-1/0", engineers=1),
            changes.PutOnWheel(seat=0, tile="basic-base", excavators=4),
            changes.WheelTurned(seat=0, steps=1, returned=(Segment(tile="basic-conduit", excavators=1),)),
            changes.Built(seat=0, structure="base", site="B5L"),
            changes.Gained(seat=0, vp=3),
        ),
    )
    assert said(fact) == (
        "1 built a base on B5L with the basic tile (base). 1 placed 1 engineer: Construction space CN-1. "
        "1 put these on the wheel: basic tile (base), 4 excavators. 1 rotated the wheel by 1 segment. "
        "1 took these back from the wheel: basic tile (conduit), 1 excavator. 1 gained 3 VP."
    )


def test_a_production_through_a_foreign_conduit():
    fact = facts.Produced(
        seat=0,
        command=commands.Produce(dam="B6L", conduit="6A", powerhouse="P9-1", drops=2),
        energy=9,
        changes=(
            changes.Paid(seat=0, credits=2, to=2),
            changes.Gained(seat=2, vp=2),
            changes.Gained(seat=0, energy=9),
            changes.DropFlowed(start="B6L", stop="B9L", basins=(9,)),
            changes.DropFlowed(start="B6L", basins=(9, 11)),
        ),
    )
    assert said(fact) == (
        "1 produced 9 energy with 2 drops from dam B6L through conduit 6A to powerhouse P9-1. "
        "1 paid 2 credits to 3. 3 gained 2 VP. 1 gained 9 energy. "
        "1 drop flowed from B6L into dam B9L. 1 drop flowed from B6L off the map."
    )


def test_a_copied_tile_is_named():
    fact = facts.Constructed(
        seat=1,
        command=commands.Construct(structure="conduit", site="6A", tile="special-anton", copies="adv-conduit-2"),
    )
    assert said(fact) == (
        "2 built a conduit of value 4 on 6A with the special tile of Anton Krylov. "
        "The special tile copied the level 2 tile (conduit)."
    )


def test_contracts_show_their_requirement_and_reward():
    fact = facts.ContractTaken(seat=2, command=commands.TakeContract(contract="green-12"))
    assert said(fact) == "3 took the green contract for 4 energy (a free base (plains))."


def test_a_loss_of_points_is_narrated_as_a_loss():
    fact = facts.EnergyScored(changes=(changes.Gained(seat=1, credits=3, vp=-3),))
    assert said(fact) == "Energy was scored. 2 gained 3 credits. 2 lost 3 VP."


RARE = [
    (facts.DamsFilled(seat=0, command=commands.FillDams()), "1 placed a drop on each of their empty dams."),
    (facts.Lapsed(seat=0, kind="contract"), "1 couldn't use this: a contract to fulfil."),
    (facts.Declined(seat=1, command=commands.Decline(), kind="drops"), "2 declined this: drops on headstreams."),
    (facts.EffectFollowed(seat=0, source="base/4"), "1 triggered an effect. Source: income from base 4."),
    (facts.EffectFollowed(seat=0, source="income"), "1 triggered an effect. Source: income."),
    (
        facts.EffectFollowed(seat=0, source="germany"),
        "1 triggered an effect (after each production, a second production with a different powerhouse and no bonuses)."
        " Source: the company power (Germany).",
    ),
    (
        facts.EffectFollowed(seat=0, source="adv-powerhouse-2"),
        "1 triggered an effect (production +2). Source: level 2 tile (powerhouse).",
    ),
    (
        facts.EffectFollowed(seat=0, source="italy", changes=(changes.Gained(seat=0, energy=3),)),
        "1 triggered an effect. Source: the company power (Italy). 1 gained 3 energy.",
    ),
    (
        facts.OfficerCopied(
            seat=0,
            command=commands.CopyOfficer(space="MH-2", officer="viktor_fiesler"),
            changes=(
                changes.EngineersPlaced(seat=0, space="MH-2", engineers=1),
                changes.OfficerCopied(seat=0, officer="viktor_fiesler"),
            ),
        ),
        "1 copied Viktor Fiesler for this turn. 1 placed 1 engineer: Mahiri Sekibo's private space 2.",
    ),
    (
        facts.BuiltFree(seat=0, command=commands.BuildFree(structure="powerhouse", site="P5-1")),
        "1 built a powerhouse on P5-1 for free.",
    ),
    (
        facts.TurnEnded(
            seat=0,
            command=commands.EndTurn(),
            changes=(
                changes.PileRenewed(pile="red", order=("hidden",)),
                changes.Shown(display="red", slot=0, item="red-12"),
            ),
        ),
        "1 ended the turn. The discarded red contracts were shuffled into a new pile. "
        "Turned face up: red contract for 10 energy (7 VP, 3 credits).",
    ),
]


@pytest.mark.parametrize(("fact", "words"), RARE)
def test_narration_of_rarer_facts(fact, words):
    assert said(fact) == words


@pytest.mark.parametrize(
    ("decided_by", "words"),
    [
        ("points", "The game ended: 1. 1 with 90 VP, 2. 2 with 80 VP."),
        ("energy", "The game ended. Energy in the last round broke the tie: 1. 1 with 90 VP, 2. 2 with 80 VP."),
        ("shared", "The game ended with a shared victory: 1. 1 with 90 VP, 2. 2 with 80 VP."),
    ],
)
def test_how_a_game_ends(decided_by, words):
    ranking = (Place(place=1, seat=0, points=90), Place(place=2, seat=1, points=80))
    assert said(facts.GameEnded(ranking=ranking, decided_by=decided_by)) == words


def test_a_fact_of_another_game_is_not_narrated():
    class Other(Fact, frozen=True, tag="other"):
        pass

    with pytest.raises(TypeError):
        narrate(Other(), of(figures.current()))
