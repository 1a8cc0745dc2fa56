"""Narration of automas' moves in complete sentences; ``explain.py`` gives the reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from domain.barrage.automa import facts
from domain.barrage.automa.narration import words as automa_words
from domain.barrage.leeghwater import narrate as expansion
from domain.barrage.model import changes
from domain.barrage.model.automa.components import Line, automa
from domain.barrage.model.automa.reasons import Reason
from domain.barrage.model.components import Components
from domain.barrage.model.facts import Event
from domain.barrage.narration import words
from domain.barrage.narration.narrate import narrated
from domain.barrage.narration.sentences import sentences
from domain.game_kit.narration import Narrators, narrator, paragraph
from domain.message import Listing, Message, Seat, Term, counted, message
from domain.numerals import signed

Kind = TypeVar("Kind", bound=changes.Change)


def _of(fact: Event, kind: type[Kind]) -> list[Kind]:
    """Return the changes of a kind."""
    return [change for change in fact.changes if isinstance(change, kind)]


def chosen(reasons: tuple[Reason, ...], of: str) -> tuple[str, ...]:
    """Return the choice of a kind."""
    return tuple(id for reason in reasons if reason.of == of for id in reason.chosen)


# --------------------------------------------------------------------------------------------------------------------
# Turns
# --------------------------------------------------------------------------------------------------------------------


def _automas_founded(fact: facts.AutomasFounded, known: Components) -> Message:
    return narrated(
        known, fact, message("automa.automas-received-companies", "The automas took the remaining companies.")
    )


def _card_turned_up(fact: facts.CardTurnedUp, known: Components) -> Message:
    if not fact.card:
        return narrated(
            known,
            fact,
            message(
                "automa.passed-without-engineers", "{seat} had no engineers left and passed.", seat=Seat(fact.seat)
            ),
        )
    headline = message(
        "automa.turned-up-card",
        "{seat} turned over a card. Actions: card {card}; criteria: card {criteria}.",
        seat=Seat(fact.seat),
        card=Term(fact.card),
        criteria=Term(fact.criteria),
    )
    return narrated(known, fact, headline, changes.CardTurned)


def _turn_ended(fact: facts.AutomaTurnEnded, known: Components) -> Message:
    if fact.again:
        headline = message(
            "automa.ended-turn-with-extra-turn", "{seat} ended the turn and started another one.", seat=Seat(fact.seat)
        )
    else:
        headline = message("automa.ended-turn", "{seat} ended the turn.", seat=Seat(fact.seat))
    return narrated(known, fact, headline)


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


def _acted(fact: facts.AutomaActed, known: Components) -> Message:
    line = automa(known).card[fact.card].lines[fact.line]
    headline, already = _done(fact, line, known)
    placed = (_engineers_placed(known, change) for change in _of(fact, changes.EngineersPlaced))
    rest = sentences(known, fact.changes, (changes.EngineersPlaced, *already))
    return paragraph(headline, _search(fact), *placed, *rest)


def _search(fact: facts.AutomaActed) -> Message:
    """Narrate the place of the action on the card, and how many actions before it failed."""
    number, failed = fact.line + 1, len({each.line for each in fact.failed} - {fact.line})
    if not failed:
        return message("automa.done-without-failure", "This was action {number} on the card.", number=number)
    return counted(
        "automa.done-after-failures",
        "This was action {number} on the card, after {count} other action failed.",
        "This was action {number} on the card, after {count} other actions failed.",
        number=number,
        count=failed,
    )


def _engineers_placed(known: Components, change: changes.EngineersPlaced) -> Message:
    where = automa_words.space(known, change.space)
    return counted(
        "automa.placed-engineers",
        "{seat} placed {count} engineer: {space}.",
        "{seat} placed {count} engineers: {space}.",
        seat=Seat(change.seat),
        count=change.engineers,
        space=where,
    )


Done = tuple[Message, tuple[type[changes.Change], ...]]
"""The sentence of an action, and the types of changes that it already covers."""


def _done(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    if fact.instead == "external_works":
        return _work_done(fact, line, known)
    if fact.instead:
        return _built(fact, line, known)
    return _DONE[line.action](fact, line, known)


def _production(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    modifier = signed(line.modifier or 0)
    return message(
        "automa.took-production-action",
        "{seat} chose production {modifier}.",
        seat=Seat(fact.seat),
        modifier=modifier,
    ), ()


def _water(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    return message("automa.took-water-management-action", "{seat} chose water management.", seat=Seat(fact.seat)), ()


def _contracts(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    colour = words.COLOUR[line.discard or "green"]
    return message(
        "automa.discarded-contracts-of-colour",
        "{seat} discarded the {colour} contracts on offer.",
        seat=Seat(fact.seat),
        colour=colour,
    ), ()


def _built(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    (built,) = _of(fact, changes.Built)
    structure = words.structure(known, built.structure, built.site)
    tiles = chosen(fact.reasons, "tile")
    if not tiles:
        return message("automa.built", "{seat} built {structure}.", seat=Seat(fact.seat), structure=structure), (
            changes.Built,
        )
    tile = words.tile(known, tiles[0])
    headline = message(
        "automa.built-with-tile",
        "{seat} built {structure} with the {tile}.",
        seat=Seat(fact.seat),
        structure=structure,
        tile=tile,
    )
    return headline, (changes.Built,)


def _workshop(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    return message("automa.turned-wheel-in-workshop", "{seat} used the workshop.", seat=Seat(fact.seat)), ()


def _machinery_shop(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    return message("automa.took-machinery-in-shop", "{seat} used the machinery shop.", seat=Seat(fact.seat)), ()


def _tile_taken(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    (taken,) = _of(fact, changes.Taken)
    tile = words.tile(known, taken.item)
    return message(
        "automa.took-tile-in-patent-office",
        "{seat} took the {tile} from the patent office.",
        seat=Seat(fact.seat),
        tile=tile,
    ), (changes.Taken,)


def _work_done(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    (taken,) = _of(fact, changes.Taken)
    work = words.item(known, taken.item)
    return message("automa.fulfilled-external-work", "{seat} fulfilled the {work}.", seat=Seat(fact.seat), work=work), (
        changes.Taken,
    )


def _bank(fact: facts.AutomaActed, line: Line, known: Components) -> Done:
    return message("automa.took-bank-action", "{seat} used the bank.", seat=Seat(fact.seat)), ()


_DONE: Mapping[str, Callable[[facts.AutomaActed, Line, Components], Done]] = {
    "production": _production,
    "water_management": _water,
    "contract_office": _contracts,
    "construction": _built,
    "workshop": _workshop,
    "machinery_shop": _machinery_shop,
    "patent_office": _tile_taken,
    "external_works": _work_done,
    "bank": _bank,
}

# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


def _decided(fact: facts.AutomaDecided, known: Components) -> Message:
    decided = _DECIDED.get(fact.kind, _otherwise)(fact, known)
    if decided is None:
        return narrated(known, fact, _came_to_nothing(fact, known))
    headline, already = decided
    return narrated(known, fact, headline, *already)


def _came_to_nothing(fact: facts.AutomaDecided, known: Components) -> Message:
    what = _WHAT.get(fact.kind, message("automa.decision-kind", "{kind}", kind=Term(fact.kind.replace("_", " "))))
    source = words.bringer(known, fact.source)
    if source is None:
        return message("automa.could-not-use", "{seat} couldn't use this: {offer}.", seat=Seat(fact.seat), offer=what)
    return message(
        "automa.could-not-use-with-source",
        "{seat} couldn't use this: {offer}. Source: {source}.",
        seat=Seat(fact.seat),
        offer=what,
        source=source,
    )


def _produced(fact: facts.AutomaDecided, known: Components) -> Done | None:
    systems = chosen(fact.reasons, "system")
    if not systems:
        return None
    dam, conduit, powerhouse = systems[-1].split("/")
    drops = sum(flowed.start == dam for flowed in _of(fact, changes.DropFlowed))
    energy = next((gained.energy for gained in _of(fact, changes.Gained) if gained.energy), 0)
    return counted(
        "automa.produced",
        "{seat} produced {energy} energy with {count} drop from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
        "{seat} produced {energy} energy with {count} drops from dam {dam} through conduit "
        "{conduit} to powerhouse {powerhouse}.",
        seat=Seat(fact.seat),
        energy=energy,
        dam=dam,
        conduit=conduit,
        powerhouse=powerhouse,
        count=drops,
    ), ()


def _fulfilled(fact: facts.AutomaDecided, known: Components) -> Done | None:
    contracts = [taken.item for taken in _of(fact, changes.Taken)]
    if not contracts:
        return None
    listed = words.contracts(known, contracts)
    return message(
        "automa.fulfilled-contracts", "{seat} fulfilled the {contracts}.", seat=Seat(fact.seat), contracts=listed
    ), (changes.Taken,)


def _drops_placed(fact: facts.AutomaDecided, known: Components) -> Done | None:
    placed = _of(fact, changes.DropsPlaced)
    if not placed:
        return None
    headstreams = Listing(tuple(change.headstream for change in placed for _ in range(change.drops)))
    headline = message(
        "automa.placed-drops-on-headstreams",
        "{seat} placed drops on these headstreams: {headstreams}.",
        seat=Seat(fact.seat),
        headstreams=headstreams,
    )
    return headline, (changes.DropsPlaced,)


def _built_free(fact: facts.AutomaDecided, known: Components) -> Done | None:
    built = _of(fact, changes.Built)
    if not built:
        return None
    structure = words.structure(known, built[0].structure, built[0].site)
    headline = message(
        "automa.built-for-free", "{seat} built {structure} for free.", seat=Seat(fact.seat), structure=structure
    )
    return headline, (changes.Built,)


def _machinery_chosen(fact: facts.AutomaDecided, known: Components) -> Done | None:
    return message("automa.chose-machinery", "{seat} chose machinery.", seat=Seat(fact.seat)), ()


def _dams_filled(fact: facts.AutomaDecided, known: Components) -> Done | None:
    if not _of(fact, changes.DropsAdded):
        return None
    return message(
        "automa.filled-empty-dams", "{seat} placed a drop on each of their empty dams.", seat=Seat(fact.seat)
    ), ()


def _put_on_dam(fact: facts.AutomaDecided, known: Components) -> Done | None:
    added = _of(fact, changes.DropsAdded)
    if not added:
        return None
    headline = message(
        "automa.placed-drop-in-dam",
        "{seat} placed a drop directly on dam {dam}.",
        seat=Seat(fact.seat),
        dam=added[0].site,
    )
    return headline, (changes.DropsAdded,)


def _took_tile(fact: facts.AutomaDecided, known: Components) -> Done | None:
    taken = _of(fact, changes.Taken)
    if not taken:
        return None
    tile = words.tile(known, taken[0].item)
    return message("automa.took-tile", "{seat} took the {tile}.", seat=Seat(fact.seat), tile=tile), (changes.Taken,)


def _otherwise(fact: facts.AutomaDecided, known: Components) -> Done | None:
    kind = _WHAT.get(fact.kind, message("automa.decision-kind", "{kind}", kind=Term(fact.kind.replace("_", " "))))
    return message("automa.decided", "{seat} decided: {kind}.", seat=Seat(fact.seat), kind=kind), ()


_WHAT: Mapping[str, Message] = {**expansion.EVERY_WHAT, "contract": message("automa.contract", "a contract")}
_DECIDED: Mapping[str, Callable[[facts.AutomaDecided, Components], Done | None]] = {
    "produce": _produced,
    "contract": _fulfilled,
    "drops": _drops_placed,
    "build": _built_free,
    "machinery": _machinery_chosen,
    "fill_dams": _dams_filled,
    "put_on_dam": _put_on_dam,
    "take_tile": _took_tile,
}

_NARRATIONS: Narrators[Components, Message] = {
    **expansion.NARRATIONS,
    facts.AutomasFounded: _automas_founded,
    facts.CardTurnedUp: _card_turned_up,
    facts.AutomaActed: _acted,
    facts.AutomaDecided: _decided,
    facts.AutomaTurnEnded: _turn_ended,
}

narrate = narrator(_NARRATIONS)
"""Narrates a fact of the game with its expansion and automas (fact, component figures)."""
