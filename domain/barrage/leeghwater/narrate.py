"""Narration of the facts of the expansion, in complete sentences."""

from __future__ import annotations

from domain.barrage.leeghwater import facts
from domain.barrage.leeghwater import words as expansion_words
from domain.barrage.model import changes
from domain.barrage.model.components import Components
from domain.barrage.model.leeghwater.components import leeghwater
from domain.barrage.narration import narrate as base
from domain.barrage.narration import words
from domain.barrage.narration.narrate import WHAT, narrated, not_decided
from domain.game_kit.narration import Narrators, narrator
from domain.message import Message, Seat, Term, message

EVERY_WHAT = {
    **WHAT,
    "take_tile": message("leeghwater.advanced-tile", "an advanced tile"),
    "building_action": message("leeghwater.building-action", "a private building's action"),
    "take_work": message("leeghwater.external-work", "an external work"),
    "put_on_dam": message("leeghwater.drop-into-dam", "a drop directly on a dam"),
    "retrieve_tile": message("leeghwater.tile-on-wheel", "a tile on the wheel"),
    "retrieve_machinery": message("leeghwater.machinery-on-wheel", "machinery on the wheel"),
}
"""Names of the kinds of decisions of the game with its expansion."""

MINOR = frozenset({"leeghwater.scored-private-buildings"})
"""Sentences that a short preview can omit."""


def _extra_turn_taken(fact: facts.ExtraTurnTaken, known: Components) -> Message:
    return narrated(
        known,
        fact,
        message(
            "leeghwater.ended-turn-with-extra-turn",
            "{seat} ended the turn and started another one.",
            seat=Seat(fact.seat),
        ),
    )


def _work_paid(fact: facts.WorkPaid, known: Components) -> Message:
    work = expansion_words.work(known, fact.work)
    if fact.command.onto_wheel:
        headline = message(
            "leeghwater.paid-onto-wheel",
            "{seat} put machinery on the wheel for the {work}.",
            seat=Seat(fact.seat),
            work=work,
        )
    else:
        headline = message(
            "leeghwater.paid-by-discarding",
            "{seat} discarded machinery for the {work}.",
            seat=Seat(fact.seat),
            work=work,
        )
    return narrated(known, fact, headline, changes.Taken)


def _work_taken(fact: facts.WorkTaken, known: Components) -> Message:
    work = expansion_words.work(known, fact.command.work)
    return narrated(
        known,
        fact,
        message("leeghwater.fulfilled-external-work", "{seat} fulfilled the {work}.", seat=Seat(fact.seat), work=work),
        changes.Taken,
    )


def _tile_taken(fact: facts.TileTaken, known: Components) -> Message:
    tile = words.tile(known, fact.command.tile)
    return narrated(
        known,
        fact,
        message("leeghwater.took-tile", "{seat} took the {tile}.", seat=Seat(fact.seat), tile=tile),
        changes.Taken,
    )


def _building_performed(fact: facts.BuildingPerformed, known: Components) -> Message:
    building = Term(leeghwater(known).private_building[fact.command.building].name)
    return narrated(
        known,
        fact,
        message(
            "leeghwater.performed-building",
            "{seat} used the private building {building}.",
            seat=Seat(fact.seat),
            building=building,
        ),
    )


def _drop_put_on_dam(fact: facts.DropPutOnDam, known: Components) -> Message:
    headline = message(
        "leeghwater.placed-drop-in-dam",
        "{seat} placed a drop directly on dam {dam}.",
        seat=Seat(fact.seat),
        dam=fact.command.dam,
    )
    return narrated(known, fact, headline, changes.DropsAdded)


def _tile_retrieved(fact: facts.TileRetrieved, known: Components) -> Message:
    tile = words.tile(known, fact.command.tile)
    headline = message(
        "leeghwater.took-tile-off-wheel", "{seat} took the {tile} from the wheel.", seat=Seat(fact.seat), tile=tile
    )
    return narrated(known, fact, headline, changes.TakenOffWheel)


def _machinery_retrieved(fact: facts.MachineryRetrieved, known: Components) -> Message:
    return narrated(
        known,
        fact,
        message(
            "leeghwater.took-back-half-of-segment",
            "{seat} took half the machinery in a wheel segment.",
            seat=Seat(fact.seat),
        ),
    )


def _buildings_scored(fact: facts.BuildingsScored, known: Components) -> Message:
    return narrated(
        known, fact, message("leeghwater.scored-private-buildings", "Activated private buildings were scored.")
    )


NARRATIONS: Narrators[Components, Message] = {
    **base.NARRATIONS,
    facts.ExtraTurnTaken: _extra_turn_taken,
    facts.WorkPaid: _work_paid,
    facts.WorkTaken: _work_taken,
    facts.TileTaken: _tile_taken,
    facts.BuildingPerformed: _building_performed,
    facts.DropPutOnDam: _drop_put_on_dam,
    facts.TileRetrieved: _tile_retrieved,
    facts.MachineryRetrieved: _machinery_retrieved,
    facts.BuildingsScored: _buildings_scored,
    **not_decided(EVERY_WHAT),
}

narrate = narrator(NARRATIONS)
"""Narrates a fact of the game with its expansion (fact, component figures)."""
