"""Narration of Barrage in complete sentences: one message per fact, veiled or not.

A fact with consequences becomes a paragraph: the decision or event first, then a sentence for each change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.barrage.model import changes, facts
from domain.barrage.model.changes import Change
from domain.barrage.model.components import Components
from domain.barrage.narration import space_names, words
from domain.barrage.narration.sentences import engineers_placed, sentences
from domain.game_kit.narration import Narrators, paragraph
from domain.message import Listing, Message, Seat, Term, counted, message
from domain.presentation import Place


def narrated(known: Components, fact: facts.Event, headline: Message, *already: type[Change]) -> Message:
    """Narrate the headline, and the changes that it does not cover."""
    return paragraph(headline, *sentences(known, fact.changes, already))


def _started(fact: facts.Started, known: Components) -> Message:
    order = Listing(tuple(Seat(seat) for seat in fact.turn_order))
    if fact.options.beginner:
        opening = message("barrage.began-beginner-game", "The beginner game started. Turn order: {order}.", order=order)
    else:
        opening = message(
            "barrage.began-with-draft",
            "The game started with the draft. Turn order in round 1: {order}.",
            order=order,
        )
    return paragraph(opening, *sentences(known, fact.founded))


# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


def _drafted(fact: facts.Drafted, known: Components) -> Message:
    company, contract = words.company(known, fact.command.company), words.contract(known, fact.command.contract)
    officers = [change.officer for change in fact.changes if isinstance(change, changes.Founded)]
    officer = Listing(tuple(words.officer(known, id) for id in officers))
    headline = message(
        "barrage.drafted",
        "{seat} drafted {company} with {officer} and the {contract}.",
        seat=Seat(fact.seat),
        company=company,
        officer=officer,
        contract=contract,
    )
    return narrated(known, fact, headline, changes.Founded, changes.Taken)


def _constructed(fact: facts.Constructed, known: Components) -> Message:
    command = fact.command
    tile = command.tile or command.copies
    headline = message(
        "barrage.built-with-tile",
        "{seat} built {structure} with the {tile}.",
        seat=Seat(fact.seat),
        structure=words.structure(known, command.structure, command.site),
        tile=words.tile(known, tile),
    )
    if command.tile and command.copies:
        copies = message(
            "barrage.special-tile-copied", "The special tile copied the {tile}.", tile=words.tile(known, command.copies)
        )
        return paragraph(headline, copies, *sentences(known, fact.changes, (changes.Built,)))
    return narrated(known, fact, headline, changes.Built)


def _space_used(fact: facts.SpaceUsed, known: Components) -> Message:
    placed = sum(change.engineers for change in fact.changes if isinstance(change, changes.EngineersPlaced))
    headline = engineers_placed(known, fact.seat, placed, fact.command.space)
    return narrated(known, fact, headline, changes.EngineersPlaced)


def _officer_copied(fact: facts.OfficerCopied, known: Components) -> Message:
    officer = words.officer(known, fact.command.officer)
    headline = message(
        "barrage.copied-officer", "{seat} copied {officer} for this turn.", seat=Seat(fact.seat), officer=officer
    )
    return narrated(known, fact, headline, changes.OfficerCopied)


def _passed(fact: facts.Passed, known: Components) -> Message:
    return narrated(known, fact, message("barrage.passed", "{seat} passed.", seat=Seat(fact.seat)))


def _turn_ended(fact: facts.TurnEnded, known: Components) -> Message:
    return narrated(known, fact, message("barrage.ended-turn", "{seat} ended the turn.", seat=Seat(fact.seat)))


def _produced(fact: facts.Produced, known: Components) -> Message:
    command = fact.command
    headline = counted(
        "barrage.produced",
        "{seat} produced {energy} energy with {count} drop from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
        "{seat} produced {energy} energy with {count} drops from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
        seat=Seat(fact.seat),
        energy=fact.energy,
        dam=command.dam,
        conduit=command.conduit,
        powerhouse=command.powerhouse,
        count=command.drops,
    )
    return narrated(known, fact, headline)


def _contract_fulfilled(fact: facts.ContractFulfilled, known: Components) -> Message:
    contract = words.contract(known, fact.command.contract)
    headline = message(
        "barrage.fulfilled-contract", "{seat} fulfilled the {contract}.", seat=Seat(fact.seat), contract=contract
    )
    return narrated(known, fact, headline, changes.ContractFulfilled, changes.Taken)


def _drop_placed(fact: facts.DropPlaced, known: Components) -> Message:
    headstream = fact.command.headstream
    headline = message(
        "barrage.placed-drop-on-headstream",
        "{seat} placed a drop on headstream {headstream}.",
        seat=Seat(fact.seat),
        headstream=headstream,
    )
    return narrated(known, fact, headline, changes.DropsPlaced)


def _dams_filled(fact: facts.DamsFilled, known: Components) -> Message:
    return narrated(
        known,
        fact,
        message("barrage.filled-empty-dams", "{seat} placed a drop on each of their empty dams.", seat=Seat(fact.seat)),
    )


def _built_free(fact: facts.BuiltFree, known: Components) -> Message:
    structure = words.structure(known, fact.command.structure, fact.command.site)
    headline = message(
        "barrage.built-for-free", "{seat} built {structure} for free.", seat=Seat(fact.seat), structure=structure
    )
    return narrated(known, fact, headline, changes.Built)


def _machinery_chosen(fact: facts.MachineryChosen, known: Components) -> Message:
    return narrated(known, fact, message("barrage.chose-machinery", "{seat} chose machinery.", seat=Seat(fact.seat)))


def _contract_taken(fact: facts.ContractTaken, known: Components) -> Message:
    contract = words.contract(known, fact.command.contract)
    headline = message("barrage.took-contract", "{seat} took the {contract}.", seat=Seat(fact.seat), contract=contract)
    return narrated(known, fact, headline, changes.Taken)


def _contract_discarded(fact: facts.ContractDiscarded, known: Components) -> Message:
    contract = words.contract(known, fact.command.contract)
    headline = message(
        "barrage.discarded-contract", "{seat} discarded the {contract}.", seat=Seat(fact.seat), contract=contract
    )
    return narrated(known, fact, headline, changes.ContractDiscarded)


WHAT: Mapping[str, Message] = {
    "drops": message("barrage.drops-onto-headstreams", "drops on headstreams"),
    "fill_dams": message("barrage.drops-on-empty-dams", "drops on empty dams"),
    "build": message("barrage.free-structure", "a free structure"),
    "contract": message("barrage.contract-fulfilment", "a contract to fulfil"),
    "take_contract": message("barrage.contract", "a contract"),
    "machinery": message("barrage.machinery-of-choice", "excavators or mixers"),
    "produce": message("barrage.energy-production", "energy production"),
}
"""Names of the kinds of decisions of the base game."""


def not_decided(what: Mapping[str, Message]) -> Narrators[Components, Message]:
    """Return the narrator of lapsed decisions, with these names of their kinds."""

    def called(kind: str) -> Message:
        return what.get(kind) or message("barrage.decision-kind", "{kind}", kind=Term(kind.replace("_", " ")))

    def declined(fact: facts.Declined, known: Components) -> Message:
        return narrated(
            known,
            fact,
            message(
                "barrage.declined", "{seat} declined this: {offer}.", seat=Seat(fact.seat), offer=called(fact.kind)
            ),
        )

    def lapsed(fact: facts.Lapsed, known: Components) -> Message:
        return narrated(
            known,
            fact,
            message(
                "barrage.could-not-use",
                "{seat} couldn't use this: {offer}.",
                seat=Seat(fact.seat),
                offer=called(fact.kind),
            ),
        )

    return {facts.Declined: declined, facts.Lapsed: lapsed}


# --------------------------------------------------------------------------------------------------------------------
# Automatic facts
# --------------------------------------------------------------------------------------------------------------------


def _round_began(fact: facts.RoundBegan, known: Components) -> Message:
    return narrated(known, fact, message("barrage.round-began", "Round {round} started.", round=fact.round))


def _income_gained(fact: facts.IncomeGained, known: Components) -> Message:
    return narrated(
        known,
        fact,
        message("barrage.gained-incomes", "{seat} received income.", seat=Seat(fact.seat)),
    )


def _actions_began(fact: facts.ActionsBegan, known: Components) -> Message:
    return narrated(known, fact, message("barrage.action-phase-began", "The action phase started."))


def _effect_followed(fact: facts.EffectFollowed, known: Components) -> Message:
    """Narrate an effect by its changes, or if its decisions are still to come, in the words of its piece."""
    seat, source, does = Seat(fact.seat), _source(fact, known), words.effect_of(known, fact.source)
    if does is None or fact.changes:
        headline = message(
            "barrage.effect-followed", "{seat} triggered an effect. Source: {source}.", seat=seat, source=source
        )
    else:
        headline = message(
            "barrage.described-effect-followed",
            "{seat} triggered an effect ({effect}). Source: {source}.",
            seat=seat,
            effect=does,
            source=source,
        )
    return narrated(known, fact, headline)


def _source(fact: facts.EffectFollowed, known: Components) -> Message:
    """Name a tile, an income, a company's power or a space as a source."""
    return words.bringer(known, fact.source) or space_names.space(known, fact.source)


