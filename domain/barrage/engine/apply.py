"""Application of facts to the position. Facts contain every outcome, so this module decides and looks up nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec import UNSET

from domain.barrage.engine.edition import Edition, Part
from domain.barrage.model import changes, facts
from domain.barrage.model.changes import Segment
from domain.barrage.model.facts import Started
from domain.barrage.model.state import NEUTRAL, Company, Crew, Dam, State
from domain.game import Fact


class Conclusion(Part, frozen=True):
    """The effect of a fact besides its changes and the decisions it opens; its name is the fact's."""

    fact: type[facts.Event]
    conclude: Callable[[State, Any], None]


Conclusions = Mapping[type[facts.Event], Callable[[State, Any], None]]
"""The conclusions of an edition by fact."""


@cache
def conclusions(edition: Edition) -> Conclusions:
    """Return the conclusions of an edition, looked up once for all facts."""
    return {conclusion.fact: conclusion.conclude for conclusion in edition.all(Conclusion).values()}


def initial(started: Started) -> State:
    """Return the position right after the set-up."""
    state = State(
        figures=started.figures,
        options=started.options,
        round=started.round,
        phase="actions" if started.round else "draft",
        turn_order=list(started.turn_order),
        companies=[
            Company(wheel=_empty_wheel(started.segments), automa=started.options.level(seat, len(started.turn_order)))
            for seat in range(len(started.turn_order))
        ],
        offers=list(started.offers),
        starting_contracts=list(started.starting_contracts),
        spare_officers=list(started.spare_officers),
        headstream_tiles=dict(started.headstream_tiles),
        headstreams=dict(started.headstreams),
        dams={site: Dam(NEUTRAL, level, drops) for site, (level, drops) in started.neutral_dams.items()},
        built={},
        spaces={},
        displays={name: list(items) for name, items in started.displays.items()},
        piles={name: list(items) for name, items in started.piles.items()},
        discards={},
        renewals={},
        renewal_key=started.renewal_key,
        bonus_tiles=list(started.bonus_tiles),
        objective=started.objective,
        pending=list(reversed(started.opens)),
        facts=1,
    )
    for founded in started.founded:
        _founded(state, founded)
    return state


def apply(conclusions: Conclusions, state: State, fact: Fact) -> None:
    """Write a fact into the position."""
    event: Any = fact
    for change in event.changes:
        write(state, change)
    conclude(conclusions, state, event)


def conclude(conclusions: Conclusions, state: State, fact: facts.Event) -> None:
    """Settle the last pending decision, put those that the fact opens on top, and apply its own effect."""
    state.pending.pop()
    if fact.opens:
        state.pending.extend(reversed(fact.opens))
    own = conclusions.get(type(fact))
    if own:
        own(state, fact)
    state.facts += 1


def write(state: State, change: changes.AnyChange) -> None:
    """Write one change into the position."""
    _WRITES[type(change)](state, change)


def _empty_wheel(segments: int) -> list[Segment]:
    return [Segment() for _ in range(segments)]


# --------------------------------------------------------------------------------------------------------------------
# Credits, machinery, engineers
# --------------------------------------------------------------------------------------------------------------------


def _founded(state: State, change: changes.Founded) -> None:
    company = state.companies[change.seat]
    company.company, company.officer = change.company, change.officer
    company.credits, company.excavators, company.mixers = change.credits, change.excavators, change.mixers
    company.engineers, company.vp = change.engineers, change.vp
    company.tiles = list(change.tiles)
    company.contracts = [change.contract] if change.contract else []
    company.built = dict.fromkeys(change.structures, 0)
    state.offers = [offer for offer in state.offers if offer.company != change.company]
    if change.contract in state.starting_contracts:
        state.starting_contracts.remove(change.contract)


def _gained(state: State, change: changes.Gained) -> None:
    company = state.companies[change.seat]
    company.credits += change.credits
    company.excavators += change.excavators
    company.mixers += change.mixers
    company.vp += change.vp
    company.energy += change.energy