def _water_flowed(fact: facts.WaterFlowed, known: Components) -> Message:
    return narrated(known, fact, message("barrage.water-flowed", "The water on the headstreams flowed."))


def _energy_scored(fact: facts.EnergyScored, known: Components) -> Message:
    return narrated(known, fact, message("barrage.scored-energy", "Energy was scored."))


def _bonus_scored(fact: facts.BonusScored, known: Components) -> Message:
    tile = words.bonus(known, fact.tile)
    return narrated(known, fact, message("barrage.scored-bonus-tile", "The bonus tile was scored ({tile}).", tile=tile))


def _round_ended(fact: facts.RoundEnded, known: Components) -> Message:
    order = Listing(tuple(Seat(seat) for seat in fact.turn_order))
    return narrated(
        known, fact, message("barrage.round-ended", "The round ended. New turn order: {order}.", order=order)
    )


def _objective_scored(fact: facts.ObjectiveScored, known: Components) -> Message:
    counts = Listing(
        tuple(
            message("barrage.seat-and-count", "{seat}: {count}", seat=Seat(seat), count=count)
            for seat, count in enumerate(fact.counts)
        )
    )
    objective = words.objective(known, fact.tile)
    headline = message(
        "barrage.scored-objective",
        "The objective was scored ({objective}): {counts}.",
        objective=objective,
        counts=counts,
    )
    return narrated(known, fact, headline)


def _resources_scored(fact: facts.ResourcesScored, known: Components) -> Message:
    return narrated(known, fact, message("barrage.scored-resources", "Remaining credits and machinery were scored."))


def _water_scored(fact: facts.WaterScored, known: Components) -> Message:
    return narrated(known, fact, message("barrage.scored-water-drops", "Drops in the companies' dams were scored."))


def _game_ended(fact: facts.GameEnded, known: Components) -> Message:
    places = _places(fact.ranking)
    if fact.decided_by == "energy":
        return message(
            "barrage.game-over-decided-by-energy",
            "The game ended. Energy in the last round broke the tie: {places}.",
            places=places,
        )
    if fact.decided_by == "shared":
        return message(
            "barrage.game-over-shared-victory", "The game ended with a shared victory: {places}.", places=places
        )
    return message("barrage.game-over-with-ranking", "The game ended: {places}.", places=places)


def _places(ranking: Sequence[Place]) -> Listing:
    return Listing(
        tuple(
            message(
                "barrage.ranking-place",
                "{place}. {seat} with {points} VP",
                place=place.place,
                seat=Seat(place.seat),
                points=place.points,
            )
            for place in ranking
        )
    )


NARRATIONS: Narrators[Components, Message] = {
    facts.Started: _started,
    facts.Drafted: _drafted,
    facts.Constructed: _constructed,
    facts.SpaceUsed: _space_used,
    facts.OfficerCopied: _officer_copied,
    facts.Passed: _passed,
    facts.TurnEnded: _turn_ended,
    facts.Produced: _produced,
    facts.ContractFulfilled: _contract_fulfilled,
    facts.DropPlaced: _drop_placed,
    facts.DamsFilled: _dams_filled,
    facts.BuiltFree: _built_free,
    facts.MachineryChosen: _machinery_chosen,
    facts.ContractTaken: _contract_taken,
    facts.ContractDiscarded: _contract_discarded,
    facts.RoundBegan: _round_began,
    facts.IncomeGained: _income_gained,
    facts.ActionsBegan: _actions_began,
    facts.EffectFollowed: _effect_followed,
    facts.WaterFlowed: _water_flowed,
    facts.EnergyScored: _energy_scored,
    facts.BonusScored: _bonus_scored,
    facts.RoundEnded: _round_ended,
    facts.ObjectiveScored: _objective_scored,
    facts.ResourcesScored: _resources_scored,
    facts.WaterScored: _water_scored,
    facts.GameEnded: _game_ended,
    **not_decided(WHAT),
}
"""The narrator of each fact of the base game, given the names in the table's figures."""