def _paid(state: State, change: changes.Paid) -> None:
    company = state.companies[change.seat]
    company.credits -= change.credits
    company.excavators -= change.excavators
    company.mixers -= change.mixers
    if change.to is not None:
        receiver = state.companies[change.to]
        receiver.credits += change.credits
        receiver.excavators += change.excavators
        receiver.mixers += change.mixers


def _engineers_placed(state: State, change: changes.EngineersPlaced) -> None:
    state.companies[change.seat].engineers -= change.engineers
    state.spaces.setdefault(change.space, []).append(Crew(change.seat, change.engineers))


def _officer_copied(state: State, change: changes.OfficerCopied) -> None:
    state.companies[change.seat].copied = change.officer


def _contract_limit_set(state: State, change: changes.ContractLimitSet) -> None:
    state.companies[change.seat].contract_limit = UNSET if change.limit is None else change.limit


# --------------------------------------------------------------------------------------------------------------------
# The wheel and the structures
# --------------------------------------------------------------------------------------------------------------------


def _put_on_wheel(state: State, change: changes.PutOnWheel) -> None:
    company = state.companies[change.seat]
    segment = company.wheel[0]
    if change.tile:
        company.tiles.remove(change.tile)
        segment.tile = change.tile
    company.excavators -= change.excavators
    company.mixers -= change.mixers
    segment.excavators += change.excavators
    segment.mixers += change.mixers


def _wheel_turned(state: State, change: changes.WheelTurned) -> None:
    company = state.companies[change.seat]
    wheel = company.wheel
    for _ in range(change.steps):
        wheel.append(wheel.pop(0))
        if not wheel[0].empty:
            wheel[0] = Segment()
    for segment in change.returned:
        _to_supply(company, segment)


def _taken_off_wheel(state: State, change: changes.TakenOffWheel) -> None:
    company = state.companies[change.seat]
    segment = company.wheel[change.segment]
    segment.excavators -= change.excavators
    segment.mixers -= change.mixers
    if change.tile:
        segment.tile = ""
    _to_supply(company, change)


def _to_supply(company: Company, returned: Segment | changes.TakenOffWheel) -> None:
    company.excavators += returned.excavators
    company.mixers += returned.mixers
    if returned.tile:
        company.tiles.append(returned.tile)


def _built(state: State, change: changes.Built) -> None:
    state.companies[change.seat].built[change.structure] += 1
    match change.structure:
        case "base":
            state.dams[change.site] = Dam(change.seat, 1, 0)
        case "elevation":
            state.dams[change.site].level += 1
        case _:
            state.built[change.site] = change.seat


# --------------------------------------------------------------------------------------------------------------------
# Water
# --------------------------------------------------------------------------------------------------------------------


def _drops_placed(state: State, change: changes.DropsPlaced) -> None:
    state.headstreams[change.headstream] += change.drops


def _drop_flowed(state: State, change: changes.DropFlowed) -> None:
    if change.start in state.headstreams:
        state.headstreams[change.start] -= 1
    else:
        state.dams[change.start].drops -= 1
    if change.stop:
        state.dams[change.stop].drops += 1


def _drops_added(state: State, change: changes.DropsAdded) -> None:
    state.dams[change.site].drops += change.drops


# --------------------------------------------------------------------------------------------------------------------
# Contracts and tiles
# --------------------------------------------------------------------------------------------------------------------


def _off_display(state: State, display: str, item: str) -> None:
    slots = state.displays[display]
    slots[slots.index(item)] = ""


def _taken(state: State, change: changes.Taken) -> None:
    _off_display(state, change.display, change.item)
    company = state.companies[change.seat]
    match change.to:
        case "contracts":
            company.contracts.append(change.item)
        case "tiles":
            company.tiles.append(change.item)
        case _:
            company.fulfilled.append(change.item)


def _contract_fulfilled(state: State, change: changes.ContractFulfilled) -> None:
    company = state.companies[change.seat]
    company.contracts.remove(change.contract)
    company.fulfilled.append(change.contract)


def _contract_discarded(state: State, change: changes.ContractDiscarded) -> None:
    state.companies[change.seat].contracts.remove(change.contract)
    if change.pile:
        state.discards.setdefault(change.pile, []).append(change.contract)


def _shown(state: State, change: changes.Shown) -> None:
    state.piles[change.display].pop(0)
    state.displays[change.display][change.slot] = change.item


def _pile_renewed(state: State, change: changes.PileRenewed) -> None:
    state.piles[change.pile] = list(change.order)
    state.discards[change.pile] = []
    state.renewals[change.pile] = state.renewals.get(change.pile, 0) + 1


def _card_turned(state: State, change: changes.CardTurned) -> None:
    state.discards.setdefault(change.pile, []).append(state.piles[change.pile].pop(0))


def _played_by_rules(state: State, change: changes.PlayedByRules) -> None:
    state.companies[change.seat].automa = UNSET if change.level is None else change.level


def _space_closed(state: State, change: changes.SpaceClosed) -> None:
    state.closed_spaces = [*(state.closed_spaces or ()), change.space]


def _removed(state: State, change: changes.Removed) -> None:
    _off_display(state, change.display, change.item)
    state.discards.setdefault(change.display, []).append(change.item)


_WRITES: dict[type[changes.Change], Callable[[State, Any], None]] = {
    changes.Founded: _founded,
    changes.Gained: _gained,
    changes.Paid: _paid,
    changes.EngineersPlaced: _engineers_placed,
    changes.OfficerCopied: _officer_copied,
    changes.ContractLimitSet: _contract_limit_set,
    changes.PutOnWheel: _put_on_wheel,
    changes.WheelTurned: _wheel_turned,
    changes.TakenOffWheel: _taken_off_wheel,
    changes.Built: _built,
    changes.DropsPlaced: _drops_placed,
    changes.DropFlowed: _drop_flowed,
    changes.DropsAdded: _drops_added,
    changes.Taken: _taken,
    changes.ContractFulfilled: _contract_fulfilled,
    changes.ContractDiscarded: _contract_discarded,
    changes.Shown: _shown,
    changes.PileRenewed: _pile_renewed,
    changes.CardTurned: _card_turned,
    changes.PlayedByRules: _played_by_rules,
    changes.SpaceClosed: _space_closed,
    changes.Removed: _removed,
}


# --------------------------------------------------------------------------------------------------------------------
# Phases
# --------------------------------------------------------------------------------------------------------------------


def _passed(state: State, fact: facts.Passed) -> None:
    state.companies[fact.seat].passed = True


def _turn_ended(state: State, fact: facts.TurnEnded) -> None:
    state.companies[fact.seat].copied = ""


def _round_began(state: State, fact: facts.RoundBegan) -> None:
    state.round = fact.round
    state.phase = "income"


def _actions_began(state: State, fact: facts.ActionsBegan) -> None:
    state.phase = "actions"


def _water_flowed(state: State, fact: facts.WaterFlowed) -> None:
    state.phase = "water_flow"


def _energy_scored(state: State, fact: facts.EnergyScored) -> None:
    state.phase = "scoring"


def _round_ended(state: State, fact: facts.RoundEnded) -> None:
    state.turn_order = list(fact.turn_order)
    state.spaces.clear()
    for company, engineers in zip(state.companies, fact.engineers, strict=True):
        company.engineers += engineers
        company.energy = 0
        company.passed = False
        company.extra_turns = 0


def _game_ended(state: State, fact: facts.GameEnded) -> None:
    state.phase = "end"
    state.finished = True
    state.ranking = list(fact.ranking)
    state.decided_by = fact.decided_by


CONCLUSIONS = (
    Conclusion("passed", facts.Passed, _passed),
    Conclusion("turn_ended", facts.TurnEnded, _turn_ended),
    Conclusion("round_began", facts.RoundBegan, _round_began),
    Conclusion("actions_began", facts.ActionsBegan, _actions_began),
    Conclusion("water_flowed", facts.WaterFlowed, _water_flowed),
    Conclusion("energy_scored", facts.EnergyScored, _energy_scored),
    Conclusion("round_ended", facts.RoundEnded, _round_ended),
    Conclusion("game_ended", facts.GameEnded, _game_ended),
)
"""Those of the base game."""
